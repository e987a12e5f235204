package handlers

import (
	"crypto/rand"
	"errors"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"ostrakon/handlers/registrar"
	"ostrakon/store"
	"ostrakon/store/refusal"
)

// tokenLife is how long a session lasts.
const tokenLife = 12 * time.Hour

// tokenAudience keeps the tokens of sessions apart from other tokens.
const tokenAudience = "ostrakon-session"

// claims of a session token (RFC 7519). The store decides what the user may do; Role is only
// information for the client.
type claims struct {
	Role  store.Role `json:"role"`
	Epoch uint64     `json:"epoch"`
	ByKey bool       `json:"byKey,omitempty"` // a slip or a link opened the session
	jwt.RegisteredClaims
}

// tokens issues and checks the tokens of one audience: JWT with HMAC-SHA256.
type tokens struct {
	key      []byte
	issuer   string
	audience string
	life     time.Duration
	now      func() time.Time
	parser   *jwt.Parser
}

func newTokens(st *store.Store, audience string, life time.Duration, now func() time.Time) *tokens {
	t := &tokens{key: st.TokenKey(), issuer: "ostrakon:" + st.InstallationID(), audience: audience, life: life, now: now}
	t.parser = jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}), jwt.WithIssuer(t.issuer), jwt.WithAudience(audience),
		jwt.WithExpirationRequired(), jwt.WithIssuedAt(), jwt.WithTimeFunc(now), jwt.WithStrictDecoding(),
	)
	return t
}

// registered are the claims that every token has.
func (t *tokens) registered() jwt.RegisteredClaims {
	now := t.now().UTC().Truncate(time.Second)
	return jwt.RegisteredClaims{
		Issuer: t.issuer, Audience: jwt.ClaimStrings{t.audience},
		IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(now.Add(t.life)),
	}
}

func (t *tokens) sign(c jwt.Claims) (string, error) {
	return jwt.NewWithClaims(jwt.SigningMethodHS256, c).SignedString(t.key)
}

// parse reads a token into its claims. The errors are those of package jwt.
func (t *tokens) parse(token string, into jwt.Claims) error {
	_, err := t.parser.ParseWithClaims(token, into, func(*jwt.Token) (any, error) { return t.key, nil })
	return err
}

// issue makes a session token for a user. byKey says that a slip or a link opened the session.
func (t *tokens) issue(a store.Account, byKey bool) (token string, expires time.Time, err error) {
	c := claims{Role: a.Role, Epoch: a.Epoch, ByKey: byKey, RegisteredClaims: t.registered()}
	c.Subject, c.ID = string(a.ID), rand.Text() // 26 characters, 130 bits
	token, err = t.sign(c)
	return token, c.ExpiresAt.Time, err
}

// session holds the contents of a session token.
type session struct {
	store.Session
	byKey bool // a slip or a link opened it
}

// check reads the session token of an Authorization header. Whether the session has ended, only the
// store knows. Errors: token_missing, token_invalid, token_expired.
func (t *tokens) check(header string) (session, error) {
	if header == "" {
		return session{}, refusal.TokenMissing
	}
	scheme, token, ok := strings.Cut(header, " ")
	if !ok || !strings.EqualFold(scheme, "Bearer") || len(token) > 2048 {
		return session{}, refusal.TokenInvalid
	}
	var c claims
	err := t.parse(strings.TrimSpace(token), &c)
	if errors.Is(err, jwt.ErrTokenExpired) {
		return session{}, refusal.TokenExpired
	}
	if err != nil || c.IssuedAt == nil || c.ID == "" {
		return session{}, refusal.TokenInvalid
	}
	id, err := store.ParseID[store.UserID](c.Subject)
	if err != nil {
		return session{}, refusal.TokenInvalid
	}
	return session{store.Session{ID: c.ID, User: id, Epoch: c.Epoch, Expires: c.ExpiresAt.Time}, c.ByKey}, nil
}

// readingLife is how long a person can register with a card after it was read.
const readingLife = 15 * time.Minute

// readingAudience keeps verification tokens apart from the tokens of sessions.
const readingAudience = "ostrakon-reading"

// readingClaims are the claims of a verification token (RFC 7519).
type readingClaims struct {
	registrar.Reading
	jwt.RegisteredClaims
}

// issueReading makes the verification token of a card.
func (s *Server) issueReading(r registrar.Reading) (token string, expires time.Time, err error) {
	c := readingClaims{r, s.readings.registered()}
	c.ID = strings.ToLower(rand.Text()) // 26 characters, 130 bits
	token, err = s.readings.sign(c)
	return token, c.ExpiresAt.Time, err
}

// maxReading bounds a verification token, in bytes.
const maxReading = 2048

// checkReading reads a verification token. Without one there is no card.
func (s *Server) checkReading(token string) *registrar.Card {
	if token == "" {
		return nil
	}
	var c readingClaims
	if len(token) > maxReading {
		return &registrar.Card{Fault: refusal.VerificationUnknown}
	}
	err := s.readings.parse(token, &c)
	if errors.Is(err, jwt.ErrTokenExpired) {
		return &registrar.Card{Fault: refusal.VerificationExpired}
	}
	if err != nil || c.ID == "" {
		return &registrar.Card{Fault: refusal.VerificationUnknown}
	}
	return &registrar.Card{Reading: c.Reading, Token: store.VerificationToken{ID: c.ID, Expires: c.ExpiresAt.Time}}
}
