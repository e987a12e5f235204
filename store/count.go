package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
)

// BallotBox reads the box, without voters, of a COMPLETED election, before the count and as long as the box stays after
// it. Its ballots are read later, under ctx. Errors: refusal.NotFound, refusal.NotCompleted, refusal.Cancelled,
// refusal.Counted once the box is gone, refusal.BallotsUnreadable.
func (s *Store) BallotBox(ctx context.Context, id ElectionID) (*ballotbox.Box, error) {
	c, err := s.countable(ctx, id)
	if err != nil {
		return nil, err
	}
	return c.box, nil
}

// countable reads what a count needs of an election whose box is there. Errors: those of BallotBox.
func (s *Store) countable(ctx context.Context, id ElectionID) (*counting, error) {
	c, err := s.readCount(ctx, id)
	if err == nil && c.box == nil {
		err = refusal.Counted
	}
	return c, err
}

// AcceptCount takes a count that enough holders signed, by whomever it was made, and adds the installation's signature
// to its seal. Then it deletes the sealed ballots, unless they stay, destroys the server's key and compacts the file.
// As long as they stay it takes second counts, and publishes them. A second call with the same count returns the same
// answer. Errors: refusal.NotFound, refusal.NotCompleted, refusal.Cancelled, refusal.Counted for another count than the
// accepted one once the ballots are gone, refusal.CountRefused, refusal.BallotsUnreadable.
func (s *Store) AcceptCount(ctx context.Context, by audit.Actor, id ElectionID,
	count *ballotbox.Count) (Results, error) {
	s.countMu.Lock()
	defer s.countMu.Unlock()
	c, err := s.readCount(ctx, id)
	if err != nil {
		return Results{}, err
	}
	if c.done != nil && ballotbox.NoteText(count.Seal) == ballotbox.NoteText([]byte(c.done.Seal)) {
		return *c.done, nil
	}
	c.count = count
	var r Results
	switch {
	case c.box == nil:
		return Results{}, refusal.Counted
	case c.done != nil:
		r, err = s.acceptAgain(ctx, by, c)
	default:
		r, err = s.accept(ctx, by, c)
	}
	if wrong := new(ballotbox.CountFault); errors.As(err, &wrong) {
		err = refusal.CountRefused.With(refusal.Facts{"reason": wrong.Check})
	}
	return r, err
}

// accept checks a count against its box, seals it and removes what the election leaves behind.
func (s *Store) accept(ctx context.Context, by audit.Actor, c *counting) (Results, error) {
	var err error
	if c.sealed, err = c.box.Accept(c.count, c.log, s.signer); err != nil {
		return Results{}, fmt.Errorf("count of election %s: %w", c.election.ID, err)
	}
	r, err := s.sealCount(ctx, by, c)
	if err != nil {
		return Results{}, err
	}
	s.tryEnds()
	return r, nil
}

// counting is an election on its way from sealed ballots to a seal.
type counting struct {
	done     *Results // the results, if it was counted before
	election Election
	manifest *ballotbox.Manifest
	box      *ballotbox.Box   // nil if its ballots are deleted
	log      []ballotbox.Cast // in the order of the cast log

	count  *ballotbox.Count
	sealed *ballotbox.Sealed
}

// readCount reads what a count needs. Nothing of a COMPLETED election changes any more.
func (s *Store) readCount(ctx context.Context, id ElectionID) (*counting, error) {
	c := &counting{}
	err := s.view(ctx, func(tx *bolt.Tx) error {
		rec, err := electionTable.Get(tx, id)
		if err != nil {
			return err
		}
		if rec.Status != Completed {
			return refusal.NotCompleted
		}
		if rec.Cancelled != nil {
			return refusal.Cancelled
		}
		if tx.Bucket(bucketResults).Get([]byte(id)) != nil {
			done, err := s.resultsOf(tx, rec)
			c.done = &done
			if err != nil || tx.Bucket(bucketSealed).Bucket([]byte(id)) == nil {
				return err
			}
		}
		if c.election, err = fullElection(tx, rec); err != nil {
			return err
		}
		var raw []byte
		if c.manifest, raw, err = getManifest(tx, id); err != nil {
			return err
		}
		c.box = &ballotbox.Box{
			Manifest: raw, Checkpoint: closingCheckpoint(tx, id, c.done != nil), Notices: signedNotices(c.election),
			Exports: c.election.Exports,
		}
		if c.done != nil {
			c.box.Seal = []byte(c.done.Seal)
			counted := &ballotbox.Bundle{}
			if err := readCounted(tx.Bucket(bucketCounted).Bucket([]byte(id)), counted); err != nil {
				return err
			}
			c.box.Codes = counted.Codes
		}
		return c.readBox(tx)
	})
	if err == nil && c.box != nil {
		c.box.Ballots = s.ballotsOf(ctx, id, c.log)
	}
	return c, err
}

// readBox reads what is published of the sealed ballots. Each must be one that a leaf of the cast log names, and the
// log must be the one that was signed: after the count no ballot is left to correct it from.
func (c *counting) readBox(tx *bolt.Tx) error {
	id := []byte(c.election.ID)
	leaves, err := c.signedLog(tx)
	if err != nil {
		return fmt.Errorf("cast log of election %s: %w: %w", id, err, refusal.BallotsUnreadable)
	}
	voted := tx.Bucket(bucketVoted).Bucket(id)
	if voted == nil {
		return fmt.Errorf("election %s has no ballot box: %w", id, refusal.BallotsUnreadable)
	}
	casts, err := castsOf(tx, c.election.ID)
	if err != nil {
		return err
	}
	if c.box.Handed, leaves, err = takeHanded(tx, c.election.ID, leaves); err != nil {
		return err
	}
	if c.box.Papers, err = c.election.papersIn(tx, len(c.box.Handed)); err != nil {
		return err
	}
	marks, papers := voted.Stats().KeyN, len(c.box.Handed)
	if n := len(casts); n+papers != marks || marks != c.election.Turnout.Ballots || n != len(leaves) {
		return fmt.Errorf("election %s: %d sealed ballots, %d printed papers, %d voters marked, turnout %d, %d ballots in "+
			"the cast log: %w", id, n, papers, marks, c.election.Turnout.Ballots, len(leaves), refusal.BallotsUnreadable)
	}
	if c.log, err = inOrder(casts, leaves); err != nil || c.manifest.PollBook == nil {
		return err
	}
	book, stubs, err := pollBook(tx, c.election.ID)
	c.box.PollBook = new(ballotbox.PollBookHash(stubs))
	if err == nil && !sameClasses(c.log, book, stubs) {
		err = fmt.Errorf("election %s: the stubs are not those of its ballots: %w", id, refusal.BallotsUnreadable)
	}
	return err
}

// sameClasses reports whether there are as many stubs of each class as ballots.
func sameClasses(casts []ballotbox.Cast, book []ballotbox.Credential, stubs []ballotbox.Stub) bool {
	want, have := make(map[int]int), make(map[int]int)
	for _, c := range casts {
		want[c.Class]++
	}
	for _, s := range stubs {
		if s.Line <= len(book) {
			have[book[s.Line-1].Class]++
		}
	}
	return maps.Equal(want, have)
}

// signedLog reads the ballots' leaves in the cast log, which must lead to the root of its last checkpoint.
func (c *counting) signedLog(tx *bolt.Tx) ([]ballotbox.Hash, error) {
	cast, err := c.manifest.OpenCheckpoint(c.box.Checkpoint)
	if err != nil {
		return nil, fmt.Errorf("last checkpoint: %w", err)
	}
	leaves, err := loggedLeaves(tx, c.election.ID, 0, cast.Size)
	switch {
	case err != nil:
		return nil, err
	case ballotbox.MerkleRoot(leaves) != cast.Root:
		return nil, errors.New("it does not lead to the root of its last checkpoint")
	case len(leaves) == 0 || leaves[0] != c.manifest.OpenLeaf():
		return nil, errors.New("it does not begin with the manifest")
	}
	return leaves[1:], nil
}

// leafCast is what is published of a sealed ballot, with its leaf.
type leafCast struct {
	leaf ballotbox.Hash
	ballotbox.Cast
}

// castsOf reads what is published of the sealed ballots of an election, in the order of their leaves.
func castsOf(tx *bolt.Tx, id ElectionID) ([]leafCast, error) {
	sealed := tx.Bucket(bucketSealed).Bucket([]byte(id))
	if sealed == nil {
		return nil, fmt.Errorf("election %s has no ballot box: %w", id, refusal.BallotsUnreadable)
	}
	var casts []leafCast
	err := sealed.ForEach(func(k, stored []byte) error {
		b, ok := ballotbox.ParseBallot(stored)
		cast := b.Cast()
		if !ok || !bytes.Equal(cast.Sealed[:], k) {
			return fmt.Errorf("election %s: sealed ballot %x was changed: %w", id, k, refusal.BallotsUnreadable)
		}
		casts = append(casts, leafCast{cast.Leaf(string(id)), cast})
		return nil
	})
	slices.SortFunc(casts, func(a, b leafCast) int { return bytes.Compare(a.leaf[:], b.leaf[:]) })
	return casts, err
}

// placeOf finds the ballot of a leaf among those of castsOf.
func placeOf(casts []leafCast, leaf ballotbox.Hash) (place int, ok bool) {
	return slices.BinarySearchFunc(casts, leaf,
		func(c leafCast, leaf ballotbox.Hash) int { return bytes.Compare(c.leaf[:], leaf[:]) })
}

// inOrder puts what is published of the ballots into the order of their leaves in the cast log. Errors:
// refusal.BallotsUnreadable for a leaf without a ballot, and for one that is there twice.
func inOrder(casts []leafCast, leaves []ballotbox.Hash) ([]ballotbox.Cast, error) {
	log, seen := make([]ballotbox.Cast, 0, len(leaves)), make([]bool, len(casts))
	for _, leaf := range leaves {
		place, ok := placeOf(casts, leaf)
		switch {
		case !ok:
			return nil, fmt.Errorf("the ballot of leaf %s is in the cast log and not in the box: %w", leaf,
				refusal.BallotsUnreadable)
		case seen[place]:
			return nil, fmt.Errorf("the ballot of leaf %s is in the cast log twice: %w", leaf, refusal.BallotsUnreadable)
		}
		seen[place] = true
		log = append(log, casts[place].Cast)
	}
	return log, nil
}

// ballotsOf reads sealed ballots of a COMPLETED election, some in each transaction.
func (s *Store) ballotsOf(ctx context.Context, id ElectionID,
	casts []ballotbox.Cast) iter.Seq2[ballotbox.Ballot, error] {
	const some = 256
	return func(yield func(ballotbox.Ballot, error) bool) {
		for next := range slices.Chunk(casts, some) {
			ballots, err := s.readBallots(ctx, id, next)
			if err != nil {
				yield(ballotbox.Ballot{}, err)
				return
			}
			for _, b := range ballots {
				if !yield(b, nil) {
					return
				}
			}
		}
	}
}

// readBallots copies sealed ballots.
func (s *Store) readBallots(ctx context.Context, id ElectionID,
	casts []ballotbox.Cast) (ballots []ballotbox.Ballot, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		sealed := tx.Bucket(bucketSealed).Bucket([]byte(id))
		if sealed == nil {
			return refusal.Counted
		}
		for _, cast := range casts {
			b, ok := ballotbox.ParseBallot(sealed.Get(cast.Sealed[:]))
			if !ok {
				return fmt.Errorf("election %s: sealed ballot %s is gone: %w", id, cast.Sealed, refusal.BallotsUnreadable)
			}
			b.Sealed = bytes.Clone(b.Sealed)
			ballots = append(ballots, b)
		}
		return nil
	})
	return ballots, err
}
