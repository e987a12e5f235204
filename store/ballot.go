package store

import (
	"encoding/binary"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
)

// ballot is a ballot on its way to the file. It is sealed together with the others of its commit.
type ballot struct {
	voter    UserID
	election ElectionID
	paper    castable
	box      *ballotbox.Box
	marks    []byte
	code     ballotbox.Code

	sealed []byte
	leaf   ballotbox.Hash // names the sealed ballot
}

// seal seals the ballot.
func (b *ballot) seal(s *ballotbox.Sealer) (err error) {
	b.sealed, err = s.Seal(b.marks, b.code)
	b.leaf = ballotbox.LeafOf(string(b.election), b.paper.weight, b.sealed)
	return err
}

// put writes a ballot: the mark of its paper and, separately, the sealed ballot under its leaf. The
// leaf is a hash of fresh random bytes, so it does not show when or by whom the ballot was cast.
// put returns a refusal in refused; err is a failure of the file.
func (b ballot) put(tx *bolt.Tx) (refused, err error) {
	voted := tx.Bucket(bucketVoted).Bucket([]byte(b.election))
	sealed := tx.Bucket(bucketSealed).Bucket([]byte(b.election))
	if voted == nil || sealed == nil {
		return nil, fmt.Errorf("election %s has no ballot box", b.election)
	}
	if refused := b.paper.stillMay(tx, b.election, b.voter); refused != nil {
		return refused, nil
	}
	if voted.Get(b.paper.mark) != nil {
		return refusal.AlreadyVoted, nil
	}
	if err := voted.Put(b.paper.mark, mark); err != nil {
		return nil, err
	}
	if err := sealed.Put(b.leaf[:], weighted(b.paper.weight, b.sealed)); err != nil {
		return nil, err
	}
	return nil, kv.AddCount(tx.Bucket(bucketTurnout), []byte(b.election), 1)
}

// weightLen is the length of the weight before a sealed ballot in the file.
const weightLen = 4

// weighted is a sealed ballot as the file keeps it: its weight, big-endian, and its bytes.
func weighted(weight int, sealed []byte) []byte {
	return append(binary.BigEndian.AppendUint32(nil, uint32(weight)), sealed...)
}

// parseWeighted reads what weighted makes; ok is false for anything shorter.
func parseWeighted(stored []byte) (weight int, sealed []byte, ok bool) {
	if len(stored) < weightLen {
		return 0, nil, false
	}
	return int(binary.BigEndian.Uint32(stored)), stored[weightLen:], true
}
