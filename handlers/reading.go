package handlers

import (
	"crypto/rand"
	"errors"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"ostrakon/ocr/card"
	"ostrakon/store"
	"ostrakon/store/fault"
)

// readingLife is how long the reading of a card may be registered with.
const readingLife = 15 * time.Minute

// readingAudience keeps the tokens about readings apart from those of sessions.
const readingAudience = "ostrakon-reading"

// reading is what a verification token says of a card (RFC 7519): the number by
// its HMAC alone, as a national ID, a voter ID or both, for the kinds of number may be the same.
type reading struct {
	Numbers [][]byte `json:"num"`
	Name    string   `json:"name"`
	Birth   string   `json:"birth,omitempty"`
	jwt.RegisteredClaims
}

// issueReading makes the token that binds a readable card.
func (s *Server) issueReading(c card.Reading) (token string, expires time.Time, err error) {
	r := reading{Name: c.Names.FullName.Value, Birth: c.DateOfBirth.Value, RegisteredClaims: s.readings.registered()}
	if _, err := time.Parse(time.DateOnly, r.Birth); err != nil {
		r.Birth = "" // a year alone is nothing to compare with
	}
	for kind, scheme := range s.schemes() {
		if scheme.Name == c.Scheme {
			r.Numbers = append(r.Numbers, s.store.ReadingMAC(kind, c.Number.Value))
		}
	}
	r.ID = strings.ToLower(rand.Text()) // 26 characters, 130 bits
	token, err = s.readings.sign(r)
	return token, r.ExpiresAt.Time, err
}

// maxReading bounds a verification token, in bytes.
const maxReading = 2048

// checkReading reads a verification token. Errors: a problem with the field verificationToken.
func (s *Server) checkReading(token string) (reading, *store.VerificationToken, error) {
	var r reading
	bad := invalid("verificationToken", fault.VerificationUnknown, nil)
	if len(token) > maxReading {
		return r, nil, bad
	}
	err := s.readings.parse(token, &r)
	if errors.Is(err, jwt.ErrTokenExpired) {
		return r, nil, invalid("verificationToken", fault.VerificationExpired, nil)
	}
	if err != nil || r.ID == "" {
		return r, nil, bad
	}
	return r, &store.VerificationToken{ID: r.ID, Expires: r.ExpiresAt.Time}, nil
}
