package ballotbox

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base32"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ostrakon/store/sealing"
)

// ParseID checks an id: the 26 characters of lower-case base32 (RFC 4648, no padding) that 16 bytes have.
func ParseID(id string) error {
	encoding := base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)
	raw, err := encoding.DecodeString(id)
	if err != nil || len(raw) != 16 || encoding.EncodeToString(raw) != id {
		return fmt.Errorf("%q is not an id", id)
	}
	return nil
}

// Receipt is what a voter keeps. It shows no choice. The voter's device adds the members that may be absent.
type Receipt struct {
	ElectionID string `json:"electionId"`
	Leaf       string `json:"leaf"`            // hexadecimal
	Signature  string `json:"signature"`       // the installation's promise of the leaf; base64
	Code       string `json:"code,omitempty"`  // of the ballot
	Pad        []byte `json:"pad,omitempty"`   // of the ballot; base64
	Owner      string `json:"owner,omitempty"` // id of the person whose paper it is

	// In the place of the owner, with a poll book:
	Line    int    `json:"line,omitempty"`    // of the ballot's stub, 1..MaxElectorate
	StubPad []byte `json:"stubPad,omitempty"` // of the stub; base64
}

// maxReceipt bounds a receipt's file, in bytes.
const maxReceipt = 64 << 10

// ParseReceipt reads a receipt's file: JSON with the members of Receipt and no others, each once, in any order, with
// white space between them but without an escape in a string. Verify checks what they say.
func ParseReceipt(raw []byte) (r Receipt, err error) {
	if len(raw) > maxReceipt {
		return r, fmt.Errorf("not a receipt: it has more than %d bytes", maxReceipt)
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		return r, errors.New("not a receipt: it is not a JSON object whose members are texts")
	}
	again, err := json.Marshal(r)
	// Unmarshal takes names in any case, the last of two, null, and bytes that are not UTF-8.
	if err == nil && !slices.Equal(membersOf(raw), membersOf(again)) {
		err = errors.New("not a receipt: a member is missing, unknown, empty, there twice or written in another way")
	}
	return r, err
}

// membersOf divides a JSON object at its commas, without white space, into sorted pieces.
func membersOf(object []byte) []string {
	var compact bytes.Buffer
	_ = json.Compact(&compact, object) // it is valid
	members := strings.Split(strings.Trim(compact.String(), "{}"), ",")
	slices.Sort(members)
	return members
}

// promise is what the signature of a receipt covers: the leaf will be in the log.
func promise(election string, leaf Hash) []byte {
	return slices.Concat([]byte("ostrakon/receipt/4\x00"+election), leaf[:])
}

// Receipt signs the receipt of the sealed ballot with a given leaf.
func (s *Signer) Receipt(election string, leaf Hash) Receipt {
	return Receipt{
		ElectionID: election, Leaf: leaf.String(),
		Signature: base64.StdEncoding.EncodeToString(ed25519.Sign(s.key, promise(election, leaf))),
	}
}

// check checks the form of the members and returns the leaf that was promised, and the signature of the promise.
func (r *Receipt) check(m *Manifest) (leaf Hash, signature []byte, err error) {
	if leaf, err = ParseHash(r.Leaf); err != nil {
		return leaf, nil, err
	}
	if r.ElectionID != m.ElectionID {
		return leaf, nil, fmt.Errorf("it is of another election, %q", r.ElectionID)
	}
	if signature, err = decodeBase64(r.Signature, ed25519.SignatureSize); err != nil {
		return leaf, nil, err
	}
	return leaf, signature, r.checkOwner(m.PollBook != nil)
}

// promised reports whether a signature is the installation's promise of a leaf.
func promised(m *Manifest, leaf Hash, signature []byte) bool {
	return ed25519.Verify(m.SigningKey, promise(m.ElectionID, leaf), signature)
}

// checkOwner checks the members that tie the receipt to a person, or with a poll book to a line. They come together.
func (r *Receipt) checkOwner(pollBook bool) error {
	switch {
	case len(r.Pad) == 0 && r.Owner == "" && r.Line == 0 && len(r.StubPad) == 0:
		return nil
	case len(r.Pad) != sealing.PadSize:
		return fmt.Errorf("its pad has %d bytes, want %d", len(r.Pad), sealing.PadSize)
	case !pollBook && (r.Line != 0 || len(r.StubPad) > 0):
		return errors.New("it has a line, and the election has no poll book")
	case !pollBook:
		return ParseID(r.Owner)
	case r.Owner != "":
		return errors.New("it has an owner, and the election has a poll book")
	case r.Line < 1 || r.Line > MaxElectorate || len(r.StubPad) != sealing.PadSize:
		return fmt.Errorf("its line is %d, and the pad of its stub has %d bytes", r.Line, len(r.StubPad))
	}
	return nil
}
