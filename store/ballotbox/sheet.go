package ballotbox

import (
	"bytes"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// ErrSheet means that a text is not a recovery key, or has a typing error.
var ErrSheet = errors.New("this is not a complete recovery key: compare it with the sheet, character by character")

const sheetMark = "OSTRAKON-KEY"

var sheetPattern = regexp.MustCompile(sheetMark + `:([A-Z2-7]{26}):([A-Z2-7]{58})`)

// SheetLine is an election's secret in capitals and digits with a checksum, to print and for a QR
// code: OSTRAKON-KEY:<election id>:<58 characters>.
func SheetLine(election string, s *Secret) string {
	body := append(s.Bytes(), sheetSum(election, s.bytes[:])...)
	return sheetMark + ":" + strings.ToUpper(election) + ":" + base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(body)
}

func sheetSum(election string, secret []byte) []byte {
	sum := sha256.Sum256(append([]byte("ostrakon/sheet/3\x00"+election), secret...))
	return sum[:4]
}

// ParseSheet finds the recovery key in a text, in either case and with the spaces and line breaks
// that printing and typing add. Errors: ErrSheet.
func ParseSheet(text string) (election string, s *Secret, err error) {
	compact := strings.ToUpper(strings.Join(strings.Fields(text), ""))
	m := sheetPattern.FindStringSubmatch(compact)
	if m == nil {
		return "", nil, fmt.Errorf("%w (it begins with %s:)", ErrSheet, sheetMark)
	}
	election = strings.ToLower(m[1])
	body, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(m[2])
	if err != nil || len(body) != SecretSize+4 || !bytes.Equal(body[SecretSize:], sheetSum(election, body[:SecretSize])) {
		return "", nil, ErrSheet
	}
	s, err = ParseSecret(body[:SecretSize])
	return election, s, err
}
