package proof

import (
	"crypto/sha256"
	"encoding/binary"
)

// Hash is a SHA-256.
type Hash = [sha256.Size]byte

const (
	partLabel       = "ostrakon/part/4\x00"
	commitLabel     = "ostrakon/commit/4\x00"
	commitmentLabel = "ostrakon/commitment/4\x00"
)

// Split returns the secret from which a ballot's parts follow. seed and tag are the ballot's (package sealing).
func Split(seed, tag [32]byte) Hash { return digest("ostrakon/split/4\x00", seed[:], tag[:]) }

// Commit returns the commitment that stands in the ballot's leaf.
func Commit(split Hash, cells []uint32) Hash { return commit(split, cells, Rounds) }

func commit(split Hash, cells []uint32, rounds int) Hash {
	all := sha256.New()
	all.Write([]byte(commitmentLabel))
	p := newParts(len(cells))
	var three [96]byte
	for r := range rounds {
		p.split(&split, r, cells)
		for e := range 3 {
			c := p.commit(e)
			copy(three[32*e:], c[:])
		}
		all.Write(three[:])
	}
	return Hash(all.Sum(nil))
}

// parts are the three parts of a ballot in a round, of which a proof opens two. They are used again and again, so that
// nothing is allocated.
type parts struct {
	seeds [3]Hash
	cells [3][]uint32
	third []byte // what the commitment of part 2 hashes
}

// newParts returns room for parts of that many cells.
func newParts(cells int) *parts {
	all := make([]uint32, 3*cells)
	return &parts{
		cells: [3][]uint32{all[:cells], all[cells : 2*cells], all[2*cells:]},
		third: append(make([]byte, 0, len(commitLabel)+32+4*cells), commitLabel...),
	}
}

// split sets the parts of a ballot.
func (p *parts) split(split *Hash, round int, cells []uint32) {
	p.begin(split, round)
	p.seeds[2] = partSeed(split, round, 2)
	for i, v := range cells {
		p.cells[2][i] = reduce(uint64(v) + 2*prime - uint64(p.cells[0][i]) - uint64(p.cells[1][i]))
	}
}

// begin sets parts 0 and 1 only.
func (p *parts) begin(split *Hash, round int) {
	for e := range 2 {
		p.seeds[e] = partSeed(split, round, e)
		elements(&p.seeds[e], p.cells[e])
	}
}

// partSeed returns the seed of a part.
func partSeed(split *Hash, round, part int) Hash {
	var b [len(partLabel) + 32 + 5]byte
	copy(b[copy(b[:], partLabel):], split[:])
	binary.BigEndian.PutUint32(b[len(b)-5:], uint32(round))
	b[len(b)-1] = byte(part)
	return sha256.Sum256(b[:])
}

// commit returns the commitment to a part.
func (p *parts) commit(part int) Hash {
	if part < 2 {
		return commitSeed(&p.seeds[part])
	}
	return sha256.Sum256(appendNumbers(append(p.third, p.seeds[2][:]...), p.cells[2]))
}

// commitSeed returns the commitment to a seed, or to a tape.
func commitSeed(seed *Hash) Hash {
	var b [len(commitLabel) + 32]byte
	copy(b[copy(b[:], commitLabel):], seed[:])
	return sha256.Sum256(b[:])
}
