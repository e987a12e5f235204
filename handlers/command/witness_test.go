package command_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"ostrakon/handlers"
	"ostrakon/handlers/command"
	"ostrakon/handlers/makers"
	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/storetest"
	"ostrakon/store/witness"
)

// site is an address at which now one installation answers, now another.
type site struct {
	*httptest.Server
	shows atomic.Pointer[installation]
}

// installation is a server and its data directory.
type installation struct {
	dir   string
	store *store.Store
	http  *handlers.Server
}

func newSite(t *testing.T) *site {
	s := &site{}
	s.Server = httptest.NewServer(
		http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.shows.Load().http.ServeHTTP(w, r) }))
	t.Cleanup(s.Close)
	return s
}

// openIn starts an installation on a data directory.
func openIn(t *testing.T, dir string, opts store.Options) *installation {
	t.Helper()
	in := &installation{dir: dir, store: storetest.NewIn(t, dir, opts)}
	server, err := handlers.New(t.Context(), in.store, handlers.Options{Conversions: makers.Options{Dir: t.TempDir()}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	in.http = server
	return in
}

// vote casts the ballot of a voter who is new.
func (in *installation) vote(t *testing.T, e store.Election, voter int) {
	t.Helper()
	v := storetest.Voter(t, in.store, voter)
	must(in.store.CastVote(t.Context(), v.ID, e.ID, "", store.Answers{Candidate: e.Questions[0].Candidates[voter%2].ID}))(
		t)
}

// count ends an election and returns the file of its bundle.
func (in *installation) count(t *testing.T, id store.ElectionID) string {
	t.Helper()
	must(in.store.CalculateResults(t.Context(), storetest.Admin, id))(t)
	return in.bundle(t, id)
}

func (in *installation) bundle(t *testing.T, id store.ElectionID) string {
	t.Helper()
	b := must(in.store.Bundle(t.Context(), id))(t)
	var zipped bytes.Buffer
	noError(t, b.Write(&zipped))
	path := filepath.Join(t.TempDir(), "bundle.zip")
	write(t, path, zipped.String())
	return path
}

// onlooker is a witness with a key and a state directory.
type onlooker struct{ key, vkey, state string }

func newOnlooker(t *testing.T, name string) onlooker {
	t.Helper()
	dir := t.TempDir()
	o := onlooker{key: filepath.Join(dir, "witness.key"), state: filepath.Join(dir, "state")}
	out := must(runs{command: command.WitnessNew}.with(t, name, o.key))(t)
	o.vkey = strings.TrimSpace(out)
	return o
}

func (o onlooker) look(t *testing.T, s *site) (string, error) {
	t.Helper()
	return runs{command: command.Witness}.with(t, s.URL, "-key", o.key, "-state", o.state, "-once")
}

// proofs are the directories with the proofs of alarms.
func (o onlooker) proofs(t *testing.T) []string {
	t.Helper()
	return must(filepath.Glob(filepath.Join(o.state, "proof-*")))(t)
}

// draft makes an election in DRAFT that names witnesses.
func (in *installation) draft(t *testing.T, witnesses ...onlooker) store.Election {
	t.Helper()
	e := storetest.Election(t, in.store, "Board", "Noor", "Tomas")
	named := ballotbox.Witnesses{Needed: len(witnesses)}
	for _, o := range witnesses {
		w := must(ballotbox.ParseWitness(o.vkey))(t)
		named.Keys = append(named.Keys, w)
	}
	must(in.store.SetWitnesses(t.Context(), storetest.Admin, e.ID, named))(t)
	return e
}

// verified checks a bundle and returns the line of one check, which must be the only one that fails.
func verified(t *testing.T, check string, args ...string) string {
	t.Helper()
	out, _ := runs{command: command.Verify}.with(t, args...)
	found := ""
	for line := range strings.Lines(out) {
		verdict, name, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if name = strings.TrimSpace(name); strings.HasPrefix(name, check) {
			found = line
		} else if verdict == "FAIL" {
			t.Errorf("verify %q: %s", args, line)
		}
	}
	return found
}

func TestAWitnessCosignsALogThatOnlyGrows(t *testing.T) {
	s, o, stranger := newSite(t), newOnlooker(t, "neighbours.example/witness"), newOnlooker(t, "stranger")
	if info, err := os.Stat(o.key); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key file: %v, %v", info, err)
	}
	in := openIn(t, t.TempDir(), store.Options{})
	s.shows.Store(in)
	e := in.draft(t, o)
	storetest.Advance(t, in.store, e.ID, store.Active)
	look := func(by onlooker, want string) {
		t.Helper()
		out, err := by.look(t, s)
		if err != nil || strings.ReplaceAll(out, "election "+string(e.ID)+": ", "") != want {
			t.Fatalf("%q, %v, want %q", out, err, want)
		}
	}
	look(o, "1 leaves, only grew\n1 leaves, cosigned\n")
	look(o, "")
	in.vote(t, e, 1)
	storetest.Advance(t, in.store, e.ID, store.Completed)
	look(o, "2 leaves, only grew\n2 leaves, cosigned\n")
	unsigned := in.count(t, e.ID)
	if line := verified(t, "witnesses", unsigned, "-witness", o.vkey); !strings.HasPrefix(line, "FAIL") {
		t.Errorf("before the last checkpoint is cosigned: %s", line)
	}
	look(stranger, "3 leaves, only grew\n")
	look(o, "3 leaves, only grew\n3 leaves, cosigned\n")
	look(o, "")
	signed := in.bundle(t, e.ID)
	if line := verified(t, "witnesses", signed, "-witness", o.vkey); !strings.HasPrefix(line, "ok") {
		t.Errorf("verify -witness: %s", line)
	}
	if line := verified(t, "witnesses", signed, "-witness", stranger.vkey); !strings.HasPrefix(line, "FAIL") {
		t.Errorf("verify -witness of another: %s", line)
	}
	if len(o.proofs(t)) > 0 {
		t.Error("there are proofs of nothing")
	}
}

// A server that has all its keys shows another log to others. Its witness finds it; so does a
// verifier who gets the checkpoint that the witness kept.
func TestAForkASecondManifestAndASecondSealAreFound(t *testing.T) {
	for name, c := range map[string]struct {
		parts   store.Status // in which status there come to be two
		counted bool         // whether the witness saw the first when it was counted
		alarm   string
	}{
		"a fork":            {store.Active, false, "fork"},
		"a second manifest": {store.Draft, false, "second manifest"},
		"a second seal":     {store.Completed, true, "second seal"},
	} {
		t.Run(name, func(t *testing.T) {
			s, o := newSite(t), newOnlooker(t, "witness")
			first := openIn(t, t.TempDir(), store.Options{})
			e := first.draft(t, o)
			var second *installation
			for _, status := range []store.Status{store.Draft, store.Active, store.Completed} {
				if status != store.Draft {
					storetest.Advance(t, first.store, e.ID, status)
					if second != nil {
						storetest.Advance(t, second.store, e.ID, status)
					}
				}
				if status == c.parts {
					dir := filepath.Join(t.TempDir(), "data")
					if err := os.CopyFS(dir, os.DirFS(first.dir)); err != nil { // nothing is written meanwhile
						t.Fatal(err)
					}
					later := func() time.Time { return time.Now().Add(time.Minute) } // a seal says its time
					second = openIn(t, dir, store.Options{Now: later})
				}
				if status == store.Active {
					first.vote(t, e, 1)
					if second != nil {
						second.vote(t, e, 2)
					}
				}
			}
			if c.counted {
				first.count(t, e.ID)
			}
			other := second.count(t, e.ID)
			s.shows.Store(first)
			must(o.look(t, s))(t)
			s.shows.Store(second)
			for range 2 {
				if out, err := o.look(t, s); err == nil || !strings.Contains(err.Error(), "contradicted itself") ||
					strings.Contains(out, "cosigned") {
					t.Fatalf("%q, %v", out, err)
				}
			}
			proofs := o.proofs(t)
			if len(proofs) != 1 {
				t.Fatalf("proofs %q", proofs)
			}
			words, err := os.ReadFile(filepath.Join(proofs[0], "alarm.txt"))
			if err != nil || !strings.HasPrefix(string(words), "ALARM ("+c.alarm+")") {
				t.Errorf("%q, %v", words, err)
			}
			kept := filepath.Join(proofs[0], "checkpoint-before.txt")
			out, err := runs{command: command.Verify}.with(t, other, "-checkpoint", kept)
			if err == nil || !strings.Contains(out, "FAIL  checkpoint "+kept) {
				t.Errorf("verify -checkpoint: %v\n%s", err, out)
			}
			python, err := exec.CommandContext(t.Context(), "python3",
				filepath.Join("..", "..", "store", "ballotbox", "verify.py"), other, "-checkpoint", kept).Output()
			if err == nil || !strings.Contains(string(python), "FAIL  checkpoint "+kept) {
				t.Errorf("verify.py -checkpoint: %v\n%s", err, python)
			}
			if c, err := second.store.Checkpoint(t.Context(), e.ID); err != nil || bytes.Contains(c, []byte("— witness ")) {
				t.Errorf("the second log is cosigned: %s, %v", c, err)
			}
			s.shows.Store(first)
			if _, err := o.look(t, s); err != nil {
				t.Errorf("the first log, again: %v", err)
			}
		})
	}
}

func TestAnElectionThatIsGoneIsAnAlarm(t *testing.T) {
	s, o := newSite(t), newOnlooker(t, "witness")
	in, empty := openIn(t, t.TempDir(), store.Options{}), openIn(t, t.TempDir(), store.Options{})
	e := in.draft(t, o)
	storetest.Advance(t, in.store, e.ID, store.Active)
	s.shows.Store(in)
	must(o.look(t, s))(t)
	s.shows.Store(empty)
	if _, err := o.look(t, s); err == nil || !strings.Contains(err.Error(), "contradicted itself") {
		t.Errorf("error %v", err)
	}
}

func TestAWitnessRefusesWhatItCannotUse(t *testing.T) {
	o := newOnlooker(t, "witness")
	notJSON := httptest.NewServer(
		http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("<html>")) }))
	endless := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for range 10_000 {
			if _, err := w.Write(make([]byte, 1<<10)); err != nil {
				return
			}
		}
	}))
	for _, server := range []*httptest.Server{notJSON, endless} {
		t.Cleanup(server.Close)
	}
	broken := filepath.Join(t.TempDir(), "broken.key")
	write(t, broken, "PRIVATE+KEY+witness")
	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"no key": {[]string{"https://vote.example"}, "either -key or -submit"},
		"a key and another": {[]string{"https://vote.example", "-key", o.key, "-submit", "https://w.example"},
			"either -key or -submit"},
		"no address":          {[]string{"vote.example", "-key", o.key}, "is not the address"},
		"a file that is none": {[]string{"https://vote.example", "-key", filepath.Join(o.state, "none")}, "no such file"},
		"a broken key":        {[]string{"https://vote.example", "-key", broken}, "is not the key of a witness"},
		"too often":           {[]string{"https://vote.example", "-key", o.key, "-every", "1ms"}, "-every"},
		"another site":        {[]string{notJSON.URL, "-key", o.key, "-once"}, "list of elections"},
		"an endless answer":   {[]string{endless.URL, "-key", o.key, "-once"}, "more than"},
	} {
		if _, err := (runs{command: command.Witness}).with(t, append(slices.Clone(c.args), "-state", o.state)...); err ==
			nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := (runs{command: command.WitnessNew}).with(t, "witness", o.key); err == nil ||
		!strings.Contains(err.Error(), "exists already") {
		t.Errorf("a second key in the same file: %v", err)
	}
}

// neighbour is a C2SP witness (tlog-witness, add-checkpoint) of logs that it is told: the least that
// the protocol asks for.
type neighbour struct {
	key  *witness.Key
	m    *ballotbox.Manifest // nil for a log that it does not know
	last ballotbox.Checkpoint
}

func (n *neighbour) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	head, checkpoint, _ := strings.Cut(string(raw), "\n\n")
	lines := strings.Split(head, "\n")
	var old int64
	if _, err := fmt.Sscanf(lines[0], "old %d", &old); err != nil || r.Method != "POST" ||
		r.URL.Path != "/add-checkpoint" {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if n.m == nil {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	c, err := n.m.OpenCheckpoint([]byte(checkpoint))
	if err != nil {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	if old != n.last.Size {
		w.Header().Set("Content-Type", "text/x.tlog.size")
		w.WriteHeader(http.StatusConflict)
		fmt.Fprintf(w, "%d\n", n.last.Size)
		return
	}
	var proof tlog.TreeProof
	for _, line := range lines[1:] {
		h, err := tlog.ParseHash(line)
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		proof = append(proof, h)
	}
	if old > 0 && old != c.Size && tlog.CheckTree(proof, c.Size, tlog.Hash(c.Root), old, tlog.Hash(n.last.Root)) != nil ||
		old == c.Size && c != n.last {
		w.WriteHeader(http.StatusUnprocessableEntity)
		return
	}
	n.last = c
	w.Write(bytes.TrimPrefix(n.key.Cosign([]byte(checkpoint), time.Now()), []byte(checkpoint)))
}

func TestAnotherWitnessCosigns(t *testing.T) {
	s, state := newSite(t), t.TempDir()
	key := must(witness.NewKey("neighbours.example/witness"))(t)
	n := &neighbour{key: key}
	other := httptest.NewServer(n)
	t.Cleanup(other.Close)
	in := openIn(t, t.TempDir(), store.Options{})
	s.shows.Store(in)
	e := in.draft(t, onlooker{vkey: key.Witness.String()})
	storetest.Advance(t, in.store, e.ID, store.Active)
	submit := func() (string, error) {
		return runs{command: command.Witness}.with(t, s.URL, "-submit", other.URL, "-state", state, "-once")
	}
	if _, err := submit(); err == nil || !strings.Contains(err.Error(), "add the key ostrakon/"+string(e.ID)+"+") {
		t.Fatalf("a log that the witness does not know: %v", err)
	}
	raw, err := in.store.Manifest(t.Context(), e.ID)
	if err == nil {
		n.m, err = ballotbox.ParseManifest(raw)
	}
	if err != nil {
		t.Fatal(err)
	}
	cosigned := func(size string) {
		t.Helper()
		if out, err := submit(); err != nil || !strings.Contains(out, size+" leaves, cosigned") {
			t.Fatalf("%q, %v", out, err)
		}
	}
	cosigned("1")
	in.vote(t, e, 1)
	storetest.Advance(t, in.store, e.ID, store.Completed)
	cosigned("2") // the witness says which size it has
	in.count(t, e.ID)
	cosigned("3")
	if out, err := submit(); err != nil || out != "" {
		t.Errorf("nothing is left to cosign: %q, %v", out, err)
	}
	if line := verified(t, "witnesses", in.bundle(t, e.ID), "-witness", key.Witness.String()); !strings.HasPrefix(line,
		"ok") {
		t.Errorf("verify -witness: %s", line)
	}
}
