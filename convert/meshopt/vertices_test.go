package meshopt

import (
	"bytes"
	"math/rand/v2"
	"ostrakon/convert/meshopt/meshopttest"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// checkVertices encodes and decodes data and holds the one against the other.
func checkVertices(t interface {
	Helper()
	Fatalf(string, ...any)
}, data []byte, stride int) []byte {
	t.Helper()
	stream := EncodeVertices(nil, data, stride)
	got, err := meshopttest.Vertices(stream, len(data)/stride, stride)
	if err != nil {
		t.Fatalf("decoding our own stream: %v", err)
	}
	if !bytes.Equal(got, data) {
		t.Fatalf("%d vertices of %d bytes came back changed", len(data)/stride, stride)
	}
	return stream
}

// noisy is count vertices whose bytes change by chance: one in rough by any
// amount, the others by less than step.
func noisy(count, stride, step, rough int) []byte {
	r := rand.New(rand.NewPCG(uint64(step), uint64(rough)))
	data := make([]byte, count*stride)
	for i := range data {
		if i >= stride {
			data[i] = data[i-stride]
		}
		if r.IntN(rough) == 0 {
			data[i] = byte(r.Uint32())
		} else {
			data[i] += byte(r.IntN(step))
		}
	}
	return data
}

// The streams are worked out by hand from the text of Appendix A.
func TestVertexStreams(t *testing.T) {
	zeros := func(n int) []byte { return make([]byte, n) }
	tests := []struct {
		name   string
		data   []byte
		stride int
		want   []byte
	}{
		{
			name: "nothing", stride: 4,
			want: slices.Concat([]byte{0xa0}, zeros(32)),
		},
		{
			// One header byte for each byte of the vertex, and the baseline
			// behind its padding.
			name: "one vertex", stride: 4,
			data: []byte{1, 2, 3, 4},
			want: slices.Concat([]byte{0xa0}, zeros(4), zeros(28), []byte{1, 2, 3, 4}),
		},
		{
			name: "one long vertex", stride: 36,
			data: slices.Repeat([]byte{7}, 36),
			want: slices.Concat([]byte{0xa0}, zeros(36), slices.Repeat([]byte{7}, 36)),
		},
		{
			// Byte 0: +1, zigzag 2, fits into two bits at the second place of
			// the first byte. Byte 1: -2, zigzag 3, must be spelt. Byte 2: the
			// step from 0 to 255 is -1. Byte 3 stays.
			name: "two vertices", stride: 4,
			data: []byte{10, 20, 0, 9, 11, 18, 255, 9},
			want: slices.Concat(
				[]byte{0xa0},
				[]byte{1, 0x20, 0, 0, 0},
				[]byte{1, 0x30, 0, 0, 0, 3},
				[]byte{1, 0x10, 0, 0, 0},
				[]byte{0},
				zeros(28), []byte{10, 20, 0, 9}),
		},
		{
			// Seventeen vertices make two groups; only the last, alone in the
			// second, differs.
			name: "two groups", stride: 4,
			data: append(slices.Repeat([]byte{5, 0, 0, 0}, 16), 6, 0, 0, 0),
			want: slices.Concat([]byte{0xa0}, []byte{1 << 2, 0x80, 0, 0, 0}, zeros(3), zeros(28), []byte{5, 0, 0, 0}),
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := EncodeVertices(nil, tt.data, tt.stride); !bytes.Equal(got, tt.want) {
				t.Errorf("encoded\n% x, want\n% x", got, tt.want)
			}
			if got, err := meshopttest.Vertices(tt.want, len(tt.data)/tt.stride, tt.stride); err != nil ||
				!bytes.Equal(got, tt.data) {
				t.Errorf("decoded % x, %v; want % x", got, err, tt.data)
			}
		})
	}
}

// The example that Appendix A gives for a group in four bits: the running
// values of its deltas -1 -4 -3 26 -91 0 -6 6 -4 -4 5 -5 1 -1 0 0 from 100.
func TestVertexGroupOfTheSpecification(t *testing.T) {
	group := []byte{0x17, 0x5f, 0xf0, 0xbc, 0x77, 0xa9, 0x21, 0x00, 0x34, 0xb5}
	values := []byte{99, 95, 92, 118, 27, 27, 21, 27, 23, 19, 24, 19, 20, 19, 19, 19}
	stream := slices.Concat([]byte{0xa0, 2}, group, make([]byte, 3+28), []byte{100, 0, 0, 0})
	got, err := meshopttest.Vertices(stream, 16, 4)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range values {
		if got[4*i] != want {
			t.Errorf("value %d is %d, want %d", i, got[4*i], want)
		}
	}
	// The encoder takes the first vertex as the baseline, so that vertex
	// comes before the sixteen here and the next group holds them.
	again := EncodeVertices(nil, slices.Concat(slices.Repeat([]byte{100, 0, 0, 0}, 16), got), 4)
	if want := slices.Concat([]byte{0xa0, 2 << 2}, group); !bytes.HasPrefix(again, want) {
		t.Errorf("encoded % x, want it to begin with % x", again[:len(want)], want)
	}
}

func TestVerticesRoundTrip(t *testing.T) {
	for _, stride := range []int{4, 8, 12, 16, 32, 36, 60, 128, 252, 256} {
		for _, count := range []int{0, 1, 15, 16, 17, 31, 64, 255, 256, 257, 1000} {
			for _, step := range []int{1, 2, 8, 200} {
				checkVertices(t, noisy(count, stride, step, 30), stride)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		stride := 4 * rapid.IntRange(1, 64).Draw(t, "words")
		data := rapid.SliceOf(rapid.OneOf(rapid.ByteMax(3), rapid.ByteMax(20), rapid.Byte())).Draw(t, "data")
		checkVertices(t, data[:len(data)/stride*stride], stride)
	})
}

// Each width is taken exactly where it is the shortest.
func TestEncodeVerticesTakesTheShortestWidth(t *testing.T) {
	group := func(wide, wideDelta, rest int) []byte {
		data := make([]byte, 0, 32*4)
		data = append(data, make([]byte, 16*4)...)
		value := byte(0)
		for i := range 16 {
			if i < wide {
				value += byte(wideDelta)
			} else {
				value += byte(rest)
			}
			data = append(data, value, 0, 0, 0)
		}
		return data
	}
	const frame = 1 + 4 + 32 // header, header bits, tail
	tests := []struct {
		name string
		data []byte
		want int
	}{
		{"no difference", group(0, 0, 0), 0},
		{"two bits", group(0, 0, 1), 4},
		{"two bits, three spelt", group(3, 5, 1), 7},
		{"four bits where two would spell twelve", group(12, 5, 1), 8},
		{"four bits", group(0, 0, 5), 8},
		{"four bits, seven spelt", group(7, 50, 5), 15},
		{"bytes", group(9, 50, 5), 16},
		{"bytes, all", group(16, 100, 0), 16},
	}
	for _, tt := range tests {
		if got := len(checkVertices(t, tt.data, 4)) - frame; got != tt.want {
			t.Errorf("%s: %d bytes, want %d", tt.name, got, tt.want)
		}
	}
}

func TestEncodeVerticesAppends(t *testing.T) {
	data := noisy(300, 12, 9, 20)
	got := EncodeVertices([]byte("before"), data, 12)
	if want := "before" + string(EncodeVertices(nil, data, 12)); string(got) != want {
		t.Error("what comes after the prefix differs from the stream alone")
	}
}

func TestEncodeVerticesPanicsOnAStrideNotAllowed(t *testing.T) {
	for _, stride := range []int{-4, 0, 3, 6, 260} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("stride %d: no panic", stride)
				}
			}()
			EncodeVertices(nil, nil, stride)
		}()
	}
}

func FuzzVertices(f *testing.F) {
	for _, stride := range []int{4, 12, 256} {
		data := noisy(70, stride, 9, 20)
		f.Add(data, byte(stride/4-1))
	}
	f.Fuzz(func(t *testing.T, raw []byte, words byte) {
		stride := 4 * (int(words)%64 + 1)
		checkVertices(t, raw[:len(raw)/stride*stride], stride)
	})
}
