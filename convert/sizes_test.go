package convert

import (
	"bytes"
	"compress/gzip"
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
// files, of the sizes of the output by the size of the file, on the disk and on the wire.
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
		var plain, wire []float64
		for _, file := range samples(t, shared) {
			data := must(os.ReadFile(file))(t)
			o := defaults(CustomGLB)
			o.Level, o.Shading = c.level, c.shading
			if c.shading != Crease {
				o.Angle = 0
			}
			f := folder{}
			r, err := Convert(context.Background(), data, o, "out", f.create, nil)
			if errors.As(err, new(*stl.Error)) {
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if r.Format == stl.Binary && r.Facets >= leastFacets {
				plain = append(plain, float64(r.OutputSize)/float64(r.InputSize))
				wire = append(wire, float64(onTheWire(t, f["out.glb"].Bytes()))/float64(r.InputSize))
			}
		}
		row := `(?m)^\| ` + regexp.QuoteMeta(c.row) + ` \| .* \| ([0-9.]+) \| ([0-9.]+) \|$`
		found := regexp.MustCompile(row).FindSubmatch(text)
		if found == nil {
			t.Errorf("the table has no row %s", c.row)
			continue
		}
		for i, got := range []float64{median(plain), median(wire)} {
			t.Logf("%-30s %.3f", c.row, got)
			const tolerance = 0.03
			if says, err := strconv.ParseFloat(string(found[1+i]), 64); err != nil ||
				math.Abs(says/got-1) > tolerance && !testing.Short() {
				t.Errorf("%s: the table says %s, the median is %.3f", c.row, found[1+i], got)
			}
		}
	}
}

// median returns the median of values, which it sorts.
func median(values []float64) float64 {
	slices.Sort(values)
	return (values[(len(values)-1)/2] + values[len(values)/2]) / 2
}

// onTheWire returns the size of a file as browsers get it, compressed with gzip.
func onTheWire(t *testing.T, file []byte) int {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	must(w.Write(file))(t)
	noError(t, w.Close())
	return packed.Len()
}
