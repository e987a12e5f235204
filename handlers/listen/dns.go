package listen

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/crypto/acme"

	"ostrakon/store/durable"
)

// ByDNS gets a certificate from an authority for a name whose TXT record proves who has it (RFC 8555, section 8.4). No
// port has to be reached from the internet, so the name may lead to a private address.
type ByDNS struct {
	Name      string
	Dir       string // keeps the certificate with its key; is made if need be
	Directory string // the address of the authority's directory; "" means that of Let's Encrypt
	Logger    *slog.Logger

	// Say tells the operator which record the name needs, by the record's own name and its text.
	Say    func(name, text string)
	Lookup func(ctx context.Context, name string) ([]string, error) // the texts of a name, as the DNS has them now
	Every  time.Duration                                            // from one lookup to the next
}

// Path is the file of the certificate and its key, in PEM.
func (d ByDNS) Path() string { return filepath.Join(d.Dir, "dns-"+d.Name+".pem") }

// Ready waits for a certificate unless there is one that is good now. A machine with one needs no internet.
func (d ByDNS) Ready(ctx context.Context) error {
	if time.Now().Before(d.end()) {
		return nil
	}
	return d.obtain(ctx)
}

// Renew replaces the certificate in time, until ctx ends. It asks for another record 30 days before the end, and where
// that fails, because the machine is offline or the record does not come, each day again.
func (d ByDNS) Renew(ctx context.Context) {
	const day = 24 * time.Hour
	for {
		left := time.Until(d.end())
		if left < nearEnd {
			d.Logger.Warn("the certificate ends soon: it needs another TXT record", "name", d.Name, "in", left.Round(time.Hour))
			attempt, cancel := context.WithTimeout(ctx, day)
			if err := d.obtain(attempt); err != nil && ctx.Err() == nil {
				d.Logger.Warn("the certificate is not renewed yet", "name", d.Name, "error", err)
			}
			cancel()
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(day):
		}
	}
}

// end is when the certificate ends; zero without one.
func (d ByDNS) end() time.Time {
	pair, err := tls.LoadX509KeyPair(d.Path(), d.Path())
	if err != nil {
		return time.Time{}
	}
	return pair.Leaf.NotAfter
}

// obtain gets a certificate and keeps it.
func (d ByDNS) obtain(ctx context.Context) error {
	account, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	client := &acme.Client{Key: account, DirectoryURL: d.Directory}
	if _, err := client.Register(ctx, new(acme.Account), acme.AcceptTOS); err != nil {
		return fmt.Errorf("the authority is out of reach, or gives no account: %w", err)
	}
	order, err := client.AuthorizeOrder(ctx, acme.DomainIDs(d.Name))
	if err != nil {
		return err
	}
	for _, address := range order.AuthzURLs {
		if err := d.prove(ctx, client, address); err != nil {
			return err
		}
	}
	if order, err = client.WaitOrder(ctx, order.URI); err != nil {
		return err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	asked, err := x509.CreateCertificateRequest(rand.Reader, &x509.CertificateRequest{DNSNames: []string{d.Name}}, key)
	if err != nil {
		return err
	}
	chain, _, err := client.CreateOrderCert(ctx, order.FinalizeURL, asked, true)
	if err != nil {
		return err
	}
	return d.keep(key, chain)
}

// prove shows that the operator has the name: it asks for a record, and waits until the DNS has it.
func (d ByDNS) prove(ctx context.Context, client *acme.Client, address string) error {
	z, err := client.GetAuthorization(ctx, address)
	if err != nil || z.Status == acme.StatusValid {
		return err
	}
	at := slices.IndexFunc(z.Challenges, func(c *acme.Challenge) bool { return c.Type == "dns-01" })
	if at < 0 {
		return errors.New("the authority takes no TXT record as a proof")
	}
	text, err := client.DNS01ChallengeRecord(z.Challenges[at].Token)
	if err != nil {
		return err
	}
	record := "_acme-challenge." + d.Name
	d.Say(record, text)
	for {
		if texts, err := d.Lookup(ctx, record); err == nil && slices.Contains(texts, text) {
			break
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the TXT record of %s was not seen: %w", record, ctx.Err())
		case <-time.After(d.Every):
		}
	}
	if _, err := client.Accept(ctx, z.Challenges[at]); err != nil {
		return err
	}
	_, err = client.WaitAuthorization(ctx, address)
	return err
}

// keep writes the certificate with its key.
func (d ByDNS) keep(key *ecdsa.PrivateKey, chain [][]byte) error {
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	kept := pem.EncodeToMemory(&pem.Block{Type: keyBlock, Bytes: der})
	for _, each := range chain {
		kept = append(kept, pem.EncodeToMemory(&pem.Block{Type: certificateBlock, Bytes: each})...)
	}
	if err := durable.MakeDir(d.Dir); err != nil {
		return err
	}
	return durable.Write(d.Path(), func(f *os.File) error {
		_, err := f.Write(kept)
		return err
	})
}
