package limit

import (
	"net/netip"
	"testing"
)

func TestAddressKey(t *testing.T) {
	for _, c := range []struct{ name, address, want string }{
		{"IPv4", "192.0.2.7", "192.0.2.7"},
		{"IPv4 written as IPv6", "::ffff:192.0.2.7", "192.0.2.7"},
		{"IPv4 written as IPv6, with a zone", "::ffff:192.0.2.7%eth0", "192.0.2.7"},
		{"IPv6", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"},
		{"IPv6, another host of the subnet", "2001:db8:1:2::", "2001:db8:1:2::/64"},
		{"IPv6, the next subnet", "2001:db8:1:3:3:4:5:6", "2001:db8:1:3::/64"},
		{"IPv6 with a zone", "fe80::1%eth0", "fe80::/64"},
		{"IPv6 loopback", "::1", "::/64"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := AddressKey(netip.MustParseAddr(c.address)); got != c.want {
				t.Errorf("AddressKey(%s) = %s, want %s", c.address, got, c.want)
			}
		})
	}
	if got, want := AddressKey(netip.Addr{}), "invalid IP"; got != want {
		t.Errorf("AddressKey of no address = %s, want %s", got, want)
	}
}
