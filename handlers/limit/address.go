package limit

import "net/netip"

// AddressKey returns the key of a client's address: an IPv4 address itself, also when it is written as IPv6
// (::ffff:192.0.2.1), and the /64 of an IPv6 address, which is the least that a subscriber is given (RFC 6177), so
// that one household or server is one client. Zones are ignored. All invalid addresses share one key.
func AddressKey(address netip.Addr) string {
	address = address.Unmap()
	if !address.Is6() {
		return address.String()
	}
	// Prefix fails only for lengths beyond the address's own.
	subnet, _ := address.Prefix(64)
	return subnet.String()
}
