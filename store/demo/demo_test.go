package demo

import (
	"bytes"
	"image/jpeg"
	"slices"
	"testing"
)

// Every candidate has a portrait of their own that is small enough to embed.
func TestPortraits(t *testing.T) {
	var used []string
	for _, e := range []election{chair(), purchase(), safety()} {
		for _, c := range e.candidates {
			p, err := portrait(c.name)
			if err != nil {
				t.Fatal(err)
			}
			if len(p.Data) > 15_000 {
				t.Errorf("%s: %d bytes, want at most 15 kB", c.name, len(p.Data))
			}
			img, err := jpeg.Decode(bytes.NewReader(p.Data))
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			if size := img.Bounds().Size(); size.X != p.Width || size.Y != p.Height {
				t.Errorf("%s: %v pixels, want %d by %d", c.name, size, p.Width, p.Height)
			}
			if slices.Contains(used, string(p.Data)) {
				t.Errorf("%s has the portrait of somebody else", c.name)
			}
			used = append(used, string(p.Data))
		}
	}
	files, err := portraits.ReadDir("portraits")
	if err != nil || len(files) != len(used) {
		t.Errorf("%d files, %d candidates, %v", len(files), len(used), err)
	}
}
