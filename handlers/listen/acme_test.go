package listen

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// authority is a server of ACME (RFC 8555) that has one account and one order. It does look for the
// challenge, at a door, and reads the requests without checking who signed them.
type authority struct {
	*httptest.Server
	t         *testing.T
	challenge string // the kind that it offers
	door      *Door
	zone      map[string][]string // the TXT records, for dns-01

	key  *ecdsa.PrivateKey
	cert *x509.Certificate

	mu     sync.Mutex
	proved bool
	leaf   []byte
	orders int
	nonce  int
}

func newAuthority(t *testing.T, challenge string) *authority {
	t.Helper()
	a := &authority{t: t, challenge: challenge}
	a.key = must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))(t)
	self := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "An authority"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().AddDate(1, 0, 0),
		IsCA:     true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	raw := must(x509.CreateCertificate(rand.Reader, self, self, a.key.Public(), a.key))(t)
	a.cert = must(x509.ParseCertificate(raw))(t)
	a.Server = httptest.NewServer(a)
	t.Cleanup(a.Close)
	return a
}

const token = "a-token-of-the-challenge"

// ServeHTTP answers as RFC 8555 says, section 7.
func (a *authority) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.nonce++
	w.Header().Set("Replay-Nonce", fmt.Sprint("nonce", a.nonce))
	var signed struct{ Payload string }
	if r.Method == http.MethodPost {
		if err := json.NewDecoder(r.Body).Decode(&signed); err != nil {
			a.t.Error(err)
		}
	}
	payload, _ := base64.RawURLEncoding.DecodeString(signed.Payload)
	status := map[bool]string{true: "valid", false: "pending"}[a.proved]
	challenge := obj{"type": a.challenge, "url": a.URL + "/challenge", "token": token, "status": status}
	switch r.URL.Path {
	case "/":
		a.answer(w, 200, obj{"newNonce": a.URL + "/nonce", "newAccount": a.URL + "/account", "newOrder": a.URL + "/orders",
			"revokeCert": a.URL + "/revoke", "keyChange": a.URL + "/change"})
	case "/nonce":
	case "/account":
		w.Header().Set("Location", a.URL+"/account/1")
		a.answer(w, 201, obj{"status": "valid"})
	case "/orders":
		a.orders++
		w.Header().Set("Location", a.URL+"/order")
		a.answer(w, 201, a.order())
	case "/order":
		a.answer(w, 200, a.order())
	case "/authorization":
		a.answer(w, 200, obj{"status": status, "identifier": obj{"type": "dns", "value": "vote.example.org"},
			"challenges": []obj{challenge}})
	case "/challenge":
		a.proved = a.look()
		challenge["status"] = map[bool]string{true: "valid", false: "invalid"}[a.proved]
		a.answer(w, 200, challenge)
	case "/finalize":
		a.sign(payload)
		w.Header().Set("Location", a.URL+"/order")
		a.answer(w, 200, a.order())
	case "/certificate":
		w.Header().Set("Content-Type", "application/pem-certificate-chain")
		for _, der := range [][]byte{a.leaf, a.cert.Raw} {
			pem.Encode(w, &pem.Block{Type: certificateBlock, Bytes: der})
		}
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

type obj map[string]any

func (a *authority) answer(w http.ResponseWriter, status int, body obj) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(body)
}

func (a *authority) order() obj {
	o := obj{
		"status": "pending", "identifiers": []obj{{"type": "dns", "value": "vote.example.org"}},
		"authorizations": []string{a.URL + "/authorization"}, "finalize": a.URL + "/finalize",
	}
	switch {
	case a.leaf != nil:
		o["status"], o["certificate"] = "valid", a.URL+"/certificate"
	case a.proved:
		o["status"] = "ready"
	}
	return o
}

// look looks for the challenge at the door, as somebody who resolved the name would.
func (a *authority) look() bool {
	if a.challenge == "dns-01" { // section 8.4
		return len(a.zone["_acme-challenge.vote.example.org"]) == 1
	}
	if a.challenge == "http-01" { // section 8.3
		plain, _ := a.door.HTTP()
		req, err := http.NewRequest("GET", "http://"+plain.Addr().String()+"/.well-known/acme-challenge/"+token, nil)
		if err != nil {
			a.t.Error(err)
			return false
		}
		req.Host = "vote.example.org"
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			a.t.Error(err)
			return false
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		return err == nil && strings.HasPrefix(string(body), token+".")
	}
	// RFC 8737, section 3
	conn, err := tls.Dial("tcp", a.door.Addr().String(),
		&tls.Config{ServerName: "vote.example.org", NextProtos: []string{"acme-tls/1"}, InsecureSkipVerify: true})
	if err != nil {
		a.t.Error(err)
		return false
	}
	defer conn.Close()
	state := conn.ConnectionState()
	for _, e := range state.PeerCertificates[0].Extensions {
		if e.Id.String() == "1.3.6.1.5.5.7.1.31" {
			return state.NegotiatedProtocol == "acme-tls/1"
		}
	}
	return false
}

// sign makes the certificate that a request for one asks for (section 7.4).
func (a *authority) sign(payload []byte) {
	var in struct{ CSR string }
	err := json.Unmarshal(payload, &in)
	if err != nil {
		a.t.Error(err)
		return
	}
	raw, _ := base64.RawURLEncoding.DecodeString(in.CSR)
	asked, err := x509.ParseCertificateRequest(raw)
	if err != nil {
		a.t.Error(err)
		return
	}
	a.leaf, err = x509.CreateCertificate(rand.Reader, &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: asked.Subject, DNSNames: asked.DNSNames, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().AddDate(0, 3, 0),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}, a.cert, asked.PublicKey, a.key)
	if err != nil {
		a.t.Error(err)
	}
}

// The first browser waits for the certificate; the next start has it already. Both ways to prove who
// has the name are shown with an authority that looks.
func TestACertificateFromAnAuthority(t *testing.T) {
	for _, challenge := range []string{"http-01", "tls-alpn-01"} {
		t.Run(challenge, func(t *testing.T) {
			a := newAuthority(t, challenge)
			o := Options{Name: "vote.example.org", HTTP: "127.0.0.1:0", Directory: a.URL + "/", Dir: t.TempDir()}
			a.door = open(t, o)
			serve(t, a.door)
			roots := x509.NewCertPool()
			roots.AddCert(a.cert)
			client := browser(t, roots)
			client.Transport.(*http.Transport).TLSClientConfig.ServerName = "vote.example.org"
			if body, _ := get(t, client, a.door.URLOf("127.0.0.1")); body != "hello by HTTP/2.0" {
				t.Errorf("%q", body)
			}
			if !a.door.Trusted() || a.door.Certificate() != nil {
				t.Error("it is not one that browsers trust")
			}
			plain, _ := a.door.HTTP()
			_, res := get(t, client, "http://"+plain.Addr().String()+"/board")
			_, port, _ := net.SplitHostPort(a.door.Addr().String())
			if to, err := res.Location(); err != nil || to.String() != "https://vote.example.org:"+port+"/board" {
				t.Errorf("plain HTTP leads to %v, %v", to, err)
			}
			if _, res := get(t, client, "http://"+plain.Addr().String()+"/api/info"); res.StatusCode != http.StatusBadRequest {
				t.Errorf("a program is sent on: %s", res.Status)
			}
			kept, err := os.Stat(filepath.Join(o.Dir, "acme", "vote.example.org"))
			if err != nil || kept.Mode().Perm() != 0o600 {
				t.Errorf("it is kept with %v, %v", kept, err)
			}

			a.door.Close()
			a.door = open(t, o)
			serve(t, a.door)
			other := *client
			other.Transport = &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, ServerName: "vote.example.org"}}
			if body, _ := get(t, &other, a.door.URLOf("127.0.0.1")); body != "hello by HTTP/1.1" {
				t.Errorf("%q", body)
			}
			if a.orders != 1 {
				t.Errorf("there were %d orders", a.orders)
			}
		})
	}
}

// A client by address gets the certificate of the name; one for another name gets none.
func TestNamesAtADoorWithAnAuthority(t *testing.T) {
	a := newAuthority(t, "tls-alpn-01")
	a.door = open(t, Options{Name: "vote.example.org", HTTP: "127.0.0.1:0", Directory: a.URL + "/", Dir: t.TempDir()})
	serve(t, a.door)
	for name, want := range map[string]bool{"": true, "vote.example.org": true, "other.example.org": false} {
		raw := must(net.Dial("tcp", a.door.Addr().String()))(t)
		conn := tls.Client(raw, &tls.Config{ServerName: name, InsecureSkipVerify: true})
		if err := conn.Handshake(); (err == nil) != want {
			t.Errorf("%q: %v", name, err)
		}
		conn.Close()
	}
}
