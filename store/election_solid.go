package store

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"

	bolt "go.etcd.io/bbolt"

	"ostrakon/store/refusal"
)

// Limits of the solids of candidates, in bytes of GLB.
const (
	MaxSolid  = 4 << 20  // of one
	MaxSolids = 32 << 20 // of all candidates of an election together
)

// Solid describes a stored solid. Its still picture is the photo of the candidate.
type Solid struct {
	SHA256 string `json:"sha256"` // of the GLB, hexadecimal
	Size   int    `json:"size"`   // of the GLB, in bytes
}

// CheckSolidSize refuses the GLB of a solid that is too large to be kept, of size bytes. Errors: refusal.SolidTooLarge.
func CheckSolidSize(size int64) error {
	if size > MaxSolid {
		return refusal.SolidTooLarge.With(refusal.Facts{"size": size, "limit": int64(MaxSolid)})
	}
	return nil
}

// putSolid stores the GLB of a candidate, in place of any other.
func putSolid(tx *bolt.Tx, of CandidateID, glb []byte) (*Solid, error) {
	sum := sha256.Sum256(glb)
	return &Solid{SHA256: hex.EncodeToString(sum[:]), Size: len(glb)}, tx.Bucket(bucketSolids).Put([]byte(of), glb)
}

// readSolid copies the GLB of a candidate out of the transaction.
func readSolid(tx *bolt.Tx, of CandidateID) []byte {
	return bytes.Clone(tx.Bucket(bucketSolids).Get([]byte(of)))
}
