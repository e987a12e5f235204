package store

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
)

// Keys of the counted bucket.
var (
	countedLeaves = []byte("leaves") // weight (4 bytes) and SHA-256 of each sealed ballot, in the order of the cast log
	countedCodes  = []byte("codes")  // codes of 10 bytes, sorted
	countedCounts = []byte("counts") // the evidence, counts.txt
	countedResult = []byte("result") // canonical JSON
	countedSeal   = []byte("seal")   // signed note
)

// sealCount writes the count and deletes the sealed ballots, in one transaction.
func (s *Store) sealCount(ctx context.Context, by Actor, c *counting) (Results, error) {
	r := c.results(s.clock())
	id := []byte(c.election.ID)
	err := s.update(ctx, func(tx *bolt.Tx) error {
		counted, err := tx.Bucket(bucketCounted).CreateBucket(id)
		if err != nil {
			return err
		}
		for _, l := range []kv.Line{
			{Key: countedLeaves, Value: flatCasts(c.leaves)}, {Key: countedCodes, Value: flatCodes(c.codes)},
			{Key: countedCounts, Value: c.counted.Counts}, {Key: countedResult, Value: c.counted.Raw}, {Key: countedSeal, Value: c.seal},
		} {
			if err := counted.Put(l.Key, l.Value); err != nil {
				return err
			}
		}
		if err := resultTable.Put(tx, nil, r); err != nil {
			return err
		}
		if err := tx.Bucket(bucketSealed).DeleteBucket(id); err != nil {
			return err
		}
		if err := tx.Bucket(bucketMeta).Put(metaCompact, mark); err != nil {
			return err
		}
		return s.audit(tx, by, "election.counted", electionSubject(c.election.ID), map[string]string{"result": r.ResultHash})
	})
	return r, err
}

func flatCodes(codes []ballotbox.Code) []byte {
	var out []byte
	for _, c := range codes {
		out = append(out, c[:]...)
	}
	return out
}

func flatCasts(casts []ballotbox.Cast) []byte {
	var out []byte
	for _, c := range casts {
		out = append(binary.BigEndian.AppendUint32(out, uint32(c.Weight)), c.Sealed[:]...)
	}
	return out
}

// readCounted reads the leaves and codes of a counted election.
func readCounted(counted *bolt.Bucket) (leaves []ballotbox.Cast, codes []ballotbox.Code, err error) {
	const castLen = weightLen + len(ballotbox.Hash{})
	rawLeaves, rawCodes := counted.Get(countedLeaves), counted.Get(countedCodes)
	if len(rawLeaves)%castLen != 0 || len(rawCodes)%len(ballotbox.Code{}) != 0 {
		return nil, nil, fmt.Errorf("%d bytes of leaves and %d of codes are incomplete", len(rawLeaves), len(rawCodes))
	}
	for raw := range slices.Chunk(rawLeaves, castLen) {
		leaves = append(leaves, ballotbox.Cast{Weight: int(binary.BigEndian.Uint32(raw)), Sealed: ballotbox.Hash(raw[weightLen:])})
	}
	for raw := range slices.Chunk(rawCodes, len(ballotbox.Code{})) {
		codes = append(codes, ballotbox.Code(raw))
	}
	return leaves, codes, nil
}
