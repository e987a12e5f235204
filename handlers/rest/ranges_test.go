package rest

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// pipes is a listener of one connection in memory, whose deadlines go by the clock of a bubble.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	if conn, open := <-p; open {
		return conn, nil
	}
	return nil, net.ErrClosed
}
func (p pipes) Close() error   { close(p); return nil }
func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }

// slowly serves content to a client, which takes read bytes a second until it has as many as it wants, and returns how
// many it got before the server hung up.
func slowly(t *testing.T, content []byte, read, wants int) (got int, took time.Duration) {
	t.Helper()
	srv := &http.Server{WriteTimeout: 90 * time.Second, Handler: http.HandlerFunc(
		func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/zip")
			if err := RespondRanges(w, &Request{Request: r}, "e", int64(len(content)), bytes.NewReader(content)); err != nil {
				t.Error(err)
			}
		})}
	at, done := make(pipes), make(chan error)
	go func() { done <- srv.Serve(at) }()
	theirs, ours := net.Pipe()
	at <- ours
	began := time.Now()
	if _, err := io.WriteString(theirs, "GET / HTTP/1.1\r\nHost: vote\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	res, err := http.ReadResponse(bufio.NewReader(theirs), nil)
	if err != nil {
		t.Fatal(err)
	}
	for got < wants && err == nil {
		time.Sleep(time.Second)
		var n int64
		n, err = io.CopyN(io.Discard, res.Body, int64(min(read, wants-got)))
		got += int(n)
	}
	if err == nil && wants < len(content) { // the client stops
		began = time.Now()
		time.Sleep(10 * time.Minute)
		n, _ := io.Copy(io.Discard, res.Body)
		got += int(n)
	}
	took = time.Since(began)
	if err := srv.Close(); err != nil {
		t.Error(err)
	}
	<-done
	return got, took
}

func TestASlowClientGetsAllOfALongAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		content := make([]byte, 14_900_000)
		got, took := slowly(t, content, 30_000, len(content))
		if got != len(content) || took < 400*time.Second {
			t.Errorf("%d bytes of %d in %s", got, len(content), took)
		}
	})
}

func TestAClientThatStopsReadingIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		content := make([]byte, 1_000_000)
		if got, _ := slowly(t, content, 30_000, 300_000); got < 300_000 || got > 300_000+2*PaceBytes {
			t.Errorf("the server went on to %d bytes", got)
		}
	})
}
