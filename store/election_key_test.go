package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ostrakon/store"
	"ostrakon/store/refusal"
)

// Nobody casts a ballot that nobody could count.
func TestAnElectionWithoutItsKeyTakesNoVotes(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	e := running(t, s, "Ada", "Grace")
	all := voters(t, s, 2)
	choice := store.Answers{Candidate: e.Questions[0].Candidates[0].ID}
	must(s.CastVote(t.Context(), all[0], e.ID, "", choice))(t)
	key := filepath.Join(dir, "keys", string(e.ID)+".key")
	noError(t, os.Rename(key, key+".away"))

	missing, found, err := s.WithoutKey(t.Context())
	if err != nil || !found || missing.ID != e.ID {
		t.Errorf("without a key: %q, %v, %v", missing.Title, found, err)
	}
	if _, err := s.CastVote(t.Context(), all[1], e.ID, "", choice); !errors.Is(err, refusal.VotingWithoutKey) {
		t.Errorf("a vote that nobody could count: %v", err)
	}
	shown := must(s.ElectionFor(t.Context(), all[1], e.ID))(t)
	if shown.Eligibility != (store.Eligibility{Reason: store.KeyMissing}) {
		t.Errorf("the voter sees %+v", shown.Eligibility)
	}
	if shown := must(s.Election(t.Context(), e.ID))(t); !shown.KeyMissing {
		t.Error("administrators do not see that the key is missing")
	}
	if err := s.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "key of election "+string(e.ID)) {
		t.Errorf("check says %v", err)
	}

	noError(t, os.Rename(key+".away", key))
	must(s.CastVote(t.Context(), all[1], e.ID, "", choice))(t)
	if _, found, err := s.WithoutKey(t.Context()); found || err != nil {
		t.Errorf("with its key: %v, %v", found, err)
	}
	noError(t, s.Check(t.Context()))
}
