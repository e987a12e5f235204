package ballotbox

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
)

// Code is the voter's one-time code. It is shown once, kept only inside the sealed ballot, and
// published with all others after the count.
type Code [codeLen]byte

// String is the code as a voter sees it: 16 characters of upper-case base32 (RFC 4648).
func (c Code) String() string { return base32.StdEncoding.EncodeToString(c[:]) }

// ParseCode reads a code in its one form of 16 characters.
func ParseCode(text string) (Code, error) {
	raw, err := base32.StdEncoding.DecodeString(text)
	if err != nil || len(raw) != codeLen || base32.StdEncoding.EncodeToString(raw) != text { // the decoder skips line ends
		return Code{}, fmt.Errorf("%q is not a code of 16 characters", text)
	}
	return Code(raw), nil
}

// Salt is the server's part of a code.
type Salt [16]byte

// NewSalt draws a salt.
func NewSalt() Salt {
	var s Salt
	rand.Read(s[:])
	return s
}

// ParseSalt reads a salt from its 32 lower-case hexadecimal digits.
func ParseSalt(text string) (Salt, error) {
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != len(Salt{}) || hex.EncodeToString(raw) != text {
		return Salt{}, fmt.Errorf("%q is not a salt", text)
	}
	return Salt(raw), nil
}

// NewCode makes a code from the server's salt and the nonce of the voter's client (up to MaxNonce
// bytes, or nothing). With a nonce, a server cannot give two voters the same code unnoticed.
func NewCode(salt Salt, clientNonce string) Code {
	h := sha256.New()
	h.Write([]byte("ostrakon/code/3\x00"))
	h.Write(salt[:])
	h.Write([]byte(clientNonce))
	return Code(h.Sum(nil)[:codeLen])
}

// MaxNonce bounds a client's part of a code, in bytes.
const MaxNonce = 64

// ParseID checks the id of an election, a question or an option: the 26 characters of lower-case
// base32 (RFC 4648, no padding) that 16 bytes have.
func ParseID(id string) error {
	encoding := base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)
	raw, err := encoding.DecodeString(id)
	if err != nil || len(raw) != 16 || encoding.EncodeToString(raw) != id {
		return fmt.Errorf("%q is not an id", id)
	}
	return nil
}

// Receipt is what a voter keeps. It does not show the choice. Its JSON is the API's answer to a
// vote.
type Receipt struct {
	ElectionID string `json:"electionId"`
	Leaf       string `json:"leaf"`      // hexadecimal
	Signature  string `json:"signature"` // the installation's promise of leaf and code; base64
	Code       string `json:"code"`
	CodeSalt   string `json:"codeSalt"` // hexadecimal
}

// promise is what the signature of a receipt covers: the leaf will be in the cast log, and the code
// will be among those counted.
func promise(election string, leaf Hash, code Code) []byte {
	return slices.Concat([]byte("ostrakon/receipt/3\x00"+election), leaf[:], code[:])
}

// Receipt signs the receipt of the sealed ballot with a given leaf.
func (s *Signer) Receipt(election string, leaf Hash, code Code, salt Salt) Receipt {
	return Receipt{
		ElectionID: election, Leaf: leaf.String(), Code: code.String(), CodeSalt: hex.EncodeToString(salt[:]),
		Signature: base64.StdEncoding.EncodeToString(ed25519.Sign(s.key, promise(election, leaf, code))),
	}
}

// check checks that the code follows from the salt and the client's nonce, and that the signature
// is right. It returns what was promised.
func (r *Receipt) check(m *Manifest, clientNonce string) (leaf Hash, code Code, err error) {
	if leaf, err = ParseHash(r.Leaf); err != nil {
		return leaf, code, err
	}
	if r.ElectionID != m.ElectionID {
		return leaf, code, fmt.Errorf("it is of another election, %q", r.ElectionID)
	}
	if code, err = ParseCode(r.Code); err != nil {
		return leaf, code, err
	}
	salt, err := ParseSalt(r.CodeSalt)
	if err != nil {
		return leaf, code, err
	}
	if NewCode(salt, clientNonce) != code {
		return leaf, code, errors.New("its code does not follow from its salt and the client's nonce")
	}
	signature, err := base64.StdEncoding.DecodeString(r.Signature)
	if err != nil || base64.StdEncoding.EncodeToString(signature) != r.Signature ||
		!ed25519.Verify(m.SigningKey, promise(m.ElectionID, leaf, code), signature) {
		return leaf, code, errors.New("its signature is not by the key of the manifest")
	}
	return leaf, code, nil
}
