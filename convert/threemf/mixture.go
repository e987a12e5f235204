package threemf

import (
	"bytes"

	"ostrakon/convert/mesh"
	"ostrakon/convert/stl"
)

// maxMixed is how many materials or layers are mixed; more are ignored.
const maxMixed = 32

// mixture names what the properties of a group mix.
type mixture struct {
	of       []*group // of composite materials one; nil: a group that is not there
	indices  []uint32 // of composite materials, in the group
	multiply []bool   // of layers
}

// light is a colour in linear light, in which colours mix, and its opacity.
type light [4]float32

// mix lays a colour of some opacity over another.
func (l light) mix(over light) light {
	for i := range 3 {
		l[i] = over[i]*over[3] + l[i]*(1-over[3])
	}
	l[3] = over[3] + l[3]*(1-over[3])
	return l
}

// multiply lets one colour through another.
func (l light) multiply(by light) light {
	for i := range l {
		l[i] *= by[i]
	}
	return l
}

// opaque is the colour in sRGB, without what is behind it.
func (l light) opaque() stl.Color {
	return stl.Color{mesh.Level(float64(l[0])), mesh.Level(float64(l[1])), mesh.Level(float64(l[2])), opaque}
}

// addConstituents begins composite materials (materials extension, section 4).
func (d *document) addConstituents() error {
	of, err := d.numbers("matid")
	if err != nil {
		return err
	}
	indices, err := d.numbers("matindices")
	if err != nil {
		return err
	}
	d.group.mixes = mixture{of: d.named(of), indices: indices}
	return nil
}

// addComposite adds a mixture of base materials: the mean of their colours, in the ratio of the values.
func (d *document) addComposite() error {
	m := &d.group.mixes
	if len(m.of) != 1 || m.of[0] == nil || len(m.indices) == 0 {
		return d.addUnread()
	}
	shares, total := make([]float64, len(m.indices)), 0.0
	for i, text := range bytes.Fields(d.value("values")) {
		v, err := decimal(text)
		if err != nil || !(v >= 0 && v <= 1) {
			return d.invalid("values", text)
		}
		if i < len(shares) {
			shares[i] = v
			total += v
		}
	}
	var sum light
	for i, index := range m.indices {
		if int64(index) >= int64(len(m.of[0].list)) {
			return d.addUnread()
		}
		share := 1 / float64(len(m.indices))
		if total > 0 {
			share = shares[i] / total
		}
		for k, v := range mesh.LinearColor(m.of[0].list[index].colour) {
			sum[k] += v * float32(share)
		}
	}
	d.group.list = append(d.group.list, property{colour: sum.opaque()})
	return nil
}

// addLayers begins multiproperties (materials extension, section 5).
func (d *document) addLayers() error {
	of, err := d.numbers("pids")
	if err != nil {
		return err
	}
	m := mixture{of: d.named(of), multiply: make([]bool, len(of))}
	for i, method := range bytes.Fields(d.value("blendmethods")) {
		if i+1 < len(of) {
			m.multiply[i+1] = string(method) == "multiply"
		}
	}
	d.group.mixes = m
	return nil
}

// addMulti adds the properties of layers on each other.
func (d *document) addMulti() error {
	indices, err := d.numbers("pindices")
	if err != nil {
		return err
	}
	layers := make([]property, len(d.group.mixes.of))
	for i, g := range d.group.mixes.of {
		index := uint32(0)
		if i < len(indices) {
			index = indices[i]
		}
		if g == nil || int64(index) >= int64(len(g.list)) {
			return d.addUnread()
		}
		layers[i] = g.list[index]
	}
	if len(d.group.mixes.multiply) == 0 { // there are no layers, or these are composite materials
		return d.addUnread()
	}
	d.group.list = append(d.group.list, d.group.mixes.blend(layers))
	return nil
}

// addUnread adds a property in the place of one that mixes what is not there.
func (d *document) addUnread() error {
	d.group.list = append(d.group.list, property{})
	return nil
}

// blend lays properties on each other. A material is what the others lie on in the end, with their opacity.
func (m *mixture) blend(layers []property) property {
	below := newLayer(layers[0])
	below.light[3] = 1
	sum, first := below, 1
	material := m.of[0].material && len(layers) > 1
	if material {
		sum, first = newLayer(layers[1]), 2
		if m.multiply[1] {
			sum.light[3] = 1
		}
	}
	for i := first; i < len(layers); i++ {
		if next := newLayer(layers[i]); m.multiply[i] {
			sum = sum.multiply(next)
		} else {
			sum = sum.mix(next)
		}
	}
	if material {
		sum = below.mix(sum)
	}
	sum.colour = sum.light.opaque()
	return sum.property
}

// layer is a property with its colour in linear light.
type layer struct {
	property
	light light
}

func newLayer(p property) layer { return layer{p, mesh.LinearColor(p.colour)} }

// mix lays a layer over another. A texture hides what is below it, and what lies half over a texture cannot be shown:
// the one of which there is more is.
func (l layer) mix(over layer) layer {
	switch a := over.light[3]; {
	case over.texture != nil || a == 1:
		return over
	case a == 0:
		return l
	case l.texture == nil:
		l.light = l.light.mix(over.light)
	case a < 0.5:
		l.partly = true
	default:
		over.light[3], over.partly = 1, true
		return over
	}
	return l
}

// multiply lets a layer through another. Of two textures, the upper one is shown.
func (l layer) multiply(by layer) layer {
	l.light = l.light.multiply(by.light)
	if by.texture != nil {
		l.partly = l.partly || l.texture != nil
		l.texture, l.at = by.texture, by.at
	}
	return l
}

// numbers reads whole numbers with blanks between them; those after the first maxMixed are ignored.
func (d *document) numbers(name string) (list []uint32, err error) {
	for text := range bytes.FieldsSeq(d.value(name)) {
		v, err := d.number(name, text)
		if err != nil {
			return nil, err
		}
		if len(list) < maxMixed {
			list = append(list, v)
		}
	}
	return list, nil
}

// named are the groups of these numbers, nil for those that are not there or mix others.
func (d *document) named(ids []uint32) []*group {
	list := make([]*group, len(ids))
	for i, id := range ids {
		if g := d.groups[id]; g != nil && g != d.group && g.mixes.multiply == nil {
			list[i] = g
		}
	}
	return list
}
