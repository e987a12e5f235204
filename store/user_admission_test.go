package store_test

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

// applicant is a registration that fails a check and asks for a decision.
func applicant(n int) store.Registration {
	r := storetest.Registration(n)
	r.Policy, r.Review = "card", true
	r.Checks = []store.AdmissionCheck{{Name: "identity_number", Passed: true}, {Name: "card_name", Passed: false}}
	return r
}

func TestARegistrationThatFailsACheckIsRefused(t *testing.T) {
	s := storetest.New(t, store.Options{})
	r := applicant(1)
	r.Review = false
	refused(t, s, refusal.NotAdmitted, func() error {
		err := errOf(s.Register(t.Context(), r))
		if err == nil || !strings.HasSuffix(err.Error(), ": card_name") {
			t.Errorf("error %v does not name the failed check alone", err)
		}
		return err
	})
}

func TestAnApplicantWaitsForADecision(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := running(t, s, "Ada", "Grace")
	u := must(s.Register(t.Context(), applicant(1)))(t)
	if u.Admission != nil || u.Application == nil || u.Application.Policy != "card" {
		t.Fatalf("applied as %+v", u)
	}
	refused(t, s, refusal.NotVoter, func() error {
		return errOf(s.CastVote(t.Context(), u.ID, e.ID, "", store.Answers{Candidate: e.Questions[0].Candidates[0].ID}))
	})

	got := must(s.DecideAdmission(t.Context(), storetest.Admin, u.ID, true, "Known to the board"))(t)
	if got.Admission == nil || got.Admission.Policy != store.PolicyManual || got.Decision == nil ||
		!got.Decision.Admitted || got.Decision.Reason != "Known to the board" {
		t.Errorf("admitted as %+v", got)
	}
	vote(t, s, u.ID, e.Questions[0].Candidates[0])
	last := must(s.AuditList(t.Context(), audit.Filter{}, store.Page{Limit: 1}))(t).Items[0]
	if last.Action != "user.admitted" || last.Detail["reason"] != "Known to the board" {
		t.Errorf("audit %+v", last)
	}
}

func TestAnApplicantDoesNotBlockTheTrueOwnerOfANumber(t *testing.T) {
	s := storetest.New(t, store.Options{})
	impostor := applicant(1)
	u := must(s.Register(t.Context(), impostor))(t)
	owner := storetest.Registration(2)
	owner.Number, owner.Kind = impostor.Number, impostor.Kind
	must(s.Register(t.Context(), owner))(t)
	refused(t, s, refusal.IdentityTaken, func() error {
		return errOf(s.DecideAdmission(t.Context(), storetest.Admin, u.ID, true, "By mistake"))
	})
}

func TestARefusedVoterLetsGoOfNumberAndEntry(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, rollLine(1))
	u := must(s.Register(t.Context(), onRoll(1)))(t)
	e := running(t, s, "Ada", "Grace")
	must(s.DecideAdmission(t.Context(), storetest.Admin, u.ID, false, "Not the person"))(t)
	refused(t, s, refusal.NotVoter, func() error {
		return errOf(s.CastVote(t.Context(), u.ID, e.ID, "", store.Answers{Candidate: e.Questions[0].Candidates[0].ID}))
	})

	owner := onRoll(1)
	owner.Email = "owner@example.org"
	if got := must(s.Register(t.Context(), owner))(t); got.RollEntry == "" {
		t.Errorf("the true owner was not tied to the entry: %+v", got)
	}
	refused(t, s, refusal.IdentityTaken, func() error {
		return errOf(s.DecideAdmission(t.Context(), storetest.Admin, u.ID, true, "Back again"))
	})
}

func TestARefusedVoterWhoHasVotedKeepsTheNumberUntilTheClose(t *testing.T) {
	s := storetest.New(t, store.Options{})
	enrol(t, s, rollLine(1))
	u := must(s.Register(t.Context(), onRoll(1)))(t)
	e := rollElection(t, s)
	vote(t, s, u.ID, e.Questions[0].Candidates[0])
	must(s.DecideAdmission(t.Context(), storetest.Admin, u.ID, false, "Not the person"))(t)
	owner := onRoll(1)
	owner.Email = "owner@example.org"
	refused(t, s, refusal.NotAdmitted, func() error { return errOf(s.Register(t.Context(), owner)) })

	storetest.Advance(t, s, e.ID, store.Completed)
	must(s.DecideAdmission(t.Context(), storetest.Admin, u.ID, false, "Not the person"))(t)
	must(s.Register(t.Context(), owner))(t)
}

func TestADecisionNeedsAReason(t *testing.T) {
	s := storetest.New(t, store.Options{})
	u := must(s.Register(t.Context(), applicant(1)))(t)
	for _, reason := range []string{"", "no", strings.Repeat("x", 501)} {
		invalid(t, s, "reason", func() error {
			return errOf(
				s.DecideAdmission(t.Context(), storetest.Admin, u.ID, true, reason))
		})
	}
	refused(t, s, refusal.NotFound, func() error {
		return errOf(s.DecideAdmission(t.Context(), storetest.Admin, "aaaaaaaaaaaaaaaaaaaaaaaaaa", true, "Known"))
	})
}

func TestAReadingIsSpentOnce(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	r := storetest.Registration(1)
	r.Token = &store.VerificationToken{ID: "aaaaaaaaaaaaaaaaaaaaaaaaaa", Expires: clock.Now().Add(time.Minute)}
	must(s.Register(t.Context(), r))(t)
	again := storetest.Registration(2)
	again.Token = r.Token
	refused(t, s, refusal.TokenSpent, func() error { return errOf(s.Register(t.Context(), again)) })

	// A registration that fails spends nothing; what has expired is cleared away.
	again.Token = &store.VerificationToken{ID: "bbbbbbbbbbbbbbbbbbbbbbbbba", Expires: clock.Now().Add(time.Hour)}
	again.Email = r.Email
	refused(t, s, refusal.EmailTaken, func() error { return errOf(s.Register(t.Context(), again)) })
	clock.Set(clock.Now().Add(2 * time.Minute))
	again.Email = "second@example.org"
	must(s.Register(t.Context(), again))(t)
	spent := 0
	for path := range store.Dump(t, s) {
		if strings.HasPrefix(path, "spent_tokens/") {
			spent++
		}
	}
	if spent != 1 {
		t.Errorf("%d spent tokens are kept, want 1", spent)
	}
}

func TestAReadingMACTellsNeitherTheNumberNorItsRecord(t *testing.T) {
	s := storetest.New(t, store.Options{})
	a, b := s.ReadingMAC("12345678"), s.ReadingMAC("12345679")
	if len(a) != 32 || bytes.Equal(a, b) || !bytes.Equal(a, s.ReadingMAC("12345678")) {
		t.Errorf("%x and %x", a, b)
	}
	r := storetest.Registration(1)
	r.Number = "12345678"
	must(s.Register(t.Context(), r))(t)
	for path := range store.Dump(t, s) {
		if strings.Contains(path, string(a)) {
			t.Errorf("%q is in the file", path)
		}
	}
}
