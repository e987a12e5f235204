package solid

import (
	"cmp"
	"slices"

	"ostrakon/convert/cores"
	"ostrakon/convert/memory"
)

type edgeCounts struct {
	open        int // of one facet
	flipped     int // of two facets that go the same way along it
	nonManifold int // of more than two facets
	unbalanced  int // of more than two facets, not as many one way as the other
}

func (c *edgeCounts) merge(o edgeCounts) {
	c.open += o.open
	c.flipped += o.flipped
	c.nonManifold += o.nonManifold
	c.unbalanced += o.unbalanced
}

// closed reports whether the surface divides space in two: as many facets go one way along each edge as the other.
func (c *edgeCounts) closed() bool { return c.open == 0 && c.flipped == 0 && c.unbalanced == 0 }

type edges struct {
	edgeCounts
	places [][2][3]float32 // of open edges, in order of their vertices
	shells int
	forest forest
}

// leastRun is the fewest vertices that are worth a run of their own; their rows lie in a core's own cache.
const leastRun = 32 << 10

// countEdges counts the facets at each edge, run by run of vertices, and joins facets with an edge in common.
func (s *surface) countEdges(places int) *edges {
	e := &edges{forest: memory.Zeroed[uint32](s.Memory, s.Facets())}
	n := s.workers
	found := make([]edges, n)
	joined := make([]int, n)
	cores.Run(n, func(w int) {
		from, to := s.Vertices()*w/n, s.Vertices()*(w+1)/n
		c := edgeCounter{surface: s, forest: e.forest, places: places}
		c.run(from, to)
		found[w], joined[w] = c.found, c.joined
	})
	e.shells = s.Facets() - s.thin
	for w, f := range found {
		e.merge(f.edgeCounts)
		e.places = append(e.places, f.places...)
		e.shells -= joined[w]
	}
	e.places = e.places[:min(len(e.places), places):min(len(e.places), places)]
	return e
}

type edgeCounter struct {
	*surface
	forest forest
	table  table
	found  edges
	places int // of open edges, that may be kept
	joined int
}

func (c *edgeCounter) run(from, to int) {
	width := 0
	for _, at := range c.spans {
		width += int(at.high - at.low)
	}
	// Few enough for the cache, and enough that hardly any block of facets belongs to more than two runs.
	length := min(max(leastRun, width/len(c.spans)), max(to-from, 1))
	rows := memory.Dirty[row](c.Memory, length)
	defer memory.Free(c.Memory, rows)
	for ; from < to; from += length {
		n := min(length, to-from)
		clear(rows)
		c.table = table{from: uint32(from), rows: rows[:n], rest: c.table.rest[:0]}
		for b, at := range c.spans {
			if int(at.low) < from+n && int(at.high) >= from {
				c.add(uint32(blockFacets*b), c.block(b))
			}
		}
		c.finish()
	}
}

func (c *edgeCounter) add(first uint32, block []uint32) {
	t := &c.table
	from, n := t.from, uint32(len(t.rows))
	for facet := first; len(block) >= 3; facet++ {
		x, y, z := block[0], block[1], block[2]
		block = block[3:]
		if x == y || y == z || z == x {
			continue
		}
		if low := min(x, y); low-from < n {
			c.enter(low, max(x, y), way(x, y), facet)
		}
		if low := min(y, z); low-from < n {
			c.enter(low, max(y, z), way(y, z), facet)
		}
		if low := min(z, x); low-from < n {
			c.enter(low, max(z, x), way(z, x), facet)
		}
	}
}

// way is how a facet goes along an edge.
func way(from, to uint32) uint32 {
	w := uint32(0)
	if from > to {
		w = downward
	}
	return w
}

// enter takes a facet's side of an edge, and joins the facet to that at the other side.
func (c *edgeCounter) enter(low, high, way, facet uint32) {
	r := &c.table.rows[low-c.table.from]
	key := high + 1
	at := 0
	for other := r.other[0]; other&vertex != key; other = r.other[at] {
		if other == 0 {
			r.other[at], r.facet[at] = key|way, facet
			c.table.edges++
			return
		}
		if at++; at == ways {
			c.table.rest = append(c.table.rest, side{low, high, way, facet})
			return
		}
	}
	if r.other[at]&paired != 0 {
		c.table.rest = append(c.table.rest, side{low, high, way, facet})
	} else {
		c.table.pairs++
		r.other[at] |= paired
		if r.other[at]&downward == way {
			r.other[at] |= flipped
			c.table.twins++
		}
	}
	if c.forest.join(facet, r.facet[at]) {
		c.joined++
	}
}

func (c *edgeCounter) finish() {
	t := &c.table
	c.found.open += t.edges - t.pairs
	c.found.flipped += t.twins
	var open []side
	if len(t.rest) > 0 {
		slices.SortFunc(t.rest, func(a, b side) int { return cmp.Compare(a.edge(), b.edge()) })
		for rest := t.rest; len(rest) > 0; {
			n := 1
			for n < len(rest) && rest[n].edge() == rest[0].edge() {
				n++
			}
			if c.more(rest[:n]) {
				open = append(open, rest[0])
			}
			rest = rest[n:]
		}
	}
	if t.edges > t.pairs || len(open) > 0 {
		c.keepPlaces(open)
	}
}

// more counts an edge some of whose sides had no place in the table, and reports whether it is open.
func (c *edgeCounter) more(sides []side) bool {
	facets, upward, first := len(sides), 0, sides[0].facet
	for _, s := range sides {
		if s.way == 0 {
			upward++
		}
	}
	if known, facet := c.table.find(sides[0].low, sides[0].high); known != 0 {
		facets, first = facets+2, facet
		if known&flipped == 0 {
			upward++
		} else {
			c.found.flipped-- // it is worse than that
			if known&downward == 0 {
				upward += 2
			}
		}
	}
	for _, s := range sides {
		if c.forest.join(first, s.facet) {
			c.joined++
		}
	}
	switch {
	case facets == 1:
		c.found.open++
		return true
	case facets > 2:
		c.found.nonManifold++
		if 2*upward != facets {
			c.found.unbalanced++
		}
	case upward != 1:
		c.found.flipped++
	}
	return false
}

// keepPlaces keeps the ends of the open edges of the run; of a vertex, those without a place in the table come last.
func (c *edgeCounter) keepPlaces(more []side) {
	for i := range c.table.rows {
		low := c.table.from + uint32(i)
		for _, other := range &c.table.rows[i].other {
			if other != 0 && other&paired == 0 {
				c.keep(low, other&vertex-1)
			}
		}
		for ; len(more) > 0 && more[0].low == low; more = more[1:] {
			c.keep(low, more[0].high)
		}
		if len(c.found.places) >= c.places {
			return
		}
	}
}

func (c *edgeCounter) keep(a, b uint32) {
	if len(c.found.places) < c.places {
		c.found.places = append(c.found.places, [2][3]float32{[3]float32(c.Positions[3*a:]), [3]float32(c.Positions[3*b:])})
	}
}
