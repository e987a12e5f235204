package store_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

var makeRelease = flag.String("release", "", "keep a data directory of this version as testdata/releases/`NAME`.zip")

// keptAt is the time at which the closed elections of a kept directory are counted.
var keptAt = time.Date(2031, time.May, 2, 12, 0, 0, 0, time.UTC)

// keptElection holds what a kept directory must give for one of its elections.
type keptElection struct {
	ID       store.ElectionID    `json:"id"`
	Title    string              `json:"title"`
	Closed   bool                `json:"closed"`           // the test counts it
	Sheets   map[int]string      `json:"sheets,omitempty"` // key sheets of its holders, by number
	Receipts []ballotbox.Receipt `json:"receipts"`
	Digests  string              `json:"digests"` // SHA-256 of the bundle, of the manifest and of the seal
	Checks   []string            `json:"checks"`  // the lines of the verifier, receipts included
}

// keptBallot is a ballot that was cast in an open election, and its receipt.
type keptBallot struct {
	Election store.ElectionID  `json:"election"`
	Voter    store.UserID      `json:"voter"`
	Pad      []byte            `json:"pad"`
	Sealed   []byte            `json:"sealed"`
	Receipt  ballotbox.Receipt `json:"receipt"`
}

// known holds what people knew of a data directory when it was kept.
type known struct {
	Elections []keptElection   `json:"elections"`
	Ballot    keptBallot       `json:"ballot"`
	Open      store.ElectionID `json:"open"`    // one voter has voted in it
	Waiting   store.UserID     `json:"waiting"` // has not voted in it
	Draft     store.ElectionID `json:"draft"`
	Roll      int              `json:"roll"` // how many people are on it
	Slip      string           `json:"slip"` // a member key
	Email     string           `json:"email"`
}

// keeper fills a store that is to be kept.
type keeper struct {
	t      *testing.T
	s      *store.Store
	people []store.UserID // they have an account and an entry on the roll
	giver  store.RollID   // gave their vote to the first of people
}

func newKeeper(t *testing.T, s *store.Store) *keeper {
	k := &keeper{t: t, s: s}
	lines := []store.RollLine{weighing(20, 3)}
	for n := range 8 {
		line := weighing(n, 1+n%3)
		if n == 0 {
			line.ProxyFor = []string{member(20)}
		}
		lines = append(lines, line)
	}
	report := enrol(t, s, lines...)
	k.giver = report.Lines[0].Entry
	for n := range 8 {
		k.people = append(k.people, must(s.Register(t.Context(), onRoll(n)))(t).ID)
		if n < 6 {
			must(s.SetPresent(t.Context(), storetest.Admin, report.Lines[1+n].Entry, true))(t)
		}
	}
	return k
}

// election makes an election with a motion and a question of each other method, has six people vote, closes it, and
// counts it if counted is set.
func (k *keeper) election(title string, held, counted bool, c store.ElectionChange) keptElection {
	t, s := k.t, k.s
	c.Title, c.Proof = &title, new(new(false)) // one that is proved is enough
	id := must(s.CreateElection(t.Context(), storetest.Admin, c))(t).ID
	must(s.UpdateQuestion(t.Context(), storetest.Admin, id, "", store.QuestionChange{Method: new(tally.Motion)}))(t)
	for _, m := range []tally.Method{tally.Plurality, tally.Block, tally.Approval, tally.IRV, tally.STV, tally.Schulze,
		tally.STAR} {
		ch := store.QuestionChange{Min: new(0)}
		switch m {
		case tally.Plurality:
			ch.Threshold = &tally.Threshold{More: []int{1, 2}, Of: tally.OfDecided}
		case tally.Approval:
			ch.Draw = new(true)
		case tally.Block:
			ch.Seats = new(2)
		case tally.STV:
			ch.Seats = new(2)
			if c.Electorate != nil {
				ch.Evidence = new(ballotbox.EvidenceStages)
			}
		}
		ask(t, s, id, string(m), m, ch, "Ada", "Grace", "Mia", "Zoe")
	}
	made := keptElection{ID: id, Title: title, Closed: !counted}
	if held {
		made.Sheets = map[int]string{}
		for n, secret := range storetest.Hold(t, s, id, 2, 3) {
			made.Sheets[n] = secret.Sheet()
		}
	}
	e := storetest.Advance(t, s, id, store.Active)
	for n, marks := range [][]string{
		{"100", "1000", "1100", "1110", "1234", "1234", "1223", "6111"},
		{"100", "1000", "1000", "0100", "1200", "1200", "1000", "5611"},
		{"010", "0100", "0011", "0001", "2100", "2100", "2100", "1611"},
		{"001", "0010", "0101", "1001", "0012", "4321", "0000", "1165"},
		{"100", "1000", "1010", "1011", "3124", "0120", "1111", "1116"},
		{"010", "", "", "", "", "", "", ""},
	} {
		made.Receipts = append(made.Receipts, k.cast(e, held, k.people[n], "", marks))
	}
	if c.MaxProxies != nil {
		made.Receipts = append(made.Receipts, k.cast(e, held, k.people[0], k.giver, []string{"100", "0001"}))
	}
	storetest.Advance(t, s, id, store.Completed)
	if counted {
		countKept(t, s, made)
	}
	return made
}

// cast casts a paper of a voter, sealed on their device if the keys are held.
func (k *keeper) cast(e store.Election, held bool, voter store.UserID, paper store.RollID,
	marks []string) ballotbox.Receipt {
	if !held {
		return must(k.s.CastVote(k.t.Context(), voter, e.ID, paper, answered(e, marks...)))(k.t)
	}
	papers := must(k.s.ElectionFor(k.t.Context(), voter, e.ID))(k.t).Papers
	owner := papers[slices.IndexFunc(papers, func(p store.Paper) bool { return p.ID == paper })].Owner
	var flat []byte
	given := answered(e, marks...)
	for _, q := range e.Questions {
		for _, option := range q.Candidates {
			flat = append(flat, given.Marks[q.ID][option.ID])
		}
	}
	b := storetest.Seal(k.t, k.s, e.ID, owner, flat...)
	return must(k.s.CastSealed(k.t.Context(), voter, e.ID, b.On(paper)))(k.t)
}

// countKept counts a closed election, by its holders at a table if it has some.
func countKept(t *testing.T, s *store.Store, e keptElection) {
	t.Helper()
	if e.Sheets == nil {
		must(s.CalculateResults(t.Context(), storetest.Admin, e.ID))(t)
		return
	}
	secrets := map[int]*sealing.Secret{}
	for n, sheet := range e.Sheets {
		secrets[n] = must(sealing.ParseSheet(sheet))(t)
	}
	must(s.AcceptCount(t.Context(), storetest.Admin, e.ID, countAtTable(t, s, e.ID, secrets, 1, 3)))(t)
}

// sayingTies returns the lines of the verifier as versions up to 2026-11 said them: they named those who are elected
// after the ending, and nobody who is tied. Everything else in the lines stays as it is.
func sayingTies(lines []string) (before []string) {
	const name = `"(?:[^"\\]|\\.)*"`
	const names = name + `(?:, ` + name + `)*`
	for _, line := range lines {
		if strings.HasPrefix(line, "result: ") {
			for _, r := range [][2]string{
				{`elected: (` + names + `); tied for \d+ seats?: ` + names, "tie: $1"},
				{`tied for \d+ seats?: ` + names, "tie"},
				{`(elected|tie): "`, `$1 "`},
				{`", "`, `" "`},
			} {
				line = regexp.MustCompile(r[0]).ReplaceAllString(line, r[1])
			}
		}
		before = append(before, line)
	}
	return before
}

// verifyKept returns the hashes of a bundle, and what the verifier says of the bundle and the receipts.
func verifyKept(t *testing.T, s *store.Store, e keptElection) (digests string, lines []string) {
	t.Helper()
	b := must(s.Bundle(t.Context(), e.ID))(t)
	var evidence ballotbox.Evidence
	for n, r := range e.Receipts {
		evidence.Receipts = append(evidence.Receipts, ballotbox.NamedReceipt{Name: fmt.Sprint(n), Receipt: r})
	}
	for _, c := range ballotbox.Verify(b, evidence) {
		lines = append(lines, fmt.Sprintf("%s: %s %v", c.Name, c.Says, c.Err))
	}
	return must(b.Digests())(t).String(), lines
}

// fillRelease fills a store with elections of every method, custody, electorate and ending.
func fillRelease(t *testing.T, s *store.Store) known {
	t.Helper()
	ctx := t.Context()
	all := known{Email: "marta.silva@example.org", Roll: 9}
	must(s.SetUp(ctx, store.NewAdmin{
		Email: all.Email, PasswordHash: "x", FullName: "Marta Silva",
		Settings: store.SettingsChange{Organisation: new("Riverside Makers"), TimeZone: new("Europe/Zurich")},
	}))(t)
	k := newKeeper(t, s)
	_, slip, err := s.NewMemberKey(ctx, storetest.Admin, k.giver)
	if err != nil {
		t.Fatal(err)
	}
	all.Slip = slip
	for name, c := range map[string]store.ElectionChange{
		"all":     {},
		"roll":    {Electorate: new(store.ElectorateRoll), MaxProxies: new(2), Quorum: &store.Quorum{Least: [2]int{1, 4}}},
		"present": {Electorate: new(store.ElectoratePresent)},
		"away":    {Electorate: new(store.ElectorateRoll), Quorum: &store.Quorum{Least: [2]int{9, 10}}},
	} {
		for _, held := range []bool{false, true} {
			for _, counted := range []bool{false, true} {
				title := fmt.Sprintf("%s, held %v, counted %v", name, held, counted)
				all.Elections = append(all.Elections, k.election(title, held, counted, c))
			}
		}
	}
	proved := storetest.Advance(t, s, proving(t, s, new(true)).ID, store.Active)
	shown := keptElection{ID: proved.ID, Title: "proved"}
	for _, voter := range k.people[:2] {
		shown.Receipts = append(shown.Receipts, vote(t, s, voter, proved.Questions[0].Candidates[0]))
	}
	storetest.Advance(t, s, proved.ID, store.Completed)
	countKept(t, s, shown)
	all.Elections = append(all.Elections, shown)
	cancelled := running(t, s, "Mia", "Zoe")
	receipt := vote(t, s, k.people[0], cancelled.Questions[0].Candidates[0])
	must(s.CancelElection(ctx, storetest.Admin, cancelled.ID, "The hall is closed"))(t)
	all.Elections = append(all.Elections,
		keptElection{ID: cancelled.ID, Title: "cancelled", Receipts: []ballotbox.Receipt{receipt}})

	open, _ := held(t, s, 2, 3, "Ada", "Grace")
	b := storetest.Seal(t, s, open.ID, string(k.people[0]), 1, 0)
	receipt = must(s.CastSealed(ctx, k.people[0], open.ID, b.On("")))(t)
	all.Ballot = keptBallot{open.ID, k.people[0], b.Pad[:], b.Sealed, receipt}

	all.Open, all.Waiting = running(t, s, "Mia", "Zoe").ID, k.people[1]
	cast(t, s, k.people[0], must(s.Election(ctx, all.Open))(t), "10")

	draft := storetest.Election(t, s, "Next year's board", "Ada", "Zoe")
	ask(t, s, draft.ID, "Shall the fee rise?", tally.Motion, store.QuestionChange{})
	all.Draft = draft.ID
	return all
}

// How to keep a data directory for the versions to come, when a version is released:
//
//	go test ./store -run TestKeepRelease -release NAME
func TestKeepRelease(t *testing.T) {
	clock := storetest.NewClock()
	s := storetest.NewIn(t, t.TempDir(), store.Options{Now: clock.Now})
	k := fillRelease(t, s)
	var backup bytes.Buffer
	noError(t, s.Backup(t.Context(), storetest.Admin, &backup, true))
	data := must(zip.NewReader(bytes.NewReader(backup.Bytes()), int64(backup.Len())))(t).File
	copied := openKept(t, data, "")
	for i, e := range k.Elections {
		if e.Closed {
			countKept(t, copied, e)
		}
		k.Elections[i].Digests, k.Elections[i].Checks = verifyKept(t, copied, e)
	}

	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	must(must(z.Create("known.json"))(t).Write(append(must(json.MarshalIndent(k, "", " "))(t), '\n')))(t)
	for _, f := range data {
		must(must(z.Create("data/" + f.Name))(t).Write(contentOf(t, f)))(t) // compressed, unlike in a backup
	}
	noError(t, z.Close())
	if packed.Len() > 1700<<10 { // each assembly of three has 116 kB of public keys, and the proof 60 kB
		t.Errorf("%d bytes are too many to keep", packed.Len())
	}
	path := filepath.Join(t.TempDir(), "release.zip")
	if *makeRelease != "" {
		path = filepath.Join("testdata", "releases", *makeRelease+".zip")
	}
	noError(t, os.WriteFile(path, packed.Bytes(), 0o644))
	opensRelease(t, path)
}

func contentOf(t *testing.T, f *zip.File) []byte {
	t.Helper()
	r := must(f.Open())(t)
	defer r.Close()
	return must(io.ReadAll(r))(t)
}

// openKept unpacks the files below a folder of a zip and opens them as a store whose clock stands still.
func openKept(t *testing.T, files []*zip.File, folder string) *store.Store {
	t.Helper()
	dir := t.TempDir()
	for _, f := range files {
		name := must(filepath.Rel(filepath.FromSlash("/"+folder), filepath.FromSlash("/"+f.Name)))(t)
		if !filepath.IsLocal(name) {
			continue
		}
		noError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
		noError(t, os.WriteFile(filepath.Join(dir, name), contentOf(t, f), 0o600))
	}
	return storetest.NewIn(t, dir, store.Options{Now: func() time.Time { return keptAt }})
}

// Data directories of all versions that were released open, with their results, and go on.
func TestDataOfReleasesOpens(t *testing.T) {
	kept := must(filepath.Glob("testdata/releases/*.zip"))(t)
	if len(kept) == 0 {
		t.Fatal("none is kept")
	}
	for _, path := range kept {
		t.Run(filepath.Base(path), func(t *testing.T) { opensRelease(t, path) })
	}
}

// opensRelease opens a data directory that was kept and finds in it what people knew of it: the same bundles, receipts
// and words of the verifier, also for elections that are only counted now.
func opensRelease(t *testing.T, path string) {
	t.Helper()
	ctx := t.Context()
	packed := must(zip.OpenReader(path))(t)
	defer packed.Close()
	var k known
	noError(t, json.Unmarshal(must(io.ReadAll(must(packed.Open("known.json"))(t)))(t), &k))
	s := openKept(t, packed.File, "data")
	if err := s.Check(ctx); err != nil {
		t.Error(err)
	}
	if a, err := s.AccountByEmail(ctx, k.Email); err != nil || a.FullName != "Marta Silva" {
		t.Errorf("the administrator is %+v, %v", a, err)
	}
	if l, err := s.Roll(ctx, store.RollFilter{}, store.Page{Limit: 10}); err != nil || len(l.Items) != k.Roll {
		t.Errorf("%d people are on the roll, %v", len(l.Items), err)
	}
	slip, _ := store.ParseMemberKey(k.Slip)
	if _, err := s.SignInByKey(ctx, slip, store.SaidFacts{}); err != nil {
		t.Errorf("the slip: %v", err)
	}
	if e := must(s.Election(ctx, k.Draft))(t); e.Status != store.Draft || len(e.Questions) != 2 {
		t.Errorf("the draft is %+v", e)
	}
	cast(t, s, k.Waiting, must(s.Election(ctx, k.Open))(t), "10")
	if r := count(t, s, k.Open); r.Cast != 2 || !slices.Equal(r.Questions[0].Outcome.Votes, []int{2, 0}) {
		t.Errorf("counted %+v", r)
	}
	b := k.Ballot
	pad := sealing.Pad(b.Pad)
	sent := store.SealedBallot{Pad: pad, Tag: sealing.TagOf(pad, string(b.Voter)), Sealed: b.Sealed}
	again := must(s.CastSealed(ctx, b.Voter, b.Election, sent))(t)
	if !reflect.DeepEqual(again, b.Receipt) {
		t.Errorf("the ballot that was cast has the receipt %+v, want %+v", again, b.Receipt)
	}
	if len(k.Elections) < 17 {
		t.Errorf("only %d elections are kept", len(k.Elections))
	}
	for _, e := range k.Elections {
		if e.Closed {
			countKept(t, s, e)
		}
		digests, checks := verifyKept(t, s, e)
		if digests != e.Digests {
			t.Errorf("%s: the bundle is %s, want %s", e.Title, digests, e.Digests)
		}
		if !slices.Equal(checks, e.Checks) && !slices.Equal(sayingTies(checks), e.Checks) {
			t.Errorf("%s: the verifier says %q, want %q", e.Title, checks, e.Checks)
		}
	}
}
