package store

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/durable"
	"ostrakon/store/keyring"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
)

// boxBuckets are the buckets with a bucket for each election past DRAFT.
func boxBuckets() [][]byte {
	return [][]byte{bucketVoted, bucketSealed, bucketLogTree, bucketLogLeaves, bucketCheckpoints}
}

// freeze writes the manifest and the lines of the poll book, and begins the cast log. In the server's custody it draws
// the election's secret outside the file and tries it. The questions have their candidates; electorate is the frozen
// roll, nil without one.
func (s *Store) freeze(tx *bolt.Tx, rec *electionRecord, electorate *ballotbox.Electorate) error {
	if electorate != nil {
		rec.guardWeights(electorate.Classes)
	}
	var err error
	frozen := manifestOf(rec)
	frozen.Electorate = electorate
	if frozen.PollBook, err = freezePollBook(tx, rec, electorate); err != nil {
		return err
	}
	custody := rec.Custody.Traits()
	if custody.ServerKey {
		if frozen.Holders, err = s.holdKey(rec.ID); err != nil {
			return err
		}
		frozen.Threshold = 1
	}
	m, raw, err := ballotbox.NewManifest(frozen, s.signer)
	if err != nil {
		return fmt.Errorf("manifest: %w", err)
	}
	if custody.ServerKey {
		if err := s.tryKey(m); err != nil {
			return fmt.Errorf("the key of election %s does not work: %w", rec.ID, err)
		}
	}
	for _, b := range boxBuckets() {
		if _, err := tx.Bucket(b).CreateBucketIfNotExists([]byte(rec.ID)); err != nil {
			return err
		}
	}
	if err := tx.Bucket(bucketManifests).Put([]byte(rec.ID), raw); err != nil {
		return err
	}
	return s.appendEpoch(tx, rec.ID, []ballotbox.Hash{m.OpenLeaf()})
}

// holdKey draws the secret of an election in the custody of the server, and keeps it on the disk.
func (s *Store) holdKey(id ElectionID) ([]ballotbox.Holder, error) {
	secret := sealing.NewSecret()
	raw := secret.Bytes()
	defer clear(raw)
	public, signing := secret.PublicKey(), secret.SigningKey()
	holder := ballotbox.Holder{Name: ballotbox.ServerHolder, PublicKey: public, SigningKey: signing}
	return []ballotbox.Holder{holder}, s.putKey(string(id), raw)
}

// putKey writes a secret into the keys directory. Errors: refusal.DiskFull.
func (s *Store) putKey(name string, secret []byte) error {
	err := s.keys.Put(name, secret)
	if durable.IsFull(err) {
		return fmt.Errorf("%w: %w", refusal.DiskFull, err)
	}
	return err
}

// manifestOf is what a manifest says of an election whose questions have their candidates.
func manifestOf(rec *electionRecord) ballotbox.Manifest {
	m := ballotbox.Manifest{
		ElectionID: string(rec.ID), Title: rec.Title, Description: rec.Description, TimeZone: rec.TimeZone,
		OpensAt: ballotbox.FormatTime(rec.OpensAt), ClosesAt: ballotbox.FormatTime(rec.ClosesAt),
		Shuffle: rec.Settings.ShuffleCandidates,
		Custody: rec.Custody, Threshold: rec.Threshold, Holders: rec.Holders, Witnesses: rec.Witnesses,
		KeepBoxDays: rec.KeepBoxDays, Groups: rec.groups(), Translations: rec.Translations,
		Papers: rec.Printed, Proof: rec.Proved,
	}
	if rec.Custody.Traits().Sheets {
		m.Number = &rec.Number
	}
	if rec.Quorum != nil {
		m.Quorum = &ballotbox.Quorum{Least: rec.Quorum.Least[:], Of: rec.Quorum.Of}
	}
	for _, q := range rec.Questions {
		frozen := ballotbox.Question{
			ID: string(q.ID), Title: q.Title, Text: q.Text, Translations: q.Translations, QuestionRules: q.QuestionRules,
			Lists: q.tallyLists(), Groups: ballotbox.GroupNumbers(q.Groups, m.Groups),
		}
		for _, c := range q.Candidates {
			o := ballotbox.Option{ID: string(c.ID), Name: c.Name, Affiliation: c.Affiliation, Description: c.Description,
				Kind:         c.Kind,
				Translations: c.Translations}
			if c.Photo != nil {
				o.PhotoSHA256 = c.Photo.SHA256
			}
			if c.Solid != nil {
				o.SolidSHA256 = c.Solid.SHA256
			}
			frozen.Options = append(frozen.Options, o)
		}
		m.Questions = append(m.Questions, frozen)
	}
	return m
}

// tryKey seals and opens a ballot with the secret that is on the disk.
func (s *Store) tryKey(m *ballotbox.Manifest) error {
	box, err := m.SealingBox()
	if err != nil {
		return err
	}
	secret, err := s.secret(m)
	if err != nil {
		return err
	}
	opener, err := box.Opener(map[int]*sealing.Secret{1: secret}, true)
	if err != nil {
		return err
	}
	var random [32]byte
	rand.Read(random[:])
	pad, seed := sealing.Device(random)
	tag, marks := sealing.TagOf(pad, m.ElectionID), make([]byte, m.OptionCount())
	sealed, err := box.Seal(seed, marks, tag)
	if err != nil {
		return err
	}
	if same, got, err := opener.Open(sealed, tag); err != nil || !bytes.Equal(got, marks) || same != seed {
		return errors.Join(sealing.ErrUnreadable, err)
	}
	return nil
}

// secret reads the secret of the server's custody. Errors: refusal.KeyMissing, refusal.KeyWrong.
func (s *Store) secret(m *ballotbox.Manifest) (*sealing.Secret, error) {
	raw, err := s.secretBytes(ElectionID(m.ElectionID))
	if err != nil {
		return nil, err
	}
	defer clear(raw)
	secret, err := sealing.ParseSecret(raw)
	if err != nil || !bytes.Equal(secret.PublicKey(), m.Holders[0].PublicKey) {
		return nil, refusal.KeyWrong
	}
	return secret, nil
}

// secretBytes is secret as bytes to clear after use. It does not compare the key with the election.
func (s *Store) secretBytes(id ElectionID) ([]byte, error) {
	if s.keys == nil { // see OpenToCheck
		return nil, refusal.KeyMissing
	}
	raw, err := s.keys.Get(string(id), sealing.SecretSize)
	switch {
	case errors.Is(err, keyring.ErrMissing):
		err = fmt.Errorf("%w: %w", refusal.KeyMissing, err)
	case errors.Is(err, keyring.ErrDamaged):
		err = fmt.Errorf("%w: %w", refusal.KeyWrong, err)
	}
	return raw, err
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
