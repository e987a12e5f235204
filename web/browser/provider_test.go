package browser

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
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

// An administrator sets up the sign-in of the organisation and tests it. A member votes with it. Whom it does not
// prove, or who is not on the roll, reads why.
func TestVoteWithTheSignInOfTheOrganisation(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	noor := reed{"noor", "noor@example.org", true}
	ben := reed{"ben", "ben@example.org", false}
	zoe := reed{"zoe", "zoe@example.org", true}
	s.call("POST", "/api/admin/roll?memberKeys=true", token,
		[]byte("full_name,email\nNoor Haddad,noor@example.org\nBen Lind,ben@example.org\n"), &struct{}{})
	id := s.openElection(token, ballotTitle, "Praxilla", "Korinna")
	provider := startProvider(t, s, noor, ben, zoe)
	chromium := newBrowser(t)

	admin := newPage(t, chromium, s, "administrator", desktop)
	setsUp(admin, provider)

	voter := newPage(t, chromium, s, "noor", phone)
	voter.guard.elsewhere = provider.issuer
	voter.visit("/")
	voter.judge("welcome with a sign-in provider")
	voter.photograph()
	voter.atProvider(noor)
	voter.click("link", voter.w("voter.card.vote")+" "+voter.w("voter.card.vote.in", "title", ballotTitle))
	voter.heading(ballotTitle)
	voter.votes()
	wantBallots(voter, id, 1)

	refused := newPage(t, chromium, s, "refused", phone)
	refused.guard.elsewhere = provider.issuer
	refused.guard.expect("40") // refusals, in the browser's log
	for _, c := range []struct {
		member reed
		wrong  fields
		reads  string
	}{
		{ben, nil, "Reed Club has not checked that your e-mail address is yours."},
		{zoe, nil, "Reed Club knows you, but you are not on the electoral roll."},
		{noor, fields{"aud": "shop", "azp": "shop"}, "Reed Club signed you in to another program, not to this one."},
		{noor, fields{"exp": 1000000000}, "What Reed Club sent has expired."},
		{noor, fields{"nonce": "another"}, "What Reed Club sent does not prove who you are."},
	} {
		if provider.wrong.Store(nil); c.wrong != nil {
			provider.wrong.Store(&c.wrong)
		}
		refused.visit("/")
		refused.atProvider(c.member)
		refused.heading(refused.w("voter.provider.failed"))
		refused.see(c.reads)
	}
	refused.judge("a sign-in that was refused")
	provider.wrong.Store(nil)
	replays(refused, noor)
}

// setsUp enters the provider in the settings, tests it, and corrects the address that the test finds wrong.
func setsUp(p *page, provider *provider) {
	p.t.Helper()
	p.visit("/admin#settings")
	p.signIn(adminEmail, password)
	p.fill(p.w("settings.provider.issuer"), provider.issuer+"/wrong")
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
	p.fill(p.w("settings.provider.issuer"), provider.issuer)
	p.fill(p.w("settings.provider.secret"), "secret of the client")
	p.run(chromedp.SetValue("select[name=match]", "email", chromedp.ByQuery))
	save()
	p.click("button", p.w("settings.provider.test"))
	p.see(p.w("settings.provider.works", "issuer", provider.issuer))
	p.judgeBoth("the sign-in of the organisation")
	p.photograph()
}

// replays comes back a second time with what the provider sent: without what the browser kept meanwhile, and with it.
func replays(p *page, m reed) {
	p.t.Helper()
	p.visit("/")
	p.atProvider(m)
	p.heading(ballotTitle)
	came, kept := p.guard.cameBack(p.t, p.server.origin)
	p.visit(came)
	p.see(p.w("voter.provider.lost"))
	p.run(chromedp.Evaluate(fmt.Sprintf(`sessionStorage.setItem("ostrakon.provider", %q)`, kept), nil))
	p.visit(came)
	p.see("This sign-in was used already.")
}

// cameBack is the address at which a provider last sent the page back, and what the page had kept until then.
func (g *guard) cameBack(t *testing.T, origin string) (path, kept string) {
	t.Helper()
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, r := range g.requests {
		switch {
		case strings.HasPrefix(r.URL, origin+"/?") && strings.Contains(r.URL, "code="):
			path = strings.TrimPrefix(r.URL, origin)
		case r.Method == "POST" && strings.HasSuffix(r.URL, "/api/auth/provider/session"):
			var body struct {
				Flow string `json:"flow"`
			}
			noError(t, json.Unmarshal(must(base64.StdEncoding.DecodeString(r.PostDataEntries[0].Bytes))(t), &body))
			kept = string(must(json.Marshal(fields{"flow": body.Flow, "to": ""}))(t))
		}
	}
	return path, kept
}
