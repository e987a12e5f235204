package browser

import (
	"fmt"
	"testing"
)

// ticks notes people of the roll as present.
func (s *server) ticks(token string, names ...string) {
	s.t.Helper()
	for _, name := range names {
		s.call("PUT", "/api/admin/roll/"+s.entry(token, name)+"/present", token, fields{"present": true}, &fields{})
	}
}

// entry is the id of a person of the roll.
func (s *server) entry(token, name string) string {
	s.t.Helper()
	var page struct {
		Items []struct{ ID, FullName string }
	}
	s.call("GET", "/api/admin/roll", token, nil, &page)
	for _, person := range page.Items {
		if person.FullName == name {
			return person.ID
		}
	}
	s.t.Fatalf("nobody is called %s", name)
	return ""
}

// An assembly with proxies, from the roll to the minutes: people are chosen by name, a limit that is exceeded keeps the
// draft from being ready, a motion from the floor takes proxies, and the giver reads who votes and who voted.
func TestProxiesInAnAssembly(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	const anna, dorte, lukas = "Anna Müller", "Dörte Gößmann", "Lukas Weber"
	keys := s.slips(token, anna, dorte, lukas, "Olu Office", "Noor Haddad")
	s.ticks(token, anna, "Olu Office")
	chromium := newBrowser(t)
	admin := newPage(t, chromium, s, "administrator", desktop)
	admin.visit("/admin#roll/" + s.entry(token, dorte))
	admin.signIn(adminEmail, password)
	admin.heading(dorte)
	admin.see(admin.w("roll.proxy.none", "name", dorte))
	admin.fill(admin.w("roll.proxy.give", "name", dorte), "anna")
	admin.hear(admin.w("roll.proxy.found", "n", 1))
	admin.judge("somebody to give a vote to")
	admin.click("button", anna)
	admin.see(admin.w("roll.proxy.heldBy", "holder", anna, "name", dorte))
	admin.judge("a giver")
	admin.clickStart("link", anna)
	admin.heading(anna)
	admin.see(admin.w("roll.proxy.holds", "n", 1, "name", anna))
	admin.fill(admin.w("roll.proxy.add", "name", anna), "webe")
	admin.click("button", lukas)
	admin.see(admin.w("roll.proxy.holds", "n", 2, "name", anna))
	admin.judge("a holder")
	admin.look("a holder")
	admin.resize(phone)
	admin.judge("a holder on a phone")
	admin.look("a holder on a phone")
	admin.resize(desktop)

	admin.visit("/admin#roll")
	admin.see(anna)
	if !admin.now(fmt.Sprintf(`document.querySelector("main table").compareDocumentPosition(
		[...document.querySelectorAll("main button")].find((button) => button.textContent === %q)) &
		Node.DOCUMENT_POSITION_FOLLOWING`, admin.w("roll.present.clear"))) {
		t.Error("what clears all ticks is not below the list, far from the search that is used at the door")
	}

	id := s.draftElection(token, ballotTitle, "Praxilla", "Korinna")
	s.call("PUT", "/api/admin/elections/"+id, token,
		fields{"settings": fields{"electorate": "present", "maxProxies": 1}}, &fields{})
	admin.visit("/admin#elections/" + id)
	admin.see(admin.w("shell.present", "n", 2) + ", " + admin.w("shell.represented", "n", 2))
	admin.see(anna + " (2)")
	admin.seeNot(admin.w("steps.open.ready"))
	admin.judge("a limit that is exceeded")
	admin.look("a limit that is exceeded")
	admin.visit("/admin#roll/" + s.entry(token, anna))
	admin.click("button", admin.w("roll.proxy.back")+" "+admin.w("roll.proxy.back.of", "name", lukas))
	admin.see(admin.w("roll.proxy.taken", "name", lukas))
	admin.visit("/admin#elections/" + id)
	admin.see(admin.w("shell.present", "n", 2) + ", " + admin.w("shell.represented", "n", 1))

	admin.visit("/admin#motion")
	admin.heading(admin.w("motion.heading"))
	admin.holds(admin.w("paper.proxies"), "1") // as the election before
	admin.judge("a motion with proxies")
	admin.fill(admin.w("motion.title"), "Buy the second kiln")
	admin.click("button", admin.w("motion.open"))
	admin.see(admin.w("motion.opened"))
	admin.see(admin.w("shell.present", "n", 2) + ", " + admin.w("shell.represented", "n", 1)) // those present, by itself
	var route string
	admin.eval("location.hash", &route)

	giver, holder := newPage(t, chromium, s, "dörte", phone), newPage(t, chromium, s, "anna", phone)
	comes := func(p *page, name string) {
		p.visit("/#key=" + keys[name])
		p.click("button", p.w("voter.slip.yes"))
	}
	comes(giver, dorte)
	giver.see(giver.w("voter.proxy.votes", "name", anna))
	giver.judge("somebody votes for you")
	comes(holder, anna)
	votesYes := func() {
		holder.choose("radio", holder.w("shell.option.yes"))
		holder.click("button", holder.w("voter.ballot.check"))
		holder.click("button", holder.w("voter.review.cast"))
		holder.heading(holder.w("voter.receipt.title"))
	}
	votesYes()
	holder.clickStart("link", holder.w("voter.paper.vote", "name", dorte))
	holder.see(holder.w("voter.paper.for", "name", dorte))
	votesYes()
	giver.reload()
	giver.see(giver.w("voter.proxy.voted", "name", anna))
	giver.judge("somebody voted for you")
	giver.look("somebody voted for you")
	late := newPage(t, chromium, s, "noor", phone)
	comes(late, "Noor Haddad")
	late.see(late.w("voter.notPresent"))

	admin.visit("/admin" + route + "/voters")
	admin.see(admin.w("roll.voters.proxy.voted", "name", anna))
	admin.judge("who has voted, with a proxy")
	admin.visit("/admin#roll/" + s.entry(token, dorte))
	admin.click("button", admin.w("roll.proxy.back")+" "+admin.w("roll.proxy.back.of", "name", dorte))
	admin.see(admin.w("roll.kept", "n", 1, "titles", "Buy the second kiln"))
	admin.judge("an open election keeps a proxy")

	motion := route[len("#elections/"):]
	s.call("PUT", "/api/admin/elections/"+motion+"/status", token, fields{"status": "COMPLETED"}, &fields{})
	s.call("POST", "/api/admin/elections/"+motion+"/calculate-results", token, fields{}, &fields{})
	admin.visit("/board/" + motion)
	admin.see(admin.w("shell.present", "n", 2) + ", " + admin.w("shell.represented", "n", 1))
	admin.visit("/admin#elections/" + motion + "/minutes")
	admin.see(admin.w("minutes.electorate.present", "n", 3))
	admin.see(admin.w("shell.present", "n", 2) + ", " + admin.w("shell.represented", "n", 1))
	admin.judge("minutes with proxies")
	admin.look("minutes with proxies")
}
