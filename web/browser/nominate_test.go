package browser

import (
	"testing"
	"time"
)

// An election gets its candidates from the members: the secretary opens nominations, one member stands with a photo by
// the slip, another is proposed and accepts, and a third is refused with a reason. Those admitted are on the ballot.
func TestMembersAreNominated(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	keys := s.slips(token, "Noor Haddad", "Ben Lind", "Cleo Marsh")
	var draft struct{ ID string }
	s.call("POST", "/api/admin/elections", token, fields{"title": ballotTitle}, &draft)
	chromium := newBrowser(t)

	admin := newPage(t, chromium, s, "secretary", desktop)
	admin.visit("/admin#elections/" + draft.ID)
	admin.signIn(adminEmail, password)
	admin.click("link", admin.w("nominations.title"))
	admin.heading(admin.w("nominations.title"))
	admin.time(admin.w("nominations.until"), 48*time.Hour)
	admin.photograph()
	admin.click("button", admin.w("nominations.open"))
	admin.see(admin.w("nominations.none"))
	admin.judgeBoth("nominations without anybody")

	noor := comesToStand(t, newPage(t, chromium, s, "noor", phone), keys["Noor Haddad"])
	noor.click("link", noor.w("voter.nominate.stand"))
	noor.heading(noor.w("voter.nominate.stand.title", "title", ballotTitle))
	noor.fill(noor.w("voter.nominate.statement"), "I want the roof done before the winter.")
	noor.file(noor.w("voter.profile.photo.choose"), photo(t, 0))
	noor.portraits(1)
	noor.judge("standing")
	noor.photograph()
	noor.click("button", noor.w("voter.nominate.stand"))
	noor.see(noor.w("voter.nominate.stood", "title", ballotTitle))
	noor.see(noor.w("voter.nominate.state.accepted"))
	noor.portraits(1)
	noor.click("link", noor.w("voter.nominate.propose"))
	noor.judge("proposing")
	noor.photograph()
	for _, name := range []string{"Ben Lind", "Benny"} {
		noor.heading(noor.w("voter.nominate.propose.title", "title", ballotTitle))
		noor.fill(noor.w("voter.nominate.propose.name"), name)
		noor.click("button", noor.w("voter.nominate.propose"))
		noor.see(noor.w("voter.nominate.propose.done", "name", name))
		noor.click("link", noor.w("voter.nominate.propose"))
	}
	noor.click("link", noor.w("shell.cancel"))
	noor.see(noor.w("voter.nominate.proposed", "names", "Ben Lind and Benny"))
	noor.judge("one's own nomination")
	noor.photograph()

	ben := comesToStand(t, newPage(t, chromium, s, "ben", phone), keys["Ben Lind"])
	ben.see(ben.w("voter.nominate.state.proposed", "names", "Noor Haddad"))
	ben.judge("a nomination by others")
	ben.photograph()
	ben.click("link", ben.w("voter.nominate.accept"))
	ben.click("button", ben.w("voter.nominate.stand"))
	ben.see(ben.w("voter.nominate.state.accepted"))
	cleo := comesToStand(t, newPage(t, chromium, s, "cleo", phone), keys["Cleo Marsh"])
	cleo.click("link", cleo.w("voter.nominate.stand"))
	cleo.click("button", cleo.w("voter.nominate.stand"))
	cleo.see(cleo.w("voter.nominate.state.accepted"))

	decides(admin)
	cleo.reload()
	cleo.see("Not a member for a year yet.")
	cleo.judge("a refused nomination")
	cleo.photograph()
	s.open(token, draft.ID)
	cleo.reload()
	cleo.see(cleo.w("voter.nominate.over"))
	admin.visit("/admin#elections/" + draft.ID)
	admin.click("link", admin.w("nominations.link", "n", 4))
	admin.see(admin.w("nominations.over"))
	admin.judge("nominations after the opening")
	noor.click("link", noor.w("voter.back"))
	noor.click("link", noor.w("voter.card.vote")+" "+noor.w("voter.card.vote.in", "title", ballotTitle))
	noor.heading(ballotTitle)
	noor.see("I want the roof done before the winter.")
	noor.choose("radio", "Noor Haddad")
	noor.click("button", noor.w("voter.ballot.check"))
	noor.heading(noor.w("voter.review.title"))
	noor.click("button", noor.w("voter.review.cast"))
	noor.heading(noor.w("voter.receipt.title"))
	wantBallots(noor, draft.ID, 1)
}

// comesToStand opens the page of nominations, and signs a member in with the slip.
func comesToStand(t *testing.T, p *page, key string) *page {
	t.Helper()
	p.visit("/#nominate")
	p.see(p.w("voter.nominate.welcome"))
	p.fill(p.w("shell.slip"), key)
	p.click("button", p.w("voter.slip.go"))
	p.click("button", p.w("voter.slip.yes"))
	p.heading(p.w("voter.nominate"))
	return p
}

// decides admits Noor and Ben, refuses Cleo, and makes the candidates. Benny is found to be Ben.
func decides(p *page) {
	p.t.Helper()
	p.reload()
	p.see(p.w("nominations.unknown"))
	p.judgeBoth("nominations to decide")
	p.photograph()
	for _, name := range []string{"Noor Haddad", "Ben Lind"} {
		p.click("button", p.w("nominations.admit")+" "+name)
		p.click("button", p.w("nominations.admit"))
		p.see(p.w("nominations.admitted", "name", name))
	}
	p.click("button", p.w("nominations.refuse")+" Cleo Marsh")
	p.fill(p.w("nominations.reason.label"), "Not a member for a year yet.")
	p.judge("refusing a nomination")
	p.photograph()
	p.click("button", p.w("nominations.refuse"))
	p.see(p.w("nominations.refused", "name", "Cleo Marsh"))
	p.click("button", p.w("nominations.make", "n", 2))
	p.see(p.w("nominations.made", "names", "Noor Haddad and Ben Lind"))
	p.judgeBoth("nominations that are candidates")
	p.photograph()
}
