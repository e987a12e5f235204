package store_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/keyring"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

func TestElectionFromDraftToResults(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	storetest.Advance(t, s, e.ID, store.Active)
	for n := range 3 {
		vote(t, s, storetest.Voter(t, s, n).ID, e.Questions[0].Candidates[n%2])
	}
	refused(t, s, refusal.ResultsRestricted, func() error { return errOf(s.Results(t.Context(), e.ID, true)) })
	storetest.Advance(t, s, e.ID, store.Completed)
	r := must(s.CalculateResults(t.Context(), storetest.Admin, e.ID))(t)
	if tallied(r) != "Ada 2*, Grace 1" || r.Turnout.Ballots != 3 {
		t.Errorf("results: %+v", r)
	}
}

func TestVoteIsTakenOnceAndOnly(t *testing.T) {
	s := storetest.New(t, store.Options{})
	v, other := storetest.Voter(t, s, 1), storetest.Voter(t, s, 2)
	e, elsewhere := running(t, s, "Ada", "Grace"), running(t, s, "Eve", "Mia")
	voted := func(u store.User) bool { return must(s.HasVoted(t.Context(), u.ID, e.ID))(t) }
	if voted(v) {
		t.Error("has voted before voting")
	}
	vote(t, s, v.ID, e.Questions[0].Candidates[0])
	if !voted(v) || voted(other) {
		t.Errorf("has voted: the voter %v, another %v", voted(v), voted(other))
	}
	for _, c := range e.Questions[0].Candidates {
		refused(t, s, refusal.AlreadyVoted, func() error {
			return errOf(s.CastVote(t.Context(), v.ID, e.ID, "", store.Answers{Candidate: c.ID}))
		})
	}
	vote(t, s, v.ID, elsewhere.Questions[0].Candidates[0])
	vote(t, s, other.ID, e.Questions[0].Candidates[0])
}

func TestVoteIsRefused(t *testing.T) {
	s := storetest.New(t, store.Options{})
	v, suspended := storetest.Voter(t, s, 1), storetest.Voter(t, s, 2)
	must(s.UpdateUser(t.Context(), storetest.Admin, suspended.ID, store.UserChange{Status: new(store.UserSuspended)}))(t)
	admin := must(s.SetUp(t.Context(), store.NewAdmin{Email: "a@example.org", FullName: "A"}))(t)
	e, elsewhere := running(t, s, "Ada", "Grace"), running(t, s, "Eve", "Mia")
	draft := storetest.Election(t, s, "Draft", "Zoe", "Bea")
	done := running(t, s, "Kim", "Lee")
	storetest.Advance(t, s, done.ID, store.Completed)

	for name, tc := range map[string]struct {
		voter     store.UserID
		election  store.ElectionID
		candidate store.CandidateID
		want      error
	}{
		"in no election":            {v.ID, "none", e.Questions[0].Candidates[0].ID, refusal.NotFound},
		"in a DRAFT":                {v.ID, draft.ID, draft.Questions[0].Candidates[0].ID, refusal.NotFound},
		"in a COMPLETED election":   {v.ID, done.ID, done.Questions[0].Candidates[0].ID, refusal.NotActive},
		"by nobody":                 {"nobody", e.ID, e.Questions[0].Candidates[0].ID, refusal.NotFound},
		"by a suspended voter":      {suspended.ID, e.ID, e.Questions[0].Candidates[0].ID, refusal.NotVoter},
		"by an administrator":       {admin.ID, e.ID, e.Questions[0].Candidates[0].ID, refusal.NotVoter},
		"for nobody":                {v.ID, e.ID, "nobody", refusal.CandidateElsewhere},
		"for a candidate elsewhere": {v.ID, e.ID, elsewhere.Questions[0].Candidates[0].ID, refusal.CandidateElsewhere},
		"for an id that is none": {v.ID, e.ID, store.CandidateID(strings.Repeat("b", 26)),
			refusal.CandidateElsewhere},
		"for an election":                 {v.ID, e.ID, store.CandidateID(e.ID), refusal.CandidateElsewhere},
		"without an election to speak of": {v.ID, "", e.Questions[0].Candidates[0].ID, refusal.NotFound},
	} {
		t.Run(name, func(t *testing.T) {
			refused(t, s, tc.want, func() error {
				return errOf(s.CastVote(t.Context(), tc.voter, tc.election, "", store.Answers{Candidate: tc.candidate}))
			})
		})
	}
}

func TestVoteKeepsToTheHoursOfTheElection(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	opens := clock.Now().Add(time.Hour)
	closes := opens.Add(time.Hour)
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	must(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{OpensAt: &opens, ClosesAt: &closes}))(t)
	storetest.Advance(t, s, e.ID, store.Active)
	for n, tc := range []struct {
		at   time.Time
		want error
	}{
		{opens.Add(-time.Second), refusal.VotingNotOpen},
		{opens, nil},
		{closes.Add(-time.Second), nil},
		{closes, refusal.VotingClosed},
		{closes.Add(time.Hour), refusal.VotingClosed},
	} {
		v := storetest.Voter(t, s, n)
		clock.Set(tc.at)
		cast := func() error {
			return errOf(s.CastVote(t.Context(), v.ID, e.ID, "", store.Answers{Candidate: e.Questions[0].Candidates[0].ID}))
		}
		if tc.want != nil {
			refused(t, s, tc.want, cast)
		} else if err := cast(); err != nil {
			t.Errorf("at %v: %v", tc.at, err)
		}
	}
}

func TestReceiptNamesTheSealedBallot(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	e := running(t, s, "Ada", "Grace")
	receipts := make(map[string]ballotbox.Receipt) // by code
	for n := range 5 {
		r := vote(t, s, storetest.Voter(t, s, n).ID, e.Questions[0].Candidates[n%2])
		if !regexp.MustCompile(`^[A-Z2-7]{16}$`).MatchString(r.Code) ||
			!regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(r.Leaf) || r.ElectionID != string(e.ID) {
			t.Errorf("receipt %+v", r)
		}
		receipts[r.Code] = r
	}
	opener := openerOf(t, s, dir, e.ID)
	noError(t, s.Close())
	edit(t, dir, func(tx *bolt.Tx) error {
		return bucket(tx, "sealed", string(e.ID)).ForEach(func(k, stored []byte) error {
			b, _ := ballotbox.ParseBallot(stored)
			tag, sealed := b.Tag, b.Sealed
			seed, _, err := opener.Open(sealed, tag)
			code := seed.Code(tag).String()
			r := receipts[code]
			leaf, hash := b.Cast().Leaf(string(e.ID)), ballotbox.SealedHash(sealed)
			if err != nil || r.Leaf != leaf.String() || !bytes.Equal(k, hash[:]) {
				t.Errorf("ballot %x, %v: no receipt names its leaf %s", k, err, leaf)
			}
			if tag != sealing.TagOf(sealing.Pad(r.Pad), r.Owner) {
				t.Errorf("ballot %x: its tag is not that of the receipt's pad and owner", k)
			}
			delete(receipts, code)
			return nil
		})
	})
	if len(receipts) != 0 {
		t.Errorf("receipts without a ballot: %+v", receipts)
	}
}

// Nobody votes or counts without the secret, and nothing is lost.
func TestMissingKeyStopsTheCountUntilItIsBack(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	v, late := storetest.Voter(t, s, 1), storetest.Voter(t, s, 2)
	e, other := running(t, s, "Ada", "Grace"), running(t, s, "Eve", "Mia")
	vote(t, s, v.ID, e.Questions[0].Candidates[0])
	noError(t, s.Close())
	file := filepath.Join(dir, "keys", string(e.ID)+".key")
	kept := must(os.ReadFile(file))(t)
	noError(t, os.Remove(file))

	s = storetest.NewIn(t, dir, store.Options{})
	refused(t, s, refusal.VotingWithoutKey, func() error {
		return errOf(s.CastVote(t.Context(), late.ID, e.ID, "", store.Answers{Candidate: e.Questions[0].Candidates[0].ID}))
	})
	storetest.Advance(t, s, e.ID, store.Completed)
	calculate := func() error { return errOf(s.CalculateResults(t.Context(), storetest.Admin, e.ID)) }
	refused(t, s, refusal.KeyMissing, calculate)
	for _, tc := range []struct {
		key  []byte
		want error
	}{
		{kept[:31], keyring.ErrDamaged},
		{make([]byte, len(kept)), refusal.KeyWrong},
		{must(os.ReadFile(filepath.Join(dir, "keys", string(other.ID)+".key")))(t), refusal.KeyWrong},
		{append(slices.Clone(kept), make([]byte, 32)...), refusal.KeyWrong},
	} {
		noError(t, os.WriteFile(file, tc.key, 0o600))
		refused(t, s, tc.want, calculate)
	}
	noError(t, os.WriteFile(file, kept, 0o600))
	if err := calculate(); err != nil {
		t.Errorf("with the key back: %v", err)
	}
	if r := must(s.Results(t.Context(), e.ID, false))(t); slices.Max(r.Questions[0].Outcome.Votes) != 1 {
		t.Errorf("results %+v", r)
	}
}

// openerOf opens the ballots of a running election with its key file.
func openerOf(tb testing.TB, s *store.Store, dir string, id store.ElectionID) *sealing.Opener {
	tb.Helper()
	secret := must(sealing.ParseSecret(must(os.ReadFile(filepath.Join(dir, "keys", string(id)+".key")))(tb)))(tb)
	m := must(ballotbox.ParseManifest(must(s.Manifest(tb.Context(), id))(tb)))(tb)
	return must(must(m.SealingBox())(tb).Opener(map[int]*sealing.Secret{1: secret}, false))(tb)
}

func TestAnAdministratorMadeUserWasNotAdmittedToVote(t *testing.T) {
	s := storetest.New(t, store.Options{})
	must(s.SetUp(t.Context(), store.NewAdmin{Email: "a@example.org", FullName: "A"}))(t)
	second := must(s.CreateAdmin(t.Context(), store.NewAdmin{Email: "b@example.org", FullName: "B"}))(t)
	must(s.UpdateUser(t.Context(), storetest.Admin, second.ID, store.UserChange{Role: new(store.RoleUser)}))(t)
	e := running(t, s, "Ada", "Grace")
	refused(t, s, refusal.NotVoter, func() error {
		return errOf(s.CastVote(t.Context(), second.ID, e.ID, "", store.Answers{Candidate: e.Questions[0].Candidates[0].ID}))
	})
}
