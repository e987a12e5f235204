package e2e

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ostrakon/handlers/password"
	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/storetest"
)

const (
	killVoters = 48
	killAtOnce = 24 // votes under way, in the rounds that end after a number of votes
)

// killed is the state of TestKill: what was tried and what was acknowledged.
type killed struct {
	rounds    int
	dir       string
	voters    []store.User
	tokens    []string
	elections []store.Election

	mu           sync.Mutex
	acknowledged map[string]store.CandidateID // voter and election -> choice
	attempted    map[string]store.CandidateID
	counted      map[store.ElectionID]resultView               // acknowledged
	receipts     map[store.ElectionID][]ballotbox.NamedReceipt // of the acknowledged
}

// newKilled makes voters and the elections of so many rounds.
func newKilled(t *testing.T, rounds int) *killed {
	t.Helper()
	k := &killed{
		rounds:       rounds,
		dir:          t.TempDir(),
		acknowledged: make(map[string]store.CandidateID),
		attempted:    make(map[string]store.CandidateID),
		receipts:     make(map[store.ElectionID][]ballotbox.NamedReceipt),
	}
	k.seed(t)
	return k
}

// TestKill ends the server with SIGKILL under voting load, by turns after a random time and after a
// random number of votes. After each kill the store opens, verifies, and holds every acknowledged
// vote; at the end the count has each exactly once, for the candidate it was for, and every receipt
// given before a kill proves.
func TestKill(t *testing.T) {
	t.Parallel()
	k := newKilled(t, rounds(4, 200))
	for round := range k.rounds {
		k.round(t, round)
		k.check(t)
	}
	if len(k.acknowledged) == 0 || len(k.acknowledged) == killVoters*k.rounds {
		t.Fatalf("%d votes acknowledged: the kills came too early or too late to show anything", len(k.acknowledged))
	}
	t.Logf("%d kills, %d votes attempted, %d acknowledged", k.rounds, len(k.attempted), len(k.acknowledged))
	k.count(t)
}

func (k *killed) data() string { return filepath.Join(k.dir, "data") }

// open opens the store while no server runs.
func (k *killed) open(t *testing.T) *store.Store {
	t.Helper()
	return must(store.Open(t.Context(), k.data(), store.Options{}))(t)
}

const (
	killAdmin    = "admin@example.org"
	killPassword = "a-long-password"
)

// setUp makes the administrator of a new store.
func setUp(t *testing.T, st *store.Store, hash string) {
	t.Helper()
	if _, err := st.SetUp(t.Context(), store.NewAdmin{Email: killAdmin, PasswordHash: hash, FullName: "Admin",
		Settings: store.SettingsChange{Organisation: new("Club")}}); err != nil {
		t.Fatal(err)
	}
}

func (k *killed) seed(t *testing.T) {
	st := k.open(t)
	hash := must(password.NewHasher(password.DefaultParams(), 1, nil).Hash(t.Context(), killPassword))(t)
	setUp(t, st, hash)
	for n := range killVoters {
		r := storetest.Registration(n)
		r.PasswordHash = hash
		u := must(st.Register(t.Context(), r))(t)
		k.voters = append(k.voters, u)
	}
	for n := range k.rounds {
		e := storetest.Election(t, st, fmt.Sprintf("Round %d", n), "Ada", "Grace", "Mary")
		k.elections = append(k.elections, storetest.Advance(t, st, e.ID, store.Active))
	}
	noError(t, st.Close())
}

// round starts the server, lets the voters vote in the election of the round, and kills the server
// on the way. In odd rounds so few votes are under way at once that, however fast the machine is,
// some are acknowledged before the kill and some are not.
func (k *killed) round(t *testing.T, round int) {
	t.Helper()
	s := must(start(t.Context(), k.dir, "serve", "-data", k.data()))(t)
	if k.tokens == nil {
		for _, u := range k.voters {
			k.tokens = append(k.tokens, logIn(t, s.URL, u.Email, killPassword))
		}
	}
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: killVoters}}
	defer client.CloseIdleConnections()
	e := k.elections[round]
	places, killAfter := make(chan struct{}, killVoters), int64(0)
	if round%2 == 1 {
		places, killAfter = make(chan struct{}, killAtOnce), 1+rand.Int64N(killVoters-killAtOnce)
	}
	var voting sync.WaitGroup
	var acknowledged atomic.Int64
	for i, u := range k.voters {
		voting.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			choice := e.Questions[0].Candidates[rand.IntN(len(e.Questions[0].Candidates))].ID
			k.note(k.attempted, u.ID, e.ID, choice)
			r := ballotbox.NamedReceipt{Name: u.FullName}
			body := fmt.Sprintf(`{"candidateId":%q}`, choice)
			url := s.URL + "/api/user/elections/" + string(e.ID) + "/vote"
			if call(client, http.MethodPost, url, k.tokens[i], body, &r.Receipt) == nil {
				k.note(k.acknowledged, u.ID, e.ID, choice)
				k.keep(r)
				if acknowledged.Add(1) == killAfter {
					s.Kill()
				}
			}
		})
	}
	if killAfter == 0 {
		time.Sleep(rand.N(40 * time.Millisecond))
		s.Kill()
	}
	voting.Wait()
}

func (k *killed) note(in map[string]store.CandidateID, voter store.UserID, election store.ElectionID,
	choice store.CandidateID) {
	k.mu.Lock()
	defer k.mu.Unlock()
	in[string(voter)+string(election)] = choice
}

func (k *killed) keep(r ballotbox.NamedReceipt) {
	k.mu.Lock()
	defer k.mu.Unlock()
	id := store.ElectionID(r.Receipt.ElectionID)
	k.receipts[id] = append(k.receipts[id], r)
}

// check opens the store as the kill left it.
func (k *killed) check(t *testing.T) {
	t.Helper()
	if err := k.judge(t.Context()); err != nil {
		t.Error(err)
	}
}

// judge opens the store, checks it, and returns what is wrong with it or with the marks of its voters.
func (k *killed) judge(ctx context.Context) error {
	st, err := store.Open(ctx, k.data(), store.Options{})
	if err != nil {
		return err
	}
	defer st.Close()
	wrong := []error{st.Check(ctx)}
	for _, u := range k.voters {
		for _, e := range k.elections {
			id := string(u.ID) + string(e.ID)
			voted, err := st.HasVoted(ctx, u.ID, e.ID)
			if err != nil {
				return err
			}
			if _, ok := k.acknowledged[id]; ok && !voted {
				wrong = append(wrong, fmt.Errorf("%w: %s in %s", errLost, u.ID, e.Title))
			}
			if _, ok := k.attempted[id]; !ok && voted {
				wrong = append(wrong, fmt.Errorf("%s has a vote in %s that nobody cast", u.ID, e.Title))
			}
		}
	}
	return errors.Join(wrong...)
}

var errLost = errors.New("an acknowledged vote is lost")

// count completes every election. A candidate has at least the votes that were acknowledged and at
// most those that were tried, and there are as many votes as voters who are marked.
func (k *killed) count(t *testing.T) {
	t.Helper()
	st := k.open(t)
	defer st.Close()
	for _, e := range k.elections {
		if must(st.Election(t.Context(), e.ID))(t).Status == store.Active {
			storetest.Advance(t, st, e.ID, store.Completed)
		}
		r := must(st.CalculateResults(t.Context(), storetest.Admin, e.ID))(t)
		if c, ok := k.counted[e.ID]; ok && c.Seal.Hash != r.ResultHash {
			t.Errorf("%s: the result %s was acknowledged, and is %s", e.Title, c.Seal.Hash, r.ResultHash)
		}
		total, marked := 0, 0
		for i, votes := range r.Questions[0].Outcome.Votes {
			total += votes
			c := e.Questions[0].Candidates[i]
			least, most := votesFor(k.acknowledged, e.ID, c.ID), votesFor(k.attempted, e.ID, c.ID)
			if votes < least || votes > most {
				t.Errorf("%s: %s has %d votes; %d were acknowledged, %d attempted", e.Title, c.Name, votes, least, most)
			}
		}
		for _, u := range k.voters {
			if voted, err := st.HasVoted(t.Context(), u.ID, e.ID); err != nil || voted {
				marked++
			}
		}
		if total != marked || total != r.Turnout.Ballots {
			t.Errorf("%s: %d votes, %d voters, turnout %d", e.Title, total, marked, r.Turnout.Ballots)
		}
		b := must(st.Bundle(t.Context(), e.ID))(t)
		prove(t, b, k.receipts[e.ID], func(leaf ballotbox.Hash) (store.Inclusion, error) {
			return st.Inclusion(t.Context(), e.ID, leaf)
		})
	}
	noError(t, st.Check(t.Context()))
}

func votesFor(votes map[string]store.CandidateID, election store.ElectionID, candidate store.CandidateID) int {
	n := 0
	for id, c := range votes {
		if c == candidate && id[len(id)-len(election):] == string(election) {
			n++
		}
	}
	return n
}
