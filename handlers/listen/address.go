package listen

import (
	"cmp"
	"net"
	"net/netip"
	"slices"
)

// Address is one at which other machines reach a door.
type Address struct {
	URL     string
	Family  string // "ipv4", "ipv6", or "name"
	Private bool   // of a local network (RFC 1918, RFC 4193)
}

// LocalOnly reports whether only browsers on this machine reach the door.
func (d *Door) LocalOnly() bool {
	at := addressOf(d.Addr())
	return at.IsLoopback() || !at.IsValid()
}

// Addresses lists the addresses of a door, the handiest first. If it has a certificate for a name,
// that name is the only one, since browsers refuse the certificate elsewhere.
func (d *Door) Addresses() ([]Address, error) {
	if d.LocalOnly() {
		return nil, nil
	}
	if d.name != "" {
		return []Address{{URL: d.URLOf(d.name), Family: "name"}}, nil
	}
	found, err := net.InterfaceAddrs()
	if err != nil {
		return nil, err
	}
	var list []Address
	for _, addr := range reachable(addressOf(d.Addr()), d.options.LAN, found, routed()) {
		family := "ipv6"
		if addr.Is4() {
			family = "ipv4"
		}
		list = append(list, Address{d.URLOf(addr.String()), family, addr.IsPrivate()})
	}
	return list, nil
}

// reachable chooses among the addresses of a machine those at which other machines reach a listener that is bound to
// one: private ones before public ones, first the one of the default route, and IPv4, which is shorter to type, before
// IPv6. It leaves out link-local addresses, which do not work in a browser.
func reachable(bound netip.Addr, lan bool, machine []net.Addr, route netip.Addr) (list []netip.Addr) {
	for _, each := range machine {
		addr, err := hostOf(each)
		if err != nil || !addr.IsGlobalUnicast() || !answers(bound, addr) || lan && !local(addr) {
			continue
		}
		list = append(list, addr)
	}
	slices.SortStableFunc(list, func(a, b netip.Addr) int {
		return cmp.Or(first(a.IsPrivate(), b.IsPrivate()), first(a == route, b == route), first(a.Is4(), b.Is4()))
	})
	return list
}

// hostOf is the address of an interface, which comes with that of its network.
func hostOf(each net.Addr) (netip.Addr, error) {
	prefix, err := netip.ParsePrefix(each.String())
	return prefix.Addr().Unmap(), err
}

// first orders true before false, for slices.SortFunc.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// answers reports whether a listener that is bound to one address accepts connections to another:
// 0.0.0.0 accepts those to any IPv4 address, [::] those to any address.
func answers(bound, addr netip.Addr) bool {
	return bound == addr || bound.IsUnspecified() && (bound.Is6() || addr.Is4())
}

// local reports whether only this machine and its local networks reach an address.
func local(addr netip.Addr) bool {
	return addr.IsPrivate() || addr.IsLoopback() || addr.IsLinkLocalUnicast()
}

// routed is the address of the default route, the zero Addr if there is none. A UDP socket that is
// connected sends nothing; 192.0.2.1 is nobody's address (RFC 5737).
func routed() netip.Addr {
	conn, err := net.Dial("udp4", "192.0.2.1:9")
	if err != nil {
		return netip.Addr{}
	}
	defer conn.Close()
	return conn.LocalAddr().(*net.UDPAddr).AddrPort().Addr().Unmap()
}
