package ballotbox

import (
	"fmt"

	"golang.org/x/mod/sumdb/tlog"
)

// MerkleRoot is the RFC 6962 root over leaf hashes. Without leaves it is the SHA-256 of nothing.
func MerkleRoot(leaves []Hash) Hash {
	var stack []Hash // roots of full subtrees, largest first
	for i, leaf := range leaves {
		stack = append(stack, leaf)
		for n := i + 1; n%2 == 0; n /= 2 {
			stack = merge(stack)
		}
	}
	if len(stack) == 0 {
		root, _ := tlog.TreeHash(0, nil) // reads nothing, so cannot fail
		return Hash(root)
	}
	for len(stack) > 1 {
		stack = merge(stack)
	}
	return stack[0]
}

// merge replaces the last two roots by the root above them.
func merge(stack []Hash) []Hash {
	i := len(stack) - 2
	stack[i] = Hash(tlog.NodeHash(tlog.Hash(stack[i]), tlog.Hash(stack[i+1])))
	return stack[:i+1]
}

// Proof shows that a leaf is in a cast log.
type Proof struct {
	Index int64    `json:"index"`    // of the leaf, from 0
	Size  int64    `json:"treeSize"` // of the log that the proof is for
	Path  []string `json:"path"`     // hashes from the leaf's sibling to the root's child, hexadecimal
}

// NewProof makes the proof for one leaf of a log of the given size. read reads hashes as tlog stores them.
func NewProof(size, index int64, read tlog.HashReaderFunc) (Proof, error) {
	hashes, err := tlog.ProveRecord(size, index, read)
	p := Proof{Index: index, Size: size, Path: []string{}}
	for _, h := range hashes {
		p.Path = append(p.Path, Hash(h).String())
	}
	return p, err
}

// Check reports whether the proof leads from a leaf to a root.
func (p Proof) Check(leaf, root Hash) error {
	path := make(tlog.RecordProof, len(p.Path))
	for i, text := range p.Path {
		h, err := ParseHash(text)
		if err != nil {
			return err
		}
		path[i] = tlog.Hash(h)
	}
	if err := tlog.CheckRecord(path, p.Size, tlog.Hash(root), p.Index, tlog.Hash(leaf)); err != nil {
		return fmt.Errorf("the proof does not lead to the root: %w", err)
	}
	return nil
}

// ConsistencyProof shows that a log of one size is the beginning of a larger one (RFC 6962, section
// 2.1.2): hashes in base64, none for equal sizes. read reads the hashes of the log's tree as tlog
// stores them. It is an error if the sizes are not 1 <= from <= to, or the log is smaller.
func ConsistencyProof(from, to int64, read tlog.HashReaderFunc) ([]string, error) {
	hashes, err := tlog.ProveTree(to, from, read)
	proof := make([]string, len(hashes))
	for i, h := range hashes {
		proof[i] = h.String()
	}
	return proof, err
}
