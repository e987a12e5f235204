package store

import (
	"cmp"
	"context"
	"time"

	"ostrakon/store/kv"

	bolt "go.etcd.io/bbolt"
)

type installationRecord struct {
	ID           string    `json:"id"`
	Organisation string    `json:"organisation,omitempty"`
	TimeZone     string    `json:"timeZone,omitempty"` // IANA name; "" means UTC
	IdentityKey  []byte    `json:"identityKey"`        // fingerprint of keys/identity.key
	SigningKey   []byte    `json:"signingKey"`         // public key of keys/signing.key
	CreatedAt    time.Time `json:"createdAt"`
}

// Installation is what anyone may know about this server.
type Installation struct {
	Organisation  string // its name; empty until set-up
	TimeZone      string // IANA name, in which pages show times; the default for elections
	SigningKey    []byte // Ed25519 public key of receipts, checkpoints and seals
	SetupRequired bool   // there is no active administrator yet
}

func installation(tx *bolt.Tx) (installationRecord, error) {
	return kv.GetRecord[installationRecord](tx.Bucket(bucketSettings), settingInstallation)
}

// Installation returns the organisation's name and time zone, and whether the set-up is still to be done.
func (s *Store) Installation(ctx context.Context) (Installation, error) {
	var in Installation
	err := s.view(ctx, func(tx *bolt.Tx) error {
		rec, err := installation(tx)
		in = Installation{Organisation: rec.Organisation, TimeZone: rec.timeZone(), SigningKey: rec.SigningKey, SetupRequired: !hasAdmin(tx)}
		return err
	})
	return in, err
}

func hasAdmin(tx *bolt.Tx) bool { return number(tx, counterAdmins) > 0 }

func (r installationRecord) timeZone() string { return cmp.Or(r.TimeZone, "UTC") }

// SetTimeZone changes the organisation's time zone. Errors: refusal.ValidationFailed.
func (s *Store) SetTimeZone(ctx context.Context, name string) error {
	var v validation
	v.timeZone("timeZone", name)
	if err := v.err(); err != nil {
		return err
	}
	return s.update(ctx, func(tx *bolt.Tx) error { return setOrganisation(tx, "", name) })
}

// setOrganisation changes the organisation's name and time zone. What is "" stays as it is.
func setOrganisation(tx *bolt.Tx, name, timeZone string) error {
	rec, err := installation(tx)
	if err != nil {
		return err
	}
	rec.Organisation = cmp.Or(name, rec.Organisation)
	rec.TimeZone = cmp.Or(timeZone, rec.TimeZone)
	return kv.PutRecord(tx.Bucket(bucketSettings), settingInstallation, rec)
}
