package ply

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"ostrakon/convert/stl"
)

// file writes a PLY file. Lines of the header come without the first two; rows are values of the types in them.
func file(form, header string, rows ...any) []byte {
	out := []byte("ply\nformat " + form + " 1.0\n" + header + "end_header\n")
	for _, v := range rows {
		switch form {
		case text:
			out = fmt.Appendf(out, "%v ", v)
		case bigEndian:
			out, _ = binary.Append(out, binary.BigEndian, v)
		default:
			out, _ = binary.Append(out, binary.LittleEndian, v)
		}
	}
	return out
}

func forms() []string { return []string{text, littleEndian, bigEndian} }

const floats = "property float x\nproperty float y\nproperty float z\n"

// pyramid is one of a square and four triangles, in colours, with what is passed over between.
func pyramid(form string) []byte {
	var rows []any
	for i, p := range [][3]float64{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {1, 1, 3}} {
		rows = append(rows, uint8(2), int16(-7), int16(7), p[0], p[1], p[2], float32(0.5), uint8(200), uint8(10*i), uint8(0))
	}
	rows = append(rows, int32(-4), int32(5)) // an element that is passed over
	for _, f := range [][]int32{{0, 3, 2, 1}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}, {0, 1}} {
		rows = append(rows, uint16(1), uint8(len(f)))
		for _, v := range f {
			rows = append(rows, v)
		}
	}
	return file(form, "comment made by hand\nelement vertex 5\nproperty list uchar short extra\n"+
		"property double x\nproperty double y\nproperty double z\nproperty float quality\n"+
		"property uchar red\nproperty uchar green\nproperty uchar blue\nobj_info none\n"+
		"element edge 1\nproperty int vertex1\nproperty int vertex2\nelement nothing 4000000000\n"+
		"element face 6\nproperty ushort flags\nproperty list uchar int vertex_indices\n", rows...)
}

func codes(m *stl.Model) (list []string) {
	for _, w := range m.Warnings {
		list = append(list, w.Code())
	}
	return list
}

func TestEveryFormGivesTheSameModel(t *testing.T) {
	var first *stl.Model
	for _, form := range forms() {
		m, err := Read(pyramid(form))
		if err != nil {
			t.Fatalf("%s: %v", form, err)
		}
		if first == nil {
			first = m
		}
		if m.Format != stl.PLY || m.Facets() != 6 || len(m.Solids) != 1 ||
			m.Bounds != (stl.Bounds{Max: [3]float32{2, 2, 3}}) || !slices.Equal(codes(m), []string{"faces_left_out"}) {
			t.Errorf("%s: %+v", form, m)
		}
		if !slices.Equal(m.Corners, first.Corners) || !slices.Equal(m.Colors, first.Colors) || m.Colors == nil {
			t.Errorf("%s: %v in %v", form, m.Corners, m.Colors)
		}
	}
}

func TestLinesMayEndInAnyWay(t *testing.T) {
	for _, ending := range []string{"\r\n", "\r"} {
		data := pyramid(littleEndian)
		at := bytes.Index(data, []byte("end_header\n")) + len("end_header\n")
		data = append(bytes.ReplaceAll(data[:at:at], []byte("\n"), []byte(ending)), data[at:]...)
		if m, err := Read(data); err != nil || m.Facets() != 6 {
			t.Errorf("%q: %v", ending, err)
		}
		if m, err := Read(bytes.ReplaceAll(pyramid(text), []byte("\n"), []byte(ending))); err != nil || m.Facets() != 6 {
			t.Errorf("%q in a text: %v", ending, err)
		}
	}
}

// All colours are (255, 128, 0), of any type and under both names.
func TestColoursOfEveryTypeAreRead(t *testing.T) {
	for name, c := range map[string]struct {
		header string
		values []any
		want   stl.Color
	}{
		"bytes": {"property uchar red\nproperty uchar green\nproperty uchar blue\n",
			[]any{uint8(255), uint8(128), uint8(0)}, stl.Color{255, 128, 0, 255}},
		"diffuse": {"property uchar diffuse_red\nproperty uchar diffuse_green\nproperty uchar diffuse_blue\n",
			[]any{uint8(255), uint8(128), uint8(0)}, stl.Color{255, 128, 0, 255}},
		"fractions": {"property float red\nproperty float green\nproperty float blue\nproperty float alpha\n",
			[]any{float32(1), float32(0.5), float32(0), float32(0.25)}, stl.Color{255, 128, 0, 64}},
		"shorts": {"property ushort red\nproperty ushort green\nproperty ushort blue\nproperty uchar alpha\n",
			[]any{uint16(65535), uint16(32896), uint16(0), uint8(0)}, stl.Color{255, 128, 0, 255}},
		"out of range": {"property float red\nproperty double green\nproperty int blue\n",
			[]any{float32(7), 0.5, int32(-1)}, stl.Color{255, 128, 0, 255}},
	} {
		for _, form := range forms() {
			var rows []any
			for _, p := range [][3]float32{{}, {1, 0, 0}, {0, 1, 0}} {
				rows = append(append(rows, p[0], p[1], p[2]), c.values...)
			}
			data := file(form, "element vertex 3\n"+floats+c.header+"element face 1\nproperty list uint uint vertex_index\n",
				append(rows, uint32(3), uint32(0), uint32(1), uint32(2))...)
			if m, err := Read(data); err != nil || m.Color == nil || *m.Color != c.want {
				t.Errorf("%s, %s: %v, %+v", name, form, err, m)
			}
		}
	}
}

func TestFacesHaveColoursOfTheirOwn(t *testing.T) {
	m, err := Read([]byte("ply\nformat ascii 1.0\nelement face 2\nproperty list uchar int vertex_indices\n" +
		"property uchar red\nproperty uchar green\nproperty uchar blue\nelement vertex 4\n" + floats + "end_header\n" +
		"3 0 1 2 255 0 0\n3 0 2 3 0 0 255\n0 0 0\n1 0 0\n1 1 0\n0 1 0"))
	if err != nil || !slices.Equal(m.Colors, []stl.Color{{255, 0, 0, 255}, {0, 0, 255, 255}}) {
		t.Errorf("%v, %+v", err, m)
	}
}

func TestStripsAreTriangles(t *testing.T) {
	m, err := Read([]byte("ply\nformat ascii 1.0\ncomment TextureFile a.png\nelement vertex 5\n" + floats +
		"element tristrips 1\nproperty list int int vertex_indices\nend_header\n" +
		"0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n9 0 1 2 3 -1 0 1 4 -1"))
	if err != nil || m.Facets() != 3 || !slices.Equal(codes(m), []string{"texture_left_out"}) {
		t.Fatalf("%v, %+v", err, m)
	}
	if second := m.Corners[9:18]; !slices.Equal(second, []float32{0, 1, 0, 1, 0, 0, 1, 1, 0}) {
		t.Errorf("the second triangle is %v", second)
	}
}

func TestFacesWithPlacesThatAreNotFiniteAreLeftOut(t *testing.T) {
	nan := float32(math.NaN())
	header := "element vertex 4\n" + floats + "element face 2\nproperty list uchar uchar vertex_index\n"
	m, err := Read(file(littleEndian, header,
		nan, nan, nan, [3]float32{}, [3]float32{1, 0, 0}, [3]float32{0, 1, 0}, []uint8{3, 0, 1, 2, 3, 1, 2, 3}))
	if err != nil || m.Facets() != 1 || m.Dropped != 1 || !slices.Equal(codes(m), []string{"non_finite_dropped"}) {
		t.Errorf("%v, %+v", err, m)
	}
}

func TestHostileAndDamagedFilesAreRefused(t *testing.T) {
	vertices := "element vertex 3\n" + floats
	faces := "element face 1\nproperty list uchar int vertex_indices\n"
	places := "0 0 0\n1 0 0\n0 1 0\n"
	whole := pyramid(littleEndian)
	asText := func(header, body string) []byte { return []byte(string(file(text, header)) + body) }
	for name, c := range map[string]struct {
		data []byte
		code string
		line int
	}{
		"no end":               {[]byte("ply\nformat ascii 1.0\nelement vertex 3\n"), "mesh_no_header_end", 4},
		"nothing":              {[]byte("ply\n"), "mesh_no_header_end", 2},
		"no format":            {[]byte("ply\nelement vertex 0\n" + floats + "end_header\n"), "mesh_header", 0},
		"another format":       {[]byte("ply\nformat xml 1.0\nend_header\n"), "mesh_header", 2},
		"a strange line":       {asText("hello\n", ""), "mesh_header", 3},
		"an unknown type":      {asText("element vertex 3\nproperty word x\n", ""), "mesh_header", 4},
		"a list without types": {asText("element vertex 3\nproperty list uchar x\n", ""), "mesh_header", 4},
		"a negative count":     {asText("element vertex -3\n", ""), "mesh_header", 3},
		"a property of none":   {asText("property float x\n", ""), "mesh_header", 3},
		"many elements":        {asText(strings.Repeat("element a 1\n", 70), ""), "mesh_header", 67},
		"many properties":      {asText("element a 1\n"+strings.Repeat("property int a\n", 1100), ""), "mesh_header", 1028},
		"no vertices":          {asText("element face 0\n", ""), "mesh_no_property", 0},
		"no z":                 {asText("element vertex 0\nproperty int x\nproperty int y\n", ""), "mesh_no_property", 0},
		"z is a list": {asText("element vertex 0\nproperty int x\nproperty int y\nproperty list int int z\n", ""),
			"mesh_no_property", 0},
		"points":            {asText(vertices, places), "mesh_no_faces", 0},
		"a line":            {asText(vertices+faces, places+"2 0 1"), "mesh_no_faces", 0},
		"billions":          {asText("element vertex 4294967295\n"+floats+faces, places), "mesh_cut_off", 10},
		"billions of bytes": {file(bigEndian, "element vertex 4294967295\n"+floats+faces), "mesh_cut_off", 0},
		"more than 32 bits": {asText("element vertex 4294967296\n"+floats+faces, places), "mesh_header", 3},
		"a long list":       {asText(vertices+faces, places+"4000000000 0 1 2"), "mesh_cut_off", 13},
		"a negative list":   {asText(vertices+faces, places+"-1 0 1 2"), "mesh_cut_off", 13},
		"cut off":           {whole[:len(whole)-3], "mesh_cut_off", 0},
		"a text cut off":    {asText(vertices+faces, places+"3 0 1"), "mesh_cut_off", 13},
		"no number":         {asText(vertices+faces, "0 0 0\n1 x 0\n0 1 0\n3 0 1 2"), "mesh_not_number", 11},
		"no number of one":  {asText(vertices+faces, places+"3 0 1 b"), "mesh_not_number", 13},
		"index too large":   {asText(vertices+faces, places+"3 0 1 3"), "mesh_index", 13},
		"index negative":    {asText(vertices+faces, places+"3 0 1 -1"), "mesh_index", 13},
		"a binary index": {file(littleEndian, "element vertex 1\n"+floats+faces, [3]float32{}, uint8(3), int32(0), int32(0),
			int32(1)), "mesh_index", 0},
		"no area": {asText(vertices+faces, "0 0 0\n0 0 0\n0 0 0\n3 0 1 2"), "all_degenerate", 0},
	} {
		m, err := Read(c.data)
		var refused *stl.Error
		if m != nil || !errors.As(err, &refused) || refused.Code() != c.code || refused.Line != c.line {
			t.Errorf("%s: %v, want %s on line %d", name, err, c.code, c.line)
			continue
		}
		for _, fact := range refused.Facts() {
			if _, ok := refused.Params[fact]; !ok {
				t.Errorf("%s: no fact %s", name, fact)
			}
		}
	}
}

// sheet is a file of 2 n n facets.
func sheet(form string, n int) []byte {
	var rows []any
	for i := range n + 1 {
		for j := range n + 1 {
			rows = append(rows, float32(i)/7, float32(j)/7, float32(3*math.Sin(float64(i)/9)*math.Cos(float64(j)/5)))
		}
	}
	for i := range n {
		for j := range n {
			at := int32(i*(n+1) + j)
			rows = append(rows, uint8(3), at, at+1, at+int32(n)+1, uint8(3), at+1, at+int32(n)+2, at+int32(n)+1)
		}
	}
	return file(form, fmt.Sprintf("element vertex %d\n%selement face %d\nproperty list uchar int vertex_indices\n",
		(n+1)*(n+1), floats, 2*n*n), rows...)
}

// BenchmarkRead reads a sheet of 200,000 facets in each form.
func BenchmarkRead(b *testing.B) {
	for _, form := range forms() {
		data := sheet(form, 316)
		b.Run(form, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Read(data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// FuzzPLY asks that any bytes after the first line are refused, or a model of finite facets.
func FuzzPLY(f *testing.F) {
	for _, form := range forms() {
		f.Add(pyramid(form)[4:])
		f.Add(sheet(form, 1)[4:])
	}
	f.Add([]byte("format ascii 1.0\nelement vertex 3\n" + floats +
		"element tristrips 1\nproperty list int int vertex_indices\nend_header\n0 0 0 1 0 0 0 1 0 4 0 1 2 -1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Read(append([]byte("ply\n"), data...))
		if err != nil {
			if refused := (*stl.Error)(nil); m != nil || !errors.As(err, &refused) {
				t.Fatalf("%v", err)
			}
			return
		}
		if len(m.Corners) != 9*m.Facets() || m.Facets() == 0 || m.Facets() > len(data) {
			t.Fatalf("%d corners of %d facets in %d bytes", len(m.Corners), m.Facets(), len(data))
		}
		for _, c := range m.Corners {
			if c-c != 0 {
				t.Fatalf("a corner is %v", c)
			}
		}
	})
}
