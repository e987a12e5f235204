package store_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"sync"
	"testing"

	"ostrakon/store"
	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/keyring"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

func TestAnElectionFromItsFirstVoteToItsBundle(t *testing.T) {
	dir := t.TempDir()
	s := storetest.NewIn(t, dir, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	storetest.Advance(t, s, e.ID, store.Active)
	var receipts []ballotbox.Receipt
	for n := range 25 {
		r, err := s.CastVote(t.Context(), storetest.Voter(t, s, n).ID, e.ID, "",
			store.Answers{Candidate: e.Questions[0].Candidates[n%2].ID})
		if err != nil {
			t.Fatal(err)
		}
		receipts = append(receipts, r)
		if n == 12 {
			if err := s.ExtendLogs(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	early, err := s.Checkpoint(t.Context(), e.ID)
	if err != nil {
		t.Fatal(err)
	}
	leaf, _ := ballotbox.ParseHash(receipts[20].Leaf)
	if _, err := s.Inclusion(t.Context(), e.ID, leaf); !errors.Is(err, refusal.LeafPending) {
		t.Errorf("a ballot that is not in the log yet: %v", err)
	}
	storetest.Advance(t, s, e.ID, store.Completed)
	r, err := s.CalculateResults(t.Context(), storetest.Admin, e.ID)
	if err != nil {
		t.Fatal(err)
	}
	if got := tallied(r); got != "Ada 13*, Grace 12" {
		t.Errorf("results: %+v", r)
	}
	if _, err := os.Stat(filepath.Join(dir, "keys", string(e.ID)+".key")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the key is still there: %v", err)
	}
	b, err := s.Bundle(t.Context(), e.ID)
	if err != nil {
		t.Fatal(err)
	}
	var zip bytes.Buffer
	if err := b.Write(&zip); err != nil {
		t.Fatal(err)
	}
	read, err := ballotbox.ReadBundle(bytes.NewReader(zip.Bytes()), int64(zip.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range ballotbox.Verify(read, ballotbox.Evidence{
		Receipts:    []ballotbox.NamedReceipt{{Name: "r", Receipt: receipts[3]}},
		Checkpoints: []ballotbox.NamedCheckpoint{{Name: "early", Signed: early}},
	}) {
		t.Log(c.Name, c.Says, c.Err)
		if c.Err != nil {
			t.Errorf("%s: %v", c.Name, c.Err)
		}
	}
}

// left are the names of the files below a data directory, sorted.
func left(tb testing.TB, dir string) []string {
	tb.Helper()
	var files []string
	for _, pattern := range []string{"*", "keys/*"} {
		for _, path := range must(filepath.Glob(filepath.Join(dir, pattern)))(tb) {
			if info := must(os.Stat(path))(tb); !info.IsDir() {
				files = append(files, must(filepath.Rel(dir, path))(tb))
			}
		}
	}
	slices.Sort(files)
	return files
}

// finished asserts that nothing is left of an election's secrets: no key file, no sealed ballot, no
// unfinished work.
func finished(t *testing.T, s *store.Store, dir string, sealed [][]byte, others ...store.ElectionID) {
	t.Helper()
	want := []string{"keys/identity.key", "keys/signing.key", "keys/token.key", store.FileName}
	for _, id := range others {
		want = append(want, "keys/"+string(id)+".key")
	}
	slices.Sort(want)
	if files := left(t, dir); !slices.Equal(files, want) {
		t.Errorf("the directory holds %q, want %q", files, want)
	}
	if _, marked := store.Dump(t, s)[`meta/"compact"`]; marked {
		t.Error("the file is still to be compacted")
	}
	raw := must(os.ReadFile(filepath.Join(dir, store.FileName)))(t)
	for _, ballot := range sealed {
		if bytes.Contains(raw, ballot[:32]) || bytes.Contains(raw, ballot[len(ballot)/2:][:32]) {
			t.Fatal("the file holds a sealed ballot")
		}
	}
}

func TestACountStoppedAnywhereIsFinished(t *testing.T) {
	steps := store.CountSteps()
	for n, step := range steps {
		t.Run(step, func(t *testing.T) {
			dir := t.TempDir()
			s := open(t, dir)
			e, other := running(t, s, "Ada", "Grace"), running(t, s, "Eve", "Mia")
			all := voters(t, s, 25)
			evidence := ballotbox.Evidence{}
			for i, v := range all[:24] {
				vote(t, s, v, other.Questions[0].Candidates[0])
				evidence.Receipts = append(evidence.Receipts,
					ballotbox.NamedReceipt{Name: fmt.Sprint(i), Receipt: vote(t, s, v, e.Questions[0].Candidates[min(i%3, 1)])})
			}
			extend(t, s)
			evidence.Checkpoints = []ballotbox.NamedCheckpoint{{Name: "early", Signed: must(s.Checkpoint(t.Context(), e.ID))(t)}}
			storetest.Advance(t, s, e.ID, store.Completed)
			sealed := store.Sealed(t, s, e.ID)
			if len(sealed) != 24 {
				t.Fatalf("%d sealed ballots", len(sealed))
			}
			store.StopCount(t, s, storetest.Admin, e.ID, step)

			s = storetest.NewIn(t, dir, store.Options{})
			if n < slices.Index(steps, "sealed") {
				refused(t, s, refusal.ResultsNotCalculated, func() error { return errOf(s.Results(t.Context(), e.ID, true)) })
				must(s.CalculateResults(t.Context(), storetest.Admin, e.ID))(t)
			}
			r := must(s.Results(t.Context(), e.ID, true))(t)
			if got := tallied(r); got != "Ada 8, Grace 16*" {
				t.Errorf("results %+v", r)
			}
			unchanged(t, s, func() {
				if again := must(s.CalculateResults(t.Context(), storetest.Admin, e.ID))(t); !reflect.DeepEqual(again, r) {
					t.Errorf("counted again: %+v, first %+v", again, r)
				}
			})
			finished(t, s, dir, sealed, other.ID)
			holds(t, must(s.Bundle(t.Context(), e.ID))(t), evidence)
			for _, n := range evidence.Receipts {
				proven(t, s, n.Receipt)
			}

			vote(t, s, all[24], other.Questions[0].Candidates[1])
			storetest.Advance(t, s, other.ID, store.Completed)
			if r := must(s.CalculateResults(t.Context(), storetest.Admin, other.ID))(t); r.Turnout.Ballots != 25 {
				t.Errorf("the other election: %+v", r)
			}
			finished(t, s, dir, sealed)
		})
	}
}

func TestWhatAnInterruptedCopyLeftIsRemoved(t *testing.T) {
	dir := t.TempDir()
	if err := open(t, dir).Close(); err != nil {
		t.Fatal(err)
	}
	for _, suffix := range []string{".compact", ".backup"} {
		if err := os.WriteFile(filepath.Join(dir, store.FileName+suffix), []byte("half a file"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	finished(t, storetest.NewIn(t, dir, store.Options{}), dir, nil)
}

func TestCountsAtTheSameTimeGiveOneAnswer(t *testing.T) {
	dir := t.TempDir()
	s := storetest.NewIn(t, dir, store.Options{})
	a, b := running(t, s, "Ada", "Grace"), running(t, s, "Eve", "Mia")
	for n, v := range voters(t, s, 60) {
		vote(t, s, v, a.Questions[0].Candidates[n%2])
		vote(t, s, v, b.Questions[0].Candidates[n%2])
	}
	storetest.Advance(t, s, a.ID, store.Completed)
	storetest.Advance(t, s, b.ID, store.Completed)
	sealed := append(store.Sealed(t, s, a.ID), store.Sealed(t, s, b.ID)...)
	results, errs := make([]store.Results, 16), make([]error, 16)
	var counting sync.WaitGroup
	for i := range results {
		counting.Go(func() {
			results[i], errs[i] = s.CalculateResults(t.Context(), storetest.Admin, []store.ElectionID{a.ID, b.ID}[i%2])
		})
	}
	counting.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	for i, r := range results {
		if want := must(s.Results(t.Context(), r.ElectionID, true))(t); !reflect.DeepEqual(r, results[i%2]) ||
			!reflect.DeepEqual(r, want) {
			t.Errorf("count %d gave %+v, the first %+v, stored is %+v", i, r, results[i%2], want)
		}
	}
	finished(t, s, dir, sealed)
	lines := 0
	for _, line := range must(s.AuditList(t.Context(), audit.Filter{}, store.Page{Limit: 100}))(t).Items {
		if line.Action == "election.counted" {
			lines++
		}
	}
	if lines != 2 {
		t.Errorf("the audit has %d counts of 2 elections", lines)
	}
}

func TestVotesElsewhereGoOnDuringACount(t *testing.T) {
	s := storetest.New(t, store.Options{})
	all := voters(t, s, 600)
	over := []store.Election{running(t, s, "Ada", "Grace"), running(t, s, "Kim", "Lee"), running(t, s, "Zoe", "Bea")}
	going := running(t, s, "Eve", "Mia")
	for _, e := range over {
		if err := errors.Join(castAll(t.Context(), s, all[:100], e.Questions[0].Candidates[0])()...); err != nil {
			t.Fatal(err)
		}
		storetest.Advance(t, s, e.ID, store.Completed)
	}
	receipts, errs := make([]ballotbox.Receipt, len(all)), make([]error, len(all))
	var casting sync.WaitGroup
	for w := range 16 {
		casting.Go(func() {
			for i := w; i < len(all); i += 16 {
				receipts[i], errs[i] = s.CastVote(t.Context(), all[i], going.ID, "",
					store.Answers{Candidate: going.Questions[0].Candidates[i%2].ID})
			}
		})
	}
	for _, e := range over {
		if r := must(s.CalculateResults(t.Context(), storetest.Admin, e.ID))(t); slices.Max(r.Questions[0].Outcome.Votes) !=
			100 {
			t.Errorf("results %+v", r)
		}
		extend(t, s)
	}
	casting.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	storetest.Advance(t, s, going.ID, store.Completed)
	for i, r := range receipts {
		if proven(t, s, r); !must(s.HasVoted(t.Context(), all[i], going.ID))(t) {
			t.Errorf("voter %d has a receipt and no ballot", i)
		}
	}
	if r := must(s.CalculateResults(t.Context(), storetest.Admin, going.ID))(t); !slices.Equal(
		r.Questions[0].Outcome.Votes, []int{300, 300}) {
		t.Errorf("results %+v", r)
	}
}

func TestTheDrawBreaksTiesWhereTheManifestAsksForIt(t *testing.T) {
	s := storetest.New(t, store.Options{})
	all := voters(t, s, 4)
	won := make(map[string]int)
	for range 12 {
		e := storetest.Election(t, s, "Board", "Ada", "Grace", "Zoe")
		must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, "", store.QuestionChange{Draw: new(true)}))(t)
		e = storetest.Advance(t, s, e.ID, store.Active)
		for n, v := range all {
			vote(t, s, v, e.Questions[0].Candidates[n%2])
		}
		storetest.Advance(t, s, e.ID, store.Completed)
		r := must(s.CalculateResults(t.Context(), storetest.Admin, e.ID))(t)

		// Anyone can do the draw again: the root of the codes is in the seal.
		root := must(hex.DecodeString(regexp.MustCompile(`\ncodesRoot ([0-9a-f]{64})\n`).FindStringSubmatch(r.Seal)[1]))(t)
		drawn := func(c store.Candidate) string {
			sum := sha256.Sum256([]byte("ostrakon/draw/4\x00" + string(root) + string(e.ID) + string(c.ID)))
			return string(sum[:])
		}
		winner := e.Questions[0].Candidates[0]
		if drawn(e.Questions[0].Candidates[1]) < drawn(winner) {
			winner = e.Questions[0].Candidates[1]
		}
		won[winner.Name]++
		o := r.Questions[0].Outcome
		if o.Ending != tally.Elected || o.Decided != tally.DrawYes ||
			!slices.Equal(o.Elected, []int{int(winner.Position) + 1}) || !slices.Equal(o.Votes, []int{2, 2, 0}) {
			t.Errorf("outcome %+v, want %s", o, winner.Name)
		}
		holds(t, must(s.Bundle(t.Context(), e.ID))(t), ballotbox.Evidence{})
	}
	if len(won) != 2 {
		t.Errorf("of 12 draws %v", won)
	}
}

func TestADrawIsForTiesAlone(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	must(s.UpdateQuestion(t.Context(), storetest.Admin, e.ID, "", store.QuestionChange{Draw: new(true)}))(t)
	e = storetest.Advance(t, s, e.ID, store.Active)
	vote(t, s, voters(t, s, 1)[0], e.Questions[0].Candidates[1])
	storetest.Advance(t, s, e.ID, store.Completed)
	if o := must(s.CalculateResults(t.Context(), storetest.Admin, e.ID))(t).Questions[0].Outcome; o.Ending !=
		tally.Elected || len(o.Draws) != 0 || o.Elected[0] != 2 {
		t.Errorf("outcome %+v", o)
	}
}

func TestTheSheetBringsAKeyBack(t *testing.T) {
	dir := t.TempDir()
	s := storetest.NewIn(t, dir, store.Options{})
	e := running(t, s, "Ada", "Grace")
	vote(t, s, voters(t, s, 1)[0], e.Questions[0].Candidates[1])
	keys := must(keyring.Open(filepath.Join(dir, "keys")))(t)
	defer keys.Close()
	sheet := must(sealing.ParseSecret(must(keys.Get(string(e.ID), sealing.SecretSize))(t)))(t).Sheet()
	if err := keys.Destroy(string(e.ID)); err != nil {
		t.Fatal(err)
	}
	storetest.Advance(t, s, e.ID, store.Completed)
	refused(t, s, refusal.KeyMissing,
		func() error { return errOf(s.CalculateResults(t.Context(), storetest.Admin, e.ID)) })
	if err := keys.Put(string(e.ID), must(sealing.ParseSheet(sheet))(t).Bytes()); err != nil {
		t.Fatal(err)
	}
	if r := must(s.CalculateResults(t.Context(), storetest.Admin, e.ID))(t); tallied(r) != "Ada 0, Grace 1*" {
		t.Errorf("results %+v", r)
	}
	finished(t, s, dir, nil)
}
