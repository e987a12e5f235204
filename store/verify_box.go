package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"reflect"

	bolt "go.etcd.io/bbolt"
	"golang.org/x/mod/sumdb/tlog"

	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
)

// box checks what the file holds of an election past DRAFT: the manifest, the
// marks and sealed ballots, the cast log, the count.
func (v *verifier) box(e electionRecord) {
	id := []byte(e.ID)
	if e.Status == Draft {
		for _, b := range append(boxBuckets(), bucketElectorates) {
			if v.tx.Bucket(b).Bucket(id) != nil {
				v.faultf("election %s is a DRAFT and has a bucket in %s", e.ID, b)
			}
		}
		for _, b := range [][]byte{bucketManifests, bucketTurnout, bucketResults} {
			if v.tx.Bucket(b).Get(id) != nil {
				v.faultf("election %s is a DRAFT and has a line in %s", e.ID, b)
			}
		}
		return
	}
	m, _, err := getManifest(v.tx, e.ID)
	if err != nil {
		v.faultf("election %s has no manifest that can be read: %w", e.ID, err)
		return
	}
	if m.ElectionID != string(e.ID) || !bytes.Equal(m.SigningKey, v.store.signer.Public()) {
		v.faultf("manifest of election %s: it is of election %s, or names another signing key", e.ID, m.ElectionID)
	}
	v.frozen(e, m)
	v.electorate(e, m)
	counted := v.tx.Bucket(bucketResults).Get(id) != nil
	if _, err := v.store.opener(m); !counted && err != nil && !errors.Is(err, ErrKeyMissing) {
		v.faultf("key of election %s: %w", e.ID, err)
	}
	for _, b := range boxBuckets() {
		if v.tx.Bucket(b).Bucket(id) == nil && !(counted && bytes.Equal(b, bucketSealed)) {
			v.faultf("election %s is %s and has no bucket in %s", e.ID, e.Status, b)
			return
		}
	}
	v.marks(e, counted)
	v.castLog(e, m)
	v.counted(e, m, counted)
}

// frozen checks that an election and its candidates are what the manifest froze.
func (v *verifier) frozen(e electionRecord, m *ballotbox.Manifest) {
	standing, err := candidatesOf(v.tx, e.ID)
	if err != nil {
		v.faultf("candidates of election %s: %w", e.ID, err)
		return
	}
	have := ballotbox.Manifest{
		ElectionID: m.ElectionID, Title: m.Title, Description: m.Description, Method: m.Method, TieBreak: m.TieBreak, Shuffle: m.Shuffle,
		OpensAt: m.OpensAt, ClosesAt: m.ClosesAt, Candidates: m.Candidates,
	}
	if want := manifestOf(&e, standing); !reflect.DeepEqual(have, want) {
		v.faultf("election %s, its candidates or the hashes of their photos are not those of its manifest", e.ID)
	}
}

// marks checks that there are as many voters as ballots, and that each voter is a user.
func (v *verifier) marks(e electionRecord, counted bool) {
	id := []byte(e.ID)
	users := v.tx.Bucket(bucketUsers)
	voters, ballots := 0, 0
	err := v.tx.Bucket(bucketVoted).Bucket(id).ForEach(func(k, value []byte) error {
		voters++
		if users.Get(k) == nil || !bytes.Equal(value, mark) {
			v.faultf("election %s: voter %q is no user, or marked with more than a mark", e.ID, k)
		}
		return nil
	})
	if err != nil {
		v.fault(err)
	}
	if n := turnout(v.tx, e.ID); n != voters {
		v.faultf("election %s: %d voters, turnout %d", e.ID, voters, n)
	}
	if counted {
		if v.tx.Bucket(bucketSealed).Bucket(id) != nil {
			v.faultf("election %s is counted and still holds sealed ballots", e.ID)
		}
		return
	}
	err = v.tx.Bucket(bucketSealed).Bucket(id).ForEach(func(k, sealed []byte) error {
		ballots++
		if leaf := ballotbox.LeafOf(string(e.ID), sealed); !bytes.Equal(leaf[:], k) || len(sealed) != ballotbox.SealedSize {
			v.faultf("election %s: sealed ballot %x has %d bytes or is not the one its leaf names", e.ID, k, len(sealed))
		}
		return nil
	})
	if err != nil {
		v.fault(err)
	}
	if ballots != voters {
		v.faultf("election %s: %d voters, %d sealed ballots", e.ID, voters, ballots)
	}
}

// castLog checks that the log's tree follows from its leaves and that every checkpoint is signed and true.
func (v *verifier) castLog(e electionRecord, m *ballotbox.Manifest) {
	id := []byte(e.ID)
	leaves, err := v.leaves(e)
	if err != nil {
		v.faultf("cast log of %s: %w", e.ID, err)
		return
	}
	read := treeReader(v.tx.Bucket(bucketLogTree).Bucket(id))
	err = v.tx.Bucket(bucketCheckpoints).Bucket(id).ForEach(func(k, signed []byte) error {
		c, err := m.OpenCheckpoint(signed)
		if err == nil && c.Size <= int64(len(leaves)) {
			var root tlog.Hash
			if root, err = tlog.TreeHash(c.Size, read); err == nil && ballotbox.Hash(root) != c.Root {
				err = errors.New("the log had another root at that size")
			}
		}
		switch {
		case err != nil:
			v.faultf("checkpoint %x of %s: %w", k, e.ID, err)
		case !bytes.Equal(k, kv.Uint64(uint64(c.Size))) || c.Size > int64(len(leaves)):
			v.faultf("checkpoint %x of %s is of size %d, the log of %d", k, e.ID, c.Size, len(leaves))
		}
		return nil
	})
	if err != nil {
		v.fault(err)
	}
	sealed := v.tx.Bucket(bucketSealed).Bucket(id)
	for _, leaf := range leaves {
		if sealed != nil && sealed.Get(leaf[:]) == nil {
			v.faultf("election %s: the ballot of leaf %s is in the cast log and not in the box", e.ID, leaf)
		}
	}
	if n := turnout(v.tx, e.ID); e.Status == Completed && len(leaves) != n {
		v.faultf("election %s is COMPLETED with %d leaves in its log and a turnout of %d", e.ID, len(leaves), n)
	}
}

// leaves reads the leaves of a log in order, and makes its tree anew.
func (v *verifier) leaves(e electionRecord) ([]ballotbox.Hash, error) {
	id := []byte(e.ID)
	size, err := logSize(v.tx, e.ID)
	if err != nil {
		return nil, err
	}
	leaves := make([]ballotbox.Hash, size)
	seen := int64(0)
	err = v.tx.Bucket(bucketLogLeaves).Bucket(id).ForEach(func(k, place []byte) error {
		if len(k) != len(ballotbox.Hash{}) || len(place) != 8 || binary.BigEndian.Uint64(place) >= uint64(size) {
			return errors.New("a leaf has no place in it")
		}
		leaves[binary.BigEndian.Uint64(place)] = ballotbox.Hash(k)
		seen++
		return nil
	})
	if err == nil && seen != size {
		err = errors.New("it has not as many leaves as its checkpoint says")
	}
	if err == nil {
		err = sameTree(v.tx.Bucket(bucketLogTree).Bucket(id), leaves)
	}
	return leaves, err
}

// sameTree compares the stored hashes of a log with those that follow from its leaves.
func sameTree(stored *bolt.Bucket, leaves []ballotbox.Hash) error {
	var made []tlog.Hash
	read := tlog.HashReaderFunc(func(at []int64) ([]tlog.Hash, error) {
		out := make([]tlog.Hash, len(at))
		for i, n := range at {
			out[i] = made[n]
		}
		return out, nil
	})
	for n, leaf := range leaves {
		hashes, err := tlog.StoredHashesForRecordHash(int64(n), tlog.Hash(leaf), read)
		if err != nil {
			return err
		}
		made = append(made, hashes...)
	}
	n := 0
	err := stored.ForEach(func(k, h []byte) error {
		if n >= len(made) || !bytes.Equal(k, kv.Uint64(uint64(n))) || !bytes.Equal(h, made[n][:]) {
			return errors.New("its tree does not follow from its leaves")
		}
		n++
		return nil
	})
	if err == nil && n != len(made) {
		err = errors.New("its tree is not whole")
	}
	return err
}

// counted checks a counted election as anyone with its bundle would, and that
// what the server tells of it is what was sealed.
func (v *verifier) counted(e electionRecord, m *ballotbox.Manifest, counted bool) {
	if !counted {
		if v.tx.Bucket(bucketCounted).Bucket([]byte(e.ID)) != nil {
			v.faultf("election %s has counted ballots and no results", e.ID)
		}
		return
	}
	r, err := resultTable.Get(v.tx, e.ID)
	switch {
	case err != nil:
		v.faultf("results of %s: %w", e.ID, err)
		return
	case e.Status != Completed:
		v.faultf("election %s is %s and has results", e.ID, e.Status)
	case r.ElectionID != e.ID:
		v.faultf("results of %s: they are those of %s", e.ID, r.ElectionID)
	}
	b, err := bundleOf(v.tx, e.ID)
	if err != nil {
		v.fault(err)
		return
	}
	for _, c := range ballotbox.Verify(b, ballotbox.Evidence{SigningKey: ballotbox.Fingerprint(v.store.signer.Public())}) {
		if c.Err != nil {
			v.faultf("count of %s: %s: %w", e.ID, c.Name, c.Err)
		}
	}
	if !v.tellsSame(r, e, m, b) {
		v.faultf("results of %s: they are not what was sealed", e.ID)
	}
}

// tellsSame reports whether results are what a count tells that was sealed as a bundle has it.
func (v *verifier) tellsSame(r Results, e electionRecord, m *ballotbox.Manifest, b *ballotbox.Bundle) bool {
	sealed, err := ballotbox.ParseResult(b.Result)
	if err != nil {
		return false
	}
	c := counting{manifest: m, result: sealed, raw: b.Result, seal: b.Seal}
	c.election, err = whole(v.tx, e)
	return err == nil && reflect.DeepEqual(r, c.told(r.CalculatedAt))
}
