package store

import (
	"context"
	"fmt"
	"slices"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/tally"
)

// Round says that an election is a later round of another.
type Round struct {
	Number   int        `json:"number"`   // 2 for the second round
	Title    string     `json:"title"`    // of what the first round decided
	Previous ElectionID `json:"previous"` // the round before
}

// RoundLink names a round before or after an election.
type RoundLink struct {
	ID     ElectionID `json:"id"`
	Title  string     `json:"title"`
	Status Status     `json:"status"`
}

// SecondRound makes a DRAFT from a counted question that left seats open, for those seats, with photos and solids and
// with the settings, electorate, holders and witnesses of the first round, without times and keys. After a tie the tied
// stand again by the same rules; where too few reached the votes needed, the first two or those who share a place. The
// question says whether its threshold holds again. Without it the most votes win. Both elections name each other. title
// "" adds the number of the round to the title of the first.
// Errors: refusal.NotFound, refusal.ResultsRestricted, refusal.ResultsNotCalculated, refusal.NoSecondRound,
// refusal.ValidationFailed.
func (s *Store) SecondRound(ctx context.Context, by audit.Actor, election ElectionID, question QuestionID,
	title string) (Election, error) {
	var faults input.Faults
	faults.Line("title", &title, 0, maxTitle)
	if err := faults.Err(); err != nil {
		return Election{}, err
	}
	var e Election
	err := s.update(ctx, func(tx *bolt.Tx) error {
		first, q, remaining, err := s.remainingOf(tx, election, question)
		if err != nil {
			return err
		}
		rec := s.draftLike(first)
		rec.Round, rec.Translations = first.nextRound(q), untitled(rec.Translations)
		if rec.Title = title; title == "" {
			number := fmt.Sprintf(" (%d)", rec.Round.Number)
			whole := []rune(rec.Round.Title)
			rec.Title = string(whole[:min(len(whole), maxTitle-len(number))]) + number
		}
		rec.Questions = []Question{q}
		e, err = s.putLike(tx, tx, by, "election.second_round_made", election, rec, [][]Candidate{remaining})
		return err
	})
	return e, err
}

// nextRound is the round after an election of one of its questions.
func (e *Election) nextRound(q Question) *Round {
	next := &Round{Number: 2, Title: e.Title, Previous: e.ID}
	switch {
	case e.Round != nil:
		next.Number, next.Title = e.Round.Number+1, e.Round.Title
	case len(e.Questions) > 1:
		next.Title = q.Title
	}
	return next
}

// linkRound notes a later round in the round before it, or takes the note away.
func linkRound(tx *bolt.Tx, rec electionRecord, linked bool) error {
	if rec.Round == nil {
		return nil
	}
	previous, err := electionTable.Get(tx, rec.Round.Previous)
	if err != nil {
		return err
	}
	first := previous
	first.NextRounds = slices.DeleteFunc(slices.Clone(previous.NextRounds),
		func(id ElectionID) bool { return id == rec.ID })
	if linked {
		first.NextRounds = append(first.NextRounds, rec.ID)
	}
	return electionTable.Put(tx, &previous, first)
}

// readRounds adds to an election the titles of the rounds before and after it.
func (e *Election) readRounds(tx *bolt.Tx) error {
	link := func(id ElectionID) (RoundLink, error) {
		rec, err := electionTable.Get(tx, id)
		return RoundLink{rec.ID, rec.Title, rec.Status}, err
	}
	if e.Round != nil {
		previous, err := link(e.Round.Previous)
		if err != nil {
			return err
		}
		e.Previous = &previous
	}
	for _, id := range e.NextRounds {
		next, err := link(id)
		if err != nil {
			return err
		}
		e.Next = append(e.Next, next)
	}
	return nil
}

// putLike stores an election in DRAFT that was made from a first one, with copies of candidates for
// each of its questions. It reads their images in from, and writes in tx. action is the name of this in the audit list.
func (s *Store) putLike(from, tx *bolt.Tx, by audit.Actor, action string, first ElectionID, rec electionRecord,
	candidates [][]Candidate) (Election, error) {
	if err := s.joinAssembly(tx, &rec); err != nil {
		return Election{}, err
	}
	if err := electionTable.Put(tx, nil, rec); err != nil {
		return Election{}, err
	}
	if err := linkRound(tx, rec, true); err != nil {
		return Election{}, err
	}
	for i, q := range rec.Questions {
		copies := make(map[CandidateID]CandidateID) // lists come before their candidates
		for at, c := range candidates[i] {
			first := c.ID
			c.QuestionID, c.Position, c.List = q.ID, uint16(at), copies[c.List]
			var err error
			if copies[first], err = s.copyCandidate(from, tx, c, rec.ID); err != nil {
				return Election{}, err
			}
		}
	}
	if err := s.audit(tx, by, action, electionSubject(rec.ID), map[string]string{"first": string(first)}); err != nil {
		return Election{}, err
	}
	return fullElection(tx, rec)
}

// draftLike is an election in DRAFT with the settings of another, without its questions, times and keys.
func (s *Store) draftLike(other electionRecord) electionRecord {
	now := s.clock()
	rec := electionRecord{Election: Election{
		ID: kv.NewID[ElectionID](), Title: other.Title, Description: other.Description, Status: Draft,
		TimeZone: other.TimeZone,
		Settings: other.Settings, Quorum: other.Quorum, MaxProxies: other.MaxProxies, CreatedAt: now, UpdatedAt: now,
		Custody: other.Custody, Threshold: other.Threshold, Holders: other.Holders, AssemblyID: other.AssemblyID,
		Witnesses: other.Witnesses, KeepBoxDays: other.KeepBoxDays, Translations: other.Translations,
		Printed: other.Printed,
	}}
	rec.Settings.AutoOpen = false // its times are still to be set
	return rec
}

// remainingOf reads an election, and makes of one of its questions that of the next round, with those who stand again.
func (s *Store) remainingOf(tx *bolt.Tx, election ElectionID, question QuestionID) (rec electionRecord, next Question,
	remaining []Candidate, err error) {
	if rec, err = electionTable.Get(tx, election); err != nil {
		return rec, next, nil, err
	}
	counted, err := s.resultsOf(tx, rec)
	if err != nil {
		return rec, next, nil, err
	}
	if err := rec.readCandidates(tx); err != nil {
		return rec, next, nil, err
	}
	at, err := rec.place(question)
	if err != nil {
		return rec, next, nil, err
	}
	outcome := counted.Questions[at].Outcome // in the order of the paper
	asked := rec.Questions[at]
	missed := outcome.Ending == tally.NoMajority
	quotas, again, seats := asked.quotasLeft(outcome.Elected, outcome.Tied, asked.Seats-len(outcome.Elected))
	if len(again) < 2 || !missed && outcome.Ending != tally.Tied {
		return rec, next, nil, refusal.NoSecondRound
	}
	last := asked.Last && slices.Contains(again, len(asked.Candidates))
	if missed && !asked.KeepThreshold {
		next = asked.mostVotes(seats)
	} else {
		next = asked.forSeats(seats, len(again))
	}
	next.Quotas = quotas
	next.ID, next.Groups, next.Last = kv.NewID[QuestionID](), asked.Groups, last
	for _, n := range again {
		remaining = append(remaining, asked.Candidates[n-1])
	}
	return rec, next, remaining, nil
}

// mostVotes is the question under its title where the most votes win the seats, however few they are.
func (q Question) mostVotes(seats int) Question {
	next := Question{Title: q.Title, Text: q.Text, Translations: q.Translations}
	next.setMethod(tally.Default)
	if seats > 1 {
		next.setMethod(tally.Block)
		next.Seats, next.Max = seats, seats
	}
	next.Draw = q.Draw
	return next
}

// forSeats is the question by its own rules for fewer seats and candidates, without a threshold that it does not keep.
func (q Question) forSeats(seats, options int) Question {
	if !q.KeepThreshold && q.Method.Traits().Threshold == tally.May {
		q.Threshold = nil
	}
	if q.Method.Traits().Most == tally.MostSeats && q.Max == q.Seats {
		q.Max = seats
	}
	q.Seats, q.Candidates = seats, nil
	q.Max = min(q.Max, options)
	q.Min, q.Each = min(q.Min, q.Max), min(q.Each, q.Max)
	return q
}

// copyCandidate copies a candidate of from, with photo and solid, to another election in tx, and returns the new id.
func (s *Store) copyCandidate(from, tx *bolt.Tx, c Candidate, election ElectionID) (CandidateID, error) {
	first, photo := c.ID, c.Photo
	c.ID, c.ElectionID = kv.NewID[CandidateID](), election
	c.CreatedAt, c.Photo = s.clock(), nil
	if photo != nil {
		_, data, err := readPhoto(from, photo.ID)
		if err != nil {
			return "", err
		}
		image := Image{Data: data, MediaType: photo.MediaType, Width: photo.Width, Height: photo.Height}
		if c.Photo, err = replacePhoto(tx, nil, image, PhotoOwner{Candidate: c.ID}, c.CreatedAt); err != nil {
			return "", err
		}
	}
	if c.Solid != nil {
		var err error
		if c.Solid, err = putSolid(tx, c.ID, readSolid(from, first)); err != nil {
			return "", err
		}
	}
	return c.ID, candidateTable.Put(tx, nil, c)
}
