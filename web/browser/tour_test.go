package browser

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Every page and state of the sample organisation, as everybody who comes to it sees it. Without a directory for
// pictures, the tour keeps to one address of each look: in English on a desktop in dark colours, and in French on the
// narrowest phone in light ones, which is the longest words on the least room. OSTRAKON_TOUR names the directory; then
// it walks all stops in all languages, and keeps a picture of each on a phone and on a desktop, in light and in dark
// colours.
func TestTour(t *testing.T) {
	t.Parallel()
	dir := os.Getenv("OSTRAKON_TOUR")
	devices := map[string]device{"en": desktop, "fr": {320, 700, true}}
	if dir != "" {
		for _, language := range []string{"ar", "de", "es", "it", "nl", "pl", "pt"} {
			devices[language] = phone
		}
	}
	chromium := newBrowser(t)
	for language, on := range devices {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			w, foreign := furnish(startServer(t, "demo", "-ocr", "on")), foreignTexts(t, language)
			for _, v := range w.visits() {
				t.Run(v.who, func(t *testing.T) {
					p := newPage(t, chromium, v.at, v.who, on)
					p.guard.expect("404 (Not Found)") // some addresses lead nowhere,
					p.guard.expect(unauthorised)      // and a slip is not valid
					p.prefer(language)
					p.words, p.foreign = readWords(t, language), foreign
					if v.email != "" {
						p.visit("/")
						p.unfold("voter.slip.without")
						p.unfold("voter.link.password")
						p.signIn(v.email, demoPassword)
					}
					at := ""
					for n, s := range v.stops {
						if s.path != "" {
							at = s.path
						}
						if isIn(language, at) && (dir != "" || s.then == nil) {
							p.stop(s, dir, n)
						}
					}
				})
			}
		})
	}
}

// stop comes to a stop, the nth of a visit, and finds no fault with it.
func (p *page) stop(s stop, dir string, n int) {
	p.t.Helper()
	language := p.words.language
	if s.path != "" {
		p.visit(s.path)
	}
	if s.then != nil {
		s.then(p)
	}
	switch {
	case dir != "":
		name := strings.NewReplacer("/", " ", ",", "", "’", "", "'", "").Replace(s.what)
		p.pictures(filepath.Join(dir, fmt.Sprintf("%s-%s-%02d-%s", language, p.name, n,
			strings.Join(strings.Fields(name), "-"))))
	case language == "en":
		p.judgeIn(s.what, "dark")
	default:
		p.judgeIn(s.what, "light")
	}
	if s.path != "/nothing" { // which speaks all languages, without script
		p.speaksOnly(language, s.what)
	}
}

// isIn reports whether the page at a path is in a language. The pages of administrators and makers are in four.
func isIn(language, path string) bool {
	for _, page := range []string{"/admin", "/convert", "/docs"} {
		if strings.HasPrefix(path, page) {
			return strings.Contains("de en es fr", language)
		}
	}
	return true
}

// pictures keeps what is shown on a phone and on a desktop, in light and in dark colours, in files whose names begin
// so.
func (p *page) pictures(begin string) {
	p.t.Helper()
	for _, on := range []device{phone, desktop} {
		p.resize(on)
		p.isNarrow(fmt.Sprintf("%s, %d pixels wide", begin, on.width))
		for _, scheme := range []string{"light", "dark"} {
			p.scheme(scheme)
			var done bool
			p.eval(still, &done)
			var picture []byte
			p.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
				picture, err = cdppage.CaptureScreenshot().WithCaptureBeyondViewport(true).WithOptimizeForSpeed(true).Do(ctx)
				return err
			}))
			noError(p.t, os.WriteFile(fmt.Sprintf("%s-%d-%s.png", begin, on.width, scheme), picture, 0o644))
		}
	}
	p.scheme("light")
}

// shownTexts are what stands on the page for people, piece by piece, without what is marked as of a language by
// itself: that is not of the catalogue.
const shownTexts = `(() => {
	const page = document.documentElement;
	const own = (node) => node.closest("[lang]") === page &&
		!node.closest("script, noscript, style, pre, code, .languages");
	const texts = [];
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walk.nextNode()) if (own(walk.currentNode.parentElement)) texts.push(walk.currentNode.data);
	for (const node of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
		if (own(node)) for (const name of ["aria-label", "title", "placeholder", "alt"])
			texts.push(node.getAttribute(name) ?? "");
	}
	return [page.lang, document.title, ...texts];
})()`

// speaksOnly sees that no text of the catalogue of the other language is on the page, nor the name of a text.
func (p *page) speaksOnly(language, what string) {
	p.t.Helper()
	var texts []string
	p.eval(shownTexts, &texts)
	if texts[0] != language {
		p.t.Errorf("%s, %s: the page says that it is in %q, want %q", p.name, what, texts[0], language)
	}
	for _, text := range texts[1:] {
		text = squeezed(text)
		if key, ok := p.foreign[text]; ok {
			p.t.Errorf("%s, %s, in %s: %q stands there, which is %s of the other language", p.name, what, language, text, key)
		}
		if _, ok := p.words.texts[text]; ok || strings.Contains(text, "undefined") || strings.Contains(text, "[object") {
			p.t.Errorf("%s, %s: %q is no text for people", p.name, what, text)
		}
	}
}

// foreignTexts are the whole texts of the other language that the page's own does not have too.
func foreignTexts(t *testing.T, language string) map[string]string {
	t.Helper()
	other := "en"
	if language == "en" {
		other = "fr"
	}
	spoken, own := readWords(t, language).texts, map[string]bool{}
	for _, forms := range spoken {
		for _, text := range forms {
			own[squeezed(text)] = true
		}
	}
	foreign := map[string]string{}
	for key, forms := range readWords(t, other).texts {
		for _, text := range forms {
			if text = squeezed(text); len(text) > 2 && !own[text] && spoken[key] != nil { // pages for voters lack parts
				foreign[text] = key
			}
		}
	}
	return foreign
}

// The language is chosen by the browser, and switched on any page without losing the place.
func TestLanguageIsChosenByTheBrowser(t *testing.T) {
	t.Parallel()
	s := startServer(t, "demo")
	p := newPage(t, newBrowser(t), s, "Française", phone)
	p.prefer("fr-CH")
	p.visit("/#register")
	p.words = readWords(t, "fr")
	p.heading(p.w("voter.register.title"))

	ends := func(name string) bool { return strings.HasSuffix(name, p.w("shell.language")) }
	p.press(ends, "the menu of languages", "DisclosureTriangle")
	p.judge("languages")
	p.key(kb.Escape)
	if p.now(`document.getElementById("languages").open || !document.activeElement.matches(".language")`) {
		t.Error("Escape does not close the menu of languages, or the focus is lost")
	}
	p.speak("English")
	p.words = readWords(t, "en")
	p.heading(p.w("voter.register.title"))
	p.visit("/board") // the choice holds on every page
	p.heading(p.w("board.title"))
	switchIs := func(want string) {
		t.Helper()
		var offered []string
		p.eval(`[...document.querySelectorAll("#language-list button")].map((b) =>
			b.lang + (b.getAttribute("aria-pressed") === "true" ? " pressed" : ""))`, &offered)
		if got := strings.Join(offered, ", "); got != want {
			t.Errorf("the switch of languages is %s, want %s", got, want)
		}
	}
	switchIs("ar, de, en pressed, es, fr, it, nl, pl, pt")

	p.speak("Italiano")
	p.words = readWords(t, "it")
	p.heading(p.w("board.title"))
	p.visit("/convert") // is not in Italian, and the browser's own language is the next choice
	p.words = readWords(t, "fr")
	p.heading(p.w("convert.title"))
	switchIs("de, en, es, fr pressed")
}

// speak chooses a language in the menu, by its own name.
func (p *page) speak(name string) {
	p.t.Helper()
	var done bool
	p.eval(`document.getElementById("languages").open = true`, &done)
	p.click("button", name)
}

// A page for voters in Arabic runs from right to left, and one for administrators is in German.
func TestLanguagesHaveTheirDirectionAndTheirPages(t *testing.T) {
	t.Parallel()
	s := startServer(t, "demo")
	chromium := newBrowser(t)
	for _, shown := range []struct{ language, path, key, direction string }{
		{"ar", "/board", "board.title", "rtl"},
		{"pl", "/board", "board.title", "ltr"},
		{"de", "/admin", "shell.signIn", "ltr"},
		{"es", "/convert", "convert.title", "ltr"},
	} {
		p := newPage(t, chromium, s, shown.language, phone)
		p.prefer(shown.language)
		p.words = readWords(t, shown.language)
		p.visit(shown.path)
		p.heading(p.w(shown.key))
		var is string
		p.eval(`document.documentElement.lang + " " + document.documentElement.dir`, &is)
		if want := shown.language + " " + shown.direction; is != want {
			t.Errorf("%s is in %s, want %s", shown.path, is, want)
		}
	}
}

// What the server refuses is told in the language of the page, with its facts.
func TestRefusalsAreToldInFrench(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve", "-national-id", "es-dni")
	s.setUp()
	p := newPage(t, newBrowser(t, chromedp.Flag("disable-3d-apis", true)), s, "Française", phone)
	p.guard.expect("the server responded with a status of 400")
	p.prefer("fr-CH")
	p.words = readWords(t, "fr")
	p.visit("/#register")
	p.fill(p.w("voter.number"), "52417063A")
	p.fill(p.w("voter.name"), "Giulia Castellano")
	p.fill(p.w("shell.email"), "giulia@example.org")
	p.fill(p.w("shell.password"), "courte")
	p.click("button", p.w("voter.register"))
	p.see(p.w("refusals.number_check_failed.checksum", "description", p.w("refusals.scheme.es-dni")))
	p.see(p.w("refusals.password_too_short", "min", 10, "length", 6))
	p.speaksOnly("fr", "registration refused")

	p.visit("/convert")
	p.file(p.w("convert.choose"), written(t, "broken.stl", []byte("this is no solid at all")),
		written(t, "torn.stl", []byte(tornSolid)))
	p.see(p.w("convert.unreadable.other_text"))
	p.see(p.w("convert.warning.missing_endsolid"))
	p.until("a picture in the place of WebGL", `document.querySelector(".model-still")?.naturalWidth > 0`)
	p.see(p.w("convert.view.none"))
	p.see(p.w("convert.warning.skipped_text", "n", 2, "line", 9))
	p.speaksOnly("fr", "conversion refused")
}

// tornSolid lacks its end, and has words that STL does not know.
const tornSolid = `solid torn
facet normal 0 0 1
outer loop
vertex 0 0 0
vertex 1 0 0
vertex 0 1 0
endloop
endfacet
keep dry
`

// The reference has a form to try an operation with, and shows the answer as it came.
func TestTryAnOperation(t *testing.T) {
	t.Parallel()
	s := startServer(t, "demo")
	p := newPage(t, newBrowser(t), s, "programmer", desktop)
	p.run(emulation.SetCPUThrottlingRate(6)) // words are typed before every operation is made
	p.visit("/docs")
	p.fill(p.w("docs.filter"), "get /api/info")
	p.run(emulation.SetCPUThrottlingRate(1))
	p.clickStart("DisclosureTriangle", "GET /api/info") // whole, though on the screen it may break at each part
	p.until("each status", `[...document.querySelectorAll(".operation[open] .responses strong")]
		.map((status) => status.textContent).join() === "200,400,500,503"`)
	p.heading(p.w("docs.try"))
	p.click("button", p.w("docs.try.send"))
	p.see(`"organisation": "Riverside`)
	p.judge("operation tried")
}
