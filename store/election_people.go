package store

import (
	"slices"

	"ostrakon/store/ballotbox"
	"ostrakon/store/refusal"
)

// fieldPeople is the field of the part of the people that a motion needs beside that of their weights.
const fieldPeople = "peopleThreshold"

// peopleWarnings says what a majority of the people does beside one of weights, where those who are asked have these
// weights: the sums of both tell more of the few who share a weight, and where all weigh the same they are the same.
func (q *Question) peopleWarnings(weights []ballotbox.Class) []OpeningWarning {
	w := OpeningWarning{Code: WarnPeople, Question: q.ID, Facts: refusal.Facts{"question": q.Title}}
	switch few := func(c ballotbox.Class) bool { return c.People < fewShareIt }; {
	case q.PeopleThreshold == nil:
		return nil
	case len(weights) < 2:
		w.Code = WarnAlike
	case !slices.ContainsFunc(weights, few):
		return nil
	}
	return []OpeningWarning{w}
}
