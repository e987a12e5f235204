package threemf

import (
	"slices"
	"strings"
	"testing"

	"ostrakon/convert/stl"
)

const mixtures = `<basematerials id="1"><base displaycolor="#FF0000"/><base displaycolor="#0000FF"/></basematerials>
<m:colorgroup id="2"><m:color color="#FFFFFF80"/><m:color color="#00FF00"/><m:color color="#808080"/></m:colorgroup>
<m:compositematerials id="3" matid="1" matindices="0 1"><m:composite values="0.5 0.5"/><m:composite values="0 0"/>
<m:composite values="1"/><m:composite values="0.2 0.6 1"/></m:compositematerials>
<m:multiproperties id="4" pids="1 2"><m:multi pindices="0 1"/><m:multi pindices="1 0"/><m:multi/></m:multiproperties>
<m:multiproperties id="5" pids="2 2" blendmethods="multiply"><m:multi pindices="2 1"/><m:multi pindices="1 2 9"/>
</m:multiproperties>
<m:multiproperties id="6" pids="3 2 2" blendmethods="multiply mix"><m:multi pindices="0 2 1"/>
<m:multi pindices="0 1 0"/></m:multiproperties>`

func TestMixedMaterialsAreColours(t *testing.T) {
	purple := stl.Color{188, 0, 188, 255} // half of the light of red and of blue
	for property, want := range map[string]stl.Color{
		`pid="3" p1="0"`: purple,
		`pid="3" p1="1"`: purple,
		`pid="3" p1="2"`: {255, 0, 0, 255},
		`pid="3" p1="3"`: {137, 0, 225, 255},
		`pid="4" p1="0"`: {0, 255, 0, 255},
		`pid="4" p1="1"`: {188, 188, 255, 255}, // half of white over blue
		`pid="4" p1="2"`: {255, 188, 188, 255},
		`pid="5" p1="0"`: {0, 128, 0, 255},
		`pid="5" p1="1"`: {0, 128, 0, 255},
		`pid="6" p1="0"`: {0, 255, 0, 255},
		`pid="6" p1="1"`: {188, 255, 188, 255}, // a material below is not multiplied
	} {
		text := strings.Replace(tetrahedron, `pid="1" p1="1"`, property, 1)
		m := mustRead(t, model(mixtures+`<object id="9" pid="1">`+text+`</object>`, `<item objectid="9"/>`))
		if got := m.ColorsOf(m.Solids[0]); len(m.Warnings) > 0 || m.Color == nil && got[2] != want ||
			m.Color != nil && *m.Color != want {
			t.Errorf("%s is %v, %v, want %v; %v", property, m.Color, got, want, m.Warnings)
		}
	}
}

// What mixes something that is not there keeps its place, so that the next keeps its number.
func TestMixturesOfNothingAreUnread(t *testing.T) {
	const odd = `<m:compositematerials id="3" matid="1" matindices="7"><m:composite values="1"/></m:compositematerials>
<m:compositematerials id="4" matid="8" matindices="0"><m:composite values="1"/></m:compositematerials>
<m:multiproperties id="5" pids="1 2"><m:multi pindices="9 1"/><m:multi pindices="0 1"/></m:multiproperties>
<m:multiproperties id="6" pids="5 5"><m:multi pindices="1 1"/></m:multiproperties>
<m:multiproperties id="7" pids=""><m:multi pindices="1 1"/></m:multiproperties>
<m:compositematerials id="8" matid="1 1" matindices=""><m:multi/><m:composite/></m:compositematerials>`
	for property, codesOf := range map[string][]string{
		`pid="3" p1="0"`: {"partly_coloured", "materials_unread"}, `pid="4" p1="0"`: {"partly_coloured", "materials_unread"},
		`pid="5" p1="0"`: {"partly_coloured", "materials_unread"}, `pid="5" p1="1"`: nil,
		`pid="6" p1="0"`: {"partly_coloured", "materials_unread"}, `pid="7" p1="0"`: {"partly_coloured", "materials_unread"},
	} {
		text := strings.Replace(tetrahedron, `pid="1" p1="1"`, property, 1)
		m := mustRead(t, model(mixtures[:strings.Index(mixtures, "<m:comp")]+odd+`<object id="9" pid="1">`+text+`</object>`,
			`<item objectid="9"/>`))
		if !slices.Equal(codes(m), codesOf) {
			t.Errorf("%s: %v", property, m.Warnings)
		}
	}
	for name, resources := range map[string]string{
		"values": `<m:compositematerials id="30" matid="1" matindices="0"><m:composite values="-1"/>
</m:compositematerials>`,
		"pids":       `<m:multiproperties id="30" pids="one"/>`,
		"pindices":   `<m:multiproperties id="30" pids="1"><m:multi pindices="1.5"/></m:multiproperties>`,
		"matid":      `<m:compositematerials id="30" matid="-1" matindices="0"/>`,
		"matindices": `<m:compositematerials id="30" matid="1" matindices="0 -"/>`,
	} {
		_, err := read(t, model(mixtures+resources+`<object id="9">`+tetrahedron+`</object>`, `<item objectid="9"/>`))
		refused(t, err, "model_invalid", name)
	}
}
