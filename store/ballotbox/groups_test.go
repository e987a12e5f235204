package ballotbox

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ostrakon/store/sealing"
	"ostrakon/store/tally"
)

// withGroups gives an election three questions: one for everybody, one for the north and one for the south. Some people
// are in both groups, and two are in none.
func withGroups(m *Manifest) {
	north, south := question("north", tally.IRV, 3), question("south", tally.Approval, 3)
	north.Max, north.Draw, north.Groups = 3, true, []int{1}
	south.Min, south.Max, south.Groups, south.Threshold = 1, 3, []int{2}, moreThan(1, 2, tally.OfElectorate)
	m.Questions = append(m.Questions, north, south)
	m.Groups = []string{"North", "Süd \"<&>"}
	m.Electorate = &Electorate{31, 0, []Class{
		{1, 2, nil}, {1, 9, []int{1}}, {1, 4, []int{1, 2}}, {1, 6, []int{2}}, {3, 5, []int{1}}, {3, 5, []int{2}},
	}, Hash{}.String()}
	m.Quorum = &Quorum{Least: []int{1, 3}}
}

// grouped marks the options of each question; nil leaves it blank.
func grouped(class int, chair, north, south []byte) Opened {
	var marks []byte
	for i, part := range [][]byte{chair, north, south} {
		if part == nil {
			part = make([]byte, 2+min(i, 1))
		}
		marks = append(marks, part...)
	}
	return Opened{Marks: marks, Class: class}
}

// wards holds an election with groups, in which nobody has a majority in the south. Three of its ballots are not valid.
func wards(edits ...func(*Manifest)) *held {
	h := open(2, func(m *Manifest) {
		withGroups(m)
		for _, edit := range edits {
			edit(m)
		}
	})
	chair, north, south := []byte{1, 0}, []byte{2, 1, 0}, []byte{0, 1, 1}
	h.cast(grouped(1, chair, nil, nil),
		grouped(2, chair, north, nil), grouped(2, []byte{0, 1}, []byte{0, 1, 2}, nil), grouped(2, chair, nil, nil),
		grouped(3, chair, north, south), grouped(3, nil, nil, south), grouped(5, chair, north, nil),
		grouped(6, chair, nil, south),
		grouped(6, chair, north, south), // a mark that the south does not have
		grouped(4, chair, nil, nil),     // the south has to answer
		grouped(1, chair, nil, []byte{1, 0, 0}))
	return h
}

// Turnout, base, quorum and evidence of a question are those of its groups.
func TestAQuestionIsCountedAmongItsGroups(t *testing.T) {
	r := must(ParseResult(wards().bundle.Result))
	if r.Turnout != (Turnout{11, 17}) || r.Invalid != 5 ||
		!slices.Equal(r.Groups, []Turnout{{6, 8}, {5, 9}}) {
		t.Errorf("%+v, %d invalid, groups %+v", r.Turnout, r.Invalid, r.Groups)
	}
	type figures struct {
		of            Turnout
		quorum        QuorumResult
		papers, blank int
		base          int
		ending        tally.Ending
	}
	want := []figures{
		{Turnout{11, 17}, QuorumResult{11, 0, true}, 11, 1, 0, tally.Elected},
		{Turnout{6, 8}, QuorumResult{6, 0, true}, 6, 2, 0, tally.Elected},
		{Turnout{5, 9}, QuorumResult{5, 0, true}, 5, 0, 25, tally.NoMajority},
	}
	for i, q := range r.Questions {
		got := figures{q.Turnout, *q.Quorum, q.Papers, q.Blank, q.Base, q.Ending}
		if got != want[i] {
			t.Errorf("question %d: %+v, want %+v", i+1, got, want[i])
		}
	}
	without := open(2, withGroups)
	without.cast(grouped(6, nil, nil, []byte{1, 0, 0}))
	for i, q := range must(ParseResult(without.bundle.Result)).Questions {
		if q.Quorum.Met {
			t.Errorf("question %d has its quorum of %d by one ballot", i+1, q.Quorum.Needed)
		}
	}
}

func TestMarksInAQuestionForOthersAreAFault(t *testing.T) {
	m := open(2, withGroups).manifest
	for _, c := range []struct {
		paper Opened
		want  string
	}{
		{grouped(1, []byte{1, 0}, nil, nil), ""}, {grouped(2, []byte{1, 0}, nil, nil), ""},
		{grouped(2, []byte{1, 0}, []byte{1, 2, 3}, nil), ""}, {grouped(6, []byte{1, 0}, nil, []byte{1, 0, 0}), ""},
		{grouped(3, nil, []byte{1, 2, 3}, []byte{1, 0, 0}), ""},
		{grouped(1, nil, []byte{1, 2, 3}, nil), "question 2: not_asked"},
		{grouped(5, nil, nil, []byte{0, 0, 1}), "question 3: not_asked"},
		{grouped(6, nil, nil, nil), "question 3: too_few"},
	} {
		got := ""
		if err := m.CheckMarks(c.paper.Marks, c.paper.Class); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("class %d, %v: %q, want %q", c.paper.Class, c.paper.Marks, got, c.want)
		}
	}
}

// The length of a sealed ballot is the same for all groups: it has the marks of all questions.
func TestASealedBallotHasOneLengthForAllGroups(t *testing.T) {
	h := open(2, withGroups)
	box := must(h.manifest.SealingBox())
	rng := rand.New(rand.NewPCG(300, 0))
	for n := range 300 {
		class := 1 + rng.IntN(len(h.manifest.classes()))
		sealed := must(box.Seal(sealing.Seed{byte(n), byte(n >> 8)}, h.drawnPaper(rng, nil, class), sealing.Tag{}))
		if len(sealed) != h.manifest.SealedSize {
			t.Errorf("a ballot of class %d has %d bytes, want %d", class, len(sealed), h.manifest.SealedSize)
		}
	}
}

func TestClassesOfAFrozenRollAreNumberedByWeightAndGroups(t *testing.T) {
	names := []string{"North", "South"}
	h := NewRollHasher(names)
	for _, e := range []Elector{
		{ID: "a", Weight: 3 * Vote, Groups: []string{"South"}}, {ID: "b", Weight: Vote, Groups: []string{"North", "South"}},
		{ID: "c", Weight: Vote}, {ID: "d", Weight: Vote, Groups: []string{"South"}},
		{ID: "e", Weight: Vote, Groups: []string{"North"}},
		{ID: "f", Weight: Vote, Groups: []string{"South"}},
	} {
		h.Add(e)
	}
	e := h.Electorate()
	want := []Class{{1, 1, nil}, {1, 1, []int{1}}, {1, 1, []int{1, 2}}, {1, 2, []int{2}}, {3, 1, []int{2}}}
	if !reflect.DeepEqual(e.Classes, want) || e.check(2) != nil {
		t.Errorf("%+v, want %+v", e.Classes, want)
	}
	for i, c := range want {
		if got := e.Number(e.Weight(c.Weight), c.Groups); got != i+1 {
			t.Errorf("class %+v is %d, want %d", c, got, i+1)
		}
	}
	if got := e.Number(3*Vote, nil); got != 0 {
		t.Errorf("a class of nobody is %d", got)
	}
}

// wrongGroups are edits by which a manifest's groups do not have their form.
func wrongGroups() map[string]func(*Manifest) {
	edit := func(edit func(*Manifest)) func(*Manifest) {
		return func(m *Manifest) {
			withGroups(m)
			m.SealedSize += 6
			edit(m)
		}
	}
	class := func(edit func(*Class)) func(*Manifest) {
		return func(m *Manifest) {
			withGroups(m)
			m.SealedSize += 6
			edit(&m.Electorate.Classes[2])
		}
	}
	return map[string]func(*Manifest){
		"groups without an electorate": func(m *Manifest) { m.Groups = []string{"North"} },
		"101 groups": edit(func(m *Manifest) {
			for n := range 99 {
				m.Groups = append(m.Groups, strings.Repeat("x", n+1))
			}
		}),
		"the group \"\" has no":               edit(func(m *Manifest) { m.Groups[0] = "" }),
		"the group \"North\" has no":          edit(func(m *Manifest) { m.Groups[1] = "North" }),
		"the group \"a;b\" has no":            edit(func(m *Manifest) { m.Groups[1] = "a;b" }),
		"the group \"éééééééééé":              edit(func(m *Manifest) { m.Groups[1] = strings.Repeat("é", 101) }),
		"question 2 is for the groups [0":     edit(func(m *Manifest) { m.Questions[1].Groups = []int{0} }),
		"question 2 is for the groups [3] of": edit(func(m *Manifest) { m.Questions[1].Groups = []int{3} }),
		"question 2 is for the groups [2 1]":  edit(func(m *Manifest) { m.Questions[1].Groups = []int{2, 1} }),
		"question 2 is for the groups [1 1]":  edit(func(m *Manifest) { m.Questions[1].Groups = []int{1, 1} }),
		"question 1 is for the groups [1] of 0": func(m *Manifest) {
			m.Questions[0].Groups = []int{1}
		},
		"in the groups [1 3]":                      class(func(c *Class) { c.Groups = []int{1, 3} }),
		"in the groups [2 1]":                      class(func(c *Class) { c.Groups = []int{2, 1} }),
		"in the groups [1], after weight 1":        class(func(c *Class) { c.Groups = []int{1} }),
		"in the groups [], after weight 1":         class(func(c *Class) { c.Groups = nil }),
		"of weight 1 in the groups [2], after wei": class(func(c *Class) { c.Groups = []int{2} }),
	}
}

// groupsTampering spoils an election with groups.
func groupsTampering() []tampering {
	of := func(change func(*held)) func(*held) {
		return func(h *held) {
			*h = *wards()
			change(h)
		}
	}
	counts := func(changes ...string) func(*held) {
		return of(office(func(h *held) {
			h.bundle.Counts = []byte(strings.NewReplacer(changes...).Replace(string(h.bundle.Counts)))
		}))
	}
	result := func(change func(*Result)) func(*held) {
		return of(office(func(h *held) {
			r := must(ParseResult(h.bundle.Result))
			change(r)
			h.bundle.Result = must(canonical(r))
		}))
	}
	again := []string{"result"}
	return []tampering{
		{"a ballot's class is edited to one of another group", of(func(h *held) { h.bundle.Leaves[2].Class = 4 }),
			"its root is", allOfLog()},
		{"the office counts a paper of the north in the south",
			counts("3 5 papers", "3 10 papers", "3 5 votes 2", "3 10 votes 2"),
			"the papers of question 3 do not weigh 9", recounted()},
		{"the office leaves out a paper of the north", counts("2 6 papers", "2 0 papers", "2 2 blank", "2 0 blank",
			"2 2 used 2,3\n", "", "2 1 used 2,3\n", ""), "the papers of question 2 do not weigh 8", recounted()},
		{"the office calls papers of the south invalid in the question for all", counts("1 11 papers", "1 10 papers"),
			"the papers of question 1 do not weigh 17", recounted()},
		{"the turnout of a group is another", result(func(r *Result) { r.Groups[1].People++ }), "counting gives", again},
		{"the turnout of a question is another", result(func(r *Result) { r.Questions[1].People-- }),
			"counting gives", again},
		{"the weight of a question is another", result(func(r *Result) { r.Questions[2].Cast++ }), "counting gives", again},
		{"the quorum of a question is that of everybody", result(func(r *Result) { r.Questions[2].Quorum.Needed = 10 }),
			"counting gives", again},
		{"a result without groups", result(func(r *Result) { r.Groups = nil }), "counting gives", again},
		{"the manifest asks the north what is for the south", of(func(h *held) {
			h.remanifest(func(m *Manifest) { m.Questions[2].Groups = []int{1} })
		}), "the manifest's hash is", manifestChanged()},
	}
}
