package sealing

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// tamper changes the sealed ballot of a vote, or makes another in its place.
type tamper struct {
	name string
	do   func(c council, v vote, sealed []byte) []byte
}

// rewrap puts another share of a holder into a ballot, as only its voter can: it knows the seed.
func rewrap(c council, v vote, sealed []byte, number int, share []byte) []byte {
	d := c.draw(v.seed, v.marks, v.tag)
	_, shared, _ := c.holders[number-1].key.encapsulate(d.eseed(number))
	wrapped := wrap(nil, exporterOf(shared, c.holders[number-1].schedule), d.salt, share)
	copy(sealed[saltSize+partSize*(number-1)+encSize:], wrapped)
	return sealed
}

// lowOrder lists the points of order 1, 2, 4 and 8 (RFC 7748, section 7), in all their bytes below
// 2^255.
func lowOrder() [][]byte {
	point := func(first byte, middle byte, last byte) []byte {
		p := bytes.Repeat([]byte{middle}, pointSize)
		p[0], p[pointSize-1] = first, last
		return p
	}
	return [][]byte{
		point(0, 0, 0), point(1, 0, 0), point(0xec, 0xff, 0x7f), point(0xed, 0xff, 0x7f), point(0xee, 0xff, 0x7f),
		{0xe0, 0xeb, 0x7a, 0x7c, 0x3b, 0x41, 0xb8, 0xae, 0x16, 0x56, 0xe3, 0xfa, 0xf1, 0x9f, 0xc4, 0x6a,
			0xda, 0x09, 0x8d, 0xeb, 0x9c, 0x32, 0xb1, 0xfd, 0x86, 0x62, 0x05, 0x16, 0x5f, 0x49, 0xb8, 0x00},
		{0x5f, 0x9c, 0x95, 0xbc, 0xa3, 0x50, 0x8c, 0x24, 0xb1, 0xd0, 0xb1, 0x55, 0x9c, 0x83, 0xef, 0x5b,
			0x04, 0x44, 0x5c, 0xc4, 0x58, 0x1c, 0x8e, 0x86, 0xd8, 0x22, 0x4e, 0xdd, 0xd0, 0x9f, 0x11, 0x57},
	}
}

func (c council) tampers() []tamper {
	all := append(strangers(), crafted()...)
	if len(c.holders) > 1 {
		all = append(all, tamper{"shares in another order", func(c council, _ vote, s []byte) []byte {
			return slices.Concat(s[:saltSize], s[saltSize+partSize:c.body()], s[saltSize:][:partSize], s[c.body():])
		}})
	}
	for number := 1; number <= len(c.holders); number++ {
		all = append(all, changes(number)...)
		all = append(all, craftedFor(number)...)
	}
	return all
}

// strangers are bytes that are no ballot of this voter and election.
func strangers() []tamper {
	return []tamper{
		{"empty", func(council, vote, []byte) []byte { return nil }},
		{"one byte short", func(_ council, _ vote, s []byte) []byte { return s[1:] }},
		{"one byte long", func(_ council, _ vote, s []byte) []byte { return append(s, 0) }},
		{"zeros", func(_ council, _ vote, s []byte) []byte { return make([]byte, len(s)) }},
		{"random bytes", func(_ council, _ vote, s []byte) []byte { return bytesOf(source(9), len(s)) }},
		{"a share of another ballot", func(c council, v vote, s []byte) []byte {
			return slices.Concat(s[:saltSize], c.another(v)[saltSize:][:partSize], s[saltSize+partSize:])
		}},
		{"a body of another ballot", func(c council, v vote, s []byte) []byte {
			return slices.Concat(s[:c.body()], c.another(v)[c.body():])
		}},
		{"for another person", func(c council, v vote, _ []byte) []byte {
			v.tag[0] ^= 1
			return must(c.Seal(v.seed, v.marks, v.tag))
		}},
		{"of another election", func(c council, v vote, _ []byte) []byte {
			return must(must(NewBox(c.keys, c.threshold, "zyxwvutsrqponmlkjihgfedcba", manifest(), c.marks)).Seal(v.seed,
				v.marks, v.tag))
		}},
	}
}

// body is where a ballot begins to say something.
func (c council) body() int { return saltSize + len(c.holders)*partSize }

// another seals the same marks with another seed.
func (c council) another(v vote) []byte {
	v.seed[0] ^= 1
	return must(c.Seal(v.seed, v.marks, v.tag))
}

// crafted are what only the voter can make, who knows the seed.
func crafted() []tamper {
	return []tamper{
		{"another version", func(c council, v vote, s []byte) []byte {
			plaintext := slices.Concat([]byte{2}, v.seed[:], v.marks)
			return sealOnce(s[:c.body()], c.draw(v.seed, v.marks, v.tag).key(), plaintext, v.tag[:])
		}},
		{"other marks under the same draws", func(c council, v vote, s []byte) []byte {
			key := c.draw(v.seed, v.marks, v.tag).key()
			v.marks = bytes.Clone(v.marks)
			v.marks[0] ^= 1
			return sealBody(s[:c.body()], key, v.seed, v.marks, v.tag)
		}},
		{"another salt", func(c council, v vote, s []byte) []byte {
			d := c.draw(v.seed, v.marks, v.tag)
			d.salt = make([]byte, saltSize)
			out := bytes.Clone(d.salt)
			for _, h := range c.holders {
				out = must(h.seal(out, d))
			}
			return append(out, s[len(out):]...)
		}},
		{"another key", func(c council, v vote, s []byte) []byte {
			d := c.draw(v.seed, v.marks, v.tag)
			d.polynomial = bytes.Clone(d.polynomial)
			d.polynomial[0] ^= 1
			out := bytes.Clone(s[:saltSize])
			for _, h := range c.holders {
				out = must(h.seal(out, d))
			}
			return sealBody(out, d.key(), v.seed, v.marks, v.tag)
		}},
		{"shares of another polynomial", func(c council, v vote, s []byte) []byte {
			polynomial := bytes.Clone(c.draw(v.seed, v.marks, v.tag).polynomial)
			polynomial[len(polynomial)-1] ^= 1
			for _, h := range c.holders {
				s = rewrap(c, v, s, h.number, shareOf(polynomial, h.number).bytes())
			}
			return s
		}},
	}
}

// changes are in a holder's part of a ballot.
func changes(number int) (all []tamper) {
	from := saltSize + partSize*(number-1)
	for _, change := range []struct {
		name string
		at   int
		bit  byte
	}{
		{"first byte of an encapsulation", 0, 1},
		{"last byte of ML-KEM's ciphertext", encSize - pointSize - 1, 1},
		{"a point", encSize - pointSize, 1},
		{"the bit of a point that X25519 ignores", encSize - 1, 0x80},
		{"a wrapped share", encSize, 1},
	} {
		all = append(all, tamper{change.name, func(_ council, _ vote, s []byte) []byte {
			s[from+change.at] ^= change.bit
			return s
		}})
	}
	for _, point := range lowOrder() {
		all = append(all, tamper{"a point of low order", func(_ council, _ vote, s []byte) []byte {
			copy(s[from+encSize-pointSize:], point)
			return s
		}})
	}
	return all
}

// craftedFor are what the voter can make for one holder: a share that the others do not share, and
// the right share under an encapsulation that the seed does not draw.
func craftedFor(number int) []tamper {
	from := saltSize + partSize*(number-1)
	draw := func(name string, change func(eseed []byte)) tamper {
		return tamper{name, func(c council, v vote, s []byte) []byte {
			d := c.draw(v.seed, v.marks, v.tag)
			change(d.eseed(number))
			copy(s[from:], must(c.holders[number-1].seal(nil, d)))
			return s
		}}
	}
	return []tamper{
		{"a share that belongs to no polynomial", func(c council, v vote, s []byte) []byte {
			return rewrap(c, v, s, number, make([]byte, shareSize))
		}},
		draw("another encapsulation", func(eseed []byte) { clear(eseed) }),
		draw("another message of ML-KEM", func(eseed []byte) { eseed[0] ^= 1 }),
		draw("another scalar of X25519", func(eseed []byte) { eseed[40] ^= 1 }),
	}
}

func TestAnyHoldersRefuseEachTampering(t *testing.T) {
	for _, size := range []struct{ holders, threshold int }{{3, 2}, {2, 2}, {1, 1}} {
		c := convene(t, 1, size.holders, size.threshold, 4)
		v := c.draft(source(1))
		sealed := c.seal(t, v)
		for _, numbers := range subsets(size.holders, size.threshold) {
			o := c.with(t, true, numbers...)
			apart := c.apart(t, numbers...)
			for _, tampering := range c.tampers() {
				changed := tampering.do(c, v, bytes.Clone(sealed))
				if bytes.Equal(changed, sealed) {
					t.Errorf("%d holders: %s changes nothing", size.holders, tampering.name)
				}
				if _, _, err := o.Open(changed, v.tag); !errors.Is(err, ErrUnreadable) {
					t.Errorf("%v of %d, %s: %v", numbers, size.holders, tampering.name, err)
				}
				if _, _, err := apart(changed, v.tag); !errors.Is(err, ErrUnreadable) {
					t.Errorf("shares of %v of %d, %s: %v", numbers, size.holders, tampering.name, err)
				}
				for _, open := range []func([]byte, Tag) (Seed, []byte, error){o.Open, apart} {
					seed, marks, err := open(sealed, v.tag)
					if err != nil || seed != v.seed || !bytes.Equal(marks, v.marks) {
						t.Errorf("%v of %d, after %s: %v", numbers, size.holders, tampering.name, err)
					}
				}
			}
		}
	}
}

// Why holders seal again: without it, some pairs open what others do not.
func TestWithoutSealingAgainPairsDisagree(t *testing.T) {
	c := convene(t, 1, 3, 2, 4)
	v := c.draft(source(1))
	sealed := rewrap(c, v, c.seal(t, v), 3, make([]byte, shareSize))
	for _, pair := range []struct {
		numbers []int
		opens   bool
	}{{[]int{1, 2}, true}, {[]int{1, 3}, false}, {[]int{2, 3}, false}} {
		_, _, err := c.with(t, false, pair.numbers...).Open(sealed, v.tag)
		if (err == nil) != pair.opens {
			t.Errorf("%v without sealing again: %v", pair.numbers, err)
		}
	}
}

func TestEachChangedBitIsFound(t *testing.T) {
	c := convene(t, 1, 2, 1, 4)
	v := c.draft(source(1))
	sealed := c.seal(t, v)
	first, second := c.with(t, true, 1), c.with(t, true, 2)
	rapid.Check(t, func(t *rapid.T) {
		changed, tag := bytes.Clone(sealed), v.tag
		if at := rapid.IntRange(0, len(sealed)+TagSize-1).Draw(t, "at"); at < len(sealed) {
			changed[at] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		} else {
			tag[at-len(sealed)] ^= 1 << rapid.IntRange(0, 7).Draw(t, "bit")
		}
		for _, o := range []*Opener{first, second} {
			if _, _, err := o.Open(changed, tag); !errors.Is(err, ErrUnreadable) {
				t.Error(err)
			}
		}
	})
}
