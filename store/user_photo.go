package store

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/refusal"
)

// SetUserPhoto gives a user a photo, in place of any other. Errors: refusal.NotFound.
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
	return rec.user(), err
}

// RemoveUserPhoto removes a photo. It audits an administrator. Errors: refusal.NotFound, also without a photo.
func (s *Store) RemoveUserPhoto(ctx context.Context, by audit.Actor, id UserID) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		previous, err := userTable.Get(tx, id)
		if err != nil {
			return err
		}
		if previous.Photo == nil {
			return refusal.Missing(photoTable.Name)
		}
		if err := deletePhoto(tx, previous.Photo.ID); err != nil {
			return err
		}
		rec := previous
		rec.Photo, rec.UpdatedAt = nil, s.clock()
		if err := userTable.Put(tx, &previous, rec); err != nil || by == audit.ByUser(id) {
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
			rec, data, err = photoRecord{}, nil, refusal.Missing(photoTable.Name)
		}
		return err
	})
	return rec.Photo, data, err
}
