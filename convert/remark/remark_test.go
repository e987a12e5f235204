package remark

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func all() []Kind { return slices.Concat(Warnings(), Refusals(), OptionFaults()) }

func TestSentencesNameTheirFacts(t *testing.T) {
	for _, c := range []struct {
		remark Remark
		want   string
	}{
		{NoEnd.With(nil), "The file ends without endsolid; it may have been cut off."},
		{Degenerate.With(Params{"n": 1}), "1 facet has no area (two equal corners, or all three on a line)."},
		{Degenerate.With(Params{"n": 5}), "5 facets have no area (two equal corners, or all three on a line)."},
		{ManySolids.With(Params{"n": 5000, "limit": 4096}),
			"The file has 5000 solids; those after the first 4096 were joined to the last of these."},
		{
			JoinedFiles.With(Params{"bytes": 568, "facets": int64(4), "n": 2, "more": 8}),
			"568 bytes after the last of 4 facets were ignored: 2 more binary STL files, of 8 facets in all.",
		},
		{
			JoinedFiles.With(Params{"bytes": 134, "facets": int64(1), "n": 1, "more": 1}),
			"134 bytes after the last of 1 facet were ignored: 1 more binary STL file, of 1 facet in all.",
		},
		{Archive.With(Params{"format": "ZIP"}),
			"This is not an STL, 3MF, OBJ or PLY file: it looks like a ZIP archive; unpack it and send the model inside."},
		{NotChoice.With(Params{"choices": []string{"mm", "cm", "in"}}), "This must be mm, cm or in."},
		{NotChoice.With(Params{"choices": []string{"mm"}}), "This must be mm."},
	} {
		if got := c.remark.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestTextIsTheSentenceForSeveral(t *testing.T) {
	if got, want := JoinedFiles.Text(),
		"{bytes} bytes after the last of {facets} facets were ignored: {n} more binary STL files, of {more} "+
			"facets in all."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := JoinedFiles.Facts(), []string{"bytes", "facets", "n", "more"}; !slices.Equal(got, want) {
		t.Errorf("facts %q, want %q", got, want)
	}
}

// A sentence is whole whatever its facts are: no brace is left over, and it ends with a full stop.
func TestEveryKindHasACodeAndASentence(t *testing.T) {
	code := regexp.MustCompile(`^[a-z][a-z0-9_]*[a-z0-9]$`)
	seen := map[string]bool{}
	for _, k := range all() {
		if !code.MatchString(k.Code()) || seen[k.Code()] {
			t.Errorf("the code %q is no name, or that of two kinds", k.Code())
		}
		seen[k.Code()] = true
		for _, number := range []int{1, 2} {
			params := Params{}
			for _, name := range k.Facts() {
				params[name] = number
			}
			if said := k.With(params).String(); strings.ContainsAny(said, "{}|<") || strings.Contains(said, "  ") {
				t.Errorf("%s says %q", k.Code(), said)
			}
		}
	}
	for _, k := range all() {
		if !strings.HasSuffix(k.Text(), ".") {
			t.Errorf("%s has no full stop: %q", k.Code(), k.Text())
		}
	}
}

// Whoever reads the lists gets every kind there is.
func TestEveryKindIsListed(t *testing.T) {
	files := token.NewFileSet()
	for file, listed := range map[string][]Kind{"warnings.go": Warnings(), "refusals.go": Refusals(),
		"options.go": OptionFaults()} {
		source, err := parser.ParseFile(files, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		made := 0
		ast.Inspect(source, func(n ast.Node) bool {
			if literal, ok := n.(*ast.CompositeLit); ok {
				if kind, ok := literal.Type.(*ast.Ident); ok && kind.Name == "Kind" {
					made++
				}
			}
			return true
		})
		if made != len(listed) {
			t.Errorf("%s makes %d kinds and lists %d", file, made, len(listed))
		}
	}
}
