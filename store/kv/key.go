package kv

import (
	"crypto/rand"
	"encoding/base32"
	"encoding/binary"
	"strings"
	"time"
)

// IDLen is the length of an id: 26 characters of lower-case base32, which carry 128 random bits.
const IDLen = 26

var idEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// NewID draws a fresh id.
func NewID[ID ~string]() ID {
	var raw [16]byte
	rand.Read(raw[:])
	return ID(idEncoding.EncodeToString(raw[:]))
}

// IsID reports whether a text is an id as NewID writes it.
func IsID(text string) bool {
	// 130 bits of text carry 128 bits of id: the last character has two spare bits, which are zero.
	if len(text) != IDLen || strings.IndexByte("aeimquy4", text[IDLen-1]) < 0 {
		return false
	}
	for i := range len(text) {
		if c := text[i]; (c < 'a' || c > 'z') && (c < '2' || c > '7') {
			return false
		}
	}
	return true
}

// LastID is the id that a key ends in.
func LastID[ID ~string](key []byte) ID { return ID(key[len(key)-IDLen:]) }

// Key joins parts of fixed width.
func Key(parts ...[]byte) []byte {
	var k []byte
	for _, p := range parts {
		k = append(k, p...)
	}
	return k
}

// Fixed makes a part of fixed width from text: cut or padded with zeros to width bytes.
func Fixed(text string, width int) []byte {
	part := make([]byte, width)
	copy(part, text)
	return part
}

// Uint64 is a number as a part of 8 bytes, which sorts by the number.
func Uint64(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// Time is a time as a part of 8 bytes, which sorts by the time. It must not be before 1970.
func Time(t time.Time) []byte { return Uint64(uint64(t.UnixMilli())) }
