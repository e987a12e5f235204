package listen

import (
	"context"
	"crypto/tls"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
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

// proxyAddress is that of the proxy that the crowds of these tests trust.
const proxyAddress = "127.0.0.1"

// roomFor is a crowd with room for some connections.
func roomFor(connections int) *Crowd {
	return newCrowd(connections, func(a netip.Addr) bool { return a.String() == proxyAddress })
}

// come lets a connection from an address in, and returns the context of its requests.
func come(c *Crowd, from string) (*guestFrom, context.Context) {
	g := &guestFrom{from: from}
	return g, c.welcome(context.Background(), g)
}

// ask begins a request over HTTP/2 with a body, of which some bytes have come.
func ask(ctx context.Context, length, came int) (*http.Request, *Visit) {
	r := httptest.NewRequestWithContext(ctx, "POST", "/", strings.NewReader(strings.Repeat("x", length)))
	r.ProtoMajor = 2
	v := Arrive(r, "192.0.2.9")
	io.CopyN(io.Discard, r.Body, int64(came))
	return r, v
}

// gone reports which connections have been closed.
func gone(guests ...*guestFrom) (closed []bool) {
	for _, g := range guests {
		closed = append(closed, g.closed)
	}
	return closed
}

func TestWhatHasWaitedLongestWithoutAByteGoes(t *testing.T) {
	want := func(t *testing.T, got []bool, want ...bool) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("gone: %v, want %v", got, want)
		}
	}
	t.Run("of those that ask for nothing", func(t *testing.T) {
		c := roomFor(2)
		silent, _ := come(c, "10.0.0.1")
		answered, _ := come(c, "10.0.0.2")
		late, _ := come(c, "10.0.0.3")
		want(t, gone(silent, answered, late), true, false, false)
	})
	t.Run("which is the same for all addresses", func(t *testing.T) {
		c := roomFor(3)
		slow, ctx := come(c, "10.0.0.9")
		ask(ctx, 100, 10)
		voter, own := come(c, "10.0.0.9")
		ask(own, 100, 10)
		come(c, "10.0.0.9")
		want(t, gone(slow, voter), true, false)
	})
	t.Run("and goes on with another byte", func(t *testing.T) {
		c := roomFor(2)
		first, _ := come(c, "10.0.0.1")
		second, _ := come(c, "10.0.0.2")
		c.note(first, http.StateActive)
		come(c, "10.0.0.3")
		want(t, gone(first, second), false, true)
	})
	t.Run("and sooner what holds more", func(t *testing.T) {
		c := roomFor(4)
		idle, _ := come(c, "10.0.0.1")
		greedy, ctx := come(c, "10.0.0.2")
		for range 3 {
			ask(ctx, 100, 0)
		}
		come(c, "10.0.0.3")
		come(c, "10.0.0.3")
		want(t, gone(idle, greedy), false, true)
	})
	t.Run("while what the server has whole stays", func(t *testing.T) {
		c := roomFor(6)
		whole, ctx := come(c, "10.0.0.1")
		ask(ctx, 100, 100)
		half, ctx := come(c, "10.0.0.2")
		ask(ctx, 100, 99)
		for range 4 {
			come(c, "10.0.0.3")
		}
		want(t, gone(whole, half), false, true)
	})
	t.Run("unless that has half of the room", func(t *testing.T) {
		c := roomFor(6)
		first, ctx := come(c, "10.0.0.1")
		ask(ctx, 100, 100)
		second, ctx := come(c, "10.0.0.2")
		ask(ctx, 100, 100)
		third, ctx := come(c, "10.0.0.2")
		ask(ctx, 100, 100)
		idle, _ := come(c, "10.0.0.3")
		late, _ := come(c, "10.0.0.3")
		come(c, "10.0.0.3")
		want(t, gone(first, second, third, idle, late), true, false, false, false, false)
	})
	t.Run("while a proxy keeps its connections", func(t *testing.T) {
		c := roomFor(3)
		kept, _ := come(c, proxyAddress)
		c.note(kept, http.StateIdle)
		idle, _ := come(c, "10.0.0.2")
		come(c, "10.0.0.3")
		come(c, "10.0.0.3")
		want(t, gone(kept, idle), false, true)
	})
	t.Run("also where an answer is not read", func(t *testing.T) {
		c := roomFor(3)
		deaf, ctx := come(c, "10.0.0.1")
		_, v := ask(ctx, 1, 1)
		v.answering(100, func() {
			idle, _ := come(c, "10.0.0.2")
			come(c, "10.0.0.3")
			want(t, gone(deaf, idle), true, false)
		})
	})
}

// Votes have room of their own, one place for each voter, and only for what belongs to the vote.
func TestVotesHaveRoomThatNothingElseTakes(t *testing.T) {
	c := roomFor(3)
	voter, ctx := come(c, "10.0.0.9")
	_, vote := ask(ctx, 100, 10)
	vote.Vote("voter")
	twice, again := come(c, "10.0.0.9")
	_, second := ask(again, 100, 10)
	second.Vote("voter")
	greedy, more := come(c, "10.0.0.9")
	_, third := ask(more, 100, 10)
	third.Vote("another")
	ask(more, 100, 10)
	for range 5 {
		come(c, "10.0.0.9")
	}
	if got := gone(voter, twice, greedy); !slices.Equal(got, []bool{false, true, true}) {
		t.Errorf("gone: %v", got)
	}
	end := httptest.NewRequest("POST", "/", nil)
	end.ProtoMajor = 2
	vote.End(httptest.NewRecorder(), end, 1)
	third.End(httptest.NewRecorder(), end, 1) // its connection has gone
	if len(c.voters) > 0 {
		t.Errorf("%v still have places", c.voters)
	}
}

// However many connections ask for whatever, what they hold is counted until they have gone.
func TestWhatAConnectionHoldsIsCounted(t *testing.T) {
	c := roomFor(100)
	g, ctx := come(c, "10.0.0.1")
	held := func(want int) {
		t.Helper()
		if got := c.Shortage(); got.Bytes != ofConnection+want || c.held[waits]+c.held[works] != got.Bytes {
			t.Errorf("%d bytes, want %d: %+v", got.Bytes-ofConnection, want, c.held)
		}
	}
	held(0)
	r, v := ask(ctx, 2*MostHeld, 1000)
	held(ofRequest + 1000)
	io.Copy(io.Discard, r.Body)
	held(ofRequest + MostHeld)
	if s := c.Shortage(); s.Address != "192.0.2.9" || s.Requests != 1 {
		t.Errorf("%+v", s)
	}
	v.answering(500, func() { held(ofRequest + MostHeld + 500) })
	r.Header.Set("X", "123456789")
	other := Arrive(r, "192.0.2.9")
	held(2*ofRequest + MostHeld + 10)
	v.End(httptest.NewRecorder(), r, 1)
	other.End(httptest.NewRecorder(), r, 1)
	held(0)
	r.ProtoMajor = 1
	Arrive(r, "192.0.2.9").End(httptest.NewRecorder(), r, 1)
	held(ofRequest + 10)
	c.note(g, http.StateIdle)
	held(0)
	c.note(g, http.StateClosed)
	c.note(g, http.StateIdle) // what comes late of one that has gone
	if s := c.Shortage(); s.Bytes != 0 || s.Connections != 0 || c.held != [kinds]int{} {
		t.Errorf("%+v", s)
	}
}

// Bytes that no request has read are counted, up to what a server buffers.
func TestBytesOnTheWireAreCounted(t *testing.T) {
	c := roomFor(100)
	here, there := net.Pipe()
	l := &line{Conn: here}
	c.welcome(t.Context(), l)
	for _, want := range []int{100_000, 200_000, MostHeld, MostHeld} {
		go there.Write(make([]byte, 100_000))
		must(io.ReadFull(l, make([]byte, 100_000)))(t)
		if got := c.held[waits] - ofConnection; got != want {
			t.Errorf("%d bytes, want %d", got, want)
		}
	}
	c.note(l, http.StateIdle)
	if got := c.held[waits] - ofConnection; got != 0 {
		t.Errorf("%d bytes after the last request", got)
	}
}

// Two thousand idle connections, over plain HTTP and without a handshake, keep nobody out.
func TestIdleConnectionsKeepNobodyOut(t *testing.T) {
	for name, o := range map[string]Options{"plain": {}, "with a certificate": {Own: true, Dir: t.TempDir()}} {
		t.Run(name, func(t *testing.T) {
			d := open(t, o)
			noError(t, d.Ready())
			crowd := NewCrowd(func(netip.Addr) bool { return false })
			server := &http.Server{
				Handler:           http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "hello") }),
				ReadHeaderTimeout: time.Hour, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug),
			}
			crowd.Watch(server)
			done := make(chan error, 1)
			go func() { done <- server.Serve(d) }()
			defer func() {
				server.Close()
				<-done
			}()
			for range crowd.room/ofConnection + 100 {
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
			if s, closed := crowd.Shortage(), crowd.Closed(); s.Bytes > crowd.room || closed < 100 {
				t.Errorf("%+v, %d closed", s, closed)
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
