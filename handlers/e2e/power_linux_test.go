package e2e

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"ostrakon/handlers/e2e/servertest"
	"ostrakon/store"
	"ostrakon/store/ballotbox"
)

const (
	powerVoters = 12 // of the voters vote, in each of so many elections
	powerPolls  = 3
	powerImages = 500 // of one recording
)

// TestPowerCuts records what a server does to its disk while people vote, and while one election is closed and counted.
// Then the test cuts the power at random moments after the first answer. For each it makes an image of a disk after the
// cut. Each image opens, verifies, and holds every vote and result that was answered before, once. With OSTRAKON_LONG
// there are 10,000 images. Images of a disk that lies about its syncs show that the test can see what is lost.
func TestPowerCuts(t *testing.T) {
	t.Parallel()
	images, looked, calls := rounds(50, 10_000), 0, 0
	for done := 0; done < images; done += powerImages {
		p := newPowered(t)
		calls += len(p.calls)
		for n := range min(images-done, powerImages) {
			seed := uint64(done + n)
			k := p.cut(t, seed, false)
			looked += len(k.acknowledged)
			k.check(t)
			k.count(t)
			for id := range k.counted {
				if exists(filepath.Join(k.data(), "keys", string(id)+".key")) {
					t.Errorf("the key of an election that was counted is there")
				}
			}
			if t.Failed() {
				t.Fatalf("image %d", seed)
			}
			noError(t, os.RemoveAll(k.dir))
		}
		p.lie(t)
	}
	t.Logf("%d images of %d system calls; %d acknowledged votes looked for", images, calls, looked)
}

// powered is a server that ran, with all that it has acknowledged, and what it did to its disk.
type powered struct {
	*killed
	*tape
	answers map[string]int // lines of the trace, by the leaves of votes and by the hashes of results
	first   int            // of these lines
}

// newPowered records a server while people vote in all elections and one of them is closed and counted.
func newPowered(t *testing.T) *powered {
	t.Helper()
	p := &powered{killed: newKilled(t, powerPolls), answers: make(map[string]int)}
	p.counted = make(map[store.ElectionID]resultView)
	s, ended := p.record(t)
	for _, u := range p.voters[:powerVoters] {
		p.tokens = append(p.tokens, logIn(t, s.URL, u.Email, killPassword))
	}
	admin := logIn(t, s.URL, killAdmin, killPassword)
	p.voteAll(t, s, 0).Wait()
	others := p.voteAll(t, s, 1)
	path := s.URL + "/api/admin/elections/" + string(p.elections[0].ID)
	noError(t, call(http.DefaultClient, http.MethodPut, path+"/status", admin, `{"status":"COMPLETED"}`, nil))
	var counted resultView
	noError(t, call(http.DefaultClient, http.MethodPost, path+"/calculate-results", admin, "", &counted))
	p.counted[p.elections[0].ID] = counted
	others.Wait()
	for i := range p.tokens {
		p.cast(t, s, i, 2) // each in a commit of its own
	}
	p.tape = ended()
	if votes := powerVoters * powerPolls; len(p.acknowledged) != votes {
		t.Fatalf("%d of %d votes were acknowledged", len(p.acknowledged), votes)
	}
	for _, receipts := range p.receipts {
		for _, r := range receipts {
			p.answers[r.Receipt.Leaf] = p.answered(t, r.Receipt.Leaf)
		}
	}
	p.answers[counted.Seal.Hash] = p.answered(t, counted.Seal.Hash)
	p.first = slices.Min(slices.Collect(maps.Values(p.answers)))
	return p
}

// voteAll has all voters vote in an election at once.
func (p *powered) voteAll(t *testing.T, s *servertest.Server, election int) *sync.WaitGroup {
	var voting sync.WaitGroup
	for i := range p.tokens {
		voting.Go(func() {
			if status, body := p.cast(t, s, i, election); status != http.StatusOK {
				t.Errorf("voter %d: %d %s", i, status, body)
			}
		})
	}
	return &voting
}

// cut cuts the power, and returns the data directory that is left, with what had been answered by then.
func (p *powered) cut(t *testing.T, seed uint64, liar bool) *killed {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 7))
	from := slices.IndexFunc(p.calls, func(c *sysCall) bool { return c.began >= p.first })
	line := p.calls[from+r.IntN(len(p.calls)-from)].began
	k := &killed{dir: t.TempDir(), voters: p.voters, elections: p.elections, attempted: p.attempted,
		acknowledged: make(map[string]store.CandidateID), counted: make(map[store.ElectionID]resultView),
		receipts: make(map[store.ElectionID][]ballotbox.NamedReceipt)}
	for _, e := range p.elections {
		for _, named := range p.receipts[e.ID] {
			if p.answers[named.Receipt.Leaf] <= line {
				k.keep(named)
				i := slices.IndexFunc(p.voters, func(u store.User) bool { return u.FullName == named.Name })
				id := string(p.voters[i].ID) + string(e.ID)
				k.acknowledged[id] = p.acknowledged[id]
			}
		}
		if c, ok := p.counted[e.ID]; ok && p.answers[c.Seal.Hash] <= line {
			k.counted[e.ID] = c
		}
	}
	likely := []float64{0, r.Float64(), r.Float64(), 1}[r.IntN(4)]
	p.at(t, line, liar).root.image(t, r, likely, k.data())
	return k
}

// lie cuts the power of a disk that syncs nothing: images are damaged, or votes are lost.
func (p *powered) lie(t *testing.T) {
	t.Helper()
	said := make(map[string]int)
	for seed := range uint64(20) {
		k := p.cut(t, seed, true)
		switch err := k.judge(t.Context()); {
		case err == nil:
			said["whole"]++
		case errors.Is(err, errLost):
			said["lost votes"]++
		default:
			said["damaged"]++
		}
		noError(t, os.RemoveAll(k.dir))
	}
	t.Log("a disk that lies: ", fmt.Sprint(said))
	if said["lost votes"] == 0 || said["damaged"] == 0 {
		t.Error("the test does not see what a disk loses")
	}
}
