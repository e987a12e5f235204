package threemf

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ostrakon/convert/stl"
)

var (
	red   = stl.Color{255, 0, 0, 255}
	green = stl.Color{0, 255, 0, 255}
	blue  = stl.Color{0, 0, 255, 255}
)

// pyramids is a mesh of tetrahedra, each with attributes of its last triangle. Their volumes are a sixth.
func pyramids(last ...string) string {
	var vertices, triangles strings.Builder
	for i, attributes := range last {
		for _, v := range [][3]int{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}} {
			fmt.Fprintf(&vertices, `<vertex x="%d" y="%d" z="%d"/>`, v[0]+10*i, v[1], v[2])
		}
		for j, t := range [][3]int{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}} {
			if j < 3 {
				attributes = ""
			} else {
				attributes = last[i]
			}
			fmt.Fprintf(&triangles, `<triangle v1="%d" v2="%d" v3="%d" %s/>`, t[0]+4*i, t[1]+4*i, t[2]+4*i, attributes)
		}
	}
	return "<mesh><vertices>" + vertices.String() + "</vertices><triangles>" + triangles.String() + "</triangles></mesh>"
}

// prusaVolume is one of four triangles, as PrusaSlicer writes it.
func prusaVolume(number int, kind, more string) string {
	return fmt.Sprintf(`<volume firstid="%d" lastid="%d"><metadata type="volume" key="name" value="%s %d"/>
<metadata type="volume" key="volume_type" value="%[3]s"/>%[5]s<mesh edges_fixed="0"/></volume>`,
		4*number, 4*number+3, kind, number, more)
}

func prusaParts(objects string) []file {
	return []file{{"Metadata/Slic3r_PE_model.config", `<?xml version="1.0"?><config>` + objects + `</config>`},
		{"Metadata/Slic3r_PE.config", "; extruder_colour = #FF0000;\"\"\r\n; filament_colour = #111111;#00FF00;#0000FF\n"}}
}

const bambuColours = `{"version": "1", "filament_colour": ["#FF0000", "#00FF00", "#0000FF"], "extruder_colour": [""]}`

func bambuParts(objects string) []file {
	return []file{{"Metadata/model_settings.config", `<config>` + objects + `</config>`},
		{"Metadata/project_settings.config", bambuColours}}
}

// names are those of the solids.
func names(m *Model) (list []string) {
	for _, s := range m.Solids {
		list = append(list, s.Name)
	}
	return list
}

func TestOnlyPrintedVolumesOfPrusaSlicerAreBuilt(t *testing.T) {
	config := `<object id="1"><metadata type="object" key="name" value="tray"/>` +
		`<metadata type="object" key="extruder" value="2"/>` +
		prusaVolume(1, "ParameterModifier", "") + prusaVolume(0, "ModelPart", "") + prusaVolume(2, "SupportBlocker", "") +
		prusaVolume(3, "SupportEnforcer", "") +
		prusaVolume(4, "ModelPart", `<metadata type="volume" key="extruder" value="3"/>`) +
		prusaVolume(5, "NegativeVolume", "") + `</object>`
	mesh := pyramids("", "", "", "", "", "", "")
	m := mustRead(t, model(`<object id="1" type="model">`+mesh+`</object>`,
		`<item objectid="1"/><item objectid="1" transform="-2 0 0 0 2 0 0 0 2 0 0 50"/>`), prusaParts(config)...)
	printed := []string{"ModelPart 0", "ModelPart 4", "tray"} // the last tetrahedron is in no volume
	if got := names(m); !slices.Equal(got, slices.Concat(printed, printed)) || m.Facets() != 24 {
		t.Errorf("%d facets of %q", m.Facets(), got)
	}
	for i, want := range []float32{1, 1, 1, 8, 8, 8} {
		if v := sixfold(corners(m, i)); v < 0.999*want || v > 1.001*want {
			t.Errorf("solid %d has the volume %v, want %v", i, v, want)
		}
	}
	if m.Colors[0] != green || m.Colors[4] != blue || m.Colors[8] != green {
		t.Errorf("colours %v", m.Colors)
	}
	want := []string{"modifiers_left_out", "blockers_left_out", "enforcers_left_out", "negative_not_cut"}
	if !slices.Equal(codes(m), want) || m.Warnings[3].Params["name"] != "NegativeVolume 5" ||
		m.Warnings[0].Params["n"] != 2 {
		t.Errorf("%v", m.Warnings)
	}
}

// Slic3r, from which PrusaSlicer comes, knew only modifiers. Volumes may say anything about triangles.
func TestVolumesThatMakeNoSenseLoseNoTriangle(t *testing.T) {
	modifier := `<volume firstid="4" lastid="7"><metadata key="modifier" value="1"/></volume>`
	m := mustRead(t, model(`<object id="1">`+pyramids("", "")+`</object>`, `<item objectid="1"/>`),
		prusaParts(`<object id="1">`+modifier+`</object>`)...)
	if m.Facets() != 4 || !slices.Equal(codes(m), []string{"modifiers_left_out"}) {
		t.Errorf("%d facets, %v", m.Facets(), m.Warnings)
	}
	for name, volumes := range map[string]string{
		"empty":       `<volume firstid="0" lastid="4294967295"/>`,
		"backwards":   `<volume firstid="6" lastid="2"/>`,
		"beyond":      `<volume firstid="800" lastid="900"/><volume firstid="7" lastid="900"/>`,
		"overlapping": `<volume firstid="0" lastid="5"/><volume firstid="3" lastid="5"/><volume firstid="3" lastid="9"/>`,
	} {
		m := mustRead(t, model(`<object id="1">`+pyramids("", "")+`</object>`, `<item objectid="1"/>`),
			prusaParts(`<object id="1">`+volumes+`</object>`)...)
		if m.Facets() != 8 || len(m.Warnings) > 0 || m.Color == nil || *m.Color != red {
			t.Errorf("%s: %d facets, %v, %v", name, m.Facets(), m.Color, m.Warnings)
		}
	}
}

// BambuStudio has parts in other models, and names them by their objects.
func TestPartsOfBambuStudioHaveNamesColoursAndRoles(t *testing.T) {
	part := func(id int, subtype, name, more string) string {
		return fmt.Sprintf(`<part id="%d" subtype="%s"><metadata key="name" value="%s"/>%s</part>`, id, subtype, name, more)
	}
	config := `<object id="9"><metadata key="name" value="lamp"/><metadata key="extruder" value="2"/>` +
		part(1, "normal_part", "foot", `<metadata key="extruder" value="3"/>`) +
		part(1, "normal_part", "", "") + part(2, "negative_part", "hole", "") + part(3, "modifier_part", "dense", "") +
		part(4, "support_blocker", "no", "") + part(5, "support_enforcer", "yes", "") + `</object><plate/>`
	other := model(`<object id="1">`+pyramids("")+`</object><object id="2" type="other">`+pyramids("")+
		`</object><object id="3" type="other">`+pyramids("")+`</object><object id="4" type="other">`+pyramids("")+
		`</object><object id="5" type="other">`+pyramids("")+`</object>`, "")
	var components strings.Builder
	for _, id := range []int{1, 1, 2, 3, 4, 5} {
		fmt.Fprintf(&components, `<component p:path="/3D/Objects/o.model" objectid="%d"/>`, id)
	}
	m := mustRead(t, model(`<object id="9"><components>`+components.String()+`</components></object>`,
		`<item objectid="9"/>`), append(bambuParts(config), file{"3D/Objects/o.model", other})...)
	if got := names(m); !slices.Equal(got, []string{"foot", "lamp"}) {
		t.Errorf("%q", got)
	}
	if m.Facets() != 8 || m.Colors[0] != blue || m.Colors[7] != green {
		t.Errorf("%d facets, %v", m.Facets(), m.Colors)
	}
	want := []string{"modifiers_left_out", "blockers_left_out", "enforcers_left_out", "negative_not_cut"}
	if !slices.Equal(codes(m), want) || m.Warnings[3].Params["name"] != "hole" {
		t.Errorf("%v", m.Warnings)
	}
}

func TestPaintedFacetsHaveTheColourOfTheirFilament(t *testing.T) {
	for name, c := range map[string]struct {
		paint    string
		want     stl.Color
		warnings []string
	}{
		"not":                  {``, red, nil},
		"by PrusaSlicer":       {`s:mmu_segmentation="8"`, green, nil},
		"by BambuStudio":       {`paint_color="8"`, green, nil},
		"the third":            {`paint_color="0C"`, blue, nil},
		"without a colour":     {`paint_color="1C"`, red, []string{"paint_unread"}},
		"the eighteenth":       {`paint_color="0FC"`, red, []string{"paint_unread"}},
		"split in two halves":  {`paint_color="80C1"`, green, []string{"paint_split"}}, // the first of equal shares
		"split, a half first":  {`paint_color="0C482"`, green, []string{"paint_split"}},
		"split, quarters last": {`paint_color="0C842"`, red, []string{"paint_split"}},
		"split, all alike":     {`paint_color="88883"`, green, nil},
		"split twice":          {`paint_color="80C44431"`, green, []string{"paint_split"}},
		"cut off":              {`paint_color="883"`, red, []string{"paint_unread"}},
		"no digits":            {`paint_color="x"`, red, []string{"paint_unread"}},
		"too large":            {`paint_color="` + strings.Repeat("F", 500) + `C"`, red, []string{"paint_unread"}},
	} {
		text := strings.Replace(model(`<object id="1">`+pyramids("", c.paint)+`</object>`, `<item objectid="1"/>`),
			"<model ", `<model xmlns:s="http://schemas.slic3r.org/3mf/2017/06" `, 1)
		m := mustRead(t, text, bambuParts("")...)
		got := m.Color
		if m.Colors != nil {
			got = &m.Colors[7]
			if m.Colors[6] != red {
				t.Errorf("%s: those before are %v", name, m.Colors)
			}
		}
		if *got != c.want || !slices.Equal(codes(m), c.warnings) {
			t.Errorf("%s: %v, want %v; warnings %v", name, *got, c.want, m.Warnings)
		}
	}
}

// Without the settings of a slicer, a file is shown as it was before there were slicers.
func TestSettingsThatCannotBeReadLeaveAWarning(t *testing.T) {
	good := model(`<object id="1">`+pyramids("")+`</object>`, `<item objectid="1"/>`)
	many := strings.Repeat(`<object id="1"/>`, maxResources+1)
	for name, part := range map[string]file{
		"cut off":     {"Metadata/model_settings.config", `<config><object id="1">`},
		"no number":   {"Metadata/Slic3r_PE_model.config", `<config><object id="x"/></config>`},
		"no triangle": {"metadata/slic3r_pe_model.CONFIG", `<config><object id="1"><volume firstid="-1"/></object></config>`},
		"too many":    {"Metadata/model_settings.config", `<config>` + many + `</config>`},
		"no JSON":     {"Metadata/project_settings.config", `{"filament_colour": "#FF0000"}`},
		"deep JSON":   {"Metadata/project_settings.config", strings.Repeat("[", 100_000)},
		"a long line": {"Metadata/Slic3r_PE.config", strings.Repeat("#", maxSettings)},
	} {
		m := mustRead(t, good, part)
		if m.Facets() != 4 || m.Color != nil || m.Colors != nil || !slices.Equal(codes(m), []string{"settings_unread"}) {
			t.Errorf("%s: %d facets, %v, %v", name, m.Facets(), m.Color, m.Warnings)
		}
	}
}

func TestTooManyVolumesAreRefused(t *testing.T) {
	volumes := strings.Repeat(`<volume firstid="0" lastid="0"/><volume firstid="1" lastid="1"/>`, 2)
	_, err := read(t, model(`<object id="1">`+pyramids("")+`</object>`, strings.Repeat(`<item objectid="1"/>`, 30_000)),
		prusaParts(`<object id="1">`+volumes+`</object>`)...)
	refused(t, err, "model_too_many_places", "")
}

// FuzzSlicer asks that whatever slicers write beside a model, it keeps its facets, or says what it left out.
func FuzzSlicer(f *testing.F) {
	f.Add([]byte(`<config><object id="1">`+prusaVolume(1, "ParameterModifier", "")+`</object></config>`),
		[]byte("; extruder_colour = #FF0000"), []byte(bambuColours))
	f.Add([]byte(`<config><object id="2"><part id="1" subtype="negative_part"/></object><plate/></config>`), []byte(""),
		[]byte("{}"))
	text := model(`<object id="1">`+pyramids("", `paint_color="4"`)+`</object>
<object id="2"><components><component objectid="1"/><component objectid="1"/></components></object>`,
		`<item objectid="1"/><item objectid="2"/>`)
	d, err := parse(strings.NewReader(text))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, objects, lines, settings []byte) {
		p := &project{objects: make(map[uint32]*assembly)}
		for _, err := range []error{p.readObjects(bytes.NewReader(objects)), p.readLines(bytes.NewReader(lines)),
			p.readJSON(bytes.NewReader(settings))} {
			if e := new(stl.Error); err != nil && !errors.As(err, &e) {
				t.Fatal(err)
			}
		}
		m, err := build(map[string]*document{"/": d}, "/", p, 0, nil)
		checkFuzzed(t, m, err)
		if err == nil && m.Facets() < 24 && len(m.Warnings) == 0 {
			t.Errorf("%d facets without a warning", m.Facets())
		}
	})
}

// FuzzPaint asks that any text is one of the extruders.
func FuzzPaint(f *testing.F) {
	for _, text := range []string{"", "4", "0C", "0FC", "88883", "80C44431", strings.Repeat("3", 5000)} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if extruder, split, ok := painted(text); !ok && (extruder != 0 || split) {
			t.Errorf("%q is %d, %t", text, extruder, split)
		}
	})
}
