package memory

import (
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// No two slices share memory, and new ones are zero where that is promised.
func TestArena(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		arena := NewArena(rapid.IntRange(0, 40*arenaFrom).Draw(t, "first"))
		type held struct {
			values []uint32
			mark   uint32
		}
		var all []held
		for mark := uint32(1); mark < 60; mark++ {
			if len(all) > 0 && rapid.Bool().Draw(t, "free") {
				i := rapid.IntRange(0, len(all)-1).Draw(t, "which")
				for _, v := range all[i].values {
					if v != all[i].mark {
						t.Fatalf("a slice has %d, not its own %d", v, all[i].mark)
					}
				}
				Free(arena, all[i].values[:1])
				all = append(all[:i], all[i+1:]...)
				continue
			}
			n := rapid.IntRange(1, arenaFrom).Draw(t, "length")
			var s []uint32
			if rapid.Bool().Draw(t, "zeroed") {
				s = Zeroed[uint32](arena, n)
				for _, v := range s {
					if v != 0 {
						t.Fatalf("a new slice has %d", v)
					}
				}
			} else {
				s = Dirty[uint32](arena, n)
			}
			if len(s) != n {
				t.Fatalf("%d values, want %d", len(s), n)
			}
			for i := range s {
				s[i] = mark
			}
			all = append(all, held{s, mark})
		}
		for _, h := range all {
			Free(arena, h.values)
		}
		for i, b := range arena.blocks {
			if len(b.taken) != 0 || len(b.free) != 1 || b.free[0] != (gap{0, len(b.memory)}) {
				t.Fatalf("block %d is not whole again: %v, taken %v", i, b.free, b.taken)
			}
		}
	})
}

func TestArenaReusesMemory(t *testing.T) {
	arena := NewArena(0)
	a := Dirty[byte](arena, hugePage)
	Free(arena, a)
	b := Dirty[uint64](arena, hugePage/8)
	b[0] = 1
	if a[0]|a[1]|a[2]|a[3]|a[4]|a[5]|a[6]|a[7] != 1 {
		t.Error("the second slice is not in the memory of the first")
	}
	Free(arena, []byte("of another"))
	Free(arena, b[1:])
	if len(arena.blocks) != 1 || len(arena.blocks[0].free) != 0 {
		t.Error("what is not a slice of the arena was taken back")
	}
}

func TestNoArena(t *testing.T) {
	s := Zeroed[int32](nil, hugePage)
	s[0] = 1
	Free(nil, s)
	if s := Dirty[int32](nil, 3); len(s) != 3 {
		t.Error("no slice")
	}
}

func TestArenaOfSeveralGoroutines(t *testing.T) {
	arena := NewArena(8 * arenaFrom)
	var group sync.WaitGroup
	for mark := range 8 {
		group.Go(func() {
			for range 100 {
				s := Zeroed[byte](arena, arenaFrom)
				for i := range s {
					s[i] += byte(mark)
				}
				if s[0] != byte(mark) || s[len(s)-1] != byte(mark) {
					t.Error("another goroutine has the same memory")
				}
				Free(arena, s)
			}
		})
	}
	group.Wait()
}
