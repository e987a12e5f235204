package store_test

import (
	"crypto/sha256"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// recounts are the second counts of an election, after a check that its bundle verifies and its file is sound.
func recounts(t *testing.T, s *store.Store, id store.ElectionID) []store.Recount {
	t.Helper()
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
	return must(s.Election(t.Context(), id))(t).Recounts
}

func TestOtherHoldersCountAgainFromTheirPages(t *testing.T) {
	s := newShares(t, store.Options{})
	count := func(holders ...int) {
		t.Helper()
		secrets := make(map[int]*sealing.Secret)
		for _, n := range holders {
			secrets[n] = s.secrets[n]
		}
		storetest.CountWith(t, s.Store, s.id, secrets)
	}
	count(1, 2)
	first := must(s.Results(t.Context(), s.id, true))(t)
	if state := s.state(t); state.State != store.CountDone || state.Again || state.BoxUntil.IsZero() ||
		state.Sealed != first.Seal {
		t.Errorf("after the first count: %+v", state)
	}
	must(s.StartCount(t.Context(), storetest.Admin, s.id))(t)
	if state := s.state(t); state.State != store.CountWaiting || !state.Again {
		t.Errorf("a second count begins: %+v", state)
	}
	must(s.StopCount(t.Context(), s.id))(t)
	if state := s.state(t); state.State != store.CountDone || state.Again {
		t.Errorf("a second count is stopped: %+v", state)
	}
	count(2, 3)
	if state := s.state(t); state.State != store.CountDone || state.Again {
		t.Errorf("after the second count: %+v", state)
	}
	again := recounts(t, s.Store, s.id)
	if len(again) != 1 || !again[0].Same || !slices.Equal(again[0].Holders, []string{"Holder 2", "Holder 3"}) ||
		again[0].CountedBy != ballotbox.CountedByServer {
		t.Errorf("second counts: %+v", again)
	}
	if after := must(s.Results(t.Context(), s.id, true))(t); after.Seal != first.Seal {
		t.Error("the seal is another one")
	}
	b := must(s.Bundle(t.Context(), s.id))(t)
	holds(t, b, ballotbox.Evidence{})
	if len(b.Recounts) != 1 || b.Recounts[0] != again[0].Signed {
		t.Errorf("the bundle has %d second counts", len(b.Recounts))
	}
	last := must(s.AuditList(t.Context(), audit.Filter{}, store.Page{Limit: 1}))(t).Items[0]
	if last.Action != "election.counted_again" {
		t.Errorf("the audit log ends with %+v", last)
	}
}

func TestATableCountsAgain(t *testing.T) {
	k := newKept(t)
	k.reopen(t)
	s, id := k.store, k.counted.ID
	again := countAtTable(t, s, id, k.secrets, 2, 3)
	for range 2 { // the answer was lost
		must(s.AcceptCount(t.Context(), storetest.Admin, id, again))(t)
	}
	if all := recounts(t, s, id); len(all) != 1 || !all[0].Same || all[0].CountedBy != ballotbox.CountedByTable {
		t.Errorf("second counts: %+v", all)
	}
	other, secrets := held(t, s, 2, 3, "Kim", "Lee")
	storetest.Advance(t, s, other.ID, store.Completed)
	elsewhere := countAtTable(t, s, other.ID, secrets, 1, 2)
	refused(t, s, refusal.CountRefused, func() error {
		return errOf(s.AcceptCount(t.Context(), storetest.Admin, id, elsewhere))
	})
	k.clock.Set(k.counted.BoxUntil)
	must(s.StartCount(t.Context(), storetest.Admin, id))(t) // it waits for holders
	k.dropped(t)
	if state := must(s.CountState(t.Context(), id))(t); state.State != store.CountDone || !state.BoxUntil.IsZero() ||
		state.Sealed != "" {
		t.Errorf("after the date: %+v", state)
	}
	refused(t, s, refusal.Counted, func() error { return errOf(s.BallotBox(t.Context(), id)) })
	finished(t, s, k.dir, k.sealed)
	holds(t, must(s.Bundle(t.Context(), id))(t), ballotbox.Evidence{})
}

// lied is a count like an honest one of five ballots, three of them for the second candidate, without one of these.
func lied(t *testing.T, box *ballotbox.Box, honest *ballotbox.Count, by map[int]*sealing.Secret) *ballotbox.Count {
	t.Helper()
	m := must(ballotbox.ParseManifest(box.Manifest))(t)
	var casts []ballotbox.Cast
	for b, err := range box.Ballots {
		noError(t, err)
		casts = append(casts, b.Cast())
	}
	var opened []ballotbox.Opened
	var codes []ballotbox.Hash
	for n, code := range honest.Codes[1:] {
		opened = append(opened, ballotbox.Opened{Marks: []byte{byte(n % 2), byte(1 - n%2)}, Class: 1, Code: code})
		codes = append(codes, sha256.Sum256(append([]byte("\x00ostrakon/codes/4\x00"), code[:]...)))
	}
	c := must(m.Count(casts, opened, ballotbox.PapersIn{}))(t)
	text := ballotbox.NoteText(honest.Seal)
	for name, hash := range map[string]ballotbox.Hash{
		"counts":    sha256.Sum256(append([]byte("ostrakon/counts/4\x00"), c.Counts...)),
		"codesRoot": ballotbox.MerkleRoot(codes), "result": ballotbox.ResultHash(c.Raw),
	} {
		text = regexp.MustCompile("(?m)^"+name+" .*$").ReplaceAllString(text, name+" "+hash.String())
	}
	seal := []byte(text + "\n")
	for number, secret := range by {
		seal = must(m.AddSignature(seal, number, secret.Sign([]byte(text))))(t)
	}
	return &ballotbox.Count{Seal: seal, Counts: c.Counts, Codes: c.Codes, Result: c.Raw}
}

// The first count is a lie that two holders signed: a ballot did not open.
func TestASecondCountThatDiffersIsPublished(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e, secrets := held(t, s, 2, 3, "Ada", "Grace")
	for n := range 5 {
		storetest.CastSealed(t, s, storetest.Voter(t, s, n).ID, e.ID, byte(n%2), byte(1-n%2))
	}
	storetest.Advance(t, s, e.ID, store.Completed)
	box := must(s.BallotBox(t.Context(), e.ID))(t)
	two := map[int]*sealing.Secret{1: secrets[1], 2: secrets[2]}
	honest := countAtTable(t, s, e.ID, secrets, 1, 2)
	must(s.AcceptCount(t.Context(), storetest.Admin, e.ID, lied(t, box, honest, two)))(t)
	must(s.AcceptCount(t.Context(), storetest.Admin, e.ID, countAtTable(t, s, e.ID, secrets, 2, 3)))(t)
	if all := recounts(t, s, e.ID); len(all) != 1 || all[0].Same || all[0].Missing != 1 {
		t.Errorf("second counts: %+v", all)
	}
	var failed []string
	for _, check := range ballotbox.Verify(must(s.Bundle(t.Context(), e.ID))(t), ballotbox.Evidence{}) {
		if check.Err != nil {
			failed = append(failed, check.Name+" "+check.Err.Error())
		}
	}
	if len(failed) != 1 || !strings.Contains(failed[0], "IT DIFFERS") {
		t.Errorf("the bundle: %q", failed)
	}
}
