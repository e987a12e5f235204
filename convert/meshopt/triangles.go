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

// EncodeTriangles appends to dst the stream of mode TRIANGLES for indices, three a facet, and returns the extended
// slice. A facet may come back with another of its corners first; the order of facets and the winding stay. It panics
// if the indices are not whole facets, which is a mistake of the caller.
//
// A facet takes one byte of code, and at most 16 of data: one for two corners, and up to five for each spelt out.
func EncodeTriangles(dst []byte, indices []uint32) []byte {
	if len(indices)%3 != 0 {
		panic("meshopt: EncodeTriangles: the indices are not whole facets")
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

// fifo holds the edges and vertices seen last, which encoder and decoder remember alike. A code names one by how many
// came after it: the newest is 0. Both are rings, so remembering one more overwrites the oldest, and nothing moves.
type fifo struct {
	edges    [fifoSize]uint64 // from<<32 | to, as the next facet has it: the other way round
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

// pair is a facet that begins with the next new vertex and shares no edge. The byte data[at] says where its other two
// corners are, unless the code table comes to hold that byte: then the code alone says it.
type pair struct{ facet, at uint32 }

// facet returns the code of one facet and appends to data what else the decoder needs.
//
// A facet that shares a remembered edge is written as if it began with that edge: all three rotations are looked up,
// and the decoder gets the one that was found. So the code names the edge, and data at most the third corner. Of
// several edges it takes one beside which the third corner needs no data. Its own two other edges are remembered the
// other way round, as a neighbour will have them.
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

// known finds the code of a vertex beside an edge that needs no data, and changes the fifo as the
// decoder will on reading it. Code 0 is taken, so the newest vertex has no code: it is rarely the
// third corner, since the edges remembered last end in it.
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
	// The facet is rotated so that the next new vertex comes first, because the code can say so. If there is none, a
	// corner that must be spelt out anyway comes first: the decoder expects the first corner of such a facet in full.
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

// corner is the half byte that names a second or third corner.
func (e *triangleEncoder) corner(v uint32) byte {
	if v == e.next {
		e.next++
		return 0
	}
	return e.recent(v)
}

// recent is one more than the place of v among the vertices remembered, or codeExplicit.
func (e *triangleEncoder) recent(v uint32) byte {
	for i := range min(e.vertEnd, cornerReach) {
		if e.vertices[(e.vertEnd-1-i)%fifoSize] == v {
			return byte(i + 1)
		}
	}
	return codeExplicit
}

// spell appends v as its distance, in zigzag, from the vertex spelt out before: neighbours have close numbers.
func (e *triangleEncoder) spell(v uint32) {
	d := int32(v - e.last)
	e.last = v
	e.data = binary.AppendUvarint(e.data, uint64(uint32(d<<1)^uint32(d>>31)))
}

// tabulate puts the commonest pairs into the code table at the end of the stream. Their facets get
// codes that name the entry, so the byte of data goes. The table can only be chosen when all facets
// are known, which is why data is moved together afterwards.
func (e *triangleEncoder) tabulate() (table [tableSize]byte) {
	// Pair 0 is always in the table, at 0: as data it would mean that the numbering begins again.
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
