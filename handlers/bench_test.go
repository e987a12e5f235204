package handlers_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ostrakon/handlers"
	"ostrakon/handlers/listen"
	"ostrakon/handlers/password"
	"ostrakon/store"
	"ostrakon/store/storetest"
)

// The benchmarks run server and client in one process, over TCP on loopback
// with connections that stay open, and a file that is synced for real. The
// client is written by hand over net.Conn: it takes less of the shared cores than net/http's.

// bench is a server that takes connections from the benchmarks.
type bench struct {
	store  *store.Store
	server *handlers.Server
	addr   string
}

func newBench(b *testing.B, cost password.Params) bench {
	b.Helper()
	st := storetest.New(b, store.Options{})
	server, err := handlers.New(b.Context(), st, handlers.Options{
		Version: "bench", Passwords: cost, Conversions: convertsIn(b.TempDir()),
		TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")},
		Logger:         slog.New(slog.NewJSONHandler(io.Discard, nil)),
	})
	if err != nil {
		b.Fatal(err)
	}
	public := must(net.Listen("tcp", "127.0.0.1:0"))(b)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- server.Run(ctx, handlers.Listeners{Public: listen.New(public, listen.Options{})}) }()
	b.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			b.Error(err)
		}
	})
	return bench{st, server, public.Addr().String()}
}

// token is a session of a user.
func (s bench) token(b *testing.B, id store.UserID) string {
	b.Helper()
	a := must(s.store.Account(b.Context(), id))(b)
	return must(s.server.Token(a))(b)
}

// wireRequest is a request as it goes over the wire.
func wireRequest(method, path, token, body, more string) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s %s HTTP/1.1\r\nHost: ostrakon\r\n%s", method, path, more)
	if token != "" {
		fmt.Fprintf(&out, "Authorization: Bearer %s\r\n", token)
	}
	fmt.Fprintf(&out, "Content-Length: %d\r\n\r\n%s", len(body), body)
	return out.Bytes()
}

// wire is a connection of the client.
type wire struct {
	net.Conn
	in *bufio.Reader
}

// exchange sends a request and reads the answer, which must be a 200 of stated length.
func (w wire) exchange(request []byte) error {
	if _, err := w.Write(request); err != nil {
		return err
	}
	line, err := w.in.ReadSlice('\n')
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(line, []byte("HTTP/1.1 200")) {
		return fmt.Errorf("answer %q", line)
	}
	length := -1
	for len(line) > 2 {
		if line, err = w.in.ReadSlice('\n'); err != nil {
			return err
		}
		if value, ok := bytes.CutPrefix(line, []byte("Content-Length: ")); ok {
			if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return err
			}
		}
	}
	_, err = w.in.Discard(length)
	return err
}

// load sends b.N requests over as many connections as asked and reports the
// rate and the latencies. request makes the i-th; it is called before the clock starts.
func (s bench) load(b *testing.B, connections int, unit string, request func(i int) []byte) {
	b.Helper()
	requests := make([][]byte, b.N)
	for i := range requests {
		requests[i] = request(i)
	}
	wires := make([]wire, connections)
	for i := range wires {
		conn := must(net.Dial("tcp", s.addr))(b)
		defer conn.Close()
		wires[i] = wire{conn, bufio.NewReader(conn)}
	}
	latencies := make([]time.Duration, b.N)
	var next atomic.Int64
	var wg sync.WaitGroup
	b.ResetTimer()
	for _, w := range wires {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(b.N); i = next.Add(1) - 1 {
				start := time.Now()
				if err := w.exchange(requests[i]); err != nil {
					b.Error(err)
					return
				}
				latencies[i] = time.Since(start)
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	slices.Sort(latencies)
	ms := func(share float64) float64 {
		return float64(latencies[int(share*float64(b.N-1))].Microseconds()) / 1000
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), unit+"/s")
	b.ReportMetric(ms(0.50), "p50-ms")
	b.ReportMetric(ms(0.99), "p99-ms")
}

func BenchmarkCastVote(b *testing.B) {
	s := newBench(b, cheap)
	tokens := make([]string, 2000)
	for i := range tokens {
		tokens[i] = s.token(b, storetest.Voter(b, s.store, i).ID)
	}
	for _, voters := range []int{1, 64, 512} {
		b.Run(strconv.Itoa(voters), func(b *testing.B) {
			// Nobody votes twice: the voters go from one election to the next.
			var elections []store.Election
			for len(elections)*len(tokens) < b.N {
				e := storetest.Election(b, s.store, "Board", "Noor", "Tomas", "Grace")
				elections = append(elections, storetest.Advance(b, s.store, e.ID, store.Active))
			}
			s.load(b, voters, "votes", func(i int) []byte {
				e := elections[i/len(tokens)]
				return wireRequest("POST", userElections+string(e.ID)+"/vote", tokens[i%len(tokens)],
					`{"candidateId":"`+string(e.Questions[0].Candidates[i%3].ID)+`"}`, "")
			})
		})
	}
}

func BenchmarkLogin(b *testing.B) {
	s := newBench(b, password.DefaultParams())
	if err := s.server.CreateAdmin(b.Context(),
		handlers.AdminRequest{Email: "office" + addressMark, Password: rightPassword, FullName: "Olu Office"}); err != nil {
		b.Fatal(err)
	}
	body := `{"email":"office` + addressMark + `","password":"` + rightPassword + `"}`
	for _, people := range []int{1, 16} {
		b.Run(strconv.Itoa(people), func(b *testing.B) {
			s.load(b, people, "logins", func(i int) []byte {
				// An address each, or the limit would be measured.
				return wireRequest("POST", "/api/auth/login", "", body,
					fmt.Sprintf("X-Forwarded-For: 198.18.%d.%d\r\n", i/200%250, i%200+1))
			})
		})
	}
}

func BenchmarkListElections(b *testing.B) {
	s := newBench(b, cheap)
	names := slices.Repeat([]string{"Somebody of a usual name"}, 10)
	for range 200 {
		storetest.Advance(b, s.store, storetest.Election(b, s.store, "Election of an ordinary title", names...).ID,
			store.Active)
	}
	admin, err := s.store.CreateAdmin(b.Context(),
		store.NewAdmin{Email: "office" + addressMark, PasswordHash: "x", FullName: "Olu Office"})
	if err != nil {
		b.Fatal(err)
	}
	for name, request := range map[string][]byte{
		"admin": wireRequest("GET", adminElections+"?limit=50", s.token(b, admin.ID), "", ""),
		"voter": wireRequest("GET", userElections+"active?limit=50", s.token(b, storetest.Voter(b, s.store, 1).ID), "", ""),
	} {
		b.Run(name, func(b *testing.B) { s.load(b, 8, "lists", func(int) []byte { return request }) })
	}
}
