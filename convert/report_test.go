package convert

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"ostrakon/convert/stl"
)

func TestEveryConversionReportsTheSame(t *testing.T) {
	for _, name := range []string{"solids", "sphere", "count_too_big", "not_finite", "colours_magics"} {
		data := must(os.ReadFile(filepath.Join("testdata", name+".stl")))(t)
		o := must(ParseInspection(map[string]string{"edges": "1"}))(t)
		r := must(Convert(context.Background(), bytes.Clone(data), o, "out", nil, nil))(t)
		want := r.Report
		if want == nil || want.Facets != r.Facets || want.Solids != r.Solids || len(r.Files) > 0 ||
			r.InputSize != int64(len(data)) {
			t.Fatalf("%s: %+v of %+v", name, want, r)
		}
		for k := range 3 {
			if side := float64(r.Bounds.Max[k]) - float64(r.Bounds.Min[k]); want.Size[k] != side {
				t.Errorf("%s: size %v in %v", name, want.Size, r.Bounds)
			}
		}
		if len(want.Edges) != want.OpenEdges {
			t.Errorf("%s: %d places of %d open edges", name, len(want.Edges), want.OpenEdges)
		}
		want.Edges = nil
		for _, o := range variants() {
			if _, got := mustConvert(t, data, o); !reflect.DeepEqual(got.Report, want) {
				t.Errorf("%s, %s:\n%+v\nwant %+v", name, variantName(o), got.Report, want)
			}
			o.NoReport = true
			if _, got := mustConvert(t, data, o); got.Report != nil {
				t.Errorf("%s, %s: a report that nobody asked for", name, variantName(o))
			}
		}
	}
}

func TestAThumbnailComesLast(t *testing.T) {
	for _, name := range []string{"solids", "colours_magics", "one_colour"} {
		data := must(os.ReadFile(filepath.Join("testdata", name+".stl")))(t)
		for _, o := range variants() {
			o.Thumbnail = 32
			files, r := mustConvert(t, data, o)
			last := r.Files[len(r.Files)-1]
			if last.Name != "out.png" || last.MediaType != MediaTypePNG || last.Size == 0 {
				t.Fatalf("%s, %s: %+v", name, variantName(o), r.Files)
			}
			o.Thumbnail = 0
			if _, alone := mustConvert(t, data, o); alone.OutputSize != r.OutputSize {
				t.Errorf("%s, %s: the picture counts as output", name, variantName(o))
			}
			img, err := png.Decode(files[last.Name])
			if err != nil || img.Bounds().Dx() != 32 {
				t.Errorf("%s, %s: %v", name, variantName(o), err)
			}
		}
	}
}

func TestTheReportIsInTheUnitOfTheOptions(t *testing.T) {
	data := must(os.ReadFile(filepath.Join("testdata", "sphere.stl")))(t)
	o := defaults(CustomGLB)
	_, small := mustConvert(t, data, o)
	o.Unit = Inch
	_, large := mustConvert(t, data, o)
	if small.Report.Unit != "mm" || large.Report.Unit != "in" || *small.Report.Volume != *large.Report.Volume {
		t.Errorf("%+v\n%+v", small.Report, large.Report)
	}
	if a, b := small.Report.Weights[0].Grams*25.4*25.4*25.4, large.Report.Weights[0].Grams; math.Abs(a-b) > 1e-9*b {
		t.Errorf("%g g in inches, want %g", b, a)
	}
}

func TestAnInspectionThatIsCancelledEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	o, _ := ParseInspection(nil)
	if _, err := Convert(ctx, []byte("solid"), o, "out", nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestInspectionRefuses(t *testing.T) {
	for name, value := range map[string]string{"unit": "furlong", "edges": "some", "method": "custom", "thumbnail": "64",
		"plate": "all"} {
		var e *OptionError
		if _, err := ParseInspection(map[string]string{name: value}); !errors.As(err, &e) || e.Option != name {
			t.Errorf("%s=%s: %v", name, value, err)
		}
	}
}

// admesh is what Debian's admesh says of a file.
type admesh struct {
	facets, degenerate, open, parts int
	volume                          float64
}

func runAdmesh(t *testing.T, file string) (a admesh, ok bool) {
	t.Helper()
	// It never ends on some damaged files.
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	number := func(flags, pattern string) float64 {
		out, err := exec.CommandContext(ctx, "admesh", flags, file).Output()
		if err != nil {
			ok = false // it gives up, or ends with a fault
			return 0
		}
		found := regexp.MustCompile(pattern).FindSubmatch(out)
		if found == nil {
			t.Fatalf("admesh does not say %q:\n%s", pattern, out)
		}
		return must(strconv.ParseFloat(string(found[1]), 64))(t)
	}
	ok = true
	a.facets = int(number("-e", `Number of facets +: +(\d+)`))
	a.degenerate = int(number("-e", `Degenerate facets +: +(\d+)`))
	for i, count := range []string{"1 disconnected edge ", "2 disconnected edges", "3 disconnected edges"} {
		a.open += (i + 1) * int(number("-e", `Facets with `+count+` *: +(\d+)`))
	}
	a.parts = int(number("-ed", `Number of parts +: +(\d+)`))
	// It measures with the normals of the file, unless it makes them again.
	a.volume = number("-ev", `Volume +: +(-?[\d.]+|-?nan)`)
	return a, ok
}

func TestReportsAgreeWithAdmesh(t *testing.T) {
	if _, err := exec.LookPath("admesh"); err != nil {
		t.Skip("Debian's admesh is not installed")
	}
	if _, err := os.Stat(filepath.Join(shared, "real")); err != nil {
		t.Skipf("the collection of STL files is not at %s", shared)
	}
	volumes := 0
	for _, file := range slices.Concat(samples(t, filepath.Join(shared, "real")),
		samples(t, filepath.Join(shared, "made"))) {
		data := must(os.ReadFile(file))(t)
		o, _ := ParseInspection(nil)
		r, err := Convert(context.Background(), bytes.Clone(data), o, "out", nil, nil)
		var unreadable *stl.Error
		if errors.As(err, &unreadable) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		a, ok := runAdmesh(t, file)
		if !ok || a.facets+a.degenerate != r.Facets || r.Dropped > 0 || len(r.Warnings) > 0 {
			t.Logf("%s: read in another way (%+v)", filepath.Base(file), a)
			continue
		}
		report := r.Report
		if report.NonManifoldEdges+report.FlippedEdges == 0 && (report.OpenEdges != a.open || report.Shells != a.parts) {
			t.Errorf("%s: %d open edges and %d shells; admesh has %d and %d", file, report.OpenEdges, report.Shells, a.open,
				a.parts)
		}
		if report.Volume == nil {
			continue
		}
		volumes++
		// It writes six digits after the point.
		if v := *report.Volume; math.Abs(v-math.Abs(a.volume)) > 1e-4*v+1e-6 {
			t.Errorf("%s: volume %g, admesh has %g", file, v, a.volume)
		}
	}
	if volumes < 4 {
		t.Errorf("only %d volumes were compared", volumes)
	}
}
