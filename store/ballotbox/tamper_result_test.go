package ballotbox

import (
	"bytes"
	"crypto/rand"
	"strings"

	"ostrakon/store/sealing"
	"ostrakon/store/tally"
)

func codeTampering() []tampering {
	root, all := "the root of the codes", []string{"codes", "counts", "result"} // invalid ballots are those without a code
	return []tampering{
		{"a code is dropped", func(h *held) { h.bundle.Codes = h.bundle.Codes[1:] }, root,
			[]string{"codes", "counts", "result"}},
		{"a code is added", func(h *held) {
			h.bundle.Codes = append(h.bundle.Codes,
				sealing.Code(filled(255, sealing.CodeSize)))
		}, root, all},
		{"a code is there twice", func(h *held) { h.bundle.Codes[0] = h.bundle.Codes[1] }, root, []string{"codes"}},
		{"a code is changed", func(h *held) { h.bundle.Codes[11][9] ^= 1 }, root, []string{"codes"}},
		{"two codes are swapped", swapCodes, root, []string{"codes"}},
		{"the office does not sort the codes", office(swapCodes), "not sorted", []string{"codes"}},
		{"the office publishes a code too many",
			office(func(h *held) { h.bundle.Codes = append(h.bundle.Codes, sealing.Code(filled(255, sealing.CodeSize))) }),
			"13 codes of 12 ballots", all},
		{"the office publishes a code too few", office(func(h *held) { h.bundle.Codes = h.bundle.Codes[1:] }), "",
			[]string{"counts", "result"}},
		{"a code is changed after a draw", func(h *held) { drawnAnew(h) }, root, []string{"codes", "result"}},
		{"the office picks a code until its own candidate wins the draw, and keeps the result", office(drawnAnew),
			"counting gives", []string{"result"}},
		{"a code is dropped after a draw", func(h *held) {
			*h = *drawnTie()
			h.bundle.Codes = h.bundle.Codes[1:]
		}, root, []string{"codes", "counts", "result"}},
	}
}

func swapCodes(h *held) { h.bundle.Codes[0], h.bundle.Codes[1] = h.bundle.Codes[1], h.bundle.Codes[0] }

// drawnTie is an election that the draw decided.
func drawnTie() *held {
	return holdWith(func(m *Manifest) { m.Questions[0].Draw = true }, 4, 4)
}

// drawnAnew changes a code of an election that was drawn until the draw ends in another way.
func drawnAnew(h *held) {
	*h = *drawnTie()
	result := h.bundle.Result
	for bytes.Equal(h.bundle.Result, result) {
		rand.Read(h.opened[0].Code[:])
		h.recount()
	}
	h.bundle.Result = result
}

func resultTampering() []tampering {
	result := []string{"result"}
	edited := func(edit func(*Result)) func(*held) {
		return func(h *held) {
			r := must(ParseResult(h.bundle.Result))
			edit(r)
			h.bundle.Result = must(canonical(r))
		}
	}
	var ways []tampering
	for name, edit := range map[string]func(*Result){
		"the version":  func(r *Result) { r.Version = 2 },
		"the election": func(r *Result) { r.ElectionID = idOf("another") },
		"the manifest": func(r *Result) { r.Manifest = Hash{1}.String() },
		"the people":   func(r *Result) { r.People++ },
		"the weight":   func(r *Result) { r.Cast++ },
		"the invalid":  func(r *Result) { r.Invalid++ },
		"a quorum":     func(r *Result) { r.Questions[0].Quorum = &QuorumResult{Met: true} },
		"the question": func(r *Result) { r.Questions[0].QuestionID = idOf("another") },
		"the method":   func(r *Result) { r.Questions[0].Method = tally.Approval },
		"the ending":   func(r *Result) { r.Questions[0].Ending = tally.NoMajority },
		"the papers":   func(r *Result) { r.Questions[0].Papers-- },
		"the blank":    func(r *Result) { r.Questions[0].Blank++ },
		"the votes":    func(r *Result) { r.Questions[0].Votes[0], r.Questions[0].Votes[1] = 4, 5 },
		"the elected":  func(r *Result) { r.Questions[0].Elected[0] = 2 },
		"a tie":        func(r *Result) { r.Questions[0].Tied = []int{1, 2} },
		"a draw": func(r *Result) {
			r.Questions[0].Draws = []tally.Draw{{For: tally.ForSeat, Among: []int{1, 2}, Chosen: 1}}
		},
		"drawDecided":   func(r *Result) { r.Questions[0].Decided = tally.DrawYes },
		"a threshold":   func(r *Result) { r.Questions[0].Base, r.Questions[0].Needed = 12, 5 },
		"no question":   func(r *Result) { r.Questions = []QuestionResult{} },
		"null question": func(r *Result) { r.Questions = nil },
		"two questions": func(r *Result) { r.Questions = append(r.Questions, r.Questions[0]) },
	} {
		ways = append(ways, tampering{name + " in the result is edited", edited(edit), "the hash of result.json is", result},
			tampering{name + " in the result is edited by the office", office(edited(edit)), "counting gives", result})
	}
	return append(ways,
		tampering{"the result is written in another way", office(func(h *held) {
			h.bundle.Result = []byte(strings.Replace(string(h.bundle.Result), ":", ": ", 1))
		}), "counting gives", result},
		tampering{"the result ends in a line feed", office(func(h *held) { h.bundle.Result = append(h.bundle.Result, '\n') }),
			"counting gives", result},
		tampering{"the result is empty", office(func(h *held) { h.bundle.Result = nil }), "counting gives", result},
		tampering{"the office lets another win the draw", office(func(h *held) {
			*h = *drawnTie()
			edited(func(r *Result) { r.Questions[0].Elected[0] = 3 - r.Questions[0].Elected[0] })(h)
		}), "counting gives", result},
		tampering{"a tie that is to be drawn is only stated", office(func(h *held) {
			*h = *drawnTie()
			edited(func(r *Result) {
				q := &r.Questions[0]
				q.Ending, q.Elected, q.Tied, q.Draws, q.Decided = tally.Tied, []int{}, []int{1, 2}, []tally.Draw{}, tally.DrawNo
			})(h)
		}), "counting gives", result})
}

// usedTampering gives a share of the weight of two ballots, which is 3 each, to papers that nobody cast.
func usedTampering() []tampering {
	shares := func(lines string) func(*held) {
		return office(func(h *held) {
			*h = *open(3, func(m *Manifest) {
				q := &m.Questions[0]
				q.Method, q.Max, q.Draw = tally.IRV, len(q.Options), true
				m.Electorate = rollOf(1, 2)
			})
			ranks := make([]byte, len(h.manifest.Questions[0].Options))
			ranks[0] = 1
			h.cast(Opened{Marks: ranks, Class: 2}, Opened{Marks: ranks, Class: 2})
			h.bundle.Counts = []byte(strings.Replace(string(h.bundle.Counts), "1 6 used 1\n", lines, 1))
		})
	}
	return []tampering{
		{"both ballots are used in one way", shares("1 6 used 1\n"), "", nil},
		{"a plurality has used papers", office(func(h *held) {
			h.bundle.Counts = append(h.bundle.Counts, "1 12 used 1\n"...)
		}), "", []string{"counts", "result"}},
		{"used papers are not sorted", shares("1 3 used 2\n1 3 used 1\n"), "", []string{"result"}},
		{"two ballots are used in three ways", shares("1 4 used 1\n1 1 used 2\n1 1 used 3\n"),
			"more used papers than the 2 valid ballots", []string{"counts", "result"}},
		{"two ballots are used in ever more ways", shares(strings.Repeat("1 1 used 1\n", 100_000)),
			"more used papers than the 2 valid ballots", []string{"counts", "result"}},
	}
}

// stagesTampering spoils an election of which only the stages are published. The office can state
// any stages that add up, but not everything.
func stagesTampering() []tampering {
	staged := func(edit func(o *tally.Outcome)) func(*held) {
		return office(func(h *held) {
			*h = *stages(false)
			r := must(ParseResult(h.bundle.Result))
			edit(&r.Questions[0].Outcome)
			h.bundle.Result = must(canonical(r))
		})
	}
	var ways []tampering
	for name, edit := range map[string]func(o *tally.Outcome){
		"another ending":               func(o *tally.Outcome) { o.Ending = tally.NoVotes },
		"no quorum, where none is set": func(o *tally.Outcome) { o.Ending, o.Elected = tally.NoQuorum, []int{} },
		"an ending that is none":       func(o *tally.Outcome) { o.Ending = "won" },
		"other papers":                 func(o *tally.Outcome) { o.Papers++ },
		"other blank papers":           func(o *tally.Outcome) { o.Blank++ },
		"another quota":                func(o *tally.Outcome) { o.Quota++ },
		"a base":                       func(o *tally.Outcome) { o.Base = 1 },
		"votes needed":                 func(o *tally.Outcome) { o.Needed = 1 },
		"votes":                        func(o *tally.Outcome) { o.Votes = []int{1, 2, 3} },
		"null for votes":               func(o *tally.Outcome) { o.Votes = nil },
		"fives":                        func(o *tally.Outcome) { o.Fives = []int{1} },
		"somebody tied":                func(o *tally.Outcome) { o.Tied = []int{1} },
		"finalists":                    func(o *tally.Outcome) { o.Finalists = []int{1, 2} },
		"pairs":                        func(o *tally.Outcome) { o.Prefers = [][]int{{}} },
		"paths":                        func(o *tally.Outcome) { o.Paths = [][]int{{}} },
		"option 4 of 3 elected":        func(o *tally.Outcome) { o.Elected[0] = 4 },
		"option 0 elected":             func(o *tally.Outcome) { o.Elected[0] = 0 },
		"an option too high in a draw": func(o *tally.Outcome) { o.Draws = []tally.Draw{{Among: []int{1, 4}, Chosen: 1}} },
		"option 4 drawn":               func(o *tally.Outcome) { o.Draws = []tally.Draw{{Among: []int{1, 2}, Chosen: 4}} },
		"option 4 in a stage":          func(o *tally.Outcome) { o.Stages[0].Option = 4 },
		"option 4 elected in a stage":  func(o *tally.Outcome) { o.Stages[0].Elected = []int{4} },
		"another word for a draw":      func(o *tally.Outcome) { o.Decided = "perhaps" },
		"null elected":                 func(o *tally.Outcome) { o.Elected = nil },
		"null stages":                  func(o *tally.Outcome) { o.Stages = nil },
		"null draws":                   func(o *tally.Outcome) { o.Draws = nil },
		"a draw among null":            func(o *tally.Outcome) { o.Draws = []tally.Draw{{}} },
		"a unit lost":                  func(o *tally.Outcome) { o.Stages[0].Lost++ },
		"a unit too many":              func(o *tally.Outcome) { o.Stages[0].Votes[1]++ },
		"a stage of two options":       func(o *tally.Outcome) { o.Stages[0].Votes = []int{o.Papers * 100_000, 0} },
		"a stage that elects null":     func(o *tally.Outcome) { o.Stages[0].Elected = nil },
		"one option elected twice":     stagesElect(1, 1),
		"nobody elected":               stagesElect(),
		"a seat that nobody got":       stagesElect(2),
		"one elected too many":         stagesElect(1, 2, 3),
		"others elected than its end":  func(o *tally.Outcome) { o.Elected[0], o.Elected[1] = o.Elected[1], o.Elected[0] },
	} {
		ways = append(ways, tampering{"stages have " + name, staged(edit), "", []string{"result"}})
	}
	return append(ways,
		tampering{"the office states other stages that add up", staged(func(o *tally.Outcome) {
			o.Stages[0].Votes[0], o.Stages[0].Votes[1] = o.Stages[0].Votes[1], o.Stages[0].Votes[0]
		}), "", nil},
		tampering{"stages without a quorum elect somebody", office(func(h *held) {
			*h = *stages(true)
			r := must(ParseResult(h.bundle.Result))
			r.Questions[0].Ending, r.Questions[0].Elected = tally.Elected, []int{1, 2}
			h.bundle.Result = must(canonical(r))
		}), "", []string{"result"}})
}

// stagesElect lets the last stage elect these options, and the others nobody.
func stagesElect(elected ...int) func(o *tally.Outcome) {
	return func(o *tally.Outcome) {
		for i := range o.Stages {
			o.Stages[i].Elected = []int{}
		}
		o.Elected = append([]int{}, elected...)
		o.Stages[len(o.Stages)-1].Elected = o.Elected
	}
}

// stages is an election by stv of which only the stages are published, without its quorum or with none.
func stages(missed bool) *held {
	h := open(3, func(m *Manifest) {
		q := &m.Questions[0]
		q.Method, q.Seats, q.Max, q.Draw, q.Evidence = tally.STV, 2, 3, true, EvidenceStages
		if missed {
			m.Electorate, m.Quorum = rollOf(90, 10), &Quorum{Least: []int{1, 1}}
		}
	})
	var papers []Opened
	for n := range 9 {
		papers = append(papers, Opened{Marks: [][]byte{{1, 2, 3}, {1, 0, 2}, {0, 1, 2}}[n%3], Class: 1})
	}
	h.cast(papers...)
	return h
}
