package handlers

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"net"
	"net/http"
	"net/netip"
	"slices"

	"ostrakon/handlers/registrar"
	"ostrakon/store/refusal"
	"ostrakon/web"
)

// info says whose server this is and what people need to register.
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
		NationalID schemeView       `json:"nationalId"`
		VoterID    schemeView       `json:"voterId"`
	}
	rules, err := s.registrar.Under(in.Settings)
	if err != nil {
		return err
	}
	var kinds []string
	if in.SetupRequired {
		kinds = kindNames()
	}
	return respond(w, struct {
		Name          string    `json:"name"`
		Version       string    `json:"version"`
		Organisation  string    `json:"organisation"`
		TimeZone      string    `json:"timeZone"`
		SetupRequired bool      `json:"setupRequired"`
		Slips         bool      `json:"slips"`
		Mail          bool      `json:"mail"` // it sends links to choose a new password
		SigningKey    []byte    `json:"signingKey"`
		Rehearsal     bool      `json:"rehearsal"`
		Identity      identity  `json:"identity"`
		Language      string    `json:"language"`
		Contact       string    `json:"contact,omitempty"`
		Address       string    `json:"address,omitempty"`
		Logo          string    `json:"logo,omitempty"` // its address
		Pages         pagesView `json:"pages"`
		Kinds         []string  `json:"kinds,omitempty"` // of number, for the set-up to choose from
	}{"Ostrakon", s.version, in.Organisation, in.TimeZone, in.SetupRequired, in.Slips, in.Mail, in.SigningKey, s.rehearsing,
		identity{rules.Policy, s.cards != nil, rules.Policy == registrar.PolicyRoll, viewScheme(rules.NationalID), viewScheme(rules.VoterID)},
		in.Language, in.Contact, in.Address, logo, viewPages(in.Settings), kinds})
}

type healthView struct {
	Status string `json:"status"`
}

// healthz says that the process answers.
func (s *Server) healthz(w http.ResponseWriter, _ *request) error {
	return respond(w, healthView{"ok"})
}

// readyz says that the store can be read.
func (s *Server) readyz(w http.ResponseWriter, r *request) error {
	if err := s.store.Ready(r.Context()); err != nil {
		return refusal.NotReady
	}
	return respond(w, healthView{"ready"})
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
	respondKept(w, r, d.mediaType, "no-cache", form.sha256, form.data)
	return nil
}

// networkView says how other machines reach this server.
type networkView struct {
	LocalOnly bool          `json:"localOnly"` // only browsers on this machine reach it
	Port      int           `json:"port,omitempty"`
	Addresses []addressView `json:"addresses"`
}

type addressView struct {
	URL     string `json:"url"`
	Family  string `json:"family"`  // ipv4 or ipv6
	Private bool   `json:"private"` // of a local network (RFC 1918, RFC 4193)
}

// network answers with the addresses that an administrator can give to a room of people.
func (s *Server) network(w http.ResponseWriter, _ *request) error {
	found, err := net.InterfaceAddrs()
	if err != nil {
		return err
	}
	return respond(w, viewNetwork(s.public, found))
}

// viewNetwork lists the addresses of a machine at which other machines reach a listener: private
// ones before public ones, and IPv4, which is shorter to type, before IPv6. It leaves out
// link-local addresses, which do not work in a browser.
func viewNetwork(listener net.Addr, interfaces []net.Addr) networkView {
	v := networkView{LocalOnly: true, Addresses: []addressView{}}
	tcp, ok := listener.(*net.TCPAddr)
	if !ok {
		return v
	}
	v.Port = tcp.Port
	bound, _ := netip.AddrFromSlice(tcp.IP)
	bound = bound.Unmap()
	if bound.IsLoopback() {
		return v
	}
	v.LocalOnly = false
	for _, each := range interfaces {
		prefix, err := netip.ParsePrefix(each.String())
		addr := prefix.Addr().Unmap()
		if err != nil || !addr.IsGlobalUnicast() || !answers(bound, addr) {
			continue
		}
		family := "ipv6"
		if addr.Is4() {
			family = "ipv4"
		}
		v.Addresses = append(v.Addresses, addressView{
			URL: "http://" + netip.AddrPortFrom(addr, uint16(tcp.Port)).String(), Family: family, Private: addr.IsPrivate(),
		})
	}
	slices.SortStableFunc(v.Addresses, func(a, b addressView) int {
		if a.Private != b.Private {
			if a.Private {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.Family, b.Family)
	})
	return v
}

// answers reports whether a listener that is bound to one address accepts connections to another:
// 0.0.0.0 accepts those to any IPv4 address, [::] those to any address.
func answers(bound, addr netip.Addr) bool {
	return bound == addr || bound.IsUnspecified() && (bound.Is6() || addr.Is4())
}
