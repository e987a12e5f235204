package listen

import (
	"crypto/tls"
	"net"
	"net/http"
	"sync"

	"ostrakon/handlers/limit"
)

// MostConnections is how many connections a server has at a time, if the system lets it open as many files.
const MostConnections = 2048

// Crowd bounds the connections of a server, which calls ConnState. The zero value does not work.
type Crowd struct {
	most int

	mu     sync.Mutex
	clock  uint64 // counts what happens to connections
	guests map[net.Conn]guest
}

// guest is a connection.
type guest struct {
	address string
	since   uint64 // when its last request began or ended, or it came
	busy    bool   // a request of it is being answered
}

// NewCrowd is a crowd of MostConnections, or fewer where the system lets a process open few files.
func NewCrowd() *Crowd { return newCrowd(min(MostConnections, spareFiles())) }

func newCrowd(most int) *Crowd { return &Crowd{most: most, guests: make(map[net.Conn]guest)} }

// ConnState notes what a connection does. When it is one too many, it closes another.
func (c *Crowd) ConnState(conn net.Conn, state http.ConnState) {
	if leaves := c.note(conn, state); leaves != nil {
		if secure, ok := leaves.(*tls.Conn); ok {
			leaves = secure.NetConn() // to say goodbye could take seconds
		}
		leaves.Close()
	}
}

// note is ConnState, and returns the connection to close.
func (c *Crowd) note(conn net.Conn, state http.ConnState) (leaves net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clock++
	g, here := c.guests[conn]
	switch {
	case state == http.StateNew:
		c.guests[conn] = guest{address: limit.AddressKey(addressOf(conn.RemoteAddr())), since: c.clock}
	case !here: // it has been closed
		return nil
	case state == http.StateClosed || state == http.StateHijacked:
		delete(c.guests, conn)
	default:
		c.guests[conn] = guest{g.address, c.clock, state == http.StateActive}
	}
	if len(c.guests) <= c.most {
		return nil
	}
	leaves = c.dispensable(conn)
	delete(c.guests, leaves)
	return leaves
}

// dispensable is the connection that goes for a new one: the one that has waited longest without a
// request. If all are busy, it is the one that has been so longest at the address with the most; if
// that is the address of the new one, it is the new one.
func (c *Crowd) dispensable(latest net.Conn) net.Conn {
	var waits, works net.Conn
	of := make(map[string]int)
	for conn, g := range c.guests {
		of[g.address]++
		if conn != latest && !g.busy && (waits == nil || g.since < c.guests[waits].since) {
			waits = conn
		}
	}
	if waits != nil {
		return waits
	}
	worst := c.guests[latest]
	for _, g := range c.guests {
		if of[g.address] > of[worst.address] {
			worst = g
		}
	}
	if worst.address == c.guests[latest].address {
		return latest
	}
	for conn, g := range c.guests {
		if g.address == worst.address && (works == nil || g.since < c.guests[works].since) {
			works = conn
		}
	}
	return works
}
