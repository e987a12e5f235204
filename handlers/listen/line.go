package listen

import (
	"crypto/tls"
	"net"
)

// line is a connection as it comes from the network. It tells a Crowd when bytes come and go.
type line struct {
	net.Conn
	guest *guest // nil until the crowd has let it in
}

// lineOf is the line under a connection of a Door, nil under any other.
func lineOf(conn net.Conn) *line {
	if secure, ok := conn.(*tls.Conn); ok {
		conn = secure.NetConn()
	}
	if h, ok := conn.(*hasty); ok {
		conn = h.Conn
	}
	l, _ := conn.(*line)
	return l
}

// Read reads. The client's turn begins with it: a busy server may have taken long until then.
func (l *line) Read(b []byte) (int, error) {
	l.guest.change(func() { l.guest.moved() })
	n, err := l.Conn.Read(b)
	if n > 0 {
		l.guest.change(func() {
			l.guest.moved()
			l.guest.wire += n
		})
	}
	return n, err
}

// Write writes.
func (l *line) Write(b []byte) (int, error) {
	n, err := l.Conn.Write(b)
	if n > 0 {
		l.guest.change(func() { l.guest.moved() })
	}
	return n, err
}

// CloseWrite ends what is sent, so that a client that still sends can read an answer.
func (l *line) CloseWrite() error {
	if c, ok := l.Conn.(interface{ CloseWrite() error }); ok {
		return c.CloseWrite()
	}
	return nil
}
