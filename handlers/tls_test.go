package handlers_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ostrakon/handlers"
	"ostrakon/handlers/listen"
)

// secured is a server with TLS, and a client that trusts its certificate.
type secured struct {
	*world
	door   *listen.Door
	url    string
	client *http.Client
}

// secure runs the server of a world at a door with a certificate, until the test ends.
func secure(t *testing.T, w *world, o listen.Options, roots *x509.CertPool) *secured {
	t.Helper()
	o.Addr = "127.0.0.1:0"
	door, err := listen.Open(o)
	if err == nil {
		err = door.Ready()
	}
	if err != nil {
		t.Fatal(err)
	}
	if cert := door.Certificate(); cert != nil {
		authority := must(x509.ParseCertificate(cert.Authority))(t)
		roots.AddCert(authority)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- w.server.Run(ctx, handlers.Listeners{Public: door}) }()
	s := &secured{world: w, door: door, url: door.URLOf("localhost")}
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, ForceAttemptHTTP2: true}
	s.client = &http.Client{Transport: transport}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		stop()
		if err := <-done; err != nil {
			t.Errorf("Run: %v", err)
		}
	})
	return s
}

// ask asks as the administrator.
func (s *secured) ask(t *testing.T, method, url string, body io.Reader) (*http.Response, []byte) {
	t.Helper()
	req := must(http.NewRequestWithContext(t.Context(), method, url, body))(t)
	req.Header.Set("Authorization", "Bearer "+s.admin.token)
	res := must(s.client.Do(req))(t)
	defer res.Body.Close()
	raw := must(io.ReadAll(res.Body))(t)
	return res, raw
}

// network is what the page Join is told.
func (s *secured) network(t *testing.T) (v struct {
	LocalOnly   bool
	Encryption  string
	Certificate *struct{ SHA256 string }
}) {
	t.Helper()
	_, raw := s.ask(t, "GET", s.url+"/api/admin/network", nil)
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	return v
}

// A server with a certificate of its own tells its fingerprint and what to trust, and never asks
// browsers for TLS alone: its rehearsals and uploads work over HTTP/2 with the same certificate. The
// same certificate from a file is one that was given: there browsers are asked.
func TestAServerWithACertificate(t *testing.T) {
	dir, roots := t.TempDir(), x509.NewCertPool()
	s := secure(t, newWorld(t), listen.Options{Own: true, Dir: dir}, roots)
	res, raw := s.ask(t, "GET", s.url+"/api/info", nil)
	if res.StatusCode != 200 || res.ProtoMajor != 2 || res.Header.Get("Strict-Transport-Security") != "" {
		t.Errorf("%s by %s: %v %s", res.Status, res.Proto, res.Header, raw)
	}
	if v := s.network(t); !v.LocalOnly || v.Encryption != "own" || v.Certificate == nil ||
		v.Certificate.SHA256 != s.door.Certificate().Fingerprint {
		t.Errorf("%+v", v)
	}
	if res, raw := s.ask(t, "GET", s.url+"/api/certificate", nil); res.StatusCode != 200 ||
		!bytes.Equal(raw, s.door.Certificate().Authority) {
		t.Errorf("%s: %x", res.Status, raw)
	}

	_, raw = s.ask(t, "POST", s.url+adminElections+"/"+s.draft.id+"/rehearsal", strings.NewReader("{}"))
	var rehearsal struct{ URL string }
	if err := json.Unmarshal(raw, &rehearsal); err != nil || !strings.HasPrefix(rehearsal.URL, "https://localhost:") {
		t.Fatalf("%s: %v", raw, err)
	}
	if _, raw := s.ask(t, "GET", rehearsal.URL+"/api/info", nil); !strings.Contains(string(raw), `"rehearsal":true`) {
		t.Errorf("%s", raw)
	}
	s.ask(t, "DELETE", s.url+adminElections+"/"+s.draft.id+"/rehearsal", nil)

	// More than a connection buffers has to flow.
	facets := slices.Repeat([]facet{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, 10_000)
	upload := convertCall(stl(binarySTL(facets...)), text("method", "custom-glb")).request(t)
	upload.RequestURI, upload.URL.Scheme, upload.URL.Host = "", "https", strings.TrimPrefix(s.url, "https://")
	if res, err := s.client.Do(upload); err != nil {
		t.Error(err)
	} else if res.Body.Close(); res.StatusCode != 200 || res.ProtoMajor != 2 {
		t.Errorf("an upload: %s by %s", res.Status, res.Proto)
	}

	file := filepath.Join(dir, "own.pem")
	given := secure(t, newWorld(t), listen.Options{CertFile: file, KeyFile: file}, roots)
	if res, _ := given.ask(t, "GET", given.url+"/", nil); res.Header.Get("Strict-Transport-Security") !=
		"max-age=31536000" {
		t.Errorf("%v", res.Header)
	}
	if v := given.network(t); v.Encryption != "trusted" || v.Certificate != nil {
		t.Errorf("%+v", v)
	}
	if res, _ := given.ask(t, "GET", given.url+"/api/certificate", nil); res.StatusCode != 404 {
		t.Error(res.Status)
	}
	for days, noted := range map[int]bool{21: false, 19: true} {
		given.clock.Set(given.door.Ends().AddDate(0, 0, -days))
		given.admin = given.signIn(t, given.admin.email, given.admin.name)
		if n := given.alerts(t)["certificate_ends"]; (n != nil) != noted {
			t.Errorf("%d days before the end of the certificate: %v", days, n)
		}
	}
}

// Over plain HTTP nothing is said of TLS.
func TestAServerWithoutACertificate(t *testing.T) {
	w := newWorld(t)
	r := run(t, w.office, nil)
	res := must(http.Get(r.url + "/"))(t)
	res.Body.Close()
	if res.Header.Get("Strict-Transport-Security") != "" {
		t.Errorf("%v", res.Header)
	}
	if v := w.must(t, w.get("/api/admin/network")).json(t); v["encryption"] != "none" || v["localOnly"] != true ||
		v["certificate"] != nil {
		t.Errorf("%v", v)
	}
	r.end(t)
}

// Administrators read that an authority gives no certificate, or does not renew it.
func TestACertificateThatIsNotGiven(t *testing.T) {
	authority := httptest.NewServer(nil)
	s := secure(t, newWorld(t), listen.Options{Name: "vote.example.org", HTTP: "127.0.0.1:0", Dir: t.TempDir(),
		Directory: authority.URL}, x509.NewCertPool())
	authority.Close() // so it is out of reach
	if at := s.door.Failed(); !at.IsZero() {
		t.Errorf("before anything was asked: %v", at)
	}
	if conn, err := tls.Dial("tcp", s.door.Addr().String(), &tls.Config{ServerName: "vote.example.org"}); err == nil {
		conn.Close()
		t.Error("there is a certificate")
	}
	if s.door.Failed().IsZero() { // the lock of which also orders the request below after the start of Run
		t.Error("the failure was not noted")
	}
	if n := s.alerts(t)["certificate_failed"]; n == nil || n["params"].(obj)["failedAt"] == nil {
		t.Errorf("there is no notice: %v", n)
	}
}
