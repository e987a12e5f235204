package ballotbox

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"golang.org/x/mod/sumdb/tlog"

	"ostrakon/store/sealing"
)

// KeyNumber is how people compare the keys of an assembly: it follows from the threshold, the keys of all holders and
// the installation's key. Its text is base32.
type KeyNumber [20]byte

// String returns the 32 characters that links and QR codes carry.
func (n KeyNumber) String() string { return base32.StdEncoding.EncodeToString(n[:]) }

// Short returns the 16 characters that people compare, in groups of four.
func (n KeyNumber) Short() string {
	var groups []string
	for group := range slices.Chunk([]byte(n.String()[:16]), 4) {
		groups = append(groups, string(group))
	}
	return strings.Join(groups, " ")
}

// NewKeyNumber returns the key number of an assembly, from the roots of its holders' keys in their order.
func NewKeyNumber(threshold int, roots [][]byte, signingKey []byte) KeyNumber {
	content := slices.Concat([]byte{byte(threshold)}, slices.Concat(roots...), signingKey)
	sum := hashOf("ostrakon/keys/4\x00", content)
	return KeyNumber(sum[:len(KeyNumber{})])
}

// KeyNumber returns the key number of an election whose keys people hold.
func (m *Manifest) KeyNumber() KeyNumber {
	var roots [][]byte
	for _, h := range m.Holders {
		roots = append(roots, h.Root)
	}
	return NewKeyNumber(m.Threshold, roots, m.SigningKey)
}

// IsRehearsal reports whether the keys are those of number 0, so that the election decides nothing.
func (m *Manifest) IsRehearsal() bool { return m.Number != nil && *m.Number == 0 }

// NewHolder returns a holder with the keys for one number, which the path ties to the root over the keys for all.
func NewHolder(name string, keys []sealing.Keys, number int) Holder {
	return Holder{Name: name, PublicKey: keys[number].PublicKey, SigningKey: keys[number].SigningKey,
		Root: KeysRoot(keys), Path: pathTo(keyLeaves(keys), number)}
}

// KeysRoot returns the RFC 6962 root over a holder's keys for all numbers.
func KeysRoot(keys []sealing.Keys) []byte {
	root := MerkleRoot(keyLeaves(keys))
	return root[:]
}

func keyLeaves(keys []sealing.Keys) []Hash {
	leaves := make([]Hash, len(keys))
	for n, k := range keys {
		leaves[n] = keyLeaf(k.PublicKey, k.SigningKey)
	}
	return leaves
}

// keyLeaf is the leaf of one number's keys: the leaf hash of the two keys, one after the other.
func keyLeaf(publicKey, signingKey []byte) Hash {
	return Hash(tlog.RecordHash(slices.Concat(publicKey, signingKey)))
}

// pathTo returns the hashes beside the way from a leaf to the root (RFC 6962, section 2.1.1).
func pathTo(leaves []Hash, at int) [][]byte {
	if len(leaves) == 1 {
		return nil
	}
	left := 1 << (bits.Len(uint(len(leaves)-1)) - 1) // the largest power of two below
	beside, path := MerkleRoot(leaves[left:]), [][]byte(nil)
	if at < left {
		path = pathTo(leaves[:left], at)
	} else {
		beside, path = MerkleRoot(leaves[:left]), pathTo(leaves[left:], at-left)
	}
	return append(path, beside[:])
}

// checkRoot checks that the keys of a holder are those for a number under their root.
func (h *Holder) checkRoot(number int) error {
	if len(h.Root) != sha256.Size {
		return fmt.Errorf("root has %d bytes, want %d", len(h.Root), sha256.Size)
	}
	path := make(tlog.RecordProof, len(h.Path))
	for i, raw := range h.Path {
		if len(raw) != sha256.Size {
			return fmt.Errorf("a hash of %d bytes in its path", len(raw))
		}
		path[i] = tlog.Hash(raw)
	}
	leaf := keyLeaf(h.PublicKey, h.SigningKey)
	if tlog.CheckRecord(path, sealing.Numbers, tlog.Hash(h.Root), int64(number), tlog.Hash(leaf)) != nil {
		return fmt.Errorf("its keys are not those for number %d under its root", number)
	}
	return nil
}

// checkNumber checks which of the holders' keys the election has.
func (m *Manifest) checkNumber() error {
	if m.Custody.Traits().ServerKey {
		h := m.Holders[0]
		if m.Number != nil || h.Root != nil || h.Path != nil {
			return errors.New("in the custody of the server there is no number, root or path")
		}
		return nil
	}
	if m.Number == nil || *m.Number < 0 || *m.Number >= sealing.Numbers {
		return fmt.Errorf("no number from 0 to %d", sealing.Numbers-1)
	}
	for i, h := range m.Holders {
		if err := h.checkRoot(*m.Number); err != nil {
			return fmt.Errorf("holder %d: %w", i+1, err)
		}
	}
	return nil
}
