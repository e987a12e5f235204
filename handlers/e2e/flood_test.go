package e2e

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"ostrakon/handlers/e2e/servertest"
)

// What a server keeps to in a flood, on two cores that do nothing else.
const (
	floodMemory = 400 // MiB of the server's own process
	floodVote   = 2 * time.Second
	comeAgain   = 5 * time.Second // after the server hung up
)

// flood has strangers hold a server up: each of them connects, sends the bytes of sends, waits until the server hangs
// up, and soon begins again.
type flood struct {
	few, many int // connections; many where OSTRAKON_LONG is set
	sends     func(host string) []byte
}

// floods are ways to hold a server up without a request that ends.
var floods = map[string]flood{
	"streams without a body":    {200, 1000, func(host string) []byte { return streams("POST", host, 100) }},
	"answers that nobody takes": {200, 1000, func(host string) []byte { return streams("GET", host, 100) }},
	"unfinished bodies": {2300, 2300, func(host string) []byte {
		return []byte("POST /api/auth/login HTTP/1.1\r\nHost: " + host + "\r\nContent-Length: 60000\r\n\r\n{" +
			strings.Repeat(" ", 30_000))
	}},
}

// streams are the first frames of a connection over HTTP/2, whose client takes no byte of an answer: the beginnings of
// requests, as many at a time as the client likes (RFC 9113, sections 4 and 6; RFC 7541, appendix A).
func streams(method, host string, many int) []byte {
	var b bytes.Buffer
	frame := func(kind, flags byte, stream int, payload []byte) {
		head := binary.BigEndian.AppendUint32(nil, uint32(len(payload)))[1:]
		b.Write(binary.BigEndian.AppendUint32(append(head, kind, flags), uint32(stream)))
		b.Write(payload)
	}
	b.WriteString("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
	frame(4, 0, 0, []byte{0, 4, 0, 0, 0, 0}) // SETTINGS: the window of each stream is empty
	header, flags := []byte{0x83, 0x87}, byte(4)
	if method == http.MethodGet {
		header[0], flags = 0x82, 5 // and the stream ends
	}
	header = append(header, "\x44\x0f/api/auth/login\x41"+string(rune(len(host)))+host...)
	for i := range many {
		frame(1, flags, 2*i+1, header)
	}
	return b.Bytes()
}

// begin has strangers begin, and returns when all of them have. End ends them.
func (f flood) begin(t *testing.T, url string) (end func()) {
	t.Helper()
	_, address, _ := strings.Cut(url, "://")
	ctx, cancel := context.WithCancel(t.Context())
	var all, begun sync.WaitGroup
	sends := f.sends(address)
	for range rounds(f.few, f.many) {
		begun.Add(1)
		all.Go(func() {
			once := sync.OnceFunc(begun.Done)
			defer once()
			for ctx.Err() == nil {
				f.connect(ctx, address, sends, once)
				select {
				case <-ctx.Done():
				case <-time.After(comeAgain):
				}
			}
		})
	}
	begun.Wait()
	return func() {
		cancel()
		all.Wait()
	}
}

// connect has one stranger connect once, and wait until the server hangs up.
func (f flood) connect(ctx context.Context, address string, sends []byte, sent func()) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	protocol := "h2"
	if !bytes.HasPrefix(sends, []byte("PRI")) {
		protocol = "http/1.1"
	}
	secure := tls.Client(conn, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{protocol}})
	secure.Write(sends) // the server may hang up at any time
	sent()
	io.Copy(io.Discard, secure)
}

// Whoever holds the server up, from the address of the voters, takes no vote away, and not all of its memory.
func TestVotesInAFlood(t *testing.T) {
	for name, f := range floods {
		t.Run(name, func(t *testing.T) {
			s := must(start(t.Context(), t.TempDir(), "serve", "-data", "data", "-tls"))(t)
			defer s.Kill()
			o := newOffice(t, s, rounds(5, 30))
			o.votesIn(t, s, f, s.URL)
		})
	}
}

// votesIn has all voters vote in a flood, each on a phone of their own, at the address of a server or of its proxy.
func (o *office) votesIn(t *testing.T, s *servertest.Server, f flood, url string) {
	t.Helper()
	path, candidate := o.election(t)
	quiet := memoryOf(s, memoryPeak)
	defer f.begin(t, url)()
	rest := 3 * comeAgain / time.Duration(len(o.voters)) // while the strangers come three times more
	var slowest time.Duration
	for _, voter := range o.voters {
		phone := &http.Client{Transport: &http.Transport{DisableKeepAlives: true,
			TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
		began := time.Now()
		if _, err := post(t.Context(), phone, url+path, voter, map[string]string{"candidateId": candidate}); err != nil {
			t.Error(err)
		}
		slowest = max(slowest, time.Since(began))
		if os.Getenv("OSTRAKON_LONG") != "" {
			time.Sleep(rest)
		}
	}
	memory := memoryOf(s, memoryPeak)
	t.Logf("the slowest vote took %s; the server had %.0f MiB, and %.0f before", slowest, memory, quiet)
	if memory > floodMemory {
		t.Errorf("the server took %.0f MiB", memory)
	}
	if os.Getenv("OSTRAKON_LONG") != "" && slowest > floodVote {
		t.Errorf("a vote took %s", slowest)
	}
}
