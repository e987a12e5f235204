package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

func TestHoldersMakeTheirOwnKeysBeforeAnElectionOpens(t *testing.T) {
	s := storetest.New(t, store.Options{})
	must(s.SetUp(t.Context(), store.NewAdmin{Email: "root@example.org", FullName: "Root",
		Settings: store.SettingsChange{Organisation: new("Club")}}))(t)
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	e = must(s.SetHolders(t.Context(), storetest.Admin, e.ID,
		store.HolderPlan{Threshold: 2, Holders: []string{" Zoe ", "Kim", "Lee"}, Title: "Annual meeting"}))(t)
	if e.Custody != ballotbox.CustodyHolders || e.Threshold != 2 || len(e.Holders) != 3 || e.Holders[0].Name != "Zoe" ||
		e.Holders[0].PublicKey != nil || e.Assembly.Title != "Annual meeting" {
		t.Errorf("holders %+v", e)
	}
	tokens, secrets := make([]string, 4), make([]*sealing.Secret, 4)
	for n := 1; n <= 3; n++ {
		tokens[n], secrets[n] = must(s.InviteHolder(t.Context(), storetest.Admin, e.ID, n))(t), sealing.NewSecret()
		want := store.Invitation{Assembly: *e.Assembly, Organisation: "Club", Number: n, Roots: make([][]byte, 3)}
		got := must(s.Invitation(t.Context(), tokens[n]))(t)
		if want.SigningKey = got.SigningKey; !reflect.DeepEqual(got, want) {
			t.Errorf("invitation %+v, want %+v", got, want)
		}
	}
	give := func(token string, n int) error {
		return s.SetHolderKeys(t.Context(), token, secrets[n].AllKeys())
	}
	open := func() error { return errOf(s.SetStatus(t.Context(), storetest.Admin, e.ID, store.Active)) }
	var missing *refusal.Problem
	noError(t, errors.Join(give(tokens[1], 1), give(tokens[2], 2)))
	refused(t, s, refusal.HoldersMissing, open)
	if errors.As(open(), &missing); !slices.Equal(missing.Facts()["names"].([]string), []string{"Lee"}) {
		t.Errorf("missing: %v", missing.Facts())
	}
	again := must(s.InviteHolder(t.Context(), storetest.Admin, e.ID, 3))(t)
	refused(t, s, refusal.NotFound, func() error { return give(tokens[3], 3) }) // replaced
	noError(t, errors.Join(give(again, 3), open()))
	if entry := lastEntry(t, s); entry.Action != "election.activated" {
		t.Errorf("the audit list says %+v", entry)
	}
	refused(t, s, refusal.KeysFixed, func() error { return give(again, 3) })
	if inv := must(s.Invitation(t.Context(), again))(t); len(inv.Missing()) > 0 || inv.Used != 1 {
		t.Errorf("invitation %+v", inv)
	}
	m := must(ballotbox.ParseManifest(must(s.Manifest(t.Context(), e.ID))(t)))(t)
	for n := 1; n <= 3; n++ {
		h, first := m.Holders[n-1], secrets[n].Derive(1)
		if m.Threshold != 2 || h.Name != e.Holders[n-1].Name || !bytes.Equal(h.PublicKey, first.PublicKey()) ||
			!bytes.Equal(h.SigningKey, first.SigningKey()) {
			t.Errorf("holder %d in the manifest: %s", n, h.Name)
		}
	}
}

// A holder's device computes the key number, and signs it with the key for number 0 of the sheet that is part of it.
func TestHoldersTryTheirSheetsForTheKeyNumber(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	must(s.SetHolders(t.Context(), storetest.Admin, e.ID,
		store.HolderPlan{Threshold: 2, Holders: []string{"Zoe", "Kim"}}))(t)
	var tokens []string
	var sheets []*sealing.Secret
	for n := range 2 {
		tokens = append(tokens, must(s.InviteHolder(t.Context(), storetest.Admin, e.ID, n+1))(t))
		sheets = append(sheets, sealing.NewSecret())
	}
	try := func(holder int, signature []byte) func() error {
		return func() error { return s.NoteSheetTried(t.Context(), tokens[holder], signature) }
	}
	noError(t, s.SetHolderKeys(t.Context(), tokens[0], sheets[0].AllKeys()))
	refused(t, s, refusal.HoldersMissing, try(0, nil))
	noError(t, s.SetHolderKeys(t.Context(), tokens[1], sheets[1].AllKeys()))

	inv := must(s.Invitation(t.Context(), tokens[0]))(t)
	number := ballotbox.NewKeyNumber(inv.Threshold, inv.Roots, inv.SigningKey).String()
	if root := ballotbox.KeysRoot(sheets[0].AllKeys()); number != inv.KeyNumber || !bytes.Equal(inv.Roots[0], root) {
		t.Errorf("key number %s, root %x in %+v", number, root, inv)
	}
	signed := func(holder, number int, text string) []byte {
		return sheets[holder].Derive(number).Sign([]byte("ostrakon/tried/4\x00" + text))
	}
	for name, signature := range map[string][]byte{
		"nothing": nil, "of another holder": signed(1, 0, number), "with the key for number 1": signed(0, 1, number),
		"of another key number": signed(0, 0, ballotbox.NewKeyNumber(1, inv.Roots, inv.SigningKey).String()),
	} {
		t.Run(name, func(t *testing.T) { refused(t, s, refusal.SignatureWrong, try(0, signature)) })
	}
	untried := func() any { return must(s.OpeningWarnings(t.Context(), e.ID))(t)[0].Facts["names"] }
	if got := fmt.Sprint(untried()); got != "[Zoe Kim]" {
		t.Errorf("the opening warns of the sheets of %s", got)
	}
	noError(t, try(0, signed(0, 0, number))())
	if got := fmt.Sprint(untried()); got != "[Kim]" {
		t.Errorf("the opening warns of the sheets of %s", got)
	}
	e = must(s.Election(t.Context(), e.ID))(t)
	if h := e.Assembly.Holders; h[0].Tried == nil || h[1].Tried != nil ||
		lastEntry(t, s).Action != "election.holder_tried" {
		t.Errorf("holders %+v, audit list %+v", h, lastEntry(t, s))
	}
	storetest.Advance(t, s, e.ID, store.Active)
	noError(t, try(1, signed(1, 0, number))())
	if e = must(s.Election(t.Context(), e.ID))(t); !slices.Equal(e.Untried, []string{"Kim"}) {
		t.Errorf("it opened without the sheets of %v", e.Untried)
	}
	noError(t, errors.Join(s.Check(t.Context()), s.Close()))

	for want, change := range map[string]struct{ bucket, old, new string }{
		"its key number is not that of its keys":   {"assemblies", `"threshold":2`, `"threshold":1`},
		"holder 1 has not signed its key number":   {"assemblies", `"tried":"`, `"tried":"AAAA`},
		"are not those for number 1 under their r": {"elections", `"path":["`, `"path":["AAAA`},
	} {
		copied := t.TempDir()
		noError(t, os.CopyFS(copied, os.DirFS(dir)))
		edit(t, copied, func(tx *bolt.Tx) error {
			k, v := last(bucket(tx, change.bucket))
			return bucket(tx, change.bucket).Put(k, bytes.Replace(v, []byte(change.old), []byte(change.new), 1))
		})
		if err := open(t, copied).Check(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("check says %v, want %q", err, want)
		}
	}
}

func TestHoldersAndTheirKeysAreChecked(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	set := func(threshold int, names ...string) func() error {
		return func() error {
			return errOf(s.SetHolders(t.Context(), storetest.Admin, e.ID,
				store.HolderPlan{Threshold: threshold, Holders: names}))
		}
	}
	invalid(t, s, "threshold", set(0, "Zoe"))
	invalid(t, s, "threshold", set(3, "Zoe", "Kim"))
	invalid(t, s, "holders", set(1, ""))
	invalid(t, s, "holders", set(1, "Zoe", "Zoe "))
	invalid(t, s, "holders", set(1, "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"))
	refused(t, s, refusal.NotFound, func() error { return errOf(s.InviteHolder(t.Context(), storetest.Admin, e.ID, 1)) })
	noError(t, set(1, "Zoe", "Kim", "Lee")())
	for _, number := range []int{0, 4, -1} {
		refused(t, s, refusal.NotFound,
			func() error { return errOf(s.InviteHolder(t.Context(), storetest.Admin, e.ID, number)) })
	}
	token := must(s.InviteHolder(t.Context(), storetest.Admin, e.ID, 1))(t)
	one, two, other := sealing.NewSecret().AllKeys(), sealing.NewSecret().AllKeys(), sealing.NewSecret().AllKeys()
	give := func(token string, keys []sealing.Keys) func() error {
		return func() error { return s.SetHolderKeys(t.Context(), token, keys) }
	}
	noError(t, give(must(s.InviteHolder(t.Context(), storetest.Admin, e.ID, 2))(t), two)())
	with := func(n int, public, signing []byte) []sealing.Keys {
		changed := slices.Clone(one)
		changed[n] = sealing.Keys{PublicKey: public, SigningKey: signing}
		return changed
	}
	installation := must(s.Installation(t.Context()))(t).SigningKey
	for n, keys := range [][]sealing.Keys{
		nil, one[1:], append(slices.Clone(one), other[0]),
		with(30, make([]byte, sealing.PublicKeySize), one[0].SigningKey), with(0, nil, one[0].SigningKey),
		with(0, one[0].PublicKey, make([]byte, 32)), with(0, one[0].PublicKey, nil),
		with(0, one[1].PublicKey, one[0].SigningKey), with(0, one[0].PublicKey, one[30].SigningKey),
		with(0, two[17].PublicKey, one[0].SigningKey), with(30, one[30].PublicKey, two[0].SigningKey),
		with(9, one[9].PublicKey, installation),
	} {
		t.Log(n)
		invalid(t, s, "keys", give(token, keys))
	}
	for _, wrong := range []string{"", "x", someone, token + "a"} {
		refused(t, s, refusal.NotFound, give(wrong, one))
		refused(t, s, refusal.NotFound, func() error { return errOf(s.Invitation(t.Context(), wrong)) })
	}
	if err := errors.Join(give(token, one)(), give(token, other)()); err != nil {
		t.Errorf("the same keys, then others: %v", err)
	}
	noError(t, set(2, "Zoe", "Kim")()) // others than those who were named, so their keys go
	refused(t, s, refusal.NotFound, func() error { return errOf(s.Invitation(t.Context(), token)) })
	if e := must(s.Election(t.Context(), e.ID))(t); len(e.Assembly.Missing()) != 2 {
		t.Errorf("keys are kept: %+v", e.Assembly)
	}
	e = must(s.SetHolders(t.Context(), storetest.Admin, e.ID, store.HolderPlan{}))(t)
	if e.Custody != ballotbox.CustodyServer || e.Holders != nil || e.Threshold != 0 || e.Assembly != nil {
		t.Errorf("without holders %+v", e)
	}
	storetest.Advance(t, s, e.ID, store.Active)
	refused(t, s, refusal.NotDraft, set(1, "Zoe"))
	refused(t, s, refusal.NotDraft, func() error { return errOf(s.InviteHolder(t.Context(), storetest.Admin, e.ID, 1)) })
}

func TestAnElectionOfHoldersOnlyClosesByItself(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	e := scheduled(t, s, clock, true, true, "Ada", "Grace")
	e = must(s.SetHolders(t.Context(), storetest.Admin, e.ID, store.HolderPlan{Threshold: 1, Holders: []string{"Zoe"}}))(t)
	if e.Settings.AutoOpen || e.Settings.AutoCount {
		t.Errorf("settings %+v", e.Settings)
	}
	invalid(t, s, "autoOpen", func() error {
		return errOf(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{AutoOpen: new(true)}))
	})
	invalid(t, s, "autoCount", func() error {
		return errOf(s.UpdateElection(t.Context(), storetest.Admin, e.ID, store.ElectionChange{AutoCount: new(true)}))
	})
	secrets := storetest.Hold(t, s, e.ID, 1, 1)
	clock.Set(e.OpensAt)
	due(t, s.OpenDue)
	storetest.Advance(t, s, e.ID, store.Active)
	clock.Set(e.ClosesAt)
	due(t, s.CloseDue, e.ID)
	due(t, s.CountDue)
	refused(t, s, refusal.NeedsSheets,
		func() error { return errOf(s.CalculateResults(t.Context(), storetest.Admin, e.ID)) })
	must(s.AcceptCount(t.Context(), storetest.Admin, e.ID, countAtTable(t, s, e.ID, secrets, 1)))(t)
}

// countAtTable counts the box of an election with the secrets of some holders, as at a table: what
// passes between is files.
func countAtTable(tb testing.TB, s *store.Store, id store.ElectionID, secrets map[int]*sealing.Secret,
	holders ...int) *ballotbox.Count {
	tb.Helper()
	var carried bytes.Buffer
	box := must(s.BallotBox(tb.Context(), id))(tb)
	noError(tb, box.Write(&carried))
	box = must(ballotbox.ReadBox(bytes.NewReader(carried.Bytes()), int64(carried.Len())))(tb)
	given := make(map[int]*sealing.Secret)
	for _, n := range holders {
		given[n] = secrets[n]
	}
	at := time.Date(2031, time.May, 2, 12, 0, 0, 0, time.UTC)
	count := must(box.Count(context.Background(), given, ballotbox.CountedByTable, at, func(int) {}))(tb)
	carried.Reset()
	noError(tb, count.Write(&carried))
	return must(ballotbox.ReadCount(bytes.NewReader(carried.Bytes()), int64(carried.Len())))(tb)
}

func TestAnyTwoOfThreeHoldersCountAtATable(t *testing.T) {
	dir := t.TempDir()
	s := storetest.NewIn(t, dir, store.Options{})
	e, secrets := held(t, s, 2, 3, "Ada", "Grace")
	all := voters(t, s, 24)
	evidence := ballotbox.Evidence{}
	refused(t, s, refusal.NeedsSealing, func() error {
		return errOf(s.CastVote(t.Context(), all[0], e.ID, "", store.Answers{Candidate: e.Questions[0].Candidates[0].ID}))
	})
	for n, v := range all[:23] {
		b := storetest.Seal(t, s, e.ID, string(v), 1, 0)
		r := must(s.CastSealed(t.Context(), v, e.ID, b.On("")))(t)
		r.Pad, r.Owner = b.Pad[:], string(v)
		evidence.Receipts = append(evidence.Receipts, ballotbox.NamedReceipt{Name: string(rune('a' + n)), Receipt: r})
	}
	spoilt := storetest.Seal(t, s, e.ID, string(all[23]), 1, 1) // two marks are no vote
	must(s.CastSealed(t.Context(), all[23], e.ID, spoilt.On("")))(t)
	refused(t, s, refusal.NotCompleted, func() error { return errOf(s.BallotBox(t.Context(), e.ID)) })
	storetest.Advance(t, s, e.ID, store.Completed)
	refused(t, s, refusal.NeedsSheets,
		func() error { return errOf(s.CalculateResults(t.Context(), storetest.Admin, e.ID)) })

	one, two := countAtTable(t, s, e.ID, secrets, 1, 2), countAtTable(t, s, e.ID, secrets, 3, 1)
	if !bytes.Equal(one.Counts, two.Counts) || !bytes.Equal(one.Result, two.Result) ||
		!slices.Equal(one.Codes, two.Codes) {
		t.Error("two tables count differently")
	}
	accept := func(c ballotbox.Count) func() error {
		return func() error { return errOf(s.AcceptCount(t.Context(), storetest.Admin, e.ID, &c)) }
	}
	for name, change := range forgedCounts() {
		c := *one
		c.Seal = bytes.Clone(one.Seal)
		change(&c)
		t.Log(name)
		refused(t, s, refusal.CountRefused, accept(c))
	}
	r := must(s.AcceptCount(t.Context(), storetest.Admin, e.ID, one))(t)
	if r.Cast != 24 || r.Invalid != 1 || slices.Max(r.Questions[0].Outcome.Votes) != 23 {
		t.Errorf("results %+v", r)
	}
	unchanged(t, s, func() {
		if again := must(s.AcceptCount(t.Context(), storetest.Admin, e.ID, one))(t); again.Seal != r.Seal {
			t.Error("the same count again gives another seal")
		}
		if again := must(s.CalculateResults(t.Context(), storetest.Admin, e.ID))(t); again.Seal != r.Seal {
			t.Error("asking for the results gives another seal")
		}
	})
	other := *one
	other.Seal = bytes.Replace(one.Seal, []byte("countedBy table"), []byte("countedBy server"), 1)
	refused(t, s, refusal.CountRefused, accept(other))
	holds(t, must(s.Bundle(t.Context(), e.ID))(t), evidence)
	finished(t, s, dir, nil)
}

// forgedCounts are changes to a count that two holders signed.
func forgedCounts() map[string]func(c *ballotbox.Count) {
	return map[string]func(c *ballotbox.Count){
		"unsigned": func(c *ballotbox.Count) { c.Seal = []byte(ballotbox.NoteText(c.Seal) + "\n") },
		"by one":   func(c *ballotbox.Count) { c.Seal = c.Seal[:bytes.LastIndex(c.Seal, []byte("\n— "))+1] },
		"other counts": func(c *ballotbox.Count) {
			c.Counts = bytes.Replace(c.Counts, []byte("23 votes 1"), []byte("22 votes 1"), 1)
		},
		"a code less": func(c *ballotbox.Count) { c.Codes = c.Codes[1:] },
		"another result": func(c *ballotbox.Count) {
			c.Result = bytes.Replace(c.Result, []byte(`"invalid":1`), []byte(`"invalid":2`), 1)
		},
		"nothing at all": func(c *ballotbox.Count) { *c = ballotbox.Count{} },
		"another election": func(c *ballotbox.Count) {
			c.Seal = bytes.Replace(c.Seal, []byte("\nelection "), []byte("\nelection a"), 1)
		},
	}
}
