package browser

import (
	"strings"
	"testing"
)

// A motion from the floor: somebody writes it, it appears by itself on the page of a voter and on the screen of the
// hall, and so does its result.
func TestMotionFromTheFloor(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	s.openElection(token, "Keeper of the kiln", "Praxilla", "Korinna") // so that there is a list
	voter := s.register("Ada Voter")
	chromium := newBrowser(t)
	admin, ada, hall := newPage(t, chromium, s, "administrator", desktop), newPage(t, chromium, s, "ada", phone),
		newPage(t, chromium, s, "hall", device{1280, 720, false})
	ada.visit("/")
	ada.signIn(voter, password)
	ada.see("Keeper of the kiln")

	const title = "Buy the second kiln"
	admin.visit("/admin")
	admin.signIn(adminEmail, password)
	admin.click("link", admin.w("admin.elections.motion"))
	admin.heading(admin.w("motion.heading"))
	admin.judge("motion")
	admin.fill(admin.w("motion.title"), title)
	admin.fill(admin.w("motion.text"), "The assembly buys the second kiln for at most 4,000 and pays it from the reserve.")
	admin.pick(admin.w("motion.minutes"), "10 minutes")
	admin.click("button", admin.w("motion.open"))
	admin.see(admin.w("motion.opened"))

	ada.see(title) // she has done nothing
	ada.judge("a new motion")
	hall.visit("/board#hall")
	hall.heading(title)
	hall.see(hall.w("shell.turnout", "ballots", 0, "n", 1, "share", "0%"))
	hall.judge("hall, open")
	for _, screen := range []device{{1280, 720, false}, {1920, 1080, false}} {
		hall.resize(screen)
		hall.doesNotScroll()
	}

	var route string
	admin.eval("location.hash", &route)
	id := strings.TrimPrefix(route, "#elections/")
	ada.click("link", ada.w("voter.card.vote")+" "+ada.w("voter.card.vote.in", "title", title))
	ada.heading(title)
	ada.choose("radio", ada.w("shell.option.yes"))
	ada.click("button", ada.w("voter.ballot.check"))
	ada.click("button", ada.w("voter.review.cast"))
	ada.heading(ada.w("voter.receipt.title"))
	hall.see(hall.w("shell.turnout", "ballots", 1, "n", 1, "share", "100%"))

	s.call("PUT", "/api/admin/elections/"+id+"/status", token, fields{"status": "COMPLETED"}, &fields{})
	hall.see(hall.w("outcome.ending.passed", "yes", 1, "no", 0)) // nobody has pressed anything
	hall.judge("hall, result")
	for _, screen := range []device{{1280, 720, false}, {1920, 1080, false}} {
		hall.resize(screen)
		hall.doesNotScroll()
	}

	// As much text as a motion can have, below a long title, is made to fit.
	long := strings.TrimSpace(strings.Repeat("The assembly asks the board to look for a workshop with two kilns. ", 74))
	longTitle := strings.TrimSpace(strings.Repeat("A workshop for everybody ", 6))
	s.call("POST", "/api/admin/motions", token, fields{"title": longTitle, "text": long, "electorate": "open"}, &fields{})
	hall.heading(longTitle)
	for _, screen := range []device{{1280, 720, false}, {1920, 1080, false}} {
		hall.resize(screen)
		hall.doesNotScroll()
	}
	hall.look("hall, the longest motion")
}

// The screen of the hall is on before the first vote opens, and shows it then.
func TestTheScreenOfTheHallWaitsForTheFirstVote(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	hall := newPage(t, newBrowser(t), s, "hall", device{1280, 720, false})
	hall.visit("/board#hall")
	hall.heading(hall.w("board.hall.none"))
	hall.judge("hall, before the first vote")
	hall.look("hall, before the first vote")
	s.openElection(token, ballotTitle, "Praxilla", "Korinna")
	hall.heading(ballotTitle)
}

// doesNotScroll waits until all of the hall's screen is on the screen.
func (p *page) doesNotScroll() {
	p.t.Helper()
	p.until("all to be on the screen", `[document.documentElement,
		...document.querySelectorAll(".hall, .hall-place, .hall-motion, .hall-result")]
		.every((node) => node.scrollHeight <= node.clientHeight + 1 && node.scrollWidth <= node.clientWidth + 1)`)
}
