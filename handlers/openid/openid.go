package openid

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"ostrakon/store/refusal"
)

// keptFor is how long the document of a provider is used before it is read again. Keys are read when a signature names
// one that is not known.
const keptFor = time.Hour

// App is this server as its provider knows it.
type App struct {
	Name     string // of the provider, for refusals
	Issuer   string
	ClientID string
	Secret   string
	Callback string   // where the provider sends people back to
	Scopes   []string // besides openid
}

// Flow holds the secrets of one sign-in, which only the browser that began it has.
type Flow struct {
	State    string `json:"state"`
	Nonce    string `json:"nonce"`
	Verifier string `json:"verifier"` // of PKCE (RFC 7636)
}

// Identity is who a provider says that a person is.
type Identity struct {
	Subject string
	Claims  map[string]any
}

// Client signs people in. Its methods are safe for concurrent use.
type Client struct {
	now  func() time.Time
	http *http.Client

	mu   sync.Mutex
	last *known
}

// New makes a client that goes by a clock.
func New(now func() time.Time) *Client { return &Client{now: now, http: newHTTP()} }

// known is a provider whose document was read.
type known struct {
	Document
	provider *oidc.Provider // keeps its keys
	read     time.Time
}

// provider reads the document of a provider, unless it is known. Errors: refusal.ProviderUnreachable.
func (c *Client) provider(ctx context.Context, app App) (*known, error) {
	now := c.now()
	c.mu.Lock()
	k := c.last
	c.mu.Unlock()
	if k != nil && k.IssuerURL == app.Issuer && now.Sub(k.read) < keptFor {
		return k, nil
	}
	d, err := c.Discover(ctx, app.Issuer)
	if err != nil {
		return nil, app.Refuse(refusal.ProviderUnreachable)
	}
	k = &known{d, d.NewProvider(oidc.ClientContext(ctx, c.http)), now}
	c.mu.Lock()
	c.last = k
	c.mu.Unlock()
	return k, nil
}

// Refuse is a refusal that names the provider.
func (a App) Refuse(why *refusal.Problem) error { return why.With(refusal.Facts{"name": a.Name}) }

func (a App) config(k *known) oauth2.Config {
	return oauth2.Config{ClientID: a.ClientID, ClientSecret: a.Secret, Endpoint: k.endpoint(a.Secret),
		RedirectURL: a.Callback, Scopes: append([]string{oidc.ScopeOpenID}, a.Scopes...)}
}

// Begin returns the address at which the provider signs a person in, and what their browser keeps until they are back.
// Errors: refusal.ProviderUnreachable.
func (c *Client) Begin(ctx context.Context, app App) (address string, f Flow, err error) {
	k, err := c.provider(ctx, app)
	if err != nil {
		return "", f, err
	}
	f = Flow{State: rand.Text(), Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier()}
	config := app.config(k)
	return config.AuthCodeURL(f.State, oidc.Nonce(f.Nonce), oauth2.S256ChallengeOption(f.Verifier)), f, nil
}

// Finish exchanges the code that a provider gave to a person, and returns who they are; wanted is the claim that must
// be known of them. Errors: refusal.ProviderUnreachable, refusal.ProviderRefused, refusal.SignInSpent,
// refusal.ProviderUntrusted, refusal.ProviderAudience, refusal.ProviderExpired.
func (c *Client) Finish(ctx context.Context, app App, f Flow, code, wanted string) (Identity, error) {
	k, err := c.provider(ctx, app)
	if err != nil {
		return Identity{}, err
	}
	ctx = oidc.ClientContext(ctx, c.http)
	config := app.config(k)
	answer, err := config.Exchange(ctx, code, oauth2.VerifierOption(f.Verifier))
	if err != nil {
		return Identity{}, app.refuseExchange(err)
	}
	raw, _ := answer.Extra("id_token").(string)
	token, err := k.provider.Verifier(&oidc.Config{
		SkipClientIDCheck: true, // isFor checks it, and has a refusal of its own
		Now:               c.now, SupportedSigningAlgs: k.Algorithms,
	}).Verify(ctx, raw)
	var expired *oidc.TokenExpiredError
	if errors.As(err, &expired) {
		return Identity{}, app.Refuse(refusal.ProviderExpired)
	}
	if err != nil || token.Subject == "" || subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(f.Nonce)) != 1 {
		return Identity{}, app.Refuse(refusal.ProviderUntrusted)
	}
	who := Identity{Subject: token.Subject}
	if token.Claims(&who.Claims) != nil {
		return Identity{}, app.Refuse(refusal.ProviderUntrusted)
	}
	if !app.isFor(token.Audience, who.Claims["azp"]) {
		return Identity{}, app.Refuse(refusal.ProviderAudience)
	}
	if who.Claims[wanted] == nil && k.UserInfoURL != "" {
		who.ask(ctx, k.provider, answer)
	}
	return who, nil
}

// isFor reports whether a token is for this server, and was given to it where it is for several (OpenID Connect Core
// 1.0, 3.1.3.7).
func (a App) isFor(audience []string, given any) bool {
	return slices.Contains(audience, a.ClientID) && (given == a.ClientID || given == nil && len(audience) == 1)
}

// ask adds what the provider says of a person only when it is asked. Where it says nothing, the claim stays unknown.
func (who *Identity) ask(ctx context.Context, provider *oidc.Provider, token *oauth2.Token) {
	more, err := provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil || more.Subject != who.Subject {
		return
	}
	var claims map[string]any
	if more.Claims(&claims) != nil {
		return
	}
	for name, value := range claims {
		if who.Claims[name] == nil {
			who.Claims[name] = value
		}
	}
}

// oauthError matches the codes of errors that a provider may give (RFC 6749, 5.2).
var oauthError = regexp.MustCompile(`^[a-z_]{1,40}$`)

// refuseExchange says why a provider does not take a code.
func (a App) refuseExchange(err error) error {
	var refused *oauth2.RetrieveError
	switch {
	case !errors.As(err, &refused), refused.Response.StatusCode >= http.StatusInternalServerError:
		return a.Refuse(refusal.ProviderUnreachable)
	case refused.ErrorCode == "invalid_grant":
		return refusal.SignInSpent
	}
	reason := refused.ErrorCode
	if !oauthError.MatchString(reason) {
		reason = refused.Response.Status
	}
	return refusal.ProviderRefused.With(refusal.Facts{"name": a.Name, "reason": clip(reason)})
}
