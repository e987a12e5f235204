package browser

import "testing"

// A secretary keeps a seat for women: Noor, who has fewer votes than Ben, takes his seat.
func TestASeatGoesToAKind(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	id := s.paper(token, ballotTitle, []fields{{"title": ballotTitle, "method": "block", "seats": 2}},
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
}
