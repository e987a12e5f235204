package ballotbox

import (
	"bytes"
	"crypto/hpke"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/crypto/chacha20poly1305"

	"ostrakon/store/sealing"
)

// Places in a sealed ballot for three holders.
const (
	saltSize, latticeSize, encSize, partSize = 16, 1088, 1120, 1168
	bodyAt                                   = saltSize + 3*partSize
)

// forgery is a ballot as no honest device makes it. Holders can open parts of it.
type forgery struct {
	key       []byte
	shares    [3][]byte // of holders 1 to 3
	addressed [3]int    // to whose keys the shares are sealed
	info      [3]byte   // the numbers of holders in HPKE's info
	salt      []byte
	exported  []byte // the salt that the keys of shares are exported for
	tag       []byte
	plaintext []byte
}

// honestForgery opens for every pair of holders, but its encapsulations do not follow from the seed.
func honestForgery(rng *rand.ChaCha8, marks []byte, tag sealing.Tag) *forgery {
	random := func(n int) []byte {
		raw := make([]byte, n)
		_, _ = rng.Read(raw)
		return raw
	}
	f := &forgery{key: random(32), addressed: [3]int{1, 2, 3}, info: [3]byte{1, 2, 3}, salt: random(16), tag: tag[:]}
	f.exported = f.salt
	coefficient := random(32)
	for i := range f.shares {
		f.shares[i] = make([]byte, 32)
		for at := range 32 {
			f.shares[i][at] = f.key[at] ^ times(coefficient[at], byte(i+1))
		}
	}
	f.plaintext = slices.Concat([]byte{4}, random(32), marks)
	return f
}

// times multiplies in GF(2^8) modulo x^8+x^4+x^3+x+1.
func times(a, b byte) byte {
	var product byte
	for ; b > 0; b >>= 1 {
		if b&1 == 1 {
			product ^= a
		}
		over := a & 0x80
		if a <<= 1; over > 0 {
			a ^= 0x1b
		}
	}
	return product
}

func (f *forgery) seal(m *Manifest) []byte {
	hash := m.Hash()
	sealed := bytes.Clone(f.salt)
	for i, share := range f.shares {
		public := must(hpke.MLKEM768X25519().NewPublicKey(m.Holders[f.addressed[i]-1].PublicKey))
		info := slices.Concat([]byte("ostrakon/ballot/4\x00"+m.ElectionID), hash[:], f.info[i:i+1])
		enc, context, err := hpke.NewSender(public, hpke.HKDFSHA256(), hpke.ChaCha20Poly1305(), info)
		if err != nil {
			panic(err)
		}
		key := must(context.Export("ostrakon/share/4\x00"+string(f.exported), 32))
		sealed = must(chacha20poly1305.New(key)).Seal(append(sealed, enc...), make([]byte, 12), share, nil)
	}
	return must(chacha20poly1305.New(f.key)).Seal(sealed, make([]byte, 12), f.plaintext, f.tag)
}

// lowOrder are points of X25519 with which every shared secret is zero, and forms of them.
func lowOrder() [][]byte {
	var points [][]byte
	for _, text := range []string{
		"0000000000000000000000000000000000000000000000000000000000000000",
		"0100000000000000000000000000000000000000000000000000000000000000",
		"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
		"5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
		"0000000000000000000000000000000000000000000000000000000000000080",
	} {
		points = append(points, must(hex.DecodeString(text)))
	}
	return points
}

// hostile makes kinds of ballots that must not be counted, each with its tag.
type hostile struct {
	c   *closed
	box *sealing.Box
	rng *rand.ChaCha8
	all []Ballot
}

func (h *hostile) tag() sealing.Tag {
	return sealing.TagOf(sealing.Pad{1}, idOf(fmt.Sprint("hostile ", len(h.all))))
}

func (h *hostile) add(sealed []byte) {
	h.all = append(h.all, Ballot{1 + len(h.all)%5/4, h.tag(), Hash{}, sealed})
}

// edited adds a ballot that would be valid if it were not edited.
func (h *hostile) edited(edit func(sealed []byte)) {
	_, seed, _ := drawn(10_000 + len(h.all))
	sealed := must(h.box.Seal(seed, []byte{1, 0, 0}, h.tag()))
	edit(sealed)
	h.add(sealed)
}

// forged adds a ballot that holders can open, or parts of it.
func (h *hostile) forged(edit func(f *forgery)) {
	f := honestForgery(h.rng, []byte{1, 0, 0}, h.tag())
	edit(f)
	h.add(f.seal(h.c.manifest))
}

// bytes adds ballots with random, constant and flipped bytes.
func (h *hostile) bytes() {
	for n := range 10 {
		h.edited(func(s []byte) { _, _ = h.rng.Read(s) })
		h.edited(func(s []byte) { copy(s, filled(byte(n*28), len(s))) })
		h.edited(func(s []byte) { copy(s[bodyAt:], filled(byte(n), len(s))) })
	}
	for at := 5; at < h.c.manifest.SealedSize; at += 61 {
		h.edited(func(s []byte) { s[at] ^= 1 << (at % 8) })
	}
}

// parts adds ballots in which what is sealed to one holder does not belong to the rest.
func (h *hostile) parts() {
	for i := range 3 {
		part := func(s []byte) []byte { return s[saltSize+i*partSize : saltSize+(i+1)*partSize] }
		another := part(h.c.ballots[i].Sealed)
		for _, point := range lowOrder() {
			h.edited(func(s []byte) { copy(part(s)[latticeSize:], point) })
		}
		h.edited(func(s []byte) { clear(part(s)[:latticeSize]) })
		h.edited(func(s []byte) { copy(part(s), filled(0xff, latticeSize)) })
		h.edited(func(s []byte) { copy(part(s), another) })
		h.edited(func(s []byte) { copy(part(s)[:encSize], another) })
		h.edited(func(s []byte) { copy(part(s)[encSize:], another[encSize:]) })
		h.edited(func(s []byte) { copy(part(s), s[saltSize+(i+1)%3*partSize:][:partSize]) })
		h.forged(func(f *forgery) { f.shares[i] = filled(7, 32) }) // the other two agree
		h.forged(func(f *forgery) { f.shares[i][31] ^= 1 })
		h.forged(func(f *forgery) { f.addressed[i] = f.addressed[(i+1)%3] })
		h.forged(func(f *forgery) { f.info[i] = f.info[(i+1)%3] })
		h.edited(func(s []byte) { // an encapsulation that another draws
			f := honestForgery(h.rng, []byte{1, 0, 0}, h.tag())
			copy(part(s), part(f.seal(h.c.manifest)))
		})
	}
	for _, from := range h.c.ballots[:5] { // parts of others' ballots
		h.edited(func(s []byte) { copy(s, from.Sealed[:saltSize]) })
		h.edited(func(s []byte) { copy(s[:bodyAt], from.Sealed) })
		h.edited(func(s []byte) { copy(s[bodyAt:], from.Sealed[bodyAt:]) })
		h.edited(func(s []byte) { copy(s, from.Sealed); s[len(s)-1] ^= 1 })
	}
}

// wholes adds ballots that are sealed in a proper way, but not for this person or election, by no
// honest device, or with marks that are no valid vote.
func (h *hostile) wholes() {
	for n := range 5 {
		_, seed, tag := drawn(20_000 + n)
		h.add(must(h.box.Seal(seed, []byte{0, 1, 0}, tag)))
		other := open(3, func(m *Manifest) { m.Title = fmt.Sprint("another ", n) })
		h.add(must(must(other.manifest.SealingBox()).Seal(seed, []byte{0, 1, 0}, h.tag())))
		h.forged(func(*forgery) {})
		h.forged(func(f *forgery) { f.plaintext[0] = byte(n + n/3) })
		h.forged(func(f *forgery) { f.tag = filled(byte(n), n) })
		h.forged(func(f *forgery) { f.exported = filled(byte(n), saltSize) })
		h.forged(func(f *forgery) { f.shares = [3][]byte{f.shares[n%3], f.shares[n%3], f.shares[n%3]} })
		h.forged(func(f *forgery) { clear(f.plaintext[1:33]) })
	}
	for n := range 30 {
		_, seed, _ := drawn(30_000 + n/2) // some with the code of another
		marks := [][]byte{{1, 1, 0}, {2, 0, 0}, {0, 255, 0}, {1, 1, 1}, {0, 0, 128}, {byte(n + 2), 0, 1}}[n%6]
		h.add(must(h.box.Seal(seed, marks, h.tag())))
	}
}

// TestHostileBallotsSpoilNothing puts 200 kinds of ballots that must not count among 300 honest ones.
func TestHostileBallotsSpoilNothing(t *testing.T) {
	c := &closed{held: open(3, func(m *Manifest) { m.Electorate, m.Questions[0].Draw = rollOf(900, 400), true })}
	papers := votesFor(120, 120, 57)
	for i := range papers {
		papers[i].Class = 1 + i%7/6
	}
	c.put(papers...)
	box := must(c.manifest.SealingBox())
	for n := range 3 { // somebody uses another's seed again, two of them another's tag too: their code is there twice
		_, seed, tag := drawn(n)
		if n == 0 {
			tag = sealing.TagOf(sealing.Pad{9}, idOf("twice"))
		}
		p := paper(1, 3, (n+2)%3)
		c.ballots = append(c.ballots, Ballot{1, tag, Hash{}, must(box.Seal(seed, p.Marks, tag))})
		p.Code = seed.Code(tag)
		c.valid = append(c.valid, p)
	}
	h := &hostile{c: c, box: box, rng: rand.NewChaCha8([32]byte{1})}
	h.bytes()
	h.parts()
	h.wholes()
	bad := h.all
	kinds, invalid := make(map[string]bool), 0
	for _, b := range bad {
		kinds[string(b.Sealed)] = true
		invalid += c.manifest.weight(b.Class)
	}
	if len(kinds) < 200 || len(kinds) != len(bad) || len(c.valid) != 300 {
		t.Fatalf("%d kinds in %d ballots, among %d", len(kinds), len(bad), len(c.valid))
	}
	c.ballots = append(c.ballots, bad...)
	rng := rand.New(rand.NewPCG(1, 1))
	rng.Shuffle(len(c.ballots), func(i, j int) { c.ballots[i], c.ballots[j] = c.ballots[j], c.ballots[i] })
	b, log := c.box()
	want := must(c.manifest.Count(log, c.valid, PapersIn{}))
	if want.Result.Invalid != invalid {
		t.Fatalf("%d invalid, want %d", want.Result.Invalid, invalid)
	}
	counts := []*Count{c.counted(t, b, 1, 2, 3)}
	for _, by := range [][]int{{1, 2}, {1, 3}, {2, 3}} {
		counts = append(counts, c.counted(t, b, by...), c.countedApart(t, b, by...))
	}
	var files [][]byte
	var how []string
	for _, count := range counts {
		if !bytes.Equal(count.Counts, want.Counts) || !bytes.Equal(count.Result, want.Raw) ||
			!slices.Equal(count.Codes, want.Codes) {
			t.Errorf("counted\n%s%s\nwant\n%s%s\n%s", count.Counts, count.Result, want.Counts, want.Raw, count.Seal)
		}
		files, how = append(files, c.published(t, b, count, log).file()), append(how, string(count.Seal))
	}
	if ends := agree(t, files, how, judge); ends[""] != len(files) {
		t.Errorf("what fails: %v", ends)
	}
}
