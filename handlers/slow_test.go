package handlers_test

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"runtime"
	"testing"
	"testing/synctest"
	"time"
	"weak"

	"ostrakon/handlers"
	"ostrakon/handlers/listen"
	"ostrakon/store"
	"ostrakon/store/storetest"
)

// guests is a listener of connections in memory, whose deadlines go by the clock of a bubble.
type guests chan net.Conn

func (g guests) Accept() (net.Conn, error) {
	if conn, open := <-g; open {
		return conn, nil
	}
	return nil, net.ErrClosed
}
func (g guests) Close() error   { close(g); return nil }
func (g guests) Addr() net.Addr { return &net.TCPAddr{} }

// guest is the server's end of such a connection.
type guest struct{ net.Conn }

func (guest) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 7), Port: 4000} }

// serveGuests starts a server for such connections, in a bubble. It ends with the test.
func serveGuests(t *testing.T, dir string, o listen.Options) guests {
	t.Helper()
	server := must(handlers.New(t.Context(), storetest.NewIn(t, dir, store.Options{}),
		handlers.Options{Passwords: cheap, Conversions: convertsIn(filepath.Join(dir, "converted"))}))(t)
	at, done := make(guests), make(chan error)
	door := listen.New(at, o)
	noError(t, door.Ready())
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	go func() { done <- server.Run(ctx, handlers.Listeners{Public: door}) }()
	t.Cleanup(func() {
		stop()
		noError(t, <-done)
		noError(t, server.Close())
	})
	return at
}

// Whoever sends a part of a request, or does not read the answer, is gone when their time is over.
func TestSlowClientsAreGoneInTime(t *testing.T) {
	for name, c := range map[string]struct {
		sends   string
		reads   bool
		patient time.Duration // how long the server waits
	}{
		"says nothing":  {"", true, 5 * time.Second},
		"half a header": {"GET /api/info HTTP/1.1\r\nHost: vote", true, 5 * time.Second},
		"half a body": {"POST /api/auth/login HTTP/1.1\r\nHost: vote\r\nContent-Length: 100\r\n\r\n{\"email\"", true,
			time.Minute},
		"half a chunk": {"POST /api/convert HTTP/1.1\r\nHost: vote\r\nTransfer-Encoding: chunked\r\n\r\n100\r\nsolid",
			true, time.Minute},
		"reads no answer": {"GET /api/openapi.yaml HTTP/1.1\r\nHost: vote\r\n\r\n", false, 90 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				at := serveGuests(t, dir, listen.Options{})
				theirs, ours := net.Pipe()
				at <- guest{ours}
				began := time.Now()
				must(io.WriteString(theirs, c.sends))(t)
				if !c.reads {
					time.Sleep(c.patient + time.Second)
				}
				if _, err := io.Copy(io.Discard, theirs); err != nil {
					t.Error(err)
				}
				if took := time.Since(began); took < c.patient || took > c.patient+10*time.Second {
					t.Errorf("the connection ended after %s, want %s", took, c.patient)
				}
			})
		})
	}
}

// A connection over HTTP/2 that ended with a request holds nothing from then on: net/http has a timer for an idle one,
// sets it even then, and keeps all of the connection with it.
func TestAConnectionThatEndedIsForgotten(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		at := serveGuests(t, dir, listen.Options{Own: true, Dir: dir})
		theirs, ours := net.Pipe()
		served := &guest{ours}
		is := weak.Make(served)
		at <- served
		client := &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
			DialContext: func(context.Context, string, string) (net.Conn, error) { return theirs, nil }}
		body, _ := io.Pipe()
		r := must(http.NewRequestWithContext(t.Context(), "POST", "https://vote/api/auth/login", body))(t)
		failed := make(chan error)
		go func() {
			_, err := client.RoundTrip(r)
			failed <- err
		}()
		synctest.Wait()
		theirs.Close()
		if err := <-failed; err == nil {
			t.Error("a request without an end has an answer")
		}
		// The runtime may keep a timer that was stopped until its time. All others end before that of an idle connection.
		time.Sleep(100 * time.Second)
		for range 3 { // which empties each sync.Pool
			runtime.GC()
		}
		if is.Value() != nil {
			t.Error("the connection is still in memory")
		}
	})
}
