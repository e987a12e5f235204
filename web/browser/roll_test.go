package browser

import (
	"context"
	"testing"
)

// Two lines for the roll.
const smallTable = "full_name,date_of_birth,national_id,member\nAda Okafor,1984-03-17,AB 123 456-C,M-1\nBen " +
	"Lind,,,M-2\n"

// newOffice is a browser, and in it the page of an administrator of a server that admits by the electoral roll.
func newOffice(t *testing.T) (context.Context, *page) {
	t.Helper()
	s := startServer(t, "serve", "-identity", "roll")
	s.setUp()
	chromium := newBrowser(t)
	p := newPage(t, chromium, s, "administrator", desktop)
	p.visit("/admin")
	p.signIn(adminEmail, password)
	return chromium, p
}

// Somebody else changes the roll between the check and the import: nothing is imported, and the page shows why.
func TestImportARollThatHasChangedMeanwhile(t *testing.T) {
	t.Parallel()
	_, p := newOffice(t)
	p.click("link", p.w("admin.nav.roll"))
	p.click("link", p.w("roll.import"))
	p.file(p.w("roll.import.choose"), written(t, "members.csv", []byte(smallTable)))
	p.see(p.w("roll.import.ready"))

	var other struct{ Token string }
	p.server.call("POST", "/api/auth/login", "", fields{"email": adminEmail, "password": password}, &other)
	p.server.call("POST", "/api/admin/roll", other.Token,
		[]byte("full_name,national_id,member\nEve Stone,AB 123 456-C,\nMax Doubt,EV445502,M-1\n"), &fields{})
	p.guard.expect("400 (Bad Request)")
	p.click("button", p.w("roll.import.go"))
	p.see(p.w("roll.import.allOrNothing", "n", 1))
	p.see("This and the number belong to two different people on the electoral roll.")
}

// The page names who is in none or in two of the districts that the administrator ticks, and imports nobody before.
func TestImportPeopleWithOneDistrictEach(t *testing.T) {
	t.Parallel()
	_, p := newOffice(t)
	p.click("link", p.w("admin.nav.roll"))
	p.click("link", p.w("roll.import"))
	p.file(p.w("roll.import.choose"), written(t, "members.csv", []byte("Name,Member,District\nAda Okafor,M-1,North\n"+
		"Ben Lind,M-2,North;South\nCleo Marsh,M-3,\nDora Brandt,M-4,South;Choir\n")))
	p.see(p.w("roll.import.ready"))
	p.click("checkbox", "North")
	p.click("checkbox", "South")
	p.see(p.w("roll.import.oneOf.none", "n", 1))
	p.see(p.w("roll.import.oneOf.several", "n", 1))
	p.see("Ben Lind · M-2: North and South")
	p.see(p.w("roll.import.oneOf.waits"))
	p.judge("people in none or two districts")
	p.file(p.w("roll.import.choose.other"), written(t, "mended.csv", []byte("Name,Member,District\nAda Okafor,M-1,North\n"+
		"Ben Lind,M-2,North\nCleo Marsh,M-3,South\nDora Brandt,M-4,South;Choir\n")))
	p.see(p.w("roll.import.oneOf.kept"))
	p.click("button", p.w("roll.import.go"))
	p.see(p.w("roll.import.done"))
}

// Who is not on the roll asks for a review; an administrator finds the applications, and decides each with a reason.
func TestDecideApplicationsByHand(t *testing.T) {
	t.Parallel()
	chromium, p := newOffice(t)
	var other struct{ Token string }
	p.server.call("POST", "/api/auth/login", "", fields{"email": adminEmail, "password": password}, &other)
	// People can register only where somebody on the roll has a number.
	p.server.call("POST", "/api/admin/roll", other.Token, []byte("full_name,national_id\nAda Okafor,EV445599\n"),
		&fields{})
	eve := apply(newPage(t, chromium, p.server, "eve", phone), "Eve Stone", "EV445501")
	apply(newPage(t, chromium, p.server, "max", phone), "Max Doubt", "EV445502")

	p.click("link", p.w("admin.nav.people"))
	p.find(exactly("Theano Registrar"), "the administrator, who waits for nothing", "link")
	p.click("link", p.w("admin.people.tab.waiting", "n", 2))
	p.see(p.w("admin.people.shown", "n", 2))
	p.judge("people who wait")
	decide(p, "Eve Stone", "admit", "Joined yesterday.")
	p.click("link", p.w("admin.people.tab.waiting", "n", 1))
	p.see(p.w("admin.people.shown", "n", 1))
	decide(p, "Max Doubt", "refuse", "Nobody here knows him.")
	p.click("link", p.w("admin.people.tab.waiting", "n", 0))
	p.see(p.w("admin.people.waiting.none"))

	eve.reload()
	eve.seeNot(eve.w("voter.application.waiting"))
	p.click("link", p.w("admin.nav.audit"))
	p.see("admitted Eve Stone: “Joined yesterday.”")
	p.see("refused Max Doubt: “Nobody here knows him.”")
}

// An election is for the people on the roll: a voter who is not among them is told so, and sees no ballot.
func TestNoBallotForAVoterWhoIsNotOnTheRoll(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	s.call("POST", "/api/admin/roll", token, []byte("full_name,national_id\nAda Okafor,AB 123 456-C\n"), &fields{})
	id := s.draftElection(token, ballotTitle, "Praxilla", "Korinna")
	s.call("PUT", "/api/admin/elections/"+id, token, fields{"settings": fields{"electorate": "roll"}}, &fields{})
	s.call("PUT", "/api/admin/elections/"+id+"/status", token, fields{"status": "ACTIVE"}, &fields{})
	email := s.register("Dora Voter")

	p := newPage(t, newBrowser(t), s, "dora", phone)
	p.visit("/")
	p.signIn(email, password)
	p.see(p.w("voter.notOnRoll"))
	p.click("link", p.w("voter.card.details")+" "+p.w("voter.card.of", "title", ballotTitle))
	p.heading(ballotTitle)
	p.see(p.w("voter.notOnRoll.reason"))
	p.seeNot(p.w("voter.ballot.check"))
	p.judge("an election for others")
	p.visit("/#elections/" + id + "/review")
	p.see(p.w("voter.notOnRoll.reason"))
}

// apply registers somebody whom the roll does not have, and asks for a review, all by taps.
func apply(p *page, name, number string) *page {
	p.t.Helper()
	p.guard.expect("400 (Bad Request)")
	p.visit("/#register")
	p.fill(p.w("voter.number"), number)
	p.fill(p.w("voter.name"), name)
	p.fill(p.w("shell.email"), number+"@example.org")
	p.fill(p.w("shell.password"), password)
	p.click("button", p.w("voter.register"))
	p.see("This is not on the electoral roll with this name and date of birth, or someone has registered with it. If " +
		"that was you, sign in.")
	p.choose("checkbox", p.w("voter.review"))
	p.click("button", p.w("voter.register"))
	p.see(p.w("voter.application.waiting"))
	return p
}

// decide goes from the list of people to an application, admits or refuses it, and returns to the list.
func decide(p *page, name, decision, reason string) {
	p.t.Helper()
	p.click("link", name)
	p.heading(name)
	p.see(p.w("admin.person.application"))
	p.next("an application", p.w("admin.person.admit"))
	p.click("button", p.w("admin.person."+decision))
	p.heading(p.w("admin.person."+decision+".title", "name", name))
	p.judge("dialog to " + decision)
	p.click("button", p.w("admin.person."+decision)) // without a reason
	p.see(p.w("admin.person.reason.missing"))
	p.fill(p.w("admin.person.reason"), reason)
	p.click("button", p.w("admin.person."+decision))
	p.see(p.w("admin.person."+decision+".done", "name", name))
	p.click("link", p.w("admin.nav.people"))
	p.heading(p.w("admin.people.title"))
}
