package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// A question with lists: three candidates, two, and one.
const (
	weavers = "Looms and Lanterns"
	potters = "Kilns and Kettles"
	singers = "Open Voices"
)

// council makes an open election with these lists, and answers its id. Anyte, Nossis and Moero are of the minority.
func (s *server) council(token, method string, question fields) string {
	s.t.Helper()
	question["title"], question["method"] = ballotTitle, method
	id := s.paper(token, ballotTitle, []fields{question}, [][]string{{weavers, potters, singers}})
	path := "/api/admin/elections/" + id
	var election struct {
		Questions []struct{ Candidates []struct{ ID, Name string } }
	}
	s.call("GET", path, token, nil, &election)
	members := map[string][]string{
		weavers: {"Praxilla", "Korinna", "Telesilla"}, potters: {"Anyte", "Nossis"}, singers: {"Moero"},
	}
	for _, list := range election.Questions[0].Candidates {
		for _, name := range members[list.Name] {
			s.call("POST", path+"/candidates", token,
				fields{"name": name, "list": list.ID, "minority": list.Name != weavers}, &fields{})
		}
	}
	s.open(token, id)
	return id
}

// unfoldAll opens what is folded.
func (p *page) unfoldAll(selector string) {
	p.t.Helper()
	var done bool
	p.eval(fmt.Sprintf(`document.querySelectorAll(%q).forEach((one) => { one.open = true; }) === undefined`, selector),
		&done)
	p.settled()
}

// seatsOf looks at the counted election from all sides: as a voter, on the board, in the minutes and in the hall.
func (p *page) seatsOf(id, ending string, minutes ...string) {
	p.t.Helper()
	p.visit("/#elections/" + id)
	p.see(ending)
	p.until("the seats", `document.querySelectorAll(".standing").length === 3`)
	p.unfoldAll(".result details")
	p.judge("result with lists")
	p.look("result with lists")
	p.visit("/board/" + id)
	p.see(ending)
	p.unfoldAll(".result details")
	p.until("the seats", `document.querySelectorAll(".standing").length === 3`)
	p.unfoldAll(".standing details")
	p.judge("board with lists")
	p.look("board with lists")
	p.visit("/board/" + id + "#minutes")
	for _, words := range append(minutes, ending) {
		p.see(words)
	}
	p.judge("minutes with lists")
	p.look("minutes with lists")
	p.resize(device{1280, 720, false})
	p.visit("/board/" + id + "#hall")
	p.see(ending)
	p.doesNotScroll()
	p.judge("hall with lists")
	p.look("hall with lists")
}

// A voter gives two marks to one candidate and one to another, and the rest to a list. What a press cannot do is said,
// and none loses a mark.
func TestMarksForCandidatesOfSeveralLists(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	id := s.council(token, "sainte-lague", fields{
		"seats": 3, "min": 1, "max": 5, "each": 2, "lists": fields{"ballot": "free", "within": "votes", "bar": 10},
	})
	p := newPage(t, newBrowser(t), s, "dora", phone)
	p.visit("/")
	p.signIn(s.register("Melinno Voter"), password)
	toBallot(p)
	p.see(p.w("voter.marks.rule.upTo", "n", 5))
	p.judge("free ballot without marks")
	p.click("button", p.w("voter.ballot.check"))
	p.hear(p.w("voter.marks.rule.upTo", "n", 5))
	p.judge("free ballot, refused")
	more := p.w("voter.marks.more", "name", "Praxilla")
	for n := range 2 {
		p.click("button", more)
		p.hear(p.w("voter.marks.given", "name", "Praxilla", "n", n+1) + ". " + p.w("voter.marks.left", "n", 4-n, "of", 5))
	}
	p.click("button", more)
	p.hear(p.w("voter.full.each", "n", 2))
	p.click("button", p.w("voter.marks.more", "name", "Moero"))
	p.see(p.w("voter.marks.left", "n", 2, "of", 5))
	p.clickStart("button", p.w("voter.list.rest")+" ("+potters)
	p.hear(p.w("voter.list.standing.rest", "n", 3, "left", 2, "name", potters))
	p.judge("free ballot")
	p.look("free ballot")
	p.click("button", p.w("voter.marks.less", "name", "Praxilla")) // what she gives back goes to the list
	p.see(p.w("voter.list.standing.rest", "n", 2, "left", 3, "name", potters))
	p.click("button", more)
	p.reload()
	p.see(p.w("voter.list.standing.rest", "n", 3, "left", 2, "name", potters))
	p.click("button", p.w("voter.ballot.check"))
	p.heading(p.w("voter.review.title"))
	wantLines(p, []string{
		p.w("voter.list.given", "name", "Praxilla", "list", weavers, "n", 2),
		p.w("voter.list.given", "name", "Moero", "list", singers, "n", 1),
		p.w("voter.list.given.rest", "name", potters, "n", 2),
	})
	p.look("review of a free ballot")
	castAndJudge(p, id)
	s.marks(token, id, []string{"Praxilla Korinna", "Korinna", "Anyte Korinna"})
	p.seatsOf(id, p.w("outcome.lists.ending", "n", 3, "lists", weavers+" (2) and "+potters+" (1)"),
		p.w("outcome.lists.elected", "list", weavers, "names", "Praxilla and Korinna", "n", 2),
		p.w("outcome.lists.bar.is", "share", "10%"))
}

// A voter strikes one candidate off a list, looks at another list and comes back: what was struck is still struck.
func TestCandidatesAreStruckOffAList(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	id := s.council(token, "quotient", fields{"seats": 3, "min": 1, "lists": fields{"within": "votes"}})
	p := newPage(t, newBrowser(t), s, "dora", phone)
	p.visit("/")
	p.signIn(s.register("Melinno Voter"), password)
	toBallot(p)
	p.click("button", p.w("voter.ballot.check"))
	p.hear(p.w("voter.list.missing"))
	p.choose("radio", weavers)
	p.click("button", p.w("voter.list.strike.name", "name", "Korinna"))
	p.hear(p.w("voter.list.struck", "name", "Korinna", "n", 2, "of", 3))
	p.choose("radio", potters)
	p.click("button", p.w("voter.list.strike.name", "name", "Anyte"))
	p.click("button", p.w("voter.list.strike.name", "name", "Nossis"))
	p.hear(p.w("voter.list.last"))
	p.choose("radio", weavers)
	p.see(p.w("voter.list.standing.struck", "name", weavers, "n", 2, "of", 3))
	p.judge("ballot with erasures")
	p.look("ballot with erasures")
	p.click("button", p.w("voter.list.strike.name", "name", "Praxilla"))
	p.click("button", p.w("voter.list.back.name", "name", "Praxilla"))
	p.hear(p.w("voter.list.kept", "name", "Praxilla", "n", 2, "of", 3))
	p.click("button", p.w("voter.ballot.check"))
	p.heading(p.w("voter.review.title"))
	wantLines(p, []string{weavers, p.w("voter.list.given.struck", "name", "Korinna")})
	castAndJudge(p, id)
	all := strings.Join([]string{weavers, "Praxilla", "Korinna", "Telesilla"}, " ")
	s.marks(token, id, []string{all, all, potters + " Anyte Nossis", potters + " Anyte"})
	p.seatsOf(id, p.w("outcome.lists.ending", "n", 3, "lists", weavers+" (2) and "+potters+" (1)"),
		p.w("outcome.lists.elected", "list", weavers, "names", "Praxilla and Telesilla", "n", 2),
		p.w("outcome.lists.ballot.erasures"), p.w("outcome.lists.quotas"))
}

// A list is chosen by keyboard alone. Of three seats at least two are for the minority, so one candidate makes way.
func TestAListByKeyboardAndASeatForTheMinority(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	id := s.council(token, "dhondt", fields{"seats": 3, "min": 0, "lists": fields{"least": 2}})
	p := newPage(t, newBrowser(t), s, "dora", phone)
	p.toBallotByKeys(s.register("Melinno Voter"))
	p.tabTo("radio", beginning(weavers), weavers)
	p.key(" ")
	p.see(p.w("voter.ballot.chosen", "name", weavers))
	p.key(kb.ArrowDown)
	p.key(kb.ArrowUp)
	p.see(p.w("voter.ballot.chosen", "name", weavers))
	p.unfoldAll(".list-fold")
	p.judge("ballot with lists")
	p.look("ballot with lists")
	p.tabTo("button", exactly(p.w("voter.ballot.check")), "check")
	p.key(kb.Enter)
	p.heading(p.w("voter.review.title"))
	wantLines(p, []string{weavers})
	castAndJudge(p, id)
	s.marks(token, id, []string{weavers, weavers, potters, potters})
	p.seatsOf(id, p.w("outcome.lists.ending", "n", 3, "lists", potters+" (2) and "+weavers+" (1)"),
		p.w("outcome.lists.elected", "list", potters, "names", "Anyte and Nossis", "n", 2),
		p.w("outcome.minority", "least", 2, "n", 2), "3 ÷ 2 = 1.5")
}
