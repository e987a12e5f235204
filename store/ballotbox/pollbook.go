package ballotbox

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ostrakon/store/sealing"
)

// PollBook is the part of the manifest about the lines of the poll book: each ballot needs a stub, by one of them.
type PollBook struct {
	Lines int    `json:"lines"` // at least the people of the electorate, at most MaxElectorate
	Hash  string `json:"hash"`  // of all lines, see CredentialsHash
}

// checkPollBook checks where a poll book may be, and its size.
func (m *Manifest) checkPollBook() error {
	p := m.PollBook
	switch {
	case p == nil:
		return nil
	case m.Electorate == nil || m.Number == nil || *m.Number == 0:
		return errors.New("a poll book without an electorate, holders or a number from 1")
	case p.Lines < m.Electorate.Size || p.Lines > MaxElectorate:
		return fmt.Errorf("a poll book of %d lines for %d people", p.Lines, m.Electorate.Size)
	}
	_, err := ParseHash(p.Hash)
	return err
}

// VoteKey is the public key of a code on a slip for one paper of one election: an Ed25519 key.
type VoteKey [ed25519.PublicKeySize]byte

// String is the key in base64.
func (k VoteKey) String() string { return base64.StdEncoding.EncodeToString(k[:]) }

// CheckVoteKey checks that a key is a proper one, as CheckSigningKey does.
func CheckVoteKey(k VoteKey) error {
	if CheckSigningKey(k[:]) != nil {
		return fmt.Errorf("%s is not a proper key", k)
	}
	return nil
}

// MaxVoteKeys is how many keys a line of the poll book has at most.
const MaxVoteKeys = 8

// Credential is a line of the poll book: one paper, which any of its keys may sign for once. It does not say whose.
type Credential struct {
	Class int       // of the ballot, 1..MaxClasses; 0 for a line of nobody in the electorate
	Keys  []VoteKey // 1..MaxVoteKeys, rising by their bytes
}

// String is the line in credentials.txt.
func (c Credential) String() string {
	keys := make([]string, len(c.Keys))
	for i, k := range c.Keys {
		keys[i] = k.String()
	}
	return strconv.Itoa(c.Class) + " " + strings.Join(keys, ",")
}

// ParseCredential reads what String writes. It does not check that the keys are proper, see CheckVoteKey.
func ParseCredential(line string) (Credential, error) {
	number, keys, _ := strings.Cut(line, " ")
	c := Credential{}
	var err error
	if c.Class, err = parseFrom(number, 0, MaxClasses); err != nil {
		return Credential{}, err
	}
	for _, text := range strings.Split(keys, ",") {
		raw, err := decodeBase64(text, ed25519.PublicKeySize)
		if err != nil {
			return Credential{}, err
		}
		c.Keys = append(c.Keys, VoteKey(raw))
	}
	for i := 1; i < len(c.Keys); i++ {
		if bytes.Compare(c.Keys[i-1][:], c.Keys[i][:]) >= 0 {
			return Credential{}, fmt.Errorf("the keys of %.100q do not rise", line)
		}
	}
	if len(c.Keys) > MaxVoteKeys {
		return Credential{}, fmt.Errorf("%d keys in a line", len(c.Keys))
	}
	return c, nil
}

// CredentialsHash is the hash of all lines: "ostrakon/credentials/4\0" and credentials.txt.
func CredentialsHash(all []Credential) Hash {
	return hashOf("ostrakon/credentials/4\x00", linesOf(all))
}

// Stub is the signature in the poll book beside each ballot. Nobody can tell from a stub which ballot came with it.
type Stub struct {
	Line      int  // of the credential, 1..MaxElectorate
	Key       int  // of the line, 1..MaxVoteKeys
	Bound     Hash // see Bound
	Signature [ed25519.SignatureSize]byte
}

// String is the stub's line in pollbook.txt.
func (s Stub) String() string {
	encode := base64.StdEncoding.EncodeToString
	return fmt.Sprintf("%d %d %s %s", s.Line, s.Key, encode(s.Bound[:]), encode(s.Signature[:]))
}

// ParseStub reads what String writes.
func ParseStub(line string) (Stub, error) {
	fields := strings.Split(line, " ")
	if len(fields) != 4 {
		return Stub{}, fmt.Errorf("%.300q is not a line, a key, a hash and a signature", line)
	}
	number, lineErr := parseFrom(fields[0], 1, MaxElectorate)
	key, keyErr := parseFrom(fields[1], 1, MaxVoteKeys)
	bound, boundErr := decodeBase64(fields[2], len(Hash{}))
	signature, err := decodeBase64(fields[3], ed25519.SignatureSize)
	if err := errors.Join(lineErr, keyErr, boundErr, err); err != nil {
		return Stub{}, err
	}
	return Stub{number, key, Hash(bound), [ed25519.SignatureSize]byte(signature)}, nil
}

// PollBookHash is the hash of all stubs: "ostrakon/pollbook/4\0" and pollbook.txt.
func PollBookHash(stubs []Stub) Hash { return hashOf("ostrakon/pollbook/4\x00", linesOf(stubs)) }

// Bound binds a stub to a leaf, which nobody finds without the pad.
func Bound(stubPad sealing.Pad, leaf Hash) Hash {
	return hashOf("ostrakon/bound/4\x00", append(stubPad[:], leaf[:]...))
}

// StubMessage returns the bytes that a vote key signs for a stub: "ostrakon/stub/4\0" ‖ election id ‖ manifest ‖ bound.
func StubMessage(election string, manifest, bound Hash) []byte {
	return slices.Concat([]byte("ostrakon/stub/4\x00"+election), manifest[:], bound[:])
}

// linesOf are values, a line each.
func linesOf[T fmt.Stringer](all []T) []byte {
	var buf bytes.Buffer
	for _, v := range all {
		buf.WriteString(v.String())
		buf.WriteByte('\n')
	}
	return buf.Bytes()
}

// parseFrom reads a number between bounds in its one form.
func parseFrom(text string, least, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most || strconv.Itoa(n) != text {
		return 0, fmt.Errorf("%.100q is not a number from %d to %d", text, least, most)
	}
	return n, nil
}

// decodeBase64 reads so many bytes in their one form.
func decodeBase64(text string, size int) ([]byte, error) {
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(raw) != size || base64.StdEncoding.EncodeToString(raw) != text {
		return nil, fmt.Errorf("%.100q is not %d bytes in base64", text, size)
	}
	return raw, nil
}
