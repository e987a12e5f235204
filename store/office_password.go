package store

import (
	"errors"
	"strings"

	"ostrakon/store/input"
	"ostrakon/store/keyring"
	"ostrakon/store/refusal"
)

// Passwords of the server at other servers are files in the directory of keys, by these names. No backup has them: they
// are not needed to restore anything.
const (
	mailPassword   = "smtp"
	providerSecret = "provider"
)

// Lengths of such a password, in bytes.
const (
	maxPassword  = 255
	passwordFile = 1 + maxPassword // the length of the password, and room for it
)

// password reads a password; "" without any.
func (s *Store) password(name string) (string, error) {
	kept, err := s.keys.Get(name, passwordFile)
	if errors.Is(err, keyring.ErrMissing) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer clear(kept)
	return string(kept[1 : 1+int(kept[0])]), nil
}

// keepPassword keeps a password, or destroys the one that is kept if it is "".
func (s *Store) keepPassword(name, password string) error {
	if password == "" {
		return s.keys.Destroy(name)
	}
	kept := make([]byte, passwordFile)
	defer clear(kept)
	kept[0] = byte(len(password))
	copy(kept[1:], password)
	return s.putKey(name, kept)
}

// checkPassword notes what is wrong with a password; nil is none.
func checkPassword(faults *input.Faults, field string, password *string) {
	if password != nil && (len(*password) > maxPassword || strings.ContainsAny(*password, "\r\n\x00")) {
		faults.Add(field, refusal.TooLongBytes, refusal.Facts{"max": maxPassword})
	}
}
