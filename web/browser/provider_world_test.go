package browser

import (
	"bytes"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/go-jose/go-jose/v4"
	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"
)

// reed is a person at the provider; the name is what they sign in with.
type reed struct {
	name, email string
	verified    bool
}

// provider is a real provider of OpenID Connect, which runs in the test.
type provider struct {
	issuer string
	store  *storage.Storage
	wrong  atomic.Pointer[fields] // claims that are wrong in the next ID tokens
}

// startProvider starts a provider with members, who all have the password of the tests, and with a client "vote" of a
// server.
func startProvider(t *testing.T, s *server, members ...reed) *provider {
	t.Helper()
	users := make(map[string]*storage.User)
	for _, m := range members {
		users[m.name] = &storage.User{ID: "id of " + m.name, Username: m.name, Password: password, Email: m.email,
			EmailVerified: m.verified}
		users["id of "+m.name] = users[m.name]
	}
	file := filepath.Join(t.TempDir(), "users.json")
	noError(t, os.WriteFile(file, must(json.Marshal(users))(t), 0o600))
	storage.RegisterClients(storage.WebClient("vote", "secret of the client", s.origin+"/"))
	door := must(net.Listen("tcp", "127.0.0.1:0"))(t)
	p := &provider{issuer: "http://" + door.Addr().String(),
		store: storage.NewStorage(must(storage.StoreFromFile(file))(t))}
	inner := exampleop.SetupServer(p.issuer, p.store, nil, false)
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		wrong := p.wrong.Load()
		if r.URL.Path != "/oauth/token" || wrong == nil {
			inner.ServeHTTP(w, r)
			return
		}
		right := httptest.NewRecorder()
		inner.ServeHTTP(right, r)
		p.change(t, w, right.Body.Bytes(), *wrong)
	})}
	go func() { _ = server.Serve(door) }()
	t.Cleanup(func() { server.Close() })
	return p
}

// change answers with an ID token in which some claims are wrong, signed by the provider all the same.
func (p *provider) change(t *testing.T, w http.ResponseWriter, answer []byte, wrong fields) {
	var whole, claims map[string]any
	noError(t, json.Unmarshal(answer, &whole))
	token := must(jose.ParseSignedCompact(whole["id_token"].(string), []jose.SignatureAlgorithm{jose.RS256}))(t)
	numbers := json.NewDecoder(bytes.NewReader(token.UnsafePayloadWithoutVerification()))
	numbers.UseNumber()
	noError(t, numbers.Decode(&claims))
	for name, value := range wrong {
		claims[name] = value
	}
	key := must(p.store.SigningKey(t.Context()))(t)
	signer := must(jose.NewSigner(jose.SigningKey{Algorithm: key.SignatureAlgorithm(),
		Key: jose.JSONWebKey{Key: key.Key(), KeyID: key.ID()}}, nil))(t)
	signed := must(signer.Sign(must(json.Marshal(claims))(t)))(t)
	whole["id_token"] = must(signed.CompactSerialize())(t)
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(must(json.Marshal(whole))(t))
}
