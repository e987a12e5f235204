package convert

import (
	"context"
	"errors"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"ostrakon/convert/stl"
)

// leastFacets is of the files whose sizes are compared. In smaller ones the text of the document
// weighs more than the geometry.
const leastFacets = 500

// TestPublishedSizes holds the table of docs/conversion.md against the medians, over the shared
// files, of the sizes of the output by the size of the file.
func TestPublishedSizes(t *testing.T) {
	if _, err := os.Stat(shared); errors.Is(err, os.ErrNotExist) {
		t.Skipf("the collection of STL files is not at %s", shared)
	}
	text := must(os.ReadFile("../docs/conversion.md"))(t)
	for _, c := range []struct {
		row     string // of the table
		level   Level
		shading Shading
	}{
		{"`standard`", Standard, Crease},
		{"`standard`, `shading` smooth", Standard, Smooth},
		{"`positions`", Positions, None},
		{"`quantized`", Quantized, Crease},
		{"`compact`", Compact, Crease},
		{"`compact`, `shading` smooth", Compact, Smooth},
		{"`compact`, `normals` none", Compact, None},
	} {
		var ratios []float64
		for _, file := range samples(t, shared) {
			data := must(os.ReadFile(file))(t)
			o := defaults(CustomGLB)
			o.Level, o.Shading = c.level, c.shading
			if c.shading != Crease {
				o.Angle = 0
			}
			r, err := Convert(context.Background(), data, o, "out", discard, nil)
			if errors.As(err, new(*stl.Error)) {
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if r.Format == stl.Binary && r.Facets >= leastFacets {
				ratios = append(ratios, float64(r.OutputSize)/float64(r.InputSize))
			}
		}
		slices.Sort(ratios)
		got := (ratios[(len(ratios)-1)/2] + ratios[len(ratios)/2]) / 2
		t.Logf("%-30s %.3f", c.row, got)
		found := regexp.MustCompile(`(?m)^\| ` + regexp.QuoteMeta(c.row) + ` \| .* \| ([0-9.]+) \|$`).FindSubmatch(text)
		if found == nil {
			t.Errorf("the table has no row %s", c.row)
			continue
		}
		const tolerance = 0.03
		if says, err := strconv.ParseFloat(string(found[1]), 64); err != nil ||
			math.Abs(says/got-1) > tolerance && !testing.Short() {
			t.Errorf("%s: the table says %s, the median is %.3f", c.row, found[1], got)
		}
	}
}
