package store

import (
	"bytes"
	"errors"
	"fmt"

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
// secret outside the file, tries it on a ballot, and writes the manifest. The questions have their
// candidates.
func (s *Store) freeze(tx *bolt.Tx, rec *electionRecord) error {
	secret, err := ballotbox.NewSecret()
	if err != nil {
		return err
	}
	var electorate *ballotbox.Electorate
	if rec.Settings.Electorate == ElectorateRoll {
		if electorate, err = freezeRoll(tx, rec.ID, rec.MaxProxies); err != nil {
			return err
		}
		rec.guardWeights(electorate.Weights)
	}
	frozen := manifestOf(rec)
	frozen.Electorate = electorate
	m, raw, err := ballotbox.NewManifest(frozen, secret, s.signer)
	if err != nil {
		return fmt.Errorf("manifest: %w", err)
	}
	kept := secret.Bytes()
	defer clear(kept)
	if err := s.keys.Put(string(rec.ID), kept); err != nil {
		return err
	}
	if err := s.tryKey(m); err != nil {
		return fmt.Errorf("the key of election %s does not work: %w", rec.ID, err)
	}
	return tx.Bucket(bucketManifests).Put([]byte(rec.ID), raw)
}

// manifestOf is what a manifest says of an election whose questions have their candidates.
func manifestOf(rec *electionRecord) ballotbox.Manifest {
	m := ballotbox.Manifest{
		ElectionID: string(rec.ID), Title: rec.Title, Description: rec.Description, TimeZone: rec.TimeZone,
		OpensAt: ballotbox.FormatTime(rec.OpensAt), ClosesAt: ballotbox.FormatTime(rec.ClosesAt), Shuffle: rec.Settings.ShuffleCandidates,
	}
	if rec.Quorum != nil {
		m.Quorum = &ballotbox.Quorum{Least: rec.Quorum.Least[:]}
	}
	for _, q := range rec.Questions {
		frozen := ballotbox.Question{
			ID: string(q.ID), Title: q.Title, Text: q.Text, Method: q.Method, Seats: q.Seats, Min: q.Min, Max: q.Max, Draw: q.Draw,
			Threshold: q.Threshold, Evidence: q.Evidence,
		}
		for _, c := range q.Candidates {
			o := ballotbox.Option{ID: string(c.ID), Name: c.Name, Affiliation: c.Affiliation, Description: c.Description}
			if c.Photo != nil {
				o.PhotoSHA256 = c.Photo.SHA256
			}
			frozen.Options = append(frozen.Options, o)
		}
		m.Questions = append(m.Questions, frozen)
	}
	return m
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
	marks := make([]byte, m.OptionCount())
	code := ballotbox.NewCode(ballotbox.NewSalt(), "")
	sealer, err := box.Sealer()
	if err != nil {
		return err
	}
	sealed, err := sealer.Seal(marks, code)
	if err != nil {
		return err
	}
	if got, same, err := opener.Open(sealed); err != nil || !bytes.Equal(got, marks) || same != code {
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
	defer clear(raw)
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
