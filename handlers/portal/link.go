package portal

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"ostrakon/store/refusal"
)

// Limits of a link.
const (
	maxLife = 5 * time.Minute // from when it is made, and from now, until it expires
	maxLead = time.Minute     // by which the clock of the portal may be ahead
	maxLink = 4096            // bytes
	maxText = 128             // bytes of the member reference, and of the id
)

// Link is a link whose portal, time and audience are right. Whether it was used before, only the store knows.
type Link struct {
	Member  string // reference of the person
	ID      string // of the link
	Expires time.Time
}

// Reader says which links are right.
type Reader struct {
	Algorithm string    // the only one that is taken: HS256 or EdDSA
	Key       any       // []byte of HS256, ed25519.PublicKey of EdDSA
	Audiences []string  // the names of this installation, of which a link has one
	Now       time.Time // the time by this server
}

// Read reads the token of a link. Errors: the problems of links in package refusal.
func (r Reader) Read(token string) (Link, error) {
	claims, err := r.verified(token)
	if err != nil {
		return Link{}, err
	}
	subject, err := textOf(claims, "sub")
	if err != nil {
		return Link{}, err
	}
	id, err := textOf(claims, "jti")
	if err != nil {
		return Link{}, err
	}
	audiences, err := claims.GetAudience()
	if err != nil || len(audiences) == 0 {
		return Link{}, lacks("aud")
	}
	made, err := claims.GetIssuedAt()
	if err != nil || made == nil {
		return Link{}, lacks("iat")
	}
	expires, err := claims.GetExpirationTime()
	if err != nil || expires == nil {
		return Link{}, lacks("exp")
	}
	isOwn := func(audience string) bool { return slices.Contains(r.Audiences, audience) }
	switch {
	case !slices.ContainsFunc(audiences, isOwn):
		return Link{}, refusal.PortalAudience
	case !r.Now.Before(expires.Time):
		return Link{}, refusal.PortalExpired
	case made.Sub(r.Now) > maxLead || early(claims, r.Now):
		return Link{}, refusal.PortalEarly
	case expires.Sub(made.Time) > maxLife || expires.Sub(r.Now) > maxLife:
		return Link{}, refusal.PortalLong
	}
	return Link{subject, id, expires.Time}, nil
}

// verified returns the claims of a token that the portal has signed. The algorithm is compared before any key is used,
// so that no public key ever becomes a secret of HMAC.
func (r Reader) verified(token string) (jwt.MapClaims, error) {
	if len(token) > maxLink {
		return nil, refusal.PortalMalformed
	}
	parser := jwt.NewParser(jwt.WithoutClaimsValidation(), jwt.WithStrictDecoding())
	read, _, err := parser.ParseUnverified(token, jwt.MapClaims{})
	switch {
	case read != nil && read.Header["alg"] != nil && read.Header["alg"] != r.Algorithm:
		return nil, refusal.PortalAlgorithm
	case err != nil || read.Header["crit"] != nil: // RFC 7515 section 4.1.11
		return nil, refusal.PortalMalformed
	}
	claims := jwt.MapClaims{}
	_, err = parser.ParseWithClaims(token, claims, func(*jwt.Token) (any, error) { return r.Key, nil })
	switch {
	case errors.Is(err, jwt.ErrTokenMalformed):
		return nil, refusal.PortalMalformed
	case err != nil:
		return nil, refusal.PortalSignature
	}
	return claims, nil
}

// textOf reads a claim that is text.
func textOf(claims jwt.MapClaims, name string) (string, error) {
	text, _ := claims[name].(string)
	if text = strings.TrimSpace(text); text == "" || len(text) > maxText {
		return "", lacks(name)
	}
	return text, nil
}

func lacks(claim string) error { return refusal.PortalClaim.With(refusal.Facts{"claim": claim}) }

// early reports whether a token says that it is not valid yet.
func early(claims jwt.MapClaims, now time.Time) bool {
	from, err := claims.GetNotBefore()
	return err != nil || from != nil && from.Sub(now) > maxLead
}
