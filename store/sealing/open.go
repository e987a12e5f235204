package sealing

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// ErrUnreadable means that a sealed ballot or message does not open: it was changed, was not made as
// Box.Seal makes it, or belongs to another election, person or key.
var ErrUnreadable = errors.New("it does not open")

// Opener opens the ballots of one election. It remembers the last encapsulation of each holder, so
// open ballots of one batch in a row. An opener is for one goroutine.
type Opener struct {
	box   *Box
	parts []*part
	again bool
}

// part is what a holder's secret opens.
type part struct {
	number   int // of the holder
	weight   byte
	key      *privateKey
	schedule string
	enc      []byte // the last one,
	exporter []byte // and the secret that it gives
}

// Opener makes an opener from the secrets of holders, by their numbers. It uses as many as are
// needed, those with the lowest numbers. With again, it seals each ballot again, and opens none that
// has other bytes: so holders must. Errors: ErrBadSecret when a secret is not that holder's; fewer
// secrets than are needed.
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
		number := numbers[i]
		o.parts = append(o.parts, &part{
			number: number, weight: weight, key: secrets[number].kem, schedule: b.holders[number-1].schedule,
		})
	}
	return o, nil
}

// Open reads a sealed ballot that has the given tag: its seed, and one mark for each option, which
// may be no valid vote. Errors: ErrUnreadable.
func (o *Opener) Open(sealed []byte, tag Tag) (seed Seed, marks []byte, err error) {
	if len(sealed) != Size(len(o.box.holders), o.box.marks) {
		return Seed{}, nil, fmt.Errorf("%w: %d bytes, want %d", ErrUnreadable, len(sealed), Size(len(o.box.holders), o.box.marks))
	}
	salt := sealed[:saltSize]
	var sum vector
	for _, p := range o.parts {
		from := saltSize + partSize*(p.number-1)
		share, err := p.open(sealed[from:from+partSize], salt)
		if err != nil {
			return Seed{}, nil, ErrUnreadable
		}
		sum = sum.plus(vectorOf(share).times(p.weight))
		clear(share)
	}
	key := sum.bytes()
	defer clear(key)
	plaintext, err := openOnce(key, sealed[saltSize+partSize*len(o.box.holders):], tag[:])
	if err != nil || plaintext[0] != version { // the length follows from that of the sealed ballot
		return Seed{}, nil, ErrUnreadable
	}
	seed, marks = Seed(plaintext[1:1+SeedSize]), bytes.Clone(plaintext[1+SeedSize:])
	clear(plaintext)
	if o.again {
		if again, err := o.box.Seal(seed, marks, tag); err != nil || !bytes.Equal(again, sealed) {
			return Seed{}, nil, ErrUnreadable
		}
	}
	return seed, marks, nil
}

// open opens the holder's share in their part of a sealed ballot.
func (p *part) open(sealed, salt []byte) ([]byte, error) {
	enc, wrapped := sealed[:encSize], sealed[encSize:]
	if !bytes.Equal(enc, p.enc) {
		shared, err := p.key.decapsulate(enc)
		if err != nil {
			return nil, err
		}
		clear(p.exporter)
		p.enc, p.exporter = append(p.enc[:0], enc...), exporterOf(shared, p.schedule)
	}
	key := export(p.exporter, "ostrakon/share/3\x00"+string(salt))
	defer clear(key)
	return openOnce(key, wrapped, nil)
}
