package browser

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// portalLink is the link that a members' portal makes for one of its members.
func portalLink(t *testing.T, origin, audience, secret, member string) string {
	t.Helper()
	now := time.Now().Unix()
	claims := must(json.Marshal(fields{
		"sub": member, "aud": audience, "jti": rand.Text(), "iat": now, "exp": now + 120}))(t)
	text := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"HS256"}`)) + "." +
		base64.RawURLEncoding.EncodeToString(claims)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(text))
	return origin + "/#portal/" + text + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// An administrator has the server take links of the members' portal, and tries one. A member votes with it. The same
// link again, one that was changed, and one of a stranger are refused, each in words of its own.
func TestVoteFromTheMembersPortal(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	s.call("POST", "/api/admin/roll", token, []byte("full_name,member\nNoor Haddad,M-7\n"), &struct{}{})
	id := s.openElection(token, ballotTitle, "Praxilla", "Korinna")
	chromium := newBrowser(t)

	admin := newPage(t, chromium, s, "administrator", desktop)
	admin.visit("/admin#settings")
	admin.signIn(adminEmail, password)
	admin.choose("radio", admin.w("settings.portal.algorithm.HS256"))
	admin.click("button", admin.w("settings.portal.save"))
	admin.see(admin.w("settings.portal.secret"))
	admin.judgeBoth("the links of the members' portal")
	var secret, audience string
	admin.run(chromedp.Text(`[aria-labelledby="portal"] pre`, &secret, chromedp.ByQuery),
		chromedp.Text(`[aria-labelledby="portal"] ul code`, &audience, chromedp.ByQuery))
	link := portalLink(t, s.origin, audience, secret, "M-7")
	admin.fill(admin.w("settings.portal.test"), link)
	admin.click("button", admin.w("settings.portal.test.submit"))
	admin.see("This link would sign in Noor Haddad")
	admin.photograph()

	noor := newPage(t, chromium, s, "noor", phone)
	noor.visit(link[len(s.origin):])
	noor.heading(ballotTitle)
	noor.votes()
	wantBallots(noor, id, 1)

	refused := newPage(t, chromium, s, "refused", phone)
	refused.guard.expect("40") // refusals, in the browser's log
	for _, c := range []struct{ link, reads string }{
		{link, "This link was already used."},
		{portalLink(t, s.origin, audience, "another secret", "M-7"), "This link was not signed by the members’ portal"},
		{s.origin + "/#portal/abc", "This link is not complete."},
		{portalLink(t, s.origin, "ostrakon:another", secret, "M-7"), "This link is for another server."},
		{portalLink(t, s.origin, audience, secret, "M-8"), "The members’ portal says that you are member M-8"},
	} {
		refused.visit("/#register") // so that the link opens a page of its own
		refused.visit(c.link[len(s.origin):])
		refused.heading(refused.w("voter.portal.wrong"))
		refused.see(c.reads)
	}
	refused.judge("a link that was refused")
}
