package store

import (
	"crypto/rand"
	"crypto/sha256"
	"strings"
)

// A member key is 15 random symbols and a check symbol, such as K7QM-2XJ9-TTPC-0WDV, printed on a slip. The alphabet is
// Crockford's base32: typed I, L and O are read as 1, 1 and 0. Nobody can guess 75 random bits.
const (
	memberKeyAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	memberKeyLen      = 16
	memberKeyGroup    = 4
)

// newMemberKey draws a member key.
func newMemberKey() string {
	raw := make([]byte, memberKeyLen-1)
	_, _ = rand.Read(raw) // never fails: crypto/rand ends the program instead
	for i, b := range raw {
		raw[i] = memberKeyAlphabet[b%byte(len(memberKeyAlphabet))] // 32 divides 256, so all symbols are equally likely
	}
	k := string(raw) + string(memberKeyAlphabet[luhn32(string(raw))])
	var grouped []string
	for i := 0; i < memberKeyLen; i += memberKeyGroup {
		grouped = append(grouped, k[i:i+memberKeyGroup])
	}
	return strings.Join(grouped, "-")
}

// ParseMemberKey brings a typed member key into the form in which keys are compared. ok reports whether it could have
// been printed: the check symbol shows every wrong symbol, and nearly every exchange of two neighbours. The key is ""
// unless only that check failed.
func ParseMemberKey(typed string) (key string, ok bool) {
	if len(typed) > 4*memberKeyLen {
		return "", false
	}
	key = strings.Map(func(r rune) rune {
		switch r {
		case ' ', '-', '\t', '\u00a0', '‐', '‑', '–':
			return -1
		case 'I', 'L':
			return '1'
		case 'O':
			return '0'
		}
		return r
	}, strings.ToUpper(typed))
	if len(key) != memberKeyLen ||
		strings.ContainsFunc(key, func(r rune) bool { return !strings.ContainsRune(memberKeyAlphabet, r) }) {
		return "", false
	}
	return key, memberKeyAlphabet[luhn32(key[:memberKeyLen-1])] == key[memberKeyLen-1]
}

// loginHash is the login hash of a member key, as ParseMemberKey returns it: where a registrar prints the slips, the
// server learns no more of the keys.
func loginHash(key string) [sha256.Size]byte {
	return sha256.Sum256([]byte("ostrakon/login/4\x00" + key))
}

// luhn32 is the check digit of Luhn's formula in base 32 (the "mod N" form).
func luhn32(symbols string) int {
	const n = len(memberKeyAlphabet)
	sum, double := 0, true
	for i := len(symbols) - 1; i >= 0; i-- {
		v := strings.IndexByte(memberKeyAlphabet, symbols[i])
		if double {
			v *= 2
			v = v/n + v%n
		}
		sum += v
		double = !double
	}
	return (n - sum%n) % n
}
