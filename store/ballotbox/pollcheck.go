package ballotbox

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"fmt"
)

// pollBook checks that each ballot has a stub, and that each stub is signed by a line of its own.
func (v *bundleVerifier) pollBook() {
	b := v.b
	if v.m.PollBook == nil {
		var err error
		if len(b.Credentials)+len(b.Stubs) > 0 {
			err = errors.New("the manifest has no poll book, and the bundle has one")
		}
		v.note("poll book", "none: nothing here shows that the server cast no ballot for people who stayed away", err)
		return
	}
	err := v.m.checkCredentials(b.Credentials)
	if err == nil && v.sealed {
		err = v.sealedAs(PollBookHash(b.Stubs), *v.s.PollBook, "the hash of pollbook.txt")
	} else if err == nil && !v.cancelled {
		err = errNoSeal
	}
	if err == nil {
		err = v.m.checkStubs(b.Credentials, b.Stubs)
	}
	if err == nil {
		err = asMany(b)
	}
	v.note("poll book", fmt.Sprintf("%d stubs for %d ballots, by %d of %d lines", len(b.Stubs), len(b.Leaves),
		len(b.Stubs), len(b.Credentials)), err)
}

// checkCredentials checks that lines are those of the manifest, in order, with each key once and classes that exist.
func (m *Manifest) checkCredentials(all []Credential) error {
	if have := CredentialsHash(all); have.String() != m.PollBook.Hash || len(all) != m.PollBook.Lines {
		return fmt.Errorf("%d lines with the hash %s, the manifest says %d and %s", len(all), have, m.PollBook.Lines,
			m.PollBook.Hash)
	}
	taken, classes := make(map[VoteKey]bool), len(m.classes())
	for i, c := range all {
		if c.Class > classes {
			return fmt.Errorf("line %d is of class %d, which does not exist", i+1, c.Class)
		}
		if i > 0 && bytes.Compare(all[i-1].Keys[0][:], c.Keys[0][:]) >= 0 {
			return fmt.Errorf("line %d does not rise", i+1)
		}
		for _, key := range c.Keys {
			if taken[key] {
				return fmt.Errorf("the key %s is there twice", key)
			}
			taken[key] = true
		}
	}
	return nil
}

// checkStubs checks that stubs are in order, each by another line that has its key, and signed.
func (m *Manifest) checkStubs(lines []Credential, stubs []Stub) error {
	before := 0
	for _, s := range stubs {
		if s.Line <= before {
			return fmt.Errorf("the stub of line %d comes after that of line %d", s.Line, before)
		}
		before = s.Line
		key, found := stubKey(lines, s)
		if !found || lines[s.Line-1].Class == 0 {
			return fmt.Errorf("there is no key %d of a line %d that can be used", s.Key, s.Line)
		}
		if err := CheckVoteKey(key); err != nil {
			return err
		}
		if !ed25519.Verify(key[:], StubMessage(m.ElectionID, m.hash, s.Bound), s.Signature[:]) {
			return fmt.Errorf("the stub of line %d is not signed by its key", s.Line)
		}
	}
	return nil
}

// stubKey is the key of a stub, if its line has it.
func stubKey(lines []Credential, s Stub) (VoteKey, bool) {
	if s.Line > len(lines) || s.Key > len(lines[s.Line-1].Keys) {
		return VoteKey{}, false
	}
	return lines[s.Line-1].Keys[s.Key-1], true
}

// asMany checks that there are as many stubs of each class as ballots. The stubs have lines.
func asMany(b *Bundle) error {
	more := make(map[int]int)
	for _, c := range b.Leaves {
		more[c.Class]++
	}
	for _, s := range b.Stubs {
		more[b.Credentials[s.Line-1].Class]--
	}
	for class, n := range more {
		if n > 0 {
			return fmt.Errorf("class %d has %d more ballots than stubs: the server may have cast them", class, n)
		}
		if n < 0 {
			return fmt.Errorf("class %d has %d more stubs than ballots: ballots were left out", class, -n)
		}
	}
	return nil
}
