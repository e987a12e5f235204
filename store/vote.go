package store

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
)

// CastVote casts a ballot on a voter's own paper, if paper is "", or on that of an entry of the roll
// whose proxy the voter is. It returns when the ballot is on disk. clientNonce, which may be empty,
// goes into the one-time code of the receipt. Every rule is checked on a snapshot first, so that
// refusals do not reach the writer. The writing transaction checks again what can change meanwhile:
// that the election is open, that the voter may still vote, and that the paper is not in the box.
//
// Errors: refusal.ValidationFailed, refusal.NotFound, refusal.NotActive, refusal.VotingNotOpen,
// refusal.VotingClosed, refusal.NotVoter, refusal.NotInElectorate, refusal.PaperUnavailable,
// refusal.CandidateElsewhere, refusal.NeedsAnswers, refusal.AnswersIncomplete,
// refusal.MarksInvalid, refusal.AlreadyVoted. If ctx ends while the vote waits for the disk, the
// vote may still count.
func (s *Store) CastVote(ctx context.Context, voter UserID, election ElectionID, paper RollID, a Answers, clientNonce string) (ballotbox.Receipt, error) {
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
	b := ballot{voter: voter, election: election, box: open.box}
	err = s.view(ctx, func(tx *bolt.Tx) (err error) {
		b.paper, b.marks, err = open.mayCast(tx, voter, paper, a)
		return err
	})
	if err != nil {
		return none, err
	}
	salt := ballotbox.NewSalt()
	b.code = ballotbox.NewCode(salt, clientNonce)
	leaf, err := s.votes.cast(ctx, b)
	if err != nil {
		return none, err
	}
	return s.signer.Receipt(string(election), leaf, b.code, salt), nil
}

// activeElection is what casting a vote needs to know about an ACTIVE election. It is read once and
// kept: whatever of it changes while the election is ACTIVE drops it.
type activeElection struct {
	Election
	box  *ballotbox.Box
	form ballotForm
}

// activeElection reads an ACTIVE election, or returns it if it was read before. It may have closed
// meanwhile: the transaction that writes a vote checks the status again. Errors: refusal.NotFound,
// refusal.NotActive.
func (s *Store) activeElection(ctx context.Context, id ElectionID) (*activeElection, error) {
	s.activeMu.RLock()
	open, changes := s.active[id], s.activeChanges
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
	if changes == s.activeChanges { // otherwise it may be out of date already
		s.active[id] = open
	}
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
	box, err := ballotbox.NewBox(m)
	return &activeElection{Election: rec.Election, box: box, form: newBallotForm(m)}, err
}

// forgetActive drops an election that is no longer ACTIVE, or has another end.
func (s *Store) forgetActive(id ElectionID) {
	s.activeMu.Lock()
	delete(s.active, id)
	s.activeChanges++
	s.activeMu.Unlock()
}

// mayCast checks the rules for this voter, this paper and these answers.
func (e *activeElection) mayCast(tx *bolt.Tx, voter UserID, entry RollID, a Answers) (castable, []byte, error) {
	paper, err := paperOf(tx, e.ID, voter, entry)
	if err != nil {
		if _, unknown := userTable.Get(tx, voter); unknown != nil {
			err = unknown
		}
		return paper, nil, err
	}
	marks, err := e.form.marks(a)
	if err == nil && isMarked(tx, e.ID, paper.mark) {
		err = refusal.AlreadyVoted
	}
	return paper, marks, err
}
