package litewitness

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/letsencrypt/challtestsrv"
)

// An authority of another project, which looks for the proof as Let's Encrypt does, gives a certificate for the name
// that leads to the server. What it refuses is in the log.
func TestPebbleGivesACertificate(t *testing.T) {
	p := startPebble(t)
	path := filepath.Join(p.dir, "ostrakon")
	build(t, filepath.Join("..", "..", ".."), path, ".")
	for _, c := range []struct {
		name, says string
		given      bool
	}{
		{"vote.example.org", `the authority gave a certificate`, true},
		{"refused.example.org", `the authority gives no certificate; the server tries again.*forbidden by policy`, false},
	} {
		cmd := exec.Command(path, "-acme", c.name, "-acme-directory", p.url+"/dir", "-addr", ":"+p.tlsPort, "-data",
			filepath.Join(t.TempDir(), "data"))
		cmd.Env = append(os.Environ(), "OSTRAKON_OCR=off", "SSL_CERT_FILE="+filepath.Join(p.dir, "pebble.pem"))
		said := start(t, cmd)
		said.until(t, `  Ostrakon is at https://`+regexp.QuoteMeta(c.name)+`:`+p.tlsPort+` `)
		trusting := &tls.Config{RootCAs: p.root(t), ServerName: c.name}
		client := http.Client{Transport: &http.Transport{TLSClientConfig: trusting}}
		res, err := client.Get("https://127.0.0.1:" + p.tlsPort + "/readyz")
		if (err == nil) != c.given {
			t.Errorf("%s: %v", c.name, err)
		}
		if err == nil {
			res.Body.Close()
		}
		said.until(t, c.says)
		client.CloseIdleConnections()
		said.stop()
	}
}

// pebble is a running authority, with a DNS that leads every name to this machine.
type pebble struct {
	dir, url, management string
	tlsPort              string // where it looks for the proof within TLS
	client               http.Client
}

func startPebble(t *testing.T) *pebble {
	t.Helper()
	p := &pebble{dir: t.TempDir(), tlsPort: freePort(t)}
	build(t, ".", filepath.Join(p.dir, "pebble"), "github.com/letsencrypt/pebble/v2/cmd/pebble")
	p.certify(t)
	resolver := "127.0.0.1:" + freePort(t)
	names := must(challtestsrv.New(challtestsrv.Config{DNSAddrs: []string{resolver}}))(t)
	names.SetDefaultDNSIPv6("")
	go names.Run()
	t.Cleanup(names.Shutdown)
	listen, management := "127.0.0.1:"+freePort(t), "127.0.0.1:"+freePort(t)
	p.url, p.management = "https://"+listen, "https://"+management
	config := fmt.Sprintf(`{"pebble": {"listenAddress": %q, "managementListenAddress": %q, "certificate": "pebble.pem",
		"privateKey": "pebble.key", "httpPort": 80, "tlsPort": %s, "domainBlocklist": ["refused.example.org"],
		"retryAfter": {"authz": 1, "order": 1}}}`, listen, management, p.tlsPort)
	noError(t, os.WriteFile(filepath.Join(p.dir, "config.json"), []byte(config), 0o600))
	cmd := exec.Command(filepath.Join(p.dir, "pebble"), "-config", "config.json", "-dnsserver", resolver)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1")
	run := start(t, cmd)
	run.reach(t, listen)
	run.reach(t, management)
	return p
}

// certify makes the certificate by which the server knows pebble.
func (p *pebble) certify(t *testing.T) {
	t.Helper()
	key := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	self := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true}
	cert := must(x509.CreateCertificate(rand.Reader, self, self, key.Public(), key))(t)
	for name, block := range map[string]*pem.Block{
		"pebble.pem": {Type: "CERTIFICATE", Bytes: cert},
		"pebble.key": {Type: "PRIVATE KEY", Bytes: must(x509.MarshalPKCS8PrivateKey(key))(t)},
	} {
		noError(t, os.WriteFile(filepath.Join(p.dir, name), pem.EncodeToMemory(block), 0o600))
	}
	known := x509.NewCertPool()
	known.AddCert(must(x509.ParseCertificate(cert))(t))
	p.client.Transport = &http.Transport{TLSClientConfig: &tls.Config{RootCAs: known}}
}

// root returns what a browser would trust.
func (p *pebble) root(t *testing.T) *x509.CertPool {
	t.Helper()
	res := must(p.client.Get(p.management + "/roots/0"))(t)
	defer res.Body.Close()
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(must(io.ReadAll(res.Body))(t)) {
		t.Fatal("pebble has no root")
	}
	return roots
}

// freePort is a port that nobody listens on.
func freePort(t *testing.T) string {
	t.Helper()
	free := must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer free.Close()
	_, port, _ := net.SplitHostPort(free.Addr().String())
	return port
}
