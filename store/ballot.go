package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// mark is all that the file holds of a voter's having voted: no time, no order, no ballot.
var mark = []byte{1}

// CastVote casts a voter's ballot and returns once it is on disk. clientNonce,
// which may be empty, goes into the one-time code of the receipt. Every rule
// is checked on a snapshot first, so that refusals do not reach the writer;
// those that can change meanwhile, that the election is open and that the voter
// may still vote and has not, are checked again in the transaction that writes.
//
// Errors: refusal.ValidationFailed, refusal.NotFound, refusal.NotActive, refusal.VotingNotOpen,
// refusal.VotingClosed, refusal.NotVoter, refusal.NotInElectorate, refusal.CandidateElsewhere, refusal.AlreadyVoted. When
// ctx ends while the vote waits for the disk, the vote may count all the same.
func (s *Store) CastVote(ctx context.Context, voter UserID, election ElectionID, candidate CandidateID, clientNonce string) (ballotbox.Receipt, error) {
	var none ballotbox.Receipt
	if len(clientNonce) > ballotbox.MaxNonce {
		return none, refusal.Invalid("clientNonce", refusal.TooLongBytes, refusal.Facts{"max": ballotbox.MaxNonce})
	}
	open, err := s.openElection(ctx, election)
	if err != nil {
		return none, err
	}
	if err := open.takesVotes(s.now()); err != nil {
		return none, err
	}
	if err := s.view(ctx, func(tx *bolt.Tx) error { return open.mayVote(tx, voter, candidate) }); err != nil {
		return none, err
	}
	choice, err := ballotbox.ParseChoice(string(candidate))
	if err != nil {
		return none, refusal.CandidateElsewhere
	}
	salt := ballotbox.NewSalt()
	code := ballotbox.NewCode(salt, clientNonce)
	leaf, err := s.votes.cast(ctx, ballot{voter: voter, election: election, onRoll: open.onRoll, box: open.box, choice: choice, code: code})
	if err != nil {
		return none, err
	}
	return s.signer.Receipt(string(election), leaf, code, salt), nil
}

// openElection is what casting a vote needs of an ACTIVE election. Nothing of
// it changes while the election is ACTIVE, so it is read once and kept.
type openElection struct {
	Election
	box    *ballotbox.Box
	stands map[CandidateID]bool
	onRoll bool // a frozen roll says who may vote
}

// openElection reads an ACTIVE election, or finds it where it is kept. One
// that was closed meanwhile may be found still: the transaction that writes a
// vote checks the status again. Errors: refusal.NotFound, refusal.NotActive.
func (s *Store) openElection(ctx context.Context, id ElectionID) (*openElection, error) {
	s.openMu.RLock()
	open := s.open[id]
	s.openMu.RUnlock()
	if open != nil {
		return open, nil
	}
	err := s.view(ctx, func(tx *bolt.Tx) (err error) {
		open, err = readOpenElection(tx, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	s.openMu.Lock()
	s.open[id] = open
	s.openMu.Unlock()
	return open, nil
}

func readOpenElection(tx *bolt.Tx, id ElectionID) (*openElection, error) {
	rec, err := electionTable.Get(tx, id)
	if err != nil {
		return nil, err
	}
	if rec.Status != Active {
		return nil, refusal.NotActive
	}
	m, _, err := getManifest(tx, id)
	if err != nil {
		return nil, err
	}
	open := &openElection{Election: rec.Election, stands: make(map[CandidateID]bool), onRoll: m.Electorate != nil}
	for _, c := range m.Candidates {
		open.stands[CandidateID(c.ID)] = true
	}
	open.box, err = ballotbox.NewBox(m)
	return open, err
}

// forgetOpen drops what is kept of an election that is no longer ACTIVE.
func (s *Store) forgetOpen(id ElectionID) {
	s.openMu.Lock()
	delete(s.open, id)
	s.openMu.Unlock()
}

// mayVote checks the rules of casting a vote that go by voter and candidate.
func (e *openElection) mayVote(tx *bolt.Tx, voter UserID, candidate CandidateID) error {
	if refused := mayVote(tx, e.ID, voter, e.onRoll); refused != nil {
		if _, err := userTable.Get(tx, voter); err != nil {
			return err
		}
		return refused
	}
	if !e.stands[candidate] {
		return refusal.CandidateElsewhere
	}
	if hasVoted(tx, e.ID, voter) {
		return refusal.AlreadyVoted
	}
	return nil
}

// mayVote says why a voter has no vote in an election; nil if they have one.
func mayVote(tx *bolt.Tx, election ElectionID, voter UserID, onRoll bool) error {
	line := tx.Bucket(bucketVoters).Get([]byte(voter))
	switch {
	case line == nil:
		return refusal.NotVoter
	case onRoll && !inElectorate(tx, election, line):
		return refusal.NotInElectorate
	}
	return nil
}

// Eligibility says whether a voter may cast a vote in an election now and, if not, why.
type Eligibility struct {
	May    bool          `json:"may"`
	Reason Ineligibility `json:"reason,omitempty"`
}

// Ineligibility is the reason why a voter may not vote.
type Ineligibility string

// The reasons. Where several hold, the first of them is given: it is the one that lasts.
const (
	HasVoted        Ineligibility = "already_voted"
	VotingClosed    Ineligibility = "voting_closed"
	NotAdmitted     Ineligibility = "not_admitted"
	NotInElectorate Ineligibility = "not_in_electorate"
	VotingNotOpen   Ineligibility = "voting_not_open"
)

// eligibility says whether a voter may vote in an election past DRAFT, by the rules of CastVote.
func (e *Election) eligibility(tx *bolt.Tx, voter UserID, now time.Time) Eligibility {
	timing := e.takesVotes(now)
	refused := mayVote(tx, e.ID, voter, e.Settings.Electorate == ElectorateRoll)
	switch {
	case hasVoted(tx, e.ID, voter):
		return Eligibility{Reason: HasVoted}
	case errors.Is(timing, refusal.VotingClosed), errors.Is(timing, refusal.NotActive):
		return Eligibility{Reason: VotingClosed}
	case errors.Is(refused, refusal.NotVoter):
		return Eligibility{Reason: NotAdmitted}
	case refused != nil:
		return Eligibility{Reason: NotInElectorate}
	case timing != nil:
		return Eligibility{Reason: VotingNotOpen}
	}
	return Eligibility{May: true}
}

// takesVotes tells why an election takes no vote at a time, or nil.
func (e *Election) takesVotes(now time.Time) error {
	switch {
	case e.Status != Active:
		return refusal.NotActive
	case now.Before(e.OpensAt):
		return refusal.VotingNotOpen
	case !e.ClosesAt.IsZero() && !now.Before(e.ClosesAt):
		return refusal.VotingClosed
	}
	return nil
}

// HasVoted tells whether a voter has voted in an election. Errors: refusal.NotFound, also for a DRAFT.
func (s *Store) HasVoted(ctx context.Context, voter UserID, election ElectionID) (bool, error) {
	var voted bool
	err := s.view(ctx, func(tx *bolt.Tx) error {
		rec, err := electionTable.Get(tx, election)
		if err != nil {
			return err
		}
		if rec.Status == Draft {
			return refusal.NotFound
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

// ballot is a ballot on its way to the file. It is sealed together with those
// that it is committed with.
type ballot struct {
	voter    UserID
	election ElectionID
	onRoll   bool // as in openElection
	box      *ballotbox.Box
	choice   ballotbox.Choice
	code     ballotbox.Code

	sealed []byte
	leaf   ballotbox.Hash // names the sealed ballot
}

// seal seals the ballot.
func (b *ballot) seal(s *ballotbox.Sealer) (err error) {
	b.sealed, err = s.Seal(b.choice, b.code)
	b.leaf = ballotbox.LeafOf(string(b.election), b.sealed)
	return err
}

// put writes a ballot: the voter's mark, and apart from it, under its leaf,
// the sealed ballot. The leaf is a hash of fresh randomness: it tells nothing
// of when or whose. A refusal is returned in refused; err is a failure of the file.
func (b ballot) put(tx *bolt.Tx) (refused, err error) {
	voted := tx.Bucket(bucketVoted).Bucket([]byte(b.election))
	sealed := tx.Bucket(bucketSealed).Bucket([]byte(b.election))
	if voted == nil || sealed == nil {
		return nil, fmt.Errorf("election %s has no ballot box", b.election)
	}
	if refused := mayVote(tx, b.election, b.voter, b.onRoll); refused != nil {
		return refused, nil
	}
	if voted.Get([]byte(b.voter)) != nil {
		return refusal.AlreadyVoted, nil
	}
	if err := voted.Put([]byte(b.voter), mark); err != nil {
		return nil, err
	}
	if err := sealed.Put(b.leaf[:], b.sealed); err != nil {
		return nil, err
	}
	return nil, kv.AddCount(tx.Bucket(bucketTurnout), []byte(b.election), 1)
}
