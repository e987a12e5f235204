package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"ostrakon/store/kv"
	"ostrakon/store/refusal"

	bolt "go.etcd.io/bbolt"
)

// Photo describes a stored image.
type Photo struct {
	ID        PhotoID   `json:"id"`
	MediaType string    `json:"mediaType"`
	Width     int       `json:"width"`  // pixels
	Height    int       `json:"height"` // pixels
	SHA256    string    `json:"sha256"` // of the bytes, hexadecimal
	CreatedAt time.Time `json:"createdAt"`
}

// Image is an image to be stored: already bounded, re-encoded and free of metadata.
type Image struct {
	Data          []byte
	MediaType     string
	Width, Height int // pixels
}

// PhotoOwner is who a photo shows; exactly one field is set.
type PhotoOwner struct {
	User      UserID      `json:"user,omitempty"`
	Candidate CandidateID `json:"candidate,omitempty"`
}

// photoRecord is a photo as stored, without its bytes.
type photoRecord struct {
	Photo
	Owner PhotoOwner `json:"owner"`
}

var photoTable = kv.Table[PhotoID, photoRecord]{
	Bucket: bucketPhotos,
	ID:     func(p photoRecord) PhotoID { return p.ID },
}

// replacePhoto stores an image and removes the one it replaces, if any.
func replacePhoto(tx *bolt.Tx, previous *Photo, image Image, owner PhotoOwner, now time.Time) (*Photo, error) {
	if previous != nil {
		if err := deletePhoto(tx, previous.ID); err != nil {
			return nil, err
		}
	}
	sum := sha256.Sum256(image.Data)
	p := Photo{
		ID: kv.NewID[PhotoID](), MediaType: image.MediaType, Width: image.Width, Height: image.Height,
		SHA256: hex.EncodeToString(sum[:]), CreatedAt: now,
	}
	if err := photoTable.Put(tx, nil, photoRecord{p, owner}); err != nil {
		return nil, err
	}
	return &p, tx.Bucket(bucketPhotoData).Put([]byte(p.ID), image.Data)
}

func deletePhoto(tx *bolt.Tx, id PhotoID) error {
	if err := tx.Bucket(bucketPhotos).Delete([]byte(id)); err != nil {
		return err
	}
	return tx.Bucket(bucketPhotoData).Delete([]byte(id))
}

// readPhoto copies a photo out of the transaction.
func readPhoto(tx *bolt.Tx, id PhotoID) (photoRecord, []byte, error) {
	rec, err := photoTable.Get(tx, id)
	if err != nil {
		return rec, nil, err
	}
	return rec, bytes.Clone(tx.Bucket(bucketPhotoData).Get([]byte(id))), nil
}

// SetUserPhoto gives a user a photo in place of any before. Errors: refusal.NotFound.
func (s *Store) SetUserPhoto(ctx context.Context, id UserID, image Image) (User, error) {
	var rec userRecord
	err := s.update(ctx, func(tx *bolt.Tx) error {
		previous, err := userTable.Get(tx, id)
		if err != nil {
			return err
		}
		rec = previous
		rec.UpdatedAt = s.clock()
		if rec.Photo, err = replacePhoto(tx, previous.Photo, image, PhotoOwner{User: id}, rec.UpdatedAt); err != nil {
			return err
		}
		return userTable.Put(tx, &previous, rec)
	})
	return rec.User, err
}

// RemoveUserPhoto takes a user's photo away. One that an administrator takes
// goes into the audit. Errors: refusal.NotFound, also when there is no photo.
func (s *Store) RemoveUserPhoto(ctx context.Context, by Actor, id UserID) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		previous, err := userTable.Get(tx, id)
		if err != nil {
			return err
		}
		if previous.Photo == nil {
			return refusal.NotFound
		}
		if err := deletePhoto(tx, previous.Photo.ID); err != nil {
			return err
		}
		rec := previous
		rec.Photo, rec.UpdatedAt = nil, s.clock()
		if err := userTable.Put(tx, &previous, rec); err != nil || by == ByUser(id) {
			return err
		}
		return s.audit(tx, by, "user.photo_removed", userSubject(id), nil)
	})
}

// UserPhoto reads a user's photo by its own id. Errors: refusal.NotFound, also for a candidate's photo.
func (s *Store) UserPhoto(ctx context.Context, id PhotoID) (Photo, []byte, error) {
	var rec photoRecord
	var data []byte
	err := s.view(ctx, func(tx *bolt.Tx) (err error) {
		rec, data, err = readPhoto(tx, id)
		if err == nil && rec.Owner.User == "" {
			rec, data, err = photoRecord{}, nil, refusal.NotFound
		}
		return err
	})
	return rec.Photo, data, err
}

// CandidatePhoto reads a candidate's photo. In a DRAFT it is for
// administrators only. Errors: refusal.NotFound.
func (s *Store) CandidatePhoto(ctx context.Context, id CandidateID, forAdmin bool) (Photo, []byte, error) {
	var rec photoRecord
	var data []byte
	err := s.view(ctx, func(tx *bolt.Tx) error {
		c, err := candidateTable.Get(tx, id)
		if err != nil {
			return err
		}
		e, err := electionTable.Get(tx, c.ElectionID)
		if err != nil {
			return err
		}
		if c.Photo == nil || e.Status == Draft && !forAdmin {
			return refusal.NotFound
		}
		rec, data, err = readPhoto(tx, c.Photo.ID)
		return err
	})
	return rec.Photo, data, err
}
