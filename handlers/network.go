package handlers

import (
	"cmp"
	"net"
	"net/http"
	"net/netip"
	"slices"
)

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

// network tells an administrator the addresses to hand out to a room.
func (s *Server) network(w http.ResponseWriter, _ *request) error {
	found, err := net.InterfaceAddrs()
	if err != nil {
		return err
	}
	return respond(w, viewNetwork(s.public, found))
}

// viewNetwork lists the addresses of a machine's interfaces under which a
// listener answers others: private before public ones, IPv4, which is shorter
// to type, before IPv6. Link-local addresses are left out: in a browser they do not work.
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

// answers tells whether a listener bound to an address takes connections to
// another: 0.0.0.0 takes those to any of IPv4, [::] those to any at all.
func answers(bound, addr netip.Addr) bool {
	return bound == addr || bound.IsUnspecified() && (bound.Is6() || addr.Is4())
}
