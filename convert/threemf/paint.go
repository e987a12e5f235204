package threemf

// The attributes by which slicers paint triangles: PrusaSlicer's in its namespace, and BambuStudio's in none.
const (
	spacePrusa = "http://schemas.slic3r.org/3mf/2017/06"
	prusaPaint = "mmu_segmentation"
	bambuPaint = "paint_color"
)

// addPaint adds the extruder that the triangle is painted for, which is 0 for that of its volume.
func (d *document) addPaint() {
	text := d.value(bambuPaint)
	if text == nil {
		text = d.valueIn(spacePrusa, prusaPaint)
	}
	o := d.object
	if len(text) == 0 {
		if o.paint != nil {
			o.paint = append(o.paint, 0)
		}
		return
	}
	if o.paint == nil {
		o.paint = make([]uint8, len(o.triangles)/3-1) // those before are not painted
	}
	extruder, split, ok := painted(text)
	switch {
	case !ok:
		o.unpainted++
	case split:
		o.split++
	}
	o.paint = append(o.paint, extruder)
}

// painted is the extruder for which most of a triangle is painted; 0: that of its volume. split means that others have
// a part in it; ok is false for a text that says nothing.
//
// The text is a tree in hexadecimal digits, the last first. A digit is a node: its lower two bits are the number of
// sides that are split, and one more is the number of its children. In a leaf, the upper two bits are the extruder, or
// 3: the next digits, up to the first that is not 15, and 3 are its sum.
func painted(text []byte) (extruder uint8, split, ok bool) {
	var shares [maxExtruders + 1]float64
	var room [64]float64
	waiting := append(room[:0], 1) // the shares of nodes that are to come, the next last
	for len(waiting) > 0 {
		share := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		digit, valid := lastDigit(&text)
		if !valid {
			return 0, false, false
		}
		switch digit & 3 {
		case 1:
			waiting = append(waiting, share/2, share/2)
			continue
		case 2: // the first child is half of the triangle
			waiting = append(waiting, share/4, share/4, share/2)
			continue
		case 3:
			waiting = append(waiting, share/4, share/4, share/4, share/4)
			continue
		}
		leaf := digit >> 2
		if leaf == 3 {
			for digit = 15; digit == 15; leaf += digit {
				if digit, valid = lastDigit(&text); !valid || leaf+digit > maxExtruders {
					return 0, false, false
				}
			}
		}
		shares[leaf] += share
	}
	for i, share := range shares {
		split = split || share > 0 && share < 1
		if share > shares[extruder] {
			extruder = uint8(i)
		}
	}
	return extruder, split, true
}

// lastDigit takes a hexadecimal digit off the end of a text.
func lastDigit(text *[]byte) (int, bool) {
	last := len(*text) - 1
	if last < 0 {
		return 0, false
	}
	c := (*text)[last]
	*text = (*text)[:last]
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0'), true
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10, true
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10, true
	}
	return 0, false
}
