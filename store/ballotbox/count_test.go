package ballotbox

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"ostrakon/store/tally"
)

func TestAResultIsCanonicalJSON(t *testing.T) {
	h := hold(1, 2)
	want := fmt.Sprintf(`{"cast":3,"electionId":"%s","invalid":0,"manifest":"%s","people":3,"questions":[{`+
		`"against":[],"base":0`+
		`,"blank":0,"cast":3,"draws":[],"drawDecided":"no",`+
		`"elected":[2],"ending":"elected","finalists":[],"fives":[],"method":"plurality","needed":0,"papers":3,"paths":[]`+
		`,"people":3,"prefers":[],"questionId":"%s",`+
		`"quota":0,"stages":[],"tied":[],"votes":[1,2]}],"version":4}`, h.manifest.ElectionID, h.manifest.Hash(),
		h.manifest.Questions[0].ID)
	want = strings.Replace(want, `"draws":[],"drawDecided":"no"`, `"drawDecided":"no","draws":[]`, 1) // sorted
	if got := string(h.bundle.Result); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	r, err := ParseResult(h.bundle.Result)
	if err != nil || r.Questions[0].Ending != tally.Elected || r.Questions[0].Votes[1] != 2 {
		t.Errorf("read as %+v, %v", r, err)
	}
	if _, err := ParseResult(append(h.bundle.Result, '\n')); !errors.Is(err, ErrNotCanonical) {
		t.Errorf("with a line feed: %v", err)
	}
}

// Three vote with weights of 1 and 3, one of them blank, and two more ballots count for nothing.
func TestWeightsBlanksAndInvalidPapersAddUp(t *testing.T) {
	h := open(2, func(m *Manifest) { m.Electorate, m.Quorum = rollOf(12, 3), &Quorum{Least: []int{1, 3}} })
	var papers []Opened
	for i, marks := range [][]byte{{1, 0}, {0, 1}, {0, 0}, {1, 1}, {9, 0}} {
		papers = append(papers, Opened{Marks: marks, Class: 2 - i%2})
	}
	h.cast(papers...)
	r := must(ParseResult(h.bundle.Result))
	if q := r.Questions[0]; r.People != 5 || r.Cast != 11 || r.Invalid != 4 || q.Papers != 4 || q.Blank != 3 ||
		!slices.Equal(q.Votes, []int{3, 1}) {
		t.Errorf("%s", h.bundle.Result)
	}
	if want := (QuorumResult{Needed: 5, Met: true}); *r.Questions[0].Quorum != want { // a third of 15 people
		t.Errorf("quorum %+v, want %+v", *r.Questions[0].Quorum, want)
	}
	if want := "0 4 invalid\n1 4 papers\n1 3 blank\n1 3 votes 1\n1 1 votes 2\n"; string(h.bundle.Counts) != want {
		t.Errorf("counts\n%s\nwant\n%s", h.bundle.Counts, want)
	}
}

// Of 12 people of weight 1 and 3 of weight 4 the half is 8, and of their 24 votes 12.
func TestAQuorumCountsPeopleWeightsOrBoth(t *testing.T) {
	for _, c := range []struct {
		of           QuorumOf
		people, cast int
		want         QuorumResult
	}{
		{QuorumOfPeople, 7, 16, QuorumResult{8, 0, false}},
		{QuorumOfPeople, 8, 8, QuorumResult{8, 0, true}},
		{QuorumOfWeights, 3, 12, QuorumResult{0, 12, true}},
		{QuorumOfWeights, 11, 11, QuorumResult{0, 12, false}},
		{QuorumOfBoth, 7, 16, QuorumResult{8, 12, false}},
		{QuorumOfBoth, 11, 11, QuorumResult{8, 12, false}},
		{QuorumOfBoth, 9, 12, QuorumResult{8, 12, true}},
	} {
		q := Quorum{[]int{1, 2}, c.of}
		if got := *q.result(Turnout{15, 24}, Turnout{c.people, c.cast}); got != c.want {
			t.Errorf("%q, %d people with %d votes: %+v, want %+v", c.of, c.people, c.cast, got, c.want)
		}
	}
}

func TestAMissedQuorumElectsNobody(t *testing.T) {
	for _, c := range []struct {
		people, n, d, voters int
		met                  bool
	}{
		{100, 1, 4, 12, false}, {48, 1, 4, 12, true}, {49, 1, 4, 12, false}, {12, 1, 1, 12, true}, {13, 100, 100, 12, false},
		{1200, 1, 100, 12, true},
	} {
		h := holdWith(func(m *Manifest) {
			m.Electorate, m.Quorum = rollOf(c.people, 0), &Quorum{Least: []int{c.n, c.d}}
		}, 5, 4, 3)
		r := must(ParseResult(h.bundle.Result))
		q := r.Questions[0]
		if q.Quorum.Met != c.met || (q.Ending == tally.NoQuorum) == c.met || (len(q.Elected) == 0) == c.met ||
			q.Votes[0] != 5 {
			t.Errorf("%+v: %s", c, h.bundle.Result)
		}
	}
}

// The place in the draw is that of SHA-256("ostrakon/draw/4\0" ‖ codes root ‖ election id ‖ option
// id), and the root that of RFC 6962 over the codes.
func TestADrawGoesToTheSmallestHash(t *testing.T) {
	won := make(map[int]bool)
	for n := range 60 {
		// 3 is not among those tied
		h := holdWith(func(m *Manifest) { m.ElectionID, m.Questions[0].Draw = idOf(fmt.Sprint(n)), true }, 2, 2, 1, 2)
		var leaves []Hash
		for _, c := range h.bundle.Codes {
			leaves = append(leaves, Hash(tlog.RecordHash([]byte("ostrakon/codes/4\x00"+string(c[:])))))
		}
		root := MerkleRoot(leaves)
		want, best := 0, ""
		for _, option := range []int{1, 2, 4} {
			hash := sha256.Sum256([]byte("ostrakon/draw/4\x00" + string(root[:]) + h.manifest.ElectionID +
				h.manifest.Questions[0].Options[option-1].ID))
			if best == "" || string(hash[:]) < best {
				want, best = option, string(hash[:])
			}
		}
		q := must(ParseResult(h.bundle.Result)).Questions[0]
		if !slices.Equal(q.Elected, []int{want}) || len(q.Draws) != 1 || !slices.Equal(q.Draws[0].Among, []int{1, 2, 4}) ||
			q.Decided != tally.DrawYes {
			t.Fatalf("%+v, want %d", q, want)
		}
		won[want] = true
	}
	if len(won) != 3 {
		t.Errorf("in 60 draws among three only %v ever win", won)
	}
}

func TestCountRefusesWhatCannotBeABox(t *testing.T) {
	h := holdWith(func(m *Manifest) { m.Electorate = rollOf(12, 3) }, 2, 1)
	m, b := h.manifest, h.bundle
	weighty := slices.Clone(h.opened)
	weighty[0].Class = 2
	for name, err := range map[string]error{
		"more papers than were cast":  second(m.Count(b.Leaves[:2], h.opened, PapersIn{})),
		"papers that weigh more":      second(m.Count(b.Leaves, weighty, PapersIn{})),
		"evidence of another box":     second(m.Recount(b.Leaves[:2], b.Codes, b.Counts, nil)),
		"evidence that is incomplete": second(m.Recount(b.Leaves, b.Codes, b.Counts[:20], nil)),
	} {
		if err == nil {
			t.Errorf("%s are counted", name)
		}
	}
}

func second[T any](_ T, err error) error { return err }

func TestARecountGivesTheSameBytes(t *testing.T) {
	for name, h := range map[string]*held{"an assembly": assembly(), "stages": stages(false), "a draw": drawnTie(),
		"nobody": hold(0, 0)} {
		b := h.bundle
		c, err := h.manifest.Recount(b.Leaves, b.Codes, b.Counts, b.Result)
		if err != nil || !bytes.Equal(c.Raw, b.Result) || !bytes.Equal(c.Counts, b.Counts) {
			t.Errorf("%s: %v\n%s\nwant %s", name, err, c.Raw, b.Result)
		}
	}
}

func TestTheOrderOfPapersTellsNothing(t *testing.T) {
	h := assembly()
	counts, result := h.bundle.Counts, h.bundle.Result
	slices.Reverse(h.opened)
	if h.recount(); !bytes.Equal(h.bundle.Counts, counts) || !bytes.Equal(h.bundle.Result, result) {
		t.Error("papers in another order give other counts or another result")
	}
}

func TestSealsAndNoticesSurviveTheirText(t *testing.T) {
	h := assembly()
	if got, n, err := h.manifest.openSeal(h.bundle.Seal); err != nil || got != h.seal() || n != 2 {
		t.Errorf("%+v of %d, %v\nwant %+v", got, n, err, h.seal())
	}
	n := Notice{ElectionID: h.manifest.ElectionID, Manifest: h.manifest.Hash(), ClosesAt: "2026-05-02T18:00:00Z",
		Reason: strings.Repeat("é", MaxReason)}
	resumed := n
	resumed.ClosesAt, resumed.BackupAt = "", n.ClosesAt
	for _, n := range []Notice{n, resumed} {
		if got, err := h.manifest.OpenNotice(must(h.signer.Notice(n))); err != nil || got != n {
			t.Errorf("%+v, %v\nwant %+v", got, err, n)
		}
	}
	for name, edit := range map[string]func(*Notice){
		"no reason": func(n *Notice) { n.Reason = "" }, "a long reason": func(n *Notice) { n.Reason += "é" },
		"two lines": func(n *Notice) { n.Reason = "a\nb" },
		"no time":   func(n *Notice) { n.ClosesAt = "" }, "two times": func(n *Notice) { n.BackupAt = n.ClosesAt },
		"a time of a backup with a fraction": func(n *Notice) { n.ClosesAt, n.BackupAt = "", "2026-05-02T18:00:00.1Z" },
		"a time with a fraction":             func(n *Notice) { n.ClosesAt = "2026-05-02T18:00:00.1Z" },
	} {
		wrong := n
		if edit(&wrong); second(h.signer.Notice(wrong)) == nil {
			t.Errorf("%s: signed", name)
		}
	}
}
