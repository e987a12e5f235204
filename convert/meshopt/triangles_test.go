package meshopt

import (
	"bytes"
	"encoding/binary"
	"ostrakon/convert/meshopt/meshopttest"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// turned gives each facet its smallest rotation, so that meshes that differ
// only in which corner of a facet comes first compare equal.
func turned(indices []uint32) []uint32 {
	out := slices.Clone(indices)
	for i := 0; i+2 < len(out); i += 3 {
		a, b, c := out[i], out[i+1], out[i+2]
		best := [3]uint32{a, b, c}
		for _, t := range [][3]uint32{{b, c, a}, {c, a, b}} {
			if slices.Compare(t[:], best[:]) < 0 {
				best = t
			}
		}
		copy(out[i:], best[:])
	}
	return out
}

// checkTriangles encodes and decodes indices and holds the one against the other.
func checkTriangles(t interface {
	Helper()
	Fatalf(string, ...any)
}, indices []uint32) []byte {
	t.Helper()
	stream := EncodeTriangles(nil, indices)
	got, err := meshopttest.Triangles(stream, len(indices)/3)
	if err != nil {
		t.Fatalf("decoding our own stream: %v", err)
	}
	if !slices.Equal(turned(got), turned(indices)) {
		t.Fatalf("%d facets came back changed", len(indices)/3)
	}
	return stream
}

// The streams are worked out by hand from the text of Appendix A.
func TestTriangleStreams(t *testing.T) {
	tests := []struct {
		name    string
		indices []uint32
		codes   []byte
		data    []byte
		table   []byte
	}{
		{name: "nothing"},
		{
			// Three new vertices: entry 0 of the table. Then the edge pushed
			// second to last, and a new vertex.
			name:    "two facets of a square",
			indices: []uint32{0, 1, 2, 2, 1, 3},
			codes:   []byte{0xf0, 0x10},
		},
		{
			// Edges before the third facet, newest first: 1-3 3-0 0-2 2-1 1-0.
			// It has 0-2, but no code can name the newest vertex, 3, beside an
			// edge; so it goes by 3-0 and the newest vertex but one.
			name:    "a vertex remembered",
			indices: []uint32{0, 1, 2, 1, 0, 3, 0, 2, 3},
			codes:   []byte{0xf0, 0x20, 0x11},
		},
		{
			// Spelt out: both corners (0xff), then 5-0, 6-5, 7-6 in zigzag.
			// 8 is one above the vertex spelt last, 4 four below that, 3 one
			// below.
			name:    "vertices that are not new",
			indices: []uint32{0, 1, 2, 5, 6, 7, 7, 6, 8, 8, 6, 4, 4, 6, 3},
			codes:   []byte{0xf0, 0xff, 0x1e, 0x1f, 0x10},
			data:    []byte{0xff, 0x0a, 0x02, 0x02, 0x07},
		},
		{
			name:    "one below the last",
			indices: []uint32{9, 8, 7, 7, 8, 6},
			codes:   []byte{0xff, 0x1d},
			data:    []byte{0xff, 0x12, 0x01, 0x01},
		},
		{
			// The second facet begins with a new vertex; its others are the
			// oldest but one remembered: 3 and 2 counted from one.
			name:    "a pair in the table",
			indices: []uint32{0, 1, 2, 3, 0, 1},
			codes:   []byte{0xf0, 0xf1},
			table:   []byte{0x00, 0x32},
		},
		{
			name:    "a new vertex and two spelt out",
			indices: []uint32{0, 300, 200},
			codes:   []byte{0xfe},
			data:    []byte{0xff, 0xd8, 0x04, 0xc7, 0x01},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := append([]byte{0xe1}, tt.codes...)
			want = append(want, tt.data...)
			want = append(want, tt.table...)
			want = append(want, make([]byte, 16-len(tt.table))...)
			if got := EncodeTriangles(nil, tt.indices); !bytes.Equal(got, want) {
				t.Errorf("encoded\n% x, want\n% x", got, want)
			}
			if got, err := meshopttest.Triangles(want, len(tt.indices)/3); err != nil ||
				!slices.Equal(turned(got), turned(tt.indices)) {
				t.Errorf("decoded %v, %v; want %v", got, err, tt.indices)
			}
		})
	}
}

func TestTrianglesRoundTrip(t *testing.T) {
	for _, s := range shapes() {
		t.Run(s.name, func(t *testing.T) { checkTriangles(t, s.indices) })
	}
	t.Run("any indices", rapid.MakeCheck(func(t *rapid.T) {
		largest := rapid.Uint32().Draw(t, "largest")
		indices := rapid.SliceOf(rapid.Uint32Max(largest)).Draw(t, "indices")
		checkTriangles(t, indices[:len(indices)/3*3])
	}))
}

func TestEncodeTrianglesAppends(t *testing.T) {
	s := grid(5, 5)
	got := EncodeTriangles([]byte("before"), s.indices)
	if want := "before" + string(EncodeTriangles(nil, s.indices)); string(got) != want {
		t.Errorf("got % x, want % x", got, want)
	}
}

func FuzzTriangles(f *testing.F) {
	for _, s := range shapes() {
		var raw []byte
		for _, v := range s.indices[:min(len(s.indices), 300)] {
			raw = binary.LittleEndian.AppendUint32(raw, v)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		indices := make([]uint32, len(raw)/12*3)
		for i := range indices {
			indices[i] = binary.LittleEndian.Uint32(raw[4*i:])
		}
		checkTriangles(t, indices)
	})
}
