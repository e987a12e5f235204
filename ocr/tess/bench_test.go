package tess

import (
	"strings"
	"testing"
)

// BenchmarkStart is the time to the end of the first picture.
func BenchmarkStart(b *testing.B) {
	img := page(b, "4711")
	start := func(b *testing.B, cache string) {
		e, err := NewEmbedded(cache)
		if err != nil {
			b.Fatal(err)
		}
		defer e.Close()
		if _, err := e.Read(b.Context(), img, Line, ""); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("compiling", func(b *testing.B) {
		for b.Loop() {
			start(b, "")
		}
	})
	b.Run("cached", func(b *testing.B) {
		cache := b.TempDir()
		start(b, cache)
		for b.Loop() {
			start(b, cache)
		}
	})
}

func BenchmarkReadPage(b *testing.B) {
	img := page(b, strings.Split(strings.Repeat("Name: MARIA LINDQVIST\n", 10), "\n")...)
	embedded, err := NewEmbedded(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	engines := map[string]Engine{"embedded": embedded}
	if native, err := NewNative(b.Context(), "tesseract"); err == nil {
		engines["native"] = native
	}
	for name, e := range engines {
		b.Run(name, func(b *testing.B) {
			defer e.Close()
			for b.Loop() {
				if _, err := e.Read(b.Context(), img, Sparse, ""); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
