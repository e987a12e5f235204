package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// asks tells whether the browser would ask before the page is left.
const asks = `(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })))()`

// slips puts people on the roll, and answers the keys on their slips.
func (s *server) slips(token string, names ...string) map[string]string {
	s.t.Helper()
	var report struct {
		Lines []struct{ FullName, MemberKey string }
	}
	s.call("POST", "/api/admin/roll?memberKeys=true", token, []byte("full_name\n"+strings.Join(names, "\n")), &report)
	keys := make(map[string]string)
	for _, line := range report.Lines {
		keys[line.FullName] = line.MemberKey
	}
	return keys
}

// says answers on the page of a slip that one is its person, and goes on to the ballot.
func (p *page) says(name string) {
	p.t.Helper()
	p.heading(p.w("voter.slip.ask", "name", name))
	p.click("button", p.w("voter.slip.yes"))
	p.heading(ballotTitle)
}

// votes chooses and casts.
func (p *page) votes() {
	p.t.Helper()
	toReview(p)
	p.click("button", p.w("voter.review.cast"))
	p.heading(p.w("voter.receipt.title"))
}

// Somebody scans a slip and votes, with four presses and nothing to type. The same slip signs them in elsewhere; what
// they have chosen survives a reload and the end of a session; and a tablet takes one slip after the other and keeps
// nothing.
func TestVoteWithASlip(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	keys := s.slips(token, "Noor Haddad", "Ben Lind", "Cleo Marsh", "Dora Brandt")
	id := s.openElection(token, ballotTitle, "Praxilla", "Korinna")
	chromium := newBrowser(t)

	noor := newPage(t, chromium, s, "noor", phone)
	noor.visit("/#key=" + keys["Noor Haddad"])
	noor.heading(noor.w("voter.slip.ask", "name", "Noor Haddad"))
	noor.judge("whose slip it is")
	noor.says("Noor Haddad")
	noor.votes()
	did := noor.spent()
	t.Logf("vote by slip: %v", did)
	if did.presses > 4 || did.fields > 0 {
		t.Errorf("to vote by slip takes %v, want at most 4 presses and no field", did)
	}
	noor.asksBeforeLeaving(true)
	noor.click("button", noor.w("voter.receipt.save"))
	noor.saved("ostrakon-receipt-*.json")
	noor.click("link", noor.w("voter.back"))
	noor.heading(noor.w("voter.elections"))
	noor.back()
	noor.heading(noor.w("voter.receipt.title"))
	noor.asksBeforeLeaving(false)

	again := newPage(t, chromium, s, "noor again", phone)
	again.visit("/#key=" + keys["Noor Haddad"])
	again.click("button", again.w("voter.slip.yes"))
	again.see(again.w("voter.voted"))
	again.guard.expect("401 (Unauthorized)")
	again.visit("/#key=0000-0000-0000-0000")
	again.heading(again.w("voter.slip.wrong"))
	again.see("This slip or link is not valid, or a newer one has replaced it.")
	again.judge("a slip that is not valid")

	votesAfterAll(newPage(t, chromium, s, "ben", phone), keys["Ben Lind"])
	kiosk(newPage(t, chromium, s, "kiosk", phone), keys)
	wantBallots(noor, id, 4)
	whoVoted(newPage(t, chromium, s, "administrator", desktop), s, id)
}

// whoVoted looks at who has voted and who has not, searches them and saves the list.
func whoVoted(p *page, s *server, id string) {
	p.t.Helper()
	s.register("Elif Stone") // who does not vote
	p.visit("/admin#elections/" + id + "/voters")
	p.signIn(adminEmail, password)
	p.heading(p.w("roll.voters.title"))
	p.see(p.w("admin.people.shown", "n", 5))
	p.judgeBoth("who has voted")
	p.click("link", p.w("roll.voters.waiting"))
	p.see(p.w("admin.people.shown", "n", 1))
	p.find(exactly("Elif Stone"), "who has not voted", "link")
	p.click("link", p.w("roll.voters.voted"))
	p.see(p.w("admin.people.shown", "n", 4))
	p.fill(p.w("roll.voters.search"), "haddad")
	p.see(p.w("admin.people.shown", "n", 1))
	p.find(exactly("Noor Haddad"), "who was searched for", "link")
	p.click("button", p.w("roll.export.csv"))
	if list := string(p.saved("voters.csv")); strings.Count(list, "\n") != 5 || !strings.Contains(list, "Noor Haddad") ||
		strings.Contains(list, "Elif Stone") {
		p.t.Errorf("the list of who has voted: %q", list)
	}
}

func (p *page) asksBeforeLeaving(want bool) {
	p.t.Helper()
	var got bool
	if p.eval(asks, &got); got != want {
		p.t.Errorf("%s: the page asks before it is left: %v, want %v", p.name, got, want)
	}
}

// votesAfterAll types a slip, says first that it is somebody else's, and loses neither the choice nor the ballot when
// the session ends behind a reload.
func votesAfterAll(p *page, key string) {
	p.t.Helper()
	p.visit("/")
	p.judge("welcome with slips")
	p.photograph()
	for _, answer := range []string{"voter.slip.no", "voter.slip.yes"} {
		p.fill(p.w("shell.slip"), strings.ToLower(key))
		p.click("button", p.w("voter.slip.go"))
		p.heading(p.w("voter.slip.ask", "name", "Ben Lind"))
		p.click("button", p.w(answer))
		if answer == "voter.slip.no" {
			p.see(p.w("voter.slip.notMine"))
			p.keepsOnly()
		}
	}
	p.heading(ballotTitle)
	toReview(p)
	var session struct{ Token string }
	p.server.call("POST", "/api/auth/key", "", fields{"key": key}, &session)
	p.server.call("POST", "/api/auth/logout", session.Token, fields{"everywhere": true}, &fields{})
	p.guard.expect("401 (Unauthorized)")
	p.run(chromedp.Reload())
	p.heading(p.w("shell.expired.title"))
	p.judge("session of a slip expired")
	p.fill(p.w("shell.slip"), key)
	p.click("button", p.w("shell.signIn"))
	p.heading(p.w("voter.review.title"))
	p.see("Praxilla")
	p.click("button", p.w("voter.review.cast"))
	p.heading(p.w("voter.receipt.title"))
	p.keepsOnly("ostrakon.receipts", "ostrakon.session")
}

// kiosk votes with two slips, one after the other, as a hand scanner types them.
func kiosk(p *page, keys map[string]string) {
	p.t.Helper()
	p.visit("/#kiosk")
	for _, name := range []string{"Cleo Marsh", "Dora Brandt"} {
		p.heading(p.w("voter.kiosk"))
		p.judge("kiosk")
		p.keepsOnly("ostrakon.kiosk")
		p.fill(p.w("shell.slip"), p.server.origin+"/#key="+keys[name])
		p.key(kb.Enter)
		p.says(name)
		p.votes()
		p.asksBeforeLeaving(false)
		p.judge("receipt at the kiosk")
		p.photograph()
		p.click("button", p.w("voter.kiosk.done"))
	}
	p.heading(p.w("voter.kiosk"))
	p.keepsOnly("ostrakon.kiosk")
	p.back() // nothing of the voter before
	p.heading(p.w("voter.kiosk"))
}

// keepsOnly sees that the tab keeps nothing else.
func (p *page) keepsOnly(names ...string) {
	p.t.Helper()
	var kept string
	if p.eval(`Object.keys(sessionStorage).sort().join(" ")`, &kept); kept != strings.Join(names, " ") {
		p.t.Errorf("%s: the tab keeps %q, want %v", p.name, kept, names)
	}
	if p.eval(`localStorage.getItem("ostrakon.waiting") ?? ""`, &kept); len(kept) > len("{}") {
		p.t.Errorf("%s: the browser keeps %s", p.name, kept)
	}
}
