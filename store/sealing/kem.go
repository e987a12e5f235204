package sealing

import (
	"bytes"
	"crypto/ecdh"
	"crypto/mlkem"
	"crypto/mlkem/mlkemtest"
	"crypto/sha3"
	"crypto/subtle"
	"fmt"
)

const (
	// PublicKeySize is the length of a holder's public key, in bytes: an ML-KEM-768 encapsulation key and an X25519 point.
	PublicKeySize = mlkem.EncapsulationKeySize768 + pointSize

	pointSize   = 32
	kemSeedSize = 32                                  // of a key pair
	eseedSize   = 32 + 32                             // of an encapsulation: ML-KEM's m, and a scalar of X25519
	encSize     = mlkem.CiphertextSize768 + pointSize // 1120
)

// CheckPublicKey checks that bytes are a public key of a holder: the encapsulation key has passed
// the checks of FIPS 203, section 7.2, and the point is not of low order (RFC 7748, section 6.1).
func CheckPublicKey(key []byte) error {
	_, err := parsePublicKey(key)
	return err
}

// publicKey is an X-Wing encapsulation key (draft-connolly-cfrg-xwing-kem, section 5.2).
type publicKey struct {
	lattice *mlkem.EncapsulationKey768
	point   *ecdh.PublicKey
}

func parsePublicKey(key []byte) (*publicKey, error) {
	if len(key) != PublicKeySize {
		return nil, fmt.Errorf("a public key of %d bytes, want %d", len(key), PublicKeySize)
	}
	lattice, err := mlkem.NewEncapsulationKey768(key[:mlkem.EncapsulationKeySize768])
	if err != nil {
		return nil, fmt.Errorf("a public key that is no key of ML-KEM-768: %w", err)
	}
	point, err := ecdh.X25519().NewPublicKey(key[mlkem.EncapsulationKeySize768:])
	if err != nil {
		return nil, fmt.Errorf("a public key that is no key of X25519: %w", err)
	}
	scalar, err := ecdh.X25519().NewPrivateKey(make([]byte, 32)) // clamping makes it another number than 0
	if err == nil {
		_, err = scalar.ECDH(point)
	}
	if err != nil {
		return nil, fmt.Errorf("a public key that hides nothing: %w", err)
	}
	return &publicKey{lattice, point}, nil
}

// encapsulate is EncapsulateDerand (draft-connolly-cfrg-xwing-kem, section 5.4.1). Nothing but
// mlkemtest gives ML-KEM.Encaps_internal (FIPS 203, section 6.2). What it warns of, a message that
// is not random, does not happen: HKDF draws eseed from a random seed.
func (k *publicKey) encapsulate(eseed []byte) (enc, shared []byte, err error) {
	latticeShared, enc, err := mlkemtest.Encapsulate768(k.lattice, eseed[:32])
	if err != nil {
		return nil, nil, err
	}
	scalar, err := ecdh.X25519().NewPrivateKey(eseed[32:])
	if err != nil {
		return nil, nil, err
	}
	pointShared, err := scalar.ECDH(k.point)
	if err != nil {
		return nil, nil, err
	}
	point := scalar.PublicKey().Bytes()
	shared = combine(latticeShared, pointShared, point, k.point.Bytes())
	clear(latticeShared)
	return append(enc, point...), shared, nil
}

// privateKey is an X-Wing decapsulation key, expanded.
type privateKey struct {
	lattice *mlkem.DecapsulationKey768
	hash    [32]byte // SHA3-256 of the encapsulation key, H(ek) in FIPS 203
	scalar  *ecdh.PrivateKey
}

// newPrivateKey expands the 32 bytes of a decapsulation key (draft-connolly-cfrg-xwing-kem, section 5.2).
func newPrivateKey(seed []byte) *privateKey {
	expanded := sha3.SumSHAKE256(seed, mlkem.SeedSize+32)
	defer clear(expanded)
	lattice := must(mlkem.NewDecapsulationKey768(expanded[:mlkem.SeedSize]))
	return &privateKey{
		lattice: lattice, hash: sha3.Sum256(lattice.EncapsulationKey().Bytes()),
		scalar: must(ecdh.X25519().NewPrivateKey(expanded[mlkem.SeedSize:])),
	}
}

func (k *privateKey) public() []byte {
	return append(k.lattice.EncapsulationKey().Bytes(), k.scalar.PublicKey().Bytes()...)
}

// decapsulate is Decapsulate (draft-connolly-cfrg-xwing-kem, section 5.5). It also returns the part of the shared
// secret that is ML-KEM's, for encapsulates. A changed ciphertext of ML-KEM gives another key, not an error (FIPS 203,
// section 6.3). A point of low order is an error, as for other uses of X25519 in HPKE (RFC 9180, section 7.1.4).
func (k *privateKey) decapsulate(enc []byte) (shared, latticeShared []byte, err error) {
	latticeShared, err = k.lattice.Decapsulate(enc[:mlkem.CiphertextSize768])
	if err != nil {
		return nil, nil, err
	}
	point, err := ecdh.X25519().NewPublicKey(enc[mlkem.CiphertextSize768:])
	if err != nil {
		return nil, nil, err
	}
	pointShared, err := k.scalar.ECDH(point)
	if err != nil {
		return nil, nil, err
	}
	return combine(latticeShared, pointShared, point.Bytes(), k.scalar.PublicKey().Bytes()), latticeShared, nil
}

// encapsulates reports whether eseed encapsulates to enc, which decapsulates to latticeShared, in a third of the time
// of encapsulating. ML-KEM.Decaps_internal gives the first half of G(m ‖ H(ek)) only for the ciphertext that
// ML-KEM.Encaps_internal makes of m: it decrypts m, encrypts it again, and for any other ciphertext gives a key that no
// m has (FIPS 203, section 6.3, lines 5 to 11). To deceive it takes a collision of 256 bits of SHA-3.
func (k *privateKey) encapsulates(eseed, enc, latticeShared []byte) bool {
	message := append(append(make([]byte, 0, 64), eseed[:32]...), k.hash[:]...)
	keys := sha3.Sum512(message)
	defer clear(message)
	defer clear(keys[:])
	if subtle.ConstantTimeCompare(keys[:32], latticeShared) != 1 {
		return false
	}
	scalar, err := ecdh.X25519().NewPrivateKey(eseed[32:])
	return err == nil && bytes.Equal(scalar.PublicKey().Bytes(), enc[mlkem.CiphertextSize768:])
}

// combine is Combiner (draft-connolly-cfrg-xwing-kem, section 5.3). It clears pointShared.
func combine(latticeShared, pointShared, point, publicPoint []byte) []byte {
	const label = `\.//^\`
	joined := make([]byte, 0, 4*32+len(label))
	joined = append(append(append(append(joined, latticeShared...), pointShared...), point...), publicPoint...)
	sum := sha3.Sum256(append(joined, label...))
	clear(joined)
	clear(pointShared)
	return sum[:]
}

// must is for calls that fail for wrong lengths alone, where the lengths are constants.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
