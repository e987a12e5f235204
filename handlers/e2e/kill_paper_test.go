package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"ostrakon/handlers/password"
	"ostrakon/store"
	"ostrakon/store/storetest"
)

// papersARound is how many printed papers each of two people would type before the next kill.
const papersARound = 12

// typing is an election that is closed, and the printed papers that two people type for it.
type typing struct {
	killed
	election store.ElectionID
	papers   int
	token    string
	tried    [store.Rounds]atomic.Int64 // the last paper of each entry, which are typed one after the other
	kept     [store.Rounds]atomic.Int64 // the last one that was acknowledged
}

// TestKillWhilePapersAreTyped ends the server with SIGKILL while two people type printed papers. After each kill an
// entry has every acknowledged paper once, with its marks, and no paper that nobody typed. Who got no answer types the
// paper again, and at the end the papers are counted once.
func TestKillWhilePapersAreTyped(t *testing.T) {
	t.Parallel()
	k := newTyping(t, rounds(2, 120))
	for round := range k.papers/papersARound - 1 {
		k.round(t, (round+1)*papersARound, 1+rand.Int64N(papersARound))
		k.check(t)
	}
	k.round(t, k.papers, 0)
	k.check(t)
	k.count(t)
}

// newTyping closes an election whose papers are all handed out, and begins both entries.
func newTyping(t *testing.T, kills int) *typing {
	t.Helper()
	k := &typing{killed: killed{dir: t.TempDir()}, papers: (kills + 1) * papersARound}
	st := k.open(t)
	hash := must(password.NewHasher(password.DefaultParams(), 1, nil).Hash(t.Context(), killPassword))(t)
	setUp(t, st, hash)
	lines := make([]store.RollLine, k.papers)
	for n := range lines {
		lines[n] = store.RollLine{FullName: new(fmt.Sprint("Person ", n))}
	}
	report, err := st.ImportRoll(t.Context(), storetest.Admin, lines, func(a, b string) bool { return a == b },
		store.ImportRules{})
	noError(t, err)
	e := storetest.Election(t, st, "Board", "Ada", "Grace", "Mary")
	k.election = e.ID
	must(st.UpdateElection(t.Context(), storetest.Admin, e.ID,
		store.ElectionChange{Electorate: new(store.ElectorateRoll), Printed: &k.papers}))(t)
	storetest.Advance(t, st, e.ID, store.Active)
	for _, line := range report.Lines {
		noError(t, st.HandOutPaper(t.Context(), storetest.Admin, e.ID, line.Entry))
	}
	storetest.Advance(t, st, e.ID, store.Completed)
	for entry := 1; entry <= store.Rounds; entry++ {
		noError(t, st.BeginPapers(t.Context(), storetest.Admin, e.ID, entry, fmt.Sprint("Clerk ", entry)))
	}
	noError(t, st.Close())
	return k
}

// marks are those of a paper by its reference: of one candidate, or none where it is invalid.
func marks(reference int64) []int {
	if reference%4 == 0 {
		return nil
	}
	marks := make([]int, 3)
	marks[reference%4-1] = 1
	return marks
}

// round has both people type up to a paper, beginning with what was not acknowledged, until the server is killed after
// so many answers; 0 for never.
func (k *typing) round(t *testing.T, last int, killAfter int64) {
	t.Helper()
	s := must(start(t.Context(), k.dir, "serve", "-data", filepath.Join(k.dir, "data")))(t)
	if k.token == "" {
		k.token = logIn(t, s.URL, killAdmin, killPassword)
	}
	var people sync.WaitGroup
	var answers atomic.Int64
	for entry := range store.Rounds {
		people.Go(func() {
			for n := k.kept[entry].Load() + 1; n <= int64(last); n++ {
				k.tried[entry].Store(max(n, k.tried[entry].Load()))
				body := []byte(`{"invalid":true}`)
				if marks := marks(n); marks != nil {
					body = must(json.Marshal(map[string][]int{"marks": marks}))(t)
				}
				path := fmt.Sprintf("%s/api/admin/elections/%s/papers/entries/%d/%d", s.URL, k.election, entry+1, n)
				if err := call(http.DefaultClient, http.MethodPut, path, k.token, string(body), nil); err != nil {
					if killAfter == 0 || answers.Load() < killAfter { // nobody killed it yet
						t.Error(err)
					}
					return
				}
				k.kept[entry].Store(n)
				if answers.Add(1) == killAfter {
					s.Kill()
				}
			}
		})
	}
	people.Wait()
	if killAfter == 0 {
		noError(t, s.Stop())
	}
}

// check opens the store as the kill left it.
func (k *typing) check(t *testing.T) {
	t.Helper()
	st := k.open(t)
	defer st.Close()
	noError(t, st.Check(t.Context()))
	for entry := range store.Rounds {
		papers := must(st.EnteredPapers(t.Context(), k.election, entry+1))(t)
		if n, kept, tried := int64(len(papers)), k.kept[entry].Load(), k.tried[entry].Load(); n < kept || n > tried {
			t.Errorf("entry %d has %d papers; %d were acknowledged, %d typed", entry+1, n, kept, tried)
		}
		for i, p := range papers {
			if p.Reference != i+1 || !slices.Equal(p.Marks, marks(int64(p.Reference))) {
				t.Errorf("entry %d, place %d: paper %d with %v", entry+1, i+1, p.Reference, p.Marks)
			}
		}
	}
}

// count finishes the entry and counts.
func (k *typing) count(t *testing.T) {
	t.Helper()
	st := k.open(t)
	defer st.Close()
	noError(t, st.FinishPapers(t.Context(), storetest.Admin, k.election))
	r := must(st.CalculateResults(t.Context(), storetest.Admin, k.election))(t)
	each := k.papers / 4
	votes := r.Questions[0].Outcome.Votes
	if !slices.Equal(votes, []int{each, each, each}) || r.Paper.Entered != k.papers {
		t.Errorf("%v for 3 candidates, %d papers; %d were typed", votes, r.Paper.Entered, k.papers)
	}
}
