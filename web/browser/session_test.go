package browser

import "testing"

const unauthorised = "401 (Unauthorized)" // what the browser logs when a session has ended

func TestSessionEndsWithAHalfFilledForm(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	s.setUp()
	p := newPage(t, newBrowser(t), s, "administrator", desktop)
	p.guard.expect(unauthorised)
	p.visit("/admin#elections/new/plurality")
	p.signIn(adminEmail, password)
	p.heading(p.w("admin.election.new"))
	p.fill(p.w("admin.election.title"), "Archon")
	p.clickStart("DisclosureTriangle", p.w("paper.new.more"))
	p.fill(p.w("admin.election.description"), "A long description that nobody wants to type twice.")

	s.endSessions(adminEmail, password)
	p.click("button", p.w("admin.election.new.submit"))
	p.signInAgain(password)
	p.heading("Archon")
	p.see("A long description that nobody wants to type twice.")
	if n := len(p.guard.sent("POST", "/api/admin/elections")); n != 2 {
		t.Errorf("the draft was sent %d times, want once before and once after the sign-in", n)
	}
}

func TestSessionEndsBeforeTheVoteIsCast(t *testing.T) {
	t.Parallel()
	p, id := newBallot(t, phone)
	p.guard.expect(unauthorised)
	toBallot(p)
	toReview(p)
	p.server.endSessions("dora@example.org", password)
	p.click("button", p.w("voter.review.cast"))
	p.signInAgain(password)
	p.heading(p.w("voter.receipt.title"))
	wantBallots(p, id, 1)
}

func TestSessionEndsAndNobodySignsInAgain(t *testing.T) {
	t.Parallel()
	p, id := newBallot(t, phone)
	p.guard.expect(unauthorised)
	toBallot(p)
	toReview(p)
	p.server.endSessions("dora@example.org", password)
	p.click("button", p.w("voter.review.cast"))
	p.heading(p.w("shell.expired.title"))
	p.click("button", p.w("shell.expired.leave"))
	p.see(p.w("shell.expired.notice"))
	p.judge("signed out by expiry")
	wantBallots(p, id, 0)
	// The sealed ballot waits in the browser for its voter, who pressed "Cast".
	p.signIn("dora@example.org", password)
	p.heading(p.w("voter.receipt.title"))
	wantBallots(p, id, 1)
}
