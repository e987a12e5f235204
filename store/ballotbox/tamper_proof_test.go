package ballotbox

import (
	"slices"
	"strings"

	"ostrakon/store/ballotbox/proof"
	"ostrakon/store/sealing"
)

// holdProved holds an election whose count is proved: 3, 2 and 1 votes, another of weight 3, and two ballots that are
// not valid.
func holdProved(edits ...func(*Manifest)) *held {
	h := open(3, func(m *Manifest) {
		proved(m)
		for _, edit := range edits {
			edit(m)
		}
	})
	both := Opened{Marks: []byte{1, 1, 0}, Class: 1}
	h.cast(append(votesFor(3, 2, 1), paper(2, 3, 1), both, Opened{Marks: both.Marks, Class: 2})...)
	return h
}

// withProof changes an election whose count is proved, and then signs everything anew with the keys of the server and
// of enough holders.
func withProof(change func(h *held)) func(*held) {
	return func(h *held) {
		*h = *holdProved()
		office(change)(h)
	}
}

// place is that of a ballot that opened, in the log.
func (h *held) place(n int) int {
	return slices.IndexFunc(h.bundle.Leaves, func(c Cast) bool {
		_, seed := h.device(n)
		return c.Sealed == SealedHash(seed[:])
	})
}

// recountWithout counts as if the proof were none of its business.
func (h *held) recountWithout(edit func()) {
	invalid, shown := h.bundle.Invalid, h.bundle.Proof
	edit()
	c := must(h.manifest.Count(h.bundle.Leaves, h.opened, h.papers))
	h.bundle.Counts, h.bundle.Codes, h.bundle.Result = c.Counts, c.Codes, c.Raw
	h.bundle.Invalid, h.bundle.Proof = invalid, shown
}

// another is another election with the same votes.
func another(m *Manifest) { m.ElectionID = idOf("another") }

// proofTampering spoils what is proved, by an office that has all keys of holders too.
func proofTampering() []tampering {
	fails := []string{"proof"}
	unsealed := slices.Insert(unsealed(), 6, "proof")
	in := func(name string, edit func(string) string) func(*held) {
		return func(h *held) {
			*h = *holdProved()
			h.rewrite(name, edit)
		}
	}
	ways := []tampering{
		{"an election with a proof", withProof(func(*held) {}), "", nil},
		{"an election without one of its ballots, which it names", withProof((*held).leaveOut), "", nil},
		{"a vote is moved after the proof", withProof(func(h *held) {
			h.recountWithout(func() { h.opened[0].Marks = []byte{0, 1, 0} })
		}), "", fails},
		{"two totals are swapped after the proof", withProof(func(h *held) {
			h.recountWithout(func() {
				for n, p := range h.opened[:7] {
					h.opened[n].Marks = []byte{p.Marks[1], p.Marks[0], p.Marks[2]}
				}
			})
		}), "", fails},
		{"a vote is moved before the proof", withProof(func(h *held) {
			h.opened[0].Marks = []byte{0, 1, 0}
			h.recommit(0, h.opened[0].Marks)
		}), "its leaf does not commit to", fails},
		{"a ballot is left out without its name", withProof(func(h *held) {
			named := h.bundle.Invalid
			h.leaveOut()
			h.bundle.Invalid = named
		}), "2 of 9 ballots are named invalid, and there are 6 codes", fails},
		{"a ballot that counts is named invalid", withProof(func(h *held) {
			h.bundle.Invalid = append(h.bundle.Invalid, h.leafAt(h.place(0)))
			h.sortInvalid()
		}), "3 of 9 ballots are named invalid, and there are 7 codes", fails},
		{"another ballot is named invalid", withProof(func(h *held) {
			h.bundle.Invalid[slices.Index(h.bundle.Invalid, h.leafAt(h.place(7)))] = h.leafAt(h.place(0))
			h.sortInvalid()
		}), "", fails},
		{"a ballot of another weight is named invalid", withProof(func(h *held) {
			h.bundle.Invalid[slices.Index(h.bundle.Invalid, h.leafAt(h.place(8)))] = h.leafAt(h.place(0))
			h.sortInvalid()
		}), "named invalid weigh 2, the counts say 4", fails},
		{"those that are invalid are named in another order", withProof(func(h *held) { slices.Reverse(h.bundle.Invalid) }),
			"is not the next leaf", fails},
		{"one that is invalid is named twice", withProof(func(h *held) { h.bundle.Invalid[1] = h.bundle.Invalid[0] }),
			"is not the next leaf", fails},
		{"nothing that is cast is named invalid", withProof(func(h *held) { h.bundle.Invalid[0] = Hash{1} }),
			"is not the next leaf", fails},
		{"nobody is named invalid", withProof(func(h *held) { h.bundle.Invalid = nil }), "0 of 9 ballots", fails},
		{"the proof is that of another election", withProof(func(h *held) {
			h.bundle.Proof = holdProved(another).bundle.Proof
		}), "", fails},
		{"the proof is that of an election without one of its ballots", withProof(func(h *held) {
			other := holdProved()
			other.leaveOut()
			h.bundle.Proof = other.bundle.Proof
		}), "", fails},
		{"there is no proof", withProof(func(h *held) { h.bundle.Proof = nil }), "another length", fails},
		{"the proof and those that are invalid are not there", withProof(func(h *held) {
			h.bundle.Proof, h.bundle.Invalid = nil, nil
		}), "0 of 9 ballots", fails},
		{"a commitment is changed", withProof(func(h *held) { h.bundle.Leaves[h.place(0)].Commitment[0] ^= 1 }),
			"", fails},
		{"a commitment of a ballot that is invalid is changed", withProof(func(h *held) {
			h.bundle.Leaves[h.place(7)].Commitment[1] ^= 1
		}), "is not the next leaf", fails},
		{"two ballots change commitments", withProof(func(h *held) {
			a, b := &h.bundle.Leaves[h.place(0)], &h.bundle.Leaves[h.place(1)]
			a.Commitment, b.Commitment = b.Commitment, a.Commitment
		}), "", fails},
		{"a ballot has no commitment", withProof(func(h *held) { h.bundle.Leaves[h.place(0)].Commitment = Hash{} }),
			"has a commitment", []string{"cast log", "proof"}},
		{"a ballot has a commitment without a proof", office(func(h *held) { h.bundle.Leaves[3].Commitment[0] = 1 }),
			"has a commitment", []string{"cast log"}},
		{"there is a proof that the manifest has not", func(h *held) { h.bundle.Proof = []byte{0} },
			"the bundle has one", fails},
		{"ballots are named invalid without a proof", func(h *held) { h.bundle.Invalid = []Hash{{1}} },
			"the bundle has one", fails},
		{"a cancelled election has a proof", func(h *held) {
			*h = *holdProved()
			proof := h.bundle.Proof
			h.cancel("x")
			h.bundle.Proof = proof
		}, "there is a count", fails},
		{"a cancelled election names ballots invalid", func(h *held) {
			*h = *holdProved()
			named := h.bundle.Invalid
			h.cancel("x")
			h.bundle.Invalid = named
		}, "there is a count", fails},
		{"the seal has another proof", func(h *held) {
			*h = *holdProved()
			hash := proofHash(h.bundle.Invalid, h.bundle.Proof).String()
			resign(h, func(s string) string { return strings.Replace(s, hash, Hash{1}.String(), 1) })
		}, "the hash of the proof is", fails},
		{"the seal has no proof", func(h *held) {
			*h = *holdProved()
			hash := proofHash(h.bundle.Invalid, h.bundle.Proof).String()
			resign(h, func(s string) string { return strings.Replace(s, "proof "+hash+"\n", "", 1) })
		}, "only one of seal and manifest", unsealed},
		{"the seal has its proof in another place", func(h *held) {
			*h = *holdProved()
			line := "proof " + proofHash(h.bundle.Invalid, h.bundle.Proof).String() + "\n"
			resign(h, func(s string) string {
				return strings.Replace(strings.Replace(s, line, "", 1), "counts ", line+"counts ", 1)
			})
		}, "not a seal in the form", unsealed},
		{"the seal has a proof that the manifest has not", func(h *held) {
			resign(h, func(s string) string {
				return strings.Replace(s, "codesRoot", "proof "+Hash{1}.String()+"\ncodesRoot", 1)
			})
		}, "only one of seal and manifest", slices.Delete(slices.Clone(unsealed), 6, 7)},
		{"who counted again has another proof", func(h *held) {
			*h = *holdProved()
			h.again(func(r *Recount) { r.Found.Proof = &Hash{1} })
		}, "DIFFERS", []string{"recounts"}},
		{"who counted again has no proof", func(h *held) {
			*h = *holdProved()
			h.again(func(r *Recount) { r.Found.Proof = nil })
		}, "another seal", []string{"recounts"}},
		{"a leaf that is invalid is written in capitals", in("invalid.txt", strings.ToUpper), "", []string{"bundle"}},
		{"the last leaf that is invalid does not end", in("invalid.txt", func(s string) string { return s[:len(s)-1] }), "",
			[]string{"bundle"}},
		{"invalid.txt begins with an empty line", in("invalid.txt", func(s string) string { return "\n" + s }), "",
			[]string{"bundle"}},
		{"the manifest has a proof that is null", proofIs("null"), "", []string{"manifest"}},
		{"the manifest has a proof that is false", proofIs("false"), "", []string{"manifest"}},
		{"the manifest has a proof that is 1", proofIs("1"), "", []string{"manifest"}},
		{"the manifest has its proof from before", func(h *held) {
			*h = *holdProved()
			h.remanifest(func(m *Manifest) { m.Proof = false })
		}, "only one of seal and manifest", unsealed},
	}
	for _, fault := range proofFaults() {
		ways = append(ways, tampering{"the proof " + fault.name, withProof(func(h *held) {
			h.bundle.Proof = fault.spoil(slices.Clone(h.bundle.Proof))
		}), fault.says, fails})
	}
	return ways
}

// proofIs writes the proof of a manifest in another way.
func proofIs(value string) func(*held) {
	return func(h *held) {
		*h = *holdProved()
		h.rewrite("manifest.json", func(s string) string { return strings.Replace(s, `"proof":true`, `"proof":`+value, 1) })
	}
}

// proofFault is a way to spoil the bytes of a proof.
type proofFault struct {
	name  string
	spoil func([]byte) []byte
	says  string
}

// proofFaults are wrong everywhere in the form: 137 heads of 4 totals and 3 tapes, as many pairs of z, and what is
// opened.
func proofFaults() []proofFault {
	const head, all = 2*4*4 + 3*32, proof.Rounds * (2*4*4 + 3*32)
	const opened = all + 8*proof.Rounds
	flip := func(at int) func([]byte) []byte {
		return func(p []byte) []byte { p[(at+len(p))%len(p)] ^= 1; return p }
	}
	large := func(at int) func([]byte) []byte {
		return func(p []byte) []byte { copy(p[at:], filled(0xff, 4)); return p }
	}
	return []proofFault{
		{"is cut by a byte", func(p []byte) []byte { return p[:len(p)-1] }, "length"},
		{"is cut by a round", func(p []byte) []byte { return p[:len(p)*136/137] }, "length"},
		{"is cut behind its heads", func(p []byte) []byte { return p[:all] }, "length"},
		{"has a byte more", func(p []byte) []byte { return append(p, 0) }, "length"},
		{"is there twice", func(p []byte) []byte { return append(p, p...) }, "length"},
		{"is of zeros", func(p []byte) []byte { clear(p); return p }, ""},
		{"has another sum in its first round", flip(3), ""},
		{"has another sum in its last round", flip(all - head + 3), ""},
		{"has another tape in its first round", flip(40), ""},
		{"has another z in its first round", flip(all + 3), ""},
		{"has another z in its last round", flip(opened - 1), ""},
		{"opens another tape", flip(opened), "tape"},
		{"opens another part of the first ballot", flip(opened + 64), ""},
		{"opens another part of the last ballot", flip(-1), ""},
		{"has a sum that is too large", large(0), ""},
		{"has a z that is too large", large(all), ""},
	}
}

// device is what a device drew for the ballot of a paper.
func (h *held) device(n int) (sealing.Pad, sealing.Seed) {
	return sealing.Device(randomOf(h.manifest.ElectionID, n))
}

// leafAt is the leaf of a ballot by its place.
func (h *held) leafAt(place int) Hash { return h.bundle.Leaves[place].Leaf(h.manifest.ElectionID) }

// sortInvalid names the ballots in the order of the log.
func (h *held) sortInvalid() {
	leaves := leavesOf(h.manifest.ElectionID, h.bundle.Leaves)
	slices.SortFunc(h.bundle.Invalid, func(a, b Hash) int { return slices.Index(leaves, a) - slices.Index(leaves, b) })
}

// leaveOut has the holders call the first ballot invalid, although it is not.
func (h *held) leaveOut() {
	_, seed := h.device(0)
	delete(h.committed, SealedHash(seed[:]))
	h.opened = h.opened[1:]
	h.recount()
}

// recommit has the holders prove a ballot with other marks than the device committed to.
func (h *held) recommit(n int, marks []byte) {
	_, seed := h.device(n)
	b := h.committed[SealedHash(seed[:])]
	b.Cells = h.manifest.cells(h.manifest.ProofForm(), marks)
	h.committed[SealedHash(seed[:])] = b
	h.recount()
}
