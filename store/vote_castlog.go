package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	bolt "go.etcd.io/bbolt"
	"golang.org/x/mod/sumdb/tlog"

	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
)

// gatherPending finds the pending leaves of ACTIVE elections in the file. An election with a damaged box must not keep
// the store from opening: Check names the damage, and the close of that election fails.
func (s *Store) gatherPending(tx *bolt.Tx) error {
	of := make(map[ElectionID][]ballotbox.Hash)
	for id := range electionsIn(tx, Active) {
		leaves, err := unlogged(tx, id)
		if err != nil {
			s.log.Error("could not find the ballots that wait for the log", "election", id, "error", err)
			continue
		}
		of[id] = leaves
	}
	s.pending.replace(of)
	return nil
}

// unlogged lists the leaves of ballots in the box and of printed papers that are not in the cast log.
func unlogged(tx *bolt.Tx, id ElectionID) ([]ballotbox.Hash, error) {
	sealed := tx.Bucket(bucketSealed).Bucket([]byte(id))
	logged := tx.Bucket(bucketLogLeaves).Bucket([]byte(id))
	if sealed == nil || logged == nil {
		return nil, fmt.Errorf("election %s has no ballot box", id)
	}
	var leaves []ballotbox.Hash
	err := sealed.ForEach(func(k, stored []byte) error {
		b, ok := ballotbox.ParseBallot(stored)
		if len(k) != len(ballotbox.Hash{}) || !ok {
			return fmt.Errorf("election %s: sealed ballot %x is cut", id, k)
		}
		cast := ballotbox.Cast{Class: b.Class, Tag: b.Tag, Sealed: ballotbox.Hash(k), Commitment: b.Commitment}
		leaf := cast.Leaf(string(id))
		if logged.Get(leaf[:]) == nil {
			leaves = append(leaves, leaf)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	papers, err := handedOut(tx, id)
	for leaf := range papers {
		if logged.Get(leaf[:]) == nil {
			leaves = append(leaves, leaf)
		}
	}
	return leaves, err
}

// ExtendLogs logs pending ballots of running elections, one epoch each: all but the last ten of twenty or more.
func (s *Store) ExtendLogs(ctx context.Context) error {
	s.pending.extending.Lock()
	defer s.pending.extending.Unlock()
	var failed []error
	for id, leaves := range s.pending.epochs() {
		err := s.update(ctx, func(tx *bolt.Tx) error {
			rec, err := electionTable.Get(tx, id)
			if err != nil || rec.Status != Active {
				return err // the close added them
			}
			return s.appendEpoch(tx, id, leaves)
		})
		if err == nil {
			s.pending.logged(id, len(leaves))
		} else {
			failed = append(failed, fmt.Errorf("cast log of %s: %w", id, err))
		}
	}
	return errors.Join(failed...)
}

// closeLog adds all remaining leaves of ballots to the cast log at the close, however few.
func (s *Store) closeLog(tx *bolt.Tx, id ElectionID) error {
	leaves, err := unlogged(tx, id)
	if err != nil || len(leaves) == 0 {
		return err
	}
	return s.appendEpoch(tx, id, leaves)
}

// appendEpoch logs sorted leaves and signs a checkpoint. It leaves out those that a doubtful commit logged.
func (s *Store) appendEpoch(tx *bolt.Tx, id ElectionID, leaves []ballotbox.Hash) error {
	size, err := logSize(tx, id)
	if err != nil {
		return err
	}
	tree := tx.Bucket(bucketLogTree).Bucket([]byte(id))
	places := tx.Bucket(bucketLogLeaves).Bucket([]byte(id))
	tree.FillPercent = 0.9 // keys only rise
	leaves = slices.DeleteFunc(leaves, func(leaf ballotbox.Hash) bool { return places.Get(leaf[:]) != nil })
	if len(leaves) == 0 {
		return nil
	}
	slices.SortFunc(leaves, func(a, b ballotbox.Hash) int { return bytes.Compare(a[:], b[:]) })
	leaves = slices.Compact(leaves) // Mend may have found one that was about to be added
	for _, leaf := range leaves {
		if err := places.Put(leaf[:], kv.Uint64(uint64(size))); err != nil {
			return err
		}
		hashes, err := tlog.StoredHashesForRecordHash(size, tlog.Hash(leaf), treeReader(tree))
		if err != nil {
			return err
		}
		for i, h := range hashes {
			if err := tree.Put(kv.Uint64(uint64(tlog.StoredHashIndex(0, size)+int64(i))), h[:]); err != nil {
				return err
			}
		}
		size++
	}
	root, err := tlog.TreeHash(size, treeReader(tree))
	if err != nil {
		return err
	}
	signed, err := s.signer.Checkpoint(string(id), ballotbox.Checkpoint{Size: size, Root: ballotbox.Hash(root)})
	if err != nil {
		return err
	}
	return tx.Bucket(bucketCheckpoints).Bucket([]byte(id)).Put(kv.Uint64(uint64(size)), signed)
}

// treeReader reads the stored hashes of a cast log.
func treeReader(tree *bolt.Bucket) tlog.HashReaderFunc {
	return func(indexes []int64) ([]tlog.Hash, error) {
		hashes := make([]tlog.Hash, len(indexes))
		for i, at := range indexes {
			raw := tree.Get(kv.Uint64(uint64(at)))
			if len(raw) != len(hashes[i]) {
				return nil, fmt.Errorf("hash %d of the cast log is missing", at)
			}
			hashes[i] = tlog.Hash(raw)
		}
		return hashes, nil
	}
}

// loggedLeaves reads the leaves of a cast log from its tree, from place from (counted from 0) to before to.
func loggedLeaves(tx *bolt.Tx, id ElectionID, from, to int64) ([]ballotbox.Hash, error) {
	tree := tx.Bucket(bucketLogTree).Bucket([]byte(id))
	if tree == nil {
		return nil, fmt.Errorf("election %s has no cast log", id)
	}
	read := treeReader(tree)
	var leaves []ballotbox.Hash
	for n := from; n < to; n++ {
		h, err := read([]int64{tlog.StoredHashIndex(0, n)})
		if err != nil {
			return nil, fmt.Errorf("election %s: %w", id, err)
		}
		leaves = append(leaves, ballotbox.Hash(h[0]))
	}
	return leaves, nil
}

// logSize is the number of leaves in an election's cast log.
func logSize(tx *bolt.Tx, id ElectionID) (int64, error) {
	b := tx.Bucket(bucketCheckpoints).Bucket([]byte(id))
	if b == nil {
		return 0, fmt.Errorf("election %s has no cast log", id)
	}
	k, _ := b.Cursor().Last()
	if k == nil {
		return 0, nil
	}
	if len(k) != 8 || k[0] >= 0x80 {
		return 0, fmt.Errorf("the last checkpoint of election %s has no size", id)
	}
	return int64(binary.BigEndian.Uint64(k)), nil
}

// lastCheckpoint is the newest signed checkpoint of a cast log; nil if there is no log.
func lastCheckpoint(tx *bolt.Tx, id ElectionID) []byte {
	b := tx.Bucket(bucketCheckpoints).Bucket([]byte(id))
	if b == nil {
		return nil
	}
	_, signed := b.Cursor().Last()
	return bytes.Clone(signed)
}

// closingCheckpoint is the signed checkpoint of a cast log at the close of its election: the newest, or the one before
// that of the end.
func closingCheckpoint(tx *bolt.Tx, id ElectionID, ended bool) []byte {
	if !ended {
		return lastCheckpoint(tx, id)
	}
	c := tx.Bucket(bucketCheckpoints).Bucket([]byte(id)).Cursor()
	c.Last()
	_, signed := c.Prev()
	return bytes.Clone(signed)
}
