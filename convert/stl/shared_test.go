package stl

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"ostrakon/convert/remark"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// sharedFiles is where STL files of many origins lie beside the repository.
const sharedFiles = "../../../shared/stl"

// shared is what is expected of one of the files.
type shared struct {
	facets   int      // if not as the manifest says
	solids   []string // names, if there is more to them than one solid
	color    *Color
	colors   map[Color]int
	warnings []remark.Kind
	err      remark.Kind
}

// expected holds the files that are not simply read as the manifest says without a warning, and
// why.
var expected = map[string]shared{
	// The two facets with a nan vertex cannot be shown; peers hand them on or give up.
	"made/asc_nan.stl": {facets: 10, warnings: []remark.Kind{remark.NonFiniteText}},
	// Commas can only be decimal here: the numbers are separated by blanks. Peers stop at the comma
	// and lose the fractions.
	"made/asc_comma_decimal.stl": {warnings: []remark.Kind{remark.DecimalCommas}},
	// The fourth vertex lies far from the plane of the other three, so that it is a stray one and
	// not the corner of a quad.
	"made/asc_quad.stl": {warnings: []remark.Kind{remark.ExtraVertices}},
	// Complete facets before the cut are all that can be trusted.
	"made/asc_truncated.stl":        {warnings: []remark.Kind{remark.TruncatedText}},
	"made/asc_truncated_number.stl": {warnings: []remark.Kind{remark.TruncatedText}},
	"made/asc_trailing_text.stl":    {warnings: []remark.Kind{remark.TrailingText}},
	"made/asc_utf16le.stl":          {facets: 12, warnings: []remark.Kind{remark.Transcoded}},
	"made/asc_utf8_name.stl":        {solids: []string{"立方体 ü"}},
	"made/asc_multi_noendname.stl":  {solids: []string{"a", "b"}},
	"made/asc_no_name.stl":          {solids: []string{""}},

	"made/bin_all_degenerate.stl":       {err: remark.AllDegenerate},
	"made/bin_count_too_big.stl":        {warnings: []remark.Kind{remark.MissingFacets}},
	"made/bin_count_too_small.stl":      {facets: 12, warnings: []remark.Kind{remark.WrongCount}},
	"made/bin_count_zero_with_data.stl": {facets: 12, warnings: []remark.Kind{remark.WrongCount}},
	"made/bin_trailing_100.stl":         {warnings: []remark.Kind{remark.TrailingBytes}},
	"made/bin_truncated_6_records.stl":  {warnings: []remark.Kind{remark.MissingFacets}},
	"made/bin_truncated_mid_record.stl": {warnings: []remark.Kind{remark.Truncated}},
	"made/bin_nan_vertex.stl":           {facets: 11, warnings: []remark.Kind{remark.NonFinite}},
	"made/bin_solid_facet_header.stl":   {solids: []string{"x"}},
	// The part's alpha is kept; bit 15 set means the part's colour.
	"made/bin_magics_alpha128.stl":      {color: &Color{255, 0, 0, 128}},
	"made/bin_magics_default_bit15.stl": {color: &Color{0x20, 0x40, 0x80, 255}},
	// 0xfc00 with bit 15 valid and low bits blue is red; facets without a colour become light grey.
	"made/bin_viscam_partial.stl": {colors: map[Color]int{{255, 0, 0, 255}: 6, {204, 204, 204, 255}: 6},
		warnings: []remark.Kind{remark.PartlyColoured}},

	"made/bin_header_only_80.stl": {err: remark.TooShort},
	"made/bin_zero_tris.stl":      {err: remark.HeaderOnly},
	"made/not_stl_obj.stl":        {err: remark.OtherModel},
	"made/not_stl_png.stl":        {err: remark.OtherFile},
	"made/not_stl_zip.stl":        {err: remark.Archive},
	"made/one_byte.stl":           {err: remark.OtherText},
	"made/random_4k.stl":          {err: remark.OtherBytes},
	"made/solid_only.stl":         {err: remark.NoFacets},

	"real/mikedh+trimesh__models__empty.stl":                    {err: remark.NoFacets},
	"real/mikedh+trimesh__models__emptyIO__stl_empty_ascii.stl": {err: remark.NoFacets},
	"real/mikedh+trimesh__models__emptyIO__stl_empty_bin.stl":   {err: remark.HeaderOnly},

	"real/WoLpH+numpy-stl__tests__stl_binary__HalfDonut.stl": {
		warnings: []remark.Kind{remark.TrailingBytes},
	},
	"real/assimp+assimp__test__models__STL__Spider_ascii.stl": {
		warnings: []remark.Kind{remark.Degenerate},
	},
	"real/assimp+assimp__test__models__STL__Spider_binary.stl": {
		warnings: []remark.Kind{remark.Degenerate},
	},
	"real/ros-industrial+universal_robot__ur_description__meshes__ur3__collision__upperarm.stl": {
		warnings: []remark.Kind{remark.Degenerate},
	},
	// A node without a mesh shows nothing; the solid is named in no scene but told of.
	"real/assimp+assimp__test__models__STL__triangle_with_empty_solid.stl": {solids: []string{"testTriangle"},
		warnings: []remark.Kind{remark.EmptySolids}},
	"real/assimp+assimp__test__models__STL__triangle_with_two_solids.stl": {solids: []string{"testTriangle_1",
		"testTriangle_2"}},
	"real/mikedh+trimesh__models__two_objects_mixed_case_names.stl": {solids: []string{"CubeExportedFromCAD",
		"TranslatedCubeExportedFromCAD"}},
	// The manifest takes this small ASCII file for a binary one.
	"real/kovacsv+Online3DViewer__test__testfiles__stl__single_triangle_with_comments.stl": {facets: 1,
		solids: []string{"MeshName"}},

	// Autodesk's header has COLOR=, and each facet its own colour, bit 15 clear.
	"real/mikedh+trimesh__models__20mm-xyz-cube.stl": {color: &Color{156, 156, 156, 255}},
	// A blank where alpha would be; all attributes are zero, which means the part's colour and not
	// black.
	"real/ros-industrial+universal_robot__ur_description__meshes__ur20__collision__base.stl": {color: &Color{127, 127,
		127, 255}},
	"real/ros-industrial+universal_robot__ur_description__meshes__ur20__collision__wrist3.stl": {color: &Color{127, 127,
		127, 255}},
	// 0x01ff with low bits red is orange; 0x8000 is the part's colour.
	"real/spidersharma03+three.js__examples__models__stl__binary__colored.stl": {colors: map[Color]int{{255, 123, 0,
		255}: 2117, {128, 0, 255, 255}: 39}},
}

func TestSharedFiles(t *testing.T) {
	manifest, err := os.ReadFile(filepath.Join(sharedFiles, "manifest.json"))
	if err != nil {
		t.Skipf("the collection of STL files is not beside the repository: %v", err)
	}
	var rows []struct {
		File, Kind string
		Facets     int
	}
	noError(t, json.Unmarshal(manifest, &rows))
	for _, row := range rows {
		t.Run(row.File, func(t *testing.T) {
			want := expected[row.File]
			if want.facets == 0 {
				want.facets = row.Facets
			}
			data := must(os.ReadFile(filepath.Join(sharedFiles, row.File)))(t)
			m, err := Read(data)
			if want.err != (remark.Kind{}) {
				refusal(t, err, want.err)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			check(t, m)
			if m.Facets() != want.facets {
				t.Errorf("%d facets, want %d", m.Facets(), want.facets)
			}
			if want.solids != nil && !slices.Equal(names(m), want.solids) {
				t.Errorf("solids %q, want %q", names(m), want.solids)
			}
			if want.solids == nil && len(m.Solids) != 1 {
				t.Errorf("%d solids, want one", len(m.Solids))
			}
			if !reflect.DeepEqual(m.Color, want.color) {
				t.Errorf("colour %v, want %v", m.Color, want.color)
			}
			var colors map[Color]int
			for _, c := range m.Colors {
				if colors == nil {
					colors = map[Color]int{}
				}
				colors[c]++
			}
			if !reflect.DeepEqual(colors, want.colors) {
				t.Errorf("colours %v, want %v", colors, want.colors)
			}
			if got := kinds(m); !slices.Equal(got, want.warnings) {
				t.Errorf("warnings %q, want %q", m.Warnings, want.warnings)
			}
			for axis := range 3 {
				if size := m.Bounds.Max[axis] - m.Bounds.Min[axis]; size < 0 || size > 10000 {
					t.Errorf("axis %d: %v … %v is no sane size", axis, m.Bounds.Min[axis], m.Bounds.Max[axis])
				}
			}
		})
	}
}

func names(m *Model) (names []string) {
	for _, s := range m.Solids {
		names = append(names, s.Name)
	}
	return names
}

func kinds(m *Model) (kinds []remark.Kind) {
	for _, w := range m.Warnings {
		kinds = append(kinds, w.Kind)
	}
	return kinds
}

// checkFacts checks that a remark comes with the facts of its kind.
func checkFacts(t *testing.T, n remark.Remark) {
	t.Helper()
	if got, want := slices.Sorted(maps.Keys(n.Params)),
		slices.Sorted(slices.Values(n.Facts())); n.Code() == "" || !slices.Equal(got, want) {
		t.Errorf("%q comes with the facts %q, want %q", n.Code(), got, want)
	}
}

// refusal is an error as one of Read, which must be of a kind.
func refusal(t *testing.T, err error, want remark.Kind) *Error {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) || e.Kind != want {
		t.Fatalf("got %v, want an error of the kind %s", err, want.Code())
	}
	checkFacts(t, e.Remark)
	return e
}

// check holds a model against what Read promises of every one.
func check(t *testing.T, m *Model) {
	t.Helper()
	if m.Facets() == 0 || len(m.Corners)%9 != 0 || m.Degenerate >= m.Facets() {
		t.Fatalf("%d floats, %d degenerate", len(m.Corners), m.Degenerate)
	}
	next := 0
	for _, s := range m.Solids {
		if s.First != next || s.Facets < 1 || len(s.Name) > maxName || strings.ToValidUTF8(s.Name, "") != s.Name {
			t.Fatalf("solid %+v after %d facets", s, next)
		}
		next += s.Facets
	}
	if next != m.Facets() {
		t.Fatalf("solids cover %d of %d facets", next, m.Facets())
	}
	if m.Colors != nil && (len(m.Colors) != m.Facets() || m.Color != nil) {
		t.Fatalf("%d colours for %d facets, and %v for all", len(m.Colors), m.Facets(), m.Color)
	}
	touched := Bounds{Min: m.Bounds.Max, Max: m.Bounds.Min}
	for i, v := range m.Corners {
		if v-v != 0 || v < m.Bounds.Min[i%3] || v > m.Bounds.Max[i%3] {
			t.Fatalf("coordinate %d is %v, out of %v", i, v, m.Bounds)
		}
		touched.Min[i%3] = min(touched.Min[i%3], v)
		touched.Max[i%3] = max(touched.Max[i%3], v)
	}
	if touched != m.Bounds {
		t.Fatalf("bounds %v, corners reach %v", m.Bounds, touched)
	}
	seen := map[remark.Kind]bool{}
	for _, w := range m.Warnings {
		if seen[w.Kind] {
			t.Fatalf("warnings %q", m.Warnings)
		}
		seen[w.Kind] = true
		checkFacts(t, w)
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
