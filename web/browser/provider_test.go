package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// atProvider presses the button of the provider, and signs in there.
func (p *page) atProvider(m reed) {
	p.t.Helper()
	p.click("button", p.w("voter.provider", "name", "Reed Club"))
	p.until("the page of the provider", `document.getElementById("username") !== null`)
	p.run(chromedp.SetValue("#username", m.name, chromedp.ByQuery),
		chromedp.SetValue("#password", password, chromedp.ByQuery), chromedp.Click("[type=submit]", chromedp.ByQuery))
	p.until("to be back", fmt.Sprintf(`location.origin === %q && location.search === ""`, p.server.origin))
	p.settled()
}

// An administrator sets up the sign-in of the organisation and tests it. A member votes with it.
func TestVoteWithTheSignInOfTheOrganisation(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	noor := reed{"noor", "noor@example.org", true}
	s.call("POST", "/api/admin/roll?memberKeys=true", token,
		[]byte("full_name,email\nNoor Haddad,noor@example.org\nBen Lind,ben@example.org\n"), &struct{}{})
	id := s.openElection(token, ballotTitle, "Praxilla", "Korinna")
	issuer := startProvider(t, s, noor)
	chromium := newBrowser(t)

	admin := newPage(t, chromium, s, "administrator", desktop)
	setsUp(admin, issuer)

	voter := newPage(t, chromium, s, "noor", phone)
	voter.guard.elsewhere = issuer
	voter.visit("/")
	voter.judge("welcome with a sign-in provider")
	voter.photograph()
	voter.atProvider(noor)
	voter.click("link", voter.w("voter.card.vote")+" "+voter.w("voter.card.vote.in", "title", ballotTitle))
	voter.heading(ballotTitle)
	voter.votes()
	wantBallots(voter, id, 1)
}

// setsUp enters the provider in the settings, tests it, and corrects the address that the test finds wrong.
func setsUp(p *page, issuer string) {
	p.t.Helper()
	p.visit("/admin#settings")
	p.signIn(adminEmail, password)
	p.fill(p.w("settings.provider.issuer"), issuer+"/wrong")
	p.fill(p.w("settings.provider.name"), "Reed Club")
	p.fill(p.w("settings.provider.client"), "vote")
	p.fill(p.w("settings.provider.secret"), "secret of the client")
	save := func() {
		p.run(chromedp.SetAttributeValue("#provider", "data-before", "", chromedp.ByQuery))
		p.click("button", p.w("settings.provider.save"))
		p.until("the page of what is saved", `document.querySelector("#provider:not([data-before])") !== null`)
		p.see(p.w("settings.saved"))
	}
	save()
	p.guard.expect("400")
	p.click("button", p.w("settings.provider.test"))
	p.see("is no description of a provider (status 404)")
	p.fill(p.w("settings.provider.issuer"), issuer)
	p.fill(p.w("settings.provider.secret"), "secret of the client")
	p.run(chromedp.SetValue("select[name=match]", "email", chromedp.ByQuery))
	save()
	p.click("button", p.w("settings.provider.test"))
	p.see(p.w("settings.provider.works", "issuer", issuer))
	p.judgeBoth("the sign-in of the organisation")
	p.photograph()
}
