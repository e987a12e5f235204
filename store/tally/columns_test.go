package tally

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"
)

// split puts each paper of a contest into one of two piles by chance, piece by piece.
func split(rng *rand.Rand, papers []Paper) (online, paper []Paper) {
	for _, p := range papers {
		some := rng.IntN(p.Weight + 1)
		if some > 0 {
			online = append(online, Paper{p.Marks, some})
		}
		if some < p.Weight {
			paper = append(paper, Paper{p.Marks, p.Weight - some})
		}
	}
	return online, paper
}

// The 237 contests of Scottish councils, and all others, give the same count when each paper was cast online or on
// paper by chance, and the evidence of both is added.
func TestContestsSplitIntoOnlineAndPaperCountTheSame(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 3))
	for _, file := range []string{"stv-scottish.jsonl", "irv.jsonl", "star.jsonl"} {
		n := 0
		for _, c := range contests(t, file) {
			method := map[string]Method{"stv-scottish.jsonl": STV, "irv.jsonl": IRV, "star.jsonl": STAR}[file]
			r, papers, lot := ranking(method, len(c.Candidates), max(1, c.Seats)), c.papers(t), c.lot()
			online, paper := split(rng, papers)
			a, b := r.Columns(online, paper, lot)
			sum, err := r.Sum(a, b)
			if err != nil {
				t.Fatalf("%s: %v", c.ID, err)
			}
			whole := r.Evidence(papers, lot)
			if !reflect.DeepEqual(sum, whole) {
				t.Fatalf("%s: the columns add up to other evidence than that of all papers", c.ID)
			}
			if o, err := r.Count(sum, lot, Base{}); err != nil || !reflect.DeepEqual(o, count(t, r, papers, lot)) {
				t.Fatalf("%s: another count: %v", c.ID, err)
			}
			n++
		}
		t.Logf("%s: %d contests", file, n)
	}
}

func TestAColumnMustBeEvidenceByItself(t *testing.T) {
	r := Rules{Method: Plurality, Options: 2, Seats: 1, Max: 1}
	good := Evidence{Papers: 2, Votes: []int{1, 1}}
	for name, bad := range map[string]Evidence{
		"votes without papers": {Papers: 1, Votes: []int{1, 1}},
		"votes below none":     {Papers: 1, Votes: []int{2, -1}},
		"fewer figures":        {Papers: 1, Votes: []int{1}},
	} {
		for _, pair := range [][2]Evidence{{good, bad}, {bad, good}} {
			if _, err := r.Sum(pair[0], pair[1]); !errors.Is(err, ErrEvidence) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	irv := ranking(IRV, 2, 1)
	of := func(papers int, decided DrawDecided) Evidence {
		e := Evidence{Papers: papers, Decided: decided}
		if papers > 0 {
			e.Used = []Used{{papers, []int{1}}}
		}
		return e
	}
	for _, pair := range [][2]Evidence{{of(1, DrawYes), of(1, DrawNo)}, {of(1, DrawNo), of(0, DrawYes)}} {
		if _, err := irv.Sum(pair[0], pair[1]); !errors.Is(err, ErrEvidence) {
			t.Errorf("%+v: %v", pair, err)
		}
	}
	if sum, err := irv.Sum(of(0, DrawNo), of(1, DrawYes)); err != nil || sum.Decided != DrawYes {
		t.Errorf("%+v: %v", sum, err)
	}
}
