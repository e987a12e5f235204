package e2e

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	linked   = regexp.MustCompile(`\[([^]]*)\]\([^)]*\)`)
	sentence = regexp.MustCompile(`[^.]+\.`)
	testName = regexp.MustCompile("`([^` ]* )?((?:Test|Fuzz)\\w+)`")
)

// Every sentence of the README's two lists stands in docs/threats.md, in their order, with a test
// that shows it or the reason why none can, and every test that the document names is there.
func TestEveryPromiseHasItsTest(t *testing.T) {
	texts := documents(t)
	// The promises are the sentences of the two lists, without their marks.
	var promises []string
	_, lists, found := strings.Cut(texts["README.md"], "\n## What it promises, and what it does not\n")
	if !found {
		t.Fatal("the README has no such heading")
	}
	lists, _, _ = strings.Cut(lists, "\n## ")
	for item := range strings.SplitSeq(lists, "\n- ") {
		item, _, _ = strings.Cut(item, "\n\n")
		if !strings.HasPrefix(item, "**") {
			continue
		}
		plain := strings.ReplaceAll(linked.ReplaceAllString(strings.Join(strings.Fields(item), " "), "$1"), "**", "")
		for _, s := range sentence.FindAllString(plain, -1) {
			promises = append(promises, strings.TrimSpace(s))
		}
	}
	if len(promises) < 30 {
		t.Errorf("only %d sentences in the lists", len(promises))
	}
	threats := texts["docs/threats.md"]
	var shown []string
	for line := range strings.Lines(threats) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		if !strings.HasPrefix(line, "| ") || len(cells) != 2 || !strings.HasSuffix(cells[0], ".") {
			continue
		}
		shown = append(shown, strings.TrimSpace(cells[0]))
		if !testName.MatchString(cells[1]) && !strings.HasPrefix(cells[1], "No test: ") {
			t.Errorf("no test and no reason: %s", line)
		}
	}
	for _, p := range promises {
		if !slices.Contains(shown, p) {
			t.Errorf("docs/threats.md does not have %q", p)
		}
	}
	for _, p := range shown {
		if !slices.Contains(promises, p) {
			t.Errorf("the README does not have %q", p)
		}
	}
	if !t.Failed() && !slices.Equal(promises, shown) {
		t.Error("the README and docs/threats.md have another order")
	}
	tests := testsOfTheTree(t)
	for _, named := range testName.FindAllStringSubmatch(threats, -1) {
		if name := strings.TrimSpace(named[1]) + " " + named[2]; !tests[name] {
			t.Errorf("there is no test %s", name)
		}
	}
}

// testsOfTheTree are all tests, as package and name; those of the root have "" as package.
func testsOfTheTree(t *testing.T) map[string]bool {
	t.Helper()
	tests := make(map[string]bool)
	noError(t, filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, source, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir := strings.TrimPrefix(strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../.."), "/")
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
				tests[dir+" "+f.Name.Name] = true
			}
		}
		return nil
	}))
	return tests
}
