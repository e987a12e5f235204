package sealing

import (
	"crypto/hkdf"
	"crypto/hpke"
	"crypto/sha256"
	"fmt"

	"golang.org/x/crypto/chacha20poly1305"
)

// suiteID is suite_id of RFC 9180, section 5.1: MLKEM768-X25519 (0x647a), HKDF-SHA256 (1), ChaCha20-Poly1305 (3).
const suiteID = "HPKE\x64\x7a\x00\x01\x00\x03"

// extract is HKDF-Extract (RFC 5869, section 2.2).
func extract(secret, salt []byte) []byte { return must(hkdf.Extract(sha256.New, secret, salt)) }

// expand is HKDF-Expand (RFC 5869, section 2.3) to a length that is far from its limit.
func expand(prk []byte, info string, length int) []byte {
	return must(hkdf.Expand(sha256.New, prk, info, length))
}

// labeledExtract is LabeledExtract of RFC 9180, section 4.
func labeledExtract(salt []byte, label, secret string) []byte {
	return extract([]byte("HPKE-v1"+suiteID+label+secret), salt)
}

// labeledExpand is LabeledExpand of RFC 9180, section 4, to 32 bytes.
func labeledExpand(prk []byte, label, info string) []byte {
	return expand(prk, "\x00\x20HPKE-v1"+suiteID+label+info, 32)
}

// scheduleContext is key_schedule_context of RFC 9180, section 5.1, in base mode.
func scheduleContext(info string) string {
	return "\x00" + string(labeledExtract(nil, "psk_id_hash", "")) + string(labeledExtract(nil, "info_hash", info))
}

// exporterOf is exporter_secret of RFC 9180, section 5.1. It clears the shared secret.
func exporterOf(shared []byte, scheduleContext string) []byte {
	secret := labeledExtract(shared, "secret", "")
	exporter := labeledExpand(secret, "exp", scheduleContext)
	clear(shared)
	clear(secret)
	return exporter
}

// export is Context.Export of RFC 9180, section 5.3, of 32 bytes.
func export(exporter []byte, context string) []byte { return labeledExpand(exporter, "sec", context) }

// SealTo seals a message to a holder's public key for a purpose that info names. It is HPKE's single
// shot in base mode (RFC 9180, section 6.1) with an empty aad: enc ‖ ciphertext.
func SealTo(publicKey []byte, info string, plaintext []byte) ([]byte, error) {
	key, err := hpke.MLKEM768X25519().NewPublicKey(publicKey)
	if err != nil {
		return nil, fmt.Errorf("public key: %w", err)
	}
	return hpke.Seal(key, hpke.HKDFSHA256(), hpke.ChaCha20Poly1305(), []byte(info), plaintext)
}

// OpenFrom reads what SealTo sealed to this holder for the same purpose. Errors: ErrUnreadable.
func (s *Secret) OpenFrom(info string, sealed []byte) ([]byte, error) {
	key, err := hpke.NewHybridPrivateKey(s.kem.lattice, s.kem.scalar)
	if err != nil {
		return nil, err
	}
	plaintext, err := hpke.Open(key, hpke.HKDFSHA256(), hpke.ChaCha20Poly1305(), []byte(info), sealed)
	if err != nil {
		return nil, ErrUnreadable
	}
	return plaintext, nil
}

// sealOnce appends the ChaCha20-Poly1305 box (RFC 8439, section 2.8) under a key used once, with a zero nonce.
func sealOnce(dst, key, plaintext, aad []byte) []byte {
	return must(chacha20poly1305.New(key)).Seal(dst, make([]byte, chacha20poly1305.NonceSize), plaintext, aad)
}

// openOnce opens what sealOnce made.
func openOnce(key, box, aad []byte) ([]byte, error) {
	return must(chacha20poly1305.New(key)).Open(nil, make([]byte, chacha20poly1305.NonceSize), box, aad)
}
