package sealing

import (
	"bytes"
	"slices"
)

// Numbers is how many keys a sheet gives: number 0 for rehearsals, 1 to 30 for the elections of an assembly.
const Numbers = 31

// Keys are the public halves of one of a holder's secrets.
type Keys struct {
	PublicKey  []byte // an X-Wing key, see Secret.PublicKey
	SigningKey []byte // Ed25519, see Secret.SigningKey
}

// KeysSize is the length of Keys as ParseKeys reads them, in bytes.
const KeysSize = PublicKeySize + 32

// ParseKeys reads the public halves for some numbers, one after the other: an X-Wing key, then an Ed25519 key.
func ParseKeys(raw []byte) (all []Keys) {
	for one := range slices.Chunk(raw, KeysSize) {
		all = append(all, Keys{one[:PublicKeySize], one[PublicKeySize:]})
	}
	return all
}

// FormatKeys writes public halves as ParseKeys reads them.
func FormatKeys(all []Keys) (raw []byte) {
	for _, k := range all {
		raw = slices.Concat(raw, k.PublicKey, k.SigningKey)
	}
	return raw
}

// Derive derives a holder's secret for the election with a number from the secret of their sheet. Nobody can go back
// from it to the sheet, nor on to another number.
func (s *Secret) Derive(number int) *Secret {
	prk := extract(s.bytes[:], nil)
	raw := expand(prk, "ostrakon/assembly/4\x00"+string([]byte{byte(number)}), SecretSize)
	defer clear(prk)
	defer clear(raw)
	return secretOf([SecretSize]byte(raw))
}

// AllKeys derives the public halves for all numbers.
func (s *Secret) AllKeys() []Keys {
	all := make([]Keys, Numbers)
	for n := range all {
		one := s.Derive(n)
		all[n] = Keys{one.PublicKey(), one.SigningKey()}
	}
	return all
}

// Find returns the secret that has a public key: one of those derived from a sheet or, where the sheet was made for one
// election alone, the secret itself. It returns nil if there is none.
func (s *Secret) Find(publicKey []byte) *Secret {
	if bytes.Equal(s.PublicKey(), publicKey) {
		return s
	}
	for n := range Numbers {
		if one := s.Derive(n); bytes.Equal(one.PublicKey(), publicKey) {
			return one
		}
	}
	return nil
}
