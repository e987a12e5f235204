package browser

import (
	"strings"
	"testing"
)

// A board is asked for in two fields and a pasted list, a tie for its last seats is one press, and both rounds lead to
// each other.
func TestABoardFromAPastedListToItsSecondRound(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	p := newPage(t, newBrowser(t), s, "administrator", phone)
	p.guard.expect("400 (Bad Request)") // a name is given twice
	p.visit("/admin")
	p.signIn(adminEmail, password)
	p.click("link", p.w("admin.elections.new"))
	p.see(p.w("paper.purpose"))
	p.click("link", p.w("paper.purpose.several"))
	p.fill(p.w("admin.election.title"), "Board 2026")
	p.fill(p.w("paper.seats.label"), "3")
	p.look("new election in two fields")
	p.click("button", p.w("admin.election.new.submit"))
	p.heading("Board 2026")
	p.next("draft without candidates", p.w("paper.names.add"))
	p.fill(p.w("paper.names"), "1. Praxilla\n2. Korinna\n\n- praxilla")
	p.click("button", p.w("paper.names.add"))
	p.see("Given twice, or there already: praxilla.")
	p.holds(p.w("paper.names"), "1. Praxilla\n2. Korinna\n\n- praxilla")
	p.fill(p.w("paper.names"), "1. Praxilla\n2. Korinna\n\n- Erinna\n• Nossis")
	p.click("button", p.w("paper.names.add"))
	p.see(p.w("paper.names.added", "n", 4))
	p.see(p.w("steps.open.ready"))
	p.judge("draft after a list of names")

	var route string
	p.eval("location.hash", &route)
	id := strings.TrimPrefix(route, "#elections/")
	s.open(token, id)
	s.marks(token, id, []string{"Praxilla Korinna", "Praxilla Erinna", "Praxilla Nossis", "Praxilla"})
	p.visit("/admin#elections/" + id + "/results")
	again := p.w("paper.round.make", "names", "Korinna, Erinna and Nossis")
	p.see(p.w("paper.round.tie", "names", "Korinna, Erinna and Nossis", "n", 2))
	p.next("results with a tie", again)
	p.judge("results with a tie")
	p.click("button", again)
	second := p.w("paper.round.second", "title", "Board 2026")
	p.heading(second)
	p.seeNot("Praxilla")
	p.eval("location.hash", &route)
	run := strings.TrimPrefix(route, "#elections/")
	s.open(token, run)
	p.click("link", "Board 2026")
	p.click("link", second)
	p.heading(second)
	p.visit("/admin#elections/" + id + "/minutes")
	p.see(p.w("minutes.next"))
	p.click("link", second)
	p.heading(second)
	p.click("link", "Board 2026")
	p.click("link", second)
	p.heading(second)
}

// marks casts a ballot of one question for each line of names, and closes and counts the election.
func (s *server) marks(token, id string, lines []string) {
	var election struct {
		Questions []struct {
			ID         string
			Candidates []struct{ ID, Name string }
		}
	}
	path := "/api/admin/elections/" + id
	s.call("GET", path, token, nil, &election)
	for i, line := range lines {
		answers := fields{}
		for _, q := range election.Questions {
			marks := fields{}
			for _, c := range q.Candidates {
				marks[c.ID] = map[bool]string{false: "00", true: "01"}[strings.Contains(line, c.Name)]
			}
			answers[q.ID] = marks
		}
		voter := s.signIn(s.register([]string{"Ada", "Dora", "Irene", "Phoebe"}[i]+" Voter"), password)
		s.call("POST", "/api/user/elections/"+id+"/vote", voter, fields{"answers": answers}, &fields{})
	}
	s.call("PUT", path+"/status", token, fields{"status": "COMPLETED"}, &fields{})
	s.call("POST", path+"/calculate-results", token, fields{}, &fields{})
}

// One of two open motions is amended: the page says what cancelling would lose, and the other vote goes on.
func TestAnAmendedMotionGetsAVoteOfItsOwn(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	id := s.paper(token, assembly, []fields{
		{"title": "The accounts", "method": "motion"}, {"title": "The fee", "method": "motion"},
	}, [][]string{{}, {}})
	s.open(token, id)
	p := newPage(t, newBrowser(t), s, "administrator", phone)
	p.visit("/admin#elections/" + id)
	p.signIn(adminEmail, password)
	p.click("button", p.w("admin.election.cancel"))
	p.see(p.w("paper.cancel.questions", "n", 2))
	p.click("button", p.w("paper.leave"))
	p.click("button", p.w("paper.amend"))
	p.see(p.w("paper.amend.goesOn"))
	p.judge("dialog to amend a question")
	p.pick(p.w("paper.amend.question"), "The fee")
	p.click("button", p.w("paper.amend.copy"))
	p.see(p.w("paper.amend.done"))
	p.heading("The fee")
	p.seeNot("The accounts")
	p.visit("/admin#elections/" + id)
	p.see(p.w("admin.election.live"))
}

// An election that cannot be counted is given up with a reason, and is then among the earlier ones; one without a
// ballot opens again as a copy.
func TestAClosedElectionEndsWithoutACount(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	id := s.openElection(token, ballotTitle, "Praxilla", "Korinna")
	s.call("PUT", "/api/admin/elections/"+id+"/status", token, fields{"status": "COMPLETED"}, &fields{})
	p := newPage(t, newBrowser(t), s, "administrator", phone)
	p.visit("/admin#elections/" + id)
	p.signIn(adminEmail, password)
	p.see(p.w("steps.count.empty"))
	p.next("closed without a ballot", p.w("steps.again"))
	p.click("button", p.w("paper.giveUp"))
	p.judge("dialog to give up a count")
	p.fill(p.w("paper.reason"), "Nobody came.")
	p.click("button", p.w("paper.giveUp.yes"))
	p.see(p.w("paper.giveUp.done"))
	p.see("Nobody came.")
	p.visit("/admin")
	p.see(p.w("admin.elections.filter.none"))
	p.click("button", p.w("admin.elections.filter.EARLIER"))
	p.see(p.w("admin.elections.next.CANCELLED"))
	p.judge("earlier elections")
}

func TestAMotionFromTheFloorSurvivesAReload(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	s.setUp()
	p := newPage(t, newBrowser(t), s, "administrator", phone)
	p.visit("/admin#motion")
	p.signIn(adminEmail, password)
	p.fill(p.w("motion.title"), "Buy the second kiln")
	p.reload()
	p.holds(p.w("motion.title"), "Buy the second kiln")
}
