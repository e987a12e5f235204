package handlers

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"ostrakon/store"
)

// come is requests that come from an address, and whether administrators are told of a proxy at it afterwards.
type come struct {
	from   string
	people int    // each of whom asks twice
	header string // with a value; "" for none
	page   string // the origin that a browser names; "" for a request without one
	told   bool
}

func TestAProxyThatNamesNobodyIsTold(t *testing.T) {
	const proxy, hall = "10.0.0.1:1", "https://vote.example.org"
	for name, c := range map[string]come{
		"people at this computer":                       {"127.0.0.1:1", manyPeople - 1, "", hall, false},
		"many people from this computer":                {"127.0.0.1:1", manyPeople, "", hall, true},
		"many from this computer, by IPv6":              {"[::1]:1", manyPeople, "", "https://198.51.100.7", true},
		"a polling station at this computer":            {"127.0.0.1:1", 500, "", "http://localhost:8080", false},
		"a polling station by address":                  {"127.0.0.1:1", 500, "", "http://127.0.0.1:8080", false},
		"a polling station by IPv6":                     {"[::1]:1", 500, "", "http://[::1]:8080", false},
		"a program at this computer":                    {"127.0.0.1:1", 500, "", "", false},
		"a page of no origin at this computer":          {"127.0.0.1:1", 500, "", "null", false},
		"a hall behind a router":                        {"192.168.1.1:1", 500, "", "", false},
		"a hall with a public address":                  {"203.0.113.9:1", 500, "", "", false},
		"a proxy at this computer":                      {"127.0.0.1:1", 1, "X-Forwarded-For", "", true},
		"a proxy in the network":                        {"172.17.0.1:1", 1, "X-Forwarded-For", "", true},
		"a proxy with another header":                   {"172.17.0.1:1", 1, "Forwarded", "", true},
		"a proxy that names itself":                     {"[fd00::1]:1", 1, "Via", "", true},
		"a stranger with the header of a proxy":         {"203.0.113.9:1", 500, "X-Forwarded-For", "", false},
		"a trusted proxy that names its clients":        {proxy, 500, "X-Forwarded-For", "", false},
		"a trusted proxy that names none":               {proxy, manyPeople, "", "", true},
		"a trusted proxy that names itself":             {proxy, manyPeople, "Via", "", true},
		"a few people of a proxy that names nobody":     {proxy, manyPeople - 1, "", "", false},
		"a connection that is not from the network":     {"@", 500, "X-Forwarded-For", "", false},
		"requests of nobody, from this computer":        {"127.0.0.1:1", 0, "", "", false},
		"the header of a proxy, in a request of nobody": {"127.0.0.1:1", 0, "X-Forwarded-For", "", true},
	} {
		s := &Server{proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.1/32")}}
		now := time.Date(2026, 11, 29, 9, 0, 0, 0, time.UTC)
		ask := func(user store.UserID) {
			r := httptest.NewRequest(http.MethodGet, "/api/user", nil)
			if r.RemoteAddr = c.from; c.header != "" {
				r.Header.Set(c.header, "198.51.100.7")
			}
			if c.page != "" {
				r.Header.Set("Origin", c.page)
			}
			s.behind.look(r, s.trusts, user, now)
		}
		ask("")
		for n := range 2 * c.people {
			ask(store.UserID(fmt.Sprint(n / 2)))
		}
		at, told := s.behind.seen(now)
		if told != c.told || told && at != netip.MustParseAddrPort(c.from).Addr() {
			t.Errorf("%s: told %t, of %s", name, told, at)
		}
		if _, still := s.behind.seen(now.Add(proxyFor)); still {
			t.Errorf("%s: told for ever", name)
		}
	}
}
