package browser

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
)

// filled are the buttons that are filled: what the page wants people to press next. Those of a dialog count alone.
const filled = `(() => {
	const place = document.querySelector("dialog[open]") ?? document.querySelector("main");
	return [...place.querySelectorAll(".button:not(.button-quiet)")].filter((button) => button.checkVisibility())
		.map((button) => button.textContent);
})()`

// next sees, on a phone and on a desktop, that exactly one button is filled, which is the one with these words.
func (p *page) next(state, words string) {
	p.t.Helper()
	quoted, _ := json.Marshal(words)
	p.until(state+": the button "+words, `document.querySelector("main").textContent.includes(`+string(quoted)+`)`)
	for _, on := range []device{phone, desktop} {
		p.resize(on)
		var found []string
		p.eval(filled, &found)
		if len(found) != 1 || squeezed(found[0]) != squeezed(words) {
			p.t.Errorf("%s at %d px: the filled buttons are %q, want only %q", state, on.width, found, words)
		}
		p.judgeIn(state, "light")
	}
	p.look(state)
}

// An election of two questions from its draft to the minutes: at every state the next step is the one filled button,
// and it is never one that cannot be taken back.
func TestAnElectionInSteps(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	id := s.paper(token, "Assembly", []fields{
		{"title": "The accounts", "method": "motion"}, {"title": "Treasurer", "method": "plurality"},
	}, [][]string{{}, {"Sappho"}})
	chromium := newBrowser(t)
	p := newPage(t, chromium, s, "administrator", desktop)
	p.visit("/admin")
	p.signIn(adminEmail, password)
	p.visit("/admin#elections/" + id)
	p.next("draft that lacks a candidate", p.w("paper.names.add"))
	var election struct{ Questions []struct{ ID string } }
	s.call("GET", "/api/admin/elections/"+id, token, nil, &election)
	s.call("POST", "/api/admin/elections/"+id+"/candidates", token,
		fields{"question": election.Questions[1].ID, "name": "Korinna"}, &fields{})
	p.reload()
	p.next("draft", p.w("steps.preview.link"))

	p.click("link", p.w("steps.preview.link"))
	p.heading(p.w("steps.preview"))
	p.next("preview", p.w("steps.preview.right"))
	p.click("button", p.w("steps.preview.check"))
	p.see(p.w("steps.preview.incomplete"))
	p.choose("radio", p.w("shell.option.yes"))
	p.choose("radio", "Korinna")
	p.click("button", p.w("steps.preview.check"))
	p.see(p.w("steps.preview.complete"))
	p.click("button", p.w("steps.preview.right"))
	p.next("draft that is ready", p.w("admin.election.open"))
	rehearse(p, chromium)

	p.click("link", "Assembly")
	p.click("button", p.w("admin.election.open"))
	p.see(p.w("admin.open.noReturn"))
	p.back()
	p.until("the dialog to close with its page", `!document.querySelector("dialog")`)
	p.click("link", "Assembly")
	p.click("button", p.w("admin.election.open"))
	p.click("button", p.w("admin.open.yes"))
	p.see(p.w("admin.open.done"))
	p.next("open", p.w("admin.join.link"))
	p.seeNot(p.w("steps.skipped"))

	p.click("button", p.w("admin.election.close"))
	p.click("button", p.w("admin.close.yes"))
	p.see(p.w("admin.close.done"))
	p.next("closed without a ballot", p.w("steps.again"))

	p.click("button", p.w("admin.election.count"))
	p.click("button", p.w("admin.count.yes"))
	p.see(p.w("admin.count.done"))
	p.visit("/admin#elections/" + id)
	p.next("counted", p.w("admin.results.minutes"))

	p.click("button", p.w("steps.duplicate"))
	p.see(p.w("steps.duplicate.done"))
	p.next("duplicate", p.w("steps.preview.link"))
	first := id
	p.wait("another address", func() bool {
		var at string
		p.eval("location.hash", &at)
		id = strings.TrimPrefix(at, "#elections/")
		return strings.HasPrefix(at, "#elections/") && id != first
	})
	s.open(token, id) // before anybody has seen its ballot
	p.reload()
	p.see(p.w("steps.skipped"))
}

// invented comes to the rehearsal that runs with the first of its slips.
func invented(p *page, in context.Context) *page {
	p.t.Helper()
	var slip string
	p.eval(`document.querySelector(".rehearsal-slips a").href`, &slip)
	origin, key, _ := strings.Cut(slip, "/#key=")
	voter := newPage(p.t, in, &server{t: p.t, origin: origin}, "voter of the rehearsal", phone)
	voter.guard.expect("net::ERR_CONNECTION_REFUSED") // the receipt looks for the next vote when the rehearsal has ended
	voter.visit("/#key=" + key)
	voter.see(voter.w("shell.rehearsal"))
	voter.click("button", voter.w("voter.slip.yes"))
	return voter
}

// rehearse votes by a slip in a rehearsal, counts it, and ends it.
func rehearse(p *page, in context.Context) {
	p.t.Helper()
	p.click("link", p.w("steps.rehearsal.link"))
	p.next("before the rehearsal", p.w("steps.rehearsal.start"))
	p.click("button", p.w("steps.rehearsal.start"))
	p.heading(p.w("steps.rehearsal.running"))
	p.next("rehearsal", p.w("steps.rehearsal.open"))
	voter := invented(p, in)
	voter.choose("radio", voter.w("shell.option.yes"))
	voter.choose("radio", "Korinna")
	voter.click("button", voter.w("voter.ballot.check"))
	voter.click("button", voter.w("voter.review.cast"))
	voter.heading(voter.w("voter.receipt.title"))
	voter.see(voter.w("shell.rehearsal"))
	voter.judge("receipt of a rehearsal")
	voter.look("receipt of a rehearsal")

	p.click("button", p.w("steps.rehearsal.end"))
	p.see(p.w("steps.rehearsal.ended"))
}
