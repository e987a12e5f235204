package mesh

import (
	"reflect"
	"testing"

	"ostrakon/convert/bench"
	"ostrakon/convert/memory"
)

// What the stages leave in an arena changes nothing.
func TestStagesInAnArena(t *testing.T) {
	for name, corners := range map[string][]float32{
		"gyroid": of(bench.Gyroid, 40_000), "scan": of(bench.Scan, 40_000), "soup": soup(30_000),
	} {
		run := func(arena *memory.Arena) (parts []Mesh) {
			w := NewWelder(len(corners)/9, arena)
			for i := range w.Parts {
				p := &w.Parts[i]
				p.Add(corners[9*p.From : 9*p.To])
			}
			parts = Split(Crease(w.Mesh(), 30), MaxShort, 24)
			for i := range parts {
				parts[i].Memory = nil
			}
			return parts
		}
		want := run(nil)
		for _, room := range []int{0, 100 * len(corners) / 9} {
			arena := memory.NewArena(room)
			soiled := memory.Dirty[byte](arena, 150*len(corners)/9)
			for i := range soiled {
				soiled[i] = 0xa5
			}
			memory.Free(arena, soiled)
			if got := run(arena); !reflect.DeepEqual(got, want) {
				t.Errorf("%s, an arena of %d bytes: another mesh", name, room)
			}
		}
	}
}
