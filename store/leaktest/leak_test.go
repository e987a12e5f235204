package leaktest

import (
	"archive/zip"
	"bytes"
	"encoding/base32"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// office is a data directory with an ACTIVE election, before its first vote.
type office struct {
	dir      string
	election store.Election
	secrets  map[int]*sealing.Secret // of the holders of its key; nil in the custody of the server
	electorate
}

// newOffice makes an office. Two holders open its election, of however many there are; without any,
// the server does.
func newOffice(t *testing.T, holders int) office {
	t.Helper()
	o := office{dir: t.TempDir()}
	st := must(store.Open(t.Context(), o.dir, store.Options{}))(t)
	var voters []voter
	var lines []store.RollLine // of those who come with a slip: every other voter
	for n := range electors() {
		if n%2 == 1 {
			lines = append(lines, store.RollLine{Line: n, FullName: new(storetest.Registration(n).FullName), NewKey: true})
			continue
		}
		voters = append(voters, voter(storetest.Voter(t, st, n).ID))
	}
	voters = append(voters, comeWithSlips(t, st, lines)...)
	e := storetest.Election(t, st, "Board", "Ada", "Grace Brewster Murray Hopper", "Mary", "Zoe")
	if holders > 0 {
		o.secrets = storetest.Hold(t, st, e.ID, 2, holders)
	}
	o.election = storetest.Advance(t, st, e.ID, store.Active)
	var candidates []candidate
	for _, c := range o.election.Questions[0].Candidates {
		candidates = append(candidates, candidate(c.ID))
	}
	o.electorate = newElectorate(voters, candidates)
	// A restored file has no free pages that new ones could go to: the best case for a thief.
	th := theft{st: st}
	compacted := th.backUp(t)
	noError(t, st.Close())
	noError(t, os.WriteFile(filepath.Join(o.dir, store.FileName), compacted, 0o600))
	return o
}

// comeWithSlips puts people on the roll and makes their accounts by the first use of their slips.
func comeWithSlips(t *testing.T, st *store.Store, lines []store.RollLine) (voters []voter) {
	t.Helper()
	report, err := st.ImportRoll(t.Context(), storetest.Admin, lines, func(string, string) bool { return false },
		store.ImportRules{})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range report.Lines {
		key, _ := store.ParseMemberKey(l.Key)
		a := must(st.SignInByKey(t.Context(), key, store.SaidFacts{}))(t)
		voters = append(voters, voter(a.ID))
	}
	return voters
}

// theft is one run of the election in a copy of the office.
type theft struct {
	office
	st       *store.Store
	receipts map[voter]ballotbox.Receipt
	backups  []image
	ballots  map[string][]byte // those whose key is their hash: most stand on many pages
}

func (o office) open(t *testing.T) *theft {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	noError(t, os.CopyFS(dir, os.DirFS(o.dir)))
	o.dir = dir
	return &theft{office: o, st: storetest.NewIn(t, dir, store.Options{}), receipts: make(map[voter]ballotbox.Receipt),
		ballots: make(map[string][]byte)}
}

// vote casts all votes, one at a time, and does something after each.
func (th *theft) vote(t *testing.T, after func(n int)) {
	t.Helper()
	for n, v := range th.arrival {
		th.receipts[v] = th.cast(t, v)
		if n%17 == 16 {
			noError(t, th.st.ExtendLogs(t.Context()))
		}
		after(n)
	}
}

// cast casts the vote of a voter: on their device, where people hold the key.
func (th *theft) cast(t *testing.T, v voter) ballotbox.Receipt {
	t.Helper()
	voter, chosen := store.UserID(v), store.CandidateID(th.choice[v])
	if th.secrets == nil {
		return must(th.st.CastVote(t.Context(), voter, th.election.ID, "", store.Answers{Candidate: chosen}))(t)
	}
	marks := make([]byte, len(th.election.Questions[0].Candidates))
	marks[slices.IndexFunc(th.election.Questions[0].Candidates,
		func(c store.Candidate) bool { return c.ID == chosen })] = 1
	b := storetest.Seal(t, th.st, th.election.ID, string(v), marks...)
	r := must(th.st.CastSealed(t.Context(), voter, th.election.ID, b.On("")))(t)
	r.Code = b.Seed.Code(b.Tag).String()
	return r
}

// backUp makes a backup without keys and takes the database out of it.
func (th *theft) backUp(t *testing.T) image {
	t.Helper()
	var zipped bytes.Buffer
	noError(t, th.st.Backup(t.Context(), storetest.Admin, &zipped, false))
	z := must(zip.NewReader(bytes.NewReader(zipped.Bytes()), int64(zipped.Len())))(t)
	if len(z.File) != 1 || z.File[0].Name != store.FileName {
		t.Fatalf("a backup without keys holds %d files", len(z.File))
	}
	r := must(z.File[0].Open())(t)
	defer r.Close()
	return must(io.ReadAll(r))(t)
}

// hold opens a read transaction, as a report that takes long would. The store offers none that
// stays open, so this goes past it to the database.
func (th *theft) hold(t *testing.T) (release func()) {
	t.Helper()
	field := reflect.ValueOf(th.st).Elem().FieldByName("file").Elem().FieldByName("db")
	db := *(**bolt.DB)(unsafe.Pointer(field.UnsafeAddr()))
	tx := must(db.Begin(false))(t)
	return func() {
		noError(t, tx.Rollback())
	}
}

// steal takes all but the keys, with older images before the file as it is now.
func (th *theft) steal(t *testing.T, before image, older ...image) *loot {
	t.Helper()
	l := th.loot("voted", "sealed", th.isBallot)
	l.before = before
	l.traces = make(map[voter]trace)
	for v, r := range th.receipts {
		leaf := must(ballotbox.ParseHash(r.Leaf))(t)
		code := must(sealing.ParseCode(r.Code))(t)
		l.traces[v] = trace{leaf[:], code[:]}
	}
	l.images = append(slices.Clone(older), read(t, filepath.Join(th.dir, store.FileName)))
	noError(t, filepath.WalkDir(th.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) == ".key" || d.Name() == store.FileName {
			return err
		}
		info, err := d.Info()
		if err == nil {
			l.files = append(l.files, stolen{d.Name(), info.ModTime(), read(t, path)})
		}
		return err
	}))
	return l
}

// isBallot reports whether a record is a sealed ballot under its hash.
func (th *theft) isBallot(key, value []byte) bool {
	if known, ok := th.ballots[string(key)]; ok && bytes.Equal(known, value) {
		return true
	}
	if hash := ballotbox.SealedHash(value[min(len(value), ballotbox.BallotHead):]); !bytes.Equal(key, hash[:]) {
		return false
	}
	th.ballots[string(key)] = bytes.Clone(value) // not the whole image with it
	return true
}

func TestTheThiefLearnsNothingFromTheBallotBox(t *testing.T) {
	o := newOffice(t, 0)
	for _, c := range []struct {
		name   string
		reader func(n int) bool // after which votes a read transaction opens that stays open; -1 is before the first
		backup func(n int) bool
		linked int // voters linked to one sealed ballot, at least: the attack works, the box holds
	}{
		{"one at a time", never, never, 1},
		// pages that were free before it are written over
		{"a read transaction is open", func(n int) bool { return n < 0 }, never, 1},
		{"read transactions are open", always, never, electors() * 8 / 10},
		{"backups", never, dueBackup, 20},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			th := o.open(t)
			before := read(t, filepath.Join(th.dir, store.FileName))
			var releases []func()
			after := func(n int) {
				if c.reader(n) {
					releases = append(releases, th.hold(t))
				}
				if c.backup(n) {
					th.backups = append(th.backups, th.backUp(t))
				}
			}
			after(-1)
			th.vote(t, after)
			open := th.steal(t, before, th.backups...)
			for _, release := range releases {
				release()
			}
			n := 0
			for _, group := range links(open.pictures()) {
				if len(group.voters) == 1 && len(group.ballots) == 1 {
					n++
				}
			}
			t.Logf("%d voters are linked to their sealed ballots", n)
			if n < c.linked {
				t.Errorf("want %d: the attack is too weak to show anything", c.linked)
			}
			th.nothingInPlain(t, open)
			th.nothingLearnt(t, "before the close", open.attack())

			storetest.Advance(t, th.st, th.election.ID, store.Completed)
			closed := th.steal(t, before, open.images...)
			th.nothingInPlain(t, closed)
			th.nothingLearnt(t, "before the count", closed.attack())

			must(th.st.CalculateResults(t.Context(), storetest.Admin, th.election.ID))(t)
			counted := th.steal(t, before, closed.images...)
			th.onlyTheCount(t, counted)
			th.nothingLearnt(t, "after the count", counted.attack())
		})
	}
}

func never(int) bool { return false }

func always(int) bool { return true }

// nothingInPlain asserts that no image has a candidate's id as bytes, or a code, anywhere; and that
// voting wrote no record that names a candidate. A ballot in plain is a code followed by marks.
func (th *theft) nothingInPlain(t *testing.T, l *loot) {
	t.Helper()
	plain := newFinder(th.inPlain(l))
	old := naming(l.before, th.candidates)
	for n, im := range l.images {
		if found := plain.find(im); len(found) > 0 {
			t.Errorf("image %d holds %d choices or codes, the first at byte %d", n, len(found), found[0].at)
		}
		for record := range naming(im, th.candidates) {
			if !old[record] && !strings.Contains(record, "election.") { // the close is in the audit list
				t.Errorf("image %d has a new record that names a candidate: %.200q", n, record)
			}
		}
	}
	for _, s := range l.files {
		if len(plain.find(s.content)) > 0 {
			t.Errorf("%s holds a choice or a code", s.name)
		}
	}
}

// inPlain are the candidates' ids as bytes, and the codes in every form.
func (th *theft) inPlain(l *loot) []string {
	var all []string
	for _, c := range th.candidates {
		all = append(all, string(c.raw()))
	}
	for _, tr := range l.traces {
		text := base32.StdEncoding.EncodeToString(tr.code)
		all = append(all, string(tr.code), text, strings.ToLower(text))
	}
	return all
}

// naming are the records, also the deleted ones, that have a candidate's id as text.
func naming(im image, candidates []candidate) map[string]bool {
	records := make(map[string]bool)
	im.leaves(func(_ uint64, elements []element) {
		for _, e := range elements {
			record := string(e.key) + "\x00" + string(e.value)
			if !e.isBucket && slices.ContainsFunc(candidates,
				func(c candidate) bool { return strings.Contains(record, string(c)) }) {
				records[record] = true
			}
		}
	})
	return records
}

// onlyTheCount asserts that the file after the count has the evidence in sums, each code once, side
// by side in their order, and no sealed ballot, also not on a deleted page.
func (th *theft) onlyTheCount(t *testing.T, l *loot) {
	t.Helper()
	im := l.images[len(l.images)-1]
	var codes []string
	votes := make(map[candidate]int)
	for _, v := range th.arrival {
		codes = append(codes, string(l.traces[v].code))
		votes[th.choice[v]]++
	}
	slices.Sort(codes)
	sums := fmt.Sprintf("0 0 invalid\n1 %d papers\n1 0 blank\n", electors())
	for n, c := range th.candidates {
		sums += fmt.Sprintf("1 %d votes %d\n", votes[c], n+1)
	}
	for name, want := range map[string]string{"codes, sorted": strings.Join(codes, ""), "sums": sums} {
		if bytes.Count(im, []byte(want)) != 1 {
			t.Errorf("the %s are not in the file once", name)
		}
	}
	if found := newFinder(th.inPlain(l)).find(im); len(found) != electors() {
		t.Errorf("the file holds %d ids of candidates and codes, want %d", len(found), electors())
	}
	old := make(map[string]bool)
	for _, p := range l.pictures() {
		for _, ballot := range p.ballots {
			old[string(ballot[ballotbox.BallotHead:][:32])] = true // the tags are published
		}
	}
	if still := newFinder(slices.Collect(maps.Keys(old))).find(im); len(old) != electors() || len(still) > 0 {
		t.Errorf("of %d sealed ballots in older images %d are in the file still", len(old), len(still))
	}
}

// must returns v and ends the test if err is not nil.
func must[T any](v T, err error) func(testing.TB) T {
	return func(tb testing.TB) T {
		tb.Helper()
		noError(tb, err)
		return v
	}
}

// noError ends the test if err is not nil.
func noError(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}
