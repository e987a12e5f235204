package ballotbox

import (
	"crypto/ed25519"
	"crypto/sha512"
	"math/big"
	"slices"
	"strings"

	"ostrakon/store/sealing"
)

// absent is somebody of weight 1 who has not voted in holdBook, and absentHeavy one of weight 3.
const absent, absentHeavy = 11, 14

// withBook changes an election with a poll book, and then signs everything anew with the keys of the server.
func withBook(change func(h *held)) func(*held) {
	return func(h *held) {
		*h = *holdBook()
		office(change)(h)
	}
}

// stuff casts a ballot of a class for nobody, and counts it. It returns the pad of a stub and the leaf.
func (h *held) stuff(class int) (sealing.Pad, Hash) {
	pad, seed := sealing.Device([32]byte{byte(class), byte(len(h.opened))})
	cast := Cast{class, sealing.TagOf(pad, "nobody"), SealedHash(seed[:]), Hash{}}
	h.bundle.Leaves = append(h.bundle.Leaves, cast)
	p := paper(class, 3, 2)
	p.Code = seed.Code(cast.Tag)
	h.opened = append(h.opened, p)
	h.recount()
	return sealing.Pad{1}, cast.Leaf(h.manifest.ElectionID)
}

// enter puts a stub into its place in the poll book.
func (h *held) enter(s Stub) {
	h.bundle.Stubs = append(h.bundle.Stubs, s)
	slices.SortStableFunc(h.bundle.Stubs, func(a, b Stub) int { return a.Line - b.Line })
}

// forge adds a ballot of an absent person, with a stub that a key of somebody else signs.
func (h *held) forge(person int, key ed25519.PrivateKey) {
	s := h.sign(key, sealing.Pad{1}, Hash{})
	stubPad, leaf := h.stuff(1 + person/12)
	s = h.sign(key, stubPad, leaf)
	s.Line, s.Key = h.lineOf(voteKey(slips(person)[0]))
	h.enter(s)
}

// rebook freezes the lines that the bundle has, with the stubs and the result that go with them.
func (h *held) rebook() {
	lines := h.bundle.Credentials
	h.remanifest(func(m *Manifest) { m.PollBook = &PollBook{len(lines), CredentialsHash(lines).String()} })
	for i, s := range h.bundle.Stubs {
		key, _ := stubKey(lines, s)
		for person := range 17 {
			for _, own := range slips(person) {
				if voteKey(own) == key {
					h.bundle.Stubs[i].Signature = [64]byte(ed25519.Sign(own,
						StubMessage(h.manifest.ElectionID, h.manifest.hash, s.Bound)))
				}
			}
		}
	}
	h.recount()
}

// pollBookTampering spoils the poll book, by an office that has all keys but those on slips.
func pollBookTampering() []tampering {
	book := []string{"poll book"}
	stub := func(edit func(h *held, s *Stub)) func(*held) {
		return withBook(func(h *held) { edit(h, &h.bundle.Stubs[4]) })
	}
	return []tampering{
		{"an election with a poll book", withBook(func(*held) {}), "", nil},
		{"a leaf has no stub", withBook(func(h *held) { h.stuff(1) }), "class 1 has 1 more ballots than stubs", book},
		{"a stub is dropped", withBook(func(h *held) { h.bundle.Stubs = h.bundle.Stubs[1:] }), "more ballots than stubs",
			book},
		{"all stubs are dropped", withBook(func(h *held) { h.bundle.Stubs = nil }), "more ballots than stubs", book},
		{"a stub has no leaf", withBook(func(h *held) { h.enter(h.sign(slips(absent)[0], sealing.Pad{}, Hash{})) }),
			"class 1 has 1 more stubs than ballots", book},
		{"a stub is signed with a stranger's key", withBook(func(h *held) { h.forge(absent, slipKey("stranger")) }),
			"is not signed by its key", book},
		{"a stub is signed with the office's key", withBook(func(h *held) { h.forge(absent, h.signer.key) }),
			"is not signed by its key", book},
		{"a stub is of another election", stub(func(h *held, s *Stub) {
			key := h.signerOf(*s)
			s.Signature = [64]byte(ed25519.Sign(key, StubMessage(idOf("another"), h.manifest.hash, s.Bound)))
		}), "is not signed by its key", book},
		{"a stub is of another manifest", stub(func(h *held, s *Stub) {
			key := h.signerOf(*s)
			s.Signature = [64]byte(ed25519.Sign(key, StubMessage(h.manifest.ElectionID, Hash{1}, s.Bound)))
		}), "is not signed by its key", book},
		{"a stub is bound to something else", stub(func(_ *held, s *Stub) { s.Bound[0] ^= 1 }), "is not signed by its key",
			book},
		{"a bit of a stub's signature is flipped", stub(func(_ *held, s *Stub) { s.Signature[40] ^= 1 }),
			"is not signed by its key", book},
		{"a stub's signature is in its second form, S + L", stub(func(_ *held, s *Stub) {
			order, _ := new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989",
				10)
			addTo(s.Signature[32:], order)
		}), "is not signed by its key", book},
		{"a stub is there twice", withBook(func(h *held) { h.stuff(1); h.enter(h.bundle.Stubs[4]) }), "comes after", book},
		{"a line has stubs under two of its keys", withBook(func(h *held) {
			stubPad, leaf := h.stuff(1)
			h.enter(h.sign(slips(1)[2], stubPad, leaf))
		}), "comes after", book},
		{"a stub of a line is given to another", withBook(func(h *held) {
			h.stuff(1)
			s := h.bundle.Stubs[4]
			s.Line, s.Key = h.lineOf(voteKey(slips(absent)[0]))
			h.enter(s)
		}), "is not signed by its key", book},
		{"stubs are in another order", withBook(func(h *held) { slices.Reverse(h.bundle.Stubs) }), "comes after", book},
		{"the number is right, but a heavy ballot has a light stub", withBook(func(h *held) {
			stubPad, leaf := h.stuff(2)
			h.enter(h.sign(slips(absent)[0], stubPad, leaf))
		}), "class", book},
		{"the number is right, but a light ballot has a heavy stub", withBook(func(h *held) {
			stubPad, leaf := h.stuff(1)
			h.enter(h.sign(slips(absentHeavy)[0], stubPad, leaf))
		}), "class", book},
		{"a stub is by a line that cannot be used", withBook(func(h *held) {
			stubPad, leaf := h.stuff(1)
			h.enter(h.sign(slips(15)[0], stubPad, leaf))
		}), "that can be used", book},
		{"a stub is by a line that does not exist", stub(func(_ *held, s *Stub) { s.Line = 18 }), "that can be used", book},
		{"the last stub is by a line that does not exist", withBook(func(h *held) { h.bundle.Stubs[10].Line = 18 }),
			"that can be used", book},
		{"a stub is by a key that its line does not have", stub(func(_ *held, s *Stub) { s.Key = 5 }), "that can be used",
			book},
	}
}

// signerOf is the key that signed an honest stub.
func (h *held) signerOf(s Stub) ed25519.PrivateKey {
	key, _ := stubKey(h.bundle.Credentials, s)
	for person := range 17 {
		for _, own := range slips(person) {
			if voteKey(own) == key {
				return own
			}
		}
	}
	panic("nobody has signed")
}

// addTo adds to a number in little-endian bytes.
func addTo(number []byte, more *big.Int) {
	slices.Reverse(number)
	new(big.Int).Add(new(big.Int).SetBytes(number), more).FillBytes(number)
	slices.Reverse(number)
}

// credentialTampering spoils the lines of the poll book, and what manifest and seal say of it.
func credentialTampering() []tampering {
	book := []string{"poll book"}
	line := func(edit func(h *held, all []Credential) []Credential) func(*held) {
		return withBook(func(h *held) { h.bundle.Credentials = edit(h, h.bundle.Credentials) })
	}
	frozen := func(edit func(h *held, all []Credential) []Credential) func(*held) {
		return withBook(func(h *held) {
			h.bundle.Credentials = edit(h, h.bundle.Credentials)
			h.rebook()
		})
	}
	added := func(_ *held, all []Credential) []Credential {
		return append(all, Credential{1, []VoteKey{VoteKey(filled(0xff, 32))}}) // whose key is not proper, and never used
	}
	unread := slices.Insert(unsealed(), 4, "poll book")
	return []tampering{
		{"a line is dropped", line(func(_ *held, all []Credential) []Credential { return all[:16] }), "the manifest says",
			book},
		{"a line is added", line(added), "the manifest says", book},
		{"a line is of another class", line(func(_ *held, all []Credential) []Credential {
			all[3].Class = 3 - all[3].Class%3
			return all
		}), "the manifest says", book},
		{"lines are in another order", line(func(_ *held, all []Credential) []Credential {
			all[3], all[4] = all[4], all[3]
			return all
		}), "the manifest says", book},
		{"a line more is frozen", frozen(added), "", nil},
		{"a line is frozen out of order", frozen(func(_ *held, all []Credential) []Credential {
			return append(all[1:], all[0])
		}), "", book},
		{"a line is frozen twice", frozen(func(_ *held, all []Credential) []Credential { return append(all, all[16]) }),
			"does not rise", book},
		{"a key is frozen in two lines", frozen(func(_ *held, all []Credential) []Credential {
			all[16] = Credential{all[16].Class, append(all[16].Keys, VoteKey(filled(0xff, 32)))}
			return append(all, Credential{1, []VoteKey{VoteKey(filled(0xff, 32))}})
		}), "is there twice", book},
		{"a line is frozen with a class that does not exist", frozen(func(_ *held, all []Credential) []Credential {
			all[3].Class = 3
			return all
		}), "which does not exist", book},
		{"the manifest says another number of lines", withBook(func(h *held) {
			h.rebook()
			h.remanifest(func(m *Manifest) { m.PollBook = &PollBook{18, m.PollBook.Hash} })
			h.recount()
		}), "the manifest says 18", book},
		{"a stub is by a key under which every signature holds", withBook(func(h *held) {
			h.bundle.Credentials = append(h.bundle.Credentials, Credential{})
			copy(h.bundle.Credentials[1:], h.bundle.Credentials)
			h.bundle.Credentials[0] = Credential{1, []VoteKey{{1}}}
			for i := range h.bundle.Stubs {
				h.bundle.Stubs[i].Line++
			}
			h.rebook()
			h.stuff(1)
			h.enter(Stub{Line: 1, Key: 1, Signature: anyText()})
		}), "is not a proper key", book},
		{"the seal is of another poll book", func(h *held) {
			*h = *holdBook()
			resign(h, func(s string) string {
				return strings.Replace(s, "pollBook "+h.stubs().String(), "pollBook "+Hash{1}.String(), 1)
			})
		}, "the hash of pollbook.txt is", book},
		{"the seal has no poll book", func(h *held) {
			*h = *holdBook()
			resign(h, func(s string) string { return strings.Replace(s, "pollBook "+h.stubs().String()+"\n", "", 1) })
		}, "not a seal in the form of version 4", unread},
		{"the seal has a poll book, and the manifest none", func(h *held) {
			resign(h, func(s string) string {
				return strings.Replace(s, "counts ", "pollBook "+Hash{}.String()+"\ncounts ", 1)
			})
		}, "not a seal in the form of version 4", unsealed()},
		{"the manifest has no poll book, and there are lines",
			office(func(h *held) { h.bundle.Credentials = issued() }), "the manifest has no poll book", book},
		{"the manifest has no poll book, and there are stubs", office(func(h *held) {
			h.bundle.Stubs = []Stub{{Line: 1, Key: 1}}
		}), "the manifest has no poll book", book},
		{"a cancelled election with a poll book", withBook(func(h *held) { h.cancel("No hall") }), "", nil},
		{"a stub is dropped in a cancelled election", withBook(func(h *held) {
			h.cancel("No hall")
			h.bundle.Stubs = h.bundle.Stubs[1:]
		}), "more ballots than stubs", book},
		{"a line has its keys in another order", line(func(_ *held, all []Credential) []Credential {
			slices.Reverse(all[3].Keys)
			return all
		}), "do not rise", []string{"bundle"}},
		{"a line has no key", line(func(_ *held, all []Credential) []Credential {
			all[3].Keys = nil
			return all
		}), "in base64", []string{"bundle"}},
		{"a stub has the key 0", withBook(func(h *held) { h.bundle.Stubs[3].Key = 0 }), "is not a number from 1 to 8",
			[]string{"bundle"}},
	}
}

// anyText is a signature that holds for every text under the point 1: S·B is R.
func anyText() [64]byte {
	key := slipKey("any")
	digest := sha512.Sum512(key.Seed())
	digest[0] &= 248
	digest[31] = digest[31]&127 | 64
	slices.Reverse(digest[:32])
	order, _ := new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)
	s := new(big.Int).Mod(new(big.Int).SetBytes(digest[:32]), order).FillBytes(make([]byte, 32))
	slices.Reverse(s)
	return [64]byte(slices.Concat(key.Public().(ed25519.PublicKey), s))
}

// stubTampering spoils an election of whose poll book somebody has a receipt with a line.
func stubTampering() []tampering {
	receipt := []string{"receipt r3.json"}
	brought := func(change func(h *held)) func(*held) {
		return withBook(func(h *held) {
			h.bring.Receipts = h.receipts[3:4]
			change(h)
		})
	}
	edited := func(edit func(r *Receipt)) func(*held) {
		return brought(func(h *held) { edit(&h.receipts[3].Receipt) })
	}
	return []tampering{
		{"a receipt with a line", brought(func(*held) {}), "", nil},
		{"the office swaps a ballot and keeps its stub", brought(func(h *held) {
			h.bundle.Leaves[leafOf(h, h.receipts[3])].Sealed = Hash{1}
		}), "the ballot was left out, this is the proof, even without the signature", receipt},
		{"the office swaps a ballot, keeps its stub and never signed a receipt", brought(func(h *held) {
			h.bundle.Leaves[leafOf(h, h.receipts[3])].Sealed = Hash{1}
			h.receipts[3].Receipt.Signature = h.receipts[4].Receipt.Signature
		}), "the ballot was left out, this is the proof, even without the signature", receipt},
		{"the office drops a ballot and its stub", brought(func(h *held) {
			at := leafOf(h, h.receipts[3])
			h.bundle.Leaves, h.opened = slices.Delete(h.bundle.Leaves, at, at+1), slices.Delete(h.opened, 3, 4)
			h.bundle.Stubs = slices.DeleteFunc(h.bundle.Stubs, func(s Stub) bool { return s.Line == h.receipts[3].Receipt.Line })
			h.recount()
		}), "the signed leaf is not in the cast log: the ballot was left out, this is the proof", receipt},
		{"a receipt has another line", edited(func(r *Receipt) { r.Line = r.Line%17 + 1 }), "has no stub of this ballot",
			receipt},
		{"a receipt has a line that does not exist", edited(func(r *Receipt) { r.Line = 18 }), "has no stub of this ballot",
			receipt},
		{"a receipt has another pad of its stub", edited(func(r *Receipt) { r.StubPad = filled(7, 16) }),
			"has no stub of this ballot", receipt},
		{"a receipt with a line has another pad", edited(func(r *Receipt) { r.Pad = filled(7, 16) }),
			"cast for somebody else", receipt},
		{"a receipt has the line 0", edited(func(r *Receipt) { r.Line = 0 }), "its line is 0", receipt},
		{"a receipt has a short pad of its stub", edited(func(r *Receipt) { r.StubPad = r.StubPad[1:] }),
			"the pad of its stub has 15 bytes", receipt},
		{"a receipt has an owner, too", edited(func(r *Receipt) { r.Owner = idOf("owner 3") }), "it has an owner", receipt},
		{"a receipt has an owner in the place of its line", edited(func(r *Receipt) {
			r.Owner, r.Line, r.StubPad = idOf("owner 3"), 0, nil
		}), "it has an owner", receipt},
		{"a receipt has a line, and the election no poll book", editedReceipt(func(r *NamedReceipt) {
			r.Receipt.Owner, r.Receipt.Line, r.Receipt.StubPad = "", 1, filled(7, 16)
		}), "the election has no poll book", receipt},
	}
}
