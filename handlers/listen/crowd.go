package listen

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"

	"ostrakon/handlers/limit"
)

// MostConnections is how many connections a server has at a time, if the system lets it open as many files.
const MostConnections = 2048

// What connections and requests count for, in bytes. BenchmarkIdle measures a connection.
const (
	ofConnection = 48 << 10
	ofRequest    = 16 << 10 // beside its header and what has come of its body
	votePlaces   = 256      // for requests to vote, one a voter, beside the room of all others
)

// MostHeld is the size, in bytes, of the buffer in which a connection over HTTP/2 keeps the bodies of its requests. Of
// one body or answer no more than that counts: a larger body goes to a file or has a limit of its own.
const MostHeld = 256 << 10

// kind says whom a connection waits for, and so which one goes.
type kind int

const (
	waits kind = iota // for its client, who has sent no request or half of one, or does not read the answer
	works             // for the server, which has all of its requests
	stays             // a proxy keeps it for the next request
	votes             // a voter, for whom there is a place
	kinds
)

// Crowd bounds the memory that the clients of a server hold by connections and requests.
type Crowd struct {
	room  int                   // in bytes, for all that do not vote
	proxy func(netip.Addr) bool // reports whether an address is that of a trusted proxy

	mu     sync.Mutex
	clock  uint64 // counts what happens to connections
	guests map[net.Conn]*guest
	held   [kinds]int // bytes
	voters map[string]bool
	closed int
}

// guest is a connection.
type guest struct {
	crowd    *Crowd
	conn     net.Conn
	address  string
	trusted  bool   // it is that of a proxy
	since    uint64 // when its last byte came or went, or the server began to wait for one
	wire     int    // bytes that came and that no request has read
	visits   []*Visit
	answered bool // it has had a request
	kind     kind
	size     int // bytes, as far as they are counted
}

// NewCrowd has room for MostConnections, or fewer where the system lets a process open few files. Proxy reports whether
// an address is that of a trusted proxy.
func NewCrowd(proxy func(netip.Addr) bool) *Crowd {
	return newCrowd(min(MostConnections, spareFiles()), proxy)
}

func newCrowd(most int, proxy func(netip.Addr) bool) *Crowd {
	return &Crowd{room: most * ofConnection, proxy: proxy, guests: make(map[net.Conn]*guest),
		voters: make(map[string]bool)}
}

// guestKey is the key of a connection in the contexts of its requests.
type guestKey struct{}

// Watch has the crowd watch the connections of a server.
func (c *Crowd) Watch(srv *http.Server) { srv.ConnContext, srv.ConnState = c.welcome, c.note }

// welcome lets a connection in.
func (c *Crowd) welcome(ctx context.Context, conn net.Conn) context.Context {
	address := addressOf(conn.RemoteAddr())
	g := &guest{crowd: c, conn: conn, address: limit.AddressKey(address), trusted: c.proxy(address)}
	if l := lineOf(conn); l != nil {
		l.guest = g
	}
	c.mu.Lock()
	c.guests[conn] = g
	c.mu.Unlock()
	g.change(g.moved)
	return context.WithValue(ctx, guestKey{}, g)
}

// note notes what a connection does.
func (c *Crowd) note(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	g := c.guests[conn]
	c.mu.Unlock()
	g.change(func() {
		g.moved()
		switch state {
		case http.StateIdle:
			g.answered = true
			g.visits = slices.DeleteFunc(g.visits, func(v *Visit) bool { return v.ended })
		case http.StateClosed, http.StateHijacked:
			c.remove(g)
		}
	})
}

// moved notes that a byte came or went, or is waited for. The caller holds the lock.
func (g *guest) moved() {
	g.crowd.clock++
	g.since = g.crowd.clock
}

// change changes a connection that is still here, which may be nil, and weighs it. Where that is more than there is
// room for, others go.
func (g *guest) change(do func()) {
	if g == nil {
		return
	}
	c := g.crowd
	c.mu.Lock()
	do()
	if c.guests[g.conn] == g {
		c.held[g.kind] -= g.size
		g.kind, g.size = g.weigh()
		c.held[g.kind] += g.size
	}
	leave := c.excess()
	c.mu.Unlock()
	for _, conn := range leave {
		if secure, ok := conn.(*tls.Conn); ok {
			conn = secure.NetConn() // to say goodbye could take seconds
		}
		conn.Close()
	}
}

// weigh returns what a connection holds, and whom it waits for.
func (g *guest) weigh() (is kind, size int) {
	if len(g.visits) == 0 && g.answered {
		g.wire = 0
	}
	size = ofConnection + min(g.wire, MostHeld)
	voting, unfinished := false, false
	for _, v := range g.visits {
		size += ofRequest + v.header + min(v.body, MostHeld) + min(v.answer, MostHeld)
		voting = voting || v.voter != ""
		unfinished = unfinished || v.voter == "" && !v.whole
	}
	switch {
	case unfinished:
		return waits, size
	case voting:
		return votes, size
	case len(g.visits) > 0:
		return works, size
	case g.trusted && g.answered:
		return stays, size
	}
	return waits, size
}

// excess removes and returns the connections that there is no room for.
func (c *Crowd) excess() (leave []net.Conn) {
	for c.held[waits]+c.held[works]+c.held[stays] > c.room {
		g := c.next()
		c.remove(g)
		c.closed++
		leave = append(leave, g.conn)
	}
	return leave
}

// next is the connection that goes: of those that wait for their clients, the one that has held most for longest. The
// others have half of the room for each kind: beyond that, one of them goes.
func (c *Crowd) next() (goes *guest) {
	from := waits
	for _, k := range []kind{works, stays} {
		if c.held[k] > c.room/2 {
			from = k
		}
	}
	for _, g := range c.guests {
		if g.kind == from && (goes == nil || g.burden() > goes.burden()) {
			goes = g
		}
	}
	return goes
}

// burden returns what a connection holds, times what has happened to all since a byte of it came or went. A voter who
// has yet to send the vote holds a tenth of a connection with all of its requests, and so may take ten times as long.
func (g *guest) burden() uint64 { return (g.crowd.clock - g.since) * uint64(g.size) }

// remove forgets a connection, if it is here.
func (c *Crowd) remove(g *guest) {
	if c.guests[g.conn] == g {
		delete(c.guests, g.conn)
		c.held[g.kind] -= g.size
	}
}

// Shortage says what connections and requests hold where room is short.
type Shortage struct {
	Connections int    // that are here
	Requests    int    // of theirs
	Bytes       int    // as far as they are counted
	Address     string // the one that holds most; behind a trusted proxy, the one that it names
	Most        int    // bytes of that address
}

// Closed returns how many connections had to go since the start of the server.
func (c *Crowd) Closed() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.closed
}

// Shortage returns what the crowd holds now.
func (c *Crowd) Shortage() Shortage {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := Shortage{Connections: len(c.guests)}
	of := make(map[string]int)
	for _, g := range c.guests {
		s.Requests += len(g.visits)
		s.Bytes += g.size
		of[g.address] += g.size
		if of[g.address] > s.Most {
			s.Address, s.Most = g.address, of[g.address]
		}
	}
	return s
}
