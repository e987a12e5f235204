package handlers

import (
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"

	"ostrakon/handlers/limit"
	"ostrakon/handlers/listen"
	"ostrakon/handlers/makers"
	"ostrakon/handlers/rest"
	"ostrakon/store"
)

// exchange is the ResponseWriter of a request. It remembers what the log needs.
type exchange struct {
	http.ResponseWriter
	visit  *listen.Visit
	id     string
	client string
	route  string // the pattern; "" if no route was found
	user   store.User
	exact  bool // the log may say who asks, and when
	status int
	size   int
}

// WriteHeader remembers the status.
func (x *exchange) WriteHeader(status int) {
	if x.status == 0 {
		x.status = status
	}
	x.ResponseWriter.WriteHeader(status)
}

// Write counts the bytes.
func (x *exchange) Write(b []byte) (int, error) {
	if x.status == 0 {
		x.status = http.StatusOK
	}
	n, err := x.visit.Write(x.ResponseWriter, b)
	x.size += n
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (x *exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// exchangeOf is the exchange that ServeHTTP made.
func exchangeOf(w http.ResponseWriter) *exchange { return w.(*exchange) }

// ServeHTTP gives the request an id, answers it, turns a panic into a 500, and logs it.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := s.now()
	x := &exchange{ResponseWriter: w, id: rand.Text()[:16], client: s.clientOf(r)}
	x.visit = listen.Arrive(r, x.client)
	defer func() { x.visit.End(w, r, x.size) }()
	h := w.Header()
	h.Set("X-Request-Id", x.id)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Content-Security-Policy", rest.AnswerPolicy) // pages and uploads have their own
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if r.TLS != nil && s.door.Trusted() {
		h.Set("Strict-Transport-Security", onlyTLS)
	}
	if forAnyPage(r.URL.Path) {
		open(h)
	}
	defer func() {
		if v := recover(); v != nil {
			s.panicked(x, r, v)
		}
		s.behind.look(r, s.trusts, x.user.ID, s.now())
		method, route := x.series(r.Method)
		s.meter.note(method, route, x.status, s.now().Sub(start))
		s.logRequest(x, r, start)
	}()
	s.handler.ServeHTTP(x, r)
}

// onlyTLS tells browsers to open this name with TLS alone for a year (RFC 6797). Where the certificate
// is the server's own, or there is none, it would lock out a visitor who returns over plain HTTP.
const onlyTLS = "max-age=31536000"

// panicked answers a request whose handler panicked. With http.ErrAbortHandler, a handler breaks the connection.
func (s *Server) panicked(x *exchange, r *http.Request, v any) {
	if v == http.ErrAbortHandler {
		panic(v)
	}
	s.logFault(r.Context(), x, slog.LevelError, "panic", slog.Any("panic", v), slog.String("stack", string(debug.Stack())))
	if x.status == 0 {
		s.fail(x, &rest.Request{Request: r, ID: x.id}, fmt.Errorf("panic: %v", v))
	}
}

// clientOf is the address that a request comes from, as a key for limits. Behind a trusted proxy,
// it is the last address of X-Forwarded-For that is not trusted itself.
func (s *Server) clientOf(r *http.Request) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	addr := peer.Addr().Unmap()
	if s.trusts(addr) {
		hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		for i := len(hops) - 1; i >= 0 && s.trusts(addr); i-- {
			hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
			if err != nil {
				break
			}
			addr = hop.Unmap()
		}
	}
	return limit.AddressKey(addr)
}

func (s *Server) trusts(addr netip.Addr) bool {
	for _, p := range s.proxies {
		if p.Contains(addr) {
			return true
		}
	}
	return false
}

// forAnyPage reports whether pages of any origin may read the answers of a path. They may read the
// bulletin board and conversions, which need no token and set no cookie.
func forAnyPage(path string) bool {
	return strings.HasPrefix(path, boardPath) || makers.Serves(path)
}

// open lets pages of any origin read an answer, even a refusal (see CORS in the Fetch standard).
func open(h http.Header) {
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	// A browser asks before it sends If-None-Match, for example. The star does not cover Authorization.
	h.Set("Access-Control-Allow-Headers", "*, Authorization")
	h.Set("Access-Control-Expose-Headers",
		"Content-Disposition, Content-Length, Content-Range, ETag, Location, Retry-After, X-Request-Id")
}

// options answers OPTIONS: the methods of a path, which httprouter has put into Allow, and what
// pages of other origins may send.
func options(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	if forAnyPage(r.URL.Path) {
		h.Set("Access-Control-Allow-Methods", h.Get("Allow"))
		h.Set("Access-Control-Max-Age", "86400")
	}
	w.WriteHeader(http.StatusNoContent)
}
