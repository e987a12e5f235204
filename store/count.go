package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
)

// CalculateResults opens and counts the ballots of a COMPLETED election and seals the outcome. Then
// it deletes the sealed ballots, destroys the election's key and compacts the file. A second call
// returns the same answer. A crash before the seal is on disk loses nothing. After a later crash,
// the next start does the rest. Errors: refusal.NotFound, refusal.NotCompleted, refusal.Cancelled,
// ErrKeyMissing, ballotbox.ErrBadSecret, and ballotbox.ErrUnreadable when a ballot does not open or there are not
// as many ballots as voters.
func (s *Store) CalculateResults(ctx context.Context, by Actor, id ElectionID) (Results, error) {
	s.countMu.Lock()
	defer s.countMu.Unlock()
	c, err := s.readCount(ctx, id)
	if err != nil {
		return Results{}, err
	}
	if c.done != nil {
		return *c.done, nil
	}
	if err := s.unsealAndCount(ctx, c); err != nil {
		return Results{}, err
	}
	r, err := s.sealCount(ctx, by, c)
	if err != nil {
		return Results{}, err
	}
	s.finish(id)
	return r, nil
}

// finish removes what the end of an election leaves behind. The end is on disk, so the next start
// tries again what fails now.
func (s *Store) finish(id ElectionID) {
	if err := s.finishEnds(); err != nil {
		s.log.Error("could not remove what an election leaves behind; the next start tries again", "election", id, "error", err)
	}
}

// counting is an election on its way from sealed ballots to a seal.
type counting struct {
	done     *Results // the results, if it was counted before
	election Election
	manifest *ballotbox.Manifest
	cast     ballotbox.Checkpoint
	leaves   []ballotbox.Cast // in the order of the cast log
	sealed   []sealedBallot   // by their leaves

	papers  []ballotbox.Opened
	codes   []ballotbox.Code // sorted
	counted *ballotbox.Counted
	seal    []byte // signed
}

// sealedBallot is a ballot of the box with its weight.
type sealedBallot struct {
	weight int
	sealed []byte
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
			done, err := resultTable.Get(tx, id)
			c.done = &done
			return err
		}
		if c.election, err = fullElection(tx, rec); err != nil {
			return err
		}
		if c.manifest, _, err = getManifest(tx, id); err != nil {
			return err
		}
		if c.cast, err = c.manifest.OpenCheckpoint(lastCheckpoint(tx, id)); err != nil {
			return fmt.Errorf("last checkpoint of election %s: %w", id, err)
		}
		return c.readSealed(tx)
	})
	return c, err
}

// readSealed copies the sealed ballots. Each must be the one that its leaf in the cast log names,
// and the log must be the one that was signed: after the count no ballot is left to correct it
// from.
func (c *counting) readSealed(tx *bolt.Tx) error {
	id := []byte(c.election.ID)
	voted, sealed := tx.Bucket(bucketVoted).Bucket(id), tx.Bucket(bucketSealed).Bucket(id)
	if voted == nil || sealed == nil {
		return fmt.Errorf("election %s has no ballot box: %w", id, ballotbox.ErrUnreadable)
	}
	leaves, err := loggedLeaves(tx, c.election.ID, 0, c.cast.Size)
	if err == nil && ballotbox.MerkleRoot(leaves) != c.cast.Root {
		err = errors.New("it does not lead to the root of its last checkpoint")
	}
	if err != nil {
		return fmt.Errorf("cast log of election %s: %w: %w", id, err, ballotbox.ErrUnreadable)
	}
	place := make(map[ballotbox.Hash]int, len(leaves))
	for n, leaf := range leaves {
		place[leaf] = n
	}
	c.leaves = make([]ballotbox.Cast, len(leaves))
	err = sealed.ForEach(func(k, v []byte) error {
		weight, ballot, _ := parseWeighted(v)
		cast := ballotbox.Cast{Weight: weight, Sealed: ballotbox.SealedHash(ballot)}
		leaf := cast.Leaf(c.manifest.ElectionID)
		n, logged := place[leaf]
		if !bytes.Equal(leaf[:], k) || !logged {
			return fmt.Errorf("election %s: a sealed ballot was changed or is not in the cast log: %w", id, ballotbox.ErrUnreadable)
		}
		c.leaves[n] = cast
		c.sealed = append(c.sealed, sealedBallot{weight, bytes.Clone(ballot)})
		return nil
	})
	if err != nil {
		return err
	}
	marks := voted.Stats().KeyN
	if n := len(c.sealed); n != marks || n != c.election.Turnout.Ballots || int64(n) != c.cast.Size {
		return fmt.Errorf("election %s: %d sealed ballots, %d voters marked, turnout %d, cast log %d: %w",
			id, n, marks, c.election.Turnout.Ballots, c.cast.Size, ballotbox.ErrUnreadable)
	}
	return nil
}

// unsealAndCount opens the ballots in memory, separates the codes from the marks, counts, and signs
// the seal.
func (s *Store) unsealAndCount(ctx context.Context, c *counting) error {
	secret, err := s.secret(c.manifest)
	if err != nil {
		return err
	}
	if err := c.unseal(ctx, secret); err != nil {
		return fmt.Errorf("election %s: %w", c.election.ID, err)
	}
	ballotbox.SortCodes(c.codes)
	if c.counted, err = ballotbox.Count(c.manifest, c.leaves, c.papers, c.codes); err != nil {
		return fmt.Errorf("election %s: %w", c.election.ID, err)
	}
	c.seal, err = s.signer.Seal(ballotbox.NewSeal(c.manifest, c.cast, c.counted, c.codes, signedNotices(c.election)))
	return err
}

// unseal opens the sealed ballots on all cores. Ballots that share an encapsulation begin with the
// same bytes, so sorting puts them in a row.
func (c *counting) unseal(ctx context.Context, secret *ballotbox.Secret) error {
	slices.SortFunc(c.sealed, func(a, b sealedBallot) int { return bytes.Compare(a.sealed, b.sealed) })
	c.papers = make([]ballotbox.Opened, len(c.sealed))
	c.codes = make([]ballotbox.Code, len(c.sealed))
	workers := runtime.GOMAXPROCS(0)
	failed := make([]error, workers)
	var opening sync.WaitGroup
	for w := range workers {
		opening.Go(func() {
			opener, err := ballotbox.NewOpener(c.manifest, secret)
			for i := w * len(c.sealed) / workers; i < (w+1)*len(c.sealed)/workers && err == nil; i++ {
				if err = ctx.Err(); err == nil {
					c.papers[i].Weight = c.sealed[i].weight
					c.papers[i].Marks, c.codes[i], err = opener.Open(c.sealed[i].sealed)
				}
			}
			failed[w] = err
		})
	}
	opening.Wait()
	for _, err := range failed {
		if err != nil {
			return err
		}
	}
	return nil
}
