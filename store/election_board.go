package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// The bulletin board: what anyone may read about an election past DRAFT.

// Manifest reads the manifest of an election, as canonical JSON. Errors: refusal.NotFound, also for a DRAFT.
func (s *Store) Manifest(ctx context.Context, id ElectionID) ([]byte, error) {
	var raw []byte
	err := s.view(ctx, func(tx *bolt.Tx) (err error) {
		_, raw, err = getManifest(tx, id)
		return err
	})
	return raw, err
}

// PublicPhoto reads a candidate's photo past DRAFT, if its hash is in the manifest. Errors: refusal.NotFound.
func (s *Store) PublicPhoto(ctx context.Context, id ElectionID, candidate CandidateID) (Photo, []byte, error) {
	return s.candidatePhoto(ctx, func(tx *bolt.Tx) (Candidate, error) { return frozenCandidate(tx, id, candidate) })
}

// PublicSolid reads the solid of a candidate, as GLB, by the rules of PublicPhoto.
func (s *Store) PublicSolid(ctx context.Context, id ElectionID, candidate CandidateID) (Solid, []byte, error) {
	return s.candidateSolid(ctx, func(tx *bolt.Tx) (Candidate, error) { return frozenCandidate(tx, id, candidate) })
}

// frozenCandidate reads a candidate past DRAFT, with the photo and solid of the manifest. Errors: refusal.NotFound.
func frozenCandidate(tx *bolt.Tx, id ElectionID, candidate CandidateID) (Candidate, error) {
	m, _, err := getManifest(tx, id)
	if err != nil {
		return Candidate{}, err
	}
	c, err := candidateTable.Get(tx, candidate)
	if err != nil {
		return Candidate{}, err
	}
	for _, q := range m.Questions {
		at := slices.IndexFunc(q.Options, func(o ballotbox.Option) bool { return o.ID == string(candidate) })
		if at < 0 {
			continue
		}
		frozen := q.Options[at]
		if c.Photo != nil && frozen.PhotoSHA256 != c.Photo.SHA256 {
			c.Photo = nil
		}
		if c.Solid != nil && frozen.SolidSHA256 != c.Solid.SHA256 {
			c.Solid = nil
		}
		return c, nil
	}
	return c, refusal.Missing(candidateTable.Name)
}

// Checkpoint reads the newest signed checkpoint of an election's cast log, with the cosignatures of witnesses. The
// first, of size 1, is signed at the opening. Errors: refusal.NotFound, also for a DRAFT.
func (s *Store) Checkpoint(ctx context.Context, id ElectionID) ([]byte, error) {
	var signed []byte
	err := s.view(ctx, func(tx *bolt.Tx) error {
		if signed = lastCheckpoint(tx, id); signed == nil {
			return refusal.Missing(electionTable.Name)
		}
		return nil
	})
	return signed, err
}

// SignedCheckpoint is a checkpoint of an election's cast log with its signature.
type SignedCheckpoint struct {
	Size   int64  `json:"size"`       // number of leaves in the log: that of the opening, the ballots, that of the end
	Signed string `json:"checkpoint"` // the signed note
}

// Checkpoints lists the signed checkpoints of an election's cast log, newest first: of the opening, each epoch and the
// end. They show no time, and nothing that Checkpoint does not. Errors: refusal.NotFound, also for a DRAFT;
// refusal.ValidationFailed for the page.
func (s *Store) Checkpoints(ctx context.Context, id ElectionID, p Page) (List[SignedCheckpoint], error) {
	var l List[SignedCheckpoint]
	sc, err := p.Scan(bucketCheckpoints, nil, 8)
	if err != nil {
		return l, err
	}
	sc.Backward = true
	err = s.view(ctx, func(tx *bolt.Tx) error {
		b := tx.Bucket(bucketCheckpoints).Bucket([]byte(id))
		if b == nil {
			return refusal.Missing(electionTable.Name)
		}
		l.Next, err = sc.RunOn(b, func(k, v []byte) (bool, error) {
			l.Items = append(l.Items, SignedCheckpoint{int64(binary.BigEndian.Uint64(k)), string(v)})
			return true, nil
		})
		return err
	})
	return l, err
}

// Leaves lists leaves of an election's cast log from place from, counted from 0, to before to, at most the size of a
// checkpoint. The log only grows, so it can be read in parts. Errors: refusal.NotFound, also for a DRAFT.
func (s *Store) Leaves(ctx context.Context, id ElectionID, from, to int64) ([]ballotbox.Hash, error) {
	var leaves []ballotbox.Hash
	err := s.view(ctx, func(tx *bolt.Tx) (err error) {
		if tx.Bucket(bucketLogTree).Bucket([]byte(id)) == nil {
			return refusal.Missing(electionTable.Name)
		}
		leaves, err = loggedLeaves(tx, id, from, to)
		return err
	})
	return leaves, err
}

// Inclusion shows that a leaf is in an election's cast log.
type Inclusion struct {
	Leaf       string          `json:"leaf"`
	Proof      ballotbox.Proof `json:"proof"`
	Checkpoint string          `json:"checkpoint"`        // the signed checkpoint that the proof leads to
	Invalid    bool            `json:"invalid,omitempty"` // a count with a proof says that the ballot does not count
}

// Inclusion proves a leaf against the newest checkpoint. Errors: refusal.NotFound, refusal.LeafPending.
func (s *Store) Inclusion(ctx context.Context, id ElectionID, leaf ballotbox.Hash) (Inclusion, error) {
	in := Inclusion{Leaf: leaf.String()}
	waits := s.pending.has(id, leaf)
	err := s.view(ctx, func(tx *bolt.Tx) error {
		places := tx.Bucket(bucketLogLeaves).Bucket([]byte(id))
		if places == nil {
			return refusal.Missing(electionTable.Name)
		}
		place := places.Get(leaf[:])
		if place == nil {
			if waits {
				return refusal.LeafPending
			}
			return refusal.Missing("ballot")
		}
		size, err := logSize(tx, id)
		if err != nil {
			return err
		}
		in.Checkpoint = string(lastCheckpoint(tx, id))
		in.Invalid = calledInvalid(tx, id, leaf)
		in.Proof, err = ballotbox.NewProof(size, int64(binary.BigEndian.Uint64(place)),
			treeReader(tx.Bucket(bucketLogTree).Bucket([]byte(id))))
		return err
	})
	return in, err
}

// calledInvalid reports whether a count with a proof says that the ballot of a leaf does not count.
func calledInvalid(tx *bolt.Tx, id ElectionID, leaf ballotbox.Hash) bool {
	counted := tx.Bucket(bucketCounted).Bucket([]byte(id))
	if counted == nil {
		return false
	}
	for other := range slices.Chunk(counted.Get(countedInvalid), len(leaf)) {
		if bytes.Equal(other, leaf[:]) {
			return true
		}
	}
	return false
}

// Consistency proves that the log of size to begins with that of size from, with hashes as in RFC 6962, section 2.1.2,
// in base64. Errors: refusal.NotFound, also for a DRAFT; refusal.ValidationFailed for other sizes.
func (s *Store) Consistency(ctx context.Context, id ElectionID, from, to int64) ([]string, error) {
	var proof []string
	err := s.view(ctx, func(tx *bolt.Tx) error {
		tree := tx.Bucket(bucketLogTree).Bucket([]byte(id))
		if tree == nil {
			return refusal.Missing(electionTable.Name)
		}
		size, err := logSize(tx, id)
		if err != nil {
			return err
		}
		var faults input.Faults
		if to < 1 || to > size {
			faults.Add("to", refusal.OutOfRange, refusal.Facts{"min": 1, "max": size})
		} else if from < 1 || from > to {
			faults.Add("from", refusal.OutOfRange, refusal.Facts{"min": 1, "max": to})
		}
		if err := faults.Err(); err != nil {
			return err
		}
		proof, err = ballotbox.ConsistencyProof(from, to, treeReader(tree))
		return err
	})
	return proof, err
}

// Bundle gathers everything public about an election that is counted or cancelled. Errors: refusal.NotFound,
// refusal.ResultsRestricted before the close, refusal.ResultsNotCalculated before the count.
func (s *Store) Bundle(ctx context.Context, id ElectionID) (*ballotbox.Bundle, error) {
	var b *ballotbox.Bundle
	err := s.view(ctx, func(tx *bolt.Tx) error {
		rec, err := published(tx, id)
		switch {
		case err != nil:
			return err
		case rec.Status != Completed:
			return refusal.ResultsRestricted
		case tx.Bucket(bucketCounted).Bucket([]byte(id)) == nil:
			return refusal.ResultsNotCalculated
		}
		if b, err = bundleOf(tx, id); err == nil {
			b.Proof = bytes.Clone(b.Proof)
		}
		return err
	})
	return b, err
}

// bundleOf is the bundle of an election. Its proof ends with the transaction.
func bundleOf(tx *bolt.Tx, id ElectionID) (*ballotbox.Bundle, error) {
	counted := tx.Bucket(bucketCounted).Bucket([]byte(id))
	if counted == nil {
		return nil, fmt.Errorf("election %s has ended and has no published ballots", id)
	}
	rec, err := electionTable.Get(tx, id)
	if err != nil {
		return nil, err
	}
	b := &ballotbox.Bundle{
		Manifest: bytes.Clone(tx.Bucket(bucketManifests).Get([]byte(id))), Checkpoint: lastCheckpoint(tx, id),
		Seal: bytes.Clone(counted.Get(countedSeal)), Notices: signedNotices(rec.Election),
		Counts: bytes.Clone(counted.Get(countedCounts)), Result: bytes.Clone(counted.Get(countedResult)),
		Recounts: signedRecounts(rec.Election),
	}
	if err := readCounted(counted, b); err != nil {
		return nil, fmt.Errorf("published ballots of election %s: %w", id, err)
	}
	if b.Handed, err = readHanded(counted.Get(countedHanded)); err != nil {
		return nil, fmt.Errorf("printed papers of election %s: %w", id, err)
	}
	b.Credentials, b.Stubs, err = pollBook(tx, id)
	return b, err
}
