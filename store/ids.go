package store

import (
	"crypto/rand"
	"encoding/base32"
	"ostrakon/store/refusal"
	"strings"
)

// UserID names a user: 26 characters of lower-case base32, 128 random bits.
type UserID string

// ElectionID names an election: 26 characters of lower-case base32, 128 random bits.
type ElectionID string

// CandidateID names a candidate: 26 characters of lower-case base32, 128 random bits.
type CandidateID string

// PhotoID names a stored photo: 26 characters of lower-case base32, 128 random bits.
type PhotoID string

// RollID names an entry of the electoral roll: 26 characters of lower-case base32, 128 random bits.
type RollID string

const idLen = 26

var idEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// newID draws a fresh identifier.
func newID[T ~string]() T {
	var raw [16]byte
	rand.Read(raw[:])
	return T(idEncoding.EncodeToString(raw[:]))
}

// ParseID reads an identifier strictly: 26 characters of [a-z2-7] in canonical
// form. Anything else cannot name a record, so the error is refusal.NotFound.
func ParseID[T UserID | ElectionID | CandidateID | PhotoID | RollID](s string) (T, error) {
	// 130 bits of text carry 128 bits of id: the last character has two spare bits, which are zero.
	if len(s) != idLen || strings.IndexByte("aeimquy4", s[idLen-1]) < 0 {
		return "", refusal.NotFound
	}
	for i := range len(s) {
		if c := s[i]; (c < 'a' || c > 'z') && (c < '2' || c > '7') {
			return "", refusal.NotFound
		}
	}
	return T(s), nil
}
