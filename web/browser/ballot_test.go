package browser

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func poets() []string {
	return []string{"Praxilla", "Korinna", "Telesilla", "Anyte", "Nossis", "Moero", "Erinna"}
}

// newPaper makes an open election of questions and the page of a voter, who is not signed in yet; it answers the id
// and the voter's address too.
func newPaper(t *testing.T, on device, questions []fields, candidates ...[]string) (p *page, id, email string) {
	t.Helper()
	s := startServer(t, "serve")
	token := s.setUp()
	id = s.paper(token, ballotTitle, questions, candidates)
	s.open(token, id)
	email = s.register("Dora Voter")
	return newPage(t, newBrowser(t), s, "dora", on), id, email
}

// hear waits for words that a screen reader says.
func (p *page) hear(words string) {
	p.t.Helper()
	p.until("to hear "+words, fmt.Sprintf(`document.getElementById("announcer").textContent === %q`, words))
}

func wantLines(p *page, want ...[]string) {
	p.t.Helper()
	var answers [][]string
	p.eval(`[...document.querySelectorAll(".answer")].map((answer) =>
		[...answer.querySelectorAll("li, p")].map((line) => line.textContent))`, &answers)
	if !slices.EqualFunc(answers, want, slices.Equal) {
		p.t.Errorf("the last look says %q, want %q", answers, want)
	}
}

func castAndJudge(p *page, id string) {
	p.t.Helper()
	p.judge("review")
	p.click("button", p.w("voter.review.cast"))
	p.heading(p.w("voter.receipt.title"))
	p.judge("receipt")
	wantBallots(p, id, 1)
}

func TestRankSevenByKeyboardAlone(t *testing.T) {
	t.Parallel()
	p, id, email := newPaper(t, desktop, []fields{{"title": "Board", "method": "stv", "seats": 3, "min": 1}}, poets())
	p.toBallotByKeys(email)
	// Without a rank the way goes back to the candidates, with a word about it.
	p.tabTo("button", exactly(p.w("voter.ballot.check")), "check")
	p.key(kb.Enter)
	p.hear(p.w("voter.rank.rule.any"))

	order := []string{"Moero", "Praxilla", "Nossis", "Erinna", "Anyte", "Korinna", "Telesilla"}
	for i, name := range order {
		p.tabTo("button", beginning(name), name)
		p.key([]string{kb.Enter, " "}[i%2])
		p.see(p.w("voter.standing.ranked", "n", i+1, "of", 7))
	}
	p.hear("Telesilla, 7th of 7")
	p.judge("ranked")
	// No name moves until they are put in order.
	p.until("the order of the paper", `document.querySelector(".ranking .cards:not([hidden]) button").textContent
		.startsWith("Praxilla")`)
	p.tabTo("button", exactly(p.w("voter.rank.order")), "order")
	p.key(kb.Enter)
	p.hear(p.w("voter.rank.said.order", "names", "Moero, Praxilla, Nossis, Erinna, Anyte, Korinna and Telesilla"))
	// The focus stays with the row: Erinna goes to the top and one down again, and Praxilla goes out and to the end.
	p.tabTo("button", exactly(p.w("voter.rank.up", "name", "Erinna")), "up")
	for _, said := range []string{"Erinna, 3rd of 7", "Erinna, 2nd of 7", "Erinna, 1st of 7"} {
		p.key(kb.Enter)
		p.hear(said)
	}
	p.tabTo("button", exactly(p.w("voter.rank.down", "name", "Erinna")), "down")
	p.key(" ")
	p.hear("Erinna, 2nd of 7")
	p.tabTo("button", beginning("Praxilla"), "Praxilla")
	p.key(" ")
	p.hear(p.w("voter.rank.said.none", "name", "Praxilla"))
	p.key(" ")
	p.hear("Praxilla, 7th of 7")

	p.tabTo("button", exactly(p.w("voter.ballot.check")), "check")
	p.key(kb.Enter)
	p.heading(p.w("voter.review.title"))
	wantLines(p, []string{"Moero", "Erinna", "Nossis", "Anyte", "Korinna", "Telesilla", "Praxilla"})
	p.tabTo("button", exactly(p.w("voter.review.cast")), "cast")
	p.key(kb.Enter)
	p.heading(p.w("voter.receipt.title"))
	wantBallots(p, id, 1)
}

func TestRankByTouchOnANarrowScreen(t *testing.T) {
	t.Parallel()
	p, id, email := newPaper(t, narrow, []fields{{"title": "Chair", "method": "schulze", "max": 5}}, poets())
	p.visit("/")
	p.signIn(email, password)
	toBallot(p)
	bar := `getComputedStyle(document.querySelector(".ballot-bar")).position`
	p.until("the bar that covers no candidate", bar+` === "static"`)
	p.judge("nothing ranked")
	for i, name := range []string{"Anyte", "Moero", "Praxilla", "Nossis", "Korinna"} {
		p.clickStart("button", name)
		p.find(exactly(name+" "+p.w("voter.rank.place", "n", i+1)), name+" with a rank", "button")
	}
	p.until("the bar that stays in sight", bar+` === "sticky"`)
	p.clickStart("button", "Erinna") // a sixth is refused, with a reason
	p.see(p.w("voter.full.ranked", "n", 5))
	p.judge("ranks are full")
	p.click("button", p.w("voter.rank.order"))
	p.click("button", p.w("voter.rank.up", "name", "Korinna"))
	p.hear("Korinna, 4th of 7")
	p.clickStart("button", "Moero") // out
	p.hear(p.w("voter.rank.said.none", "name", "Moero"))
	p.choose("checkbox", p.w("voter.rank.join")+" (Praxilla)")
	p.hear(p.w("voter.rank.said.shared", "name", "Praxilla", "place", "1st", "n", 7, "others", "Anyte"))
	p.judge("equal ranks")
	p.click("button", p.w("voter.ballot.check"))
	p.heading(p.w("voter.review.title"))
	wantLines(p, []string{"Anyte and Praxilla", "Korinna", "Nossis"})
	castAndJudge(p, id)
}

// A paper as long as a paper can be, on the narrowest phone: some questions are answered, and the rest is blank in
// words.
func TestTwentyQuestionsOnANarrowScreen(t *testing.T) {
	t.Parallel()
	questions := []fields{{
		"title": "Statutes", "text": "The assembly changes article 7.", "method": "motion",
		"threshold": fields{"least": []int{3, 4}, "of": "decided"},
	}}
	candidates := [][]string{nil} // a motion makes its own
	for i := 1; i < 20; i++ {
		question := [...]fields{{"method": "star"}, {"method": "plurality"}, {"method": "block", "seats": 2, "max": 2},
			{"method": "approval"}, {"method": "irv"}}[i%5]
		question["title"], question["min"] = fmt.Sprint("Question ", i), 0
		questions = append(questions, question)
		var names []string
		for _, name := range poets()[:3] {
			names = append(names, fmt.Sprint(name, " ", i))
		}
		candidates = append(candidates, names)
	}
	p, id, email := newPaper(t, narrow, questions, candidates...)
	p.visit("/")
	p.signIn(email, password)
	p.see(p.w("voter.card.questions", "n", 20))
	p.click("link", p.w("voter.card.vote")+" "+p.w("voter.card.vote.in", "title", ballotTitle))
	p.card(1, 20, "Statutes")
	p.judge("twenty questions")
	p.onward()
	p.hear(p.w("voter.rule.motion")) // which cannot be blank

	title := func(i int) string { return fmt.Sprint("Question ", i-1) }
	p.choose("radio", p.w("shell.option.yes"))
	p.onward()
	p.card(2, 20, title(2))
	p.choose("radio", "Korinna 1")
	p.onward()
	p.card(3, 20, title(3))
	p.choose("checkbox", "Praxilla 2")
	p.choose("checkbox", "Korinna 2")
	p.clickStart("checkbox", "Telesilla 2")
	p.see(p.w("voter.full.chosen", "n", 2))
	p.judge("a box too many")
	p.onward()
	p.card(4, 20, title(4))
	p.onward()
	p.card(5, 20, title(5))
	p.clickStart("button", "Telesilla 4")
	p.see(p.w("voter.standing.ranked", "n", 1, "of", 3))
	p.onward()
	p.card(6, 20, title(6))
	p.click("radio", p.w("voter.star.stars", "n", 5)) // the first there are
	p.see(p.w("voter.standing.stars", "n", 1, "of", 3))
	p.judge("some answers")
	p.leap(20, "open", title(20))
	p.card(20, 20, title(20))
	p.click("button", p.w("voter.ballot.check"))
	p.heading(p.w("voter.review.title"))
	want := [][]string{
		{p.w("shell.option.yes")}, {"Korinna 1"}, {"Praxilla 2", "Korinna 2"}, {p.w("voter.review.blank")}, {"Telesilla 4"},
		{"Praxilla 5: 5 stars", "Korinna 5: 0 stars", "Telesilla 5: 0 stars"},
	}
	for len(want) < 20 {
		want = append(want, []string{p.w("voter.review.blank")})
	}
	wantLines(p, want...)

	castAndJudge(p, id)
}

func TestYesOrNoToEachCandidate(t *testing.T) {
	t.Parallel()
	p, id, email := newPaper(t, narrow, []fields{{"title": ballotTitle, "method": "confirm", "seats": 2}}, poets()[:3])
	p.visit("/")
	p.signIn(email, password)
	toBallot(p)
	p.see(p.w("voter.rule.confirm"))
	p.see(p.w("voter.confirm.hint"))
	p.judge("nothing answered")
	p.click("radio", p.w("shell.option.yes")) // of the first
	p.see(p.w("voter.standing.answered", "n", 1, "of", 3))
	p.run(chromedp.Click(".candidate:nth-child(2) .choice:nth-child(2) label", chromedp.ByQuery))
	p.see(p.w("voter.standing.answered", "n", 2, "of", 3))
	p.judge("two answers")
	p.click("button", p.w("voter.ballot.check"))
	p.heading(p.w("voter.review.title"))
	wantLines(p, []string{"Praxilla: Yes", "Korinna: No", "Telesilla: Abstain"})
	castAndJudge(p, id)
}

func TestBlankIsSaidInWords(t *testing.T) {
	t.Parallel()
	p, id, email := newPaper(t, phone, []fields{{"title": ballotTitle, "min": 0}}, poets()[:2])
	p.visit("/")
	p.signIn(email, password)
	toBallot(p)
	p.choose("radio", "Praxilla")
	p.see(p.w("voter.ballot.chosen", "name", "Praxilla"))
	p.choose("radio", p.w("voter.question.blank"))
	p.see(p.w("voter.standing.blank"))
	p.judge("blank")
	p.click("button", p.w("voter.ballot.check"))
	p.heading(p.w("voter.review.title"))
	wantLines(p, []string{p.w("voter.review.blank")})
	castAndJudge(p, id)
}

// Somebody with a proxy casts their own ballot, and then the giver's.
func TestVoteForSomebodyElseToo(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	email := s.register("Dora Voter") // with this number
	table := "full_name,national_id,member,weight,proxy_for\n" +
		"Dora Voter,KM079190,M-1,1.5,M-2\nNoor Haddad,KM000002,M-2,0.25,\n"
	s.call("POST", "/api/admin/roll", token, []byte(table), &fields{})
	id := s.paper(token, ballotTitle, []fields{{"title": ballotTitle}}, [][]string{poets()[:2]})
	s.call("PUT", "/api/admin/elections/"+id, token, fields{"settings": fields{"electorate": "roll", "maxProxies": 1}},
		&fields{})
	s.open(token, id)

	p := newPage(t, newBrowser(t), s, "dora", phone)
	p.visit("/")
	p.signIn(email, password)
	p.see(p.w("voter.paper.also", "names", "Noor Haddad"))
	p.judge("elections with a proxy")
	toBallot(p)
	p.see(p.w("voter.paper.weight", "n", 1.5))
	toReview(p)
	p.click("button", p.w("voter.review.cast"))
	p.heading(p.w("voter.receipt.title"))
	p.judge("receipt with a paper left")
	p.click("link", p.w("voter.paper.vote", "name", "Noor Haddad"))
	p.heading(ballotTitle)
	p.see(p.w("voter.paper.for", "name", "Noor Haddad"))
	p.see(p.w("voter.ballot.notChosen")) // a paper has its own marks
	p.judge("ballot for somebody else")
	p.choose("radio", "Korinna")
	p.click("button", p.w("voter.ballot.check"))
	p.heading(p.w("voter.review.title"))
	p.see(p.w("voter.paper.for", "name", "Noor Haddad"))
	p.click("button", p.w("voter.review.cast"))
	p.heading(p.w("voter.receipt.title"))
	p.see(p.w("voter.receipt.for"))
	wantBallots(p, id, 2)

	p.visit("/#elections/" + id)
	p.see(p.w("voter.voted.reason"))
	p.click("link", p.w("voter.receipt.again.for", "name", "Noor Haddad"))
	p.heading(p.w("voter.receipt.title"))

	// The result and the board have the weights as decimal numbers of the reader's language.
	path := "/api/admin/elections/" + id
	s.call("PUT", path+"/status", token, fields{"status": "COMPLETED"}, &fields{})
	s.call("POST", path+"/calculate-results", token, fields{}, &fields{})
	p.visit("/#elections/" + id)
	p.see(p.w("outcome.weights", "people", p.w("outcome.people", "n", 2), "n", 1.75))
	p.judge("result with decimals")
	p.prefer("de")
	p.words = readWords(t, "de")
	p.visit("/board/" + id)
	p.see(p.w("outcome.weights", "people", p.w("outcome.people", "n", 2), "n", "1,75"))
}

// Marks are given and taken back by button, with the keyboard too. A button that is refused says why.
func TestSeveralMarksForACandidate(t *testing.T) {
	t.Parallel()
	question := fields{"title": ballotTitle, "method": "cumulate", "seats": 2, "max": 4, "each": 3}
	p, id, email := newPaper(t, phone, []fields{question}, poets()[:3])
	p.visit("/")
	p.signIn(email, password)
	toBallot(p)
	p.see(p.w("voter.marks.rule.upTo", "n", 4))
	p.see(p.w("voter.marks.each", "n", 3))
	p.see(p.w("voter.marks.left", "n", 4, "of", 4))
	p.judge("no marks")
	more := func(name string) { p.click("button", p.w("voter.marks.more", "name", name)) }
	for range 4 {
		more("Praxilla")
	}
	p.see(p.w("voter.full.each", "n", 3))
	p.see(p.w("voter.marks.left", "n", 1, "of", 4))
	p.judge("a candidate has all that one may have")
	p.run(chromedp.KeyEvent("\t"), chromedp.KeyEvent("\t"), chromedp.KeyEvent("\r")) // more for the next candidate
	p.see(p.w("voter.marks.left", "n", 0, "of", 4))
	more("Telesilla")
	p.see(p.w("voter.full.marks", "n", 4))
	p.click("button", p.w("voter.marks.less", "name", "Praxilla"))
	more("Telesilla")
	p.judge("all marks")
	p.click("button", p.w("voter.ballot.check"))
	p.heading(p.w("voter.review.title"))
	wantLines(p, []string{"Praxilla: 2 marks", "Korinna: 1 mark", "Telesilla: 1 mark"})
	castAndJudge(p, id)
}
