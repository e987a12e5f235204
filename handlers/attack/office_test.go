package attack

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"ostrakon/handlers"
	"ostrakon/handlers/password"
	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

const rightPassword = "plover in the reeds"

// office is a server with an administrator.
type office struct {
	dir    string
	store  *store.Store
	server *httptest.Server
	admin  *browser
}

// openOffice serves a data directory until the test ends.
func openOffice(t *testing.T, dir string) *office {
	t.Helper()
	o := &office{dir: dir, store: storetest.NewIn(t, dir, store.Options{})}
	h, err := handlers.New(t.Context(), o.store,
		handlers.Options{Passwords: password.Params{MemoryKiB: 8, Passes: 1, Lanes: 1}})
	if err != nil {
		t.Fatal(err)
	}
	o.server = httptest.NewServer(h)
	t.Cleanup(func() {
		o.server.Close()
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	o.admin = o.browser("")
	var session struct {
		Token string `json:"token"`
	}
	decode(t, o.admin.must(t, "POST", "/api/auth/setup", map[string]any{
		"setupToken": h.SetupToken(), "organisation": "Reed Bed Society", "fullName": "Olu Office",
		"email": "office@example.org", "password": rightPassword,
	}), &session)
	o.admin.token = session.Token
	return o
}

// browser keeps every byte that its connections carry.
type browser struct {
	client     *http.Client
	url, token string

	mu   sync.Mutex
	wire bytes.Buffer
}

func (o *office) browser(token string) *browser {
	b := &browser{url: o.server.URL, token: token}
	b.client = &http.Client{Transport: &http.Transport{
		DisableCompression: true,
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := new(net.Dialer).DialContext(ctx, network, address)
			return tapped{conn, b}, err
		},
	}}
	return b
}

// tapped is a connection of a browser.
type tapped struct {
	net.Conn
	of *browser
}

func (c tapped) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.of.keep(p[:n])
	return n, err
}

func (c tapped) Write(p []byte) (int, error) {
	c.of.keep(p)
	return c.Conn.Write(p)
}

func (b *browser) keep(p []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.wire.Write(p)
}

// take returns what the connections carried since the last call.
func (b *browser) take() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	wire := bytes.Clone(b.wire.Bytes())
	b.wire.Reset()
	return wire
}

// answer is what came back.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// ask makes a request. A body of bytes is sent as it is, any other as JSON.
func (b *browser) ask(t *testing.T, method, path string, body any) answer {
	t.Helper()
	raw, ok := body.([]byte)
	kind := "application/zip"
	if !ok && body != nil {
		raw = must(json.Marshal(body))(t)
		kind = "application/json"
	}
	req := must(http.NewRequestWithContext(t.Context(), method, b.url+path, bytes.NewReader(raw)))(t)
	if body != nil {
		req.Header.Set("Content-Type", kind)
	}
	if b.token != "" {
		req.Header.Set("Authorization", "Bearer "+b.token)
	}
	res := must(b.client.Do(req))(t)
	got, err := io.ReadAll(res.Body)
	noError(t, errors.Join(err, res.Body.Close()))
	return answer{res.StatusCode, res.Header, got}
}

// must is the body of the answer to a request that has to succeed.
func (b *browser) must(t *testing.T, method, path string, body any) []byte {
	t.Helper()
	a := b.ask(t, method, path, body)
	if a.status != http.StatusOK {
		t.Fatalf("%s %s: %d %s", method, path, a.status, a.body)
	}
	return a.body
}

func decode(t *testing.T, raw []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(raw, into); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
}

// election is an open election that two of three holders count.
type election struct {
	*office
	id         string
	candidates []string
	secrets    map[int]*sealing.Secret
	manifest   *ballotbox.Manifest
	box        *sealing.Box
}

// open opens an election. The administrator does everything but the part of the holders.
func (o *office) open(t *testing.T, names ...string) *election {
	t.Helper()
	e := &election{office: o}
	var made struct {
		ID string `json:"id"`
	}
	decode(t, o.admin.must(t, "POST", "/api/admin/elections", map[string]any{"title": "Board"}), &made)
	e.id = made.ID
	for _, name := range names {
		decode(t, o.admin.must(t, "POST", e.path("candidates"), map[string]any{"name": name}), &made)
		e.candidates = append(e.candidates, made.ID)
	}
	e.hold(t)
	e.move(t, "ACTIVE")
	e.manifest = must(ballotbox.ParseManifest(o.admin.must(t, "GET", "/api/board/elections/"+e.id+"/manifest", nil)))(t)
	e.box = must(e.manifest.SealingBox())(t)
	return e
}

// hold names three holders, of whom two are needed. Their invitations go through the administrator's
// browser, their keys do not.
func (e *election) hold(t *testing.T) {
	t.Helper()
	e.secrets = make(map[int]*sealing.Secret)
	e.admin.must(t, "PUT", e.path("holders"), map[string]any{"threshold": 2, "holders": []any{
		map[string]any{"name": "Zoe Abbot"}, map[string]any{"name": "Kim Reed"}, map[string]any{"name": "Lee Marsh"},
	}})
	for n := 1; n <= 3; n++ {
		var invitation struct {
			Token string `json:"token"`
		}
		decode(t, e.admin.must(t, "POST", e.path(fmt.Sprint("holders/", n, "/invitation")), nil), &invitation)
		sheet := sealing.NewSecret()
		e.browser("").must(t, "POST", "/api/board/invitations/key", map[string]any{
			"token": invitation.Token, "keys": sealing.FormatKeys(sheet.AllKeys()),
		})
		e.secrets[n] = sheet.Derive(1)
	}
}

// path is a path of the election for administrators.
func (e *election) path(below string) string {
	return strings.TrimSuffix("/api/admin/elections/"+e.id+"/"+below, "/")
}

func (e *election) move(t *testing.T, status string) {
	t.Helper()
	e.admin.must(t, "PUT", e.path("status"), map[string]any{"status": status})
}

// voter registers voter number n and signs them in.
func (o *office) voter(t *testing.T, n int) (id string, b *browser) {
	t.Helper()
	u := storetest.Voter(t, o.store, n)
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{
		"sub": u.ID, "role": "USER", "epoch": 0, "iss": "ostrakon:" + o.store.InstallationID(),
		"aud": []string{"ostrakon-session"},
		"iat": time.Now().Unix(), "exp": time.Now().Add(time.Hour).Unix(), "jti": string(u.ID),
	}).SignedString(o.store.TokenKey())
	if err != nil {
		t.Fatal(err)
	}
	return string(u.ID), o.browser(token)
}

// cast seals a choice as the device of a voter does, and sends it.
func (e *election) cast(t *testing.T, voter string, b *browser, choice int) answer {
	t.Helper()
	marks := make([]byte, len(e.candidates))
	marks[choice] = 1
	ballot := storetest.Seal(t, e.store, store.ElectionID(e.id), voter, marks...)
	a := b.ask(t, "POST", fmt.Sprintf("/api/user/elections/%s/ballots", e.id),
		map[string]any{"sealed": ballot.Sealed, "pad": ballot.Pad[:], "tag": ballot.Tag[:]})
	if a.status != http.StatusOK {
		t.Fatalf("the ballot: %d %s", a.status, a.body)
	}
	return a
}

// ballotBox is that of a closed election, as an administrator downloads it.
func (e *election) ballotBox(t *testing.T) *ballotbox.Box {
	t.Helper()
	raw := e.admin.must(t, "GET", e.path("box"), nil)
	return must(ballotbox.ReadBox(bytes.NewReader(raw), int64(len(raw))))(t)
}

// countAtTable counts a closed election with the secrets of two holders.
func (e *election) countAtTable(t *testing.T) *ballotbox.Count {
	t.Helper()
	given := map[int]*sealing.Secret{1: e.secrets[1], 3: e.secrets[3]}
	return must(e.ballotBox(t).Count(t.Context(), given, ballotbox.CountedByTable, time.Now(), func(int) {}))(t)
}

// zipped is the file of a count.
func zipped(t *testing.T, c *ballotbox.Count) []byte {
	t.Helper()
	var b bytes.Buffer
	noError(t, c.Write(&b))
	return b.Bytes()
}

// must returns v and ends the test if err is not nil.
func must[T any](v T, err error) func(testing.TB) T {
	return func(tb testing.TB) T {
		tb.Helper()
		noError(tb, err)
		return v
	}
}

// noError ends the test if err is not nil.
func noError(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}
