package browser

import (
	"strings"
	"testing"
)

// date enters a date such as 1950-02-03 into the field of a label.
func (p *page) date(label, value string) {
	p.t.Helper()
	p.on(p.find(exactly(label), label, "Date"), `function () {
		this.value = "`+value+`";
		this.dispatchEvent(new Event("input", { bubbles: true }));
		return true;
	}`, new(bool))
	p.did.fields++
}

// A slip asks for the date of birth. With a wrong one it does not sign in, and says how many tries are left; after five
// it works no more, until the secretary allows it. Whose date the roll lacks is told to ask.
func TestVoteWithASlipAndADateOfBirth(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	var report struct {
		Lines []struct{ FullName, MemberKey, EntryID string }
	}
	s.call("POST", "/api/admin/roll?memberKeys=true", token, []byte("full_name,date_of_birth\n"+
		"Noor Haddad,1950-02-03\nBen Lind,1960-02-03\nCleo Marsh,\nDora Brandt,1970-02-03\n"), &report)
	noorsKey, bens, cleosKey, dorasKey := report.Lines[0].MemberKey, report.Lines[1], report.Lines[2].MemberKey,
		report.Lines[3].MemberKey
	chromium := newBrowser(t)
	admin := newPage(t, chromium, s, "administrator", desktop)
	asksForBirths(admin)
	id := s.openElection(token, ballotTitle, "Praxilla", "Korinna")

	noor := newPage(t, chromium, s, "noor", phone)
	noor.visit("/#key=" + noorsKey)
	noor.heading(noor.w("voter.slip.ask", "name", "Noor Haddad"))
	noor.judge("a slip that asks for the date of birth")
	noor.look("a slip that asks for the date of birth")
	noor.click("button", noor.w("voter.slip.yes"))
	noor.see(noor.w("shell.birth.missing"))
	noor.guard.expect("400 (Bad Request)")
	noor.date(noor.w("shell.birth"), "1950-02-04")
	noor.click("button", noor.w("voter.slip.yes"))
	noor.see("Tries left: 4")
	noor.judge("a wrong date of birth")
	noor.look("a wrong date of birth")
	noor.date(noor.w("shell.birth"), "1950-02-03")
	noor.click("button", noor.w("voter.slip.yes"))
	noor.heading(ballotTitle)
	noor.votes()

	finder := newPage(t, chromium, s, "finder", phone)
	finder.visit("/#key=" + bens.MemberKey)
	finder.heading(finder.w("voter.slip.ask", "name", "Ben Lind"))
	for n := 1; n <= 5; n++ {
		finder.guard.expect(map[bool]string{true: "400 (Bad Request)", false: "403 (Forbidden)"}[n < 5])
		finder.date(finder.w("shell.birth"), "198"+string(rune('0'+n))+"-01-01")
		finder.click("button", finder.w("voter.slip.yes"))
		if n < 5 {
			finder.see("Tries left: " + string(rune('0'+5-n)))
		}
	}
	finder.see("wrong too often")
	finder.judge("too many wrong dates of birth")
	finder.visit("/#key=" + cleosKey)
	finder.guard.expect("403 (Forbidden)")
	finder.heading(finder.w("voter.slip.wrong"))
	finder.see("the electoral roll does not have it")

	admin.visit("/admin#roll/" + bens.EntryID)
	admin.see(admin.w("roll.person.answers.out", "name", "Ben Lind"))
	admin.judge("an entry with five wrong answers")
	admin.look("an entry with five wrong answers")
	admin.click("button", admin.w("roll.person.answers.allow"))
	admin.see(admin.w("roll.person.answers.allowed", "name", "Ben Lind"))

	tablet := newPage(t, chromium, s, "tablet", phone)
	tablet.visit("/#kiosk")
	tablet.fill(tablet.w("shell.slip"), strings.ToLower(dorasKey))
	tablet.click("button", tablet.w("voter.slip.go"))
	tablet.date(tablet.w("shell.birth"), "1970-02-03")
	tablet.click("button", tablet.w("voter.slip.yes"))
	tablet.heading(ballotTitle)
	tablet.votes()
	wantBallots(noor, id, 2)
	noor.guard.expect("401 (Unauthorized)") // her other sessions end
	againWithABirth(newPage(t, chromium, s, "noor again", phone), noorsKey)
}

// asksForBirths has slips ask for the date of birth, on the page of the settings.
func asksForBirths(p *page) {
	p.t.Helper()
	p.visit("/admin#settings")
	p.signIn(adminEmail, password)
	p.see(p.w("settings.secondFact.lacking", "n", 1))
	p.choose("radio", p.w("settings.secondFact.dateOfBirth"))
	p.judge("settings with people who lack a date of birth")
	p.click("button", p.w("settings.save"))
	p.see(p.w("settings.saved"))
}

// againWithABirth comes back after the session has expired: the slip asks for the date there as well.
func againWithABirth(p *page, key string) {
	p.t.Helper()
	p.visit("/#key=" + key)
	p.date(p.w("shell.birth"), "1950-02-03")
	p.click("button", p.w("voter.slip.yes"))
	p.see(p.w("voter.voted"))
	var session struct{ Token string }
	p.server.call("POST", "/api/auth/key", "", fields{"key": key, "dateOfBirth": "1950-02-03"}, &session)
	p.server.call("POST", "/api/auth/logout", session.Token, fields{"everywhere": true}, &fields{})
	p.guard.expect("401 (Unauthorized)")
	p.eval(`location.hash = "profile"`, new(string))
	p.heading(p.w("shell.expired.title"))
	p.fill(p.w("shell.slip"), key)
	p.guard.expect("400 (Bad Request)")
	p.click("button", p.w("shell.signIn"))
	p.date(p.w("shell.birth"), "1950-02-03")
	p.judge("a session that expired, of a slip that asks for the date of birth")
	p.click("button", p.w("shell.signIn"))
	p.heading(p.w("voter.profile"))
}
