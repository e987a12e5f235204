package threemf

import (
	"ostrakon/convert/memory"
	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
)

const (
	maxNested = 32
	maxFacets = 1 << 26
)

type placed struct {
	*object
	name string
	at   transform
}

type builder struct {
	parts  map[string]*document
	meshes []placed
	places int // that were looked at
	facets int
	left   int // out: objects that are no models
}

// build makes what the first part builds (core specification, 3.6); others build nothing (production extension, 2).
func build(parts map[string]*document, start string) (*Model, error) {
	b := &builder{parts: parts}
	for _, item := range parts[start].items {
		if err := b.add(item, start, "", identity(), 0); err != nil {
			return nil, err
		}
	}
	if b.facets == 0 {
		return nil, refuse(remark.ModelBuildsNothing, remark.Params{"n": len(parts[start].items)})
	}
	m, err := b.assemble()
	if err != nil {
		return nil, err
	}
	m.Unit = parts[start].unit
	b.warn(m)
	return m, nil
}

// add places an object, and the components that it consists of.
func (b *builder) add(p place, part, name string, outer transform, depth int) error {
	if p.path != "" {
		part = p.path
	}
	o := b.parts[part].objects[p.object]
	id := remark.Params{"object": int(p.object)}
	switch b.places++; {
	case o == nil:
		return refuse(remark.ModelNoObject, id)
	case o.building:
		return refuse(remark.ModelCycle, id)
	case b.places > maxPlaces:
		return refuse(remark.ModelTooManyPlaces, remark.Params{"limit": maxPlaces})
	case depth > maxNested:
		return refuse(remark.ModelNested, remark.Params{"limit": maxNested})
	case o.left:
		b.left++
		return nil
	}
	at := p.at.then(outer)
	if o.name != "" {
		name = o.name
	}
	if n := len(o.triangles) / 3; n > 0 {
		if b.facets += n; b.facets > maxFacets {
			return refuse(remark.ModelTooManyFacets, remark.Params{"limit": maxFacets})
		}
		b.meshes = append(b.meshes, placed{o, name, at})
	}
	o.building = true
	defer func() { o.building = false }()
	for _, c := range o.components {
		if err := b.add(c, part, name, at, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) assemble() (*Model, error) {
	corners := memory.Make[float32](9 * b.facets)[:0]
	var colours []stl.Color
	for _, m := range b.meshes {
		if m.colours != nil {
			colours = make([]stl.Color, 0, b.facets)
			break
		}
	}
	var solids []stl.Solid
	dropped, first := 0, 0 // facets that are too far away
	for _, m := range b.meshes {
		s := stl.Solid{Name: m.name, First: len(corners) / 9}
		for i := 0; i < len(m.triangles); i += 3 {
			facet := m.facet(i)
			if !finite(&facet) {
				if dropped++; dropped == 1 {
					first = len(corners)/9 + 1
				}
				continue
			}
			corners = append(corners, facet[:]...)
			switch {
			case m.colours != nil:
				colours = append(colours, m.colours[i/3])
			case colours != nil:
				colours = append(colours, stl.Color{})
			}
		}
		if s.Facets = len(corners)/9 - s.First; s.Facets > 0 {
			solids = append(solids, s)
		}
	}
	m, err := stl.Assemble(corners, colours, solids, dropped)
	if err != nil {
		return nil, err
	}
	if dropped > 0 {
		m.Warnings = append(m.Warnings, remark.NonFinite.With(remark.Params{"n": dropped, "facet": first}))
	}
	return &Model{Model: *m}, nil
}

func (b *builder) warn(m *Model) {
	blended, unread := 0, 0
	for _, mesh := range b.meshes {
		blended, unread = blended+mesh.blended, unread+mesh.unread
	}
	for _, w := range []struct {
		kind remark.Kind
		n    int
	}{{remark.ObjectsLeftOut, b.left}, {remark.ColoursBlended, blended}, {remark.MaterialsUnread, unread}} {
		if w.n > 0 {
			m.Warnings = append(m.Warnings, w.kind.With(remark.Params{"n": w.n}))
		}
	}
}

// facet is the triangle at triangles[i]. It turns outward again where the transform mirrors (core, section 4.1).
func (m placed) facet(i int) (facet [9]float32) {
	v := [3]uint32(m.triangles[i : i+3])
	t := &m.at
	if t[0]*(t[4]*t[8]-t[5]*t[7])-t[1]*(t[3]*t[8]-t[5]*t[6])+t[2]*(t[3]*t[7]-t[4]*t[6]) < 0 {
		v[1], v[2] = v[2], v[1]
	}
	for corner, n := range v {
		p := m.vertices[3*n : 3*n+3]
		for i := range 3 { // each product is rounded, so that no machine fuses it and gets something else
			q := float64(p[0]*t[i]) + float64(p[1]*t[3+i]) + float64(p[2]*t[6+i]) + t[9+i]
			facet[3*corner+i] = float32(q)
		}
	}
	return facet
}

func finite(facet *[9]float32) bool {
	sum := float32(0)
	for _, x := range facet {
		sum += x - x // which is no number if x is infinite, or none itself
	}
	return sum == 0
}

// then is t followed by u.
func (t transform) then(u transform) (r transform) {
	for row := range 4 {
		for col := range 3 {
			for k := range 3 {
				r[3*row+col] += float64(t[3*row+k] * u[3*k+col])
			}
		}
	}
	for col := range 3 {
		r[9+col] += u[9+col]
	}
	return r
}
