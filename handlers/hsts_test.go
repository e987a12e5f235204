package handlers

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"ostrakon/handlers/listen"
)

// Where the certificate is the server's own, or there is none, such a header would lock people out.
func TestOnlyTrustedCertificatesAskForTLSAlone(t *testing.T) {
	dir := t.TempDir()
	pem := filepath.Join(dir, "own.pem") // which the first door makes, and which has the key too
	for _, c := range []struct {
		name, url, want string
		options         listen.Options
	}{
		{"of its own", "https://vote.example.org/", "", listen.Options{Own: true, Dir: dir}},
		{"none", "http://vote.example.org/", "", listen.Options{}},
		{"from files", "https://vote.example.org/", "max-age=31536000", listen.Options{CertFile: pem, KeyFile: pem}},
		{"from files, but over plain HTTP", "http://vote.example.org/", "", listen.Options{CertFile: pem, KeyFile: pem}},
	} {
		c.options.Addr = "127.0.0.1:0"
		door, err := listen.Open(c.options)
		if err != nil {
			t.Fatal(err)
		}
		defer door.Close()
		if err := door.Ready(); err != nil {
			t.Fatal(err)
		}
		s := &Server{
			door: door, now: time.Now, log: slog.New(slog.DiscardHandler), handler: http.NotFoundHandler(), meter: newMeter(),
			counted: &hourly{counts: make(map[answered]int)},
		}
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", c.url, nil)
		r.Header.Set("X-Forwarded-Proto", "https")
		s.ServeHTTP(w, r)
		if got := w.Header().Get("Strict-Transport-Security"); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
