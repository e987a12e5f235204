package storetest

import (
	"crypto/rand"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
)

// Sealed is a ballot as the device of a voter makes it, and what the device knew.
type Sealed struct {
	Pad    sealing.Pad
	Seed   sealing.Seed
	Tag    sealing.Tag
	Marks  []byte
	Sealed []byte
	Stub   *store.SealedStub // of an election with a poll book

	Commitment ballotbox.Hash // zero without a proof of the count
}

// Seal seals the marks of a paper for its owner, with the id that the tag is made of.
func Seal(tb testing.TB, s *store.Store, id store.ElectionID, owner string, marks ...byte) Sealed {
	tb.Helper()
	raw, err := s.Manifest(tb.Context(), id)
	if err != nil {
		tb.Fatal(err)
	}
	m, err := ballotbox.ParseManifest(raw)
	if err != nil {
		tb.Fatal(err)
	}
	b, err := SealFor(m, owner, marks...)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// SealFor is [Seal] with the manifest alone, as on the device of a voter.
func SealFor(m *ballotbox.Manifest, owner string, marks ...byte) (b Sealed, err error) {
	box, err := m.SealingBox()
	if err != nil {
		return b, err
	}
	var random [32]byte
	rand.Read(random[:])
	b.Marks = marks
	b.Pad, b.Seed = sealing.Device(random)
	b.Tag = sealing.TagOf(b.Pad, owner)
	if m.Proof {
		for class := 1; class <= len(m.Electorate.Classes) && b.Commitment == (ballotbox.Hash{}); class++ {
			b.Commitment = m.Commitment(b.Seed, b.Tag, marks, class) // the same in each class that may mark so
		}
	}
	b.Sealed, err = box.Seal(b.Seed, marks, b.Tag)
	return b, err
}

// On is the ballot as the device sends it, to be cast on a paper; "" is the voter's own.
func (b Sealed) On(paper store.RollID) store.SealedBallot {
	return store.SealedBallot{
		Paper: paper, Pad: b.Pad, Tag: b.Tag, Sealed: b.Sealed, Stub: b.Stub, Commitment: b.Commitment,
	}
}

// CastSealed seals and casts a ballot on the voter's own paper, in an election without a frozen roll.
func CastSealed(tb testing.TB, s *store.Store, voter store.UserID, id store.ElectionID, marks ...byte) Sealed {
	tb.Helper()
	b := Seal(tb, s, id, string(voter), marks...)
	if _, err := s.CastSealed(tb.Context(), voter, id, b.On("")); err != nil {
		tb.Fatal(err)
	}
	return b
}
