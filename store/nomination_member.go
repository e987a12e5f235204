package store

import (
	"context"
	"slices"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// NominationChange has new texts for the nomination of the person who stands. A nil text stays as it is.
type NominationChange struct {
	Affiliation *string
	Statement   *string
}

// MemberCall is an election with nominations, as a member sees it.
type MemberCall struct {
	Call
	Title     string
	TimeZone  string
	Open      bool
	Questions []MemberQuestion

	Translations []ballotbox.Translation
}

// MemberQuestion is a question for which the member can be nominated, or was.
type MemberQuestion struct {
	ID       QuestionID
	Title    string // "" for the title of the election
	Text     string
	Seats    int
	Own      *Nomination // the member's own
	Proposed []string    // whom the member has proposed, in the member's words

	Translations []ballotbox.Translation
}

// MemberCalls lists the elections with nominations for a member: those in DRAFT, and later ones for which the member
// was nominated. It says whom it is about, as the roll has the name. Errors: refusal.NotMember.
func (s *Store) MemberCalls(ctx context.Context, user UserID) (name string, calls []MemberCall, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		member, err := memberOf(tx, user)
		if err != nil {
			return err
		}
		name = member.FullName
		about, err := nominationsIn(tx, bucketNominationsByPerson, []byte(member.ID))
		if err != nil {
			return err
		}
		for k := range kv.Walk(tx, bucketCalls, nil) {
			c, err := s.memberCall(tx, ElectionID(k), member.ID, about)
			if err != nil {
				return err
			}
			if len(c.Questions) > 0 {
				calls = append(calls, c)
			}
		}
		slices.SortFunc(calls, func(a, b MemberCall) int { return b.Until.Compare(a.Until) })
		return nil
	})
	return name, calls, err
}

// memberCall makes the call for nominations that a member sees, from the election and the nominations about the member.
func (s *Store) memberCall(tx *bolt.Tx, id ElectionID, member RollID, about []Nomination) (shown MemberCall,
	err error) {
	e, err := electionTable.Get(tx, id)
	if err != nil {
		return shown, err
	}
	c, err := callTable.Get(tx, id)
	if err != nil {
		return shown, err
	}
	shown = MemberCall{Call: c, Title: e.Title, TimeZone: e.TimeZone, Open: c.isOpen(e, s.clock()),
		Translations: e.Translations}
	for _, q := range e.Questions {
		asked := MemberQuestion{ID: q.ID, Title: q.Title, Text: q.Text, Seats: q.Seats, Translations: q.Translations}
		for _, n := range about {
			if n.QuestionID != q.ID {
				continue
			}
			if n.Person == member {
				asked.Own = &n
			}
			for _, p := range n.Proposals {
				if p.By == member {
					asked.Proposed = append(asked.Proposed, p.Wrote)
				}
			}
		}
		if e.Status == Draft && c.takes(q) || asked.Own != nil {
			shown.Questions = append(shown.Questions, asked)
		}
	}
	return shown, nil
}

// Stand nominates a member for a question, accepts a proposal of the member, or changes what the member says. A change
// takes back what the administrator has decided. Errors: refusal.NotFound, refusal.NotMember, refusal.NominationsOver,
// refusal.NominationsFull, refusal.NominationListed, refusal.ValidationFailed.
func (s *Store) Stand(ctx context.Context, user UserID, id ElectionID, question QuestionID,
	ch NominationChange) (Nomination, error) {
	return s.changeOwn(ctx, user, id, question, func(tx *bolt.Tx, n *Nomination) (string, error) {
		set(&n.Affiliation, ch.Affiliation)
		set(&n.Statement, ch.Statement)
		var faults input.Faults
		faults.Name("affiliation", &n.Affiliation, 0, maxName)
		faults.Text("statement", &n.Statement, 0, maxPitch)
		if err := faults.Err(); err != nil {
			return "", err
		}
		if n.Answer == AnswerAccepted {
			return "nomination.changed", nil
		}
		all, err := nominationsOf(tx, id, question)
		if err != nil {
			return "", err
		}
		all = slices.DeleteFunc(all, func(n Nomination) bool { return n.Answer != AnswerAccepted })
		if len(all) >= MaxCandidates {
			return "", refusal.NominationsFull.With(refusal.Facts{"max": MaxCandidates})
		}
		n.Answer = AnswerAccepted
		return "nomination.accepted", nil
	})
}

// StandDown withdraws a member's nomination or, if others have proposed the member, declines it. A candidate whom it
// became goes too: nobody is on a paper against their will. Errors: refusal.NotFound, also without a nomination;
// refusal.NotMember, refusal.NominationsOver.
func (s *Store) StandDown(ctx context.Context, user UserID, id ElectionID, question QuestionID) (Nomination, error) {
	return s.changeOwn(ctx, user, id, question, func(tx *bolt.Tx, n *Nomination) (string, error) {
		action := "nomination.withdrawn"
		switch {
		case n.ID == "" || n.Answer == AnswerDeclined || n.Answer == AnswerWithdrawn:
			return "", refusal.Missing(nominationTable.Name)
		case n.Answer == "":
			n.Answer, action = AnswerDeclined, "nomination.declined"
		default:
			n.Answer = AnswerWithdrawn
		}
		return action, dropCandidate(tx, n)
	})
}

// SetNominationPhoto gives a member who stands a photo, in place of any other. Errors: refusal.NotFound, also for a
// member who does not stand; refusal.NotMember, refusal.NominationsOver, refusal.NominationListed.
func (s *Store) SetNominationPhoto(ctx context.Context, user UserID, id ElectionID, question QuestionID,
	image Image) (Nomination, error) {
	return s.changeOwn(ctx, user, id, question, func(tx *bolt.Tx, n *Nomination) (_ string, err error) {
		if n.Answer != AnswerAccepted {
			return "", refusal.Missing(nominationTable.Name)
		}
		n.Photo, err = replacePhoto(tx, n.Photo, image, PhotoOwner{Nomination: n.ID}, s.clock())
		return "nomination.photo_set", err
	})
}

// RemoveNominationPhoto removes the photo of a member who stands. Errors: refusal.NotFound, also without a photo;
// refusal.NotMember, refusal.NominationsOver, refusal.NominationListed.
func (s *Store) RemoveNominationPhoto(ctx context.Context, user UserID, id ElectionID,
	question QuestionID) (Nomination, error) {
	return s.changeOwn(ctx, user, id, question, func(tx *bolt.Tx, n *Nomination) (string, error) {
		if n.Photo == nil {
			return "", refusal.Missing(photoTable.Name)
		}
		removed := n.Photo.ID
		n.Photo = nil
		return "nomination.photo_removed", deletePhoto(tx, removed)
	})
}

// changeOwn lets a member change their own nomination for a question, or make it. change returns what the audit list
// calls it.
func (s *Store) changeOwn(ctx context.Context, user UserID, id ElectionID, question QuestionID,
	change func(*bolt.Tx, *Nomination) (string, error)) (Nomination, error) {
	var n Nomination
	err := s.update(ctx, func(tx *bolt.Tx) error {
		member, err := memberOf(tx, user)
		if err != nil {
			return err
		}
		if _, err := s.callFor(tx, id, question); err != nil {
			return err
		}
		previous, err := nominationFor(tx, id, question, member.ID)
		if err != nil {
			return err
		}
		n = Nomination{ElectionID: id, QuestionID: question, Person: member.ID, CreatedAt: s.clock()}
		if previous != nil {
			n = *previous
		}
		action, err := change(tx, &n)
		if err != nil {
			return err
		}
		if n.Candidate != "" && candidateTable.Has(tx, n.Candidate) {
			return refusal.NominationListed
		}
		if n.ID == "" {
			n.ID = kv.NewID[NominationID]()
		}
		n.Name, n.Decision = member.FullName, nil
		if err := nominationTable.Put(tx, previous, n); err != nil {
			return err
		}
		return s.auditNomination(tx, audit.ByUser(user), action, n)
	})
	return n, err
}

// nominationFor reads the nomination of a person for a question; nil without one.
func nominationFor(tx *bolt.Tx, id ElectionID, question QuestionID, person RollID) (*Nomination, error) {
	all, err := nominationsIn(tx, bucketNominationsByPerson, []byte(person))
	at := slices.IndexFunc(all, func(n Nomination) bool {
		return n.ElectionID == id && n.QuestionID == question && n.Person == person
	})
	if err != nil || at < 0 {
		return nil, err
	}
	return &all[at], nil
}

// OwnNominationPhoto reads the photo of a member's own nomination. Errors: refusal.NotFound, refusal.NotMember.
func (s *Store) OwnNominationPhoto(ctx context.Context, user UserID, id ElectionID, question QuestionID) (Photo, []byte,
	error) {
	return s.nominationPhoto(ctx, func(tx *bolt.Tx) (*Nomination, error) {
		member, err := memberOf(tx, user)
		if err != nil {
			return nil, err
		}
		return nominationFor(tx, id, question, member.ID)
	})
}

// NominationPhoto reads the photo of a nomination for an election. Errors: refusal.NotFound.
func (s *Store) NominationPhoto(ctx context.Context, id ElectionID, nomination NominationID) (Photo, []byte, error) {
	return s.nominationPhoto(ctx, func(tx *bolt.Tx) (*Nomination, error) {
		n, err := nominationOf(tx, id, nomination)
		return &n, err
	})
}

// nominationPhoto reads the photo of the nomination that read returns.
func (s *Store) nominationPhoto(ctx context.Context, read func(*bolt.Tx) (*Nomination, error)) (Photo, []byte, error) {
	var rec photoRecord
	var data []byte
	err := s.view(ctx, func(tx *bolt.Tx) error {
		n, err := read(tx)
		if err != nil {
			return err
		}
		if n == nil || n.Photo == nil {
			return refusal.Missing(photoTable.Name)
		}
		rec, data, err = readPhoto(tx, n.Photo.ID)
		return err
	})
	return rec.Photo, data, err
}
