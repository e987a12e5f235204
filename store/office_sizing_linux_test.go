package store_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"ostrakon/handlers/registrar"
	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/storetest"
)

// sizing is an organisation whose people all vote in one election.
type sizing struct {
	people  int
	dir     string // the data directory
	program string
	s       *store.Store // nil while the program has the data directory
	child   *measuredChild
	e       store.Election
	voters  []store.UserID
	key     string // the installation's signing key
}

// BenchmarkSizing takes 10,000 people, or as many as OSTRAKON_PEOPLE says, through an election in
// which all of them vote. Each step reports how many seconds it took and how much anonymous memory
// the processes that worked on it had at most; the pages of the database's file are not in it, since
// the kernel takes them back. The program imports the roll, starts on the file, backs it up, checks
// it and verifies the bundle. Accounts and all ballots but the last 10,000 go into the store by
// batches of the store's own calls, sealed as CastVote does under load; "cast" is those last ones, each
// on disk before it is answered. The server has the key of the election: BenchmarkCloseAndCount is
// about holders. verify.py is run where there is Python.
func BenchmarkSizing(b *testing.B) {
	z := &sizing{people: 10_000, dir: b.TempDir()}
	if n, err := strconv.Atoi(os.Getenv("OSTRAKON_PEOPLE")); err == nil {
		z.people = n
	}
	z.program = filepath.Join(b.TempDir(), "ostrakon")
	if out, err := exec.CommandContext(b.Context(), "go", "build", "-o", z.program, "ostrakon").CombinedOutput(); err !=
		nil {
		b.Fatalf("%v\n%s", err, out)
	}
	z.step(b, "import", z.importRoll)
	z.open(b)
	z.step(b, "accounts", z.makeAccounts)
	z.step(b, "open_election", z.openElection)
	z.step(b, "seal", z.seal)
	z.close(b)
	z.step(b, "start", z.start)
	z.open(b)
	z.step(b, "cast", z.cast)
	z.step(b, "search_users", z.searchUsers)
	z.step(b, "search_roll", z.searchRoll)
	z.step(b, "extend_log", func(b *testing.B) { extend(b, z.s) })
	z.close(b)
	backup := filepath.Join(b.TempDir(), "backup.zip")
	z.step(b, "backup", func(b *testing.B) { z.run(b, "backup", backup, "-data", z.dir) })
	noError(b, os.Remove(backup))
	z.step(b, "check", func(b *testing.B) { z.run(b, "check", "-data", z.dir) })
	z.open(b)
	z.step(b, "close", func(b *testing.B) { storetest.Advance(b, z.s, z.e.ID, store.Completed) })
	z.step(b, "count", z.count)
	bundle := filepath.Join(b.TempDir(), "bundle.zip")
	z.step(b, "bundle", func(b *testing.B) { z.bundle(b, bundle) })
	z.close(b)
	z.step(b, "start_after", z.start)
	z.step(b, "verify", func(b *testing.B) { z.run(b, "verify", "-key", z.key, bundle) })
	if python, err := exec.LookPath("python3"); err == nil {
		z.step(b, "verify_py", func(b *testing.B) {
			z.measure(b, exec.CommandContext(b.Context(), python, "-I", "ballotbox/verify.py", "-key", z.key, bundle))
		})
	}
}

// step runs a step once.
func (z *sizing) step(b *testing.B, name string, do func(*testing.B)) {
	ran := b.Run(name, func(b *testing.B) {
		if b.N > 1 {
			b.Fatal("an organisation votes once: give -benchtime 1x")
		}
		debug.FreeOSMemory()
		stop := z.watch(b, os.Getpid(), "server-MB")
		began := time.Now()
		do(b)
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(time.Since(began).Seconds(), "s")
		stop()
		b.ReportMetric(bytesIn(b, z.dir)/1e6, "file-MB")
	})
	if !ran {
		b.FailNow()
	}
}

// watch samples the anonymous memory of a process until stop, which reports the most that it was.
func (z *sizing) watch(b *testing.B, pid int, unit string) (stop func()) {
	peak, done := int64(0), make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() {
		for {
			if status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)); err == nil { // it may have ended
				peak = max(peak, sizeIn(status, "RssAnon"))
			}
			select {
			case <-done:
				return
			case <-time.After(10 * time.Millisecond):
			}
		}
	})
	return func() {
		close(done)
		watching.Wait()
		b.ReportMetric(float64(peak)/1e6, unit)
	}
}

func (z *sizing) open(b *testing.B) {
	z.child = &measuredChild{b: b, program: z.program, gone: make(chan struct{})}
	began := time.Now()
	z.s = must(store.Open(b.Context(), z.dir, store.Options{Counter: z.child.start}))(b)
	b.Logf("opened in %v", time.Since(began))
	b.Cleanup(func() { z.close(b) })
}

func (z *sizing) close(b *testing.B) {
	if z.s == nil {
		return
	}
	noError(b, z.s.Close())
	z.s = nil
}

// run runs a command of the program to its end.
func (z *sizing) run(b *testing.B, args ...string) {
	b.Helper()
	z.measure(b, exec.CommandContext(b.Context(), z.program, args...))
}

// measure runs a command to its end, and reports its memory.
func (z *sizing) measure(b *testing.B, cmd *exec.Cmd) {
	b.Helper()
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	noError(b, cmd.Start())
	stop := z.watch(b, cmd.Process.Pid, "command-MB")
	if err := cmd.Wait(); err != nil {
		b.Fatalf("%v: %v\n%s", cmd.Args, err, said.Bytes())
	}
	stop()
}

// serve starts the server and waits until it says where it is. stop ends it.
func (z *sizing) serve(b *testing.B) (stop func()) {
	ctx, cancel := context.WithCancel(b.Context())
	cmd := exec.CommandContext(ctx, z.program, "serve", "-data", z.dir, "-addr", "127.0.0.1:0", "-backup-every", "0")
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	said := must(cmd.StderrPipe())(b)
	noError(b, cmd.Start())
	unwatch := z.watch(b, cmd.Process.Pid, "command-MB")
	lines := bufio.NewScanner(said)
	for address := regexp.MustCompile(`Ostrakon is at http`); lines.Scan() && !address.Match(lines.Bytes()); {
	}
	go io.Copy(io.Discard, said) // its log
	return func() {
		cancel()
		_ = cmd.Wait() // it was told to end
		unwatch()
	}
}

// start starts the server on the file, and reports how long it takes until it answers.
func (z *sizing) start(b *testing.B) { z.serve(b)() }

// importRoll has the server import the roll from files of as many people as one may have, and reports
// how long the last file took.
func (z *sizing) importRoll(b *testing.B) {
	stop := z.serve(b)
	people := townsfolk(z.people)
	var last time.Duration
	for from := 0; from < len(people); from += store.MaxRollLines {
		rows := [][]string{{"full_name", "member", "email"}}
		for i, p := range people[from:min(from+store.MaxRollLines, len(people))] {
			rows = append(rows, []string{p.FullName, fmt.Sprint("M-", from+i), p.Email})
		}
		path := filepath.Join(b.TempDir(), "part.csv")
		file := must(os.Create(path))(b)
		noError(b, registrar.WriteTable(file, rows))
		file.Close()
		began := time.Now()
		if out, err := exec.CommandContext(b.Context(), z.program, "roll", "import", path, "-data",
			z.dir).CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		last = time.Since(began)
	}
	stop()
	b.ReportMetric(last.Seconds(), "last-file-s")
}

// makeAccounts gives everyone on the roll the account that their slip would make.
func (z *sizing) makeAccounts(b *testing.B) {
	store.NoSync(z.s)
	z.voters = store.FillVoters(b, z.s)
	if len(z.voters) != z.people {
		b.Fatalf("%d people on the roll, want %d", len(z.voters), z.people)
	}
}

func (z *sizing) openElection(b *testing.B) {
	z.e = rollElection(b, z.s)
	z.key = ballotbox.Fingerprint(must(ballotbox.ParseManifest(must(z.s.Manifest(b.Context(), z.e.ID))(b)))(b).SigningKey)
}

// late is how many voters cast their ballots one by one.
func (z *sizing) late() int { return min(z.people/2, 10_000) }

func (z *sizing) seal(b *testing.B) {
	for from := 0; from < z.people-z.late(); from += 10_000 { // all at once would take the memory of the box
		some := z.voters[from:min(from+10_000, z.people-z.late())]
		store.FillBox(b, z.s, z.e.ID, some, func(n int) store.CandidateID { return z.e.Questions[0].Candidates[n%2].ID })
	}
}

// cast casts the last votes, 64 at a time.
func (z *sizing) cast(b *testing.B) {
	late := z.voters[z.people-z.late():]
	var l latencies
	castRound(b, len(late), func(n int) error {
		return errOf(z.s.CastVote(b.Context(), late[n], z.e.ID, "",
			store.Answers{Candidate: z.e.Questions[0].Candidates[n%2].ID}))
	}, 64, &l)
	l.report(b)
}

func (z *sizing) searchUsers(b *testing.B) {
	searchEach(b, func(query string) error {
		return errOf(z.s.SearchUsers(b.Context(), store.UserFilter{Query: query}, store.Page{}))
	})
}

func (z *sizing) searchRoll(b *testing.B) {
	searchEach(b, func(query string) error {
		return errOf(z.s.Roll(b.Context(), store.RollFilter{Query: query}, store.Page{}))
	})
}

// searchEach makes each search a hundred times, and reports the slowest of them too.
func searchEach(b *testing.B, find func(query string) error) {
	var l latencies
	for range 100 {
		// words that many, few and no people have
		for _, query := range []string{"grabowski27", "ma", "maria smith", "ma s", "maria james", "example org", "xyzzy",
			""} {
			began := time.Now()
			noError(b, find(query))
			l.all = append(l.all, time.Since(began))
		}
	}
	l.report(b)
	b.ReportMetric(float64(l.all[len(l.all)-1].Nanoseconds())/1e3, "max-µs")
}

func (z *sizing) count(b *testing.B) {
	r := must(z.s.CalculateResults(b.Context(), storetest.Admin, z.e.ID))(b)
	<-z.child.gone
	if r.Turnout.Ballots != z.people || r.Invalid != 0 {
		b.Fatalf("counted %+v, %d invalid", r.Turnout, r.Invalid)
	}
	b.ReportMetric(float64(z.child.peak)/1e6, "child-MB")
}

func (z *sizing) bundle(b *testing.B, path string) {
	file := must(os.Create(path))(b)
	noError(b, must(z.s.Bundle(b.Context(), z.e.ID))(b).Write(file))
	noError(b, file.Close())
	b.ReportMetric(float64(must(os.Stat(path))(b).Size())/1e6, "bundle-MB")
}
