package demo

import (
	"math/rand/v2"

	"ostrakon/store"
	"ostrakon/store/tally"
)

// list is a list of candidates, with what it wants.
type list struct {
	candidate
	members []candidate
}

// councilLists are the lists from which the members' council was elected.
func councilLists() []list {
	return []list{
		{candidate{name: "Machines for Makers", description: "Repairs before purchases, and a course for each machine."},
			[]candidate{
				{name: "Tomáš Dvořák", affiliation: "Electronics lab"}, {name: "Wanjiru Kamau", affiliation: "Electronics lab"},
				{name: "Marek Kowalski", affiliation: "Metal workshop"}, {name: "Ivo Petrov", affiliation: "Wood workshop"},
			}},
		{candidate{name: "Cloth and Clay", description: "Half of the floor for quiet crafts."}, []candidate{
			{name: "Rosa Jiménez", affiliation: "Pottery"}, {name: "Jasmine Clarke", affiliation: "Print room"},
			{name: "Priya Raman", affiliation: "Textile corner"}, {name: "Nadia Petrescu", affiliation: "Print room"},
		}},
		{candidate{name: "Open Evenings", description: "The doors are open to the neighbours once a week."}, []candidate{
			{name: "Farid Rahimi", affiliation: "Bicycle workshop"}, {name: "Ximena Rojas", affiliation: "Textile corner"},
			{name: "Jun Takahashi", affiliation: "Electronics lab"},
		}},
	}
}

// councilMarks are how many marks a ballot for the council has.
const councilMarks = 5

// council makes a counted election of seven people from lists, with marks for candidates of any list.
func (s seeder) council(people []store.UserID) error {
	made, err := s.draft(election{
		title: "Members’ council", description: "Seven members who meet the board four times a year.",
		questions: []question{{
			title: "Members’ council", text: "You have five marks. They can go to candidates of several lists, two at most " +
				"to one of them. A list that you mark gets those that are left.",
			method: tally.DHondt, seats: 7,
		}},
	})
	if err != nil {
		return err
	}
	asked := made.Questions[0].ID
	_, err = s.st.UpdateQuestion(s.ctx, s.by, made.ID, asked, store.QuestionChange{
		Max: new(councilMarks), Each: new(2),
		Lists: &store.ListRules{Ballot: tally.Free, Within: tally.ByMost, Ties: tally.TieVotes, Bar: 5},
	})
	if err != nil {
		return err
	}
	for _, l := range councilLists() {
		stands, err := s.st.AddCandidate(s.ctx, s.by, made.ID, asked,
			store.CandidateChange{Name: &l.name, Description: &l.description})
		if err != nil {
			return err
		}
		for _, c := range l.members {
			_, err := s.st.AddCandidate(s.ctx, s.by, made.ID, asked,
				store.CandidateChange{Name: &c.name, Affiliation: &c.affiliation, List: &stands.ID})
			if err != nil {
				return err
			}
		}
	}
	opened, err := s.st.SetStatus(s.ctx, s.by, made.ID, store.Active)
	if err != nil {
		return err
	}
	draw := rand.New(rand.NewPCG(480, 324))
	for _, voter := range people[:len(people)-4] {
		marks := councilBallot(opened.Questions[0].Candidates, draw)
		_, err := s.st.CastVote(s.ctx, voter, made.ID, "",
			store.Answers{Marks: map[store.QuestionID]map[store.CandidateID]byte{asked: marks}})
		if err != nil {
			return err
		}
	}
	if _, err = s.st.SetStatus(s.ctx, s.by, made.ID, store.Completed); err == nil {
		_, err = s.st.CalculateResults(s.ctx, s.by, made.ID)
	}
	return err
}

// councilBallot draws the marks of a ballot for the council. Two in five mark a list alone, the first ones more often.
// Others give three marks to candidates of their list and one to somebody else; half of them give the list the rest.
func councilBallot(standing []store.Candidate, draw *rand.Rand) map[store.CandidateID]byte {
	marks := make(map[store.CandidateID]byte)
	for _, c := range standing {
		marks[c.ID] = 0
	}
	own := standing[[]int{0, 0, 0, 0, 1, 1, 1, 2, 2}[draw.IntN(9)]].ID
	if draw.IntN(5) < 2 {
		marks[own] = councilMarks
		return marks
	}
	var friends, others []store.CandidateID
	for _, c := range standing[len(councilLists()):] {
		if c.List == own {
			friends = append(friends, c.ID)
		} else {
			others = append(others, c.ID)
		}
	}
	first := draw.IntN(len(friends))
	marks[friends[first]], marks[friends[(first+1)%len(friends)]] = 2, 1
	marks[others[draw.IntN(len(others))]] = 1
	if draw.IntN(2) == 0 {
		marks[own] = 1
	}
	return marks
}
