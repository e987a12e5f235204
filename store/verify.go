package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// Verify decodes every record, makes every index and counter anew and compares,
// follows every reference, checks each cast log against its checkpoint, and
// verifies each counted election as an outsider would, in one read
// transaction. It returns all it finds wrong, joined, or nil. It opens no ballot.
func (s *Store) Verify(ctx context.Context) error {
	v := &verifier{store: s, seenPhotos: make(map[PhotoID]photoRecord), onRoll: make(map[UserID]RollID)}
	err := s.view(ctx, func(tx *bolt.Tx) error {
		v.tx = tx
		v.schema()
		v.users()
		v.roll()
		v.elections()
		v.photos()
		v.auditList()
		return nil
	})
	return errors.Join(err, errors.Join(v.faults...))
}

// verifier gathers faults.
type verifier struct {
	tx         *bolt.Tx
	faults     []error
	store      *Store
	seenPhotos map[PhotoID]photoRecord // photos as a user or candidate refers to them
	onRoll     map[UserID]RollID       // users who name an entry of the roll
}

func (v *verifier) fault(err error) { v.faults = append(v.faults, err) }

func (v *verifier) faultf(format string, args ...any) { v.fault(fmt.Errorf(format, args...)) }

func (v *verifier) schema() {
	version, err := schemaVersion(v.tx)
	if err != nil {
		v.fault(err)
	}
	if version != len(migrations()) {
		v.faultf("meta: schema %d, want %d", version, len(migrations()))
	}
	known := make(map[string]bool)
	for _, name := range buckets() {
		known[string(name)] = true
	}
	err = v.tx.ForEach(func(name []byte, _ *bolt.Bucket) error {
		if !known[string(name)] {
			v.faultf("bucket %q is not of this schema", name)
		}
		return nil
	})
	if err != nil {
		v.fault(err)
	}
	if _, err := installation(v.tx); err != nil {
		v.faultf("settings: installation: %w", err)
	}
}

func (v *verifier) users() {
	for _, u := range userTable.Check(v.tx, v.fault) {
		if u.RollEntry != "" {
			v.onRoll[u.ID] = u.RollEntry
		}
		if u.Photo != nil {
			v.seenPhotos[u.Photo.ID] = photoRecord{*u.Photo, PhotoOwner{User: u.ID}}
		}
	}
}

// roll checks the electoral roll, and that users and entries name each other.
func (v *verifier) roll() {
	for _, r := range rollTable.Check(v.tx, v.fault) {
		if r.User != "" && v.onRoll[r.User] != r.ID {
			v.faultf("roll entry %s: its user %s names %q", r.ID, r.User, v.onRoll[r.User])
		}
		delete(v.onRoll, r.User)
	}
	for user, entry := range v.onRoll {
		v.faultf("user %s: roll entry %s does not name them", user, entry)
	}
}

func (v *verifier) elections() {
	byID := make(map[ElectionID]electionRecord)
	for _, e := range electionTable.Check(v.tx, v.fault) {
		byID[e.ID] = e
		v.box(e)
	}
	for _, b := range append(boxBuckets(), bucketElectorates, bucketManifests, bucketTurnout, bucketCounted, bucketResults) {
		v.owned(b, byID)
	}

	for _, c := range candidateTable.Check(v.tx, v.fault) {
		if _, ok := byID[c.ElectionID]; !ok {
			v.faultf("candidate %s stands in %q, which is no election", c.ID, c.ElectionID)
		}
		if c.Photo != nil {
			v.seenPhotos[c.Photo.ID] = photoRecord{*c.Photo, PhotoOwner{Candidate: c.ID}}
		}
	}
}

// owned checks that every key of a bucket is an election.
func (v *verifier) owned(bucket []byte, elections map[ElectionID]electionRecord) {
	err := v.tx.Bucket(bucket).ForEach(func(k, _ []byte) error {
		if _, ok := elections[ElectionID(k)]; !ok {
			v.faultf("%s: %q is no election", bucket, k)
		}
		return nil
	})
	if err != nil {
		v.fault(err)
	}
}

func (v *verifier) photos() {
	data := v.tx.Bucket(bucketPhotoData)
	stored := photoTable.Check(v.tx, v.fault)
	for _, p := range stored {
		if seen, ok := v.seenPhotos[p.ID]; !ok || seen.Owner != p.Owner || seen.SHA256 != p.SHA256 {
			v.faultf("photo %s of %v (%s) is referred to by %v (%s)", p.ID, p.Owner, p.SHA256, seen.Owner, seen.SHA256)
		}
		delete(v.seenPhotos, p.ID)
		if sum := sha256.Sum256(data.Get([]byte(p.ID))); hex.EncodeToString(sum[:]) != p.SHA256 {
			v.faultf("photo %s: its bytes do not match their SHA-256", p.ID)
		}
	}
	for id, p := range v.seenPhotos {
		v.faultf("photo %s of %v is missing", id, p.Owner)
	}
	if have := data.Stats().KeyN; have != len(stored) {
		v.faultf("photo_data holds %d images for %d photos", have, len(stored))
	}
}

func (v *verifier) auditList() {
	want := uint64(0)
	for _, e := range auditTable.Check(v.tx, v.fault) {
		want++
		if e.Seq != want {
			v.faultf("audit: line %d stands where %d should", e.Seq, want)
			want = e.Seq
		}
	}
	if last := v.tx.Bucket(bucketAudit).Sequence(); last != want {
		v.faultf("audit: ends at line %d, %d were written", want, last)
	}
}
