package web

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
)

// styleRule matches the first line of a rule or of what rules are in, and captures its selector or condition.
var styleRule = regexp.MustCompile(`^( *)([^ ].*?) \{(.*)$`)

// A rule is found where its file says, and nowhere else.
func TestStylesheetsSayEachThingOnce(t *testing.T) {
	noError(t, fs.WalkDir(embedded, "static/style", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := embedded.ReadFile(name)
		if err != nil {
			return err
		}
		lines := strings.Split(string(content), "\n")
		if len(lines) > 500 {
			t.Errorf("%s has %d lines, want 500 at most", name, len(lines))
		}
		first, context := map[string]int{}, ""
		for i, line := range lines {
			if len(line) > 120 {
				t.Errorf("%s:%d has %d characters, want 120 at most", name, i+1, len(line))
			}
			found := styleRule.FindStringSubmatch(line)
			switch {
			case line == "  }":
				context = ""
			case found == nil:
			case strings.HasPrefix(found[2], "@media"):
				context = found[2]
			default:
				if at, ok := first[context+found[2]]; ok {
					t.Errorf("%s:%d repeats the selector of line %d: %s", name, i+1, at, found[2])
				}
				first[context+found[2]] = i + 1
			}
		}
		return nil
	}))
}

// physical matches what keeps its side where a page runs from right to left. Four values are another matter.
var (
	physical  = regexp.MustCompile(`(?:^|[ {;-])(?:left|right)(?:-\w+)?: |: (?:left|right);`)
	fourEdges = regexp.MustCompile(`(?:^|[ {;])(padding|margin|inset|border-width|border-radius): ([^;]+);`)
	nested    = regexp.MustCompile(`\([^()]*\)`)
)

// A page that runs from right to left is the mirror of one that runs from left to right: no length belongs to the left
// or the right.
func TestStylesheetsHaveNoLeftAndRight(t *testing.T) {
	noError(t, fs.WalkDir(embedded, "static/style", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		for i, line := range strings.Split(string(must(embedded.ReadFile(name))(t)), "\n") {
			if physical.MatchString(line) && !strings.Contains(line, "--end: ") {
				t.Errorf("%s:%d: %s", name, i+1, line)
			}
			for _, found := range fourEdges.FindAllStringSubmatch(line, -1) {
				for nested.MatchString(found[2]) {
					found[2] = nested.ReplaceAllString(found[2], "")
				}
				if !isMirrored(found[1], strings.Fields(found[2])) {
					t.Errorf("%s:%d: %s", name, i+1, line)
				}
			}
		}
		return nil
	}))
}

// isMirrored reports whether the values of a property are the same on the left and on the right.
func isMirrored(property string, values []string) bool {
	if property == "border-radius" { // corners, from the upper left one on
		return len(values) < 2 || len(values) == 4 && values[0] == values[1] && values[2] == values[3]
	}
	return len(values) < 4 || values[1] == values[3]
}
