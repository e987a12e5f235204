package demo

import (
	"bytes"
	"image/color"
	"image/jpeg"
	"math"
	"testing"
)

func mustPortrait(t *testing.T, seed uint64) []byte {
	t.Helper()
	picture, err := portrait(seed)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// One seed for every haircut, and the last seed there is.
func TestPortrait(t *testing.T) {
	seeds := []uint64{math.MaxUint64}
	for i := range haircuts {
		seeds = append(seeds, uint64(i))
	}
	seen := map[string]uint64{}
	for _, seed := range seeds {
		picture := mustPortrait(t, seed)
		if n := len(picture); n > 40_000 {
			t.Errorf("seed %d: %d bytes, want at most 40 kB", seed, n)
		}
		img, err := jpeg.Decode(bytes.NewReader(picture))
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			continue
		}
		if size := img.Bounds().Size(); size.X != 480 || size.Y != 480 {
			t.Errorf("seed %d: %v pixels, want 480 by 480", seed, size)
		}
		if other, known := seen[string(picture)]; known {
			t.Errorf("seeds %d and %d give one picture", seed, other)
		}
		seen[string(picture)] = seed
	}
}

func TestPortraitIsDeterministic(t *testing.T) {
	for _, seed := range []uint64{7, math.MaxUint64} {
		if !bytes.Equal(mustPortrait(t, seed), mustPortrait(t, seed)) {
			t.Errorf("seed %d gives two pictures", seed)
		}
	}
}

// Candidates numbered from any seed on differ in more than a detail, and no combination of haircut, skin and
// background comes back before all others were there.
func TestPortraitsOfNeighboursAreUnlike(t *testing.T) {
	all := len(haircuts) * len(skins) * len(grounds)
	type looks struct {
		cut          *haircut
		skin, ground color.RGBA
	}
	seen := map[looks]bool{}
	for seed := range uint64(all) {
		a, b := newSitter(seed), newSitter(seed+1)
		if a.skin == b.skin || a.ground == b.ground || a.cloth == b.cloth || a.cut == b.cut {
			t.Errorf("seeds %d and %d share skin, background, clothes or haircut", seed, seed+1)
		}
		seen[looks{a.cut, a.skin, a.ground}] = true
	}
	if len(seen) != all {
		t.Errorf("%d combinations in %d seeds", len(seen), all)
	}
}

// Every path that a haircut, an outfit or a beard may use can be drawn: a misspelt one panics.
func TestPortraitPaths(t *testing.T) {
	for outfit := range 5 {
		p := newSitter(0)
		p.outfit = outfit
		p.drawBody(newCanvas(p.pose()))
	}
	for beard := range 4 {
		p := newSitter(0)
		p.beard = beard
		p.drawBeard(newCanvas(p.pose()))
	}
	p := newSitter(1)
	p.drawGlasses(newCanvas(p.pose()))
	for _, laughs := range []bool{false, true} {
		p.laughs = laughs
		p.drawMouth(newCanvas(p.pose()))
	}
}

func BenchmarkPortrait(b *testing.B) {
	b.ReportAllocs()
	for seed := uint64(0); b.Loop(); seed++ {
		if _, err := portrait(seed); err != nil {
			b.Fatal(err)
		}
	}
}
