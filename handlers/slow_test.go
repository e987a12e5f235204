package handlers_test

import (
	"context"
	"io"
	"net"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

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
		"reads no answer":  {"GET /api/openapi.yaml HTTP/1.1\r\nHost: vote\r\n\r\n", false, 90 * time.Second},
		"stays, and waits": {"GET /api/info HTTP/1.1\r\nHost: vote\r\n\r\n", true, 2 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				server, err := handlers.New(t.Context(), storetest.NewIn(t, dir, store.Options{}),
					handlers.Options{Passwords: cheap, Conversions: convertsIn(filepath.Join(dir, "converted"))})
				if err != nil {
					t.Fatal(err)
				}
				ctx, stop := context.WithCancel(t.Context())
				at, done := make(guests), make(chan error)
				go func() { done <- server.Run(ctx, handlers.Listeners{Public: listen.New(at, listen.Options{})}) }()
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
				stop()
				if err := <-done; err != nil {
					t.Error(err)
				}
				if err := server.Close(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}
