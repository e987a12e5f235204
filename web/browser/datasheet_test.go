package browser

import (
	"bytes"
	"context"
	"testing"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// The sheet on what is kept of people says what the settings say, and is one page in each language of administrators.
func TestTheSheetOnDataOfPeopleFollowsTheSettings(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	p := newPage(t, newBrowser(t), s, "secretary", desktop)
	p.visit("/admin#settings")
	p.signIn(adminEmail, password)
	p.click("link", p.w("settings.datasheet"))
	p.heading(p.w("datasheet.title"))
	p.see(p.w("datasheet.row.number"))
	p.see(p.w("datasheet.row.account.until"))
	p.seeNot(p.w("datasheet.row.birth.why"))
	p.seeNot(p.w("datasheet.row.portal"))
	p.seeNot(p.w("datasheet.row.answers"))
	p.judge("sheet on data of people")

	s.call("PUT", "/api/admin/settings", token, fields{
		"contact":  "Olu, room 3",
		"identity": fields{"leastAge": 16, "secondFact": "member"},
		"keepDays": fields{"applications": 30, "accounts": 400, "rolls": 365},
	}, &fields{})
	s.call("PUT", "/api/admin/portal", token, fields{"algorithm": "HS256"}, &fields{})
	p.visit("/admin")
	p.visit("/admin#settings/people")
	p.see(p.w("datasheet.row.birth.age", "age", 16))
	p.see(p.w("datasheet.row.account.days", "n", 400))
	p.see(p.w("datasheet.row.applications.days", "n", 30))
	p.see(p.w("datasheet.row.frozen.days", "n", 365))
	p.see(p.w("datasheet.row.portal"))
	p.see(p.w("datasheet.row.answers"))
	p.see("Olu, room 3")
	for _, in := range []struct{ code, name string }{
		{"en", "English"}, {"de", "Deutsch"}, {"fr", "Français"}, {"es", "Español"},
	} {
		p.speak(in.name)
		p.heading(readWords(t, in.code).of("datasheet.title"))
		var sheets []byte
		p.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
			sheets, _, err = cdppage.PrintToPDF().WithPreferCSSPageSize(true).WithPrintBackground(false).Do(ctx)
			return err
		}))
		if n := bytes.Count(sheets, []byte("/Type /Page\n")); n != 1 {
			t.Errorf("in %s, the sheet takes %d pages", in.name, n)
		}
	}
}
