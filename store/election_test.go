package store_test

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

func TestCreateElectionMakesADraft(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	storetest.Voter(t, s, 1)
	opens, closes := clock.Now().Add(time.Hour), clock.Now().Add(2*time.Hour)
	e := must(s.CreateElection(t.Context(), storetest.Admin, store.ElectionChange{
		Title: new(" Board "), Description: new("One line\nand another"), ShuffleCandidates: new(true),
		OpensAt: &opens, ClosesAt: &closes,
	}))(t)
	want := store.Election{
		ID: e.ID, Title: "Board", Description: "One line\nand another", Status: store.Draft,
		Questions: []store.Question{{
			ID: e.Questions[0].ID,
			QuestionRules: ballotbox.QuestionRules{Method: tally.Plurality, Seats: 1, Min: 1, Max: 1,
				Evidence: ballotbox.EvidencePapers},
			Candidates: []store.Candidate{},
		}}, TimeZone: "UTC", Custody: ballotbox.CustodyServer,
		Settings: store.ElectionSettings{ShuffleCandidates: true, Electorate: store.ElectorateOpen}, OpensAt: opens,
		ClosesAt:  closes,
		CreatedAt: e.CreatedAt, UpdatedAt: e.CreatedAt, Turnout: store.Turnout{Electorate: 1},
	}
	if !reflect.DeepEqual(e, want) || e.CreatedAt.IsZero() {
		t.Errorf("created %+v, want %+v", e, want)
	}
	if got := must(s.Election(t.Context(), e.ID))(t); !reflect.DeepEqual(got, want) {
		t.Errorf("stored %+v, want %+v", got, want)
	}
}

func TestElectionFieldsAreChecked(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	draft := storetest.Election(t, s, "Board")
	now := clock.Now()
	for name, tc := range map[string]struct {
		field  string
		change store.ElectionChange
	}{
		"empty title":        {"title", store.ElectionChange{Title: new(" ")}},
		"title of 201":       {"title", store.ElectionChange{Title: new(strings.Repeat("é", 201))}},
		"title of two lines": {"title", store.ElectionChange{Title: new("a\nb")}},
		"description of 5001": {"description",
			store.ElectionChange{Title: new("x"), Description: new(strings.Repeat("é", 5001))}},
		"closes before opening": {"closesAt",
			store.ElectionChange{Title: new("x"), OpensAt: &now, ClosesAt: new(now.Add(-1))}},
		"closes at opening": {"closesAt", store.ElectionChange{Title: new("x"), OpensAt: &now, ClosesAt: &now}},
	} {
		t.Run(name, func(t *testing.T) {
			invalid(t, s, tc.field, func() error { return errOf(s.CreateElection(t.Context(), storetest.Admin, tc.change)) })
			invalid(t, s, tc.field, func() error {
				return errOf(
					s.UpdateElection(t.Context(), storetest.Admin, draft.ID, tc.change))
			})
		})
	}
	invalid(t, s, "title", func() error {
		return errOf(
			s.CreateElection(t.Context(), storetest.Admin, store.ElectionChange{}))
	})
	longest := store.ElectionChange{Title: new(strings.Repeat("é", 200)), Description: new(strings.Repeat("é", 5000))}
	if _, err := s.CreateElection(t.Context(), storetest.Admin, longest); err != nil {
		t.Errorf("every field at its limit: %v", err)
	}
}

func TestUpdateElectionChangesOnlyWhatIsGiven(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	before := storetest.Election(t, s, "Board", "Ada", "Grace")
	closes := clock.Now().Add(time.Hour)
	after := must(s.UpdateElection(t.Context(), storetest.Admin, before.ID, store.ElectionChange{ClosesAt: &closes}))(t)
	want := before
	want.ClosesAt, want.UpdatedAt = closes, after.UpdatedAt
	if !reflect.DeepEqual(after, want) || !after.UpdatedAt.After(before.UpdatedAt) {
		t.Errorf("changed to %+v, want %+v", after, want)
	}
	after = must(s.UpdateElection(t.Context(), storetest.Admin, before.ID,
		store.ElectionChange{ClosesAt: new(time.Time{})}))(t)
	if !after.ClosesAt.IsZero() {
		t.Errorf("closesAt %v is not cleared", after.ClosesAt)
	}
}

func TestStatusMovesOneStepForward(t *testing.T) {
	s := storetest.New(t, store.Options{})
	at := map[store.Status]store.ElectionID{}
	for _, st := range []store.Status{store.Draft, store.Active, store.Completed} {
		e := storetest.Election(t, s, string(st), "Ada", "Grace")
		if st != store.Draft {
			e = storetest.Advance(t, s, e.ID, store.Active)
			if e.Status != store.Active || e.ActivatedAt.IsZero() || !e.CompletedAt.IsZero() {
				t.Errorf("activated: %+v", e)
			}
		}
		if st == store.Completed {
			e = storetest.Advance(t, s, e.ID, store.Completed)
			if e.Status != store.Completed || e.CompletedAt.IsZero() {
				t.Errorf("completed: %+v", e)
			}
		}
		at[st] = e.ID
	}
	for from, id := range at {
		for _, to := range []store.Status{store.Draft, store.Active, store.Completed, "", "PAUSED"} {
			if from == store.Draft && to == store.Active || from == store.Active && to == store.Completed {
				continue
			}
			t.Run(fmt.Sprintf("%s to %q", from, to), func(t *testing.T) {
				refused(t, s, refusal.IllegalTransition,
					func() error { return errOf(s.SetStatus(t.Context(), storetest.Admin, id, to)) })
			})
		}
	}
	refused(t, s, refusal.NotFound,
		func() error { return errOf(s.SetStatus(t.Context(), storetest.Admin, "none", store.Active)) })
}

func TestActivationNeedsTwoCandidatesAndTime(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	activate := func(id store.ElectionID) func() error {
		return func() error { return errOf(s.SetStatus(t.Context(), storetest.Admin, id, store.Active)) }
	}
	refused(t, s, refusal.TooFewCandidates, activate(storetest.Election(t, s, "None").ID))
	refused(t, s, refusal.TooFewCandidates, activate(storetest.Election(t, s, "One", "Ada").ID))

	e := storetest.Election(t, s, "Two", "Ada", "Grace")
	closes := clock.Now().Add(time.Hour)
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{ClosesAt: &closes}))(t)
	clock.Set(closes)
	refused(t, s, refusal.VotingClosed, activate(e.ID))
	clock.Set(closes.Add(-time.Minute))
	if err := activate(e.ID)(); err != nil {
		t.Errorf("a minute before closesAt: %v", err)
	}
}

func TestOnlyADraftIsChanged(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := running(t, s, "Ada", "Grace")
	for _, st := range []store.Status{store.Active, store.Completed} {
		if st == store.Completed {
			storetest.Advance(t, s, e.ID, store.Completed)
		}
		for name, call := range map[string]func(store.ElectionID) error{
			"update": func(id store.ElectionID) error {
				return errOf(s.UpdateElection(t.Context(), storetest.Admin, id, store.ElectionChange{Title: new("")}))
			},
			"delete": func(id store.ElectionID) error { return s.DeleteElection(t.Context(), storetest.Admin, id) },
			"add a candidate": func(id store.ElectionID) error {
				return errOf(s.AddCandidate(t.Context(), storetest.Admin, id, "", store.CandidateChange{}))
			},
		} {
			t.Run(fmt.Sprint(name, " while ", st), func(t *testing.T) {
				refused(t, s, refusal.NotDraft, func() error { return call(e.ID) })
				refused(t, s, refusal.NotFound, func() error { return call("none") })
			})
		}
	}
}

func TestDeleteElectionLeavesNothingButTheAudit(t *testing.T) {
	s := storetest.New(t, store.Options{})
	running(t, s, "Other", "Election")
	withoutAudit := func() map[string]string {
		d := store.Dump(t, s)
		maps.DeleteFunc(d, func(path, _ string) bool { return strings.HasPrefix(path, "audit") })
		return d
	}
	before := withoutAudit()
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	must(s.SetCandidatePhoto(t.Context(), storetest.Admin, e.ID, e.Questions[0].Candidates[0].ID, jpeg))(t)
	if maps.Equal(before, withoutAudit()) {
		t.Fatal("the dump does not show an election")
	}
	if err := s.DeleteElection(t.Context(), storetest.Admin, e.ID); err != nil {
		t.Fatal(err)
	}
	if after := withoutAudit(); !maps.Equal(before, after) {
		t.Errorf("before %q, after %q", before, after)
	}
	refused(t, s, refusal.NotFound, func() error { return errOf(s.Election(t.Context(), e.ID)) })
}

func TestVotersDoNotSeeDrafts(t *testing.T) {
	s := storetest.New(t, store.Options{})
	v := storetest.Voter(t, s, 1)
	e := storetest.Election(t, s, "Secret", "Ada", "Grace")
	must(s.SetCandidatePhoto(t.Context(), storetest.Admin, e.ID, e.Questions[0].Candidates[0].ID, jpeg))(t)
	for _, id := range []store.ElectionID{e.ID, "none"} {
		refused(t, s, refusal.NotFound, func() error { return errOf(s.ElectionFor(t.Context(), v.ID, id)) })
		refused(t, s, refusal.NotFound, func() error { return errOf(s.HasVoted(t.Context(), v.ID, id)) })
		refused(t, s, refusal.NotFound, func() error { return errOf(s.Results(t.Context(), id, false)) })
	}
	photo := func(forAdmin bool) error {
		_, data, err := s.CandidatePhoto(t.Context(), e.Questions[0].Candidates[0].ID, forAdmin)
		if err != nil && data != nil {
			t.Error("a refusal comes with the photo")
		}
		return err
	}
	refused(t, s, refusal.NotFound, func() error { return photo(false) })
	for _, st := range []store.Status{"", store.Draft, "PAUSED"} {
		invalid(t, s, "status", func() error { return errOf(s.ElectionsFor(t.Context(), v.ID, st, store.Page{})) })
	}
	for _, st := range []store.Status{store.Active, store.Completed} {
		if l := must(s.ElectionsFor(t.Context(), v.ID, st, store.Page{}))(t); len(l.Items) != 0 {
			t.Errorf("%s elections for a voter: %q", st, titles(l.Items))
		}
	}

	storetest.Advance(t, s, e.ID, store.Active)
	if got := must(s.ElectionFor(t.Context(), v.ID, e.ID))(t); got.Title != "Secret" ||
		len(got.Questions[0].Candidates) != 2 {
		t.Errorf("an ACTIVE election for a voter: %+v", got)
	}
	if err := photo(false); err != nil {
		t.Errorf("photo in an ACTIVE election: %v", err)
	}
}

func TestVotersSeeWhatTheyVotedIn(t *testing.T) {
	s := storetest.New(t, store.Options{})
	v, other := storetest.Voter(t, s, 1), storetest.Voter(t, s, 2)
	e := running(t, s, "Ada", "Grace")
	vote(t, s, v.ID, e.Questions[0].Candidates[0])
	for id, voted := range map[store.UserID]bool{v.ID: true, other.ID: false} {
		if got := must(s.ElectionFor(t.Context(), id, e.ID))(t); got.HasVoted != voted || got.Turnout.Ballots != 1 {
			t.Errorf("election: %+v, want voted = %v", got, voted)
		}
		if l := must(s.ElectionsFor(t.Context(), id, store.Active, store.Page{}))(t); len(l.Items) != 1 ||
			l.Items[0].HasVoted != voted {
			t.Errorf("list: %+v, want voted = %v", l, voted)
		}
	}
	if l := must(s.Elections(t.Context(), "", store.Page{}))(t); l.Items[0].HasVoted {
		t.Error("an administrator's list tells of a vote")
	}
}

func TestElectionsOfAnUnknownStatusAreNotListed(t *testing.T) {
	s := storetest.New(t, store.Options{})
	storetest.Election(t, s, "Draft")
	invalid(t, s, "status", func() error { return errOf(s.Elections(t.Context(), "PAUSED", store.Page{})) })
	for _, st := range []store.Status{store.Draft, store.Active, store.Completed} {
		if got, err := store.ParseStatus(string(st)); got != st || err != nil {
			t.Errorf("%s: %s, %v", st, got, err)
		}
	}
	for _, text := range []string{"", "draft", "ACTIVE ", "PAUSED"} {
		if got, err := store.ParseStatus(text); got != "" || !errors.Is(err, refusal.ValidationFailed) {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

func TestElectorateIsFrozenAtTheClose(t *testing.T) {
	s := storetest.New(t, store.Options{})
	voters := []store.User{storetest.Voter(t, s, 1), storetest.Voter(t, s, 2), storetest.Voter(t, s, 3)}
	must(s.CreateAdmin(t.Context(), store.NewAdmin{Email: "a@example.org", FullName: "A"}))(t)
	e := running(t, s, "Ada", "Grace")
	electorate := func() int { return must(s.Election(t.Context(), e.ID))(t).Turnout.Electorate }
	change := func(u store.User, c store.UserChange) {
		t.Helper()
		must(s.UpdateUser(t.Context(), storetest.Admin, u.ID, c))(t)
	}
	if got := electorate(); got != 3 {
		t.Errorf("electorate %d, want 3", got)
	}
	change(voters[0], store.UserChange{Status: new(store.UserSuspended)})
	change(voters[1], store.UserChange{Role: new(store.RoleAdmin)})
	if got := electorate(); got != 1 {
		t.Errorf("one suspended, one promoted: electorate %d, want 1", got)
	}
	change(voters[0], store.UserChange{Status: new(store.UserActive)})
	storetest.Advance(t, s, e.ID, store.Completed)
	storetest.Voter(t, s, 4)
	if got := electorate(); got != 2 {
		t.Errorf("after the close: electorate %d, want 2", got)
	}
}

func TestTurnoutShare(t *testing.T) {
	for turnout, want := range map[store.Turnout]float64{{}: 0, {0, 3}: 0, {1, 4}: 0.25, {4, 4}: 1} {
		if got := turnout.Share(); got != want {
			t.Errorf("%+v: %v, want %v", turnout, got, want)
		}
	}
}

func TestCloseDueCompletesWhatIsOver(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	start := clock.Now()
	prepare := func(title string, closes time.Time, st store.Status) store.Election {
		e := storetest.Election(t, s, title, "Ada", "Grace")
		must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{ClosesAt: &closes}))(t)
		if st == store.Active {
			storetest.Advance(t, s, e.ID, store.Active)
		}
		return e
	}
	prepare("due", start.Add(time.Hour), store.Active)
	prepare("due at the same time", start.Add(time.Hour), store.Active)
	prepare("due later", start.Add(2*time.Hour), store.Active)
	prepare("never due", time.Time{}, store.Active)
	prepare("draft", start.Add(time.Hour), store.Draft)

	clock.Set(start.Add(time.Hour - time.Second))
	unchanged(t, s, func() {
		if got := must(s.CloseDue(t.Context()))(t); len(got) != 0 {
			t.Errorf("a second early: %q", titles(got))
		}
	})
	clock.Set(start.Add(time.Hour))
	got := must(s.CloseDue(t.Context()))(t)
	if want := []string{"due", "due at the same time"}; !slices.Equal(titles(got), want) {
		t.Errorf("closed %q, want %q", titles(got), want)
	}
	for _, e := range got {
		if e.Status != store.Completed || e.CompletedAt.IsZero() {
			t.Errorf("closed: %+v", e)
		}
	}
	a := must(s.AuditList(t.Context(), audit.Filter{}, store.Page{Limit: 1}))(t).Items[0]
	if a.Action != "election.completed" || a.Actor != audit.BySystem() {
		t.Errorf("audit: %+v", a)
	}
	unchanged(t, s, func() {
		if again := must(s.CloseDue(t.Context()))(t); len(again) != 0 {
			t.Errorf("closed again: %q", titles(again))
		}
	})
}

// An election that could not be opened leaves no key behind. One that is open keeps its key, whatever
// is asked of it, and so does the server.
func TestAFailedOpeningLeavesNoKey(t *testing.T) {
	dir := t.TempDir()
	s := storetest.NewIn(t, dir, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	key := filepath.Join(dir, "keys", string(e.ID)+".key")
	activate := func(id store.ElectionID) error {
		return errOf(s.SetStatus(t.Context(), storetest.Admin, id, store.Active))
	}
	boxes := func(tx *bolt.Tx) *bolt.Bucket { return tx.Bucket([]byte("checkpoints")) }
	store.Change(t, s, func(tx *bolt.Tx) error { return boxes(tx).Put([]byte(e.ID), []byte("in the way")) })
	unchanged(t, s, func() {
		if err := activate(e.ID); err == nil || errors.Is(err, refusal.IllegalTransition) {
			t.Fatalf("the election opens where it has no place: %v", err)
		}
	})
	if _, err := os.Stat(key); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the key of a failed opening is there: %v", err)
	}
	store.Change(t, s, func(tx *bolt.Tx) error { return boxes(tx).Delete([]byte(e.ID)) })
	if err := activate(e.ID); err != nil {
		t.Fatal(err)
	}
	refused(t, s, refusal.IllegalTransition, func() error { return activate(e.ID) })
	refused(t, s, refusal.NotFound, func() error { return activate("token") })
	for _, path := range []string{key, filepath.Join(dir, "keys", "token.key")} {
		if info, err := os.Stat(path); err != nil || info.Size() == 0 {
			t.Errorf("%s is gone: %v", path, err)
		}
	}
}
