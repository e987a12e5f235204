package solid

import (
	"cmp"
	"math"
	"slices"
	"sync/atomic"
)

// forest joins facets into shells. It holds one more than the facet above each, always one before
// it in the file, and 0 for the first of a shell. Several goroutines may join at once: the shells
// are the same whatever comes first (Jayanti and Tarjan, A randomized concurrent algorithm for
// disjoint set union, 2016, with the order of the file for the random one).
type forest []uint32

// root is the first facet of a facet's shell, so far.
func (f forest) root(facet uint32) uint32 {
	for {
		above := atomic.LoadUint32(&f[facet])
		if above == 0 {
			return facet
		}
		next := atomic.LoadUint32(&f[above-1])
		if next == 0 {
			return above - 1
		}
		atomic.StoreUint32(&f[facet], next) // shortens the way for those that come after
		facet = next - 1
	}
}

// join joins the shells of two facets, and reports whether they were not one.
func (f forest) join(a, b uint32) bool {
	if above := atomic.LoadUint32(&f[a]); above != 0 && (above == b+1 || above == atomic.LoadUint32(&f[b])) {
		return false // as for most facets of most files
	}
	for {
		a, b = f.root(a), f.root(b)
		if a == b {
			return false
		}
		if atomic.CompareAndSwapUint32(&f[max(a, b)], 0, min(a, b)+1) {
			return true
		}
	}
}

// facing is the side to which the shells of a closed surface face.
type facing struct {
	inward   int // shells of negative volume
	cavities int // those of them that lie in a shell that faces outward
}

// shell is a shell's volume, below zero if it faces inward, and its box.
type shell struct {
	volume   float64
	low, top [3]float32
}

// largestShells is the number of shells in which cavities are looked for, the largest first.
const largestShells = 256

func (s *surface) facing(e *edges) (f facing) {
	if e.shells < 2 {
		if s.volume < 0 {
			f.inward = 1
		}
		return f
	}
	var outward []shell
	var inward []shell
	for _, one := range s.shells(e) {
		if one.volume < 0 {
			inward = append(inward, one)
		} else {
			outward = append(outward, one)
		}
	}
	slices.SortFunc(outward, func(a, b shell) int { return cmp.Compare(b.volume, a.volume) })
	outward = outward[:min(len(outward), largestShells)]
	f.inward = len(inward)
	for _, hole := range inward {
		if slices.ContainsFunc(outward, hole.within) {
			f.cavities++
		}
	}
	return f
}

// within reports whether a shell can lie in another: its box does, and it is not larger.
func (c shell) within(o shell) bool {
	for k := range 3 {
		if c.low[k] < o.low[k] || c.top[k] > o.top[k] {
			return false
		}
	}
	return -c.volume <= o.volume
}

func (s *surface) shells(e *edges) []shell {
	list := make([]shell, 0, e.shells)
	numbers := make(map[uint32]int, e.shells) // of shells by their first facets
	last, at := uint32(math.MaxUint32), 0
	for i := 0; i+3 <= len(s.Indices); i += 3 {
		corners := s.Indices[i : i+3 : i+3]
		_, m := s.measure(corners)
		if m.thin > 0 {
			continue
		}
		if root := e.forest.root(uint32(i / 3)); root != last {
			number, known := numbers[root]
			if !known {
				number = len(list)
				numbers[root] = number
				first := [3]float32(s.Positions[3*corners[0]:])
				list = append(list, shell{low: first, top: first})
			}
			last, at = root, number
		}
		one := &list[at]
		one.volume += m.volume / 6
		for _, v := range corners {
			for k, x := range s.Positions[3*v : 3*v+3] {
				one.low[k], one.top[k] = min(one.low[k], x), max(one.top[k], x)
			}
		}
	}
	return list
}
