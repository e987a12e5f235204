package store

import (
	"crypto/hmac"
	"crypto/sha256"

	"ostrakon/store/slip"
)

// IdentityKind is the kind of identity number that a voter registered with.
type IdentityKind string

// The kinds of identity number.
const (
	NationalID IdentityKind = "NATIONAL_ID"
	VoterID    IdentityKind = "VOTER_ID"
)

// Identity is what people can see of an identity number.
type Identity struct {
	Kind     IdentityKind `json:"kind"`
	LastFour string       `json:"lastFour"`
}

// identityMAC returns the fingerprint of an identity number, which the file keeps in its place. The kind is not part of
// it, so nobody registers twice by calling one number a number of another kind, also after the settings name another
// one. The settings cannot name two kinds of which one number could be.
func (s *Store) identityMAC(number string) []byte { return s.mac("ostrakon/identity/2", number) }

// ReadingMAC binds the token of a card's reading to an identity number without revealing the number.
func (s *Store) ReadingMAC(number string) []byte { return s.mac("ostrakon/reading/2", number) }

// memberKeyMAC is what the file keeps of a member key, given as ParseMemberKey returns it.
func (s *Store) memberKeyMAC(key string) []byte { return s.loginMAC(slip.LoginHash(key)) }

// loginMAC returns the HMAC of the login hash of a member key, by which the roll finds the person.
func (s *Store) loginMAC(hash [sha256.Size]byte) []byte {
	return s.mac("ostrakon/memberkey/4", string(hash[:]))
}

// subjectMAC is what the file keeps of the subject by which a provider names a person.
func (s *Store) subjectMAC(issuer, subject string) []byte {
	return s.mac("ostrakon/subject/1", issuer+"\x00"+subject)
}

// invitationMAC is what the file keeps of the token of a holder's invitation.
func (s *Store) invitationMAC(token string) []byte { return s.mac("ostrakon/invitation/1", token) }

// mac is an HMAC under the installation's identity key.
func (s *Store) mac(domain, text string) []byte {
	mac := hmac.New(sha256.New, s.identity)
	mac.Write([]byte(domain + "\x00" + text))
	return mac.Sum(nil)
}

func lastFour(number string) string {
	r := []rune(number)
	return string(r[max(0, len(r)-4):])
}

// numberField is the request field for a kind of identity number.
func numberField(kind IdentityKind) string {
	if kind == VoterID {
		return "voterId"
	}
	return "nationalId"
}
