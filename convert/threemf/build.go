package threemf

// maxPlaced is the most components that are looked at, and maxDeep how deep they may lie.
const (
	maxPlaced = 4096
	maxDeep   = 32
)

// Solid is one mesh at its place. Corners are 9 numbers a facet; Colours one a facet, or nil.
type Solid struct {
	Name    string
	Corners []float32
	Colours [][4]uint8
}

// Read reads the text of 3D/3dmodel.model: its solids, with transforms applied, and the name of its
// unit. Facets look outwards also where a transform mirrors. The error wraps ErrDamaged.
func Read(data []byte) (solids []Solid, unit string, err error) {
	d, err := parse(data)
	if err != nil {
		return nil, "", err
	}
	b := builder{document: d}
	for _, item := range d.items {
		if err := b.add(item, transform{1, 0, 0, 0, 1, 0, 0, 0, 1}, "", 0); err != nil {
			return nil, "", err
		}
	}
	return b.solids, d.unit, nil
}

// builder places objects.
type builder struct {
	*document
	solids         []Solid
	placed, facets int
}

// add places an object, and what it consists of. A circle of components is too deep.
func (b *builder) add(c component, outer transform, name string, depth int) error {
	o := b.objects[c.object]
	if b.placed++; o == nil || b.placed > maxPlaced || depth > maxDeep {
		return damaged("object %q is missing, contains itself, or is one component too many", c.object)
	}
	at := c.at.then(outer)
	if o.name != "" {
		name = o.name
	}
	if n := len(o.triangles) / 3; n > 0 {
		if b.facets += n; b.facets > maxTriangles {
			return damaged("components make more than %d triangles", maxTriangles)
		}
		b.solids = append(b.solids, Solid{name, o.corners(at), o.colours})
	}
	for _, part := range o.components {
		if err := b.add(part, at, name, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// then is t followed by u.
func (t transform) then(u transform) (r transform) {
	for row := range 4 {
		for col := range 3 {
			for k := range 3 {
				r[3*row+col] += t[3*row+k] * u[3*k+col]
			}
		}
	}
	for col := range 3 {
		r[9+col] += u[9+col]
	}
	return r
}

// mirrors reports whether t turns left hands into right ones.
func (t transform) mirrors() bool {
	return t[0]*(t[4]*t[8]-t[5]*t[7])-t[1]*(t[3]*t[8]-t[5]*t[6])+t[2]*(t[3]*t[7]-t[4]*t[6]) < 0
}

// corners are the facets of a mesh under a transform.
func (o *object) corners(t transform) []float32 {
	out := make([]float32, 0, 3*len(o.triangles))
	for i := 0; i < len(o.triangles); i += 3 {
		v := [3]uint32(o.triangles[i : i+3])
		if t.mirrors() {
			v[1], v[2] = v[2], v[1]
		}
		for _, n := range v {
			p := o.vertices[3*n : 3*n+3]
			for col := range 3 {
				out = append(out, float32(float64(p[0])*t[col]+float64(p[1])*t[3+col]+float64(p[2])*t[6+col]+t[9+col]))
			}
		}
	}
	return out
}
