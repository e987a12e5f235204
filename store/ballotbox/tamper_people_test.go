package ballotbox

import (
	"strings"

	"ostrakon/store/tally"
)

// byOwners adds a motion that owners decide by heads and by shares, in two groups of which one has an abstention.
func byOwners(m *Manifest) {
	roof := question("roof", tally.Motion, 3)
	roof.Min, roof.Threshold, roof.PeopleThreshold = 1, moreThan(1, 2, tally.OfDecided), moreThan(1, 2, tally.OfCast)
	for i, name := range MotionOptions() {
		roof.Options[i].Name = name
	}
	m.Questions = append(m.Questions, roof)
	m.Electorate = rollOf(6, 4)
}

// owners is a counted motion for which 5 of 9 people voted, whose votes weigh 9 against 7. One ballot is not valid.
func owners() *held {
	h := open(2, byOwners)
	var papers []Opened
	for _, paper := range []struct{ class, option int }{
		{1, 0}, {1, 0}, {1, 0}, {2, 0}, {2, 0}, {1, 1}, {2, 1}, {2, 1}, {1, 2},
	} {
		marks := []byte{1, 0, 0, 0, 0}
		marks[2+paper.option] = 1
		papers = append(papers, Opened{Marks: marks, Class: paper.class})
	}
	h.cast(append(papers, Opened{Marks: make([]byte, 5), Class: 1})...)
	return h
}

// peopleTampering spoils the motion of owners.
func peopleTampering() []tampering {
	edited := func(from, to string) func(*held) {
		return office(func(h *held) {
			*h = *owners()
			h.bundle.Counts = []byte(strings.Replace(string(h.bundle.Counts), from, to, 1))
		})
	}
	ways := []tampering{
		{"the office counts a person more", edited("2 5 people 1", "2 6 people 1"), "are not of 10 people", recounted()},
		{"the office counts a person less", edited("2 1 people 3", "2 0 people 3"), "are not of 10 people", recounted()},
		{"the office counts a person elsewhere", edited("2 5 people 1\n2 3 people 2", "2 4 people 1\n2 4 people 2"),
			"counting gives",
			[]string{"result"}},
		{"the office counts more people than votes", edited("2 3 people 2\n2 1 people 3", "2 2 people 2\n2 2 people 3"),
			"are not of 10 people", recounted()},
		{"the office counts fewer people than the votes need",
			edited("2 3 people 2\n2 1 people 3", "2 4 people 2\n2 0 people 3"), "are not of 10 people", recounted()},
		{"the office leaves out the people", edited("2 5 people 1\n2 3 people 2\n2 1 people 3\n", ""), "not in the form",
			recounted()},
		{"the office counts people where nobody asks for them", edited("1 17 votes 1\n", "1 17 votes 1\n1 9 people 1\n"),
			"not in the form", recounted()},
	}
	for name, edit := range map[string]func(q *Question){
		"for candidates":      func(q *Question) { q.PeopleThreshold = moreThan(1, 2, tally.OfCast) },
		"of more than all":    func(q *Question) { q.PeopleThreshold = moreThan(2, 2, tally.OfCast) },
		"of no known base":    func(q *Question) { q.PeopleThreshold = moreThan(1, 2, "people") },
		"of no part":          func(q *Question) { q.PeopleThreshold = &tally.Threshold{Of: tally.OfCast} },
		"without the weights": func(q *Question) { q.Threshold = nil },
	} {
		at := 1
		if name == "for candidates" {
			at = 0
		}
		ways = append(ways, tampering{"the manifest has a threshold of people " + name, func(h *held) {
			*h = *owners()
			h.remanifest(func(m *Manifest) { edit(&m.Questions[at]) })
		}, "", []string{"manifest"}})
	}
	for name, edit := range map[string]func(q *QuestionResult){
		"the people":        func(q *QuestionResult) { q.ByPeople.Votes[0]++ },
		"their base":        func(q *QuestionResult) { q.ByPeople.Base-- },
		"what they need":    func(q *QuestionResult) { q.ByPeople.Needed-- },
		"whether it is met": func(q *QuestionResult) { q.ByPeople.Met = true },
		"the ending":        func(q *QuestionResult) { q.Ending = tally.Passed },
		"no people":         func(q *QuestionResult) { q.ByPeople = nil },
	} {
		ways = append(ways, tampering{"the office edits the result by people: " + name, office(func(h *held) {
			*h = *owners()
			r := must(ParseResult(h.bundle.Result))
			edit(&r.Questions[1])
			h.bundle.Result = must(canonical(r))
		}), "counting gives", []string{"result"}})
	}
	return ways
}
