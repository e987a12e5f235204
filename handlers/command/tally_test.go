package command_test

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"ostrakon/handlers/command"
	"ostrakon/store/tally"
)

// 15 papers, quota 6. 1 is elected with 7, and each of its papers goes on at 1/7 = 0.14285. 5 and
// then 3 have the fewest, and 4 has 8 votes in the end.
const boardBLT = `5 2
-2
3 1 3 4 0
4 1 3 0
2 2 4 0
1 0
3 3 4 0
1 4 0
2 5 4 0
1 3=4 1 0
0
"Ada Okafor" "Bo" "Cy" "Dé Lind" "Eve" "Board 2030"
`

const boardReport = `Board 2030
stv, 2 to elect: 15 papers, 1 blank, 1 invalid; the quota is 6

   candidate         1 first  2 surplus of 1  3 without 5  4 without 3
1  Ada Okafor        7.00000         6.00000      6.00000      6.00000  elected at 1
3  Cy                3.00000         3.99995      3.99995      0.00000
4  Dé Lind           3.00000         3.00000      5.00000      8.42855  elected at 4
5  Eve               2.00000         2.00000      0.00000      0.00000
   not transferable  0.00000         0.00005      0.00005      0.57145

Order of the draw: 4, 1, 3, 5
Elected: 1 Ada Okafor, 4 Dé Lind
`

func TestTally(t *testing.T) {
	dir := t.TempDir()
	board, lines, pair, broken := filepath.Join(dir, "board.blt"), filepath.Join(dir, "ties.jsonl"),
		filepath.Join(dir, "pair.jsonl"), filepath.Join(dir, "broken.blt")
	write(t, pair, strings.Repeat(
		`{"method":"irv","seats":1,"candidates":["Ada","Bo"],"ballots":["2:1","2:2"],"lot":[1,0]}`+"\n", 2))
	write(t, board, boardBLT)
	write(t, lines, `{"id":"a","method":"irv","seats":1,"candidates":["Ada","Bo"],"ballots":["2:1","2:2"]}
{"id":"b","method":"irv","seats":1,"candidates":["Ada","Bo"],"ballots":["2:1","2:2"],"lot":[1,0]}
{"id":"c","method":"star","seats":1,"candidates":["Ada","Bo"],"ballots":["2:5,4","2:0,3"]}
{"id":"d","method":"ranking","seats":1,"candidates":["Ada","Bo"],"ballots":["2:1","3:2"]}
{"id":"e","method":"plurality","seats":1,"candidates":["Ada","Bo","Cy"],"ballots":[]}
`)
	write(t, broken, "2 1\n1 1 1 0\n")
	run := runs{command: command.Tally}
	t.Run("prints the stages as a table", func(t *testing.T) {
		if out, err := run.with(t, board, "-lot", "4, 1, 3, 5"); err != nil || out != boardReport {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("draws by -lot, by the file, or by its hash", func(t *testing.T) {
		ada, err := run.with(t, pair, "-lot", "1,2")
		if err != nil || strings.Count(ada,
			"Draw (stage 2, exclusion) between 1 Ada, 2 Bo: 2 Bo\nDid a draw decide who is elected? yes\nOrder of the draw: "+
				"1, 2\nElected: 1 Ada\n") != 2 {
			t.Errorf("%v\n%s", err, ada)
		}
		own, err := run.with(t, lines)
		if err != nil || !strings.Contains(own,
			"1 Ada\nDid a draw decide who is elected? yes\nOrder of the draw: 2, 1\nElected: 2 Bo\n") {
			t.Errorf("%v\n%s", err, own)
		}
		// printf '%s 1' $(sha256sum <ties.jsonl | cut -d ' ' -f 1) | sha256sum begins with 85a2;
		// with 2 and 3 it is d1d1 and 03b4.
		if !strings.Contains(own, "Order of the draw: 3, 1, 2\nNobody") {
			t.Errorf("by hash\n%s", own)
		}
	})
	t.Run("shows what each method counts", func(t *testing.T) {
		out, err := run.with(t, lines)
		for _, want := range []string{"1  Ada           10      2       2\n2  Bo            14      0       2\n",
			"Elected: 2 Bo", "1  Ada           0     0\n2  Bo            3     0\n", "Nobody is elected: there are no votes."} {
			if err != nil || !strings.Contains(out, want) {
				t.Errorf("%v\n%s\nwant %q", err, out, want)
			}
		}
	})
	t.Run("counts the others where a contest has too few candidates", func(t *testing.T) {
		few := filepath.Join(dir, "few.jsonl")
		write(t, few, `{"id":"a","method":"irv","seats":1,"candidates":["Ada"],"ballots":["2:1"]}
{"id":"b","method":"irv","seats":1,"candidates":["Bo","Cy"],"ballots":["2:1"]}
{"id":"c","method":"block","seats":3,"candidates":["Dee","Eve"],"ballots":["2:1"]}
`)
		out, err := run.with(t, few)
		want := "contest 1, \"a\", is not counted: 1 of its candidates stand, and irv needs 2\n" +
			"contest 3, \"c\", is not counted: it has 3 seats, and 2 candidates stand"
		if err == nil || err.Error() != want || strings.Count(out, "to elect") != 1 || !strings.HasPrefix(out, "b\n") {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("says who is left where candidates have withdrawn", func(t *testing.T) {
		gone := filepath.Join(dir, "gone.blt")
		write(t, gone, "3 3\n-2\n1 1 3 0\n0\n\"A\"\n\"B\"\n\"C\"\n\"Board\"\n")
		if out, err := run.with(t, gone); out != "" || err == nil ||
			err.Error() != `contest 1, "Board", is not counted: it has 3 seats, and 2 candidates stand` {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("counts yes and no to each, and says which seats stay empty", func(t *testing.T) {
		each := filepath.Join(dir, "each.jsonl")
		write(t, each, `{"title":"Board","method":"confirm","seats":2,"candidates":["Ada","Cy"],`+
			`"ballots":["3:y,n","2:y,y","1:n,a"]}`)
		out, err := run.with(t, each)
		if err != nil || !strings.Contains(out, "1  Ada          5   1\n2  Cy           2   3\n") ||
			!strings.Contains(out, "Elected: 1 Ada\nFor the seats left, nobody has the votes needed. First: 2 Cy\n") {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("counts several marks for a candidate", func(t *testing.T) {
		board := filepath.Join(dir, "cumulate.jsonl")
		line := `{"title":"Board","method":"cumulate","seats":2,"max":5,"each":3,"candidates":["Ada","Bo","Cy"],` +
			`"ballots":["3:3,0,2","2:0,3,0","1:4,1,0","1:3,3,0"]}`
		write(t, board, line)
		out, err := run.with(t, board)
		if err != nil || !strings.Contains(out, "1  Ada            9\n2  Bo             6\n3  Cy             6\n") {
			t.Errorf("%v\n%s", err, out)
		}
		write(t, board, strings.Replace(line, `"each":3`, `"each":6`, 1))
		if _, err := run.with(t, board); err == nil || !strings.HasSuffix(err.Error(), "its each must be 1 to 5") {
			t.Error(err)
		}
	})
	t.Run("gives seats to lists", func(t *testing.T) {
		council := filepath.Join(dir, "council.jsonl")
		write(t, council, `{"title":"Council","method":"dhondt","seats":9,"lists":["North","South","West"],`+
			`"votes":[210,120,38]}`)
		out, err := run.with(t, council)
		want := `   list   votes  seats  last seat at  next at
1  North    210      5         42.00    35.00
2  South    120      3         40.00    30.00
3  West      38      1         38.00    19.00
`
		if err != nil || !strings.Contains(out, want) || !strings.HasSuffix(out, "Seats: 5 North, 3 South, 1 West\n") {
			t.Errorf("%v\n%s", err, out)
		}
		hare, err := run.with(t, council, "-method", "hare", "-seats", "99")
		if err != nil || !strings.Contains(hare, "1  North    210     57          0.49\n") {
			t.Errorf("%v\n%s", err, hare)
		}
		if _, err := run.with(t, council, "-method", "stv"); err == nil || err.Error() != "stv does not count lists" {
			t.Error(err)
		}
		if _, err := run.with(t, board, "-method", "hare"); err == nil ||
			err.Error() != "hare counts lists, and this file has candidates" {
			t.Error(err)
		}
	})
	t.Run("says what is wrong with lists", func(t *testing.T) {
		wrong := filepath.Join(dir, "wrong.jsonl")
		for text, want := range map[string]string{
			`"seats":2,"lists":["A"],"votes":[1]`:                   "there must be 2 to 100 lists, and votes for each",
			`"seats":2,"lists":["A","B"],"votes":[1]`:               "there must be 2 to 100 lists, and votes for each",
			`"seats":2,"lists":["A","B"],"votes":[1,-2]`:            "a paper must count at least once",
			`"seats":2,"lists":["A","B"],"votes":[1,2],"lot":[0,1]`: "lists and their votes, or candidates and ballots",
			`"seats":2,"lists":["A","B\u0007"],"votes":[1,2]`:       "control characters",
			`"seats":2,"lists":["A","B"],"votes":[1,2],"bar":51`:    "its bar must be 0 to 50",
			`"seats":401,"lists":["A","B"],"votes":[1,2]`:           "its seats must be 1 to 400",
			`"seats":2,"lists":["A","B"],"votes":[10000000000,1]`:   "papers in all",
		} {
			write(t, wrong, `{"method":"dhondt",`+text+`}`)
			if _, err := run.with(t, wrong); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", text, err, want)
			}
		}
	})
	t.Run("says how many seats the gender in the minority has", func(t *testing.T) { // WO BetrVG § 5
		council := filepath.Join(dir, "minority.jsonl")
		write(t, council, `{"method":"dhondt","seats":7,"lists":["women","men"],"votes":[60,50]}`)
		if out, err := run.with(t, council); err != nil || !strings.HasSuffix(out, "Seats: 4 women, 3 men\n") {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("gives seats to kinds, and says who moves up", func(t *testing.T) {
		council := filepath.Join(dir, "kinds.jsonl")
		line := `{"title":"Works council","groups":["Plant","Office"],"method":"approval","seats":7,` +
			`"lot":[9,8,7,6,5,4,3,2,1,0],` +
			`"candidates":["Ada","Bea","Cem","Dee","Eve","Fay","Gia","Hal","Ian","Jo"],` +
			`"kinds":["women","women","men","women","women","women","women","men","men","women"],` +
			`"quotas":[{"kind":"men","least":3}],` +
			`"ballots":["10:1,2,3,4,5,6,7,8,9","10:1,2,3,4,5,6,7,8","5:1,2,3,4,5,6,7,10","5:1,2,3,4,5,6,7","10:1,2,3,4,5,6",` +
			`"10:1,2,3,4,5","10:1,2,3,4","10:1,2,3","10:1,2","10:1"]}`
		write(t, council, line)
		out, err := run.with(t, council)
		want := `Elected: 1 Ada, 2 Bea, 3 Cem, 4 Dee, 5 Eve, 8 Hal, 9 Ian
Seats for men: at least 3
Moved up: 8 Hal, for 7 Gia
Moved up: 9 Ian, for 6 Fay
Substitutes in their order: 6 Fay, 7 Gia, 10 Jo
`
		if err != nil || !strings.HasPrefix(out, "Works council\nFor Plant, Office\napproval, 7 to elect: 90 papers") ||
			!strings.Contains(out, "3  Cem          men     70\n") || !strings.HasSuffix(out, want) {
			t.Errorf("%v\n%s", err, out)
		}
		write(t, council, strings.Replace(line, `"least":3`, `"most":1`, 1))
		if out, err = run.with(t, council); err != nil || !strings.HasSuffix(out, `6 Fay, 7 Gia
Seats for men: at most 1
Substitutes in their order: 8 Hal, 9 Ian, 10 Jo
If 1 Ada refuses, 10 Jo moves up.
If 2 Bea refuses, 10 Jo moves up.
If 4 Dee refuses, 10 Jo moves up.
If 5 Eve refuses, 10 Jo moves up.
If 6 Fay refuses, 10 Jo moves up.
If 7 Gia refuses, 10 Jo moves up.
`) {
			t.Errorf("%v\n%s", err, out)
		}
		for from, to := range map[string]string{`"least":3`: `"least":8`, `"seats":7`: `"seats":2`} {
			write(t, council, strings.Replace(line, from, to, 1))
			if _, err := run.with(t, council); err == nil || !strings.Contains(err.Error(), "its quotas cannot all hold with") {
				t.Errorf("%s: %v", to, err)
			}
		}
		write(t, council, line)
		if _, err := run.with(t, council, "-method", "stv"); err == nil ||
			err.Error() != "stv elects in no order, and this file has quotas" {
			t.Error(err)
		}
		out, err = run.with(t, council, "-json")
		if err != nil || !strings.Contains(out, `"groups":["Plant","Office"]`) ||
			!strings.Contains(out, `{"number":3,"name":"Cem","kind":"men"}`) ||
			!strings.Contains(out, `"quotas":[{"kind":"men","least":3}]`) ||
			!strings.Contains(out, `"moved":[{"in":8,"out":7},{"in":9,"out":6}]`) {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("leaves seats empty that the last option wins", func(t *testing.T) {
		none := filepath.Join(dir, "none.jsonl")
		write(t, none, `{"method":"schulze","seats":2,"last":true,"candidates":["Ada","Cy","None of these"],`+
			`"ballots":["3:1,3,2","2:1,2"]}`)
		if out, err := run.with(t, none); err != nil ||
			!strings.Contains(out, "Elected: 1 Ada\nSeats stay empty: 3 None of these won them.\n") {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("prints JSON", func(t *testing.T) {
		out, err := run.with(t, "-json", "-method", "approval", "-lot", "5,4,3,1", board)
		var got struct {
			Title, Method  string
			Seats, Invalid int
			Lot            []int
			Candidates     []struct{ Number int }
			Outcome        tally.Outcome
		}
		if uerr := json.Unmarshal([]byte(out), &got); err != nil || uerr != nil {
			t.Fatal(err, uerr, out)
		}
		// Approvals of 1, 3, 4 and 5: 8, 11, 12 and 2. The second and third place are 3 and 4.
		if got.Title != "Board 2030" || got.Method != "approval" || got.Seats != 2 || got.Invalid != 0 || len(got.Lot) != 4 ||
			got.Lot[0] != 5 ||
			got.Candidates[1].Number != 3 || len(got.Outcome.Elected) != 2 || got.Outcome.Elected[0] != 3 ||
			got.Outcome.Elected[1] != 2 || got.Outcome.Votes[1] != 11 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("tells wrong usage from a wrong file", func(t *testing.T) {
		for _, c := range []struct {
			args  []string
			usage bool
			says  string
		}{
			{nil, true, "missing argument; usage: ostrakon tally [flags] FILE"},
			{[]string{board, "-method", "borda"}, true, `no method "borda"`},
			{[]string{board, "-method", "motion"}, true, "a motion is not counted"},
			{[]string{board, "-method", "irv"}, true, "irv elects one, not 2: use -seats 1"},
			{[]string{board, "-method", "star", "-seats", "1"}, true, "star needs scores"},
			{[]string{board, "-seats", "5"}, true, "-seats must be 1 to 4, not 5"},
			{[]string{board, "-seats", "-1"}, true, "-seats must be 1 or more"},
			{[]string{board, "-lot", "1,2,3,4"}, true, `"2" must be the number of a candidate who stands`},
			{[]string{board, "-lot", "1,1,3,4"}, true, `"1" must be`},
			{[]string{board, "-lot", "1,3,4"}, true, "-lot has 3 of 4 candidates"},
			{[]string{broken}, false, "broken.blt: line 2: candidate 1 is ranked twice"},
			{[]string{filepath.Join(dir, "none")}, false, "none"},
		} {
			var misuse command.UsageError
			if out, err := run.with(t, c.args...); err == nil || out != "" || errors.As(err, &misuse) != c.usage ||
				!strings.Contains(err.Error(), c.says) {
				t.Errorf("%q: %v\n%s", c.args, err, out)
			}
		}
	})
}
