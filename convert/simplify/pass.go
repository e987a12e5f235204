package simplify

import (
	"math"
	"sync/atomic"

	"ostrakon/convert/cores"
)

// A pass tries the cheapest edges: this part of all, and of the facets to go.
const (
	edgePart  = 0.25
	facetPart = 0.4 // an edge takes two facets with it, and some must wait for others
)

// chunkVertices is about how many vertices are worked on together, by one worker: they and what is known of them stay
// in its cache. Their number does not depend on the workers, so that the result does not either.
const chunkVertices = 16 << 10

// Costs are sorted by their leading bits: eight of the exponent and four of the fraction.
const (
	costBins  = 1 << 12
	costShift = 31 - 12
)

// chunk holds the vertices that one worker works on at a time, and what it does in a pass.
type chunk struct {
	first, end int // vertices
	edges      int // ranked
	quota      int // facets that it may remove
	take       int // edges of the last bin that it may try
	tries      int // edges sorted
	bins       [costBins]uint32
	hand
}

// pass collapses edges that are apart from each other.
type pass struct {
	*surface
	reach  float64 // how many times as many edges as usual to try, since many of the cheapest must stay
	loose  bool    // regions of a colour may vanish
	error  float64 // the largest so far
	chunks []chunk
}

// run removes facets, but leaves most. It returns false when no edge can be collapsed any more.
func (p *pass) run(most int) bool {
	p.connect()
	p.chunks = p.chunks[:max(1, min(p.count/chunkVertices, len(p.chunks)))]
	p.each(p.rank)
	all := 0
	for i := range p.chunks {
		all += p.chunks[i].edges
	}
	if all == 0 {
		return false
	}
	goal := p.facets() - most
	tries := min(all, int(p.reach*max(1, min(edgePart*float64(all), float64(goal)*facetPart))))
	last := p.choose(tries, goal)
	p.each(func(c *chunk) {
		p.markInner(c)
		p.sort(c, last)
		c.removed, c.error = 0, 0
		p.try(c, inner)
	})
	removed := 0
	for i := range p.chunks {
		removed += p.chunks[i].removed
	}
	for i := range p.chunks {
		c := &p.chunks[i]
		before := c.removed
		c.quota = c.removed + goal - removed
		p.try(c, 0)
		removed += c.removed - before
		p.error = max(p.error, c.error)
	}
	p.compact()
	if removed < tries/8 || removed == 0 {
		p.reach *= 4
	} else {
		p.reach = max(1, p.reach/2)
	}
	return removed > 0 || tries < all
}

// loosen gives up a rule when nothing more is possible with it.
func (p *pass) loosen() bool {
	if p.loose || p.tints == 0 {
		return false
	}
	p.loose, p.reach = true, 1
	return true
}

// each works on chunks, each worker on the next one that is left.
func (p *pass) each(do func(c *chunk)) {
	var next atomic.Int64
	cores.Run(min(p.workers(), len(p.chunks)), func(int) {
		for {
			i := int(next.Add(1)) - 1
			if i >= len(p.chunks) {
				return
			}
			c := &p.chunks[i]
			c.first, c.end = share(p.count, i, len(p.chunks))
			do(c)
		}
	})
}

// rank finds the costs of the edges from the vertices of a chunk.
func (p *pass) rank(c *chunk) {
	clear(c.bins[:])
	ranked := p.ranked[p.start(c.first):]
	n := 0
	low, size := uint32(c.first), uint32(c.end-c.first)
	var f form
	for i := c.first; i < c.end; i++ {
		v := uint32(i)
		here, into := vectorAt(p.positions, v), v|enclosed
		known := p.marks[v]
		for _, corner := range p.corners(v) {
			next, last := beside(corner)
			w := p.indices[next]
			if w-low >= size || p.indices[last]-low >= size {
				into = v
			}
			// An edge of two facets that face the same side leads both ways: the lesser vertex takes it.
			if w < v && (known|p.marks[w])&(open|mixed) == 0 {
				continue
			}
			_, cost := f.join(&p.quadrics[v], &p.quadrics[w], vectorAt(p.positions, w).minus(here))
			bits := math.Float32bits(float32(cost))
			ranked[n] = uint64(bits)<<32 | uint64(corner)
			c.bins[bits>>costShift]++
			n++
		}
		p.into[v] = into
	}
	c.edges = n
}

// enclosed is set in the number that a vertex goes into, until markInner, if all vertices around it are in its chunk.
// Its marks cannot say so yet: the ranking of other chunks still reads them.
const enclosed = 1 << 31

// markInner marks the inner vertices of a chunk.
func (p *pass) markInner(c *chunk) {
	for v := uint32(c.first); v < uint32(c.end); v++ {
		if p.into[v] != v {
			p.into[v], p.marks[v] = v, p.marks[v]|inner
		}
	}
}

// choose finds the bin of the dearest edges to try, if there are to be so many, and what each chunk may do.
func (p *pass) choose(tries, goal int) (last uint32) {
	before, in := 0, 0
	for ; last < costBins; last++ {
		in = 0
		for i := range p.chunks {
			in += int(p.chunks[i].bins[last])
		}
		if before+in >= tries {
			break
		}
		before += in
	}
	for i := range p.chunks {
		c := &p.chunks[i]
		c.tries = 0
		for _, n := range c.bins[:last] {
			c.tries += int(n)
		}
		c.take = (int(c.bins[last])*(tries-before) + in - 1) / in
		c.tries += c.take
	}
	for i := range p.chunks {
		c := &p.chunks[i]
		c.quota = max(1, goal*c.tries/(tries+len(p.chunks)))
	}
	return last
}

// sort puts the edges of a chunk up to a bin in order of their costs.
func (p *pass) sort(c *chunk, last uint32) {
	at := uint32(0)
	for i, n := range c.bins[:last+1] {
		c.bins[i], at = at, at+n
	}
	start := p.start(c.first)
	sorted := p.sorted[start:]
	for _, r := range p.ranked[start : start+uint32(c.edges)] {
		if bin := uint32(r >> (32 + costShift)); bin <= last {
			sorted[c.bins[bin]] = uint32(r)
			c.bins[bin]++
		}
	}
}

// try collapses edges of a chunk: those among its inner vertices, or those that are left. Of the former, those that
// lead out of the chunk are passed over before the mark of another chunk is read.
func (p *pass) try(c *chunk, kind mark) {
	start := p.start(c.first)
	low, size := uint32(c.first), uint32(c.end-c.first)
	for _, corner := range p.sorted[start : start+uint32(c.tries)] {
		if c.removed >= c.quota {
			return
		}
		next, _ := beside(corner)
		u, v := p.indices[corner], p.indices[next]
		if kind == inner && v-low >= size {
			continue
		}
		if m := p.marks[u] & p.marks[v]; m&inner == kind && (p.marks[u]|p.marks[v])&touched == 0 {
			c.collapse(p, u, v)
		}
	}
}
