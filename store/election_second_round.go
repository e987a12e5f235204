package store

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/tally"
)

// SecondRound makes a DRAFT from a counted question in which nobody reached the votes needed: plurality between the
// first two, or those who share a place, with photos and the first round's settings, electorate, holders and witnesses,
// without times and keys. title "" keeps the old one. Errors: refusal.NotFound, refusal.ResultsRestricted,
// refusal.ResultsNotCalculated, refusal.NoSecondRound, refusal.ValidationFailed.
func (s *Store) SecondRound(ctx context.Context, by audit.Actor, election ElectionID, question QuestionID,
	title string) (Election, error) {
	var faults input.Faults
	faults.Line("title", &title, 0, maxTitle)
	if err := faults.Err(); err != nil {
		return Election{}, err
	}
	var e Election
	err := s.update(ctx, func(tx *bolt.Tx) error {
		first, at, remaining, err := remainingOf(tx, election, question)
		if err != nil {
			return err
		}
		rec := s.draftLike(first)
		if title != "" {
			rec.Title = title
		}
		q := Question{ID: kv.NewID[QuestionID]()}
		q.setMethod(tally.Default)
		q.Title, q.Text, q.Draw = first.Questions[at].Title, first.Questions[at].Text, first.Questions[at].Draw
		rec.Questions = []Question{q}
		e, err = s.putLike(tx, tx, by, "election.second_round_made", election, rec, [][]Candidate{remaining})
		return err
	})
	return e, err
}

// putLike stores an election in DRAFT that was made from a first one, with copies of candidates for
// each of its questions. It reads their images in from, and writes in tx. action is the name of this in the audit list.
func (s *Store) putLike(from, tx *bolt.Tx, by audit.Actor, action string, first ElectionID, rec electionRecord,
	candidates [][]Candidate) (Election, error) {
	if err := electionTable.Put(tx, nil, rec); err != nil {
		return Election{}, err
	}
	for i, q := range rec.Questions {
		for at, c := range candidates[i] {
			if err := s.copyCandidate(from, tx, c, rec.ID, q.ID, uint16(at)); err != nil {
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
		Custody: other.Custody, Threshold: other.Threshold, Witnesses: other.Witnesses,
	}}
	for _, h := range other.Holders { // they make new keys: a key is for one election
		rec.Holders = append(rec.Holders, ballotbox.Holder{Name: h.Name})
	}
	rec.Invitations = make([][]byte, len(rec.Holders))
	rec.Settings.AutoOpen = false // its times are still to be set
	return rec
}

// remainingOf reads an election, the place of a question, and its candidates who go on to a second round.
func remainingOf(tx *bolt.Tx, election ElectionID, question QuestionID) (rec electionRecord, at int,
	remaining []Candidate, err error) {
	if rec, err = electionTable.Get(tx, election); err != nil {
		return rec, at, nil, err
	}
	counted, err := resultsOf(tx, rec)
	if err != nil {
		return rec, at, nil, err
	}
	if at, err = rec.place(question); err != nil {
		return rec, at, nil, err
	}
	r := counted.Questions[at] // in the order of the paper
	if r.Outcome.Ending != tally.NoMajority || len(r.Outcome.Tied) < MinCandidates {
		return rec, at, nil, refusal.NoSecondRound
	}
	for _, n := range r.Outcome.Tied {
		c, err := candidateTable.Get(tx, CandidateID(r.Question.Options[n-1].ID))
		if err != nil {
			return rec, at, nil, err
		}
		remaining = append(remaining, c)
	}
	return rec, at, remaining, nil
}

// copyCandidate copies a candidate of from, with photo and solid, to another election in tx.
func (s *Store) copyCandidate(from, tx *bolt.Tx, c Candidate, election ElectionID, question QuestionID,
	position uint16) error {
	first, photo := c.ID, c.Photo
	c.ID, c.ElectionID, c.QuestionID, c.Position = kv.NewID[CandidateID](), election, question, position
	c.CreatedAt, c.Photo = s.clock(), nil
	if photo != nil {
		_, data, err := readPhoto(from, photo.ID)
		if err != nil {
			return err
		}
		image := Image{Data: data, MediaType: photo.MediaType, Width: photo.Width, Height: photo.Height}
		if c.Photo, err = replacePhoto(tx, nil, image, PhotoOwner{Candidate: c.ID}, c.CreatedAt); err != nil {
			return err
		}
	}
	if c.Solid != nil {
		var err error
		if c.Solid, err = putSolid(tx, c.ID, readSolid(from, first)); err != nil {
			return err
		}
	}
	return candidateTable.Put(tx, nil, c)
}
