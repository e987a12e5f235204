package store

import (
	"errors"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/refusal"
)

// hasVoted reports whether a voter's own paper is in the box, whoever cast it.
func hasVoted(tx *bolt.Tx, election ElectionID, voter UserID) bool {
	return isMarked(tx, election, markOf(tx, election, voter))
}

// votedInActive reports whether a voter has voted in an election that is still ACTIVE.
func votedInActive(tx *bolt.Tx, voter UserID) bool {
	for id := range electionsIn(tx, Active) {
		if hasVoted(tx, id, voter) {
			return true
		}
	}
	return false
}

// mayVote says why a voter may not vote in an election; nil if they may.
func mayVote(tx *bolt.Tx, election ElectionID, voter UserID, onRoll bool) error {
	line := tx.Bucket(bucketVoters).Get([]byte(voter))
	switch {
	case line == nil:
		return refusal.NotVoter
	case onRoll && !inElectorate(tx, election, line):
		return notOnFrozenRoll(tx, election, line)
	}
	return nil
}

// takesVotes says why nobody can vote in an election at a given time; nil if people can.
func (e *Election) takesVotes(now time.Time) error {
	switch {
	case e.Status != Active:
		return refusal.NotActive
	case e.Stopped != nil:
		return refusal.VotingStopped
	case now.Before(e.OpensAt):
		return refusal.VotingNotOpen
	case !e.ClosesAt.IsZero() && !now.Before(e.ClosesAt):
		return refusal.VotingClosed
	}
	return nil
}

// eligibility says whether a voter may vote in an election past DRAFT, by the rules of CastVote.
func (e *Election) eligibility(tx *bolt.Tx, voter UserID, now time.Time) Eligibility {
	timing := e.takesVotes(now)
	refused := mayVote(tx, e.ID, voter, e.Settings.Electorate.freezes())
	if refused == nil {
		_, refused = findPaper(tx, e.ID, voter, "")
	}
	switch {
	case isOnPaper(tx, e.ID, markOf(tx, e.ID, voter)):
		return Eligibility{Reason: HasPaper}
	case hasVoted(tx, e.ID, voter):
		return Eligibility{Reason: HasVoted}
	case errors.Is(timing, refusal.VotingClosed), errors.Is(timing, refusal.NotActive):
		return Eligibility{Reason: VotingClosed}
	case errors.Is(refused, refusal.NotVoter):
		return Eligibility{Reason: NotAdmitted}
	case errors.Is(refused, refusal.NotPresent):
		return Eligibility{Reason: NotPresent}
	case errors.Is(refused, refusal.ProxyGiven):
		return Eligibility{Reason: ProxyGiven}
	case refused != nil:
		return Eligibility{Reason: NotInElectorate}
	case errors.Is(timing, refusal.VotingStopped):
		return Eligibility{Reason: VotingStopped}
	case e.KeyMissing:
		return Eligibility{Reason: KeyMissing}
	case timing != nil:
		return Eligibility{Reason: VotingNotOpen}
	}
	return Eligibility{May: true}
}
