package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// The page that other sites frame has no code of sessions nor of administrators, and is the least of all pages.
func TestThePageOfAModelKnowsNoSession(t *testing.T) {
	site := mustNew(t)
	page := body(t, ask(t, site, "GET", ViewURL))
	files, err := site.joins["view"]()
	if err != nil {
		t.Fatal(err)
	}
	start := files["view.js"]
	if !strings.Contains(page, "/joined/view.js") || !strings.Contains(string(start.plain), "// module:view.js") {
		t.Error("the page does not start with view.js")
	}
	for name, f := range files {
		for _, module := range []string{"lib/api.js", "lib/session.js", "lib/signin.js", "lib/shell.js", "views/"} {
			if strings.Contains(string(f.plain), "// module:"+module) {
				t.Errorf("%s has %s", name, module)
			}
		}
	}
	sent := len(start.gzipped()) + len(page)
	t.Logf("%s transfers %d bytes before the words and the model", ViewURL, sent)
	if sent > 30_000 {
		t.Errorf("%s transfers %d bytes, want at most 30,000", ViewURL, sent)
	}
}

func TestSitesFrameOnlyWhatIsServedForThem(t *testing.T) {
	site := mustNew(t)
	framers := func(sites ...string) string {
		w := httptest.NewRecorder()
		site.ServeFramed(w, httptest.NewRequest(http.MethodGet, ViewURL, nil), sites)
		return w.Header().Get("Content-Security-Policy")
	}
	none := ask(t, site, "GET", ViewURL).Header.Get("Content-Security-Policy")
	if got := framers(); got != none || !strings.Contains(got, "frame-ancestors 'none';") {
		t.Errorf("for no site: %s", got)
	}
	want := strings.Replace(none, "frame-ancestors 'none'", "frame-ancestors https://club.example http://hall:8080", 1)
	if got := framers("https://club.example", "http://hall:8080"); got != want {
		t.Errorf("for two sites: %s", got)
	}
}
