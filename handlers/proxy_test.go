package handlers_test

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"ostrakon/handlers"
)

// clientOf makes a request and returns the client's address as the log has it.
func (o *office) clientOf(t *testing.T, from string, forwarded ...string) string {
	t.Helper()
	c := call{method: "GET", path: "/api/conversion-methods", from: from}
	if forwarded != nil {
		c.header = http.Header{"X-Forwarded-For": forwarded}
	}
	lines := o.must(t, c).log
	if len(lines) != 1 {
		t.Fatalf("%d log lines", len(lines))
	}
	client, _ := lines[0]["client"].(string)
	return client
}

func TestClientAddress(t *testing.T) {
	o := newOffice(t, func(opts *handlers.Options) {
		opts.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8:1::/48"),
			netip.MustParsePrefix("127.0.0.1/32")}
	})
	for name, s := range map[string]struct {
		from      string
		forwarded []string
		want      string
	}{
		"no proxy":                            {"203.0.113.9:1", nil, "203.0.113.9"},
		"an untrusted peer is not believed":   {"203.0.113.9:1", []string{"198.51.100.7"}, "203.0.113.9"},
		"a trusted peer is":                   {"10.0.0.1:1", []string{"198.51.100.7"}, "198.51.100.7"},
		"a trusted peer that says nothing":    {"10.0.0.1:1", nil, "10.0.0.1"},
		"a trusted peer with an empty header": {"10.0.0.1:1", []string{""}, "10.0.0.1"},
		"spoofed hops stand to the left":      {"10.0.0.1:1", []string{"1.1.1.1, 2.2.2.2, 198.51.100.7"}, "198.51.100.7"},
		"a chain of trusted proxies": {"10.0.0.1:1", []string{"1.1.1.1, 198.51.100.7, 10.9.9.9,10.0.0.2"},
			"198.51.100.7"},
		"a chain in several headers": {"10.0.0.1:1", []string{"1.1.1.1", "198.51.100.7", "10.0.0.2"},
			"198.51.100.7"},
		"a spoofed trusted hop":            {"10.0.0.1:1", []string{"10.0.0.3, 198.51.100.7"}, "198.51.100.7"},
		"trusted hops alone":               {"10.0.0.1:1", []string{"10.0.0.3, 10.0.0.2"}, "10.0.0.3"},
		"rubbish from the client":          {"10.0.0.1:1", []string{"<script>, 198.51.100.7"}, "198.51.100.7"},
		"rubbish from the last hop":        {"10.0.0.1:1", []string{"198.51.100.7, unknown"}, "10.0.0.1"},
		"a hop with a port":                {"10.0.0.1:1", []string{"198.51.100.7:4711"}, "10.0.0.1"},
		"spaces and tabs":                  {"10.0.0.1:1", []string{" \t198.51.100.7\t "}, "198.51.100.7"},
		"IPv6 client":                      {"10.0.0.1:1", []string{"2001:db8:2:3:4:5:6:7"}, "2001:db8:2:3::/64"},
		"IPv6 peer":                        {"[2001:db8:2:3::1]:1", []string{"198.51.100.7"}, "2001:db8:2:3::/64"},
		"IPv6 proxy":                       {"[2001:db8:1:ffff::1]:1", []string{"198.51.100.7"}, "198.51.100.7"},
		"IPv4 peer written as IPv6":        {"[::ffff:10.0.0.1]:1", []string{"198.51.100.7"}, "198.51.100.7"},
		"IPv4 hop written as IPv6":         {"10.0.0.1:1", []string{"::ffff:198.51.100.7"}, "198.51.100.7"},
		"IPv4 trusted hop written as IPv6": {"10.0.0.1:1", []string{"198.51.100.7, ::ffff:10.0.0.2"}, "198.51.100.7"},
		"IPv6 peer with a zone":            {"[fe80::1%eth0]:1", []string{"198.51.100.7"}, "fe80::/64"},
		"a peer without an address":        {"@", []string{"198.51.100.7"}, "@"},
		"many hops": {"10.0.0.1:1", []string{strings.Repeat("10.0.0.2,", 3000) + "10.0.0.2"},
			"10.0.0.2"},
	} {
		if got := o.clientOf(t, s.from, s.forwarded...); got != s.want {
			t.Errorf("%s: client %s, want %s", name, got, s.want)
		}
	}
}

func TestNobodyIsBelievedUnlessTrusted(t *testing.T) {
	w := newWorld(t)
	for _, from := range []string{"127.0.0.1:1", "10.0.0.1:1", "[::1]:1"} {
		want := w.clientOf(t, from)
		if got := w.clientOf(t, from, "198.51.100.7"); got != want {
			t.Errorf("%s is believed to be %s", from, got)
		}
	}
	c := call{method: "POST", path: "/api/auth/verify-id", body: form{}, from: "203.0.113.9:1"}
	w.exhaust(t, c)
	c.header = http.Header{"X-Forwarded-For": {"198.51.100.7"}, "Forwarded": {"for=198.51.100.7"}}
	if a := w.do(t, c); a.status != http.StatusTooManyRequests {
		t.Errorf("a client that names another address dodges the limit: %d", a.status)
	}
}

func TestLimitsGoByTheClientBehindTheProxy(t *testing.T) {
	w := newWorld(t, func(opts *handlers.Options) {
		opts.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.1/32")}
	})
	c := call{method: "POST", path: "/api/auth/verify-id", body: form{}, from: "10.0.0.1:1",
		header: http.Header{"X-Forwarded-For": {"198.51.100.7"}}}
	w.exhaust(t, c)
	for _, spoofed := range []string{"1.1.1.1, 198.51.100.7", "10.0.0.1, 198.51.100.7"} {
		c.header = http.Header{"X-Forwarded-For": {spoofed}}
		if a := w.do(t, c); a.status != http.StatusTooManyRequests {
			t.Errorf("%s: %d", spoofed, a.status)
		}
	}
	c.header = http.Header{"X-Forwarded-For": {"198.51.100.8"}}
	if a := w.do(t, c); a.status == http.StatusTooManyRequests {
		t.Error("another client is refused too")
	}
	c.from, c.header = "[2001:db8:2:3::1]:1", nil
	w.exhaust(t, c)
	c.from = "[2001:db8:2:3:ffff::2]:1"
	if a := w.do(t, c); a.status != http.StatusTooManyRequests {
		t.Errorf("another address of the same /64: %d", a.status)
	}
}
