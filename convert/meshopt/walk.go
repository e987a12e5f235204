package meshopt

import (
	"ostrakon/convert/cores"
	"ostrakon/convert/memory"
)

const (
	// open marks a half-edge without an opposite so far. Below it is the place of the next half-edge that waits.
	open     = 1 << 31
	openEnd  = 1<<32 - 1
	maxProbe = 32   // open half-edges looked at for one opposite
	done     = 0x80 // set in degree once the facet is out
)

// walk goes over a mesh from facet to neighbouring facet. It follows the edge of what it has covered, always turns to
// the same side, and so winds round the mesh in laps. The new vertices of a lap are numbered one after the other, and
// the next lap meets them in the same order: mode TRIANGLES stores that in the fewest bytes.
//
// A half-edge is the place of a corner in indices; it runs from that corner to the next one of its facet.
type walk struct {
	indices  []uint32
	opposite []uint32 // of each half-edge: the one that runs the other way, or open
	degree   []byte   // of each facet: neighbours not yet out; done
	pending  []uint32 // half-edges passed by, into facets that may not be out yet
	out      []uint32
}

func newWalk(indices []uint32, vertices int, arena *memory.Arena) *walk {
	w := &walk{
		indices:  indices,
		opposite: memory.Dirty[uint32](arena, len(indices)),
		degree:   memory.Zeroed[byte](arena, len(indices)/3),
		pending:  memory.Dirty[uint32](arena, len(indices)/6)[:0],
		out:      memory.Dirty[uint32](arena, len(indices))[:0],
	}
	heads := memory.Dirty[uint32](arena, vertices)
	defer memory.Free(arena, heads)
	for i := range heads {
		heads[i] = openEnd
	}
	// An edge belongs to the larger of its vertices, and that to one worker: whichever is ahead, the result is the same.
	half := uint32(vertices / 2)
	var pairing cores.Group
	pairing.Go(func() { w.pair(heads, 0, half) })
	w.pair(heads, half, uint32(vertices))
	pairing.Wait()

	var counting cores.Group
	counting.Go(func() { w.count(0, len(w.degree)/2) })
	w.count(len(w.degree)/2, len(w.degree))
	counting.Wait()
	return w
}

// pair finds the opposites of the half-edges of vertices [low, high). heads[v] begins the list of open ones of v.
func (w *walk) pair(heads []uint32, low, high uint32) {
	for f := 0; f < len(w.indices); f += 3 {
		a, b, c := w.indices[f], w.indices[f+1], w.indices[f+2]
		if owner := max(a, b); owner-low < high-low {
			w.match(&heads[owner], uint32(f), a, b)
		}
		if owner := max(b, c); owner-low < high-low {
			w.match(&heads[owner], uint32(f+1), b, c)
		}
		if owner := max(c, a); owner-low < high-low {
			w.match(&heads[owner], uint32(f+2), c, a)
		}
	}
}

// match finds the opposite of the half-edge h from a to b in the list at head, within maxProbe, or puts h into it.
func (w *walk) match(head *uint32, h, a, b uint32) {
	link := head
	for range maxProbe {
		g := *link &^ open
		if *link == openEnd {
			break
		}
		if w.indices[g] == b && w.indices[after(g)] == a {
			*link = w.opposite[g]
			w.opposite[g] = h
			w.opposite[h] = g
			return
		}
		link = &w.opposite[g]
	}
	w.opposite[h] = *head
	*head = h | open
}

func (w *walk) count(from, to int) {
	for f := from; f < to; f++ {
		for _, o := range w.opposite[3*f : 3*f+3] {
			if o < open {
				w.degree[f]++
			}
		}
	}
}

// after is the next half-edge round the facet.
func after(h uint32) uint32 {
	if h%3 == 2 {
		return h - 2
	}
	return h + 1
}

func (w *walk) run() {
	for f := range w.degree {
		if w.degree[f]&done != 0 {
			continue
		}
		for h, ok := uint32(3*f), true; ok; {
			h, ok = w.step(h)
		}
	}
}

// step puts out the facet entered by the half-edge h and chooses the next half-edge; false if there is none.
func (w *walk) step(h uint32) (uint32, bool) {
	f := h / 3
	w.out = append(w.out, w.indices[3*f], w.indices[3*f+1], w.indices[3*f+2])
	w.degree[f] = done

	h = after(h)
	right, rightDegree := w.enter(h)
	left, leftDegree := w.enter(after(h))
	switch {
	case rightDegree < done && leftDegree < done:
		// The side with fewer ways on comes first: left for later it would become a hole, which is expensive to enter.
		if leftDegree < rightDegree {
			left, right = right, left
		}
		w.pending = append(w.pending, left)
		return right, true
	case rightDegree < done:
		return right, true
	case leftDegree < done:
		return left, true
	}
	for len(w.pending) > 0 {
		h = w.pending[len(w.pending)-1]
		w.pending = w.pending[:len(w.pending)-1]
		if w.degree[h/3] < done {
			return h, true
		}
	}
	return 0, false
}

// enter gives the half-edge across h and the degree of its facet, less the one put out; done if there is none.
func (w *walk) enter(h uint32) (uint32, byte) {
	o := w.opposite[h]
	if o >= open {
		return 0, done
	}
	d := w.degree[o/3]
	if d < done {
		d--
		w.degree[o/3] = d
	}
	return o, d
}
