package store

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	bolt "go.etcd.io/bbolt"
	"golang.org/x/mod/sumdb/tlog"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
)

// findings gathers what is wrong.
type findings struct {
	all []error
}

func (f *findings) report(err error) { f.all = append(f.all, err) }

func (f *findings) reportf(format string, args ...any) { f.report(fmt.Errorf(format, args...)) }

// boxChecker checks the ballot boxes of a store.
type boxChecker struct {
	*findings
	tx    *bolt.Tx
	store *Store
}

// check checks an election past DRAFT: manifest, marks, sealed ballots, cast log, and what its end published.
func (c *boxChecker) check(e electionRecord) {
	id := []byte(e.ID)
	if e.Status == Draft {
		for _, b := range append(slices.Concat(boxBuckets(), pollBuckets()), bucketElectorates, bucketElectorsByName) {
			if c.tx.Bucket(b).Bucket(id) != nil {
				c.reportf("election %s is a DRAFT and has a bucket in %s", e.ID, b)
			}
		}
		for _, b := range [][]byte{bucketManifests, bucketTurnout, bucketResults} {
			if c.tx.Bucket(b).Get(id) != nil {
				c.reportf("election %s is a DRAFT and has a line in %s", e.ID, b)
			}
		}
		return
	}
	m, _, err := getManifest(c.tx, e.ID)
	if err != nil {
		c.reportf("election %s has no manifest that can be read: %w", e.ID, err)
		return
	}
	if m.ElectionID != string(e.ID) || !bytes.Equal(m.SigningKey, c.store.public) {
		c.reportf("manifest of election %s: it is of election %s, or names another signing key", e.ID, m.ElectionID)
	}
	c.frozen(e, m)
	c.electorate(e, m)
	counted := c.tx.Bucket(bucketResults).Get(id) != nil
	ended := counted || e.Cancelled != nil
	if !ended && m.Custody.Traits().ServerKey {
		// A copy of the file alone, as a backup without keys is, has none.
		if _, err := c.store.secret(m); err != nil && c.store.keys != nil {
			c.reportf("key of election %s: %w", e.ID, err)
		}
	}
	for _, b := range boxBuckets() {
		if c.tx.Bucket(b).Bucket(id) == nil && !(ended && bytes.Equal(b, bucketSealed)) {
			c.reportf("election %s is %s and has no bucket in %s", e.ID, e.Status, b)
			return
		}
	}
	c.marks(e, m, ended)
	c.papers(e, m)
	c.pollBook(e, m, ended)
	c.castLog(e, m, ended)
	c.ended(e, m, ended)
}

// frozen checks that an election and its candidates are those that the manifest froze.
func (c *boxChecker) frozen(e electionRecord, m *ballotbox.Manifest) {
	if err := e.readCandidates(c.tx); err != nil {
		c.reportf("candidates of election %s: %w", e.ID, err)
		return
	}
	have := ballotbox.Manifest{
		ElectionID: m.ElectionID, Title: m.Title, Description: m.Description, TimeZone: m.TimeZone, Shuffle: m.Shuffle,
		OpensAt: m.OpensAt, ClosesAt: m.ClosesAt, Questions: m.Questions, Quorum: m.Quorum,
		Custody: m.Custody, Threshold: m.Threshold, Holders: m.Holders, Number: m.Number, Witnesses: m.Witnesses,
		KeepBoxDays: m.KeepBoxDays, Groups: m.Groups, Translations: m.Translations,
		Papers: m.Papers, Proof: m.Proof,
	}
	want := manifestOf(&e)
	if m.Custody.Traits().ServerKey { // its holder is made with the manifest
		want.Threshold, want.Holders = m.Threshold, m.Holders
	}
	for _, n := range e.Notices {
		signed, err := m.OpenNotice([]byte(n.Signed))
		if err != nil || signed.BackupAt != ballotbox.FormatTime(n.BackupAt) ||
			signed.ClosesAt != ballotbox.FormatTime(n.ClosesAt) {
			c.reportf("election %s: a notice is not what was signed", e.ID)
		}
	}
	if moved := e.movedTo(); !moved.IsZero() {
		want.ClosesAt = m.ClosesAt
		if !moved.Equal(e.ClosesAt) {
			c.reportf("election %s: its end is not that of its last notice", e.ID)
		}
	}
	if !reflect.DeepEqual(have, want) {
		c.reportf("election %s, its candidates or the hashes of their photos and solids are not those of its manifest", e.ID)
	}
}

// marks checks that there are as many marked papers as ballots, and that each paper belongs to an
// entry of the frozen roll or, without one, to a user, who may have been deleted since the end.
func (c *boxChecker) marks(e electionRecord, m *ballotbox.Manifest, ended bool) {
	id := []byte(e.ID)
	owners := c.tx.Bucket(bucketUsers)
	if frozen := frozenRoll(c.tx, e.ID); frozen != nil {
		owners = frozen
	}
	voters, ballots, papers := 0, 0, 0
	err := c.tx.Bucket(bucketVoted).Bucket(id).ForEach(func(k, value []byte) error {
		voters++
		known := owners.Get(k) != nil || !e.RollGoneAt.IsZero() ||
			e.Status == Completed && audit.Has(c.tx, string(k), userDeleted)
		paper := isPaperMark(value)
		if paper {
			papers++
		}
		if !known || !bytes.Equal(value, mark) && !bytes.Equal(value, proxyMark) && !paper {
			c.reportf("election %s: %q may not vote in it, or has more than a mark", e.ID, k)
		}
		return nil
	})
	if err != nil {
		c.report(err)
	}
	if n := turnout(c.tx, e.ID); n != voters {
		c.reportf("election %s: %d voters, turnout %d", e.ID, voters, n)
	}
	if c.tx.Bucket(bucketSealed).Bucket(id) == nil {
		return // that of an election that has ended; others have it
	}
	if ended && e.BoxUntil.IsZero() {
		c.reportf("election %s is counted or cancelled and still holds sealed ballots", e.ID)
		return
	}
	err = c.tx.Bucket(bucketSealed).Bucket(id).ForEach(func(k, stored []byte) error {
		ballots++
		b, _ := ballotbox.ParseBallot(stored)
		if hash := ballotbox.SealedHash(b.Sealed); !bytes.Equal(hash[:], k) || len(b.Sealed) != m.SealedSize {
			c.reportf("election %s: sealed ballot %x has %d bytes or another hash", e.ID, k, len(b.Sealed))
		}
		return nil
	})
	if err != nil {
		c.report(err)
	}
	if papers > m.Papers {
		c.reportf("election %s: %d printed papers handed out of %d", e.ID, papers, m.Papers)
	}
	if ballots+papers != voters {
		c.reportf("election %s: %d voters, %d sealed ballots, %d printed papers", e.ID, voters, ballots, papers)
	}
}

// castLog checks that the log's tree follows from its leaves, that every checkpoint is signed and right, that it begins
// with the manifest, and that the rest of its leaves are those of the ballots and, after the end, that of the end.
func (c *boxChecker) castLog(e electionRecord, m *ballotbox.Manifest, ended bool) {
	id := []byte(e.ID)
	leaves, err := c.leaves(e)
	if err == nil && (len(leaves) == 0 || leaves[0] != m.OpenLeaf()) {
		err = errors.New("it does not begin with the manifest")
	}
	if err != nil {
		c.reportf("cast log of %s: %w", e.ID, err)
		return
	}
	read := treeReader(c.tx.Bucket(bucketLogTree).Bucket(id))
	err = c.tx.Bucket(bucketCheckpoints).Bucket(id).ForEach(func(k, signed []byte) error {
		cp, _, err := m.OpenCosigned(signed)
		if err == nil && cp.Size <= int64(len(leaves)) {
			var root tlog.Hash
			if root, err = tlog.TreeHash(cp.Size, read); err == nil && ballotbox.Hash(root) != cp.Root {
				err = errors.New("the log had another root at that size")
			}
		}
		switch {
		case err != nil:
			c.reportf("checkpoint %x of %s: %w", k, e.ID, err)
		case !bytes.Equal(k, kv.Uint64(uint64(cp.Size))) || cp.Size > int64(len(leaves)):
			c.reportf("checkpoint %x of %s is of size %d, the log of %d", k, e.ID, cp.Size, len(leaves))
		}
		return nil
	})
	if err != nil {
		c.report(err)
	}
	c.logged(e, leaves[1:], ended)
}

// logged checks the leaves of a log after the first against the ballots.
func (c *boxChecker) logged(e electionRecord, leaves []ballotbox.Hash, ended bool) {
	want := turnout(c.tx, e.ID)
	if ended {
		want++
	}
	if e.Status == Completed && len(leaves) != want {
		c.reportf("election %s is COMPLETED with %d leaves in its log after the first, and a turnout of %d", e.ID,
			len(leaves), turnout(c.tx, e.ID))
	}
	if ended {
		return // the bundle has them all
	}
	casts, err := castsOf(c.tx, e.ID)
	papers, handedErr := handedOut(c.tx, e.ID)
	if err = errors.Join(err, handedErr); err != nil {
		c.report(err)
	}
	for _, leaf := range leaves {
		if _, ok := placeOf(casts, leaf); !ok && papers[leaf] == (ballotbox.Hash{}) {
			c.reportf("election %s: the ballot of leaf %s is in the cast log and not in the box", e.ID, leaf)
		}
	}
}

// leaves reads the leaves of a log in order, and makes its tree anew.
func (c *boxChecker) leaves(e electionRecord) ([]ballotbox.Hash, error) {
	id := []byte(e.ID)
	size, err := logSize(c.tx, e.ID)
	if err != nil {
		return nil, err
	}
	places := c.tx.Bucket(bucketLogLeaves).Bucket(id)
	if int64(places.Stats().KeyN) != size { // before memory is taken for a size that may be damaged
		return nil, errors.New("it has not as many leaves as its checkpoint says")
	}
	leaves := make([]ballotbox.Hash, size)
	err = places.ForEach(func(k, place []byte) error {
		if len(k) != len(ballotbox.Hash{}) || len(place) != 8 || binary.BigEndian.Uint64(place) >= uint64(size) {
			return errors.New("a leaf has no place in it")
		}
		leaves[binary.BigEndian.Uint64(place)] = ballotbox.Hash(k)
		return nil
	})
	if err == nil {
		err = sameTree(c.tx.Bucket(bucketLogTree).Bucket(id), leaves)
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
		err = errors.New("its tree is incomplete")
	}
	return err
}

// ended checks the bundle of a counted or cancelled election as anyone would, and compares the sealed results.
func (c *boxChecker) ended(e electionRecord, m *ballotbox.Manifest, ended bool) {
	if !ended {
		if c.tx.Bucket(bucketCounted).Bucket([]byte(e.ID)) != nil {
			c.reportf("election %s has published ballots and no results", e.ID)
		}
		return
	}
	if e.Status != Completed {
		c.reportf("election %s is %s and has results", e.ID, e.Status)
	}
	b, err := bundleOf(c.tx, e.ID)
	if err != nil {
		c.report(err)
		return
	}
	known := ballotbox.Evidence{SigningKey: ballotbox.Fingerprint(c.store.public)}
	for _, checked := range ballotbox.Verify(b, known) {
		// Witnesses may still cosign, and it is no fault of the file if those who counted again found something else.
		if checked.Err != nil && checked.Name != "witnesses" && !errors.Is(checked.Err, ballotbox.ErrDiffers) {
			c.reportf("count of %s: %s: %w", e.ID, checked.Name, checked.Err)
		}
	}
	if e.Cancelled == nil {
		c.results(e, m, b)
		return
	}
	if reason, err := m.OpenCancellation([]byte(e.Cancelled.Signed)); err != nil || reason != e.Cancelled.Reason {
		c.reportf("election %s: it is not signed that it was cancelled for %q", e.ID, e.Cancelled.Reason)
	}
	if c.tx.Bucket(bucketResults).Get([]byte(e.ID)) != nil {
		c.reportf("election %s is cancelled and has results", e.ID)
	}
}

// results checks that the results of an election are those of the count that a bundle seals.
func (c *boxChecker) results(e electionRecord, m *ballotbox.Manifest, b *ballotbox.Bundle) {
	r, err := resultTable.Get(c.tx, e.ID)
	if err != nil {
		c.reportf("results of %s: %w", e.ID, err)
		return
	}
	if r.ElectionID != e.ID {
		c.reportf("results of %s: they are those of %s", e.ID, r.ElectionID)
	}
	if until, err := m.BoxUntil(b.Seal); err != nil || !until.Equal(e.BoxUntil) {
		c.reportf("election %s: its sealed ballots stay until %v, not until %v as its seal and manifest say", e.ID,
			e.BoxUntil, until)
	}
	for _, r := range e.Recounts {
		if read, err := recountOf(b, []byte(r.Signed)); err != nil || !reflect.DeepEqual(r, read) {
			c.reportf("election %s: a second count is not what was signed", e.ID)
		}
	}
	if err := c.store.compareSealed(c.tx, e, r); err != nil {
		c.reportf("results of %s: %w", e.ID, err)
	}
}

// electorate compares an election's frozen roll with its manifest.
func (c *boxChecker) electorate(e electionRecord, m *ballotbox.Manifest) {
	frozen := frozenRoll(c.tx, e.ID)
	if (m.Electorate != nil) != (frozen != nil) {
		c.reportf("election %s: there is a frozen roll or a word of one in its manifest, not both", e.ID)
		return
	}
	list := c.tx.Bucket(bucketElectorsByName).Bucket([]byte(e.ID))
	if (frozen != nil) != (list != nil) {
		c.reportf("election %s: there is a frozen roll or a list of it by name, not both", e.ID)
		return
	}
	if frozen == nil {
		return
	}
	if !e.RollGoneAt.IsZero() {
		k, _ := frozen.Cursor().First()
		listed, _ := list.Cursor().First()
		if k != nil || listed != nil || !isOver(c.tx, e) {
			c.reportf("election %s: its frozen roll is not deleted, or was before its end", e.ID)
		}
		return
	}
	h := ballotbox.NewRollHasher(m.Groups)
	err := frozen.ForEach(func(k, raw []byte) error {
		var p frozenElector
		err := json.Unmarshal(raw, &p)
		switch {
		case err == nil && p.ID != string(k):
			err = errors.New("it has the id " + p.ID)
		case err == nil && p.Class != m.Electorate.Number(p.Weight, ballotbox.GroupNumbers(p.Groups, m.Groups)):
			err = fmt.Errorf("it has the class %d, the weight %v and the groups %q", p.Class, p.Weight, p.Groups)
		}
		if err != nil {
			c.reportf("election %s: elector %q: %w", e.ID, k, err)
		}
		if line := p.nameLine(); !bytes.Equal(list.Get(line.Key), line.Value) {
			c.reportf("election %s: elector %q is not in the list by name, or with other words", e.ID, k)
		}
		h.Add(p.Elector)
		return nil
	})
	if err != nil {
		c.report(err)
	}
	if n := list.Stats().KeyN; n != m.Electorate.Size {
		c.reportf("election %s: its frozen roll has %d people, the list by name %d", e.ID, m.Electorate.Size, n)
	}
	if got := h.Electorate(); !reflect.DeepEqual(got, *m.Electorate) {
		c.reportf("election %s: its frozen roll is %v, the manifest says %v", e.ID, got, *m.Electorate)
	}
}
