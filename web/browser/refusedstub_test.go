package browser

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
	"ostrakon/store/slip"
)

// castFor casts a ballot on a voter's own paper as a program does, with the stub of any slip for any owner.
func (b *bookAssembly) castFor(token string, code slip.Code, owner string, marks ...byte) {
	b.t.Helper()
	m := must(ballotbox.ParseManifest(b.ask("GET", "/api/board/elections/"+b.election+"/manifest", "", nil)))(b.t)
	random := [32]byte{1}
	signing := code.Key(b.people.Assembly).Vote(*m.Number, owner)
	key := ballotbox.VoteKey(signing[32:])
	pad, seed := sealing.Device(random)
	tag, stubPad := sealing.TagOf(pad, string(key[:])), sealing.StubPad(random)
	sealed := must(must(m.SealingBox())(b.t).Seal(seed, marks, tag))(b.t)
	cast := ballotbox.Cast{Class: 1, Tag: tag, Sealed: ballotbox.SealedHash(sealed),
		Commitment: m.Commitment(seed, tag, marks, 1)}
	bound := ballotbox.Bound(stubPad, cast.Leaf(m.ElectionID))
	stub := ed25519.Sign(signing, ballotbox.StubMessage(m.ElectionID, m.Hash(), bound))
	text := base64.StdEncoding.EncodeToString
	ballot := fields{"sealed": text(sealed), "pad": text(pad[:]), "tag": text(tag[:]), "stubPad": text(stubPad[:]),
		"voteKey": key.String(), "stub": text(stub)}
	if m.Proof {
		ballot["commitment"] = text(cast.Commitment[:])
	}
	b.call("POST", "/api/user/elections/"+b.election+"/ballots", token, ballot, &fields{})
}

// damaging is a server in front of another that changes the stub of the first ballot.
func damaging(t *testing.T, s *server) *server {
	t.Helper()
	var seen atomic.Bool
	return inFront(t, s, func(_ http.ResponseWriter, r *http.Request) bool {
		if !strings.HasSuffix(r.URL.Path, "/ballots") || seen.Swap(true) {
			return false
		}
		var body map[string]string
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		body["stub"] = base64.StdEncoding.EncodeToString(make([]byte, 64))
		raw, _ := json.Marshal(body)
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(raw)), int64(len(raw))
		return false
	})
}

// What voters meet whose ballots the poll book does not take, or whose answer is lost. Then the election is counted,
// and the board checks its poll book.
func TestAPollBookThatRefusesAndIsCounted(t *testing.T) {
	t.Parallel()
	b := bookDraft(t)
	b.ask("PUT", b.slipsPath(), b.token, b.issue(b.ask("GET", b.slipsPath(), b.token, nil)))
	b.open(b.token, b.election)
	chromium := newBrowser(t)

	noor := newPage(t, chromium, losing(t, b.server, 1), "noor", phone)
	cleo := newPage(t, chromium, b.server, "cleo", phone)
	ben := newPage(t, chromium, damaging(t, b.server), "ben", phone)
	waitsWithStub(noor, b)
	findsSlipUsed(cleo, b)
	signsAgain(ben, b)
	for _, p := range []*page{noor, cleo, ben} {
		p.guard.expect("401 (Unauthorized)") // later slips end what the earlier ones have opened
	}
	hasTheSlipOfLater(newPage(t, chromium, b.server, "olu", phone), b)

	b.call("PUT", "/api/admin/elections/"+b.election+"/status", b.token, fields{"status": "COMPLETED"}, &fields{})
	two := map[int]*sealing.Secret{1: b.sheets[1].Derive(1), 3: b.sheets[3].Derive(1)}
	count := must(b.box(b.token, b.election).Count(context.Background(), two, ballotbox.CountedByTable,
		time.Now().UTC().Truncate(time.Second), func(int) {}))(t)
	b.upload(b.token, b.election, count)
	seesTheBook(newPage(t, chromium, b.server, "dora", phone), b)
}

// waitsWithStub loses the answer, and the ballot waits in the browser with its stub until the page is loaded again.
func waitsWithStub(p *page, b *bookAssembly) {
	p.t.Helper()
	p.guard.expect("net::ERR_CONTENT_LENGTH_MISMATCH")
	p.guard.expect("net::ERR_INCOMPLETE_CHUNKED_ENCODING")
	code := b.codes["Noor Haddad"].Printed
	p.visit(b.link("Noor Haddad"))
	p.says("Noor Haddad")
	p.marks()
	p.click("button", p.w("voter.review.cast"))
	p.heading(p.w("voter.cast.silent"))
	var kept string
	p.eval(`localStorage.getItem("ostrakon.waiting")`, &kept)
	if !strings.Contains(kept, `"stub":{"stubPad":"`) {
		p.t.Errorf("the browser keeps no stub: %s", kept)
	}
	for _, secret := range b.secrets(code) {
		if strings.Contains(kept, secret) {
			p.t.Error("the ballot that waits has the code of the slip")
		}
	}
	p.reload()
	p.heading(p.w("voter.receipt.title"))
	if members := p.receipt(); members["line"] == nil || members["stubPad"] == nil {
		p.t.Errorf("the receipt has no line: %v", members)
	}
	wantBallots(p, b.election, 1)
}

// findsSlipUsed has somebody else sign with a slip that its owner still has.
func findsSlipUsed(p *page, b *bookAssembly) {
	p.t.Helper()
	var session struct{ Token string }
	thief := b.codes["Dora Brandt"].Printed.Key(b.people.Assembly).Login()
	b.call("POST", "/api/auth/key", "", fields{"key": thief}, &session)
	b.castFor(session.Token, b.codes["Cleo Marsh"].Printed, b.entry(b.token, "Cleo Marsh"), 1, 0, 1, 0, 1, 0)
	p.guard.expect("400 (Bad Request)")
	p.visit(b.link("Cleo Marsh"))
	p.says("Cleo Marsh")
	p.marks()
	p.click("button", p.w("voter.review.cast"))
	p.see(p.w("voter.stub.slip_used"))
	p.judge("the slip was used")
	p.keep("slip used")
	wantBallots(p, b.election, 2)
}

// signsAgain has its stub refused, and is taken when the voter casts again.
func signsAgain(p *page, b *bookAssembly) {
	p.t.Helper()
	p.guard.expect("400 (Bad Request)")
	p.visit(b.link("Ben Lind"))
	p.says("Ben Lind")
	p.marks()
	p.click("button", p.w("voter.review.cast"))
	p.see(p.w("voter.stub.stub_invalid"))
	p.judge("the stub was refused")
	p.keep("stub refused")
	p.reload()
	p.decides()
	wantBallots(p, b.election, 3)
}

// hasTheSlipOfLater has a slip of a later upload, which is not in the poll book of the open election. The earlier one
// signs nobody in any more, and still votes there.
func hasTheSlipOfLater(p *page, b *bookAssembly) {
	p.t.Helper()
	earlier := b.codes["Olu Office"].Printed
	path := "/api/admin/elections/" + b.later() + "/slips"
	b.ask("PUT", path, b.token, b.issue(b.ask("GET", path, b.token, nil)))
	p.guard.expect("400 (Bad Request)")
	p.visit(b.link("Olu Office"))
	p.says("Olu Office")
	p.marks()
	p.click("button", p.w("voter.review.cast"))
	p.see(p.w("voter.stub.slip_unknown"))
	p.heading(p.w("voter.stub.ask"))
	p.judge("the slip is not in the poll book")
	p.keep("slip unknown")
	p.guard.expect("401 (Unauthorized)")
	p.fill(p.w("shell.slip"), earlier.String())
	p.click("button", p.w("voter.slip.go"))
	p.heading(ballotTitle)
	p.decides()
	p.keepsSecret(b, earlier)
	wantBallots(p, b.election, 4)
}

// seesTheBook goes from the result, as a voter whose slip a thief used, to the question whether it was used, and looks
// at the check of the poll book.
func seesTheBook(p *page, b *bookAssembly) {
	p.t.Helper()
	const voter = "Cleo Marsh"
	p.visit(b.link(voter))
	p.heading(p.w("voter.slip.ask", "name", voter))
	p.click("button", p.w("voter.slip.yes"))
	p.until("to be signed in", `!document.getElementById("account").hidden`)
	p.visit("/#elections/" + b.election)
	p.see(p.w("voter.seal"))
	p.judge("result with a poll book")
	p.click("link", p.w("voter.results.slip"))
	p.heading(p.w("board.slip.title"))
	p.see(p.w("board.bundle.passed"))
	p.until("the question is on the screen", `(() => {
		const asked = [...document.querySelectorAll("h2")].find((one) => one.textContent === `+
		quoted(p.w("board.slip.title"))+`);
		const { top } = asked.getBoundingClientRect();
		return top >= 0 && top < innerHeight;
	})()`)
	p.unfold("board.auditors")
	var opened int
	p.eval(`[...document.querySelectorAll("details")].map((one) => one.open = true).length`, &opened)
	p.see(p.w("board.bundle.pollBook.title"))
	p.see(p.w("board.bundle.pollBook"))
	p.judge("board of a counted election with a poll book")
	p.keep("counted with a poll book")
}

// marks fills a ballot of the assembly in, and goes on to the review.
func (p *page) marks() {
	p.t.Helper()
	for _, name := range []string{"Praxilla", "Moero", "Anyte"} {
		p.choose("radio", name)
	}
	p.click("button", p.w("voter.ballot.check"))
	p.heading(p.w("voter.review.title"))
}
