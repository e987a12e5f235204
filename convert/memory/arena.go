package memory

import (
	"slices"
	"sync"
	"unsafe"
)

const (
	// Slices of arenaFrom bytes or more come from an arena, in sizes rounded up to a multiple of page.
	arenaFrom = 64 << 10
	page      = 4 << 10
)

// Arena gives out the large slices of one conversion, and takes them back. So each stage works in the memory of the
// stages before instead of fresh pages, which the system would have to clear, and which would stay beside the old ones
// until the collector finds them. On a scan of a million facets that is two fifths of the memory.
//
// It fills its memory from the start, in the first place that is large enough: what it has never
// given out has no pages yet, and costs nothing. Several goroutines may use it. All of it goes when
// nothing points to it or its slices any longer. A nil *Arena makes all slices by Make.
type Arena struct {
	mu     sync.Mutex
	first  int // the size of the first block
	blocks []*arenaBlock
}

// NewArena is an Arena whose first block has room for so many bytes.
func NewArena(bytes int) *Arena { return &Arena{first: bytes} }

// arenaBlock is memory that the arena divides. Places are bytes from its start.
type arenaBlock struct {
	memory []byte
	free   []gap       // in order, with something between them
	taken  map[int]int // where each slice begins and ends
	used   int         // everything from here on has never been given out, and is zero
}

type gap struct{ from, to int }

// Zeroed is a slice of n zeros of a type without pointers.
func Zeroed[T any](a *Arena, n int) []T {
	s, dirty := take[T](a, n)
	clear(s[:dirty])
	return s
}

// Dirty is a slice of n values of a type without pointers, which may be anything.
func Dirty[T any](a *Arena, n int) []T {
	s, _ := take[T](a, n)
	return s
}

// take also says how many values at the start of the slice may not be zero.
func take[T any](a *Arena, n int) (s []T, dirty int) {
	width := int(unsafe.Sizeof(*new(T)))
	if a == nil || n*width < arenaFrom {
		return Make[T](n), 0
	}
	start, stale := a.take(n * width)
	return unsafe.Slice((*T)(start), n)[:n:n], min(n, (stale+width-1)/width)
}

// Free gives a slice back that Zeroed or Dirty made, or one with the same start. Nothing may use it any longer.
func Free[T any](a *Arena, s []T) {
	if a != nil && cap(s) > 0 {
		a.release(unsafe.Pointer(unsafe.SliceData(s)))
	}
}

// take finds room for so many bytes, of which the first stale ones may not be zero.
func (a *Arena) take(size int) (start unsafe.Pointer, stale int) {
	size = (size + page - 1) &^ (page - 1)
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, b := range a.blocks {
		if start, stale, ok := b.take(size); ok {
			return start, stale
		}
	}
	room := size
	if len(a.blocks) == 0 {
		room = max(size, a.first&^(page-1))
	}
	b := &arenaBlock{memory: Make[byte](room), free: []gap{{0, room}}, taken: map[int]int{}}
	a.blocks = append(a.blocks, b)
	start, stale, _ = b.take(size)
	return start, stale
}

func (b *arenaBlock) take(size int) (start unsafe.Pointer, stale int, ok bool) {
	i := slices.IndexFunc(b.free, func(g gap) bool { return g.to-g.from >= size })
	if i < 0 {
		return nil, 0, false
	}
	from := b.free[i].from
	if b.free[i].from += size; b.free[i].from == b.free[i].to {
		b.free = slices.Delete(b.free, i, i+1)
	}
	b.taken[from] = from + size
	stale = min(max(b.used-from, 0), size)
	b.used = max(b.used, from+size)
	return unsafe.Pointer(&b.memory[from]), stale, true
}

// release takes back the slice that begins at a place, if the arena gave it out.
func (a *Arena) release(start unsafe.Pointer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, b := range a.blocks {
		from := uintptr(start) - uintptr(unsafe.Pointer(unsafe.SliceData(b.memory)))
		if from >= uintptr(len(b.memory)) {
			continue
		}
		if to, ok := b.taken[int(from)]; ok {
			delete(b.taken, int(from))
			b.give(gap{int(from), to})
		}
		return
	}
}

// give puts a gap among the others, together with those beside it.
func (b *arenaBlock) give(g gap) {
	i, _ := slices.BinarySearchFunc(b.free, g.from, func(f gap, from int) int { return f.from - from })
	if i < len(b.free) && b.free[i].from == g.to {
		g.to = b.free[i].to
		b.free = slices.Delete(b.free, i, i+1)
	}
	if i > 0 && b.free[i-1].to == g.from {
		b.free[i-1].to = g.to
		return
	}
	b.free = slices.Insert(b.free, i, g)
}
