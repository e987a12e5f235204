package web

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// svgNamespace is the one address that a file may hold: it is a name, and nothing is fetched from it.
const svgNamespace = `http://www.w3.org/2000/svg`

// documentation matches a comment on lines of its own that describes code and its types, which no browser reads.
var documentation = regexp.MustCompile(`(?m)^ */\*\*(?:[^*]|\*+[^*/])*\*+/\n`)

// eachFile runs check on what is served of every embedded file with one of the extensions; with none given, on all.
func eachFile(t *testing.T, check func(t *testing.T, content string), extensions ...string) {
	t.Helper()
	noError(t, fs.WalkDir(embedded, "static", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if len(extensions) > 0 && !strings.Contains(strings.Join(extensions, " "), path.Ext(name)) {
			return nil
		}
		content, err := embedded.ReadFile(name)
		if err != nil {
			return err
		}
		if path.Ext(name) == ".js" {
			content = documentation.ReplaceAll(content, nil)
		}
		t.Run(name, func(t *testing.T) { check(t, string(content)) })
		return nil
	}))
}

// mustNotMatch reports each line that matches the pattern.
func mustNotMatch(t *testing.T, content, pattern, reason string) {
	t.Helper()
	expression := regexp.MustCompile(pattern)
	for i, line := range strings.Split(content, "\n") {
		if expression.MatchString(line) {
			t.Errorf("line %d: %s: %s", i+1, reason, strings.TrimSpace(line))
		}
	}
}

func TestNoFileRefersToAnotherOrigin(t *testing.T) {
	eachFile(t, func(t *testing.T, content string) {
		content = strings.ReplaceAll(content, svgNamespace, "")
		mustNotMatch(t, content, `(?i)[a-z][a-z0-9+.-]*://`, "an absolute address")
		mustNotMatch(t, content, "[\"'`(=]\\s*//", "an address without a scheme")
		mustNotMatch(t, content, `(?i)@import`, "a stylesheet from elsewhere")
	})
}

func TestPagesHoldNoInlineCode(t *testing.T) {
	eachFile(t, func(t *testing.T, content string) {
		mustNotMatch(t, content, `(?i)<style`, "inline style")
		mustNotMatch(t, content, `(?i)\sstyle\s*=`, "a style attribute")
		mustNotMatch(t, content, `(?i)\son[a-z]+\s*=`, "an event attribute")
		mustNotMatch(t, content, `(?i)javascript:`, "script in an address")
		mustNotMatch(t, content, `(?i)<script(?:\s+type="module")?\s*>`, "inline script")
		mustNotMatch(t, content, `(?i)<base\b|http-equiv`, "a change to the rules of the page")
	}, ".html", ".svg")
}

func TestModulesBuildNoMarkupFromText(t *testing.T) {
	eachFile(t, func(t *testing.T, content string) {
		mustNotMatch(t, content, `innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment`,
			"markup from text")
		mustNotMatch(t, content, `\beval\(|new Function|import\((?:[^"]|"[^.])|setTimeout\(\s*["'`+"`]", "code from text")
		mustNotMatch(t, content, `document\.cookie|indexedDB`, "storage that outlives the tab")
	}, ".js")
}

// The language is a choice of the browser's owner and tells nothing of an election. A sealed ballot is kept until its
// receipt is there, and tells nothing of the choice. What a watcher saw is public, and so is the root for which a
// holder has opened shares. The text of letters names nobody. Nothing else is kept beyond the tab.
func TestOnlyTheLanguageSealedBallotsCheckpointsAndLettersOutliveTheTab(t *testing.T) {
	eachFile(t, func(t *testing.T, content string) {
		name := path.Base(t.Name())
		if name == "storage.js" {
			return
		}
		mustNotMatch(t, content, `localStorage|sessionStorage`, "storage beside storage.js")
		if slices.Contains([]string{"i18n.js", "waiting.js", "watch.js", "letter_text.js", "root_kept.js"}, name) {
			mustNotMatch(t, content, `browser\.(?:read|write)\((?:[^K]|K[^E]|KE[^Y])`, "another thing that is kept")
			return
		}
		mustNotMatch(t, content, `\bbrowser\b.*storage\.js`, "storage that outlives the tab")
	}, ".js")
}

// What a module exports, another one uses: of the pages, or of their tests.
func TestModulesExportOnlyWhatOthersUse(t *testing.T) {
	exported := regexp.MustCompile(`(?m)^export (?:async )?(?:function\*?|const|let|class) (\w+)`)
	word := regexp.MustCompile(`\w+`)
	uses := map[string]map[string]bool{} // by word: the modules that have it
	note := func(name, content string) {
		for _, w := range word.FindAllString(content, -1) {
			if uses[w] == nil {
				uses[w] = map[string]bool{}
			}
			uses[w][name] = true
		}
	}
	for _, name := range slices.Concat(must(filepath.Glob("testdata/*.js"))(t), must(filepath.Glob("*_test.go"))(t)) {
		note(name, string(must(os.ReadFile(name))(t)))
	}
	modules := map[string]string{}
	eachFile(t, func(t *testing.T, content string) {
		modules[t.Name()] = content
		note(t.Name(), content)
	}, ".js")
	for name, content := range modules {
		for _, found := range exported.FindAllStringSubmatch(content, -1) {
			if len(uses[found[1]]) < 2 {
				t.Errorf("%s exports %s, which nothing else uses", name, found[1])
			}
		}
	}
}

// A club room has plain HTTP, where browsers keep these back.
func TestCryptographyIsThereOverPlainHTTP(t *testing.T) {
	eachFile(t, func(t *testing.T, content string) {
		mustNotMatch(t, content, `crypto\??\.(?:subtle|randomUUID)`, "not there over plain HTTP")
	}, ".js")
}
