package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const (
	benchVoters = 200
	votePace    = 5 * time.Millisecond // between two votes
	uploaders   = 16                   // twice as many as may read and wait on two cores
)

// BenchmarkVoteBesideCards casts votes at a steady pace, first on a server that does nothing else,
// then while it gets more photos of cards than it can read. Both report how long a vote takes. The
// second p99 should be at most three times the first.
func BenchmarkVoteBesideCards(b *testing.B) {
	s, err := start(b.Context(), b.TempDir(), "serve", "-data", "data", "-ocr-engine", "embedded", "-trusted-proxies", "127.0.0.1")
	if err != nil {
		b.Fatal(err)
	}
	defer s.kill()
	o := newOffice(b, s)
	card, err := drawCard("2341 2341 2346", "Ada Okafor", "17 MAR 1984")
	if err != nil {
		b.Fatal(err)
	}
	if read, _ := o.upload(b.Context(), card); !read { // the child is there, its code compiled
		b.Fatal("the card is not read")
	}
	b.Run("idle", func(b *testing.B) { o.votes(b) })
	b.Run("cards", func(b *testing.B) {
		ctx, stop := context.WithCancel(b.Context())
		var wg sync.WaitGroup
		var read, busy atomic.Int64
		for range uploaders {
			wg.Go(func() {
				for ctx.Err() == nil {
					if ok, _ := o.upload(ctx, card); ok {
						read.Add(1)
						continue
					}
					busy.Add(1)
					time.Sleep(100 * time.Millisecond)
				}
			})
		}
		start := time.Now()
		o.votes(b)
		b.ReportMetric(float64(read.Load())/time.Since(start).Seconds(), "cards/s")
		b.ReportMetric(float64(busy.Load())/time.Since(start).Seconds(), "busy/s")
		stop()
		wg.Wait()
	})
}

// office is a running server with voters who are signed in.
type office struct {
	url    string
	client *http.Client
	admin  string
	voters []string // tokens
	peers  atomic.Int64
}

func newOffice(b *testing.B, s *server) *office {
	b.Helper()
	o := &office{url: s.url, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}}}
	o.admin = o.must(b, "POST", "/api/auth/setup", "", map[string]any{
		"setupToken": s.setup, "email": "a@example.org", "password": "a-long-password", "fullName": "A",
	})["token"].(string)
	for i := range benchVoters {
		email := fmt.Sprintf("v%d@example.org", i)
		o.must(b, "POST", "/api/auth/register", "", map[string]any{
			"email": email, "password": "a-long-password", "fullName": "Voter", "nationalId": fmt.Sprintf("N%06d", i),
		})
		o.voters = append(o.voters, o.must(b, "POST", "/api/auth/login", "", map[string]any{"email": email, "password": "a-long-password"})["token"].(string))
	}
	return o
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

// must makes a request that must succeed.
func (o *office) must(b *testing.B, method, path, token string, body any) map[string]any {
	b.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		b.Fatal(err)
	}
	status, answer, err := o.do(b.Context(), method, path, token, "application/json", raw)
	var out map[string]any
	if err != nil || status != http.StatusOK || json.Unmarshal(answer, &out) != nil {
		b.Fatalf("%s %s: %d %s %v", method, path, status, answer, err)
	}
	return out
}

// upload sends a photo, and reports whether it was read.
func (o *office) upload(ctx context.Context, photograph []byte) (bool, error) {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile("card", "card.jpg")
	if err != nil {
		return false, err
	}
	part.Write(photograph) // to memory
	w.Close()
	status, _, err := o.do(ctx, "POST", "/api/auth/verify-id", "", w.FormDataContentType(), form.Bytes())
	return status == http.StatusOK, err
}

// votes casts b.N votes at a steady pace and reports how long they took.
func (o *office) votes(b *testing.B) {
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
			status, raw, err := o.do(b.Context(), "POST", ballots[i][0], o.voters[i%benchVoters], "application/json", []byte(ballots[i][1]))
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
}

// election opens an election, and returns the path to vote at and a candidate.
func (o *office) election(b *testing.B) (path, candidate string) {
	b.Helper()
	id := o.must(b, "POST", "/api/admin/elections", o.admin, map[string]any{"title": "Board"})["id"].(string)
	for _, name := range []string{"Kim", "Lee"} {
		candidate = o.must(b, "POST", "/api/admin/elections/"+id+"/candidates", o.admin, map[string]any{"name": name})["id"].(string)
	}
	o.must(b, "PUT", "/api/admin/elections/"+id+"/status", o.admin, map[string]any{"status": "ACTIVE"})
	return "/api/user/elections/" + id + "/vote", candidate
}
