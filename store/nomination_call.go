package store

import (
	"context"
	"errors"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// Call is that members can be nominated for questions of an election, until a time or until the election opens.
type Call struct {
	Election  ElectionID   `json:"election"`
	Questions []QuestionID `json:"questions"` // at least one, in the order of the paper
	Until     time.Time    `json:"until"`
}

var callTable = kv.Table[ElectionID, Call]{
	Bucket: bucketCalls, Name: "call", ID: func(c Call) ElectionID { return c.Election },
}

// Nominations is the nominations for an election, as its administrators see them.
type Nominations struct {
	Call *Call // nil before nominations were opened
	Open bool  // members can be nominated now
	All  []Nomination
}

// isOpen reports whether members can be nominated for an election now.
func (c Call) isOpen(e electionRecord, now time.Time) bool {
	return e.Status == Draft && now.Before(c.Until)
}

// takesNominations reports whether members can be nominated for a question. Lists of people are made elsewhere.
func (q Question) takesNominations() bool { return !q.Method.Traits().Answers && q.Lists == nil }

// takes reports whether members can be nominated for a question by the call.
func (c Call) takes(q Question) bool {
	return slices.Contains(c.Questions, q.ID) && q.takesNominations()
}

// Nominations reads the nominations for an election in any status. Errors: refusal.NotFound.
func (s *Store) Nominations(ctx context.Context, id ElectionID) (Nominations, error) {
	var found Nominations
	err := s.view(ctx, func(tx *bolt.Tx) (err error) {
		found, err = s.readNominations(tx, id)
		return err
	})
	return found, err
}

func (s *Store) readNominations(tx *bolt.Tx, id ElectionID) (found Nominations, err error) {
	e, err := electionTable.Get(tx, id)
	if err != nil {
		return found, err
	}
	c, err := callTable.Get(tx, id)
	switch {
	case err == nil:
		found.Call, found.Open = &c, c.isOpen(e, s.clock())
	case !errors.Is(err, refusal.NotFound):
		return found, err
	}
	for _, q := range e.Questions { // in the order of the paper
		of, err := nominationsOf(tx, id, q.ID)
		if err != nil {
			return found, err
		}
		found.All = append(found.All, of...)
	}
	return found, nil
}

// CallNominations opens nominations for questions of a DRAFT until a time, or moves their end, or opens them again.
// Nominations for a question that is no longer named stay. Errors: refusal.NotFound, refusal.NotDraft,
// refusal.NoNominations, refusal.ValidationFailed.
func (s *Store) CallNominations(ctx context.Context, by audit.Actor, id ElectionID, questions []QuestionID,
	until time.Time) (Nominations, error) {
	var called Nominations
	err := s.update(ctx, func(tx *bolt.Tx) error {
		e, err := draft(tx, id)
		if err != nil {
			return err
		}
		var faults input.Faults
		if len(questions) == 0 {
			faults.Add("questions", refusal.Required, nil)
		}
		if !until.After(s.clock()) {
			faults.Add("until", refusal.EndPassed, nil)
		}
		if err := faults.Err(); err != nil {
			return err
		}
		c := Call{Election: id, Until: until}
		for _, q := range e.Questions {
			switch {
			case !slices.Contains(questions, q.ID):
			case !q.takesNominations():
				return refusal.NoNominations
			default:
				c.Questions = append(c.Questions, q.ID)
			}
		}
		if len(c.Questions) != len(questions) { // one is named twice, or is of another election
			return refusal.Missing(questionName)
		}
		if err := callTable.Put(tx, nil, c); err != nil {
			return err
		}
		if called, err = s.readNominations(tx, id); err != nil {
			return err
		}
		return s.audit(tx, by, "election.nominations_opened", electionSubject(id),
			map[string]string{"until": until.UTC().Format(time.RFC3339)})
	})
	return called, err
}

// CloseNominations ends nominations for a DRAFT now. What was nominated stays. Errors: refusal.NotFound,
// refusal.NotDraft, refusal.NominationsOver.
func (s *Store) CloseNominations(ctx context.Context, by audit.Actor, id ElectionID) (Nominations, error) {
	var closed Nominations
	err := s.update(ctx, func(tx *bolt.Tx) error {
		e, err := draft(tx, id)
		if err != nil {
			return err
		}
		c, err := callTable.Get(tx, id)
		if err != nil {
			return err
		}
		if !c.isOpen(e, s.clock()) {
			return c.over()
		}
		c.Until = s.clock()
		if err := callTable.Put(tx, nil, c); err != nil {
			return err
		}
		if closed, err = s.readNominations(tx, id); err != nil {
			return err
		}
		return s.audit(tx, by, "election.nominations_closed", electionSubject(id), nil)
	})
	return closed, err
}

// over refuses what came too late.
func (c Call) over() error {
	return refusal.NominationsOver.With(refusal.Facts{"until": c.Until.UTC().Format(time.RFC3339)})
}

// endCall keeps of the nominations what belongs to the minutes as the election opens: who stood, and what was decided.
// The paper has the statements and photos of the candidates; those of others have served their purpose.
func endCall(tx *bolt.Tx, id ElectionID) error {
	all, err := nominationsOf(tx, id, "")
	if err != nil {
		return err
	}
	for _, previous := range all {
		n := previous
		if n.Photo != nil {
			if err := deletePhoto(tx, n.Photo.ID); err != nil {
				return err
			}
		}
		n.Photo, n.Statement = nil, ""
		if err := nominationTable.Put(tx, &previous, n); err != nil {
			return err
		}
	}
	return nil
}

// dropCall removes the nominations for an election, and that they were open.
func dropCall(tx *bolt.Tx, id ElectionID) error {
	return errors.Join(dropNominations(tx, id, ""), tx.Bucket(bucketCalls).Delete([]byte(id)))
}

// callFor reads the call by which a member can be nominated for a question now. Errors: refusal.NotFound, also for an
// election without nominations; refusal.NominationsOver.
func (s *Store) callFor(tx *bolt.Tx, id ElectionID, question QuestionID) (Question, error) {
	c, err := callTable.Get(tx, id)
	if err != nil {
		return Question{}, refusal.Missing(electionTable.Name)
	}
	e, err := electionTable.Get(tx, id)
	if err != nil {
		return Question{}, err
	}
	at, err := e.place(question)
	switch {
	case err != nil:
		return Question{}, err
	case !c.isOpen(e, s.clock()):
		return Question{}, c.over()
	case !c.takes(e.Questions[at]):
		return Question{}, refusal.Missing(questionName)
	}
	return e.Questions[at], nil
}

// memberOf reads the entry of the roll that a user has. Errors: refusal.NotFound, refusal.NotMember.
func memberOf(tx *bolt.Tx, user UserID) (rollRecord, error) {
	u, err := userTable.Get(tx, user)
	if err != nil {
		return rollRecord{}, err
	}
	if u.RollEntry == "" {
		return rollRecord{}, refusal.NotMember
	}
	return rollTable.Get(tx, u.RollEntry)
}
