package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"ostrakon/handlers/e2e/servertest"
)

// What a server should keep to on two cores that do nothing else. Benchmarks fail beyond it where
// OSTRAKON_OVERLOAD_AIMS is set.
const (
	slowestVote  = 4   // times the p99 of the idle server, beside other work
	serverMemory = 512 // MiB of the server's own process
	freshMemory  = 40  // MiB of it after the start
	latestEntry  = 20  // seconds after the opening, until the last of a hall is signed in
)

const (
	hall            = 500 // people behind one address
	idleConnections = 2000
	unfinished      = 8 // bodies for each route that takes one
)

// aim fails a benchmark that misses an aim, where somebody asks for that.
func aim(b *testing.B, got, most float64, what string) {
	if os.Getenv("OSTRAKON_OVERLOAD_AIMS") != "" && got > most {
		b.Errorf("%.1f %s, want at most %.0f", got, what, most)
	}
}

// The names that the kernel gives to the memory of a process (proc(5), status).
const (
	memoryNow  = "VmRSS"
	memoryPeak = "VmHWM" // so far
)

// memoryOf returns the memory of a server, now or at its peak, in MiB, without its children; 0 where the system does
// not tell.
func memoryOf(s *servertest.Server, which string) float64 {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.Process.Pid)) // there is none elsewhere than on Linux
	for line := range strings.Lines(string(status)) {
		if kib, found := strings.CutPrefix(line, which+":"); found {
			n, _ := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(kib), " kB"), 64)
			return n / 1024
		}
	}
	return 0
}

// A server that nobody has asked for anything is small: at once, and after a minute where OSTRAKON_LONG is set.
func TestAFreshServerIsSmall(t *testing.T) {
	s := must(start(t.Context(), t.TempDir(), "serve", "-data", "data"))(t)
	defer s.Kill()
	if os.Getenv("OSTRAKON_LONG") != "" {
		time.Sleep(time.Minute)
	}
	if memory := memoryOf(s, memoryNow); memory > freshMemory {
		t.Errorf("it holds %.1f MiB, want at most %d", memory, freshMemory)
	}
}

// BenchmarkSignInAtTheOpening has a hall of people sign in at the same moment, all from one address,
// and vote as soon as they are in. It reports how long the first half and the last of them waited to
// be signed in. Nobody may be refused.
func BenchmarkSignInAtTheOpening(b *testing.B) {
	s := must(start(b.Context(), b.TempDir(), "serve", "-data", "data", "-trusted-proxies", "127.0.0.1"))(b)
	defer s.Kill()
	o := newOffice(b, s, hall)
	table := "full_name,member\n"
	for i := range hall {
		table += fmt.Sprintf("Voter %d,M%d\n", i, i)
	}
	status, raw, err := o.do(b.Context(), "POST", "/api/admin/roll?memberKeys=true", o.admin, "text/csv", []byte(table))
	var roll struct{ Lines []struct{ MemberKey string } }
	if err != nil || status != http.StatusOK || json.Unmarshal(raw, &roll) != nil || len(roll.Lines) != hall {
		b.Fatalf("the roll: %d %s %v", status, raw, err)
	}
	b.Run("slip", func(b *testing.B) {
		o.open(b, func(i int) (string, any) {
			return "/api/auth/key", map[string]string{"key": roll.Lines[i].MemberKey}
		})
	})
	b.Run("password", func(b *testing.B) {
		o.open(b, func(i int) (string, any) {
			return "/api/auth/login", map[string]string{"email": emailOf(i), "password": benchPassword}
		})
	})
}

// open opens an election, and has each of a hall sign in by some request and vote.
func (o *office) open(b *testing.B, entry func(i int) (path string, body any)) {
	for range b.N {
		path, candidate := o.election(b)
		came := make([]float64, hall) // in seconds after the opening
		var wg sync.WaitGroup
		begin := time.Now()
		for i := range hall {
			wg.Go(func() {
				own := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}} // a phone
				to, body := entry(i)
				in, err := post(b.Context(), own, o.url+to, "", body)
				came[i] = time.Since(begin).Seconds()
				if err == nil {
					_, err = post(b.Context(), own, o.url+path, in.Token, map[string]string{"candidateId": candidate})
				}
				if err != nil {
					b.Error(err)
				}
			})
		}
		wg.Wait()
		slices.Sort(came)
		b.ReportMetric(came[hall/2], "half-s")
		b.ReportMetric(came[hall-1], "last-s")
		aim(b, came[hall-1], latestEntry, "s until the last is signed in")
	}
}

// post asks for something that must succeed, from the address that all of a hall have.
func post(ctx context.Context, client *http.Client, url, token string, body any) (in struct{ Token string },
	err error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return in, err
	}
	r, err := http.NewRequestWithContext(ctx, "POST", url, bytes.NewReader(raw))
	if err != nil {
		return in, err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("X-Forwarded-For", "192.0.2.1")
	res, err := client.Do(r)
	if err != nil {
		return in, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return in, fmt.Errorf("%s: %s", url, res.Status)
	}
	return in, json.NewDecoder(res.Body).Decode(&in)
}

// Among idle connections, and bodies that never end on each route that takes one, more of them than
// there are places for images, everybody else is served.
func TestIdleConnectionsAndUnfinishedBodiesHoldNobodyUp(t *testing.T) {
	s := must(start(t.Context(), t.TempDir(), "serve", "-data", "data", "-trusted-proxies", "127.0.0.1"))(t)
	defer s.Kill()
	o := newOffice(t, s, 4)
	path, candidate := o.election(t)
	var solid bytes.Buffer
	must(solid.ReadFrom(facets(10_000)))(t)
	var portrait bytes.Buffer
	noError(t, png.Encode(&portrait, image.NewGray(image.Rect(0, 0, 64, 64))))
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	defer o.hold(t, idleConnections)()
	for _, token := range o.voters {
		o.must(t, "POST", path, token, map[string]any{"candidateId": candidate})
		if status, err := o.signIn(ctx); status != http.StatusOK {
			t.Errorf("a sign-in is answered %d, %v", status, err)
		}
	}
	for name, upload := range map[string]func(context.Context) (int, error){
		"a solid":    o.upload(t, "/api/convert-stl?method=custom-glb", "", "file", "part.stl", solid.Bytes()),
		"a portrait": o.upload(t, "/api/user/profile/photo", o.voters[0], "photo", "me.png", portrait.Bytes()),
	} {
		status := http.StatusServiceUnavailable
		// until a slow one gives up its place
		for ; status == http.StatusServiceUnavailable; time.Sleep(200 * time.Millisecond) {
			var err error
			if status, err = upload(ctx); err != nil {
				t.Fatal(name, err)
			}
		}
		if status != http.StatusOK {
			t.Errorf("%s is answered %d", name, status)
		}
	}
}

// hold opens connections that ask for nothing, and some for each route that takes a body, of which
// only the beginning is sent. Release closes them.
func (o *office) hold(tb testing.TB, idle int) (release func()) {
	tb.Helper()
	o.client.CloseIdleConnections() // they would be the oldest, and so the first to go
	address := strings.TrimPrefix(o.url, "http://")
	var held []net.Conn
	connect := func(text string) {
		c := must(net.Dial("tcp", address))(tb)
		held = append(held, c)
		c.Write([]byte(text)) // the server may have closed it
	}
	for range idle {
		connect("")
	}
	for _, begun := range o.bodies(tb) {
		for i := range unfinished {
			connect(fmt.Sprintf(begun, i+1))
		}
	}
	return func() {
		for _, c := range held {
			c.Close()
		}
	}
}

// bodies are requests for each route that takes a body, with a place for a number, as far as the
// beginning of the body.
func (o *office) bodies(tb testing.TB) (all []string) {
	tb.Helper()
	status, raw, err := o.do(tb.Context(), "GET", "/api/openapi.json", "", "", nil)
	var document struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err != nil || status != http.StatusOK || json.Unmarshal(raw, &document) != nil {
		tb.Fatalf("the document of the API: %d %v", status, err)
	}
	path, _ := o.election(tb)
	election := strings.Split(path, "/")[4]
	for path, methods := range document.Paths {
		token := o.voters[0]
		if strings.HasPrefix(path, "/api/admin") {
			token = o.admin
		}
		path = strings.NewReplacer("{id}", election, "{", "", "}", "").Replace(path)
		for method, raw := range methods {
			var is struct {
				RequestBody struct{ Content map[string]any }
			}
			_ = json.Unmarshal(raw, &is) // what all methods share is no object
			for kind := range is.RequestBody.Content {
				size, body := 1000, "{"
				if kind == "multipart/form-data" {
					kind, size = kind+"; boundary=x", 100_000
					body = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"part.stl\"\r\n\r\nsolid"
				}
				all = append(all, fmt.Sprintf("%s %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nX-Forwarded-For: "+
					"10.255.%d.%%d\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s",
					strings.ToUpper(method), path, token, len(all)%256, kind, size, body))
			}
		}
	}
	if len(all) < 40 {
		tb.Fatalf("only %d routes take a body", len(all))
	}
	return all
}
