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

	countedInvalid = []byte("invalid") // with a proof: leaves of the ballots that do not count, as in invalid.txt
	countedProof   = []byte("proof")   // with a proof: proof.bin
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
		invalid := make([]byte, 0, len(c.count.Invalid)*len(ballotbox.Hash{}))
		for _, leaf := range c.count.Invalid {
			invalid = append(invalid, leaf[:]...)
		}
		for _, l := range []kv.Line{
			{Key: countedCodes, Value: codes}, {Key: countedCounts, Value: c.count.Counts},
			{Key: countedResult, Value: c.count.Result}, {Key: countedSeal, Value: c.sealed.Seal},
			{Key: countedInvalid, Value: invalid}, {Key: countedProof, Value: c.count.Proof},
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

// readCounted reads the ballots of an election that is counted or cancelled into its bundle: leaves, codes, and the
// proof with the ballots that do not count. The proof can be large: it is not copied, and ends with the transaction.
func readCounted(counted *bolt.Bucket, b *ballotbox.Bundle) error {
	leaves, codes, invalid := counted.Get(countedLeaves), counted.Get(countedCodes), counted.Get(countedInvalid)
	if len(leaves)%castLen != 0 || len(codes)%sealing.CodeSize != 0 || len(invalid)%len(ballotbox.Hash{}) != 0 {
		return fmt.Errorf("%d bytes of leaves, %d of codes and %d of invalid leaves are incomplete", len(leaves), len(codes),
			len(invalid))
	}
	b.Leaves = make([]ballotbox.Cast, 0, len(leaves)/castLen)
	b.Codes = make([]sealing.Code, 0, len(codes)/sealing.CodeSize)
	for raw := range slices.Chunk(leaves, castLen) {
		kept, _ := ballotbox.ParseBallot(raw)
		b.Leaves = append(b.Leaves, ballotbox.Cast{Class: kept.Class, Tag: kept.Tag, Sealed: ballotbox.Hash(kept.Sealed),
			Commitment: kept.Commitment})
	}
	for raw := range slices.Chunk(codes, sealing.CodeSize) {
		b.Codes = append(b.Codes, sealing.Code(raw))
	}
	for raw := range slices.Chunk(invalid, len(ballotbox.Hash{})) {
		b.Invalid = append(b.Invalid, ballotbox.Hash(raw))
	}
	b.Proof = counted.Get(countedProof)
	return nil
}
