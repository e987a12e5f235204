package convert

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ostrakon/convert/remark"
	"ostrakon/convert/usdz"
)

// asUSDZ are the default options of a method for USDZ.
func asUSDZ(m Method) Options {
	o, err := ParseOptions(map[string]string{"method": string(m), "as": "usdz"})
	if err != nil {
		panic(err)
	}
	return o
}

// layerOf is the text in a USDZ file.
func layerOf(t *testing.T, file []byte) string {
	t.Helper()
	archive := must(zip.NewReader(bytes.NewReader(file), int64(len(file))))(t)
	return string(must(io.ReadAll(must(archive.File[0].Open())(t)))(t))
}

// three is what three.js finds in a USDZ file, in metres with Y up.
type three struct {
	Min, Max  [3]float64
	Facets    int
	Meshes    []string
	Materials []string
}

// threeOf lets three.js load every USDZ file of a folder.
func threeOf(t *testing.T, dir string) map[string]three {
	t.Helper()
	modules := os.Getenv(modulesVariable)
	if _, err := os.Stat(filepath.Join(modules, "three")); modules == "" || err != nil {
		t.Skipf("%s does not name a folder node_modules with three", modulesVariable)
	}
	out, err := exec.Command("node", "testdata/usdz.mjs", modules, dir).Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		t.Fatalf("%v\n%s", err, exit.Stderr)
	}
	noError(t, err)
	found := map[string]three{}
	noError(t, json.Unmarshal(out, &found))
	return found
}

// TestThreeLoadsEveryUSDZ has the files of every method loaded. Each must stand on its origin in the size of its model.
func TestThreeLoadsEveryUSDZ(t *testing.T) {
	dir, results := t.TempDir(), map[string]*Result{}
	files := append(samples(t, "testdata"), must(filepath.Glob("testdata/*.3mf"))(t)...)
	for _, file := range files {
		for _, m := range methods() {
			for _, up := range []Up{UpZ, UpY} {
				o := asUSDZ(m)
				o.Name, o.Up = filepath.Base(file), up
				base := fmt.Sprintf("%s_%s_%s", filepath.Base(file), m, up)
				if r := writeInto(t, dir, base, must(os.ReadFile(file))(t), o); r != nil {
					results[base+".usdz"] = r
				}
			}
		}
	}
	found := threeOf(t, dir)
	if len(found) != len(results) || len(found) < 3*2*len(files)/2 {
		t.Errorf("%d files, of which three.js loaded %d", len(results), len(found))
	}
	for name, r := range results {
		got := found[name]
		if got.Facets != r.Facets {
			t.Errorf("%s: %d facets, not %d", name, got.Facets, r.Facets)
		}
		metres := r.Options.Unit.Metres()
		var size [3]float64
		for k := range size {
			size[k] = (float64(r.Bounds.Max[k]) - float64(r.Bounds.Min[k])) * metres
		}
		if r.Options.Up == UpZ {
			size[1], size[2] = size[2], size[1]
		}
		near := 1e-6 * max(size[0], size[1], size[2])
		for k, want := range map[int][2]float64{
			0: {-size[0] / 2, size[0] / 2}, 1: {0, size[1]}, 2: {-size[2] / 2, size[2] / 2},
		} {
			if math.Abs(got.Min[k]-want[0]) > near || math.Abs(got.Max[k]-want[1]) > near {
				t.Errorf("%s: axis %d from %g to %g, not %g to %g", name, k, got.Min[k], got.Max[k], want[0], want[1])
			}
		}
	}
}

func TestUSDZHasTheFactsOfTheConversion(t *testing.T) {
	for _, m := range methods() {
		f := folder{}
		data := must(os.ReadFile("testdata/sphere.stl"))(t)
		r := must(Convert(context.Background(), bytes.Clone(data), asUSDZ(m), "ball", f.create, nil))(t)
		if len(r.Files) != 1 || r.Files[0].Name != "ball.usdz" || r.Files[0].MediaType != MediaTypeUSDZ ||
			r.OutputSize != int64(f["ball.usdz"].Len()) || r.Report == nil {
			t.Errorf("%s: %+v", m, r)
		}
		plain := must(Convert(context.Background(), bytes.Clone(data), defaults(m), "ball", folder{}.create, nil))(t)
		if r.Facets != plain.Facets || r.Bounds != plain.Bounds {
			t.Errorf("%s: %d facets in %v, not %d in %v", m, r.Facets, r.Bounds, plain.Facets, plain.Bounds)
		}
	}
}

func TestUSDZKeepsColoursNamesUnitsAndCredits(t *testing.T) {
	f := folder{}
	o := asUSDZ(CustomGLB)
	o.Thumbnail, o.Name = 16, "Lamp"
	r := must(Convert(context.Background(), must(os.ReadFile("testdata/bambustudio.3mf"))(t), o, "out", f.create, nil))(t)
	if len(r.Files) != 2 || r.Files[1].MediaType != MediaTypePNG || r.OutputSize != r.Files[0].Size {
		t.Errorf("files are %+v, in all %d bytes", r.Files, r.OutputSize)
	}
	text := layerOf(t, f["out.usdz"].Bytes())
	for _, part := range []string{
		`string designer = "Grace"`, `string license = "BY-SA"`, "metersPerUnit = 0.001\n", `displayName = "Lamp"`,
		`def Mesh "foot"`, `def Material "colour_`,
	} {
		if !strings.Contains(text, part) {
			t.Errorf("%s is missing from\n%.500s", part, text)
		}
	}
	if strings.Contains(text, "colour_e7e7e7ff") {
		t.Error("a part is grey")
	}
}

func TestUSDZSaysWhatItHasNot(t *testing.T) {
	for file, kind := range map[string]remark.Kind{
		"gradient.3mf": remark.ColoursBlended, "textured.3mf": remark.TexturesAveraged,
	} {
		data := must(os.ReadFile("testdata/" + file))(t)
		r := must(Convert(context.Background(), data, asUSDZ(CustomGLB), "out", folder{}.create, nil))(t)
		if !slices.ContainsFunc(r.Warnings, func(w remark.Remark) bool { return w.Code() == kind.Code() }) {
			t.Errorf("%s: warnings are %v", file, r.Warnings)
		}
	}
}

func TestUSDZHasALargestNumberOfFacets(t *testing.T) {
	f := folder{}
	_, err := Convert(context.Background(), surface(usdz.MaxFacets*11/10), asUSDZ(CustomGLB), "out", f.create, nil)
	refused, ok := errors.AsType[*OptionError](err)
	if !ok || refused.Option != "as" || refused.Code() != remark.USDZTooLarge.Code() ||
		refused.Params["most"] != usdz.MaxFacets || refused.Params["facets"].(int) <= usdz.MaxFacets || len(f) != 0 {
		t.Errorf("%v, with %d files", err, len(f))
	}
}
