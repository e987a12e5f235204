package store

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/tally"
)

// QuestionChange is what an administrator sets of a question. nil leaves a field as it is or, where the method changes,
// gives it the default of the new method. What Lists does not say has its default. A Threshold without a base removes
// the threshold, and that it is kept; PeopleThreshold without one removes that of people. Max 0 means all options, or
// one free mark for each seat, and Each 0 as many as Max.
type QuestionChange struct {
	Title, Text     *string
	Method          *tally.Method
	Seats           *int
	Min, Max        *int
	Each            *int
	Draw            *bool
	Last            *bool
	Threshold       *tally.Threshold
	PeopleThreshold *tally.Threshold
	Evidence        *ballotbox.EvidenceKind
	KeepThreshold   *bool
	Groups          *[]string
	Lists           *ListRules
	Quotas          *[]tally.KindQuota
	Translations    *[]ballotbox.Translation // replace those that there are
}

// apply changes a question and notes its faults. A new question, which has no method yet, needs a title. The first
// question of an election has none until it gets one: the title of the election stands in for it.
func (ch QuestionChange) apply(faults *input.Faults, q *Question) {
	leastTitle := min(1, len(q.Title))
	if q.Method == "" {
		leastTitle = 1
		q.setMethod(tally.Default)
	}
	if ch.Method != nil && *ch.Method != q.Method {
		if !input.OneOf(faults, "method", *ch.Method, tally.Methods()...) {
			return
		}
		q.setMethod(*ch.Method)
	}
	traits := q.Method.Traits()
	ch.applyLists(faults, q)
	set(&q.Title, ch.Title)
	set(&q.Text, ch.Text)
	set(&q.Seats, ch.Seats)
	set(&q.Min, ch.Min)
	set(&q.Each, ch.Each)
	set(&q.Draw, ch.Draw)
	set(&q.Last, ch.Last)
	set(&q.Evidence, ch.Evidence)
	if ch.Groups != nil {
		q.Groups = *ch.Groups
		checkGroups(faults, &q.Groups)
	}
	switch {
	case ch.Max != nil:
		q.Max = *ch.Max
	case ch.Seats != nil && traits.Most == tally.MostSeats:
		q.Max = q.Seats
	}
	if ch.Threshold != nil {
		q.Threshold = ch.Threshold
		if ch.Threshold.Of == "" {
			q.Threshold, q.KeepThreshold = nil, false
		}
	}
	if ch.PeopleThreshold != nil {
		q.PeopleThreshold = ch.PeopleThreshold
		if ch.PeopleThreshold.Of == "" {
			q.PeopleThreshold = nil
		}
	}
	set(&q.KeepThreshold, ch.KeepThreshold)
	if q.KeepThreshold && (q.Threshold == nil || traits.Answers) {
		faults.Add("keepThreshold", refusal.NothingToKeep, nil)
	}
	faults.Line("title", &q.Title, leastTitle, maxTitle)
	faults.Text("text", &q.Text, 0, maxDescription)
	setTranslations(faults, &q.Translations, ch.Translations, map[string]int{"title": maxTitle},
		map[string]int{"text": maxDescription})
	q.setQuotas(faults, ch.Quotas)
	q.checkBefore(faults)
}

// checkBefore checks the rules before the election opens, as nobody knows how many candidates will stand.
func (q *Question) checkBefore(faults *input.Faults) {
	traits, options := q.Method.Traits(), MaxCandidates
	if traits.Answers {
		options = len(ballotbox.MotionOptions())
	}
	if traits.Whole() && q.Max != 0 { // everybody gets stars or an answer
		faults.Add("max", refusal.NotInteger, refusal.Facts{"min": 0, "max": 0})
		return
	}
	if q.ranks() && q.Max > MaxMarks {
		faults.Add("max", refusal.NotInteger, refusal.Facts{"min": 1, "max": MaxMarks})
		return
	}
	if q.Lists == nil {
		q.checkRules(faults, options)
	} else if q.Lists.check(faults, traits) {
		full := *q
		full.Candidates = standIns()
		full.checkRules(faults, len(full.Candidates))
	}
}

// setOptions swaps candidates and a motion's answers when the method changes, and dissolves lists. Errors:
// refusal.TooManyOptions, refusal.TooManyCandidates.
func setOptions(tx *bolt.Tx, id ElectionID, q *Question, was tally.Method, now time.Time) error {
	answers := q.Method.Traits().Answers
	if was.Traits().Marks == tally.ByLists && q.Lists == nil && !answers {
		return dissolveLists(tx, id, q.ID)
	}
	if was.Traits().Answers == answers {
		return nil
	}
	if _, err := deleteCandidates(tx, id, q.ID); err != nil || !answers {
		return err
	}
	if err := roomForOptions(tx, id, len(ballotbox.MotionOptions())); err != nil {
		return err
	}
	for i, name := range ballotbox.MotionOptions() {
		c := Candidate{ID: kv.NewID[CandidateID](), ElectionID: id, QuestionID: q.ID, Position: uint16(i), Name: name,
			CreatedAt: now}
		if err := candidateTable.Put(tx, nil, c); err != nil {
			return err
		}
	}
	return nil
}

// roomForOptions checks that more options fit on the paper of an election. Errors: refusal.TooManyOptions.
func roomForOptions(tx *bolt.Tx, id ElectionID, more int) error {
	if kv.Lines(tx, bucketCandidatesByQuestion, []byte(id))+more > MaxOptions {
		return refusal.TooManyOptions.With(refusal.Facts{"max": MaxOptions})
	}
	return nil
}

// AddQuestion adds a last question to a DRAFT, plurality without a method. Errors: refusal.NotFound, refusal.NotDraft,
// refusal.TooManyQuestions, refusal.TooManyOptions, refusal.ValidationFailed.
func (s *Store) AddQuestion(ctx context.Context, by audit.Actor, election ElectionID,
	ch QuestionChange) (Question, error) {
	q := Question{ID: kv.NewID[QuestionID]()}
	e, err := s.changeDraft(ctx, by, election, "election.question_added", func(tx *bolt.Tx, rec *electionRecord) error {
		if len(rec.Questions) >= MaxQuestions {
			return refusal.TooManyQuestions.With(refusal.Facts{"max": MaxQuestions})
		}
		rec.Questions = append(rec.Questions, q)
		return s.changeQuestion(tx, rec, len(rec.Questions)-1, ch)
	})
	if err != nil {
		return Question{}, err
	}
	return e.Questions[len(e.Questions)-1], nil
}

// UpdateQuestion changes a DRAFT's question. By a method without lists, the candidates of lists stand by themselves,
// with the name of the list as their affiliation. Errors: those of AddQuestion but refusal.TooManyQuestions, and
// refusal.TooManyCandidates.
func (s *Store) UpdateQuestion(ctx context.Context, by audit.Actor, election ElectionID, id QuestionID,
	ch QuestionChange) (Question, error) {
	var at int
	e, err := s.changeDraft(ctx, by, election, "election.question_updated",
		func(tx *bolt.Tx, rec *electionRecord) (err error) {
			if at, err = rec.place(id); err != nil {
				return err
			}
			return s.changeQuestion(tx, rec, at, ch)
		})
	if err != nil {
		return Question{}, err
	}
	return e.Questions[at], nil
}

func (s *Store) changeQuestion(tx *bolt.Tx, rec *electionRecord, at int, ch QuestionChange) error {
	q := &rec.Questions[at]
	was := q.Method
	var faults input.Faults
	ch.apply(&faults, q)
	rec.checkRoll(&faults)
	if err := faults.Err(); err != nil {
		return err
	}
	return setOptions(tx, rec.ID, q, was, s.clock())
}

// OrderQuestions puts the questions of an election in DRAFT in a given order, which must name each
// of them once. Errors: refusal.NotFound, refusal.NotDraft, refusal.ValidationFailed.
func (s *Store) OrderQuestions(ctx context.Context, by audit.Actor, election ElectionID,
	order []QuestionID) (Election, error) {
	return s.changeDraft(ctx, by, election, "election.questions_ordered", func(_ *bolt.Tx, rec *electionRecord) error {
		place := make(map[QuestionID]int, len(order))
		for i, id := range order {
			place[id] = i
		}
		for _, q := range rec.Questions {
			if _, named := place[q.ID]; !named || len(order) != len(rec.Questions) {
				return refusal.Invalid("order", refusal.QuestionsIncomplete, nil)
			}
		}
		slices.SortFunc(rec.Questions, func(a, b Question) int { return cmp.Compare(place[a.ID], place[b.ID]) })
		return nil
	})
}

// RemoveQuestion removes a question of a DRAFT, with its candidates and nominations. Errors: refusal.NotFound,
// refusal.NotDraft, refusal.LastQuestion.
func (s *Store) RemoveQuestion(ctx context.Context, by audit.Actor, election ElectionID, id QuestionID) error {
	_, err := s.changeDraft(ctx, by, election, "election.question_removed", func(tx *bolt.Tx, rec *electionRecord) error {
		at, err := rec.place(id)
		if err != nil {
			return err
		}
		if len(rec.Questions) == 1 {
			return refusal.LastQuestion
		}
		_, err = deleteCandidates(tx, election, rec.Questions[at].ID)
		err = errors.Join(err, dropNominations(tx, election, rec.Questions[at].ID))
		rec.Questions = slices.Delete(rec.Questions, at, at+1)
		return err
	})
	return err
}
