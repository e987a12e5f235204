package store_test

import (
	"crypto/sha256"
	"encoding/hex"
	"reflect"
	"slices"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

func TestTheManifestFreezesWhatIsVotedOn(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	closes := clock.Now().Add(time.Hour)
	e := storetest.Election(t, s, "Board <b>& “more”\u2028", "Ada", "Grace")
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{
		Description: new("Two\nlines"), ClosesAt: &closes, ShuffleCandidates: new(true),
	}))(t)
	must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, "", store.QuestionChange{Draw: new(true)}))(t)
	must(s.SetCandidatePhoto(t.Context(), storetest.Admin, e.ID, e.Questions[0].Candidates[1].ID, jpeg))(t)
	storetest.Advance(t, s, e.ID, store.Active)
	raw := must(s.Manifest(t.Context(), e.ID))(t)
	m := must(ballotbox.ParseManifest(raw))(t)
	if m.ElectionID != string(e.ID) || m.Title != e.Title || m.Description != "Two\nlines" || !m.Shuffle ||
		m.TimeZone != "UTC" ||
		m.OpensAt != "" || m.ClosesAt != closes.Format(time.RFC3339) || len(m.Questions) != 1 {
		t.Errorf("manifest %s", raw)
	}
	photo := sha256.Sum256(jpeg.Data)
	want := ballotbox.Question{
		ID: string(e.Questions[0].ID), Title: e.Title,
		QuestionRules: ballotbox.QuestionRules{Method: tally.Plurality, Seats: 1, Min: 1, Max: 1, Draw: true,
			Evidence: ballotbox.EvidencePapers},
		Options: []ballotbox.Option{{ID: string(e.Questions[0].Candidates[0].ID), Name: "Ada"},
			{ID: string(e.Questions[0].Candidates[1].ID), Name: "Grace", PhotoSHA256: hex.EncodeToString(photo[:])}},
	}
	if !reflect.DeepEqual(m.Questions[0], want) {
		t.Errorf("question %+v, want %+v", m.Questions[0], want)
	}
	if in := must(s.Installation(t.Context()))(t); !slices.Equal(m.SigningKey, in.SigningKey) {
		t.Error("the manifest names another signing key than the installation")
	}
	vote(t, s, storetest.Voter(t, s, 1).ID, e.Questions[0].Candidates[0])
	storetest.Advance(t, s, e.ID, store.Completed)
	must(s.CalculateResults(t.Context(), storetest.Admin, e.ID))(t)
	if later := must(s.Manifest(t.Context(), e.ID))(t); string(later) != string(raw) {
		t.Errorf("the manifest was %s, is %s", raw, later)
	}
}

func TestTheBoardTellsEachThingInItsTime(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	other := running(t, s, "Eve", "Mia")
	v := voters(t, s, 20)
	foreign := must(ballotbox.ParseHash(vote(t, s, v[0], other.Questions[0].Candidates[0]).Leaf))(t)
	leaf := foreign
	expect := func(when string, id store.ElectionID, manifest, checkpoint, inclusion, bundle error) {
		t.Helper()
		t.Log(when)
		refused(t, s, manifest, func() error { return errOf(s.Manifest(t.Context(), id)) })
		refused(t, s, checkpoint, func() error { return errOf(s.Checkpoint(t.Context(), id)) })
		refused(t, s, manifest, func() error { return errOf(s.Leaves(t.Context(), id, 0, 0)) })
		refused(t, s, inclusion, func() error { return errOf(s.Inclusion(t.Context(), id, leaf)) })
		refused(t, s, bundle, func() error { return errOf(s.Bundle(t.Context(), id)) })
	}
	none := refusal.NotFound
	expect("no election", someone, none, none, none, none)
	expect("no id", "", none, none, none, none)
	expect("a DRAFT", e.ID, none, none, none, none)
	e = storetest.Advance(t, s, e.ID, store.Active)
	expect("before the first vote", e.ID, nil, nil, none, refusal.ResultsRestricted)
	leaf = must(ballotbox.ParseHash(vote(t, s, v[0], e.Questions[0].Candidates[0]).Leaf))(t)
	for _, one := range v[1:] {
		vote(t, s, one, e.Questions[0].Candidates[0])
	}
	expect("before the first epoch", e.ID, nil, nil, refusal.LeafPending, refusal.ResultsRestricted)
	extend(t, s)
	expect("after the first epoch", e.ID, nil, nil, nil, refusal.ResultsRestricted)
	storetest.Advance(t, s, e.ID, store.Completed)
	expect("before the count", e.ID, nil, nil, nil, refusal.ResultsNotCalculated)
	must(s.CalculateResults(t.Context(), storetest.Admin, e.ID))(t)
	expect("after the count", e.ID, nil, nil, nil, nil)
	for _, unknown := range []ballotbox.Hash{foreign, {}, {0xff}} {
		leaf = unknown
		expect("a leaf of no ballot of it", e.ID, nil, nil, none, nil)
	}
}

func TestTheBoardKeepsEveryCheckpoint(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	for _, id := range []store.ElectionID{e.ID, someone, ""} {
		refused(t, s, refusal.NotFound, func() error { return errOf(s.Checkpoints(t.Context(), id, store.Page{})) })
	}
	storetest.Advance(t, s, e.ID, store.Active)
	v := voters(t, s, 45)
	var seen []store.SignedCheckpoint // newest first
	look := func(size int64) {
		t.Helper()
		seen = slices.Insert(seen, 0, store.SignedCheckpoint{Size: size,
			Signed: string(must(s.Checkpoint(t.Context(), e.ID))(t))})
	}
	look(1)
	for n := range v {
		vote(t, s, v[n], e.Questions[0].Candidates[n%2])
		if n == 19 || n == 31 { // ten always wait
			extend(t, s)
			look(int64(1 + n - 9))
		}
	}
	storetest.Advance(t, s, e.ID, store.Completed)
	look(46)
	must(s.CalculateResults(t.Context(), storetest.Admin, e.ID))(t)
	look(47)
	for limit := 1; limit < 5; limit++ {
		got := pages(t, limit, func(p store.Page) (store.List[store.SignedCheckpoint], error) {
			return s.Checkpoints(t.Context(), e.ID, p)
		})
		if !slices.Equal(got, seen) {
			t.Errorf("by %d: %+v, want %+v", limit, got, seen)
		}
	}
	invalid(t, s, "limit", func() error { return errOf(s.Checkpoints(t.Context(), e.ID, store.Page{Limit: -1})) })
	invalid(t, s, "after", func() error { return errOf(s.Checkpoints(t.Context(), e.ID, store.Page{After: "AAAA"})) })
}

func TestTheLogIsTakenInParts(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := running(t, s, "Ada", "Grace")
	for n, v := range voters(t, s, 20) { // the first leaf is that of the opening
		vote(t, s, v, e.Questions[0].Candidates[n%2])
	}
	extend(t, s)
	all := store.Logged(t, s, e.ID)
	for size := int64(1); size < 13; size++ {
		var got []ballotbox.Hash
		for from := int64(0); from < 11; from += size {
			got = append(got, must(s.Leaves(t.Context(), e.ID, from, min(from+size, 11)))(t)...)
		}
		if !slices.Equal(got, all) {
			t.Errorf("in parts of %d: %v, want %v", size, got, all)
		}
	}
	if _, err := s.Leaves(t.Context(), e.ID, 0, 12); err == nil {
		t.Error("a leaf beyond the log was read")
	}
}

func TestTheBoardListsElectionsPastDraft(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	storetest.Election(t, s, "Draft", "Kim", "Lee")
	running(t, s, "Ada", "Grace")
	done := running(t, s, "Eve", "Mia")
	storetest.Advance(t, s, done.ID, store.Completed)
	storetest.Election(t, s, "Another draft", "Kim", "Lee")
	for limit := 1; limit < 4; limit++ {
		got := pages(t, limit, func(p store.Page) (store.List[store.Election],
			error) {
			return s.BoardElections(t.Context(), p)
		})
		if want := []string{"Election of Eve", "Election of Ada"}; !slices.Equal(titles(got), want) {
			t.Errorf("listed %q, want %q", titles(got), want)
		}
	}
}
