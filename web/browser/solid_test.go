package browser

import (
	"bytes"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// requested counts the requests for addresses with these words, that end so.
func (g *guard) requested(words, ending string) (n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, r := range g.requests {
		if strings.Contains(r.URL, words) && strings.HasSuffix(r.URL, ending) {
			n++
		}
	}
	return n
}

// turn opens the solid of a candidate, and waits until it is drawn or said not to be.
func (p *page) turn(name, state string) {
	p.t.Helper()
	p.click("button", p.w("shell.solid.turn")+" "+name)
	p.heading(name)
	p.see(p.w("solid." + state))
	p.until("its picture", `[...document.querySelectorAll("dialog img")].every((img) => img.hidden ||`+
		` img.naturalWidth > 0)`)
}

// Candidates are solids: an administrator adds them, voters turn them on the ballot, in the review, in the result and
// on the board, and no request tells whom they chose.
func TestCandidatesAreSolids(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	id := s.draftElection(token, ballotTitle, "Ring", "Wreath")
	email := s.register("Dora Voter")

	admin := newPage(t, newBrowser(t, chromedp.Flag("disable-3d-apis", true)), s, "administrator", desktop)
	admin.visit("/admin#elections/" + id)
	admin.signIn(adminEmail, password)
	for name, file := range map[string]string{"Ring": torus(t, 48, 24), "Wreath": torus(t, 12, 5)} {
		admin.click("link", admin.w("admin.candidates.edit")+" "+name)
		admin.file(admin.w("admin.photo.choose"), file)
		admin.see("torus.stl (")
		admin.judgeIn("a solid is chosen", "dark")
		admin.click("button", admin.w("admin.save"))
		admin.see(admin.w("admin.candidate.saved", "name", name))
	}
	admin.portraits(2)
	admin.turn("Ring", "none")
	admin.judge("solid without WebGL")
	admin.look("solid without WebGL")
	admin.click("button", admin.w("solid.close"))
	admin.look("candidates who are solids")
	admin.click("link", admin.w("admin.candidates.edit")+" Ring")
	admin.see(admin.w("admin.solid.remove"))
	s.open(token, id)

	p := newPage(t, newBrowser(t, webGL()...), s, "dora", phone)
	p.visit("/")
	p.signIn(email, password)
	toBallot(p)
	p.portraits(2)
	p.judge("ballot with solids")
	p.look("ballot with solids")
	if n := p.guard.requested("candidates/", "/solid") + p.guard.requested("/turntable", ""); n > 0 {
		t.Errorf("the ballot has asked for solids %d times, and nobody wanted to see one", n)
	}
	p.turn("Ring", "help")
	canvas := p.find(exactly("Ring"), "the solid", "image", "img")
	if n := len(p.colours(canvas)); n < shaded {
		t.Errorf("the viewer shows %d colours: it is empty", n)
	}
	before := p.picture(canvas)
	p.key(kb.ArrowUp)
	p.wait("the solid to turn", func() bool { return !bytes.Equal(p.picture(canvas), before) })
	p.judge("solid")
	p.look("solid")
	p.key(kb.Escape)
	p.choose("radio", "Ring")

	photos := p.guard.requested("candidates/", "/photo")
	p.click("button", p.w("voter.ballot.check"))
	p.heading(p.w("voter.review.title"))
	p.portraits(1)
	p.look("review of a solid")
	p.turn("Ring", "help")
	p.click("button", p.w("solid.close"))
	if now, solids := p.guard.requested("candidates/", "/photo"),
		p.guard.requested("candidates/", "/solid"); now != photos || solids != 2 {
		t.Errorf("the review asked for %d photos, and %d solids of two were asked for: that may tell whom the voter chose",
			now-photos, solids)
	}
	p.click("button", p.w("voter.review.cast"))
	p.heading(p.w("voter.receipt.title"))

	s.call("PUT", "/api/admin/elections/"+id+"/status", token, fields{"status": "COMPLETED"}, &fields{})
	s.call("POST", "/api/admin/elections/"+id+"/calculate-results", token, fields{}, &fields{})
	for _, path := range []string{"/#elections/" + id, "/board/" + id} {
		p.visit(path)
		p.turn("Ring", "help")
		p.key(kb.Escape)
		p.judge("result with solids at " + path)
		p.look("result with solids" + strings.ReplaceAll(path[:3], "/", " "))
	}
}
