package ballotbox

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"ostrakon/store/sealing"
)

// TestVerifiersAgreeOnPollBooks changes stubs, lines and ballots at random. In half of the elections the office freezes
// the changed lines and has the stubs of honest people signed anew. Verify, verify.py and the page's modules must name
// the same checks that fail: in 40 books, and in 500 other ones where OSTRAKON_LONG is set.
func TestVerifiersAgreeOnPollBooks(t *testing.T) {
	n, seed := 40, uint64(1)
	if os.Getenv("OSTRAKON_LONG") != "" {
		n, seed = 500, rand.Uint64()
	}
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	bundles, how := make([][]byte, n), make([]string, n)
	for i := range n {
		h := holdBook()
		var said []string
		for range 1 + rng.IntN(2) {
			said = append(said, h.changeBook(rng))
		}
		if rng.IntN(2) == 0 {
			h.rebook()
			said = append(said, "frozen")
		}
		h.reseal(h.signer.signNote)
		c := &alteration{rng: rng, h: h, files: make(map[string][]byte)}
		for _, f := range h.bundle.files() {
			c.names, c.files[f.name] = append(c.names, f.name), contentOf(f)
		}
		if name := c.names[len(c.names)-1-rng.IntN(2)]; rng.IntN(4) == 0 {
			before := c.files[name]
			c.files[name] = c.changeLines(before)
			said = append(said, difference(before, c.files[name]))
			c.signAnew()
		}
		bundles[i], how[i] = c.file(), strings.Join(said, ", ")
	}
	ends := agree(t, bundles, how, judge)
	if ends["poll book"] < n/4 || len(ends) < 5 {
		t.Errorf("the changes are too much alike: %v", ends)
	}
}

// changeBook changes one thing of a poll book or of the ballots, and says what.
func (h *held) changeBook(rng *rand.Rand) string {
	b := h.bundle
	s, c := &b.Stubs[rng.IntN(len(b.Stubs))], rng.IntN(len(b.Credentials))
	switch way := rng.IntN(12); way {
	case 0:
		at := rng.IntN(len(b.Stubs))
		b.Stubs = slices.Delete(b.Stubs, at, at+1)
		return fmt.Sprint("without stub ", at)
	case 1:
		h.enter(*s)
		return "a stub twice"
	case 2:
		s.Line = 1 + rng.IntN(18)
		return fmt.Sprint("line ", s.Line)
	case 3:
		s.Key = 1 + rng.IntN(MaxVoteKeys)
		return fmt.Sprint("key ", s.Key)
	case 4:
		s.Bound[rng.IntN(32)] ^= 1 << rng.IntN(8)
		return "another hash"
	case 5:
		s.Signature[rng.IntN(64)] ^= 1 << rng.IntN(8)
		return "another signature"
	case 6:
		b.Credentials = slices.Delete(b.Credentials, c, c+1)
		return fmt.Sprint("without line ", c+1)
	case 7:
		b.Credentials[c].Class = rng.IntN(4)
		return fmt.Sprint("line ", c+1, " of class ", b.Credentials[c].Class)
	case 8:
		other := rng.IntN(len(b.Credentials))
		b.Credentials[c], b.Credentials[other] = b.Credentials[other], b.Credentials[c]
		return "lines in another order"
	case 9:
		h.stuff(1 + rng.IntN(2))
		return "one more ballot"
	case 10:
		h.forge([]int{absent, absentHeavy}[rng.IntN(2)], slipKey("stranger"))
		return "a forged ballot"
	}
	b.Leaves[rng.IntN(len(b.Leaves))].Class = 2 // never a lighter one: what opened weighs no more than what was cast
	return "a ballot of class 2"
}

// TestNobodyVotesForSomebodyWhoKeptTheirSlip: an office with the keys of the installation and of all holders, which
// knows all stubs, adds a ballot for somebody away: 24 times in eight ways, and 100 times where OSTRAKON_LONG is set.
// Every verifier finds each of them.
func TestNobodyVotesForSomebodyWhoKeptTheirSlip(t *testing.T) {
	rng, n := rand.New(rand.NewPCG(1, 0)), 24
	if os.Getenv("OSTRAKON_LONG") != "" {
		n = 100
	}
	bundles, how := make([][]byte, n), make([]string, n)
	for i := range bundles {
		h := holdBook()
		person := []int{9, 10, absent, absentHeavy}[rng.IntN(4)]
		class := 1 + person/12
		line, key := h.lineOf(voteKey(slips(person)[rng.IntN(2)]))
		theirs := h.bundle.Stubs[rng.IntN(len(h.bundle.Stubs))]
		stubPad, leaf := h.stuff(class)
		forged := h.sign(slipKey(fmt.Sprint("drawn ", rng.Uint64())), stubPad, leaf)
		forged.Line, forged.Key = line, key
		way := i % 8
		switch way {
		case 0: // no stub
		case 1:
			h.enter(forged)
		case 2:
			forged.Signature = theirs.Signature
			h.enter(forged)
		case 3:
			theirs.Line, theirs.Key = line, key
			h.enter(theirs)
		case 4:
			own := h.sign(h.signer.key, stubPad, leaf)
			own.Line, own.Key = line, key
			h.enter(own)
		case 5: // a key of the office in a line more
			h.bundle.Credentials = append(h.bundle.Credentials, credentialOf(class, slipKey("office")))
			sortLines(h.bundle.Credentials)
			h.relined()
			h.enter(h.sign(slipKey("office"), stubPad, leaf))
		case 6: // a key of the office in the place of theirs
			h.bundle.Credentials[line-1] = credentialOf(class, slipKey("office"))
			sortLines(h.bundle.Credentials)
			h.relined()
			h.enter(h.sign(slipKey("office"), stubPad, leaf))
		case 7: // the same, frozen now: the stubs of the others are of the manifest that they saw
			h.bundle.Credentials[line-1] = credentialOf(class, slipKey("office"))
			sortLines(h.bundle.Credentials)
			h.relined()
			lines := h.bundle.Credentials
			h.remanifest(func(m *Manifest) { m.PollBook = &PollBook{len(lines), CredentialsHash(lines).String()} })
			h.recount()
			h.enter(h.sign(slipKey("office"), stubPad, leaf))
		}
		h.reseal(h.signer.signNote)
		bundles[i], how[i] = h.file(), fmt.Sprintf("way %d for person %d", way, person)
	}
	for failing, n := range agree(t, bundles, how, judge) {
		if failing != "poll book" {
			t.Errorf("%d bundles fail only %q", n, failing)
		}
	}
}

// relined gives the honest stubs the numbers that their lines have now.
func (h *held) relined() {
	lines := issued()
	for i, s := range h.bundle.Stubs {
		key, _ := stubKey(lines, s)
		h.bundle.Stubs[i].Line, h.bundle.Stubs[i].Key = h.lineOf(key)
	}
	slices.SortFunc(h.bundle.Stubs, func(a, b Stub) int { return a.Line - b.Line })
}

// A receipt finds that its ballot was swapped, even where the server signed nothing.
func TestASwappedBallotIsFoundByItsVoter(t *testing.T) {
	h := holdBook()
	h.bundle.Leaves[leafOf(h, h.receipts[1])].Tag = sealing.Tag{1}
	h.reseal(h.signer.signNote)
	if checks := Verify(h.bundle, Evidence{}); !Valid(checks) {
		t.Fatal("without the receipt something fails: ", checks)
	}
	forms := receiptForms(h.receipts[1].Receipt, h.receipts[3].Receipt)
	for i, got := range receiptVerdicts(t, h, forms) {
		want := got["Verify"]
		if name := forms[i].name; name == "all members" || name == "another's signature" {
			want = "proof"
		}
		for verifier, verdict := range got {
			if verdict != want {
				t.Errorf("%s: %s says %q, want %q", forms[i].name, verifier, verdict, want)
			}
		}
	}
}
