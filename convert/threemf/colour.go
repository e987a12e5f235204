package threemf

import (
	"encoding/hex"
	"slices"

	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
)

// opaque is made of an alpha of zero, which would make a part invisible.
const opaque = 0xff

// property is what a corner of a triangle may have.
type property struct {
	colour  stl.Color
	texture *texture2d // that the colour lets through; nil: none
	at      [2]float32 // in the texture
	partly  bool       // it is not all that is to be seen
}

// group holds the properties of base materials, or of a group of another kind.
type group struct {
	list     []property
	texture  *texture2d // in which its coordinates are; nil: none
	material bool       // base materials, or mixtures of them
	mixes    mixture    // what a property mixes, if that are others
}

// addGroup begins base materials (core specification, section 5) or a group (materials extension, sections 2 to 5).
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
	if d.groups[id] == nil {
		d.groups[id] = &group{}
	}
	d.group, d.last.id = d.groups[id], 0 // triangles may have looked for the group before
	switch string(d.local) {
	case "texture2dgroup":
		if id, err = d.number("texid", d.value("texid")); err != nil {
			return err
		}
		d.group.texture = d.textures[id]
	case "basematerials":
		d.group.material = true
	case "compositematerials":
		d.group.material = true
		return d.addConstituents()
	case "multiproperties":
		return d.addLayers()
	}
	return nil
}

// addColour adds one to the group.
func (d *document) addColour(name string) error {
	text := d.value(name)
	c, ok := colourFrom(text)
	if !ok {
		return d.invalid(name, text)
	}
	d.group.list = append(d.group.list, property{colour: c})
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

// propertiesOf are those at the corners of the triangle: its own, its object's, or none.
func (d *document) propertiesOf() (none [3]property, err error) {
	pid, p1 := d.object.pid, d.value("p1")
	if p1 == nil {
		return d.lookUp(pid, [3]uint32{d.object.index, d.object.index, d.object.index}), nil
	}
	if text := d.value("pid"); text != nil {
		if pid, err = d.number("pid", text); err != nil {
			return none, err
		}
	}
	var index [3]uint32
	if index[0], err = d.number("p1", p1); err != nil {
		return none, err
	}
	index[1], index[2] = index[0], index[0]
	for i, name := range [2]string{"p2", "p3"} {
		text := d.value(name)
		if text == nil {
			continue
		}
		if index[i+1], err = d.number(name, text); err != nil {
			return none, err
		}
	}
	return d.lookUp(pid, index), nil
}

// lookUp returns the properties of a group for the corners of a triangle. Group 0 means none.
func (d *document) lookUp(group uint32, index [3]uint32) (found [3]property) {
	if group == 0 {
		return found
	}
	if group != d.last.id {
		d.last.id, d.last.list = group, nil
		if g := d.groups[group]; g != nil {
			d.last.list = g.list
		}
	}
	if int64(slices.Max(index[:])) >= int64(len(d.last.list)) {
		d.object.unread++
		return found
	}
	for corner, i := range index {
		if found[corner] = d.last.list[i]; found[corner].colour == (stl.Color{}) {
			d.object.unread++
			return [3]property{}
		}
	}
	return found
}

// addColours adds those at the corners of the last triangle. The object has one a triangle until one needs more.
func (o *object) addColours(p [3]property) {
	c := [3]stl.Color{p[0].colour, p[1].colour, p[2].colour}
	if o.colours == nil {
		if c == ([3]stl.Color{}) {
			return
		}
		o.colours = make([]stl.Color, len(o.triangles)/3-1) // those before have none
	}
	if !o.graded && (c[0] != c[1] || c[0] != c[2]) {
		each := make([]stl.Color, 0, len(o.triangles))
		for _, before := range o.colours {
			each = append(each, before, before, before)
		}
		o.colours, o.graded = each, true
	}
	if o.graded {
		o.colours = append(o.colours, c[:]...)
	} else {
		o.colours = append(o.colours, c[0])
	}
}

// coloursAt are those at the corners of a triangle; zeros if it has none.
func (o *object) coloursAt(triangle int) (c [3]stl.Color) {
	switch {
	case o.graded:
		return [3]stl.Color(o.colours[3*triangle:])
	case o.colours != nil:
		c[0] = o.colours[triangle]
		c[1], c[2] = c[0], c[0]
	}
	return c
}
