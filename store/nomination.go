package store

import (
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/kv"
)

// Nomination is a person who stands for a question, or whom others have proposed. Two people write it: the answer is
// the person's, the decision the administrator's.
type Nomination struct {
	ID          NominationID `json:"id"`
	ElectionID  ElectionID   `json:"electionId"`
	QuestionID  QuestionID   `json:"questionId"`
	Person      RollID       `json:"person,omitempty"` // of the roll; "" where the name of a proposal fits nobody there
	Name        string       `json:"name"`             // as on the roll, or as a proposal has it
	Affiliation string       `json:"affiliation,omitempty"`
	Statement   string       `json:"statement,omitempty"` // the description of the candidate
	Photo       *Photo       `json:"photo,omitempty"`
	Proposals   []Proposal   `json:"proposals,omitempty"` // the oldest first

	Answer    NominationAnswer `json:"answer,omitempty"`   // "" while a proposal waits for one
	Decision  *Decision        `json:"decision,omitempty"` // nil while there is none
	Candidate CandidateID      `json:"candidate,omitempty"`
	CreatedAt time.Time        `json:"createdAt"`
}

// Proposal is that a member has proposed somebody.
type Proposal struct {
	By    RollID `json:"by"`
	Name  string `json:"name"`  // of who proposes
	Wrote string `json:"wrote"` // whom they propose, in their words
}

// NominationAnswer says whether a person who was proposed, or who stood, stands for the question.
type NominationAnswer string

// The answers.
const (
	AnswerAccepted  NominationAnswer = "accepted"  // they stand
	AnswerDeclined  NominationAnswer = "declined"  // they were proposed, and do not stand
	AnswerWithdrawn NominationAnswer = "withdrawn" // they stood, and no longer do
)

// NominationState says how far a nomination has come.
type NominationState string

// The states of a nomination.
const (
	NominationProposed  NominationState = "proposed" // nobody has answered
	NominationAccepted  NominationState = "accepted" // the person stands, and the administrator has not decided
	NominationDeclined  NominationState = "declined"
	NominationWithdrawn NominationState = "withdrawn"
	NominationAdmitted  NominationState = "admitted"
	NominationRefused   NominationState = "refused"
)

// State is how far the nomination has come. A person who does not stand needs no decision.
func (n Nomination) State() NominationState {
	switch {
	case n.Answer == AnswerDeclined:
		return NominationDeclined
	case n.Answer == AnswerWithdrawn:
		return NominationWithdrawn
	case n.Decision != nil && n.Decision.Admitted:
		return NominationAdmitted
	case n.Decision != nil:
		return NominationRefused
	case n.Answer == AnswerAccepted:
		return NominationAccepted
	}
	return NominationProposed
}

// Version names what a nomination says.
func (n Nomination) Version() string { return versionOf(n) }

var nominationTable = kv.Table[NominationID, Nomination]{
	Bucket: bucketNominations, Name: "nomination", ID: func(n Nomination) NominationID { return n.ID },
	Indexes: []kv.Index[Nomination]{
		{Bucket: bucketNominationsByQuestion, Lines: func(n Nomination) []kv.Line {
			return []kv.Line{{Key: kv.Key([]byte(n.ElectionID), []byte(n.QuestionID), []byte(n.ID))}}
		}},
		{Bucket: bucketNominationsByPerson, Lines: func(n Nomination) (lines []kv.Line) {
			people := []RollID{n.Person}
			for _, p := range n.Proposals {
				people = append(people, p.By)
			}
			slices.Sort(people)
			for _, id := range slices.Compact(people) {
				if id != "" {
					lines = append(lines, kv.Line{Key: kv.Key([]byte(id), []byte(n.ID))})
				}
			}
			return lines
		}},
	},
}

// nominationsIn reads the nominations whose key in an index has a prefix, the oldest first.
func nominationsIn(tx *bolt.Tx, index, prefix []byte) ([]Nomination, error) {
	var all []Nomination
	for k := range kv.Walk(tx, index, prefix) {
		n, err := nominationTable.Get(tx, kv.LastID[NominationID](k))
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	slices.SortStableFunc(all, func(a, b Nomination) int { return a.CreatedAt.Compare(b.CreatedAt) })
	return all, nil
}

// nominationsOf reads the nominations for a question, or for a whole election for "".
func nominationsOf(tx *bolt.Tx, id ElectionID, question QuestionID) ([]Nomination, error) {
	return nominationsIn(tx, bucketNominationsByQuestion, kv.Key([]byte(id), []byte(question)))
}

// deleteNomination removes a nomination with its photo. A candidate whom it became stays.
func deleteNomination(tx *bolt.Tx, n Nomination) error {
	if n.Photo != nil {
		if err := deletePhoto(tx, n.Photo.ID); err != nil {
			return err
		}
	}
	return nominationTable.Delete(tx, n)
}

// dropNominations removes the nominations for a question, or for a whole election for "".
func dropNominations(tx *bolt.Tx, id ElectionID, question QuestionID) error {
	all, err := nominationsOf(tx, id, question)
	if err != nil {
		return err
	}
	for _, n := range all {
		if err := deleteNomination(tx, n); err != nil {
			return err
		}
	}
	return nil
}

// forgetNominee removes a person from the nominations for elections in DRAFT: those of the person, and the proposals
// that the person made. What was nominated for an election that has opened belongs to its minutes, and stays.
func forgetNominee(tx *bolt.Tx, person RollID) error {
	all, err := nominationsIn(tx, bucketNominationsByPerson, []byte(person))
	if err != nil {
		return err
	}
	for _, previous := range all {
		e, err := electionTable.Get(tx, previous.ElectionID)
		if err != nil {
			return err
		}
		if e.Status != Draft {
			continue
		}
		n := previous
		n.Proposals = slices.DeleteFunc(slices.Clone(n.Proposals), func(p Proposal) bool { return p.By == person })
		if n.Person == person || n.State() == NominationProposed && len(n.Proposals) == 0 {
			err = deleteNomination(tx, previous)
		} else {
			err = nominationTable.Put(tx, &previous, n)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// auditNomination notes what was done with a nomination. The list names the election, and no text.
func (s *Store) auditNomination(tx *bolt.Tx, by audit.Actor, action string, n Nomination) error {
	return s.audit(tx, by, action, audit.Subject{Kind: nominationTable.Name, ID: string(n.ID)},
		map[string]string{"election": string(n.ElectionID)})
}
