package ballotbox

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/mod/sumdb/tlog"

	"ostrakon/store/sealing"
	"ostrakon/store/tally"
)

// Opened is a ballot that opened: the marks of its paper, valid or not, its class and its code.
type Opened struct {
	Marks []byte
	Class int
	Code  sealing.Code
}

// Counted is a count: the result with its canonical bytes, and the evidence that gives it.
type Counted struct {
	Result *Result
	Raw    []byte         // result.json
	Counts []byte         // counts.txt
	Codes  []sealing.Code // of the valid ballots, sorted

	Invalid []Hash // with a proof of the count, see Count
	Proof   []byte
}

// Result follows from manifest, ballots, codes and evidence alone, so anyone can make the same bytes again.
type Result struct {
	Version    int    `json:"version"`
	ElectionID string `json:"electionId"`
	Manifest   string `json:"manifest"` // hash of the manifest
	Turnout
	Invalid   int              `json:"invalid"`          // weight of those that did not open or are not valid
	Paper     *PaperTurnout    `json:"paper,omitempty"`  // the printed papers among all; nil where none were printed
	Groups    []Turnout        `json:"groups,omitempty"` // in the order of the manifest
	Questions []QuestionResult `json:"questions"`        // in the order of the manifest
}

// QuorumResult says whether enough of the people who are asked a question voted, or their papers have enough weight.
type QuorumResult struct {
	Needed      int  `json:"needed"`                // people; 0 where only weights count
	NeededVotes int  `json:"neededVotes,omitempty"` // the weight of the papers; 0 where only people count
	Met         bool `json:"met"`
}

// QuestionResult is the outcome of a question. Options are numbered from 1 in the order of the manifest.
type QuestionResult struct {
	QuestionID string        `json:"questionId"`
	Method     tally.Method  `json:"method"`
	Turnout                  // of the people who are asked it
	Quorum     *QuorumResult `json:"quorum,omitempty"` // of these people
	Paper      *PaperColumn  `json:"paper,omitempty"`  // the printed papers among all; nil where none were printed
	tally.Outcome
}

var errUnsorted = errors.New("they are not sorted, so their order may reveal something")

func compareCodes(a, b sealing.Code) int { return bytes.Compare(a[:], b[:]) }

// Count counts the ballots of an election: casts are all, opened those that opened, in any order. The others, and
// invalid ones, go into the result's Invalid, without their codes. The printed papers of an election that has some are
// counted with them. Errors: ballots that cannot be those cast.
func (m *Manifest) Count(casts []Cast, opened []Opened, in PapersIn) (*Counted, error) {
	if len(opened) > len(casts) {
		return nil, fmt.Errorf("%d ballots opened of %d", len(opened), len(casts))
	}
	e := &evidence{invalid: m.weightOf(casts), questions: make([]tally.Evidence, len(m.Questions))}
	marked := make([][]tally.Paper, len(m.Questions))
	codes := slices.Grow([]sealing.Code(nil), len(opened))
	for _, o := range opened {
		if m.CheckMarks(o.Marks, o.Class) != nil {
			continue
		}
		class, _ := m.Class(o.Class)
		codes = append(codes, o.Code)
		e.invalid -= class.Weight
		for i, marks := range m.Split(o.Marks) {
			if m.Questions[i].IsFor(class) {
				marked[i] = append(marked[i], tally.Paper{Marks: marks, Weight: class.Weight})
			}
		}
	}
	if e.invalid < 0 {
		return nil, fmt.Errorf("the ballots that opened weigh %d more than those cast", -e.invalid)
	}
	slices.SortFunc(codes, compareCodes)
	var printed [][]tally.Paper
	e.paper, printed = m.enter(in)
	lots := m.lots(e.lotRoot(rootOfCodes(codes), len(codes)))
	outcomes := make([]tally.Outcome, len(m.Questions))
	for i := range m.Questions {
		rules := m.Questions[i].Rules()
		var column tally.Evidence
		e.questions[i], column = rules.Columns(marked[i], printed[i], lots[i])
		sum := e.questions[i]
		var err error
		if e.paper != nil {
			e.paper.questions[i] = column
			sum, err = rules.Sum(e.questions[i], column)
		}
		if err == nil {
			outcomes[i], err = rules.Count(sum, lots[i], m.base(casts, e, i))
		}
		if err != nil {
			return nil, fmt.Errorf("question %d: %w", i+1, err)
		}
	}
	return m.counted(casts, codes, e, outcomes)
}

// Recount makes the count again from its evidence, counts.txt. Of a question whose evidence are the
// stages, it takes the outcome from result, result.json, after a check of its form. Errors:
// evidence that is not in its form, does not fit the ballots cast or that no papers give.
func (m *Manifest) Recount(casts []Cast, codes []sealing.Code, counts, result []byte) (*Counted, error) {
	e, err := m.parseCounts(counts, len(codes))
	if err != nil {
		return nil, err
	}
	if err := e.addsUp(m, casts, len(codes)); err != nil {
		return nil, err
	}
	stated, err := m.stated(result)
	if err != nil {
		return nil, err
	}
	lots := m.lots(e.lotRoot(rootOfCodes(codes), len(codes)))
	outcomes := make([]tally.Outcome, len(m.Questions))
	for i := range m.Questions {
		q := &m.Questions[i]
		sum, err := m.sumOf(e, i)
		if err == nil && q.Evidence == EvidenceStages {
			outcomes[i], err = q.Rules().Stated(sum, stated[i].Outcome)
		} else if err == nil {
			outcomes[i], err = q.Rules().Count(sum, lots[i], m.base(casts, e, i))
		}
		if err != nil {
			return nil, fmt.Errorf("question %d: %w", i+1, err)
		}
	}
	return m.counted(casts, codes, e, outcomes)
}

// stated are the questions of a result, which is read only if stages of it are needed.
func (m *Manifest) stated(result []byte) ([]QuestionResult, error) {
	if !slices.ContainsFunc(m.Questions, func(q Question) bool { return q.Evidence == EvidenceStages }) {
		return nil, nil
	}
	r, err := ParseResult(result)
	if err == nil && len(r.Questions) < len(m.Questions) {
		err = errors.New("the result does not have all questions")
	}
	return r.Questions, err
}

// counted puts the outcomes of the questions together. If a question misses the quorum, nobody is elected in it.
func (m *Manifest) counted(casts []Cast, codes []sealing.Code, e *evidence,
	outcomes []tally.Outcome) (*Counted, error) {
	r := &Result{
		Version: version, ElectionID: m.ElectionID, Manifest: m.hash.String(),
		Turnout: Turnout{len(casts), m.weightOf(casts)}, Invalid: e.invalid, Paper: e.paper.turnout(),
	}
	if e.paper != nil {
		r.Invalid, r.Turnout = e.invalid+e.paper.invalid, e.paper.with(r.Turnout)
	}
	for i := range m.Groups {
		r.Groups = append(r.Groups, m.turnout(casts, func(c Class) bool { return c.IsIn(i + 1) }))
	}
	for i, o := range outcomes {
		q := &m.Questions[i]
		result := QuestionResult{QuestionID: q.ID, Method: q.Method, Turnout: e.paper.with(m.turnout(casts, q.IsFor)),
			Paper: e.paper.column(i)}
		if m.Quorum != nil {
			result.Quorum = m.Quorum.result(m.Electorate.turnout(q.IsFor), result.Turnout)
			if !result.Quorum.Met {
				o.Ending, o.Elected, o.Tied, o.Succession = tally.NoQuorum, []int{}, []int{}, nil
			}
		}
		result.Outcome = o
		r.Questions = append(r.Questions, result)
	}
	raw, err := canonical(r)
	return &Counted{Result: r, Raw: raw, Counts: e.file(m), Codes: codes}, err
}

// ParseResult reads a result strictly. Errors: ErrNotCanonical.
func ParseResult(raw []byte) (*Result, error) {
	r := &Result{}
	return r, parseCanonical(raw, r)
}

// lots returns each question's draw: the options' places, from 0, by SHA-256("ostrakon/draw/4\0" ‖ codes root ‖
// election id ‖ option id). Each ballot's code contributes, so nobody knows or steers it before the count.
func (m *Manifest) lots(root Hash) [][]int {
	domain := "ostrakon/draw/4\x00" + string(root[:]) + m.ElectionID
	lots := make([][]int, len(m.Questions))
	for i := range m.Questions {
		options := m.Questions[i].Options
		order, hashes := make([]int, len(options)), make([]Hash, len(options))
		for n, o := range options {
			order[n], hashes[n] = n, hashOf(domain, []byte(o.ID))
		}
		slices.SortFunc(order, func(a, b int) int { return bytes.Compare(hashes[a][:], hashes[b][:]) })
		lots[i] = make([]int, len(options))
		for place, n := range order {
			lots[i][n] = place
		}
	}
	return lots
}

// rootOfCodes is the RFC 6962 root over the records "ostrakon/codes/4\0" ‖ code.
func rootOfCodes(codes []sealing.Code) Hash {
	leaves := make([]Hash, len(codes))
	for i, c := range codes {
		leaves[i] = Hash(tlog.RecordHash(append([]byte("ostrakon/codes/4\x00"), c[:]...)))
	}
	return MerkleRoot(leaves)
}
