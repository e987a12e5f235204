package meshopttest

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// Errors of a stream that breaks the format.
var (
	errHeader    = errors.New("wrong header byte")
	errTruncated = errors.New("stream ends too early")
	errTrailing  = errors.New("bytes left over")
	errTable     = errors.New("forbidden entry in the code table")
	errInteger   = errors.New("integer over 32 bits")
)

const tableSize = 16 // bytes of the code table at the end of the stream

// Triangles decodes the indices of so many facets, three each.
func Triangles(stream []byte, facets int) ([]uint32, error) {
	if len(stream) < 1+facets+tableSize {
		return nil, errTruncated
	}
	if stream[0] != 0xe1 {
		return nil, errHeader
	}
	d := triangles{src: stream[:len(stream)-tableSize], at: 1 + facets, table: stream[len(stream)-tableSize:]}
	for i, both := range d.table {
		if both>>4 == 0xf || both&0xf == 0xf || i >= 14 && both != 0 {
			return nil, errTable
		}
	}
	indices := make([]uint32, 0, 3*facets)
	for _, code := range stream[1 : 1+facets] {
		decode := d.beside
		if code >= 0xf0 {
			decode = d.loose
		}
		a, b, c := decode(code)
		if d.err != nil {
			return nil, fmt.Errorf("byte %d: %w", d.at, d.err)
		}
		indices = append(indices, a, b, c)
	}
	if d.at != len(d.src) {
		return nil, errTrailing
	}
	return indices, nil
}

// triangles is a stream as far as it is decoded, with the edges and vertices seen last.
type triangles struct {
	edges    [16][2]uint32
	vertices [16]uint32
	edgeEnd  uint // edges so far
	vertEnd  uint // vertices so far
	next     uint32
	last     uint32

	src   []byte // without the table
	at    int    // of the next byte of data
	table []byte
	err   error
}

func (d *triangles) pushEdge(from, to uint32) {
	d.edges[d.edgeEnd%16] = [2]uint32{from, to}
	d.edgeEnd++
}

func (d *triangles) pushVertex(v uint32) {
	d.vertices[d.vertEnd%16] = v
	d.vertEnd++
}

// beside reads a facet that shares a remembered edge.
func (d *triangles) beside(code byte) (a, b, c uint32) {
	edge := d.edges[(d.edgeEnd-1-uint(code>>4))%16]
	a, b = edge[0], edge[1]
	low := code & 0xf
	switch low {
	case 0:
		c = d.new()
	case 0xd:
		c = d.last - 1
		d.last = c
	case 0xe:
		c = d.last + 1
		d.last = c
	case 0xf:
		c = d.spelt()
	default:
		c = d.vertices[(d.vertEnd-1-uint(low))%16]
	}
	if low == 0 || low >= 0xd {
		d.pushVertex(c)
	}
	d.pushEdge(c, b)
	d.pushEdge(a, c)
	return a, b, c
}

// loose reads a facet that shares no edge.
func (d *triangles) loose(code byte) (a, b, c uint32) {
	both := d.table[code&0xf]
	if code >= 0xfe {
		if both = d.byte(); both == 0 {
			d.next = 0 // numbering begins again
		}
	}
	if code == 0xff {
		a = d.spelt()
	} else {
		a = d.new()
	}
	b, c = d.corner(both>>4), d.corner(both&0xf)
	d.pushEdge(b, a)
	d.pushEdge(c, b)
	d.pushEdge(a, c)
	d.pushVertex(a)
	if half := both >> 4; half == 0 || half == 0xf {
		d.pushVertex(b)
	}
	if half := both & 0xf; half == 0 || half == 0xf {
		d.pushVertex(c)
	}
	return a, b, c
}

// corner is the vertex that a half byte means.
func (d *triangles) corner(half byte) uint32 {
	switch half {
	case 0:
		return d.new()
	case 0xf:
		return d.spelt()
	}
	return d.vertices[(d.vertEnd-uint(half))%16]
}

func (d *triangles) new() uint32 {
	d.next++
	return d.next - 1
}

// spelt reads a vertex given by its distance from the one before.
func (d *triangles) spelt() uint32 {
	v, n := binary.Uvarint(d.src[min(d.at, len(d.src)):])
	switch {
	case n == 0:
		d.err = errTruncated
	case n < 0 || v > 1<<32-1:
		d.err = errInteger
	}
	d.at += max(n, 0)
	d.last += uint32(v)>>1 ^ -(uint32(v) & 1)
	return d.last
}

func (d *triangles) byte() byte {
	if d.at >= len(d.src) {
		d.err = errTruncated
		return 0
	}
	d.at++
	return d.src[d.at-1]
}
