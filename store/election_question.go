package store

import (
	"errors"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
	"ostrakon/store/tally"
)

// How much fits on a ballot paper. An option is a candidate, or one of the three of a motion.
const (
	MaxQuestions  = ballotbox.MaxQuestions
	MaxOptions    = ballotbox.MaxOptions         // on the whole paper
	MaxCandidates = ballotbox.MaxQuestionOptions // of one question
)

// MaxMarks is the last rank that a paper can give, and the most marks of a candidate: answers have marks of two digits.
const MaxMarks = 99

const questionName = "question" // what one is called when there is none

// Question is one question of a ballot paper, with the rules by which it is counted.
type Question struct {
	ID    QuestionID `json:"id"`
	Title string     `json:"title,omitempty"` // in DRAFT, "" means the title of the election
	Text  string     `json:"text,omitempty"`
	ballotbox.QuestionRules
	Lists  *ListRules `json:"lists,omitempty"`  // of a method for lists, which are candidates without a list
	Groups []string   `json:"groups,omitempty"` // of the people who are asked it; none: everybody

	Translations []ballotbox.Translation `json:"translations,omitempty"` // of title and text

	Candidates []Candidate `json:"-"`
}

// setMethod gives the question a method with its defaults.
func (q *Question) setMethod(m tally.Method) {
	q.Method, q.Seats, q.Min, q.Max, q.Each = m, 1, 0, 0, 0
	q.Last, q.Threshold, q.PeopleThreshold, q.KeepThreshold = false, nil, nil, false
	q.Evidence = ballotbox.EvidencePapers
	t := m.Traits()
	q.Draw = t.Draw == tally.Must
	switch t.Most {
	case tally.MostOne:
		q.Min, q.Max = 1, 1
	case tally.MostSeats:
		q.Max = q.Seats
	}
	if !t.Order {
		q.Quotas = nil
	}
	q.Lists = nil
	if t.Marks == tally.ByLists {
		q.Lists = ListRules{}.completed(t)
	}
	if t.Threshold == tally.Must {
		q.Threshold = &tally.Threshold{More: []int{1, 2}, Of: tally.OfDecided}
	}
}

// ranks reports whether papers put the options in an order.
func (q *Question) ranks() bool { return q.Method.Traits().Marks == tally.Ranks }

// rules are the rules of the question for a number of options.
func (q *Question) rules(options int) tally.Rules {
	most, several := q.Max, q.Method.Traits().Marks == tally.Amounts || q.Lists != nil && q.Lists.Ballot == tally.Free
	if most == 0 {
		most = q.mostMarks(options)
	}
	each := q.Each
	if each == 0 && several {
		each = most
	}
	return tally.Rules{
		Method: q.Method, Options: options, Seats: q.Seats, Min: q.Min, Max: most, Each: each, Draw: q.Draw,
		Last: q.Last, Threshold: q.Threshold, Lists: q.tallyLists(), Quotas: q.tallyQuotas(),
		PeopleThreshold: q.PeopleThreshold,
	}
}

// checkRules checks the rules for a number of options, and notes what is wrong by its field.
func (q *Question) checkRules(faults *input.Faults, options int) {
	input.OneOf(faults, "evidence", q.Evidence, ballotbox.Evidences(q.Method)...)
	var wrong *tally.RuleFault
	if err := q.rules(options).Check(); !errors.As(err, &wrong) {
		return
	}
	switch wrong.Field {
	case "draw":
		fault := refusal.DrawNeeded
		if wrong.Max == 0 {
			fault = refusal.DrawImpossible
		}
		faults.Add(wrong.Field, fault, refusal.Facts{"method": string(q.Method)})
	case "last":
		faults.Add(wrong.Field, refusal.LastImpossible, nil)
	case fieldQuotas:
		faults.Add(wrong.Field, refusal.QuotasUnfit, refusal.Facts{"seats": q.Seats})
	case "threshold":
		faults.Add(wrong.Field, refusal.ThresholdUnfit, refusal.Facts{"method": string(q.Method)})
	case fieldPeople:
		faults.Add(wrong.Field, refusal.PeopleUnfit, nil)
	case "lists":
		faults.Add(wrong.Field, refusal.ListsOutOfRange, refusal.Facts{"min": wrong.Min, "max": wrong.Max})
	default:
		faults.Add(wrong.Field, refusal.NotInteger, refusal.Facts{"min": wrong.Min, "max": wrong.Max})
	}
}

// place finds a question of an election; "" is the only one. Errors: refusal.NotFound, refusal.ValidationFailed.
func (e *Election) place(id QuestionID) (int, error) {
	if id == "" && len(e.Questions) > 1 {
		return 0, refusal.Invalid("question", refusal.Required, nil)
	}
	for i, q := range e.Questions {
		if id == "" || q.ID == id {
			return i, nil
		}
	}
	return 0, refusal.Missing(questionName)
}

// readCandidates adds to the questions their candidates.
func (e *Election) readCandidates(tx *bolt.Tx) (err error) {
	for i := range e.Questions {
		q := &e.Questions[i]
		if q.Candidates, err = candidatesOf(tx, e.ID, q.ID); err != nil {
			return err
		}
	}
	return nil
}

// checkRoll notes rules that need a frozen roll in an election that has none.
func (e *Election) checkRoll(faults *input.Faults) {
	if e.Settings.Electorate.freezes() {
		return
	}
	if e.Quorum != nil {
		faults.Add("quorum", refusal.RollNeeded, nil)
	}
	for _, q := range e.Questions {
		if q.Threshold != nil && q.Threshold.Of == tally.OfElectorate {
			faults.Add("threshold", refusal.RollNeeded, nil)
		}
		if q.PeopleThreshold != nil {
			faults.Add(fieldPeople, refusal.PeopleNeedRoll, nil)
		}
	}
	if len(e.groups()) > 0 {
		faults.Add(fieldGroups, refusal.RollNeeded, nil)
	}
}
