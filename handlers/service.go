package handlers

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"net"
	"net/http"
	"strconv"
	"time"

	"ostrakon/handlers/listen"
	"ostrakon/handlers/registrar"
	"ostrakon/handlers/rest"
	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/web"
)

// info answers whose server this is and what people need to register.
func (s *Server) info(w http.ResponseWriter, r *request) error {
	in, err := s.store.Installation(r.Context())
	if err != nil {
		return err
	}
	logo := ""
	if v := viewLogo(in.Logo); v != nil {
		logo = v.URL
	}
	type identity struct {
		Policy     registrar.Policy `json:"policy"`
		Cards      bool             `json:"cards"`      // the server reads photos of cards
		MemberKeys bool             `json:"memberKeys"` // people can register with a member key instead of a number
		Register   bool             `json:"register"`   // somebody can register with a number
		NationalID schemeView       `json:"nationalId"`
		VoterID    schemeView       `json:"voterId"`
		Birth      registrar.Birth  `json:"birth"` // what a registration wants with a date of birth
		LeastAge   int              `json:"leastAge"`
	}
	// provider is what people sign in with besides a slip.
	type provider struct {
		Name  string `json:"name"`
		Binds bool   `json:"binds"` // people say first who they are, by bindProvider
	}
	var signsIn *provider
	if in.Provider.Issuer != "" {
		signsIn = &provider{in.Provider.Name, in.Provider.Match == store.MatchSubject}
	}
	rules, err := s.registrar.Under(in.Settings)
	if err != nil {
		return err
	}
	var kinds []kindView
	if in.SetupRequired {
		kinds = viewKinds()
	}
	return rest.Respond(w, struct {
		Name          string     `json:"name"`
		Version       string     `json:"version"`
		Organisation  string     `json:"organisation"`
		TimeZone      string     `json:"timeZone"`
		SetupRequired bool       `json:"setupRequired"`
		Slips         bool       `json:"slips"`
		Mail          bool       `json:"mail"`  // it sends links to choose a new password
		Links         bool       `json:"links"` // it sends links that sign in to those who ask
		Provider      *provider  `json:"provider,omitempty"`
		SigningKey    []byte     `json:"signingKey"`
		Rehearsal     bool       `json:"rehearsal"`
		Identity      identity   `json:"identity"`
		Language      string     `json:"language"`
		Contact       string     `json:"contact,omitempty"`
		Address       string     `json:"address,omitempty"`
		Logo          string     `json:"logo,omitempty"` // its address
		Pages         pagesView  `json:"pages"`
		Kinds         []kindView `json:"kinds,omitempty"` // of number, for the set-up to choose from
	}{"Ostrakon", s.version, in.Organisation, in.TimeZone, in.SetupRequired, in.Slips, in.Mail, in.Links, signsIn,
		in.SigningKey, s.rehearsing,
		identity{rules.Policy, s.cards != nil, rules.Policy == registrar.PolicyRoll && in.SecondFact == store.FactNone,
			rules.Policy != registrar.PolicyRoll || in.Numbers, viewScheme(rules.NationalID), viewScheme(rules.VoterID),
			rules.Birth(), rules.LeastAge},
		in.Language, in.Contact, in.Address, logo, viewPages(in.Settings), kinds}, nil)
}

// healthz answers that the process runs.
func (s *Server) healthz(w http.ResponseWriter, _ *request) error {
	return rest.Respond(w, obj{"status": "ok"}, nil)
}

// readyz answers whether the store can be read and written.
func (s *Server) readyz(w http.ResponseWriter, r *request) error {
	err := s.store.Ready(r.Context())
	switch {
	case errors.Is(err, refusal.StorageFull), errors.Is(err, refusal.StorageFailed):
		return err
	case err != nil:
		return refusal.NotReady
	}
	return rest.Respond(w, obj{"status": "ready"}, nil)
}

// document is an answer that is ready to send and never changes while the server runs.
type document struct {
	mediaType      string
	plain, gzipped representation
}

// representation is a document, compressed or not. Other bytes need another ETag.
type representation struct {
	data   []byte
	sha256 string
}

func represent(data []byte) representation {
	sum := sha256.Sum256(data)
	return representation{data, hex.EncodeToString(sum[:])}
}

func newDocument(mediaType string, data []byte) (document, error) {
	gzipped, err := web.Compress(data)
	return document{mediaType, represent(data), represent(gzipped)}, err
}

// respondDocument answers with a document, compressed if the client accepts gzip.
func respondDocument(w http.ResponseWriter, r *request, d document) error {
	form := d.plain
	w.Header().Set("Vary", "Accept-Encoding")
	if web.AcceptsGzip(r.Header.Values("Accept-Encoding")) {
		form = d.gzipped
		w.Header().Set("Content-Encoding", "gzip")
	}
	rest.RespondKept(w, r.Request, d.mediaType, "no-cache", form.sha256, form.data)
	return nil
}

// networkView shows how other machines reach this server.
type networkView struct {
	LocalOnly   bool             `json:"localOnly"` // only browsers on this machine reach it
	Room        bool             `json:"room"`      // an administrator has let the local network in
	Port        int              `json:"port,omitempty"`
	Encryption  encryption       `json:"encryption"`
	Certificate *certificateView `json:"certificate,omitempty"` // where it is the server's own
	Addresses   []addressView    `json:"addresses"`
}

// encryption names what browsers think of the connections to this server.
type encryption string

const (
	notEncrypted encryption = "none"
	ownCert      encryption = "own"     // TLS with a certificate that browsers warn of
	trustedCert  encryption = "trusted" // TLS with a certificate that was given to the server
)

type certificateView struct {
	SHA256    string    `json:"sha256"`
	ExpiresAt time.Time `json:"expiresAt"`
}

type addressView struct {
	URL     string `json:"url"`
	Family  string `json:"family"`  // ipv4, ipv6 or name
	Private bool   `json:"private"` // of a local network (RFC 1918, RFC 4193)
}

// network answers with the addresses that an administrator can give to a room of people.
func (s *Server) network(w http.ResponseWriter, _ *request) error {
	v, err := viewNetwork(s.outside())
	return rest.Respond(w, v, err)
}

func viewNetwork(door *listen.Door, room bool) (networkView, error) {
	v := networkView{LocalOnly: door.LocalOnly(), Room: room, Encryption: notEncrypted, Addresses: []addressView{}}
	found, err := door.Addresses()
	if err != nil {
		return v, err
	}
	if tcp, ok := door.Addr().(*net.TCPAddr); ok {
		v.Port = tcp.Port
	}
	if door.Trusted() {
		v.Encryption = trustedCert
	}
	if cert := door.Certificate(); cert != nil {
		v.Encryption, v.Certificate = ownCert, &certificateView{cert.Fingerprint, cert.NotAfter}
	}
	for _, a := range found {
		v.Addresses = append(v.Addresses, addressView{a.URL, a.Family, a.Private})
	}
	return v, nil
}

// certificate answers with the authority of the server's own certificate, as browsers and systems
// install one. It is no secret: every handshake shows what it has signed.
func (s *Server) certificate(w http.ResponseWriter, _ *request) error {
	door, _ := s.outside()
	cert := door.Certificate()
	if cert == nil {
		return refusal.Missing("certificate")
	}
	h := w.Header()
	h.Set("Content-Type", "application/x-x509-ca-cert")
	h.Set("Content-Disposition", `attachment; filename="ostrakon.crt"`)
	h.Set("Content-Length", strconv.Itoa(len(cert.Authority)))
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
	w.Write(cert.Authority) // the client may have gone
	return nil
}
