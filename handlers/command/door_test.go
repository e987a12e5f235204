package command

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ostrakon/handlers/listen"
)

// doorOf is what flags of serve ask for.
func doorOf(t *testing.T, args ...string) (listen.Options, error) {
	t.Helper()
	a := &App{Stdout: new(bytes.Buffer), Stderr: new(bytes.Buffer)}
	f, c := a.serveFlags("serve", "data")
	if _, err := a.parse(f, args, 0, 0); err != nil {
		t.Fatal(err)
	}
	c.given(f)
	return c.doorOptions(slog.New(slog.DiscardHandler))
}

func TestFlagsThatDoNotGoTogether(t *testing.T) {
	for args, want := range map[string]string{
		"-lan -addr 127.0.0.1:8080":                     "-lan chooses the addresses",
		"-lan -addr 192.168.1.5:8080":                   "-lan chooses the addresses",
		"-tls -tls-cert a -tls-key b":                   "leave out one of them",
		"-tls -tls-key b":                               "leave out one of them",
		"-tls -acme vote.example.org":                   "leave out -tls, -tls-cert and -tls-key",
		"-acme vote.example.org -tls-cert a -tls-key b": "leave out -tls, -tls-cert and -tls-key",
		"-tls-cert a":                                   "give it with -tls-key",
		"-tls-key a":                                    "give it with -tls-cert",
		"-acme vote.example.org -lan":                   "add -acme-dns",
		"-acme-directory https://ca.example.org/dir":    "give it with -acme",
		"-acme vote.example.org -acme-directory ca.org": "-acme-directory: the URL must begin with https://",
		"-acme localhost":                               `"localhost" is not a name on the internet`,
		"-acme 192.168.1.5":                             `"192.168.1.5" is not a name`,
		"-acme https://vote.example.org":                "is not a name on the internet",
		"-acme vote.example.org -addr 127.0.0.1:8443":   "-acme listens on every address",
		"-addr 8080":                                    "-addr: ",
	} {
		if _, err := doorOf(t, strings.Fields(args)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", args, err, want)
		}
	}
}

func TestWhereFlagsListen(t *testing.T) {
	tls := filepath.Join("data", "tls")
	for args, want := range map[string]listen.Options{
		"":                            {Addr: "127.0.0.1:8080"},
		"-addr 0.0.0.0:80":            {Addr: "0.0.0.0:80"},
		"-lan":                        {Addr: ":8080", LAN: true},
		"-lan -tls -addr :8443":       {Addr: ":8443", LAN: true, Own: true},
		"-tls":                        {Addr: "127.0.0.1:8080", Own: true},
		"-lan -tls-cert a -tls-key b": {Addr: ":8080", LAN: true, CertFile: "a", KeyFile: "b"},
		"-lan -addr 0.0.0.0:8081":     {Addr: "0.0.0.0:8081", LAN: true},
		"-acme Vote.Example.org":      {Addr: ":443", Name: "vote.example.org"},
		"-acme a.example -addr :8443": {Addr: ":8443", Name: "a.example"},
	} {
		got, err := doorOf(t, strings.Fields(args)...)
		got.Logger, want.Dir = nil, tls
		if err != nil || got != want {
			t.Errorf("%q: %+v, %v, want %+v", args, got, err, want)
		}
	}
}

// The banner names an address that phones can open, and the fingerprint; a file gets no QR code.
func TestTheBannerOfALocalNetwork(t *testing.T) {
	d, err := listen.Open(listen.Options{Addr: "0.0.0.0:0", LAN: true, Own: true, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := d.Ready(); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	got := (&App{Stderr: &out}).whereabouts(d, &out)
	found, err := d.Addresses()
	if err != nil {
		t.Fatal(err)
	}
	want, more := d.URLOf("localhost"), "no address in a local network yet"
	if len(found) > 0 {
		want, more = found[0].URL, ""
	}
	if got.url != want || !strings.Contains(got.more, more) {
		t.Errorf("it is at %s, want %s:\n%s", got.url, want, got.more)
	}
	if !regexp.MustCompile(`(?m)^  ([0-9A-F]{4} ){7}[0-9A-F]{4}\n  ([0-9A-F]{4} ){7}[0-9A-F]{4}$`).MatchString(got.more) ||
		strings.Contains(got.more, "▀") {
		t.Error(got.more)
	}
	if flat := strings.NewReplacer(" ", "", "\n", "").Replace(got.more); !strings.Contains(flat,
		strings.ToUpper(d.Certificate().Fingerprint)) {
		t.Error(got.more)
	}
}

func TestTheBannerOfThisComputer(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	if got := (&App{}).whereabouts(listen.New(ln, listen.Options{}), nil); got.url != "http://"+ln.Addr().String() ||
		got.more != "" {
		t.Errorf("%+v", got)
	}
}

// A code is 25 modules and their margin of four on each side, in two rows a line.
func TestTheCodeOnATerminal(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(terminalCode("http://192.168.4.20:8080/")), "\n")
	if len(lines) != (25+8+1)/2 {
		t.Errorf("%d lines", len(lines))
	}
	bare := regexp.MustCompile(`\x1b\[[0-9;]*m`)
	for _, line := range lines {
		if got := []rune(bare.ReplaceAllString(strings.TrimPrefix(line, "  "), "")); len(got) != 25+8 {
			t.Errorf("%q has %d modules", line, len(got))
		}
	}
}

// The check of health asks port 443 where the settings have -acme, unless they have an address.
func TestHealthcheckAsksThePortOfTheSettings(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // before it asks
	for want, env := range map[string][]string{
		"http://127.0.0.1:8080/": nil,
		"http://:443/":           {"OSTRAKON_ACME=vote.example.org"},
		"http://:8443/":          {"OSTRAKON_ACME=vote.example.org", "OSTRAKON_ADDR=:8443"},
	} {
		if err := Healthcheck(ctx, &App{Env: env}, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", env, err, want)
		}
	}
}

// The check of health finds a server with TLS at the same address, and needs no certificate.
func TestHealthcheckOfAServerWithTLS(t *testing.T) {
	d, err := listen.Open(listen.Options{Addr: "127.0.0.1:0", Own: true, Dir: t.TempDir()})
	if err == nil {
		err = d.Ready()
	}
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/readyz" || r.TLS == nil {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
		})}
	go server.Serve(d)
	defer server.Close()
	var out bytes.Buffer
	if err := Healthcheck(t.Context(), &App{Stdout: &out}, []string{"-addr", d.Addr().String()}); err != nil ||
		out.String() != "ready\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}
