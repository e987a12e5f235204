package ocr

import (
	"slices"
	"testing"
)

func TestShapesOfATable(t *testing.T) {
	for _, c := range []struct {
		cell, compact string
		want          bool
	}{
		{"#{3}", "123", true},
		{"#{3}", "12A", false},
		{"#{2-4}", "12", true},
		{"#{2-4}", "1234", true},
		{"#{2-4}", "12345", false},
		{"#{2-4}", "1", false},
		{"[A-C]{2}#", "AC1", true},
		{"[A-C]{2}#", "AD1", false},
		{"(0[1-9]|1#|30)@", "01X", true},
		{"(0[1-9]|1#|30)@", "19X", true},
		{"(0[1-9]|1#|30)@", "00X", false},
		{"(0[1-9]|1#|30)@", "20X", false},
		{"(1|2#{2})*{2}", "1A1", true},
		{"(1|2#{2})*{2}", "212A1", true},
		{"(1|2#{2})*{2}", "2A1", false},
		{"##, @@", "12", true},
		{"##, @@", "AB", true},
		{"##, @@", "A1", false},
	} {
		got := slices.ContainsFunc(parseShapes(c.cell),
			func(s shape) bool { return len(s) == len(c.compact) && s.matches(c.compact) })
		if got != c.want {
			t.Errorf("%s matches %s: %v", c.cell, c.compact, got)
		}
	}
}

func TestMisspeltShapesAreNotCompiled(t *testing.T) {
	for _, cell := range []string{"[0-9", "(1|2", "#{3", "#{}", "#{x}", "#{2-}", "#!", "a"} {
		func() {
			defer func() { _ = recover() }()
			parseShapes(cell)
			t.Errorf("%s is compiled", cell)
		}()
	}
}

func TestLengthsAreThoseOnCards(t *testing.T) {
	for scheme, want := range map[string][]int{
		"ke-id": {7, 8, 9}, "pt-cc": {12}, "se-pnr": {12}, "fi-hetu": {10, 11}, "cn-rid": {18}, "co-cc": {6, 7, 8, 10},
	} {
		if got := named(t, scheme).Lengths(); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", scheme, got, want)
		}
	}
}
