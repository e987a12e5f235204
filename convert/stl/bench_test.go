package stl

import (
	"testing"
)

// BenchmarkRead reads meshes of both formats. Binary files are moved together in place, so that
// each round reads a fresh copy of the file, made outside of the time that counts.
func BenchmarkRead(b *testing.B) {
	for _, bench := range []struct {
		name string
		make func() []byte
	}{
		{"binary/100KB", func() []byte { return binarySTL("", sphere(2000)) }},
		{"binary/1M", func() []byte { return binarySTL("", sphere(1_000_000)) }},
		{"binary/5M", func() []byte { return binarySTL("", sphere(5_000_000)) }},
		{"binary/1M_colours", func() []byte { return binarySTL("", sphere(1_000_000), 0x8001, 0x8100, 0xffff) }},
		{"ascii/100KB", func() []byte { return asciiSTL("part", sphere(400), 'f', 6) }},
		{"ascii/200k_fixed", func() []byte { return asciiSTL("part", sphere(200_000), 'f', 6) }},
		{"ascii/200k_exponents", func() []byte { return asciiSTL("part", sphere(200_000), 'e', 6) }},
		{"ascii/200k_shortest", func() []byte { return asciiSTL("part", sphere(200_000), 'g', -1) }},
	} {
		b.Run(bench.name, func(b *testing.B) { benchmarkRead(b, bench.make()) })
	}
}

func benchmarkRead(b *testing.B, file []byte) {
	data := make([]byte, len(file))
	facets := 0
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		copy(data, file)
		b.StartTimer()
		m := must(Read(data))(b)
		facets = m.Facets()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(facets), "ns/facet")
}
