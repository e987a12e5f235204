package convert

import (
	"math"
	"os"
	"slices"
	"testing"

	"ostrakon/convert/remark"
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
			if s.doc.Asset.Copyright != "© 2026 Ada; Ada; CC BY 4.0" || extras["title"] != "A tray" || extras["designer"] != "Ada" ||
				extras["license"] != "CC BY 4.0" {
				t.Errorf("%q, %v", s.doc.Asset.Copyright, extras)
			}
		})
	}
}
