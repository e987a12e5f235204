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
