package store_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

var vase = []byte("glTF of a vase")

// hashOf is the SHA-256 of bytes as records have it.
func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// setSolid gives a candidate a solid that must be taken.
func setSolid(t *testing.T, s *store.Store, c store.Candidate, glb []byte) store.Candidate {
	t.Helper()
	return must(s.SetCandidateSolid(t.Context(), storetest.Admin, c.ElectionID, c.ID, second, glb))(t)
}

// hasSolid asserts that a candidate has a solid, with its still picture as the photo.
func hasSolid(t *testing.T, s *store.Store, c store.Candidate, glb []byte) {
	t.Helper()
	solid, data, err := s.CandidateSolid(t.Context(), c.ID, true)
	if err != nil || c.Solid == nil || solid != *c.Solid || solid.SHA256 != hashOf(glb) || solid.Size != len(glb) ||
		!bytes.Equal(data, glb) {
		t.Errorf("candidate %+v with solid %+v: %q, %v", c, c.Solid, data, err)
	}
	p, data, err := s.CandidatePhoto(t.Context(), c.ID, true)
	if err != nil || c.Photo == nil || p != *c.Photo || !describes(p, second) || !bytes.Equal(data, second.Data) {
		t.Errorf("its picture is %+v, %q, %v", p, data, err)
	}
}

// storedSolids counts the solids in the file.
func storedSolids(t *testing.T, s *store.Store) (solids int) {
	t.Helper()
	for path := range store.Dump(t, s) {
		if strings.HasPrefix(path, "solids/") {
			solids++
		}
	}
	return solids
}

func TestACandidateMayBeASolid(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Trophy", "Vase", "Gear")
	c := e.Questions[0].Candidates[0]
	of := func() error { _, _, err := s.CandidateSolid(t.Context(), c.ID, true); return err }
	remove := func() error { return s.RemoveCandidateSolid(t.Context(), storetest.Admin, e.ID, c.ID) }
	count := func(want int) {
		t.Helper()
		if n := storedSolids(t, s); n != want {
			t.Errorf("%d solids are stored, want %d", n, want)
		}
	}
	refused(t, s, refusal.NotFound, of)
	refused(t, s, refusal.NotFound, remove)
	refused(t, s, refusal.NotFound, func() error {
		return errOf(s.SetCandidateSolid(t.Context(), storetest.Admin, e.ID, someone, second, vase))
	})

	must(s.SetCandidatePhoto(t.Context(), storetest.Admin, e.ID, c.ID, jpeg))(t)
	for _, glb := range [][]byte{vase, []byte("glTF of a taller vase")} {
		hasSolid(t, s, setSolid(t, s, c, glb), glb)
		count(1)
	}
	if photos, images := storedPhotos(t, s); photos != 1 || images != 1 {
		t.Errorf("%d photos with %d images are stored", photos, images)
	}

	// A photo takes the place of the solid, and whoever removes one removes the other.
	if changed := must(s.SetCandidatePhoto(t.Context(), storetest.Admin, e.ID, c.ID, jpeg))(t); changed.Solid != nil {
		t.Errorf("a photo leaves the solid: %+v", changed.Solid)
	}
	count(0)
	refused(t, s, refusal.NotFound, of)
	refused(t, s, refusal.NotFound, remove)
	for name, drop := range map[string]func() error{
		"solid": remove,
		"photo": func() error { return s.RemoveCandidatePhoto(t.Context(), storetest.Admin, e.ID, c.ID) },
	} {
		setSolid(t, s, c, vase)
		if err := drop(); err != nil {
			t.Fatal(err)
		}
		last := must(s.AuditList(t.Context(), audit.Filter{}, store.Page{Limit: 2}))(t).Items
		if last[0].Action != "candidate."+name+"_removed" || last[1].Action != "candidate.solid_set" {
			t.Errorf("the audit says %s and %s", last[0].Action, last[1].Action)
		}
		refused(t, s, refusal.NotFound, of)
		if photos, _ := storedPhotos(t, s); photos != 0 {
			t.Errorf("the %s is removed, and %d photos are stored", name, photos)
		}
		count(0)
	}
	setSolid(t, s, c, vase)
	if err := s.RemoveCandidate(t.Context(), storetest.Admin, e.ID, c.ID); err != nil {
		t.Fatal(err)
	}
	count(0)
	setSolid(t, s, e.Questions[0].Candidates[1], vase)
	if err := s.DeleteElection(t.Context(), storetest.Admin, e.ID); err != nil {
		t.Fatal(err)
	}
	count(0)
}

func TestASolidIsFrozenWithTheElection(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Trophy", "Vase", "Gear")
	c := setSolid(t, s, e.Questions[0].Candidates[0], vase)
	set := func() error {
		return errOf(s.SetCandidateSolid(t.Context(), storetest.Admin, e.ID, c.ID, second, []byte("other")))
	}
	remove := func() error { return s.RemoveCandidateSolid(t.Context(), storetest.Admin, e.ID, c.ID) }
	public := func(id store.CandidateID) error { _, _, err := s.PublicSolid(t.Context(), e.ID, id); return err }
	asVoter := func() error { _, _, err := s.CandidateSolid(t.Context(), c.ID, false); return err }
	refused(t, s, refusal.NotFound, asVoter)
	refused(t, s, refusal.NotFound, func() error { return public(c.ID) })
	for _, st := range []store.Status{store.Active, store.Completed} {
		storetest.Advance(t, s, e.ID, st)
		refused(t, s, refusal.NotDraft, set)
		refused(t, s, refusal.NotDraft, remove)
		if err := asVoter(); err != nil {
			t.Errorf("solid while %s: %v", st, err)
		}
		if solid, data, err := s.PublicSolid(t.Context(), e.ID, c.ID); err != nil || solid != *c.Solid ||
			!bytes.Equal(data, vase) {
			t.Errorf("on the board while %s: %+v, %q, %v", st, solid, data, err)
		}
		for _, id := range []store.CandidateID{e.Questions[0].Candidates[1].ID, someone} {
			refused(t, s, refusal.NotFound, func() error { return public(id) })
		}
	}
	m := must(ballotbox.ParseManifest(must(s.Manifest(t.Context(), e.ID))(t)))(t)
	options := m.Questions[0].Options
	if options[0].SolidSHA256 != hashOf(vase) || options[0].PhotoSHA256 != hashOf(second.Data) ||
		options[1].SolidSHA256 != "" {
		t.Errorf("the manifest says %+v", options)
	}
}

func TestSolidsAreBounded(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	e := storetest.Election(t, s, "Trophy", "Vase", "Gear")
	set := func(s *store.Store, c int, glb []byte) error {
		return errOf(s.SetCandidateSolid(t.Context(), storetest.Admin, e.ID, e.Questions[0].Candidates[c].ID, second, glb))
	}
	refused(t, s, refusal.SolidTooLarge, func() error { return set(s, 0, make([]byte, store.MaxSolid+1)) })
	setSolid(t, s, e.Questions[0].Candidates[0], vase)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	// All the room but for ten bytes is taken, if one believes the record.
	edit(t, dir, func(tx *bolt.Tx) error {
		return swap("", `"size":14`, fmt.Sprintf(`"size":%d`, store.MaxSolids-10), string(e.Questions[0].Candidates[0].ID),
			"candidates").change(tx)
	})
	s = open(t, dir)
	refused(t, s, refusal.SolidsTooLarge, func() error { return set(s, 1, make([]byte, 11)) })
	for _, err := range []error{set(s, 1, make([]byte, 10)), set(s, 0, vase)} { // what is replaced does not count
		if err != nil {
			t.Error(err)
		}
	}
}

func TestSolidsGoAlongWithCopies(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Trophy", "Vase", "Gear")
	for _, c := range e.Questions[0].Candidates {
		setSolid(t, s, c, []byte("glTF of "+c.Name))
	}
	majority := &tally.Threshold{More: []int{1, 2}, Of: tally.OfDecided}
	must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, e.Questions[0].ID,
		store.QuestionChange{Threshold: majority}))(t)
	e = storetest.Advance(t, s, e.ID, store.Active)
	for n, v := range voters(t, s, 2) {
		vote(t, s, v, e.Questions[0].Candidates[n])
	}
	count(t, s, e.ID)
	for _, made := range []store.Election{
		must(s.DuplicateElection(t.Context(), storetest.Admin, e.ID))(t),
		must(s.SecondRound(t.Context(), storetest.Admin, e.ID, "", ""))(t),
	} {
		for _, c := range made.Questions[0].Candidates {
			hasSolid(t, s, c, []byte("glTF of "+c.Name))
		}
	}
	if n := storedSolids(t, s); n != 6 {
		t.Errorf("%d solids are stored", n)
	}
}
