package sealing

import (
	"bytes"
	"fmt"
	"slices"
)

// PartSize is the length of what one holder needs of a sealed ballot, in bytes: see PartOf.
const PartSize = saltSize + partSize

// ShareSize is the length of a share, in bytes.
const ShareSize = shareSize

// PartOf returns what a holder needs to open their share of a sealed ballot: its salt, an encapsulation and the wrapped
// share. It has no part of what the ballot says. sealed has the Size for at least so many holders as number.
func PartOf(sealed []byte, number int) []byte {
	return slices.Concat(sealed[:saltSize], holder{number: number}.in(sealed))
}

// ShareOpener opens a holder's shares of ballots in one goroutine, as the holder's page does.
type ShareOpener struct{ part part }

// ShareOpener makes the opener of the holder with a number. Errors: ErrBadSecret.
func (b *Box) ShareOpener(number int, secret *Secret) (*ShareOpener, error) {
	if number < 1 || number > len(b.holders) || !bytes.Equal(secret.PublicKey(), b.holders[number-1].bytes) {
		return nil, fmt.Errorf("holder %d: %w", number, ErrBadSecret)
	}
	return &ShareOpener{part{holder: b.holders[number-1], key: secret.kem}}, nil
}

// Open returns the share in a part of PartSize bytes. A part that does not open gives zeros: no valid ballot has such a
// share, except with a probability of 2^-256.
func (o *ShareOpener) Open(part []byte) []byte {
	if err := o.part.open(part[:saltSize], part[saltSize:]); err != nil {
		return make([]byte, shareSize)
	}
	return o.part.share.bytes()
}

// Combiner opens ballots with the shares of a threshold of holders. It is safe for concurrent use.
type Combiner struct {
	box     *Box
	weights []byte
}

// Combiner makes the combiner of the holders with some rising numbers. Errors: another number of holders than the
// threshold, numbers that no holders have.
func (b *Box) Combiner(numbers []int) (*Combiner, error) {
	if len(numbers) != b.threshold || numbers[0] < 1 || numbers[len(numbers)-1] > len(b.holders) {
		return nil, fmt.Errorf("shares of the holders %v; those of %d of %d are needed", numbers, b.threshold,
			len(b.holders))
	}
	return &Combiner{b, weightsOf(numbers)}, nil
}

// Open reads the seed and the marks of a sealed ballot with a tag from its shares, in the order of the Combiner's
// numbers. It seals the ballot again, and so opens what an Opener with again opens. Errors: ErrUnreadable.
func (c *Combiner) Open(sealed []byte, tag Tag, shares [][]byte) (seed Seed, marks []byte, err error) {
	if err := c.box.checkSize(sealed); err != nil {
		return Seed{}, nil, err
	}
	var sum vector
	for i, share := range shares {
		sum = sum.plus(vectorOf(share).times(c.weights[i]))
	}
	seed, marks, err = c.box.openBody(sum.bytes(), sealed, tag)
	if err != nil {
		return Seed{}, nil, err
	}
	if again, err := c.box.Seal(seed, marks, tag); err != nil || !bytes.Equal(again, sealed) {
		return Seed{}, nil, ErrUnreadable
	}
	return seed, marks, nil
}
