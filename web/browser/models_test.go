package browser

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// clubSite is the site of a club: each of its paths shows, in a frame, the page of the same path at another origin.
func clubSite(t *testing.T, origin string) *httptest.Server {
	t.Helper()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Club</title><h1>Club</h1>`+
			`<iframe src="%s%s" title="The frame" width="600" height="400"></iframe>`, origin, r.URL.RequestURI())
	}))
	t.Cleanup(site.Close)
	return site
}

// An administrator converts a solid, keeps it, names the site of the club, and the page of the club shows the solid.
// No other site may frame it, and no site may frame another page.
func TestAModelOnTheSiteOfTheClub(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	s.setUp()
	site := clubSite(t, s.origin)
	p := newPage(t, newBrowser(t, webGL()...), s, "theano", desktop)
	p.visit("/admin#settings")
	p.signIn(adminEmail, password)
	p.fill(p.w("settings.sites"), "https://club.example/page")
	p.click("button", p.w("settings.save"))
	p.see("“https://club.example/page” is something else.")
	p.guard.expect("400 (Bad Request)")
	p.fill(p.w("settings.sites"), site.URL+"/")
	p.judge("settings with a site")
	p.look("settings with a site")
	p.click("button", p.w("settings.save"))
	p.see(p.w("settings.saved"))

	p.visit("/convert")
	p.file(p.w("convert.choose"), torus(t, 32, 16))
	p.find(beginning("torus.stl in 3D: "), "the model", "image", "img")
	p.click("DisclosureTriangle", p.w("convert.site"))
	p.click("button", p.w("kept.keep"))
	p.see(p.w("kept.keep.done"))
	var code string
	p.eval(`document.querySelector(".copyable code").textContent`, &code)
	_, path, _ := strings.Cut(code, `src="`+s.origin)
	path, rest, _ := strings.Cut(path, `"`)
	if !strings.Contains(rest, ` title="torus" loading="lazy"`) {
		t.Fatalf("the HTML is %s", code)
	}
	p.judge("a model that is kept")
	p.look("a model that is kept")

	frame := func(at, path string) int {
		p.run(chromedp.Navigate("about:blank"), chromedp.Navigate(at+path))
		return len(p.colours(p.find(exactly("The frame"), "the frame", "Iframe")))
	}
	p.guard.expect("a request to another origin: " + site.URL)
	p.wait("the model in the frame", func() bool { return frame(site.URL, path) > shaded })
	p.look("a model on another site")
	other := strings.Replace(site.URL, "127.0.0.1", "localhost", 1)
	p.guard.expect("a request to another origin: " + other)
	p.guard.expect("frame-ancestors")
	p.guard.expect("chrome-error:")
	for _, refused := range [][2]string{{other, path}, {site.URL, "/convert"}, {site.URL, "/admin"}, {site.URL, "/"}} {
		if n := frame(refused[0], refused[1]); n > 100 {
			t.Errorf("%s frames %s: it has %d colours", refused[0], refused[1], n)
		}
	}

	p.visit("/admin#models")
	p.see("torus")
	p.click("DisclosureTriangle", p.w("kept.embed")+" – torus")
	p.judge("kept models")
	p.look("kept models")
	p.resize(phone)
	p.judge("kept models, on a phone")
	p.look("kept models, on a phone")
	p.click("button", p.w("kept.remove")+" torus")
	p.click("button", p.w("kept.remove"))
	p.see(p.w("kept.removed", "title", "torus"))
	p.see(p.w("kept.none"))
}

// The page of one model is used with keys alone, fits a narrow frame, and says when the model is gone.
func TestThePageOfAModel(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	p := newPage(t, newBrowser(t, webGL()...), s, "visitor", desktop)
	p.visit("/convert")
	p.file(p.w("convert.choose"), torus(t, 32, 16))
	p.find(beginning("torus.stl in 3D: "), "the model", "image", "img")
	var url string
	p.eval(`document.querySelector(".model-download a").href`, &url)
	_, name, _ := strings.Cut(url, "/api/files/")
	p.visit("/view?file=" + name)
	p.heading("torus")
	canvas := p.find(exactly("torus"), "the model", "image", "img")
	p.wait("the model", func() bool { return len(p.colours(canvas)) > shaded })
	p.judge("the page of a model")
	p.look("the page of a model")
	before := p.picture(canvas)
	p.tabTo("button", exactly(p.w("solid.do.up")), "the button")
	p.key(kb.Enter)
	p.wait("the model to turn", func() bool { return string(p.picture(canvas)) != string(before) })
	for _, small := range []device{{320, 300, false}, phone} {
		p.resize(small)
		p.judge("the page of a model in a narrow frame")
		p.look(fmt.Sprintf("the page of a model, %d wide", small.width))
		if p.now(`document.documentElement.scrollHeight > innerHeight`) {
			t.Errorf("the page scrolls in a frame of %d × %d", small.width, small.height)
		}
	}
	if n := p.guard.requested("/api/info", "") + p.guard.requested("/api/auth", ""); n > 1 { // one of /convert
		t.Errorf("%d requests for what the page has no use for", n)
	}
	for _, gone := range []string{"?file=" + strings.Repeat("a", 26) + ".glb", "", "?file=../../etc/passwd"} {
		p.guard.expect("404 (Not Found)")
		p.visit("/view" + gone)
		p.heading(p.w("solid.gone"))
		p.judgeIn("no model", "light")
	}
	p.look("no model")
}
