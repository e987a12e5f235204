package browser

import (
	"slices"
	"strings"
	"testing"
)

// stop is an address that a tour shows, and who comes to it.
type stop struct{ path, what string }

// tours are all pages of the sample organisation, and of each page all views that have an address.
func tours(t *testing.T, s *server) (stranger, voter, admin []stop) {
	t.Helper()
	adminToken := s.signIn(s.told(demoAdmin), demoPassword)
	var elections struct{ Items []struct{ ID, Status string } }
	s.call("GET", "/api/admin/elections", adminToken, nil, &elections)
	var people struct{ Items []struct{ ID, Role string } }
	s.call("GET", "/api/admin/users?limit=1", adminToken, nil, &people)
	if len(elections.Items) == 0 || len(people.Items) == 0 {
		t.Fatal("the demo has no elections or no people")
	}

	stranger = []stop{
		{"/", "welcome"}, {"/#register", "registration"}, {"/admin", "sign-in of administrators"}, {"/convert", "convert"}, {"/docs", "reference"},
		{"/board", "board"}, {"/board/" + strings.Repeat("a", 26), "board without the election"}, {"/nothing", "no such page"},
	}
	voter = []stop{{"/", "elections"}, {"/#profile", "profile"}, {"/#elections/" + strings.Repeat("a", 26), "no such election"}}
	admin = []stop{
		{"/", "voters' page of an administrator"},
		{"/admin", "elections"}, {"/admin#elections/new", "new election"}, {"/admin#people", "people"},
		{"/admin#people/waiting", "people who wait"}, {"/admin#people/" + people.Items[0].ID, "person"}, {"/admin#people/" + people.Items[0].ID + "/edit", "edit a person"},
		{"/admin#roll", "roll"}, {"/admin#roll/import", "import of a roll"}, {"/admin#roll/new", "new person on the roll"}, {"/admin#roll/slips", "slips"}, {"/admin#join", "join"}, {"/admin#backup", "backup"}, {"/admin#audit", "audit"}, {"/admin#nothing", "nothing"},
	}
	var statuses []string
	for _, e := range elections.Items {
		if slices.Contains(statuses, e.Status) {
			continue // one of each kind
		}
		statuses = append(statuses, e.Status)
		admin = append(admin, stop{"/admin#elections/" + e.ID, "election, " + e.Status}, stop{"/admin#elections/" + e.ID + "/key", "key, " + e.Status})
		switch e.Status {
		case "DRAFT":
			admin = append(admin, stop{"/admin#elections/" + e.ID + "/edit", "edit an election"},
				stop{"/admin#elections/" + e.ID + "/candidates/new", "new candidate"},
				stop{"/admin#elections/" + e.ID + "/questions/new", "purposes"},
				stop{"/admin#elections/" + e.ID + "/questions/new/motion", "new motion"},
				stop{"/admin#elections/" + e.ID + "/questions/new/stv", "new question by proportion"},
				stop{"/admin#elections/" + e.ID + "/questions/new/plurality", "new question of a majority"})
		case "COMPLETED":
			admin = append(admin, stop{"/admin#elections/" + e.ID + "/results", "results"})
			fallthrough
		default:
			stranger = append(stranger, stop{"/board/" + e.ID, "board, " + e.Status})
			voter = append(voter, stop{"/#elections/" + e.ID, "election, " + e.Status})
		}
	}
	return stranger, voter, admin
}

// Every page of the sample organisation in English on a desktop, and in French on the narrowest phone: the longest words on
// the least room.
func TestEveryPage(t *testing.T) {
	t.Parallel()
	s := startServer(t, "demo")
	stranger, voter, admin := tours(t, s)
	chromium := newBrowser(t)
	for _, tour := range []struct {
		who, email string
		stops      []stop
	}{{"stranger", "", stranger}, {"voter", s.told(demoVoter), voter}, {"administrator", s.told(demoAdmin), admin}} {
		for _, language := range []string{"en", "fr"} {
			t.Run(tour.who+" in "+language, func(t *testing.T) {
				t.Parallel()
				p := newPage(t, chromium, s, tour.who, map[string]device{"en": desktop, "fr": {320, 700, true}}[language])
				p.guard.expect("404 (Not Found)") // some addresses lead nowhere
				p.visit("/")
				if language == "fr" {
					p.click("button", "Français")
					p.until("the page in French", `document.documentElement.lang === "fr" && document.querySelector("main h1")`)
					p.words = readWords(t, "fr")
				}
				if tour.email != "" {
					p.signIn(tour.email, demoPassword)
				}
				for _, stop := range tour.stops {
					p.visit(stop.path)
					if language == "en" {
						p.judge(stop.what)
					} else {
						p.judgeIn(stop.what, "light") // colours have no language
					}
					if stop.path != "/nothing" { // which speaks both languages, without script
						p.speaksOnly(language, stop.what)
					}
				}
			})
		}
	}
}

// shownTexts are what stands on the page for people, piece by piece, without what is marked as of a language by itself: that
// is not of the catalogue.
const shownTexts = `(() => {
	const page = document.documentElement;
	const own = (node) => node.closest("[lang]") === page && !node.closest("script, noscript, style, pre, code, .languages");
	const texts = [];
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walk.nextNode()) if (own(walk.currentNode.parentElement)) texts.push(walk.currentNode.data);
	for (const node of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
		if (own(node)) for (const name of ["aria-label", "title", "placeholder", "alt"]) texts.push(node.getAttribute(name) ?? "");
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
	foreign := foreignTexts(p.t, language)
	for _, text := range texts[1:] {
		text = squeezed(text)
		if key, ok := foreign[text]; ok {
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
	other := map[string]string{"en": "fr", "fr": "en"}[language]
	own := map[string]bool{}
	for _, forms := range readWords(t, language).texts {
		for _, text := range forms {
			own[squeezed(text)] = true
		}
	}
	foreign := map[string]string{}
	for key, forms := range readWords(t, other).texts {
		for _, text := range forms {
			if text = squeezed(text); len(text) > 2 && !own[text] {
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

	p.click("button", "English")
	p.words = readWords(t, "en")
	p.heading(p.w("voter.register.title"))
	p.visit("/board") // the choice holds on every page
	p.heading(p.w("board.title"))
	switchIs := func(want string) {
		t.Helper()
		var offered []string
		p.eval(`[...document.querySelectorAll(".language")].map((b) => b.lang + " " + b.getAttribute("aria-pressed"))`, &offered)
		if got := strings.Join(offered, ", "); got != want {
			t.Errorf("the switch of languages is %s, want %s", got, want)
		}
	}
	switchIs("de false, en true, es false, fr false")

	p.click("button", "Deutsch")
	p.words = readWords(t, "de")
	p.heading(p.w("board.title"))
	p.visit("/convert") // is not in German, and the browser's own language is the next choice
	p.words = readWords(t, "fr")
	p.heading(p.w("convert.title"))
	switchIs("en false, fr true")
}

// What the server refuses is told in the language of the page, with its facts.
func TestRefusalsAreToldInFrench(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve", "-national-id", "es-dni")
	s.setUp()
	p := newPage(t, newBrowser(t), s, "Française", phone)
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
	p.file(p.w("convert.choose"), written(t, "broken.stl", []byte("this is no solid at all")), written(t, "torn.stl", []byte(tornSolid)))
	p.see(p.w("convert.unreadable.other_text"))
	p.see(p.w("convert.warning.missing_endsolid"))
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
	p.visit("/docs")
	p.fill(p.w("docs.filter"), "get /api/info")
	p.clickStart("DisclosureTriangle", "GET /api/info") // whole, though on the screen it may break at each part
	p.heading(p.w("docs.try"))
	p.click("button", p.w("docs.try.send"))
	p.see(`"organisation": "Riverside`)
	p.judge("operation tried")
}
