package store

import (
	"crypto/ed25519"
	"encoding/binary"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/ballotbox"
	"ostrakon/store/kv"
	"ostrakon/store/refusal"
	"ostrakon/store/sealing"
)

// SealedStub is what a voter's device signs into the poll book beside a sealed ballot.
type SealedStub struct {
	Pad       sealing.Pad       // with which the stub is bound to the ballot
	Key       ballotbox.VoteKey // of the voter's slip, for this paper; the tag of the ballot is made of it
	Signature [ed25519.SignatureSize]byte
}

// hasPollBook reports whether an election has a poll book.
func hasPollBook(tx *bolt.Tx, id ElectionID) bool {
	return tx.Bucket(bucketStubs).Bucket([]byte(id)) != nil
}

// take makes the ballot, whose paper is known, from what a voter's device sent. open is nil after the election's end.
// Errors: refusal.BallotTag, and those of checkCommitment, checkStub and sign.
func (b *ballot) take(tx *bolt.Tx, sent SealedBallot, open *activeElection) error {
	if err := checkStub(tx, b.election, sent.Stub); err != nil {
		return err
	}
	owner := b.paper.owner()
	if sent.Stub != nil {
		owner = string(sent.Stub.Key[:])
	}
	if b.tag = sealing.TagOf(sent.Pad, owner); b.tag != sent.Tag {
		return refusal.BallotTag
	}
	if open != nil {
		if err := open.checkCommitment(sent.Commitment); err != nil {
			return err
		}
	}
	b.commitment = sent.Commitment
	b.setSealed(sent.Sealed)
	switch {
	case sent.Stub == nil:
		return nil
	case open != nil:
		return b.sign(tx, *sent.Stub, open.manifest)
	}
	return b.sign(tx, *sent.Stub, ballotbox.ManifestHash(tx.Bucket(bucketManifests).Get([]byte(b.election))))
}

// checkCommitment compares whether a ballot came with a commitment with whether the count will be proved. Errors:
// refusal.ValidationFailed.
func (e *activeElection) checkCommitment(sent ballotbox.Hash) error {
	switch has := sent != (ballotbox.Hash{}); {
	case e.Proved && !has:
		return refusal.Invalid("commitment", refusal.Required, nil)
	case !e.Proved && has:
		return refusal.Invalid("commitment", refusal.UnknownField, nil)
	}
	return nil
}

// checkStub compares whether a stub was sent with whether the election has a poll book. Errors:
// refusal.ValidationFailed for a stub that is missing, refusal.SlipUnknown.
func checkStub(tx *bolt.Tx, id ElectionID, sent *SealedStub) error {
	switch has := hasPollBook(tx, id); {
	case has && sent == nil:
		return refusal.Invalid("voteKey", refusal.Required, nil)
	case !has && sent != nil:
		return refusal.SlipUnknown
	}
	return nil
}

// sign adds a stub to a ballot whose leaf is known, after checking all of it that cannot change: its key is in the poll
// book, in a line of the paper's class, and signed this ballot of this election. Errors: refusal.SlipUnknown,
// refusal.StubInvalid.
func (b *ballot) sign(tx *bolt.Tx, sent SealedStub, manifest ballotbox.Hash) error {
	place := tx.Bucket(bucketPollKeys).Bucket([]byte(b.election)).Get(sent.Key[:])
	if len(place) != 9 {
		return refusal.SlipUnknown
	}
	c, ok := parseCredential(tx.Bucket(bucketPollLines).Bucket([]byte(b.election)).Get(place[:8]))
	bound := ballotbox.Bound(sent.Pad, b.leaf)
	message := ballotbox.StubMessage(string(b.election), manifest, bound)
	if !ok || c.Class != b.paper.class || !ed25519.Verify(sent.Key[:], message, sent.Signature[:]) {
		return refusal.StubInvalid
	}
	line := int(binary.BigEndian.Uint64(place))
	b.stub = ballotbox.Stub{Line: line, Key: int(place[8]), Bound: bound, Signature: sent.Signature}
	return nil
}

// stubAt reads the stub of the line that a ballot would sign; ok is false while there is none.
func (b *ballot) stubAt(tx *bolt.Tx) (s ballotbox.Stub, ok bool) {
	line := kv.Uint64(uint64(b.stub.Line))
	return parseStub(line, tx.Bucket(bucketStubs).Bucket([]byte(b.election)).Get(line))
}

// sameStub compares the stub of a ballot that was cast before with the one in the poll book. Errors: refusal.SlipUsed.
func (b *ballot) sameStub(tx *bolt.Tx) error {
	if b.stub.Line == 0 {
		return nil
	}
	if kept, _ := b.stubAt(tx); kept != b.stub {
		return refusal.SlipUsed
	}
	return nil
}

// putStub writes the stub of a ballot, if it has one. refused is refusal.SlipUsed where another ballot used the line.
func (b *ballot) putStub(tx *bolt.Tx) (refused, err error) {
	if b.stub.Line == 0 {
		return nil, nil
	}
	if _, used := b.stubAt(tx); used {
		return refusal.SlipUsed, nil
	}
	stubs := tx.Bucket(bucketStubs).Bucket([]byte(b.election))
	return nil, stubs.Put(kv.Uint64(uint64(b.stub.Line)), appendStub(nil, b.stub))
}
