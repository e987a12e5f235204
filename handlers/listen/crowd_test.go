package listen

import (
	"crypto/tls"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"path/filepath"
	"runtime"
	"testing"
	"testing/synctest"
	"time"
)

// guestFrom is a connection from an address.
type guestFrom struct {
	net.Conn
	from   string
	closed bool
}

func (g *guestFrom) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(g.from), 40000))
}

func (g *guestFrom) Close() error {
	g.closed = true
	return nil
}

func TestWhoLeavesForANewConnection(t *testing.T) {
	come := func(c *Crowd, from string, states ...http.ConnState) *guestFrom {
		g := &guestFrom{from: from}
		for _, state := range append([]http.ConnState{http.StateNew}, states...) {
			c.ConnState(g, state)
		}
		return g
	}
	t.Run("the one that has waited longest", func(t *testing.T) {
		c := newCrowd(3)
		busy := come(c, "10.0.0.1", http.StateActive)
		answered := come(c, "10.0.0.2", http.StateActive)
		silent := come(c, "10.0.0.3")
		c.ConnState(answered, http.StateIdle)
		for i, want := range []*guestFrom{silent, answered} {
			if late := come(c, "10.0.0.4", http.StateActive); !want.closed || busy.closed || late.closed {
				t.Errorf("%d: the silent one left: %t, the idle one %t, the busy one %t, the new one %t", i, silent.closed,
					answered.closed, busy.closed, late.closed)
			}
		}
	})
	t.Run("of an address with many, when all are busy", func(t *testing.T) {
		c := newCrowd(3)
		one, oldest, older := come(c, "10.0.0.1", http.StateActive), come(c, "10.0.0.2", http.StateActive),
			come(c, "10.0.0.2", http.StateActive)
		if late := come(c, "10.0.0.3", http.StateActive); one.closed || !oldest.closed || older.closed || late.closed {
			t.Errorf("%t %t %t %t", one.closed, oldest.closed, older.closed, late.closed)
		}
	})
	t.Run("the new one of that address", func(t *testing.T) {
		c := newCrowd(3)
		one, first, second := come(c, "10.0.0.1", http.StateActive), come(c, "10.0.0.2", http.StateActive),
			come(c, "10.0.0.2", http.StateActive)
		if late := come(c, "10.0.0.2"); one.closed || first.closed || second.closed || !late.closed {
			t.Errorf("%t %t %t %t", one.closed, first.closed, second.closed, late.closed)
		}
	})
	t.Run("nobody, where others have gone", func(t *testing.T) {
		c := newCrowd(2)
		first, second := come(c, "10.0.0.1"), come(c, "10.0.0.1")
		c.ConnState(first, http.StateClosed)
		if late := come(c, "10.0.0.2"); second.closed || late.closed || len(c.guests) != 2 {
			t.Errorf("%t %t, %d are here", second.closed, late.closed, len(c.guests))
		}
		c.ConnState(first, http.StateIdle) // what comes late of one that has gone
		if len(c.guests) != 2 {
			t.Errorf("%d are here", len(c.guests))
		}
	})
}

// Two thousand idle connections, over plain HTTP and without a handshake, keep nobody out.
func TestIdleConnectionsKeepNobodyOut(t *testing.T) {
	for name, o := range map[string]Options{"plain": {}, "with a certificate": {Own: true, Dir: t.TempDir()}} {
		t.Run(name, func(t *testing.T) {
			d := open(t, o)
			noError(t, d.Ready())
			crowd := NewCrowd()
			server := &http.Server{
				Handler:           http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "hello") }),
				ConnState:         crowd.ConnState,
				ReadHeaderTimeout: time.Hour, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
			}
			done := make(chan error, 1)
			go func() { done <- server.Serve(d) }()
			defer func() {
				server.Close()
				<-done
			}()
			for range crowd.most + 100 {
				conn := must(net.Dial("tcp", d.Addr().String()))(t)
				defer conn.Close()
			}
			client := browser(t, nil)
			if o.Own {
				client = browser(t, trusting(t, d))
			}
			if body, _ := get(t, client, d.URLOf("127.0.0.1")); body != "hello" {
				t.Errorf("%q", body)
			}
			crowd.mu.Lock()
			defer crowd.mu.Unlock()
			if len(crowd.guests) > crowd.most {
				t.Errorf("there are %d connections, more than %d", len(crowd.guests), crowd.most)
			}
		})
	}
}

// BenchmarkIdle measures what a connection takes that has had its answer and waits, of the server and
// its client together.
func BenchmarkIdle(b *testing.B) {
	for name, o := range map[string]Options{"plain": {}, "tls": {Own: true, Dir: b.TempDir()}} {
		b.Run(name, func(b *testing.B) {
			o.Addr = "127.0.0.1:0"
			d, err := Open(o)
			if err == nil {
				err = d.Ready()
			}
			if err != nil {
				b.Fatal(err)
			}
			server := &http.Server{Handler: http.NotFoundHandler(),
				ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug)}
			go server.Serve(d)
			defer server.Close()
			var before, after runtime.MemStats
			for b.Loop() {
				runtime.GC()
				runtime.ReadMemStats(&before)
				for range 500 {
					conn := must(net.Dial("tcp", d.Addr().String()))(b)
					b.Cleanup(func() { conn.Close() })
					if d.config != nil {
						conn = tls.Client(conn, &tls.Config{InsecureSkipVerify: true})
					}
					io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
					must(readAnswer(conn))(b)
				}
				runtime.GC()
				runtime.ReadMemStats(&after)
				b.ReportMetric(float64(after.HeapInuse+after.StackInuse-before.HeapInuse-before.StackInuse)/500, "B/conn")
				http.DefaultClient.CloseIdleConnections()
			}
		})
	}
}

// Who says nothing, or half a handshake, is gone after the time for it.
func TestAHandshakeThatDoesNotEnd(t *testing.T) {
	dir := t.TempDir()
	for name, said := range map[string]string{"nothing": "", "half a record": "\x16\x03\x01\x02\x00\x01\x00",
		"half a request": "GET / HTTP/1.1\r\nHost:"} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := newOwn(filepath.Join(dir, "own.pem"), time.Now, machine, slog.New(slog.DiscardHandler))
				noError(t, o.load())
				came := make(chan net.Conn, 1)
				server := &http.Server{ReadHeaderTimeout: 5 * time.Second, ReadTimeout: time.Minute,
					ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug)}
				d := &Door{listener: arrivals(came), own: o, config: &tls.Config{GetCertificate: o.get}}
				go server.Serve(d)
				here, there := net.Pipe()
				came <- there
				io.WriteString(here, said)
				start := time.Now()
				io.Copy(io.Discard, here) // until the server hangs up
				if took := time.Since(start); took != 5*time.Second {
					t.Errorf("it was hung up on after %s", took)
				}
				close(came)
				server.Close()
			})
		})
	}
}
