package store

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
)

// Recount is a second count of a counted election, as it is published.
type Recount struct {
	CountedAt time.Time           `json:"countedAt"`
	CountedBy ballotbox.CountedBy `json:"countedBy"`
	Holders   []string            `json:"holders"` // the names of those who counted again
	Same      bool                `json:"same"`    // they found what the seal says
	Missing   int                 `json:"missing"` // codes that they found and the seal does not have
	Extra     int                 `json:"extra"`   // codes of the seal that they did not find
	Signed    string              `json:"signed"`  // as it stands in the bundle
}

// signedRecounts are the second counts of an election as its bundle has them.
func signedRecounts(e Election) []string {
	signed := []string{}
	for _, r := range e.Recounts {
		signed = append(signed, r.Signed)
	}
	return signed
}

// acceptAgain checks a second count against its box and the seal, and publishes it. The seal stays.
func (s *Store) acceptAgain(ctx context.Context, by audit.Actor, c *counting) (Results, error) {
	published := func(r Recount) bool {
		return ballotbox.NoteText([]byte(r.Signed)) == ballotbox.NoteText(c.count.Seal)
	}
	if slices.ContainsFunc(c.election.Recounts, published) {
		return *c.done, nil // the answer was lost
	}
	var err error
	if c.sealed, err = c.box.Accept(c.count, c.log, s.signer); err != nil {
		return Results{}, fmt.Errorf("second count of election %s: %w", c.election.ID, err)
	}
	_, err = s.changeElection(ctx, by, c.election.ID, "election.counted_again",
		func(tx *bolt.Tx, rec *electionRecord) error {
			b, err := bundleOf(tx, rec.ID)
			if err != nil {
				return err
			}
			next, err := recountOf(b, c.sealed.Seal)
			if err != nil {
				return err
			}
			b.Recounts = append(b.Recounts, next.Signed)
			if err := b.Write(io.Discard); err != nil { // else nobody could read it
				return &ballotbox.CountFault{Check: "recounts", Err: err}
			}
			rec.Recounts = append(slices.Clip(rec.Recounts), next)
			return nil
		})
	return *c.done, err
}

// recountOf reads a signed second count of the election of a bundle.
func recountOf(b *ballotbox.Bundle, signed []byte) (Recount, error) {
	r, err := b.ReadRecount(signed)
	return Recount{
		CountedAt: r.At, CountedBy: r.Found.CountedBy, Holders: r.Holders, Same: r.Same,
		Missing: len(r.Missing), Extra: len(r.Extra), Signed: string(signed),
	}, err
}
