package convert

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/metrics"
	"testing"

	library "github.com/hschendel/stl"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"ostrakon/convert/bench"
	"ostrakon/convert/mesh"
	"ostrakon/convert/stl"
)

// heapBytes is the memory of the heap in use, free spans left out.
func heapBytes() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/unused:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64() + sample[1].Value.Uint64()
}

// inputs are the files that everything is measured on.
func inputs() []struct {
	name string
	data func() []byte
} {
	return []struct {
		name string
		data func() []byte
	}{
		{"100KB", func() []byte { return bench.Binary(bench.Sheet, 2048) }},
		{"200k_ascii", func() []byte { return bench.ASCII(bench.Sheet, 200_000) }},
		{"1M", func() []byte { return bench.Binary(bench.Sheet, 1_000_000) }},
		{"5M", func() []byte { return bench.Binary(bench.Sheet, 5_000_000) }},
	}
}

// discard takes all files and keeps none.
func discard(string, int64) (io.Writer, error) { return io.Discard, nil }

// BenchmarkConvert measures each method, level and shading in memory: reading
// and writing of disks is the same for all. peak-B/input-B counts the input
// as well, which the conversion holds.
func BenchmarkConvert(b *testing.B) {
	for _, in := range inputs() {
		b.Run(in.name, func(b *testing.B) {
			data := in.data()
			for _, o := range variants() {
				// The others are the same but for their normals.
				if def := defaults(o.Method).Shading; o.Shading == def || o.Shading == Crease || o.Shading == None {
					b.Run(variantName(o), func(b *testing.B) { benchmarkConvert(b, data, o) })
				}
			}
		})
	}
}

func benchmarkConvert(b *testing.B, data []byte, o Options) {
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	var r *Result
	for b.Loop() {
		b.StopTimer()
		own := bytes.Clone(data)
		b.StartTimer()
		r = must(Convert(context.Background(), own, o, "out", discard, nil))(b)
	}
	b.StopTimer()
	b.ReportMetric(float64(r.OutputSize)/float64(len(data)), "out-B/input-B")
	b.ReportMetric(float64(r.Facets)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mfacets/s")
	peak := peakHeap(func() { // with the bytes of the file
		_, _ = Convert(context.Background(), bytes.Clone(data), o, "out", discard, nil)
	})
	b.ReportMetric(float64(peak)/float64(len(data)), "peak-B/input-B")
}

// BenchmarkStages measures what the methods are made of.
func BenchmarkStages(b *testing.B) {
	data := bench.Binary(bench.Sheet, 1_000_000)
	read := func(b *testing.B) *stl.Model {
		b.StopTimer()
		own := bytes.Clone(data)
		b.StartTimer()
		return must(stl.Read(own))(b)
	}
	b.Run("read", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			read(b)
		}
	})
	b.Run("guarded_read", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			must(readGuarded(context.Background(), data))(b)
		}
	})
	b.Run("flat_normals_written", func(b *testing.B) {
		m := read(b)
		b.SetBytes(int64(4 * len(m.Corners)))
		for b.Loop() {
			p := corners(m.Corners, m.Bounds, nil)
			noError(b, pump(io.Discard, []section{p.attributes[1].data}, p.attributes[1].data.size))
		}
	})
	for _, l := range []Level{Standard, Compact} {
		o := defaults(CustomGLB)
		o.Level = l
		b.Run("encode_"+string(l), func(b *testing.B) {
			run := &run{ctx: context.Background(), opts: o}
			for b.Loop() {
				m := read(b)
				b.StopTimer()
				shaded := run.shade(mesh.Weld(m.Corners), nil)
				b.StartTimer()
				run.encode(&part{}, []mesh.Layer{{Mesh: shaded}})
			}
		})
	}
}

// BenchmarkFiles measures from a file to files, beside a plain program on the
// two libraries of method meshlib.
func BenchmarkFiles(b *testing.B) {
	dir := b.TempDir()
	in := filepath.Join(dir, "in.stl")
	data := bench.Binary(bench.Sheet, 1_000_000)
	noError(b, os.WriteFile(in, data, 0o666))
	b.Run("plain_program_on_the_libraries", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			noError(b, plainProgram(in, filepath.Join(dir, "plain.gltf")))
		}
	})
	for _, o := range variants() {
		b.Run(variantName(o), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				noError(b, convertFile(in, dir, o))
			}
		})
	}
}

// plainProgram is what one would write with the libraries and no guards.
func plainProgram(in, out string) error {
	solid, err := library.ReadFile(in)
	if err != nil {
		return err
	}
	positions := make([][3]float32, 0, 3*len(solid.Triangles))
	normals := make([][3]float32, 0, 3*len(solid.Triangles))
	for _, t := range solid.Triangles {
		for _, v := range t.Vertices {
			positions = append(positions, v)
			normals = append(normals, t.Normal)
		}
	}
	doc := gltf.NewDocument()
	doc.Meshes = []*gltf.Mesh{{Primitives: []*gltf.Primitive{{Attributes: gltf.PrimitiveAttributes{
		gltf.POSITION: modeler.WritePosition(doc, positions),
		gltf.NORMAL:   modeler.WriteNormal(doc, normals),
	}}}}}
	doc.Nodes = []*gltf.Node{{Mesh: gltf.Index(0)}}
	doc.Scenes[0].Nodes = []int{0}
	doc.Buffers[0].URI = filepath.Base(out) + ".bin"
	return gltf.Save(doc, out)
}

func convertFile(in, dir string, o Options) error {
	data, err := os.ReadFile(in)
	if err != nil {
		return err
	}
	var files []*os.File
	_, err = Convert(context.Background(), data, o, "out", func(name string, _ int64) (io.Writer, error) {
		f, err := os.Create(filepath.Join(dir, name))
		files = append(files, f)
		return f, err
	}, nil)
	for _, f := range files {
		if closed := f.Close(); err == nil && closed != nil {
			err = fmt.Errorf("close: %w", closed)
		}
	}
	return err
}
