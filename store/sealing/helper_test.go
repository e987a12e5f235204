package sealing

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"
)

const election = "abcdefghijklmnopqrstuvwxyz"

func manifest() [32]byte { return sha256.Sum256([]byte("manifest")) }

// source gives the same random bytes in each run.
func source(seed uint64) *rand.ChaCha8 {
	var key [32]byte
	binary.BigEndian.PutUint64(key[:], seed)
	return rand.NewChaCha8(key)
}

func bytesOf(r *rand.ChaCha8, n int) []byte {
	raw := make([]byte, n)
	r.Read(raw)
	return raw
}

// council is the holders of an election and its box.
type council struct {
	secrets []*Secret
	keys    [][]byte
	*Box
}

func convene(tb testing.TB, seed uint64, holders, threshold, marks int) council {
	tb.Helper()
	r := source(seed)
	var c council
	for range holders {
		s := must(ParseSecret(bytesOf(r, SecretSize)))
		c.secrets = append(c.secrets, s)
		c.keys = append(c.keys, s.PublicKey())
	}
	box := must(NewBox(c.keys, threshold, election, manifest(), marks))
	c.Box = box
	return c
}

// with makes the opener of the holders with the given numbers.
func (c council) with(tb testing.TB, again bool, numbers ...int) *Opener {
	tb.Helper()
	secrets := map[int]*Secret{}
	for _, n := range numbers {
		secrets[n] = c.secrets[n-1]
	}
	return must(c.Opener(secrets, again))
}

// apart opens ballots as holders with the given numbers do who open their shares on their own devices.
func (c council) apart(tb testing.TB, numbers ...int) func(sealed []byte, tag Tag) (Seed, []byte, error) {
	tb.Helper()
	combiner := must(c.Combiner(numbers))
	return func(sealed []byte, tag Tag) (Seed, []byte, error) {
		shares := make([][]byte, len(numbers))
		for i, n := range numbers {
			part := make([]byte, PartSize) // where the ballot is too short
			if len(sealed) == Size(len(c.holders), c.marks) {
				part = PartOf(sealed, n)
			}
			shares[i] = must(c.ShareOpener(n, c.secrets[n-1])).Open(part)
		}
		return combiner.Open(sealed, tag, shares)
	}
}

// vote is a ballot before it is sealed.
type vote struct {
	seed  Seed
	marks []byte
	tag   Tag
}

func (c council) draft(r *rand.ChaCha8) vote {
	pad, seed := Device([32]byte(bytesOf(r, 32)))
	return vote{seed, bytesOf(r, c.marks), TagOf(pad, election)}
}

func (c council) seal(tb testing.TB, v vote) []byte {
	tb.Helper()
	return must(c.Seal(v.seed, v.marks, v.tag))
}

// subsets lists the sets of k of the numbers 1 to n.
func subsets(n, k int) (all [][]int) {
	if k == 0 {
		return [][]int{nil}
	}
	for last := k; last <= n; last++ {
		for _, rest := range subsets(last-1, k-1) {
			all = append(all, append(slices.Clone(rest), last))
		}
	}
	return all
}
