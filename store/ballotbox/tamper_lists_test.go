package ballotbox

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"

	"ostrakon/store/tally"
)

// council holds an election with lists of all three ballots: closed lists with a gender in the minority, lists with
// erasures, and free marks.
func council() *held {
	h := open(2, func(m *Manifest) {
		closed := question("works council", tally.DHondt, 3+9)
		closed.Seats, closed.Draw = 5, true
		closed.Lists = &tally.Lists{Sizes: []int{4, 3, 2}, Ballot: tally.Closed, Within: tally.ByOrder, Ties: tally.TieLot,
			Minority: []int{7, 10, 12}, Least: 2}
		erasures := question("committee", tally.Quotient, 2+5)
		erasures.Seats, erasures.Draw = 3, true
		erasures.Lists = &tally.Lists{Sizes: []int{3, 2}, Ballot: tally.Erasures, Within: tally.ByMost, Ties: tally.TieVotes,
			Age: []int{7, 3, 6, 4, 5}}
		free := question("parliament", tally.SainteLague, 3+6)
		free.Seats, free.Max, free.Each, free.Draw = 4, 5, 2, true
		free.Lists = &tally.Lists{Sizes: []int{2, 2, 2}, Ballot: tally.Free, Within: tally.ByMost, Bar: 5,
			Ties: tally.TieLot}
		m.Questions = append(m.Questions, closed, erasures, free)
	})
	rng := rand.New(rand.NewPCG(7, 0))
	var papers []Opened
	for n := range 12 {
		marks := ballotOf(&Manifest{Questions: h.manifest.Questions[:1]}, n)
		for i := range h.manifest.Questions[1:] {
			marks = append(marks, drawnListMarks(rng, h.manifest.Questions[i+1].Rules())...)
		}
		papers = append(papers, Opened{Marks: marks, Class: 1})
	}
	h.cast(papers...)
	return h
}

// listsTampering spoils the election of council.
func listsTampering() []tampering {
	var ways []tampering
	for name, edit := range map[string]func(q []Question){
		"no lists":                                func(q []Question) { q[1].Lists = nil },
		"lists of a plurality":                    func(q []Question) { q[0].Lists = q[1].Lists },
		"a candidate on no list":                  func(q []Question) { q[1].Lists.Sizes[0]-- },
		"an empty list":                           func(q []Question) { q[1].Lists.Sizes = []int{9, 0, 0} },
		"nobody on the lists":                     func(q []Question) { q[1].Lists.Sizes = make([]int, 12) },
		"one list":                                func(q []Question) { q[1].Lists.Sizes = []int{11} },
		"a ballot of no kind":                     func(q []Question) { q[1].Lists.Ballot = "open" },
		"erasures without averages":               func(q []Question) { q[1].Lists.Ballot = tally.Erasures },
		"free averages":                           func(q []Question) { q[2].Lists.Ballot, q[2].Each = tally.Free, 1 },
		"two lists on a paper":                    func(q []Question) { q[1].Max = 2 },
		"marks for each of a list":                func(q []Question) { q[1].Each = 1 },
		"no marks for each":                       func(q []Question) { q[3].Each = 0 },
		"more marks than there are":               func(q []Question) { q[3].Each = 6 },
		"votes within closed lists":               func(q []Question) { q[1].Lists.Within = tally.ByMost },
		"nothing within lists":                    func(q []Question) { q[3].Lists.Within = "" },
		"a bar of 51 per cent":                    func(q []Question) { q[3].Lists.Bar = 51 },
		"a bar for averages":                      func(q []Question) { q[2].Lists.Bar = 5 },
		"ties of averages by lot":                 func(q []Question) { q[2].Lists.Ties = tally.TieLot },
		"ties by nothing":                         func(q []Question) { q[1].Lists.Ties = "" },
		"an age twice":                            func(q []Question) { q[2].Lists.Age[0] = 3 },
		"the age of a list":                       func(q []Question) { q[2].Lists.Age[0] = 2 },
		"an age missing":                          func(q []Question) { q[2].Lists.Age = q[2].Lists.Age[1:] },
		"a minority that falls":                   func(q []Question) { q[1].Lists.Minority = []int{10, 7} },
		"a minority with a list":                  func(q []Question) { q[1].Lists.Minority = []int{3, 7} },
		"a minority without seats":                func(q []Question) { q[1].Lists.Least = 0 },
		"seats without a minority":                func(q []Question) { q[1].Lists.Minority = nil },
		"more seats of a minority than there are": func(q []Question) { q[1].Lists.Least = 6 },
		"a minority where there are quotas":       func(q []Question) { q[1].Method = tally.Hare },
		"more seats than candidates":              func(q []Question) { q[1].Seats = 10 },
		"no draw":                                 func(q []Question) { q[1].Draw = false },
		"a threshold":                             func(q []Question) { q[1].Threshold = moreThan(1, 2, tally.OfCast) },
		"two marks at least":                      func(q []Question) { q[3].Min = 2 },
		"stages":                                  func(q []Question) { q[1].Evidence = EvidenceStages },
		"a method that there is not":              func(q []Question) { q[1].Method = "sainte_lague" },
	} {
		ways = append(ways, tampering{"the manifest has lists that are wrong: " + name, func(h *held) {
			*h = *council()
			h.remanifest(func(m *Manifest) { edit(m.Questions) })
		}, "", []string{"manifest"}})
	}
	for name, edit := range map[string]func(q []QuestionResult){
		"a seat":             func(q []QuestionResult) { q[1].Allocation.Lists[0].Seats++ },
		"a candidate":        func(q []QuestionResult) { q[1].Allocation.Lists[0].Elected[0]++ },
		"the average":        func(q []QuestionResult) { q[2].Allocation.Lists[0].Parts++ },
		"the bar":            func(q []QuestionResult) { q[3].Allocation.Lists[0].Barred = true },
		"a number":           func(q []QuestionResult) { q[3].Allocation.Awards[0].Number[0]++ },
		"what decided a tie": func(q []QuestionResult) { q[1].Allocation.Awards[0].Tie = tally.TieLot },
		"no move":            func(q []QuestionResult) { q[1].Allocation.Moves = []tally.Move{} },
		"no allocation":      func(q []QuestionResult) { q[1].Allocation = nil },
		"another allocation": func(q []QuestionResult) { q[0].Allocation = q[1].Allocation },
		"who is elected":     func(q []QuestionResult) { slices.Reverse(q[1].Elected) },
	} {
		ways = append(ways, tampering{"the office edits the result of lists: " + name, office(func(h *held) {
			*h = *council()
			r := must(ParseResult(h.bundle.Result))
			edit(r.Questions)
			h.bundle.Result = must(canonical(r))
		}), "counting gives", []string{"result"}})
	}
	return append(ways, tampering{"a closed list has a vote for a candidate", office(func(h *held) {
		*h = *council()
		h.bundle.Counts = bytes.Replace(h.bundle.Counts, []byte("2 0 votes 4\n"), []byte("2 1 votes 4\n"), 1)
	}), "", []string{"result"}}, tampering{"a list has a vote too many", office(func(h *held) {
		*h = *council()
		lines := strings.SplitAfter(string(h.bundle.Counts), "\n")
		for i, line := range lines {
			if strings.HasSuffix(line, " votes 1\n") && strings.HasPrefix(line, "2 ") {
				lines[i] = "2 11 votes 1\n"
			}
		}
		h.bundle.Counts = []byte(strings.Join(lines, ""))
	}), "", []string{"result"}})
}
