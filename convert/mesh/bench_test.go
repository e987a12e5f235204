package mesh

import (
	"testing"

	"ostrakon/convert/bench"
)

// of are the corners of a shape.
func of(shape bench.Shape, facets int) []float32 {
	corners := make([]float32, 0, 9*facets)
	shape(facets, func(c *[9]float32) { corners = append(corners, c[:]...) })
	return corners
}

func benchMeshes(b *testing.B, run func(b *testing.B, corners []float32)) {
	for _, c := range []struct {
		name string
		make func() []float32
	}{
		{"torus/2k", func() []float32 { return torus(40, 25) }},
		{"torus/1M", func() []float32 { return torus(707, 707) }},
		{"torus/5M", func() []float32 { return torus(1581, 1581) }},
		{"gyroid/1M", func() []float32 { return of(bench.Gyroid, 1e6) }},
		{"scan/1M", func() []float32 { return of(bench.Scan, 1e6) }},
		{"shuffled/1M", func() []float32 { return shuffled(torus(707, 707)) }},
		{"soup/1M", func() []float32 { return soup(1e6) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			corners := c.make()
			b.ReportAllocs()
			b.ResetTimer()
			run(b, corners)
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(corners)/9), "ns/facet")
		})
	}
}

func BenchmarkWeld(b *testing.B) {
	benchMeshes(b, func(b *testing.B, corners []float32) {
		work := make([]float32, len(corners))
		for b.Loop() {
			b.StopTimer()
			copy(work, corners)
			b.StartTimer()
			Weld(work)
		}
	})
}

func benchNormals(b *testing.B, degrees float64) {
	benchMeshes(b, func(b *testing.B, corners []float32) {
		welded := Weld(corners)
		indices := append([]uint32(nil), welded.Indices...)
		for b.Loop() {
			copy(welded.Indices, indices)
			Crease(welded, degrees)
		}
	})
}

func BenchmarkCrease(b *testing.B) { benchNormals(b, 30) }

// Every vertex of these is split.
func BenchmarkCreaseEverywhere(b *testing.B) { benchNormals(b, 0.001) }

func BenchmarkFlatNormals(b *testing.B) {
	benchMeshes(b, func(b *testing.B, corners []float32) {
		normals := make([]float32, 9*256)
		for b.Loop() {
			for i := 0; i < len(corners); i += len(normals) {
				FlatNormals(normals, corners[i:min(i+len(normals), len(corners))])
			}
		}
	})
}

func BenchmarkPaint(b *testing.B) {
	benchMeshes(b, func(b *testing.B, corners []float32) {
		m := Weld(corners)
		indices := append([]uint32(nil), m.Indices...)
		colors := make([][4]uint8, m.Facets())
		for i := range colors {
			colors[i][0] = uint8(i / 97 % 5)
		}
		for b.Loop() {
			copy(m.Indices, indices)
			Paint(m, colors)
		}
	})
}

func BenchmarkSplit(b *testing.B) {
	benchMeshes(b, func(b *testing.B, corners []float32) {
		m := Smooth(Weld(corners))
		indices := append([]uint32(nil), m.Indices...)
		for b.Loop() {
			copy(m.Indices, indices)
			parts := Split(m, MaxShort, 24)
			b.ReportMetric(float64(len(parts)), "primitives")
		}
	})
}

func BenchmarkQuantise(b *testing.B) {
	benchMeshes(b, func(b *testing.B, corners []float32) {
		m := Smooth(Weld(corners))
		for b.Loop() {
			NewGrid([]Mesh{m}, 16).Quantise(m)
		}
	})
}
