package handlers_test

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// profile asks for ada's profile with an Authorization header.
func profile(authorization ...string) call {
	return call{method: "GET", path: "/api/user/profile", header: map[string][]string{"Authorization": authorization}}
}

func TestTokenClaims(t *testing.T) {
	w := newWorld(t)
	token := w.login(t, w.ada.email, rightPassword).text(t, "token")
	part := func(n int) obj {
		raw := must(base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[n]))(t)
		var o obj
		noError(t, json.Unmarshal(raw, &o))
		return o
	}
	for _, d := range differences("header", part(0), obj{"alg": "HS256", "typ": "JWT"}) {
		t.Error(d)
	}
	now := float64(w.clock.Now().Unix())
	soon := matcher(func(v any) bool { return v.(float64) <= now && v.(float64) >= now-2 })
	later := matcher(func(v any) bool { return v.(float64) == part(1)["iat"].(float64)+12*3600 })
	for _, d := range differences("claims", part(1), obj{
		"sub": w.ada.id, "role": "USER", "epoch": 0, "iss": "ostrakon:" + w.store.InstallationID(),
		"aud": []any{"ostrakon-session"}, "iat": soon, "exp": later, "jti": pattern(`^[A-Z2-7]{26}$`),
	}) {
		t.Error(d)
	}
}

func TestTokensAreAcceptedWithGoodClaimsOnly(t *testing.T) {
	w := newWorld(t)
	good := w.sessionClaims(w.ada, "USER")
	w.must(t, profile("Bearer "+w.sign(t, good)))
	with := func(name string, value any) string {
		c := maps.Clone(good)
		if c[name] = value; value == nil {
			delete(c, name)
		}
		return w.sign(t, c)
	}
	now := w.clock.Now()
	for name, token := range map[string]string{
		"another role in the claims": with("role", "ADMIN"), // the store decides: ada stays a voter
		"no role":                    with("role", nil),
		"the audience as a string":   with("aud", "ostrakon-session"),
		"a second audience":          with("aud", []string{"other", "ostrakon-session"}),
	} {
		if a := w.do(t, profile("Bearer "+token)); a.status != 200 {
			t.Errorf("%s: %s", name, a.body)
		}
	}
	bad := func(name, token, code string) scenario {
		return scenario{name, profile("Bearer " + token), 401, code, ""}
	}
	w.try(t, []scenario{
		bad("another issuer", with("iss", "ostrakon:other"), "token_invalid"),
		bad("no issuer", with("iss", nil), "token_invalid"),
		bad("another audience", with("aud", "ostrakon-verification"), "token_invalid"),
		bad("no audience", with("aud", nil), "token_invalid"),
		bad("no subject", with("sub", nil), "token_invalid"),
		bad("a subject that is no id", with("sub", "../admin"), "token_invalid"),
		bad("an unknown subject", with("sub", unknownID), "token_invalid"),
		bad("a subject of another kind", with("sub", w.active.id), "token_invalid"),
		bad("another epoch", with("epoch", 1), "token_invalid"),
		bad("an epoch in words", with("epoch", "0"), "token_invalid"),
		bad("no expiry", with("exp", nil), "token_invalid"),
		bad("expired now", with("exp", now.Unix()), "token_expired"),
		bad("expired long ago", with("exp", 1), "token_expired"),
		bad("no id", with("jti", nil), "token_invalid"),
		bad("no time of issue", with("iat", nil), "token_invalid"),
		bad("issued in the future", with("iat", now.Add(time.Hour).Unix()), "token_invalid"),
		bad("not before the future", with("nbf", now.Add(time.Hour).Unix()), "token_invalid"),
	})
	w.try(t, []scenario{{"an ADMIN claim opens nothing",
		call{method: "GET", path: "/api/admin/users", token: with("role", "ADMIN")}, 403, "role_required", ""}})
}

func TestTokensAreAcceptedWithGoodSignaturesOnly(t *testing.T) {
	w := newWorld(t)
	claims, key := w.sessionClaims(w.ada, "USER"), w.store.TokenKey()
	private := must(rsa.GenerateKey(rand.Reader, 2048))(t)
	token := w.sign(t, claims)
	head, rest, _ := strings.Cut(token, ".")
	body, signature, _ := strings.Cut(rest, ".")
	encode := func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
	var bad []scenario
	// Another last character decodes to the same bytes when read without strictness.
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	last := len(token) - 1
	for name, token := range map[string]string{
		"HS384":                     signWith(t, jwt.SigningMethodHS384, key, claims),
		"HS512":                     signWith(t, jwt.SigningMethodHS512, key, claims),
		"RS256":                     signWith(t, jwt.SigningMethodRS256, private, claims),
		"none":                      signWith(t, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, claims),
		"None in another case":      encode(`{"alg":"nOnE","typ":"JWT"}`) + "." + body + ".",
		"an empty key":              signWith(t, jwt.SigningMethodHS256, []byte{}, claims),
		"a key of zeros":            signWith(t, jwt.SigningMethodHS256, make([]byte, 32), claims),
		"no signature":              head + "." + body + ".",
		"no third part":             head + "." + body,
		"a fourth part":             token + ".x",
		"another body":              head + "." + encode(`{"sub":"`+w.admin.id+`"}`) + "." + signature,
		"another head":              encode(`{"alg":"HS256"}`) + "." + body + "." + signature,
		"padding":                   token + "=",
		"a signature of other bits": token[:last] + string(alphabet[strings.IndexByte(alphabet, token[last])^1]),
		"three dots":                "...",
		"2 kilobytes and more":      token + strings.Repeat("A", 2048),
	} {
		bad = append(bad, scenario{name, profile("Bearer " + token), 401, "token_invalid", ""})
	}
	w.try(t, bad)
}

func TestAuthorizationHeader(t *testing.T) {
	w := newWorld(t)
	for _, good := range []string{"Bearer " + w.ada.token, "bearer " + w.ada.token, "BEARER  " + w.ada.token + " "} {
		w.must(t, profile(good))
	}
	w.must(t, profile("Bearer "+w.ada.token, "Bearer "+w.ben.token)) // the first counts
	w.try(t, []scenario{
		{"empty", profile(""), 401, "token_missing", ""},
		{"the token alone", profile(w.ada.token), 401, "token_invalid", ""},
		{"the scheme alone", profile("Bearer"), 401, "token_invalid", ""},
		{"two tokens", profile("Bearer " + w.ada.token + " " + w.ben.token), 401, "token_invalid", ""},
		{"two tokens by a comma", profile("Bearer " + w.ada.token + "," + w.ben.token), 401, "token_invalid", ""},
		{"in the query", call{method: "GET", path: "/api/user/profile?access_token=" + w.ada.token}, 401, "token_missing",
			""},
		{"in a cookie", call{method: "GET", path: "/api/user/profile",
			header: map[string][]string{"Cookie": {"token=" + w.ada.token}}}, 401, "token_missing", ""},
	})
}

func TestSessionsLast12Hours(t *testing.T) {
	w := newWorld(t)
	p := w.signIn(t, w.ada.email, w.ada.name)
	w.advance(12*time.Hour - 3*time.Second)
	w.must(t, profile("Bearer "+p.token))
	w.advance(4 * time.Second)
	w.try(t, []scenario{{"and no longer", profile("Bearer " + p.token), 401, "token_expired", ""}})
}

func TestTokensOfAnotherInstallationAreInvalid(t *testing.T) {
	w := newWorld(t)
	other := newOffice(t)
	c := w.sessionClaims(w.ada, "USER")
	w.try(t, []scenario{{"its key", profile("Bearer " + signWith(t, jwt.SigningMethodHS256, other.store.TokenKey(), c)),
		401, "token_invalid", ""}})
}
