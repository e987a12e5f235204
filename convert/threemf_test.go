package convert

import (
	"context"
	"errors"
	"math"
	"os"
	"slices"
	"testing"

	"ostrakon/convert/stl"
)

// drawer is a 3MF file in inches: a drawer with two knobs, one of them mirrored, and a support.
func drawer(t testing.TB) []byte {
	t.Helper()
	return must(os.ReadFile("testdata/drawer.3mf"))(t)
}

// Every method and level writes the same solids, at their places and in their colours.
func TestThreeMFIsConverted(t *testing.T) {
	for _, o := range variants() {
		t.Run(variantName(o), func(t *testing.T) {
			f, r := mustConvert(t, drawer(t), o)
			if r.Format != stl.ThreeMF || r.Options.Unit != Inch || r.Report.Unit != "in" || r.Facets != 36 || r.Solids != 3 {
				t.Errorf("%+v", r)
			}
			if len(r.Warnings) != 1 || r.Warnings[0].Code() != "objects_left_out" {
				t.Errorf("warnings %v", r.Warnings)
			}
			if v := *r.Report.Volume; !r.Report.Watertight || math.Abs(v-8.25) > 1e-9 || r.Report.Orientation != "outward" {
				t.Errorf("volume %v of %+v", v, r.Report)
			}
			s := open(t, f, r)
			if s.root.Scale != [3]float64{0.0254, 0.0254, 0.0254} {
				t.Errorf("an inch is %v m", s.root.Scale)
			}
			var names []string
			for _, d := range s.solids {
				names = append(names, d.name)
			}
			if want := []string{"drawer", "knob", "knob"}; !slices.Equal(names, want) {
				t.Fatalf("solids %v, want %v", names, want)
			}
			// The drawer is turned by a right angle: its 4 x 2 x 1 lies from 8 to 10, 0 to 4 and 3 to 4.
			for i, want := range []stl.Bounds{{Min: [3]float32{8, 0, 3}, Max: [3]float32{10, 4, 4}},
				{Min: [3]float32{10, 0.5, 3.25}, Max: [3]float32{10.5, 1, 3.75}},
				{Min: [3]float32{10, 3, 3.25}, Max: [3]float32{10.5, 3.5, 3.75}}} {
				for axis := range 3 {
					if d := s.solids[i]; math.Abs(d.least[axis]-float64(want.Min[axis])) > d.step ||
						math.Abs(d.most[axis]-float64(want.Max[axis])) > d.step {
						t.Errorf("%s %d lies from %v to %v, want %v", d.name, i, d.least, d.most, want)
					}
				}
			}
			colours := make(map[[4]float64]int)
			for _, d := range s.solids {
				for _, c := range d.colours {
					colours[c[0]]++
				}
			}
			counts := make([]int, 0, 4)
			for _, n := range colours {
				counts = append(counts, n)
			}
			if slices.Sort(counts); !slices.Equal(counts, []int{4, 4, 12, 16}) {
				t.Errorf("facets of colours: %v", colours)
			}
		})
	}
}

func TestUnitOfTheRequestComesFirst(t *testing.T) {
	o := defaults(CustomGLB)
	o.Unit = Centimetre
	f, r := mustConvert(t, drawer(t), o)
	if s := open(t, f, r); s.root.Scale[0] != 0.01 || r.Options.Unit != Centimetre || r.Report.Unit != "cm" {
		t.Errorf("%v, %+v", s.root.Scale, r.Options)
	}
}

func TestThreeMFIsRefusedWhereOnlySTLIsTaken(t *testing.T) {
	o := defaults(CustomGLB)
	o.STLOnly = true
	_, err := Convert(context.Background(), drawer(t), o, "x", folder{}.create, nil)
	var refused *stl.Error
	if !errors.As(err, &refused) || refused.Code() != "not_stl_3mf" {
		t.Error(err)
	}
}

// gradient has two gems, one of them mirrored: each corner has a colour of its own on three facets, and the fourth
// facet is yellow.
func TestCornersKeepTheirColours(t *testing.T) {
	data := must(os.ReadFile("testdata/gradient.3mf"))(t)
	yellow := [4]uint16{65535, 65535, 0, 65535}
	corners := map[[3]int][4]uint16{
		{0, 0, 0}: {65535, 0, 0, 65535}, {10, 0, 0}: {0, 65535, 0, 65535}, {0, 10, 0}: {0, 0, 65535, 65535},
		{0, 0, 10}: {14146, 3360, 947, 65535}, // #804020 in linear light
	}
	for _, o := range variants() {
		t.Run(variantName(o), func(t *testing.T) {
			f, r := mustConvert(t, data, o)
			if len(r.Warnings) > 0 || r.Facets != 8 {
				t.Errorf("%d facets, %v", r.Facets, r.Warnings)
			}
			for _, d := range open(t, f, r).solids {
				for i, facet := range d.corners {
					var at [3][3]int
					slanted := true
					for k, c := range facet {
						at[k] = [3]int{int(math.Round(c[0])), int(math.Round(c[1])), int(math.Round(c[2]))}
						if at[k][0] >= 20 { // of the mirrored one
							at[k][0] = 30 - at[k][0]
						}
						slanted = slanted && at[k] != [3]int{}
					}
					for k, c := range d.colours[i] {
						want := corners[at[k]]
						if slanted {
							want = yellow
						}
						for channel, v := range want {
							if c[channel] != float64(v)/65535 {
								t.Fatalf("the corner at %v of facet %d has %v, want %v", at[k], i, c, want)
							}
						}
					}
				}
			}
		})
	}
}
