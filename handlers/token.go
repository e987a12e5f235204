package handlers

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"ostrakon/store"
)

// tokenLife is how long a session lasts.
const tokenLife = 12 * time.Hour

// tokenAudience keeps session tokens apart from tokens made for other ends.
const tokenAudience = "ostrakon-session"

// claims of a session token (RFC 7519). The store's record decides what the
// user may do; Role is for the client's eye.
type claims struct {
	Role  store.Role `json:"role"`
	Epoch uint64     `json:"epoch"`
	jwt.RegisteredClaims
}

// tokens issues and checks session tokens: JWT, HMAC-SHA256.
type tokens struct {
	key    []byte
	issuer string
	now    func() time.Time
	parser *jwt.Parser
}

func newTokens(key []byte, installation string, now func() time.Time) *tokens {
	t := &tokens{key: key, issuer: "ostrakon:" + installation, now: now}
	t.parser = jwt.NewParser(
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}),
		jwt.WithIssuer(t.issuer),
		jwt.WithAudience(tokenAudience),
		jwt.WithExpirationRequired(),
		jwt.WithIssuedAt(),
		jwt.WithTimeFunc(now),
		jwt.WithStrictDecoding(),
	)
	return t
}

// issue makes a token for a user.
func (t *tokens) issue(a store.Account) (token string, expires time.Time, err error) {
	now := t.now().UTC().Truncate(time.Second)
	expires = now.Add(tokenLife)
	token, err = jwt.NewWithClaims(jwt.SigningMethodHS256, claims{
		Role:  a.Role,
		Epoch: a.Epoch,
		RegisteredClaims: jwt.RegisteredClaims{
			Subject: string(a.ID), Issuer: t.issuer, Audience: jwt.ClaimStrings{tokenAudience},
			IssuedAt: jwt.NewNumericDate(now), ExpiresAt: jwt.NewNumericDate(expires),
		},
	}).SignedString(t.key)
	return token, expires, err
}

// check reads the token of an Authorization header. Whether it still stands,
// the store must say. Errors: problems token_missing, token_invalid, token_expired.
func (t *tokens) check(header string) (store.UserID, uint64, error) {
	if header == "" {
		return "", 0, &problem{Code: "token_missing", Detail: "Sign in first: this needs a token in the Authorization header."}
	}
	bad := &problem{Code: "token_invalid", Detail: "The token is not valid. Sign in again."}
	scheme, token, ok := strings.Cut(header, " ")
	if !ok || !strings.EqualFold(scheme, "Bearer") || len(token) > 2048 {
		return "", 0, bad
	}
	var c claims
	_, err := t.parser.ParseWithClaims(strings.TrimSpace(token), &c, func(*jwt.Token) (any, error) { return t.key, nil })
	if errors.Is(err, jwt.ErrTokenExpired) {
		return "", 0, &problem{Code: "token_expired", Detail: "The session has expired. Sign in again."}
	}
	if err != nil || c.IssuedAt == nil {
		return "", 0, fmt.Errorf("%w (%w)", bad, err)
	}
	id, err := store.ParseID[store.UserID](c.Subject)
	if err != nil {
		return "", 0, bad
	}
	return id, c.Epoch, nil
}
