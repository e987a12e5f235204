package web

import (
	"strings"
	"testing"
	"testing/fstest"
)

// tree is a small site: a page loads a stylesheet and a module, and the module another in a folder.
func tree(changes map[string]string) (files, texts fstest.MapFS) {
	files, texts = fstest.MapFS{}, fstest.MapFS{"languages.json": &fstest.MapFile{Data: []byte(
		`{"en": {"name": "English", "direction": "ltr"}, "ar": {"name": "العربية", "direction": "rtl"}}`)}}
	for name, content := range map[string]string{
		"index.html": "<head>\n  ${include head.html}\n  <link rel=\"stylesheet\" href=\"${style ground forms}\">\n" +
			"  <script type=\"module\" src=\"${start app.js}\"></script>\n</head>\n",
		"admin.html": "", "board.html": "", "convert.html": "", "docs.html": "", "view.html": "",
		"404.html":         `<link rel="stylesheet" href="${style ground}">`,
		"parts/head.html":  "  <link rel=\"icon\" href=\"${asset key.svg}\">\n",
		"style/ground.css": "b { color: red }\n",
		"style/forms.css":  "i { color: red }\n",
		"key.svg":          `<svg/>`,
		"app.js":           `import { picture } from "./lib/dom.js"; console.log(picture);`,
		"lib/dom.js":       `export const picture = "/key.svg";`,
	} {
		files[name] = &fstest.MapFile{Data: []byte(content)}
	}
	for name, content := range changes {
		if text, ok := strings.CutPrefix(name, "words/"); ok {
			texts[text] = &fstest.MapFile{Data: []byte(content)}
		} else {
			files[name] = &fstest.MapFile{Data: []byte(content)}
		}
	}
	return files, texts
}

func mustBuild(t *testing.T, changes map[string]string) *Site {
	t.Helper()
	site, err := newSite(tree(changes))
	if err != nil {
		t.Fatalf("newSite: %v", err)
	}
	return site
}

func TestPagesArePutTogether(t *testing.T) {
	site := mustBuild(t, nil)
	link := func(page string) string {
		return `<link rel="stylesheet" href="` + site.folder + "style/" + page + `.css">`
	}
	want := "<head>\n  <link rel=\"icon\" href=\"" + site.folder + "key.svg\">\n  " + link("index") + "\n" +
		"  <script type=\"module\" src=\"" + site.folder + "joined/app.js\"></script>\n</head>\n"
	if got := string(site.files["/"].plain); got != want {
		t.Errorf("the page is\n%s\nwant\n%s", got, want)
	}
	if got := string(site.notFound.plain); got != link("404") {
		t.Errorf("404.html is %s, want %s", got, link("404"))
	}
	for page, want := range map[string]string{
		"404": "b { color: red }\n", "index": "b { color: red }\ni { color: red }\n",
	} {
		if got := string(site.files[site.folder+"style/"+page+".css"].plain); got != want {
			t.Errorf("the stylesheet of %s is %s, want %s", page, got, want)
		}
	}
	for url := range site.files {
		if strings.Contains(url, "head") {
			t.Errorf("a part is served by itself: %s", url)
		}
	}
}

// joinedFile returns the text of the one file in joinedFolder whose name begins so, and its name.
func joinedFile(t *testing.T, site *Site, prefix string) (name, content string) {
	t.Helper()
	page, _, _ := strings.Cut(prefix, ".")
	files := must(site.joins[page]())(t)
	for found, file := range files {
		if !strings.HasPrefix(found, prefix) {
			continue
		}
		if name != "" {
			t.Fatalf("there are %s and %s", name, found)
		}
		name, content = found, string(file.plain)
	}
	if name == "" {
		t.Fatalf("there is no %s", prefix)
	}
	return name, content
}

// A worker starts with one request, as a page does.
func TestAWorkerIsJoined(t *testing.T) {
	site := mustBuild(t, map[string]string{
		"app.js":              `import { check } from "./lib/check.js"; check();`,
		"lib/check.js":        `export const check = () => new Worker(new URL("./count_worker.js", import.meta.url));`,
		"lib/count_worker.js": `import { picture } from "./dom.js"; self.postMessage(picture);`,
	})
	if _, page := joinedFile(t, site, "app.js"); !strings.Contains(page, `new URL("./count_worker.js", import.meta.url)`) {
		t.Errorf("the page does not start the worker beside it: %s", page)
	}
	_, worker := joinedFile(t, site, "count_worker.js")
	if !strings.Contains(worker, "/key.svg") || strings.Contains(worker, "import ") {
		t.Errorf("the worker is not in one file: %s", worker)
	}
}

func TestModulesOfAPageAreJoined(t *testing.T) {
	site := mustBuild(t, map[string]string{
		"app.js": `import { say } from "./lib/say.js"; import { load } from "./lib/catalogue.js";
			openPage({ messages: ["voter"] }); say(load("ar", "admin")); import("./lib/later.js"); import("./lib/last.js");`,
		"lib/say.js": `import { picture } from "./dom.js";
			export const say = (it) => console.log("said", it, picture);`,
		"lib/later.js": `import { say } from "./say.js"; import { shared } from "./shared.js";
			export const late = () => say(shared);`,
		"lib/last.js":         `import { shared } from "./shared.js"; export const last = () => shared;`,
		"lib/shared.js":       `export const shared = "by both lazy modules";`,
		"lib/catalogue.js":    `export const load = () => "from a disk";`,
		"words/ar/shell.json": `{ "shell.a": "Bonjour" }`,
		"words/ar/voter.json": `{ "voter.a": "Référence" }`,
		"words/ar/admin.json": `{ "admin.a": "Élections" }`,
		"words/ar/email.json": `{ "email.a": "unasked" }`,
	})
	_, start := joinedFile(t, site, "app.js")

	t.Run("into one file, with the name of each", func(t *testing.T) {
		for _, piece := range []string{"// module:app.js", "// module:lib/say.js", "// module:lib/dom.js", "/key.svg"} {
			if !strings.Contains(start, piece) {
				t.Errorf("it does not hold %s: %s", piece, start)
			}
		}
		if strings.Contains(start, "from \"") {
			t.Errorf("it waits for another file: %s", start)
		}
	})
	t.Run("but for what is lazy, which comes without them", func(t *testing.T) {
		name, later := joinedFile(t, site, "app.later.")
		if !strings.Contains(later, `from "./app.js"`) || strings.Contains(later, `"said"`) {
			t.Errorf("the lazy module is %s", later)
		}
		if !strings.Contains(start, `import("./`+name+`")`) {
			t.Errorf("it does not load %s: %s", name, start)
		}
	})
	t.Run("and the page's words, one file a language", func(t *testing.T) {
		name, words := joinedFile(t, site, "app.ar.")
		for _, piece := range []string{"Bonjour", "Référence"} {
			if !strings.Contains(words, piece) {
				t.Errorf("the words lack %s: %s", piece, words)
			}
		}
		if !strings.Contains(start, `import("./`+name+`")`) || strings.Contains(start, "from a disk") {
			t.Errorf("the page does not load them: %s", start)
		}
		if !strings.Contains(start, `import("`+site.folder+`words/" +`) {
			t.Errorf("another part is not loaded by itself: %s", start)
		}
		if got := body(t, ask(t, site, "GET", site.folder+"words/ar/admin.js")); !strings.Contains(got, "Élections") {
			t.Errorf("another part is %s", got)
		}
		wantStatus(t, ask(t, site, "GET", site.folder+"words/ar/email.js"), 404)
	})
}

func TestParagraphsAreWrittenInEveryLanguage(t *testing.T) {
	site := mustBuild(t, map[string]string{
		"404.html":            "<main>${words shell.nowhere}</main>\n",
		"words/en/shell.json": `{"shell.nowhere": "Nothing & \"no one\""}`,
		"words/ar/shell.json": `{"shell.nowhere": "لا شيء"}`,
		"docs.html":           "${languages admin}",
		"words/ar/admin.json": `{}`,
	})
	want := "<main><p lang=\"en\" dir=\"ltr\">Nothing &amp; &#34;no one&#34;</p>\n" +
		"<p lang=\"ar\" dir=\"rtl\">لا شيء</p></main>\n"
	if got := string(site.notFound.plain); got != want {
		t.Errorf("the page is\n%s\nwant\n%s", got, want)
	}
	if got := string(site.files["/docs"].plain); got != "ar" {
		t.Errorf("the languages that have the part are %q", got)
	}
}

func TestTheAddressOfAssetsFollowsTheContent(t *testing.T) {
	before := mustBuild(t, nil).folder
	if again := mustBuild(t, nil).folder; again != before {
		t.Errorf("the same files are in %s and %s", before, again)
	}
	for name, changes := range map[string]map[string]string{
		"content": {"lib/dom.js": `export const picture = "none";`},
		"name":    {"lib/more.js": ""},
	} {
		if after := mustBuild(t, changes).folder; after == before {
			t.Errorf("another %s has the same address", name)
		}
	}
}

func TestContentThatDoesNotCompressIsSentPlain(t *testing.T) {
	site := mustBuild(t, nil)
	response := ask(t, site, "GET", "/key.svg", "Accept-Encoding", "gzip")
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
		"an import that leads nowhere": {
			map[string]string{"app.js": `import "./gone.js";`}, []string{"app.js", "gone.js"},
		},
		"an import out of the tree": {
			map[string]string{"app.js": `import "../../secret.js";`}, []string{"app.js", "secret.js"},
		},
		"a stylesheet that is not there": {
			map[string]string{"docs.html": "${style ground gone}"}, []string{"gone.css", "not exist"},
		},
		"a part that is not there": {
			map[string]string{"docs.html": "${include gone.html}"}, []string{"gone.html", "not exist"},
		},
		"a word that stands for nothing": {
			map[string]string{"docs.html": "${looks gone}"}, []string{"docs.html", "${looks gone}"},
		},
		"a text that is not there": {
			map[string]string{"docs.html": "${words shell.gone}", "words/en/shell.json": "{}"},
			[]string{"en/shell", "shell.gone"},
		},
		"a module that is not there": {
			map[string]string{"docs.html": "${start gone.js}"}, []string{"gone.js", "not exist"},
		},
		"a name that is not exported": {
			map[string]string{"app.js": `import { gone } from "./lib/dom.js"; gone();`},
			[]string{"app.js", "lib/dom", `"gone"`},
		},
		"a type without a name": {
			map[string]string{"app.wasm": "x"}, []string{"app.wasm", "media type"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			site, err := newSite(tree(refused.changes))
			if err == nil {
				_, err = site.joins["app"]()
			}
			if err == nil {
				t.Fatal("they were taken")
			}
			for _, word := range refused.says {
				if !strings.Contains(err.Error(), word) {
					t.Errorf("error %q does not say %q", err, word)
				}
			}
		})
	}
	t.Run("no page for what is not found", func(t *testing.T) {
		files, texts := tree(nil)
		delete(files, "404.html")
		if _, err := newSite(files, texts); err == nil {
			t.Fatal("newSite took it")
		}
	})
}
