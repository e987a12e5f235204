package tally

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// contest is a line of ../shared/counting, whose README says what each member is.
type contest struct {
	ID         string
	Method     string
	Seats      int
	Candidates []string
	Ballots    []string
	Votes      []int
	Lot        []int
	Expected   json.RawMessage
}

// contests reads a file of contests with known results. They lie beside the repository.
func contests(t *testing.T, file string) []contest {
	t.Helper()
	dir := os.Getenv("OSTRAKON_COUNTING")
	if dir == "" {
		dir = "../../../shared/counting"
	}
	f, err := os.Open(filepath.Join(dir, file))
	if os.IsNotExist(err) && os.Getenv("OSTRAKON_COUNTING") == "" {
		t.Skip("the contests with known results are not beside the repository")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []contest
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var c contest
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	if err := lines.Err(); err != nil || len(all) == 0 {
		t.Fatalf("%d contests: %v", len(all), err)
	}
	return all
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// papers are the ballots of a contest, each line as one paper with its weight.
func (c contest) papers(t *testing.T) []Paper {
	t.Helper()
	papers := make([]Paper, len(c.Ballots))
	for i, line := range c.Ballots {
		times, vote, _ := strings.Cut(line, ":")
		papers[i] = Paper{make([]byte, len(c.Candidates)), number(t, times)}
		for place, equals := range strings.Split(vote, ",") {
			if c.Method == "star" {
				papers[i].Marks[place] = byte(number(t, equals) + 1)
				continue
			}
			for option := range strings.SplitSeq(equals, "=") {
				papers[i].Marks[number(t, option)-1] = byte(place + 1)
			}
		}
	}
	return papers
}

// lot is the order that was drawn, or the order of the candidates.
func (c contest) lot() []int {
	if c.Lot != nil {
		return c.Lot
	}
	return natural(len(c.Candidates))
}

// natural is a lot in the order of the options.
func natural(options int) []int {
	lot := make([]int, options)
	for i := range lot {
		lot[i] = i
	}
	return lot
}

// count counts papers by way of their evidence.
func count(t *testing.T, r Rules, papers []Paper, lot []int) Outcome {
	t.Helper()
	for _, p := range papers {
		if f := r.Valid(p.Marks); f != NoFault {
			t.Fatalf("%v: %s", p.Marks, f)
		}
	}
	o, err := r.Count(r.Evidence(papers, lot), lot, Base{})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func ranking(m Method, options, seats int) Rules {
	return Rules{Method: m, Options: options, Seats: seats, Max: options, Draw: m != Schulze}
}

func expect[T any](t *testing.T, c contest) (e T) {
	t.Helper()
	if err := json.Unmarshal(c.Expected, &e); err != nil {
		t.Fatal(err)
	}
	return e
}

func same[T comparable](t *testing.T, what string, got, want []T) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s %v, published %v", what, got, want)
	}
}

func TestScottishCouncilsCountedTheSame(t *testing.T) {
	for _, c := range contests(t, "stv-scottish.jsonl") {
		t.Run(c.ID, func(t *testing.T) {
			e := expect[struct {
				Valid, Quota int
				Elected      []int
				ElectedAt    map[string]int
				Stages       [][]json.Number
				Misprints    [][2]int
			}](t, c)
			o := count(t, ranking(STV, len(c.Candidates), c.Seats), c.papers(t), c.lot())
			if o.Papers != e.Valid || o.Quota != e.Quota || len(o.Stages) != len(e.Stages) {
				t.Fatalf("%d papers, quota %d, %d stages; published %d, %d, %d", o.Papers, o.Quota, len(o.Stages), e.Valid, e.Quota,
					len(e.Stages))
			}
			same(t, "elected", slices.Sorted(slices.Values(o.Elected)), e.Elected)
			for i, stage := range o.Stages {
				for _, option := range stage.Elected {
					if at := e.ElectedAt[fmt.Sprint(option)]; at != i+1 {
						t.Errorf("%d elected at stage %d, published %d", option, i+1, at)
					}
				}
				for option, votes := range stage.Votes {
					printed := string(e.Stages[i][option])
					if printed != "" && !slices.Contains(e.Misprints, [2]int{i + 1, option + 1}) && !prints(votes, printed) {
						t.Errorf("stage %d, candidate %d: %d units, published %s", i+1, option+1, votes, printed)
					}
				}
			}
		})
	}
}

// prints reports whether units of 1/100000 are printed like this, with as many decimals, cut or
// rounded.
func prints(units int, printed string) bool {
	whole, decimals, _ := strings.Cut(printed, ".")
	part := 1
	for range 5 - len(decimals) {
		part *= 10
	}
	shown, err := strconv.Atoi(whole + decimals)
	return err == nil && (shown == units/part || shown == (units+part/2)/part)
}

// The official program may exclude several in one round, so its rounds are some of the stages.
func TestInstantRunoffsCountedTheSame(t *testing.T) {
	for _, c := range contests(t, "irv.jsonl") {
		t.Run(c.ID, func(t *testing.T) {
			e := expect[struct {
				Elected []int
				Rounds  [][]*int
			}](t, c)
			o := count(t, ranking(IRV, len(c.Candidates), 1), c.papers(t), c.lot())
			same(t, "elected", o.Elected, e.Elected)
			stage := 0
			for i, round := range e.Rounds {
				votes := make([]int, len(round))
				for option, v := range round {
					if v != nil {
						votes[option] = *v
					}
				}
				for stage < len(o.Stages) && !slices.Equal(o.Stages[stage].Votes, votes) {
					stage++
				}
				if stage == len(o.Stages) {
					t.Fatalf("no stage after that of round %d has the votes %v of the next: %+v", i, votes, o.Stages)
				}
			}
		})
	}
}

func TestSchulzesExamplesCountedTheSame(t *testing.T) {
	counted := 0
	for _, c := range contests(t, "condorcet.jsonl") {
		e := expect[map[string]struct {
			Winners        []int
			Ranking, Paths [][]int
		}](t, c)
		want, ok := e["schulze-winning"]
		if !ok {
			continue
		}
		counted++
		t.Run(c.ID, func(t *testing.T) {
			o := count(t, ranking(Schulze, len(c.Candidates), 1), c.papers(t), nil)
			winners, end := o.Elected, Elected
			if len(want.Winners) > 1 {
				winners, end = o.Tied, Tied
			}
			same(t, "winners", winners, want.Winners)
			if o.Ending != end || len(o.Elected)+len(o.Tied) != len(winners) {
				t.Errorf("%s, elected %v, tied %v", o.Ending, o.Elected, o.Tied)
			}
			for a := range want.Paths {
				same(t, fmt.Sprintf("paths from %d", a+1), o.Paths[a], want.Paths[a])
			}
			left := natural(len(c.Candidates))
			for i, layer := range want.Ranking { // those whom none of the rest beats
				unbeaten := slices.DeleteFunc(slices.Clone(left), func(a int) bool {
					return slices.ContainsFunc(left, func(b int) bool { return o.Paths[b][a] > o.Paths[a][b] })
				})
				same(t, fmt.Sprintf("layer %d", i+1), numbers(unbeaten), layer)
				left = without(left, unbeaten)
			}
		})
	}
	if counted != 8 {
		t.Errorf("%d contests have a result by Schulze's method, 8 expected", counted)
	}
}

// A tie that the published count left unbroken is found at the same step: the draw between the
// options that were reported as tied comes first.
func TestSTARElectionsCountedTheSame(t *testing.T) {
	unbroken := map[string]Draw{ // as the published reports name the step and the tied
		"star-test_election_all_threes_star":                                     {For: ForFinalist, Among: []int{1, 2, 3}},
		"star-test_election_all_zeroes_star":                                     {For: ForFinalist, Among: []int{1, 2, 3}},
		"star-test_election_use_no_description_tiebreaker":                       {For: ForFinalist, Among: []int{1, 2, 3}},
		"star-test_election_unbreakable_tie_for_second_in_score_round":           {For: ForFinalist, Among: []int{1, 2}},
		"star-test_election_unbreakable_tie_in_automatic_runoff_round":           {For: ForWinner, Among: []int{2, 3}},
		"star-test_election_unbreakable_three_way_tie_for_second_in_score_round": {For: ForFinalist, Among: []int{1, 2, 3}},
		"star-test_election_verbosity_2":                                         {For: ForFinalist, Among: []int{1, 2, 3}},
	}
	for _, c := range contests(t, "star.jsonl") {
		t.Run(c.ID, func(t *testing.T) {
			e := expect[struct {
				Scores, Elected []int
				Runoff          map[string]int
			}](t, c)
			o := count(t, ranking(STAR, len(c.Candidates), 1), c.papers(t), c.lot())
			same(t, "stars", o.Votes, e.Scores)
			if draw, ok := unbroken[c.ID]; ok != (len(o.Draws) > 0) ||
				ok && (o.Draws[0].For != draw.For || !slices.Equal(o.Draws[0].Among, draw.Among)) {
				t.Errorf("draws %+v, first published %+v", o.Draws, draw)
			}
			if len(e.Elected) == 0 {
				if len(o.Elected) != 1 {
					t.Errorf("elected %v, the draw elects one", o.Elected)
				}
			} else {
				same(t, "elected", o.Elected, e.Elected)
			}
			a, b := o.Finalists[0], o.Finalists[1]
			if len(e.Runoff) > 0 && (e.Runoff[fmt.Sprint(a)] != o.Prefers[a-1][b-1] ||
				e.Runoff[fmt.Sprint(b)] != o.Prefers[b-1][a-1]) {
				t.Errorf("runoff of %v: %v, published %v", o.Finalists, o.Prefers, e.Runoff)
			}
		})
	}
}
