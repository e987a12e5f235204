package meshopt

import "ostrakon/convert/memory"

// Unused is what OptimiseFetch gives as the new number of a vertex that no facet names.
const Unused = ^uint32(0)

// OptimiseFetch numbers the vertices in the order in which indices first name them, and rewrites indices, in place, to
// the new numbers. Every index must be below vertices. remap[old] is the new number, or Unused; used is how many have
// one. A nil remap means that every vertex is in use and has its number already, so the attributes can stay where they
// are. remap is from the arena, which may be nil.
func OptimiseFetch(indices []uint32, vertices int, arena *memory.Arena) (remap []uint32, used int) {
	// Up to right, the vertices are numbered as they should be.
	right, next := 0, uint32(0)
	for right < len(indices) && indices[right] <= next {
		if indices[right] == next {
			next++
		}
		right++
	}
	if right == len(indices) && int(next) == vertices {
		return nil, vertices
	}

	remap = memory.Dirty[uint32](arena, vertices)
	for v := range remap {
		remap[v] = Unused
		if uint32(v) < next {
			remap[v] = uint32(v)
		}
	}
	for i, v := range indices[right:] {
		if remap[v] == Unused {
			remap[v] = next
			next++
		}
		indices[right+i] = remap[v]
	}
	return remap, int(next)
}

// Remap copies the vertices of src, width values each, to the places in dst that remap gives them. It leaves out Unused
// ones; with a nil remap all stay in place. dst must hold width values for each vertex in use and must not overlap src.
func Remap[T any](dst, src []T, remap []uint32, width int) {
	if remap == nil {
		copy(dst, src)
		return
	}
	for old, now := range remap {
		switch {
		case now == Unused:
		case width == 1: // a plain assignment is faster than a copy of one
			dst[now] = src[old]
		default:
			copy(dst[int(now)*width:(int(now)+1)*width], src[old*width:])
		}
	}
}
