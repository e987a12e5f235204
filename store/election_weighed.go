package store

import (
	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
)

// Weighed says what the ballots of an ACTIVE election weigh so far, and what those of its whole electorate would.
type Weighed struct {
	Cast           int `json:"cast"`
	Electorate     int `json:"electorate"`
	WeightDecimals int `json:"weightDecimals,omitempty"` // of a vote: those of the unit of both
}

// weigh adds up the weights of an ACTIVE election whose quorum counts them; nil for another election.
func (e *Election) weigh(tx *bolt.Tx) (*Weighed, error) {
	if e.Status != Active || e.Quorum == nil || e.Quorum.Of == ballotbox.QuorumOfPeople {
		return nil, nil
	}
	m, _, err := getManifest(tx, e.ID)
	if err != nil {
		return nil, err
	}
	w := Weighed{WeightDecimals: m.Electorate.WeightDecimals}
	for _, c := range m.Electorate.Classes {
		w.Electorate += c.Weight * c.People
	}
	err = tx.Bucket(bucketSealed).Bucket([]byte(e.ID)).ForEach(func(_, stored []byte) error {
		b, _ := ballotbox.ParseBallot(stored)
		c, _ := m.Class(b.Class)
		w.Cast += c.Weight
		return nil
	})
	return &w, err
}
