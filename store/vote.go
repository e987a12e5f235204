package store

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
)

// CastVote casts a voter's ballot and returns when it is on disk. clientNonce, which may be empty,
// goes into the one-time code of the receipt. Every rule is checked on a snapshot first, so that
// refusals do not reach the writer. The writing transaction checks again what can change meanwhile:
// that the election is open, and that the voter may still vote and has not voted.
//
// Errors: refusal.ValidationFailed, refusal.NotFound, refusal.NotActive, refusal.VotingNotOpen,
// refusal.VotingClosed, refusal.NotVoter, refusal.NotInElectorate, refusal.CandidateElsewhere,
// refusal.AlreadyVoted. If ctx ends while the vote waits for the disk, the vote may still count.
func (s *Store) CastVote(ctx context.Context, voter UserID, election ElectionID, candidate CandidateID, clientNonce string) (ballotbox.Receipt, error) {
	var none ballotbox.Receipt
	if len(clientNonce) > ballotbox.MaxNonce {
		return none, refusal.Invalid("clientNonce", refusal.TooLongBytes, refusal.Facts{"max": ballotbox.MaxNonce})
	}
	open, err := s.activeElection(ctx, election)
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

// activeElection is what casting a vote needs to know about an ACTIVE election. None of it changes
// while the election is ACTIVE, so it is read once and kept.
type activeElection struct {
	Election
	box    *ballotbox.Box
	stands map[CandidateID]bool
	onRoll bool // a frozen roll says who may vote
}

// activeElection reads an ACTIVE election, or returns it if it was read before. It may have closed
// meanwhile: the transaction that writes a vote checks the status again. Errors: refusal.NotFound,
// refusal.NotActive.
func (s *Store) activeElection(ctx context.Context, id ElectionID) (*activeElection, error) {
	s.activeMu.RLock()
	open := s.active[id]
	s.activeMu.RUnlock()
	if open != nil {
		return open, nil
	}
	err := s.view(ctx, func(tx *bolt.Tx) (err error) {
		open, err = readActiveElection(tx, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	s.activeMu.Lock()
	s.active[id] = open
	s.activeMu.Unlock()
	return open, nil
}

func readActiveElection(tx *bolt.Tx, id ElectionID) (*activeElection, error) {
	rec, err := electionTable.Get(tx, id)
	if err != nil {
		return nil, err
	}
	switch rec.Status {
	case Draft:
		return nil, refusal.Missing(electionTable.Name)
	case Completed:
		return nil, refusal.NotActive
	}
	m, _, err := getManifest(tx, id)
	if err != nil {
		return nil, err
	}
	open := &activeElection{Election: rec.Election, stands: make(map[CandidateID]bool), onRoll: m.Electorate != nil}
	for _, c := range m.Candidates {
		open.stands[CandidateID(c.ID)] = true
	}
	open.box, err = ballotbox.NewBox(m)
	return open, err
}

// forgetActive drops an election that is no longer ACTIVE.
func (s *Store) forgetActive(id ElectionID) {
	s.activeMu.Lock()
	delete(s.active, id)
	s.activeMu.Unlock()
}

// mayVote checks the rules for this voter and this candidate.
func (e *activeElection) mayVote(tx *bolt.Tx, voter UserID, candidate CandidateID) error {
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
