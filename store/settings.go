package store

import (
	"context"
	"time"

	"ostrakon/store/kv"

	bolt "go.etcd.io/bbolt"
)

type installationRecord struct {
	ID           string    `json:"id"`
	Organisation string    `json:"organisation,omitempty"`
	IdentityKey  []byte    `json:"identityKey"` // fingerprint of keys/identity.key
	SigningKey   []byte    `json:"signingKey"`  // public key of keys/signing.key
	CreatedAt    time.Time `json:"createdAt"`
}

// Installation is what anyone may know about this server.
type Installation struct {
	Organisation  string // its name; empty until set-up
	SigningKey    []byte // Ed25519 public key of receipts, checkpoints and seals
	SetupRequired bool   // there is no active administrator yet
}

func installation(tx *bolt.Tx) (installationRecord, error) {
	return kv.GetRecord[installationRecord](tx.Bucket(bucketSettings), settingInstallation)
}

// Installation returns the organisation's name, and whether the set-up is still to be done.
func (s *Store) Installation(ctx context.Context) (Installation, error) {
	var in Installation
	err := s.view(ctx, func(tx *bolt.Tx) error {
		rec, err := installation(tx)
		in = Installation{Organisation: rec.Organisation, SigningKey: rec.SigningKey, SetupRequired: !hasAdmin(tx)}
		return err
	})
	return in, err
}

func hasAdmin(tx *bolt.Tx) bool { return number(tx, counterAdmins) > 0 }

// setOrganisation changes the organisation's name.
func setOrganisation(tx *bolt.Tx, name string) error {
	rec, err := installation(tx)
	if err != nil {
		return err
	}
	rec.Organisation = name
	return kv.PutRecord(tx.Bucket(bucketSettings), settingInstallation, rec)
}
