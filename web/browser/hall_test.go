package browser

import (
	"fmt"
	"testing"
)

// wall is the screen of a hall.
var wall = device{1920, 1080, false}

// A screen on a wall is read from the last row: the names of one question are large, those of twenty still legible.
// A phone that has never been here gets to a ballot of twenty questions with little.
func TestTheScreenOfTheHallFillsItsWall(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	email := s.register("Ada Voter")
	chromium := newBrowser(t)
	hall, ada := newPage(t, chromium, s, "hall", wall), newPage(t, chromium, s, "ada", phone)
	hall.visit("/board#hall")

	many, twenty := make([]fields, 20), make([][]string, 20)
	for i := range many {
		many[i] = fields{"title": fmt.Sprintf("Delegate of section %d to the regional council", i+1), "seats": 1}
		for k := range 20 {
			name := poets()[(i+k)%7] + " of " + []string{"Sikyon", "Tanagra", "Argos"}[k/7]
			twenty[i] = append(twenty[i], name)
		}
	}
	elections := []struct {
		title      string
		questions  []fields
		candidates [][]string
		least      float64 // size of an answer, in hundredths of the width
	}{
		{"Keeper of the kiln", []fields{{"title": "Keeper of the kiln"}}, [][]string{poets()[:4]}, 4},
		{"Motions", []fields{{"title": "The statutes as proposed", "method": "motion"},
			{"title": "A fee of 60 from next year on", "method": "motion"}, {"title": "The second kiln", "method": "motion"}},
			make([][]string, 3), 4},
		{"Regional council", many, twenty, 1.4},
	}
	for _, e := range elections {
		id := s.paper(token, e.title, e.questions, e.candidates)
		s.open(token, id)
		hall.heading(e.title)
		hall.doesNotScroll()
		hall.judgeIn("open", "light")
		hall.keep(e.title + ", open")
		if len(e.questions) == 20 {
			ada.visit("/")
			ada.signIn(email, password)
			ada.see(e.title)
			ada.inspect("list")
			ada.click("link", ada.w("voter.card.vote")+" "+ada.w("voter.card.vote.in", "title", e.title))
			ada.until("the ballot", `document.querySelector("form.ballot") !== null`)
			loadsLittle(ada)
		}
		s.answer(id, s.signIn(email, password))
		s.call("PUT", "/api/admin/elections/"+id+"/status", token, fields{"status": "COMPLETED"}, &fields{})
		s.call("POST", "/api/admin/elections/"+id+"/calculate-results", token, fields{}, &fields{})
		hall.until("the result", fmt.Sprintf(`document.querySelectorAll(".hall-decision").length === %d`, len(e.questions)))
		hall.doesNotScroll()
		hall.judgeIn("result", "light")
		hall.keep(e.title + ", result")
		var size float64
		hall.eval(`100 * parseFloat(getComputedStyle(document.querySelector(".hall-decision")).fontSize) / innerWidth`, &size)
		if t.Logf("%d questions: letters of %.1f vw", len(e.questions), size); size < e.least || size > 8 {
			t.Errorf("the answers to %d questions are %.1f vw high, want %.1f to 8", len(e.questions), size, e.least)
		}
	}
}

// loadsLittle adds up what a page has loaded since it was opened with an empty cache, until it showed the ballot: then
// it begins to load what seals.
func loadsLittle(p *page) {
	p.t.Helper()
	var all struct {
		Files, Body, Wire int
		Each              string
	}
	p.eval(`(() => {
		const all = ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind));
		const shown = all.find(({ name }) => name.includes(".sealed."))?.startTime ?? Infinity;
		const got = all.filter(({ startTime }) => startTime < shown);
		const sum = (member) => got.reduce((n, entry) => n + entry[member], 0);
		return { files: got.length, body: sum("encodedBodySize"), wire: sum("transferSize"),
			each: got.map(({ name, encodedBodySize }) => encodedBodySize + " " + new URL(name).pathname).join("\n") };
	})()`, &all)
	p.t.Logf("until the ballot: %d answers of %d bytes, with headers %d\n%s", all.Files, all.Body, all.Wire, all.Each)
	if all.Body > 90_000 {
		p.t.Errorf("a phone loads %d bytes until the ballot, want 90,000 at most", all.Body)
	}
}
