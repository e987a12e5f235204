package threemf

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ostrakon/convert/unpack"
)

// extended is a model with the namespaces of extensions, of which it requires some.
func extended(required, resources, build string) string {
	return strings.Replace(strings.Replace(model(resources, build), `"p m"`, `"`+required+`"`, 1), "<model ",
		`<model xmlns:s="`+spaceSlices+`" xmlns:b="`+spaceBeams+`" xmlns:bo="`+spaceBooleans+`" `, 1)
}

const (
	lattice = `<b:beamlattice minlength="1"><b:beams><b:beam v1="0" v2="1"/><b:beam v1="1" v2="2"/></b:beams>
</b:beamlattice>`
	item = `<item objectid="1"/>`
)

func TestWhatIsNotReadIsSaid(t *testing.T) {
	withBeams := strings.Replace(pyramids(""), "</mesh>", lattice+"</mesh>", 1)
	for name, c := range map[string]struct {
		required, resources, code string
		facets                    int
	}{
		"beams":          {"p", `<object id="1">` + withBeams + `</object>`, "beams_left_out", 4},
		"required beams": {"b", `<object id="1">` + withBeams + `</object>`, "beams_left_out", 4},
		"no beams":       {"b", `<object id="1">` + pyramids("") + `</object>`, "", 4},
		"slices": {"s", `<s:slicestack id="2"/><object id="1" s:slicestackid="2">` + pyramids("") +
			`</object>`, "", 4},
		"slices with a rough mesh": {"p s", `<object id="1" s:slicestackid="2" s:meshresolution="lowres">` + pyramids("") +
			`</object>`, "rough_mesh", 4},
		"a boolean": {"p", `<object id="2">` + pyramids("") + `</object><object id="3">` + pyramids("") + `</object>
<object id="1"><bo:booleanshape objectid="2" operation="difference"><bo:boolean objectid="3"/></bo:booleanshape>
</object>`,
			"booleans_left_out", 4},
		"a required boolean": {"bo", `<object id="2">` + pyramids("") + `</object>
<object id="1"><bo:booleanshape objectid="2"><bo:boolean objectid="2"/></bo:booleanshape></object>`,
			"booleans_left_out", 4},
	} {
		m := mustRead(t, extended(c.required, c.resources, item))
		want := []string(nil)
		if c.code != "" {
			want = []string{c.code}
		}
		if m.Facets() != c.facets || !slices.Equal(codes(m), want) {
			t.Errorf("%s: %d facets, %v", name, m.Facets(), m.Warnings)
		}
	}
	beams := mustRead(t, extended("p", `<object id="1">`+withBeams+`</object>`, item+item))
	if beams.Warnings[0].Params["n"] != 4 {
		t.Errorf("%v", beams.Warnings)
	}
}

func TestExtensionsWithoutAMeshAreRefused(t *testing.T) {
	for prefix, space := range map[string]string{"b": spaceBeams, "s": spaceSlices} {
		_, err := read(t, extended(prefix, `<object id="1"><mesh>`+lattice+`</mesh></object>`, item))
		refused(t, err, "model_extension", space)
	}
}

func TestChangesOfColourAtAHeightAreSaid(t *testing.T) {
	for name, text := range map[string]string{
		prusaLayers: `<custom_gcodes_per_print_z><code print_z="1" type="0" color="#FF0000"/><code print_z="2" type="1"/>
<code print_z="3" type="2" extruder="2"/></custom_gcodes_per_print_z>`,
		bambuLayers: `<custom_gcodes_per_layer><plate><plate_info id="1"/><layer top_z="1" type="2"/>
<layer top_z="2" type="0"/></plate></custom_gcodes_per_layer>`,
	} {
		m := mustRead(t, model(`<object id="1">`+pyramids("")+`</object>`, item), file{name[1:], text})
		if !slices.Equal(codes(m), []string{"layer_colours"}) || m.Warnings[0].Params["n"] != 2 {
			t.Errorf("%s: %v", name, m.Warnings)
		}
	}
}

func TestWhatIsOnNoPlateIsSaid(t *testing.T) {
	on := func(object int) string {
		return fmt.Sprintf(`<plate><model_instance><metadata key="object_id" value="%d"/>`+
			`<metadata key="instance_id" value="0"/></model_instance></plate>`, object)
	}
	m := mustRead(t, model(`<object id="1">`+pyramids("")+`</object><object id="2">`+pyramids("")+`</object>
<object id="3">`+pyramids("")+`</object>`, item+`<item objectid="2"/><item objectid="3"/><item objectid="1"/>`),
		file{bambuObjects[1:], `<config>` + on(1) + on(2) + `</config>`})
	if got := codes(m); !slices.Equal(got, []string{"plate_taken", "off_plates"}) || m.Warnings[1].Params["n"] != 2 {
		t.Errorf("%v", m.Warnings)
	}
}

func TestASlicedFileHearsWhatToSend(t *testing.T) {
	_, err := read(t, model("", ""), file{"Metadata/plate_2.gcode", "G1"})
	refused(t, err, "model_sliced", "Send the project")
	if m := mustRead(t, model(`<object id="1">`+pyramids("")+`</object>`, item), file{"Metadata/plate_1.gcode", "G1"}); m.
		Facets() != 4 {
		t.Errorf("%d facets", m.Facets())
	}
}

// Old writers number objects from zero, and some leave the relationships out.
func TestOldFilesAreRead(t *testing.T) {
	text := model(`<object id="0">`+pyramids("")+`</object>`, `<item objectid="0"/>`)
	if m := mustRead(t, text); m.Facets() != 4 {
		t.Errorf("%d facets", m.Facets())
	}
	data := packed(t, file{"3D/3dmodel.model", text})
	m, err := readPacked(limit, data)
	if err != nil || m.Facets() != 4 {
		t.Errorf("without relationships: %v", err)
	}
	a, err := unpack.OpenZIP(strings.NewReader(string(data)), int64(len(data)))
	if err != nil || !Is(a) {
		t.Errorf("a file without relationships is none: %v", err)
	}
}

func TestAFileSaysWhoseWorkItIs(t *testing.T) {
	long := strings.Repeat("é&amp;", 2000)
	text := strings.Replace(model(`<object id="1"><metadatagroup><metadata name="Designer">of a part</metadata>
</metadatagroup>`+pyramids("")+`</object>`, item), "<resources>", fmt.Sprintf(`
<metadata name="Designer"> Ada &amp;&#10;co </metadata>
<metadata name="Title">another</metadata><metadata name="Copyright"/><metadata name="License">%s</metadata>
<metadata name="LicenseTerms">later</metadata><metadata name="Description">none & such</metadata><resources>`, long), 1)
	about := mustRead(t, text).About
	if about.Title != "A <title>" || about.Designer != "Ada & co" || about.Copyright != "" {
		t.Errorf("%+v", about)
	}
	if n := len(about.License); n > maxWords || n < maxWords/3 || strings.Contains(about.License, "&a") {
		t.Errorf("%d bytes: %s", n, about.License)
	}
	open := strings.Replace(text, "Ada &amp;", "Ada & Bob", 1)
	if got := mustRead(t, open).About.Designer; !strings.HasPrefix(got, "Ada & Bob") {
		t.Errorf("%q", got)
	}
}
