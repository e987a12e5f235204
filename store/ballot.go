package store

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/keyring"
)

// ErrKeyMissing means that the key of an election's ballots is not in the keys
// directory. Nothing is lost while that is so: put the file back and try again.
var ErrKeyMissing = errors.New("the key of this election's ballots is missing: restore it to the keys directory of the data directory and try again")

// Receipt is what a voter takes home. It does not tell the choice.
type Receipt struct {
	Election ElectionID
	Leaf     string // names the sealed ballot: 64 hexadecimal digits, see ballotbox
	Code     string // the one-time code inside the sealed ballot: 16 characters
}

// mark is all that the file holds of a voter's having voted: no time, no order, no ballot.
var mark = []byte{1}

// CastVote casts a voter's ballot and returns once it is on disk. Every rule
// is checked on a snapshot first, so that refusals do not reach the writer;
// those that can change meanwhile, that the election is open and that the voter
// may still vote and has not, are checked again in the transaction that writes.
//
// Errors: ErrNotFound, ErrNotActive, ErrVotingNotOpen, ErrVotingClosed,
// ErrNotVoter, ErrCandidateElsewhere, ErrAlreadyVoted, ErrKeyMissing. When ctx
// ends while the vote waits for the disk, the vote may count all the same.
func (s *Store) CastVote(ctx context.Context, voter UserID, election ElectionID, candidate CandidateID) (Receipt, error) {
	if err := s.view(ctx, func(tx *bolt.Tx) error { return s.mayVote(tx, voter, election, candidate) }); err != nil {
		return Receipt{}, err
	}
	box, err := s.box(election)
	if err != nil {
		return Receipt{}, err
	}
	choice, err := choiceOf(candidate)
	if err != nil {
		return Receipt{}, err
	}
	sealed, code := box.Seal(choice)
	if err := s.votes.cast(ctx, ballot{voter: voter, election: election, sealed: sealed}); err != nil {
		return Receipt{}, err
	}
	leaf := ballotbox.LeafOf(string(election), sealed)
	return Receipt{Election: election, Leaf: hex.EncodeToString(leaf[:]), Code: code.String()}, nil
}

// mayVote checks every rule of casting a vote.
func (s *Store) mayVote(tx *bolt.Tx, voter UserID, election ElectionID, candidate CandidateID) error {
	e, err := getElection(tx, election)
	if err != nil {
		return err
	}
	if err := e.takesVotes(s.now()); err != nil {
		return err
	}
	if tx.Bucket(bucketVoters).Get([]byte(voter)) == nil {
		if _, err := getUser(tx, voter); err != nil {
			return err
		}
		return ErrNotVoter
	}
	c, err := getCandidate(tx, candidate)
	if errors.Is(err, ErrNotFound) || err == nil && c.ElectionID != election {
		return ErrCandidateElsewhere
	}
	if err != nil {
		return err
	}
	if hasVoted(tx, election, voter) {
		return ErrAlreadyVoted
	}
	return nil
}

// takesVotes tells why an election takes no vote at a time, or nil.
func (e *Election) takesVotes(now time.Time) error {
	switch {
	case e.Status != Active:
		return ErrNotActive
	case now.Before(e.OpensAt):
		return ErrVotingNotOpen
	case !e.ClosesAt.IsZero() && !now.Before(e.ClosesAt):
		return ErrVotingClosed
	}
	return nil
}

// box is the key of an election's ballots.
func (s *Store) box(id ElectionID) (*ballotbox.Key, error) {
	s.boxesMu.RLock()
	box := s.boxes[id]
	s.boxesMu.RUnlock()
	if box != nil {
		return box, nil
	}
	secret, err := s.keys.Get(string(id))
	if errors.Is(err, keyring.ErrMissing) {
		return nil, fmt.Errorf("%w: %w", ErrKeyMissing, err)
	}
	if err != nil {
		return nil, fmt.Errorf("key of election %s: %w", id, err)
	}
	if box, err = ballotbox.NewKey(secret, string(id)); err != nil {
		return nil, err
	}
	s.boxesMu.Lock()
	s.boxes[id] = box
	s.boxesMu.Unlock()
	return box, nil
}

// choiceOf is a candidate as a ballot holds it: the 16 bytes of the id.
func choiceOf(id CandidateID) (ballotbox.Choice, error) {
	raw, err := idEncoding.DecodeString(string(id))
	if err != nil || len(raw) != len(ballotbox.Choice{}) {
		return ballotbox.Choice{}, ErrCandidateElsewhere
	}
	return ballotbox.Choice(raw), nil
}

// candidateOf is the candidate a ballot is for.
func candidateOf(c ballotbox.Choice) CandidateID {
	return CandidateID(idEncoding.EncodeToString(c[:]))
}

// HasVoted tells whether a voter has voted in an election. Errors: ErrNotFound, also for a DRAFT.
func (s *Store) HasVoted(ctx context.Context, voter UserID, election ElectionID) (bool, error) {
	var voted bool
	err := s.view(ctx, func(tx *bolt.Tx) error {
		rec, err := getElection(tx, election)
		if err != nil {
			return err
		}
		if rec.Status == Draft {
			return ErrNotFound
		}
		voted = hasVoted(tx, election, voter)
		return nil
	})
	return voted, err
}

func hasVoted(tx *bolt.Tx, election ElectionID, voter UserID) bool {
	b := tx.Bucket(bucketVoted).Bucket([]byte(election))
	return b != nil && b.Get([]byte(voter)) != nil
}

// ballot is a sealed ballot on its way to the file.
type ballot struct {
	voter    UserID
	election ElectionID
	sealed   []byte
}

// put writes a ballot: the voter's mark, and apart from it, under a random
// key, the sealed ballot. A refusal is returned in refused; err is a failure of the file.
func (b ballot) put(tx *bolt.Tx) (refused, err error) {
	voted := tx.Bucket(bucketVoted).Bucket([]byte(b.election))
	sealed := tx.Bucket(bucketSealed).Bucket([]byte(b.election))
	if voted == nil || sealed == nil {
		return nil, fmt.Errorf("election %s has no ballot box", b.election)
	}
	if tx.Bucket(bucketVoters).Get([]byte(b.voter)) == nil {
		return ErrNotVoter, nil
	}
	if voted.Get([]byte(b.voter)) != nil {
		return ErrAlreadyVoted, nil
	}
	if err := voted.Put([]byte(b.voter), mark); err != nil {
		return nil, err
	}
	place := make([]byte, 16)
	rand.Read(place)
	if err := sealed.Put(place, b.sealed); err != nil {
		return nil, err
	}
	return nil, addCount(tx.Bucket(bucketTurnout), []byte(b.election), 1)
}
