package browser

import (
	"encoding/json"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"
)

// reed is a person at the provider; the name is what they sign in with.
type reed struct {
	name, email string
	verified    bool
}

// startProvider starts a real provider of OpenID Connect with members, who all have the password of the tests, and with
// a client "vote" of a server.
func startProvider(t *testing.T, s *server, members ...reed) (issuer string) {
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
	issuer = "http://" + door.Addr().String()
	server := &http.Server{Handler: exampleop.SetupServer(issuer,
		storage.NewStorage(must(storage.StoreFromFile(file))(t)), nil, false)}
	go func() { _ = server.Serve(door) }()
	t.Cleanup(func() { server.Close() })
	return issuer
}
