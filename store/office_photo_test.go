package store_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"reflect"
	"strings"
	"testing"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

var second = store.Image{Data: []byte("\x89PNG second"), MediaType: "image/png", Width: 8, Height: 9}

// describes tells whether a photo describes an image.
func describes(p store.Photo, image store.Image) bool {
	sum := sha256.Sum256(image.Data)
	return p.MediaType == image.MediaType && p.Width == image.Width && p.Height == image.Height &&
		p.SHA256 == hex.EncodeToString(sum[:])
}

// storedPhotos counts the photos and the images in the file.
func storedPhotos(t *testing.T, s *store.Store) (photos, images int) {
	t.Helper()
	for path := range store.Dump(t, s) {
		if strings.HasPrefix(path, "photos/") {
			photos++
		}
		if strings.HasPrefix(path, "photo_data/") {
			images++
		}
	}
	return photos, images
}

func TestUserPhotoTakesThePlaceOfTheOneBefore(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	u := storetest.Voter(t, s, 1)
	refused(t, s, refusal.NotFound, func() error { return errOf(s.SetUserPhoto(t.Context(), "nobody", jpeg)) })

	var old store.PhotoID
	for _, image := range []store.Image{jpeg, second, second} {
		changed := must(s.SetUserPhoto(t.Context(), u.ID, image))(t)
		if changed.Photo == nil || !describes(*changed.Photo, image) || !changed.UpdatedAt.After(u.UpdatedAt) {
			t.Fatalf("user %+v with photo %+v", changed, changed.Photo)
		}
		if got := must(s.User(t.Context(), u.ID))(t); !reflect.DeepEqual(got, changed) {
			t.Errorf("stored %+v, answered %+v", got, changed)
		}
		p, data, err := s.UserPhoto(t.Context(), changed.Photo.ID)
		if err != nil || p != *changed.Photo || !bytes.Equal(data, image.Data) {
			t.Errorf("photo %+v, %q, %v", p, data, err)
		}
		if _, data, err := s.UserPhoto(t.Context(), old); !errors.Is(err, refusal.NotFound) || data != nil {
			t.Errorf("the photo before: %q, %v", data, err)
		}
		if photos, images := storedPhotos(t, s); photos != 1 || images != 1 {
			t.Errorf("%d photos with %d images are stored", photos, images)
		}
		old = changed.Photo.ID
	}
}

func TestCandidatePhotoTakesThePlaceOfTheOneBefore(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	id := e.Questions[0].Candidates[0].ID
	refused(t, s, refusal.NotFound, func() error { _, _, err := s.CandidatePhoto(t.Context(), id, true); return err })
	refused(t, s, refusal.NotFound,
		func() error { _, _, err := s.CandidatePhoto(t.Context(), "nobody", true); return err })

	for i, image := range []store.Image{jpeg, second} {
		election := []store.ElectionID{e.ID, ""}[i] // the candidate alone names it too
		c := must(s.SetCandidatePhoto(t.Context(), storetest.Admin, election, id, image))(t)
		p, data, err := s.CandidatePhoto(t.Context(), id, true)
		if err != nil || c.Photo == nil || p != *c.Photo || !describes(p, image) || !bytes.Equal(data, image.Data) {
			t.Errorf("candidate %+v, photo %+v, %q, %v", c, p, data, err)
		}
		if photos, images := storedPhotos(t, s); photos != 1 || images != 1 {
			t.Errorf("%d photos with %d images are stored", photos, images)
		}
	}
	if err := s.RemoveCandidate(t.Context(), storetest.Admin, e.ID, id); err != nil {
		t.Fatal(err)
	}
	if photos, images := storedPhotos(t, s); photos != 0 || images != 0 {
		t.Errorf("the candidate is gone, %d photos with %d images are not", photos, images)
	}
}

func TestCandidatePhotoIsFrozenOutsideDraft(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	id := e.Questions[0].Candidates[0].ID
	must(s.SetCandidatePhoto(t.Context(), storetest.Admin, e.ID, id, jpeg))(t)
	for _, st := range []store.Status{store.Active, store.Completed} {
		storetest.Advance(t, s, e.ID, st)
		refused(t, s, refusal.NotDraft, func() error {
			return errOf(s.SetCandidatePhoto(t.Context(), storetest.Admin, e.ID, id, second))
		})
		if _, data, err := s.CandidatePhoto(t.Context(), id, false); err != nil || !bytes.Equal(data, jpeg.Data) {
			t.Errorf("photo while %s: %q, %v", st, data, err)
		}
	}
}

func TestACandidatesPhotoIsNoUserPhoto(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada")
	c := must(s.SetCandidatePhoto(t.Context(), storetest.Admin, e.ID, e.Questions[0].Candidates[0].ID, jpeg))(t)
	refused(t, s, refusal.NotFound, func() error {
		p, data, err := s.UserPhoto(t.Context(), c.Photo.ID)
		if p != (store.Photo{}) || data != nil {
			t.Errorf("the refusal comes with %+v, %q", p, data)
		}
		return err
	})
}

func TestPhotosAreCopies(t *testing.T) {
	s := storetest.New(t, store.Options{})
	// has pages of its own
	large := store.Image{Data: bytes.Repeat([]byte("\xff\xd8\xff large"), 1<<12), MediaType: "image/jpeg"}
	u := must(s.SetUserPhoto(t.Context(), storetest.Voter(t, s, 1).ID, large))(t)
	_, data, err := s.UserPhoto(t.Context(), u.Photo.ID)
	if err != nil {
		t.Fatal(err)
	}
	clear(data) // memory of the file itself would fault here
	if _, again, err := s.UserPhoto(t.Context(), u.Photo.ID); err != nil || !bytes.Equal(again, large.Data) {
		t.Errorf("after a change of what was read: %d bytes, %v", len(again), err)
	}
}

func TestPhotosAreRemoved(t *testing.T) {
	s := storetest.New(t, store.Options{})
	voter := storetest.Voter(t, s, 1)
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	candidate := e.Questions[0].Candidates[0].ID
	set := func() {
		t.Helper()
		must(s.SetUserPhoto(t.Context(), voter.ID, jpeg))(t)
		must(s.SetCandidatePhoto(t.Context(), storetest.Admin, e.ID, candidate, jpeg))(t)
	}
	last := func() string {
		return must(s.AuditList(t.Context(), audit.Filter{}, store.Page{Limit: 1}))(t).Items[0].Action
	}
	set()
	before := last()
	photo := must(s.User(t.Context(), voter.ID))(t).Photo.ID

	if err := s.RemoveUserPhoto(t.Context(), audit.ByUser(voter.ID), voter.ID); err != nil || last() != before {
		t.Errorf("removing one's own: %v, and the audit says %s", err, last())
	}
	refused(t, s, refusal.NotFound, func() error { _, _, err := s.UserPhoto(t.Context(), photo); return err })
	refused(t, s, refusal.NotFound, func() error { return s.RemoveUserPhoto(t.Context(), storetest.Admin, voter.ID) })
	refused(t, s, refusal.NotFound,
		func() error { return s.RemoveUserPhoto(t.Context(), storetest.Admin, "aaaaaaaaaaaaaaaaaaaaaaaaaa") })

	if err := s.RemoveCandidatePhoto(t.Context(), storetest.Admin, e.ID, candidate); err != nil ||
		last() != "candidate.photo_removed" {
		t.Errorf("removing a candidate's: %v, and the audit says %s", err, last())
	}
	refused(t, s, refusal.NotFound,
		func() error { _, _, err := s.CandidatePhoto(t.Context(), candidate, true); return err })
	refused(t, s, refusal.NotFound,
		func() error { return s.RemoveCandidatePhoto(t.Context(), storetest.Admin, e.ID, candidate) })

	set()
	if err := s.RemoveUserPhoto(t.Context(), storetest.Admin, voter.ID); err != nil || last() != "user.photo_removed" {
		t.Errorf("removing a user's: %v, and the audit says %s", err, last())
	}
	storetest.Advance(t, s, e.ID, store.Active)
	refused(t, s, refusal.NotDraft,
		func() error { return s.RemoveCandidatePhoto(t.Context(), storetest.Admin, e.ID, candidate) })
}
