package browser

import (
	"bytes"
	"context"
	"strings"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A secretary records what tellers counted, corrects it and withdraws it. The minutes of the day have all of it, and
// the minutes of an election of that day what counts.
func TestAShowOfHandsIsInTheMinutes(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	id := s.paper(token, "Rent", []fields{{"title": "Raise the rent", "method": "motion"}}, [][]string{nil})
	s.open(token, id)
	p := newPage(t, newBrowser(t), s, "secretary", phone)
	p.visit("/admin")
	p.signIn(adminEmail, password)
	p.click("link", p.w("admin.elections.hands"))
	p.heading(p.w("hands.title"))
	p.see(p.w("hands.none"))
	p.judge("no show of hands")
	p.click("link", p.w("hands.new"))
	p.heading(p.w("hands.new"))
	p.click("button", p.w("hands.record"))
	p.see(p.w("hands.tellers.missing"))
	p.judge("a show of hands, incomplete")
	p.seeNot(p.w("hands.casting"))
	const title = "Close the list of speakers"
	p.fill(p.w("hands.motion"), title)
	p.fill(p.w("hands.text"), "Nobody else is put on the list of speakers, and those who are on it have two minutes each.")
	p.fill(p.w("hands.for"), "12")
	p.fill(p.w("hands.against"), "12")
	p.fill(p.w("hands.abstain"), "3")
	p.pick(p.w("hands.casting"), p.w("hands.casting.choose.for"))
	p.fill(p.w("hands.tellers"), "Ada Okafor\nTomas Lind")
	p.judge("a show of hands, a tie")
	p.look("a show of hands, a tie")
	p.click("button", p.w("hands.record"))
	p.see(p.w("hands.recorded", "outcome", p.w("hands.ending.passed")))
	p.see(p.w("hands.casting.for"))
	p.judge("a show of hands")

	p.clickStart("link", p.w("hands.correct"))
	p.heading(p.w("hands.correct.title", "title", title))
	p.fill(p.w("hands.against"), "14")
	p.fill(p.w("hands.reason"), "The last row was not counted.")
	p.judge("a correction")
	p.click("button", p.w("hands.correct.yes"))
	p.see(p.w("hands.corrected", "outcome", p.w("hands.ending.rejected")))
	p.until("the correction is open", `document.querySelector(".card details").open = true`)
	p.judge("a show of hands, corrected")
	p.look("a show of hands, corrected")

	// The second one is sent by the keyboard, and was a mistake.
	p.click("link", p.w("hands.new"))
	p.heading(p.w("hands.new"))
	p.holds(p.w("hands.tellers"), "Ada Okafor\nTomas Lind") // who count at this meeting
	for label, value := range map[string]string{"hands.motion": "Buy a wheel", "hands.for": "20", "hands.against": "1",
		"hands.abstain": "0"} {
		p.fill(p.w(label), value)
	}
	p.tabTo("button", exactly(p.w("hands.record")), p.w("hands.record"))
	p.key(kb.Enter)
	p.see(p.w("hands.recorded", "outcome", p.w("hands.ending.passed")))
	p.clickStart("button", p.w("hands.withdraw")+" Buy a wheel")
	p.fill(p.w("hands.reason"), "It was voted on by ballot.")
	p.judge("a withdrawal")
	p.click("button", p.w("hands.withdraw"))
	p.see(p.w("hands.withdraw.done"))

	var day string
	p.eval(`document.querySelector('a[href^="#hands/minutes/"]').hash`, &day)
	p.visit("/admin" + day)
	p.heading(p.w("minutes.hands.of", "day", p.day(day)))
	p.see(p.w("outcome.ending.rejected", "yes", 12, "no", 14))
	p.see("The last row was not counted.")
	p.judge("minutes of shows of hands")
	p.look("minutes of shows of hands")
	p.resize(desktop)
	p.judge("minutes of shows of hands")
	p.look("minutes of shows of hands, wide")
	p.pick(p.w("minutes.language"), "Deutsch")
	p.see(readWords(t, "de").of("outcome.ending.rejected", "yes", 12, "no", 14))
	var sheets []byte
	p.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		sheets, _, err = cdppage.PrintToPDF().WithPreferCSSPageSize(true).WithPrintBackground(false).Do(ctx)
		return err
	}))
	if n := bytes.Count(sheets, []byte("/Type /Page\n")); n > 2 {
		t.Errorf("the minutes take %d sheets", n)
	}

	path := "/api/admin/elections/" + id
	s.call("PUT", path+"/status", token, fields{"status": "COMPLETED"}, &fields{})
	s.call("POST", path+"/calculate-results", token, fields{}, &fields{})
	p.visit("/admin#elections/" + id + "/minutes")
	p.see(p.w("minutes.hands.seal"))
	p.see(title)
	p.seeNot("Buy a wheel")
	p.judge("minutes with a show of hands")
	p.look("minutes with a show of hands")
	p.visit("/admin#hands")
	p.see(p.w("hands.isWithdrawn"))
	p.judge("shows of hands on a desktop")
	p.look("shows of hands")
	p.click("link", p.w("hands.new"))
	p.heading(p.w("hands.new"))
	p.look("a new show of hands")
}

// day is how the page writes the day of an address.
func (p *page) day(address string) (words string) {
	p.t.Helper()
	iso := address[strings.LastIndex(address, "/")+1:]
	p.eval(`new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(new Date("`+iso+`"))`, &words)
	return words
}
