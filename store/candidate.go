package store

import (
	"encoding/binary"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/kv"
)

// How many candidates an election needs to open, and how many it can have.
const (
	MinCandidates = 2
	MaxCandidates = 100
)

// Candidate is a candidate of one election.
type Candidate struct {
	ID          CandidateID `json:"id"`
	ElectionID  ElectionID  `json:"electionId"`
	Position    uint16      `json:"position"` // the order in which they were added, until an administrator changes it
	Name        string      `json:"name"`
	Affiliation string      `json:"affiliation,omitempty"`
	Description string      `json:"description,omitempty"`
	Photo       *Photo      `json:"photo,omitempty"`
	CreatedAt   time.Time   `json:"createdAt"`
}

var candidateTable = kv.Table[CandidateID, Candidate]{
	Bucket: bucketCandidates,
	Name:   "candidate",
	ID:     func(c Candidate) CandidateID { return c.ID },
	Indexes: []kv.Index[Candidate]{
		{Bucket: bucketCandidatesByElection, Lines: func(c Candidate) []kv.Line {
			return []kv.Line{{Key: kv.Key([]byte(c.ElectionID), binary.BigEndian.AppendUint16(nil, c.Position), []byte(c.ID))}}
		}},
	},
}

func deleteCandidate(tx *bolt.Tx, c Candidate) error {
	if c.Photo != nil {
		if err := deletePhoto(tx, c.Photo.ID); err != nil {
			return err
		}
	}
	return candidateTable.Delete(tx, c)
}

// candidatesOf reads an election's candidates, ordered by position.
func candidatesOf(tx *bolt.Tx, id ElectionID) ([]Candidate, error) {
	standing := []Candidate{}
	for k := range kv.Walk(tx, bucketCandidatesByElection, []byte(id)) {
		c, err := candidateTable.Get(tx, kv.LastID[CandidateID](k))
		if err != nil {
			return nil, err
		}
		standing = append(standing, c)
	}
	return standing, nil
}

func candidateSubject(id CandidateID) Subject { return Subject{Kind: "candidate", ID: string(id)} }
