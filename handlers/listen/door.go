package listen

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// Options configure a door. Without a certificate it speaks plain HTTP; at most one of Own,
// CertFile and Name asks for one.
type Options struct {
	Addr string // address and port; with LAN, and for Name, the port alone
	LAN  bool   // only addresses of local networks (RFC 1918, RFC 4193, link-local), and this machine

	Own               bool   // a certificate of its own
	CertFile, KeyFile string // a certificate from files, in PEM
	Name              string // a certificate from an authority, for this name

	Dir    string       // keeps what Own and Name make; is made if need be
	Logger *slog.Logger // nil means silence

	HTTP      string // for Name: the address of plain HTTP; "" means ":80"
	Directory string // for Name: the address of the authority's directory; "" means that of Let's Encrypt
}

// Door is the listener of the pages; the zero value is one that nobody reaches. With a certificate, its connections
// speak TLS 1.2 or later and offer HTTP/2.
type Door struct {
	listener net.Listener
	options  Options
	config   *tls.Config // nil: plain HTTP
	own      *own        // nil: the certificate is not the server's own
	files    *files      // nil: the certificate is not read from files
	name     string      // of the certificate, where it has one that browsers trust
	plain    *plain      // nil: there is no second listener
	acmeLog  *acmeLog    // nil: the certificate comes from no authority while the door is open
}

// plain is the listener of HTTP beside one of TLS.
type plain struct {
	net.Listener
	handler http.Handler
}

// New makes a Door of a listener. Until Ready, it is one of plain HTTP.
func New(ln net.Listener, o Options) *Door {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return &Door{listener: ln, options: o}
}

// Open listens on an address. Connections wait until somebody accepts them; call Ready before that.
func Open(o Options) (*Door, error) {
	ln, err := On("-addr", o.Addr)
	if err != nil {
		return nil, err
	}
	d := New(ln, o)
	if o.Name != "" {
		ln, err := net.Listen("tcp", cmp.Or(o.HTTP, ":80"))
		if err != nil {
			return nil, errors.Join(fmt.Errorf("-acme also listens on the port of HTTP: %w", err), d.listener.Close())
		}
		d.plain = &plain{Listener: ln}
	}
	return d, nil
}

// On listens on the address that a flag names.
func On(flag, addr string) (net.Listener, error) {
	ln, err := net.Listen("tcp", addr)
	var op *net.OpError
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("another program already listens on %s: choose another port with %s", addr, flag)
	case errors.As(err, &op):
		return nil, fmt.Errorf("cannot listen on %s: %w: choose another address with %s", addr, op.Err, flag)
	}
	return ln, err
}

// Ready reads or makes the certificate. Its errors name the flag.
func (d *Door) Ready() error {
	config := &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}}
	o := d.options
	switch {
	case o.Own:
		d.own = newOwn(filepath.Join(o.Dir, "own.pem"), time.Now, machine, o.Logger)
		if err := d.own.load(); err != nil {
			return fmt.Errorf("-tls: %w", err)
		}
		config.GetCertificate = d.own.get
	case o.CertFile != "":
		f := &files{cert: o.CertFile, key: o.KeyFile, now: time.Now, log: o.Logger}
		if err := f.load(); err != nil {
			return fmt.Errorf("-tls-cert: %w", err)
		}
		d.files, d.name, config.GetCertificate = f, f.name(), f.get
	case o.Name != "":
		d.name, d.acmeLog = o.Name, &acmeLog{name: o.Name, log: o.Logger, now: time.Now}
		config = d.acme()
	default:
		return nil
	}
	d.config = config
	return nil
}

// Accept waits for the next connection. The handshake comes with its first read.
func (d *Door) Accept() (net.Conn, error) {
	for {
		conn, err := d.listener.Accept()
		switch {
		case err != nil:
			return nil, err
		case d.options.LAN && !local(addressOf(conn.LocalAddr())):
			conn.Close() // it came by an address that the internet may reach
			continue
		}
		boundUnsent(conn)
		if d.config != nil {
			return tls.Server(&hasty{Conn: &line{Conn: conn}}, d.config), nil
		}
		return &line{Conn: conn}, nil
	}
}

// Close ends listening.
func (d *Door) Close() error {
	if d.plain != nil {
		return errors.Join(d.listener.Close(), d.plain.Close())
	}
	return d.listener.Close()
}

// Addr is the address that it listens on, nil if it does not.
func (d *Door) Addr() net.Addr {
	if d.listener == nil {
		return nil
	}
	return d.listener.Addr()
}

// Beside opens a door on a free port of the same address, with the same certificate. It ends before this one.
func (d *Door) Beside(ctx context.Context) (*Door, error) {
	host := "127.0.0.1"
	if at, ok := d.Addr().(*net.TCPAddr); ok {
		host = at.IP.String()
	}
	ln, err := new(net.ListenConfig).Listen(ctx, "tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		return nil, err
	}
	second := *d
	second.listener, second.plain = ln, nil
	return &second, nil
}

// HTTP is the listener of plain HTTP beside TLS, and what answers there; nil if there is none.
func (d *Door) HTTP() (net.Listener, http.Handler) {
	if d.plain == nil {
		return nil, nil
	}
	return d.plain.Listener, d.plain.handler
}

// LAN reports whether the door is for the local network.
func (d *Door) LAN() bool { return d.options.LAN }

// Scheme is http or https.
func (d *Door) Scheme() string {
	if d.config == nil {
		return "http"
	}
	return "https"
}

// Trusted reports whether browsers know who vouches for the certificate, as far as the server can
// tell: it was given one.
func (d *Door) Trusted() bool { return d.config != nil && d.own == nil }

// Certificate is the server's own certificate, nil if it has none.
func (d *Door) Certificate() *Certificate {
	if d.own == nil {
		return nil
	}
	return d.own.certificate()
}

// Ends returns when the certificate ends that somebody has to replace or prove anew: one read from files, also one that
// ByDNS keeps there. It is zero for any other.
func (d *Door) Ends() time.Time {
	if d.files == nil {
		return time.Time{}
	}
	cert, _ := d.files.get(nil)
	return cert.Leaf.NotAfter
}

// Failed returns when an authority last failed to give or to renew the certificate; zero if one came since.
func (d *Door) Failed() time.Time {
	if d.acmeLog == nil {
		return time.Time{}
	}
	return d.acmeLog.failedAt()
}

// URLOf is the address for a browser of this server at a host, without a slash at the end.
func (d *Door) URLOf(host string) string {
	port := 0
	if at, ok := d.Addr().(*net.TCPAddr); ok {
		port = at.Port
	}
	return origin(d.Scheme(), host, port)
}

// origin is an address without the port that the scheme has by itself.
func origin(scheme, host string, port int) string {
	if scheme == "http" && port == 80 || scheme == "https" && port == 443 {
		if addr, err := netip.ParseAddr(host); err == nil && addr.Is6() {
			host = "[" + host + "]"
		}
		return scheme + "://" + host
	}
	return scheme + "://" + net.JoinHostPort(host, strconv.Itoa(port))
}

// addressOf is the address of one end of a connection; the zero Addr if it has none.
func addressOf(a net.Addr) netip.Addr {
	tcp, ok := a.(*net.TCPAddr)
	if !ok {
		return netip.Addr{}
	}
	return tcp.AddrPort().Addr().Unmap()
}
