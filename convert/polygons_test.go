package convert

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"slices"
	"testing"

	"ostrakon/convert/obj"
	"ostrakon/convert/ply"
	"ostrakon/convert/stl"
)

// polygonFile is a file of testdata, with what the readers of OBJ and PLY should find in it.
type polygonFile struct {
	name     string
	format   stl.Format
	facets   int
	solids   []string
	volume   float64 // 0: the surface is open
	warnings []string
}

// The lantern has a foot with a notch and a see-through shade with a lamp, in colours of materials; the gem and the
// tile have colours of vertices.
func polygonFiles() []polygonFile {
	return []polygonFile{
		{"lantern.zip", stl.OBJ, 32, []string{"foot", "shade"}, 2460, []string{"texture_left_out"}},
		{"gem.ply", stl.PLY, 8, []string{""}, 4000. / 3, nil},
		{"tile.obj", stl.OBJ, 4, []string{"left", "right"}, 0, []string{"curves_left_out", "materials_missing"}},
	}
}

// model reads the file.
func (p polygonFile) model(t *testing.T, data []byte) *stl.Model {
	t.Helper()
	var m *stl.Model
	var err error
	if p.format == stl.PLY {
		m, err = ply.Read(bytes.Clone(data))
	} else {
		m, err = obj.Read(p.unpacked(t, data, "lantern/lantern.obj"), func(name string) ([]byte, error) {
			if p.name == "lantern.zip" {
				return p.unpacked(t, data, "lantern/"+name), nil
			}
			return nil, nil
		})
	}
	noError(t, err)
	return m
}

func (p polygonFile) unpacked(t *testing.T, data []byte, name string) []byte {
	t.Helper()
	if p.name != "lantern.zip" {
		return bytes.Clone(data)
	}
	archive := must(zip.NewReader(bytes.NewReader(data), int64(len(data))))(t)
	return must(io.ReadAll(must(archive.Open(name))(t)))(t)
}

func TestOBJAndPLYAreConverted(t *testing.T) {
	for _, p := range polygonFiles() {
		data := must(os.ReadFile("testdata/" + p.name))(t)
		want := p.model(t, data)
		for _, o := range variants() {
			t.Run(p.name+"_"+variantName(o), func(t *testing.T) {
				f, r := mustConvert(t, data, o)
				holds(t, open(t, f, r), want, r)
				var names []string
				for _, s := range want.Solids {
					names = append(names, s.Name)
				}
				if r.Format != p.format || r.Facets != p.facets || !slices.Equal(names, p.solids) ||
					!slices.Equal(codesOf(r.Warnings), p.warnings) || r.Options.Unit != Millimetre || r.Plates != 0 {
					t.Errorf("%+v, solids %q", r, names)
				}
				if v := r.Report.Volume; p.volume == 0 && v != nil ||
					p.volume > 0 && (v == nil || math.Abs(*v-p.volume) > 1e-3 || r.Report.Orientation != "outward") {
					t.Errorf("%+v", r.Report)
				}
			})
		}
	}
}

// Corners of a facet of the gem differ in colour, and so do their vertices in the glTF.
func TestColoursOfVerticesStayAtTheCorners(t *testing.T) {
	f, r := mustConvert(t, must(os.ReadFile("testdata/gem.ply"))(t), defaults(CustomGLB))
	seen := make(map[[4]float64]int)
	for _, c := range open(t, f, r).solids[0].colours {
		for _, corner := range c {
			seen[corner]++
		}
	}
	if len(seen) != 6 || seen[[4]float64{1, 0, 0, 1}] != 4 {
		t.Errorf("%v", seen)
	}
}

func TestOBJAndPLYAreRefusedWhereOnlySTLIsTaken(t *testing.T) {
	for _, p := range polygonFiles() {
		o := defaults(CustomGLB)
		o.STLOnly = true
		_, err := Convert(t.Context(), must(os.ReadFile("testdata/"+p.name))(t), o, "x", folder{}.create, nil)
		var refused *stl.Error
		if !errors.As(err, &refused) || refused.Code() != "not_stl" {
			t.Errorf("%s: %v", p.name, err)
		}
	}
}

// A file on the disk is read as one in memory is, and its first bytes decide.
func TestPolygonsAreKnownByTheirFirstBytes(t *testing.T) {
	exact := make([]byte, 84+50)
	copy(exact, "ply\nformat ascii 1.0\n")
	exact[80] = 1
	for name, c := range map[string]struct {
		data []byte
		want bool
	}{
		"ply":        {must(os.ReadFile("testdata/gem.ply"))(t), true},
		"obj":        {must(os.ReadFile("testdata/tile.obj"))(t), true},
		"stl":        {must(os.ReadFile("testdata/sphere.stl"))(t), false},
		"binary stl": {exact, false},
		"packed":     {must(os.ReadFile("testdata/lantern.zip"))(t), false},
		"nothing":    {nil, false},
	} {
		if got, err := HasPolygons(bytes.NewReader(c.data), int64(len(c.data))); got != c.want || err != nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		if c.want {
			r, err := ConvertFile(t.Context(), bytes.NewReader(c.data), int64(len(c.data)), defaults(Custom), "x",
				folder{}.create, nil)
			if err != nil || r.Facets == 0 {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
