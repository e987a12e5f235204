package ballotfile

import (
	"reflect"
	"strings"
	"testing"

	"ostrakon/store/tally"
)

const board = `5 2  # five for two seats
-2
3 1 4=3 0
(A7) 1 4 - 3 0
2 5 2 = 1 0
1 0
0
"Ada Okafor" "Bo (withdrew)"
"Cy"  "Dé Lind"
Eve
"Board # 2030"
`

func paper(weight int, marks ...byte) tally.Paper { return tally.Paper{Marks: marks, Weight: weight} }

func TestReadBLT(t *testing.T) {
	got, err := Read([]byte("\ufeff" + board))
	if err != nil || len(got) != 1 {
		t.Fatal(got, err)
	}
	want := Contest{
		Title: "Board # 2030", Method: tally.STV, Seats: 2, Kind: tally.Ranks,
		Candidates: []Candidate{{1, "Ada Okafor", ""}, {3, "Cy", ""}, {4, "Dé Lind", ""}, {5, "Eve", ""}},
		// The skipped rank is closed up, and so is the rank of 2, who withdrew.
		Papers: []tally.Paper{paper(3, 1, 2, 2, 0), paper(1, 0, 2, 1, 0), paper(2, 2, 0, 0, 1), paper(1, 0, 0, 0, 0)},
	}
	if !reflect.DeepEqual(got[0], want) {
		t.Errorf("%+v\nwant %+v", got[0], want)
	}
	if got, err := Read([]byte(strings.ReplaceAll(strings.ReplaceAll(board, "# five for two seats", ""), "\n",
		"\r\n"))); err != nil || !reflect.DeepEqual(got[0], want) {
		t.Errorf("with other line ends %+v, %v", got, err)
	}
	got, err = Read([]byte(`2 1 1 2 1 0 0 "Ada" "7" "" "source" "comment"`))
	if err != nil || got[0].Candidates[1].Name != "7" ||
		!reflect.DeepEqual(got[0].Papers, []tally.Paper{paper(1, 2, 1)}) {
		t.Errorf("on one line %+v, %v", got, err)
	}
}

func TestReadBLTNamesTheLineThatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       "line 1: how many candidates",
		"1 1":                                    "line 1: how many candidates",
		"101 1":                                  "line 1: how many candidates",
		"3 4":                                    "line 1: how many seats there are must be a number from 1 to 3",
		"3 1\n-4":                                "line 2: candidate 4 withdrew, but there are 3",
		"2 1\nx 1 0":                             `line 2: a line of papers begins with how often it counts, not with "x"`,
		"2 1\n1 1 2 0":                           "line 2: a line of papers begins with how often it counts",
		"2 1\n\n1 1 1 0":                         "line 3: candidate 1 is ranked twice",
		"2 1\n1 3 0":                             `line 2: "3" is not one of the 2 candidates`,
		"2 1\n1 1 -2 0":                          `line 2: "-2" is not one`,
		"2 1\n1 =1 0":                            `line 2: "=" is not one`,
		"2 1\n1 1== 2 0":                         `line 2: "=" is not one`,
		"2 1\n1 1=0":                             `line 2: "0" is not one`,
		"2 1\n1 1=- 2 0":                         `line 2: "-" is not one`,
		"2 1\n1 1 -=2 0":                         `line 2: "=" is not one`,
		"2 1\n-1 1 0":                            "line 2: a line of papers begins",
		"2 1\n10000000001 1 0\n0 A B":            "line 2: a paper must count at least once",
		"2 1\n9999999999 1 0\n2 1 0\n0 A B":      "line 3: a paper must count at least once",
		"2 1\n99999999999999999999 1 0\n0 A B":   "line 2: a line of papers begins",
		"2 1\n(id\n1 1 0":                        "line 2: a text has no end",
		"2 1\n1 1 0\n0\n\"A\"":                   "line 4: the name of candidate 2 is missing",
		"2 1\n0\n\"A\n\"\"B\"":                   "line 3: a text has no end",
		`2 1 0 "A" "B" "T" "s" "c" "more"`:       `line 1: "more" belongs to nothing`,
		"2 1\n0\n\"A\x1b[2J\" \"B\"":             "line 3: the name",
		"2 1\n0\n\"A\u202eB\" \"B\"":             "turn the direction of writing",
		"2 1\n0\nA\n" + strings.Repeat("B", 501): "line 4: the name",
		"2 1\n1 1 )0":                            `line 2: ")" belongs to nothing`,
		"2 1\n\xff":                              "not UTF-8",
		strings.Repeat(" ", MaxBytes+1):          "larger than",
	} {
		if _, err := Read([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}

func TestNamesOfBLTFilesAreRightOrRefused(t *testing.T) {
	file := func(names ...string) []byte {
		return []byte("3 1\n4 2 0\n2 1 0\n1 3 0\n0\n" + strings.Join(names, "\n") + "\n")
	}
	for _, names := range [][]string{
		{`"Ann Lee"`, `"Bo"`, `"Cy"`, `"Chair"`},
		{`"Ann Lee"`, `Bo`, `Cy`},
		{`# those who stand`, `"Ann Lee" # since 2020`, ``, `"Bo" "Cy"`, `"Chair"`},
		{`"Ann Lee" "Bo" "Cy" "Chair"`, `"a source"`},
		{"\t\"Ann Lee\"\r", "\u00a0Bo\r", "Cy\r", "Chair\r"},
	} {
		got, err := Read(file(names...))
		if err != nil || !reflect.DeepEqual(got[0].Candidates,
			[]Candidate{{1, "Ann Lee", ""}, {2, "Bo", ""}, {3, "Cy", ""}}) {
			t.Errorf("%q: %+v, %v", names, got, err)
		}
	}
	for _, first := range []string{
		`"Robert "Bob" Smith"`, `"Robert \"Bob\" Smith"`, `"Robert ""Bob"" Smith"`, `"Robert " Bob " Smith"`,
		`"Robert " "Bob" " Smith"`, `"Robert "" Smith"`, `"Robert 'Bob' Smith" Jr`, `Robert "Bob" Smith`, `Robert"Bob`,
		`Ann Lee`, `Ann #1`, `Ann (the elder)`, `Ann#1`,
	} {
		if got, err := Read(file(first, `"Carol Jones"`, `"Dee Ode"`, `"Chair 2026"`)); err == nil {
			t.Errorf("%q: %+v", first, got[0].Candidates)
		}
	}
}

func TestLinesOfPapersAreLimited(t *testing.T) {
	c, total := Contest{Papers: make([]tally.Paper, maxLines)}, 0
	if err := c.add(&total, paper(1, 1, 0)); err == nil || len(c.Papers) > maxLines {
		t.Errorf("%d lines were taken, %v", len(c.Papers), err)
	}
}

func TestReadLines(t *testing.T) {
	got, err := Read([]byte(` {"id":"a","title":"T","method":"stv-scottish","seats":2,"candidates":["A","B","C"],` +
		`"ballots":["12:3,1=2","1:"],"lot":[2,0,1],"expected":{}}

{"method":"ranking","candidates":["A","B"],"ballots":[]}
{"method":"star","candidates":["A","B"],"ballots":["3:0,5"]}
{"method":"confirm","seats":1,"threshold":{"least":[2,3],"of":"cast"},"candidates":["A"],` +
		`"ballots":["3:y","2:n","1:a","1:"]}
{"method":"cumulate","seats":2,"max":13,"each":3,"candidates":["A","B"],"ballots":["4:3,0","1:"]}
{"method":"block","seats":1,"groups":["North"],"candidates":["A","B"],"kinds":["x",""],` +
		`"quotas":[{"kind":"x","least":1}]}`))
	want := []Contest{
		{ID: "a", Title: "T", Method: tally.STV, Seats: 2, Candidates: []Candidate{{1, "A", ""}, {2, "B", ""}, {3, "C", ""}},
			Lot: []int{2, 0, 1}, Kind: tally.Ranks,
			Papers: []tally.Paper{paper(12, 2, 2, 1), paper(1, 0, 0, 0)}},
		{Method: tally.Schulze, Candidates: []Candidate{{1, "A", ""}, {2, "B", ""}}, Kind: tally.Ranks},
		{Method: tally.STAR, Candidates: []Candidate{{1, "A", ""}, {2, "B", ""}}, Papers: []tally.Paper{paper(3, 1, 6)},
			Kind: tally.Stars},
		{Method: tally.Confirm, Seats: 1, Candidates: []Candidate{{1, "A", ""}}, Kind: tally.YesNo,
			Threshold: &tally.Threshold{Least: []int{2, 3}, Of: tally.OfCast},
			Papers:    []tally.Paper{paper(3, 1), paper(2, 2), paper(1, 3), paper(1, 0)}},
		{Method: tally.Cumulate, Seats: 2, Max: 13, Each: 3, Candidates: []Candidate{{1, "A", ""}, {2, "B", ""}},
			Kind: tally.Amounts, Papers: []tally.Paper{paper(4, 3, 0), paper(1, 0, 0)}},
		{Method: tally.Block, Seats: 1, Groups: []string{"North"},
			Quotas: []tally.KindQuota{{Kind: "x", Least: 1}}, Kind: tally.Ranks,
			Candidates: []Candidate{{1, "A", "x"}, {2, "B", ""}}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\n%+v\nwant %+v", err, got, want)
	}
	for text, want := range map[string]string{
		`{`:                                    "line 1: unexpected end",
		"{\"candidates\":[\"A\",\"B\"]}\n\n[]": "line 3: ",
		`{"candidates":["A"],"threshold":{"least":[1,2],"of":"electorate"}}`: "electoral roll",
		`{"method":"cumulate","candidates":["A","B"],"ballots":["1:3"]}`:     "one for each candidate",
		`{"method":"cumulate","candidates":["A"],"ballots":["1:+3"]}`:        "no number of marks",
		`{"method":"confirm","candidates":["A"],"ballots":["1:yes"]}`:        "none of yna",
		`{"candidates":["A","B"],"kinds":["x"]}`:                             "one for each candidate",
		`{"candidates":["A","B"],"kinds":["x","\u0007"]}`:                    "control characters",
		`{"candidates":["A","B"],"groups":["\u0007"]}`:                       "control characters",
		`{"candidates":["A","B"],"kinds":["x",""],"quotas":[{"kind":"y"}]}`:  `of the kind "y"`,
		`{"candidates":["A","B"],"kinds":["x",""],"quotas":[{"least":1}]}`:   `of the kind ""`,
		`{"candidates":["A","B"],"quotas":[{"kind":"x","least":1}]}`:         `of the kind "x"`,
		`{"candidates":["A","B"],"quotas":"x"}`:                              "line 1: ",
		`{"lists":["A","B"],"votes":[1,2],"kinds":["x",""]}`:                 "has lists",
		`{"candidates":[]}`:                                            "1 to 100 candidates",
		`{"candidates":["A","\u0007"]}`:                                "control characters",
		`{"candidates":["A","B"],"lot":[0,2]}`:                         "lot must have",
		`{"candidates":["A","B"],"lot":[0]}`:                           "lot must have",
		`{"candidates":["A","B"],"lot":[]}`:                            "lot must have",
		`{"candidates":["A","B"],"ballots":["1"]}`:                     `ballot "1": it must be TIMES:VOTE`,
		`{"candidates":["A","B"],"ballots":["0:1"]}`:                   "at least once",
		`{"candidates":["A","B"],"ballots":["1:3"]}`:                   "each only once",
		`{"candidates":["A","B"],"ballots":["1:1=1"]}`:                 "each only once",
		`{"candidates":["A","B"],"ballots":["1:1,,2"]}`:                "each only once",
		`{"method":"star","candidates":["A","B"],"ballots":["1:6,0"]}`: "none of 012345",
		`{"method":"star","candidates":["A","B"],"ballots":["1:1"]}`:   "for each candidate",
	} {
		if _, err := Read([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestMarksAreWhatTheMethodReads(t *testing.T) {
	c := Contest{Seats: 2, Kind: tally.Ranks, Candidates: make([]Candidate, 4), Papers: []tally.Paper{
		paper(1, 1, 2, 3, 4), paper(2, 1, 2, 2, 3), paper(4, 1, 1, 0, 0), paper(8, 0, 1, 0, 0), paper(16, 0, 0, 0, 0)}}
	blank := paper(16, 0, 0, 0, 0)
	for _, tc := range []struct {
		method  tally.Method
		max     int
		papers  []tally.Paper
		invalid int
	}{
		{tally.STV, 4, []tally.Paper{paper(1, 1, 2, 3, 4), paper(2, 1, 0, 0, 0), paper(8, 0, 1, 0, 0), blank}, 4},
		{tally.Schulze, 4, c.Papers, 0},
		{tally.Plurality, 1, []tally.Paper{paper(1, 1, 0, 0, 0), paper(2, 1, 0, 0, 0), paper(8, 0, 1, 0, 0), blank}, 4},
		{tally.Block, 2, []tally.Paper{paper(4, 1, 1, 0, 0), paper(8, 0, 1, 0, 0), blank}, 3},
		{tally.Approval, 4, []tally.Paper{paper(1, 1, 1, 1, 1), paper(2, 1, 1, 1, 1), paper(4, 1, 1, 0, 0),
			paper(8, 0, 1, 0, 0), blank}, 0},
	} {
		papers, invalid, err := c.Marks(tally.Rules{Method: tc.method, Options: 4, Seats: 2, Max: tc.max, Draw: true})
		if err != nil || invalid != tc.invalid || !reflect.DeepEqual(papers, tc.papers) {
			t.Errorf("%s: %v, %d invalid, %v; want %d, %v", tc.method, papers, invalid, err, tc.invalid, tc.papers)
		}
	}
	if _, _, err := c.Marks(tally.Rules{Method: tally.STAR}); err == nil {
		t.Error("star counts rankings")
	}
}

// FuzzRead reads any file. What is read can be counted.
func FuzzRead(f *testing.F) {
	f.Add([]byte(board))
	f.Add([]byte(`{"method":"star","seats":1,"candidates":["A","B"],"ballots":["3:0,5","2:5,4"]}`))
	f.Add([]byte(`{"method":"irv","seats":1,"candidates":["A","B","C"],"ballots":["3:1,2=3","2:2"],"lot":[1,0,2]}`))
	f.Add([]byte(`{"method":"block","seats":1,"candidates":["A","B"],"kinds":["x",""],"ballots":["3:2","2:1"],` +
		`"quotas":[{"kind":"x","least":1}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		contests, err := Read(raw)
		if err == nil && len(contests) == 0 {
			t.Error("nothing was read, and nothing is wrong")
		}
		for _, c := range contests {
			r := tally.Rules{Method: c.Method, Options: len(c.Candidates), Seats: c.Seats, Max: len(c.Candidates), Draw: true,
				Quotas: c.TallyQuotas()}
			papers, _, err := c.Marks(r)
			if r.Check() != nil || err != nil {
				continue
			}
			lot := c.Lot
			if lot == nil {
				for i := range c.Candidates {
					lot = append(lot, i)
				}
			}
			if _, err := r.Count(r.Evidence(papers, lot), lot, tally.Base{}); err != nil {
				t.Errorf("%v: %+v", err, c)
			}
		}
	})
}
