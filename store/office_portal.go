package store

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"errors"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/keyring"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// PortalAlgorithm is how the members' portal signs its links; see package handlers/portal.
type PortalAlgorithm string

// The algorithms, by their names in RFC 7518 and RFC 8037.
const (
	PortalOff   PortalAlgorithm = "none" // no link of a portal signs anybody in
	PortalHS256 PortalAlgorithm = "HS256"
	PortalEdDSA PortalAlgorithm = "EdDSA"
)

// Portal says how links of the members' portal are checked.
type Portal struct {
	Algorithm PortalAlgorithm   `json:"algorithm"`
	PublicKey ed25519.PublicKey `json:"publicKey,omitempty"` // of EdDSA
}

// The secret of HS256 is a file in the directory of keys. No backup has it.
const (
	portalKey    = "portal"
	portalKeyLen = 32 // random bytes, as RFC 7518 section 3.2 asks for
)

// Portal reads how links of the members' portal are checked, and the secret of HS256: without one, "".
func (s *Store) Portal(ctx context.Context) (p Portal, secret string, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		p, err = kv.GetRecord[Portal](tx.Bucket(bucketSettings), settingPortal)
		if errors.Is(err, refusal.NotFound) {
			p, err = Portal{Algorithm: PortalOff}, nil
		}
		return err
	})
	if err != nil || p.Algorithm != PortalHS256 {
		return p, "", err
	}
	raw, err := s.keys.Get(portalKey, portalKeyLen)
	if errors.Is(err, keyring.ErrMissing) { // after a restore
		return p, "", nil
	}
	defer clear(raw)
	return p, portalSecret(raw), err
}

// portalSecret is a secret as people copy it. The portal signs with this text.
func portalSecret(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

// SetPortal says how links of the members' portal are checked from now on. With HS256 it draws a new secret in place of
// any other, and returns it; otherwise it destroys the one there is.
func (s *Store) SetPortal(ctx context.Context, by audit.Actor, p Portal) (secret string, err error) {
	err = s.update(ctx, func(tx *bolt.Tx) error {
		if err := kv.PutRecord(tx.Bucket(bucketSettings), settingPortal, p); err != nil {
			return err
		}
		if p.Algorithm != PortalHS256 {
			err = s.keys.Destroy(portalKey)
		} else {
			raw := make([]byte, portalKeyLen)
			defer clear(raw)
			rand.Read(raw)
			secret, err = portalSecret(raw), s.putKey(portalKey, raw)
		}
		if err != nil {
			return err
		}
		return s.audit(tx, by, "portal.changed", audit.Installation(), map[string]string{"algorithm": string(p.Algorithm)})
	})
	return secret, err
}

// RollPersonNamed finds the person of the roll with a member reference. Errors: refusal.NotFound.
func (s *Store) RollPersonNamed(ctx context.Context, member string) (p RollPerson, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		rec, err := s.entryNamed(tx, EntryNamed{Member: member})
		p = RollPerson{rec.ID, rec.FullName}
		return err
	})
	return p, err
}
