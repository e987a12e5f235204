package threemf

import (
	"errors"
	"strings"
	"testing"
)

const tetrahedron = `<mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/><vertex x="0" y="0" z="1"/></vertices>
<triangles><triangle v1="0" v2="2" v3="1"/><triangle v1="0" v2="1" v3="3"/><triangle v1="0" v2="3" v3="2" pid="1" p1="1"/><triangle v1="1" v2="2" v3="3"/></triangles></mesh>`

func model(resources, build string) []byte {
	return []byte(`<?xml version="1.0"?><model unit="inch" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources>` +
		resources + `</resources><build>` + build + `</build></model>`)
}

// volume is six times that of a solid; it is positive if its facets look outwards.
func volume(s Solid) (v float32) {
	for c := s.Corners; len(c) > 0; c = c[9:] {
		v += c[0]*(c[4]*c[8]-c[5]*c[7]) - c[1]*(c[3]*c[8]-c[5]*c[6]) + c[2]*(c[3]*c[7]-c[4]*c[6])
	}
	return v
}

func TestComponentsKeepTheirPlaceColourAndSide(t *testing.T) {
	solids, unit, err := Read(model(`<basematerials id="1"><base name="a" displaycolor="#FF0000"/><base name="b" displaycolor="#00FF0080"/></basematerials>
<object id="2" name="part" pid="1" pindex="0">`+tetrahedron+`</object><object id="3"><components>
<component objectid="2"/><component objectid="2" transform="-2 0 0 0 1 0 0 0 1 10 0 0"/></components></object>`, `<item objectid="3"/>`))
	if err != nil || unit != "inch" || len(solids) != 2 {
		t.Fatalf("%d solids in %q: %v", len(solids), unit, err)
	}
	for i, want := range []float32{1, 2} {
		s := solids[i]
		if volume(s) != want || s.Name != "part" || s.Colours[0] != [4]uint8{255, 0, 0, 255} || s.Colours[2] != [4]uint8{0, 255, 0, 128} {
			t.Errorf("solid %d: volume %v, want %v: %+v", i, volume(s), want, s)
		}
	}
	if x := solids[1].Corners[6]; x != 10 && x != 8 {
		t.Errorf("the second solid is at %v", solids[1].Corners)
	}
}

func TestHostileModelsAreRefused(t *testing.T) {
	var wide strings.Builder
	for range 70 {
		wide.WriteString(`<component objectid="2"/>`)
	}
	for name, data := range map[string][]byte{
		"no build":     model(`<object id="1">`+tetrahedron+`</object>`, ""),
		"a circle":     model(`<object id="1"><components><component objectid="1"/></components></object>`, `<item objectid="1"/>`),
		"cut off":      model(`<object id="1">`+tetrahedron+`</object>`, `<item objectid="1"/>`)[:300],
		"missing":      model("", `<item objectid="1"/>`),
		"deep":         model(strings.Repeat("<a>", 100)+strings.Repeat("</a>", 100), ""),
		"an entity":    []byte(`<!DOCTYPE x [<!ENTITY a "b">]><model/>`),
		"no vertex":    model(`<object id="1"><mesh><triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh></object>`, `<item objectid="1"/>`),
		"no transform": model(`<object id="1">`+tetrahedron+`</object>`, `<item objectid="1" transform="1 NaN"/>`),
		"multiplied": model(`<object id="2">`+tetrahedron+`</object><object id="3"><components>`+wide.String()+`</components></object><object id="4"><components>`+
			strings.ReplaceAll(wide.String(), `"2"`, `"3"`)+`</components></object>`, `<item objectid="4"/>`),
	} {
		if solids, _, err := Read(data); !errors.Is(err, ErrDamaged) || solids != nil {
			t.Errorf("%s: %d solids, %v", name, len(solids), err)
		}
	}
}

// FuzzRead asks that any bytes are refused or make facets of finite number.
func FuzzRead(f *testing.F) {
	f.Add(model(`<object id="1">`+tetrahedron+`</object>`, `<item objectid="1"/>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		solids, _, err := Read(data)
		if err != nil && !errors.Is(err, ErrDamaged) {
			t.Error(err)
		}
		for _, s := range solids {
			if len(s.Corners)%9 != 0 || s.Colours != nil && 9*len(s.Colours) != len(s.Corners) {
				t.Errorf("%d corners, %d colours", len(s.Corners), len(s.Colours))
			}
		}
	})
}
