package store

import (
	"fmt"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
)

// ballot is a ballot on its way to the file.
type ballot struct {
	voter      UserID
	election   ElectionID
	paper      castable
	tag        sealing.Tag
	commitment ballotbox.Hash // zero without a proof of the count

	// Of a ballot that the server seals, together with the others of its commit.
	box   *sealing.Box // nil for one that came sealed
	seed  sealing.Seed
	marks []byte

	stub ballotbox.Stub // with line 0 without a poll book

	sealed []byte
	hash   ballotbox.Hash // of sealed
	leaf   ballotbox.Hash // names the ballot in the cast log
}

// setSealed sets the sealed bytes of the ballot, once its paper, tag and commitment are known.
func (b *ballot) setSealed(sealed []byte) {
	b.sealed, b.hash = sealed, ballotbox.SealedHash(sealed)
	b.leaf = ballotbox.Cast{
		Class: b.paper.class, Tag: b.tag, Sealed: b.hash, Commitment: b.commitment,
	}.Leaf(string(b.election))
}

// lookUp looks for the ballot in the box and, after the election, the cast log. given means that this paper cast it:
// its receipt is due again. refused is refusal.BallotCopied if another paper cast the same sealed bytes, and
// refusal.SlipUsed if it came with another stub.
func (b *ballot) lookUp(tx *bolt.Tx) (given bool, refused error) {
	box := tx.Bucket(bucketSealed).Bucket([]byte(b.election))
	if box == nil {
		log := tx.Bucket(bucketLogLeaves).Bucket([]byte(b.election))
		given = log != nil && log.Get(b.leaf[:]) != nil && isMarked(tx, b.election, b.paper.mark)
		if given {
			refused = b.sameStub(tx)
		}
		return given && refused == nil, refused
	}
	stored := box.Get(b.hash[:])
	if stored == nil {
		return false, nil
	}
	have, ok := ballotbox.ParseBallot(stored)
	if ok && have.Class == b.paper.class && have.Tag == b.tag && isMarked(tx, b.election, b.paper.mark) {
		if have.Commitment != b.commitment {
			return false, nil // another ballot of a paper that has voted
		}
		refused = b.sameStub(tx)
		return refused == nil, refused
	}
	return false, refusal.BallotCopied
}

// put writes a ballot that lookUp did not find: its stub, the mark of its paper and, separately, under its hash, the
// sealed ballot, without time or voter. refused is a refusal; err is a failure of the file.
func (b *ballot) put(tx *bolt.Tx) (refused, err error) {
	voted := tx.Bucket(bucketVoted).Bucket([]byte(b.election))
	sealed := tx.Bucket(bucketSealed).Bucket([]byte(b.election))
	if voted == nil || sealed == nil {
		return nil, fmt.Errorf("election %s has no ballot box", b.election)
	}
	if refused := b.paper.stillMay(tx, b.election, b.voter); refused != nil {
		return refused, nil
	}
	if used := usedBy(tx, b.election, b.paper.mark); used != nil {
		return used, nil
	}
	if refused, err := b.putStub(tx); refused != nil || err != nil {
		return refused, err
	}
	if err := voted.Put(b.paper.mark, b.paper.value()); err != nil {
		return nil, err
	}
	stored := ballotbox.Ballot{Class: b.paper.class, Tag: b.tag, Commitment: b.commitment, Sealed: b.sealed}
	if err := sealed.Put(b.hash[:], stored.Append(nil)); err != nil {
		return nil, err
	}
	return nil, kv.AddCount(tx.Bucket(bucketTurnout), []byte(b.election), 1)
}
