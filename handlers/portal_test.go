package handlers_test

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// portalJWK is a public key of Ed25519: that of RFC 8037 appendix A.2.
const portalJWK = `{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}`

// portal has the world take links of HS256. It returns the secret.
func (w *world) portal(t *testing.T) string {
	t.Helper()
	set := call{method: "PUT", path: "/api/admin/portal", token: w.admin.token, body: obj{"algorithm": "HS256"}}
	return w.must(t, set).text(t, "secret")
}

// linked signs a link for Dora Brandt, with some claims changed.
func (w *world) linked(t *testing.T, secret string, change jwt.MapClaims) string {
	t.Helper()
	now := w.clock.Now()
	claims := jwt.MapClaims{"sub": "M-7", "aud": "ostrakon:" + w.store.InstallationID(), "jti": "one", "iat": now.Unix(),
		"exp": now.Add(2 * time.Minute).Unix()}
	for name, value := range change {
		claims[name] = value
	}
	return must(jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString([]byte(secret)))(t)
}

// byLink asks for a session with the token of a link.
func (w *world) byLink(token any) call {
	return call{method: "POST", path: "/api/auth/portal", from: w.elsewhere(), body: obj{"token": token}}
}

// tryLink asks whom a link would sign in.
func (w *world) tryLink(link string) call {
	return call{method: "POST", path: "/api/admin/portal/test", token: w.admin.token, body: obj{"link": link}}
}

func TestALinkOfThePortalVotesOnce(t *testing.T) {
	w := newWorld(t)
	secret := w.portal(t)
	token := w.linked(t, secret, nil)
	for range 2 { // trying does not use it up
		checkJSON(t, w.must(t, w.tryLink("https://vote.example.org/#portal/"+token)),
			obj{"fullName": "Dora Brandt", "member": "M-7", "expiresAt": aTime})
	}
	a := w.must(t, w.byLink(token))
	dora := person{id: a.text(t, "user.id"), token: a.text(t, "token")}
	w.vote(t, dora, w.active, 0)
	if again := w.must(t, w.bySlip(w.key)).text(t, "user.id"); again != dora.id {
		t.Errorf("her slip signs in to %s, the portal to %s", again, dora.id)
	}
	w.try(t, []scenario{
		{"the same link", w.byLink(token), 401, "portal_used", ""},
		{"another link of its id", w.byLink(w.linked(t, secret, jwt.MapClaims{"sub": "m-7"})), 401, "portal_used", ""},
	})
	for _, line := range w.log.take(t) {
		if line["user"] == dora.id || line["route"] == "/api/auth/portal" && line["msg"] == "request" {
			t.Errorf("the log tells who came: %v", line)
		}
	}
	w.advance(3 * time.Minute)
	w.try(t, []scenario{{"the link later", w.byLink(token), 401, "portal_expired", ""}})
	w.must(t, w.byLink(w.linked(t, secret, jwt.MapClaims{"jti": "two"})))
}

func TestALinkAtOnceSignsInOne(t *testing.T) {
	w := newWorld(t)
	token := w.linked(t, w.portal(t), nil)
	var group sync.WaitGroup
	var mu sync.Mutex
	told := make(map[int]int)
	for range 20 {
		c := w.byLink(token)
		group.Go(func() {
			status := w.do(t, c).status
			mu.Lock()
			told[status]++
			mu.Unlock()
		})
	}
	group.Wait()
	if told[200] != 1 || told[401] != 19 {
		t.Errorf("one link at once: %v", told)
	}
}

func TestLinksOfThePortalAreRefused(t *testing.T) {
	w := newWorld(t)
	refuse := func(name string, token any, status int, code string) scenario {
		field := ""
		if code == "validation_failed" {
			field = "token"
		}
		return scenario{name, w.byLink(token), status, code, field}
	}
	w.try(t, []scenario{refuse("no portal", "e30.e30.e30", 400, "portal_unset")})
	before := w.portal(t)
	secret := w.portal(t)
	set := func(body obj) call {
		return call{method: "PUT", path: "/api/admin/portal", token: w.admin.token, body: body}
	}
	w.try(t, []scenario{
		refuse("the secret before", w.linked(t, before, nil), 401, "portal_signature"),
		refuse("nobody of the roll", w.linked(t, secret, jwt.MapClaims{"sub": "M-8"}), 403, "portal_stranger"),
		refuse("another audience", w.linked(t, secret, jwt.MapClaims{"aud": "https://vote.example.org"}), 401,
			"portal_audience"),
		refuse("a claim of another form", w.linked(t, secret, jwt.MapClaims{"jti": 1}), 400, "portal_claim"),
		refuse("a long life", w.linked(t, secret, jwt.MapClaims{"exp": w.clock.Now().Add(time.Hour).Unix()}), 401,
			"portal_long"),
		refuse("a number", 7, 400, "validation_failed"),
		{"a test of nothing", w.tryLink(" "), 400, "validation_failed", "link"},
		{"a test of nobody's", w.tryLink(w.linked(t, secret, jwt.MapClaims{"sub": "M-8"})), 403, "portal_stranger", ""},
		{"an algorithm that there is not", set(obj{"algorithm": "RS256"}), 400, "validation_failed", "algorithm"},
		{"no algorithm", set(obj{}), 400, "validation_failed", "algorithm"},
		{"EdDSA without a key", set(obj{"algorithm": "EdDSA"}), 400, "validation_failed", "publicKey"},
		{"EdDSA with a private key", set(obj{"algorithm": "EdDSA",
			"publicKey": strings.Replace(portalJWK, "{", `{"d":"x",`, 1)}), 400, "validation_failed", "publicKey"},
	})
	w.must(t, w.settings(obj{"address": "https://vote.example.org"}))
	w.must(t, w.byLink(w.linked(t, secret, jwt.MapClaims{"aud": "https://vote.example.org"})))
	now := w.must(t, set(obj{"algorithm": "EdDSA", "publicKey": portalJWK}))
	checkJSON(t, now, obj{"algorithm": "EdDSA", "publicKey": pattern(`^-----BEGIN PUBLIC KEY-----\n`), "hasSecret": false,
		"audiences": []any{"ostrakon:" + w.store.InstallationID(), "https://vote.example.org"}})
	w.try(t, []scenario{
		refuse("HS256 where EdDSA is set", w.linked(t, secret, jwt.MapClaims{"jti": "two"}), 401, "portal_algorithm")})
	w.must(t, set(obj{"algorithm": "none"}))
	w.try(t, []scenario{
		refuse("a portal that was", w.linked(t, secret, jwt.MapClaims{"jti": "two"}), 400, "portal_unset")})
	t.Run("wrong links are limited, and keep no right one out", func(t *testing.T) {
		secret := w.portal(t)
		wrong := w.byLink(w.linked(t, "other", nil))
		for n := 0; w.do(t, wrong).status != 429; n++ {
			if n > 110 {
				t.Fatal("wrong links do not count")
			}
		}
		right := w.byLink(w.linked(t, secret, jwt.MapClaims{"jti": "three"}))
		right.from = wrong.from
		w.must(t, right)
	})
}

// The program in docs/portal.md makes a link that signs in.
func TestTheProgramOfTheDocumentMakesALink(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no Python here: this test is left out")
	}
	w := newWorld(t)
	w.clock.Set(time.Now())
	w.admin = w.signIn(t, w.admin.email, w.admin.name)
	secret := w.portal(t)
	document := must(os.ReadFile("../docs/portal.md"))(t)
	program := regexp.MustCompile("(?s)```python\n(.*?)```").FindSubmatch(document)[1]
	if lines := strings.Count(strings.ReplaceAll(string(program), "\n\n", "\n"), "\n"); lines > 10 {
		t.Errorf("the program has %d lines", lines)
	}
	out := must(exec.CommandContext(t.Context(), python, "-c", string(program), "https://vote.example.org",
		"ostrakon:"+w.store.InstallationID(), secret, "M-7").Output())(t)
	address, token, _ := strings.Cut(strings.TrimSpace(string(out)), "/#portal/")
	if address != "https://vote.example.org" {
		t.Errorf("the link is %s", out)
	}
	if name := w.must(t, w.byLink(token)).text(t, "user.fullName"); name != "Dora Brandt" {
		t.Errorf("the link signs in %s", name)
	}
}
