package threemf

import (
	"maps"
	"slices"

	"ostrakon/convert/memory"
	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
	"ostrakon/convert/texture"
)

const (
	maxNested = 32
	maxFacets = 1 << 26
)

// placed is a mesh, or some of its triangles, at a place.
type placed struct {
	*object
	first, end int // triangles
	name       string
	at         transform
	colour     stl.Color // of triangles that have none; zeros: unknown
}

type builder struct {
	parts  map[string]*document
	start  string
	slicer *project
	meshes []placed
	places int // that were looked at
	facets int
	left   int        // out: objects that are no models
	off    int        // all plates, and left out
	out    [roles]int // left out: volumes that are not printed
	hole   string     // the name of the first negative volume

	unread, partly, split, unpainted int // facets; see object
	beams, booleans, rough           int // as well

	textured textured
}

// around describes the place of an object: its part of the package, the name and transform of the object that holds it,
// how deep it is nested, and what the slicer knows of it.
type around struct {
	part, name string
	at         transform
	depth      int
	assembly   *assembly // of the slicer; nil: none
	volume     *volume   // of the assembly; nil: none
}

// extruder returns the number of the extruder that prints a triangle without paint.
func (a *around) extruder() int {
	n := 0
	if a.volume != nil {
		n = a.volume.extruder
	}
	if n == 0 && a.assembly != nil {
		n = a.assembly.extruder
	}
	return max(n, 1)
}

// build makes what the first part builds (core specification, 3.6); others build nothing (production extension, 2).
// load reads a picture by its path.
func build(parts map[string]*document, start string, slicer *project, plate int,
	load func(path string) (texture.Image, bool)) (*Model, error) {
	b := &builder{parts: parts, start: start, slicer: slicer}
	b.textured = textured{known: make(map[*texture2d]uint16), image: make(map[string]int), load: load}
	plates := max(1, len(slicer.plates))
	if plate > plates {
		return nil, refuse(remark.ModelNoPlate, remark.Params{"plate": plate, "n": plates})
	}
	items, taken := slicer.onPlate(parts[start].items, plate)
	if plates > 1 {
		b.off = slicer.offPlates(parts[start].items)
	}
	for _, item := range items {
		if err := b.add(item, around{part: start, at: identity()}); err != nil {
			return nil, err
		}
	}
	if b.facets == 0 {
		for _, name := range slices.Sorted(maps.Keys(parts)) {
			if needs := parts[name].needs; needs != "" {
				return nil, refuse(remark.ModelExtension, remark.Params{"extension": needs})
			}
		}
		return nil, refuse(remark.ModelBuildsNothing, remark.Params{"n": len(items)})
	}
	m, err := b.assemble()
	if err != nil {
		return nil, err
	}
	m.Plate, m.Plates = taken, plates
	if plate == 0 && plates > 1 {
		m.Warnings = append(m.Warnings, remark.PlateTaken.With(remark.Params{"plate": taken, "n": plates}))
	}
	m.Unit, m.About = parts[start].unit, parts[start].about
	b.warn(m)
	return m, nil
}

// add places an object, and the components that it consists of.
func (b *builder) add(p place, in around) error {
	if p.path != "" {
		in.part = p.path
	}
	o := b.parts[in.part].objects[p.object]
	id := remark.Params{"object": int(p.object)}
	switch b.places++; {
	case o == nil:
		return refuse(remark.ModelNoObject, id)
	case o.building:
		return refuse(remark.ModelCycle, id)
	case b.places > maxPlaces:
		return b.tooManyPlaces()
	case in.depth > maxNested:
		return refuse(remark.ModelNested, remark.Params{"limit": maxNested})
	}
	b.enter(o, &in)
	switch {
	case in.volume != nil && in.volume.role != printed:
		b.leave(in.volume)
		return nil
	case o.left:
		b.left++
		return nil
	}
	b.count(o)
	in.at = p.at.then(in.at)
	if err := b.addMesh(o, in); err != nil {
		return err
	}
	o.building = true
	defer func() { o.building = false }()
	return b.addComponents(o, in)
}

// enter goes into an object, with what a slicer knows of it.
func (b *builder) enter(o *object, in *around) {
	in.depth++
	if o.name != "" {
		in.name = o.name
	}
	if a := b.slicer.objects[o.id]; a != nil && in.part == b.start && in.volume == nil {
		if in.assembly = a; a.name != "" {
			in.name = a.name
		}
	}
	if in.volume != nil && in.volume.name != "" {
		in.name = in.volume.name
	}
}

func (b *builder) addComponents(o *object, in around) error {
	times := make(map[uint32]int) // that an object was a component
	for _, c := range o.components {
		next := in
		if in.assembly != nil && in.volume == nil {
			if parts := in.assembly.parts[c.object]; len(parts) > 0 {
				next.volume = &parts[min(times[c.object], len(parts)-1)]
			}
			times[c.object]++
		}
		if err := b.add(c, next); err != nil {
			return err
		}
	}
	return nil
}

// addMesh adds the mesh of an object: as a whole, or those of its volumes that are printed.
func (b *builder) addMesh(o *object, in around) error {
	count, next := len(o.triangles)/3, 0
	if count == 0 {
		return nil
	}
	if in.assembly != nil && in.volume == nil {
		for _, v := range in.assembly.volumes {
			first, end := max(next, int(v.first)), min(count, int(v.end))
			if first >= end {
				continue
			}
			if b.places++; b.places > maxPlaces {
				return b.tooManyPlaces()
			}
			if err := b.addTriangles(o, next, first, in); err != nil { // that are in no volume
				return err
			}
			if next = end; v.role != printed {
				b.leave(&v)
				continue
			}
			of := in
			if of.volume = &v; v.name != "" {
				of.name = v.name
			}
			if err := b.addTriangles(o, first, end, of); err != nil {
				return err
			}
		}
	}
	return b.addTriangles(o, next, count, in)
}

// count adds up what is to be said of an object.
func (b *builder) count(o *object) {
	b.unread, b.partly = b.unread+o.unread, b.partly+o.partly
	b.split, b.unpainted = b.split+o.split, b.unpainted+o.unpainted
	if b.beams += o.beams; o.boolean {
		b.booleans++
	}
	if o.rough {
		b.rough++
	}
}

func (b *builder) addTriangles(o *object, first, end int, in around) error {
	if first == end {
		return nil
	}
	if b.facets += end - first; b.facets > maxFacets {
		return refuse(remark.ModelTooManyFacets, remark.Params{"limit": maxFacets})
	}
	b.meshes = append(b.meshes, placed{o, first, end, in.name, in.at, b.slicer.colour(in.extruder())})
	return nil
}

// leave counts a volume that is not printed.
func (b *builder) leave(v *volume) {
	if b.out[v.role]++; v.role == negative && b.out[negative] == 1 {
		b.hole = clip(v.name)
	}
}

func (b *builder) tooManyPlaces() error {
	return refuse(remark.ModelTooManyPlaces, remark.Params{"limit": maxPlaces})
}

func (b *builder) assemble() (*Model, error) {
	corners := memory.Make[float32](9 * b.facets)[:0]
	var colours []stl.Color
	each := 1 // colours a facet
	if slices.ContainsFunc(b.meshes, func(m placed) bool { return m.graded }) {
		each = 3
	}
	if b.coloured() {
		colours = make([]stl.Color, 0, each*b.facets)
	}
	skinned := slices.ContainsFunc(b.meshes, func(m placed) bool { return m.textures != nil })
	b.textured.skin = &stl.Skin{}
	var solids []stl.Solid
	dropped, first := 0, 0 // facets that are too far away
	for _, m := range b.meshes {
		s, order := stl.Solid{Name: m.name, First: len(corners) / 9}, m.at.order()
		for i := m.first; i < m.end; i++ {
			facet := m.facet(i, order)
			if !finite(&facet) {
				if dropped++; dropped == 1 {
					first = len(corners)/9 + 1
				}
				continue
			}
			corners = append(corners, facet[:]...)
			if colours != nil {
				c, texture := b.lookOf(&m, i)
				c = [3]stl.Color{c[order[0]], c[order[1]], c[order[2]]}
				if colours = append(colours, c[:each]...); skinned {
					b.textured.add(&m, i, texture, order)
				}
			}
		}
		if s.Facets = len(corners)/9 - s.First; s.Facets > 0 {
			solids = append(solids, s)
		}
	}
	m, err := stl.Assemble(stl.ThreeMF, corners, colours, solids, dropped)
	if err != nil {
		return nil, err
	}
	if one := b.meshes[0].colour; colours == nil && one != (stl.Color{}) {
		m.Color = &one
	}
	if len(b.textured.skin.Textures) > 0 {
		m.Skin = b.textured.skin
	}
	if dropped > 0 {
		m.Warnings = append(m.Warnings, remark.NonFinite.With(remark.Params{"n": dropped, "facet": first}))
	}
	return &Model{Model: *m}, nil
}

// coloured reports whether facets may have different colours.
func (b *builder) coloured() bool {
	return slices.ContainsFunc(b.meshes, func(m placed) bool {
		return m.colours != nil || m.paint != nil || m.colour != b.meshes[0].colour
	})
}

// lookOf returns the colours at the corners of a triangle: of its paint, else its own, else of the extruder that prints
// its volume. Its own colours may let a texture through, whose number comes with them.
func (b *builder) lookOf(m *placed, triangle int) (c [3]stl.Color, texture uint16) {
	if m.paint != nil && m.paint[triangle] > 0 {
		if c := b.slicer.colour(int(m.paint[triangle])); c != (stl.Color{}) {
			return [3]stl.Color{c, c, c}, 0
		}
		b.unpainted++
	}
	c = m.coloursAt(triangle)
	if m.textures != nil && m.textures[triangle] != nil {
		texture = b.textured.number(m.textures[triangle])
		if texture == 0 && c == [3]stl.Color{white(), white(), white()} { // all that was to be seen
			c = [3]stl.Color{}
		}
	}
	if c == ([3]stl.Color{}) {
		c = [3]stl.Color{m.colour, m.colour, m.colour}
	}
	return c, texture
}

func (b *builder) warn(m *Model) {
	for _, w := range []struct {
		kind remark.Kind
		n    int
	}{
		{remark.ObjectsLeftOut, b.left}, {remark.ModifiersLeftOut, b.out[modifier]},
		{remark.BlockersLeftOut, b.out[blocker]}, {remark.EnforcersLeftOut, b.out[enforcer]},
		{remark.MaterialsUnread, b.unread}, {remark.MaterialsPartly, b.partly}, {remark.TexturesLeftOut, b.textured.left},
		{remark.PaintSplit, b.split}, {remark.PaintUnread, b.unpainted},
		{remark.BeamsLeftOut, b.beams}, {remark.BooleansLeftOut, b.booleans}, {remark.RoughMesh, b.rough},
		{remark.OffPlates, b.off}, {remark.LayerColours, b.slicer.changes},
	} {
		if w.n > 0 {
			m.Warnings = append(m.Warnings, w.kind.With(remark.Params{"n": w.n}))
		}
	}
	if n := b.out[negative]; n > 0 {
		m.Warnings = append(m.Warnings, remark.NegativeNotCut.With(remark.Params{"n": n, "name": b.hole}))
	}
}

// order is that of the corners of a triangle: it turns outward again where the transform mirrors (core, section 4.1).
func (t *transform) order() [3]int {
	if t[0]*(t[4]*t[8]-t[5]*t[7])-t[1]*(t[3]*t[8]-t[5]*t[6])+t[2]*(t[3]*t[7]-t[4]*t[6]) < 0 {
		return [3]int{0, 2, 1}
	}
	return [3]int{0, 1, 2}
}

// facet is a triangle at its place, with its corners in an order.
func (m *placed) facet(triangle int, order [3]int) (facet [9]float32) {
	t := &m.at
	for corner, from := range order {
		n := m.triangles[3*triangle+from]
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
