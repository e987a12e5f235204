package portal_test

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"ostrakon/handlers/portal"
	"ostrakon/store/refusal"
)

var (
	now     = time.Date(2026, time.May, 1, 18, 0, 0, 0, time.UTC)
	secret  = []byte("kZ3jq0gO7nJd5Qe0yX1uV9wB2mC4aT6sR8pL0hF-iGE")
	private = ed25519.NewKeyFromSeed([]byte(strings.Repeat("s", ed25519.SeedSize)))
	public  = private.Public().(ed25519.PublicKey)
	other   = ed25519.NewKeyFromSeed([]byte(strings.Repeat("o", ed25519.SeedSize)))
)

const installation = "ostrakon:test"

// claims are those of a right link, with some changed; nil takes one away.
func claims(change jwt.MapClaims) jwt.MapClaims {
	c := jwt.MapClaims{"sub": "M-17", "aud": installation, "jti": "one", "iat": now.Unix(),
		"exp": now.Add(2 * time.Minute).Unix()}
	for name, value := range change {
		if value == nil {
			delete(c, name)
		} else {
			c[name] = value
		}
	}
	return c
}

// signed signs a token with claims.
func signed(t *testing.T, method jwt.SigningMethod, key any, change jwt.MapClaims) string {
	t.Helper()
	token, err := jwt.NewWithClaims(method, claims(change)).SignedString(key)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

func reader(algorithm string) portal.Reader {
	r := portal.Reader{Algorithm: algorithm, Key: secret, Now: now,
		Audiences: []string{installation, "https://vote.example.org"}}
	if algorithm == "EdDSA" {
		r.Key = public
	}
	return r
}

func TestALinkIsRead(t *testing.T) {
	for name, token := range map[string]string{
		"HS256": signed(t, jwt.SigningMethodHS256, secret, nil),
		"EdDSA": signed(t, jwt.SigningMethodEdDSA, private, nil),
		"HS256, several audiences": signed(t, jwt.SigningMethodHS256, secret,
			jwt.MapClaims{"aud": []string{"x", "https://vote.example.org"}}),
		"HS256, a clock half a minute ahead": signed(t, jwt.SigningMethodHS256, secret,
			jwt.MapClaims{"iat": now.Add(30 * time.Second).Unix(), "exp": now.Add(5 * time.Minute).Unix()}),
		"HS256, made a while ago": signed(t, jwt.SigningMethodHS256, secret,
			jwt.MapClaims{"iat": now.Add(-4 * time.Minute).Unix(), "exp": now.Add(time.Minute).Unix()}),
	} {
		algorithm, _, _ := strings.Cut(name, ",")
		link, err := reader(algorithm).Read(token)
		if err != nil || link.Member != "M-17" || link.ID != "one" || !link.Expires.After(now) {
			t.Errorf("%s: %+v, %v", name, link, err)
		}
	}
}

func TestLinksAreRefused(t *testing.T) {
	hs256 := func(change jwt.MapClaims) string { return signed(t, jwt.SigningMethodHS256, secret, change) }
	right := hs256(nil)
	part := strings.Split(right, ".")
	encoded := base64.RawURLEncoding.EncodeToString
	der, _ := x509.MarshalPKIXPublicKey(public)
	publicPEM := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	critical := jwt.NewWithClaims(jwt.SigningMethodHS256, claims(nil))
	critical.Header["crit"] = []string{"b64"}
	withCritical, err := critical.SignedString(secret)
	if err != nil {
		t.Fatal(err)
	}
	unsigned := signed(t, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, nil)
	minutes := func(n time.Duration) int64 { return now.Add(n * time.Minute).Unix() }
	algorithm, signature, malformed := refusal.PortalAlgorithm, refusal.PortalSignature, refusal.PortalMalformed
	claim, audience, expired := refusal.PortalClaim, refusal.PortalAudience, refusal.PortalExpired
	early, long := refusal.PortalEarly, refusal.PortalLong
	for name, try := range map[string]struct {
		algorithm, token string
		want             error
	}{
		"alg none":               {"HS256", unsigned, algorithm},
		"alg none, signed":       {"HS256", encoded([]byte(`{"alg":"none"}`)) + "." + part[1] + "." + part[2], algorithm},
		"alg nOnE":               {"HS256", encoded([]byte(`{"alg":"nOnE"}`)) + "." + part[1] + ".", algorithm},
		"alg of a number":        {"HS256", encoded([]byte(`{"alg":256}`)) + "." + part[1] + "." + part[2], algorithm},
		"HS512":                  {"HS256", signed(t, jwt.SigningMethodHS512, secret, nil), algorithm},
		"EdDSA for HS256":        {"HS256", signed(t, jwt.SigningMethodEdDSA, private, nil), algorithm},
		"HS256 with public key":  {"EdDSA", signed(t, jwt.SigningMethodHS256, []byte(public), nil), algorithm},
		"HS256 with its PEM":     {"EdDSA", signed(t, jwt.SigningMethodHS256, publicPEM, nil), algorithm},
		"another secret":         {"HS256", signed(t, jwt.SigningMethodHS256, []byte("other"), nil), signature},
		"another key":            {"EdDSA", signed(t, jwt.SigningMethodEdDSA, other, nil), signature},
		"changed claims":         {"HS256", part[0] + "." + encoded([]byte(`{"sub":"M-18"}`)) + "." + part[2], signature},
		"no signature":           {"HS256", part[0] + "." + part[1] + ".", signature},
		"two parts":              {"HS256", part[0] + "." + part[1], malformed},
		"no token":               {"HS256", "", malformed},
		"no alg":                 {"HS256", encoded([]byte(`{}`)) + "." + part[1] + "." + part[2], malformed},
		"a long token":           {"HS256", right + strings.Repeat("A", 5000), malformed},
		"a critical header":      {"HS256", withCritical, malformed},
		"no sub":                 {"HS256", hs256(jwt.MapClaims{"sub": nil}), claim},
		"sub of spaces":          {"HS256", hs256(jwt.MapClaims{"sub": "  "}), claim},
		"sub of a number":        {"HS256", hs256(jwt.MapClaims{"sub": 17}), claim},
		"a long sub":             {"HS256", hs256(jwt.MapClaims{"sub": strings.Repeat("M", 129)}), claim},
		"no aud":                 {"HS256", hs256(jwt.MapClaims{"aud": nil}), claim},
		"no jti":                 {"HS256", hs256(jwt.MapClaims{"jti": nil}), claim},
		"no iat":                 {"HS256", hs256(jwt.MapClaims{"iat": nil}), claim},
		"no exp":                 {"HS256", hs256(jwt.MapClaims{"exp": nil}), claim},
		"exp of text":            {"HS256", hs256(jwt.MapClaims{"exp": "soon"}), claim},
		"another audience":       {"HS256", hs256(jwt.MapClaims{"aud": "ostrakon:other"}), audience},
		"audience and more":      {"HS256", hs256(jwt.MapClaims{"aud": installation + "/"}), audience},
		"expired now":            {"HS256", hs256(jwt.MapClaims{"iat": minutes(-2), "exp": minutes(0)}), expired},
		"made in two minutes":    {"HS256", hs256(jwt.MapClaims{"iat": minutes(2), "exp": minutes(3)}), early},
		"not before two minutes": {"HS256", hs256(jwt.MapClaims{"nbf": minutes(2)}), early},
		"nbf of text":            {"HS256", hs256(jwt.MapClaims{"nbf": "later"}), early},
		"valid for a year":       {"HS256", hs256(jwt.MapClaims{"exp": minutes(60 * 24 * 365)}), long},
		"valid for six minutes":  {"HS256", hs256(jwt.MapClaims{"exp": minutes(6)}), long},
		"six, of which two left": {"HS256", hs256(jwt.MapClaims{"iat": minutes(-4), "exp": minutes(2)}), long},
	} {
		if link, err := reader(try.algorithm).Read(try.token); !errors.Is(err, try.want) {
			t.Errorf("%s: %+v, %v, want %v", name, link, err, try.want)
		}
	}
}

func TestKeysAreParsed(t *testing.T) {
	der, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	privateDER, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	jwk := func(more map[string]string) string {
		key := map[string]string{"kty": "OKP", "crv": "Ed25519", "x": base64.RawURLEncoding.EncodeToString(public)}
		for name, value := range more {
			key[name] = value
		}
		raw, err := json.Marshal(key)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	block := func(kind string, der []byte) string {
		return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
	}
	for name, try := range map[string]struct {
		text  string
		fault *refusal.Fault
	}{
		"PEM":           {"\n" + block("PUBLIC KEY", der), nil},
		"JWK":           {jwk(nil), nil},
		"private PEM":   {block("PRIVATE KEY", privateDER), refusal.PortalPrivateKey},
		"private JWK":   {jwk(map[string]string{"d": "x"}), refusal.PortalPrivateKey},
		"another curve": {jwk(map[string]string{"crv": "X25519"}), refusal.PortalNoKey},
		"a short key":   {jwk(map[string]string{"x": "AAAA"}), refusal.PortalNoKey},
		"damaged PEM":   {block("PUBLIC KEY", der[:20]), refusal.PortalNoKey},
		"nothing":       {"", refusal.PortalNoKey},
		"a long text":   {strings.Repeat("x", 5000), refusal.PortalNoKey},
	} {
		key, fault := portal.ParseKey(try.text)
		if fault != try.fault || fault == nil && !key.Equal(public) {
			t.Errorf("%s: %v, %v", name, key, fault)
		}
	}
}
