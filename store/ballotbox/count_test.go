package ballotbox

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ostrakon/store/tally"
)

// votesFor are ballots with so many votes for each candidate of a manifest.
func votesFor(m *Manifest, votes ...int) []Choice {
	var ballots []Choice
	for i, n := range votes {
		ballots = append(ballots, slices.Repeat([]Choice{must(ParseChoice(m.Candidates[i].ID))}, n)...)
	}
	return ballots
}

// short writes a result as "outcome: candidate=votes/rank, ..." with a star for the winner;
// candidates are numbered as in the manifest.
func short(m *Manifest, r *Result) string {
	var lines []string
	for _, c := range r.Candidates {
		i := slices.IndexFunc(m.Candidates, func(s Standing) bool { return s.ID == c.CandidateID })
		line := fmt.Sprintf("%d=%d/%d", i, c.Votes, c.Rank)
		if c.Winner {
			line += "*"
		}
		lines = append(lines, line)
	}
	return fmt.Sprintf("%s: %s", r.Outcome, strings.Join(lines, " "))
}

func TestCount(t *testing.T) {
	for _, c := range []struct {
		name     string
		tieBreak TieBreak
		votes    []int
		want     string
	}{
		{"most votes win", TieStated, []int{1, 3, 2}, "winner: 1=3/1* 2=2/2 0=1/3"},
		{"a tie is stated", TieStated, []int{2, 1, 2}, "tie: 0=2/1 2=2/1 1=1/3"},
		{"equal votes share a rank, the next are skipped", TieStated, []int{2, 3, 2, 0, 1}, "winner: 1=3/1* 0=2/2 2=2/2 4=1/4 3=0/5"},
		{"a tie below the first place is not drawn", TieDraw, []int{1, 3, 1}, "winner: 1=3/1* 0=1/2 2=1/2"},
		{"nobody voted", TieStated, []int{0, 0}, "no_ballots: 0=0/1 1=0/1"},
		{"nobody voted, so nothing is drawn", TieDraw, []int{0, 0}, "no_ballots: 0=0/1 1=0/1"},
		{"one ballot", TieDraw, []int{0, 1}, "winner: 1=1/1* 0=0/2"},
		{"everybody ties", TieStated, []int{1, 1, 1}, "tie: 0=1/1 1=1/1 2=1/1"},
	} {
		m := open(c.tieBreak, len(c.votes)).manifest
		ballots := votesFor(m, c.votes...)
		r, raw, err := Count(m, ballots, filled(2, 32))
		if err != nil || short(m, r) != c.want || r.Ballots != len(ballots) {
			t.Errorf("%s: %s, %v\nwant %s", c.name, short(m, r), err, c.want)
		}
		slices.Reverse(ballots)
		if _, again, err := Count(m, ballots, filled(2, 32)); err != nil || !bytes.Equal(again, raw) {
			t.Errorf("%s: another order of ballots gives another result", c.name)
		}
	}
}

func TestADrawGoesToTheSmallestHash(t *testing.T) {
	m := open(TieDraw, 4).manifest
	ballots := votesFor(m, 3, 3, 1, 3) // 2 is not among those tied
	won := make(map[string]int)
	for n := range 60 {
		seed := filled(byte(n), 32)
		want, best := "", ""
		for _, i := range []int{0, 1, 3} {
			h := sha256.Sum256([]byte("ostrakon/draw/1\x00" + string(seed) + m.ElectionID + m.Candidates[i].ID))
			if best == "" || string(h[:]) < best {
				want, best = m.Candidates[i].ID, string(h[:])
			}
		}
		r, _, err := Count(m, ballots, seed)
		if err != nil || r.Outcome != OutcomeDraw || !slices.Equal(r.Winners, []string{want}) {
			t.Fatalf("seed %d: %v, %v, want %s", n, r, err, want)
		}
		for i, c := range r.Candidates[:3] {
			if c.Rank != 1 || c.Winner != (c.CandidateID == want) || c.CandidateID != m.Candidates[[]int{0, 1, 3}[i]].ID {
				t.Errorf("seed %d: a draw changes more than who wins: %+v", n, r.Candidates)
			}
		}
		won[want]++
	}
	if len(won) != 3 {
		t.Errorf("in 60 draws among three only %d ever win", len(won))
	}
}

func TestABallotForNobodyIsAnError(t *testing.T) {
	m := open(TieStated, 2).manifest
	if _, _, err := Count(m, append(votesFor(m, 1, 1), Choice{1}, Choice{2}), nil); err == nil || !strings.Contains(err.Error(), "2 ballots") {
		t.Errorf("%v", err)
	}
}

func TestAResultIsCanonicalJSON(t *testing.T) {
	m := open(TieStated, 2).manifest
	_, raw, err := Count(m, votesFor(m, 1, 2), nil)
	want := fmt.Sprintf(`{"ballots":3,"candidates":[{"candidateId":"%[2]s","rank":1,"votes":2,"winner":true},`+
		`{"candidateId":"%[1]s","rank":2,"votes":1,"winner":false}],"electionId":"%[3]s","manifest":"%[4]s","method":"plurality",`+
		`"outcome":"winner","version":1,"winners":["%[2]s"]}`, m.Candidates[0].ID, m.Candidates[1].ID, m.ElectionID, m.hash)
	if err != nil || string(raw) != want {
		t.Errorf("%s, %v\nwant %s", raw, err, want)
	}
	r, err := ParseResult(raw)
	if err != nil || r.Outcome != tally.Winner || r.Candidates[0].Votes != 2 {
		t.Errorf("read as %+v, %v", r, err)
	}
	if _, err := ParseResult(append(raw, '\n')); !errors.Is(err, ErrNotCanonical) {
		t.Errorf("with a line feed: %v", err)
	}
	if got, want := ResultHash(raw), Hash(sha256.Sum256([]byte("ostrakon/result/1\x00"+string(raw)))); got != want {
		t.Errorf("hash %s, want %s", got, want)
	}
	if _, tied, _ := Count(m, votesFor(m, 1, 1), nil); !bytes.Contains(tied, []byte(`"winners":[]`)) {
		t.Errorf("no winner is not an empty array: %s", tied)
	}
}

func TestASealSurvivesItsText(t *testing.T) {
	h := hold(TieDraw, 2, 2, 1)
	want := h.seal()
	got, err := h.manifest.openSeal(h.bundle.Seal)
	if err != nil || got.text() != want.text() || !bytes.Equal(got.TieSeed, h.secret.TieSeed()) {
		t.Errorf("%+v, %v\nwant %+v", got, err, want)
	}
	if again := must(h.signer.Seal(want)); !bytes.Equal(again, h.bundle.Seal) {
		t.Error("the same seal is signed otherwise the second time")
	}
}

func TestTheRootsOfASealAreThoseOfTheProtocol(t *testing.T) {
	h := hold(TieStated, 2, 1)
	root := func(a, b, c []byte) Hash { // of three records: the third stands alone on the right
		leaf := func(r []byte) string { h := sha256.Sum256(append([]byte{0}, r...)); return string(h[:]) }
		node := func(l, r string) string { h := sha256.Sum256([]byte("\x01" + l + r)); return string(h[:]) }
		return Hash([]byte(node(node(leaf(a), leaf(b)), leaf(c))))
	}
	ballot := func(i int) []byte { return append([]byte("ostrakon/counted/1\x00"), h.bundle.Ballots[i][:]...) }
	code := func(i int) []byte { return append([]byte("ostrakon/codes/1\x00"), h.bundle.Codes[i][:]...) }
	s := h.seal()
	if want := root(ballot(0), ballot(1), ballot(2)); s.BallotsRoot != want {
		t.Errorf("ballots: %s, want %s", s.BallotsRoot, want)
	}
	if want := root(code(0), code(1), code(2)); s.CodesRoot != want {
		t.Errorf("codes: %s, want %s", s.CodesRoot, want)
	}
}
