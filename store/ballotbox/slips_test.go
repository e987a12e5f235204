package ballotbox

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"fmt"
	"slices"

	"ostrakon/store/sealing"
)

// slipKey is the vote key of a code, the same each time.
func slipKey(name string) ed25519.PrivateKey {
	seed := sha256.Sum256([]byte("slip " + name))
	return ed25519.NewKeyFromSeed(seed[:])
}

func voteKey(key ed25519.PrivateKey) VoteKey { return VoteKey(key.Public().(ed25519.PublicKey)) }

// slipsOf are so many keys.
func slipsOf(n int) []ed25519.PrivateKey {
	var all []ed25519.PrivateKey
	for i := range n {
		all = append(all, slipKey(fmt.Sprint("one of ", i)))
	}
	return all
}

// credentialOf is a line of the poll book with the keys of codes.
func credentialOf(class int, keys ...ed25519.PrivateKey) Credential {
	c := Credential{Class: class}
	for _, key := range keys {
		c.Keys = append(c.Keys, voteKey(key))
	}
	slices.SortFunc(c.Keys, func(a, b VoteKey) int { return bytes.Compare(a[:], b[:]) })
	return c
}

// slips are the codes for the paper of a person of rollOf(12, 3), or of those who left: printed and reserve, and of a
// few the codes of a proxy holder, too.
func slips(person int) []ed25519.PrivateKey {
	all := []ed25519.PrivateKey{slipKey(fmt.Sprint(person)), slipKey(fmt.Sprint(person, " reserve"))}
	if person%5 == 1 {
		all = append(all, slipKey(fmt.Sprint(person, " proxy")), slipKey(fmt.Sprint(person, " proxy reserve")))
	}
	return all
}

// issued returns a registrar's lines for rollOf(12, 3): one line for each of the 15 people in the electorate, and two
// lines for people outside it, one of whom has a weight that nobody in the electorate has.
func issued() []Credential {
	var all []Credential
	for person := range 17 {
		class := 1
		switch {
		case person == 15:
			class = 0
		case person >= 12:
			class = 2
		}
		all = append(all, credentialOf(class, slips(person)...))
	}
	sortLines(all)
	return all
}

// sortLines puts lines into their order.
func sortLines(all []Credential) {
	slices.SortFunc(all, func(a, b Credential) int { return bytes.Compare(a.Keys[0][:], b.Keys[0][:]) })
}

// booked gives an election a poll book.
func booked(m *Manifest) {
	all := issued()
	m.Electorate, m.PollBook = rollOf(12, 3), &PollBook{Lines: len(all), Hash: CredentialsHash(all).String()}
}

// voters hands out the slips of people of a class one after the other, every third the one in reserve; nil without a
// poll book.
func (h *held) voters() func(class int) ed25519.PrivateKey {
	if h.manifest.PollBook == nil {
		return func(int) ed25519.PrivateKey { return nil }
	}
	h.bundle.Credentials = issued()
	next := map[int]int{1: 0, 2: 12}
	return func(class int) ed25519.PrivateKey {
		person := next[class]
		next[class]++
		if person%3 == 2 {
			return slips(person)[1]
		}
		return slips(person)[0]
	}
}

// sign is the stub of a leaf, by a key. Its line is 0 if none has the key.
func (h *held) sign(key ed25519.PrivateKey, stubPad sealing.Pad, leaf Hash) Stub {
	s := Stub{Bound: Bound(stubPad, leaf)}
	s.Line, s.Key = h.lineOf(voteKey(key))
	s.Signature = [64]byte(ed25519.Sign(key, StubMessage(h.manifest.ElectionID, h.manifest.hash, s.Bound)))
	return s
}

// lineOf is the line of a key and its place there, both from 1; 0 if there is none.
func (h *held) lineOf(key VoteKey) (line, at int) {
	for i, c := range h.bundle.Credentials {
		if k := slices.Index(c.Keys, key); k >= 0 {
			return i + 1, k + 1
		}
	}
	return 0, 0
}

// holdBook holds an election of two weights and 17 lines, in which 11 of 15 people vote.
func holdBook() *held {
	h := open(3, booked)
	h.cast(append(votesFor(4, 3, 2), paper(2, 3, 0), paper(2, 3, 1))...)
	return h
}
