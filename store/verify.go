package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
)

// Verify decodes every record, makes every index and counter anew and compares,
// and follows every reference, in one read transaction. It returns all it
// finds wrong, joined, or nil. It opens no ballot.
func (s *Store) Verify(ctx context.Context) error {
	v := &verifier{seenPhotos: make(map[PhotoID]PhotoOwner)}
	err := s.view(ctx, func(tx *bolt.Tx) error {
		v.tx = tx
		v.schema()
		v.users()
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
	seenPhotos map[PhotoID]PhotoOwner // photos that a user or candidate refers to
}

func (v *verifier) fault(err error) { v.faults = append(v.faults, err) }

func (v *verifier) faultf(format string, args ...any) { v.fault(fmt.Errorf(format, args...)) }

// records decodes every record of a bucket.
func records[T any](v *verifier, bucket []byte, id func(T) string) []T {
	var all []T
	err := v.tx.Bucket(bucket).ForEach(func(k, raw []byte) error {
		var r T
		if err := json.Unmarshal(raw, &r); err != nil {
			v.faultf("%s: record %q: %w", bucket, k, err)
			return nil
		}
		if id(r) != string(k) {
			v.faultf("%s: record %q calls itself %q", bucket, k, id(r))
		}
		all = append(all, r)
		return nil
	})
	if err != nil {
		v.fault(err)
	}
	return all
}

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
	all := records(v, bucketUsers, func(u userRecord) string { return string(u.ID) })
	for _, ix := range userIndexes() {
		ix.verify(v.tx, all, v.fault)
	}
	for _, c := range userCounters() {
		n := uint64(0)
		for _, u := range all {
			if c.counts(u.User) {
				n++
			}
		}
		if have := count(v.tx.Bucket(bucketCounters), c.key); have != n {
			v.faultf("counter %s says %d, the users %d", c.key, have, n)
		}
	}
	for _, u := range all {
		if u.Photo != nil {
			v.seenPhotos[u.Photo.ID] = PhotoOwner{User: u.ID}
		}
	}
}

func (v *verifier) elections() {
	all := records(v, bucketElections, func(e electionRecord) string { return string(e.ID) })
	for _, ix := range electionIndexes() {
		ix.verify(v.tx, all, v.fault)
	}
	byID := make(map[ElectionID]electionRecord)
	for _, e := range all {
		byID[e.ID] = e
		v.ballots(e)
		v.results(e)
	}
	v.owned(bucketVoted, byID)
	v.owned(bucketSealed, byID)
	v.owned(bucketTurnout, byID)
	v.owned(bucketResults, byID)

	candidates := records(v, bucketCandidates, func(c Candidate) string { return string(c.ID) })
	candidatesByElection().verify(v.tx, candidates, v.fault)
	for _, c := range candidates {
		if _, ok := byID[c.ElectionID]; !ok {
			v.faultf("candidate %s stands in %q, which is no election", c.ID, c.ElectionID)
		}
		if c.Photo != nil {
			v.seenPhotos[c.Photo.ID] = PhotoOwner{Candidate: c.ID}
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

// ballots checks that an election has as many sealed ballots as voters, all
// of the one size, and that each voter is a user.
func (v *verifier) ballots(e electionRecord) {
	voted := v.tx.Bucket(bucketVoted).Bucket([]byte(e.ID))
	sealed := v.tx.Bucket(bucketSealed).Bucket([]byte(e.ID))
	turnout := count(v.tx.Bucket(bucketTurnout), []byte(e.ID))
	if e.Status == Draft {
		if voted != nil || sealed != nil || turnout != 0 {
			v.faultf("election %s is a DRAFT and holds ballots", e.ID)
		}
		return
	}
	if voted == nil || sealed == nil {
		v.faultf("election %s is %s and has no ballot box", e.ID, e.Status)
		return
	}
	voters, ballots := uint64(0), uint64(0)
	users := v.tx.Bucket(bucketUsers)
	err := errors.Join(voted.ForEach(func(k, value []byte) error {
		voters++
		if users.Get(k) == nil || !bytes.Equal(value, mark) {
			v.faultf("election %s: voter %q is no user, or marked with more than a mark", e.ID, k)
		}
		return nil
	}), sealed.ForEach(func(k, value []byte) error {
		ballots++
		if len(k) != 16 || len(value) != ballotbox.SealedSize {
			v.faultf("election %s: ballot %x has %d bytes, want %d", e.ID, k, len(value), ballotbox.SealedSize)
		}
		return nil
	}))
	if err != nil {
		v.fault(err)
	}
	if voters != ballots || voters != turnout {
		v.faultf("election %s: %d voters, %d ballots, turnout %d", e.ID, voters, ballots, turnout)
	}
}

func (v *verifier) results(e electionRecord) {
	_, err := readResults(v.tx, e.ID)
	switch {
	case errors.Is(err, ErrNotFound):
	case err != nil:
		v.faultf("results of %s: %w", e.ID, err)
	case e.Status != Completed:
		v.faultf("election %s is %s and has results", e.ID, e.Status)
	}
}

func (v *verifier) photos() {
	data := v.tx.Bucket(bucketPhotoData)
	stored := records(v, bucketPhotos, func(p photoRecord) string { return string(p.ID) })
	for _, p := range stored {
		if owner, ok := v.seenPhotos[p.ID]; !ok || owner != p.Owner {
			v.faultf("photo %s of %v is referred to by %v", p.ID, p.Owner, owner)
		}
		delete(v.seenPhotos, p.ID)
		if sum := sha256.Sum256(data.Get([]byte(p.ID))); hex.EncodeToString(sum[:]) != p.SHA256 {
			v.faultf("photo %s: its bytes do not match their SHA-256", p.ID)
		}
	}
	for id, owner := range v.seenPhotos {
		v.faultf("photo %s of %v is missing", id, owner)
	}
	if have := data.Stats().KeyN; have != len(stored) {
		v.faultf("photo_data holds %d images for %d photos", have, len(stored))
	}
}

func (v *verifier) auditList() {
	want := uint64(0)
	for _, e := range records(v, bucketAudit, func(e AuditEntry) string { return string(uint64Key(e.Seq)) }) {
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
