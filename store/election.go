package store

import (
	"context"
	"errors"
	"strconv"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// Status is where an election stands. It only ever moves forward.
type Status string

// The statuses of an election, in order.
const (
	Draft     Status = "DRAFT"     // being prepared; invisible to voters
	Active    Status = "ACTIVE"    // votes are taken; nothing about the candidates changes
	Completed Status = "COMPLETED" // closed; ballots may be counted
)

// ParseStatus reads a status. Errors: refusal.ValidationFailed for the field status.
func ParseStatus(text string) (Status, error) {
	var v validation
	if !oneOf(&v, "status", Status(text), Draft, Active, Completed) {
		return "", v.err()
	}
	return Status(text), nil
}

// rank orders the statuses, for the legal transitions and as a key part.
func (st Status) rank() byte {
	switch st {
	case Active:
		return 1
	case Completed:
		return 2
	}
	return 0
}

// ElectionSettings are the choices of an election beside its counting method.
type ElectionSettings struct {
	ShuffleCandidates bool               `json:"shuffleCandidates"` // each voter sees the candidates in an order of their own
	TieBreak          ballotbox.TieBreak `json:"tieBreak"`          // what happens when candidates share the first place; "" means it is stated
	Electorate        ElectorateKind     `json:"electorate"`        // who may vote; "" means it is open
}

// Turnout says how many of those who could vote did.
type Turnout struct {
	Ballots    int `json:"ballots"`
	Electorate int `json:"electorate"` // active voters now; those at the close once COMPLETED; the frozen roll where there is one
}

// Share is ballots by electorate, 0 to 1; 0 when nobody could vote.
func (t Turnout) Share() float64 {
	if t.Electorate == 0 {
		return 0
	}
	return float64(t.Ballots) / float64(t.Electorate)
}

// Election is an election with its candidates. Times that have not come are zero.
type Election struct {
	ID          ElectionID       `json:"id"`
	Title       string           `json:"title"`
	Description string           `json:"description,omitempty"`
	Status      Status           `json:"status"`
	Method      string           `json:"method"`
	Settings    ElectionSettings `json:"settings"`
	OpensAt     time.Time        `json:"opensAt,omitzero"`  // no vote before it, even if ACTIVE
	ClosesAt    time.Time        `json:"closesAt,omitzero"` // no vote from then on; the server completes the election
	CreatedAt   time.Time        `json:"createdAt"`
	UpdatedAt   time.Time        `json:"updatedAt"`
	ActivatedAt time.Time        `json:"activatedAt,omitzero"`
	CompletedAt time.Time        `json:"completedAt,omitzero"`

	Candidates        []Candidate `json:"-"`
	Turnout           Turnout     `json:"-"`
	ResultsCalculated bool        `json:"-"`
	HasVoted          bool        `json:"-"` // for a voter
	Eligibility       Eligibility `json:"-"` // for a voter
}

// electionRecord is an election as stored.
type electionRecord struct {
	Election
	Electorate int `json:"electorate,omitempty"` // frozen at the close; where a roll says who votes, when it opened
}

var electionTable = kv.Table[ElectionID, electionRecord]{
	Bucket: bucketElections,
	ID:     func(e electionRecord) ElectionID { return e.ID },
	Indexes: []kv.Index[electionRecord]{
		{Bucket: bucketElectionsByCreated, Lines: func(e electionRecord) []kv.Line {
			return []kv.Line{{Key: kv.Key(kv.Time(e.CreatedAt), []byte(e.ID))}}
		}},
		{Bucket: bucketElectionsByStatus, Lines: func(e electionRecord) []kv.Line {
			return []kv.Line{{Key: kv.Key([]byte{e.Status.rank()}, kv.Time(e.CreatedAt), []byte(e.ID))}}
		}},
	},
}

// whole adds to an election what other buckets hold of it.
func whole(tx *bolt.Tx, rec electionRecord) (Election, error) {
	e := rec.Election
	var err error
	if e.Candidates, err = candidatesOf(tx, e.ID); err != nil {
		return e, err
	}
	e.Turnout.Ballots = turnout(tx, e.ID)
	e.Turnout.Electorate = rec.Electorate
	if e.Turnout.Electorate == 0 && e.Status != Completed {
		e.Turnout.Electorate = electorate(tx, e)
	}
	e.ResultsCalculated = tx.Bucket(bucketResults).Get([]byte(e.ID)) != nil
	return e, nil
}

// electorate is the number of people who could vote now: on the roll, or with an
// active account, and of these never fewer than have voted: somebody may have been suspended since.
func electorate(tx *bolt.Tx, e Election) int {
	if e.Settings.Electorate == ElectorateRoll {
		return number(tx, counterRoll)
	}
	return max(number(tx, counterVoters), turnout(tx, e.ID))
}

// turnout is the number of ballots cast in an election.
func turnout(tx *bolt.Tx, id ElectionID) int {
	return int(kv.Count(tx.Bucket(bucketTurnout), []byte(id)))
}

// ElectionChange is what an administrator says of an election. nil leaves a
// field as it is; a zero time clears OpensAt or ClosesAt.
type ElectionChange struct {
	Title       *string
	Description *string
	Method      *string
	OpensAt     *time.Time
	ClosesAt    *time.Time

	// Settings, each by itself.
	ShuffleCandidates *bool
	TieBreak          *ballotbox.TieBreak
	Electorate        *ElectorateKind
}

func (c ElectionChange) apply(e *Election) error {
	if e.Settings.TieBreak == "" { // a DRAFT from before there was a choice
		e.Settings.TieBreak = ballotbox.TieStated
	}
	if e.Settings.Electorate == "" {
		e.Settings.Electorate = ElectorateOpen
	}
	set(&e.Title, c.Title)
	set(&e.Description, c.Description)
	set(&e.Method, c.Method)
	set(&e.Settings.ShuffleCandidates, c.ShuffleCandidates)
	set(&e.Settings.TieBreak, c.TieBreak)
	set(&e.Settings.Electorate, c.Electorate)
	set(&e.OpensAt, c.OpensAt)
	set(&e.ClosesAt, c.ClosesAt)

	var v validation
	v.line("title", &e.Title, 1, maxTitle)
	v.text("description", &e.Description, 0, maxDescription)
	oneOf(&v, "method", e.Method, ballotbox.MethodPlurality)
	oneOf(&v, "tieBreak", e.Settings.TieBreak, ballotbox.TieStated, ballotbox.TieDraw)
	oneOf(&v, "electorate", e.Settings.Electorate, ElectorateOpen, ElectorateRoll)
	if !e.ClosesAt.IsZero() && !e.ClosesAt.After(e.OpensAt) {
		v.fail("closesAt", refusal.ClosesBeforeOpens, nil)
	}
	return v.err()
}

func set[T any](field *T, to *T) {
	if to != nil {
		*field = *to
	}
}

// CreateElection makes an election in DRAFT. Errors: refusal.ValidationFailed.
func (s *Store) CreateElection(ctx context.Context, by Actor, c ElectionChange) (Election, error) {
	now := s.clock()
	rec := electionRecord{Election: Election{
		ID: kv.NewID[ElectionID](), Status: Draft, Method: ballotbox.MethodPlurality, CreatedAt: now, UpdatedAt: now,
	}}
	if err := c.apply(&rec.Election); err != nil {
		return Election{}, err
	}
	var e Election
	err := s.update(ctx, func(tx *bolt.Tx) (err error) {
		if err := electionTable.Put(tx, nil, rec); err != nil {
			return err
		}
		if err := s.audit(tx, by, "election.created", electionSubject(rec.ID), nil); err != nil {
			return err
		}
		e, err = whole(tx, rec)
		return err
	})
	return e, err
}

// UpdateElection changes an election in DRAFT. Errors: refusal.NotFound,
// refusal.NotDraft, refusal.ValidationFailed.
func (s *Store) UpdateElection(ctx context.Context, by Actor, id ElectionID, c ElectionChange) (Election, error) {
	return s.changeElection(ctx, by, id, "election.updated", func(_ *bolt.Tx, rec *electionRecord) error {
		if rec.Status != Draft {
			return refusal.NotDraft
		}
		return c.apply(&rec.Election)
	})
}

// SetStatus moves an election one step forward: DRAFT to ACTIVE, which needs
// two candidates and makes the key that seals its ballots, or ACTIVE to
// COMPLETED, which freezes the electorate and ends the cast log. Errors: refusal.NotFound,
// refusal.IllegalTransition, refusal.TooFewCandidates, refusal.RollEmpty, refusal.VotingClosed when closesAt has passed already.
func (s *Store) SetStatus(ctx context.Context, by Actor, id ElectionID, to Status) (Election, error) {
	action := map[Status]string{Active: "election.activated", Completed: "election.completed"}[to]
	e, err := s.changeElection(ctx, by, id, action, func(tx *bolt.Tx, rec *electionRecord) error {
		return s.transition(tx, rec, to)
	})
	if err == nil && to == Completed {
		s.forgetOpen(id)
	}
	return e, err
}

func (s *Store) transition(tx *bolt.Tx, rec *electionRecord, to Status) error {
	switch {
	case rec.Status == Draft && to == Active:
		return s.activate(tx, rec)
	case rec.Status == Active && to == Completed:
		rec.Status, rec.CompletedAt = Completed, s.clock()
		if rec.Electorate == 0 {
			rec.Electorate = electorate(tx, rec.Election)
		}
		return s.endLog(tx, rec.ID)
	}
	return refusal.IllegalTransition
}

// activate opens an election. The key is on disk before the election is
// ACTIVE; if the transaction fails after that, the file is overwritten the next time.
func (s *Store) activate(tx *bolt.Tx, rec *electionRecord) error {
	standing, err := candidatesOf(tx, rec.ID)
	if err != nil {
		return err
	}
	if len(standing) < MinCandidates {
		return refusal.TooFewCandidates.With(refusal.Facts{"min": MinCandidates})
	}
	if !rec.ClosesAt.IsZero() && !s.now().Before(rec.ClosesAt) {
		return refusal.VotingClosed
	}
	if err := s.freeze(tx, rec, standing); err != nil {
		return err
	}
	for _, b := range boxBuckets() {
		if _, err := tx.Bucket(b).CreateBucketIfNotExists([]byte(rec.ID)); err != nil {
			return err
		}
	}
	rec.Status, rec.ActivatedAt = Active, s.clock()
	if rec.Settings.Electorate == ElectorateRoll {
		rec.Electorate = electorate(tx, rec.Election)
	}
	return nil
}

// changeElection reads an election, lets change alter it, writes it back and notes it in the audit.
func (s *Store) changeElection(ctx context.Context, by Actor, id ElectionID, action string, change func(*bolt.Tx, *electionRecord) error) (Election, error) {
	var e Election
	err := s.update(ctx, func(tx *bolt.Tx) error {
		previous, err := electionTable.Get(tx, id)
		if err != nil {
			return err
		}
		rec := previous
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
		e, err = whole(tx, rec)
		return err
	})
	return e, err
}

// DeleteElection removes an election in DRAFT with its candidates and their
// photos. Errors: refusal.NotFound, refusal.NotDraft.
func (s *Store) DeleteElection(ctx context.Context, by Actor, id ElectionID) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		rec, err := draft(tx, id)
		if err != nil {
			return err
		}
		standing, err := candidatesOf(tx, id)
		if err != nil {
			return err
		}
		for _, c := range standing {
			if err := deleteCandidate(tx, c); err != nil {
				return err
			}
		}
		if err := electionTable.Delete(tx, rec); err != nil {
			return err
		}
		return s.audit(tx, by, "election.deleted", electionSubject(id), map[string]string{"title": rec.Title, "candidates": strconv.Itoa(len(standing))})
	})
}

// draft reads an election that must be in DRAFT.
func draft(tx *bolt.Tx, id ElectionID) (electionRecord, error) {
	rec, err := electionTable.Get(tx, id)
	if err == nil && rec.Status != Draft {
		err = refusal.NotDraft
	}
	return rec, err
}

// Election reads an election in any status. Errors: refusal.NotFound.
func (s *Store) Election(ctx context.Context, id ElectionID) (Election, error) {
	var e Election
	err := s.view(ctx, func(tx *bolt.Tx) error {
		rec, err := electionTable.Get(tx, id)
		if err != nil {
			return err
		}
		e, err = whole(tx, rec)
		return err
	})
	return e, err
}

// Elections lists elections, newest first: all, or those of a status. Errors: refusal.ValidationFailed.
func (s *Store) Elections(ctx context.Context, status Status, p Page) (List[Election], error) {
	return s.listElections(ctx, status, p, anyElection, func(*bolt.Tx, *Election) {})
}

// OpenedElections lists the elections past DRAFT, newest first. Errors: refusal.ValidationFailed.
func (s *Store) OpenedElections(ctx context.Context, p Page) (List[Election], error) {
	opened := func(e electionRecord) bool { return e.Status != Draft }
	return s.listElections(ctx, "", p, opened, func(*bolt.Tx, *Election) {})
}

func anyElection(electionRecord) bool { return true }

// ElectionsFor lists elections as a voter sees them: ACTIVE or COMPLETED ones,
// newest first, with HasVoted and the candidates in the voter's order. Errors:
// refusal.ValidationFailed, also for DRAFT and for no status.
func (s *Store) ElectionsFor(ctx context.Context, voter UserID, status Status, p Page) (List[Election], error) {
	var v validation
	if !oneOf(&v, "status", status, Active, Completed) {
		return List[Election]{}, v.err()
	}
	return s.listElections(ctx, status, p, anyElection, func(tx *bolt.Tx, e *Election) { e.showTo(tx, voter, s.now()) })
}

// listElections lists the elections of a status ("" for all) that wanted takes, each as shown leaves it.
func (s *Store) listElections(ctx context.Context, status Status, p Page, wanted func(electionRecord) bool, shown func(*bolt.Tx, *Election)) (List[Election], error) {
	bucket, prefix := bucketElectionsByCreated, []byte(nil)
	if status != "" {
		if _, err := ParseStatus(string(status)); err != nil {
			return List[Election]{}, err
		}
		bucket, prefix = bucketElectionsByStatus, []byte{status.rank()}
	}
	sc, err := p.Scan(bucket, prefix, len(prefix)+8+kv.IDLen)
	if err != nil {
		return List[Election]{}, err
	}
	sc.Backward = true
	var out List[Election]
	err = s.view(ctx, func(tx *bolt.Tx) error {
		out.Next, err = sc.Run(tx, func(k, _ []byte) (bool, error) {
			rec, err := electionTable.Get(tx, ElectionID(k[len(k)-kv.IDLen:]))
			if err != nil || !wanted(rec) {
				return false, err
			}
			e, err := whole(tx, rec)
			shown(tx, &e)
			out.Items = append(out.Items, e)
			return true, err
		})
		return err
	})
	return out, err
}

// ElectionFor reads an election as a voter sees it. Errors: refusal.NotFound, also for a DRAFT.
func (s *Store) ElectionFor(ctx context.Context, voter UserID, id ElectionID) (Election, error) {
	var e Election
	err := s.view(ctx, func(tx *bolt.Tx) error {
		rec, err := electionTable.Get(tx, id)
		if err != nil {
			return err
		}
		if rec.Status == Draft {
			return refusal.NotFound
		}
		e, err = whole(tx, rec)
		e.showTo(tx, voter, s.now())
		return err
	})
	return e, err
}

// CloseDue completes the ACTIVE elections whose closesAt has come and returns them.
func (s *Store) CloseDue(ctx context.Context) ([]Election, error) {
	now := s.now()
	due := func(e Election) bool { return e.Status == Active && !e.ClosesAt.IsZero() && !now.Before(e.ClosesAt) }
	var closing []ElectionID
	err := s.view(ctx, func(tx *bolt.Tx) error {
		for id := range activeElections(tx) {
			rec, err := electionTable.Get(tx, id)
			if err != nil {
				return err
			}
			if due(rec.Election) {
				closing = append(closing, id)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var completed []Election
	for _, id := range closing {
		e, err := s.SetStatus(ctx, Actor{Kind: ActorSystem}, id, Completed)
		if errors.Is(err, refusal.IllegalTransition) {
			continue // an administrator was faster
		}
		if err != nil {
			return completed, err
		}
		completed = append(completed, e)
	}
	return completed, nil
}

func electionSubject(id ElectionID) Subject { return Subject{Kind: "election", ID: string(id)} }
