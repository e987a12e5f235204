package ocrb

import (
	"cmp"
	"image"
	"math"
	"slices"

	"ostrakon/ocr/raster"
)

// part is a component seen along an axis: a along the text, b across it.
type part struct {
	a, b          float64 // middle
	length, depth float64 // size along and across
}

// row is a run of parts that may be a line of text: b = at + slope·a.
type row struct {
	parts     []part
	at, slope float64
	height    float64 // of the taller parts
}

// maxRows bounds the rows that go on, the longest first.
const maxRows = 40

// along turns components into parts along the x axis, or along the y axis.
func along(boxes []image.Rectangle, vertical bool) []part {
	parts := make([]part, 0, len(boxes))
	for _, c := range boxes {
		p := part{float64(c.Min.X+c.Max.X) / 2, float64(c.Min.Y+c.Max.Y) / 2, float64(c.Dx()), float64(c.Dy())}
		if vertical {
			p = part{p.b, p.a, p.depth, p.length}
		}
		if p.depth >= 6 && p.depth <= 90 {
			parts = append(parts, p)
		}
	}
	slices.SortStableFunc(parts, func(p, q part) int { return cmp.Compare(p.a, q.a) })
	return parts
}

// rows chains parts, each to its nearest neighbour onward, and joins chains that continue each other behind a gap.
func rows(parts []part) []row {
	chains := chain(parts)
	var found []row
	for _, c := range chains {
		if r, ok := fitRow(c); ok {
			found = append(found, r)
		}
	}
	slices.SortStableFunc(found, func(r, s row) int { return cmp.Compare(len(s.parts), len(r.parts)) })
	found = found[:min(len(found), 3*maxRows)]
	found = join(found)
	found = slices.DeleteFunc(found, func(r row) bool { return len(r.parts) < 8 || r.span() < 12*r.height })
	return found[:min(len(found), maxRows)]
}

func (r row) span() float64 { return r.parts[len(r.parts)-1].a - r.parts[0].a }

func (r row) b(a float64) float64 { return r.at + r.slope*a }

// chain links each part to the nearest of about its height before the next, and gathers what is linked.
func chain(parts []part) [][]part {
	linked := raster.NewSets(len(parts))
	for i := range parts {
		if next := nearestOnward(parts, i); next >= 0 {
			linked.Join(i, next)
		}
	}
	chains := make([][]part, len(parts))
	for i, p := range parts {
		at := linked.Root(i)
		chains[at] = append(chains[at], p)
	}
	return slices.DeleteFunc(chains, func(c []part) bool { return len(c) < 3 })
}

// nearestOnward finds the part that follows the i-th on its line, -1 if none does.
func nearestOnward(parts []part, i int) int {
	p := parts[i]
	best, bestCost := -1, math.Inf(1)
	for j := i + 1; j < len(parts); j++ {
		q := parts[j]
		if q.a-p.a > p.length/2+20*p.depth {
			break
		}
		gap := q.a - q.length/2 - p.a - p.length/2
		off := math.Abs(q.b - p.b)
		taller := max(p.depth, q.depth)
		if gap < -0.3*taller || gap > 2.2*taller || taller > 1.8*min(p.depth, q.depth) || off > 0.3*taller+0.14*(q.a-p.a) {
			continue
		}
		if cost := gap + 2*off; cost < bestCost {
			best, bestCost = j, cost
		}
	}
	return best
}

// fitRow lays a line through parts and drops those beside it, three times. It refuses a tilt above eleven degrees.
func fitRow(parts []part) (row, bool) {
	r := row{}
	for range 3 {
		if len(parts) < 3 {
			return row{}, false
		}
		r.at, r.slope = line(parts)
		r.height = tallness(parts, r.slope)
		parts = slices.DeleteFunc(slices.Clone(parts), func(p part) bool {
			return math.Abs(p.b-r.b(p.a)) > 0.35*r.height || p.depth > 1.7*r.height || p.depth < 0.45*r.height
		})
	}
	r.parts = parts
	return r, len(parts) >= 3 && math.Abs(r.slope) < 0.2
}

// line is the median-based fit of a line: of the slopes between parts half the row apart.
func line(parts []part) (at, slope float64) {
	half := len(parts) / 2
	var slopes []float64
	for i := range len(parts) - half {
		p, q := parts[i], parts[i+half]
		if q.a-p.a > 1 {
			slopes = append(slopes, (q.b-p.b)/(q.a-p.a))
		}
	}
	if len(slopes) > 0 {
		slope = quantileOf(slopes, 0.5)
	}
	rests := make([]float64, len(parts))
	for i, p := range parts {
		rests[i] = p.b - slope*p.a
	}
	return quantileOf(rests, 0.5), slope
}

// tallness is the height that a fifth of the parts exceed: capitals, where many parts are the lower filler.
func tallness(parts []part, slope float64) float64 {
	depths := make([]float64, len(parts))
	for i, p := range parts {
		depths[i] = p.depth - math.Abs(slope)*p.length
	}
	return quantileOf(depths, 0.8)
}

func quantileOf(values []float64, share float64) float64 {
	slices.Sort(values)
	return values[min(int(share*float64(len(values))), len(values)-1)]
}

func join(found []row) []row {
	for merged := true; merged; {
		merged = false
		for i := 0; i < len(found) && !merged; i++ {
			for j := i + 1; j < len(found) && !merged; j++ {
				if !continues(found[i], found[j]) {
					continue
				}
				parts := append(slices.Clone(found[i].parts), found[j].parts...)
				slices.SortStableFunc(parts, func(p, q part) int { return cmp.Compare(p.a, q.a) })
				if r, ok := fitRow(parts); ok && len(r.parts) >= len(found[i].parts) {
					found[i] = r
					found = slices.Delete(found, j, j+1)
					merged = true
				}
			}
		}
	}
	return found
}

// continues reports whether two rows lie on one line, one behind the other.
func continues(r, s row) bool {
	if len(s.parts) > len(r.parts) {
		r, s = s, r
	}
	if r.height > 1.35*s.height || s.height > 1.35*r.height {
		return false
	}
	first, last := s.parts[0], s.parts[len(s.parts)-1]
	overlap := min(last.a, r.parts[len(r.parts)-1].a) - max(first.a, r.parts[0].a)
	gap := -overlap
	middle := (first.a + last.a) / 2
	return overlap < 2*r.height && gap < 16*r.height && math.Abs(r.b(middle)-s.b(middle)) < 0.5*r.height
}
