package leaktest

import (
	"encoding/base32"
	"fmt"
	"math"
	mathrand "math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// electors is how many vote, one at a time: 250, and 500 where OSTRAKON_LONG is set.
func electors() int {
	if os.Getenv("OSTRAKON_LONG") != "" {
		return 500
	}
	return 250
}

// electorate is who votes, in which order, and what: the truth that claims are held against.
type electorate struct {
	arrival    []voter
	candidates []candidate
	choice     map[voter]candidate
}

// newElectorate lets voters come in an order, and choose, by a draw that is the same each time.
func newElectorate(voters []voter, candidates []candidate) electorate {
	draw := mathrand.New(mathrand.NewPCG(1, 2))
	e := electorate{slices.Clone(voters), candidates, make(map[voter]candidate)}
	draw.Shuffle(len(e.arrival), func(i, j int) { e.arrival[i], e.arrival[j] = e.arrival[j], e.arrival[i] })
	for _, v := range e.arrival {
		e.choice[v] = candidates[draw.IntN(len(candidates))]
	}
	return e
}

func id() string {
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(randomKey()))
}

// loot is what any thief has from the start, who knows where marks and ballots are and what ballots
// look like; half of the voters tell how they voted.
func (e electorate) loot(marks, ballots string, isBallot func(key, value []byte) bool) *loot {
	l := &loot{marks: marks, ballots: ballots, isBallot: isBallot, arrival: e.arrival, choices: e.candidates,
		told: make(map[voter]candidate)}
	for _, c := range e.candidates {
		l.rawChoices = append(l.rawChoices, c.raw())
	}
	for _, v := range e.arrival[:electors()/2] {
		l.told[v] = e.choice[v]
	}
	return l
}

func (e electorate) number(c candidate) int { return slices.Index(e.candidates, c) }

// right is how many claims of a finding are true.
func (e electorate) right(f finding) int {
	n := 0
	for v, c := range f.claims {
		if e.choice[v] == c {
			n++
		}
	}
	return n
}

// byChance is more than a guess gets right by chance, for claims about n voters, in all but one of
// a thousand million runs: six standard deviations above naming always who got most votes.
func (e electorate) byChance(n int) int {
	votes := make(map[candidate]int)
	for _, c := range e.choice {
		votes[c]++
	}
	p := float64(votes[mostVotes(votes)]) / float64(electors())
	return int(math.Ceil(float64(n)*p + 6*math.Sqrt(float64(n)*p*(1-p))))
}

// dueBackup tells after which votes there is a backup: every 50, and in the quiet hours at the end
// after each.
func dueBackup(n int) bool { return n%50 == 49 || n >= electors()-21 }

func read(t *testing.T, path string) image {
	t.Helper()
	raw := must(os.ReadFile(path))(t)
	return image(raw)
}

// nothingLearnt asserts that no finding tells a choice for sure, and none guesses better than
// chance.
func (e electorate) nothingLearnt(t *testing.T, when string, findings []finding) {
	t.Helper()
	best, most := "none", 0.0
	for _, f := range findings {
		right := e.right(f)
		if f.certain && len(f.claims) > 0 {
			t.Errorf("%s: %s: tells the choices of %d voters, of which %d are right", when, f.way, len(f.claims), right)
		}
		if right > e.byChance(len(f.claims)) {
			t.Errorf("%s: %s: %d of %d guesses are right, chance gives at most %d", when, f.way, right, len(f.claims),
				e.byChance(len(f.claims)))
		}
		if share := float64(right) / float64(max(1, len(f.claims))); share > most {
			most, best = share, fmt.Sprintf("%s, %d of %d right", f.way, right, len(f.claims))
		}
	}
	t.Logf("%s: %d ways tried, the best guess: %s", when, len(findings), best)
}
