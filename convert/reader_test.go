package convert

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/url"
	"ostrakon/convert/meshopt/meshopttest"
	"testing"

	"github.com/qmuntal/gltf"
)

// folder is where tests let conversions write: file names to their bytes.
type folder map[string]*bytes.Buffer

func (f folder) create(name string, _ int64) (io.Writer, error) {
	f[name] = new(bytes.Buffer)
	return f[name], nil
}

// scene is a glTF output read back: what a viewer would draw.
type scene struct {
	doc     *gltf.Document
	root    *gltf.Node // nil if the solids are at the top
	solids  []drawn
	buffers [][]byte
}

// drawn is one node with a mesh.
type drawn struct {
	name    string
	node    *gltf.Node
	corners [][3][3]float64 // a facet: three corners, in the units of the STL file
	normals [][3][3]float64 // the same of NORMAL; nil if there is none
	colours [][3][4]float64 // the same of COLOR_0; nil if there is none
	least   [3]float64      // by the accessors
	most    [3]float64
	step    float64 // of the quantisation; 0 for floats
	offset  [3]float64
}

// open reads the output of a conversion back.
func open(t testing.TB, f folder, r *Result) *scene {
	t.Helper()
	first := f[r.Files[0].Name].Bytes()
	s := &scene{doc: new(gltf.Document)}
	var bin []byte
	text := first
	if r.Files[0].MediaType == MediaTypeGLB {
		text, bin = splitGLB(t, first)
	}
	if err := json.Unmarshal(text, s.doc); err != nil {
		t.Fatalf("read %s: %v", r.Files[0].Name, err)
	}
	for _, b := range s.doc.Buffers {
		switch {
		case b.Extensions != nil:
			s.buffers = append(s.buffers, nil) // the fallback has no bytes
			continue
		case b.URI != "":
			name, err := url.PathUnescape(b.URI)
			if err != nil || f[name] == nil {
				t.Fatalf("the buffer's URI %q names no file (%v)", b.URI, err)
			}
			bin = f[name].Bytes()
		}
		if len(bin) != b.ByteLength {
			t.Fatalf("buffer of %d bytes, byteLength %d", len(bin), b.ByteLength)
		}
		s.buffers = append(s.buffers, bin)
	}
	for _, n := range s.doc.Scenes[*s.doc.Scene].Nodes {
		node := s.doc.Nodes[n]
		if node.Mesh != nil {
			s.solids = append(s.solids, s.draw(t, node))
			continue
		}
		s.root = node
		for _, c := range node.Children {
			s.solids = append(s.solids, s.draw(t, s.doc.Nodes[c]))
		}
	}
	return s
}

// splitGLB takes a GLB file apart and checks its lengths.
func splitGLB(t testing.TB, data []byte) (text, bin []byte) {
	t.Helper()
	word := func(at int) int { return int(binary.LittleEndian.Uint32(data[at:])) }
	if word(0) != glbMagic || word(4) != 2 || word(8) != len(data) || len(data)%4 != 0 {
		t.Fatalf("GLB header % x for %d bytes", data[:12], len(data))
	}
	length := word(12)
	if word(16) != glbChunkJSON || length%4 != 0 {
		t.Fatalf("JSON chunk header % x", data[12:20])
	}
	text, rest := data[20:20+length], data[20+length:]
	if n := int(binary.LittleEndian.Uint32(rest)); n != len(rest)-8 ||
		binary.LittleEndian.Uint32(rest[4:]) != glbChunkBIN {
		t.Fatalf("BIN chunk header % x for %d bytes", rest[:8], len(rest)-8)
	}
	return text, rest[8:]
}

func (s *scene) draw(t testing.TB, n *gltf.Node) drawn {
	t.Helper()
	d := drawn{name: n.Name, node: n}
	scale := n.ScaleOrDefault()
	if scale[0] != scale[1] || scale[1] != scale[2] {
		t.Fatalf("node %q is scaled by %v, which would bend its normals", n.Name, scale)
	}
	for i := range 3 {
		d.least[i], d.most[i] = math.Inf(1), math.Inf(-1)
	}
	for _, p := range s.doc.Meshes[*n.Mesh].Primitives {
		at := p.Attributes[gltf.POSITION]
		for i := range 3 {
			d.least[i] = math.Min(d.least[i], s.doc.Accessors[at].Min[i]*scale[0]+n.Translation[i])
			d.most[i] = math.Max(d.most[i], s.doc.Accessors[at].Max[i]*scale[0]+n.Translation[i])
		}
		if s.doc.Accessors[at].ComponentType != gltf.ComponentFloat {
			d.step, d.offset = scale[0], n.Translation
		}
		raw := s.values(t, at)
		a := s.doc.Accessors[at]
		for i := range 3 {
			least, most := math.Inf(1), math.Inf(-1)
			for _, v := range raw {
				least, most = math.Min(least, v[i]), math.Max(most, v[i])
			}
			if float32(a.Min[i]) != float32(least) || float32(a.Max[i]) != float32(most) {
				t.Errorf("accessor says %v to %v, values go from %v to %v in component %d", a.Min, a.Max, least, most, i)
			}
		}
		place := func(v []float64) (c [3]float64) {
			for i := range 3 {
				c[i] = v[i]*scale[0] + n.Translation[i]
			}
			return c
		}
		order := s.order(t, p, len(raw))
		d.corners = append(d.corners, gather(order, raw, place)...)
		if at, ok := p.Attributes[gltf.NORMAL]; ok {
			d.normals = append(d.normals, gather(order, s.values(t, at),
				func(v []float64) [3]float64 { return [3]float64(v) })...)
		}
		if at, ok := p.Attributes[gltf.COLOR_0]; ok {
			d.colours = append(d.colours, gather(order, s.values(t, at),
				func(v []float64) [4]float64 { return [4]float64(v) })...)
		}
	}
	return d
}

func gather[T any](order []uint32, values [][]float64, as func([]float64) T) [][3]T {
	result := make([][3]T, len(order)/3)
	for i, v := range order {
		result[i/3][i%3] = as(values[v])
	}
	return result
}

func (s *scene) order(t testing.TB, p *gltf.Primitive, vertices int) []uint32 {
	t.Helper()
	if p.Indices == nil {
		order := make([]uint32, vertices)
		for i := range order {
			order[i] = uint32(i)
		}
		return order
	}
	a := s.doc.Accessors[*p.Indices]
	if (a.ComponentType == gltf.ComponentUshort) != (vertices <= 65535) {
		t.Errorf("indices of type %v for %d vertices", a.ComponentType, vertices)
	}
	order := make([]uint32, a.Count)
	for i, v := range s.values(t, *p.Indices) {
		order[i] = uint32(v[0])
		if int(order[i]) >= vertices {
			t.Fatalf("index %d of %d vertices", order[i], vertices)
		}
	}
	return order
}

// values reads an accessor.
func (s *scene) values(t testing.TB, accessor int) [][]float64 {
	t.Helper()
	a := s.doc.Accessors[accessor]
	v := s.doc.BufferViews[*a.BufferView]
	size := map[gltf.ComponentType]int{
		gltf.ComponentByte: 1, gltf.ComponentUshort: 2, gltf.ComponentUint: 4, gltf.ComponentFloat: 4,
	}[a.ComponentType]
	width := a.Type.Components()
	stride := v.ByteStride
	if stride == 0 {
		stride = size * width
	}
	if stride*a.Count != v.ByteLength || v.ByteOffset%4 != 0 || (v.ByteStride != 0 && stride%4 != 0) {
		t.Fatalf("view of %d bytes at %d with stride %d for %d elements", v.ByteLength, v.ByteOffset, v.ByteStride, a.Count)
	}
	data, filter := s.view(t, v, a.Count)
	if filter == filterOctahedral {
		unfilter(data)
	}
	result := make([][]float64, a.Count)
	flat := make([]float64, a.Count*width)
	for i := range result {
		result[i] = flat[i*width : (i+1)*width]
		for c := range width {
			result[i][c] = component(a, data[i*stride+c*size:])
		}
	}
	return result
}

func component(a *gltf.Accessor, b []byte) float64 {
	switch a.ComponentType {
	case gltf.ComponentByte:
		return math.Max(float64(int8(b[0]))/127, -1)
	case gltf.ComponentUshort:
		v := float64(binary.LittleEndian.Uint16(b))
		if a.Normalized {
			return v / 65535
		}
		return v
	case gltf.ComponentUint:
		return float64(binary.LittleEndian.Uint32(b))
	default:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
}

// view returns the bytes of a view, unpacked if they are compressed.
func (s *scene) view(t testing.TB, v *gltf.BufferView, count int) (data []byte, filter string) {
	t.Helper()
	if v.Extensions == nil {
		return s.buffers[v.Buffer][v.ByteOffset : v.ByteOffset+v.ByteLength], ""
	}
	text := must(json.Marshal(v.Extensions[extensionMeshopt]))(t)
	var packed struct {
		Buffer, ByteOffset, ByteLength, ByteStride, Count int
		Mode, Filter                                      string
	}
	noError(t, json.Unmarshal(text, &packed))
	var err error
	source := s.buffers[packed.Buffer][packed.ByteOffset : packed.ByteOffset+packed.ByteLength]
	switch packed.Mode {
	case "ATTRIBUTES":
		data, err = meshopttest.Vertices(source, packed.Count, packed.ByteStride)
	case "TRIANGLES":
		var values []uint32
		values, err = meshopttest.Triangles(source, packed.Count/3)
		data = make([]byte, packed.Count*packed.ByteStride)
		for i, x := range values {
			if packed.ByteStride == 2 {
				binary.LittleEndian.PutUint16(data[2*i:], uint16(x))
			} else {
				binary.LittleEndian.PutUint32(data[4*i:], x)
			}
		}
	default:
		err = fmt.Errorf("mode %q", packed.Mode)
	}
	if err != nil || packed.Count != count {
		t.Fatalf("compressed view of %d elements for %d: %v", packed.Count, count, err)
	}
	return data, packed.Filter
}

// unfilter is the inverse of filter OCTAHEDRAL for 8 bits, after Appendix B of
// the extension.
func unfilter(data []byte) {
	for ; len(data) >= 4; data = data[4:] {
		one := float64(int8(data[2]))
		x, y := float64(int8(data[0]))/one, float64(int8(data[1]))/one
		z := 1 - math.Abs(x) - math.Abs(y)
		fold := math.Max(-z, 0)
		x -= math.Copysign(fold, x)
		y -= math.Copysign(fold, y)
		length := math.Sqrt(x*x + y*y + z*z)
		for k, v := range []float64{x, y, z} {
			data[k] = byte(int8(math.Round(v / length * 127)))
		}
	}
}
