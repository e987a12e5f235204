package browser

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// urnElection opens an election for the people on the roll with printed papers, and returns its id.
func urnElection(s *server, token string, people, printed int) string {
	roll := "full_name\n"
	for n := range people {
		roll += fmt.Sprintf("Person %03d\n", n+1)
	}
	s.call("POST", "/api/admin/roll", token, []byte(roll), &fields{})
	id := s.draftElection(token, "Chair", "Grace", "Mary", "Noor")
	s.call("PUT", "/api/admin/elections/"+id, token,
		fields{"settings": fields{"electorate": "roll", "printedPapers": printed}}, &fields{})
	s.open(token, id)
	return id
}

// A secretary hands out a printed ballot, and two people type 200 of them by keyboard alone.
func TestPrintedBallotsAreTypedByKeyboardAlone(t *testing.T) {
	t.Parallel()
	const papers = 200
	s := startServer(t, "serve")
	token := s.setUp()
	id := urnElection(s, token, papers+5, papers+2)
	path := "/api/admin/elections/" + id
	p := newPage(t, newBrowser(t), s, "administrator", desktop)
	p.visit("/admin#elections/" + id)
	p.signIn(adminEmail, password)
	p.see(p.w("paper.urn.lead", "n", papers+2))
	p.judge("election with printed ballots")
	p.visit("/admin#elections/" + id + "/papers")
	p.judge("hand out")
	p.click("button", p.w("urn.hand.to", "name", "Person 001"))
	p.click("button", p.w("urn.hand.yes"))
	p.see(p.w("paper.urn.on"))
	p.visit("/admin#elections/" + id + "/papers/print")
	p.judge("printed ballots")

	for handed := 1; handed < papers; {
		var page struct {
			Items []struct{ EntryID string }
		}
		s.call("GET", path+"/voters?state=waiting&limit=200", token, nil, &page)
		for _, voter := range page.Items {
			if handed < papers {
				s.call("POST", path+"/papers/handed", token, fields{"entryId": voter.EntryID}, &fields{})
				handed++
			}
		}
	}
	s.call("PUT", path+"/status", token, fields{"status": "COMPLETED"}, &fields{})
	for entry, clerk := range []string{"Cleo Marsh", "Dora Brandt"} {
		p.visit("/admin#elections/" + id + "/papers")
		p.reload()
		p.fill(p.w("urn.clerk"), clerk)
		p.click("button", p.w("urn.entry.begin"))
		p.heading(p.w("urn.entry", "n", entry+1))
		p.tabTo("textbox", exactly("Chair"), "the first question")
		var typed strings.Builder
		for n := range papers {
			switch {
			case n%50 == 49:
				typed.WriteString("x" + kb.Enter)
			case entry == 1 && n == 7:
				typed.WriteString("3" + kb.Enter)
			default:
				typed.WriteString(fmt.Sprint(1+n%2) + kb.Enter)
			}
		}
		began := time.Now()
		p.run(chromedp.KeyEvent(typed.String()))
		p.until("all papers are kept", fmt.Sprintf(
			`document.querySelectorAll('[data-state="kept"]').length === %d`, papers))
		t.Logf("%d papers typed and kept in %v", papers, time.Since(began))
		if entry == 0 { // the second looks the same
			p.judge("entry of printed ballots")
		}
	}
	p.visit("/admin#elections/" + id + "/papers")
	p.see(p.w("urn.differ", "n", 1))
	p.judge("entries that differ")
	p.visit("/admin#elections/" + id + "/papers/2/8")
	p.holds("Chair", "3")
	p.fill("Chair", "2")
	p.key(kb.Enter)
	p.until("the correction is kept", `document.querySelector('[data-reference="8"]').dataset.state === "kept"`)
	p.visit("/admin#elections/" + id + "/papers")
	p.see(p.w("urn.same"))
	p.click("button", p.w("urn.finish"))
	p.see(p.w("urn.done", "n", papers, "handed", papers))
	s.call("POST", path+"/calculate-results", token, fields{}, &fields{})
	p.visit("/admin#elections/" + id + "/minutes")
	p.see(p.w("minutes.paper", "printed", papers+2, "handed", papers, "n", papers, "invalid", 4))
	p.see(p.w("outcome.paper.printed"))
	p.judge("minutes of an election online and on paper")
	narrow := newPage(t, newBrowser(t), s, "administrator", phone)
	narrow.visit("/admin#elections/" + id + "/papers")
	narrow.signIn(adminEmail, password)
	narrow.see(p.w("urn.done", "n", papers, "handed", papers))
	narrow.judge("printed ballots on a phone")
}
