package slip

import (
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"strings"
)

const (
	alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ" // Crockford's base32
	drawn    = 15                                 // symbols
	group    = 4                                  // symbols
	apart    = 7                                  // from the check digit of a member key to that of a code

	iterations = 4096
	loginLabel = "ostrakon/login/4\x00"
)

// Draw returns 15 random symbols: nobody can guess 75 random bits.
func Draw() string {
	raw := make([]byte, drawn)
	_, _ = rand.Read(raw) // never fails: crypto/rand ends the program instead
	for i, b := range raw {
		raw[i] = alphabet[b%byte(len(alphabet))] // 32 divides 256, so all symbols are equally likely
	}
	return string(raw)
}

// Symbols returns the 16 symbols that somebody typed, in upper case and without spaces and hyphens. ok reports whether
// there are so many: a typed I, L and O is read as 1, 1 and 0.
func Symbols(typed string) (symbols string, ok bool) {
	if len(typed) > 4*(drawn+1) {
		return "", false
	}
	symbols = strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' {
			r += 'A' - 'a'
		}
		switch r {
		case ' ', '-', '\t', '\u00a0', '‐', '‑', '–':
			return -1
		case 'I', 'L':
			return '1'
		case 'O':
			return '0'
		}
		return r
	}, typed)
	if len(symbols) != drawn+1 || strings.Trim(symbols, alphabet) != "" {
		return "", false
	}
	return symbols, true
}

// Check returns the check symbol of the 15 symbols of a member key. It shows every wrong symbol, and nearly every
// exchange of two neighbours.
func Check(symbols string) string { return symbolOf(luhn32(symbols)) }

// Grouped writes symbols in groups of four, with hyphens between them.
func Grouped(symbols string) string {
	var groups []string
	for len(symbols) > group {
		groups, symbols = append(groups, symbols[:group]), symbols[group:]
	}
	return strings.Join(append(groups, symbols), "-")
}

// luhn32 is the check digit of Luhn's formula in base 32 (the "mod N" form).
func luhn32(symbols string) int {
	const n = len(alphabet)
	sum, double := 0, true
	for i := len(symbols) - 1; i >= 0; i-- {
		v := strings.IndexByte(alphabet, symbols[i])
		if double {
			v *= 2
			v = v/n + v%n
		}
		sum += v
		double = !double
	}
	return (n - sum%n) % n
}

func symbolOf(digit int) string { return alphabet[digit : digit+1] }

// Code is the secret of a slip: 15 symbols, which its check symbol follows in print.
type Code [drawn]byte

// NewCode draws a code.
func NewCode() Code { return Code([]byte(Draw())) }

// ParseCode reads a code as people type it. ok reports whether it could have been printed.
func ParseCode(typed string) (c Code, ok bool) {
	symbols, ok := Symbols(typed)
	if !ok {
		return c, false
	}
	c = Code([]byte(symbols[:drawn]))
	return c, c.check() == symbols[drawn:]
}

func (c Code) check() string { return symbolOf((luhn32(string(c[:])) + apart) % len(alphabet)) }

// String returns the code as it is printed: its 16 symbols in groups of four.
func (c Code) String() string { return Grouped(string(c[:]) + c.check()) }

// Key is the secret that a code gives in one assembly. The login and the vote keys are derived from this secret.
type Key [32]byte

// Key returns the key of the code in an assembly. It takes a while, as guessing codes must.
func (c Code) Key(assembly string) Key {
	return Key(must(pbkdf2.Key(sha256.New, string(c[:]), []byte("ostrakon/slip/4\x00"+assembly), iterations, len(Key{}))))
}

// Login returns the 16 symbols of the member key that signs in the slip's owner.
func (k Key) Login() string {
	raw := k.expand(loginLabel, 10)
	symbols := make([]byte, drawn)
	for i := range symbols {
		from := 5 * i // bits
		two := uint(raw[from/8])<<8 | uint(raw[min(from/8+1, len(raw)-1)])
		symbols[i] = alphabet[two>>(11-from%8)%uint(len(alphabet))]
	}
	return string(symbols) + Check(string(symbols))
}

// LoginHash returns the hash by which a server knows the 16 symbols of a member key.
func LoginHash(login string) [32]byte { return sha256.Sum256([]byte(loginLabel + login)) }

// Vote returns the key that signs a paper into the poll book of the election with a number. The owner is the id of the
// person whose paper it is.
func (k Key) Vote(number int, owner string) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(k.expand("ostrakon/vote/4\x00"+string([]byte{byte(number)})+owner, ed25519.SeedSize))
}

func (k Key) expand(info string, length int) []byte {
	return must(hkdf.Expand(sha256.New, k[:], info, length))
}

// must returns a value that no input can fail to give.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
