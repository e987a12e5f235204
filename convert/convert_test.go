package convert

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"weak"

	"github.com/qmuntal/gltf"

	"ostrakon/convert/bench"
	"ostrakon/convert/obj"
	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
)

// variants are the methods, levels and shadings that make different outputs: a third of them with
// -short, which goes with the race detector.
func variants() []Options {
	var all []Options
	for _, m := range methods() {
		choices := []Level{""}
		if m == CustomGLB {
			choices = levels()
		}
		for _, l := range choices {
			choices := shadings(m, l, Shaded)
			if l == Compact {
				choices = append(choices, None)
			}
			for _, s := range choices {
				o := defaults(m)
				o.Level, o.Shading, o.Angle = l, s, 0
				if s == Crease {
					o.Angle = DefaultAngle
				}
				all = append(all, o)
			}
		}
	}
	return thinned(all, 3)
}

// thinned is all, or with -short each nth.
func thinned[T any](all []T, n int) []T {
	if !testing.Short() {
		return all
	}
	var some []T
	for i := 0; i < len(all); i += n {
		some = append(some, all[i])
	}
	return some
}

func variantName(o Options) string {
	return strings.Trim(fmt.Sprintf("%s_%s_%s", o.Method, o.Level, o.Shading), "_")
}

// samples are the STL files of a folder and those below it, a fifth of them with -short.
func samples(t testing.TB, folder string) []string {
	t.Helper()
	var files []string
	for _, pattern := range []string{"*.stl", "*.STL", "*/*.stl", "*/*.STL"} {
		found := must(filepath.Glob(filepath.Join(folder, pattern)))(t)
		files = append(files, found...)
	}
	return thinned(files, 5)
}

// mustConvert converts a copy of data into a new folder.
func mustConvert(t testing.TB, data []byte, o Options) (folder, *Result) {
	t.Helper()
	f := folder{}
	r, err := Convert(context.Background(), bytes.Clone(data), o, "out", f.create, nil)
	if err != nil {
		t.Fatalf("%s: %v", variantName(o), err)
	}
	return f, r
}

func TestEveryMethodKeepsTheGeometryOfItsOwnSamples(t *testing.T) {
	keepsGeometry(t, "testdata", nil)
}

// shared is where the collection of STL files of many origins lies, for those
// who have it.
const shared = "../../shared/stl"

func TestEveryMethodKeepsTheGeometryOfTheSharedSamples(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(shared, "manifest.json"))
	if errors.Is(err, os.ErrNotExist) {
		t.Skipf("the collection of STL files is not at %s; the samples of testdata ran", shared)
	}
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		File   string
		Facets int
		Kind   string
	}
	noError(t, json.Unmarshal(text, &rows))
	facets := make(map[string]int)
	for _, row := range rows {
		facets[filepath.Base(row.File)] = row.Facets
	}
	// The count of the manifest is a guess of other readers. Another count of these files serves whoever uploads them.
	maps.Copy(facets, map[string]int{
		"asc_nan.stl":                  10, // two facets have a corner that is not a number
		"bin_nan_vertex.stl":           11, // so has one
		"asc_utf16le.stl":              12, // text of 16 bits a character, not binary
		"bin_count_too_small.stl":      12, // the records that are there count
		"bin_count_zero_with_data.stl": 12, // here too
		"bin_all_degenerate.stl":       0,  // there is nothing to be seen
		"not_stl_obj.stl":              1,  // an OBJ file
		"not_stl_png.stl":              0,  // a picture
		"not_stl_zip.stl":              0,  // an archive
		"random_4k.stl":                0,  // noise
		// text with comments, not binary
		"kovacsv+Online3DViewer__test__testfiles__stl__single_triangle_with_comments.stl": 1,
	})
	keepsGeometry(t, shared, facets)
}

func keepsGeometry(t *testing.T, folder string, facets map[string]int) {
	files := samples(t, folder)
	if len(files) == 0 {
		t.Fatalf("no STL files in %s", folder)
	}
	for _, file := range files {
		name := filepath.Base(file)
		data := must(os.ReadFile(file))(t)
		if must(HasPolygons(bytes.NewReader(data), int64(len(data))))(t) {
			continue // an OBJ file by the name of STL, which is converted as what it is
		}
		model, unreadable := stl.Read(bytes.Clone(data))
		if obj.Is(data) {
			model, unreadable = obj.Read(bytes.Clone(data), nil) // under a wrong name
		}
		if want, ok := facets[name]; ok {
			got := 0
			if model != nil {
				got = model.Facets()
			}
			if got != want {
				t.Errorf("%s: %d facets, the manifest says %d (%v)", name, got, want, unreadable)
			}
		}
		for _, o := range variants() {
			t.Run(name+"/"+variantName(o), func(t *testing.T) {
				if unreadable != nil {
					refuses(t, data, o)
					return
				}
				f, r := mustConvert(t, data, o)
				holds(t, open(t, f, r), model, r)
				kept(t, r, model)
			})
		}
	}
}

// refuses checks that a file is refused as the uploader's fault and that
// nothing is written.
func refuses(t *testing.T, data []byte, o Options) {
	t.Helper()
	f := folder{}
	_, err := Convert(context.Background(), bytes.Clone(data), o, "out", f.create, nil)
	var e *stl.Error
	if !errors.As(err, &e) || len(f) > 0 {
		t.Fatalf("got %v and %d files, want an *stl.Error and none", err, len(f))
	}
}

// kept checks the numbers of a result and that the reader's warnings are in it.
func kept(t *testing.T, r *Result, m *stl.Model) {
	t.Helper()
	var size int64
	for _, f := range r.Files {
		size += f.Size
	}
	if size != r.OutputSize || r.Format != m.Format {
		t.Errorf("output of %d bytes in files of %d; format %v", r.OutputSize, size, r.Format)
	}
	for _, w := range m.Warnings {
		if !slices.ContainsFunc(r.Warnings, func(o remark.Remark) bool { return reflect.DeepEqual(o, w) }) {
			t.Errorf("warning %q of the reader is not in the result", w)
		}
	}
}

// cube is a text file of the twelve facets of a box per name, in separate solids.
func cube(names ...string) []byte {
	var b bytes.Buffer
	for i, name := range names {
		fmt.Fprintf(&b, "solid %s\n", name)
		for _, f := range [][9]int{
			{0, 0, 0, 0, 1, 0, 1, 1, 0}, {0, 0, 0, 1, 1, 0, 1, 0, 0}, {0, 0, 1, 1, 0, 1, 1, 1, 1}, {0, 0, 1, 1, 1, 1, 0, 1, 1},
			{0, 0, 0, 1, 0, 0, 1, 0, 1}, {0, 0, 0, 1, 0, 1, 0, 0, 1}, {0, 1, 0, 0, 1, 1, 1, 1, 1}, {0, 1, 0, 1, 1, 1, 1, 1, 0},
			{0, 0, 0, 0, 0, 1, 0, 1, 1}, {0, 0, 0, 0, 1, 1, 0, 1, 0}, {1, 0, 0, 1, 1, 0, 1, 1, 1}, {1, 0, 0, 1, 1, 1, 1, 0, 1},
		} {
			b.WriteString("facet normal 0 0 0\nouter loop\n")
			for c := 0; c < 9; c += 3 {
				fmt.Fprintf(&b, "vertex %d.1 %d %d\n", f[c]+2*i, f[c+1], f[c+2])
			}
			b.WriteString("endloop\nendfacet\n")
		}
		fmt.Fprintf(&b, "endsolid %s\n", name)
	}
	return b.Bytes()
}

func TestRootNodeTurnsUnitAndAxes(t *testing.T) {
	for _, c := range []struct {
		unit  Unit
		up    Up
		scale float64 // 0: none
		turns bool
	}{
		{Millimetre, UpZ, 0.001, true}, {Centimetre, UpY, 0.01, false}, {Inch, UpZ, 0.0254, true}, {Metre, UpZ, 0, true},
	} {
		o := defaults(Custom)
		o.Unit, o.Up, o.Name = c.unit, c.up, "Vase"
		f, r := mustConvert(t, cube("a", "b"), o)
		s := open(t, f, r)
		if s.root == nil || s.root.Name != "Vase" || len(s.root.Children) != 2 {
			t.Fatalf("%s %s: root %+v", c.unit, c.up, s.root)
		}
		if scale := s.root.Scale[0]; c.scale != 0 && scale != c.scale {
			t.Errorf("%s is %v m", c.unit, scale)
		}
		if turned := s.root.RotationOrDefault() == zUp(); turned != c.turns {
			t.Errorf("up=%s: rotation %v", c.up, s.root.Rotation)
		}
	}
	o := defaults(Custom)
	o.Unit, o.Up = Metre, UpY
	f, r := mustConvert(t, cube("a", "b"), o)
	if s := open(t, f, r); s.root != nil || len(s.solids) != 2 {
		t.Errorf("metres and Y up need no root, but there is %+v", s.root)
	}
}

func TestDocumentTellsWhereItComesFrom(t *testing.T) {
	o := defaults(CustomGLB)
	o.Name = "Vase ✿"
	f, r := mustConvert(t, cube(""), o)
	s := open(t, f, r)
	extras := s.doc.Asset.Extras.(map[string]any)
	want := map[string]any{"source": "Vase ✿", "format": "ascii", "method": "custom-glb", "level": "standard",
		"facets": 12.0}
	for key, v := range want {
		if extras[key] != v {
			t.Errorf("asset.extras.%s is %v, want %v", key, extras[key], v)
		}
	}
	if s.doc.Asset.Generator != generator || s.solids[0].name != "Vase ✿" {
		t.Errorf("generator %q, node %q", s.doc.Asset.Generator, s.solids[0].name)
	}
	m := s.doc.Materials[0]
	if !m.DoubleSided || *m.PBRMetallicRoughness.MetallicFactor != 0 || *m.PBRMetallicRoughness.RoughnessFactor != 0.6 {
		t.Errorf("material %+v", m.PBRMetallicRoughness)
	}
}

func TestExtensionsAreNamedWhereTheyAreUsed(t *testing.T) {
	for level, want := range map[Level][]string{
		Standard: nil, Positions: nil,
		Quantized: {extensionQuantization}, Compact: {extensionQuantization, extensionMeshopt},
	} {
		o := defaults(CustomGLB)
		o.Level, o.Shading, o.Angle = level, shadings(CustomGLB, level, Shaded)[0], 0
		if o.Shading == Crease {
			o.Angle = DefaultAngle
		}
		f, r := mustConvert(t, cube("a"), o)
		doc := open(t, f, r).doc
		if !slices.Equal(doc.ExtensionsUsed, want) || !slices.Equal(doc.ExtensionsRequired, want) {
			t.Errorf("%s: used %v, required %v", level, doc.ExtensionsUsed, doc.ExtensionsRequired)
		}
	}
}

func TestBinIsNamedByAnEscapedRelativeURI(t *testing.T) {
	const base = "c:späce %41#?&"
	f := folder{}
	r := must(Convert(context.Background(), cube("a"), defaults(MeshLib), base, f.create, nil))(t)
	s := open(t, f, r)
	if uri := s.doc.Buffers[0].URI; uri != "c%3Asp%C3%A4ce%20%2541%23%3F%26.bin" {
		t.Errorf("uri %q", uri)
	}
	if r.Files[0].Name != base+".gltf" || r.Files[1].Name != base+".bin" || r.Files[0].MediaType != MediaTypeGLTF ||
		r.Files[1].MediaType != MediaTypeBin {
		t.Errorf("files %+v", r.Files)
	}
}

func TestPrimitivesStayBelowShortIndices(t *testing.T) {
	data := surface(160_000)
	model := must(stl.Read(bytes.Clone(data)))(t)
	for _, level := range []Level{Standard, Positions, Quantized, Compact} {
		o := defaults(CustomGLB)
		o.Level = level
		if level == Positions {
			o.Shading, o.Angle = None, 0
		}
		f, r := mustConvert(t, data, o)
		s := open(t, f, r)
		holds(t, s, model, r)
		primitives := s.doc.Meshes[0].Primitives
		if level != Compact && len(primitives) < 2 {
			t.Errorf("%s: %d vertices in one primitive", level, r.Vertices)
		}
	}
}

func TestDescriptionOfManySolidsStaysSmall(t *testing.T) {
	data := cube(slices.Repeat([]string{"part"}, stl.MaxSolids+100)...)
	f, r := mustConvert(t, data, defaults(CustomGLB))
	s := open(t, f, r)
	if len(s.solids) != stl.MaxSolids || r.Facets != 12*(stl.MaxSolids+100) || r.OutputSize > 2*int64(len(data)) {
		t.Errorf("%d solids drawn, %d facets, %d bytes for %d", len(s.solids), r.Facets, r.OutputSize, len(data))
	}
}

func TestColoursAreLinear(t *testing.T) {
	red := [4]uint8{255, 0, 0, 128}
	m := &stl.Model{Color: &red}
	if mat := material(m); *mat.PBRMetallicRoughness.BaseColorFactor != [4]float64{1, 0, 0, float64(float32(128) / 255)} ||
		mat.AlphaMode != gltf.AlphaBlend {
		t.Errorf("half transparent red is %v, %v", *mat.PBRMetallicRoughness.BaseColorFactor, mat.AlphaMode)
	}
	if mat := material(&stl.Model{}); mat.AlphaMode != gltf.AlphaOpaque ||
		*mat.PBRMetallicRoughness.BaseColorFactor != grey() {
		t.Errorf("no colour is %v", *mat.PBRMetallicRoughness.BaseColorFactor)
	}
}

func TestProgressGoesThroughTheStages(t *testing.T) {
	var stages []string
	last := 0.0
	progress := func(stage string, fraction float64) {
		if len(stages) == 0 || stages[len(stages)-1] != stage {
			stages, last = append(stages, stage), 0
		}
		if fraction < last || fraction > 1 {
			t.Errorf("%s went from %v to %v", stage, last, fraction)
		}
		last = fraction
	}
	f := folder{}
	must(Convert(context.Background(), surface(1000), defaults(CustomGLB), "out", f.create, progress))(t)
	want := []string{StageReading, StageWelding, StageNormals, StageEncoding, StageWriting}
	if !slices.Equal(stages, want) || last != 1 {
		t.Errorf("stages %v up to %v", stages, last)
	}
}

// A file gives what its bytes in memory give, whatever is in it.
func TestConvertFileIsConvert(t *testing.T) {
	inputs := map[string][]byte{
		"binary":    surface(40_000),
		"large":     surface(84_000), // over 4 MiB, read in two halves where it is read whole
		"truncated": surface(3000)[:9999],
		"ascii":     bench.ASCII(bench.Sheet, 3000),
		"no STL":    []byte("PK\x03\x04 and more"),
		"packed":    gzipped(surface(3000)),
		"nothing":   nil,
	}
	if testing.Short() {
		delete(inputs, "binary") // the race detector sees no more in it than in the large one
	}
	for name, data := range inputs {
		for _, o := range variants() {
			want, wantFiles := folder{}, folder{}
			wantResult, wantErr := Convert(context.Background(), bytes.Clone(data), o, "out", want.create, nil)
			result, err := ConvertFile(context.Background(), bytes.NewReader(data), int64(len(data)), o, "out", wantFiles.create,
				nil)
			if !reflect.DeepEqual(err, wantErr) || !reflect.DeepEqual(result, wantResult) {
				t.Fatalf("%s, %s: %+v, %v; want %+v, %v", name, variantName(o), result, err, wantResult, wantErr)
			}
			if err == nil && !reflect.DeepEqual(wantFiles, want) {
				t.Errorf("%s, %s: other files", name, variantName(o))
			}
		}
	}
}

func TestConvertFileThatCannotBeRead(t *testing.T) {
	for _, o := range variants() {
		start := surface(2000)
		data := bytes.NewReader(start[:len(start)/2])
		for name, size := range map[string]int64{"shorter than it was": int64(len(start)),
			"shorter, and its count is wrong": 1e6} {
			if _, err := ConvertFile(context.Background(), data, size, o, "out", discard, nil); !errors.Is(err,
				io.ErrUnexpectedEOF) {
				t.Errorf("%s, %s: %v", variantName(o), name, err)
			}
		}
		var refused *stl.Error
		if _, err := ConvertFile(context.Background(), bytes.NewReader(nil), 1<<50, o, "out", discard, nil); err == nil ||
			errors.As(err, &refused) {
			t.Errorf("%s: a petabyte: %v", variantName(o), err)
		}
	}
}

// gzipped is a gzip file with data in it.
func gzipped(data []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write(data)
	w.Close()
	return out.Bytes()
}

func TestPackedFilesBecomeTheSameModel(t *testing.T) {
	model := surface(3000)
	for _, o := range variants() {
		want, wantResult := mustConvert(t, bytes.Clone(model), o)
		got, result := mustConvert(t, gzipped(model), o)
		if !reflect.DeepEqual(got, want) || result.InputSize >= wantResult.InputSize {
			t.Errorf("%s: other files, or the size of the input is not that of the upload", variantName(o))
		}
		o.Largest = int64(len(model)) - 1
		var refused *stl.Error
		if _, err := Convert(t.Context(), gzipped(model), o, "out", discard, nil); !errors.As(err, &refused) ||
			refused.Code() != "packed_too_large" {
			t.Errorf("%s: more than the largest file: %v", variantName(o), err)
		}
	}
}

// surface is a binary STL file of about so many facets.
func surface(facets int) []byte { return bench.Binary(bench.Sheet, facets) }

func TestConvertLetsGoOfItsInput(t *testing.T) {
	for _, o := range variants() {
		if o.Shading == Flat {
			continue // what is written are the corners in the input's memory
		}
		data := surface(largeFacets + 2000)
		input, held := weak.Make(&data[0]), true
		progress := func(stage string, fraction float64) {
			if stage == StageEncoding && fraction == 0 {
				runtime.GC()
				held = input.Value() != nil
			}
		}
		if _, err := Convert(context.Background(), data, o, "out", discard, progress); err != nil || held {
			t.Errorf("%s: the input is held to the end (%v)", variantName(o), err)
		}
	}
}

// must returns v and ends the test if err is not nil.
func must[T any](v T, err error) func(testing.TB) T {
	return func(tb testing.TB) T {
		tb.Helper()
		noError(tb, err)
		return v
	}
}

// noError ends the test if err is not nil.
func noError(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}
