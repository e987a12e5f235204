package ballotbox

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"ostrakon/store/tally"
)

// evidence is the content of counts.txt: what each question's count used, and the weight of uncounted papers.
type evidence struct {
	invalid   int // weight of ballots that did not open or are not valid
	questions []tally.Evidence
}

// file is counts.txt: lines of a question's number from 1 (0 for the whole paper), a number, and what the number is of.
func (e *evidence) file(m *Manifest) []byte {
	var out bytes.Buffer
	e.write(&out, m)
	return out.Bytes()
}

// write writes counts.txt; what becomes of it is up to the writer.
func (e *evidence) write(to io.Writer, m *Manifest) {
	fmt.Fprintf(to, "0 %d invalid\n", e.invalid)
	for i := range m.Questions {
		line := func(n int, key string) { fmt.Fprintf(to, "%d %d %s\n", i+1, n, key) }
		writeCounts(&m.Questions[i], &e.questions[i], line)
	}
}

// same is a writer that only notes whether what is written is what it expects.
type same struct {
	rest  []byte // what is still expected
	other bool   // something else was written
}

func (s *same) Write(p []byte) (int, error) {
	s.other = s.other || !bytes.HasPrefix(s.rest, p)
	s.rest = s.rest[min(len(p), len(s.rest)):]
	return len(p), nil
}

// writeCounts writes the evidence of a question. Members that its method does not have are empty.
func writeCounts(q *Question, e *tally.Evidence, line func(n int, key string)) {
	line(e.Papers, "papers")
	line(e.Blank, "blank")
	if q.Evidence == EvidenceStages {
		return
	}
	for i, n := range e.Votes {
		line(n, fmt.Sprint("votes ", i+1))
	}
	for i, n := range e.Against {
		line(n, fmt.Sprint("against ", i+1))
	}
	for i, n := range e.Stars {
		line(n, fmt.Sprint("stars ", i+1))
	}
	for i, n := range e.Fives {
		line(n, fmt.Sprint("fives ", i+1))
	}
	for a, row := range e.Prefers {
		for b, n := range row {
			if a != b {
				line(n, fmt.Sprintf("prefers %d>%d", a+1, b+1))
			}
		}
	}
	if q.Method.Traits().By != tally.ByTransfers {
		return
	}
	line(slices.Index(drawDecided(), e.Decided), "drawDecided")
	for _, u := range e.Used {
		numbers := make([]string, len(u.Options))
		for i, option := range u.Options {
			numbers[i] = strconv.Itoa(option)
		}
		line(u.Weight, "used "+strings.Join(numbers, ","))
	}
}

// drawDecided are the numbers by which counts.txt says whether a draw decided who was elected.
func drawDecided() []tally.DrawDecided {
	return []tally.DrawDecided{tally.DrawNo, tally.DrawYes, tally.DrawUnknown}
}

var errCountsForm = errors.New("not in the form of counts.txt")

// parseCounts reads counts.txt. valid is how many ballots were counted; it bounds the memory that the
// evidence may take. parseCounts does not check that papers can give this evidence: the count does.
func (m *Manifest) parseCounts(raw []byte, valid int) (*evidence, error) {
	e := &evidence{questions: make([]tally.Evidence, len(m.Questions))}
	for i := range m.Questions {
		e.questions[i] = emptyCounts(&m.Questions[i])
	}
	for line := range bytes.Lines(raw) {
		number, rest, _ := strings.Cut(strings.TrimSuffix(string(line), "\n"), " ")
		weight, key, found := strings.Cut(rest, " ")
		q, qErr := strconv.Atoi(number)
		n, nErr := parseNumber(weight)
		switch {
		case !found || qErr != nil || nErr != nil || q < 0 || q > len(m.Questions):
			return nil, fmt.Errorf("%w: %.100q", errCountsForm, line)
		case q == 0:
			e.invalid = n
		case !readCount(&e.questions[q-1], n, key):
			return nil, fmt.Errorf("%w: %.100q", errCountsForm, line)
		case len(e.questions[q-1].Used) > valid:
			return nil, fmt.Errorf("question %d has more used papers than the %d valid ballots", q, valid)
		}
	}
	want := &same{rest: raw}
	// a line is missing, there twice, in another place or written in another way
	if e.write(want, m); want.other || len(want.rest) > 0 {
		return nil, errCountsForm
	}
	return e, nil
}

// parseNumber reads a number of at most 16 digits, which every language can add. Callers check its one form.
func parseNumber(text string) (int, error) {
	if len(text) > 16 {
		return 0, fmt.Errorf("%.100q has more than 16 digits", text)
	}
	n, err := strconv.ParseUint(text, 10, 63)
	return int(n), err
}

// emptyCounts has the lists that the evidence of a question has, filled with zeros.
func emptyCounts(q *Question) tally.Evidence {
	n := len(q.Options)
	e := tally.Evidence{}
	switch q.Method.Traits().By {
	case tally.ByStars:
		e.Stars, e.Fives = make([]int, n), make([]int, n)
		fallthrough
	case tally.ByPairs:
		e.Prefers = make([][]int, n)
		for i := range e.Prefers {
			e.Prefers[i] = make([]int, n)
		}
	case tally.ByYesNo:
		e.Votes, e.Against = make([]int, n), make([]int, n)
	case tally.ByVotes:
		e.Votes = make([]int, n)
	}
	return e
}

// readCount puts a number where its key says. It reports whether there is such a place.
func readCount(e *tally.Evidence, n int, key string) bool {
	name, of, _ := strings.Cut(key, " ")
	switch name {
	case "papers":
		e.Papers = n
	case "blank":
		e.Blank = n
	case "votes":
		return put(e.Votes, of, n)
	case "against":
		return put(e.Against, of, n)
	case "stars":
		return put(e.Stars, of, n)
	case "fives":
		return put(e.Fives, of, n)
	case "prefers":
		above, below, _ := strings.Cut(of, ">")
		a, err := strconv.Atoi(above)
		return err == nil && a >= 1 && a <= len(e.Prefers) && put(e.Prefers[a-1], below, n)
	case "drawDecided":
		if n >= len(drawDecided()) {
			return false
		}
		e.Decided = drawDecided()[n]
	case "used":
		u := tally.Used{Weight: n, Options: make([]int, 0, 1+strings.Count(of, ","))}
		for number := range strings.SplitSeq(of, ",") {
			option, err := parseNumber(number)
			if err != nil {
				return false
			}
			u.Options = append(u.Options, option)
		}
		e.Used = append(e.Used, u)
	default:
		return false
	}
	return true
}

// put sets the number of an option, counted from 1.
func put(list []int, option string, n int) bool {
	i, err := strconv.Atoi(option)
	if err != nil || i < 1 || i > len(list) {
		return false
	}
	list[i-1] = n
	return true
}

// addsUp reports whether the papers of each question are those that its groups cast, by their weight. What is missing
// is invalid, and what else is invalid was cast by others.
func (e *evidence) addsUp(m *Manifest, casts []Cast) error {
	all := m.weightOf(casts)
	for i, q := range e.questions {
		cast := m.turnout(casts, m.Questions[i].IsFor).Cast
		if invalid := cast - q.Papers - q.Blank; invalid > e.invalid || invalid < max(0, e.invalid-(all-cast)) {
			return fmt.Errorf("the papers of question %d do not weigh %d, as those that were cast", i+1, cast)
		}
	}
	return nil
}
