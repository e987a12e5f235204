package store

import (
	"errors"
	"fmt"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/keyring"
	"ostrakon/store/refusal"
)

// ErrKeyMissing means that the key of an election's ballots is not in the keys directory. Nothing
// is lost: put the file back, or import the recovery sheet, and try again.
var ErrKeyMissing = errors.New("the key of this election's ballots is missing")

// boxBuckets are the buckets with a bucket for each election past DRAFT.
func boxBuckets() [][]byte {
	return [][]byte{bucketVoted, bucketSealed, bucketLogTree, bucketLogLeaves, bucketCheckpoints}
}

// freeze draws the election's secret and freezes the roll if that is the electorate. It keeps the
// secret outside the file, tries it on a ballot, and writes the manifest.
func (s *Store) freeze(tx *bolt.Tx, rec *electionRecord, standing []Candidate) error {
	secret, err := ballotbox.NewSecret()
	if err != nil {
		return err
	}
	frozen := manifestOf(rec, standing)
	if rec.Settings.Electorate == ElectorateRoll {
		if frozen.Electorate, err = freezeRoll(tx, rec.ID); err != nil {
			return err
		}
	}
	m, raw, err := ballotbox.NewManifest(frozen, secret, s.signer)
	if err != nil {
		return fmt.Errorf("manifest: %w", err)
	}
	if err := s.keys.Put(string(rec.ID), secret.Bytes()); err != nil {
		return err
	}
	if err := s.tryKey(m); err != nil {
		return fmt.Errorf("the key of election %s does not work: %w", rec.ID, err)
	}
	return tx.Bucket(bucketManifests).Put([]byte(rec.ID), raw)
}

func manifestOf(rec *electionRecord, standing []Candidate) ballotbox.Manifest {
	m := ballotbox.Manifest{
		ElectionID: string(rec.ID), Title: rec.Title, Description: rec.Description, Method: rec.Method,
		TieBreak: rec.Settings.TieBreak, Shuffle: rec.Settings.ShuffleCandidates,
		OpensAt: manifestTime(rec.OpensAt), ClosesAt: manifestTime(rec.ClosesAt),
	}
	for _, c := range standing {
		st := ballotbox.Standing{ID: string(c.ID), Name: c.Name, Affiliation: c.Affiliation, Description: c.Description}
		if c.Photo != nil {
			st.PhotoSHA256 = c.Photo.SHA256
		}
		m.Candidates = append(m.Candidates, st)
	}
	return m
}

func manifestTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}

// tryKey seals and opens a ballot with the secret that is on the disk.
func (s *Store) tryKey(m *ballotbox.Manifest) error {
	opener, err := s.opener(m)
	if err != nil {
		return err
	}
	box, err := ballotbox.NewBox(m)
	if err != nil {
		return err
	}
	choice, err := ballotbox.ParseChoice(m.Candidates[0].ID)
	if err != nil {
		return err
	}
	code := ballotbox.NewCode(ballotbox.NewSalt(), "")
	sealer, err := box.Sealer()
	if err != nil {
		return err
	}
	sealed, err := sealer.Seal(choice, code)
	if err != nil {
		return err
	}
	if got, same, err := opener.Open(sealed); err != nil || got != choice || same != code {
		return errors.Join(ballotbox.ErrUnreadable, err)
	}
	return nil
}

// secret reads an election's secret from the keys directory. Errors: ErrKeyMissing,
// ballotbox.ErrBadSecret.
func (s *Store) secret(m *ballotbox.Manifest) (*ballotbox.Secret, error) {
	raw, err := s.keys.Get(m.ElectionID, ballotbox.SecretSize)
	if errors.Is(err, keyring.ErrMissing) {
		return nil, fmt.Errorf("%w: %w", ErrKeyMissing, err)
	}
	if errors.Is(err, keyring.ErrDamaged) {
		return nil, fmt.Errorf("%w: %w", ballotbox.ErrBadSecret, err)
	}
	if err != nil {
		return nil, err
	}
	return ballotbox.ParseSecret(raw)
}

// opener makes an opener with an election's secret. Errors: as secret.
func (s *Store) opener(m *ballotbox.Manifest) (*ballotbox.Opener, error) {
	secret, err := s.secret(m)
	if err != nil {
		return nil, err
	}
	return ballotbox.NewOpener(m, secret)
}

// getManifest reads the manifest of an election past DRAFT. Errors: refusal.NotFound.
func getManifest(tx *bolt.Tx, id ElectionID) (*ballotbox.Manifest, []byte, error) {
	raw := tx.Bucket(bucketManifests).Get([]byte(id))
	if raw == nil {
		return nil, nil, refusal.Missing(electionTable.Name)
	}
	raw = append([]byte(nil), raw...)
	m, err := ballotbox.ParseManifest(raw)
	if err != nil {
		return nil, nil, fmt.Errorf("manifest of election %s: %w", id, err)
	}
	return m, raw, nil
}
