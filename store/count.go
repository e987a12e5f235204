package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// CalculateResults opens and counts the ballots of a COMPLETED election and seals the outcome. Then
// it deletes the sealed ballots, destroys the election's key and compacts the file. A second call
// returns the same answer. A crash before the seal is on disk loses nothing. After a later crash,
// the next start does the rest. Errors: refusal.NotFound, refusal.NotCompleted, ErrKeyMissing,
// ballotbox.ErrBadSecret, and ballotbox.ErrUnreadable when a ballot does not open or there are not
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
	if err := s.finishCounts(); err != nil {
		// The count is done. The next start tries the rest again.
		s.log.Error("could not remove what the count leaves behind; the next start tries again", "election", id, "error", err)
	}
	return r, nil
}

// counting is an election on its way from sealed ballots to a seal.
type counting struct {
	done     *Results // the results, if it was counted before
	election Election
	manifest *ballotbox.Manifest
	cast     ballotbox.Checkpoint
	sealed   [][]byte

	ballots []ballotbox.Choice
	codes   []ballotbox.Code
	result  *ballotbox.Result
	raw     []byte // canonical JSON of result
	seal    []byte // signed
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
	leaves, err := loggedLeaves(tx, c.election.ID, c.cast.Size)
	if err == nil && ballotbox.MerkleRoot(leaves) != c.cast.Root {
		err = errors.New("it does not lead to the root of its last checkpoint")
	}
	if err != nil {
		return fmt.Errorf("cast log of election %s: %w: %w", id, err, ballotbox.ErrUnreadable)
	}
	logged := make(map[ballotbox.Hash]bool, len(leaves))
	for _, leaf := range leaves {
		logged[leaf] = true
	}
	err = sealed.ForEach(func(k, v []byte) error {
		if leaf := ballotbox.LeafOf(c.manifest.ElectionID, v); !bytes.Equal(leaf[:], k) || !logged[leaf] {
			return fmt.Errorf("election %s: a sealed ballot was changed or is not in the cast log: %w", id, ballotbox.ErrUnreadable)
		}
		c.sealed = append(c.sealed, bytes.Clone(v))
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

// unsealAndCount opens the ballots in memory, sorts choices and codes separately, counts, and signs
// the seal.
func (s *Store) unsealAndCount(ctx context.Context, c *counting) error {
	secret, err := s.secret(c.manifest)
	if err != nil {
		return err
	}
	if err := c.unseal(ctx, secret); err != nil {
		return fmt.Errorf("election %s: %w", c.election.ID, err)
	}
	slices.SortFunc(c.ballots, func(a, b ballotbox.Choice) int { return bytes.Compare(a[:], b[:]) })
	slices.SortFunc(c.codes, func(a, b ballotbox.Code) int { return bytes.Compare(a[:], b[:]) })
	if c.result, c.raw, err = ballotbox.Count(c.manifest, c.ballots, secret.TieSeed()); err != nil {
		return fmt.Errorf("election %s: %w", c.election.ID, err)
	}
	c.seal, err = s.signer.Seal(ballotbox.NewSeal(c.manifest, c.cast, c.ballots, c.codes, c.raw, secret.TieSeed()))
	return err
}

// unseal opens the sealed ballots on all cores. Ballots that share an encapsulation begin with the
// same bytes, so sorting puts them in a row.
func (c *counting) unseal(ctx context.Context, secret *ballotbox.Secret) error {
	slices.SortFunc(c.sealed, bytes.Compare)
	c.ballots = make([]ballotbox.Choice, len(c.sealed))
	c.codes = make([]ballotbox.Code, len(c.sealed))
	workers := runtime.GOMAXPROCS(0)
	failed := make([]error, workers)
	var opening sync.WaitGroup
	for w := range workers {
		opening.Go(func() {
			opener, err := ballotbox.NewOpener(c.manifest, secret)
			for i := w * len(c.sealed) / workers; i < (w+1)*len(c.sealed)/workers && err == nil; i++ {
				if err = ctx.Err(); err == nil {
					c.ballots[i], c.codes[i], err = opener.Open(c.sealed[i])
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

// sealCount writes the count and deletes the sealed ballots, in one transaction.
func (s *Store) sealCount(ctx context.Context, by Actor, c *counting) (Results, error) {
	r := c.results(s.clock())
	id := []byte(c.election.ID)
	err := s.update(ctx, func(tx *bolt.Tx) error {
		counted, err := tx.Bucket(bucketCounted).CreateBucket(id)
		if err != nil {
			return err
		}
		for _, l := range []kv.Line{
			{Key: countedBallots, Value: flat(c.ballots)}, {Key: countedCodes, Value: flat(c.codes)},
			{Key: countedResult, Value: c.raw}, {Key: countedSeal, Value: c.seal},
		} {
			if err := counted.Put(l.Key, l.Value); err != nil {
				return err
			}
		}
		if err := resultTable.Put(tx, nil, r); err != nil {
			return err
		}
		if err := tx.Bucket(bucketSealed).DeleteBucket(id); err != nil {
			return err
		}
		if err := tx.Bucket(bucketMeta).Put(metaCompact, mark); err != nil {
			return err
		}
		return s.audit(tx, by, "election.counted", electionSubject(c.election.ID), map[string]string{"result": r.ResultHash})
	})
	return r, err
}

// results is the count with names, shares and turnout.
func (c *counting) results(now time.Time) Results {
	names := make(map[string]ballotbox.Standing)
	for _, st := range c.manifest.Candidates {
		names[st.ID] = st
	}
	r := Results{
		ElectionID: c.election.ID, Title: c.manifest.Title, Method: c.manifest.Method, Turnout: c.election.Turnout,
		Outcome: c.result.Outcome, Winners: []CandidateID{}, CalculatedAt: now,
		ResultHash: ballotbox.ResultHash(c.raw).String(), Seal: string(c.seal),
	}
	for _, line := range c.result.Candidates {
		share := 0.0
		if c.result.Ballots > 0 {
			share = float64(line.Votes) / float64(c.result.Ballots)
		}
		r.Candidates = append(r.Candidates, CandidateResult{
			CandidateID: CandidateID(line.CandidateID), Name: names[line.CandidateID].Name, Affiliation: names[line.CandidateID].Affiliation,
			Votes: line.Votes, Share: share, Rank: line.Rank, Winner: line.Winner,
		})
	}
	for _, w := range c.result.Winners {
		r.Winners = append(r.Winners, CandidateID(w))
	}
	return r
}

// flat joins values of a fixed width.
func flat[A ballotbox.Choice | ballotbox.Code](values []A) []byte {
	var out []byte
	for _, v := range values {
		switch v := any(v).(type) {
		case ballotbox.Choice:
			out = append(out, v[:]...)
		case ballotbox.Code:
			out = append(out, v[:]...)
		}
	}
	return out
}
