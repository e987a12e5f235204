package browser

import (
	"context"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const ballotTitle = "Treasurer"

// newBallot makes an open election of two candidates and the page of a voter who is to vote in it; it answers the id
// too.
func newBallot(t *testing.T, on device) (*page, string) {
	t.Helper()
	s := startServer(t, "serve")
	id := s.openElection(s.setUp(), ballotTitle, "Praxilla", "Korinna")
	email := s.register("Dora Voter")
	p := newPage(t, newBrowser(t), s, "dora", on)
	p.visit("/")
	p.signIn(email, password)
	return p, id
}

// toBallot goes from the list of elections to the ballot.
func toBallot(p *page) {
	p.t.Helper()
	p.click("link", p.w("voter.card.vote")+" "+p.w("voter.card.vote.in", "title", ballotTitle))
	p.heading(ballotTitle)
}

// toReview chooses, and goes on to the last look.
func toReview(p *page) {
	p.t.Helper()
	p.choose("radio", "Praxilla")
	p.click("button", p.w("voter.ballot.check"))
	p.heading(p.w("voter.review.title"))
}

func wantBallots(p *page, id string, want int) {
	p.t.Helper()
	if got := p.server.ballots(id); got != want {
		p.t.Errorf("%d ballots are in the box, want %d", got, want)
	}
}

// connection makes the network slow, or takes it away altogether.
func (p *page) connection(offline bool, latency time.Duration) {
	p.t.Helper()
	ms := float64(latency.Milliseconds())
	p.run(
		chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := network.EmulateNetworkConditionsByRule([]*network.Conditions{
				{Offline: offline, Latency: ms, DownloadThroughput: -1, UploadThroughput: -1},
			}).Do(ctx)
			return err
		}),
		network.OverrideNetworkState(offline, ms, -1, -1),
	)
}

func TestDoubleTapCastsOneVote(t *testing.T) {
	t.Parallel()
	p, id := newBallot(t, phone)
	toBallot(p)
	toReview(p)
	p.connection(false, 400*time.Millisecond) // long enough for an impatient thumb
	at := p.point(exactly(p.w("voter.review.cast")), p.w("voter.review.cast"), "button")
	p.run(chromedp.MouseClickXY(at.X, at.Y), chromedp.MouseClickXY(at.X, at.Y, chromedp.ClickCount(2)))
	p.pressAt(at)
	p.heading(p.w("voter.receipt.title"))
	var selected string
	if p.eval("getSelection().toString()", &selected); selected != "" {
		t.Errorf("the second click selected %q", selected)
	}
	if n := len(p.guard.sent("POST", "/ballots")); n != 1 {
		t.Errorf("the vote was sent %d times, want once", n)
	}
	wantBallots(p, id, 1)
}

func TestBackAfterCastingDoesNotLeadToTheBallot(t *testing.T) {
	t.Parallel()
	p, id := newBallot(t, phone)
	toBallot(p)
	toReview(p)
	p.click("button", p.w("voter.review.cast"))
	p.heading(p.w("voter.receipt.title"))

	p.back()
	p.see(p.w("voter.voted.reason"))
	p.seeNot(p.w("voter.ballot.choose"))
	p.judge("voted")
	// The way to the receipt is still open in this tab.
	p.click("link", p.w("voter.receipt.again"))
	p.heading(p.w("voter.receipt.title"))
	// Nor does the address of the last look lead there.
	p.visit("/#elections/" + id + "/review")
	p.see(p.w("voter.voted.reason"))
	wantBallots(p, id, 1)
}

func TestRefreshInTheMiddle(t *testing.T) {
	t.Parallel()
	p, id := newBallot(t, phone)
	toBallot(p)
	p.choose("radio", "Korinna")
	p.reload()
	p.heading(ballotTitle)
	p.see(p.w("voter.ballot.chosen", "name", "Korinna")) // phones throw tabs away

	toReview(p)
	p.reload()
	p.heading(p.w("voter.review.title"))
	wantBallots(p, id, 0)

	p.click("button", p.w("voter.review.cast"))
	p.heading(p.w("voter.receipt.title"))
	receipt := func() (text string) {
		p.eval(`document.querySelector(".receipt dl").innerText`, &text)
		return text
	}
	before := receipt()
	p.reload()
	p.heading(p.w("voter.receipt.title"))
	if after := receipt(); after != before {
		t.Errorf("the receipt changed:\n%s\nbefore:\n%s", after, before)
	}
	wantBallots(p, id, 1)
}

func TestRefreshKeepsWhatWasTyped(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	s.setUp()
	chromium := newBrowser(t)

	p := newPage(t, chromium, s, "eva", phone)
	p.visit("/#register")
	p.fill(p.w("voter.name"), "Eva Voter")
	p.fill(p.w("voter.number"), "AB123409")
	p.fill(p.w("shell.password"), password)
	p.reload()
	p.holds(p.w("voter.name"), "Eva Voter")
	p.holds(p.w("voter.number"), "") // what is secret is not written down
	p.holds(p.w("shell.password"), "")
	p.visit("/") // the next person at the same tablet
	p.visit("/#register")
	p.holds(p.w("voter.name"), "")

	admin := newPage(t, chromium, s, "administrator", desktop)
	admin.visit("/admin")
	admin.judge("sign-in of administrators")
	admin.signIn(adminEmail, password)
	admin.click("link", admin.w("admin.elections.new"))
	admin.click("link", admin.w("paper.purpose.several"))
	admin.fill(admin.w("admin.election.title"), "Half a title")
	admin.reload()
	admin.holds(admin.w("admin.election.title"), "Half a title")
}

func TestOfflineLosesNothing(t *testing.T) {
	t.Parallel()
	p, id := newBallot(t, phone)
	p.guard.expect("net::ERR_INTERNET_DISCONNECTED")
	toBallot(p)
	p.choose("radio", "Praxilla")

	p.connection(true, 0)
	p.see(p.w("shell.offline"))
	p.see(p.w("voter.ballot.chosen", "name", "Praxilla"))
	p.judge("offline")
	p.click("link", p.w("voter.back"))
	p.heading(p.w("shell.failure.title"))
	p.see(p.w("shell.problem.unreachable"))
	p.judge("failure")
	p.connection(false, 0) // and the page loads by itself
	p.heading(p.w("voter.elections"))
	p.seeNot(p.w("shell.offline"))
	p.click("link", p.w("voter.card.vote")+" "+p.w("voter.card.vote.in", "title", ballotTitle))
	p.see(p.w("voter.ballot.chosen", "name", "Praxilla"))

	p.connection(true, 0)
	p.click("button", p.w("voter.ballot.check"))
	p.heading(p.w("voter.review.title")) // from memory
	p.see("Praxilla")
	p.click("button", p.w("voter.review.cast"))
	p.heading(p.w("voter.cast.offline"))
	p.judge("cast offline")
	p.run(chromedp.Evaluate(`location.hash = ""`, nil))
	p.heading(p.w("shell.failure.title"))
	p.connection(false, 0)
	p.see(p.w("voter.cast.waiting", "title", ballotTitle))
	p.see(p.w("voter.cast.waiting.badge"))
	if p.now(`document.querySelector("main a[href$=\"` + id + `\"]") !== null`) {
		t.Error("the election offers another way to vote")
	}
	p.inspect("a ballot is not confirmed")
	wantBallots(p, id, 0)
	p.click("link", p.w("voter.cast.waiting.go"))
	p.heading(p.w("voter.receipt.title"))
	wantBallots(p, id, 1)
}

// A part of the page that the network lost comes when the network is back.
func TestALostPartOfThePageComesLater(t *testing.T) {
	t.Parallel()
	p, id := newBallot(t, phone)
	p.guard.expect("net::ERR_INTERNET_DISCONNECTED")
	toBallot(p)
	p.choose("radio", "Praxilla")
	p.connection(true, 0)
	p.run(chromedp.Evaluate(`location.hash = "profile"`, nil)) // no one was there yet
	p.heading(p.w("shell.failure.title"))
	p.connection(false, 0)
	p.heading(p.w("voter.profile"))
	p.run(chromedp.Evaluate(`location.hash = "elections/`+id+`"`, nil))
	p.see(p.w("voter.ballot.chosen", "name", "Praxilla"))
}

// toBallotByKeys signs in and goes to the ballot without a mouse.
func (p *page) toBallotByKeys(email string) {
	p.t.Helper()
	p.visit("/")
	p.key(kb.Tab)
	p.see(p.w("shell.skip"))
	p.key(kb.Enter)
	p.tabTo("textbox", exactly(p.w("shell.email")), "e-mail")
	p.key(email)
	p.tabTo("textbox", exactly(p.w("shell.password")), "password")
	p.key(password + kb.Enter)
	p.heading(p.w("voter.elections"))
	p.tabTo("link", beginning(p.w("voter.card.vote")+" "), "vote")
	p.key(kb.Enter)
	p.heading(ballotTitle)
}

func TestVoteByKeyboardAlone(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	id := s.openElection(s.setUp(), ballotTitle, "Praxilla", "Korinna")
	email := s.register("Dora Voter")
	p := newPage(t, newBrowser(t), s, "dora", desktop)
	p.toBallotByKeys(email)
	// Without a choice the way goes back to the candidates, with a word about it.
	p.tabTo("button", exactly(p.w("voter.ballot.check")), "check")
	p.key(kb.Enter)
	p.see(p.w("voter.ballot.missing"))
	p.key(" ")
	p.tabTo("button", exactly(p.w("voter.ballot.check")), "check")
	p.key(kb.Enter)
	p.heading(p.w("voter.review.title"))
	p.tabTo("button", exactly(p.w("voter.review.cast")), "cast")
	p.key(kb.Enter)
	p.heading(p.w("voter.receipt.title"))
	wantBallots(p, id, 1)
}

func TestDialogKeepsAndRestoresTheFocus(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	s.setUp()
	p := newPage(t, newBrowser(t), s, "administrator", desktop)
	p.visit("/admin#elections/new/plurality")
	p.signIn(adminEmail, password)
	p.fill(p.w("admin.election.title"), ballotTitle)
	p.click("button", p.w("admin.election.new.submit"))
	p.heading(ballotTitle)

	remove := exactly(p.w("admin.election.delete"))
	p.tabTo("button", remove, "delete")
	p.key(kb.Enter)
	p.heading(p.w("admin.delete.title", "title", ballotTitle))
	p.judge("dialog to delete")
	for range 6 {
		p.key(kb.Tab)
		var outside bool
		// Between the last control and the first the browser's own frame has the focus, which a page knows as none.
		p.eval(`![document.body, document.documentElement].includes(document.activeElement) &&`+
			` !document.activeElement.closest("dialog")`, &outside)
		if outside {
			t.Error("the focus left the dialog")
		}
	}
	p.key(kb.Escape)
	p.until("the dialog to close", `!document.querySelector("dialog")`)
	var restored bool
	if !p.on(p.find(remove, "delete", "button"), `function () { return this === document.activeElement; }`, &restored) ||
		!restored {
		t.Error("the focus did not return to the button that opened the dialog")
	}
}
