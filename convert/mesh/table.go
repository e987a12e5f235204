package mesh

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"ostrakon/convert/memory"
)

// seed makes a hash that nobody outside can aim at, because it is drawn anew for each mesh. No result depends on it.
type seed struct{ a, b uint64 }

func newSeed() seed { return seed{rand.Uint64(), rand.Uint64()} }

// key is the twelve bytes that identify a vertex.
type key struct {
	xy uint64 // x low, y high
	z  uint32
}

func keyAt(positions []float32, v int) key {
	p := positions[3*v : 3*v+3 : 3*v+3]
	return key{uint64(math.Float32bits(p[1]))<<32 | uint64(math.Float32bits(p[0])), math.Float32bits(p[2])}
}

// hash folds the 128-bit product of both halves of the key, each masked by a secret. Along a line
// of keys that differ in only one coordinate the result is a multiple, and some multiples crowd
// together; the rest of the function spreads these too.
func (s seed) hash(k key) uint64 {
	hi, lo := bits.Mul64(k.xy^s.a, uint64(k.z)^s.b)
	h := hi ^ lo
	h ^= h >> 32
	return h * 0x9e3779b97f4a7c15 // 2^64 by the golden ratio
}

// table finds the number of a vertex by its 12-byte key, by open addressing with linear probing over 32-bit slots.
//
// A free slot holds 0. A taken one holds one more than the number of its vertex, and above that as
// many bits of the hash as fit: with them the key itself is hardly ever read in vain.
type table struct {
	seed   seed
	arena  *memory.Arena
	keys   []float32 // three a vertex, compared as bits
	slots  []uint32
	count  int    // vertices so far
	limit  int    // count at which there is no room for more
	most   int    // vertices there can ever be
	number uint32 // mask of a slot's bits that are a number
}

// newTable starts with room for expected vertices, and can take most.
func newTable(s seed, arena *memory.Arena, expected, most int) table {
	t := table{seed: s, arena: arena, most: most, number: 1<<bits.Len(uint(most)) - 1}
	t.resize(max(min(expected, most), 8))
	return t
}

// resize makes room for n vertices, with slots at a load of three quarters.
func (t *table) resize(n int) {
	memory.Free(t.arena, t.slots)
	t.slots = nil // so that the old ones can be collected
	keys := memory.Dirty[float32](t.arena, 3*n)
	copy(keys, t.keys)
	memory.Free(t.arena, t.keys)
	t.keys = keys
	t.slots = memory.Zeroed[uint32](t.arena, n+n/3+1)
	t.limit = n
	for v := range t.count {
		h := t.seed.hash(keyAt(t.keys, v))
		at := t.home(h)
		for t.slots[at] != 0 {
			at = t.after(at)
		}
		t.slots[at] = t.entry(h, v)
	}
}

func (t *table) home(h uint64) int {
	hi, _ := bits.Mul64(h, uint64(len(t.slots)))
	return int(hi)
}

func (t *table) after(at int) int {
	if at++; at == len(t.slots) {
		return 0
	}
	return at
}

func (t *table) entry(h uint64, v int) uint32 { return uint32(h)&^t.number | uint32(v+1) }

// is reports whether a taken slot is that of the key with hash h.
func (t *table) is(slot uint32, h uint64, k key) bool {
	return (slot^uint32(h))&^t.number == 0 && keyAt(t.keys, int(slot&t.number)-1) == k
}

// find is the number of the vertex with this key, or -1.
func (t *table) find(h uint64, k key) int {
	for at := t.home(h); t.slots[at] != 0; at = t.after(at) {
		if t.is(t.slots[at], h, k) {
			return int(t.slots[at]&t.number) - 1
		}
	}
	return -1
}

// add is the number of the vertex with this key, which is the next one if it is new.
func (t *table) add(h uint64, k key) uint32 {
	at := t.home(h)
	for t.slots[at] != 0 {
		if t.is(t.slots[at], h, k) {
			return t.slots[at]&t.number - 1
		}
		at = t.after(at)
	}
	if t.count == t.limit {
		// A surface that shares fewer vertices than a closed one: there may be any number.
		t.resize(t.most)
		for at = t.home(h); t.slots[at] != 0; at = t.after(at) {
		}
	}
	v := t.count
	t.count++
	t.slots[at] = t.entry(h, v)
	p := t.keys[3*v : 3*v+3 : 3*v+3]
	p[0], p[1], p[2] = math.Float32frombits(uint32(k.xy)), math.Float32frombits(uint32(k.xy>>32)),
		math.Float32frombits(k.z)
	return uint32(v)
}
