package store_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/storetest"
)

func TestAuditTellsWhoDidWhatNewestFirst(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	start := clock.Now()
	admin := must(s.SetUp(t.Context(), store.NewAdmin{Email: "a@example.org", FullName: "A"}))(t)
	by := audit.ByUser(admin.ID)
	v := storetest.Voter(t, s, 1)
	e := must(s.CreateElection(t.Context(), by, store.ElectionChange{Title: new("Board")}))(t)
	must(s.UpdateElection(t.Context(), by, e.ID, store.ElectionChange{Title: new("Bored")}))(t)
	ada := must(s.AddCandidate(t.Context(), by, e.ID, "", store.CandidateChange{Name: new("Ada")}))(t)
	must(s.AddCandidate(t.Context(), by, e.ID, "", store.CandidateChange{Name: new("Bea")}))(t)
	mia := must(s.AddCandidate(t.Context(), by, e.ID, "", store.CandidateChange{Name: new("Mia")}))(t)
	must(s.UpdateCandidate(t.Context(), by, e.ID, ada.ID, store.CandidateChange{Name: new("Adele")}))(t)
	must(s.SetCandidatePhoto(t.Context(), by, e.ID, ada.ID, jpeg))(t)
	noError(t, s.RemoveCandidate(t.Context(), by, e.ID, mia.ID))
	must(s.SetStatus(t.Context(), by, e.ID, store.Active))(t)
	vote(t, s, v.ID, ada)
	must(s.SetStatus(t.Context(), by, e.ID, store.Completed))(t)
	r := must(s.CalculateResults(t.Context(), by, e.ID))(t)
	must(s.CalculateResults(t.Context(), by, e.ID))(t)
	must(s.UpdateUser(t.Context(), by, v.ID, store.UserChange{FullName: new("X"), PasswordHash: new("y")}))(t)
	noError(t, s.EndSessions(t.Context(), v.ID))
	draft := must(s.CreateElection(t.Context(), storetest.Admin, store.ElectionChange{Title: new("Draft")}))(t)
	noError(t, s.DeleteElection(t.Context(), storetest.Admin, draft.ID))

	election := func(id store.ElectionID) audit.Subject { return audit.Subject{Kind: "election", ID: string(id)} }
	candidate := func(id store.CandidateID) audit.Subject { return audit.Subject{Kind: "candidate", ID: string(id)} }
	user := func(id store.UserID) audit.Subject { return audit.Subject{Kind: "user", ID: string(id)} }
	named := func(name string) map[string]string { return map[string]string{"election": string(e.ID), "name": name} }
	want := []audit.Record{
		{Actor: by, Action: "user.admin_created", Subject: user(admin.ID)},
		{Actor: audit.ByUser(v.ID), Action: "user.registered", Subject: user(v.ID),
			Detail: map[string]string{"policy": "number"}},
		{Actor: by, Action: "election.created", Subject: election(e.ID)},
		{Actor: by, Action: "election.updated", Subject: election(e.ID)},
		{Actor: by, Action: "candidate.added", Subject: candidate(ada.ID), Detail: named("Ada")},
		{Actor: by, Action: "candidate.added", Detail: named("Bea")},
		{Actor: by, Action: "candidate.added", Subject: candidate(mia.ID), Detail: named("Mia")},
		{Actor: by, Action: "candidate.updated", Subject: candidate(ada.ID), Detail: named("Adele")},
		{Actor: by, Action: "candidate.photo_set", Subject: candidate(ada.ID), Detail: named("Adele")},
		{Actor: by, Action: "candidate.removed", Subject: candidate(mia.ID), Detail: named("Mia")},
		{Actor: by, Action: "election.activated", Subject: election(e.ID)},
		{Actor: by, Action: "election.completed", Subject: election(e.ID)},
		{Actor: by, Action: "election.counted", Subject: election(e.ID), Detail: map[string]string{"result": r.ResultHash}},
		{Actor: by, Action: "user.updated", Subject: user(v.ID), Detail: map[string]string{"fields": "fullName password"}},
		{Actor: audit.ByUser(v.ID), Action: "user.sessions_ended", Subject: user(v.ID)},
		{Actor: storetest.Admin, Action: "election.created", Subject: election(draft.ID)},
		{Actor: storetest.Admin, Action: "election.deleted", Subject: election(draft.ID),
			Detail: map[string]string{"title": "Draft", "candidates": "0"}},
	}
	slices.Reverse(want)
	got := pages(t, 5, func(p store.Page) (store.List[audit.Record], error) {
		return s.AuditList(t.Context(), audit.Filter{}, p)
	})
	if len(got) != len(want) {
		t.Fatalf("%d lines, want %d: %+v", len(got), len(want), got)
	}
	for i := range want {
		want[i].Seq, want[i].At, want[i].Hash = uint64(len(want)-i), got[i].At, got[i].Hash
		if want[i].Subject == (audit.Subject{}) {
			want[i].Subject = got[i].Subject
		}
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Errorf("line %d: %+v, want %+v", i, got[i], want[i])
		}
		if i > 0 && !got[i].At.Before(got[i-1].At) || !got[i].At.After(start) {
			t.Errorf("line %d is of %v", i, got[i].At)
		}
	}
}

// A long list is exported in parts, none of which is long, and breaks off where the one who takes it
// does.
func TestALongAuditListIsExportedInParts(t *testing.T) {
	s := storetest.New(t, store.Options{})
	store.NoSync(s)
	for n := range 1200 {
		title := fmt.Sprint("Board ", n)
		must(s.CreateElection(t.Context(), storetest.Admin, store.ElectionChange{Title: &title}))(t)
	}
	var parts []int
	var lines []store.NamedAudit
	noError(t, s.ExportAudit(t.Context(), storetest.Admin, audit.Filter{}, func(some []store.NamedAudit) error {
		parts = append(parts, len(some))
		lines = append(lines, some...)
		return nil
	}))
	if !slices.Equal(parts, []int{1000, 201}) {
		t.Errorf("parts of %d lines", parts)
	}
	for i, line := range lines {
		want := fmt.Sprint("Board ", i)
		if i == len(lines)-1 {
			want = "" // the export itself
		}
		if line.Seq != uint64(i+1) || line.SubjectName != want {
			t.Fatalf("line %d is number %d, about %q", i+1, line.Seq, line.SubjectName)
		}
	}
	gone, calls := errors.New("gone"), 0
	if err := s.ExportAudit(t.Context(), storetest.Admin, audit.Filter{}, func([]store.NamedAudit) error {
		calls++
		return gone
	}); err != gone || calls != 1 {
		t.Errorf("%v after %d parts", err, calls)
	}
}
