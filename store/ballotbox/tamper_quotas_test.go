package ballotbox

import "ostrakon/store/tally"

// board is a counted election of a board with quotas of two kinds, and of a committee with several marks for one.
func board() *held {
	h := open(2, func(m *Manifest) {
		block := question("board", tally.Block, 6)
		block.Seats, block.Max = 3, 3
		for i, kind := range []string{"north", "north", "north", "south", "south", ""} {
			block.Options[i].Kind = kind
		}
		block.Quotas = []tally.KindQuota{{Kind: "north", Most: 2}, {Kind: "south", Least: 1, Most: 2}}
		marks := question("committee", tally.Cumulate, 4)
		marks.Seats, marks.Max, marks.Each, marks.Draw = 2, 5, 3, true
		m.Questions = append(m.Questions, block, marks)
	})
	var papers []Opened
	for n := range 12 {
		marks := ballotOf(&Manifest{Questions: h.manifest.Questions[:1]}, n)
		marks = append(marks, 1, byte(min(n, 1)), byte(min(n%11/2, 1)), 0, byte(n/11), 0)
		papers = append(papers, Opened{Marks: append(marks, 3, 0, 1, byte(n%2)), Class: 1})
	}
	h.cast(papers...)
	return h
}

// quotasTampering spoils the election of board.
func quotasTampering() []tampering {
	var ways []tampering
	for name, edit := range map[string]func(q []Question){
		"a quota of nobody":          func(q []Question) { q[1].Quotas[0].Kind = "west" },
		"a quota without a kind":     func(q []Question) { q[1].Quotas[0].Kind = "" },
		"a kind twice":               func(q []Question) { q[1].Quotas[1].Kind = "north" },
		"a quota of no seat":         func(q []Question) { q[1].Quotas[0].Most = 0 },
		"at least more than at most": func(q []Question) { q[1].Quotas[1].Least = 3 },
		"at least more than seats":   func(q []Question) { q[1].Quotas[0].Least, q[1].Quotas[1].Least = 2, 2 },
		"at most more than seats":    func(q []Question) { q[1].Quotas[0].Most = 4 },
		"seats that stay empty":      func(q []Question) { q[1].Quotas[0].Most, q[1].Quotas[1].Most, q[1].Seats = 1, 1, 4 },
		"a quota of the last option": func(q []Question) { q[1].Last, q[1].Options[5].Kind = true, "south" },
		"quotas of a method that has none": func(q []Question) {
			q[0].Quotas, q[0].Options[0].Kind = []tally.KindQuota{{Kind: "north", Least: 1}}, "north"
			q[0].Method, q[0].Draw = tally.STV, true
		},
		"a long name of a kind":           func(q []Question) { q[1].Options[5].Kind = string(make([]rune, MaxKind+1)) },
		"more marks for one than for all": func(q []Question) { q[2].Each = 6 },
		"no marks for one":                func(q []Question) { q[2].Each = 0 },
		"marks for each of others":        func(q []Question) { q[1].Each = 1 },
		"more marks than there can be":    func(q []Question) { q[2].Max = 13 },
		"a threshold of several marks":    func(q []Question) { q[2].Threshold = moreThan(1, 2, tally.OfCast) },
	} {
		ways = append(ways, tampering{"the manifest has quotas or marks that are wrong: " + name, func(h *held) {
			*h = *board()
			h.remanifest(func(m *Manifest) { edit(m.Questions) })
		}, "", []string{"manifest"}})
	}
	for name, edit := range map[string]func(q []QuestionResult){
		"who moved up":             func(q []QuestionResult) { q[1].Succession.Moved = []tally.Moved{} },
		"for whom":                 func(q []QuestionResult) { q[1].Succession.Moved[0].Out = 6 },
		"who moves up":             func(q []QuestionResult) { q[1].Succession.Next[0] = []int{6} },
		"the rest":                 func(q []QuestionResult) { q[1].Succession.Rest[0] = []int{6} },
		"no succession":            func(q []QuestionResult) { q[1].Succession = nil },
		"a drawn order":            func(q []QuestionResult) { q[2].Succession.Rest[0] = []int{2} },
		"who moves up by no quota": func(q []QuestionResult) { q[2].Succession.Next = q[1].Succession.Next },
	} {
		ways = append(ways, tampering{"the office edits the result of quotas: " + name, office(func(h *held) {
			*h = *board()
			r := must(ParseResult(h.bundle.Result))
			edit(r.Questions)
			h.bundle.Result = must(canonical(r))
		}), "counting gives", []string{"result"}})
	}
	return ways
}
