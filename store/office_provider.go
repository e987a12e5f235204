package store

import (
	"context"
	"errors"
	"net/url"
	"strings"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// ProviderMatch says by which claim of a provider the roll finds a person.
type ProviderMatch string

// The ways to find a person.
const (
	MatchSubject ProviderMatch = "subject" // by "sub", once the person has said so while a slip or a link signed them in
	MatchMember  ProviderMatch = "member"  // by a claim that is their member reference
	MatchEmail   ProviderMatch = "email"   // by "email", if the provider has verified it and one person alone has it
)

// ProviderSettings say how people sign in with the provider of their organisation, by OpenID Connect. Without an Issuer
// nobody does.
type ProviderSettings struct {
	Name     string        `json:"name"`   // as the button calls it
	Issuer   string        `json:"issuer"` // base URL of the provider, below which is its discovery document
	ClientID string        `json:"clientId"`
	Match    ProviderMatch `json:"match"`
	Claim    string        `json:"claim,omitempty"` // the claim of MatchMember
}

// Limits of the settings of a provider, in characters.
const (
	maxProvider = 40 // its name
	maxIssuer   = 300
	maxClientID = 255
	maxClaim    = 100
)

func providerSettings(tx *bolt.Tx) (ProviderSettings, error) {
	p, err := kv.GetRecord[ProviderSettings](tx.Bucket(bucketSettings), settingProvider)
	if errors.Is(err, refusal.NotFound) {
		return ProviderSettings{Match: MatchSubject}, nil // what the page offers
	}
	return p, err
}

// Provider reads the settings of the provider, and the secret that it knows this server by; "" without any.
func (s *Store) Provider(ctx context.Context) (p ProviderSettings, secret string, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		p, err = providerSettings(tx)
		return err
	})
	if err != nil {
		return p, "", err
	}
	secret, err = s.password(providerSecret)
	return p, secret, err
}

// ProviderChange is a change of the settings of the provider; nil leaves a field as it is.
type ProviderChange struct {
	Name, Issuer, ClientID, Claim *string
	Match                         *ProviderMatch
	Secret                        *string // "" for none
}

// ChangeProvider changes the settings of the provider. Another issuer or client drops the secret, unless the change has
// one: nobody may learn the secret by having it sent elsewhere. Errors: refusal.ValidationFailed.
func (s *Store) ChangeProvider(ctx context.Context, by audit.Actor, c ProviderChange) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		had, err := providerSettings(tx)
		if err != nil {
			return err
		}
		p := had
		set(&p.Name, c.Name)
		set(&p.Issuer, c.Issuer)
		set(&p.ClientID, c.ClientID)
		set(&p.Claim, c.Claim)
		set(&p.Match, c.Match)
		var faults input.Faults
		p.check(&faults)
		checkPassword(&faults, "secret", c.Secret)
		if err := faults.Err(); err != nil {
			return err
		}
		secret := c.Secret
		if secret == nil && (had.Issuer != p.Issuer || had.ClientID != p.ClientID) {
			secret = new("")
		}
		if err := kv.PutRecord(tx.Bucket(bucketSettings), settingProvider, p); err != nil {
			return err
		}
		if secret != nil {
			if err := s.keepPassword(providerSecret, *secret); err != nil {
				return err
			}
		}
		return s.audit(tx, by, "provider.changed", audit.Installation(),
			map[string]string{"issuer": p.Issuer, "match": string(p.Match)})
	})
}

// check brings the settings to the form that is kept, and notes what is wrong with them. Without an issuer, the others
// may be empty.
func (p *ProviderSettings) check(faults *input.Faults) {
	p.Issuer = strings.TrimSpace(p.Issuer)
	least := 0
	if p.Issuer != "" {
		least = 1
		if len(p.Issuer) > maxIssuer || !SafeAddress(p.Issuer) || strings.ContainsAny(p.Issuer, "?#") {
			faults.Add("issuer", refusal.NotIssuer, nil)
		}
	}
	faults.Line("name", &p.Name, least, maxProvider)
	faults.Line("clientId", &p.ClientID, least, maxClientID)
	input.OneOf(faults, "match", p.Match, MatchSubject, MatchMember, MatchEmail)
	if p.Match != MatchMember {
		least = 0
	}
	faults.Line("claim", &p.Claim, least, maxClaim)
}

// SafeAddress reports whether nobody between here and an address can read what is sent there: it begins with https, or
// names this computer.
func SafeAddress(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.User != nil {
		return false
	}
	return u.Scheme == "https" || u.Scheme == "http" && leadsHome(address)
}
