package store_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

// latencies gathers how long each operation took.
type latencies struct {
	mu  sync.Mutex
	all []time.Duration
}

func (l *latencies) add(some []time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, some...)
}

// report reports the median and the 99th percentile.
func (l *latencies) report(b *testing.B) {
	slices.Sort(l.all)
	for name, part := range map[string]int{"p50-µs": 50, "p99-µs": 99} {
		if n := len(l.all); n > 0 {
			b.ReportMetric(float64(l.all[n*part/100].Nanoseconds())/1e3, name)
		}
	}
}

// BenchmarkCastVote casts votes from 1, 64 and 512 voters at a time, each on disk before it is
// answered. Everybody votes once in each of a row of elections; a new one is opened, outside the
// timer, when all have voted.
func BenchmarkCastVote(b *testing.B) {
	benchmarkVotes(b, voters, onServer(
		func(b *testing.B, s *store.Store) store.Election { return running(b, s, "Ada", "Grace") }))
}

// BenchmarkCastSealed is BenchmarkCastVote with ballots that were sealed, outside the timer, on the
// voters' devices.
func BenchmarkCastSealed(b *testing.B) {
	benchmarkVotes(b, voters, sealed(
		func(b *testing.B, s *store.Store) store.Election { return running(b, s, "Ada", "Grace") }))
}

// BenchmarkCastSealedToThree is BenchmarkCastSealed with three holders, two of whom open the ballots.
func BenchmarkCastSealedToThree(b *testing.B) {
	benchmarkVotes(b, voters, sealed(func(b *testing.B, s *store.Store) store.Election {
		e, _ := held(b, s, 2, 3, "Ada", "Grace")
		return e
	}))
}

// BenchmarkCastVoteOnRoll is BenchmarkCastVote in elections for the people of a frozen roll.
func BenchmarkCastVoteOnRoll(b *testing.B) {
	benchmarkVotes(b, members, onServer(func(b *testing.B, s *store.Store) store.Election { return rollElection(b, s) }))
}

// BenchmarkCastSealedOnRoll is BenchmarkCastSealedToThree in elections for the people of a frozen roll.
func BenchmarkCastSealedOnRoll(b *testing.B) {
	benchmarkVotes(b, members, onRollSealed(false, false))
}

// BenchmarkCastVoteProved is BenchmarkCastVoteOnRoll with a proof of the count.
func BenchmarkCastVoteProved(b *testing.B) {
	benchmarkVotes(b, members, onServer(func(b *testing.B, s *store.Store) store.Election {
		return storetest.Advance(b, s, proving(b, s, new(true)).ID, store.Active)
	}))
}

// BenchmarkCastSealedProved is BenchmarkCastSealedOnRoll with a proof of the count.
func BenchmarkCastSealedProved(b *testing.B) {
	benchmarkVotes(b, members, onRollSealed(false, true))
}

// BenchmarkCastSealedWithStub is BenchmarkCastSealedOnRoll with a poll book: slips have signed a stub beside each
// ballot, outside the timer.
func BenchmarkCastSealedWithStub(b *testing.B) {
	benchmarkVotes(b, members, onRollSealed(true, false))
}

// BenchmarkCastPaper is BenchmarkCastVote with twenty questions of four candidates on each paper.
func BenchmarkCastPaper(b *testing.B) {
	benchmarkVotes(b, voters, onServer(func(b *testing.B, s *store.Store) store.Election {
		e := storetest.Election(b, s, "Assembly", "Ada", "Grace", "Mia", "Zoe")
		for n := range store.MaxQuestions - 1 {
			ask(b, s, e.ID, fmt.Sprint(n), tally.STV, store.QuestionChange{}, "Ada", "Grace", "Mia", "Zoe")
		}
		return storetest.Advance(b, s, e.ID, store.Active)
	}))
}

// A ballotStation opens a fresh election for voters, and returns how the n-th of them casts a vote.
type ballotStation func(b *testing.B, s *store.Store, all []store.UserID) (cast func(n int) error)

// onServer casts votes that the server seals.
func onServer(open func(*testing.B, *store.Store) store.Election) ballotStation {
	return func(b *testing.B, s *store.Store, all []store.UserID) func(int) error {
		e := open(b, s)
		choices := []store.Answers{{Candidate: e.Questions[0].Candidates[0].ID}, {Candidate: e.Questions[0].Candidates[1].ID}}
		if len(e.Questions) > 1 {
			for i := range choices {
				marks := []string{[]string{"1000", "0100"}[i]}
				for range e.Questions[1:] {
					marks = append(marks, []string{"1234", "3120"}[i])
				}
				choices[i] = answered(e, marks...)
			}
		}
		return func(n int) error { return errOf(s.CastVote(b.Context(), all[n], e.ID, "", choices[n%2])) }
	}
}

// sealed casts votes that are sealed already.
func sealed(open func(*testing.B, *store.Store) store.Election) ballotStation {
	return func(b *testing.B, s *store.Store, all []store.UserID) func(int) error {
		e := open(b, s)
		ballots := make([]storetest.Sealed, len(all))
		for n, v := range all {
			ballots[n] = storetest.Seal(b, s, e.ID, string(v), byte(n%2), byte(1-n%2))
		}
		return func(n int) error {
			return errOf(s.CastSealed(b.Context(), all[n], e.ID, ballots[n].On("")))
		}
	}
}

// onRollSealed casts votes of people on the roll that are sealed already to three holders, with or without a poll book
// and a proof.
func onRollSealed(pollBook, proof bool) ballotStation {
	return func(b *testing.B, s *store.Store, all []store.UserID) func(int) error {
		e := storetest.Election(b, s, "Of the roll", "Ada", "Grace")
		must(s.UpdateElection(b.Context(), storetest.Admin, e.ID,
			store.ElectionChange{Electorate: new(store.ElectorateRoll), Proof: new(&proof)}))(b)
		storetest.Hold(b, s, e.ID, 2, 3)
		var registrar *storetest.Registrar
		if pollBook {
			registrar = storetest.IssueSlips(b, s, e.ID)
		}
		storetest.Advance(b, s, e.ID, store.Active)
		m := must(ballotbox.ParseManifest(must(s.Manifest(b.Context(), e.ID))(b)))(b)
		ballots := make([]storetest.Sealed, len(all))
		for n, v := range all {
			entry, marks := must(s.User(b.Context(), v))(b).RollEntry, []byte{byte(n % 2), byte(1 - n%2)}
			if pollBook {
				key := registrar.Codes[entry].Printed.Key(registrar.Assembly).Vote(*m.Number, string(entry))
				ballots[n] = must(storetest.SignFor(m, key, 1, marks...))(b)
			} else {
				ballots[n] = must(storetest.SealFor(m, string(entry), marks...))(b)
			}
		}
		return func(n int) error { return errOf(s.CastSealed(b.Context(), all[n], e.ID, ballots[n].On(""))) }
	}
}

func benchmarkVotes(b *testing.B, enfranchise func(testing.TB, *store.Store, int) []store.UserID, open ballotStation) {
	for _, concurrent := range []int{1, 64, 512} {
		b.Run(fmt.Sprint(concurrent), func(b *testing.B) {
			s := storetest.New(b, store.Options{})
			all := enfranchise(b, s, 2000)
			var l latencies
			var busy time.Duration
			transactions := 0
			b.ResetTimer()
			for left := b.N; left > 0; left -= len(all) {
				b.StopTimer()
				now := all[:min(left, len(all))]
				cast := open(b, s, now)
				b.StartTimer()
				before, start := store.WriteTransactions(b, s), time.Now()
				castRound(b, len(now), cast, concurrent, &l)
				busy += time.Since(start)
				transactions += store.WriteTransactions(b, s) - before
			}
			b.StopTimer()
			b.ReportMetric(float64(b.N)/float64(transactions), "votes/tx")
			b.ReportMetric(float64(b.N)/busy.Seconds(), "votes/s")
			l.report(b)
		})
	}
}

// members registers voters who are on the electoral roll.
func members(tb testing.TB, s *store.Store, n int) []store.UserID {
	tb.Helper()
	lines := make([]store.RollLine, n)
	for i := range lines {
		lines[i] = rollLine(i)
	}
	enrol(tb, s, lines...)
	all := make([]store.UserID, n)
	for i := range all {
		all[i] = must(s.Register(tb.Context(), onRoll(i)))(tb).ID
	}
	return all
}

// castRound casts votes, a number of them at a time.
func castRound(b *testing.B, votes int, cast func(n int) error, concurrent int, l *latencies) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(concurrent, votes) {
		wg.Go(func() {
			var took []time.Duration
			for {
				i := int(next.Add(1)) - 1
				if i >= votes {
					break
				}
				start := time.Now()
				if err := cast(i); err != nil {
					b.Error(err)
				}
				took = append(took, time.Since(start))
			}
			l.add(took)
		})
	}
	wg.Wait()
}

// timed runs an operation b.N times and reports its latencies.
func timed(b *testing.B, operation func()) {
	var l latencies
	for b.Loop() {
		start := time.Now()
		operation()
		l.all = append(l.all, time.Since(start))
	}
	l.report(b)
}

// bytesIn is the size of the database file.
func bytesIn(b *testing.B, dir string) float64 {
	b.Helper()
	return float64(must(os.Stat(filepath.Join(dir, store.FileName)))(b).Size())
}

// peakHeap runs fn and returns how far the heap rose above what was there before it, in bytes.
func peakHeap(fn func()) uint64 {
	runtime.GC()
	inUse := func() uint64 {
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		metrics.Read(sample)
		return sample[0].Value.Uint64()
	}
	before, peak := inUse(), uint64(0)
	done, sampled := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(sampled)
		for {
			peak = max(peak, inUse())
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	fn()
	close(done)
	<-sampled
	return peak - min(peak, before)
}

// BenchmarkCount closes and counts an election of 100,000 ballots, and before that, in the same
// store, reads inclusion proofs and makes backups; the sealing of the ballots is not timed.
func BenchmarkCount(b *testing.B) {
	const ballots = 100_000
	dir := b.TempDir()
	s := storetest.NewIn(b, dir, store.Options{})
	store.NoSync(s)
	e := running(b, s, "Ada", "Grace", "Zoe")
	all := voters(b, s, ballots)
	store.Compact(b, s)
	empty := bytesIn(b, dir)
	store.NoSync(s)
	receipts := store.FillBox(b, s, e.ID, all,
		func(n int) store.CandidateID { return e.Questions[0].Candidates[n*n%3].ID })
	extend(b, s)
	running := bytesIn(b, dir)

	b.Run("inclusion", func(b *testing.B) {
		n := 0
		timed(b, func() {
			leaf, _ := ballotbox.ParseHash(receipts[n*7919%ballots].Leaf)
			n++
			must(s.Inclusion(b.Context(), e.ID, leaf))(b)
		})
	})
	b.Run("backup", func(b *testing.B) {
		size := 0
		for b.Loop() {
			var out bytes.Buffer
			noError(b, s.Backup(b.Context(), storetest.Admin, &out, false))
			size = out.Len()
		}
		b.ReportMetric(float64(size)/ballots, "bytes/ballot")
	})
	b.Run("verify", func(b *testing.B) {
		for b.Loop() {
			noError(b, s.Check(b.Context()))
		}
	})
	b.Run("close", func(b *testing.B) { // once: there is one close to an election
		if b.N > 1 {
			b.Fatal("an election is counted once: give -benchtime 1x")
		}
		var r store.Results
		peak := peakHeap(func() {
			storetest.Advance(b, s, e.ID, store.Completed)
			r = must(s.CalculateResults(b.Context(), storetest.Admin, e.ID))(b)
		})
		if r.Turnout.Ballots != ballots {
			b.Fatalf("counted %+v", r.Turnout)
		}
		b.ReportMetric(float64(peak)/1e6, "peak-heap-MB")
		b.ReportMetric((running-empty)/ballots, "bytes/ballot-before")
		b.ReportMetric((bytesIn(b, dir)-empty)/ballots, "bytes/ballot-after")
	})
}

// BenchmarkElections lists 50 of 500 elections with 10 candidates each, from a place further down
// each time.
func BenchmarkElections(b *testing.B) {
	clock := storetest.NewClock()
	s := storetest.New(b, store.Options{Now: clock.Now})
	store.NoSync(s)
	for n := range 500 {
		var standing []string
		for c := range 10 {
			standing = append(standing, fmt.Sprintf("Candidate %d of %d", c, n))
		}
		storetest.Advance(b, s, storetest.Election(b, s, fmt.Sprint("Election ", n), standing...).ID, store.Active)
	}
	v := storetest.Voter(b, s, 1)
	for name, list := range map[string]func(store.Page) (store.List[store.Election], error){
		"all": func(p store.Page) (store.List[store.Election], error) { return s.Elections(b.Context(), "", p) },
		"for a voter": func(p store.Page) (store.List[store.Election], error) {
			return s.ElectionsFor(b.Context(), v.ID, store.Active, p)
		},
	} {
		b.Run(name, func(b *testing.B) {
			after := ""
			timed(b, func() {
				l, err := list(store.Page{Limit: 50, After: after})
				if err != nil || len(l.Items) != 50 || len(l.Items[49].Questions[0].Candidates) != 10 {
					b.Fatalf("%d elections, %v", len(l.Items), err)
				}
				after = l.Next
			})
		})
	}
}

// BenchmarkSearchUsers searches 100,000 people, whose names are as skewed as real ones: the n-th
// commonest is borne by one n-th as many as the commonest.
func BenchmarkSearchUsers(b *testing.B) {
	s := storetest.New(b, store.Options{})
	store.NoSync(s)
	store.FillUsers(b, s, townsfolk(100_000))
	for _, q := range []struct{ name, query string }{
		{"rare word", "grabowski27"},
		{"common prefix", "ma"},
		{"two common words", "maria smith"},
		{"two common prefixes", "ma s"},
		{"two common words of nobody", "maria james"},
		{"word in all addresses", "example org"},
		{"phone prefix", "44207005"},
		{"nobody", "xyzzy"},
		{"no query", ""},
	} {
		b.Run(q.name, func(b *testing.B) {
			timed(b, func() {
				l, err := s.SearchUsers(b.Context(), store.UserFilter{Query: q.query}, store.Page{})
				if nobody := strings.Contains(q.name, "nobody"); err != nil || nobody != (len(l.Items) == 0) {
					b.Fatalf("%d users, %v", len(l.Items), err)
				}
			})
		})
	}
}

// townsfolk are people with the commonest first and last names first, and the same at each run.
func townsfolk(n int) []store.User {
	first := []string{"Maria", "James", "Mohammed", "Anna", "John", "Fatima", "Peter", "Olga", "Chen", "Mateo", "Łukasz",
		"Zoë", "Priya", "Marek", "Sofía", "Igor"}
	last := []string{"Smith", "García", "Kumar", "Nowak", "Müller", "Silva", "Ivanova", "Nguyen", "Martin", "Jones",
		"Strøm", "Okafor", "Rossi", "Grabowski"}
	r := rand.New(rand.NewPCG(1, 2))
	byFirst, byLast := rand.NewZipf(r, 1.1, 1, 4000), rand.NewZipf(r, 1.05, 1, 20000)
	name := func(common []string, rank uint64) string {
		if rank < uint64(len(common)) {
			return common[rank]
		}
		return fmt.Sprint(common[rank%uint64(len(common))], rank)
	}
	people := make([]store.User, n)
	for i := range people {
		people[i] = store.User{
			Email:    fmt.Sprintf("user%d@example%d.org", i, i%100_000),
			FullName: name(first, byFirst.Uint64()) + " " + name(last, byLast.Uint64()),
			Phone:    fmt.Sprintf("+44 20 7%03d %04d", i/10_000, i%10_000),
			Role:     store.RoleUser, Status: store.UserActive, Admission: &store.Admission{Policy: "number"},
		}
	}
	return people
}
