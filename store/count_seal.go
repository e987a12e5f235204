package store

import (
	"context"
	"errors"
	"fmt"
	"slices"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/audit"
	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
	"ostrakon/store/sealing"
)

// Keys of the counted bucket. A cancelled election has leaves alone.
var (
	// class (2 bytes), tag, commitment and SHA-256 of each sealed ballot, in the order of the cast log
	countedLeaves = []byte("leaves")
	countedCodes  = []byte("codes")  // codes of 10 bytes, sorted
	countedCounts = []byte("counts") // the evidence, counts.txt
	countedResult = []byte("result") // canonical JSON
	countedSeal   = []byte("seal")   // signed note
	countedHanded = []byte("handed") // printed papers that were handed out, the lines of handed.txt
)

// sealCount writes the count and ends the box and the cast log, in one transaction.
func (s *Store) sealCount(ctx context.Context, by audit.Actor, c *counting) (Results, error) {
	r := c.results(s.clock())
	err := s.update(ctx, func(tx *bolt.Tx) error {
		counted, err := s.endBox(tx, c.election.ID, c.log, c.box.Handed, c.sealed.Text)
		if err != nil {
			return err
		}
		if err := c.keepBox(tx); err != nil {
			return err
		}
		codes := make([]byte, 0, len(c.count.Codes)*sealing.CodeSize)
		for _, code := range c.count.Codes {
			codes = append(codes, code[:]...)
		}
		for _, l := range []kv.Line{
			{Key: countedCodes, Value: codes}, {Key: countedCounts, Value: c.count.Counts},
			{Key: countedResult, Value: c.count.Result}, {Key: countedSeal, Value: c.sealed.Seal},
		} {
			if err := counted.Put(l.Key, l.Value); err != nil {
				return err
			}
		}
		if err := resultTable.Put(tx, nil, r); err != nil {
			return err
		}
		return s.audit(tx, by, "election.counted", electionSubject(c.election.ID), map[string]string{"result": r.ResultHash})
	})
	return r, err
}

// endBox ends the cast log with the seal or the cancellation, and keeps the public data. The sealed ballots are left.
func (s *Store) endBox(tx *bolt.Tx, id ElectionID, log []ballotbox.Cast, handed []ballotbox.Handed,
	text string) (counted *bolt.Bucket, err error) {
	if err := s.appendEpoch(tx, id, []ballotbox.Hash{ballotbox.EndLeaf(text)}); err != nil {
		return nil, err
	}
	if counted, err = tx.Bucket(bucketCounted).CreateBucket([]byte(id)); err != nil {
		return nil, err
	}
	leaves := make([]byte, 0, len(log)*castLen)
	for _, c := range log {
		leaves = ballotbox.Ballot{Class: c.Class, Tag: c.Tag, Commitment: c.Commitment, Sealed: c.Sealed[:]}.Append(leaves)
	}
	if err := errors.Join(counted.Put(countedLeaves, leaves),
		counted.Put(countedHanded, handedLines(handed))); err != nil {
		return nil, err
	}
	return counted, tx.Bucket(bucketMeta).Put(metaCompact, mark)
}

// castLen is the length of what the file keeps of a ballot after the end: the hash of its sealed bytes for them.
const castLen = ballotbox.BallotHead + len(ballotbox.Hash{})

// readCounted reads the leaves and codes of an election that is counted or cancelled.
func readCounted(counted *bolt.Bucket) (leaves []ballotbox.Cast, codes []sealing.Code, err error) {
	rawLeaves, rawCodes := counted.Get(countedLeaves), counted.Get(countedCodes)
	if len(rawLeaves)%castLen != 0 || len(rawCodes)%sealing.CodeSize != 0 {
		return nil, nil, fmt.Errorf("%d bytes of leaves and %d of codes are incomplete", len(rawLeaves), len(rawCodes))
	}
	leaves, codes = make([]ballotbox.Cast, 0, len(rawLeaves)/castLen),
		make([]sealing.Code, 0, len(rawCodes)/sealing.CodeSize)
	for raw := range slices.Chunk(rawLeaves, castLen) {
		b, _ := ballotbox.ParseBallot(raw)
		cast := ballotbox.Cast{Class: b.Class, Tag: b.Tag, Sealed: ballotbox.Hash(b.Sealed), Commitment: b.Commitment}
		leaves = append(leaves, cast)
	}
	for raw := range slices.Chunk(rawCodes, sealing.CodeSize) {
		codes = append(codes, sealing.Code(raw))
	}
	return leaves, codes, nil
}
