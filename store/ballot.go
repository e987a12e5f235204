package store

import (
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
	onRoll   bool // as in activeElection
	box      *ballotbox.Box
	choice   ballotbox.Choice
	code     ballotbox.Code

	sealed []byte
	leaf   ballotbox.Hash // names the sealed ballot
}

// seal seals the ballot.
func (b *ballot) seal(s *ballotbox.Sealer) (err error) {
	b.sealed, err = s.Seal(b.choice, b.code)
	b.leaf = ballotbox.LeafOf(string(b.election), b.sealed)
	return err
}

// put writes a ballot: the voter's mark and, separately, the sealed ballot under its leaf. The leaf
// is a hash of fresh random bytes, so it does not show when or by whom the ballot was cast. put
// returns a refusal in refused; err is a failure of the file.
func (b ballot) put(tx *bolt.Tx) (refused, err error) {
	voted := tx.Bucket(bucketVoted).Bucket([]byte(b.election))
	sealed := tx.Bucket(bucketSealed).Bucket([]byte(b.election))
	if voted == nil || sealed == nil {
		return nil, fmt.Errorf("election %s has no ballot box", b.election)
	}
	if refused := mayVote(tx, b.election, b.voter, b.onRoll); refused != nil {
		return refused, nil
	}
	if voted.Get([]byte(b.voter)) != nil {
		return refusal.AlreadyVoted, nil
	}
	if err := voted.Put([]byte(b.voter), mark); err != nil {
		return nil, err
	}
	if err := sealed.Put(b.leaf[:], b.sealed); err != nil {
		return nil, err
	}
	return nil, kv.AddCount(tx.Bucket(bucketTurnout), []byte(b.election), 1)
}
