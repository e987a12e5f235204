package meshopt

import (
	"encoding/binary"
	"slices"
)

const (
	triangleHeader = 0xe1
	tableSize      = 16 // bytes of the code table at the end of the stream
	tableCodes     = 14 // of which so many can be named by a code

	fifoSize     = 16
	edgeReach    = 15 // edges that a code can name
	vertexReach  = 13 // vertices that a code with an edge can name
	cornerReach  = 14 // vertices that a code without an edge can name
	codeBelow    = 0xd
	codeAbove    = 0xe
	codeExplicit = 0xf
	codeNext     = 0xfe // no edge: the first corner is the next new vertex
	codeFree     = 0xff // no edge: the first corner is spelt out
)

// EncodeTriangles appends to dst the stream of mode TRIANGLES for indices,
// three a facet, and returns the extended slice. A facet may come back with
// another of its corners first; order of facets and winding stay. A length
// that is not a multiple of three is a mistake of the caller and panics.
func EncodeTriangles(dst []byte, indices []uint32) []byte {
	if len(indices)%3 != 0 {
		panic("meshopt: EncodeTriangles: " + ErrSize.Error())
	}
	facets := len(indices) / 3
	dst = slices.Grow(dst, 1+facets+facets/8+tableSize)
	dst = append(dst, triangleHeader)
	dst = dst[:len(dst)+facets]

	e := triangleEncoder{codes: dst[len(dst)-facets:]}
	e.data = make([]byte, 0, facets/8+tableSize)
	for i := range e.codes {
		t := indices[3*i : 3*i+3 : 3*i+3]
		e.codes[i] = e.facet(t[0], t[1], t[2], i)
	}
	table := e.tabulate()
	dst = append(dst, e.data...)
	return append(dst, table[:]...)
}

// fifo holds what encoder and decoder alike remember of the facets before.
type fifo struct {
	edges    [fifoSize]uint64 // from<<32 | to
	vertices [fifoSize]uint32
	edgeEnd  uint // pushes so far
	vertEnd  uint
	next     uint32
	last     uint32
}

func (f *fifo) pushEdge(from, to uint32) {
	f.edges[f.edgeEnd%fifoSize] = uint64(from)<<32 | uint64(to)
	f.edgeEnd++
}

func (f *fifo) pushVertex(v uint32) {
	f.vertices[f.vertEnd%fifoSize] = v
	f.vertEnd++
}

type triangleEncoder struct {
	fifo
	codes []byte
	data  []byte
	pairs []pair
	used  [256]uint32 // how often each pair occurs
}

// pair is a facet that begins with the next new vertex and shares no edge: the
// byte data[at] says where its other two corners are, unless the code table
// comes to hold that byte.
type pair struct{ facet, at uint32 }

// facet returns the code of one facet and appends what else it needs to data.
func (e *triangleEncoder) facet(a, b, c uint32, number int) byte {
	ab := uint64(a)<<32 | uint64(b)
	bc := uint64(b)<<32 | uint64(c)
	ca := uint64(c)<<32 | uint64(a)
	found, third := -1, uint32(0)
	for i := range min(e.edgeEnd, edgeReach) {
		edge := e.edges[(e.edgeEnd-1-i)%fifoSize]
		switch edge {
		case ab:
			third = c
		case bc:
			third = a
		case ca:
			third = b
		default:
			continue
		}
		if low, ok := e.known(third); ok {
			e.pushEdge(third, uint32(edge))
			e.pushEdge(uint32(edge>>32), third)
			return byte(i)<<4 | low
		}
		if found < 0 {
			found = int(i)
		}
	}
	if found < 0 {
		return e.loose(a, b, c, number)
	}
	edge := e.edges[(e.edgeEnd-1-uint(found))%fifoSize]
	third = a ^ b ^ c ^ uint32(edge) ^ uint32(edge>>32)
	e.spell(third)
	e.pushVertex(third)
	e.pushEdge(third, uint32(edge))
	e.pushEdge(uint32(edge>>32), third)
	return byte(found)<<4 | codeExplicit
}

// known finds the code of a vertex beside an edge that needs no further data,
// and does what the decoder will do on reading it.
func (e *triangleEncoder) known(v uint32) (code byte, ok bool) {
	if v == e.next {
		e.next++
		e.pushVertex(v)
		return 0, true
	}
	for i := uint(1); i < min(e.vertEnd, vertexReach); i++ {
		if e.vertices[(e.vertEnd-1-i)%fifoSize] == v {
			return byte(i), true
		}
	}
	switch v {
	case e.last - 1:
		code = codeBelow
	case e.last + 1:
		code = codeAbove
	default:
		return 0, false
	}
	e.last = v
	e.pushVertex(v)
	return code, true
}

// loose codes a facet that shares no remembered edge.
func (e *triangleEncoder) loose(a, b, c uint32, number int) byte {
	// First the next new vertex; else one that has to be spelt out anyway.
	switch {
	case a == e.next:
	case b == e.next:
		a, b, c = b, c, a
	case c == e.next:
		a, b, c = c, a, b
	case e.recent(a) == codeExplicit:
	case e.recent(b) == codeExplicit:
		a, b, c = b, c, a
	case e.recent(c) == codeExplicit:
		a, b, c = c, a, b
	}
	code := byte(codeFree)
	if a == e.next {
		code = codeNext
		e.next++
	}
	second := e.corner(b)
	third := e.corner(c)
	both := second<<4 | third
	if code == codeNext && second != codeExplicit && third != codeExplicit {
		e.pairs = append(e.pairs, pair{uint32(number), uint32(len(e.data))})
		e.used[both]++
	}
	e.data = append(e.data, both)
	if code == codeFree {
		e.spell(a)
	}
	if second == codeExplicit {
		e.spell(b)
	}
	if third == codeExplicit {
		e.spell(c)
	}
	e.pushEdge(b, a)
	e.pushEdge(c, b)
	e.pushEdge(a, c)
	e.pushVertex(a)
	if second == 0 || second == codeExplicit {
		e.pushVertex(b)
	}
	if third == 0 || third == codeExplicit {
		e.pushVertex(c)
	}
	return code
}

// corner is the half byte of a second or third corner.
func (e *triangleEncoder) corner(v uint32) byte {
	if v == e.next {
		e.next++
		return 0
	}
	return e.recent(v)
}

// recent is one more than the place of v among the vertices remembered, or
// codeExplicit.
func (e *triangleEncoder) recent(v uint32) byte {
	for i := range min(e.vertEnd, cornerReach) {
		if e.vertices[(e.vertEnd-1-i)%fifoSize] == v {
			return byte(i + 1)
		}
	}
	return codeExplicit
}

// spell appends v as its distance from the vertex spelt out before.
func (e *triangleEncoder) spell(v uint32) {
	d := int32(v - e.last)
	e.last = v
	e.data = binary.AppendUvarint(e.data, uint64(uint32(d<<1)^uint32(d>>31)))
}

// tabulate puts the commonest pairs into the code table, gives their facets
// the short codes and takes their bytes out of data.
func (e *triangleEncoder) tabulate() (table [tableSize]byte) {
	// Pair 0 is always in the table, at 0: as a byte of data it would mean
	// that the numbering of new vertices begins again.
	e.used[0] = 0
	slots := 1
	for ; slots < tableCodes; slots++ {
		best := 0
		for p, n := range e.used {
			if n > e.used[best] {
				best = p
			}
		}
		if e.used[best] == 0 {
			break
		}
		e.used[best] = 0
		table[slots] = byte(best)
	}
	if len(e.pairs) == 0 {
		return table
	}
	kept := int(e.pairs[0].at)
	for i, p := range e.pairs {
		from, to := int(p.at), len(e.data)
		if i+1 < len(e.pairs) {
			to = int(e.pairs[i+1].at)
		}
		if slot := slices.Index(table[:slots], e.data[from]); slot >= 0 {
			e.codes[p.facet] = 0xf0 | byte(slot)
			from++
		}
		kept += copy(e.data[kept:], e.data[from:to])
	}
	e.data = e.data[:kept]
	return table
}

// DecodeTriangles fills dst, three indices a facet, from src. It returns an
// *Error if src is not exactly the stream of len(dst)/3 facets; dst is then
// partly written. The indices may be any number of 32 bits: whoever uses them
// holds them against the number of vertices.
func DecodeTriangles(dst []uint32, src []byte) error {
	fail := func(at int, err error) error { return &Error{Stream: "triangles", Offset: at, Err: err} }
	facets := len(dst) / 3
	switch {
	case len(dst)%3 != 0:
		return fail(0, ErrSize)
	case len(src) < 1+facets+tableSize:
		return fail(len(src), ErrTruncated)
	case src[0] != triangleHeader:
		return fail(0, ErrHeader)
	}
	d := triangleDecoder{src: src[:len(src)-tableSize], at: 1 + facets, table: [tableSize]byte(src[len(src)-tableSize:])}
	for i, both := range d.table {
		if both>>4 == 0xf || both&0xf == 0xf || i >= tableCodes && both != 0 {
			return fail(len(d.src)+i, ErrTable)
		}
	}
	for i, code := range src[1 : 1+facets] {
		var a, b, c uint32
		if code < 0xf0 {
			a, b, c = d.beside(code)
		} else {
			a, b, c = d.loose(code)
		}
		if d.err != nil {
			return fail(d.at, d.err)
		}
		dst[3*i], dst[3*i+1], dst[3*i+2] = a, b, c
	}
	if d.at != len(d.src) {
		return fail(d.at, ErrTrailing)
	}
	return nil
}

type triangleDecoder struct {
	fifo
	src   []byte // without the table
	at    int    // of the next byte of data
	table [tableSize]byte
	err   error
}

// beside reads a facet that shares a remembered edge.
func (d *triangleDecoder) beside(code byte) (a, b, c uint32) {
	edge := d.edges[(d.edgeEnd-1-uint(code>>4))%fifoSize]
	a, b = uint32(edge>>32), uint32(edge)
	switch low := code & 0xf; low {
	case 0:
		c = d.next
		d.next++
		d.pushVertex(c)
	case codeBelow, codeAbove:
		c = d.last - 1
		if low == codeAbove {
			c = d.last + 1
		}
		d.last = c
		d.pushVertex(c)
	case codeExplicit:
		c = d.spelt()
		d.pushVertex(c)
	default:
		c = d.vertices[(d.vertEnd-1-uint(low))%fifoSize]
	}
	d.pushEdge(c, b)
	d.pushEdge(a, c)
	return a, b, c
}

// loose reads a facet that shares no edge.
func (d *triangleDecoder) loose(code byte) (a, b, c uint32) {
	var both byte
	if code < codeNext {
		both = d.table[code&0xf]
	} else {
		if both = d.byte(); both == 0 {
			d.next = 0
		}
	}
	if code == codeFree {
		a = d.spelt()
	} else {
		a = d.next
		d.next++
	}
	b = d.corner(both >> 4)
	c = d.corner(both & 0xf)
	d.pushEdge(b, a)
	d.pushEdge(c, b)
	d.pushEdge(a, c)
	d.pushVertex(a)
	if z := both >> 4; z == 0 || z == codeExplicit {
		d.pushVertex(b)
	}
	if w := both & 0xf; w == 0 || w == codeExplicit {
		d.pushVertex(c)
	}
	return a, b, c
}

// corner is the vertex that a half byte stands for.
func (d *triangleDecoder) corner(half byte) uint32 {
	switch half {
	case 0:
		d.next++
		return d.next - 1
	case codeExplicit:
		return d.spelt()
	}
	return d.vertices[(d.vertEnd-uint(half))%fifoSize]
}

// spelt reads a vertex given by its distance from the one before.
func (d *triangleDecoder) spelt() uint32 {
	if d.err != nil {
		return 0
	}
	v, n := binary.Uvarint(d.src[min(d.at, len(d.src)):])
	switch {
	case n == 0:
		d.err = ErrTruncated
	case n < 0 || v > 1<<32-1:
		d.err = ErrInteger
	}
	d.at += max(n, 0)
	d.last += uint32(v)>>1 ^ -(uint32(v) & 1)
	return d.last
}

// byte reads one byte of data.
func (d *triangleDecoder) byte() byte {
	if d.at >= len(d.src) {
		d.err = ErrTruncated
		return 0
	}
	d.at++
	return d.src[d.at-1]
}
