package usdz

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"ostrakon/convert/mesh"
)

// wedge is two facets over a step of two units in x, three in y and four in z, away from the origin.
func wedge() mesh.Mesh {
	return mesh.Mesh{
		Positions: []float32{10, 20, 30, 12, 20, 30, 10, 23, 30, 10, 20, 34},
		Normals:   []float32{0, 0, 1, 0.6, 0.8, 0, 0, 0, 1, 0, -1, 0},
		Indices:   []uint32{0, 1, 2, 0, 3, 1},
	}
}

func scene(parts ...Part) Scene {
	return Scene{Name: "wedge", Metres: 0.001, ZUp: true, Colour: [4]uint8{231, 231, 231, 255}, Parts: parts}
}

// write packs and writes a scene, and returns the file and the text in it.
func write(t *testing.T, s Scene) (file []byte, text string) {
	t.Helper()
	var out bytes.Buffer
	p := Pack(s)
	if err := p.Write(&out); err != nil {
		t.Fatal(err)
	}
	if int64(out.Len()) != p.Size() {
		t.Errorf("the file has %d bytes, announced were %d", out.Len(), p.Size())
	}
	archive, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	r, err := archive.File[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	inside, err := io.ReadAll(r) // compares the CRC
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), string(inside)
}

// body is what stands between the brackets of an array, without line breaks.
func body(t *testing.T, text, name string) string {
	t.Helper()
	_, rest, found := strings.Cut(text, " "+name+" = [")
	if !found {
		t.Fatalf("there is no %s in\n%s", name, text)
	}
	list, _, _ := strings.Cut(rest, "]")
	return strings.ReplaceAll(list, "\n", "")
}

func contains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q is missing from\n%s", part, text)
		}
	}
}

func TestTheTextIsStoredAtAMultipleOf64Bytes(t *testing.T) {
	file, text := write(t, scene(Part{Mesh: wedge()}))
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	if len(archive.File) != 1 {
		t.Fatalf("%d files", len(archive.File))
	}
	f := archive.File[0]
	offset, err := f.DataOffset()
	if err != nil || offset%64 != 0 {
		t.Errorf("data at %d, %v", offset, err)
	}
	if f.Method != zip.Store || f.Flags != 0 || !strings.HasSuffix(f.Name, ".usda") {
		t.Errorf("%s by method %d with flags %#x", f.Name, f.Method, f.Flags)
	}
	if !strings.HasPrefix(text, "#usda 1.0\n") || string(file[offset:offset+9]) != "#usda 1.0" {
		t.Errorf("the text begins with %q", text[:20])
	}
}

func TestASceneGivesTheSameBytesEachTime(t *testing.T) {
	colours := wedge()
	colours.Colors = [][4]uint8{{1, 2, 3, 255}, {1, 2, 3, 255}, {1, 2, 3, 255}, {9, 9, 9, 255}}
	s := scene(Part{Name: "a", Mesh: wedge()}, Part{Name: "a", Mesh: colours})
	first, _ := write(t, s)
	for range 5 {
		if again, _ := write(t, s); !bytes.Equal(first, again) {
			t.Fatal("the bytes differ")
		}
	}
}

func TestASceneStandsOnItsOriginWithYUp(t *testing.T) {
	_, text := write(t, scene(Part{Name: "step", Mesh: wedge()}))
	contains(t, text, "upAxis = \"Y\"\n", "metersPerUnit = 0.001\n", "defaultPrim = \"Model\"\n",
		"subdivisionScheme = \"none\"", "interpolation = \"vertex\"")
	for name, want := range map[string]string{
		"points":            "(-1,0,1.5),(1,0,1.5),(-1,0,-1.5),(-1,4,1.5)",
		"normals":           "(0,1,0),(0.6,0,-0.8),(0,1,0),(0,0,1)",
		"extent":            "(-1,0,-1.5),(1,4,1.5)",
		"faceVertexCounts":  "3,3",
		"faceVertexIndices": "0,1,2,0,3,1",
	} {
		if got := body(t, text, name); got != want {
			t.Errorf("%s are %s, not %s", name, got, want)
		}
	}
	upright := scene(Part{Mesh: wedge()})
	upright.ZUp, upright.Metres = false, 1e-6
	_, text = write(t, upright)
	contains(t, text, "metersPerUnit = 1e-06\n")
	if got, want := body(t, text, "points"), "(-1,0,-2),(1,0,-2),(-1,3,-2),(-1,0,2)"; got != want {
		t.Errorf("points are %s, not %s", got, want)
	}
}

func TestAMeshWithoutNormalsHasNone(t *testing.T) {
	m := wedge()
	m.Normals = nil
	if _, text := write(t, scene(Part{Mesh: m})); strings.Contains(text, "normals") {
		t.Errorf("there are normals in\n%s", text)
	}
}

func TestNumbersHaveNoMoreDigitsThanTheSceneNeeds(t *testing.T) {
	for _, c := range []struct {
		scale  float32
		points string
	}{
		{1, "(-0.5,0,0.166667),(0.5,0,0.166667),(-0.5,0,-0.166667)"},
		{100, "(-50,0,16.6667),(50,0,16.6667),(-50,0,-16.6667)"},
		{1e9, "(-500000000,0,166666672),(500000000,0,166666672),(-500000000,0,-166666672)"},
		{2e-6, "(-0.000001,0,0.000000333333),(0.000001,0,0.000000333333),(-0.000001,0,-0.000000333333)"},
	} {
		m := mesh.Mesh{Positions: []float32{0, 0, 0, c.scale, 0, 0, 0, c.scale / 3, 0}, Indices: []uint32{0, 1, 2}}
		if _, text := write(t, scene(Part{Mesh: m})); body(t, text, "points") != c.points {
			t.Errorf("times %g: %s", c.scale, body(t, text, "points"))
		}
	}
}

func TestNamesAreIdentifiersAndKeptForDisplay(t *testing.T) {
	var parts []Part
	for _, name := range []string{"Schloß 2", "2nd", "", "a\"b\\c", "Materials", "Materials", "轮子", "x[1", "it's"} {
		parts = append(parts, Part{Name: name, Mesh: wedge()})
	}
	s := scene(parts...)
	s.Name = `the "best" model`
	s.Credits = []Credit{{"license", "CC\nBY"}}
	_, text := write(t, s)
	contains(t, text,
		`def Xform "Model"`, `displayName = "the \"best\" model"`, `string license = "CC\nBY"`,
		`def Mesh "Schlo__2"`, `displayName = "Schloß 2"`, `def Mesh "_2nd"`, `def Mesh "part"`,
		`def Mesh "a_b_c"`, `displayName = "a\"b\\c"`, `def Mesh "Materials_2"`, `def Mesh "Materials_3"`,
		`def Mesh "part_2"`, `displayName = "轮子"`, `displayName = "x\x5b1"`, `displayName = "it\'s"`)
	if n := strings.Count(text, "displayName"); n != len(parts) { // one has none, and the root has one
		t.Errorf("%d names for display", n)
	}
}

func TestNamesAreNeverGivenTwice(t *testing.T) {
	given, n := map[string]bool{}, names{}
	for _, name := range []string{"a", "a", "a_2", "a_2", "a", "a_2_2", "a?2"} {
		identifier := n.of(name, "part")
		if given[identifier] {
			t.Errorf("%s comes twice", identifier)
		}
		given[identifier] = true
	}
}

var errFull = errors.New("full")

// small takes so many bytes.
type small struct{ room int }

func (s *small) Write(p []byte) (int, error) {
	if s.room -= len(p); s.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteReturnsTheErrorOfTheWriter(t *testing.T) {
	p := Pack(scene(Part{Mesh: wedge()}))
	for _, room := range []int{0, 100, int(p.Size()) - 1} {
		if err := p.Write(&small{room}); !errors.Is(err, errFull) {
			t.Errorf("with room for %d: %v", room, err)
		}
	}
}
