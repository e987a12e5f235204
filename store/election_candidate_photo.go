package store

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/refusal"
)

// SetCandidatePhoto replaces a candidate's photo, and a solid. Only in DRAFT: all voters must see the same photo. The
// candidate names an election that is "". Errors: refusal.NotFound, refusal.NotDraft, refusal.MotionOptions.
func (s *Store) SetCandidatePhoto(ctx context.Context, by audit.Actor, election ElectionID, id CandidateID,
	image Image) (Candidate, error) {
	return s.changeCandidate(ctx, by, election, id, "candidate.photo_set", func(tx *bolt.Tx, c *Candidate) (err error) {
		if err := c.dropSolid(tx); err != nil {
			return err
		}
		c.Photo, err = replacePhoto(tx, c.Photo, image, PhotoOwner{Candidate: id}, s.clock())
		return err
	})
}

// RemoveCandidatePhoto removes the photo of a candidate of an election in DRAFT, and the solid that it shows. Errors:
// refusal.NotFound, also when there is no photo; refusal.NotDraft, refusal.MotionOptions.
func (s *Store) RemoveCandidatePhoto(ctx context.Context, by audit.Actor, election ElectionID, id CandidateID) error {
	_, err := s.changeCandidate(ctx, by, election, id, "candidate.photo_removed", func(tx *bolt.Tx, c *Candidate) error {
		if c.Photo == nil {
			return refusal.Missing(photoTable.Name)
		}
		return c.dropPhoto(tx)
	})
	return err
}

// SetCandidateSolid gives a candidate of an election in DRAFT a solid as GLB, in place of any other, with its still
// picture as the photo. Both are frozen when the election opens. Errors: refusal.NotFound, refusal.NotDraft,
// refusal.MotionOptions, refusal.SolidTooLarge, refusal.SolidsTooLarge.
func (s *Store) SetCandidateSolid(ctx context.Context, by audit.Actor, election ElectionID, id CandidateID,
	still Image, glb []byte) (Candidate, error) {
	if err := CheckSolidSize(int64(len(glb))); err != nil {
		return Candidate{}, err
	}
	return s.changeCandidate(ctx, by, election, id, "candidate.solid_set", func(tx *bolt.Tx, c *Candidate) error {
		standing, err := candidatesOf(tx, c.ElectionID, "")
		if err != nil {
			return err
		}
		total := len(glb)
		for _, other := range standing {
			if other.Solid != nil && other.ID != id {
				total += other.Solid.Size
			}
		}
		if total > MaxSolids {
			return refusal.SolidsTooLarge.With(refusal.Facts{"size": int64(total), "limit": int64(MaxSolids)})
		}
		if c.Photo, err = replacePhoto(tx, c.Photo, still, PhotoOwner{Candidate: id}, s.clock()); err != nil {
			return err
		}
		c.Solid, err = putSolid(tx, id, glb)
		return err
	})
}

// RemoveCandidateSolid removes the solid of a candidate of an election in DRAFT, and its still picture. Errors:
// refusal.NotFound, also when there is no solid; refusal.NotDraft, refusal.MotionOptions.
func (s *Store) RemoveCandidateSolid(ctx context.Context, by audit.Actor, election ElectionID, id CandidateID) error {
	_, err := s.changeCandidate(ctx, by, election, id, "candidate.solid_removed", func(tx *bolt.Tx, c *Candidate) error {
		if c.Solid == nil {
			return refusal.Missing("solid")
		}
		return c.dropPhoto(tx)
	})
	return err
}

// CandidatePhoto reads a candidate's photo. Only administrators see it in a DRAFT. Errors: refusal.NotFound.
func (s *Store) CandidatePhoto(ctx context.Context, id CandidateID, forAdmin bool) (Photo, []byte, error) {
	return s.candidatePhoto(ctx, func(tx *bolt.Tx) (Candidate, error) { return shownCandidate(tx, id, forAdmin) })
}

// CandidateSolid reads a candidate's solid, as GLB. Only administrators see it in a DRAFT. Errors: refusal.NotFound.
func (s *Store) CandidateSolid(ctx context.Context, id CandidateID, forAdmin bool) (Solid, []byte, error) {
	return s.candidateSolid(ctx, func(tx *bolt.Tx) (Candidate, error) { return shownCandidate(tx, id, forAdmin) })
}

// candidatePhoto reads the photo of the candidate that read returns. Errors: refusal.NotFound, those of read.
func (s *Store) candidatePhoto(ctx context.Context, read func(*bolt.Tx) (Candidate, error)) (Photo, []byte, error) {
	var rec photoRecord
	var data []byte
	err := s.view(ctx, func(tx *bolt.Tx) error {
		c, err := read(tx)
		if err != nil {
			return err
		}
		if c.Photo == nil {
			return refusal.Missing(photoTable.Name)
		}
		rec, data, err = readPhoto(tx, c.Photo.ID)
		return err
	})
	return rec.Photo, data, err
}

// candidateSolid reads the solid of the candidate that read returns. Errors: refusal.NotFound, those of read.
func (s *Store) candidateSolid(ctx context.Context, read func(*bolt.Tx) (Candidate, error)) (Solid, []byte, error) {
	var solid Solid
	var glb []byte
	err := s.view(ctx, func(tx *bolt.Tx) error {
		c, err := read(tx)
		if err != nil {
			return err
		}
		if c.Solid == nil {
			return refusal.Missing("solid")
		}
		solid, glb = *c.Solid, readSolid(tx, c.ID)
		return nil
	})
	return solid, glb, err
}

// shownCandidate reads a candidate whom everybody may see, or an administrator.
func shownCandidate(tx *bolt.Tx, id CandidateID, forAdmin bool) (Candidate, error) {
	c, err := candidateTable.Get(tx, id)
	if err != nil {
		return c, err
	}
	e, err := electionTable.Get(tx, c.ElectionID)
	if err != nil {
		return c, err
	}
	if e.Status == Draft && !forAdmin {
		return c, refusal.Missing(candidateTable.Name)
	}
	return c, nil
}
