package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp/kb"
)

// highest is how high a screen of a ballot may be, in pixels.
const highest = 6000

// twentyByTwenty are as many questions with as many candidates as people have seen, of all kinds of marks.
func twentyByTwenty() (questions []fields, candidates [][]string) {
	kinds := []fields{{"method": "plurality"}, {"method": "approval"}, {"method": "schulze"}, {"method": "star"},
		{"method": "confirm"}, {"method": "cumulate", "seats": 2, "max": 4, "each": 3}, {"method": "irv"}}
	for i := range 20 {
		question := fields{"title": post(i + 1), "min": 0}
		for key, value := range kinds[i%len(kinds)] {
			question[key] = value
		}
		var names []string
		for k := range 20 {
			names = append(names, poets()[(i+k)%7]+" of "+[]string{"Sikyon", "Tanagra", "Argos"}[k/7])
		}
		questions, candidates = append(questions, question), append(candidates, names)
	}
	questions[1]["min"] = 1
	return questions, candidates
}

func post(number int) string { return fmt.Sprintf("Delegate of section %d", number) }

// card waits for the card of a question.
func (p *page) card(number, of int, title string) {
	p.t.Helper()
	p.heading(p.w("voter.question.of", "i", number, "of", of) + " " + title)
	p.until("the focus on the heading", `document.activeElement.matches("h1")`)
}

// toCards signs in, and goes from the list of elections to the first card.
func toCards(p *page, email string, of int, title string) {
	p.t.Helper()
	p.visit("/")
	p.signIn(email, password)
	p.click("link", p.w("voter.card.vote")+" "+p.w("voter.card.vote.in", "title", ballotTitle))
	p.card(1, of, title)
}

// leap presses a question in the strip.
func (p *page) leap(number int, state, title string) {
	p.t.Helper()
	p.click("link", p.w("voter.cards."+state, "i", number, "title", title))
}

func (p *page) onward() {
	p.t.Helper()
	p.click("button", p.w("voter.cards.next"))
}

// judgeHard judges where colours are forced, and where letters are twice as high.
func (p *page) judgeHard(state string) {
	p.t.Helper()
	p.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
		{Name: "forced-colors", Value: "active"}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}))
	p.isNarrow(state + ", forced colours")
	p.keep(p.name + "-" + state + "-forced")
	p.scheme("light")
	var done bool
	p.eval(`(document.documentElement.style.fontSize = "200%") !== ""`, &done)
	p.judge(state + ", 200 % letters")
	p.keep(p.name + "-" + state + "-200")
	p.eval(`(document.documentElement.style.fontSize = "") === ""`, &done)
	p.scheme("light")
}

// No screen of a long ballot is high, each question is one press away, and nothing that is marked gets lost on the way.
func TestALongBallotIsAQuestionAScreen(t *testing.T) {
	t.Parallel()
	questions, candidates := twentyByTwenty()
	p, id, email := newPaper(t, phone, questions, candidates...)
	toCards(p, email, 20, post(1))
	p.keep("cards-first")
	p.choose("radio", "Anyte of Sikyon")
	p.see(p.w("voter.ballot.chosen", "name", "Anyte of Sikyon"))
	for i := 2; i <= 20; i++ {
		p.leap(i, "open", post(i))
		p.card(i, 20, post(i))
		var high float64
		if p.eval("document.documentElement.scrollHeight", &high); high > highest {
			t.Errorf("the card of question %d is %v pixels high, want %d at most", i, high, highest)
		}
		t.Logf("question %d, %v: %v pixels", i, questions[i-1]["method"], high)
		if method := questions[i-1]["method"]; method == "approval" || method == "schulze" || method == "irv" {
			var row float64
			p.eval(`Math.max(...[...document.querySelectorAll(".candidate")].map((node) => node.offsetHeight))`, &row)
			if row < 44 || row > 56 {
				t.Errorf("a row of question %d, %v, is %v pixels high, want 44 to 56", i, method, row)
			}
		}
		if i < 9 {
			p.judge(fmt.Sprintf("card %d", i))
			p.look(fmt.Sprintf("card %d", i))
		}
	}
	p.leap(2, "open", post(2))
	p.card(2, 20, post(2))
	p.onward() // which cannot be blank
	p.hear(p.w("voter.rule.any"))
	p.judge("card that lacks a mark")
	p.choose("checkbox", "Nossis of Argos")
	p.onward()
	p.card(3, 20, post(3))
	p.onward() // left blank
	p.card(4, 20, post(4))
	p.click("link", p.w("voter.cards.back"))
	p.card(3, 20, post(3))
	for i, name := range []string{"Moero of Tanagra", "Anyte of Sikyon"} {
		p.clickStart("button", name)
		p.find(exactly(name+" "+p.w("voter.rank.place", "n", i+1)), name+" with a rank", "button")
	}
	p.judgeHard("card with ranks")
	p.onward()
	p.card(4, 20, post(4))

	p.back() // the browser's own way back
	p.card(3, 20, post(3))
	p.see(p.w("voter.standing.ranked", "n", 2, "of", 20))
	p.reload()
	p.see(p.w("voter.standing.ranked", "n", 2, "of", 20))
	p.leap(1, "answered", post(1))
	p.card(1, 20, post(1))
	p.see(p.w("voter.ballot.chosen", "name", "Anyte of Sikyon"))
	p.leap(20, "open", post(20))
	p.card(20, 20, post(20))
	p.click("button", p.w("voter.ballot.check"))
	p.heading(p.w("voter.review.title"))

	// Blank questions are summed up, and each can be changed, with the way back to its place.
	p.see(p.w("voter.review.blanks", "n", 17))
	p.inspect("review of twenty questions")
	p.judgeHard("review of twenty questions")
	p.click("link", p.w("voter.review.change.one")+" ("+post(11)+")")
	p.card(11, 20, post(11))
	p.inspect("card to change")
	p.click("radio", p.w("voter.star.stars", "n", 3))
	p.click("button", p.w("voter.ballot.check"))
	p.heading(p.w("voter.review.title"))
	p.see(p.w("voter.review.blanks", "n", 16))
	p.until("the place of the question", `document.activeElement.href.endsWith("/change/11") &&
		document.activeElement.getBoundingClientRect().top > 0 &&
		document.activeElement.getBoundingClientRect().bottom < innerHeight`)
	castAndJudge(p, id)
	p.back()
	p.see(p.w("voter.voted.reason"))
}

func fourQuestions() ([]fields, [][]string) {
	return []fields{{"title": "Statutes", "method": "motion", "threshold": fields{"more": []int{1, 2}, "of": "decided"}},
			{"title": "Chair", "method": "irv", "min": 2}, {"title": "Logo", "method": "star"}, {"title": "Auditor", "min": 0}},
		[][]string{nil, poets()[:3], poets()[:3], poets()[:2]}
}

func TestCardsByKeyboardAlone(t *testing.T) {
	t.Parallel()
	questions, candidates := fourQuestions()
	p, id, email := newPaper(t, desktop, questions, candidates...)
	p.visit("/")
	p.signIn(email, password)
	p.tabTo("link", beginning(p.w("voter.card.vote")+" "), "vote")
	p.key(kb.Enter)
	p.card(1, 4, "Statutes")
	p.tabTo("radio", exactly(p.w("shell.option.yes")), "yes")
	p.key(" ")
	p.key(kb.Enter)
	p.card(2, 4, "Chair")
	for i, name := range []string{"Korinna", "Praxilla"} {
		p.tabTo("button", beginning(name), name)
		p.key(" ")
		p.see(p.w("voter.standing.ranked", "n", i+1, "of", 3))
	}
	p.inspect("card on a wide screen")
	p.tabTo("button", exactly(p.w("voter.rank.order")), "order")
	p.key(kb.Enter)
	p.until("the first of the order", `document.activeElement.textContent.startsWith("Korinna")`)
	p.inspect("ranks in order")
	p.tabTo("button", exactly(p.w("voter.cards.next")), "next")
	p.key(kb.Enter)
	p.card(3, 4, "Logo")
	p.tabTo("radio", exactly(p.w("voter.star.stars", "n", 0)), "stars")
	p.key(kb.ArrowRight)
	p.key(kb.ArrowRight)
	p.tabTo("button", exactly(p.w("voter.cards.next")), "next")
	p.key(kb.Enter)
	p.card(4, 4, "Auditor")
	p.tabTo("button", exactly(p.w("voter.ballot.check")), "check")
	p.key(kb.Enter)
	p.heading(p.w("voter.review.title"))
	wantLines(p, []string{p.w("shell.option.yes")}, []string{"Korinna", "Praxilla"},
		[]string{"Praxilla: 2 stars", "Korinna: 0 stars", "Telesilla: 0 stars"}, []string{p.w("voter.review.blank")})
	p.tabTo("button", exactly(p.w("voter.review.cast")), "cast")
	p.key(kb.Enter)
	p.heading(p.w("voter.receipt.title"))
	wantBallots(p, id, 1)
}

// turnAndLook goes on to a ranking, and looks at its first name while the card turns.
const turnAndLook = `new Promise((done) => {
	const look = () => {
		const name = document.querySelector(".rank-press");
		if (!name) return requestAnimationFrame(look);
		return requestAnimationFrame(() => {
			const { left, top, width, height } = name.getBoundingClientRect();
			done({ turns: document.getAnimations().length > 0,
				hit: name.contains(document.elementFromPoint(left + width / 2, top + height / 2)) });
		});
	};
	look();
	document.querySelector(".ballot-bar button").click();
})`

// Where the voter likes motion, cards turn, and the press that follows at once is not lost.
func TestCardsTurn(t *testing.T) {
	t.Parallel()
	questions, candidates := fourQuestions()
	p, _, email := newPaper(t, phone, questions, candidates...)
	toCards(p, email, 4, "Statutes")
	p.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
		{Name: "prefers-reduced-motion", Value: "no-preference"},
	}))
	p.choose("radio", p.w("shell.option.yes"))
	var seen struct{ Turns, Hit bool }
	if p.eval(turnAndLook, &seen); !seen.Turns || !seen.Hit {
		t.Errorf("the card turns: %v; a name on it takes a press while it does: %v", seen.Turns, seen.Hit)
	}
	p.card(2, 4, "Chair")
	p.clickStart("button", "Korinna")
	p.see(p.w("voter.standing.ranked", "n", 1, "of", 3))
	p.until("a card that turned on", `document.documentElement.dataset.turn === "on"`)
	p.onward() // two ranks are missing one
	p.hear(p.w("voter.rank.rule.atLeast", "n", 2))
	p.leap(4, "open", "Auditor")
	p.click("button", p.w("voter.ballot.check"))
	p.card(2, 4, "Chair") // where the fault is, with a word about it
	p.see(p.w("voter.rank.rule.atLeast", "n", 2))
	p.until("a heading on the screen", `document.querySelector("h1").getBoundingClientRect().top >= 0`)
	p.clickStart("button", "Praxilla")
	p.click("link", p.w("voter.cards.back"))
	p.card(1, 4, "Statutes")
	p.until("a card that turned back", `document.documentElement.dataset.turn === "back"`)
}
