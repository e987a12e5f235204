package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"ostrakon/store/kv"

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

// PhotoOwner is the person in a photo, or the installation whose logo it is. Exactly one field is set.
type PhotoOwner struct {
	User      UserID      `json:"user,omitempty"`
	Candidate CandidateID `json:"candidate,omitempty"`

	Nomination   NominationID `json:"nomination,omitempty"`
	Installation bool         `json:"installation,omitempty"`
}

// photoRecord is a photo as stored, without its bytes.
type photoRecord struct {
	Photo
	Owner PhotoOwner `json:"owner"`
}

var photoTable = kv.Table[PhotoID, photoRecord]{
	Bucket: bucketPhotos, Name: "photo", ID: func(p photoRecord) PhotoID { return p.ID },
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
