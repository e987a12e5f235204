package command_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"ostrakon/handlers/command"
)

// closedWedge is a tetrahedron with sides of 10, 20 and 30 at a right angle: a volume of 1,000.
const closedWedge = `solid wedge
facet normal 0 0 0
outer loop
vertex 0 0 0
vertex 0 20 0
vertex 10 0 0
endloop
endfacet
facet normal 0 0 0
outer loop
vertex 0 0 0
vertex 10 0 0
vertex 0 0 30
endloop
endfacet
facet normal 0 0 0
outer loop
vertex 0 0 0
vertex 0 0 30
vertex 0 20 0
endloop
endfacet
facet normal 0 0 0
outer loop
vertex 10 0 0
vertex 0 20 0
vertex 0 0 30
endloop
endfacet
endsolid wedge
`

func TestInspect(t *testing.T) {
	dir := t.TempDir()
	closed, open := filepath.Join(dir, "closed.stl"), filepath.Join(dir, "open.stl")
	write(t, closed, closedWedge)
	write(t, open, wedge)
	two := filepath.Join(t.TempDir(), "two.stl") // one of them inside out
	write(t, two, closedWedge+strings.ReplaceAll(closedWedge, "vertex 10 ", "vertex -10 "))
	inspect := func(args ...string) (string, string, error) {
		var out, log strings.Builder
		err := command.Inspect(t.Context(), &command.App{Stdout: &out, Stderr: &log}, args)
		return out.String(), log.String(), err
	}
	for _, c := range []struct {
		args []string
		says []string
	}{
		{[]string{closed}, []string{"4 facets, 1 solid, 10 x 20 x 30 mm", "watertight\n", "1 shell; all facets face outward",
			"volume 1000 mm³", "1.24 g in PLA", "7.85 g in steel"}},
		{[]string{closed, "-unit", "cm", "-material", "petg"}, []string{"10 x 20 x 30 cm", "1270 g in PETG"}},
		{[]string{closed, "-density", "2.5"}, []string{"2.5 g in 2.5 g/cm³"}},
		{[]string{closed, "-unit", "in"}, []string{"volume 1000 in³", "PLA"}},
		{[]string{open}, []string{"not watertight: 3 open edges, 0 edges of more than two facets", "it has no inside",
			"area 100 mm²\n"}},
		{[]string{two}, []string{"2 shells; facets disagree about which side is outside\n"}},
		{[]string{dir}, []string{"closed.stl: 4 facets", "open.stl: 1 facet,"}},
	} {
		stdout, stderr, err := inspect(c.args...)
		if err != nil {
			t.Fatalf("%v: %v %s", c.args, err, stderr)
		}
		for _, words := range c.says {
			if !strings.Contains(stdout, words) {
				t.Errorf("%v does not say %q:\n%s", c.args, words, stdout)
			}
		}
	}
	stdout, _, err := inspect("-json", "-material", "PLA", closed)
	var told struct {
		File       string
		Watertight bool
		Volume     float64
		Weights    []struct{ Grams float64 }
	}
	if jerr := json.Unmarshal([]byte(stdout), &told); err != nil || jerr != nil || told.File != closed ||
		!told.Watertight || told.Volume != 1000 || len(told.Weights) != 1 || told.Weights[0].Grams != 1.24 {
		t.Errorf("%s, %v", stdout, err)
	}
	for _, args := range [][]string{{}, {closed, "-unit", "furlong"}, {closed, "-material", "cheese"},
		{closed, "-material", "PLA", "-density", "1"}, {closed, "-density", "-1"}, {closed, "-density", "NaN"}} {
		if _, _, err := inspect(args...); err == nil {
			t.Errorf("%v is taken", args)
		}
	}
	broken := filepath.Join(dir, "broken.stl")
	write(t, broken, "%PDF")
	if stdout, stderr, err := inspect(broken, closed); err == nil || !strings.Contains(stderr, "broken.stl:") ||
		!strings.Contains(stdout, "watertight") {
		t.Errorf("%q %q %v", stdout, stderr, err)
	}
}
