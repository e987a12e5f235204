package handlers_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"ostrakon/handlers"
	"ostrakon/handlers/listen"
)

const roomPath = "/api/admin/network/room"

// roomView has the members of the API's answer about the network that the tests of the room read.
type roomView struct {
	LocalOnly, Room bool
	Port            int
	Encryption      string
	Code            string // of a refusal
}

// own is a server that only its own machine reaches, until the test ends.
func own(t *testing.T, w *world) *secured {
	t.Helper()
	return secure(t, w, listen.Options{Dir: t.TempDir()}, x509.NewCertPool())
}

// call asks as the administrator, and reads the answer.
func (s *secured) call(t *testing.T, method, url, body string) (status int, v roomView) {
	t.Helper()
	res, raw := s.ask(t, method, url, strings.NewReader(body))
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("%s %s: %s", method, url, raw)
	}
	return res.StatusCode, v
}

// letIn opens the room. A machine without a network cannot.
func (s *secured) letIn(t *testing.T, encrypted bool) roomView {
	t.Helper()
	status, v := s.call(t, "POST", s.url+roomPath, fmt.Sprintf(`{"encrypted": %t}`, encrypted))
	if v.Code == "room_refused" {
		t.Skip("this machine has no network address")
	}
	if status != 200 || v.LocalOnly || !v.Room {
		t.Fatalf("the room is not let in: %d %+v", status, v)
	}
	return v
}

// Nobody but the machine reaches the server before an administrator lets the room in, nor after it is closed. The
// address of the machine works all the time, and the audit log has both.
func TestLetTheRoomIn(t *testing.T) {
	s := own(t, newWorld(t))
	if _, v := s.call(t, "GET", s.url+"/api/admin/network", ""); !v.LocalOnly || v.Room {
		t.Fatalf("before: %+v", v)
	}
	v := s.letIn(t, false)
	here := must(url.Parse(s.url))(t)
	if fmt.Sprint(v.Port) == here.Port() || v.Encryption != "none" {
		t.Errorf("%+v beside %s", v, s.url)
	}
	if line := s.lastAudit(t); line["action"] != "installation.room_opened" || line["actor"].(obj)["id"] != s.admin.id {
		t.Errorf("audit: %v", line)
	}
	// Another address of this machine stands for another device.
	room := fmt.Sprintf("http://127.0.0.2:%d", v.Port)
	if conn, err := net.Dial("tcp", strings.TrimPrefix(room, "http://")); err != nil {
		t.Skipf("this machine has one address: %v", err)
	} else {
		conn.Close()
	}
	res, raw := s.ask(t, "GET", room+"/api/info", nil)
	if res.StatusCode != 200 || res.Header.Get("Strict-Transport-Security") != "" ||
		res.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("the room gets %s %v: %s", res.Status, res.Header, raw)
	}
	if status, again := s.call(t, "POST", room+roomPath, `{"encrypted": true}`); status != 400 ||
		again.Code != "room_refused" {
		t.Errorf("let in twice: %d %+v", status, again)
	}

	if status, _ := s.call(t, "DELETE", room+roomPath, ""); status != 200 { // from the room itself
		t.Errorf("closed with %d", status)
	}
	if line := s.lastAudit(t); line["action"] != "installation.room_closed" {
		t.Errorf("audit: %v", line)
	}
	if conn, err := net.Dial("tcp", strings.TrimPrefix(room, "http://")); err == nil {
		conn.Close()
		t.Error("the room can still connect")
	}
	if _, v := s.call(t, "GET", s.url+"/api/admin/network", ""); !v.LocalOnly || v.Room {
		t.Errorf("after: %+v", v)
	}
	if status, v := s.call(t, "DELETE", s.url+roomPath, ""); status != 400 || v.Code != "room_refused" {
		t.Errorf("closed twice: %d %+v", status, v)
	}
	s.letIn(t, false) // which the end of the server closes
}

// A room with encryption has the certificate of the server, which makes one if it has none.
func TestLetTheRoomInWithACertificate(t *testing.T) {
	s := own(t, newWorld(t))
	v := s.letIn(t, true)
	if v.Encryption != "own" {
		t.Errorf("%+v", v)
	}
	res, raw := s.ask(t, "GET", s.url+"/api/certificate", nil)
	authority, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatalf("%s: %v", res.Status, err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(authority)
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, ForceAttemptHTTP2: true}
	t.Cleanup(transport.CloseIdleConnections)
	there := &http.Client{Transport: transport}
	info := must(there.Get(fmt.Sprintf("https://localhost:%d/api/info", v.Port)))(t)
	info.Body.Close()
	if info.StatusCode != 200 || info.ProtoMajor != 2 || info.Header.Get("Strict-Transport-Security") != "" {
		t.Errorf("%s by %s: %v", info.Status, info.Proto, info.Header)
	}
	// Who types the address without https is sent on, as at a door of the flags.
	bare := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	sent := must(bare.Get(fmt.Sprintf("http://localhost:%d/", v.Port)))(t)
	sent.Body.Close()
	if sent.StatusCode != http.StatusTemporaryRedirect || !strings.HasPrefix(sent.Header.Get("Location"), "https://") {
		t.Errorf("%s to %s", sent.Status, sent.Header.Get("Location"))
	}
}

// A request that is under way when the room is closed gets its answer, and the end of the server waits for it.
func TestCloseTheRoomWithARequestUnderWay(t *testing.T) {
	w := newWorld(t)
	s := own(t, w)
	v := s.letIn(t, false)
	conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.2:%d", v.Port))
	if err != nil {
		t.Skipf("this machine has one address: %v", err)
	}
	defer conn.Close()
	const body = `{"email": "nobody@example.org", "password": "wrong"}`
	fmt.Fprintf(conn, "POST /api/auth/login HTTP/1.1\r\nHost: room\r\nContent-Type: application/json\r\n"+
		"Content-Length: %d\r\nExpect: 100-continue\r\n\r\n", len(body))
	begun := make([]byte, len("HTTP/1.1 100 Continue\r\n\r\n"))
	if _, err := io.ReadFull(conn, begun); err != nil { // the handler waits for the body
		t.Fatal(err)
	}
	if status, _ := s.call(t, "DELETE", s.url+roomPath, ""); status != 200 {
		t.Errorf("closed with %d", status)
	}
	io.WriteString(conn, body)
	answer, err := io.ReadAll(conn)
	if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 401 ") {
		t.Errorf("the request under way got %v: %s", err, answer)
	}
}

// The room is let in by administrators, at a server that only its own machine reaches.
func TestTheRoomIsNotLetIn(t *testing.T) {
	w := newWorld(t)
	w.try(t, []scenario{
		{"by a voter", call{method: "POST", path: roomPath, token: w.ada.token, body: obj{"encrypted": true}}, 403,
			"role_required", ""},
		{"by nobody", call{method: "POST", path: roomPath, body: obj{"encrypted": true}}, 401, "token_missing", ""},
		{"closed by a voter", call{method: "DELETE", path: roomPath, token: w.ada.token}, 403, "role_required", ""},
		{"without a choice", w.post(roomPath, obj{}), 400, "validation_failed", "encrypted"},
		{"with another word", w.post(roomPath, obj{"encrypted": "yes"}), 400, "validation_failed", "encrypted"},
		{"where nothing listens", w.post(roomPath, obj{"encrypted": true}), 400, "room_refused", ""},
	})
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	everywhere := must(listen.Open(listen.Options{Addr: ":0", LAN: true}))(t)
	go func() { done <- w.server.Run(ctx, handlers.Listeners{Public: everywhere}) }()
	s := &secured{world: w, url: everywhere.URLOf("127.0.0.1"), client: http.DefaultClient}
	if status, v := s.call(t, "POST", s.url+roomPath, `{"encrypted": false}`); status != 400 || v.Code != "room_refused" {
		t.Errorf("a server that the room reaches: %d %+v", status, v)
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	behind := newWorld(t, func(o *handlers.Options) {
		o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
	})
	b := own(t, behind)
	if status, v := b.call(t, "POST", b.url+roomPath, `{"encrypted": false}`); status != 400 || v.Code != "room_refused" {
		t.Errorf("behind a web server: %d %+v", status, v)
	}
}
