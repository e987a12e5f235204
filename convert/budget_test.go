package convert

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ostrakon/convert/bench"
	"ostrakon/convert/mesh"
	"ostrakon/convert/simplify/simplifytest"
)

func TestABudgetOfFacetsHoldsForEveryMethod(t *testing.T) {
	data := bench.Binary(bench.Gyroid, 20_000)
	for _, o := range variants() {
		o.Facets = 4_000
		f, r := mustConvert(t, data, o)
		if r.Facets > 4_000 || r.Facets < 3_960 || r.Simplified.To != r.Facets || r.Simplified.From != r.Report.Facets ||
			!(r.Simplified.Error > 0) {
			t.Errorf("%s: %d facets, %+v", variantName(o), r.Facets, r.Simplified)
		}
		again, _ := mustConvert(t, data, o)
		if !slices.Equal(slices.Sorted(maps.Keys(f)), slices.Sorted(maps.Keys(again))) {
			t.Fatalf("%s: other files at the second time", variantName(o))
		}
		for name, file := range f {
			if !bytes.Equal(file.Bytes(), again[name].Bytes()) {
				t.Errorf("%s: %s is another at the second time", variantName(o), name)
			}
		}
	}
}

func TestABudgetKeepsSolidsAndTheirColours(t *testing.T) {
	data := must(os.ReadFile("testdata/prusaslicer.3mf"))(t)
	for _, o := range variants() {
		_, whole := mustConvert(t, data, o)
		o.Facets = whole.Facets - 4
		f, r := mustConvert(t, data, o)
		s := open(t, f, r)
		if r.Facets > o.Facets || len(s.solids) != whole.Solids {
			t.Fatalf("%s: %d facets in %d solids", variantName(o), r.Facets, len(s.solids))
		}
		for i, d := range s.solids {
			if len(d.corners) == 0 || len(d.colours) != len(d.corners) {
				t.Errorf("%s: solid %d has %d facets, %d of them with colours", variantName(o), i, len(d.corners), len(d.colours))
			}
		}
	}
}

func TestABudgetAboveTheFileLeavesItAsItIs(t *testing.T) {
	o := defaults(Custom)
	o.Facets = 1_000
	_, r := mustConvert(t, []byte(strings.TrimSpace(string(cube("a", "b")))), o)
	if r.Facets != 24 || *r.Simplified != (Simplified{From: 24, To: 24}) {
		t.Errorf("%d facets, %+v", r.Facets, r.Simplified)
	}
}

// At the same number of facets, a budget moves the surface at most 1.1 times as far as gltfpack -si does.
func TestABudgetIsAsTrueAsGltfpack(t *testing.T) {
	needGltfpack(t)
	o := defaults(CustomGLB)
	o.Unit, o.Up, o.Level, o.Shading, o.Angle = Metre, UpY, Positions, None, 0 // so that no node moves the vertices
	from, to := t.TempDir(), t.TempDir()
	shapes := map[string]bench.Shape{"scan.glb": bench.Scan, "gyroid.glb": bench.Gyroid, "sheet.glb": bench.Sheet}
	whole := make(map[string]mesh.Mesh)
	for name, shape := range shapes {
		f, r := mustConvert(t, bench.Binary(shape, 60_000), o)
		whole[name] = surfaceOf(t, f, r)
		noError(t, os.WriteFile(filepath.Join(from, name), f[r.Files[0].Name].Bytes(), 0o600))
	}
	gltfpack(t, from, to, "-noq", "-si", "0.1", "-se", "1")
	for name, shape := range shapes {
		packed := folder{name: bytes.NewBuffer(must(os.ReadFile(filepath.Join(to, name)))(t))}
		theirs := surfaceOf(t, packed, &Result{Files: []File{{Name: name, MediaType: MediaTypeGLB}}})
		o.Facets = theirs.Facets()
		f, r := mustConvert(t, bench.Binary(shape, 60_000), o)
		ours := surfaceOf(t, f, r)
		apart, theirsApart := simplifytest.Distance(whole[name], ours), simplifytest.Distance(whole[name], theirs)
		t.Logf("%s: %d facets, %.2g in the mean of gltfpack's %.2g, %.2g at most of %.2g", name, ours.Facets(),
			apart.Mean, theirsApart.Mean, apart.Most, theirsApart.Most)
		if ours.Facets() > o.Facets || apart.Mean > 1.1*theirsApart.Mean || apart.RMS > 1.1*theirsApart.RMS {
			t.Errorf("%s: %d facets, apart by %+v, gltfpack's %d by %+v", name, ours.Facets(), apart, o.Facets, theirsApart)
		}
	}
}

// surfaceOf welds the facets of a file, all solids together, into one mesh.
func surfaceOf(t *testing.T, f folder, r *Result) mesh.Mesh {
	t.Helper()
	var corners []float32
	for _, d := range open(t, f, r).solids {
		for _, facet := range d.corners {
			for _, c := range facet {
				corners = append(corners, float32(c[0]), float32(c[1]), float32(c[2]))
			}
		}
	}
	return mesh.Weld(corners)
}
