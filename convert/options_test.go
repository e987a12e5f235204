package convert

import (
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestParseOptions(t *testing.T) {
	for _, c := range []struct {
		name   string
		values map[string]string
		want   Options
	}{
		{"nothing named", nil, Options{Method: MeshLib, As: GLTF, Up: UpZ, Shading: Flat}},
		{"empty fields of a form", map[string]string{"method": "", "level": "", "angle": "", "shading": ""},
			defaults(MeshLib)},
		{"custom is flat", map[string]string{"method": "custom"}, Options{Method: Custom, As: GLTF, Up: UpZ, Shading: Flat}},
		{"custom-glb is standard with creases", map[string]string{"method": "custom-glb"},
			Options{Method: CustomGLB, As: GLTF, Up: UpZ, Shading: Crease, Angle: 30, Level: Standard}},
		{"positions have no normals", map[string]string{"method": "custom-glb", "level": "positions"},
			Options{Method: CustomGLB, As: GLTF, Up: UpZ, Shading: None, Level: Positions}},
		{"compact without normals", map[string]string{"level": "compact", "normals": "none"},
			Options{Method: CustomGLB, As: GLTF, Up: UpZ, Shading: None, Level: Compact}},
		{"only a level", map[string]string{"level": "quantized"},
			Options{Method: CustomGLB, As: GLTF, Up: UpZ, Shading: Crease, Angle: 30, Level: Quantized}},
		{
			"everything named",
			map[string]string{"method": "custom-glb", "unit": "in", "up": "y", "shading": "crease", "angle": "12.5",
				"level": "compact", "name": "Vase ✿"},
			Options{Method: CustomGLB, As: GLTF, Unit: Inch, Up: UpY, Shading: Crease, Angle: 12.5, Level: Compact,
				Name: "Vase ✿"},
		},
		{"no report", map[string]string{"report": "0"},
			Options{Method: MeshLib, As: GLTF, Up: UpZ, Shading: Flat, NoReport: true}},
		{"only USDZ", map[string]string{"as": "usdz"},
			Options{Method: CustomGLB, As: USDZ, Up: UpZ, Shading: Crease, Angle: 30}},
		{"USDZ of a method", map[string]string{"as": "usdz", "method": "meshlib"},
			Options{Method: MeshLib, As: USDZ, Up: UpZ, Shading: Flat}},
		{"an angle of nought", map[string]string{"method": "custom", "shading": "crease", "angle": "0"},
			Options{Method: Custom, As: GLTF, Up: UpZ, Shading: Crease}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := ParseOptions(c.values)
			if err != nil || got != c.want {
				t.Fatalf("got %+v, %v, want %+v", got, err, c.want)
			}
			if err := got.check(); err != nil {
				t.Errorf("Convert refuses what ParseOptions gave: %v", err)
			}
		})
	}
}

func TestParseOptionsRefuses(t *testing.T) {
	for _, c := range []struct {
		name   string
		values map[string]string
		option string
		says   string
	}{
		{"an unknown option", map[string]string{"colour": "red"}, "colour",
			"method, as, unit, up, shading, angle, level, normals, name, report, thumbnail, plate or facets"},
		{"an unknown method", map[string]string{"method": "assimp"}, "method", "meshlib, custom or custom-glb"},
		{"another case", map[string]string{"method": "CUSTOM"}, "method", "meshlib, custom or custom-glb"},
		{"an unknown unit", map[string]string{"unit": "furlong"}, "unit", "mm, cm, m, in, ft or um"},
		{"an unknown axis", map[string]string{"up": "x"}, "up", "z or y"},
		{"an unknown shading", map[string]string{"method": "custom", "shading": "gouraud"}, "shading",
			"flat, smooth or crease"},
		{"an unknown level", map[string]string{"method": "custom-glb", "level": "9"}, "level",
			"standard, positions, quantized or compact"},
		{"a level elsewhere", map[string]string{"method": "custom", "level": "standard"}, "level",
			"only with the method custom-glb"},
		{"a picture of a kilometre", map[string]string{"thumbnail": "2049"}, "thumbnail", "2048"},
		{"a plate of no number", map[string]string{"plate": "0"}, "plate", "from 1 to 1000"},
		{"half a report", map[string]string{"report": "2"}, "report", "1 or 0"},
		{"another kind", map[string]string{"as": "obj"}, "as", "gltf or usdz"},
		{"a level of USDZ", map[string]string{"as": "usdz", "level": "standard"}, "level", "only with as=gltf"},
		{"normals elsewhere", map[string]string{"level": "quantized", "normals": "none"}, "normals",
			"only with the level compact"},
		{"unknown normals", map[string]string{"level": "compact", "normals": "no"}, "normals", "shaded or none"},
		{"shading without normals", map[string]string{"level": "compact", "normals": "none", "shading": "smooth"}, "shading",
			"can only be none"},
		{"no shading, but normals", map[string]string{"level": "compact", "shading": "none"}, "shading",
			"crease, flat or smooth"},
		{"smooth meshlib", map[string]string{"shading": "smooth"}, "shading", "can only be flat"},
		{"normals for positions", map[string]string{"method": "custom-glb", "level": "positions", "shading": "smooth"},
			"shading", "can only be none"},
		{"an angle without creases", map[string]string{"method": "custom", "angle": "30"}, "angle",
			"only with the shading crease"},
		{"a wide angle", map[string]string{"method": "custom-glb", "angle": "180.5"}, "angle", "from 0 to 180"},
		{"no number", map[string]string{"method": "custom-glb", "angle": "NaN"}, "angle", "from 0 to 180"},
		{"a long name", map[string]string{"name": strings.Repeat("é", 101)}, "name", "at most 200"},
		{"a broken name", map[string]string{"name": "a\xff"}, "name", "UTF-8"},
		{"a name of two lines", map[string]string{"name": "a\nb"}, "name", "control"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ParseOptions(c.values)
			var e *OptionError
			if !errors.As(err, &e) || e.Option != c.option || !strings.Contains(err.Error(), c.says) {
				t.Fatalf("got %v, want an error about %s that says %q", err, c.option, c.says)
			}
			if got, want := slices.Sorted(maps.Keys(e.Params)),
				slices.Sorted(slices.Values(e.Facts())); e.Code() == "" || !slices.Equal(got, want) {
				t.Errorf("%q comes with the facts %q, want %q", e.Code(), got, want)
			}
		})
	}
}

func TestListingNamesTheOptionsThatAreAccepted(t *testing.T) {
	for _, m := range Methods() {
		if len(m.Files) == 0 {
			t.Errorf("%s writes no files", m.Method)
		}
		for _, o := range m.Options {
			for _, choice := range append([]string{o.Default}, o.Choices...) {
				values := map[string]string{"method": string(m.Method), o.Name: choice}
				if o.Name == optionShading && choice == string(None) {
					values[optionLevel] = string(Positions)
				}
				if o.Name == optionNormals {
					values[optionLevel] = string(Compact)
				}
				if o.Name == optionAngle {
					values[optionShading] = string(Crease)
				}
				if _, err := ParseOptions(values); err != nil {
					t.Errorf("%s: %v", m.Method, err)
				}
			}
		}
	}
}

// defaults are the options of a request that names nothing but the method.
func defaults(m Method) Options {
	o, err := ParseOptions(map[string]string{optionMethod: string(m)})
	if err != nil {
		panic(err)
	}
	return o
}

func FuzzOptions(f *testing.F) {
	f.Add("method", "custom-glb", "level", "compact")
	f.Add("angle", "1e309", "shading", "crease")
	f.Add("name", "\xff", "unit", "in")
	f.Fuzz(func(t *testing.T, a, b, c, d string) {
		values := map[string]string{a: b, c: d}
		before := maps.Clone(values)
		o, err := ParseOptions(values)
		if !reflect.DeepEqual(values, before) {
			t.Fatal("ParseOptions changed what it was given")
		}
		if err != nil {
			var e *OptionError
			if !errors.As(err, &e) || !utf8.ValidString(e.Error()) {
				t.Fatalf("error %T %q", err, err)
			}
			return
		}
		if err := o.check(); err != nil {
			t.Fatalf("%+v passed ParseOptions, but not Convert: %v", o, err)
		}
	})
}
