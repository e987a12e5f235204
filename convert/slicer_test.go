package convert

import (
	"errors"
	"math"
	"os"
	"slices"
	"testing"

	"ostrakon/convert/remark"
	"ostrakon/convert/stl"
)

// codesOf are those of warnings.
func codesOf(list []remark.Remark) (codes []string) {
	for _, w := range list {
		codes = append(codes, w.Code())
	}
	return codes
}

// facetsByColour counts the facets of a solid by the linear colours of their first corners.
func facetsByColour(d drawn) map[[3]float64]int {
	count := make(map[[3]float64]int)
	for _, c := range d.colours {
		count[[3]float64(c[0][:3])]++
	}
	return count
}

// The file has two volumes to print, one of them painted, and one of each other kind.
func TestAProjectOfPrusaSlicerIsWhatIsPrinted(t *testing.T) {
	data := must(os.ReadFile("testdata/prusaslicer.3mf"))(t)
	for _, o := range variants() {
		t.Run(variantName(o), func(t *testing.T) {
			f, r := mustConvert(t, slices.Clone(data), o)
			if v := *r.Report.Volume; math.Abs(v-13_000) > 13 || !r.Report.Watertight || r.Facets != 24 {
				t.Errorf("volume %v, %d facets", v, r.Facets)
			}
			want := []string{"modifiers_left_out", "blockers_left_out", "enforcers_left_out", "paint_split", "negative_not_cut"}
			if got := codesOf(r.Warnings); !slices.Equal(got, want) {
				t.Errorf("warnings %v", got)
			}
			s := open(t, f, r)
			if len(s.solids) != 2 || s.solids[0].name != "base" || s.solids[1].name != "knob" {
				t.Fatalf("%d solids", len(s.solids))
			}
			red, green, blue := [3]float64{1, 0, 0}, [3]float64{0, 1, 0}, [3]float64{0, 0, 1}
			if base := facetsByColour(s.solids[0]); base[red] != 12 {
				t.Errorf("the base has %v", base)
			}
			if knob := facetsByColour(s.solids[1]); knob[green] != 11 || knob[blue] != 1 {
				t.Errorf("the knob has %v", knob)
			}
			extras, _ := s.doc.Asset.Extras.(map[string]any)
			if s.doc.Asset.Copyright != "© 2026 Ada; Ada; CC BY 4.0" || extras["title"] != "A tray" ||
				extras["designer"] != "Ada" || extras["license"] != "CC BY 4.0" {
				t.Errorf("%q, %v", s.doc.Asset.Copyright, extras)
			}
		})
	}
}

// The first plate has a lamp of two parts and a hole, the second two coasters.
func TestAPlateOfBambuStudioIsConverted(t *testing.T) {
	data := must(os.ReadFile("testdata/bambustudio.3mf"))(t)
	for plate, want := range map[int]struct {
		volume   float64
		names    []string
		warnings []string
	}{
		0: {5000, []string{"foot", "shade"}, []string{"negative_not_cut", "plate_taken"}},
		1: {5000, []string{"foot", "shade"}, []string{"negative_not_cut"}},
		2: {4000, []string{"disc", "disc"}, nil},
	} {
		o := defaults(CustomGLB)
		o.Plate = plate
		f, r := mustConvert(t, slices.Clone(data), o)
		s := open(t, f, r)
		var names []string
		for _, d := range s.solids {
			names = append(names, d.name)
		}
		got := codesOf(r.Warnings)
		slices.Sort(got)
		if v := *r.Report.Volume; math.Abs(v-want.volume) > want.volume/1000 || !slices.Equal(names, want.names) ||
			!slices.Equal(got, want.warnings) || r.Plate != max(plate, 1) || r.Plates != 2 {
			t.Errorf("plate %d: %v mm³, %q, %v, plate %d of %d", plate, v, names, got, r.Plate, r.Plates)
		}
		if plate != 2 {
			if shade := facetsByColour(s.solids[1]); shade[[3]float64{0, 1, 0}] != 2 || shade[[3]float64{0, 0, 1}] != 10 {
				t.Errorf("the shade has %v", shade)
			}
		}
	}
}

func TestAPlateThatIsNotThereIsRefused(t *testing.T) {
	for _, file := range []string{"bambustudio.3mf", "drawer.3mf", "sphere.stl"} {
		o := defaults(CustomGLB)
		o.Plate = 3
		_, err := Convert(t.Context(), must(os.ReadFile("testdata/"+file))(t), o, "x", folder{}.create, nil)
		var refused *stl.Error
		if !errors.As(err, &refused) || refused.Code() != "model_no_plate" {
			t.Errorf("%s: %v", file, err)
		}
	}
	o := defaults(CustomGLB)
	o.Plate = 1
	if _, r := mustConvert(t, must(os.ReadFile("testdata/sphere.stl"))(t), o); r.Plate != 0 || r.Plates != 0 {
		t.Errorf("an STL file is plate %d of %d", r.Plate, r.Plates)
	}
}
