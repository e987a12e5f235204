package store

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/tally"
)

// ElectionChange is a partial update: nil leaves a field as it is, a zero time clears OpensAt or ClosesAt.
type ElectionChange struct {
	Title       *string
	Description *string
	OpensAt     *time.Time
	ClosesAt    *time.Time
	TimeZone    *string
	Quorum      *Quorum // the zero value removes the quorum
	MaxProxies  *int
	KeepBoxDays *int // above 0 only where people hold the keys
	Printed     *int // papers

	Translations *[]ballotbox.Translation // replace those that there are

	// Settings, one by one.
	ShuffleCandidates *bool
	AutoOpen          *bool
	AutoCount         *bool
	Electorate        *ElectorateKind
	Proof             **bool // to nil: decide at the opening

	// Of a new election: its question, nil for plurality; and whether the holders of the current assembly have its key.
	First *QuestionChange
	Held  bool
}

// apply changes an election.
func (c ElectionChange) apply(e *Election, now time.Time) error {
	set(&e.Title, c.Title)
	set(&e.Description, c.Description)
	set(&e.Settings.ShuffleCandidates, c.ShuffleCandidates)
	set(&e.Settings.AutoOpen, c.AutoOpen)
	set(&e.Settings.AutoCount, c.AutoCount)
	set(&e.Settings.Electorate, c.Electorate)
	set(&e.Settings.Proof, c.Proof)
	set(&e.OpensAt, c.OpensAt)
	set(&e.ClosesAt, c.ClosesAt)
	set(&e.TimeZone, c.TimeZone)
	set(&e.MaxProxies, c.MaxProxies)
	set(&e.KeepBoxDays, c.KeepBoxDays)
	set(&e.Printed, c.Printed)

	var faults input.Faults
	faults.Line("title", &e.Title, 1, maxTitle)
	faults.Text("description", &e.Description, 0, maxDescription)
	setTranslations(&faults, &e.Translations, c.Translations, map[string]int{"title": maxTitle},
		map[string]int{"description": maxDescription})
	input.OneOf(&faults, "electorate", e.Settings.Electorate, ElectorateOpen, ElectorateRoll, ElectoratePresent)
	switch {
	case e.ClosesAt.IsZero():
	case !e.ClosesAt.After(e.OpensAt):
		faults.Add("closesAt", refusal.ClosesBeforeOpens, nil)
	case c.ClosesAt != nil && !e.ClosesAt.After(now):
		faults.Add("closesAt", refusal.EndPassed, nil)
	}
	if e.Settings.AutoOpen && e.OpensAt.IsZero() {
		faults.Add("opensAt", refusal.Required, nil)
	}
	e.checkCustody(&faults)
	faults.TimeZone("timeZone", e.TimeZone)
	if e.MaxProxies < 0 || e.MaxProxies > mostProxies {
		faults.Add("maxProxies", refusal.NotInteger, refusal.Facts{"min": 0, "max": mostProxies})
	}
	most := 0
	if e.Custody.Traits().Sheets {
		most = ballotbox.MaxKeepBoxDays
	}
	if e.KeepBoxDays < 0 || e.KeepBoxDays > most {
		faults.Add("keepBoxDays", refusal.NotInteger, refusal.Facts{"min": 0, "max": most})
	}
	if e.Printed > 0 && e.Settings.AutoCount {
		faults.Add("autoCount", refusal.NotByItself, nil)
	}
	if e.Printed < 0 || e.Printed > ballotbox.MaxPapers {
		faults.Add("printedPapers", refusal.NotInteger, refusal.Facts{"min": 0, "max": ballotbox.MaxPapers})
	}
	c.applyQuorum(&faults, e)
	e.checkRoll(&faults)
	return faults.Err()
}

func (c ElectionChange) applyQuorum(faults *input.Faults, e *Election) {
	switch {
	case c.Quorum == nil:
		return
	case *c.Quorum == Quorum{}:
		e.Quorum = nil
		return
	}
	e.Quorum = new(*c.Quorum)
	if least := e.Quorum.Least; least[0] < 1 || least[0] > least[1] || least[1] > maxDenominator {
		faults.Add("quorum", refusal.NotPart, refusal.Facts{"max": maxDenominator})
	}
	if e.Quorum.Of != ballotbox.QuorumOfPeople {
		input.OneOf(faults, "of", e.Quorum.Of, ballotbox.QuorumOfWeights, ballotbox.QuorumOfBoth)
	}
}

const (
	maxDenominator = 100 // of a quorum, as of a threshold
	mostProxies    = 20  // the most that an election can allow a person
)

// CreateElection makes a DRAFT with one question, by plurality under its title unless c.First says more. Errors:
// refusal.ValidationFailed, and of one that is held refusal.AssemblyOver.
func (s *Store) CreateElection(ctx context.Context, by audit.Actor, c ElectionChange) (Election, error) {
	rec := s.newElection()
	var e Election
	err := s.update(ctx, func(tx *bolt.Tx) error {
		if err := s.putNew(tx, by, &rec, c); err != nil {
			return err
		}
		var err error
		e, err = fullElection(tx, rec)
		return err
	})
	return e, err
}

// newElection is an election in DRAFT with one question, in the custody of the server.
func (s *Store) newElection() electionRecord {
	now := s.clock()
	first := Question{ID: kv.NewID[QuestionID]()}
	first.setMethod(tally.Default)
	return electionRecord{Election: Election{
		ID: kv.NewID[ElectionID](), Status: Draft, Questions: []Question{first}, CreatedAt: now, UpdatedAt: now,
		Settings: ElectionSettings{Electorate: ElectorateOpen}, Custody: ballotbox.CustodyServer,
	}}
}

// putNew stores a new election as c changes it, and notes it in the audit list.
func (s *Store) putNew(tx *bolt.Tx, by audit.Actor, rec *electionRecord, c ElectionChange) error {
	in, err := installation(tx)
	if err != nil {
		return err
	}
	rec.TimeZone = in.TimeZone
	if err := s.hold(tx, rec, c.Held); err != nil {
		return err
	}
	if err := c.apply(&rec.Election, s.now()); err != nil {
		return err
	}
	if c.First != nil {
		if err := s.changeQuestion(tx, rec, 0, *c.First); err != nil {
			return err
		}
	}
	if err := electionTable.Put(tx, nil, *rec); err != nil {
		return err
	}
	return s.audit(tx, by, "election.created", electionSubject(rec.ID), nil)
}

// UpdateElection changes an election in DRAFT. Errors: refusal.NotFound, refusal.NotDraft, refusal.ValidationFailed.
func (s *Store) UpdateElection(ctx context.Context, by audit.Actor, id ElectionID, c ElectionChange) (Election, error) {
	return s.changeDraft(ctx, by, id, "election.updated", func(_ *bolt.Tx, rec *electionRecord) error {
		return c.apply(&rec.Election, s.now())
	})
}

// changeDraft is changeElection for an election in DRAFT. Errors: refusal.NotDraft.
func (s *Store) changeDraft(ctx context.Context, by audit.Actor, id ElectionID, action string,
	change func(*bolt.Tx, *electionRecord) error) (Election, error) {
	return s.changeElection(ctx, by, id, action, func(tx *bolt.Tx, rec *electionRecord) error {
		if rec.Status != Draft {
			return refusal.NotDraft
		}
		return change(tx, rec)
	})
}

// changeElection reads an election, lets change alter it, writes it back, and notes it in the audit list.
func (s *Store) changeElection(ctx context.Context, by audit.Actor, id ElectionID, action string,
	change func(*bolt.Tx, *electionRecord) error) (Election, error) {
	var e Election
	err := s.update(ctx, func(tx *bolt.Tx) error {
		previous, err := electionTable.Get(tx, id)
		if err != nil {
			return err
		}
		rec := previous
		rec.Questions = slices.Clone(previous.Questions)
		if err := change(tx, &rec); err != nil {
			return err
		}
		rec.UpdatedAt = s.clock()
		if err := electionTable.Put(tx, &previous, rec); err != nil {
			return err
		}
		if err := s.audit(tx, by, action, electionSubject(id), nil); err != nil {
			return err
		}
		e, err = fullElection(tx, rec)
		return err
	})
	return e, err
}

// DeleteElection removes a DRAFT with candidates, photos and nominations. Errors: refusal.NotFound, refusal.NotDraft.
func (s *Store) DeleteElection(ctx context.Context, by audit.Actor, id ElectionID) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		rec, err := draft(tx, id)
		if err != nil {
			return err
		}
		candidates, err := deleteCandidates(tx, id, "")
		if err != nil {
			return err
		}
		err = errors.Join(dropCall(tx, id), linkRound(tx, rec, false), electionTable.Delete(tx, rec))
		if err != nil {
			return err
		}
		return s.audit(tx, by, "election.deleted", electionSubject(id),
			map[string]string{"title": rec.Title, "candidates": strconv.Itoa(candidates)})
	})
}
