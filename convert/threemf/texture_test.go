package threemf

import (
	"bytes"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"

	"ostrakon/convert/stl"
	"ostrakon/convert/texture"
)

// picture is a PNG of so many black pixels a side.
func picture(tb testing.TB, side int) string {
	tb.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, side, side))); err != nil {
		tb.Fatal(err)
	}
	return out.String()
}

const textures = `<m:texture2d id="1" path="/3D/a.png" contenttype="image/png"/>
<m:texture2d id="2" path="/3D/a.png" contenttype="image/png" tilestyleu="none" tilestylev="mirror" filter="nearest"/>
<m:texture2d id="3" path="/3D/b.png" contenttype="image/png"/>
<m:texture2dgroup id="4" texid="1"><m:tex2coord u="0.25" v="0.25"/><m:tex2coord u="-1" v="2"/></m:texture2dgroup>
<m:texture2dgroup id="5" texid="2"><m:tex2coord u="0" v="0"/></m:texture2dgroup>
<m:texture2dgroup id="6" texid="3"><m:tex2coord u="0" v="0"/></m:texture2dgroup>
<m:texture2dgroup id="7" texid="70"><m:tex2coord u="0" v="0"/></m:texture2dgroup>
<m:colorgroup id="8"><m:color color="#FF0000"/><m:color color="#00FF0040"/><m:color color="#0000FFF0"/></m:colorgroup>
<m:multiproperties id="10" pids="8 4" blendmethods="multiply"><m:multi pindices="0 1"/></m:multiproperties>
<m:multiproperties id="11" pids="8 4"><m:multi pindices="0 1"/></m:multiproperties>
<m:multiproperties id="12" pids="4 8"><m:multi pindices="0 0"/><m:multi pindices="0 1"/><m:multi pindices="0 2"/>
</m:multiproperties>
<m:multiproperties id="13" pids="4 5" blendmethods="multiply"><m:multi pindices="0 0"/></m:multiproperties>
<m:multiproperties id="14" pids="8 6" blendmethods="multiply"><m:multi pindices="0 0"/></m:multiproperties>`

// withTexture is a model whose third facet of four has a property; the others have none.
func withTexture(property string) string {
	return model(textures+`<object id="9">`+strings.Replace(tetrahedron, `pid="1" p1="1"`, property, 1)+`</object>`,
		`<item objectid="9" transform="-1 0 0 0 1 0 0 0 1 0 0 0"/>`) // which turns the facet
}

func TestTexturesOfTriangles(t *testing.T) {
	red, green, blue, none := stl.Color{255, 0, 0, 255}, stl.Color{0, 255, 0, 255}, stl.Color{0, 0, 255, 255},
		stl.Color{204, 204, 204, 255}
	repeated := texture.Texture{}
	for property, c := range map[string]struct {
		colour   stl.Color
		texture  *texture.Texture
		warnings []string
	}{
		`pid="4" p1="0" p2="1" p3="0"`: {white(), &repeated, nil},
		`pid="5" p1="0"`:               {white(), &texture.Texture{U: texture.Clamp, V: texture.Mirror, Nearest: true}, nil},
		`pid="6" p1="0"`:               {none, nil, []string{"textures_left_out"}},
		`pid="7" p1="0"`:               {none, nil, []string{"materials_unread"}},
		`pid="10" p1="0"`:              {red, &repeated, nil},
		`pid="11" p1="0"`:              {white(), &repeated, nil},
		`pid="12" p1="0"`:              {red, nil, nil},
		`pid="12" p1="1"`:              {white(), &repeated, []string{"materials_partly"}},
		`pid="12" p1="2"`:              {blue, nil, []string{"materials_partly"}},
		`pid="12" p1="0" p2="1"`:       {red, nil, []string{"materials_partly"}},
		`pid="13" p1="0"`: {white(), &texture.Texture{U: texture.Clamp, V: texture.Mirror, Nearest: true},
			[]string{"materials_partly"}},
		`pid="14" p1="0"`: {red, nil, []string{"textures_left_out"}},
		`pid="8" p1="1"`:  {stl.Color{0, 255, 0, 0x40}, nil, nil},
	} {
		t.Run(property, func(t *testing.T) {
			m := mustRead(t, withTexture(property), file{"3D/a.png", picture(t, 4)}, file{"3D/b.png", "GIF89a"})
			got := none
			if m.Colors != nil {
				each := len(m.Colors) / 4
				got = m.Colors[2*each]
			}
			if got != c.colour || (m.Skin != nil) != (c.texture != nil) {
				t.Errorf("colour %v, %v; skin %v", got, green, m.Skin)
			}
			warnings := slices.DeleteFunc(codes(m), func(code string) bool { return code == "partly_coloured" })
			if !slices.Equal(warnings, c.warnings) {
				t.Errorf("warnings %v", m.Warnings)
			}
			if c.texture != nil && (len(m.Skin.Images) != 1 || len(m.Skin.Textures) != 1 || m.Skin.Textures[0] != *c.texture ||
				!slices.Equal(m.Skin.Facets, []uint16{0, 0, 1, 0}) || len(m.Skin.Coords) != 12) {
				t.Errorf("%+v", m.Skin)
			}
		})
	}
	m := mustRead(t, withTexture(`pid="4" p1="0" p2="1" p3="0"`), file{"3D/a.png", picture(t, 4)})
	if got := m.Skin.Coords[6:9]; !slices.Equal(got, [][2]float32{{0.25, 0.75}, {0.25, 0.75}, {-1, -1}}) {
		t.Errorf("places %v", got)
	}
}

// Pictures are counted once each, and together they may have only so many pixels.
func TestPicturesAreBounded(t *testing.T) {
	resources, object := "", ""
	var files []file
	for i, name := range []string{"a", "b", "c"} {
		number := string(rune('1' + i))
		resources += `<m:texture2d id="` + number + `" path="/` + name + `.png" contenttype="image/png"/>
<m:texture2dgroup id="1` + number + `" texid="` + number + `"><m:tex2coord u="0" v="0"/></m:texture2dgroup>`
		files = append(files, file{name + ".png", picture(t, 4000)})
		object += `<object id="2` + number + `" pid="1` + number + `">` +
			strings.Replace(tetrahedron, `pid="1" p1="1"`, "", 1) + `</object>`
	}
	m := mustRead(t, model(resources+object, `<item objectid="21"/><item objectid="22"/><item objectid="23"/>`), files...)
	if len(m.Skin.Images) != 2 || !slices.Equal(codes(m), []string{"partly_coloured", "textures_left_out"}) {
		t.Errorf("%d pictures, %v", len(m.Skin.Images), m.Warnings)
	}
}

func TestTexturesThatMakeNoSenseAreRefused(t *testing.T) {
	for name, resources := range map[string]string{
		"path":  `<m:texture2d id="30" contenttype="image/png"/>`,
		"id":    `<m:texture2d id="x" path="/a.png"/>`,
		"u":     `<m:texture2dgroup id="30" texid="1"><m:tex2coord v="0"/></m:texture2dgroup>`,
		"v":     `<m:texture2dgroup id="30" texid="1"><m:tex2coord u="0" v="1e300"/></m:texture2dgroup>`,
		"texid": `<m:texture2dgroup id="30"/>`,
	} {
		_, err := read(t, model(textures+resources+`<object id="9">`+tetrahedron+`</object>`, `<item objectid="9"/>`))
		refused(t, err, "model_invalid", name)
	}
}
