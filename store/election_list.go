package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/input"
	"ostrakon/store/kv"
)

// fullElection adds to an election what other buckets know about it.
func fullElection(tx *bolt.Tx, rec electionRecord) (Election, error) {
	if err := rec.readCandidates(tx); err != nil {
		return rec.Election, err
	}
	return outlineOf(tx, rec)
}

// outlineOf is fullElection for candidates that were read, or that nobody needs.
func outlineOf(tx *bolt.Tx, rec electionRecord) (Election, error) {
	e := rec.Election
	if err := e.readRounds(tx); err != nil {
		return e, err
	}
	if err := e.readAssembly(tx); err != nil {
		return e, err
	}
	var err error
	if e.Tried, err = rec.wasTried(); err != nil {
		return e, err
	}
	e.Turnout.Ballots = turnout(tx, e.ID)
	e.Turnout.Electorate = rec.Electorate
	if e.Turnout.Electorate == 0 && e.Status != Completed {
		if e.Turnout.Electorate, err = electorate(tx, e); err != nil {
			return e, err
		}
	}
	e.ResultsCalculated = tx.Bucket(bucketResults).Get([]byte(e.ID)) != nil
	return e, nil
}

// electorate is the number of people who could vote now: those on the roll, those of them who are present or
// represented, or the active accounts. It is at least the number of ballots, because accounts may have been suspended
// since.
func electorate(tx *bolt.Tx, e Election) (int, error) {
	if e.Settings.Electorate.freezes() && e.asksSome() {
		people := 0
		err := e.electors(tx, func(frozenElector) error { people++; return nil })
		return people, err
	}
	switch e.Settings.Electorate {
	case ElectorateRoll:
		return number(tx, totalRoll), nil
	case ElectoratePresent:
		return e.countPresent(tx)
	}
	return max(number(tx, counterVoters), turnout(tx, e.ID)), nil
}

// showTo makes e what a voter sees: whether they have voted or may vote, the papers that they may cast and, if e asks
// for it, the candidates, but not a motion's options and the last one of Question.Last, in the voter's own lasting
// order. Of lists, only the lists are; their candidates stay in order.
func (s *Store) showTo(tx *bolt.Tx, e *Election, voter UserID) (err error) {
	e.HasVoted, e.KeyMissing = hasVoted(tx, e.ID, voter), s.lacksKey(tx, e)
	e.Eligibility = e.eligibility(tx, voter, s.now())
	if e.Proxy, err = heldVote(tx, e.ID, voter); err != nil {
		return err
	}
	if e.Papers, err = papersOf(tx, e.ID, voter); err != nil || !e.Settings.ShuffleCandidates {
		return err
	}
	place := func(c Candidate) []byte {
		sum := sha256.Sum256(kv.Key([]byte("ostrakon/order/1\x00"), []byte(voter), []byte(c.ID)))
		return sum[:]
	}
	for _, q := range e.Questions {
		if n := len(q.Candidates); n > 0 && !q.Method.Traits().Answers {
			if q.Last {
				n--
			}
			if q.Lists != nil {
				n = listCount(q.Candidates)
			}
			slices.SortFunc(q.Candidates[:n], func(a, b Candidate) int { return bytes.Compare(place(a), place(b)) })
			arrange(q.Candidates)
		}
	}
	return nil
}

// Election reads an election in any status. Errors: refusal.NotFound.
func (s *Store) Election(ctx context.Context, id ElectionID) (Election, error) {
	var e Election
	err := s.view(ctx, func(tx *bolt.Tx) error {
		rec, err := electionTable.Get(tx, id)
		if err != nil {
			return err
		}
		if e, err = fullElection(tx, rec); err != nil {
			return err
		}
		e.KeyMissing = s.lacksKey(tx, &e)
		if e.Status == Draft {
			e.Attendance, err = e.attendance(tx)
			return err
		}
		e.Weighed, err = e.weigh(tx)
		return err
	})
	return e, err
}

// Elections lists elections, newest first: all, or those of a status. Errors: refusal.ValidationFailed.
func (s *Store) Elections(ctx context.Context, status Status, p Page) (List[Election], error) {
	return s.listElections(ctx, electionFilter{status: status, drafts: true}, p, asItIs)
}

// ElectionsByAge is Elections for the earlier ones, which nobody has to do anything about, or for all others. Earlier
// are those that were cancelled or closed without a ballot, and a day after the close those that are counted. Errors:
// refusal.ValidationFailed.
func (s *Store) ElectionsByAge(ctx context.Context, status Status, earlier bool, p Page) (List[Election], error) {
	return s.listElections(ctx, electionFilter{status: status, drafts: true, earlier: &earlier}, p, asItIs)
}

// BoardElections lists the elections past DRAFT, newest first. Errors: refusal.ValidationFailed.
func (s *Store) BoardElections(ctx context.Context, p Page) (List[Election], error) {
	return s.listElections(ctx, electionFilter{}, p, asItIs)
}

// BoardElection reads an election past DRAFT. Errors: refusal.NotFound.
func (s *Store) BoardElection(ctx context.Context, id ElectionID) (Election, error) {
	var e Election
	err := s.view(ctx, func(tx *bolt.Tx) error {
		rec, err := published(tx, id)
		if err == nil {
			e, err = outlineOf(tx, rec)
		}
		return err
	})
	return e, err
}

// OpenedLast lists the election that opened last, without candidates; none before the first opens.
func (s *Store) OpenedLast(ctx context.Context) (List[Election], error) {
	var out List[Election]
	err := s.view(ctx, func(tx *bolt.Tx) error {
		var last electionRecord
		for id := range kv.Walk(tx, bucketElectionsByCreated, nil) {
			rec, err := electionTable.Get(tx, ElectionID(id[len(id)-kv.IDLen:]))
			if err != nil {
				return err
			}
			if rec.Status != Draft && !rec.ActivatedAt.Before(last.ActivatedAt) {
				last = rec
			}
		}
		if last.ID == "" {
			return nil
		}
		e, err := outlineOf(tx, last)
		out.Items = []Election{e}
		return err
	})
	return out, err
}

// electionFilter says which elections a list has.
type electionFilter struct {
	status   Status // "" for all
	drafts   bool   // with those in DRAFT
	earlier  *bool  // only those that are, or are not, earlier ones; nil for all
	outlines bool   // without candidates, see OutlinesFor
}

// read adds to an election what the list has of it.
func (f electionFilter) read(tx *bolt.Tx, rec electionRecord) (Election, error) {
	if f.outlines && len(rec.Questions) > 1 {
		return outlineOf(tx, rec)
	}
	return fullElection(tx, rec)
}

// takes reports whether a list has an election.
func (f electionFilter) takes(tx *bolt.Tx, rec electionRecord, now time.Time) bool {
	return (rec.Status != Draft || f.drafts) && (f.earlier == nil || *f.earlier == rec.isEarlier(tx, now))
}

// isEarlier reports whether an election is over for everybody, see ElectionsByAge.
func (rec electionRecord) isEarlier(tx *bolt.Tx, now time.Time) bool {
	const fresh = 24 * time.Hour
	switch {
	case rec.Status != Completed:
		return false
	case rec.Cancelled != nil || turnout(tx, rec.ID) == 0:
		return true
	}
	return tx.Bucket(bucketResults).Get([]byte(rec.ID)) != nil && now.Sub(rec.CompletedAt) >= fresh
}

func asItIs(*bolt.Tx, *Election) error { return nil }

// ElectionsFor lists elections as a voter sees them: ACTIVE or COMPLETED ones, newest first, with HasVoted and the
// candidates in the voter's order. Errors: refusal.ValidationFailed, also for DRAFT and for no status.
func (s *Store) ElectionsFor(ctx context.Context, voter UserID, status Status, p Page) (List[Election], error) {
	return s.electionsFor(ctx, voter, electionFilter{status: status}, p)
}

// CompletedFor is ElectionsFor for COMPLETED elections: the earlier ones, see ElectionsByAge, or all others.
func (s *Store) CompletedFor(ctx context.Context, voter UserID, earlier bool, p Page) (List[Election], error) {
	return s.electionsFor(ctx, voter, electionFilter{status: Completed, earlier: &earlier}, p)
}

// OutlinesFor is ElectionsFor, and with earlier CompletedFor, for a list that says only how much there is to decide:
// the candidates of an only question are there, and no others.
func (s *Store) OutlinesFor(ctx context.Context, voter UserID, status Status, earlier *bool,
	p Page) (List[Election], error) {
	return s.electionsFor(ctx, voter, electionFilter{status: status, earlier: earlier, outlines: true}, p)
}

func (s *Store) electionsFor(ctx context.Context, voter UserID, f electionFilter, p Page) (List[Election], error) {
	var faults input.Faults
	if !input.OneOf(&faults, "status", f.status, Active, Completed) {
		return List[Election]{}, faults.Err()
	}
	return s.listElections(ctx, f, p,
		func(tx *bolt.Tx, e *Election) error { return s.showTo(tx, e, voter) })
}

// listElections lists elections as shown leaves them. Unless it has to read them to know, it counts them in the index.
func (s *Store) listElections(ctx context.Context, f electionFilter, p Page,
	shown func(*bolt.Tx, *Election) error) (List[Election], error) {
	bucket, prefix := bucketElectionsByCreated, []byte(nil)
	if f.status != "" {
		if _, err := ParseStatus(string(f.status)); err != nil {
			return List[Election]{}, err
		}
		bucket, prefix = bucketElectionsByStatus, []byte{f.status.rank()}
	}
	sc, err := p.Scan(bucket, prefix, len(prefix)+8+kv.IDLen)
	if err != nil {
		return List[Election]{}, err
	}
	sc.Backward = !p.Reverse
	var out List[Election]
	err = s.view(ctx, func(tx *bolt.Tx) error {
		if f.earlier == nil {
			out.Total = new(kv.Lines(tx, bucket, prefix))
			if f.status == "" && !f.drafts {
				*out.Total -= kv.Lines(tx, bucketElectionsByStatus, []byte{Draft.rank()})
			}
		}
		out.Next, err = sc.Run(tx, func(k, _ []byte) (bool, error) {
			rec, err := electionTable.Get(tx, ElectionID(k[len(k)-kv.IDLen:]))
			if err != nil || !f.takes(tx, rec, s.now()) {
				return false, err
			}
			e, err := f.read(tx, rec)
			if err == nil {
				err = shown(tx, &e)
			}
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
		rec, err := published(tx, id)
		if err != nil {
			return err
		}
		if e, err = fullElection(tx, rec); err != nil {
			return err
		}
		return s.showTo(tx, &e, voter)
	})
	return e, err
}

// HasVoted reports whether a voter has voted in an election. Errors: refusal.NotFound, also for a DRAFT.
func (s *Store) HasVoted(ctx context.Context, voter UserID, election ElectionID) (bool, error) {
	var voted bool
	err := s.view(ctx, func(tx *bolt.Tx) error {
		_, err := published(tx, election)
		voted = err == nil && hasVoted(tx, election, voter)
		return err
	})
	return voted, err
}
