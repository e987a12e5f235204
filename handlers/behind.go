package handlers

import (
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"time"

	"ostrakon/store"
)

const (
	// manyPeople is how many people come from one address as through a proxy that does not name them. Half as many
	// may register at once.
	manyPeople = 30
	// proxyFor is how long administrators are told of such a proxy after the last sign of it.
	proxyFor = time.Hour
)

// behind notes signs of a proxy in front of the server that does not say, or is not believed, whose requests it passes
// on: limits then take all voters for one. A hall has one public or private address as well, so many people are a sign
// only from a trusted proxy and, where their browsers name a page of another address, from the computer of the server.
// The header of a proxy is one from a local network too: strangers on the internet can send one themselves.
type behind struct {
	mu     sync.Mutex
	people map[store.UserID]bool // who came without another address, up to manyPeople
	proxy  netip.Addr
	last   time.Time // of the last sign
}

// look looks for signs in a request of an account, or of nobody.
func (b *behind) look(r *http.Request, trusts func(netip.Addr) bool, user store.UserID, now time.Time) {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return
	}
	from := peer.Addr().Unmap()
	named, trusted := r.Header.Get("X-Forwarded-For") != "", trusts(from)
	passedOn := named || r.Header.Get("Forwarded") != "" || r.Header.Get("Via") != ""
	switch {
	case trusted && named:
	case !trusted && passedOn && (from.IsLoopback() || from.IsPrivate()):
		b.note(from, now)
	case user != "" && (trusted || from.IsLoopback() && cameFromElsewhere(r)) && b.many(user):
		b.note(from, now)
	}
}

// cameFromElsewhere reports whether a browser says that a page sent a request which it opened at a name or address of
// another computer. A browser on the computer of the server, as in a polling station, has a page of this one.
func cameFromElsewhere(r *http.Request) bool {
	page, err := url.Parse(r.Header.Get("Origin"))
	if err != nil || page.Host == "" || page.Hostname() == "localhost" {
		return false
	}
	addr, err := netip.ParseAddr(page.Hostname())
	return err != nil || !addr.IsLoopback()
}

// many reports whether people have come in numbers, with this one.
func (b *behind) many(user store.UserID) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.people) < manyPeople {
		if b.people == nil {
			b.people = make(map[store.UserID]bool)
		}
		b.people[user] = true
	}
	return len(b.people) >= manyPeople
}

func (b *behind) note(proxy netip.Addr, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.proxy, b.last = proxy, now
}

// seen returns the address of the proxy, if there was a sign of it lately.
func (b *behind) seen(now time.Time) (proxy netip.Addr, lately bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.proxy, b.proxy.IsValid() && now.Sub(b.last) < proxyFor
}
