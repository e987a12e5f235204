package command

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"ostrakon/store/ballotfile"
	"ostrakon/store/tally"
)

const tallyHelp = `
FILE is a BLT file, as OpenSTV and OpaVote write them, or JSON lines, a contest a line:
  {"title": "Board", "method": "stv", "seats": 2, "candidates": ["Ada", "Bo", "Cy"], "ballots": ["12:1,3", "7:2=3,1"]}
A BLT file is counted by stv unless -method says otherwise. Skipped ranks are closed up. irv and stv read a ranking up
to the first rank with several candidates; plurality reads the first rank, block and approval everyone who is ranked.
star needs a score from 0 to 5 for each candidate, which only JSON has. Lists and their votes are JSON, too:
  {"title": "Council", "method": "dhondt", "seats": 9, "lists": ["North", "South"], "votes": [210, 120]}
quotas say how many seats a kind of candidate has at least and at most, and kinds has the kind of each candidate:
  "kinds": ["women", "men", "men"], "quotas": [{"kind": "women", "least": 1}]
groups has the names of the groups whose people vote in a contest. Write a line for each ballot that groups have.

Without -lot, the order of the draw is that of the SHA-256 of "HASH NUMBER", where HASH is the SHA-256 of the file in
hexadecimal and NUMBER a candidate's. Whoever writes the file can try it out: draw in public and use -lot where that
matters.
`

// counted is a contest with its result, as -json prints it. The numbers in Outcome are places in
// Candidates, from 1; those in Lot are the candidates' own.
type counted struct {
	ID         string                 `json:"id"`
	Title      string                 `json:"title"`
	Groups     []string               `json:"groups,omitempty"`
	Method     tally.Method           `json:"method"`
	Seats      int                    `json:"seats"`
	Candidates []ballotfile.Candidate `json:"candidates"`
	Quotas     []tally.KindQuota      `json:"quotas,omitempty"`
	Invalid    int                    `json:"invalid"` // papers that the method cannot read
	Lot        []int                  `json:"lot"`     // candidates in the order of the draw, the preferred one first
	Outcome    tally.Outcome          `json:"outcome"`
}

// Tally counts the contests of a file without a store or a network, and prints their results.
func Tally(_ context.Context, a *App, args []string) error {
	f := a.flags("tally", "FILE")
	method := f.String("method", "", "`METHOD`: "+methodNames()+"; as the file says by default")
	seats := f.Int("seats", 0, "`NUMBER` of seats; as the file says by default")
	lot := f.String("lot", "", "`NUMBERS` of all candidates in the order that was drawn, the preferred one first, such "+
		"as 3,1,2")
	asJSON := f.Bool("json", false, "print each result as a line of JSON")
	f.more = tallyHelp
	rest, err := a.parse(f, args, 1, 1)
	if err != nil {
		return err
	}
	if *seats < 0 {
		return Usagef("-seats must be 1 or more")
	}
	raw, err := readContests(rest[0])
	if err != nil {
		return err
	}
	contests, err := ballotfile.Read(raw)
	if err != nil {
		return fmt.Errorf("%s: %w", rest[0], err)
	}
	printed, left := 0, []error(nil)
	for i, c := range contests {
		if *method != "" {
			c.Method = tally.Method(*method)
		}
		most := len(c.Candidates)
		if c.Kind == tally.ByLists {
			most = tally.MaxListOptions
		}
		if *seats > most {
			return Usagef("-seats must be 1 to %d, not %d", most, *seats)
		} else if *seats > 0 {
			c.Seats = *seats
		}
		order, err := drawnOrder(*lot, &c, sha256.Sum256(raw))
		if err != nil {
			return err
		}
		result, err := countContest(&c, order)
		if errors.Is(err, errNotCounted) {
			left = append(left, fmt.Errorf("contest %d, %q, %w", i+1, cmp.Or(c.Title, c.ID), err))
			continue
		}
		if err != nil {
			return err
		}
		if err := printCounted(a.Stdout, result, *asJSON, printed > 0); err != nil {
			return err
		}
		printed++
	}
	return errors.Join(left...)
}

// errNotCounted says that a contest of a file has too few candidates, and does not keep the others from the count.
var errNotCounted = errors.New("is not counted")

// methodNames lists the methods that count candidates: all that can count a file.
func methodNames() string {
	names := ""
	for _, m := range tally.Methods() {
		if !m.Traits().Answers {
			names += ", " + string(m)
		}
	}
	last := strings.LastIndex(names, ", ")
	return names[len(", "):last] + " or " + names[last+len(", "):]
}

func readContests(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, ballotfile.MaxBytes+1)) // Read refuses what is larger
}

// drawnOrder are the places of a contest's candidates in their order for the draw: the one that the
// user gives, or that the file has, or else one that follows from the hash of the file.
func drawnOrder(given string, c *ballotfile.Contest, file [sha256.Size]byte) ([]int, error) {
	order := make([]int, len(c.Candidates))
	for i := range order {
		order[i] = i
	}
	if given != "" {
		return givenOrder(given, c)
	}
	if c.Lot != nil {
		slices.SortFunc(order, func(a, b int) int { return c.Lot[a] - c.Lot[b] })
		return order, nil
	}
	slices.SortFunc(order, func(a, b int) int {
		hash := func(i int) string {
			h := sha256.Sum256(fmt.Appendf(nil, "%x %d", file, c.Candidates[i].Number))
			return string(h[:])
		}
		return strings.Compare(hash(a), hash(b))
	})
	return order, nil
}

func givenOrder(given string, c *ballotfile.Contest) ([]int, error) {
	var order []int
	for text := range strings.SplitSeq(given, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		i := slices.IndexFunc(c.Candidates, func(k ballotfile.Candidate) bool { return k.Number == n })
		if err != nil || i < 0 || slices.Contains(order, i) {
			return nil, Usagef("-lot: %q must be the number of a candidate who stands, and each only once", text)
		}
		order = append(order, i)
	}
	if len(order) != len(c.Candidates) {
		return nil, Usagef("-lot has %d of %d candidates", len(order), len(c.Candidates))
	}
	return order, nil
}

// countContest counts a contest; order has the places of its candidates, the preferred one first.
func countContest(c *ballotfile.Contest, order []int) (*counted, error) {
	r := tally.Rules{Method: c.Method, Options: len(c.Candidates), Seats: c.Seats, Max: len(c.Candidates), Draw: true,
		Last: c.Last, Threshold: c.Threshold, Lists: c.Lists(c.Method), Quotas: c.TallyQuotas()}
	traits := c.Method.Traits()
	if r.Threshold == nil && traits.Threshold == tally.Must {
		r.Threshold = &tally.Threshold{More: []int{1, 2}, Of: tally.OfDecided}
	}
	switch traits.Most {
	case tally.MostOne:
		r.Max = 1
	case tally.MostSeats:
		r.Max = min(c.Seats, r.Max)
	}
	if traits.Marks == tally.Amounts {
		r.Max = cmp.Or(c.Max, c.Seats)
		r.Each = cmp.Or(c.Each, r.Max)
	}
	if traits.Answers {
		return nil, Usagef("a motion is not counted from a file")
	}
	switch lists := traits.Marks == tally.ByLists; {
	case lists && r.Lists == nil:
		return nil, Usagef("%s counts lists, and this file has candidates", c.Method)
	case !lists && r.Lists != nil:
		return nil, Usagef("%s does not count lists", c.Method)
	}
	if err := checkRules(c, r); err != nil {
		return nil, err
	}
	papers, invalid, err := c.Marks(r)
	if err != nil {
		return nil, UsageError{err}
	}
	result := &counted{ID: c.ID, Title: c.Title, Groups: c.Groups, Method: c.Method, Seats: c.Seats,
		Candidates: c.Candidates, Quotas: c.Quotas, Invalid: invalid}
	lot := make([]int, len(order))
	for place, i := range order {
		lot[i] = place
		result.Lot = append(result.Lot, c.Candidates[i].Number)
	}
	e := r.Evidence(papers, lot)
	result.Outcome, err = r.Count(e, lot, tally.Base{Cast: e.Papers + e.Blank + invalid})
	return result, err
}

// checkRules says why a contest cannot be counted by rules.
func checkRules(c *ballotfile.Contest, r tally.Rules) error {
	var fault *tally.RuleFault
	switch err := r.Check(); {
	case !errors.As(err, &fault):
		return nil
	case fault.Field == "quotas" && !c.Method.Traits().Order:
		return Usagef("%s elects in no order, and this file has quotas", c.Method)
	case fault.Field == "quotas":
		return fmt.Errorf("%w: its quotas cannot all hold with %d seats", errNotCounted, c.Seats)
	case fault.Field == "bar":
		return fmt.Errorf("%w: its bar must be %d to %d", errNotCounted, fault.Min, fault.Max)
	case fault.Field == "seats" && r.Lists != nil:
		return fmt.Errorf("%w: its seats must be %d to %d", errNotCounted, fault.Min, fault.Max)
	case fault.Field == "method":
		return Usagef("no method %q: -method is %s", c.Method, methodNames())
	case fault.Field == "options":
		return fmt.Errorf("%w: %d of its candidates stand, and %s needs %d", errNotCounted, r.Options, c.Method,
			fault.Min)
	case fault.Field == "threshold":
		return fmt.Errorf("%w: its threshold is none that %s can have", errNotCounted, c.Method)
	case fault.Field == "max" || fault.Field == "each":
		return fmt.Errorf("%w: its %s must be %d to %d", errNotCounted, fault.Field, fault.Min, fault.Max)
	case fault.Max == fault.Min:
		return Usagef("%s elects one, not %d: use -seats 1", c.Method, c.Seats)
	default:
		return fmt.Errorf("%w: it has %d seats, and %d candidates stand", errNotCounted, c.Seats, r.Options)
	}
}

func printCounted(w io.Writer, c *counted, asJSON, blankLine bool) error {
	if asJSON {
		return json.NewEncoder(w).Encode(c)
	}
	if blankLine {
		fmt.Fprintln(w)
	}
	_, err := io.WriteString(w, c.report())
	return err
}
