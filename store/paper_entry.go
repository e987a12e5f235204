package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// Rounds is how often the printed papers are entered: by different people, who do not see each other's entry.
const Rounds = 2

// maxClerk bounds the name of a person who types, in characters.
const maxClerk = 100

// PaperEntry is how far the entry of the printed papers of an election is.
type PaperEntry struct {
	Clerks   [Rounds]string `json:"clerks"` // the names of those who type; "" before they begin
	Users    [Rounds]UserID `json:"users"`  // the administrators from whose accounts they type
	Lot      *int           `json:"lot,omitempty"`
	Finished time.Time      `json:"finished,omitzero"`
}

// PaperState is the state of the printed papers of an election.
type PaperState struct {
	PaperEntry
	Printed   int
	HandedOut int
	NeedsLot  bool        // a number has to be thrown before anybody begins
	Entered   [Rounds]int // papers
}

// Differing is a printed paper whose entries differ. An entry is nil where the paper is missing.
type Differing struct {
	Reference int                `json:"reference"`
	Entries   [Rounds]*PaperMade `json:"entries"`
}

// PaperMade is a printed paper as it was typed: the marks of all questions, one after the other, none where it is
// invalid. Its reference is the number that the person who typed it wrote on it.
type PaperMade struct {
	Reference int   `json:"reference"`
	Marks     []int `json:"marks,omitempty"`
}

// maxReference bounds the numbers that are written on papers.
const maxReference = 999_999

// PaperState reads the state of the printed papers of an election. Errors: refusal.NotFound, refusal.NoPapers.
func (s *Store) PaperState(ctx context.Context, id ElectionID) (PaperState, error) {
	var state PaperState
	err := s.viewPapers(ctx, id, func(tx *bolt.Tx, e electionRecord) (err error) {
		state, err = e.paperState(tx)
		return err
	})
	return state, err
}

// viewPapers reads something of an election that has printed papers.
func (s *Store) viewPapers(ctx context.Context, id ElectionID, read func(*bolt.Tx, electionRecord) error) error {
	return s.view(ctx, func(tx *bolt.Tx) error {
		rec, err := electionTable.Get(tx, id)
		switch {
		case err != nil:
			return err
		case rec.Printed == 0:
			return refusal.NoPapers
		}
		return read(tx, rec)
	})
}

func (e *Election) paperState(tx *bolt.Tx) (PaperState, error) {
	state := PaperState{Printed: e.Printed}
	if e.Status == Draft {
		return state, nil
	}
	if e.Entry != nil {
		state.PaperEntry = *e.Entry
	}
	handed, err := papersHanded(tx, e.ID)
	state.HandedOut = handed
	draws := slices.ContainsFunc(e.Questions, func(q Question) bool { return q.Draw })
	state.NeedsLot = draws && e.Status == Completed && state.Lot == nil && state.HandedOut > 0 &&
		turnout(tx, e.ID) == state.HandedOut
	for round := range Rounds {
		for range enteredIn(tx, e.ID, round) {
			state.Entered[round]++
		}
	}
	return state, err
}

// papersIn are the printed papers that a count takes. Errors: refusal.PapersUnentered.
func (e *Election) papersIn(tx *bolt.Tx, handedOut int) (in ballotbox.PapersIn, err error) {
	switch {
	case handedOut == 0:
		return in, nil
	case e.Entry == nil || e.Entry.Finished.IsZero():
		return in, refusal.PapersUnentered
	case e.Entry.Lot != nil:
		in.Lot = *e.Entry.Lot
	}
	for _, marks := range enteredIn(tx, e.ID, 0) {
		in.Entered = append(in.Entered, ballotbox.Entered{Marks: marks})
	}
	slices.SortFunc(in.Entered, func(a, b ballotbox.Entered) int { return bytes.Compare(a.Marks, b.Marks) })
	return in, nil
}

// paperKey is the key of a typed paper: the round and the reference.
func paperKey(round, reference int) []byte {
	return binary.BigEndian.AppendUint32([]byte{byte(round)}, uint32(reference))
}

// enteredIn yields the papers of a round, from 0, by rising references: the marks, nil where a paper is invalid.
func enteredIn(tx *bolt.Tx, id ElectionID, round int) func(func(reference int, marks []byte) bool) {
	return func(yield func(int, []byte) bool) {
		b := tx.Bucket(bucketPaperEntry).Bucket([]byte(id))
		if b == nil {
			return
		}
		c := b.Cursor()
		for k, v := c.Seek([]byte{byte(round)}); k != nil && int(k[0]) == round; k, v = c.Next() {
			var marks []byte
			if len(v) > 0 {
				marks = slices.Clone(v)
			}
			if !yield(int(binary.BigEndian.Uint32(k[1:])), marks) {
				return
			}
		}
	}
}

// changeEntry changes the entry of the printed papers of a COMPLETED election that is not counted. Without an action,
// the record stays and the audit list hears nothing.
func (s *Store) changeEntry(ctx context.Context, by audit.Actor, id ElectionID, action string,
	change func(tx *bolt.Tx, rec *electionRecord, entry *PaperEntry) (map[string]string, error)) error {
	s.countMu.Lock()
	defer s.countMu.Unlock()
	return s.update(ctx, func(tx *bolt.Tx) error {
		previous, err := electionTable.Get(tx, id)
		switch {
		case err != nil:
			return err
		case previous.Printed == 0:
			return refusal.NoPapers
		case previous.Status != Completed:
			return refusal.NotCompleted
		case previous.Cancelled != nil:
			return refusal.Cancelled
		case previous.Entry != nil && !previous.Entry.Finished.IsZero() || tx.Bucket(bucketResults).Get([]byte(id)) != nil:
			return refusal.PapersEntered
		}
		rec := previous
		rec.Entry = new(PaperEntry)
		if previous.Entry != nil {
			*rec.Entry = *previous.Entry
		}
		details, err := change(tx, &rec, rec.Entry)
		if err != nil || action == "" { // a paper that is typed changes nothing else
			return err
		}
		if err := electionTable.Put(tx, &previous, rec); err != nil {
			return err
		}
		return s.audit(tx, by, action, electionSubject(id), details)
	})
}

// BeginPapers names who types a round, from 1, of the entry. The two names differ; who types is an administrator, or
// sits beside one. Errors: refusal.NotFound, refusal.NoPapers, refusal.NotCompleted, refusal.Cancelled,
// refusal.PapersEntered, refusal.PapersNeedLot, refusal.ValidationFailed.
func (s *Store) BeginPapers(ctx context.Context, by audit.Actor, id ElectionID, round int, clerk string) error {
	var faults input.Faults
	faults.Line("clerk", &clerk, 1, maxClerk)
	if err := errors.Join(checkRound(round), faults.Err()); err != nil {
		return err
	}
	return s.changeEntry(ctx, by, id, "election.papers_begun",
		func(tx *bolt.Tx, rec *electionRecord, entry *PaperEntry) (map[string]string, error) {
			state, err := rec.paperState(tx)
			if err == nil && state.NeedsLot {
				err = refusal.PapersNeedLot
			}
			if strings.EqualFold(entry.Clerks[Rounds-round], clerk) {
				return nil, refusal.Invalid("clerk", refusal.SameClerk, nil)
			}
			entry.Clerks[round-1], entry.Users[round-1] = clerk, UserID(by.ID)
			return map[string]string{"round": strconv.Itoa(round), "clerk": clerk}, err
		})
}

func checkRound(round int) error {
	if round < 1 || round > Rounds {
		return refusal.Missing("entry")
	}
	return nil
}

// checkPlace checks that an entry can have a paper of a number.
func checkPlace(round, reference int) error {
	if reference < 1 || reference > maxReference {
		return refusal.Missing("paper")
	}
	return checkRound(round)
}

// ThrowLot keeps the number that was thrown in public, from 1 to ballotbox.MaxLot, before the entry begins: the draw of
// an election in which nobody voted online comes from it. It does not change any more. Errors: refusal.NotFound,
// refusal.NoPapers, refusal.NotCompleted, refusal.Cancelled, refusal.PapersEntered, refusal.ValidationFailed.
func (s *Store) ThrowLot(ctx context.Context, by audit.Actor, id ElectionID, number int) error {
	if number < 1 || number > ballotbox.MaxLot {
		return refusal.Invalid("number", refusal.NotInteger, refusal.Facts{"min": 1, "max": ballotbox.MaxLot})
	}
	return s.changeEntry(ctx, by, id, "election.lot_thrown",
		func(tx *bolt.Tx, rec *electionRecord, entry *PaperEntry) (map[string]string, error) {
			state, err := rec.paperState(tx)
			if err == nil && !state.NeedsLot {
				err = refusal.PapersEntered
			}
			entry.Lot = &number
			return map[string]string{"number": strconv.Itoa(number)}, err
		})
}

// EnterPaper writes a printed paper into a round of the entry, from 1, or corrects it there. It is on disk when
// EnterPaper returns. Marks that are not those of a valid paper are refused: such a paper is entered as invalid,
// without marks. Errors: refusal.NotFound, refusal.NoPapers, refusal.NotCompleted, refusal.Cancelled,
// refusal.PapersEntered, refusal.PapersNotBegun, refusal.MarksInvalid, refusal.ValidationFailed.
func (s *Store) EnterPaper(ctx context.Context, by audit.Actor, id ElectionID, round int, paper PaperMade) error {
	if err := checkPlace(round, paper.Reference); err != nil {
		return err
	}
	return s.changeEntry(ctx, by, id, "",
		func(tx *bolt.Tx, rec *electionRecord, entry *PaperEntry) (map[string]string, error) {
			if entry.Clerks[round-1] == "" {
				return nil, refusal.PapersNotBegun
			}
			marks, err := paper.check(tx, id)
			if err != nil {
				return nil, err
			}
			b, err := tx.Bucket(bucketPaperEntry).CreateBucketIfNotExists([]byte(id))
			if err != nil {
				return nil, err
			}
			return nil, b.Put(paperKey(round-1, paper.Reference), marks)
		})
}

// check returns the marks of a typed paper, nil for an invalid one.
func (p PaperMade) check(tx *bolt.Tx, id ElectionID) ([]byte, error) {
	if p.Marks == nil {
		return nil, nil
	}
	m, _, err := getManifest(tx, id)
	if err != nil {
		return nil, err
	}
	marks := make([]byte, len(p.Marks))
	for i, mark := range p.Marks {
		if mark < 0 || mark > 255 {
			return nil, refusal.Invalid("marks", refusal.NotInteger, refusal.Facts{"min": 0, "max": 255})
		}
		marks[i] = byte(mark)
	}
	if len(marks) != m.OptionCount() {
		n := m.OptionCount()
		return nil, refusal.Invalid("marks", refusal.NotInteger, refusal.Facts{"min": n, "max": n})
	}
	return marks, checkMarks(m, marks, 1)
}

// DropPaper takes a paper out of a round of the entry, from 1. One that is not there is no error. Errors:
// refusal.NotFound, refusal.NoPapers, refusal.NotCompleted, refusal.Cancelled, refusal.PapersEntered.
func (s *Store) DropPaper(ctx context.Context, by audit.Actor, id ElectionID, round, reference int) error {
	if err := checkPlace(round, reference); err != nil {
		return err
	}
	return s.changeEntry(ctx, by, id, "",
		func(tx *bolt.Tx, _ *electionRecord, _ *PaperEntry) (map[string]string, error) {
			if b := tx.Bucket(bucketPaperEntry).Bucket([]byte(id)); b != nil {
				return nil, b.Delete(paperKey(round-1, reference))
			}
			return nil, nil
		})
}

// EnteredPapers reads the papers of a round of the entry, from 1, by rising references. Errors: refusal.NotFound,
// refusal.NoPapers.
func (s *Store) EnteredPapers(ctx context.Context, id ElectionID, round int) ([]PaperMade, error) {
	all := []PaperMade{}
	if err := checkRound(round); err != nil {
		return nil, err
	}
	err := s.viewPapers(ctx, id, func(tx *bolt.Tx, _ electionRecord) error {
		for reference, marks := range enteredIn(tx, id, round-1) {
			all = append(all, *made(reference, marks))
		}
		return nil
	})
	return all, err
}

// made is a typed paper for reading.
func made(reference int, marks []byte) *PaperMade {
	p := &PaperMade{Reference: reference}
	for _, mark := range marks {
		p.Marks = append(p.Marks, int(mark))
	}
	return p
}

// ComparePapers lists the papers whose two entries differ, by rising references. Errors: refusal.NotFound,
// refusal.NoPapers.
func (s *Store) ComparePapers(ctx context.Context, id ElectionID) ([]Differing, error) {
	all := []Differing{}
	err := s.viewPapers(ctx, id, func(tx *bolt.Tx, _ electionRecord) error {
		all = append(all, differing(tx, id)...)
		return nil
	})
	return all, err
}

func differing(tx *bolt.Tx, id ElectionID) (all []Differing) {
	entries := make(map[int]*[Rounds]*PaperMade)
	for round := range Rounds {
		for reference, marks := range enteredIn(tx, id, round) {
			if entries[reference] == nil {
				entries[reference] = new([Rounds]*PaperMade)
			}
			entries[reference][round] = made(reference, marks)
		}
	}
	for reference, both := range entries {
		if both[0] == nil || both[1] == nil || !slices.Equal(both[0].Marks, both[1].Marks) {
			all = append(all, Differing{reference, *both})
		}
	}
	slices.SortFunc(all, func(a, b Differing) int { return a.Reference - b.Reference })
	return all
}

// FinishPapers ends the entry, so that the election can be counted. Both entries must be the same, and have no more
// papers than were handed out. Nothing changes any more then. Errors: refusal.NotFound, refusal.NoPapers,
// refusal.NotCompleted, refusal.Cancelled, refusal.PapersEntered, refusal.PapersNotBegun, refusal.PapersDiffer,
// refusal.PapersTooMany.
func (s *Store) FinishPapers(ctx context.Context, by audit.Actor, id ElectionID) error {
	return s.changeEntry(ctx, by, id, "election.papers_entered",
		func(tx *bolt.Tx, rec *electionRecord, entry *PaperEntry) (map[string]string, error) {
			state, err := rec.paperState(tx)
			if err != nil {
				return nil, err
			}
			if slices.Contains(entry.Clerks[:], "") {
				return nil, refusal.PapersNotBegun
			}
			if n := len(differing(tx, id)); n > 0 {
				return nil, refusal.PapersDiffer.With(refusal.Facts{"papers": n})
			}
			if n := state.Entered[0]; n > state.HandedOut {
				return nil, refusal.PapersTooMany.With(refusal.Facts{"entered": n, "handedOut": state.HandedOut})
			}
			entry.Finished = s.clock()
			return map[string]string{"papers": fmt.Sprint(state.Entered[0])}, nil
		})
}

// checkPrinted refuses the opening of an election with printed papers whose people have weights, or whose questions are
// for groups or count people beside weights. Errors: refusal.PapersUnfit.
func (e *Election) checkPrinted(tx *bolt.Tx) error {
	switch {
	case e.Printed == 0:
		return nil
	case !e.Settings.Electorate.freezes():
		return refusal.PapersElectorate
	case len(e.groups()) > 0:
		return refusal.PapersGroups
	case slices.ContainsFunc(e.Questions, func(q Question) bool { return q.PeopleThreshold != nil }):
		return refusal.PapersPeople
	}
	all, err := e.rollNow(tx)
	if err == nil && (len(all.Classes) > 1 || all.Weight(all.Classes[0].Weight) != ballotbox.Vote) {
		err = refusal.PapersWeights
	}
	return err
}
