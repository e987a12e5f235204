package listen

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// serve answers "hello" with the protocol at a door, until the test ends.
func serve(t *testing.T, d *Door) {
	t.Helper()
	noError(t, d.Ready())
	hello := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		io.WriteString(w, "hello by "+r.Proto)
	})
	start(t, d, hello)
	if plain, handler := d.HTTP(); plain != nil {
		start(t, plain, handler)
	}
}

func start(t *testing.T, ln net.Listener, h http.Handler) {
	t.Helper()
	server := &http.Server{Handler: h, ReadHeaderTimeout: 5 * time.Second,
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug)}
	done := make(chan error, 1)
	go func() { done <- server.Serve(ln) }()
	t.Cleanup(func() {
		server.Close()
		if err := <-done; err != http.ErrServerClosed && !errors.Is(err, net.ErrClosed) {
			t.Error(err)
		}
	})
}

// open opens a door on this machine.
func open(t *testing.T, o Options) *Door {
	t.Helper()
	if o.Addr == "" {
		o.Addr = "127.0.0.1:0"
	}
	d := must(Open(o))(t)
	t.Cleanup(func() { d.Close() })
	return d
}

// browser is a client that trusts some authorities, and follows no redirect.
func browser(t *testing.T, roots *x509.CertPool) *http.Client {
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, ForceAttemptHTTP2: true}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// get is what a client gets: the body, and the answer without it.
func get(t *testing.T, c *http.Client, url string) (string, *http.Response) {
	t.Helper()
	res := must(c.Get(url))(t)
	defer res.Body.Close()
	body := must(io.ReadAll(res.Body))(t)
	return string(body), res
}

// trusting is a pool with the authority of a door's own certificate.
func trusting(t *testing.T, d *Door) *x509.CertPool {
	t.Helper()
	authority := must(x509.ParseCertificate(d.Certificate().Authority))(t)
	roots := x509.NewCertPool()
	roots.AddCert(authority)
	return roots
}

func TestAPlainDoor(t *testing.T) {
	d := open(t, Options{})
	serve(t, d)
	body, _ := get(t, browser(t, nil), d.URLOf("127.0.0.1"))
	if body != "hello by HTTP/1.1" || d.Scheme() != "http" || d.Trusted() || d.Certificate() != nil || !d.LocalOnly() {
		t.Errorf("%q, %s, %t, %v, %t", body, d.Scheme(), d.Trusted(), d.Certificate(), d.LocalOnly())
	}
}

// A device that trusts the authority of a door's own certificate sees no warning; others refuse.
func TestADoorWithItsOwnCertificate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tls")
	d := open(t, Options{Own: true, Dir: dir})
	serve(t, d)
	for _, host := range []string{"127.0.0.1", "localhost"} {
		body, res := get(t, browser(t, trusting(t, d)), d.URLOf(host))
		if body != "hello by HTTP/2.0" || res.TLS.Version < tls.VersionTLS12 {
			t.Errorf("%s: %q, TLS %x", host, body, res.TLS.Version)
		}
	}
	if _, err := browser(t, nil).Get(d.URLOf("127.0.0.1")); err == nil {
		t.Error("a device that was told nothing trusts it")
	}
	if d.Trusted() || d.Scheme() != "https" {
		t.Error("it passes for a certificate that browsers trust")
	}
	old := &tls.Config{RootCAs: trusting(t, d), MaxVersion: tls.VersionTLS11, ServerName: "localhost"}
	if conn, err := tls.Dial("tcp", d.Addr().String(), old); err == nil {
		conn.Close()
		t.Error("it speaks TLS 1.1")
	}

	again := open(t, Options{Own: true, Dir: dir})
	noError(t, again.Ready())
	if got, want := again.Certificate().Fingerprint, d.Certificate().Fingerprint; got != want {
		t.Errorf("the next start has the certificate %s, want %s", got, want)
	}
}

// A door beside another is the one of a rehearsal.
func TestADoorBesideAnother(t *testing.T) {
	for name, o := range map[string]Options{"plain": {}, "with a certificate": {Own: true, Dir: t.TempDir()}} {
		t.Run(name, func(t *testing.T) {
			d := open(t, o)
			noError(t, d.Ready())
			second := must(d.Beside(t.Context()))(t)
			serve(t, second)
			var roots *x509.CertPool
			if o.Own {
				roots = trusting(t, d)
			}
			if body, _ := get(t, browser(t, roots), second.URLOf("localhost")); !strings.HasPrefix(body, "hello") {
				t.Errorf("%q", body)
			}
			if second.Addr().String() == d.Addr().String() {
				t.Error("it is the same port")
			}
		})
	}
	second := must(new(Door).Beside(context.Background()))(t)
	defer second.Close()
	if !second.LocalOnly() {
		t.Errorf("beside no door: %v", second.Addr())
	}
}

func TestWhatIsInTheWayOfADoor(t *testing.T) {
	taken := must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer taken.Close()
	if _, err := Open(Options{Addr: taken.Addr().String()}); err == nil ||
		!strings.Contains(err.Error(), "another program already listens") {
		t.Error(err)
	}
	if _, err := Open(Options{Addr: "192.0.2.77:0"}); err == nil ||
		!strings.Contains(err.Error(), "choose another address with -addr") {
		t.Error(err)
	}
	if _, err := Open(Options{Addr: "127.0.0.1:0", Name: "vote.example.org", HTTP: taken.Addr().String()}); err == nil ||
		!strings.Contains(err.Error(), "-acme") {
		t.Error(err)
	}
	d := open(t, Options{CertFile: "nothing.pem", KeyFile: "nothing.key"})
	if err := d.Ready(); err == nil || !strings.Contains(err.Error(), "-tls-cert: ") {
		t.Error(err)
	}
}

// Addresses that a machine in a network of its own may have.
func TestAddressesForPhones(t *testing.T) {
	var machine []net.Addr
	for _, text := range []string{"127.0.0.1/8", "::1/128", "2001:db8::7/64", "fd12::7/64", "fe80::1/64", "169.254.3.4/16",
		"203.0.113.9/24", "192.168.4.20/24", "10.1.2.3/8"} {
		ip, network, err := net.ParseCIDR(text)
		if err != nil {
			t.Fatal(err)
		}
		machine = append(machine, &net.IPNet{IP: ip, Mask: network.Mask})
	}
	for name, c := range map[string]struct {
		bound, route string
		lan          bool
		want         []string
	}{
		"every address": {"::", "192.168.4.20", false,
			[]string{"192.168.4.20", "10.1.2.3", "fd12::7", "203.0.113.9", "2001:db8::7"}},
		"every address of IPv4": {"0.0.0.0", "192.168.4.20", false,
			[]string{"192.168.4.20", "10.1.2.3", "203.0.113.9"}},
		"one address":                    {"10.1.2.3", "192.168.4.20", false, []string{"10.1.2.3"}},
		"an address that has gone since": {"10.9.9.9", "192.168.4.20", false, nil},
		"the local network":              {"::", "192.168.4.20", true, []string{"192.168.4.20", "10.1.2.3", "fd12::7"}},
		"the one of the default route":   {"::", "10.1.2.3", true, []string{"10.1.2.3", "192.168.4.20", "fd12::7"}},
		"a default route that is public": {"::", "203.0.113.9", true, []string{"192.168.4.20", "10.1.2.3", "fd12::7"}},
		"a default route that is public, open": {"::", "203.0.113.9", false,
			[]string{"192.168.4.20", "10.1.2.3", "fd12::7", "203.0.113.9", "2001:db8::7"}},
	} {
		var got []string
		for _, addr := range reachable(netip.MustParseAddr(c.bound), c.lan, machine, netip.MustParseAddr(c.route)) {
			got = append(got, addr.String())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	for text, want := range map[string]bool{
		"127.0.0.1": true, "192.168.0.1": true, "172.20.10.2": true, "169.254.1.1": true, "fe80::1": true, "fd00::1": true,
		"::1":         true,
		"203.0.113.9": false, "2001:db8::1": false, "100.64.0.1": false, "172.32.0.1": false,
	} {
		if got := local(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s is local: %t", text, got)
		}
	}
}

// A door for the local network hangs up on those who came by another address.
func TestALocalDoorHangsUpOnTheInternet(t *testing.T) {
	came := make(chan net.Conn, 2)
	public, private := &net.TCPAddr{IP: net.ParseIP("203.0.113.9"), Port: 80},
		&net.TCPAddr{IP: net.ParseIP("192.168.4.20"), Port: 80}
	stranger, guest := &visitor{at: public}, &visitor{at: private}
	came <- stranger
	came <- guest
	d := &Door{listener: arrivals(came), options: Options{LAN: true}}
	conn, err := d.Accept()
	if err != nil || lineOf(conn).Conn != net.Conn(guest) || !stranger.closed || guest.closed {
		t.Errorf("%v, %v, the stranger is out: %t", conn, err, stranger.closed)
	}
}

// arrivals are connections that wait.
type arrivals chan net.Conn

func (a arrivals) Accept() (net.Conn, error) {
	conn, more := <-a
	if !more {
		return nil, net.ErrClosed
	}
	return conn, nil
}

func (arrivals) Close() error   { return nil }
func (arrivals) Addr() net.Addr { return &net.TCPAddr{} }

// visitor is a connection to an address that this machine does not have.
type visitor struct {
	net.Conn
	at     net.Addr
	closed bool
}

func (v *visitor) LocalAddr() net.Addr { return v.at }

func (v *visitor) Close() error {
	v.closed = true
	return nil
}

func TestAddressesForBrowsers(t *testing.T) {
	for _, c := range []struct {
		scheme, host string
		port         int
		want         string
	}{
		{"http", "192.168.4.20", 8080, "http://192.168.4.20:8080"},
		{"http", "192.168.4.20", 80, "http://192.168.4.20"},
		{"https", "192.168.4.20", 80, "https://192.168.4.20:80"},
		{"https", "vote.example.org", 443, "https://vote.example.org"},
		{"https", "fd12::7", 443, "https://[fd12::7]"},
		{"https", "fd12::7", 8443, "https://[fd12::7]:8443"},
	} {
		if got := origin(c.scheme, c.host, c.port); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// People type addresses without https.
func TestPlainHTTPOnAPortOfTLS(t *testing.T) {
	d := open(t, Options{Own: true, Dir: t.TempDir()})
	serve(t, d)
	at := d.Addr().String()
	client := browser(t, nil)
	body, res := get(t, client, "http://"+at+"/board?x=%22%3Cb%3E#hall")
	if res.StatusCode != http.StatusTemporaryRedirect ||
		res.Header.Get("Location") != "https://"+at+"/board?x=%22%3Cb%3E" || res.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%s %v", res.Status, res.Header)
	}
	if strings.Contains(body, "<b>") || !strings.Contains(body, `<a href="https://`+at) {
		t.Error(body)
	}
	sent := must(client.Post("http://"+at+"/api/auth/key", "application/json", strings.NewReader(`{"key":"SECRET"}`)))(t)
	sent.Body.Close()
	if sent.StatusCode != http.StatusBadRequest || sent.Header.Get("Location") != "" {
		t.Errorf("a form in plain HTTP: %s %v", sent.Status, sent.Header)
	}
	for name, c := range map[string]struct{ request, location string }{
		"of a program": {"GET /api/user/profile HTTP/1.1\r\nHost: " + at +
			"\r\nAuthorization: Bearer SECRET\r\n\r\n", ""},
		"without a host":        {"GET /a HTTP/1.0\r\n\r\n", "https://" + at},
		"with a host like none": {"GET /a HTTP/1.1\r\nHost: a b\r\n\r\n", "https://" + at},
		"of another server":     {"GET http://example.org/a HTTP/1.1\r\nHost: example.net\r\n\r\n", "https://example.org/a"},
		"with a strange path":   {"GET * HTTP/1.1\r\nHost: example.net\r\n\r\n", "https://example.net/*"},
		"only a head":           {"HEAD / HTTP/1.1\r\nHost: example.net\r\n\r\n", "https://example.net/"},
		"that is no request":    {"HELLO\r\n\r\n", ""},
		"that never ends":       {"GET / HTTP/1.1\r\nX: " + strings.Repeat("x", 2*maxHasty), ""},
	} {
		_, rest, _ := strings.Cut(raw(t, at, c.request), "\r\nLocation: ")
		location, _, _ := strings.Cut(rest, "\r\n")
		if location != c.location {
			t.Errorf("%s: sent to %q, want %q", name, location, c.location)
		}
	}
}

// raw sends bytes and returns all that comes back.
func raw(t *testing.T, at, request string) string {
	t.Helper()
	conn := must(net.Dial("tcp", at))(t)
	defer conn.Close()
	io.WriteString(conn, request) // the server may have hung up
	conn.(*net.TCPConn).CloseWrite()
	got, _ := io.ReadAll(conn) // a reset ends it too
	return string(got)
}

// exchange is a connection with one request and what was answered.
type exchange struct {
	net.Conn
	in  io.Reader
	out bytes.Buffer
}

func (e *exchange) Read(b []byte) (int, error)  { return e.in.Read(b) }
func (e *exchange) Write(b []byte) (int, error) { return e.out.Write(b) }
func (*exchange) LocalAddr() net.Addr           { return &net.TCPAddr{IP: net.IPv4(10, 0, 0, 1), Port: 8080} }

// Whatever comes first, the answer is none, or a whole one that leads to HTTPS and nowhere else.
func FuzzHasty(f *testing.F) {
	f.Add([]byte("GET /x?y HTTP/1.1\r\nHost: 10.0.0.1:8080\r\n\r\n"))
	f.Add([]byte("GET /\x00 HTTP/1.1\r\nHost: a\r\n\r\n"))
	f.Add([]byte("POST / HTTP/1.1\r\nHost: a\r\n\r\n"))
	f.Add([]byte{22, 3, 1, 0, 5, 1, 0, 0, 1, 3})
	f.Fuzz(func(t *testing.T, sent []byte) {
		e := &exchange{in: bytes.NewReader(sent)}
		c := &hasty{Conn: e}
		b := make([]byte, 512)
		n, err := c.Read(b)
		if len(sent) == 0 || sent[0] < 'A' || sent[0] > 'Z' {
			if !bytes.Equal(b[:n], sent[:min(len(sent), len(b))]) || e.out.Len() > 0 {
				t.Errorf("%q does not pass: %q, answered %q", sent, b[:n], e.out.Bytes())
			}
			return
		}
		if n != 0 || err != io.EOF {
			t.Errorf("%q passes", sent)
		}
		if e.out.Len() == 0 {
			return
		}
		res, err := readAnswer(&e.out)
		if err != nil {
			t.Fatalf("%q is answered with %q: %v", sent, e.out.Bytes(), err)
		}
		to, err := res.Location()
		if res.StatusCode == http.StatusTemporaryRedirect && (err != nil || to.Scheme != "https" || to.Host == "") {
			t.Errorf("%q leads to %v, %v", sent, to, err)
		}
	})
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
