package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/keyring"
	"ostrakon/store/sealing"
)

// ErrNoElection means that no election of the store waits to be counted with a key.
var ErrNoElection = errors.New("no election that is open, or closed and not counted yet, has this key")

// ImportKey puts a key from a key sheet into the keys directory, for the election that it belongs to. If it is there
// already, nothing happens. Errors: ErrNoElection, keyring.ErrDifferent.
func (s *Store) ImportKey(ctx context.Context, secret *sealing.Secret) (ElectionID, error) {
	public := secret.PublicKey()
	var id ElectionID
	err := s.view(ctx, func(tx *bolt.Tx) error {
		return tx.Bucket(bucketManifests).ForEach(func(k, raw []byte) error {
			m, err := ballotbox.ParseManifest(raw)
			if err != nil {
				return fmt.Errorf("manifest of election %s: %w", k, err)
			}
			if m.Custody.Traits().ServerKey && bytes.Equal(m.Holders[0].PublicKey, public) &&
				tx.Bucket(bucketSealed).Bucket(k) != nil {
				id = ElectionID(k)
			}
			return nil
		})
	})
	if err != nil {
		return "", err
	}
	if id == "" {
		return "", ErrNoElection
	}
	err = s.keys.Adopt(keyring.FileName(string(id)), secret.Bytes())
	if errors.Is(err, keyring.ErrDifferent) {
		err = fmt.Errorf("%w: if the sheet is right, that file is wrong: move it out of the keys directory and import again",
			err)
	}
	return id, err
}
