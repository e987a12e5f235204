package ply

import (
	"encoding/binary"
	"math"
	"slices"

	"ostrakon/convert/memory"
	"ostrakon/convert/polygon"
	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
)

// The names of the elements that are read.
const (
	vertexElement = "vertex"
	faceElement   = "face"
	stripElement  = "tristrips"
)

// values are those of a file, one after the other. After the first that cannot be read they are zeros.
type values interface {
	whole(kind) int64   // the next, as a number without a fraction
	real(kind) float32  // the next
	skip(k kind, n int) // passes so many over
	least(kind) int     // the bytes that one takes at least
	rest() int          // the bytes that are left
	at() int            // the place of the next one
	seek(at int)        // goes to a place
	failed() bool       // one could not be read
	fault() fault       // what was wrong with it
}

// fault is why a value could not be read, and where.
type fault struct {
	cut          bool   // the file ends
	bad          []byte // what is not a number
	offset, line int
}

type reader struct {
	header
	values
	polygon.Builder

	vertices int64
	facets   int64 // at most
	runs     []run
	face     []uint32
}

// run is an element that makes facets.
type run struct {
	*element
	at    int   // where its values begin
	list  int   // the place of the property with the vertices
	roles []int // see rolesOf
	own   bool  // it has colours
}

// Read reads a whole PLY file. It takes ownership of data. The error is an *stl.Error.
func Read(data []byte) (*stl.Model, error) {
	h, err := parseHeader(data)
	if err != nil {
		return nil, err
	}
	r := &reader{header: *h}
	switch h.form {
	case text:
		r.values = &textValues{data: data, p: h.end}
	case bigEndian:
		r.values = &binaryValues{data: data, p: h.end, order: binary.BigEndian}
	default:
		r.values = &binaryValues{data: data, p: h.end, order: binary.LittleEndian}
	}
	if err := r.survey(); err != nil {
		return nil, err
	}
	if r.facets == 0 {
		return nil, &stl.Error{Remark: remark.MeshNoFaces.With(remark.Params{"n": r.vertices})}
	}
	if err := r.build(); err != nil {
		return nil, err
	}
	m, err := r.Model(stl.PLY, nil)
	if err == nil && h.textures {
		m.Warnings = append(m.Warnings, remark.TextureLeftOut.With(nil))
	}
	return m, err
}

// survey reads the vertices, and counts the facets that the faces make.
func (r *reader) survey() error {
	for i := range r.elements {
		e := &r.elements[i]
		row := int64(0)
		for _, p := range e.properties {
			if p.count != noKind {
				row += int64(r.least(p.count))
			} else {
				row += int64(r.least(p.kind))
			}
		}
		if row*e.count > int64(r.rest()) {
			f := r.fault()
			f.cut = true
			return r.refuse(e, f)
		}
		list := -1
		if e.name == faceElement || e.name == stripElement {
			list = e.find(true, "vertex_indices", "vertex_index")
		}
		if e.name == vertexElement && r.Places == nil {
			r.readVertices(e)
		} else {
			r.count(e, list)
		}
		if r.failed() {
			return r.refuse(e, r.fault())
		}
	}
	return nil
}

// pass passes a property over, and returns the length of a list.
func (r *reader) pass(p property) int64 {
	if p.count == noKind {
		r.skip(p.kind, 1)
		return 0
	}
	n := r.length(p)
	r.skip(p.kind, int(n))
	return n
}

// length is that of the list which begins here. It is more than there is where it could not be read.
func (r *reader) length(p property) int64 {
	n := r.whole(p.count)
	if n < 0 || n*int64(r.least(p.kind)) > int64(r.rest()) {
		n = int64(r.rest()) + 1
	}
	return n
}

// count passes an element over. The list of its vertices, unless that is -1, makes facets.
func (r *reader) count(e *element, list int) {
	if list >= 0 {
		f := run{element: e, at: r.at(), list: list}
		f.roles, f.own = rolesOf(e)
		r.runs = append(r.runs, f)
	}
	if len(e.properties) == 0 {
		return
	}
	for n := int64(0); n < e.count && !r.failed(); n++ {
		for i, p := range e.properties {
			if length := r.pass(p); i == list {
				r.facets += max(0, length-2)
			}
		}
	}
}

// The places of values in a row.
const (
	placeX     = iota
	placeRed   = placeX + 3
	placeAlpha = placeRed + 3
	places     = placeAlpha + 1
)

// row holds the place of a vertex, and the colour, from 0 to 255, of a vertex or a face.
type row [places]float32

// rolesOf says for each property of an element which of the values of a row it is; -1: none.
func rolesOf(e *element) (roles []int, coloured bool) {
	roles = make([]int, len(e.properties))
	for i := range roles {
		roles[i] = -1
	}
	for place, names := range [places][]string{{"x"}, {"y"}, {"z"}, {"red", "diffuse_red"}, {"green", "diffuse_green"},
		{"blue", "diffuse_blue"}, {"alpha", "diffuse_alpha"}} {
		if i := e.find(false, names...); i >= 0 {
			roles[i], coloured = place, coloured || place == placeRed
		}
	}
	return roles, coloured
}

func (r *reader) readVertices(e *element) {
	roles, coloured := rolesOf(e)
	r.vertices = e.count
	r.Places = memory.Make[float32](int(3 * e.count))
	if coloured {
		r.Colours = make([]stl.Color, e.count)
	}
	values := row{placeAlpha: polygon.Opaque}
	for v := 0; v < int(e.count) && !r.failed(); v++ {
		for i, p := range e.properties {
			r.readOne(p, roles[i], &values)
		}
		copy(r.Places[3*v:], values[placeX:placeRed])
		if coloured {
			r.Colours[v] = values.colour()
		}
	}
}

// readOne reads a property that has a role, and passes others over.
func (r *reader) readOne(p property, role int, into *row) {
	if role < 0 {
		r.pass(p)
		return
	}
	v := r.real(p.kind)
	if role >= placeRed {
		switch p.kind {
		case floatKind, doubleKind:
			v *= 255
		case int16Kind, uint16Kind:
			v /= 257
		}
	}
	into[role] = v
}

func (w *row) colour() (c stl.Color) {
	for i := range c {
		if v := w[placeRed+i]; v >= 0 { // which is false for what is not a number
			c[i] = uint8(min(v, 255) + 0.5)
		}
	}
	if c[3] == 0 {
		c[3] = polygon.Opaque
	}
	return c
}

// build makes the facets.
func (r *reader) build() error {
	coloured := slices.ContainsFunc(r.runs, func(f run) bool { return f.own })
	if err := r.Reserve(r.facets, coloured); err != nil {
		return err
	}
	for i := range r.runs {
		if err := r.buildRun(&r.runs[i]); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) buildRun(f *run) error {
	r.seek(f.at)
	values := row{placeAlpha: polygon.Opaque}
	for n := range f.count {
		for i, p := range f.properties {
			if i != f.list {
				r.readOne(p, f.roles[i], &values)
			} else if err := r.readFace(f, p, n+1); err != nil {
				return err
			}
		}
		if r.failed() { // a word that is no number, which the survey passed over
			return r.refuse(f.element, r.fault())
		}
		var colour stl.Color
		if f.own {
			colour = values.colour()
		}
		if f.name == stripElement {
			r.addStrips(colour)
		} else {
			r.Add(r.face, colour)
		}
	}
	return nil
}

// endOfStrip is -1, after which another strip begins.
const endOfStrip = math.MaxUint32

// readFace reads the vertices of the face of a number.
func (r *reader) readFace(f *run, p property, face int64) error {
	r.face = r.face[:0]
	for range r.length(p) {
		v := r.whole(p.kind)
		switch {
		case f.name == stripElement && v == -1:
			v = endOfStrip
		case (v < 0 || v >= r.vertices) && !r.failed():
			at := r.fault()
			facts := remark.Params{"face": face, "index": v, "n": r.vertices}
			return &stl.Error{Remark: remark.MeshIndex.With(facts), Offset: int64(at.offset), Line: at.line}
		}
		r.face = append(r.face, uint32(v))
	}
	return nil
}

// addStrips adds the triangles of strips, every other of which is turned around.
func (r *reader) addStrips(colour stl.Color) {
	strip := 0 // where it begins
	for i, v := range r.face {
		if v == endOfStrip {
			strip = i + 1
		}
		if i < strip+2 {
			continue
		}
		triangle := [3]uint32(r.face[i-2 : i+1])
		if (i-strip)%2 == 1 {
			triangle[0], triangle[1] = triangle[1], triangle[0]
		}
		r.Add(triangle[:], colour)
	}
}

// refuse makes the error of an element whose values could not be read.
func (r *reader) refuse(e *element, f fault) error {
	kind, facts := remark.MeshCutOff, remark.Params{"element": shown([]byte(e.name)), "announced": e.count}
	if !f.cut {
		kind, facts = remark.MeshNotNumber, remark.Params{"text": shown(f.bad)}
	}
	return &stl.Error{Remark: kind.With(facts), Offset: int64(f.offset), Line: f.line}
}
