package meshopt

import (
	"slices"
	"sync"
	"testing"
)

// The meshes of the benchmarks have a million facets.
const benchColumns, benchRows, benchFacets = 1000, 500, 2 * 1000 * 500

func report(b *testing.B, out, elements int, unit string) {
	b.ReportAllocs()
	b.ReportMetric(float64(out)/float64(elements), "B/"+unit)
}

func BenchmarkEncodeVertices(b *testing.B) {
	data := wavy(benchColumns, benchRows, nil)
	b.SetBytes(int64(len(data)))
	dst := EncodeVertices(nil, data, 8)
	for b.Loop() {
		dst = EncodeVertices(dst[:0], data, 8)
	}
	report(b, len(dst), len(data)/8, "vertex")
}

func BenchmarkEncodeTriangles(b *testing.B) {
	for _, s := range []shape{grid(benchColumns, benchRows), blocks(benchColumns, benchRows, 20)} {
		b.Run(s.name, func(b *testing.B) {
			b.SetBytes(int64(4 * len(s.indices)))
			dst := EncodeTriangles(nil, s.indices)
			for b.Loop() {
				dst = EncodeTriangles(dst[:0], s.indices)
			}
			report(b, len(dst), benchFacets, "facet")
		})
	}
}

func BenchmarkEncodeBoth(b *testing.B) {
	s := grid(benchColumns, benchRows)
	data := wavy(benchColumns, benchRows, nil)
	b.SetBytes(int64(4*len(s.indices) + len(data)))
	var vertices, triangles []byte
	for b.Loop() {
		var wait sync.WaitGroup
		wait.Go(func() { vertices = EncodeVertices(vertices[:0], data, 8) })
		triangles = EncodeTriangles(triangles[:0], s.indices)
		wait.Wait()
	}
	report(b, len(vertices)+len(triangles), benchFacets, "facet")
}

func BenchmarkOptimise(b *testing.B) {
	meshes := []shape{
		grid(benchColumns, benchRows),
		blocks(benchColumns, benchRows, 4),
		blocks(benchColumns, benchRows, 20),
		shuffled(grid(benchColumns, benchRows)),
	}
	for i, name := range []string{"good", "blocks-of-4", "blocks-of-20", "shuffled"} {
		s := meshes[i]
		indices := make([]uint32, len(s.indices))
		b.Run("order/"+name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				copy(indices, s.indices)
				b.StartTimer()
				OptimiseOrder(indices, s.vertices, nil)
			}
			fetched := slices.Clone(indices)
			OptimiseFetch(fetched, s.vertices, nil)
			report(b, len(EncodeTriangles(nil, fetched)), benchFacets, "facet")
		})
		ordered := slices.Clone(indices)
		data := wavy(benchColumns, benchRows, nil)
		moved := make([]byte, len(data))
		b.Run("fetch/"+name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				copy(indices, ordered)
				b.StartTimer()
				remap, _ := OptimiseFetch(indices, s.vertices, nil)
				Remap(moved, data, remap, 8)
			}
			b.ReportAllocs()
		})
	}
}
