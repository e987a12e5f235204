package listen

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func readAnswer(r io.Reader) (*http.Response, error) {
	return http.ReadResponse(bufio.NewReader(r), nil)
}

// place is a machine that can move, in a time that can pass.
type place struct {
	names     []string
	addresses []net.IP
	time      time.Time
}

func (p *place) ips(texts ...string) {
	p.addresses = nil
	for _, text := range texts {
		p.addresses = append(p.addresses, net.ParseIP(text))
	}
}

func newPlace() *place {
	p := &place{names: []string{"kit", "kit.local", "localhost"}, time: time.Now()}
	p.ips("127.0.0.1", "::1", "192.168.4.20", "2001:db8::7")
	return p
}

func (p *place) start(t *testing.T, dir string) *own {
	t.Helper()
	o := newOwn(filepath.Join(dir, "tls", "own.pem"), func() time.Time { return p.time },
		func() ([]string, []net.IP) { return p.names, p.addresses }, slog.New(slog.DiscardHandler))
	noError(t, o.load())
	return o
}

func TestItsOwnCertificateIsForTheMachine(t *testing.T) {
	dir := t.TempDir()
	p := newPlace()
	o := p.start(t, dir)
	pair := must(o.get(nil))(t)
	leaf := pair.Leaf
	for _, name := range []string{"kit", "kit.local", "localhost", "127.0.0.1", "::1", "192.168.4.20", "2001:db8::7"} {
		if err := leaf.VerifyHostname(name); err != nil {
			t.Error(err)
		}
	}
	if key, ok := leaf.PublicKey.(*ecdsa.PublicKey); !ok || key.Curve != elliptic.P256() {
		t.Errorf("the key is a %T", leaf.PublicKey)
	}
	if leaf.IsCA || leaf.NotAfter.Sub(leaf.NotBefore) > 398*24*time.Hour ||
		!slices.Equal(leaf.ExtKeyUsage, []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}) {
		t.Errorf("the certificate is of an authority: %t, from %s to %s, for %v", leaf.IsCA, leaf.NotBefore, leaf.NotAfter,
			leaf.ExtKeyUsage)
	}
	for path, want := range map[string]os.FileMode{"tls": 0o700, "tls/own.pem": 0o600} {
		if info, err := os.Stat(filepath.Join(dir, path)); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
}

// The key of the authority is nowhere: what is kept signs nothing that a device would trust.
func TestTheAuthoritySignsNothingElse(t *testing.T) {
	dir := t.TempDir()
	o := newPlace().start(t, dir)
	authority := must(x509.ParseCertificate(o.certificate().Authority))(t)
	raw := must(os.ReadFile(o.path))(t)
	keys := 0
	for block, rest := pem.Decode(raw); block != nil; block, rest = pem.Decode(rest) {
		if block.Type != keyBlock {
			continue
		}
		keys++
		key := must(x509.ParsePKCS8PrivateKey(block.Bytes))(t)
		if key.(*ecdsa.PrivateKey).PublicKey.Equal(authority.PublicKey) {
			t.Error("the key of the authority is kept")
		}
		// Whoever has the key of the server signs for another name: nobody takes it.
		forged := must(x509.CreateCertificate(rand.Reader, &x509.Certificate{
			SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "bank.example"}, DNSNames: []string{"bank.example"},
			NotBefore: o.kept.Leaf.NotBefore, NotAfter: o.kept.Leaf.NotAfter,
		}, o.kept.Leaf, key.(*ecdsa.PrivateKey).Public(), key))(t)
		other := must(x509.ParseCertificate(forged))(t)
		roots, between := x509.NewCertPool(), x509.NewCertPool()
		roots.AddCert(authority)
		between.AddCert(o.kept.Leaf)
		if _, err := other.Verify(x509.VerifyOptions{Roots: roots, Intermediates: between, DNSName: "bank.example"}); err ==
			nil {
			t.Error("a device that trusts the certificate trusts one for another name")
		}
	}
	if keys != 1 {
		t.Errorf("there are %d keys", keys)
	}
}

func TestWhenItsOwnCertificateIsMadeAnew(t *testing.T) {
	for name, c := range map[string]struct {
		change         func(*place)
		start, running bool // whether it is made anew
	}{
		"nothing changed": {func(*place) {}, false, false},
		"another network": {func(p *place) { p.ips("127.0.0.1", "10.0.0.5") }, true, true},
		"a network beside the first": {func(p *place) { p.ips("127.0.0.1", "192.168.4.20", "172.17.0.1") }, true,
			false},
		"another network, one beside stays": {func(p *place) { p.ips("127.0.0.1", "10.0.0.5", "192.168.4.20") }, true,
			true},
		"another address of IPv6": {func(p *place) { p.ips("127.0.0.1", "192.168.4.20", "2001:db8::8") }, false,
			false},
		"no network": {func(p *place) { p.ips("127.0.0.1") }, false, false},
		"another name": {func(p *place) { p.names = []string{"box", "box.local", "localhost"} }, true,
			true},
		"a year later":                        {func(p *place) { p.time = p.time.AddDate(1, 0, 7) }, true, true},
		"half a year later":                   {func(p *place) { p.time = p.time.AddDate(0, 6, 0) }, false, false},
		"a clock that lost years, as in kits": {func(p *place) { p.time = time.Unix(0, 0) }, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			p := newPlace()
			o := p.start(t, dir)
			before := o.certificate().Fingerprint
			c.change(p)
			p.time = p.time.Add(lookEvery)
			anew := func(fingerprint string) bool { return fingerprint != before }
			if got := anew(o.certificate().Fingerprint); got != c.running {
				t.Errorf("while it runs: made anew: %t", got)
			}
			if c.running {
				return // it is on the disk already
			}
			if got := anew(p.start(t, dir).certificate().Fingerprint); got != c.start {
				t.Errorf("at the next start: made anew: %t", got)
			}
		})
	}
}

func TestACertificateThatCannotBeReadOrKept(t *testing.T) {
	dir := t.TempDir()
	p := newPlace()
	o := p.start(t, dir)
	first := o.certificate().Fingerprint
	whole := must(os.ReadFile(o.path))(t)
	other := must(issue(p.names, p.addresses, p.time))(t)
	strange := *o.kept
	strange.authority = other.authority
	for name, spoil := range map[string]func() error{
		"empty":                       func() error { return os.WriteFile(o.path, nil, 0o600) },
		"cut":                         func() error { return os.WriteFile(o.path, whole[:len(whole)/2], 0o600) },
		"with more":                   func() error { return os.WriteFile(o.path, append(slices.Clone(whole), 'x'), 0o600) },
		"of another authority":        func() error { return strange.keep(o.path) },
		"no PEM":                      func() error { return os.WriteFile(o.path, []byte("certificate"), 0o600) },
		"in the place of a directory": func() error { return os.RemoveAll(o.path) },
	} {
		noError(t, spoil())
		if got := p.start(t, dir).certificate().Fingerprint; got == first {
			t.Errorf("%s: it is the one from before", name)
		}
	}
	// Where nothing can be written the server starts all the same.
	blocked := filepath.Join(t.TempDir(), "file")
	noError(t, os.WriteFile(blocked, nil, 0o600))
	if _, err := p.start(t, blocked).get(nil); err != nil {
		t.Error(err)
	}
}

func TestNamesThatACertificateCanHave(t *testing.T) {
	for text, want := range map[string]bool{
		"kit": true, "Kit-2": true, "vote.example.org": true, "3d": true,
		"": false, "my_laptop": false, "-kit": false, "kit-": false, "a..b": false, "Büro": false, "two words": false,
	} {
		if got := isName(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
	names, addresses := machine()
	if !slices.Contains(names, "localhost") || len(addresses) == 0 {
		t.Errorf("this machine: %v, %v", names, addresses)
	}
}

// writePair writes a certificate for a name as an operator has it, and returns its fingerprint.
func writePair(t *testing.T, dir, name string) string {
	t.Helper()
	made := must(issue([]string{name, "localhost"}, nil, time.Now()))(t)
	key := must(x509.MarshalPKCS8PrivateKey(made.PrivateKey))(t)
	for file, block := range map[string]*pem.Block{"cert.pem": {Type: certificateBlock, Bytes: made.Leaf.Raw},
		"key.pem": {Type: keyBlock, Bytes: key}} {
		noError(t, os.WriteFile(filepath.Join(dir, file), pem.EncodeToMemory(block), 0o600))
	}
	return made.certificate().Fingerprint
}

// shown is the fingerprint that a handshake shows.
func shown(t *testing.T, f *files) string {
	t.Helper()
	pair := must(f.get(&tls.ClientHelloInfo{}))(t)
	return (&issued{Certificate: *pair, authority: pair.Leaf}).certificate().Fingerprint
}

// A renewal needs no restart, also when its two files are not written at once.
func TestACertificateFromFiles(t *testing.T) {
	dir := t.TempDir()
	first := writePair(t, dir, "vote.example.org")
	d := open(t, Options{CertFile: filepath.Join(dir, "cert.pem"), KeyFile: filepath.Join(dir, "key.pem")})
	noError(t, d.Ready())
	if !d.Trusted() || d.name != "vote.example.org" {
		t.Errorf("trusted: %t, for %s", d.Trusted(), d.name)
	}

	now := time.Now()
	f := &files{cert: filepath.Join(dir, "cert.pem"), key: filepath.Join(dir, "key.pem"),
		now: func() time.Time { return now }, log: slog.New(slog.DiscardHandler)}
	noError(t, f.load())
	later := func() {
		now = now.Add(lookEvery)
		for _, file := range []string{"cert.pem", "key.pem"} { // whatever the file system's clock is
			noError(t, os.Chtimes(filepath.Join(dir, file), now, now))
		}
	}
	key := must(os.ReadFile(f.key))(t)
	second := writePair(t, dir, "vote.example.org")
	newKey := must(os.ReadFile(f.key))(t)
	noError(t, os.WriteFile(f.key, key, 0o600))
	if got := shown(t, f); got != first {
		t.Error("it looks at the files for every handshake")
	}
	later()
	if got := shown(t, f); got != first {
		t.Errorf("in the middle of the renewal it is %s, want %s", got, first)
	}
	noError(t, os.WriteFile(f.key, newKey, 0o600))
	later()
	if got := shown(t, f); got != second {
		t.Errorf("after the renewal it is %s, want %s", got, second)
	}
	noError(t, os.Remove(f.cert))
	now = now.Add(lookEvery)
	if got := shown(t, f); got != second {
		t.Errorf("with a file gone it is %s, want %s", got, second)
	}
}
