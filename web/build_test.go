package web

import (
	"path"
	"strings"
	"testing"
	"testing/fstest"
)

// tree is a small site: the page loads a stylesheet and a module, and the module another one in a folder.
func tree(changes map[string]string) fstest.MapFS {
	files := fstest.MapFS{}
	for name, content := range map[string]string{
		"index.html": `<link rel="stylesheet" href="./style.css"><script type="module" src="./app.js"></script>`,
		"404.html":   `<link rel="stylesheet" href="./style.css">`,
		"style.css":  `b { mask: url("./key.svg") }`,
		"key.svg":    `<svg/>`,
		"app.js":     `import { h } from "./lib/dom.js";`,
		"lib/dom.js": `export const picture = "../key.svg";`,
	} {
		files[name] = &fstest.MapFile{Data: []byte(content)}
	}
	for name, content := range changes {
		files[name] = &fstest.MapFile{Data: []byte(content)}
	}
	return files
}

func mustBuild(t *testing.T, changes map[string]string) *Site {
	t.Helper()
	site, err := newSite(tree(changes))
	if err != nil {
		t.Fatalf("newSite: %v", err)
	}
	return site
}

// names answers the hashed name of each asset by its name in the source.
func names(site *Site) map[string]string {
	found := map[string]string{}
	for url := range site.files {
		if rest, ok := strings.CutPrefix(url, "/assets/"); ok && !strings.HasPrefix(rest, "joined/") {
			parts := strings.Split(rest, ".")
			found[parts[0]+"."+parts[2]] = url
		}
	}
	return found
}

func TestReferencesAreRewrittenToTheHashedNames(t *testing.T) {
	site := mustBuild(t, nil)
	asset := names(site)
	for _, reference := range []struct{ in, quoted string }{
		{"/", `href="` + asset["style.css"] + `"`},
		{"/", `src="` + asset["app.js"] + `"`},
		{asset["style.css"], `url("data:image/svg+xml;base64,PHN2Zy8+")`},
		{asset["app.js"], `from "` + asset["lib/dom.js"] + `"`},
		{asset["lib/dom.js"], `"` + asset["key.svg"] + `"`},
	} {
		if content := string(site.files[reference.in].plain); !strings.Contains(content, reference.quoted) {
			t.Errorf("%s does not hold %s: %s", reference.in, reference.quoted, content)
		}
	}
	if content := string(site.notFound.plain); !strings.Contains(content, asset["style.css"]) {
		t.Errorf("404.html does not name the stylesheet: %s", content)
	}
}

func TestPagesArePutTogether(t *testing.T) {
	site := mustBuild(t, map[string]string{
		"docs.html":       "<head>\n  <!-- include head.html -->\n  <script type=\"module\" src=\"./docs.js\"></script>\n</head>\n",
		"parts/head.html": "  <link rel=\"stylesheet\" href=\"./style.css\">\n",
		"docs.js":         `import { picture } from "./lib/dom.js"; console.log(picture);`,
	})
	asset := names(site)
	got := string(site.files["/docs"].plain)
	start := joined(t, site, "docs/start.")
	want := "<head>\n  <link rel=\"stylesheet\" href=\"" + asset["style.css"] + "\">\n" +
		"  <script type=\"module\" src=\"" + start + "\"></script>\n</head>\n"
	if got != want {
		t.Errorf("the page is\n%s\nwant\n%s", got, want)
	}
	if _, served := asset["parts/head.html"]; served {
		t.Error("a part is served by itself")
	}
}

// joined answers the URL path of the one joined file whose path begins so.
func joined(t *testing.T, site *Site, prefix string) string {
	t.Helper()
	found := ""
	for url := range site.files {
		if strings.HasPrefix(url, "/assets/joined/"+prefix) {
			if found != "" {
				t.Fatalf("there are %s and %s", found, url)
			}
			found = url
		}
	}
	if found == "" {
		t.Fatalf("there is no %s", prefix)
	}
	return found
}

// A worker starts with one request, as a page does.
func TestAWorkerIsJoined(t *testing.T) {
	site := mustBuild(t, map[string]string{
		"docs.html":      "  <script type=\"module\" src=\"./docs.js\"></script>\n",
		"docs.js":        `import { check } from "./lib/check.js"; check();`,
		"lib/check.js":   `export const check = () => new Worker("./counter.js", { type: "module" });`,
		"lib/counter.js": `import { picture } from "./dom.js"; self.postMessage(picture);`,
	})
	page := string(site.files[joined(t, site, "docs/start.")].plain)
	start := joined(t, site, "lib/counter/start.")
	if !strings.Contains(page, `new Worker("`+start+`"`) {
		t.Errorf("the page does not start %s: %s", start, page)
	}
	if content := string(site.files[start].plain); !strings.Contains(content, names(site)["key.svg"]) || strings.Contains(content, "import ") {
		t.Errorf("the worker is not in one file: %s", content)
	}
}

func TestModulesOfAPageAreJoined(t *testing.T) {
	changes := map[string]string{
		"docs.html": "  <script type=\"module\" src=\"./docs.js\"></script>\n",
		"docs.js": `import { say } from "./lib/say.js"; import { parts } from "./messages/fr/index.js";
			openPage({ messages: ["docs"] }); say(parts); import("./lib/later.js"); import("./lib/last.js");`,
		"lib/say.js":             `import { picture } from "./dom.js"; export const say = (it) => console.log("said", it, picture);`,
		"lib/later.js":           `import { say } from "./say.js"; import { shared } from "./shared.js"; export const late = () => say(shared);`,
		"lib/last.js":            `import { shared } from "./shared.js"; export const last = () => shared;`,
		"lib/shared.js":          `export const shared = "by both lazy modules";`,
		"messages/fr/index.js":   `export const parts = [() => import("./shell.js"), () => import("./docs.js"), () => import("./admin.js")];`,
		"messages/fr/shell.js":   `export default { "shell.a": "Bonjour" };`,
		"messages/fr/docs.js":    `export default { "docs.a": "Référence" };`,
		"messages/fr/admin.js":   `export default { "admin.a": "Élections" };`,
		"messages/en/unasked.js": `export default {};`,
	}
	site := mustBuild(t, changes)
	asset := names(site)
	content := func(url string) string { return string(site.files[url].plain) }
	page := content("/docs")
	start := page[strings.Index(page, "/assets/joined/"):strings.Index(page, `"></script>`)]

	t.Run("into one file, with the address of each", func(t *testing.T) {
		for _, piece := range []string{"// module:" + asset["docs.js"], "// module:" + asset["lib/say.js"], "// module:" + asset["lib/dom.js"], asset["key.svg"]} {
			if !strings.Contains(content(start), piece) {
				t.Errorf("%s does not hold %s: %s", start, piece, content(start))
			}
		}
		if strings.Contains(content(start), "from \"") {
			t.Errorf("it waits for another file: %s", content(start))
		}
	})
	t.Run("but for what is lazy, which comes without them", func(t *testing.T) {
		later := content(joined(t, site, "docs/later."))
		if !strings.Contains(later, `from "./`+path.Base(start)) || strings.Contains(later, `"said"`) {
			t.Errorf("the lazy module is %s", later)
		}
	})
	t.Run("and the page's words, one file a language", func(t *testing.T) {
		words := joined(t, site, "docs/fr.")
		for _, piece := range []string{"Bonjour", "Référence"} {
			if !strings.Contains(content(words), piece) {
				t.Errorf("the words lack %s: %s", piece, content(words))
			}
		}
		if got := strings.Count(content(start), `import("./`+path.Base(words)+`")`); got != 2 {
			t.Errorf("the words are loaded by %d parts, want 2: %s", got, content(start))
		}
		if !strings.Contains(content(start), `import("`+asset["messages/fr/admin.js"]+`")`) {
			t.Errorf("another part is not loaded from its own address: %s", content(start))
		}
	})
	t.Run("under a name that follows the content of each", func(t *testing.T) {
		changes["lib/dom.js"] = `export const picture = "none";`
		if after := mustBuild(t, changes); after.files[start] != nil {
			t.Error("it has the same name")
		}
	})
}

func TestModulesAreServedAsTheyAreWritten(t *testing.T) {
	const written = "/**\n * Text **bold**\n *  @import { X } from \"./gone.js\" **/\nlet n = /** @type {number} */ (1);\n" +
		"  /** inline */ n *= 2; // as it is\n  /** \"./gone.js\" */\n"
	site := mustBuild(t, map[string]string{"app.js": written + "export const key = \"./key.svg\";\n"})
	asset := names(site)
	want := written + "export const key = \"" + asset["key.svg"] + "\";\n"
	if got := string(site.files[asset["app.js"]].plain); got != want {
		t.Errorf("the module is\n%s\nwant\n%s", got, want)
	}
}

func TestParagraphsAreWrittenInEveryLanguage(t *testing.T) {
	site := mustBuild(t, map[string]string{
		"404.html":             "<main>\n  <p class=\"lead\" data-words=\"shell.nowhere\"></p>\n</main>\n",
		"messages/en/shell.js": "export default {\n  \"shell.nowhere\": \"Nothing & \\\"no one\\\"\",\n};\n",
		"messages/fr/shell.js": "export default {\n  \"shell.nowhere\": \"Rien\",\n};\n",
	})
	want := "<main>\n  <p class=\"lead\" lang=\"en\">Nothing &amp; &#34;no one&#34;</p>\n  <p class=\"lead\" lang=\"fr\">Rien</p>\n</main>\n"
	if got := string(site.notFound.plain); got != want {
		t.Errorf("the page is\n%s\nwant\n%s", got, want)
	}
}

func TestHashFollowsTheContent(t *testing.T) {
	before := names(mustBuild(t, nil))

	t.Run("the same content has the same names", func(t *testing.T) {
		for name, url := range names(mustBuild(t, nil)) {
			if before[name] != url {
				t.Errorf("%s is %s, was %s", name, url, before[name])
			}
		}
	})
	t.Run("a change renames the file and all that lead to it, and nothing else", func(t *testing.T) {
		after := names(mustBuild(t, map[string]string{"lib/dom.js": `export const picture = "none";`}))
		for name, changed := range map[string]bool{"lib/dom.js": true, "app.js": true, "style.css": false, "key.svg": false} {
			if got := before[name] != after[name]; got != changed {
				t.Errorf("%s renamed: %v, want %v", name, got, changed)
			}
		}
	})
}

func TestContentThatDoesNotCompressIsSentPlain(t *testing.T) {
	site := mustBuild(t, nil)
	url := names(site)["key.svg"]
	response := ask(t, site, "GET", url, "Accept-Encoding", "gzip")
	wantHeader(t, response, "Content-Encoding", "")
	wantHeader(t, response, "Vary", "Accept-Encoding")
	if got := body(t, response); got != "<svg/>" {
		t.Errorf("body = %q", got)
	}
}

func TestFilesThatDoNotFitTogetherAreRefused(t *testing.T) {
	for name, refused := range map[string]struct {
		changes map[string]string
		says    []string
	}{
		"a reference that leads nowhere": {
			map[string]string{"app.js": `import "./gone.js";`}, []string{"app.js", "gone.js", "not exist"},
		},
		"a reference out of the tree": {
			map[string]string{"app.js": `import "../../secret.js";`}, []string{"app.js", "secret.js"},
		},
		"a circle": {
			map[string]string{"lib/dom.js": `import "../app.js";`}, []string{"app.js", "lib/dom.js", "itself"},
		},
		"a part that is not there": {
			map[string]string{"docs.html": "<!-- include gone.html -->\n"}, []string{"docs.html", "gone.html"},
		},
		"a text that is not there": {
			map[string]string{"docs.html": "<p data-words=\"shell.gone\"></p>\n", "messages/en/shell.js": ""}, []string{"en/shell.js", "shell.gone"},
		},
		"a module that is not there": {
			map[string]string{"docs.html": "<script type=\"module\" src=\"./gone.js\"></script>\n"}, []string{"docs.html", "gone.js"},
		},
		"a name that is not exported": {
			map[string]string{"docs.html": "<script type=\"module\" src=\"./docs.js\"></script>\n", "docs.js": `import { gone } from "./lib/dom.js"; gone();`},
			[]string{"docs.js", "lib/dom", `"gone"`},
		},
		"a type without a name": {
			map[string]string{"app.wasm": "x"}, []string{"app.wasm", "media type"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := newSite(tree(refused.changes))
			if err == nil {
				t.Fatal("newSite took it")
			}
			for _, word := range refused.says {
				if !strings.Contains(err.Error(), word) {
					t.Errorf("error %q does not say %q", err, word)
				}
			}
		})
	}
	t.Run("no page for what is not found", func(t *testing.T) {
		files := tree(nil)
		delete(files, "404.html")
		if _, err := newSite(files); err == nil {
			t.Fatal("newSite took it")
		}
	})
}
