package openid

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"ostrakon/store"
	"ostrakon/store/refusal"
)

// Document is the discovery document of a provider (OpenID Connect Discovery 1.0).
type Document struct {
	oidc.ProviderConfig
	Claims    []string `json:"claims_supported"`
	Methods   []string `json:"code_challenge_methods_supported"`
	TokenAuth []string `json:"token_endpoint_auth_methods_supported"`
}

// signed are the algorithms whose signatures are checked with a public key.
var signed = []string{oidc.RS256, oidc.RS384, oidc.RS512, oidc.ES256, oidc.ES384, oidc.ES512, oidc.PS256, oidc.PS384,
	oidc.PS512, oidc.EdDSA}

// Discover reads the document of a provider. Errors: refusal.ValidationFailed for the field issuer, which says what is
// wrong.
func (c *Client) Discover(ctx context.Context, issuer string) (Document, error) {
	var d Document
	at := strings.TrimSuffix(issuer, "/") + "/.well-known/openid-configuration"
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return d, refusal.Invalid("issuer", refusal.NotIssuer, nil)
	}
	answer, err := c.http.Do(ask)
	var untrusted *tls.CertificateVerificationError
	switch {
	case errors.As(err, &untrusted):
		return d, refusal.Invalid("issuer", refusal.IssuerCertificate, refusal.Facts{"address": ask.URL.Host})
	case err != nil:
		return d, refusal.Invalid("issuer", refusal.IssuerUnreachable, refusal.Facts{"address": ask.URL.Host})
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK || json.NewDecoder(answer.Body).Decode(&d) != nil {
		return d, refusal.Invalid("issuer", refusal.IssuerWithout,
			refusal.Facts{"address": at, "status": answer.StatusCode})
	}
	return d, d.check(issuer)
}

// check notes what is wrong with a document, and leaves out the algorithms that are not safe here.
func (d *Document) check(issuer string) error {
	if d.IssuerURL != issuer {
		return refusal.Invalid("issuer", refusal.IssuerOther, refusal.Facts{"issuer": clip(d.IssuerURL)})
	}
	needed := []string{d.AuthURL, d.TokenURL, d.JWKSURL}
	if d.UserInfoURL != "" {
		needed = append(needed, d.UserInfoURL)
	}
	for _, address := range needed {
		if !store.SafeAddress(address) {
			return refusal.Invalid("issuer", refusal.IssuerUnsafe, refusal.Facts{"address": clip(address)})
		}
	}
	if len(d.Algorithms) == 0 {
		d.Algorithms = []string{oidc.RS256} // every provider has it
	}
	d.Algorithms = slices.DeleteFunc(d.Algorithms, func(name string) bool { return !slices.Contains(signed, name) })
	if len(d.Algorithms) == 0 {
		return refusal.Invalid("issuer", refusal.IssuerAlgorithms, nil)
	}
	return nil
}

// endpoint says how the code is exchanged. A secret goes into the body where the provider takes it there.
func (d *Document) endpoint(secret string) oauth2.Endpoint {
	style := oauth2.AuthStyleInHeader
	if secret == "" || slices.Contains(d.TokenAuth, "client_secret_post") {
		style = oauth2.AuthStyleInParams
	}
	return oauth2.Endpoint{AuthURL: d.AuthURL, TokenURL: d.TokenURL, AuthStyle: style}
}

// clip shortens what a provider sent, to show it.
func clip(text string) string {
	const most = 200 // bytes
	return strings.ToValidUTF8(text[:min(len(text), most)], "")
}
