package web

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var testFunction = regexp.MustCompile(`(?m)^func (Test[A-Z]\w*)\(t \*testing\.T\)`)

// The pages are used in Chromium by the tests of a module of its own, which go test ./... does not reach.
func TestBrowserTestsAreRunElsewhere(t *testing.T) {
	files := must(filepath.Glob("browser/*_test.go"))(t)
	left := 0
	for _, file := range files {
		content := must(os.ReadFile(file))(t)
		left += len(testFunction.FindAll(content, -1))
	}
	if left == 0 {
		t.Fatal("web/browser has no tests")
	}
	t.Logf("left out here: %d browser tests; run (cd web/browser && go test -count=1)", left)

	gate := must(os.ReadFile("../.ci/run"))(t)
	if !strings.Contains(string(gate), "(cd web/browser && go test ") {
		t.Error("the gate does not run the browser tests")
	}
}
