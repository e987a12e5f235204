package storetest

import (
	"crypto/ed25519"
	"crypto/rand"
	"testing"

	"ostrakon/store"
	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
	"ostrakon/store/slip"
)

// Registrar is the computer on which slips were made: it knows the codes.
type Registrar struct {
	Assembly string
	Codes    map[store.RollID]slip.Codes
}

// IssueSlips makes slips for all people on the roll, and gives the store their credentials for a DRAFT.
func IssueSlips(tb testing.TB, s *store.Store, id store.ElectionID) *Registrar {
	tb.Helper()
	r, c := MakeSlips(tb, s, id)
	if _, err := s.PutSlips(tb.Context(), Admin, id, c); err != nil {
		tb.Fatal(err)
	}
	return r
}

// MakeSlips makes slips for at most three elections, whose credentials the store does not get yet.
func MakeSlips(tb testing.TB, s *store.Store, id store.ElectionID) (*Registrar, *slip.Credentials) {
	tb.Helper()
	p, err := s.SlipPeople(tb.Context(), Admin, id)
	if err != nil {
		tb.Fatal(err)
	}
	return IssueFor(p, 3)
}

// IssueFor makes slips for the people of a file, for at most so many elections.
func IssueFor(p *slip.People, elections int) (*Registrar, *slip.Credentials) {
	p.Numbers[1] = min(p.Numbers[1], p.Numbers[0]+elections-1)
	codes := slip.NewCodes(len(p.People))
	r := &Registrar{p.Assembly, make(map[store.RollID]slip.Codes)}
	for i, person := range p.People {
		r.Codes[store.RollID(person.ID)] = codes[i]
	}
	return r, slip.Issue(p, codes)
}

// Login returns the member key of a person's printed slip.
func (r *Registrar) Login(person store.RollID) string {
	return r.Codes[person].Printed.Key(r.Assembly).Login()
}

// SignIn has a person sign in with their printed slip.
func (r *Registrar) SignIn(tb testing.TB, s *store.Store, person store.RollID) store.UserID {
	tb.Helper()
	a, err := s.SignInByKey(tb.Context(), r.Login(person), store.SaidFacts{})
	if err != nil {
		tb.Fatal(err)
	}
	return a.ID
}

// SignFor seals marks for the paper of a class, and signs the stub with the key of a slip for it.
func SignFor(m *ballotbox.Manifest, key ed25519.PrivateKey, class int, marks ...byte) (b Sealed, err error) {
	box, err := m.SealingBox()
	if err != nil {
		return b, err
	}
	var random [32]byte
	rand.Read(random[:])
	vote := ballotbox.VoteKey(key.Public().(ed25519.PublicKey))
	b.Marks = marks
	b.Pad, b.Seed = sealing.Device(random)
	b.Tag = sealing.TagOf(b.Pad, string(vote[:]))
	b.Commitment = m.Commitment(b.Seed, b.Tag, marks, class)
	if b.Sealed, err = box.Seal(b.Seed, marks, b.Tag); err != nil {
		return b, err
	}
	b.Stub = &store.SealedStub{Pad: sealing.StubPad(random), Key: vote}
	b.SignStub(m, key, class)
	return b, nil
}

// SignStub signs the stub of a ballot anew.
func (b *Sealed) SignStub(m *ballotbox.Manifest, key ed25519.PrivateKey, class int) {
	cast := ballotbox.Ballot{Class: class, Tag: b.Tag, Commitment: b.Commitment, Sealed: b.Sealed}.Cast()
	bound := ballotbox.Bound(b.Stub.Pad, cast.Leaf(m.ElectionID))
	message := ballotbox.StubMessage(m.ElectionID, m.Hash(), bound)
	b.Stub.Signature = [ed25519.SignatureSize]byte(ed25519.Sign(key, message))
}
