package licences

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write licences.txt")

// dependency is what go list says of a package.
type dependency struct {
	Dir    string
	Module *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// dependencies are the packages in the program of a system, without those of the standard library.
func dependencies(t *testing.T, system string) (all []dependency) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-deps", "-json=Dir,Module", "ostrakon")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var one dependency
		if err := d.Decode(&one); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		if one.Module != nil && !one.Module.Main {
			all = append(all, one)
		}
	}
}

// legal is how files are called that have a licence or belong to one.
var legal = regexp.MustCompile(`(?i)^(licen[cs]e|copying|copyright|notice|patents)([-.].*)?$`)

// texts are the legal files of what is in the program, by their content: whose they are. What has none
// is under "".
func texts(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string]map[string]bool{}
	add := func(content, whose string) {
		if found[content] == nil {
			found[content] = map[string]bool{}
		}
		found[content][whose] = true
	}
	look := func(dir, whose string) (any bool) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.IsDir() || !legal.MatchString(e.Name()) {
				continue
			}
			content, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			add(strings.TrimSpace(strings.ReplaceAll(string(content), "\r\n", "\n")), whose)
			any = true
		}
		return any
	}
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	if !look(strings.TrimSpace(string(root)), "Go: its standard library and runtime") {
		t.Error("Go comes without a licence")
	}
	for _, system := range []string{"linux", "darwin", "windows"} {
		for _, d := range dependencies(t, system) {
			whose := d.Module.Path + " " + d.Module.Version
			if !look(d.Module.Dir, whose) {
				add("", whose)
			}
			for dir := d.Dir; dir != d.Module.Dir; dir = filepath.Dir(dir) {
				below, err := filepath.Rel(d.Module.Dir, dir)
				if err != nil {
					t.Fatal(err)
				}
				look(dir, whose+", "+filepath.ToSlash(below))
			}
		}
	}
	sorted := map[string][]string{}
	for content, whose := range found {
		sorted[content] = slices.Sorted(maps.Keys(whose))
	}
	return sorted
}

// The program names all that others wrote and that is in it, with the licences that came with it, and
// nothing else.
func TestLicencesCoverTheProgram(t *testing.T) {
	byHand, err := os.ReadFile("embedded.txt")
	if err != nil {
		t.Fatal(err)
	}
	found := texts(t)
	var b strings.Builder
	b.WriteString("Ostrakon contains what is named here, under the licences that follow each name.\n\n")
	b.Write(byHand)
	byName := func(a, b string) int { return cmp.Or(slices.Compare(found[a], found[b]), strings.Compare(a, b)) }
	for _, content := range slices.SortedFunc(maps.Keys(found), byName) {
		b.WriteString("\n")
		for _, whose := range found[content] {
			fmt.Fprintf(&b, "== %s\n", whose)
		}
		if content == "" {
			content = "This module came without a file that has its licence."
		}
		fmt.Fprintf(&b, "\n%s\n", content)
	}
	if *update {
		if err := os.WriteFile("licences.txt", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if Text() != b.String() {
		t.Error(`licences.txt is not what the modules say: run "go test ./handlers/licences -update"`)
	}
}

// Embedded data has a licence, too.
func TestLicencesNameWhatIsEmbedded(t *testing.T) {
	for _, name := range []string{"time zones", "OCR-B", "Unicode"} {
		if !strings.Contains(Text(), name) {
			t.Errorf("nothing about %s", name)
		}
	}
}
