package store

import (
	"context"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
	"ostrakon/store/tally"
)

// MaxMotionMinutes is the longest time that a motion can be open for: a day.
const MaxMotionMinutes = 24 * 60

// Motion is a motion from the floor.
type Motion struct {
	Title           string
	Text            string
	Threshold       *tally.Threshold // nil: more than half of the yes and no
	PeopleThreshold *tally.Threshold // of the people as well; nil: of their weights alone
	Electorate      ElectorateKind
	MaxProxies      int
	Minutes         int  // until it closes by itself; 0: somebody closes it
	Held            bool // the holders of the current assembly have the key, and count it
}

// OpenMotion makes an election of one motion and opens it, in one transaction. In the custody of the server, which
// counts it once it is closed, or with the next keys of the current assembly. Errors: refusal.ValidationFailed,
// refusal.RollEmpty, refusal.NobodyPresent, refusal.TooManyProxies, refusal.HoldersMissing, refusal.AssemblyOver where
// there is no such assembly.
func (s *Store) OpenMotion(ctx context.Context, by audit.Actor, m Motion) (Election, error) {
	var faults input.Faults
	if m.Minutes < 0 || m.Minutes > MaxMotionMinutes {
		faults.Add("minutes", refusal.NotInteger, refusal.Facts{"min": 0, "max": MaxMotionMinutes})
	}
	if err := faults.Err(); err != nil {
		return Election{}, err
	}
	c := ElectionChange{Title: &m.Title, Electorate: &m.Electorate, MaxProxies: &m.MaxProxies, AutoCount: new(!m.Held),
		Held: m.Held}
	if m.Minutes > 0 {
		c.ClosesAt = new(s.clock().Add(time.Duration(m.Minutes) * time.Minute))
	}
	rec := s.newElection()
	var e Election
	err := s.update(ctx, func(tx *bolt.Tx) error {
		if err := s.putNew(tx, by, &rec, c); err != nil {
			return err
		}
		draft := rec
		draft.Questions = slices.Clone(rec.Questions)
		if err := s.changeQuestion(tx, &rec, 0,
			QuestionChange{Text: &m.Text, Method: new(tally.Motion), Threshold: m.Threshold,
				PeopleThreshold: m.PeopleThreshold}); err != nil {
			return err
		}
		if err := s.activate(tx, &rec); err != nil {
			return err
		}
		if err := electionTable.Put(tx, &draft, rec); err != nil {
			return err
		}
		if err := s.audit(tx, by, "election.activated", electionSubject(rec.ID), nil); err != nil {
			return err
		}
		var err error
		e, err = fullElection(tx, rec)
		return err
	})
	if err != nil {
		s.dropUnusedKey(ctx, rec.ID)
	}
	return e, err
}
