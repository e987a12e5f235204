package store_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/storetest"
	"ostrakon/store/tally"
)

var makeRelease = flag.String("release", "", "keep a data directory of this version as testdata/releases/`NAME`.zip")

// known is what people knew of a data directory when it was kept.
type known struct {
	Counted  map[store.ElectionID]string `json:"counted"` // hash of the result
	Open     store.ElectionID            `json:"open"`
	Draft    store.ElectionID            `json:"draft"`
	Waiting  store.UserID                `json:"waiting"` // has not voted in the open election
	Receipts []ballotbox.Receipt         `json:"receipts"`
	Roll     int                         `json:"roll"` // how many people are on it
	Slip     string                      `json:"slip"` // of one of them
	Email    string                      `json:"email"`
}

// fillRelease fills a store with one election of each kind, of invented people.
func fillRelease(t *testing.T, s *store.Store) known {
	t.Helper()
	ctx := t.Context()
	k := known{Counted: map[store.ElectionID]string{}, Email: "marta.silva@example.org"}
	must(s.SetUp(ctx, store.NewAdmin{
		Email: k.Email, PasswordHash: "x", FullName: "Marta Silva",
		Settings: store.SettingsChange{Organisation: new("Riverside Makers"), TimeZone: new("Europe/Zurich")},
	}))(t)
	var people []store.UserID
	for n := range 8 {
		people = append(people, storetest.Voter(t, s, n).ID)
	}
	noted := func(r ballotbox.Receipt) { k.Receipts = append(k.Receipts, r) }

	own := assembly(t, s)
	noted(cast(t, s, people[0], own, "100", "1000", "1100", "1110", "1234", "1234", "1223", "6111"))
	noted(cast(t, s, people[1], own, "100", "1000", "1000", "0100", "1200", "1200", "1000", "5611"))
	noted(cast(t, s, people[2], own, "010", "0100", "0011", "0001", "2100", "2100", "2100", "1611"))
	k.Counted[own.ID] = count(t, s, own.ID).ResultHash

	shared, secrets := held(t, s, 2, 3, "Ada", "Grace")
	for n, voter := range people[:5] {
		b := storetest.Seal(t, s, shared.ID, string(voter), byte(n%2), byte(1-n%2))
		r := must(s.CastSealed(ctx, voter, shared.ID, "", b.Pad, b.Sealed))(t)
		r.Pad, r.Owner = b.Pad[:], string(voter)
		noted(r)
	}
	storetest.Advance(t, s, shared.ID, store.Completed)
	k.Counted[shared.ID] = must(s.AcceptCount(ctx, storetest.Admin, shared.ID, countAtTable(t, s, shared.ID, secrets, 1, 3)))(t).ResultHash

	open := running(t, s, "Mia", "Zoe")
	for n, voter := range people[:6] {
		noted(vote(t, s, voter, open.Candidates[n%2]))
	}
	k.Open, k.Waiting = open.ID, people[7]

	draft := storetest.Election(t, s, "Next year's board", "Ada", "Zoe")
	ask(t, s, draft.ID, "Shall the fee rise?", tally.Motion, store.QuestionChange{})
	k.Draft = draft.ID

	report := enrol(t, s, rollLine(20), rollLine(21), rollLine(22))
	_, slip, err := s.NewMemberKey(ctx, storetest.Admin, report.Lines[1].Entry)
	if err != nil {
		t.Fatal(err)
	}
	k.Slip, k.Roll = slip, 3
	return k
}

// How to keep a data directory for the versions to come, when a version is released:
//
//	go test ./store -run TestKeepRelease -release NAME
func TestKeepRelease(t *testing.T) {
	clock := storetest.NewClock()
	dir := t.TempDir()
	s := storetest.NewIn(t, dir, store.Options{Now: clock.Now})
	k := fillRelease(t, s)
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	put := func(name string, content []byte) {
		w := must(z.Create(name))(t) // compressed, unlike in a backup
		must(w.Write(content))(t)
	}
	put("known.json", append(must(json.MarshalIndent(k, "", " "))(t), '\n'))
	var backup bytes.Buffer
	if err := s.Backup(t.Context(), storetest.Admin, &backup, true); err != nil {
		t.Fatal(err)
	}
	read := must(zip.NewReader(bytes.NewReader(backup.Bytes()), int64(backup.Len())))(t)
	for _, f := range read.File {
		put("data/"+f.Name, contentOf(t, f))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if packed.Len() > 200<<10 {
		t.Errorf("%d bytes are too many to keep", packed.Len())
	}
	path := filepath.Join(t.TempDir(), "release.zip")
	if *makeRelease != "" {
		path = filepath.Join("testdata", "releases", *makeRelease+".zip")
	}
	if err := os.WriteFile(path, packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	opensRelease(t, path)
}

func contentOf(t *testing.T, f *zip.File) []byte {
	t.Helper()
	r := must(f.Open())(t)
	defer r.Close()
	return must(io.ReadAll(r))(t)
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

// opensRelease opens a data directory that was kept, finds in it what people knew of it, votes in the
// election that is open, and counts it.
func opensRelease(t *testing.T, path string) {
	t.Helper()
	ctx, dir := t.Context(), t.TempDir()
	var k known
	packed := must(zip.OpenReader(path))(t)
	defer packed.Close()
	for _, f := range packed.File {
		content := contentOf(t, f)
		name, data := strings.CutPrefix(f.Name, "data/")
		if !data {
			if err := json.Unmarshal(content, &k); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	clock := storetest.NewClock()
	clock.Set(clock.Now().AddDate(0, 0, 1)) // the new version comes a day later
	s := storetest.NewIn(t, dir, store.Options{Now: clock.Now})
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
	if _, err := s.SignInByKey(ctx, slip); err != nil {
		t.Errorf("the slip: %v", err)
	}
	for id, hash := range k.Counted {
		if r := must(s.Results(ctx, id, false))(t); r.ResultHash != hash {
			t.Errorf("the result of %s is of the hash %s, want %s", r.Title, r.ResultHash, hash)
		}
		holds(t, must(s.Bundle(ctx, id))(t), receiptsOf(k, id))
	}
	if e := must(s.Election(ctx, k.Draft))(t); e.Status != store.Draft || len(e.Questions) != 2 {
		t.Errorf("the draft is %+v", e)
	}
	open := must(s.Election(ctx, k.Open))(t)
	evidence := receiptsOf(k, k.Open)
	evidence.Receipts = append(evidence.Receipts, ballotbox.NamedReceipt{Name: "later", Receipt: vote(t, s, k.Waiting, open.Candidates[0])})
	if r := count(t, s, k.Open); r.Cast != 7 || r.Candidates[0].Votes != 4 {
		t.Errorf("counted %+v", r)
	}
	holds(t, must(s.Bundle(ctx, k.Open))(t), evidence)
}

// receiptsOf are the receipts of an election.
func receiptsOf(k known, id store.ElectionID) (e ballotbox.Evidence) {
	for _, r := range k.Receipts {
		if r.ElectionID == string(id) {
			e.Receipts = append(e.Receipts, ballotbox.NamedReceipt{Name: r.Leaf, Receipt: r})
		}
	}
	return e
}
