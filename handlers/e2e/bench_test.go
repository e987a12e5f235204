package e2e

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"mime/multipart"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ostrakon/handlers/e2e/servertest"
)

const (
	benchVoters = 200
	votePace    = 5 * time.Millisecond // between two votes
	uploaders   = 16                   // twice as many as may read and wait on two cores
)

// BenchmarkVoteBesideOtherWork casts votes at a steady pace, first on a server that does nothing
// else, then while it gets more photos of cards than it can read, then more solids than it can
// convert, and then both with more sign-ins than it has cores for, among idle connections and bodies
// that never end. All report how long a vote takes, and how many times the p99 of the idle server
// that is. The last one reports the most memory that the server has had, too.
func BenchmarkVoteBesideOtherWork(b *testing.B) {
	s := must(start(b.Context(), b.TempDir(), "serve", "-data", "data", "-ocr", "on", "-trusted-proxies", "127.0.0.1"))(b)
	defer s.Kill()
	o := newOffice(b, s, benchVoters)
	card := must(drawCard("2341 2341 2346", "Ada Okafor", "17 MAR 1984"))(b)
	solid := must(io.ReadAll(facets(100_000)))(b) // 5 MB
	verify := o.upload(b, "/api/auth/verify-id", "", "card", "card.jpg", card)
	convert := o.upload(b, "/api/convert-stl?method=custom-glb&level=compact", "", "file", "part.stl", solid)
	// the children are there, their code compiled
	for _, first := range []func(context.Context) (int, error){verify, convert} {
		if status, err := first(b.Context()); status != http.StatusOK {
			b.Fatalf("the first upload is answered %d, %v", status, err)
		}
	}
	var idle time.Duration // its p99
	b.Run("idle", func(b *testing.B) { idle = o.votes(b) })
	b.Run("cards", func(b *testing.B) { o.votesBeside(b, idle, verify) })
	b.Run("conversions", func(b *testing.B) { o.votesBeside(b, idle, convert) })
	b.Run("sign-ins", func(b *testing.B) { o.votesBeside(b, idle, o.signIn) })
	b.Run("everything", func(b *testing.B) {
		release := o.hold(b, idleConnections)
		o.votesBeside(b, idle, verify, convert, o.signIn)
		release()
		memory := memoryOf(s, memoryPeak)
		b.ReportMetric(memory, "MiB")
		aim(b, memory, serverMemory, "MiB of memory")
	})
}

// votesBeside casts votes while clients do other work without a pause, uploaders for each kind. It
// reports how much of it was done, and how many times idle the p99 is.
func (o *office) votesBeside(b *testing.B, idle time.Duration, works ...func(context.Context) (int, error)) {
	ctx, stop := context.WithCancel(b.Context())
	var wg sync.WaitGroup
	var done, busy atomic.Int64
	for i := range uploaders * len(works) {
		wg.Go(func() {
			for ctx.Err() == nil {
				if status, _ := works[i%len(works)](ctx); status == http.StatusOK {
					done.Add(1)
					continue
				}
				busy.Add(1)
				time.Sleep(100 * time.Millisecond)
			}
		})
	}
	start := time.Now()
	p99 := o.votes(b)
	b.ReportMetric(float64(done.Load())/time.Since(start).Seconds(), "done/s")
	b.ReportMetric(float64(busy.Load())/time.Since(start).Seconds(), "busy/s")
	stop()
	wg.Wait()
	if idle > 0 { // its part was run, too
		times := p99.Seconds() / idle.Seconds()
		b.ReportMetric(times, "times-idle")
		if b.N >= benchVoters {
			aim(b, times, slowestVote, "times the p99 of the idle server")
		}
	}
}

// office is a running server with voters who are signed in.
type office struct {
	url    string
	client *http.Client
	admin  string
	voters []string     // tokens of v0@example.org and so on
	came   atomic.Int64 // sign-ins so far
	peers  atomic.Int64
}

// benchPassword is that of everybody.
const benchPassword = "a-long-password"

func newOffice(b testing.TB, s *servertest.Server, voters int) *office {
	b.Helper()
	o := &office{url: s.URL, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256,
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}}
	o.admin = o.must(b, "POST", "/api/auth/setup", "", map[string]any{
		"setupToken": s.Setup, "email": "a@example.org", "password": benchPassword, "fullName": "A",
	})["token"].(string)
	o.voters = make([]string, voters)
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := worker; i < voters; i += 4 {
				o.must(b, "POST", "/api/auth/register", "", map[string]any{
					"email": emailOf(i), "password": benchPassword, "fullName": "Voter", "nationalId": fmt.Sprintf("N%06d", i),
				})
				o.voters[i], _ = o.must(b, "POST", "/api/auth/login", "",
					map[string]any{"email": emailOf(i), "password": benchPassword})["token"].(string)
			}
		})
	}
	wg.Wait()
	if b.Failed() {
		b.FailNow()
	}
	return o
}

func emailOf(voter int) string { return fmt.Sprintf("v%d@example.org", voter) }

// signIn signs in the next voter with the password.
func (o *office) signIn(ctx context.Context) (int, error) {
	i := int(o.came.Add(1)) % len(o.voters)
	status, _, err := o.do(ctx, "POST", "/api/auth/login", "", "application/json",
		fmt.Appendf(nil, `{"email":%q,"password":%q}`, emailOf(i), benchPassword))
	return status, err
}

// do makes a request from a new address, so that no limit is in the way.
func (o *office) do(ctx context.Context, method, path, token, kind string, body []byte) (int, []byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, o.url+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	n := o.peers.Add(1)
	r.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255))
	r.Header.Set("Content-Type", kind)
	r.Header.Set("Authorization", "Bearer "+token)
	res, err := o.client.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	return res.StatusCode, raw, err
}

// must makes a request that must succeed. If it does not, the test fails at its end: this is for any
// goroutine.
func (o *office) must(b testing.TB, method, path, token string, body any) map[string]any {
	b.Helper()
	raw := must(json.Marshal(body))(b)
	status, answer, err := o.do(b.Context(), method, path, token, "application/json", raw)
	var out map[string]any
	if err != nil || status != http.StatusOK || json.Unmarshal(answer, &out) != nil {
		b.Errorf("%s %s: %d %s %v", method, path, status, answer, err)
	}
	return out
}

// upload is to send a file as a field of a form, and gives the status of the answer.
func (o *office) upload(b testing.TB, path, token, field, name string, content []byte) func(context.Context) (int,
	error) {
	b.Helper()
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part := must(w.CreateFormFile(field, name))(b)
	part.Write(content) // to memory
	w.Close()
	return func(ctx context.Context) (int, error) {
		status, _, err := o.do(ctx, "POST", path, token, w.FormDataContentType(), form.Bytes())
		return status, err
	}
}

// facets is a binary STL file of so many facets, as it is sent: a step of stairs again and again.
func facets(n int) io.Reader {
	const repeated = 10_000
	var step bytes.Buffer
	for i := range repeated {
		corners := [9]float32{float32(i), 0, 0, float32(i + 1), 0, 0, float32(i), 1, float32(math.Sin(float64(i)))}
		step.Write(make([]byte, 12))
		binary.Write(&step, binary.LittleEndian, corners)
		step.Write(make([]byte, 2))
	}
	parts := []io.Reader{bytes.NewReader(binary.LittleEndian.AppendUint32(make([]byte, 80), uint32(n)))}
	for range n / repeated {
		parts = append(parts, bytes.NewReader(step.Bytes()))
	}
	return io.MultiReader(parts...)
}

// votes casts b.N votes at a steady pace, reports how long they took, and returns the p99.
func (o *office) votes(b *testing.B) (p99 time.Duration) {
	var ballots [][2]string // path and body, one for each voter and election
	for len(ballots) < b.N {
		path, candidate := o.election(b)
		for range o.voters {
			ballots = append(ballots, [2]string{path, `{"candidateId":"` + candidate + `"}`})
		}
	}
	took := make([]time.Duration, b.N)
	var wg sync.WaitGroup
	tick := time.NewTicker(votePace)
	defer tick.Stop()
	b.ResetTimer()
	for i := range b.N {
		<-tick.C
		wg.Go(func() {
			start := time.Now()
			status, raw, err := o.do(b.Context(), "POST", ballots[i][0], o.voters[i%benchVoters], "application/json",
				[]byte(ballots[i][1]))
			took[i] = time.Since(start)
			if status != http.StatusOK {
				b.Errorf("%d %s %v", status, raw, err)
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	slices.Sort(took)
	for name, part := range map[string]int{"p50-ms": 50, "p99-ms": 99} {
		b.ReportMetric(float64(took[len(took)*part/100].Microseconds())/1e3, name)
	}
	return took[len(took)*99/100]
}

// election opens an election, and returns the path to vote at and a candidate.
func (o *office) election(b testing.TB) (path, candidate string) {
	b.Helper()
	id := o.must(b, "POST", "/api/admin/elections", o.admin, map[string]any{"title": "Board"})["id"].(string)
	for _, name := range []string{"Kim", "Lee"} {
		candidate = o.must(b, "POST", "/api/admin/elections/"+id+"/candidates", o.admin,
			map[string]any{"name": name})["id"].(string)
	}
	o.must(b, "PUT", "/api/admin/elections/"+id+"/status", o.admin, map[string]any{"status": "ACTIVE"})
	return "/api/user/elections/" + id + "/vote", candidate
}
