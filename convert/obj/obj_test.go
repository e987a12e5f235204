package obj

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"ostrakon/convert/stl"
)

func read(t testing.TB, text string, library Library) *stl.Model {
	t.Helper()
	m, err := Read([]byte(text), library)
	if err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	return m
}

func codes(m *stl.Model) (list []string) {
	for _, w := range m.Warnings {
		list = append(list, w.Code())
	}
	return list
}

const square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"

func TestEveryNotationOfAFaceIsRead(t *testing.T) {
	want := read(t, square+"f 1 2 3\nf 1 3 4\n", nil).Corners
	for _, text := range []string{
		square + "f 1 2 3 4",
		square + "vt 0 0\nvn 0 0 1\nf 1/1 2/1 3/1 4/1\n",
		square + "vn 0 0 1\nf 1//1 2//1 3//1 4//1 # a comment\n",
		square + "vt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1 4/1/1\n",
		square + "f -4 -3 -2 -1\n",
		square + "f -4/-1/-1 -3/ -2// -1\n",
		square + "f 1 2 3\nv 9 9 9\nf -5 -3 4\n",
		"f 1 2 3 4\n" + square,
		"\ufeff# Blender\r\n\r\n" + strings.ReplaceAll(square+"  f\t1  2 3 4 ", "\n", "\r\n"),
		strings.ReplaceAll(square+"f 1 2 3 4", "\n", "\r"),
		square + "f 1 2 \\\n 3 \\\r\n4\n",
		"# a path C:\\\n" + square + "f 1 2 3 4\n",
		strings.ReplaceAll(square, "0\n", "0 1.0\n") + "f 1 2 3 4\n", // weights
		strings.ReplaceAll(square, "1", "1.00e+00") + "f 1 2 3 4\ns off\nunknown words\n",
	} {
		m := read(t, text, nil)
		if m.Format != stl.OBJ || !slices.Equal(m.Corners, want) || len(m.Warnings) > 0 || m.Colors != nil || m.Color != nil {
			t.Errorf("%q: %v, %v", text, m.Corners, m.Warnings)
		}
	}
}

// One corner of the dart points inward: a fan from its first corner would leave it.
func TestPolygonsKeepTheirShape(t *testing.T) {
	m := read(t, "v 0 4 0\nv 1 1 0\nv 4 0 0\nv 0 0 0\nf 4 3 2 1\n", nil)
	for i := 0; i < len(m.Corners); i += 9 {
		c := m.Corners[i : i+9]
		if area := (c[3]-c[0])*(c[7]-c[1]) - (c[6]-c[0])*(c[4]-c[1]); area <= 0 {
			t.Errorf("a triangle %v is turned around", c)
		}
	}
}

func TestObjectsBecomeSolidsOrElseGroups(t *testing.T) {
	for text, want := range map[string][]stl.Solid{
		"f 1 2 3\n":                                {{Facets: 1}},
		"o a\nf 1 2 3\no b\nf 1 2 3\nf 1 3 4\n":    {{Name: "a", Facets: 1}, {Name: "b", First: 1, Facets: 2}},
		"g a\nf 1 2 3\ng b  c \nf 1 3 4\n":         {{Name: "a", Facets: 1}, {Name: "b  c", First: 1, Facets: 1}},
		"o a\ng x\nf 1 2 3\ng y\nf 1 3 4\n":        {{Name: "a", Facets: 2}},
		"o\tempty\no a\nf 1 2 3\no a\nf 1 3 4\n":   {{Name: "a", Facets: 2}},
		"f 1 2 3\no later\nf 1 3 4\no nothing\n":   {{Facets: 1}, {Name: "later", First: 1, Facets: 1}},
		"g a\nf 1 2 3\nf 1 3\ng b\nf 1 3 4\nl 1 2": {{Name: "a", Facets: 1}, {Name: "b", First: 1, Facets: 1}},
	} {
		if m := read(t, square+text, nil); !slices.Equal(m.Solids, want) {
			t.Errorf("%q: %+v", text, m.Solids)
		}
	}
}

func TestColoursOfVerticesAreFractionsOrNumbersTo255(t *testing.T) {
	for _, one := range []string{"1 0.5 0", "255 128 0", "1.0 0.5 -2"} {
		text := strings.ReplaceAll("v 0 0 0 C\nv 1 0 0 C\nv 1 1 0 C 1\nf 1 2 3", "C", one)
		if m := read(t, text, nil); m.Color == nil || *m.Color != (stl.Color{255, 128, 0, 255}) {
			t.Errorf("%s: %v", one, m.Color)
		}
	}
	m := read(t, "v 0 0 0\nv 1 0 0\nv 1 1 0\n"+
		"v 0 0 0 0 1 0\nv 1 0 0 0 1 0\nv 1 1 0 0 1 0\nv 0 0 2\nf 4 5 6\nf 1 2 7\n", nil)
	if m.Colors == nil || m.Colors[0] != (stl.Color{0, 255, 0, 255}) ||
		!slices.Equal(codes(m), []string{"partly_coloured"}) {
		t.Errorf("%v, %v", m.Colors, m.Warnings)
	}
}

const library = `# materials
newmtl red
Ka 0 0 0
Kd 1 0 0
d 0.5
newmtl see through
Tr 0.8
Kd 0 0 1
newmtl black
Kd 0 0 0
d 0
newmtl broken
Kd spectral file.rfl
map_Kd wood.png
`

func TestMaterialsColourFaces(t *testing.T) {
	asked := []string{}
	m := read(t, "mtllib a b.mtl\nmtllib a b.mtl\n"+square+"usemtl red\nf 1 2 3\nusemtl see through\nf 1 2 3\n"+
		"usemtl black\nf 1 2 3\nusemtl broken\nf 1 2 3\nusemtl unknown\nf 1 2 3", func(name string) ([]byte, error) {
		asked = append(asked, name)
		if name == "a b.mtl" {
			return []byte(library), nil
		}
		return nil, nil
	})
	want := []stl.Color{{255, 0, 0, 128}, {0, 0, 255, 51}, {0, 0, 0, 255}}
	if !slices.Equal(m.Colors[:3], want) || !slices.Equal(asked, []string{"a b.mtl"}) ||
		!slices.Equal(codes(m), []string{"partly_coloured", "texture_left_out"}) {
		t.Errorf("%v, %v, asked for %q", m.Colors, m.Warnings, asked)
	}
}

func TestALibraryThatIsMissingIsAWarning(t *testing.T) {
	m := read(t, "mtllib C:\\work\\a.mtl b.mtl\n"+square+"usemtl red\nf 1 2 3\n", nil)
	if !slices.Equal(codes(m), []string{"materials_missing"}) || m.Warnings[0].Params["name"] != "a.mtl" ||
		m.Color != nil {
		t.Errorf("%v", m.Warnings)
	}
	broken := errors.New("the disk is broken")
	for _, name := range []string{"a.mtl", "a b.mtl"} {
		_, err := Read([]byte("mtllib "+name+"\n"+square+"f 1 2 3\n"), func(asked string) ([]byte, error) {
			if asked == "a b.mtl" {
				return nil, nil
			}
			return nil, broken
		})
		if !errors.Is(err, broken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWhatIsLeftOutIsSaid(t *testing.T) {
	m := read(t, square+"v nan 0 0\nv 1e99 0 0\nf 1 2 5\nf 1 2 6\nf 1 2\nf 1 2 3\nl 1 2\np 1\ncstype bspline\ndeg 3\n"+
		"curv2 1 2\nsurf 0 1 0 1 1 2 3 4\nend\n", nil)
	if m.Facets() != 1 || m.Dropped != 2 ||
		!slices.Equal(codes(m), []string{"non_finite_dropped", "faces_left_out", "curves_left_out"}) ||
		m.Warnings[2].Params["n"] != 4 {
		t.Errorf("%v", m.Warnings)
	}
}

func TestDamagedFilesAreRefused(t *testing.T) {
	for text, want := range map[string]struct {
		code string
		line int
	}{
		square + "f 1 2 5\n":             {"mesh_index", 5},
		square + "f 1 \\\n2 3\nf 1 2 -5": {"mesh_index", 7},
		square + "f 1 2 0\n":             {"mesh_not_vertex", 5},
		square + "f 1 2 x\n":             {"mesh_not_vertex", 5},
		square + "f 1 2 3.5\n":           {"mesh_not_vertex", 5},
		square + "f 1 2 99999999999\n":   {"mesh_not_vertex", 5},
		square + "f 1 2 -\n":             {"mesh_not_vertex", 5},
		"v 1 2\n" + square:               {"mesh_short_vertex", 1},
		"v 1 2 c\n" + square:             {"mesh_not_number", 1},
		"v 1 2 3 a\n" + square:           {"mesh_not_number", 1},
		square:                           {"mesh_no_faces", 0},
		square + "f 1 2\n":               {"mesh_no_faces", 0},
		"o a\n":                          {"mesh_no_faces", 0},
		"v 0 0 0\nf 1 1 1\n":             {"all_degenerate", 0},
		"v 0 0 inf\nf 1 1 1\n":           {"all_non_finite", 0},
	} {
		m, err := Read([]byte(text), nil)
		var refused *stl.Error
		if m != nil || !errors.As(err, &refused) || refused.Code() != want.code || refused.Line != want.line {
			t.Errorf("%q: %v, want %s on line %d", text, err, want.code, want.line)
			continue
		}
		for _, fact := range refused.Facts() {
			if _, ok := refused.Params[fact]; !ok {
				t.Errorf("%q: no fact %s", text, fact)
			}
		}
	}
}

func TestIsKnowsOBJByItsLines(t *testing.T) {
	for text, want := range map[string]bool{
		"v 0 0 0": true, "# c\n\n\to a b\ng x\ns off\nvn 0 0 1\n": true, "\ufeffmtllib a.mtl\r\n": true, "f 1 2 3": true,
		"#c\rv 1 2 3\r": true, "": false, "# only a comment\n": false, "o sole mio\nche bella cosa": false,
		"solid v\nfacet": false, "vertex 1 2 3": false, "v 0 0 0\x00": false, "very": false,
	} {
		if got := Is([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// sheet is a file of 2 n n facets, with normals and places of textures.
func sheet(n int) []byte {
	var out []byte
	out = append(out, "o sheet\n"...)
	for i := range n + 1 {
		for j := range n + 1 {
			out = fmt.Appendf(out, "v %.6f %.6f %.6f\n", float64(i)/7, float64(j)/7,
				3*math.Sin(float64(i)/9)*math.Cos(float64(j)/5))
		}
	}
	out = append(out, "vn 0.0 0.0 1.0\n"...)
	for i := range n {
		for j := range n {
			at := i*(n+1) + j + 1
			out = fmt.Appendf(out, "f %d//1 %d//1 %d//1\nf %d %d %d\n", at, at+1, at+n+1, at+1, at+n+2, at+n+1)
		}
	}
	return out
}

// BenchmarkRead reads a sheet of 200,000 facets.
func BenchmarkRead(b *testing.B) {
	data := sheet(316)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(data, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// FuzzOBJ asks that any text is refused, or a model of finite facets, whatever its materials are.
func FuzzOBJ(f *testing.F) {
	f.Add([]byte(square+"f 1 2 3 4\nf -4//1 -3 \\\n-2\n"), []byte(library))
	f.Add([]byte("mtllib a\no a\nusemtl red\n"+square+"v 0 0 1 1 0.5 0\r\nf 1/1/1 2/2/2 5\n"), []byte(library))
	f.Add(sheet(1), []byte("newmtl\nKd 1 1\n"))
	f.Add([]byte("# c \\\nv nan 0 0\rf 1 1 1\rl 1 1\rsurf"), []byte{})
	f.Fuzz(func(t *testing.T, data, materials []byte) {
		Is(data)
		size := len(data)
		m, err := Read(data, func(string) ([]byte, error) { return slices.Clone(materials), nil })
		if err != nil {
			if refused := (*stl.Error)(nil); m != nil || !errors.As(err, &refused) {
				t.Fatalf("%v", err)
			}
			return
		}
		last := m.Solids[len(m.Solids)-1]
		if len(m.Corners) != 9*m.Facets() || m.Facets() == 0 || m.Facets() > size || last.Facets == 0 {
			t.Fatalf("%d corners of %d facets in %d bytes", len(m.Corners), m.Facets(), size)
		}
		for _, c := range m.Corners {
			if c-c != 0 {
				t.Fatalf("a corner is %v", c)
			}
		}
	})
}
