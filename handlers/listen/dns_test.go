package listen

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"regexp"
	"testing"
	"time"
)

// The operator enters the record that they are told; it is seen at the third look. The next start, with nobody in
// reach, has the certificate already.
func TestACertificateByARecordOfTheDNS(t *testing.T) {
	a := newAuthority(t, "dns-01")
	a.zone = map[string][]string{}
	looks := 0
	d := ByDNS{
		Name: "vote.example.org", Dir: t.TempDir(), Directory: a.URL + "/", Logger: slog.New(slog.DiscardHandler),
		Say: func(name, text string) {
			if !regexp.MustCompile(`^[\w-]{43}$`).MatchString(text) {
				t.Errorf("the text is %q", text)
			}
			a.zone[name] = []string{text}
		},
		Lookup: func(_ context.Context, name string) ([]string, error) {
			if looks++; looks < 3 {
				return nil, errors.New("no such host")
			}
			return a.zone[name], nil
		},
		Every: time.Millisecond,
	}
	noError(t, d.Ready(t.Context()))
	kept := must(os.Stat(d.Path()))(t)
	if kept.Mode().Perm() != 0o600 || looks != 3 || a.orders != 1 {
		t.Errorf("kept with %v after %d looks and %d orders", kept.Mode(), looks, a.orders)
	}
	a.Close()
	noError(t, d.Ready(t.Context()))

	door := open(t, Options{CertFile: d.Path(), KeyFile: d.Path()})
	serve(t, door)
	roots := x509.NewCertPool()
	roots.AddCert(a.cert)
	client := browser(t, roots)
	client.Transport.(*http.Transport).TLSClientConfig = &tls.Config{RootCAs: roots, ServerName: "vote.example.org"}
	if body, _ := get(t, client, door.URLOf("127.0.0.1")); body == "" || !door.Trusted() {
		t.Errorf("the page is %q", body)
	}
}

func TestARecordThatDoesNotComeEndsWithTheProgram(t *testing.T) {
	a := newAuthority(t, "dns-01")
	ctx, cancel := context.WithCancel(t.Context())
	d := ByDNS{Name: "vote.example.org", Dir: t.TempDir(), Directory: a.URL + "/", Logger: slog.New(slog.DiscardHandler),
		Say:    func(string, string) { cancel() },
		Lookup: func(context.Context, string) ([]string, error) { return nil, nil }, Every: time.Hour}
	if err := d.Ready(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
