package handlers

import (
	"cmp"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"math"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"ostrakon/handlers/openid"
	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// flowLife is how long a person may take at the provider.
const flowLife = 10 * time.Minute

// flowAudience keeps what a browser has between leaving for the provider and coming back apart from other tokens.
const flowAudience = "ostrakon-provider"

// flowClaims are the claims of such a token (RFC 7519).
type flowClaims struct {
	openid.Flow
	Callback string `json:"callback"`
	jwt.RegisteredClaims
}

// provider reads the settings of the provider, as the client of OpenID Connect takes them. Errors:
// refusal.ProviderNotSet.
func (s *Server) provider(r *request, callback string) (set store.ProviderSettings, app openid.App, err error) {
	set, secret, err := s.store.Provider(r.Context())
	if err == nil && set.Issuer == "" {
		err = refusal.ProviderNotSet
	}
	app = openid.App{Name: set.Name, Issuer: set.Issuer, ClientID: set.ClientID, Secret: secret, Callback: callback}
	switch set.Match {
	case store.MatchEmail:
		app.Scopes = []string{"email"}
	case store.MatchMember:
		app.Scopes = []string{"profile"}
	}
	return set, app, err
}

// callback is where the provider sends people back to: the voters' page, at the address of the settings or, without
// one, of the page that asks.
func (s *Server) callback(r *request, page string) (string, error) {
	in, err := s.store.Settings(r.Context())
	if err != nil {
		return "", err
	}
	return cmp.Or(in.Address, page) + "/", nil
}

// beginProvider answers where the provider signs a person in, and with what their browser keeps meanwhile.
func (s *Server) beginProvider(w http.ResponseWriter, r *request) error {
	var in struct {
		Address string `json:"address"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	var faults input.Faults
	store.CheckAddress(&faults, "address", &in.Address)
	if in.Address == "" {
		faults.Add("address", refusal.Required, nil)
	}
	if err := faults.Err(); err != nil {
		return err
	}
	callback, err := s.callback(r, in.Address)
	if err != nil {
		return err
	}
	_, app, err := s.provider(r, callback)
	if err != nil {
		return err
	}
	address, flow, err := s.openid.Begin(r.Context(), app)
	if err != nil {
		return s.limitFailed(r, err)
	}
	c := flowClaims{flow, callback, s.flows.registered()}
	c.ID = rand.Text()
	token, err := s.flows.sign(c)
	return rest.Respond(w, obj{"address": address, "flow": token}, err)
}

// returned is a person whom the provider has sent back, with its settings and its answer.
type returned struct {
	set  store.ProviderSettings
	app  openid.App
	flow flowClaims
	who  openid.Identity
}

// comeBack reads what the provider sent along with a person, and asks it who they are.
func (s *Server) comeBack(w http.ResponseWriter, r *request) (back returned, err error) {
	var in struct {
		Flow  string `json:"flow"`
		State string `json:"state"`
		Code  string `json:"code"`
	}
	if err := r.Decode(w, &in); err != nil {
		return back, err
	}
	var faults input.Faults
	for _, f := range []struct{ name, value string }{{"flow", in.Flow}, {"state", in.State}, {"code", in.Code}} {
		if f.value == "" {
			faults.Add(f.name, refusal.Required, nil)
		}
	}
	if err := faults.Err(); err != nil {
		return back, err
	}
	if s.flows.parse(in.Flow, &back.flow) != nil ||
		subtle.ConstantTimeCompare([]byte(in.State), []byte(back.flow.State)) != 1 {
		return back, refusal.SignInStale
	}
	if back.set, back.app, err = s.provider(r, back.flow.Callback); err != nil {
		return back, err
	}
	back.who, err = s.openid.Finish(r.Context(), back.app, back.flow.Flow, in.Code, claimOf(back.set))
	return back, err
}

// claimOf is the claim of the provider by which the roll finds a person.
func claimOf(set store.ProviderSettings) string {
	switch set.Match {
	case store.MatchEmail:
		return "email"
	case store.MatchMember:
		return set.Claim
	}
	return "sub"
}

// entry says whom on the roll the provider means. Errors: refusal.ProviderClaim, refusal.EmailUnverified.
func (b returned) entry() (n store.EntryNamed, err error) {
	n = store.EntryNamed{Issuer: b.set.Issuer, Once: b.flow.ID, Until: b.flow.ExpiresAt.Time}
	claim := claimOf(b.set)
	value := textOf(b.who.Claims[claim])
	if value == "" {
		return n, refusal.ProviderClaim.With(refusal.Facts{"name": b.set.Name, "claim": claim})
	}
	switch b.set.Match {
	case store.MatchMember:
		n.Member = value
	case store.MatchEmail:
		n.Email = value
		if verified := b.who.Claims["email_verified"]; verified != true && verified != "true" {
			err = b.app.Refuse(refusal.EmailUnverified)
		}
	default:
		n.Subject = value
	}
	return n, err
}

// textOf is the text of a claim; "" for what cannot name a person.
func textOf(claim any) string {
	switch value := claim.(type) {
	case string:
		return value
	case float64:
		if value == math.Trunc(value) && math.Abs(value) < 1<<53 {
			return strconv.FormatInt(int64(value), 10)
		}
	}
	return ""
}

// signInByProvider signs in the person on the electoral roll whom the provider has signed in.
func (s *Server) signInByProvider(w http.ResponseWriter, r *request) error {
	a, err := s.accountByProvider(w, r)
	if err != nil {
		return s.limitFailed(r, err)
	}
	return s.startSession(w, a, true)
}

func (s *Server) accountByProvider(w http.ResponseWriter, r *request) (store.Account, error) {
	back, err := s.comeBack(w, r)
	if err != nil {
		return store.Account{}, err
	}
	named, err := back.entry()
	if err != nil {
		return store.Account{}, err
	}
	a, err := s.store.SignInEntry(r.Context(), named)
	switch {
	case errors.Is(err, refusal.NotFound) && named.Subject != "":
		err = back.app.Refuse(refusal.SubjectUnknown)
	case errors.Is(err, refusal.NotFound):
		err = back.app.Refuse(refusal.ProviderNobody)
	case errors.Is(err, refusal.TokenSpent):
		err = refusal.SignInSpent
	}
	return a, err
}

// bindProvider notes, on the roll entry of the signed-in person, the subject under which the provider knows them.
func (s *Server) bindProvider(w http.ResponseWriter, r *request) error {
	back, err := s.comeBack(w, r)
	if err != nil {
		return s.limitFailed(r, err)
	}
	err = s.store.BindSubject(r.Context(), r.user.ID, store.EntryNamed{Subject: back.who.Subject,
		Issuer: back.set.Issuer, Once: back.flow.ID, Until: back.flow.ExpiresAt.Time})
	switch {
	case errors.Is(err, refusal.NotFound):
		err = back.app.Refuse(refusal.ProviderNobody)
	case errors.Is(err, refusal.TokenSpent):
		err = refusal.SignInSpent
	}
	return rest.Respond(w, obj{"bound": true}, err)
}

// providerView is the settings of the provider. The secret is never shown.
type providerView struct {
	store.ProviderSettings
	HasSecret bool   `json:"hasSecret"`
	Callback  string `json:"callback"` // the address to register at the provider
	Safe      bool   `json:"safe"`     // nobody else reads what is sent to that address
}

// getProvider reads the settings of the provider.
func (s *Server) getProvider(w http.ResponseWriter, r *request) error {
	v, err := s.viewProvider(r)
	return rest.Respond(w, v, err)
}

func (s *Server) viewProvider(r *request) (v providerView, err error) {
	page, err := r.address()
	if err != nil {
		return v, err
	}
	set, secret, err := s.store.Provider(r.Context())
	if err != nil {
		return v, err
	}
	callback, err := s.callback(r, page)
	return providerView{set, secret != "", callback, store.SafeAddress(callback)}, err
}

// updateProvider changes the settings of the provider.
func (s *Server) updateProvider(w http.ResponseWriter, r *request) error {
	var in struct {
		Name     rest.Optional[string]              `json:"name"`
		Issuer   rest.Optional[string]              `json:"issuer"`
		ClientID rest.Optional[string]              `json:"clientId"`
		Secret   rest.Optional[string]              `json:"secret"`
		Match    rest.Optional[store.ProviderMatch] `json:"match"`
		Claim    rest.Optional[string]              `json:"claim"`
	}
	if err := r.DecodeChange(w, rest.MaxJSON, &in, func() (any, error) { return s.viewProvider(r) }); err != nil {
		return err
	}
	var faults input.Faults
	c := store.ProviderChange{Name: in.Name.Clearable(), Issuer: in.Issuer.Clearable(),
		ClientID: in.ClientID.Clearable(), Secret: in.Secret.Clearable(), Claim: in.Claim.Clearable(),
		Match: in.Match.Required("match", &faults)}
	if err := faults.Err(); err != nil {
		return err
	}
	if err := s.store.ChangeProvider(r.Context(), r.by(), c); err != nil {
		return err
	}
	return s.getProvider(w, r)
}

// testProvider reads the description that the provider gives of itself, and says what is wrong.
func (s *Server) testProvider(w http.ResponseWriter, r *request) error {
	v, err := s.viewProvider(r)
	if err != nil {
		return err
	}
	if v.Issuer == "" {
		return refusal.ProviderNotSet
	}
	d, err := s.openid.Discover(r.Context(), v.Issuer)
	if err != nil {
		return err
	}
	warnings := []string{}
	for _, w := range []struct {
		name  string
		given bool
	}{
		{"callback", !v.Safe},
		{"secret", !v.HasSecret},
		{"pkce", len(d.Methods) > 0 && !slices.Contains(d.Methods, "S256")},
		{"claim", len(d.Claims) > 0 && !slices.Contains(d.Claims, claimOf(v.ProviderSettings))},
	} {
		if w.given {
			warnings = append(warnings, w.name)
		}
	}
	return rest.Respond(w, obj{"issuer": d.IssuerURL, "warnings": warnings}, nil)
}
