package e2e

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ostrakon/handlers/e2e/servertest"
	"ostrakon/handlers/password"
	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/storetest"
)

const (
	closeCap    = 240 // rounds after which a phase that was never hit fails the test
	closeVoters = 32
	closeLate   = 8 // of them vote while the election closes
)

// closing is a server directory with an election in DRAFT where everybody has signed in. Each round
// takes a copy of it.
type closing struct {
	base     string
	election store.Election
	admin    string // token
	voters   []closeVoter
	files    []string // of a data directory in which all is done
}

type closeVoter struct {
	store.User
	token string
}

// TestKillWhileClosing kills the server with SIGKILL in every part of an election's close. After
// each kill the server goes on where it was: the count has every acknowledged vote once, every
// receipt from before the kill can be proved, and neither the key nor a temporary file is left.
func TestKillWhileClosing(t *testing.T) {
	t.Parallel()
	c, least := newClosing(t), rounds(len(phases), 204) // then on until every phase has been hit
	hit := make(map[phase]int)
	for n := 0; n < least || len(hit) < len(phases) && n < closeCap; n++ {
		aim := phases[n%len(phases)]
		if n >= least && hit[aim] > 0 {
			continue // only what is missing yet
		}
		r := &closeRound{closing: c, dir: filepath.Join(t.TempDir(), "data")}
		hit[r.run(t, aim, (n+n/len(phases))%2 == 0)]++
		if t.Failed() {
			t.Fatalf("round %d, kill aimed at %q", n, aim)
		}
	}
	t.Logf("kills by the phase that the file showed after them: %v", hit)
	for _, p := range phases {
		if hit[p] == 0 {
			t.Errorf("no kill fell into %q", p)
		}
	}
}

func newClosing(t *testing.T) *closing {
	t.Helper()
	c := &closing{base: filepath.Join(t.TempDir(), "data")}
	st := must(store.Open(t.Context(), c.base, store.Options{}))(t)
	hash := must(password.NewHasher(password.DefaultParams(), 1, nil).Hash(t.Context(), killPassword))(t)
	setUp(t, st, hash)
	for n := range closeVoters {
		r := storetest.Registration(n)
		r.PasswordHash = hash
		u := must(st.Register(t.Context(), r))(t)
		c.voters = append(c.voters, closeVoter{User: u})
	}
	c.election = storetest.Election(t, st, "Board", "Ada", "Grace", "Mary")
	noError(t, st.Close())
	s := serve(t, c.base)
	c.admin = logIn(t, s.URL, killAdmin, killPassword)
	for i := range c.voters {
		c.voters[i].token = logIn(t, s.URL, c.voters[i].Email, killPassword)
	}
	noError(t, s.Stop())
	c.files = filesIn(t, c.base)
	return c
}

// closeRound takes an election from its opening to its bundle, with a kill on the way.
type closeRound struct {
	*closing
	dir string
	url string

	mu        sync.Mutex
	receipts  []ballotbox.NamedReceipt
	attempted map[store.UserID]store.CandidateID // by voter
	voted     map[store.UserID]store.CandidateID // acknowledged
	closed    bool                               // COMPLETED was acknowledged
	counted   *resultView                        // the count was acknowledged
}

type resultView struct {
	Seal struct{ Hash string }
}

func (r *closeRound) run(t *testing.T, aim phase, checkRunning bool) phase {
	t.Helper()
	r.attempted, r.voted = make(map[store.UserID]store.CandidateID), make(map[store.UserID]store.CandidateID)
	noError(t, os.CopyFS(r.dir, os.DirFS(r.base)))
	s := serve(t, r.dir)
	r.url = s.URL
	noError(t, r.setStatus(store.Active))
	r.closeUnderFire(t, s, aim)
	found := look(t, r.dir, r.election.ID)
	if r.closed && found == phaseVoting || r.counted != nil && found < phaseSealed {
		t.Errorf("the server had answered (closed: %v, counted: %v) and the file is in phase %q", r.closed, r.counted != nil,
			found)
	}
	r.recover(t, found, checkRunning)
	return found
}

// closeUnderFire votes, closes and counts until the kill.
func (r *closeRound) closeUnderFire(t *testing.T, s *servertest.Server, aim phase) {
	t.Helper()
	var voting, killing sync.WaitGroup
	kill := func(pause time.Duration, wait func() bool) {
		killing.Go(func() {
			// Some of these moments are shorter than any sleep.
			for until := time.Now().Add(5 * time.Second); wait != nil && !wait() && time.Now().Before(until); {
			}
			time.Sleep(pause)
			s.Process.Kill()
		})
	}
	early, late := r.voters[closeLate:], r.voters[:closeLate]
	if aim == phaseVoting {
		kill(rand.N(12*time.Millisecond), nil)
		r.vote(&voting, r.voters)
		voting.Wait()
	} else {
		r.vote(&voting, early)
		voting.Wait()
		if len(r.voted) != len(early) {
			t.Errorf("%d of %d votes were acknowledged before anything was killed", len(r.voted), len(early))
		}
		r.vote(&voting, late)
		r.closeAndCount(t, aim, &voting, kill)
		voting.Wait()
	}
	killing.Wait()
	<-s.Ended
}

// closeAndCount sends the two requests of the close, and the kill at its moment.
func (r *closeRound) closeAndCount(t *testing.T, aim phase, voting *sync.WaitGroup,
	kill func(time.Duration, func() bool)) {
	t.Helper()
	key := filepath.Join(r.dir, "keys", string(r.election.ID)+".key")
	compacted := filepath.Join(r.dir, store.FileName+".compact")
	moment := rand.IntN(3) // of phaseClosed: while it closes, then, or while it counts
	if aim == phaseClosed && moment == 0 {
		kill(rand.N(6*time.Millisecond), nil)
	}
	r.closed = r.setStatus(store.Completed) == nil
	switch aim {
	case phaseClosed:
		switch moment {
		case 1:
			kill(0, nil)
			return
		case 2:
			kill(rand.N(3*time.Millisecond), nil)
		}
	case phaseSealed:
		voting.Wait() // refusals are written too, as transactions that change nothing
		kill(0, written(t, r.dir))
	case phaseKeyGone:
		kill(0, func() bool { return !keyStands(key) })
	case phaseCompacting:
		kill(rand.N(4*time.Millisecond), func() bool { return exists(compacted) })
	case phaseDone:
		seen := false
		kill(rand.N(2*time.Millisecond), func() bool {
			now := exists(compacted)
			seen = seen || now
			return seen && !now
		})
	}
	var counted resultView
	if r.call(http.MethodPost, "/api/admin/elections/"+string(r.election.ID)+"/calculate-results", r.admin, "",
		&counted) == nil {
		r.counted = &counted
	}
}

// recover checks the store, before the server starts again or through it, and brings the election
// to its end.
func (r *closeRound) recover(t *testing.T, found phase, checkRunning bool) {
	t.Helper()
	if !checkRunning {
		check(t, r.dir)
	}
	s := serve(t, r.dir)
	r.url = s.URL
	if checkRunning {
		check(t, r.dir)
	}
	// A voter whose vote was acknowledged is refused. While the election is open, every other voter had voted or votes
	// now.
	for _, v := range r.voters {
		_, had := r.voted[v.ID]
		err := r.castOne(v, r.choice(v))
		switch {
		case err == nil && (had || found != phaseVoting):
			t.Errorf("%s voted after the kill (phase %q, acknowledged before it: %v)", v.ID, found, had)
		case err != nil && found == phaseVoting && !strings.Contains(err.Error(), `"already_voted"`):
			t.Errorf("%s: %v", v.ID, err)
		}
	}
	if found == phaseVoting {
		noError(t, r.setStatus(store.Completed))
	}
	var result resultView
	if err := r.call(http.MethodPost, "/api/admin/elections/"+string(r.election.ID)+"/calculate-results", r.admin, "",
		&result); err != nil {
		t.Fatal(err)
	}
	if result.Seal.Hash == "" || r.counted != nil && *r.counted != result {
		t.Errorf("the count was %+v before the kill and is %+v", r.counted, result)
	}
	b := bundleOf(t, http.DefaultClient, r.url, r.election.ID)
	r.votesStand(t, b, found)
	prove(t, b, r.receipts, func(leaf ballotbox.Hash) (in store.Inclusion, err error) {
		err = r.call(http.MethodGet, "/api/board/elections/"+string(r.election.ID)+"/receipts/"+leaf.String(), "", "", &in)
		return in, err
	})
	noError(t, s.Stop())
	check(t, r.dir)
	if left := filesIn(t, r.dir); !slices.Equal(left, r.files) {
		t.Errorf("the data directory holds %q, not %q", left, r.files)
	}
}

// choice is the choice of a voter. It is always the same, so that votes without an answer are known
// too.
func (r *closeRound) choice(v closeVoter) store.CandidateID {
	n := slices.IndexFunc(r.voters, func(o closeVoter) bool { return o.ID == v.ID })
	return r.election.Questions[0].Candidates[n*n%7%3].ID
}

// votesStand compares the ballots of the bundle with what the voters know.
func (r *closeRound) votesStand(t *testing.T, b *ballotbox.Bundle, found phase) {
	t.Helper()
	result := must(ballotbox.ParseResult(b.Result))(t)
	votes := make(map[store.CandidateID]int)
	for i, n := range result.Questions[0].Votes {
		votes[r.election.Questions[0].Candidates[i].ID] = n
	}
	for _, c := range r.election.Questions[0].Candidates {
		least, most := 0, 0
		for v, choice := range r.attempted {
			if choice != c.ID {
				continue
			}
			most++
			if r.voted[v] == c.ID {
				least++
			}
		}
		if votes[c.ID] < least || votes[c.ID] > most {
			t.Errorf("%s has %d votes; %d were acknowledged, %d attempted", c.Name, votes[c.ID], least, most)
		}
	}
	if found == phaseVoting && len(b.Leaves) != len(r.voters) {
		t.Errorf("%d voters voted, %d ballots were counted", len(r.voters), len(b.Leaves))
	}
}

func (r *closeRound) vote(voting *sync.WaitGroup, voters []closeVoter) {
	for _, v := range voters {
		voting.Go(func() { r.castOne(v, r.choice(v)) })
	}
}

func (r *closeRound) castOne(v closeVoter, choice store.CandidateID) error {
	got := ballotbox.NamedReceipt{Name: v.FullName}
	r.mu.Lock()
	r.attempted[v.ID] = choice
	r.mu.Unlock()
	body := fmt.Sprintf(`{"candidateId":%q}`, choice)
	if err := r.call(http.MethodPost, "/api/user/elections/"+string(r.election.ID)+"/vote", v.token, body,
		&got.Receipt); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.voted[v.ID] = choice
	r.receipts = append(r.receipts, got)
	return nil
}

func (r *closeRound) setStatus(to store.Status) error {
	return r.call(http.MethodPut, "/api/admin/elections/"+string(r.election.ID)+"/status", r.admin,
		fmt.Sprintf(`{"status":%q}`, to), nil)
}

func (r *closeRound) call(method, path, token, body string, into any) error {
	return call(http.DefaultClient, method, r.url+path, token, body, into)
}

// bundleOf downloads the bundle of an election from a server.
func bundleOf(t *testing.T, client *http.Client, server string, id store.ElectionID) *ballotbox.Bundle {
	t.Helper()
	res := must(client.Get(server + "/api/board/elections/" + string(id) + "/bundle"))(t)
	defer res.Body.Close()
	raw := must(io.ReadAll(res.Body))(t)
	return must(ballotbox.ReadBundle(bytes.NewReader(raw), int64(len(raw))))(t)
}

// serve starts the server on a data directory. It ends with the test at the latest.
func serve(t *testing.T, data string) *servertest.Server {
	t.Helper()
	return must(start(t.Context(), filepath.Dir(data), "serve", "-data", data))(t)
}

// check runs ostrakon check, with or without a server.
func check(t *testing.T, data string) {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), program, "check", "-data", data).CombinedOutput(); err != nil {
		t.Fatalf("check: %v\n%s", err, out)
	}
}
