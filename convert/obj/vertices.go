package obj

import (
	"math"

	"ostrakon/convert/polygon"
	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
)

// survey reads the text a first time: it keeps the vertices, and counts the facets so that there is room for them.
type survey struct {
	lines
	places    []float32
	colours   []float32 // red, green and blue of each vertex, or of those up to the last that has them
	facets    int64     // that the faces make, at most
	curves    int       // lines, points and free-form surfaces
	objects   bool      // there are objects
	libraries []string  // of materials
}

// maxLibraries is how many files of materials are looked for.
const maxLibraries = 64

// read reads the vertices of the text.
func (s *survey) read() error {
	for s.lines.read() {
		switch {
		case s.from == s.to:
		case s.text[s.from] == 'v':
			if s.is("v") {
				if err := s.vertex(); err != nil {
					return err
				}
			}
		case s.is("f"):
			s.facets += int64(max(0, s.words(s.from+1)-2))
		case s.is("o"):
			s.objects = true
		case s.is("mtllib"):
			if len(s.libraries) < maxLibraries {
				s.libraries = append(s.libraries, string(s.rest()))
			}
		case s.is("l"), s.is("p"), s.is("curv"), s.is("curv2"), s.is("surf"):
			s.curves++
		}
	}
	return nil
}

// vertex reads the numbers of a vertex: its place and, where there are six, its colour. A fourth is its weight.
func (s *survey) vertex() error {
	var values [7]float32
	n := 0
	for p := s.blanks(s.from + 1); p < s.to && n < len(values) && s.text[p] != '#'; p = s.blanks(p) {
		v, end, ok := s.real(p)
		if !ok {
			return s.notA(remark.MeshNotNumber, p)
		}
		values[n], p = v, end
		n++
	}
	if n < 3 {
		return s.refuse(remark.MeshShortVertex, remark.Params{"n": n})
	}
	if n >= 6 {
		for len(s.colours) < len(s.places) {
			s.colours = append(s.colours, -1)
		}
		s.colours = append(s.colours, values[3:6]...)
	}
	s.places = append(s.places, values[:3]...)
	return nil
}

// vertexColours are those of the vertices, and zeros for a vertex without; nil if no vertex has any. Some programs
// write fractions, and some numbers to 255.
func (s *survey) vertexColours() []stl.Color {
	if s.colours == nil {
		return nil
	}
	scale := float32(255)
	for _, c := range s.colours {
		if c > 1 {
			scale = 1
		}
	}
	list := make([]stl.Color, len(s.places)/3)
	for i := 0; i+3 <= len(s.colours); i += 3 {
		if s.colours[i] < 0 {
			continue
		}
		c := stl.Color{3: polygon.Opaque}
		for k, v := range s.colours[i : i+3] {
			c[k] = level(v * scale)
		}
		list[i/3] = c
	}
	return list
}

// level is a colour's part from 0 to 255.
func level(v float32) uint8 {
	if !(v > 0) { // nor a number
		return 0
	}
	return uint8(math.Round(float64(min(v, 255))))
}
