package store

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// How many candidates an election needs to open, and how many it takes.
const (
	MinCandidates = 2
	MaxCandidates = 100
)

// Candidate stands in one election.
type Candidate struct {
	ID          CandidateID `json:"id"`
	ElectionID  ElectionID  `json:"electionId"`
	Position    uint16      `json:"position"` // order of entry, unless an administrator has put them in another
	Name        string      `json:"name"`
	Affiliation string      `json:"affiliation,omitempty"`
	Description string      `json:"description,omitempty"`
	Photo       *Photo      `json:"photo,omitempty"`
	CreatedAt   time.Time   `json:"createdAt"`
}

var candidateTable = kv.Table[CandidateID, Candidate]{
	Bucket: bucketCandidates,
	ID:     func(c Candidate) CandidateID { return c.ID },
	Indexes: []kv.Index[Candidate]{
		{Bucket: bucketCandidatesByElection, Lines: func(c Candidate) []kv.Line {
			return []kv.Line{{Key: kv.Key([]byte(c.ElectionID), binary.BigEndian.AppendUint16(nil, c.Position), []byte(c.ID))}}
		}},
	},
}

func deleteCandidate(tx *bolt.Tx, c Candidate) error {
	if c.Photo != nil {
		if err := deletePhoto(tx, c.Photo.ID); err != nil {
			return err
		}
	}
	return candidateTable.Delete(tx, c)
}

// candidatesOf reads an election's candidates in their order of entry.
func candidatesOf(tx *bolt.Tx, id ElectionID) ([]Candidate, error) {
	standing := []Candidate{}
	for k := range kv.Walk(tx, bucketCandidatesByElection, []byte(id)) {
		c, err := candidateTable.Get(tx, kv.LastID[CandidateID](k))
		if err != nil {
			return nil, err
		}
		standing = append(standing, c)
	}
	return standing, nil
}

// showTo makes e what a voter sees of it: whether they have voted or may vote now, and the
// candidates in an order of the voter's own where the election asks for that, the same at each
// look.
func (e *Election) showTo(tx *bolt.Tx, voter UserID, now time.Time) {
	e.HasVoted = hasVoted(tx, e.ID, voter)
	e.Eligibility = e.eligibility(tx, voter, now)
	if !e.Settings.ShuffleCandidates {
		return
	}
	place := func(c Candidate) []byte {
		sum := sha256.Sum256(kv.Key([]byte("ostrakon/order/1\x00"), []byte(voter), []byte(c.ID)))
		return sum[:]
	}
	slices.SortFunc(e.Candidates, func(a, b Candidate) int { return bytes.Compare(place(a), place(b)) })
}

// CandidateChange is what an administrator says of a candidate; nil leaves a field as it is.
type CandidateChange struct {
	Name        *string
	Affiliation *string
	Description *string
}

func (ch CandidateChange) apply(c *Candidate) error {
	set(&c.Name, ch.Name)
	set(&c.Affiliation, ch.Affiliation)
	set(&c.Description, ch.Description)
	var v validation
	v.line("name", &c.Name, 1, maxName)
	v.line("affiliation", &c.Affiliation, 0, maxName)
	v.text("description", &c.Description, 0, maxPitch)
	return v.err()
}

// AddCandidate adds a candidate to an election in DRAFT. Errors: refusal.NotFound,
// refusal.NotDraft, refusal.TooManyCandidates, refusal.ValidationFailed.
func (s *Store) AddCandidate(ctx context.Context, by Actor, id ElectionID, ch CandidateChange) (Candidate, error) {
	c := Candidate{ID: kv.NewID[CandidateID](), ElectionID: id, CreatedAt: s.clock()}
	err := s.update(ctx, func(tx *bolt.Tx) error {
		if _, err := draft(tx, id); err != nil {
			return err
		}
		if err := ch.apply(&c); err != nil {
			return err
		}
		standing, err := candidatesOf(tx, id)
		if err != nil {
			return err
		}
		if len(standing) >= MaxCandidates {
			return refusal.TooManyCandidates.With(refusal.Facts{"max": MaxCandidates})
		}
		if len(standing) > 0 {
			c.Position = standing[len(standing)-1].Position + 1
		}
		if err := candidateTable.Put(tx, nil, c); err != nil {
			return err
		}
		return s.audit(tx, by, "candidate.added", candidateSubject(c.ID), map[string]string{"election": string(id)})
	})
	return c, err
}

// UpdateCandidate changes a candidate of an election in DRAFT. Errors:
// refusal.NotFound (also when the candidate stands elsewhere), refusal.NotDraft, refusal.ValidationFailed.
func (s *Store) UpdateCandidate(ctx context.Context, by Actor, election ElectionID, id CandidateID, ch CandidateChange) (Candidate, error) {
	return s.changeCandidate(ctx, by, election, id, "candidate.updated", func(_ *bolt.Tx, c *Candidate) error {
		return ch.apply(c)
	})
}

// SetCandidatePhoto gives a candidate of an election in DRAFT a photo in place
// of any before; voters must all see the same one. election may be "" where
// the candidate alone names it. Errors: refusal.NotFound, refusal.NotDraft.
func (s *Store) SetCandidatePhoto(ctx context.Context, by Actor, election ElectionID, id CandidateID, image Image) (Candidate, error) {
	return s.changeCandidate(ctx, by, election, id, "candidate.photo_set", func(tx *bolt.Tx, c *Candidate) (err error) {
		c.Photo, err = replacePhoto(tx, c.Photo, image, PhotoOwner{Candidate: id}, s.clock())
		return err
	})
}

// RemoveCandidatePhoto takes the photo of a candidate of an election in DRAFT
// away. Errors: refusal.NotFound, also when there is no photo; refusal.NotDraft.
func (s *Store) RemoveCandidatePhoto(ctx context.Context, by Actor, election ElectionID, id CandidateID) error {
	_, err := s.changeCandidate(ctx, by, election, id, "candidate.photo_removed", func(tx *bolt.Tx, c *Candidate) error {
		if c.Photo == nil {
			return refusal.NotFound
		}
		removed := c.Photo.ID
		c.Photo = nil
		return deletePhoto(tx, removed)
	})
	return err
}

func (s *Store) changeCandidate(ctx context.Context, by Actor, election ElectionID, id CandidateID, action string, change func(*bolt.Tx, *Candidate) error) (Candidate, error) {
	var c Candidate
	err := s.update(ctx, func(tx *bolt.Tx) error {
		previous, err := draftCandidate(tx, election, id)
		if err != nil {
			return err
		}
		c = previous
		if err := change(tx, &c); err != nil {
			return err
		}
		if err := candidateTable.Put(tx, &previous, c); err != nil {
			return err
		}
		return s.audit(tx, by, action, candidateSubject(id), map[string]string{"election": string(c.ElectionID)})
	})
	return c, err
}

// RemoveCandidate takes a candidate out of an election in DRAFT. Errors: refusal.NotFound, refusal.NotDraft.
func (s *Store) RemoveCandidate(ctx context.Context, by Actor, election ElectionID, id CandidateID) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		c, err := draftCandidate(tx, election, id)
		if err != nil {
			return err
		}
		if err := deleteCandidate(tx, c); err != nil {
			return err
		}
		return s.audit(tx, by, "candidate.removed", candidateSubject(id), map[string]string{"election": string(c.ElectionID), "name": c.Name})
	})
}

// OrderCandidates puts the candidates of an election in DRAFT in the order
// given, which must name each of them once. Errors: refusal.NotFound, refusal.NotDraft, refusal.ValidationFailed.
func (s *Store) OrderCandidates(ctx context.Context, by Actor, id ElectionID, order []CandidateID) ([]Candidate, error) {
	var standing []Candidate
	err := s.update(ctx, func(tx *bolt.Tx) error {
		if _, err := draft(tx, id); err != nil {
			return err
		}
		var err error
		if standing, err = candidatesOf(tx, id); err != nil {
			return err
		}
		place := make(map[CandidateID]uint16, len(standing))
		for i, c := range order[:min(len(order), MaxCandidates)] {
			place[c] = uint16(i)
		}
		for _, c := range standing {
			if _, named := place[c.ID]; !named || len(order) != len(standing) {
				return refusal.Invalid("order", refusal.OrderIncomplete, nil)
			}
		}
		for i, previous := range standing {
			standing[i].Position = place[previous.ID]
			if err := candidateTable.Put(tx, &previous, standing[i]); err != nil {
				return err
			}
		}
		slices.SortFunc(standing, func(a, b Candidate) int { return cmp.Compare(a.Position, b.Position) })
		return s.audit(tx, by, "election.candidates_ordered", electionSubject(id), nil)
	})
	return standing, err
}

// draftCandidate reads a candidate who may be changed: of this election, if one is named, and that in DRAFT.
func draftCandidate(tx *bolt.Tx, election ElectionID, id CandidateID) (Candidate, error) {
	c, err := candidateTable.Get(tx, id)
	if err != nil {
		return c, err
	}
	if election != "" && c.ElectionID != election {
		return c, refusal.NotFound
	}
	_, err = draft(tx, c.ElectionID)
	return c, err
}

func candidateSubject(id CandidateID) Subject { return Subject{Kind: "candidate", ID: string(id)} }
