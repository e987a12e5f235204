package browser

import "testing"

// A secretary keeps a seat for women: Noor, who has fewer votes than Ben, takes his seat.
func TestASeatGoesToAKind(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	id := s.paper(token, ballotTitle, []fields{{"title": ballotTitle, "method": "block", "seats": 2, "max": 3}},
		[][]string{{"Tomas Lind", "Ben Osei", "Noor Haddad", "Mia Roth"}})
	p := newPage(t, newBrowser(t), s, "administrator", phone)
	p.visit("/admin#elections/" + id)
	p.signIn(adminEmail, password)
	p.click("link", p.w("paper.edit.long"))
	p.clickStart("DisclosureTriangle", p.w("paper.quotas"))
	p.see(p.w("paper.quotas.none"))
	p.back()
	for _, name := range []string{"Noor Haddad", "Mia Roth"} {
		p.click("link", p.w("admin.candidates.edit")+" "+name)
		p.fill(p.w("paper.kind"), "women")
		p.judge("kind of a candidate")
		p.look("kind of a candidate")
		p.click("button", p.w("admin.save"))
		p.see(p.w("admin.candidate.saved", "name", name))
	}
	p.click("link", p.w("paper.edit.long"))
	p.clickStart("DisclosureTriangle", p.w("paper.quotas"))
	most, least := p.w("paper.quotas.most", "kind", "women"), p.w("paper.quotas.least", "kind", "women")
	p.fill(least, "2")
	p.fill(most, "1")
	p.click("button", p.w("admin.save"))
	p.see(p.w("paper.quotas.below", "n", 2))
	p.guard.expect("400 (Bad Request)")
	p.fill(least, "3")
	p.fill(most, "")
	p.click("button", p.w("admin.save"))
	p.see("cannot all hold for the number of seats, 2")
	p.judge("seats for kinds that cannot hold")
	p.look("seats for kinds that cannot hold")
	p.fill(least, "1")
	p.click("button", p.w("admin.save"))
	p.see(p.w("shell.quota.least", "kind", "women", "n", 1))
	p.judge("draft with seats for a kind")
	p.look("draft with seats for a kind")

	p.visit("/admin#elections/" + id + "/preview")
	p.see("women")
	p.see(p.w("shell.quota.least", "kind", "women", "n", 1))
	p.judge("ballot with kinds")
	p.look("ballot with kinds")
	s.open(token, id)
	s.marks(token, id, []string{
		"Tomas Lind, Ben Osei, Noor Haddad", "Tomas Lind, Ben Osei, Noor Haddad", "Tomas Lind, Ben Osei, Mia Roth",
		"Tomas Lind",
	})
	p.visit("/board/" + id)
	moved := p.w("outcome.moved", "name", "Noor Haddad", "other", "Ben Osei",
		"why", p.w("shell.quota.least", "kind", "women", "n", 1))
	next := p.w("outcome.next", "name", "Noor Haddad", "names", "Mia Roth", "n", 1)
	p.see(moved)
	p.unfoldAll(".result details")
	p.see(next)
	p.judge("result with seats for a kind")
	p.look("result with seats for a kind")
	p.visit("/admin#elections/" + id + "/minutes")
	p.see(moved)
	p.see(next)
	p.see("Noor Haddad, women")
	p.judge("minutes with seats for a kind")
	p.look("minutes with seats for a kind")
}
