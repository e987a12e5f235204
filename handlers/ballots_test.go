package handlers_test

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/storetest"
)

// sealedFor is the body that casts a ballot which was sealed for the owner of a paper.
func (w *world) sealedFor(tb testing.TB, c contest, owner string, marks ...byte) obj {
	tb.Helper()
	return sealedBody(storetest.Seal(tb, w.store, store.ElectionID(c.id), owner, marks...))
}

// sealedBody is the body that casts a ballot, without its stub.
func sealedBody(b storetest.Sealed) obj {
	text := base64.StdEncoding.EncodeToString
	body := obj{"sealed": text(b.Sealed), "pad": text(b.Pad[:]), "tag": text(b.Tag[:])}
	if b.Commitment != (ballotbox.Hash{}) {
		body["commitment"] = text(b.Commitment[:])
	}
	return body
}

// castBallot is a request to cast a sealed ballot.
func castBallot(p person, c contest, body any) call {
	return call{method: "POST", path: userElections + c.id + "/ballots", token: p.token, body: body}
}

func TestCastBallot(t *testing.T) {
	w := newWorld(t)
	body := w.sealedFor(t, w.active, w.ada.id, 1, 0)
	a := w.must(t, castBallot(w.ada, w.active, body))
	checkJSON(t, a, obj{"electionId": w.active.id, "leaf": aHash, "signature": pattern(`^[A-Za-z0-9+/]{86}==$`)})
	cleos := w.sealedFor(t, w.active, w.cleo.id, 1, 0)
	w.try(t, []scenario{
		{"another ballot", castBallot(w.ada, w.active, w.sealedFor(t, w.active, w.ada.id, 1, 0)), 400, "already_voted", ""},
		{"a vote that the server seals", ballot(w.ada, w.active.id, w.active.candidates[0]), 400, "already_voted", ""},
		{"another voter's sealed bytes", castBallot(w.cleo, w.active, body), 400, "ballot_tag", "tag"},
		{"the same with another pad", castBallot(w.cleo, w.active, changed(body, obj{"pad": cleos["pad"]})), 400,
			"ballot_tag", "tag"},
		{"the same with a pad and a tag of her own", castBallot(w.cleo, w.active,
			changed(cleos, obj{"sealed": body["sealed"]})), 400, "ballot_copied", "sealed"},
	})
	// An answer that was lost is given again, byte for byte.
	if again := w.must(t, castBallot(w.ada, w.active, body)); !bytes.Equal(again.body, a.body) {
		t.Errorf("the receipt was %s, and again it is %s", a.body, again.body)
	}
	w.move(t, w.active, "COMPLETED")
	w.must(t, w.calculate(w.active))
	if again := w.must(t, castBallot(w.ada, w.active, body)); !bytes.Equal(again.body, a.body) {
		t.Errorf("the receipt was %s, and after the count it is %s", a.body, again.body)
	}
	w.try(t, []scenario{
		{"too late", castBallot(w.cleo, w.active, cleos), 400,
			"election_not_active", ""},
	})
}

func TestCastBallotRefuses(t *testing.T) {
	w := newWorld(t)
	good := w.sealedFor(t, w.active, w.ada.id, 1, 0)
	sealed, pad, tag := good["sealed"].(string), good["pad"].(string), good["tag"].(string)
	refuse := func(name string, change obj, code, field string) scenario {
		return scenario{name, castBallot(w.ada, w.active, changed(good, change)), 400, code, field}
	}
	w.try(t, []scenario{
		refuse("nothing sealed", obj{"sealed": ""}, "validation_failed", "sealed"),
		refuse("no pad", obj{"pad": ""}, "validation_failed", "pad"),
		refuse("null for a pad", obj{"pad": nil}, "validation_failed", "pad"),
		refuse("a list for a ballot", obj{"sealed": []any{1, 2}}, "validation_failed", "sealed"),
		refuse("base64 with a line end", obj{"sealed": sealed[:4] + "\n" + sealed[4:]}, "validation_failed", "sealed"),
		refuse("base64 for addresses", obj{"pad": "_-" + pad[2:]}, "validation_failed", "pad"),
		refuse("base64 without its padding", obj{"pad": strings.TrimRight(pad, "=")}, "validation_failed", "pad"),
		refuse("base64 with spare bits", obj{"pad": "AAAAAAAAAAAAAAAAAAAAAB=="}, "validation_failed", "pad"),
		refuse("a pad of 15 bytes", obj{"pad": "AAAAAAAAAAAAAAAAAAAA"}, "validation_failed", "pad"),
		refuse("a pad of 17 bytes", obj{"pad": "AAAAAAAAAAAAAAAAAAAAAAA="}, "validation_failed", "pad"),
		refuse("no tag", obj{"tag": ""}, "validation_failed", "tag"),
		refuse("null for a tag", obj{"tag": nil}, "validation_failed", "tag"),
		refuse("a tag in hexadecimal", obj{"tag": strings.Repeat("5a", 32)}, "validation_failed", "tag"),
		refuse("a tag of 31 bytes", obj{"tag": tag[:40] + "AA=="}, "validation_failed", "tag"),
		refuse("a tag of 33 bytes", obj{"tag": tag[:40] + "AAAA"}, "validation_failed", "tag"),
		refuse("a tag of another ballot", obj{"tag": strings.Repeat("A", 43) + "="}, "ballot_tag", "tag"),
		refuse("a commitment of no use", obj{"commitment": tag}, "validation_failed", "commitment"),
		refuse("an empty commitment", obj{"commitment": ""}, "validation_failed", "commitment"),
		refuse("a commitment of 16 bytes", obj{"commitment": pad}, "validation_failed", "commitment"),
		refuse("a field of /vote", obj{"candidateId": w.active.candidates[0]}, "validation_failed", "candidateId"),
		refuse("a ballot that is too short", obj{"sealed": sealed[:len(sealed)-4]}, "ballot_size", "sealed"),
		refuse("a ballot that is too long", obj{"sealed": "AAAA" + sealed}, "ballot_size", "sealed"),
		refuse("nobody's paper", obj{"paper": ""}, "paper_unavailable", "paper"),
		refuse("somebody else's paper", obj{"paper": w.entry}, "paper_unavailable", "paper"),
		{"a closed election", castBallot(w.ada, w.completed, good), 400, "election_not_active", ""},
		{"an unknown election", castBallot(w.ada, contest{id: unknownID}, good), 404, "not_found", ""},
		{"a draft", castBallot(w.ada, w.draft, good), 404, "not_found", ""},
		{"an administrator", castBallot(w.admin, w.active, good), 403, "role_required", ""},
		{"a guest", castBallot(person{}, w.active, good), 401, "token_missing", ""},
		{"a body over the limit", castBallot(w.ada, w.active, changed(good, obj{"sealed": strings.Repeat("A", 16<<10)})), 413,
			"body_too_large", ""},
	})
	if w.must(t, w.ada.as(w.active.id+"/has-voted")).json(t)["hasVoted"] != false {
		t.Error("a refusal counted as a vote")
	}
}

func TestElectionsOfHoldersTakeSealedBallotsOnly(t *testing.T) {
	w := newWorld(t)
	c := w.contest(t, "Held by three")
	storetest.Hold(t, w.store, store.ElectionID(c.id), 2, 3)
	w.move(t, c, "ACTIVE")
	w.try(t, []scenario{{"a vote", ballot(w.ada, c.id, c.candidates[0]), 400, "needs_sealing", ""}})
	w.must(t, castBallot(w.ada, c, w.sealedFor(t, c, w.ada.id, 1, 0)))
}

func TestTwoPapersOfOnePersonAreTwoBallots(t *testing.T) {
	w := newWorld(t)
	_, noor, tomas := w.proxies(t)
	p := w.rollPaper(t, obj{"maxProxies": 2}, ask("plurality", nil, "A", "B"))
	c := contest{id: p.id}
	var owners []string
	for _, paper := range w.must(t, w.ada.as(p.id)).json(t)["papers"].([]any) {
		owners = append(owners, paper.(obj)["owner"].(string))
	}
	if len(owners) != 3 || owners[1] != noor || owners[2] != tomas {
		t.Fatalf("owners %v", owners)
	}
	own := w.sealedFor(t, c, owners[0], 1, 0)
	given := changed(w.sealedFor(t, c, noor, 1, 0), obj{"paper": noor})
	first, second := w.must(t, castBallot(w.ada, c, own)), w.must(t, castBallot(w.ada, c, given))
	if first.text(t, "leaf") == second.text(t, "leaf") {
		t.Error("two papers are one ballot")
	}
	w.try(t, []scenario{
		{"her own ballot for a giver", castBallot(w.ada, c, changed(own, obj{"paper": tomas})), 400, "ballot_tag", "tag"},
		{"a giver's ballot as her own", castBallot(w.ada, c, changed(given, obj{"paper": nil})), 400, "ballot_tag", "tag"},
	})
	if e := w.must(t, w.ada.as(p.id)).json(t); e["turnout"].(obj)["ballots"] != 2. {
		t.Errorf("%v ballots", e["turnout"])
	}
}

// crowd is voters of an open election, each with a ballot, who reach the server over the network.
type crowd struct {
	*world
	contest
	address string
	voters  []person
	bodies  [][]byte
	answers [][]byte // the whole answer of each voter, head and body
}

func (w *world) crowd(t *testing.T, voters int) *crowd {
	t.Helper()
	c := &crowd{world: w, contest: w.contest(t, "A crowd"), voters: make([]person, voters), bodies: make([][]byte, voters),
		answers: make([][]byte, voters)}
	w.move(t, c.contest, "ACTIVE")
	for i := range voters {
		u := storetest.Voter(t, w.store, 1000+i)
		c.voters[i].id = string(u.ID)
		c.bodies[i], _ = json.Marshal(w.sealedFor(t, c.contest, string(u.ID), byte(i%2), byte(1-i%2)))
	}
	return c
}

// reach opens the server to the network.
func (c *crowd) reach(t *testing.T) {
	t.Helper()
	front := httptest.NewServer(c.server)
	t.Cleanup(front.Close)
	c.address = front.Listener.Addr().String()
	for i := range c.voters {
		c.voters[i].token = c.sign(t, c.sessionClaims(c.voters[i], "USER"))
	}
}

// send casts a voter's ballot and reads so many bytes of the answer before the connection breaks;
// all of them, if there are fewer.
func (c *crowd) send(i, most int) ([]byte, error) {
	conn, err := net.Dial("tcp", c.address)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	_, err = fmt.Fprintf(conn, "POST %s%s/ballots HTTP/1.1\r\nHost: ostrakon\r\nAuthorization: Bearer %s\r\nConnection: "+
		"close\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		userElections, c.id, c.voters[i].token, len(c.bodies[i]), c.bodies[i])
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(conn, int64(most)))
}

// receipt asks for a voter's receipt, and compares it with the one of before, if there is one.
func (c *crowd) receipt(i int) error {
	raw, err := c.send(i, 1<<20)
	if err != nil {
		return err
	}
	answer, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(raw)), nil)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		return fmt.Errorf("voter %d: %s %s %w", i, answer.Status, body, err)
	}
	if c.answers[i] != nil && !bytes.Equal(body, c.answers[i]) {
		return fmt.Errorf("voter %d has the receipts %s and %s", i, c.answers[i], body)
	}
	c.answers[i] = body
	return nil
}

// each does something for every voter, by 64 clients at once.
func (c *crowd) each(t *testing.T, do func(i int) error) {
	t.Helper()
	next := make(chan int)
	var clients sync.WaitGroup
	for range 64 {
		clients.Go(func() {
			for i := range next {
				if err := do(i); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for i := range c.voters {
		next <- i
	}
	close(next)
	clients.Wait()
}

func (c *crowd) wantBallots(t *testing.T, want int) {
	t.Helper()
	e, err := c.store.Election(t.Context(), store.ElectionID(c.id))
	if err != nil || e.Turnout.Ballots != want {
		t.Errorf("%d ballots are in the box, want %d: %v", e.Turnout.Ballots, want, err)
	}
}

// The answer breaks off after every byte that it has: the receipt is there for the asking.
func TestAnAnswerThatBreaksOffAnywhereIsGivenAgain(t *testing.T) {
	w := newWorld(t)
	c := w.crowd(t, 1)
	c.reach(t)
	whole := must(c.send(0, 1<<20))(t)
	for most := range len(whole) {
		must(c.send(0, most))(t)
		if err := c.receipt(0); err != nil {
			t.Fatalf("after %d bytes: %v", most, err)
		}
	}
	c.wantBallots(t, 1)
}

// 64 clients cast 100 ballots, and 1,000 where OSTRAKON_LONG is set, and lose every first answer
// somewhere. They ask again at once, twice at the same time, after the close, after the count and
// after a restart.
func TestEveryLostAnswerIsAReceipt(t *testing.T) {
	voters := 100
	if os.Getenv("OSTRAKON_LONG") != "" {
		voters = 1000
	}
	w := newWorld(t)
	c := w.crowd(t, voters)
	c.reach(t)
	c.each(t, func(i int) error {
		asked := make(chan error, 1)
		go func() { // in the same batch, perhaps
			_, err := c.send(i, i%700)
			asked <- err
		}()
		_, err := c.send(i, (i*31)%700)
		return errors.Join(err, <-asked, c.receipt(i), c.receipt(i))
	})
	c.wantBallots(t, voters)
	c.move(t, c.contest, "COMPLETED")
	c.each(t, c.receipt)
	results := c.must(t, c.calculate(c.contest)).json(t)
	if results["cast"] != float64(voters) || results["invalid"] != 0. {
		t.Errorf("%v cast, %v invalid", results["cast"], results["invalid"])
	}
	c.each(t, c.receipt)
	c.each(t, func(i int) error { // somebody else's ballot, still
		thief := *c
		thief.voters = append([]person{c.voters[(i+1)%voters]}, c.voters[1:]...)
		thief.bodies = [][]byte{c.bodies[i]}
		raw, err := thief.send(0, 1<<20)
		if err == nil && !bytes.Contains(raw, []byte("400 Bad Request")) {
			err = fmt.Errorf("somebody else got %s", raw)
		}
		return err
	})
	c.wantBallots(t, voters)
	seen := make(map[string]bool)
	for _, answer := range c.answers {
		seen[string(answer)] = true
	}
	if len(seen) != voters {
		t.Errorf("%d receipts for %d voters", len(seen), voters)
	}

	copied := t.TempDir()
	noError(t, os.CopyFS(copied, os.DirFS(w.dir)))
	restarted := *w
	restarted.office = openOffice(t, copied, w.clock)
	c.world = &restarted
	c.reach(t)
	c.each(t, c.receipt)
}
