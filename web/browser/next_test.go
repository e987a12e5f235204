package browser

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"ostrakon/handlers/mailer/mailertest"
)

// A voter gets a link from a draft, waits with it until the vote opens, and votes in it. The next vote finds them on
// their receipt, one that is cancelled sends them on from their ballot, and the result of another leaves them the way.
// Meanwhile somebody without a slip asks for a link.
func TestTheNextVoteFindsTheVoter(t *testing.T) {
	t.Parallel()
	s, post := startServer(t, "serve"), mailertest.Start(t)
	token := s.setUp()
	s.call("PUT", "/api/admin/settings", token, fields{"address": publicAddress, "identity": fields{"policy": "roll"}},
		&fields{})
	for _, name := range []string{"Ada Okafor", "Ben Lind"} {
		s.call("POST", "/api/admin/roll/entries", token, fields{"fullName": name, "email": "pair@example.org"}, &fields{})
	}
	id := s.draftElection(token, ballotTitle, "Praxilla", "Korinna")
	s.call("PUT", "/api/admin/elections/"+id, token, fields{"settings": fields{"electorate": "roll"}}, &fields{})

	chromium := newBrowser(t)
	admin := newPage(t, chromium, s, "secretary", desktop)
	admin.visit("/admin#mail")
	admin.signIn(adminEmail, password)
	mailServer(admin, post)
	admin.visit("/admin#elections/" + id)
	admin.click("link", admin.w("mail.invite"))
	admin.heading(admin.w("mail.invite.title"))
	admin.click("button", admin.w("mail.send"))
	admin.see(admin.w("mail.opens.missing"))
	admin.fill(admin.w("mail.opens"), "Saturday at 7 pm, clubhouse")
	admin.see(publicAddress + "/#key=") // the preview
	admin.see("Saturday at 7 pm, clubhouse")
	admin.inspect("invitations from a draft")
	send(admin, "mail.invite.confirm", 2)
	links := map[string]string{}
	for _, m := range post.Await(3)[1:] {
		links[m.Header.Get("To")] = m.Link()
	}
	if len(links) != 2 {
		t.Fatalf("a shared mailbox got %v, want a link for each of two people", links)
	}

	ada := newPage(t, chromium, s, "ada", phone)
	ada.visit("/")
	if !ada.now(`document.querySelector("main a, main button, main input").getAttribute("href") === "/board"`) {
		t.Error("the board is not the first way on from the sign-in page")
	}
	ada.click("DisclosureTriangle", ada.w("voter.slip.without"))
	ada.fill(ada.w("voter.link.email"), "pair@example.org")
	ada.inspect("asking for a link")
	ada.seeNot(ada.w("voter.register.link")) // nobody on the roll has a number
	ada.click("button", ada.w("voter.link.submit"))
	ada.see(ada.w("voter.link.sent", "email", "pair@example.org"))
	asked := map[string]string{}
	for _, m := range post.Await(5)[3:] {
		asked[m.Header.Get("To")] = m.Link()
	}
	ada.visit(asked[`"Ada Okafor" <pair@example.org>`])
	ada.heading(ada.w("voter.slip.ask", "name", "Ada Okafor"))
	ada.click("button", ada.w("voter.slip.yes"))
	ada.see(ada.w("voter.coming.opens", "opens", "Saturday at 7 pm, clubhouse"))
	ada.inspect("waiting for the opening")
	s.open(token, id)
	ada.heading(ballotTitle) // by itself
	ada.votes()

	second := s.openElection(token, "Fees 2027", "Praxilla", "Korinna")
	ada.see(ada.w("voter.next", "title", "Fees 2027"))
	ada.see(ada.w("voter.next.keep"))
	ada.inspect("the next vote, beside a receipt that is not saved")
	ada.click("button", ada.w("voter.next.anyway"))
	ada.seeNot(ada.w("voter.next.keep"))
	ada.click("button", ada.w("voter.card.vote"))
	ada.heading("Fees 2027")

	s.call("POST", "/api/admin/elections/"+second+"/cancel", token, fields{"reason": "The wording changes"}, &fields{})
	s.openElection(token, "Fees 2027, amended", "Praxilla", "Korinna")
	ada.see(ada.w("voter.next.over"))
	ada.inspect("a ballot whose election is cancelled")
	ada.click("button", ada.w("voter.card.vote"))
	ada.heading("Fees 2027, amended")

	ada.visit("/#elections/" + second) // cancelled
	ada.see(ada.w("voter.next", "title", "Fees 2027, amended"))
	ada.visit("/#elections/" + id) // thanks
	ada.see(ada.w("voter.next", "title", "Fees 2027, amended"))
	s.call("PUT", "/api/admin/elections/"+id+"/status", token, fields{"status": "COMPLETED"}, &fields{})
	s.call("POST", "/api/admin/elections/"+id+"/calculate-results", token, fields{}, &fields{})
	ada.reload() // results
	ada.see(ada.w("voter.next", "title", "Fees 2027, amended"))
	ada.inspect("the next vote, over a result")
}

// A ballot that waits in the browser for its receipt is named on the sign-in page, and is sent by whoever comes back.
func TestAWaitingBallotIsNamedWhereItsVoterSignsIn(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	keys := s.slips(token, "Noor Haddad")
	s.openElection(token, ballotTitle, "Praxilla", "Korinna")
	noor := newPage(t, newBrowser(t), s, "noor", phone)
	noor.visit("/#key=" + keys["Noor Haddad"])
	noor.says("Noor Haddad")
	toReview(noor)
	noor.guard.expect("net::ERR_INTERNET_DISCONNECTED")
	noor.connection(true, 0)
	noor.click("button", noor.w("voter.review.cast"))
	noor.heading(noor.w("voter.cast.offline"))
	var kept string
	noor.eval(`localStorage.getItem("ostrakon.waiting")`, &kept)
	noor.connection(false, 0)
	noor.heading(noor.w("voter.receipt.title"))
	// As when the tab was closed before the answer came.
	const waiting = `sessionStorage.clear(); localStorage.setItem("ostrakon.waiting", %s)`
	noor.run(chromedp.Evaluate(fmt.Sprintf(waiting, strconv.Quote(kept)), nil))
	noor.visit("/")
	noor.see(noor.w("voter.cast.kept", "title", ballotTitle))
	noor.inspect("a ballot waits")
	noor.fill(noor.w("shell.slip"), keys["Noor Haddad"])
	noor.click("button", noor.w("voter.slip.go"))
	noor.heading(noor.w("voter.slip.ask", "name", "Noor Haddad"))
	noor.click("button", noor.w("voter.slip.yes"))
	noor.heading(noor.w("voter.receipt.title"))
}

// On a tablet that people share, the receipt offers no other vote: whoever comes next would cast it in the name of the
// person before. A phone beside it offers the vote.
func TestATabletForAllOffersNoNextVote(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	keys := s.slips(token, "Ada Okafor", "Cleo Marsh")
	s.openElection(token, ballotTitle, "Praxilla", "Korinna")
	chromium := newBrowser(t)
	ada, tablet := newPage(t, chromium, s, "ada", phone), newPage(t, chromium, s, "tablet", phone)
	ada.visit("/#key=" + keys["Ada Okafor"])
	ada.says("Ada Okafor")
	ada.votes()
	tablet.visit("/#kiosk")
	tablet.see(tablet.w("voter.kiosk.lead"))
	tablet.fill(tablet.w("shell.slip"), keys["Cleo Marsh"])
	tablet.key(kb.Enter)
	tablet.says("Cleo Marsh")
	tablet.votes()
	s.openElection(token, "Fees 2027", "Praxilla", "Korinna")
	ada.see(ada.w("voter.next", "title", "Fees 2027"))
	ada.see(ada.w("voter.next.keep"))
	tablet.seeNot(tablet.w("voter.next", "title", "Fees 2027"))
	tablet.judge("receipt on a tablet, with another vote open")
	tablet.seeNot(tablet.w("voter.next", "title", "Fees 2027"))
	tablet.click("button", tablet.w("voter.kiosk.done"))
	tablet.heading(tablet.w("voter.kiosk"))
}
