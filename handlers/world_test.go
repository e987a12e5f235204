package handlers_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"ostrakon/handlers"
	"ostrakon/store"
	"ostrakon/store/storetest"
)

// person is somebody with an account, signed in.
type person struct {
	id, email, name, token string
}

// contest is an election with its first question and the candidates there, in the order of entry.
type contest struct {
	id, question string
	candidates   []string
}

// world is an office with people in it, and an election in each status.
type world struct {
	*office
	admin, second  person
	ada, ben, cleo person  // voters
	draft, kept    contest // people will hold the keys of kept
	invitation     string  // of the first of them
	active         contest // ben has voted
	completed      contest // all have voted, not counted
	// ada and ben for the first, cleo for the second; for the people on the roll, who were these three
	counted contest
	entry   string // of Dora Brandt on the roll, who has a member key and has not registered
	key     string // hers
	leaf    string // of ada's ballot in counted

	nomination string // ada's for draft, with a photo
	proposal   string // of somebody for draft who is not on the roll
	hands      string // a show of hands
	photo      string // file name of ben's
}

// blueprint is the world that all others are copies of: making one takes many requests.
var blueprint struct {
	once  sync.Once
	files map[string][]byte // of the data directory
	world world
}

// newWorld opens a world of one's own.
func newWorld(tb testing.TB, change ...func(*handlers.Options)) *world {
	tb.Helper()
	blueprint.once.Do(func() {
		blueprint.world = makeWorld(tb)
		blueprint.files = filesOf(tb, blueprint.world.dir)
	})
	if blueprint.files == nil {
		tb.Fatal("the world was not made: the test that began it tells why")
	}
	dir := tb.TempDir()
	for name, data := range blueprint.files {
		path := filepath.Join(dir, name)
		noError(tb, errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, data, 0o600)))
	}
	w := blueprint.world
	clock := storetest.NewClock()
	clock.Set(w.clock.Now())
	w.office = openOffice(tb, dir, clock, change...)
	return &w
}

func filesOf(tb testing.TB, dir string) map[string][]byte {
	tb.Helper()
	files := make(map[string][]byte)
	noError(tb, fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			files[name], err = os.ReadFile(filepath.Join(dir, name))
		}
		if name == store.FileName { // bbolt adds 16 MiB of zeros at a time: a short file is quickly copied and hashed
			const spare = 64 << 10
			used := len(bytes.TrimRight(files[name], "\x00"))
			files[name] = files[name][:min(len(files[name]), (used/spare+2)*spare)]
		}
		return err
	}))
	return files
}

// makeWorld makes everything through the API itself. The first candidate of
// each election has a photo.
func makeWorld(tb testing.TB) world {
	tb.Helper()
	w := world{office: newOffice(tb)}
	a := w.must(tb, call{method: "POST", path: "/api/auth/setup", from: w.elsewhere(), body: obj{
		"setupToken": w.server.SetupToken(), "email": "office" + addressMark, "password": rightPassword,
		"fullName":     "Olu Office",
		"organisation": "Reed Bed Society",
	}})
	w.admin = person{a.text(tb, "user.id"), "office" + addressMark, "Olu Office", a.text(tb, "token")}
	if err := w.server.CreateAdmin(tb.Context(),
		handlers.AdminRequest{Email: "second" + addressMark, Password: rightPassword, FullName: "Sam Second"}); err != nil {
		tb.Fatal(err)
	}
	w.second = w.signIn(tb, "second"+addressMark, "Sam Second")
	w.ada, w.ben, w.cleo = w.voter(tb, "Ada Okafor", 1), w.voter(tb, "Ben Lind", 2), w.voter(tb, "Cleo Haddad", 3)

	w.photo = w.must(tb, call{method: "POST", path: "/api/user/profile/photo", token: w.ben.token,
		body: form{{"photo", smallJPEG(tb)}}}).text(tb, "photo.filename")
	w.draft = w.contest(tb, "Draft board")
	w.kept, w.invitation = w.invited(tb)
	w.active = w.contest(tb, "Active board")
	w.move(tb, w.active, "ACTIVE")
	w.vote(tb, w.ben, w.active, 1)
	w.completed, w.counted = w.contest(tb, "Completed board"), w.contest(tb, "Counted board")
	w.enrol(tb, "", "full_name,national_id", w.ada.name+","+numberOf(1), w.ben.name+","+numberOf(2),
		w.cleo.name+","+numberOf(3))
	w.nomination, w.proposal = w.nominated(tb)
	w.hands = w.handsOf(tb, obj{"day": "2026-03-01", "for": 5, "against": 4})
	w.must(tb, call{method: "PUT", path: "/api/admin/elections/" + w.counted.id, token: w.admin.token,
		body: obj{"settings": obj{"electorate": "roll"}}})
	for _, c := range []contest{w.completed, w.counted} {
		w.move(tb, c, "ACTIVE")
		w.leaf = w.vote(tb, w.ada, c, 0).text(tb, "leaf")
		w.vote(tb, w.ben, c, 0)
		w.vote(tb, w.cleo, c, 1)
		w.move(tb, c, "COMPLETED")
	}
	w.must(tb, call{method: "POST", path: "/api/admin/elections/" + w.counted.id + "/calculate-results",
		token: w.admin.token})
	dora := w.enrol(tb, "?memberKeys=true", "full_name,date_of_birth,member", "Dora Brandt,1984-03-17,M-7")[0].(obj)
	w.entry, w.key = dora["entryId"].(string), dora["memberKey"].(string)
	return w
}

// nominated opens nominations for the draft. It returns the nomination of ada, who stands, and the nomination of a
// person whom ada proposes and whom the roll does not have.
func (w *world) nominated(tb testing.TB) (ada, other string) {
	tb.Helper()
	path := adminElections + "/" + w.draft.id + "/nominations"
	w.must(tb, call{method: "PUT", path: path, token: w.admin.token,
		body: obj{"questions": []any{w.draft.question}, "until": w.clock.Now().Add(7 * 24 * time.Hour)}})
	own := w.draft.nominations()
	w.must(tb, call{method: "PUT", path: own, token: w.ada.token, body: obj{"statement": "I want the roof done."}})
	w.must(tb, call{method: "POST", path: own + "/photo", token: w.ada.token, body: form{{"photo", smallJPEG(tb)}}})
	w.must(tb, call{method: "POST", path: own + "/proposals", token: w.ada.token, body: obj{"name": "Nobody Here"}})
	for _, n := range w.must(tb, w.get(path)).list(tb) {
		if n.(obj)["name"] == w.ada.name {
			ada = n.(obj)["id"].(string)
		} else {
			other = n.(obj)["id"].(string)
		}
	}
	return ada, other
}

// nominations is the path of a member's nomination for the first question of an election.
func (c contest) nominations() string {
	return "/api/user/nominations/" + c.id + "/questions/" + c.question
}

// enrolment is the import of a roll of these lines.
func (w *world) enrolment(query string, lines ...string) call {
	return call{
		method: "POST", path: "/api/admin/roll" + query, token: w.admin.token, body: strings.Join(lines, "\n"),
		header: http.Header{"Content-Type": {"text/csv"}},
	}
}

// enrol imports a roll and returns what came of each line.
func (w *world) enrol(tb testing.TB, query string, lines ...string) []any {
	tb.Helper()
	a := w.must(tb, w.enrolment(query, lines...))
	if a.json(tb)["imported"] != true {
		tb.Fatalf("not imported: %s", a.body)
	}
	return a.json(tb)["lines"].([]any)
}

// voter registers a voter, told apart by n, and signs them in.
func (w *world) voter(tb testing.TB, name string, n int) person {
	tb.Helper()
	email := fmt.Sprintf("voter%d%s", n, addressMark)
	w.must(tb, call{method: "POST", path: "/api/auth/register", from: w.elsewhere(), body: obj{
		"email": email, "password": rightPassword, "fullName": name, "nationalId": numberOf(n),
	}})
	return w.signIn(tb, email, name)
}

// numberOf is the identity number of the voter told apart by n.
func numberOf(n int) string { return fmt.Sprintf("%s%04d", numberMark, n) }

func (w *world) signIn(tb testing.TB, email, name string) person {
	tb.Helper()
	a := w.must(tb, call{method: "POST", path: "/api/auth/login", from: w.elsewhere(),
		body: obj{"email": email, "password": rightPassword}})
	return person{a.text(tb, "user.id"), email, name, a.text(tb, "token")}
}

// election makes an election in DRAFT without candidates.
func (w *world) election(tb testing.TB, fields obj) contest {
	tb.Helper()
	a := w.must(tb, call{method: "POST", path: "/api/admin/elections", token: w.admin.token, body: fields})
	return contest{id: a.text(tb, "id"), question: a.json(tb)["questions"].([]any)[0].(obj)["id"].(string)}
}

// contest makes an election in DRAFT with two candidates.
func (w *world) contest(tb testing.TB, title string) contest {
	tb.Helper()
	c := w.election(tb, obj{"title": title})
	for _, name := range []string{"Noor " + title, "Tomas " + title} {
		a := w.must(tb, call{method: "POST", path: "/api/admin/elections/" + c.id + "/candidates", token: w.admin.token,
			body: obj{"name": name}})
		c.candidates = append(c.candidates, a.text(tb, "id"))
	}
	w.must(tb, call{
		method: "POST", path: "/api/admin/elections/" + c.id + "/candidates/" + c.candidates[0] + "/photo",
		token: w.admin.token, body: form{{"photo", smallJPEG(tb)}},
	})
	return c
}

// move takes an election to its next status.
func (w *world) move(tb testing.TB, c contest, status string) {
	tb.Helper()
	w.must(tb, call{method: "PUT", path: "/api/admin/elections/" + c.id + "/status", token: w.admin.token,
		body: obj{"status": status}})
}

// vote casts a ballot for the candidate of the given place.
func (w *world) vote(tb testing.TB, p person, c contest, place int) answer {
	tb.Helper()
	return w.must(tb, call{method: "POST", path: "/api/user/elections/" + c.id + "/vote", token: p.token,
		body: obj{"candidateId": c.candidates[place]}})
}

// unknownID is a well-formed id that names nothing.
const unknownID = "aaaaaaaaaaaaaaaaaaaaaaaaaa"

// malformedIDs can name nothing.
func malformedIDs() []string {
	return []string{
		"x", "0", unknownID[1:], unknownID + "a",
		"AAAAAAAAAAAAAAAAAAAAAAAAAA", // upper case
		"aaaaaaaaaaaaaaaaaaaaaaaaa1", // not in the alphabet
		"aaaaaaaaaaaaaaaaaaaaaaaaab", // spare bits that are not zero
		"aaaaaaaaaaaaaaaaaaaaaaaaa%00", "%D1%8F", "%3Cb%3E", "..", "null",
	}
}

// sessionClaims are the claims of a token that is good for a person now.
func (w *world) sessionClaims(p person, role string) jwt.MapClaims {
	now := w.clock.Now()
	return jwt.MapClaims{
		"sub": p.id, "role": role, "epoch": 0, "iss": "ostrakon:" + w.store.InstallationID(),
		"aud": []string{"ostrakon-session"},
		"iat": now.Unix(), "exp": now.Add(time.Hour).Unix(), "jti": "test-" + p.id,
	}
}

// sign makes a token of claims with the server's own key.
func (w *world) sign(tb testing.TB, c jwt.MapClaims) string {
	tb.Helper()
	return signWith(tb, jwt.SigningMethodHS256, w.store.TokenKey(), c)
}

func signWith(tb testing.TB, method jwt.SigningMethod, key any, c jwt.MapClaims) string {
	tb.Helper()
	return must(jwt.NewWithClaims(method, c).SignedString(key))(tb)
}

// expiredToken was good for a person until a moment ago.
func (w *world) expiredToken(tb testing.TB, p person, role string) string {
	tb.Helper()
	c := w.sessionClaims(p, role)
	c["iat"], c["exp"] = w.clock.Now().Add(-13*time.Hour).Unix(), w.clock.Now().Add(-time.Hour).Unix()
	return w.sign(tb, c)
}

// endedToken is of an epoch that is over, though the token has not expired.
func (w *world) endedToken(tb testing.TB, p person, role string) string {
	tb.Helper()
	c := w.sessionClaims(p, role)
	c["epoch"] = 7
	return w.sign(tb, c)
}
