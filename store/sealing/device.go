package sealing

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
)

// Lengths of what belongs to a ballot, in bytes.
const (
	SeedSize = 32
	PadSize  = 16
	TagSize  = 32
	CodeSize = 10
)

// Seed is all randomness of a sealed ballot. It proves the marks, so a device forgets it after casting.
type Seed [SeedSize]byte

// Pad hides in a tag whose ballot it is. It is never in what holders open.
type Pad [PadSize]byte

// Tag binds a sealed ballot to the person whose paper it is.
type Tag [TagSize]byte

// Code is the voter's code. It is in no answer before the count; after the count all codes are published, sorted.
type Code [CodeSize]byte

// Device makes a ballot's pad and seed from the 32 random bytes that a device draws for it.
func Device(random [32]byte) (Pad, Seed) {
	prk := extract(random[:], nil)
	defer clear(prk)
	pad := expand(prk, "ostrakon/pad/4\x00", PadSize)
	seed := expand(prk, "ostrakon/seed/4\x00", SeedSize)
	defer clear(seed)
	return Pad(pad), Seed(seed)
}

// StubPad makes the pad of a ballot's stub from the random bytes from which Device makes the ballot's.
func StubPad(random [32]byte) Pad {
	prk := extract(random[:], nil)
	defer clear(prk)
	return Pad(expand(prk, "ostrakon/stub/4\x00", PadSize))
}

// TagOf is the tag of a ballot for the owner of the paper: the id of the person, or the vote key, its 32 bytes, where a
// stub is signed with it.
func TagOf(pad Pad, owner string) Tag {
	return sha256.Sum256(append(append([]byte("ostrakon/tag/4\x00"), pad[:]...), owner...))
}

// Code is the code of the ballot that has the seed and a tag: nobody can give two people the same code.
func (s Seed) Code(tag Tag) Code {
	sum := sha256.Sum256(append(append([]byte("ostrakon/code/4\x00"), s[:]...), tag[:]...))
	return Code(sum[:CodeSize])
}

// String is the code as a voter sees it: 16 characters of upper-case base32 (RFC 4648, section 6).
func (c Code) String() string { return base32.StdEncoding.EncodeToString(c[:]) }

// ParseCode reads a code in its one form of 16 characters.
func ParseCode(text string) (Code, error) {
	raw, err := base32.StdEncoding.DecodeString(text)
	// the decoder skips line ends
	if err != nil || len(raw) != CodeSize || base32.StdEncoding.EncodeToString(raw) != text {
		return Code{}, fmt.Errorf("%q is not a code of 16 characters", text)
	}
	return Code(raw), nil
}
