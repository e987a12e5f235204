package ballotbox

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/mod/sumdb/tlog"

	"ostrakon/store/tally"
)

// MaxPapers bounds how many papers are printed for an election.
const MaxPapers = 100_000

// MaxLot bounds the number that is thrown in public for the draw.
const MaxLot = 999_999_999

// NonceSize is the length, in bytes, of the random number that hides in a leaf to whom a paper was handed out.
const NonceSize = 16

// Handed is a printed paper that was handed out, as handed.txt publishes it: the place of the paper's leaf in the cast
// log, where leaf 0 is the manifest's, and a hash that hides the person who got the paper.
type Handed struct {
	Place int // from 1
	Whose Hash
}

// Whose hides a person in the leaf of a paper: SHA-256(nonce ‖ the person's id).
func Whose(nonce [NonceSize]byte, person string) Hash {
	return sha256.Sum256(append(nonce[:], person...))
}

// HandedLeaf is the leaf of a paper that was handed out: the RFC 6962 leaf hash of "ostrakon/paper/4\0" ‖ election id ‖
// whose.
func HandedLeaf(election string, whose Hash) Hash {
	return Hash(tlog.RecordHash(append([]byte("ostrakon/paper/4\x00"+election), whose[:]...)))
}

// String is the paper's line in handed.txt.
func (h Handed) String() string { return fmt.Sprintf("%d %s", h.Place, h.Whose) }

// ParseHanded reads what String writes.
func ParseHanded(line string) (h Handed, err error) {
	place, whose, _ := strings.Cut(line, " ")
	if h.Place, err = parseFrom(place, 1, MaxElectorate); err != nil {
		return h, fmt.Errorf("place: %w", err)
	}
	h.Whose, err = ParseHash(whose)
	return h, err
}

// Entered is a printed paper as it was entered: the marks of all questions, or none where it is invalid.
type Entered struct{ Marks []byte }

// String is the paper's line in papers.txt: its marks, two hexadecimal digits each, or "invalid".
func (p Entered) String() string {
	if p.Marks == nil {
		return "invalid"
	}
	return hex.EncodeToString(p.Marks)
}

// ParseEntered reads what String writes.
func ParseEntered(line string) (p Entered, err error) {
	if line == p.String() {
		return p, nil
	}
	if p.Marks, err = hex.DecodeString(line); err != nil || len(p.Marks) == 0 || p.String() != line {
		err = fmt.Errorf("%.100q are not the marks of a paper", line)
	}
	return p, err
}

// checkPapers checks that an election with printed papers has a frozen roll on which all weigh 1 and nobody is in a
// group: a printed paper shows neither. So no question counts people beside weights.
func (m *Manifest) checkPapers() error {
	switch {
	case m.Papers == 0:
		return nil
	case m.Papers < 0 || m.Papers > MaxPapers:
		return fmt.Errorf("%d printed papers", m.Papers)
	case m.Electorate == nil:
		return errors.New("printed papers without an electorate")
	case len(m.Groups) > 0 || len(m.Electorate.Classes) != 1 || m.Electorate.Classes[0].Weight != 1 ||
		m.Electorate.WeightDecimals > 0:
		return errors.New("printed papers where people have weights or groups")
	case slices.ContainsFunc(m.Questions, func(q Question) bool { return q.PeopleThreshold != nil }):
		return errors.New("printed papers with a threshold of people")
	}
	return nil
}

// castLog are the leaves of the log at the close: that of the manifest, those of the ballots in their order, and each
// paper at its place. misplaced names the first one that has no such place.
func (m *Manifest) castLog(ballots []Hash, handed []Handed) (log []Hash, misplaced error) {
	log = append(make([]Hash, 0, 1+len(ballots)+len(handed)), m.OpenLeaf())
	for _, h := range handed {
		n := max(0, min(h.Place-len(log), len(ballots)))
		log, ballots = append(log, ballots[:n]...), ballots[n:]
		if len(log) != h.Place && misplaced == nil {
			misplaced = fmt.Errorf("there is no place %d for a paper that was handed out", h.Place)
		}
		log = append(log, HandedLeaf(m.ElectionID, h.Whose))
	}
	return append(log, ballots...), misplaced
}

// checkHanded reports whether so many papers can have been handed out beside ballots: each once, not more than were
// printed, and ballots and papers together to no more people than may vote.
func (m *Manifest) checkHanded(ballots int, handed []Handed) error {
	if n := len(handed); n > m.Papers {
		return fmt.Errorf("%d papers were handed out, and %d were printed", n, m.Papers)
	} else if n > 0 && ballots+n > m.Electorate.Size {
		return fmt.Errorf("there are %d ballots and %d papers of %d people", ballots, n, m.Electorate.Size)
	}
	seen := make(map[Hash]bool, len(handed))
	for _, h := range handed {
		if seen[h.Whose] {
			return fmt.Errorf("the paper %s is there twice", h.Whose)
		}
		seen[h.Whose] = true
	}
	return nil
}

// PapersIn are the printed papers of an election that were entered, and the number thrown for its draw.
type PapersIn struct {
	Entered []Entered
	Lot     int // where no valid ballot was cast online; 0 if none was thrown
}

// PaperTurnout says how many printed papers a count has.
type PaperTurnout struct {
	Entered int `json:"entered"` // all that were in the urn, each of weight 1
	Invalid int `json:"invalid"`
}

// PaperColumn has the figures of the printed papers of a question, which are part of those of all papers.
type PaperColumn struct {
	Papers  int   `json:"papers"`
	Blank   int   `json:"blank"`
	Votes   []int `json:"votes"` // as in tally.Outcome
	Against []int `json:"against"`
}

// paperEvidence has the section of counts.txt about printed papers.
type paperEvidence struct {
	lot       int
	invalid   int
	questions []tally.Evidence
}

// entered is how many papers were entered.
func (p *paperEvidence) entered() int {
	if p == nil {
		return 0
	}
	return p.invalid + p.questions[0].Papers + p.questions[0].Blank
}

// with adds the printed papers to the ballots. Each is one person's, of weight 1.
func (p *paperEvidence) with(ballots Turnout) Turnout {
	n := p.entered()
	return Turnout{ballots.People + n, ballots.Cast + n}
}

// turnout counts the printed papers for the result: all that were entered, and the invalid ones. It is nil in an
// election without printed papers.
func (p *paperEvidence) turnout() *PaperTurnout {
	if p == nil {
		return nil
	}
	return &PaperTurnout{p.entered(), p.invalid}
}

// column has the figures of a question, by its place; nil without printed papers.
func (p *paperEvidence) column(question int) *PaperColumn {
	if p == nil {
		return nil
	}
	e := p.questions[question]
	return &PaperColumn{e.Papers, e.Blank, append([]int{}, slices.Concat(e.Votes, e.Stars)...),
		append([]int{}, e.Against...)}
}

// addsUp reports whether the papers of all questions are the same number, which is no more than were handed out.
func (p *paperEvidence) addsUp(handed int) error {
	for i, q := range p.questions {
		if n := p.invalid + q.Papers + q.Blank; n != p.entered() {
			return fmt.Errorf("question %d has %d printed papers, question 1 %d", i+1, n, p.entered())
		}
	}
	if n := p.entered(); n > handed {
		return fmt.Errorf("%d printed papers were entered, and %d handed out", n, handed)
	}
	return nil
}

// enter puts printed papers beside the marked ballots of each question. Marks that are no valid paper are invalid.
func (m *Manifest) enter(in PapersIn) (*paperEvidence, [][]tally.Paper) {
	if m.Papers == 0 {
		return nil, make([][]tally.Paper, len(m.Questions))
	}
	p := &paperEvidence{lot: in.Lot, questions: make([]tally.Evidence, len(m.Questions))}
	marked := make([][]tally.Paper, len(m.Questions))
	for _, paper := range in.Entered {
		if paper.Marks == nil || m.CheckMarks(paper.Marks, 1) != nil {
			p.invalid++
			continue
		}
		for i, marks := range m.Split(paper.Marks) {
			marked[i] = append(marked[i], tally.Paper{Marks: marks, Weight: 1})
		}
	}
	return p, marked
}

// sumOf is the evidence of all papers of a question, by its place. Errors: tally.ErrEvidence.
func (m *Manifest) sumOf(e *evidence, question int) (tally.Evidence, error) {
	online := e.questions[question]
	if e.paper == nil {
		return online, nil
	}
	paper := e.paper.questions[question]
	if m.Questions[question].Evidence == EvidenceStages {
		return tally.Evidence{Papers: online.Papers + paper.Papers, Blank: online.Blank + paper.Blank}, nil
	}
	return m.Questions[question].Rules().Sum(online, paper)
}

// lotRoot returns the hash that decides the draw: the root of the codes or, where only printed papers are valid, the
// hash of the number that was thrown in public.
func (e *evidence) lotRoot(codes Hash, valid int) Hash {
	if e.paper == nil || valid > 0 {
		return codes
	}
	return hashOf("ostrakon/lot/4\x00", fmt.Append(nil, e.paper.lot))
}

// paperPrefix begins the lines of counts.txt about printed papers.
const paperPrefix = "paper "

// checkPaper checks that a count has the printed papers of the box: as many, as many of them invalid, and with the
// figures that they show whatever is counted with them.
func (b *Box) checkPaper(m *Manifest, c *Count, result *Result) error {
	if m.Papers == 0 {
		return nil
	}
	e, err := m.parseCounts(c.Counts, len(c.Codes))
	if err != nil {
		return err
	}
	in, marked := m.enter(b.Papers)
	lots := m.lots(Hash{}) // a column shows the same figures with any
	for i := range m.Questions {
		in.questions[i], _ = m.Questions[i].Rules().Columns(marked[i], nil, lots[i])
		want, have := in.column(i), result.Questions[i].Paper
		if !reflect.DeepEqual(want, have) {
			return fmt.Errorf("question %d has the printed papers %+v, the box %+v", i+1, have, want)
		}
	}
	if e.paper.invalid != in.invalid || e.paper.lot != in.lot {
		return fmt.Errorf("%d printed papers are invalid and the lot is %d, in the box %d and %d", e.paper.invalid,
			e.paper.lot, in.invalid, in.lot)
	}
	return nil
}
