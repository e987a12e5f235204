package store

import (
	"encoding/binary"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
)

// Candidate is a candidate of one question, or an option of a motion.
type Candidate struct {
	ID         CandidateID `json:"id"`
	ElectionID ElectionID  `json:"electionId"`
	QuestionID QuestionID  `json:"questionId"`
	// in the question: the order in which they were added, until an administrator changes it
	Position    uint16 `json:"position"`
	Name        string `json:"name"`
	Affiliation string `json:"affiliation,omitempty"`
	Description string `json:"description,omitempty"`
	Kind        string `json:"kind,omitempty"` // such as a gender or a region, of which a quota may be
	// of a question with lists: the candidate that is the list; "" is a list
	List      CandidateID `json:"list,omitempty"`
	Minority  bool        `json:"minority,omitempty"` // of the gender in the minority
	Since     string      `json:"since,omitempty"`    // a date: the older goes first; only the order is published
	Photo     *Photo      `json:"photo,omitempty"`
	Solid     *Solid      `json:"solid,omitempty"` // then the photo is its still picture
	CreatedAt time.Time   `json:"createdAt"`

	Translations []ballotbox.Translation `json:"translations,omitempty"` // of name, affiliation and description
}

var candidateTable = kv.Table[CandidateID, Candidate]{
	Bucket: bucketCandidates, Name: "candidate", ID: func(c Candidate) CandidateID { return c.ID },
	Indexes: []kv.Index[Candidate]{
		{Bucket: bucketCandidatesByQuestion, Lines: func(c Candidate) []kv.Line {
			return []kv.Line{{Key: kv.Key([]byte(c.ElectionID), []byte(c.QuestionID),
				binary.BigEndian.AppendUint16(nil, c.Position), []byte(c.ID))}}
		}},
	},
}

func deleteCandidate(tx *bolt.Tx, c Candidate) error {
	shown := c
	if err := shown.dropPhoto(tx); err != nil {
		return err
	}
	return candidateTable.Delete(tx, c)
}

// dropPhoto takes the photo from a candidate, and the solid that it shows.
func (c *Candidate) dropPhoto(tx *bolt.Tx) error {
	if err := c.dropSolid(tx); err != nil || c.Photo == nil {
		return err
	}
	removed := c.Photo.ID
	c.Photo = nil
	return deletePhoto(tx, removed)
}

// dropSolid takes the solid from a candidate, and leaves the photo.
func (c *Candidate) dropSolid(tx *bolt.Tx) error {
	if c.Solid == nil {
		return nil
	}
	c.Solid = nil
	return tx.Bucket(bucketSolids).Delete([]byte(c.ID))
}

// deleteCandidates removes all candidates of an election or, if one is named, of a question.
func deleteCandidates(tx *bolt.Tx, id ElectionID, question QuestionID) (int, error) {
	standing, err := candidatesOf(tx, id, question)
	if err != nil {
		return 0, err
	}
	for _, c := range standing {
		if err := deleteCandidate(tx, c); err != nil {
			return 0, err
		}
	}
	return len(standing), nil
}

// candidatesOf reads the candidates of a question, or of the whole election for "", ordered by position. Of a
// question with lists, the lists come first, then the candidates of each.
func candidatesOf(tx *bolt.Tx, id ElectionID, question QuestionID) ([]Candidate, error) {
	standing := []Candidate{}
	for k := range kv.Walk(tx, bucketCandidatesByQuestion, kv.Key([]byte(id), []byte(question))) {
		c, err := candidateTable.Get(tx, kv.LastID[CandidateID](k))
		if err != nil {
			return nil, err
		}
		standing = append(standing, c)
	}
	arrange(standing)
	return standing, nil
}

func (s *Store) auditCandidate(tx *bolt.Tx, by audit.Actor, action string, c Candidate) error {
	return s.audit(tx, by, action, audit.Subject{Kind: candidateTable.Name, ID: string(c.ID)},
		map[string]string{"election": string(c.ElectionID), "name": c.Name})
}
