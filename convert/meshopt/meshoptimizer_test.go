package meshopt

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"os"
	"os/exec"
	"slices"
	"testing"
)

// Streams of ours are read by another decoder, npm's meshoptimizer, and must
// give what was encoded.
func TestAgainstMeshoptimizer(t *testing.T) {
	modules := os.Getenv("OSTRAKON_NODE_MODULES")
	if modules == "" {
		t.Skip("OSTRAKON_NODE_MODULES does not name a folder that holds npm's meshoptimizer")
	}
	const vertexMode, triangleMode, octahedralMode = 0, 1, 2
	var request []byte
	var checks []func(t *testing.T, decoded io.Reader)
	add := func(mode, count, stride int, stream []byte, check func(t *testing.T, got []byte)) {
		for _, v := range []int{mode, count, stride, len(stream)} {
			request = binary.LittleEndian.AppendUint32(request, uint32(v))
		}
		request = append(request, stream...)
		checks = append(checks, func(t *testing.T, decoded io.Reader) {
			got := make([]byte, count*stride)
			if _, err := io.ReadFull(decoded, got); err != nil {
				t.Fatal(err)
			}
			check(t, got)
		})
	}

	for _, s := range append(shapes(), shuffled(grid(300, 300))) {
		if s.vertices > 0 {
			OptimiseOrder(s.indices, s.vertices, nil)
			OptimiseFetch(s.indices, s.vertices, nil)
		}
		for _, size := range []int{2, 4} {
			if size == 2 && s.vertices > 1<<16 || s.vertices == 0 && len(s.indices) > 0 && size == 2 {
				continue
			}
			add(triangleMode, len(s.indices), size, EncodeTriangles(nil, s.indices), func(t *testing.T, got []byte) {
				decoded := make([]uint32, len(s.indices))
				for i := range decoded {
					if size == 2 {
						decoded[i] = uint32(binary.LittleEndian.Uint16(got[2*i:]))
					} else {
						decoded[i] = binary.LittleEndian.Uint32(got[4*i:])
					}
				}
				if !slices.Equal(turned(decoded), turned(s.indices)) {
					t.Errorf("%s, %d bytes an index: facets differ", s.name, size)
				}
			})
		}
	}
	for _, stride := range []int{4, 8, 12, 36, 100, 256} {
		for _, count := range []int{1, 15, 16, 17, 300, 5000} {
			for _, step := range []int{1, 2, 9, 200} {
				data := noisy(count, stride, step, 25)
				add(vertexMode, count, stride, EncodeVertices(nil, data, stride), func(t *testing.T, got []byte) {
					if !bytes.Equal(got, data) {
						t.Errorf("%d vertices of %d bytes, step %d: differ", count, stride, step)
					}
				})
			}
		}
	}
	normals := directions()
	filtered := make([]byte, len(normals)/3*4)
	FilterOctahedral(filtered, normals, 8)
	add(octahedralMode, len(normals)/3, 4, EncodeVertices(nil, filtered, 4), func(t *testing.T, got []byte) {
		for i := 0; i < len(normals); i += 3 {
			x, y, z := unfold(filtered[i/3*4:])
			for k, want := range []float64{x, y, z} {
				if have := float64(int8(got[i/3*4+k])); math.Abs(have-127*want) > 1 {
					t.Fatalf("normal %v: component %d is %v, want %.2f", normals[i:i+3], k, have, 127*want)
				}
			}
		}
	})

	node := exec.CommandContext(t.Context(), "node", "testdata/decode.mjs", modules)
	node.Stdin = bytes.NewReader(request)
	var complaint bytes.Buffer
	node.Stderr = &complaint
	answer, err := node.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, complaint.Bytes())
	}
	decoded := bytes.NewReader(answer)
	for _, check := range checks {
		check(t, decoded)
	}
	if decoded.Len() != 0 {
		t.Errorf("%d bytes left over", decoded.Len())
	}
}
