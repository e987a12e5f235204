package stl

import (
	"bytes"
	"math"

	"ostrakon/convert/number"
)

// found counts something odd and remembers where the first one was.
type found struct{ n, first int }

func (f *found) add(at int) {
	if f.n == 0 {
		f.first = at
	}
	f.n++
}

func (f *found) merge(o found) {
	if f.n == 0 {
		f.first = o.first
	}
	f.n += o.n
}

// start is where a solid begins: the index of its first facet, and where its name is in the text.
type start struct {
	facet, at int
	name      string
}

// notes is everything that a section found besides facets and solids. Places are bytes of the whole text.
type notes struct {
	tally
	nonFinite   found // facets with a coordinate that is not finite
	broken      found // facets without three readable vertices
	unreadable  found // coordinates that are not numbers
	polygons    found // loops cut into triangles
	extra       found // loops whose further vertices were ignored
	commas      found // numbers with a decimal comma
	grouped     found // numbers with commas between thousands
	skipped     found // words that mean nothing
	after       found // the same after endsolid
	unread      found // bytes passed over
	emptySolids found
	lostSolids  int   // solids beyond MaxSolids
	cut         found // a facet that the text ends in
	ended       bool  // endsolid was the last that meant anything
}

func (n *notes) merge(o *notes) {
	n.tally.merge(&o.tally)
	n.nonFinite.merge(o.nonFinite)
	n.broken.merge(o.broken)
	n.unreadable.merge(o.unreadable)
	n.polygons.merge(o.polygons)
	n.extra.merge(o.extra)
	n.commas.merge(o.commas)
	n.grouped.merge(o.grouped)
	n.skipped.merge(o.skipped)
	n.after.merge(o.after)
	n.unread.merge(o.unread)
	n.emptySolids.merge(o.emptySolids)
	n.lostSolids += o.lostSolids
	n.cut.merge(o.cut)
	n.ended = o.ended
}

// section is a part of an ASCII file that one core parses, from a facet or the start of the file on.
type section struct {
	notes
	from, to int
	text     []byte // the whole text up to the end of the section
	corners  []float32
	starts   []start

	// The facet that is being read, if facet is at least 0.
	facet int       // where it begins
	place int       // of the word that has been reached
	loops int       // loops of it that have ended
	loop  []float32 // 3 a vertex
	bad   bool      // one of its vertices could not be read
	whole bool      // nothing but ends came after its third vertex, and the text goes on

	point   byte // what numbers of this section have before their fraction, usually
	trouble int  // words that could not be understood since the last facet
}

// hopeless is how much trouble ends the reading word by word; at the start of a file, all reading.
const hopeless = 10000

// maxLoop is the number of vertices from which a loop is not a polygon but damage.
const maxLoop = 1024

// parse reads the section of a text. The first one may give up if it understands nothing for long.
func (s *section) parse(text []byte, first bool) {
	from, to := s.from, s.to
	s.text, s.facet, s.point, s.tally = text[:to], -1, '.', newTally()
	for p := skipBlanks(s.text, from); p < to; p = skipBlanks(s.text, p) {
		if p+window <= to && s.facet < 0 && s.text[p]|0x20 == 'f' {
			s.reserve(p)
			n := len(s.corners)
			corners := (*[9]float32)(s.corners[n : n+9])
			if end, ok := usualFacet(s.text, p, corners, s.point); ok {
				s.corners = s.corners[:n+9]
				s.ended, s.trouble = false, 0
				p = end
				continue
			}
		}
		p = s.step(p)
		if s.trouble > hopeless {
			if first && len(s.corners) == 0 {
				break
			}
			p = s.passOver(p)
		}
	}
	if to == len(text) && s.trouble <= hopeless && s.facet >= 0 && (s.loops == 0 || len(s.loop) > 0 || s.bad) && !s.whole {
		s.cut.add(s.facet)
		return
	}
	s.closeFacet()
}

// passOver returns the next facet that begins a line, or its solid: word by word it would find nothing.
func (s *section) passOver(p int) int {
	s.closeFacet()
	s.trouble = 0
	next := nextFacetLine(s.text, p)
	solid, end := []byte("solid "), next
	for from := p; from < end; from += len(solid) {
		at := bytes.Index(s.text[from:end], solid)
		if at < 0 {
			break
		}
		if from += at; startsLine(s.text, from) {
			next = from
		}
	}
	if s.unread.n == 0 {
		s.unread.first = p
	}
	s.unread.n += next - p
	return next
}

// step reads the word at p and what belongs to it, and returns the end of that.
func (s *section) step(p int) int {
	if isComment(s.text, p) {
		return lineEnd(s.text, p)
	}
	s.place = p
	end, key := statement(s.text, p)
	switch key {
	case wFacet:
		s.closeFacet()
		s.facet, s.ended = p, false
		return s.skipNormal(end)
	case wOuter, wLoop:
	case wVertex:
		return s.vertex(p, end)
	case wEndloop:
		s.closeLoop()
	case wEndfacet:
		s.closeFacet()
	case wSolid:
		s.closeFacet()
		s.ended = false
		to := nameEnd(s.text, end)
		s.starts = addStart(s.starts, start{len(s.corners) / 9, end, cleanName(s.text[end:to])}, &s.notes)
		return to
	case wEndsolid:
		s.closeFacet()
		s.ended = true
		return nameEnd(s.text, end)
	default:
		if mark := skipMark(s.text[p:]); mark > 0 {
			return p + mark // files were joined, each with its mark
		}
		s.trouble++
		switch {
		case s.ended:
			s.after.add(p)
		case !s.bad && end < len(s.text): // otherwise the end of the file may have cut a known word
			s.skipped.add(p)
		}
	}
	return end
}

// skipNormal skips the word normal and up to three words of any kind after it.
func (s *section) skipNormal(p int) int {
	next := skipBlanks(s.text, p)
	if end, key := word(s.text, next); key == wNormal {
		p = end
		for range 3 {
			next = skipBlanks(s.text, p)
			end, key := word(s.text, next)
			if key == wOuter || key == wVertex || key == wFacet || next < len(s.text) && isComment(s.text, next) {
				return next
			}
			p = end
		}
	}
	return p
}

// vertex reads the three numbers after the word vertex at p.
func (s *section) vertex(p, end int) int {
	if s.facet < 0 {
		s.facet, s.ended = p, false
	}
	s.whole = false
	var v [3]float32
	for axis := range v {
		end = skipBlanks(s.text, end)
		if end == len(s.text) {
			return end
		}
		x, next, ok := s.coordinate(end)
		if !ok {
			if !s.bad {
				s.unreadable.add(end)
			}
			s.bad = true
			s.trouble++
			return end
		}
		v[axis], end = x, next
	}
	if len(s.loop) == 3*maxLoop {
		s.bad = true
	}
	if s.bad {
		s.trouble++
		return end
	}
	s.loop = append(s.loop, v[:]...)
	s.whole = len(s.loop) == 9 && end < len(s.text)
	return end
}

func (s *section) coordinate(p int) (v float32, end int, ok bool) {
	if p+number.Room <= len(s.text) {
		if v, end, ok = number.Decimal(s.text, p, s.point); ok {
			return v, end, true
		}
	}
	if c := s.text[p] | 0x20; c > '9' && c != 'i' && c != 'n' && c != minus[0] {
		return 0, p, false
	}
	end = wordEnd(s.text, p)
	v, kind := oddNumber(s.text[p:end])
	switch kind {
	case decimalComma:
		s.commas.add(p)
		s.point = ','
	case groupedThousands:
		s.grouped.add(p)
	}
	return v, end, kind != noNumber
}

func (s *section) closeLoop() {
	if s.facet < 0 {
		return
	}
	v := s.loop
	if n := len(v); n > 9 && v[0] == v[n-3] && v[1] == v[n-2] && v[2] == v[n-1] {
		v = v[:n-3] // the first vertex again
	}
	switch {
	case s.bad || len(v) < 9:
		s.broken.add(s.facet)
		s.trouble++
	case len(v) > 9 && !planar(v):
		s.extra.add(s.facet)
		s.push((*[9]float32)(v))
	default:
		if len(v) > 9 {
			s.polygons.add(s.facet)
		}
		for k := 3; k+6 <= len(v); k += 3 {
			s.push(&[9]float32{v[0], v[1], v[2], v[k], v[k+1], v[k+2], v[k+3], v[k+4], v[k+5]})
		}
	}
	s.loops++
	s.loop, s.bad, s.whole = s.loop[:0], false, false
}

// closeFacet ends the facet that is being read, and its loop if that has not ended.
func (s *section) closeFacet() {
	if s.facet >= 0 && (s.loops == 0 || len(s.loop) > 0 || s.bad) {
		s.closeLoop()
	}
	s.facet, s.loops = -1, 0
}

func (s *section) push(c *[9]float32) {
	for _, v := range c {
		if math.IsInf(float64(v), 0) || v != v {
			s.dropped++
			s.nonFinite.add(s.facet)
			return
		}
	}
	s.trouble = 0
	s.reserve(s.place)
	s.corners = append(s.corners, c[:]...)
}

// planar reports whether a loop is a polygon: all vertices within a hundredth of its size of the plane of three.
func planar(v []float32) bool {
	var u, w, n [3]float64
	size := 0.0
	for axis := range 3 {
		u[axis] = float64(v[3+axis]) - float64(v[axis])
		w[axis] = float64(v[6+axis]) - float64(v[axis])
		for k := axis; k < len(v); k += 3 {
			size = max(size, math.Abs(float64(v[k])-float64(v[axis])))
		}
	}
	n[0], n[1], n[2] = u[1]*w[2]-u[2]*w[1], u[2]*w[0]-u[0]*w[2], u[0]*w[1]-u[1]*w[0]
	limit := size / 100 * math.Sqrt(n[0]*n[0]+n[1]*n[1]+n[2]*n[2])
	for k := 9; k < len(v); k += 3 {
		distance := 0.0
		for axis := range 3 {
			distance += n[axis] * (float64(v[k+axis]) - float64(v[axis]))
		}
		if math.Abs(distance) > limit {
			return false
		}
	}
	return true
}

// reserve makes room for one more facet, and for as many as the rest of the section, from p on, promises.
func (s *section) reserve(p int) {
	if cap(s.corners)-len(s.corners) < 9 {
		s.corners = grow(s.corners, p-s.from, len(s.text)-s.from)
	}
}

// grow returns corners with room for as many more a byte of the text as so far.
func grow(corners []float32, read, all int) []float32 {
	n := len(corners)
	expected := int(float64(n) * float64(all) / float64(max(read, 1)) * 1.03)
	// A vertex takes at least twelve bytes of text, and makes at most one facet, of a fan.
	expected = min(expected, all/12*9+9)
	bigger := make([]float32, n, max(n+n/4, expected, 9*64))
	copy(bigger, corners)
	return bigger
}

// addStart adds the start of a solid. It replaces one that has no facets.
func addStart(starts []start, s start, n *notes) []start {
	if last := len(starts) - 1; last >= 0 && starts[last].facet == s.facet {
		n.emptySolids.add(starts[last].at)
		starts[last] = s
		return starts
	}
	if len(starts) == MaxSolids {
		n.lostSolids++
		return starts
	}
	return append(starts, s)
}
