package listen

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"net"
	"os"
	"path/filepath"
	"time"

	"ostrakon/store/durable"
)

const (
	life     = 397 * 24 * time.Hour // browsers take no more from an authority that the owner installed
	nearEnd  = 30 * 24 * time.Hour
	backdate = 24 * time.Hour // for clocks that are behind
)

// issued is a certificate with its key, and the authority that signed it.
type issued struct {
	tls.Certificate
	authority *x509.Certificate
}

// issue makes a certificate for names and addresses (RFC 5280), on P-256. The authority that signs it is made for it
// alone, and its key is forgotten at once: whoever tells a device to trust the authority trusts this one certificate,
// since nobody can sign another. Devices do not take a certificate that is not of an authority.
func issue(names []string, addresses []net.IP, now time.Time) (*issued, error) {
	authorityKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	from, to := now.Add(-backdate), now.Add(life-backdate)
	name := "Ostrakon on " + names[0]
	authority := &x509.Certificate{
		Subject: pkix.Name{CommonName: name + ", " + now.UTC().Format(time.DateOnly)}, NotBefore: from, NotAfter: to,
		IsCA: true, BasicConstraintsValid: true, MaxPathLenZero: true, KeyUsage: x509.KeyUsageCertSign,
	}
	authorityDER, err := x509.CreateCertificate(rand.Reader, authority, authority, authorityKey.Public(), authorityKey)
	if err != nil {
		return nil, err
	}
	if authority, err = x509.ParseCertificate(authorityDER); err != nil {
		return nil, err
	}
	leaf := &x509.Certificate{
		Subject: pkix.Name{CommonName: name}, NotBefore: from, NotAfter: to, DNSNames: names, IPAddresses: addresses,
		BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	leafDER, err := x509.CreateCertificate(rand.Reader, leaf, authority, key.Public(), authorityKey)
	if err != nil {
		return nil, err
	}
	if leaf, err = x509.ParseCertificate(leafDER); err != nil {
		return nil, err
	}
	return &issued{tls.Certificate{Certificate: [][]byte{leafDER}, PrivateKey: key, Leaf: leaf}, authority}, nil
}

// The blocks of the file of a certificate, in this order (RFC 7468).
const (
	keyBlock         = "PRIVATE KEY"
	certificateBlock = "CERTIFICATE" // that of the server, then that of the authority
)

// keep writes a certificate and its key to a file that only its owner may read.
func (c *issued) keep(path string) error {
	key, err := x509.MarshalPKCS8PrivateKey(c.PrivateKey)
	if err != nil {
		return err
	}
	if err := durable.MakeDir(filepath.Dir(path)); err != nil {
		return err
	}
	return durable.Write(path, func(f *os.File) error {
		return errors.Join(pem.Encode(f, &pem.Block{Type: keyBlock, Bytes: key}),
			pem.Encode(f, &pem.Block{Type: certificateBlock, Bytes: c.Leaf.Raw}),
			pem.Encode(f, &pem.Block{Type: certificateBlock, Bytes: c.authority.Raw}))
	})
}

var errKept = errors.New("the file of the certificate is damaged")

// readKept reads what keep has written.
func readKept(path string) (*issued, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	defer clear(raw)
	key, rest := pem.Decode(raw)
	if key == nil || key.Type != keyBlock {
		return nil, errKept
	}
	leaf, rest := pem.Decode(rest)
	authority, rest := pem.Decode(rest)
	if leaf == nil || authority == nil || len(bytes.TrimSpace(rest)) > 0 {
		return nil, errKept
	}
	pair, err := tls.X509KeyPair(pem.EncodeToMemory(leaf), pem.EncodeToMemory(key))
	if err != nil {
		return nil, errors.Join(errKept, err)
	}
	signer, err := x509.ParseCertificate(authority.Bytes)
	if err != nil {
		return nil, errors.Join(errKept, err)
	}
	return &issued{pair, signer}, pair.Leaf.CheckSignatureFrom(signer)
}

// fits reports whether a certificate does for a machine: it does not end soon, and has its names and
// IPv4 addresses. Of a machine that is running the first address is enough, by which others reach it: a
// network that comes beside another changes no fingerprint. IPv6 addresses come and go by the day.
func (c *issued) fits(names []string, addresses []net.IP, now time.Time, running bool) bool {
	if now.Add(nearEnd).After(c.Leaf.NotAfter) {
		return false
	}
	for _, name := range names {
		if c.Leaf.VerifyHostname(name) != nil {
			return false
		}
	}
	for _, ip := range addresses {
		if ip.To4() == nil || ip.IsLoopback() {
			continue
		}
		has := c.Leaf.VerifyHostname(ip.String()) == nil
		if running || !has {
			return has
		}
	}
	return true
}

// Certificate describes a server's own certificate to people.
type Certificate struct {
	Fingerprint string // SHA-256 of the certificate, in lower case hexadecimal
	NotAfter    time.Time
	Authority   []byte // DER of the authority, for devices that are to trust the certificate
}

func (c *issued) certificate() *Certificate {
	sum := sha256.Sum256(c.Leaf.Raw)
	return &Certificate{Fingerprint: hex.EncodeToString(sum[:]), NotAfter: c.Leaf.NotAfter, Authority: c.authority.Raw}
}
