package demo

import (
	"fmt"
	"math/rand/v2"

	"ostrakon/store"
	"ostrakon/store/tally"
)

// branches are the groups that people are in, in turn.
func branches() []string { return []string{"Riverside", "Hillside", "Harbour"} }

// number is the identity number of the ith person.
func number(i int) string { return fmt.Sprintf("RIV%06d", 480017+i*7919) }

// enrol puts everybody onto the electoral roll, each with a branch.
func (s seeder) enrol() error {
	lines := make([]store.RollLine, len(voters()))
	for i, name := range voters() {
		lines[i] = store.RollLine{Line: i + 1, FullName: &name, NationalID: new(number(i)), Email: new(address(name)),
			Groups: []string{branches()[i%len(branches())]}}
	}
	same := func(registered, onRoll string) bool { return registered == onRoll }
	report, err := s.st.ImportRoll(s.ctx, s.by, lines, same, store.ImportRules{OneOf: branches()})
	if err == nil && report.ID == "" {
		err = fmt.Errorf("%d people refused, %+v misplaced", report.Refused, report.Misplaced)
	}
	return err
}

// branchOf is the branch of each voter.
func branchOf(people []store.UserID) map[store.UserID]string {
	of := make(map[store.UserID]string)
	for i, id := range people {
		of[id] = branches()[i%len(branches())]
	}
	return of
}

// federation makes the elections of the branches: one is counted, and one is running, in which the first voter has not
// voted.
func (s seeder) federation(people []store.UserID) error {
	return s.heldAndRunning(lastFederation(), federation(), people, rand.New(rand.NewPCG(480, 323)))
}

// delegate is a question for the people of a branch.
func delegate(branch string, method tally.Method, candidates ...candidate) question {
	return question{title: "Delegate of " + branch, text: "Speaks for the branch in the council of the federation.",
		method: method, min: new(0), groups: []string{branch}, candidates: candidates}
}

func lastFederation() election {
	return election{
		title: "Federation day of last year", description: "Each branch elects its delegate, and everyone the chair.",
		questions: []question{
			{
				title: "Chair of the federation", method: tally.Plurality, min: new(0),
				candidates: []candidate{
					{"Ximena Rojas", "Harbour", "Wants one insurance for all branches."},
					{"Håkon Lie", "Hillside", "Wants the three workshops to lend each other their machines."},
				},
			},
			delegate("Riverside", tally.Plurality, candidate{"Dmitri Volkov", "Wood workshop", ""},
				candidate{"Nadia Petrescu", "Print room", "Knows the neighbours."}),
			delegate("Hillside", tally.Plurality, candidate{"Benoît Lefèvre", "Metal workshop", ""},
				candidate{"Elif Yılmaz", "Textile corner", "Has been to every council since the first."}),
			delegate("Harbour", tally.Confirm, candidate{"Chiara Romano", "Boat shed", "Keeps the keys of the slipway."}),
		},
	}
}

func federation() election {
	return election{
		title: "Federation day", description: "Each branch elects its delegate, and everyone the chair.",
		questions: []question{
			{
				title: "Chair of the federation", method: tally.Plurality, min: new(0), last: true,
				candidates: []candidate{
					{"Amara Diallo", "Harbour", "Wants the council to meet in each branch in turn."},
					{"Ivo Petrov", "Hillside", "Wants one list of courses for all three workshops."},
					{name: "None of these"},
				},
			},
			delegate("Riverside", tally.Confirm, candidate{"Jun Takahashi", "Electronics lab",
				"Two years our delegate. Writes down after each council what was decided."}),
			delegate("Hillside", tally.Plurality, candidate{"Elif Yılmaz", "Textile corner", ""},
				candidate{"Håkon Lie", "Wood workshop", "Has a van, and knows the way."}),
			delegate("Harbour", tally.Plurality, candidate{"Farid Rahimi", "Boat shed", "Wants the crane repaired."},
				candidate{"Chiara Romano", "Boat shed", ""}),
		},
	}
}
