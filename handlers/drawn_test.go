package handlers_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"

	"ostrakon/handlers"
)

// drawsPerWorld bounds how far drawn requests may take a world: in the end nobody could sign in.
const drawsPerWorld = 250

// Requests are drawn from the API document and sent to a running server. Whatever they hold, no
// answer is the server's fault, and each has a status, a code and a body that its operation lists.
//
// OSTRAKON_DRAWS is how many requests are drawn, OSTRAKON_DRAW_SEED what they are drawn by.
func TestDrawnRequestsAreAnsweredAsDescribed(t *testing.T) {
	draws, seed := setting(t, "OSTRAKON_DRAWS", 1000), setting(t, "OSTRAKON_DRAW_SEED", 1)
	t.Logf("%d requests are drawn by OSTRAKON_DRAW_SEED=%d", draws, seed)
	doc := theDescription(t).doc
	var operations []operation
	for _, path := range slices.Sorted(maps.Keys(doc.Paths.Map())) {
		methods := doc.Paths.Value(path).Operations()
		for _, method := range slices.Sorted(maps.Keys(methods)) {
			operations = append(operations, operation{path, method, methods[method]})
		}
	}
	cards := poolOf(t, os.Args[0], asReader)
	count := &answerCount{statuses: make(map[int]int), succeeded: make(map[string]bool)}
	t.Cleanup(func() { // when the parallel worlds have ended
		t.Logf("answers by status: %v; %d of %d operations succeeded at least once", count.statuses, len(count.succeeded),
			len(operations))
	})
	for n := 0; n < draws; n += drawsPerWorld {
		t.Run(fmt.Sprintf("from %d", n), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, func(o *handlers.Options) {
				o.Cards, o.TrustedProxies = cards, []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
			})
			r, transport := run(t, w.office, nil), &http.Transport{DisableCompression: true}
			t.Cleanup(transport.CloseIdleConnections)
			d := newDrawer(t, w, operations, rand.New(rand.NewPCG(uint64(seed), uint64(n))))
			for range min(drawsPerWorld, draws-n) {
				r.sendDrawn(t, transport, d.draw(), count)
			}
			r.end(t)
			checkLog(t, w.log.take(t))
		})
	}
}

// setting is a number that the environment may set.
func setting(t *testing.T, name string, otherwise int) int {
	t.Helper()
	text, set := os.LookupEnv(name)
	if !set {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// answerCount is what drawn requests came to.
type answerCount struct {
	mu        sync.Mutex
	statuses  map[int]int
	succeeded map[string]bool // by method and path of the document
}

// note notes the answer on a route, nil if the document has none for the request.
func (c *answerCount) note(status int, route *routers.Route) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.statuses[status]++
	if route != nil && status < 400 {
		c.succeeded[route.Method+" "+route.Path] = true
	}
}

// sendDrawn sends a request over the network and checks the answer.
func (r *running) sendDrawn(t *testing.T, transport *http.Transport, c call, count *answerCount) {
	t.Helper()
	a := r.overNetwork(t, transport, c)
	asked := c.request(t)
	route, _, err := theDescription(t).router.FindRoute(asked)
	if err == nil {
		asked = inWords(t, asked, route.Operation)
	}
	count.note(a.status, route)
	if a.status >= 500 {
		t.Errorf("the server answers %d: %s", a.status, a.body)
	}
	if c.method != http.MethodHead && c.method != http.MethodOptions { // which have no body
		checkAnswer(t, asked, a)
	}
	if t.Failed() {
		raw, _ := io.ReadAll(c.request(t).Body)
		t.Fatalf("this was asked:\n%s %s\n%v\n%.3000q", c.method, c.path, asked.Header, raw)
	}
}

// overNetwork sends a request over the network, if its body is small enough. From one whose body is
// too large the server turns away, and what it answers then may be lost with the connection.
func (r *running) overNetwork(t *testing.T, transport *http.Transport, c call) answer {
	t.Helper()
	sent := c.request(t)
	raw := must(io.ReadAll(sent.Body))(t)
	sent.Body = io.NopCloser(bytes.NewReader(raw))
	if len(raw) > 60_000 {
		rec := httptest.NewRecorder()
		r.server.ServeHTTP(rec, sent)
		return answer{status: rec.Code, header: rec.Result().Header, body: rec.Body.Bytes()}
	}
	sent.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(raw)), nil }
	sent.RequestURI, sent.URL.Scheme, sent.URL.Host = "", "http", strings.TrimPrefix(r.url, "http://")
	sent.Header.Set("X-Forwarded-For", c.from)
	res, err := transport.RoundTrip(sent)
	if err != nil {
		t.Fatalf("%s %s: %v", c.method, c.path, err)
	}
	defer res.Body.Close()
	body := io.Reader(res.Body)
	if res.Header.Get("Content-Encoding") == "gzip" && c.method != http.MethodHead && res.StatusCode == http.StatusOK {
		body = must(gzip.NewReader(body))(t)
	}
	a := answer{status: res.StatusCode, header: res.Header}
	if a.body, err = io.ReadAll(body); err != nil {
		t.Fatalf("%s %s: %v", c.method, c.path, err)
	}
	return a
}

// inWords is a request without what the document allows in words alone: any Content-Type of JSON
// and CSV, null for what is absent, and empty fields of a conversion.
func inWords(t *testing.T, r *http.Request, op *openapi3.Operation) *http.Request {
	t.Helper()
	if slices.Contains([]string{"convert", "convertStl", "inspect"}, op.OperationID) {
		query := r.URL.Query()
		maps.DeleteFunc(query, func(_ string, values []string) bool { return values[0] == "" })
		r.URL.RawQuery = query.Encode()
		return r
	}
	switch {
	case op.RequestBody == nil:
	case op.RequestBody.Value.Content["text/csv"] != nil:
		r.Header.Set("Content-Type", "text/csv")
	case takesJSON(op):
		r.Header.Set("Content-Type", "application/json")
		raw := must(io.ReadAll(r.Body))(t)
		var o obj
		if json.Unmarshal(raw, &o) == nil && r.Method != http.MethodPut {
			maps.DeleteFunc(o, func(_ string, value any) bool { return value == nil })
			raw, _ = json.Marshal(o)
		}
		r.Body = io.NopCloser(bytes.NewReader(raw))
	}
	return r
}
