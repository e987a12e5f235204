package sealing

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// ErrUnreadable means that sealed bytes are changed, malformed, or of another election, person or key.
var ErrUnreadable = errors.New("it does not open")

// Opener opens an election's ballots in one goroutine. It remembers encapsulations: open batches in a row.
type Opener struct {
	box   *Box
	parts []*part
	again bool
}

// part is what a holder's secret opens.
type part struct {
	holder
	key    *privateKey
	weight byte

	// Of the last encapsulation:
	enc      []byte
	lattice  []byte // ML-KEM's part of the shared secret
	exporter []byte

	share vector // in the last ballot
}

// Opener makes an opener from the secrets of holders, by their numbers. It uses as many as are needed, those with the
// lowest numbers. With again, it seals each ballot again, and opens none that has other bytes: so holders must. Errors:
// ErrBadSecret when a secret is not that holder's; fewer secrets than are needed.
func (b *Box) Opener(secrets map[int]*Secret, again bool) (*Opener, error) {
	numbers := slices.Sorted(maps.Keys(secrets))
	for _, number := range numbers {
		if number < 1 || number > len(b.holders) || !bytes.Equal(secrets[number].PublicKey(), b.holders[number-1].bytes) {
			return nil, fmt.Errorf("holder %d: %w", number, ErrBadSecret)
		}
	}
	if len(numbers) < b.threshold {
		return nil, fmt.Errorf("keys of %d holders; those of %d are needed", len(numbers), b.threshold)
	}
	numbers = numbers[:b.threshold]
	o := &Opener{box: b, again: again}
	for i, weight := range weightsOf(numbers) {
		o.parts = append(o.parts, &part{holder: b.holders[numbers[i]-1], key: secrets[numbers[i]].kem, weight: weight})
	}
	return o, nil
}

// Open reads the seed and the marks, one for each option, of a sealed ballot with a tag. Errors: ErrUnreadable.
func (o *Opener) Open(sealed []byte, tag Tag) (seed Seed, marks []byte, err error) {
	if err := o.box.checkSize(sealed); err != nil {
		return Seed{}, nil, err
	}
	var sum vector
	for _, p := range o.parts {
		if err := p.open(sealed[:saltSize], p.in(sealed)); err != nil {
			return Seed{}, nil, ErrUnreadable
		}
		sum = sum.plus(p.share.times(p.weight))
	}
	seed, marks, err = o.box.openBody(sum.bytes(), sealed, tag)
	if err == nil && o.again && !o.same(sealed, seed, marks, tag) {
		err = ErrUnreadable
	}
	if err != nil {
		return Seed{}, nil, err
	}
	return seed, marks, nil
}

// checkSize checks the length of a sealed ballot. Errors: ErrUnreadable.
func (b *Box) checkSize(sealed []byte) error {
	if want := Size(len(b.holders), b.marks); len(sealed) != want {
		return fmt.Errorf("%w: %d bytes, want %d", ErrUnreadable, len(sealed), want)
	}
	return nil
}

// openBody opens what a sealed ballot says with the ballot key, which it clears. Errors: ErrUnreadable.
func (b *Box) openBody(key, sealed []byte, tag Tag) (seed Seed, marks []byte, err error) {
	defer clear(key)
	plaintext, err := openOnce(key, sealed[saltSize+partSize*len(b.holders):], tag[:])
	if err != nil || plaintext[0] != version { // the length follows from that of the sealed ballot
		return Seed{}, nil, ErrUnreadable
	}
	defer clear(plaintext)
	return Seed(plaintext[1 : 1+SeedSize]), bytes.Clone(plaintext[1+SeedSize:]), nil
}

// open opens the holder's share: an encapsulation and a wrapped share, in a ballot with a salt.
func (p *part) open(salt, own []byte) error {
	if enc := own[:encSize]; !bytes.Equal(enc, p.enc) {
		shared, lattice, err := p.key.decapsulate(enc)
		if err != nil {
			return err
		}
		clear(p.lattice)
		clear(p.exporter)
		p.enc, p.lattice, p.exporter = append(p.enc[:0], enc...), lattice, exporterOf(shared, p.schedule)
	}
	key := export(p.exporter, "ostrakon/share/4\x00"+string(salt))
	defer clear(key)
	share, err := openOnce(key, own[encSize:], nil)
	if err != nil {
		return err
	}
	p.share = vectorOf(share)
	clear(share)
	return nil
}

// same says whether sealing the seed and the marks again gives the ballot that was opened just now. A ChaCha20-Poly1305
// box that opens is the only one of its key, nonce, aad and plaintext, and the shares give the ballot key. So it is
// enough to compare the salt, and what was opened of the shares. What other holders would open is sealed again.
func (o *Opener) same(sealed []byte, seed Seed, marks []byte, tag Tag) bool {
	d := o.box.draw(seed, marks, tag)
	defer clear(d.all)
	if !bytes.Equal(d.salt, sealed[:saltSize]) {
		return false
	}
	parts := o.parts
	for _, h := range o.box.holders {
		if len(parts) > 0 && parts[0].number == h.number {
			p := parts[0]
			if p.share != shareOf(d.polynomial, h.number) || !p.key.encapsulates(d.eseed(h.number), p.enc, p.lattice) {
				return false
			}
			parts = parts[1:]
		} else if again, err := h.seal(nil, d); err != nil || !bytes.Equal(again, h.in(sealed)) {
			return false
		}
	}
	return true
}

// in is the holder's part of a sealed ballot.
func (h holder) in(sealed []byte) []byte {
	return sealed[saltSize+partSize*(h.number-1) : saltSize+partSize*h.number]
}
