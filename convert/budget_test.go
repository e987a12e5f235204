package convert

import (
	"bytes"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"ostrakon/convert/bench"
)

func TestABudgetOfFacetsHoldsForEveryMethod(t *testing.T) {
	data := bench.Binary(bench.Gyroid, 20_000)
	for _, o := range variants() {
		o.Facets = 4_000
		f, r := mustConvert(t, data, o)
		if r.Facets > 4_000 || r.Facets < 3_960 || r.Simplified.To != r.Facets || r.Simplified.From != r.Report.Facets ||
			!(r.Simplified.Error > 0) {
			t.Errorf("%s: %d facets, %+v", variantName(o), r.Facets, r.Simplified)
		}
		again, _ := mustConvert(t, data, o)
		if !slices.Equal(slices.Sorted(maps.Keys(f)), slices.Sorted(maps.Keys(again))) {
			t.Fatalf("%s: other files at the second time", variantName(o))
		}
		for name, file := range f {
			if !bytes.Equal(file.Bytes(), again[name].Bytes()) {
				t.Errorf("%s: %s is another at the second time", variantName(o), name)
			}
		}
	}
}

func TestABudgetKeepsSolidsAndTheirColours(t *testing.T) {
	data := must(os.ReadFile("testdata/prusaslicer.3mf"))(t)
	for _, o := range variants() {
		_, whole := mustConvert(t, data, o)
		o.Facets = whole.Facets - 4
		f, r := mustConvert(t, data, o)
		s := open(t, f, r)
		if r.Facets > o.Facets || len(s.solids) != whole.Solids {
			t.Fatalf("%s: %d facets in %d solids", variantName(o), r.Facets, len(s.solids))
		}
		for i, d := range s.solids {
			if len(d.corners) == 0 || len(d.colours) != len(d.corners) {
				t.Errorf("%s: solid %d has %d facets, %d of them with colours", variantName(o), i, len(d.corners), len(d.colours))
			}
		}
	}
}

func TestABudgetAboveTheFileLeavesItAsItIs(t *testing.T) {
	o := defaults(Custom)
	o.Facets = 1_000
	_, r := mustConvert(t, []byte(strings.TrimSpace(string(cube("a", "b")))), o)
	if r.Facets != 24 || *r.Simplified != (Simplified{From: 24, To: 24}) {
		t.Errorf("%d facets, %+v", r.Facets, r.Simplified)
	}
}
