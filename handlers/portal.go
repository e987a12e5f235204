package handlers

import (
	"context"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"net/http"
	"strings"
	"time"

	"ostrakon/handlers/portal"
	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// portalView is how links of the members' portal are checked. Secret is there only in the answer that makes it.
type portalView struct {
	Algorithm store.PortalAlgorithm `json:"algorithm"`
	PublicKey string                `json:"publicKey,omitempty"` // PEM
	HasSecret bool                  `json:"hasSecret"`
	Secret    string                `json:"secret,omitempty"`
	Audiences []string              `json:"audiences"` // what a link may name as its audience
}

// viewPortal shows how links of the members' portal are checked.
func (s *Server) viewPortal(ctx context.Context) (portalView, error) {
	p, secret, err := s.store.Portal(ctx)
	if err != nil {
		return portalView{}, err
	}
	v := portalView{Algorithm: p.Algorithm, HasSecret: secret != ""}
	if p.PublicKey != nil {
		der, err := x509.MarshalPKIXPublicKey(p.PublicKey)
		if err != nil {
			return portalView{}, err
		}
		v.PublicKey = string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}))
	}
	v.Audiences, err = s.portalAudiences(ctx)
	return v, err
}

// portalAudiences are the names of this installation in links: an id that never changes, and its address if it is set.
func (s *Server) portalAudiences(ctx context.Context) ([]string, error) {
	settings, err := s.store.Settings(ctx)
	names := []string{"ostrakon:" + s.store.InstallationID()}
	if settings.Address != "" {
		names = append(names, settings.Address)
	}
	return names, err
}

// getPortal reads how links of the members' portal are checked.
func (s *Server) getPortal(w http.ResponseWriter, r *request) error {
	v, err := s.viewPortal(r.Context())
	return rest.Respond(w, v, err)
}

// updatePortal says how links of the members' portal are checked. For HS256 it makes a new secret each time.
func (s *Server) updatePortal(w http.ResponseWriter, r *request) error {
	var in struct {
		Algorithm store.PortalAlgorithm `json:"algorithm"`
		PublicKey rest.Optional[string] `json:"publicKey"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	p := store.Portal{Algorithm: in.Algorithm}
	var faults input.Faults
	input.OneOf(&faults, "algorithm", p.Algorithm, store.PortalOff, store.PortalHS256, store.PortalEdDSA)
	if p.Algorithm == store.PortalEdDSA {
		key, wrong := portal.ParseKey(in.PublicKey.Value)
		if p.PublicKey = key; wrong != nil {
			faults.Add("publicKey", wrong, nil)
		}
	}
	if err := faults.Err(); err != nil {
		return err
	}
	secret, err := s.store.SetPortal(r.Context(), r.by(), p)
	if err != nil {
		return err
	}
	v, err := s.viewPortal(r.Context())
	v.Secret = secret
	return rest.Respond(w, v, err)
}

// readLink reads the token of a link of the members' portal.
func (s *Server) readLink(ctx context.Context, token string) (portal.Link, error) {
	p, secret, err := s.store.Portal(ctx)
	if err != nil {
		return portal.Link{}, err
	}
	reader := portal.Reader{Algorithm: string(p.Algorithm), Now: s.now()}
	switch {
	case p.Algorithm == store.PortalEdDSA && len(p.PublicKey) == ed25519.PublicKeySize:
		reader.Key = p.PublicKey
	case p.Algorithm == store.PortalHS256 && secret != "":
		reader.Key = []byte(secret)
	default:
		return portal.Link{}, refusal.PortalUnset
	}
	if reader.Audiences, err = s.portalAudiences(ctx); err != nil {
		return portal.Link{}, err
	}
	return reader.Read(token)
}

// signInByPortal signs in the person whom a link of the members' portal names. Whoever tries too many wrong ones waits.
func (s *Server) signInByPortal(w http.ResponseWriter, r *request) error {
	var in struct {
		Token string `json:"token"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	link, err := s.readLink(r.Context(), in.Token)
	if err != nil {
		return s.limitFailed(r, err)
	}
	a, err := s.store.SignInEntry(r.Context(), store.EntryNamed{
		Member: link.Member, Once: link.ID, Until: link.Expires.Add(time.Second),
	})
	switch {
	case errors.Is(err, refusal.NotFound):
		err = refusal.PortalStranger.With(refusal.Facts{"member": link.Member})
	case errors.Is(err, refusal.TokenSpent):
		err = refusal.PortalUsed
	}
	if err != nil {
		return err
	}
	return s.startSession(w, a, true)
}

// testPortal tells whom a link of the members' portal would sign in. It does not use the link up.
func (s *Server) testPortal(w http.ResponseWriter, r *request) error {
	var in struct {
		Link string `json:"link"`
	}
	if err := r.Decode(w, &in); err != nil {
		return err
	}
	token := strings.TrimSpace(in.Link)
	if _, after, found := strings.Cut(token, "#portal/"); found {
		token = after
	}
	if token == "" {
		return refusal.Invalid("link", refusal.Required, nil)
	}
	link, err := s.readLink(r.Context(), token)
	if err != nil {
		return err
	}
	person, err := s.store.RollPersonNamed(r.Context(), link.Member)
	if errors.Is(err, refusal.NotFound) {
		err = refusal.PortalStranger.With(refusal.Facts{"member": link.Member})
	}
	return rest.Respond(w, obj{"fullName": person.FullName, "member": link.Member, "expiresAt": link.Expires.UTC()}, err)
}
