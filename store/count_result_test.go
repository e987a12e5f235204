package store_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

// counted is an election that took votes (candidate's position, in turn), is over and counted.
func counted(t *testing.T, s *store.Store, votes ...int) (store.Election, store.Results) {
	t.Helper()
	e := running(t, s, "Ada <b>&\u2028", "Grace", "Zoe")
	for n, v := range voters(t, s, len(votes)) {
		vote(t, s, v, e.Questions[0].Candidates[votes[n]])
	}
	storetest.Advance(t, s, e.ID, store.Completed)
	return e, must(s.CalculateResults(t.Context(), storetest.Admin, e.ID))(t)
}

// tallied lists the options of the first question in their order, each with its votes, and those
// elected with a star.
func tallied(r store.Results) string {
	o := r.Questions[0].Outcome
	var lines []string
	for i, option := range r.Questions[0].Question.Options {
		lines = append(lines, fmt.Sprint(option.Name, " ",
			o.Votes[i])+map[bool]string{true: "*"}[slices.Contains(o.Elected, i+1)])
	}
	return strings.Join(lines, ", ")
}

func TestResultsCountEveryBallot(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.New(t, store.Options{Now: clock.Now})
	e, r := counted(t, s, 1, 0, 1, 2, 1)
	want := store.Results{
		ElectionID: e.ID, Title: e.Title, Questions: r.Questions, Cast: 5, Turnout: store.Turnout{Ballots: 5, Electorate: 5},
		CalculatedAt: r.CalculatedAt, ResultHash: r.ResultHash, Seal: r.Seal,
	}
	if !reflect.DeepEqual(r, want) || r.CalculatedAt.IsZero() || len(r.Questions) != 1 {
		t.Errorf("counted %+v, want %+v", r, want)
	}
	q, o := r.Questions[0].Question, r.Questions[0].Outcome
	for i, c := range e.Questions[0].Candidates {
		if option := q.Options[i]; q.Method != tally.Plurality || option.ID != string(c.ID) || option.Name != c.Name {
			t.Errorf("the option %d by %s is %+v, want %+v", i+1, q.Method, option, c)
		}
	}
	if o.Ending != tally.Elected || !slices.Equal(o.Votes, []int{1, 3, 1}) || !slices.Equal(o.Elected, []int{2}) ||
		o.Decided != tally.DrawNo {
		t.Errorf("outcome %+v", o)
	}
	if got := must(s.Election(t.Context(), e.ID))(t); !got.ResultsCalculated {
		t.Error("the election does not tell that it is counted")
	}
	for _, forAdmin := range []bool{true, false} {
		if got := must(s.Results(t.Context(), e.ID, forAdmin))(t); !reflect.DeepEqual(got, r) {
			t.Errorf("read %+v, counted %+v", got, r)
		}
	}
	unchanged(t, s, func() {
		if again := must(s.CalculateResults(t.Context(), storetest.Admin, e.ID))(t); !reflect.DeepEqual(again, r) {
			t.Errorf("counted again: %+v, first %+v", again, r)
		}
	})
}

func TestResultsStateTiesAndEmptyBoxes(t *testing.T) {
	for name, tc := range map[string]struct {
		votes []int
		end   tally.Ending
		tied  []int
	}{
		"a tie for the first place": {[]int{0, 2, 2, 0, 1}, tally.Tied, []int{1, 3}},
		"a tie of all":              {[]int{0, 1, 2}, tally.Tied, []int{1, 2, 3}},
		"no ballots":                {nil, tally.NoVotes, []int{}},
	} {
		t.Run(name, func(t *testing.T) {
			s := storetest.New(t, store.Options{})
			_, r := counted(t, s, tc.votes...)
			o := r.Questions[0].Outcome
			if o.Ending != tc.end || o.Elected == nil || len(o.Elected) != 0 || !slices.Equal(o.Tied, tc.tied) ||
				r.Turnout.Ballots != len(tc.votes) {
				t.Errorf("counted %+v", r)
			}
		})
	}
}

func TestResultsAreRefusedBeforeTheirTime(t *testing.T) {
	s := storetest.New(t, store.Options{})
	read := func(id store.ElectionID, forAdmin bool) func() error {
		return func() error { return errOf(s.Results(t.Context(), id, forAdmin)) }
	}
	calculate := func(id store.ElectionID) func() error {
		return func() error { return errOf(s.CalculateResults(t.Context(), storetest.Admin, id)) }
	}
	e := storetest.Election(t, s, "Board", "Ada", "Grace")
	refused(t, s, refusal.NotFound, read("none", true))
	refused(t, s, refusal.NotFound, calculate("none"))
	refused(t, s, refusal.NotFound, read(e.ID, false))
	refused(t, s, refusal.ResultsRestricted, read(e.ID, true))
	refused(t, s, refusal.NotCompleted, calculate(e.ID))
	storetest.Advance(t, s, e.ID, store.Active)
	refused(t, s, refusal.ResultsRestricted, read(e.ID, false))
	refused(t, s, refusal.ResultsRestricted, read(e.ID, true))
	refused(t, s, refusal.NotCompleted, calculate(e.ID))
	storetest.Advance(t, s, e.ID, store.Completed)
	refused(t, s, refusal.ResultsNotCalculated, read(e.ID, false))
	refused(t, s, refusal.ResultsNotCalculated, read(e.ID, true))
}

func TestTheSealCoversWhatIsTold(t *testing.T) {
	s := storetest.New(t, store.Options{})
	e, r := counted(t, s, 0, 0, 1)
	b := must(s.Bundle(t.Context(), e.ID))(t)
	if sum := sha256.Sum256(append([]byte("ostrakon/result/4\x00"), b.Result...)); r.ResultHash !=
		hex.EncodeToString(sum[:]) {
		t.Errorf("told the hash %s, the result has %x", r.ResultHash, sum)
	}
	if r.Seal != string(b.Seal) || !strings.Contains(r.Seal, "\nresult "+r.ResultHash+"\n") {
		t.Errorf("told the seal %q, the bundle has %q", r.Seal, b.Seal)
	}
	holds(t, b, ballotbox.Evidence{SigningKey: ballotbox.Fingerprint(must(s.Installation(t.Context()))(t).SigningKey)})
}

func TestAChangedResultIsFound(t *testing.T) {
	for name, change := range map[string]func(record, other string) string{
		"a vote more":    func(r, _ string) string { return strings.Replace(r, `"votes":[2,`, `"votes":[3,`, 1) },
		"another winner": func(r, _ string) string { return strings.Replace(r, `"elected":[1]`, `"elected":[2]`, 1) },
		"another hash": func(r,
			_ string) string {
			return strings.Replace(r, `"resultHash":"`, `"resultHash":"0`, 1)
		},
		"another seal":         func(r, _ string) string { return strings.Replace(r, `castSize 4`, `castSize 5`, 1) },
		"another's results":    func(_, other string) string { return other },
		"something else whole": func(string, string) string { return "{}" },
		"no JSON":              func(r, _ string) string { return r[:len(r)-1] },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			s := open(t, dir)
			e, _ := counted(t, s, 0, 0, 1)
			other := running(t, s, "Eve", "Mia")
			storetest.Advance(t, s, other.ID, store.Completed)
			must(s.CalculateResults(t.Context(), storetest.Admin, other.ID))(t)
			noError(t, s.Close())
			edit(t, dir, func(tx *bolt.Tx) error {
				b := tx.Bucket([]byte("results"))
				before := string(b.Get([]byte(e.ID)))
				after := change(before, string(b.Get([]byte(other.ID))))
				if after == before {
					t.Error("nothing was changed")
				}
				return b.Put([]byte(e.ID), []byte(after))
			})
			s = open(t, dir)
			unchanged(t, s, func() {
				if err := s.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "results of "+string(e.ID)) {
					t.Errorf("verify: %v, want an error that names election %s", err, e.ID)
				}
			})
		})
	}
}

// damagedCopies is how many copies with a changed byte a test makes; OSTRAKON_LONG makes them 2,000.
func damagedCopies() int {
	if os.Getenv("OSTRAKON_LONG") != "" {
		return 2000
	}
	return 80
}

// A byte that changes where a result comes from leaves the sealed result, or none.
func TestADamagedFileShowsNoOtherResult(t *testing.T) {
	p := newPoll(t)
	s := open(t, p.dir)
	sealed := must(s.Results(t.Context(), p.counted.ID, false))(t)
	if told := s.State().Unsealed; told != "" {
		t.Errorf("a whole file is said to have other results of %q", told)
	}
	noError(t, s.Close())
	id := []byte(p.counted.ID)
	places := []func(*bolt.Tx) (b *bolt.Bucket, key []byte){
		func(tx *bolt.Tx) (*bolt.Bucket, []byte) { return bucket(tx, "results"), id },
		func(tx *bolt.Tx) (*bolt.Bucket, []byte) { return bucket(tx, "manifests"), id },
		func(tx *bolt.Tx) (*bolt.Bucket, []byte) { return bucket(tx, "elections"), id },
		func(tx *bolt.Tx) (*bolt.Bucket, []byte) { return bucket(tx, "counted", string(id)), []byte("result") },
		func(tx *bolt.Tx) (*bolt.Bucket, []byte) { return bucket(tx, "counted", string(id)), []byte("counts") },
		func(tx *bolt.Tx) (*bolt.Bucket, []byte) { return bucket(tx, "counted", string(id)), []byte("seal") },
	}
	refused := 0
	for n := range damagedCopies() {
		random := rand.New(rand.NewPCG(35, uint64(n)))
		dir := t.TempDir()
		noError(t, os.CopyFS(dir, os.DirFS(p.dir)))
		edit(t, dir, func(tx *bolt.Tx) error {
			b, key := places[n%len(places)](tx)
			v := bytes.Clone(b.Get(key))
			v[random.IntN(len(v))] ^= byte(1 + random.IntN(255))
			return b.Put(key, v)
		})
		s, err := store.Open(t.Context(), dir, store.Options{})
		if err != nil { // it does not start, and shows nothing
			refused++
			continue
		}
		shown, err := s.Results(t.Context(), p.counted.ID, false)
		told := s.State().Unsealed
		shown.CalculatedAt = sealed.CalculatedAt
		switch {
		case err != nil:
			refused++
			if errors.Is(err, refusal.ResultsNotSealed) && told == "" {
				t.Errorf("copy %d: no notice at the start", n)
			}
		case !reflect.DeepEqual(shown, sealed):
			t.Errorf("copy %d shows\n%+v\nthe seal covers\n%+v", n, shown, sealed)
		}
		noError(t, s.Close())
	}
	if refused < damagedCopies()/2 {
		t.Errorf("%d of %d damaged copies were noticed", refused, damagedCopies())
	}
}
