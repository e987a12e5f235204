package threemf

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ostrakon/convert/stl"
	"ostrakon/convert/texture"
	"ostrakon/convert/unpack"
)

const (
	limit = 64 << 20

	tetrahedron = `<mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/>
<vertex x="0" y="0" z="1"/></vertices>
<triangles><triangle v1="0" v2="2" v3="1"/><triangle v1="0" v2="1" v3="3"/>
<triangle v1="0" v2="3" v3="2" pid="1" p1="1"/><triangle v1="1" v2="2" v3="3"/></triangles></mesh>`

	relationships = `<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Target="/Metadata/thumbnail.png" Id="rel-2"
 Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail"/>
<Relationship Target="/3D/3dmodel.model" Id="rel-1"
 Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>`
)

// file is a part of a package.
type file struct{ name, data string }

// packed is a package of parts.
func packed(tb testing.TB, files ...file) []byte {
	tb.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		e, err := w.Create(f.name)
		if err == nil {
			_, err = e.Write([]byte(f.data))
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

// model is a model part.
func model(resources, build string) string {
	return `<?xml version="1.0" encoding="UTF-8"?>
<model unit="inch" xml:lang="en-US" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
 xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02"
 xmlns:p="http://schemas.microsoft.com/3dmanufacturing/production/2015/06" requiredextensions="p m">
<metadata name="Title">A &lt;title&gt;</metadata><resources>` + resources + `</resources><build>` + build + `</build>
</model>`
}

// read reads a package of one model, and further parts.
func read(tb testing.TB, model string, more ...file) (*Model, error) {
	tb.Helper()
	return readPacked(limit, packed(tb,
		append([]file{{"[Content_Types].xml", "<Types/>"}, {"_rels/.rels", relationships}, {"3D/3dmodel.model", model}},
			more...)...))
}

func readPacked(limit int64, data []byte) (*Model, error) {
	a, err := unpack.OpenZIP(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	return Read(context.Background(), a, limit, 0, func(float64) {})
}

func mustRead(t *testing.T, model string, more ...file) *Model {
	t.Helper()
	m, err := read(t, model, more...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// corners are those of a solid, nine a facet.
func corners(m *Model, solid int) []float32 {
	s := m.Solids[solid]
	return m.Corners[9*s.First : 9*(s.First+s.Facets)]
}

// sixfold is six times the volume of a solid; it is positive if its facets look outward.
func sixfold(c []float32) (v float32) {
	for ; len(c) > 0; c = c[9:] {
		v += c[0]*(c[4]*c[8]-c[5]*c[7]) - c[1]*(c[3]*c[8]-c[5]*c[6]) + c[2]*(c[3]*c[7]-c[4]*c[6])
	}
	return v
}

// codes are those of the warnings.
func codes(m *Model) (list []string) {
	for _, w := range m.Warnings {
		list = append(list, w.Code())
	}
	return list
}

func TestCornersAreExactUnderNestedTransforms(t *testing.T) {
	const one = `<mesh><vertices><vertex x="1" y="2" z="3"/><vertex x="-0.5" y="1e1" z="+.25"/>
<vertex x="0.1" y="7" z="1.5E-1"/></vertices>
<triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh>`
	m := mustRead(t, model(`<object id="1">`+one+`</object>
<object id="2"><components><component objectid="1" transform="0 1 0 -1 0 0 0 0 1 10 0 0"/></components></object>
<object id="3" name="assembly"><components><component objectid="2" transform="2 0 0 0 2 0 0 0 2 0 0 100"/></components>
</object>`,
		`<item objectid="1"/><item objectid="3" transform="1 0 0 0 1 0 0 0 1 0.5 0.25 -1"/>`))
	plain := []float32{1, 2, 3, -0.5, 10, 0.25, 0.1, 7, 0.15}
	if got := corners(m, 0); !slices.Equal(got, plain) {
		t.Errorf("as it is: %v, want %v", got, plain)
	}
	// A point (x, y, z) goes to (10-y, x, z), then to twice that, 100 higher, and then aside.
	want := []float32{16.5, 2.25, 105, 0.5, -0.75, 99.5, 6.5, 0.45, 99.3}
	if got := corners(m, 1); !slices.Equal(got, want) {
		t.Errorf("moved: %v, want %v", got, want)
	}
	if m.Unit != Inch || m.Solids[0].Name != "" || m.Solids[1].Name != "assembly" || len(m.Warnings) != 0 {
		t.Errorf("%s, %+v, %v", m.Unit, m.Solids, m.Warnings)
	}
}

func TestUnits(t *testing.T) {
	for attribute, want := range map[string]string{
		"": Millimeter, `unit="micron"`: Micron, `unit="millimeter"`: Millimeter, `unit="centimeter"`: Centimeter,
		`unit="foot"`: Foot, `unit="meter"`: Meter,
	} {
		text := strings.Replace(model(`<object id="1">`+tetrahedron+`</object>`, `<item objectid="1"/>`), `unit="inch"`,
			attribute, 1)
		if m := mustRead(t, text); m.Unit != want {
			t.Errorf("%q is %s", attribute, m.Unit)
		}
	}
}

func TestComponentsKeepTheirPlaceColourAndSide(t *testing.T) {
	m := mustRead(t, model(`<basematerials id="1"><base name="a" displaycolor="#FF0000"/>
<base name="b" displaycolor="#00ff0080"/></basematerials>
<object id="2" name="a &amp; b&#x21;" pid="1" pindex="0">`+tetrahedron+`</object><object id="3" name="pair"><components>
<component objectid="2"/><component objectid="2" transform="-2 0 0 0 1 0 0 0 1 10 0 0"/></components>
</object>`, `<item objectid="3"/>`))
	if len(m.Solids) != 2 || len(m.Colors) != 8 {
		t.Fatalf("%+v, %v", m.Solids, m.Colors)
	}
	for i, want := range []float32{1, 2} {
		s, colours := m.Solids[i], m.Colors[4*i:]
		if v := sixfold(corners(m, i)); v != want || s.Name != "a & b!" || s.Facets != 4 ||
			colours[0] != (stl.Color{255, 0, 0, 255}) || colours[2] != (stl.Color{0, 255, 0, 128}) {
			t.Errorf("solid %d: volume %v, want %v: %+v %v", i, v, want, s, colours)
		}
	}
	if want := (stl.Bounds{Min: [3]float32{0, 0, 0}, Max: [3]float32{10, 1, 1}}); m.Bounds != want {
		t.Errorf("in %v", m.Bounds)
	}
}

func TestColoursOfTriangles(t *testing.T) {
	const group = `<m:colorgroup id="7"><m:color color="#000000"/><m:color color="#FFFFFF"/><m:color color="#03060900"/>
</m:colorgroup>
<m:texture2dgroup id="8" texid="9"><m:tex2coord u="0" v="0"/></m:texture2dgroup>`
	mesh := func(triangles ...string) string {
		return `<mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/>` +
			`</vertices>` +
			`<triangles>` +
			`<triangle v1="0" v2="1" v3="2" ` + strings.Join(triangles, `/><triangle v1="0" v2="1" v3="2" `) +
			`/></triangles></mesh>`
	}
	black, white, none := stl.Color{3: 255}, stl.Color{255, 255, 255, 255}, stl.Color{204, 204, 204, 255}
	for name, c := range map[string]struct {
		object, mesh string
		colours      []stl.Color
		one          *stl.Color
		warnings     []string
	}{
		"none": {"", mesh("", ""), nil, nil, nil},
		"one":  {`pid="7" pindex="1"`, mesh("", `pid="7"`), nil, &white, nil},
		"several": {`pid="7" pindex="1"`, mesh("", `p1="0"`, `pid="7" p1="2"`),
			[]stl.Color{white, black, {3, 6, 9, 255}}, nil, nil},
		"at the corners": {"", mesh(`pid="7" p1="0" p2="0" p3="0"`, `pid="7" p1="1" p2="0" p3="0"`),
			[]stl.Color{black, black, black, white, black, black}, nil, nil},
		"at the corners of some": {"", mesh("", `pid="7" p1="1" p2="0"`),
			[]stl.Color{none, none, none, white, black, white}, nil, []string{"partly_coloured"}},
		"of some": {"", mesh("", `pid="7" p1="1"`), []stl.Color{none, white}, nil, []string{"partly_coloured"}},
		"of a texture": {`pid="7" pindex="0"`, mesh(`pid="8" p1="0" p2="0" p3="0"`, ""), []stl.Color{none, black}, nil,
			[]string{"partly_coloured", "materials_unread"}},
		"outside a group":  {"", mesh(`pid="7" p1="3"`, ""), nil, nil, []string{"materials_unread"}},
		"without an index": {`pid="7"`, mesh("", ""), nil, &black, nil},
	} {
		t.Run(name, func(t *testing.T) {
			m := mustRead(t, model(group+`<object id="1" `+c.object+`>`+c.mesh+`</object>`, `<item objectid="1"/>`))
			if !slices.Equal(m.Colors, c.colours) || (m.Color == nil) != (c.one == nil) || c.one != nil && *m.Color != *c.one ||
				!slices.Equal(codes(m), c.warnings) {
				t.Errorf("colours %v, %v; warnings %v", m.Colors, m.Color, m.Warnings)
			}
		})
	}
}

func TestOnlyModelsAreBuilt(t *testing.T) {
	m := mustRead(t, model(`<basematerials id="1"><base displaycolor="#102030"/><base displaycolor="#102030"/>
</basematerials><object id="1" pid="1">`+tetrahedron+`</object><object id="2" type="support">`+tetrahedron+`</object>
<object id="3" type="model"><components><component objectid="2"/><component objectid="1"/></components></object>
<object id="9">`+tetrahedron+`</object>`,
		`<item objectid="3"/><item objectid="2"/>`))
	if m.Facets() != 4 || m.Color == nil || !slices.Equal(codes(m), []string{"objects_left_out"}) ||
		m.Warnings[0].Params["n"] != 2 {
		t.Errorf("%d facets, %v", m.Facets(), m.Warnings)
	}
}

// A group counts from where it is, even if triangles named it before.
func TestAGroupMayComeBetweenObjects(t *testing.T) {
	const group = `<basematerials id="1"><base displaycolor="#000000"/><base displaycolor="#FF0000"/></basematerials>`
	m := mustRead(t, model(`<object id="2">`+tetrahedron+`</object>`+group+`<object id="3">`+tetrahedron+`</object>`,
		`<item objectid="2"/><item objectid="3"/>`))
	if want := (stl.Color{255, 0, 0, 255}); len(m.Colors) != 8 || m.Colors[2] == want || m.Colors[6] != want {
		t.Errorf("%v", m.Colors)
	}
}

// The production extension spreads objects over parts, each with ids of its own.
func TestObjectsOfOtherParts(t *testing.T) {
	other := model(`<basematerials id="5"><base name="a" displaycolor="#102030"/></basematerials>
<object id="1" name="theirs" pid="5" pindex="0">`+tetrahedron+`</object>
<object id="2"><components><component objectid="1" transform="1 0 0 0 1 0 0 0 1 5 0 0"/></components>
</object>`, `<item objectid="1"/>`)
	m := mustRead(t, model(`<object id="1" name="ours">`+tetrahedron+`</object><object id="2"><components>
<component p:path="/3D/Objects/a%20b.model" objectid="1"/>
<component p:path="/3D/objects/Other.model" objectid="2"/></components></object>`, `<item objectid="1"/>
<item objectid="2"/><item objectid="1" p:path="3D/Objects/other.model"/>`),
		file{"3D/Objects/other.model", other}, file{"3D/Objects/a%20b.model", other})
	var names []string
	for _, s := range m.Solids {
		names = append(names, s.Name)
	}
	if want := []string{"ours", "theirs", "theirs", "theirs"}; !slices.Equal(names, want) || corners(m, 2)[0] != 5 ||
		m.Colors[4] != (stl.Color{16, 32, 48, 255}) {
		t.Errorf("%v, want %v; %v", names, want, m.Colors)
	}
}

// A name in a package is never a path of the machine's.
func TestNamesThatLeadAwayStayInThePackage(t *testing.T) {
	up := strings.Replace(relationships, "/3D/3dmodel.model", "../../3d/%33dmodel.MODEL", 1)
	m, err := readPacked(limit, packed(t, file{"_rels/.rels", up},
		file{"3D/3dmodel.model", model(`<object id="1">`+tetrahedron+`</object>`, `<item objectid="1"/>`)}))
	if err != nil || m.Facets() != 4 {
		t.Errorf("%v", err)
	}
	_, err = readPacked(limit, packed(t,
		file{"_rels/.rels", strings.Replace(relationships, "/3D/3dmodel.model", "../../../../etc/passwd", 1)}))
	refused(t, err, "package_missing_part", "etc/passwd")
}

// refused checks the code of an error, and a word in its sentence.
func refused(t *testing.T, err error, code, word string) {
	t.Helper()
	var e *stl.Error
	if !errors.As(err, &e) || e.Code() != code || !strings.Contains(e.Error(), word) ||
		strings.Contains(e.Error(), "<nil>") {
		t.Errorf("%v, want %s with %q", err, code, word)
	}
}

func TestHostilePackagesAreRefused(t *testing.T) {
	good := model(`<object id="1">`+tetrahedron+`</object>`, `<item objectid="1"/>`)
	for name, c := range map[string]struct {
		limit      int64
		code, word string
		files      []file
	}{
		"no relationships": {limit, "package_missing_part", "_rels/.rels",
			[]file{{"[Content_Types].xml", ""}, {"3D/other.model", good}}},
		"no relationship": {limit, "package_no_model", "",
			[]file{{"_rels/.rels", `<Relationships/>`}, {"3D/3dmodel.model", good}}},
		"another relationship": {limit, "package_no_model", "",
			[]file{{"_rels/.rels", strings.Replace(relationships, "2013/01/3dmodel", "2013/01/3dmodels", 1)},
				{"3D/3dmodel.model", good}}},
		"a relationship elsewhere": {limit, "package_no_model", "",
			[]file{{"_rels/.rels", strings.Replace(relationships, `Id="rel-1"`, `TargetMode="External"`, 1)},
				{"3D/3dmodel.model", good}}},
		"no model part": {limit, "package_missing_part", "3D/3dmodel.model",
			[]file{{"_rels/.rels", relationships}}},
		"relationships cut off": {limit, "xml_malformed", "_rels/.rels", []file{{"_rels/.rels", relationships[:100]}}},
		"no other part": {limit, "package_missing_part", "/x",
			[]file{{"_rels/.rels", relationships}, {"3D/3dmodel.model", model("", `<item objectid="1" p:path="/x"/>`)}}},
		"a bomb": {limit, "packed_too_dense", "",
			[]file{{"_rels/.rels", relationships}, {"3D/3dmodel.model", good + strings.Repeat(" ", 17<<20)}}},
		"parts over the limit": {1000, "packed_too_large", "",
			[]file{{"_rels/.rels", relationships}, {"3D/3dmodel.model", model("", `<item objectid="1" p:path="/x"/>`)},
				{"x", good}}},
	} {
		_, err := readPacked(c.limit, packed(t, c.files...))
		t.Run(name, func(t *testing.T) { refused(t, err, c.code, c.word) })
	}
}

func TestHostileModelsAreRefused(t *testing.T) {
	repeat := func(n int, text string) string { return strings.Repeat(text, n) }
	good := model(`<object id="1">`+tetrahedron+`</object>`, `<item objectid="1"/>`)
	var chain strings.Builder
	for i := range 40 {
		fmt.Fprintf(&chain, `<object id="%d"><components><component objectid="%d"/></components></object>`, i+1, i+2)
	}
	doubled := `<object id="1">` + tetrahedron + `</object>`
	for i := range 30 {
		doubled += fmt.Sprintf(`<object id="%d"><components><component objectid="%d"/><component objectid="%d"/>`+
			`</components></object>`, i+2, i+1, i+1)
	}
	for name, c := range map[string]struct{ code, word, text string }{
		"no build": {"model_builds_nothing", "0 build items",
			model(`<object id="1">`+tetrahedron+`</object>`, "")},
		"no facets": {"model_builds_nothing", "1 build item", model(`<object id="1"/>`, item)},
		"only support": {"model_builds_nothing", "1 build item",
			model(`<object id="1" type="support">`+tetrahedron+`</object>`, item)},
		"a circle": {"model_cycle", "object 1",
			model(`<object id="1"><components><component objectid="1"/></components></object>`, item)},
		"a circle of two": {"model_cycle", "",
			model(`<object id="1"><components><component objectid="2"/></components></object><object id="2"><components>`+
				`<component objectid="1"/></components></object>`, item)},
		"a circle through parts": {"model_cycle", "",
			model(`<object id="1"><components><component objectid="1" p:path="/3D/3dmodel.model"/></components></object>`,
				item)},
		"a missing object": {"model_no_object", "object 1", model("", item)},
		"components too deep": {"model_nested", "32",
			model(chain.String()+`<object id="41">`+tetrahedron+`</object>`, item)},
		"doubled thirty times": {"model_too_many_places", "65536", model(doubled, `<item objectid="31"/>`)},
		"too many items": {"model_too_many_places", "65536",
			model(`<object id="1">`+tetrahedron+`</object>`, repeat(1<<16+1, item))},
		"too many groups": {"model_too_many_resources", "65536",
			model(repeat(1<<16+1, `<basematerials id="1"/>`), item)},
		"too many parts": {"package_missing_part", "",
			model("", `<item objectid="1" p:path="/a"/><item objectid="1" p:path="/b"/>`)},
		"two objects of one id": {"model_object_twice", "3D/3dmodel.model", model(`<object id="1"/><object id="1"/>`, item)},
		"a group of no number":  {"model_invalid", "id of “basematerials”", model(`<basematerials id="0"/>`, item)},
		"no id":                 {"model_invalid", "", model(`<object/>`, item)},
		"a large id":            {"model_invalid", "2147483648", model(`<object id="2147483648"/>`, item)},
		"no vertex": {"model_invalid", "v1",
			model(`<object id="1"><mesh><triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh></object>`, item)},
		"a coordinate in hex": {"model_invalid", "0x1p3", strings.Replace(good, `x="1"`, `x="0x1p3"`, 1)},
		"a coordinate of words": {"model_invalid", "x of “vertex” cannot be “inf”",
			strings.Replace(good, `x="1"`, `x="inf"`, 1)},
		"a coordinate too large": {"model_invalid", "1e999", strings.Replace(good, `x="1"`, `x="1e999"`, 1)},
		"facets too far away":    {"all_non_finite", "4 of 4", strings.ReplaceAll(good, `x="0"`, `x="1e39"`)},
		"facets without area": {"all_degenerate", "4 of 4",
			model(`<object id="1">`+tetrahedron+`</object>`, `<item objectid="1" transform="0 0 0 0 0 0 0 0 0 0 0 0"/>`)},
		"no transform": {"model_invalid", "1 NaN",
			model(`<object id="1">`+tetrahedron+`</object>`, `<item objectid="1" transform="1 NaN"/>`)},
		"no colour": {"model_invalid", "red",
			model(`<basematerials id="1"><base displaycolor="red"/></basematerials>`, item)},
		"no unit": {"model_invalid", "parsec", strings.Replace(good, "inch", "parsec", 1)},
		"an unknown extension": {"model_extension", "securecontent",
			strings.Replace(strings.Replace(good, "p m", "p s", 1), "xml:lang",
				`xmlns:s="http://schemas.microsoft.com/3dmanufacturing/securecontent/2019/04" xml:lang`, 1)},
		"another root":        {"model_no_root", "3D/3dmodel.model", `<svg/>`},
		"a vertex outside":    {"model_misplaced", "vertex", model(`<object id="1"/><vertex x="1" y="1" z="1"/>`, item)},
		"a triangle outside":  {"model_misplaced", "triangle", model(`<triangle v1="0" v2="0" v3="0"/>`, item)},
		"a component outside": {"model_misplaced", "component", model(`<component objectid="1"/>`, item)},
		"cut off":             {"xml_malformed", "", good[:500]},
		"nothing":             {"xml_malformed", "", ""},
		"deep":                {"xml_too_deep", "64", model(repeat(100, "<a>")+repeat(100, "</a>"), "")},
		"a long tag": {"xml_tag_too_long", "65536",
			model(`<object id="1" name="`+repeat(maxTag, "n")+`"/>`, item)},
		"a document type": {"xml_document_type", "", `<!DOCTYPE model [<!ENTITY a "b">]><model>&a;</model>`},
		"an entity":       {"xml_malformed", "", strings.Replace(good, `x="1"`, `x="&one;"`, 1)},
		"UTF-16":          {"xml_encoding", "UTF-16", "\xff\xfe<\x00m\x00"},
	} {
		_, err := read(t, c.text)
		t.Run(name, func(t *testing.T) { refused(t, err, c.code, c.word) })
	}
}

// A name of 10 MB, or one of many, ends as the name of a node.
func TestNamesAreBounded(t *testing.T) {
	var resources, items strings.Builder
	for i := range stl.MaxSolids + 3 {
		fmt.Fprintf(&resources, `<object id="%d" name="%s&#10;é">%s</object>`, i+1, strings.Repeat("a", 254),
			strings.Replace(tetrahedron, `pid="1" p1="1"`, "", 1))
		fmt.Fprintf(&items, `<item objectid="%d"/>`, i+1)
	}
	m := mustRead(t, model(resources.String(), items.String()))
	if last := m.Solids[len(m.Solids)-1]; len(m.Solids) != stl.MaxSolids || last.Facets != 16 ||
		last.Name != strings.Repeat("a", 254) || !slices.Equal(codes(m), []string{"many_solids"}) {
		t.Errorf("%d solids, the last %+v; %v", len(m.Solids), last, m.Warnings)
	}
}

func TestReadingEndsWithItsContext(t *testing.T) {
	data := packed(t, file{"_rels/.rels", relationships}, file{"3D/3dmodel.model", model("", "")})
	a, err := unpack.OpenZIP(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Read(ctx, a, limit, 0, func(float64) {}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// FuzzModel asks that any model is refused or makes facets of finite number, with a colour for each.
func FuzzModel(f *testing.F) {
	f.Add([]byte(model(`<object id="1">`+tetrahedron+`</object>`, `<item objectid="1"/>`)))
	f.Add([]byte(model(`<m:colorgroup id="7"><m:color color="#000000"/></m:colorgroup>
<object id="1" pid="7">`+tetrahedron+`</object>`+
		`<object id="3"><components><component objectid="1" transform="1 0 0 0 1 0 0 0 1 5 0 0"/></components></object>`,
		`<item objectid="3"/>`)))
	f.Add([]byte(withTexture(`pid="10" p1="0"`)))
	f.Add([]byte(model(mixtures+`<object id="9" pid="6">`+tetrahedron+`</object>`, `<item objectid="9"/>`)))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := parse(bytes.NewReader(data))
		var m *Model
		if err == nil {
			m, err = build(map[string]*document{"/": d}, "/", &project{}, 0,
				func(string) (texture.Image, bool) { return texture.Image{Width: 1}, true })
		}
		checkFuzzed(t, m, err)
	})
}

// FuzzPackage asks the same of packages.
func FuzzPackage(f *testing.F) {
	f.Add(packed(f, file{"_rels/.rels", relationships},
		file{"3D/3dmodel.model", model(`<object id="1">`+tetrahedron+`</object>`, `<item objectid="1"/>`)}))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := readPacked(limit, data)
		checkFuzzed(t, m, err)
	})
}

func checkFuzzed(t *testing.T, m *Model, err error) {
	var refused *stl.Error
	if err != nil {
		if !errors.As(err, &refused) ||
			strings.Contains(err.Error(), "<nil>") && !strings.Contains(err.Error(), "{part}") && refused.Params["part"] != nil {
			t.Error(err)
		}
		return
	}
	if len(m.Corners) != 9*m.Facets() || m.Colors != nil && len(m.Colors) != m.Facets() &&
		len(m.Colors) != 3*m.Facets() {
		t.Errorf("%d corners, %d colours, %d facets", len(m.Corners), len(m.Colors), m.Facets())
	}
	if m.Skin != nil && (len(m.Skin.Facets) != m.Facets() || len(m.Skin.Coords) != 3*m.Facets()) {
		t.Errorf("%d textures at %d places, %d facets", len(m.Skin.Facets), len(m.Skin.Coords), m.Facets())
	}
	for _, x := range m.Corners {
		if x-x != 0 {
			t.Fatalf("a corner at %v", x)
		}
	}
}
