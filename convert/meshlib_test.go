package convert

import (
	"bytes"
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"testing"
	"time"

	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
)

// setFloat changes one of the twelve floats of a facet of a binary file.
func setFloat(data []byte, facet, float int, v float32) []byte {
	bits := math.Float32bits(v)
	at := binaryHeader + binaryRecord*facet + 4*float
	copy(data[at:], []byte{byte(bits), byte(bits >> 8), byte(bits >> 16), byte(bits >> 24)})
	return data
}

func TestMeshlibGivesTheLibraryOnlyWhatItReadsWell(t *testing.T) {
	const facets = 5_000
	change := func(do func(b []byte) []byte) []byte { return do(surface(facets)) }
	for _, c := range []struct {
		name string
		data []byte
		own  remark.Kind // the zero Kind: the library reads it
	}{
		{"an exact binary file", surface(facets), remark.Kind{}},
		{"a header that says solid", change(func(b []byte) []byte { copy(b, "solid facet normal"); return b }),
			remark.Kind{}},
		{"normals that are not numbers", change(func(b []byte) []byte { return setFloat(b, 7, 0, float32(math.NaN())) }),
			remark.Kind{}},
		{"text", cube("a"), remark.OwnReader},
		{"two solids", cube("a", "b"), remark.OwnReader},
		{"a byte too many", append(surface(facets), 0), remark.OwnReader},
		{"a file cut off", surface(facets)[:200_000], remark.OwnReader},
		{"a count that lies", change(func(b []byte) []byte { copy(b[80:], "\xff\xff\xff\xff"); return b }), remark.OwnReader},
		{"a corner without end", change(func(b []byte) []byte { return setFloat(b, 4_900, 11, float32(math.Inf(-1))) }),
			remark.OwnReaderNonFinite},
		{"colours of facets", change(func(b []byte) []byte { b[len(b)-1] = 0x80; return b }), remark.OwnReaderColours},
		{"a colour for all", change(func(b []byte) []byte { copy(b, "COLOR=\xff\x00\x00\xff"); return b }),
			remark.OwnReaderColours},
	} {
		t.Run(c.name, func(t *testing.T) {
			model := must(stl.Read(bytes.Clone(c.data)))(t)
			f, r := mustConvert(t, c.data, defaults(MeshLib))
			holds(t, open(t, f, r), model, r)
			own := slices.ContainsFunc(r.Warnings, func(w remark.Remark) bool { return w.Kind == c.own })
			if own != (c.own != remark.Kind{}) {
				t.Errorf("warnings %v", r.Warnings)
			}
			kept(t, r, model)
		})
	}
}

func TestMeshlibStopsReadingWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := readGuarded(ctx, surface(1000)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestBadInputCostsLittle(t *testing.T) {
	count := bytes.Repeat([]byte{0xff}, 200)
	lines := bytes.Repeat([]byte("facet\n"), 5<<20)
	long := append([]byte("solid x\nfacet normal 0 0 "), bytes.Repeat([]byte("1"), 1<<20)...)
	for name, data := range map[string][]byte{
		"30 MB of facet": lines, "a count of 4 billion in 200 bytes": count, "a line of 1 MB": long,
		"zip": append([]byte("PK\x03\x04"), make([]byte, 1000)...), "html": []byte("<!doctype html><p>no"),
		"a pointer": []byte("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n"), "nothing": nil,
	} {
		for _, o := range []Options{defaults(MeshLib), defaults(Custom), defaults(CustomGLB)} {
			t.Run(name+"/"+variantName(o), func(t *testing.T) {
				peak := peakHeap(func() { refuses(t, data, o) })
				// refuses itself holds a copy.
				if limit := uint64(4*len(data)) + 4<<20; peak > limit {
					t.Errorf("%d bytes for a file of %d", peak, len(data))
				}
			})
		}
	}
}

// peakHeap is by how many bytes the heap grew at most while do ran, as a sampler at its side sees.
func peakHeap(do func()) uint64 {
	runtime.GC()
	before := heapBytes()
	stop, peak := make(chan struct{}), make(chan uint64)
	go func() {
		var most uint64
		for {
			most = max(most, heapBytes())
			select {
			case <-stop:
				peak <- most
				return
			case <-time.After(200 * time.Microsecond):
			}
		}
	}()
	do()
	close(stop)
	return max(<-peak, before) - before
}
