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
	paper     *paperEvidence // of printed papers; nil where none were printed
}

// file is counts.txt: lines of a question's number from 1 (0 for the whole paper), a number, and what the number is of.
// Those of printed papers follow, after their prefix.
func (e *evidence) file(m *Manifest) []byte {
	var out bytes.Buffer
	e.write(&out, m)
	return out.Bytes()
}

// write writes counts.txt; what becomes of it is up to the writer.
func (e *evidence) write(to io.Writer, m *Manifest) {
	write := func(prefix string, invalid int, questions []tally.Evidence) {
		fmt.Fprintf(to, "%s0 %d invalid\n", prefix, invalid)
		for i := range m.Questions {
			line := func(n int, key string) { fmt.Fprintf(to, "%s%d %d %s\n", prefix, i+1, n, key) }
			writeCounts(&m.Questions[i], &questions[i], line)
		}
	}
	write("", e.invalid, e.questions)
	if e.paper != nil {
		fmt.Fprintf(to, "%s0 %d lot\n", paperPrefix, e.paper.lot)
		write(paperPrefix, e.paper.invalid, e.paper.questions)
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
	for i, n := range e.People {
		line(n, fmt.Sprint("people ", i+1))
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
	e := &evidence{questions: m.emptyEvidence()}
	if m.Papers > 0 {
		e.paper = &paperEvidence{questions: m.emptyEvidence()}
	}
	for line := range bytes.Lines(raw) {
		if err := e.readLine(line, valid, m.Papers); err != nil {
			return nil, err
		}
	}
	want := &same{rest: raw}
	// a line is missing, there twice, in another place or written in another way
	if e.write(want, m); want.other || len(want.rest) > 0 {
		return nil, errCountsForm
	}
	return e, nil
}

// readLine puts the number of a line into its place. valid and printed bound the used papers of a question.
func (e *evidence) readLine(line []byte, valid, printed int) error {
	invalid, questions, most, kind := &e.invalid, e.questions, valid, "valid ballots"
	text, paper := bytes.CutPrefix(bytes.TrimSuffix(line, []byte("\n")), []byte(paperPrefix))
	if paper && e.paper != nil {
		invalid, questions, most, kind = &e.paper.invalid, e.paper.questions, printed, "printed papers"
	}
	number, rest, _ := strings.Cut(string(text), " ")
	weight, key, found := strings.Cut(rest, " ")
	q, qErr := strconv.Atoi(number)
	n, nErr := parseNumber(weight)
	switch {
	case !found || qErr != nil || nErr != nil || q < 0 || q > len(questions) || paper && e.paper == nil:
		return fmt.Errorf("%w: %.100q", errCountsForm, line)
	case q == 0 && paper && key == "lot":
		e.paper.lot = min(n, MaxLot) // a larger one is written in another way
	case q == 0:
		*invalid = n
	case !readCount(&questions[q-1], n, key):
		return fmt.Errorf("%w: %.100q", errCountsForm, line)
	case len(questions[q-1].Used) > most:
		return fmt.Errorf("question %d has more used papers than the %d %s", q, most, kind)
	}
	return nil
}

// emptyEvidence has the lists that the evidence of each question has, filled with zeros.
func (m *Manifest) emptyEvidence() []tally.Evidence {
	all := make([]tally.Evidence, len(m.Questions))
	for i := range m.Questions {
		all[i] = emptyCounts(&m.Questions[i])
	}
	return all
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
	if q.PeopleThreshold != nil {
		e.People = make([]int, n)
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
	case "people":
		return put(e.People, of, n)
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

// addsUp reports whether the papers of each question are those that its groups cast, by their weight and, where people
// count, by their number, where so many are valid in all. What is missing is invalid, and what else is invalid others
// cast.
func (e *evidence) addsUp(m *Manifest, casts []Cast, valid int) error {
	all := Turnout{len(casts), m.weightOf(casts)}
	for i, q := range e.questions {
		cast := m.turnout(casts, m.Questions[i].IsFor)
		if !isInvalid(cast.Cast-q.Papers-q.Blank, e.invalid, all.Cast-cast.Cast) {
			return fmt.Errorf("the papers of question %d do not weigh %d, as those that were cast", i+1, cast.Cast)
		}
		if m.Questions[i].PeopleThreshold == nil {
			continue
		}
		missing := cast.People
		for _, n := range q.People {
			missing -= n
		}
		if !isInvalid(missing, len(casts)-valid, all.People-cast.People) || !m.canWeigh(q) {
			return fmt.Errorf("the papers of question %d are not of %d people, as those that were cast", i+1, cast.People)
		}
	}
	return nil
}

// isInvalid reports whether what is missing in a question can be invalid, where so much is invalid in all, and others
// cast so much.
func isInvalid(missing, invalid, others int) bool {
	return missing <= invalid && missing >= max(0, invalid-others)
}

// canWeigh reports whether so many people can have these votes.
func (m *Manifest) canWeigh(q tally.Evidence) bool {
	all := m.classes()
	for i, n := range q.People {
		if q.Votes[i] < n*all[0].Weight || q.Votes[i] > n*all[len(all)-1].Weight {
			return false
		}
	}
	return true
}
