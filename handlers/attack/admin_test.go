package attack

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// administrator attacks an election with what their browser gets.
type administrator struct {
	*election
	marks, ballots map[string]bool   // in the backup before
	cast           map[string][]byte // who cast which record of a ballot: the difference of two backups
	needles        [][]byte          // the secrets of the holders, as bytes and as texts
}

func newAdministrator(e *election) *administrator {
	a := &administrator{election: e, marks: make(map[string]bool), ballots: make(map[string]bool),
		cast: make(map[string][]byte)}
	for _, s := range e.secrets {
		raw := s.Bytes()
		a.needles = append(a.needles, raw, []byte(hex.EncodeToString(raw)), []byte(s.Sheet()))
		for skip := range 3 { // in longer bytes, a group of base64 begins at one of three places
			a.needles = append(a.needles, []byte(base64.RawStdEncoding.EncodeToString(raw[skip:skip+27])))
		}
	}
	return a
}

// look asks for everything, takes a backup, and notes who voted since the one before.
func (a *administrator) look(t *testing.T) {
	t.Helper()
	for _, path := range a.pages() {
		a.admin.ask(t, "GET", path, nil)
	}
	a.readBackup(t, a.admin.must(t, "POST", "/api/admin/backup", map[string]any{"password": rightPassword}))
	a.search(t, "the traffic", a.admin.take())
}

// pages are what an administrator can ask for.
func (a *administrator) pages() []string {
	board := "/api/board/elections/" + a.id + "/"
	return []string{
		"/api/admin/elections", a.path(""), a.path("candidates"), a.path("questions"), a.path("holders"), a.path("results"),
		a.path("box"), a.path("electorate"),
		"/api/admin/users?limit=100", "/api/admin/audit?limit=100", "/api/admin/roll", "/api/admin/roll/export",
		"/api/admin/network", "/api/info", "/metrics",
		"/api/board/elections", board + "manifest", board + "checkpoint", board + "checkpoints?limit=100", board + "leaves",
		board + "bundle", board + "count",
	}
}

// search looks for the secrets of holders in what was heard, and in what was found.
func (a *administrator) search(t *testing.T, where string, heard []byte) {
	t.Helper()
	for _, needle := range a.needles {
		if bytes.Contains(heard, needle) {
			t.Errorf("%s has the secret of a holder", where)
		}
	}
}

// readBackup compares a backup with the one before.
func (a *administrator) readBackup(t *testing.T, backup []byte) {
	t.Helper()
	z := must(zip.NewReader(bytes.NewReader(backup), int64(len(backup))))(t)
	var file []byte
	for _, f := range z.File {
		r := must(f.Open())(t)
		content := must(io.ReadAll(r))(t)
		a.search(t, f.Name+" of a backup", content)
		if f.Name == store.FileName {
			file = content
		}
	}
	path := filepath.Join(t.TempDir(), store.FileName)
	noError(t, os.WriteFile(path, file, 0o600))
	db := must(bolt.Open(path, 0o600, &bolt.Options{ReadOnly: true}))(t)
	defer db.Close()
	noError(t, db.View(a.link))
	noError(t, os.Remove(path))
}

// link gives the ballot that is new in a backup to the voter who is.
func (a *administrator) link(tx *bolt.Tx) error {
	var voters []string
	var ballots [][]byte
	_ = tx.Bucket([]byte("voted")).Bucket([]byte(a.id)).ForEach(func(voter, _ []byte) error {
		if !a.marks[string(voter)] {
			a.marks[string(voter)] = true
			voters = append(voters, string(voter))
		}
		return nil
	})
	_ = tx.Bucket([]byte("sealed")).Bucket([]byte(a.id)).ForEach(func(key, ballot []byte) error {
		if !a.ballots[string(key)] {
			a.ballots[string(key)] = true
			ballots = append(ballots, bytes.Clone(ballot))
		}
		return nil
	})
	if len(voters) != len(ballots) {
		return fmt.Errorf("%d new voters and %d new ballots", len(voters), len(ballots))
	}
	if len(voters) == 1 {
		a.cast[voters[0]] = ballots[0]
	}
	return nil
}

// learnt is how many of the choices the administrator learns with some sheets, each of which is tried
// in the place of every holder's.
func (a *administrator) learnt(truth map[string]int, sheets ...int) int {
	best := 0
	for one := range a.secrets {
		for other := range a.secrets {
			for _, x := range sheets {
				for _, y := range sheets {
					if opener, err := a.box.Opener(map[int]*sealing.Secret{one: a.secrets[x], other: a.secrets[y]}, false); err ==
						nil {
						best = max(best, a.told(opener, truth))
					}
				}
			}
		}
	}
	return best
}

func (a *administrator) told(opener *sealing.Opener, truth map[string]int) (right int) {
	for voter, ballot := range a.cast {
		_, marks, err := opener.Open(ballot[ballotbox.BallotHead:], sealing.Tag(ballot[2:]))
		if choice, ok := truth[voter]; ok && err == nil && marks[choice] == 1 {
			right++
		}
	}
	return right
}

// count asks for a count in every way there is, and wants none.
func (a *administrator) count(t *testing.T) {
	t.Helper()
	for _, c := range []struct{ method, path string }{
		{"POST", a.path("calculate-results")}, {"GET", a.path("results")},
		{"GET", "/api/board/elections/" + a.id + "/bundle"},
		{"POST", a.path("count/upload")},
	} {
		if got := a.admin.ask(t, c.method, c.path, nil); got.status < http.StatusBadRequest {
			t.Errorf("%s %s: %d %.200s", c.method, c.path, got.status, got.body)
		}
	}
}

// One administrator with one sheet, a backup after every vote and the ballot box learns who cast
// which sealed ballot, and no choice and no count. A second sheet tells them all.
func TestOneAdministratorLearnsNoChoiceAndNoCount(t *testing.T) {
	e := openOffice(t, t.TempDir()).open(t, "Ada", "Grace Brewster Murray Hopper", "Mary", "Zoe")
	a := newAdministrator(e)
	a.look(t)
	all := 60
	if os.Getenv("OSTRAKON_LONG") != "" {
		all = 500
	}
	truth := make(map[string]int)
	for n := range all {
		voter, b := e.voter(t, n)
		truth[voter] = n * 7 % 11 % len(e.candidates)
		e.cast(t, voter, b, truth[voter])
		b.client.CloseIdleConnections()
		a.look(t)
	}
	if len(a.cast) != all {
		t.Fatalf("%d voters are linked to their sealed ballots, want all", len(a.cast))
	}
	a.count(t)
	for method, path := range map[string]string{"GET": a.path("box"), "POST": a.path("count")} {
		if got := a.admin.ask(t, method, path, nil); got.status < http.StatusBadRequest {
			t.Errorf("%s %s of an open election: %d", method, path, got.status)
		}
	}
	e.move(t, string(store.Completed))
	a.count(t)
	// The same sheet is used twice, from the pages and at a table.
	var state store.CountState
	decode(t, a.admin.must(t, "POST", a.path("count"), nil), &state)
	public := "/api/board/elections/" + a.id
	read := func(path string) []byte { return a.admin.must(t, "GET", public+path, nil) }
	m := must(ballotbox.ParseManifest(read("/manifest")))(t)
	shares := must(storetest.OpenShares(m, read("/checkpoint"), read("/count/parts?holder=1&from=0"), state.CountKey, 1,
		a.secrets[1]))(t)
	for range 2 {
		decode(t, a.admin.must(t, "POST", public+"/count/shares", shares), &state)
	}
	if state.State != "waiting" || !slices.Equal(state.Given, []int{1}) {
		t.Errorf("with one sheet, used twice, the count is %s, with %v", state.State, state.Given)
	}
	a.admin.must(t, "DELETE", a.path("count"), nil)
	box := a.ballotBox(t)
	for _, secrets := range []map[int]*sealing.Secret{{1: a.secrets[1]}, {1: a.secrets[1], 2: a.secrets[1]}} {
		if _, err := box.Count(t.Context(), secrets, ballotbox.CountedByTable, time.Now(), func(int) {}); err == nil {
			t.Error("one sheet counts the ballot box")
		}
	}
	a.search(t, "the traffic", a.admin.take())
	for want, some := range map[int][][]int{0: {{}, {1}, {2}, {3}}, all: {{1, 2}, {1, 3}, {2, 3}}} {
		for _, sheets := range some {
			if n := a.learnt(truth, sheets...); n != want {
				t.Errorf("with the sheets %v the choices of %d voters are learnt, want %d", sheets, n, want)
			}
		}
	}
}
