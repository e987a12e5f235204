package store

import (
	"errors"

	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
	"ostrakon/store/tally"
)

// Answers are the marks of a paper: Marks, or Candidate for one mark in a single plurality question.
type Answers struct {
	Candidate CandidateID
	Marks     map[QuestionID]map[CandidateID]byte // all questions, each with all its candidates
}

// ballotForm is how a paper is read: which place on the ballot belongs to which candidate.
type ballotForm struct {
	manifest *ballotbox.Manifest
	places   map[QuestionID]map[CandidateID]int
}

func newBallotForm(m *ballotbox.Manifest) ballotForm {
	f := ballotForm{manifest: m, places: make(map[QuestionID]map[CandidateID]int)}
	n := 0
	for _, q := range m.Questions {
		places := make(map[CandidateID]int)
		for _, o := range q.Options {
			places[CandidateID(o.ID)] = n
			n++
		}
		f.places[QuestionID(q.ID)] = places
	}
	return f
}

// marks judges answers on a paper of a class and returns the ballot's marks. Errors: those of CastVote about answers.
func (f ballotForm) marks(a Answers, class int) ([]byte, error) {
	marks := make([]byte, f.manifest.OptionCount())
	fill := f.fill
	if a.Marks == nil {
		fill = f.markOne
	}
	if err := fill(marks, a); err != nil {
		return nil, err
	}
	return marks, checkMarks(f.manifest, marks, class)
}

// checkMarks checks the marks of a paper of a class. Errors: refusal.MarksInvalid.
func checkMarks(m *ballotbox.Manifest, marks []byte, class int) error {
	err := m.CheckMarks(marks, class)
	if wrong := new(ballotbox.MarksFault); errors.As(err, &wrong) {
		q := m.Questions[wrong.Question]
		fault := wrong.Fault
		if q.Lists != nil {
			fault = listFault(q.Lists, m.Split(marks)[wrong.Question], fault)
		}
		return marksInvalid(fault).With(refusal.Facts{
			"question": q.Title, "reason": string(fault), "min": q.Min, "max": q.Max,
		})
	}
	return err
}

// markOne marks the one candidate of the short form.
func (f ballotForm) markOne(marks []byte, a Answers) error {
	first := f.manifest.Questions[0]
	if len(f.manifest.Questions) > 1 || first.Method != tally.Default || first.Max != 1 {
		return refusal.NeedsAnswers
	}
	at, stands := f.places[QuestionID(first.ID)][a.Candidate]
	if !stands {
		return refusal.CandidateElsewhere
	}
	marks[at] = 1
	return nil
}

// fill marks the candidates of all questions. No answer may leave one out: all have the same length.
func (f ballotForm) fill(marks []byte, a Answers) error {
	for _, q := range f.manifest.Questions {
		places, given := f.places[QuestionID(q.ID)], a.Marks[QuestionID(q.ID)]
		incomplete := len(given) != len(places)
		for candidate, m := range given {
			at, stands := places[candidate]
			if !stands {
				incomplete = true
				break
			}
			marks[at] = m
		}
		if incomplete {
			return refusal.AnswerIncomplete.With(refusal.Facts{"question": q.Title})
		}
	}
	if len(a.Marks) != len(f.places) { // an answer to no question of the paper
		return refusal.AnswersIncomplete
	}
	return nil
}

// Faults of marks for lists, of which tally has only the kinds.
const (
	severalLists tally.Fault = "several_lists"
	allErased    tally.Fault = "all_erased"
	marksLeft    tally.Fault = "marks_left"
)

// listFault says what a fault means where marks are for lists.
func listFault(l *tally.Lists, marks []byte, fault tally.Fault) tally.Fault {
	marked := 0
	for _, m := range marks[:len(l.Sizes)] {
		marked += min(int(m), 1)
	}
	switch {
	case fault == tally.TooMany && marked > 1:
		return severalLists
	case fault == tally.TooFew && marked == 1 && l.Ballot == tally.Erasures:
		return allErased
	case fault == tally.TooFew && marked == 1:
		return marksLeft
	}
	return fault
}

// marksInvalid is the refusal of marks with a fault.
func marksInvalid(fault tally.Fault) *refusal.Problem {
	switch fault {
	case tally.TooFew:
		return refusal.MarksTooFew
	case tally.TooMany:
		return refusal.MarksTooMany
	case tally.Gap:
		return refusal.MarksGap
	case tally.Repeat:
		return refusal.MarksRepeat
	case severalLists:
		return refusal.MarksSeveralLists
	case allErased:
		return refusal.MarksAllErased
	case marksLeft:
		return refusal.MarksLeft
	case ballotbox.NotAsked:
		return refusal.MarksNotAsked
	}
	return refusal.MarksInvalid
}
