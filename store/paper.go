package store

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// Printed papers: a person who gets one is marked in the place of a ballot, so that the one closes the other. The mark
// has the nonce that hides the person in the leaf of the paper.

// onPaper begins the mark of a person who has got a printed paper; the nonce of the leaf follows.
const onPaper = 3

// isPaperMark reports whether a mark is that of a person who has got a printed paper.
func isPaperMark(mark []byte) bool { return len(mark) == 1+ballotbox.NonceSize && mark[0] == onPaper }

// usedBy says what became of a paper that is marked: refusal.OnPaper or refusal.AlreadyVoted; nil if it is not.
func usedBy(tx *bolt.Tx, election ElectionID, mark []byte) error {
	switch {
	case !isMarked(tx, election, mark):
		return nil
	case isOnPaper(tx, election, mark):
		return refusal.OnPaper
	}
	return refusal.AlreadyVoted
}

// isOnPaper reports whether a person has got a printed paper.
func isOnPaper(tx *bolt.Tx, election ElectionID, person []byte) bool {
	b := tx.Bucket(bucketVoted).Bucket([]byte(election))
	if b == nil || person == nil {
		return false
	}
	return isPaperMark(b.Get(person))
}

// HandOutPaper notes that a printed paper of an ACTIVE election is handed out for a person of its frozen roll: to them
// or, for one whose proxy somebody holds, to that person. Nobody casts the person's ballot online from then on, and
// the leaf of the paper gets into the cast log. It is for good: a paper that is spoilt is torn up and replaced without
// another mark. Errors: refusal.NotFound, refusal.NotActive, refusal.VotingStopped, refusal.VotingClosed,
// refusal.NoPapers, refusal.OnPaper, refusal.AlreadyVoted, refusal.PapersGone.
func (s *Store) HandOutPaper(ctx context.Context, by audit.Actor, id ElectionID, person RollID) error {
	var leaf ballotbox.Hash
	err := s.update(ctx, func(tx *bolt.Tx) error {
		rec, err := electionTable.Get(tx, id)
		if err != nil {
			return err
		}
		if err := rec.handsOut(tx, s.now(), person); err != nil {
			return err
		}
		var nonce [ballotbox.NonceSize]byte
		rand.Read(nonce[:])
		leaf = ballotbox.HandedLeaf(string(id), ballotbox.Whose(nonce, string(person)))
		voted := tx.Bucket(bucketVoted).Bucket([]byte(id))
		if err := voted.Put([]byte(person), append([]byte{onPaper}, nonce[:]...)); err != nil {
			return err
		}
		if err := kv.AddCount(tx.Bucket(bucketTurnout), []byte(id), 1); err != nil {
			return err
		}
		return s.audit(tx, by, "election.paper_handed_out", electionSubject(id), map[string]string{"entry": string(person)})
	})
	if err == nil {
		s.pending.add(id, []ballotbox.Hash{leaf})
	}
	return err
}

// handsOut says why no printed paper can be handed out for a person now; nil if one can.
func (e *Election) handsOut(tx *bolt.Tx, now time.Time, person RollID) error {
	if e.Printed == 0 {
		return refusal.NoPapers
	}
	if refused := e.takesVotes(now); refused != nil && !errors.Is(refused, refusal.VotingNotOpen) {
		return refused
	}
	if frozen := frozenRoll(tx, e.ID); frozen == nil || frozen.Get([]byte(person)) == nil {
		return refusal.Missing(rollTable.Name)
	}
	if used := usedBy(tx, e.ID, []byte(person)); used != nil {
		return used
	}
	handed, err := papersHanded(tx, e.ID)
	if err == nil && handed >= e.Printed {
		err = refusal.PapersGone.With(refusal.Facts{"printed": e.Printed})
	}
	return err
}

// papersHanded is how many printed papers of an election were handed out.
func papersHanded(tx *bolt.Tx, id ElectionID) (n int, err error) {
	err = eachHanded(tx, id, func(_, _ []byte) { n++ })
	return n, err
}

// eachHanded calls do with each person of an election who has got a printed paper, and the mark of the person.
func eachHanded(tx *bolt.Tx, id ElectionID, do func(person, mark []byte)) error {
	voted := tx.Bucket(bucketVoted).Bucket([]byte(id))
	if voted == nil {
		return fmt.Errorf("election %s has no ballot box: %w", id, refusal.BallotsUnreadable)
	}
	return voted.ForEach(func(person, mark []byte) error {
		if isPaperMark(mark) {
			do(person, mark)
		}
		return nil
	})
}

// handedOut finds the printed papers of an election: the hash that hides whose each is, by its leaf.
func handedOut(tx *bolt.Tx, id ElectionID) (map[ballotbox.Hash]ballotbox.Hash, error) {
	all := make(map[ballotbox.Hash]ballotbox.Hash)
	err := eachHanded(tx, id, func(person, mark []byte) {
		whose := ballotbox.Whose([ballotbox.NonceSize]byte(mark[1:]), string(person))
		all[ballotbox.HandedLeaf(string(id), whose)] = whose
	})
	return all, err
}

// takeHanded takes the leaves of printed papers out of those of a log after the first. Errors:
// refusal.BallotsUnreadable if one of them is missing or there twice.
func takeHanded(tx *bolt.Tx, id ElectionID, leaves []ballotbox.Hash) (handed []ballotbox.Handed,
	ballots []ballotbox.Hash, err error) {
	all, err := handedOut(tx, id)
	if err != nil {
		return nil, nil, err
	}
	for i, leaf := range leaves {
		if whose, ok := all[leaf]; ok {
			handed = append(handed, ballotbox.Handed{Place: i + 1, Whose: whose})
		} else {
			ballots = append(ballots, leaf)
		}
	}
	if len(handed) != len(all) {
		err = fmt.Errorf("election %s: %d printed papers, %d in the cast log: %w", id, len(all), len(handed),
			refusal.BallotsUnreadable)
	}
	return handed, ballots, err
}

// handedLines are printed papers as the file keeps them after the end, in the lines of handed.txt.
func handedLines(handed []ballotbox.Handed) []byte {
	var lines []byte
	for _, h := range handed {
		lines = fmt.Appendln(lines, h)
	}
	return lines
}

// readHanded reads what handedLines writes.
func readHanded(lines []byte) (handed []ballotbox.Handed, err error) {
	for line := range bytes.Lines(lines) {
		h, err := ballotbox.ParseHanded(string(bytes.TrimSuffix(line, []byte("\n"))))
		if err != nil {
			return nil, err
		}
		handed = append(handed, h)
	}
	return handed, nil
}
