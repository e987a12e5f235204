package sealing

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
)

const (
	version     = 4
	saltSize    = 16
	overhead    = 16 // of ChaCha20-Poly1305
	wrappedSize = shareSize + overhead
	partSize    = encSize + wrappedSize // of each holder in a sealed ballot
)

// Size is the length of a sealed ballot for so many holders and marks, in bytes.
func Size(holders, marks int) int {
	return saltSize + holders*partSize + 1 + SeedSize + marks + overhead
}

// Box seals the ballots of one election. It is safe for concurrent use.
type Box struct {
	holders   []holder
	threshold int
	context   string // the election's id and the hash of its manifest
	marks     int
}

type holder struct {
	number   int
	bytes    []byte // the public key
	key      *publicKey
	schedule string // HPKE's key_schedule_context
}

// NewBox makes the box of an election from its holders' public keys in the order of their numbers, which begin with 1,
// how many of them are needed to open a ballot, the election's id, the hash of its manifest, and how many marks its
// paper has. Errors: a threshold that is not from 1 to the number of holders, more than MaxHolders, a key that
// CheckPublicKey refuses or two holders have, and no marks.
func NewBox(holders [][]byte, threshold int, election string, manifest [32]byte, marks int) (*Box, error) {
	if len(holders) > MaxHolders || threshold < 1 || threshold > len(holders) {
		return nil, fmt.Errorf("%d of %d holders; at most %d, of whom at least one is needed", threshold, len(holders),
			MaxHolders)
	}
	if marks < 1 {
		return nil, errors.New("a paper without marks")
	}
	b := &Box{threshold: threshold, context: election + string(manifest[:]), marks: marks}
	for i, raw := range holders {
		key, err := parsePublicKey(raw)
		if err != nil {
			return nil, fmt.Errorf("holder %d: %w", i+1, err)
		}
		for other, h := range b.holders {
			if bytes.Equal(h.bytes, raw) {
				return nil, fmt.Errorf("holders %d and %d have the same key", other+1, i+1)
			}
		}
		info := "ostrakon/ballot/4\x00" + b.context + string([]byte{byte(i + 1)})
		b.holders = append(b.holders, holder{i + 1, bytes.Clone(raw), key, scheduleContext(info)})
	}
	return b, nil
}

// checkMarks checks the number of marks. What they mean is not this package's concern.
func (b *Box) checkMarks(marks []byte) error {
	if len(marks) != b.marks {
		return fmt.Errorf("%d marks on a paper of %d options", len(marks), b.marks)
	}
	return nil
}

// Seal makes the sealed ballot of a seed, the marks of a paper and a tag, as the voter's device does: the same ones
// give the same bytes. It does not judge the marks. Errors: another number of marks than the paper has.
func (b *Box) Seal(seed Seed, marks []byte, tag Tag) ([]byte, error) {
	if err := b.checkMarks(marks); err != nil {
		return nil, err
	}
	d := b.draw(seed, marks, tag)
	defer clear(d.all)
	sealed := append(make([]byte, 0, Size(len(b.holders), b.marks)), d.salt...)
	for _, h := range b.holders {
		var err error
		if sealed, err = h.seal(sealed, d); err != nil {
			return nil, fmt.Errorf("holder %d: %w", h.number, err)
		}
	}
	return sealBody(sealed, d.key(), seed, marks, tag), nil
}

// seal appends the holder's part of a ballot: an encapsulation and the wrapped share.
func (h holder) seal(sealed []byte, d draws) ([]byte, error) {
	enc, shared, err := h.key.encapsulate(d.eseed(h.number))
	if err != nil {
		return nil, err
	}
	exporter := exporterOf(shared, h.schedule)
	share := shareOf(d.polynomial, h.number).bytes()
	defer clear(exporter)
	defer clear(share)
	return wrap(append(sealed, enc...), exporter, d.salt, share), nil
}

// draws is what a ballot draws from its seed, marks and tag.
type draws struct {
	all, salt  []byte
	polynomial []byte // the ballot key and the coefficients of its shares
	eseeds     []byte
}

func (b *Box) draw(seed Seed, marks []byte, tag Tag) draws {
	secret := append(seed[:], marks...)
	prk := extract(secret, nil)
	end := saltSize + shareSize*b.threshold
	all := expand(prk, "ostrakon/draws/4\x00"+b.context+string(tag[:]), end+eseedSize*len(b.holders))
	clear(secret)
	clear(prk)
	return draws{all, all[:saltSize], all[saltSize:end], all[end:]}
}

func (d draws) key() []byte { return d.polynomial[:shareSize] }

func (d draws) eseed(number int) []byte { return d.eseeds[eseedSize*(number-1) : eseedSize*number] }

// wrap appends a holder's share under the key that their context exports for the ballot's salt.
func wrap(sealed, exporter, salt, share []byte) []byte {
	key := export(exporter, "ostrakon/share/4\x00"+string(salt))
	defer clear(key)
	return sealOnce(sealed, key, share, nil)
}

// sealBody appends what a ballot says under the ballot key.
func sealBody(sealed, key []byte, seed Seed, marks []byte, tag Tag) []byte {
	plaintext := append(append([]byte{version}, seed[:]...), marks...)
	defer clear(plaintext)
	return sealOnce(sealed, key, plaintext, tag[:])
}

// Batch seals ballots that are put into a file together, for a box with one holder. They share one encapsulation, which
// is nearly all the work of sealing. That shows that they were cast together, but the file shows that anyway. Sealing
// again does not give their bytes. A batch is safe for concurrent use.
type Batch struct {
	box           *Box
	enc, exporter []byte
}

// Batch makes an encapsulation from crypto/rand. Errors: more than one holder.
func (b *Box) Batch() (*Batch, error) {
	if len(b.holders) != 1 {
		return nil, fmt.Errorf("a batch for %d holders; it is for one", len(b.holders))
	}
	eseed := make([]byte, eseedSize)
	rand.Read(eseed)
	defer clear(eseed)
	enc, shared, err := b.holders[0].key.encapsulate(eseed)
	if err != nil {
		return nil, err
	}
	return &Batch{b, enc, exporterOf(shared, b.holders[0].schedule)}, nil
}

// Seal is Box.Seal with a salt and a ballot key from crypto/rand.
func (t *Batch) Seal(seed Seed, marks []byte, tag Tag) ([]byte, error) {
	if err := t.box.checkMarks(marks); err != nil {
		return nil, err
	}
	var key [shareSize]byte
	rand.Read(key[:])
	defer clear(key[:])
	sealed := make([]byte, saltSize, Size(1, t.box.marks))
	rand.Read(sealed)
	salt := sealed[:saltSize:saltSize]
	sealed = wrap(append(sealed, t.enc...), t.exporter, salt, key[:])
	return sealBody(sealed, key[:], seed, marks, tag), nil
}
