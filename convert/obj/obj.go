package obj

import (
	"bytes"

	"ostrakon/convert/polygon"
	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
)

// Library returns the file of a name that lies beside the model; nil if there is none. A nil Library has no files.
type Library func(name string) ([]byte, error)

// Is reports whether a file begins as OBJ does: with lines of its words, up to one that nothing else has.
func Is(start []byte) bool {
	l := lines{text: bytes.Clone(bytes.TrimPrefix(start, []byte(byteOrderMark)))}
	if bytes.IndexByte(l.text, 0) >= 0 {
		return false
	}
	l.text = ofLines(l.text)
	for l.read() {
		switch {
		case l.from == l.to, l.text[l.from] == '#', l.is("o"), l.is("g"), l.is("s"):
		case l.is("v"), l.is("vn"), l.is("vt"), l.is("vp"), l.is("f"), l.is("mtllib"), l.is("usemtl"):
			return true
		default:
			return false
		}
	}
	return false
}

const byteOrderMark = "\xef\xbb\xbf"

// ofLines makes the lines of old Macs, which end in a carriage return alone, usual ones.
func ofLines(text []byte) []byte {
	if bytes.IndexByte(text, '\n') < 0 {
		for i, c := range text {
			if c == '\r' {
				text[i] = '\n'
			}
		}
	}
	return text
}

type reader struct {
	lines
	polygon.Builder
	materials

	objects  bool
	vertices int64 // up to the line
	faces    int
	colour   stl.Color // of the material
	name     string    // of the object or group
	solids   []stl.Solid
	face     []uint32
}

// Read reads a whole OBJ file, and files of materials as library has them. It takes ownership of data. The error is an
// *stl.Error, or that of library.
func Read(data []byte, library Library) (*stl.Model, error) {
	data = ofLines(bytes.TrimPrefix(data, []byte(byteOrderMark)))
	s := survey{lines: lines{text: data}}
	if err := s.read(); err != nil {
		return nil, err
	}
	if s.facets == 0 {
		return nil, &stl.Error{Remark: remark.MeshNoFaces.With(remark.Params{"n": len(s.places) / 3})}
	}
	r := &reader{lines: lines{text: data}, objects: s.objects}
	r.materials.colours = make(map[string]stl.Color)
	if err := r.load(s.libraries, library); err != nil {
		return nil, err
	}
	r.Places, r.Colours = s.places, s.vertexColours()
	if err := r.Reserve(s.facets, len(r.materials.colours) > 0); err != nil {
		return nil, err
	}
	if err := r.build(); err != nil {
		return nil, err
	}
	r.closeSolid()
	m, err := r.Model(stl.OBJ, r.solids)
	if err != nil {
		return nil, err
	}
	if s.curves > 0 {
		m.Warnings = append(m.Warnings, remark.CurvesLeftOut.With(remark.Params{"n": s.curves}))
	}
	r.warn(m)
	return m, nil
}

// build makes facets of the faces.
func (r *reader) build() error {
	for r.read() {
		switch {
		case r.from == r.to:
		case r.is("v"):
			r.vertices++
		case r.is("f"):
			if err := r.addFace(); err != nil {
				return err
			}
		case r.is("o"), r.is("g") && !r.objects:
			r.begin(string(r.rest()))
		case r.is("usemtl"):
			r.colour = r.materials.colours[string(r.rest())]
		}
	}
	return nil
}

// addFace reads the vertices of a face.
func (r *reader) addFace() error {
	r.faces++
	r.face = r.face[:0]
	all := int64(len(r.Places) / 3)
	for p := r.blanks(r.from + 1); p < r.to && r.text[p] != '#'; {
		number, end := r.vertex(p)
		v := number - 1
		switch {
		case number == 0:
			return r.notA(remark.MeshNotVertex, p)
		case number < 0:
			v = r.vertices + number
		}
		if v < 0 || v >= all {
			return r.refuse(remark.MeshIndex, remark.Params{"face": r.faces, "index": number, "n": all})
		}
		r.face = append(r.face, uint32(v))
		p = r.blanks(end)
	}
	r.Add(r.face, r.colour)
	return nil
}

// begin begins an object or group. One of the same name goes on.
func (r *reader) begin(name string) {
	if name != r.name {
		r.closeSolid()
		r.name = name
	}
}

func (r *reader) closeSolid() {
	first := 0
	if n := len(r.solids); n > 0 {
		first = r.solids[n-1].First + r.solids[n-1].Facets
	}
	if n := r.Facets() - first; n > 0 {
		r.solids = append(r.solids, stl.Solid{Name: r.name, First: first, Facets: n})
	}
}
