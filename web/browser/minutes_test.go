package browser

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// lastYear is the election of the demo that is counted: a motion, a committee of five, and a board by stages.
const lastYear = "General assembly of last year"

// counted answers the id of the counted election of the demo.
func (s *server) counted() string {
	s.t.Helper()
	var page struct {
		Items []struct {
			ID                string
			ResultsCalculated bool
		}
	}
	s.call("GET", "/api/board/elections?limit=200", "", nil, &page)
	for _, election := range page.Items {
		if election.ResultsCalculated {
			return election.ID
		}
	}
	s.t.Fatal("nothing on the board is counted")
	return ""
}

// One votes for a motion and one against it: the chair can write their casting vote into the minutes.
func TestMinutesHaveALineForTheCastingVote(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	id := s.paper(token, "Rent", []fields{{"title": "Raise the rent", "method": "motion"}}, [][]string{nil})
	s.open(token, id)
	path := "/api/admin/elections/" + id
	var election struct {
		Questions []struct {
			ID         string
			Candidates []struct{ ID string }
		}
	}
	s.call("GET", path, token, nil, &election)
	q := election.Questions[0]
	for i, name := range []string{"Dora Voter", "Ada Voter"} {
		marks := fields{}
		for at, c := range q.Candidates {
			marks[c.ID] = "00"
			if at == i {
				marks[c.ID] = "01"
			}
		}
		s.call("POST", "/api/user/elections/"+id+"/vote", s.signIn(s.register(name), password),
			fields{"answers": fields{q.ID: marks}}, &fields{})
	}
	s.call("PUT", path+"/status", token, fields{"status": "COMPLETED"}, &fields{})
	s.call("POST", path+"/calculate-results", token, fields{}, &fields{})
	p := newPage(t, newBrowser(t), s, "administrator", desktop)
	p.visit("/admin#elections/" + id + "/minutes")
	p.signIn(adminEmail, password)
	p.see(p.w("minutes.casting"))
	p.judge("minutes of a tied motion")
}

// The secretary prints the minutes in both languages, and saves the figures and the chart. Members find the result and
// their ballot on one or two screens of the board.
func TestMinutes(t *testing.T) {
	t.Parallel()
	s := startServer(t, "demo")
	id := s.counted()
	s.call("PUT", "/api/admin/settings", s.signIn(s.told(demoAdmin), demoPassword), fields{"address": publicAddress},
		&fields{})
	p := newPage(t, newBrowser(t), s, "secretary", desktop)
	p.visit("/admin#elections/" + id + "/results")
	p.signIn(s.told(demoAdmin), demoPassword)
	p.clickStart("link", p.w("admin.results.minutes"))
	p.heading(lastYear)
	p.see(p.w("minutes.seal.lead", "address", publicAddress+"/board/"+id))
	var results struct {
		Questions []struct{ Outcome struct{ Votes []int } }
	}
	s.call("GET", "/api/admin/elections/"+id+"/results", s.signIn(s.told(demoAdmin), demoPassword), nil, &results)
	motion := results.Questions[0].Outcome.Votes
	p.see(p.w("outcome.ending.passed", "yes", motion[0], "no", motion[1]))
	p.see(p.w("minutes.seal.checked"))
	p.judge("minutes")
	p.pick(p.w("minutes.language"), "Français")
	french := readWords(t, "fr")
	p.see(french.of("minutes.sign.chair"))
	p.see(french.of("minutes.seal.checked"))
	p.see(p.w("minutes.print")) // the page itself stays in its language
	p.judge("minutes in French")
	// The page is printed on A4.
	var sheets []byte
	p.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		sheets, _, err = cdppage.PrintToPDF().WithPreferCSSPageSize(true).WithPrintBackground(false).Do(ctx)
		return err
	}))
	if n := bytes.Count(sheets, []byte("/Type /Page\n")); n != 3 ||
		!bytes.Contains(sheets, []byte("/MediaBox [0 0 594.95996 841.91998]")) {
		p.t.Errorf("the minutes take %d sheets, or they are not A4", n)
	}
	p.run(emulation.SetEmulatedMedia().WithMedia("print"))
	var shown []string
	p.eval(`[...document.querySelectorAll("button, nav, header.masthead, .admin-head, footer")].filter((node) =>`+
		` node.checkVisibility()).map((node) => node.outerHTML.slice(0, 80))`, &shown)
	if len(shown) > 0 {
		p.t.Errorf("the paper has what is for the screen: %q", shown)
	}
	var lines []string
	p.eval(`[...document.querySelectorAll(".minutes-signatures .minutes-line")].filter((node) => node.checkVisibility())`+
		`.map((node) => node.textContent)`, &lines)
	if len(lines) != 4 {
		p.t.Errorf("people sign at %q, want the place and three names", lines)
	}
	p.run(emulation.SetEmulatedMedia().WithMedia("screen"))
	p.resize(phone)
	p.judge("minutes on a phone")
	// The figures and the chart are saved and read.
	if lines := p.savesTable(); len(lines) != 1+3+7+5 {
		p.t.Errorf("%d lines of figures", len(lines))
	}
	p.click("button", p.w("minutes.json"))
	var figures struct {
		ElectionID string
		Questions  []struct{ Outcome struct{ Ending string } }
	}
	if err := json.Unmarshal(p.saved("ostrakon-*.json"), &figures); err != nil || figures.ElectionID != id ||
		len(figures.Questions) != 3 || figures.Questions[0].Outcome.Ending != "passed" {
		p.t.Errorf("the figures are %+v: %v", figures, err)
	}
	p.click("button", p.w("minutes.chart"))
	chart := p.saved("ostrakon-*.png")
	picture, err := png.Decode(bytes.NewReader(chart))
	if err != nil || picture.Bounds().Dx() != 2400 {
		p.t.Errorf("the chart is no picture of 2400 pixels: %v", err)
	}
	// A member sees the board of a counted election, looks for a code, and opens what auditors want.
	for _, on := range []device{desktop, phone} {
		p.resize(on)
		p.visit("/board/" + id)
		p.heading(lastYear)
		p.see(p.w("board.bundle.passed"))
		var height float64
		p.eval("document.documentElement.scrollHeight", &height)
		if height >= 2600 { // with the figures of two motions
			p.t.Errorf("at a width of %d the board is %.0f pixels high, want fewer than 2600", on.width, height)
		}
		p.judge("board of a member")
	}
	p.unfold("board.codes.title")
	var code string
	p.until("codes", `document.querySelector(".ballots li")`)
	p.eval(`document.querySelector(".ballots li:last-child").textContent`, &code)
	p.fill(p.w("board.codes.search"), strings.ToLower(code))
	p.see(p.w("board.ballots.found", "n", 1))
	p.fill(p.w("board.check.label"), code)
	p.click("button", p.w("board.check.run"))
	p.heading(p.w("board.verdict.counted.title"))
	p.unfold("board.auditors")
	p.see(p.w("board.hashes"))
	for _, name := range []string{"verify.py", "BUNDLE.md"} {
		file := must(os.ReadFile(filepath.Join("..", "..", "store", "ballotbox", name)))(t)
		p.see(fmt.Sprintf("%x", sha256.Sum256(file)))
	}
	p.judge("board of an auditor")
}

// savesTable saves the figures as CSV, and answers the lines.
func (p *page) savesTable() [][]string {
	p.t.Helper()
	p.click("button", p.w("minutes.csv"))
	lines, err := csv.NewReader(strings.NewReader(
		strings.TrimPrefix(string(p.saved("ostrakon-*.csv")), "\ufeff"))).ReadAll()
	if err != nil {
		p.t.Errorf("the figures as CSV: %v", err)
	}
	return lines
}

// unfold opens what has a summary.
func (p *page) unfold(key string) {
	p.t.Helper()
	quoted, _ := json.Marshal(p.w(key))
	p.until(key+" is open", `(() => {
		const found = [...document.querySelectorAll("details")].find((node) => node.querySelector("summary")
			.textContent === `+string(quoted)+`);
		if (found) found.open = true;
		return found;
	})()`)
}
