package handlers_test

import (
	"crypto/rand"
	"crypto/rsa"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

func TestWhomTheProviderNamesSignsInAsByASlip(t *testing.T) {
	byMember, byEmail := obj{"match": "member", "claim": "member_number"}, obj{"match": "email", "claim": ""}
	for name, c := range map[string]struct {
		settings obj
		claims   jwt.MapClaims
	}{
		"a text that is the member reference":   {byMember, jwt.MapClaims{"sub": "x", "member_number": "m-9"}},
		"a number that is the member reference": {byMember, jwt.MapClaims{"sub": "x", "member_number": 900}},
		"a verified address": {byEmail,
			jwt.MapClaims{"sub": "x", "email": "Mo" + addressMark, "email_verified": true}},
	} {
		t.Run(name, func(t *testing.T) {
			w, p := withProvider(t, c.settings)
			w.enrol(t, "", "full_name,member,email", "Mo Member,M-9,mo"+addressMark, "Nine Hundred,900,")
			a := w.returns(t, w.goes(t, p, c.claims))
			if a.status != 200 || a.text(t, "user.role") != "USER" {
				t.Fatalf("%d %s", a.status, a.body)
			}
			again := w.returns(t, w.goes(t, p, c.claims))
			if again.text(t, "user.id") != a.text(t, "user.id") {
				t.Errorf("signed in as %s, then as %s", a.body, again.body)
			}
			// The session lets them vote, and choose a password as after a slip.
			w.must(t, call{method: "GET", path: "/api/user/elections", token: a.text(t, "token")})
			info := w.must(t, call{method: "GET", path: "/api/info"})
			if !strings.Contains(string(info.body), `"provider":{"name":"Reeds","binds":false}`) {
				t.Errorf("%s", info.body)
			}
		})
	}
}

func TestWhatTheProviderSaysOnlyWhenAskedCounts(t *testing.T) {
	w, p := withProvider(t, obj{"match": "member", "claim": "member_number"})
	p.userInfo = jwt.MapClaims{"sub": "x", "member_number": "M-7"}
	if a := w.returns(t, w.goes(t, p, jwt.MapClaims{"sub": "x"})); a.status != 200 ||
		a.text(t, "user.fullName") != "Dora Brandt" {
		t.Errorf("%d %s", a.status, a.body)
	}
	p.userInfo["sub"] = "somebody else"
	checkRefusal(t, w.returns(t, w.goes(t, p, jwt.MapClaims{"sub": "x"})), "provider_claim", "")
}

func TestASubjectIsBoundOnceByASlip(t *testing.T) {
	w, p := withProvider(t, obj{"match": "subject"})
	dora := jwt.MapClaims{"sub": "4711"}
	checkRefusal(t, w.returns(t, w.goes(t, p, dora)), "subject_unknown", "")
	slip := w.must(t, call{method: "POST", path: "/api/auth/key", from: w.elsewhere(), body: obj{"key": w.key}})
	bind := func(token string, body obj) answer {
		return w.do(t, call{method: "PUT", path: "/api/user/provider", token: token, body: body, from: w.elsewhere()})
	}
	body := w.goes(t, p, dora)
	if a := bind(slip.text(t, "token"), body); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	checkRefusal(t, bind(slip.text(t, "token"), body), "sign_in_spent", "")
	a := w.returns(t, w.goes(t, p, dora))
	if a.status != 200 || a.text(t, "user.id") != slip.text(t, "user.id") {
		t.Errorf("%d %s", a.status, a.body)
	}
	checkRefusal(t, bind(w.ada.token, w.goes(t, p, dora)), "subject_taken", "")
	// A finder may have used the slip: a new one ends what they have bound.
	w.must(t, call{method: "POST", path: "/api/admin/roll/" + w.entry + "/key", token: w.admin.token})
	checkRefusal(t, w.returns(t, w.goes(t, p, dora)), "subject_unknown", "")
}

func TestWhatAProviderSendsIsRefusedInItsOwnWords(t *testing.T) {
	other := must(rsa.GenerateKey(rand.Reader, 2048))(t)
	claim := func(name string, value any) func(*provider) {
		return func(p *provider) { p.token = func(c jwt.MapClaims) { c[name] = value } }
	}
	sign := func(by func(jwt.MapClaims) string) func(*provider) { return func(p *provider) { p.sign = by } }
	for name, c := range map[string]struct {
		prepare func(*provider)
		code    string
	}{
		"for another client":              {claim("aud", "shop"), "provider_audience"},
		"for two, given to another":       {claim("aud", []string{"vote", "shop"}), "provider_audience"},
		"given to another client":         {claim("azp", "shop"), "provider_audience"},
		"an address that is not verified": {claim("email_verified", false), "email_unverified"},
		"an address without a word on it": {func(p *provider) {
			p.token = func(c jwt.MapClaims) { delete(c, "email_verified") }
		}, "email_unverified"},
		"no address":                {claim("email", nil), "provider_claim"},
		"an address that two have":  {claim("email", "two"+addressMark), "email_shared"},
		"a person who is not on it": {claim("email", "nobody"+addressMark), "provider_nobody"},
		"an expired token":          {claim("exp", 1900000000), "provider_expired"},
		"another nonce":             {claim("nonce", "other"), "provider_untrusted"},
		"another issuer":            {claim("iss", "https://login.elsewhere.example"), "provider_untrusted"},
		"no subject":                {claim("sub", ""), "provider_untrusted"},
		"a signature with another key": {sign(func(c jwt.MapClaims) string {
			return signedBy(other, c)
		}), "provider_untrusted"},
		"a signature with the secret":  {sign(symmetric), "provider_untrusted"},
		"no signature":                 {sign(unsigned), "provider_untrusted"},
		"no token":                     {sign(func(jwt.MapClaims) string { return "" }), "provider_untrusted"},
		"another secret":               {func(p *provider) { p.secret = "changed" }, "provider_refused"},
		"nothing, for it does not run": {func(p *provider) { p.Server.Close() }, "provider_unreachable"},
		"an answer without end": {sign(func(jwt.MapClaims) string {
			return strings.Repeat("x", 2<<20)
		}), "provider_unreachable"},
		"a code that was used meanwhile": {func(p *provider) { clear(p.grants) }, "sign_in_spent"},
	} {
		t.Run(name, func(t *testing.T) {
			w, p := withProvider(t, obj{"match": "email"})
			w.enrol(t, "", "full_name,email", "Mo Member,mo"+addressMark, "One Of-Two,two"+addressMark,
				"Two Of-Two,two"+addressMark)
			body := w.goes(t, p, jwt.MapClaims{"sub": "x", "email": "mo" + addressMark, "email_verified": true})
			c.prepare(p)
			before := w.fingerprint(t)
			checkRefusal(t, w.returns(t, body), c.code, "")
			if w.fingerprint(t) != before {
				t.Error("the database file changed")
			}
		})
	}
}

func symmetric(c jwt.MapClaims) string {
	text, _ := jwt.NewWithClaims(jwt.SigningMethodHS256, c).SignedString([]byte(rightPassword))
	return text
}

func unsigned(c jwt.MapClaims) string {
	text, _ := jwt.NewWithClaims(jwt.SigningMethodNone, c).SignedString(jwt.UnsafeAllowNoneSignatureType)
	return text
}

func TestComingBackCountsOnceAndInTheSameBrowser(t *testing.T) {
	w, p := withProvider(t, obj{"match": "member", "claim": "member_number"})
	dora := jwt.MapClaims{"sub": "x", "member_number": "M-7"}
	body := w.goes(t, p, dora)
	if a := w.returns(t, body); a.status != 200 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	checkRefusal(t, w.returns(t, body), "sign_in_spent", "")
	// A provider that takes a code twice does not help.
	again := w.goes(t, p, dora)
	p.mu.Lock()
	kept := p.grants[again["code"].(string)]
	p.mu.Unlock()
	w.returns(t, again)
	p.mu.Lock()
	p.grants[again["code"].(string)] = kept
	p.mu.Unlock()
	checkRefusal(t, w.returns(t, again), "sign_in_spent", "")

	mine, theirs := w.goes(t, p, dora), w.goes(t, p, dora)
	checkRefusal(t, w.returns(t, merged(mine, obj{"flow": theirs["flow"]})), "sign_in_stale", "")
	checkRefusal(t, w.returns(t, merged(mine, obj{"code": theirs["code"]})), "sign_in_spent", "") // PKCE
	checkRefusal(t, w.returns(t, merged(mine, obj{"flow": w.ada.token})), "sign_in_stale", "")
	checkRefusal(t, w.returns(t, merged(mine, obj{"state": ""})), "validation_failed", "state")
	w.advance(11 * time.Minute)
	checkRefusal(t, w.returns(t, mine), "sign_in_stale", "")
}

func TestFailedReturnsAreLimited(t *testing.T) {
	w, p := withProvider(t, obj{"match": "member", "claim": "member_number"})
	body, from := merged(w.goes(t, p, jwt.MapClaims{"sub": "x"}), obj{"state": "other"}), w.elsewhere()
	for range 200 {
		a := w.do(t, call{method: "POST", path: "/api/auth/provider/session", from: from, body: body})
		if a.status == http.StatusTooManyRequests {
			return
		}
	}
	t.Error("200 attempts from one address were answered")
}

func TestTheSecretOfAProviderIsNeverShown(t *testing.T) {
	w, p := withProvider(t, obj{"match": "subject"})
	read := func() string {
		return string(w.must(t, call{method: "GET", path: "/api/admin/provider?address=http://hall.example:8080",
			token: w.admin.token}).body)
	}
	if got := read(); strings.Contains(got, rightPassword) || !strings.Contains(got, `"hasSecret":true`) ||
		!strings.Contains(got, `"callback":"http://hall.example:8080/","safe":false`) {
		t.Errorf("%s", got)
	}
	w.setProvider(t, obj{"name": "Reeds again"})
	if got := read(); !strings.Contains(got, `"hasSecret":true`) {
		t.Errorf("a new name drops the secret: %s", got)
	}
	w.setProvider(t, obj{"issuer": p.URL + "/other"})
	if got := read(); !strings.Contains(got, `"hasSecret":false`) {
		t.Errorf("the secret would go to another issuer: %s", got)
	}
	put := func(body obj) call {
		return call{method: "PUT", path: "/api/admin/provider", token: w.admin.token, body: body}
	}
	w.try(t, []scenario{
		{"without https", put(obj{"issuer": "http://login.example"}), 400, "validation_failed", "issuer"},
		{"with a query", put(obj{"issuer": "https://login.example?a=b"}), 400, "validation_failed", "issuer"},
		{"without a client", put(obj{"clientId": ""}), 400, "validation_failed", "clientId"},
		{"without a name", put(obj{"name": ""}), 400, "validation_failed", "name"},
		{"by an unknown way", put(obj{"match": "name"}), 400, "validation_failed", "match"},
		{"by no claim", put(obj{"match": "member"}), 400, "validation_failed", "claim"},
		{"with a long secret", put(obj{"secret": strings.Repeat("x", 256)}), 400, "validation_failed", "secret"},
	})
}

func TestTheTestOfAProviderSaysWhatIsWrong(t *testing.T) {
	describe := func(name string, value any) func(*provider) {
		return func(p *provider) { p.description = func(d obj) { d[name] = value } }
	}
	reply := func(answer func(w http.ResponseWriter)) func(*provider) {
		return func(p *provider) { p.answer = func(w http.ResponseWriter) bool { answer(w); return true } }
	}
	w, p := withProvider(t, obj{"match": "member", "claim": "member_number"})
	test := func() answer {
		return w.do(t, call{method: "POST", path: "/api/admin/provider/test?address=https://vote.reeds.example",
			token: w.admin.token})
	}
	checkJSON(t, test(), obj{"issuer": p.URL, "warnings": []any{}})
	for name, c := range map[string]struct {
		prepare func(*provider)
		fault   string
	}{
		"nothing there":      {reply(func(w http.ResponseWriter) { w.WriteHeader(404) }), "issuer_without"},
		"a page":             {reply(func(w http.ResponseWriter) { _, _ = w.Write([]byte("<html>")) }), "issuer_without"},
		"without end":        {reply(func(w http.ResponseWriter) { _, _ = w.Write(make([]byte, 2<<20)) }), "issuer_without"},
		"another issuer":     {describe("issuer", "https://login.elsewhere.example"), "issuer_other"},
		"an address to read": {describe("token_endpoint", "http://login.elsewhere.example/token"), "issuer_unsafe"},
		"no address":         {describe("jwks_uri", ""), "issuer_unsafe"},
		"only shared keys":   {describe("id_token_signing_alg_values_supported", []string{"HS256"}), "issuer_algorithms"},
		"a redirect elsewhere": {reply(func(w http.ResponseWriter) {
			w.Header().Set("Location", "file:///etc/passwd")
			w.WriteHeader(302)
		}), "issuer_unreachable"},
	} {
		t.Run(name, func(t *testing.T) {
			p.answer, p.description = nil, nil
			c.prepare(p)
			a := test()
			checkRefusal(t, a, "validation_failed", "issuer")
			if !strings.Contains(string(a.body), `"`+c.fault+`"`) {
				t.Errorf("%s", a.body)
			}
		})
	}
	p.answer, p.description = nil, func(d obj) {
		d["code_challenge_methods_supported"], d["claims_supported"] = []string{"plain"}, []string{"sub", "email"}
	}
	w.setProvider(t, obj{"secret": ""})
	a := w.must(t, call{method: "POST", path: "/api/admin/provider/test?address=http://hall.example",
		token: w.admin.token})
	checkJSON(t, a, obj{"issuer": p.URL, "warnings": []any{"callback", "secret", "pkce", "claim"}})
	p.Server.Close()
	checkRefusal(t, test(), "validation_failed", "issuer")
}
