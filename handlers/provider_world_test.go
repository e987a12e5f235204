package handlers_test

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// provider is a provider of OpenID Connect that signs in whoever a test says, with real signatures.
type provider struct {
	*httptest.Server
	key    *rsa.PrivateKey
	now    func() time.Time
	secret string

	mu     sync.Mutex
	grants map[string]grant // by code, until it is used

	description func(d obj)                      // changes the next documents; nil leaves them
	token       func(c jwt.MapClaims)            // changes the next ID tokens
	sign        func(c jwt.MapClaims) string     // signs the next ID tokens
	userInfo    jwt.MapClaims                    // what it says only when asked
	answer      func(w http.ResponseWriter) bool // answers in place of the document, if it reports true
}

// grant is a person who has signed in at the provider.
type grant struct {
	asked  url.Values
	claims jwt.MapClaims
}

// startProvider starts a provider that knows a client with a secret.
func startProvider(tb testing.TB, w *world) *provider {
	tb.Helper()
	p := &provider{key: must(rsa.GenerateKey(rand.Reader, 2048))(tb), now: w.clock.Now, secret: rightPassword,
		grants: make(map[string]grant)}
	p.sign = func(c jwt.MapClaims) string { return signedBy(p.key, c) }
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", p.describe)
	mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		number := func(n *big.Int) string { return base64.RawURLEncoding.EncodeToString(n.Bytes()) }
		answerJSON(w, 200, obj{"keys": []obj{{"kty": "RSA", "kid": "one", "use": "sig", "alg": "RS256",
			"n": number(p.key.N), "e": number(big.NewInt(int64(p.key.E)))}}})
	})
	mux.HandleFunc("POST /token", p.exchange)
	mux.HandleFunc("GET /userinfo", func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, 200, p.userInfo) })
	p.Server = httptest.NewServer(mux)
	tb.Cleanup(p.Close)
	return p
}

func answerJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func signedBy(key crypto.Signer, c jwt.MapClaims) string {
	token := jwt.NewWithClaims(jwt.SigningMethodRS256, c)
	token.Header["kid"] = "one"
	text, err := token.SignedString(key)
	if err != nil {
		panic(err)
	}
	return text
}

func (p *provider) describe(w http.ResponseWriter, _ *http.Request) {
	if p.answer != nil && p.answer(w) {
		return
	}
	d := obj{
		"issuer": p.URL, "authorization_endpoint": p.URL + "/authorize", "token_endpoint": p.URL + "/token",
		"jwks_uri": p.URL + "/keys", "userinfo_endpoint": p.URL + "/userinfo",
		"id_token_signing_alg_values_supported": []string{"RS256", "HS256", "none"},
		"code_challenge_methods_supported":      []string{"S256"},
		"token_endpoint_auth_methods_supported": []string{"client_secret_post"},
	}
	if p.description != nil {
		p.description(d)
	}
	answerJSON(w, 200, d)
}

// exchange gives an ID token for a code, once, to the client that has the secret and the verifier of PKCE.
func (p *provider) exchange(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	code := r.FormValue("code")
	given, known := p.grants[code]
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	switch {
	case r.FormValue("client_id") != "vote" || r.FormValue("client_secret") != p.secret:
		answerJSON(w, 401, obj{"error": "invalid_client"})
		return
	case !known, base64.RawURLEncoding.EncodeToString(sum[:]) != given.asked.Get("code_challenge"),
		r.FormValue("redirect_uri") != given.asked.Get("redirect_uri"):
		answerJSON(w, 400, obj{"error": "invalid_grant"})
		return
	}
	delete(p.grants, code)
	c := jwt.MapClaims{"iss": p.URL, "aud": "vote", "nonce": given.asked.Get("nonce"),
		"iat": p.now().Unix(), "exp": p.now().Add(5 * time.Minute).Unix()}
	for name, value := range given.claims {
		c[name] = value
	}
	if p.token != nil {
		p.token(c)
	}
	answerJSON(w, 200, obj{"access_token": "at", "token_type": "Bearer", "expires_in": 300, "id_token": p.sign(c)})
}

// approve signs a person in who was sent to the address, and returns what the provider sends back along with them.
func (p *provider) approve(tb testing.TB, address string, claims jwt.MapClaims) (state, code string) {
	tb.Helper()
	u := must(url.Parse(address))(tb)
	asked := u.Query()
	for name, want := range map[string]string{"response_type": "code", "client_id": "vote",
		"code_challenge_method": "S256", "redirect_uri": "https://vote.reeds.example/"} {
		if asked.Get(name) != want {
			tb.Errorf("%s is %q", name, asked.Get(name))
		}
	}
	if !slices.Contains(strings.Fields(asked.Get("scope")), "openid") || asked.Get("nonce") == "" ||
		!strings.HasPrefix(address, p.URL+"/authorize?") {
		tb.Errorf("sent to %s", address)
	}
	code = rand.Text()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.grants[code] = grant{asked, claims}
	return asked.Get("state"), code
}

// withProvider is a world whose people sign in with a provider.
func withProvider(t *testing.T, settings obj) (*world, *provider) {
	t.Helper()
	w := newWorld(t)
	p := startProvider(t, w)
	w.setProvider(t, merged(obj{"name": "Reeds", "issuer": p.URL, "clientId": "vote", "secret": rightPassword}, settings))
	return w, p
}

func (w *world) setProvider(t *testing.T, settings obj) {
	t.Helper()
	w.must(t, call{method: "PUT", path: "/api/admin/provider", token: w.admin.token, body: settings})
}

// goes sends a person to the provider, who signs in there with claims, and returns what their browser then has.
func (w *world) goes(t *testing.T, p *provider, claims jwt.MapClaims) obj {
	t.Helper()
	a := w.must(t, call{method: "POST", path: "/api/auth/provider", from: w.elsewhere(),
		body: obj{"address": "https://vote.reeds.example"}})
	state, code := p.approve(t, a.text(t, "address"), claims)
	return obj{"flow": a.text(t, "flow"), "state": state, "code": code}
}

// returns has a browser come back from the provider.
func (w *world) returns(t *testing.T, body obj) answer {
	t.Helper()
	return w.do(t, call{method: "POST", path: "/api/auth/provider/session", from: w.elsewhere(), body: body})
}

// merged is an object with the members of two, of which the second counts.
func merged(a, b obj) obj {
	m := maps.Clone(a)
	maps.Copy(m, b)
	return m
}
