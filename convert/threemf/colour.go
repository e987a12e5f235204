package threemf

import (
	"encoding/hex"
	"slices"

	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
)

// opaque is made of an alpha of zero, which would make a part invisible.
const opaque = 0xff

// addGroup begins base materials (core specification, section 5) or a colour group (materials extension, section 3).
func (d *document) addGroup() error {
	text := d.value("id")
	id, err := d.number("id", text)
	switch {
	case err != nil:
		return err
	case id == 0: // which means none to triangles; old writers have objects of that number
		return d.invalid("id", text)
	}
	if d.resources++; d.resources > maxResources {
		return d.tooMany(remark.ModelTooManyResources, maxResources)
	}
	d.group, d.last.id = id, 0 // triangles may have looked for the group before
	return nil
}

// addColour adds one to the group.
func (d *document) addColour(name string) error {
	text := d.value(name)
	c, ok := colourFrom(text)
	if !ok {
		return d.invalid(name, text)
	}
	d.groups[d.group] = append(d.groups[d.group], c)
	return nil
}

// colourFrom reads #RRGGBB or #RRGGBBAA in sRGB.
func colourFrom(text []byte) (stl.Color, bool) {
	c := stl.Color{3: opaque}
	if n := len(text); n != 7 && n != 9 || text[0] != '#' {
		return c, false
	}
	if _, err := hex.Decode(c[:], text[1:]); err != nil {
		return c, false
	}
	if c[3] == 0 {
		c[3] = opaque
	}
	return c, true
}

// colourOf is the colour of the triangle: the mean of those at its corners, its object's, or none.
func (d *document) colourOf() (stl.Color, error) {
	pid, p1 := d.object.pid, d.value("p1")
	if p1 == nil {
		return d.lookUp(pid, [3]uint32{d.object.index, d.object.index, d.object.index}), nil
	}
	var err error
	if text := d.value("pid"); text != nil {
		if pid, err = d.number("pid", text); err != nil {
			return stl.Color{}, err
		}
	}
	var index [3]uint32
	if index[0], err = d.number("p1", p1); err != nil {
		return stl.Color{}, err
	}
	index[1], index[2] = index[0], index[0]
	for i, name := range [2]string{"p2", "p3"} {
		text := d.value(name)
		if text == nil {
			continue
		}
		if index[i+1], err = d.number(name, text); err != nil {
			return stl.Color{}, err
		}
	}
	return d.lookUp(pid, index), nil
}

// lookUp is the colour of a triangle whose corners have these of a group. Group 0 means none.
func (d *document) lookUp(group uint32, index [3]uint32) stl.Color {
	if group == 0 {
		return stl.Color{}
	}
	if group != d.last.id {
		d.last.id, d.last.colours = group, d.groups[group]
	}
	if int64(slices.Max(index[:])) >= int64(len(d.last.colours)) {
		d.object.unread++
		return stl.Color{}
	}
	a, b, c := d.last.colours[index[0]], d.last.colours[index[1]], d.last.colours[index[2]]
	if a == b && a == c {
		return a
	}
	d.object.blended++
	for i := range a {
		a[i] = uint8((int(a[i]) + int(b[i]) + int(c[i]) + 1) / 3)
	}
	return a
}
