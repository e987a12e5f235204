package handlers_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ostrakon/handlers"
	"ostrakon/handlers/command"
	"ostrakon/handlers/makers"
	"ostrakon/handlers/password"
	"ostrakon/store"
	"ostrakon/store/storetest"
)

// Everything secret that the tests send carries one of these marks, so that do
// can tell whether any of it has reached the log.
const (
	passwordMark = "plover"
	numberMark   = "ZQ81"    // 8 and 1 are in no id, which base32 makes
	nameMark     = "QUILLON" // of every name that is read from a card
	addressMark  = "@example.org"

	rightPassword = "plover in the reeds"
	freshPassword = "another plover, later"
)

// printedKey is a member key as it is printed.
var printedKey = regexp.MustCompile(`\b(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}\b`)

// cheap is the least costly kind of hash: tests are not there to wait.
var cheap = password.Params{MemoryKiB: 8, Passes: 1, Lanes: 1}

// obj is a JSON object.
type obj = map[string]any

// office is a server on a temporary store, with a clock that tests set.
type office struct {
	server *handlers.Server
	store  *store.Store
	dir    string
	clock  *storetest.Clock
	log    *logBook
	peers  int // addresses handed out by elsewhere
}

// newOffice opens an empty office: no administrator yet.
func newOffice(tb testing.TB, change ...func(*handlers.Options)) *office {
	tb.Helper()
	return openOffice(tb, tb.TempDir(), storetest.NewClock(), change...)
}

// openOffice opens the office of a data directory. When the test ends, the store is verified.
func openOffice(tb testing.TB, dir string, clock *storetest.Clock, change ...func(*handlers.Options)) *office {
	tb.Helper()
	o := &office{dir: dir, clock: clock, log: new(logBook)}
	o.store = storetest.NewIn(tb, o.dir, store.Options{Now: clock.Now, Space: command.SpaceOf})
	opts := handlers.Options{
		Version: "test", Now: clock.Now, Passwords: cheap,
		Conversions: convertsIn(filepath.Join(dir, "converted")), Rehearsals: filepath.Join(dir, "rehearsal"),
		Logger: slog.New(slog.NewJSONHandler(o.log, nil)),
	}
	for _, c := range change {
		c(&opts)
	}
	o.server = must(handlers.New(tb.Context(), o.store, opts))(tb)
	tb.Cleanup(func() {
		if err := o.server.Close(); err != nil {
			tb.Error(err)
		}
	})
	return o
}

// convertsIn has the test program convert, on a disk that is never full.
func convertsIn(dir string) makers.Options {
	return makers.Options{Dir: dir, Command: []string{os.Args[0], asConverter}}
}

// advance moves the clock.
func (o *office) advance(d time.Duration) { o.clock.Set(o.clock.Now().Add(d)) }

// elsewhere is an address that no request has come from yet, so that no limit is in the way.
func (o *office) elsewhere() string {
	o.peers++
	return fmt.Sprintf("198.18.%d.%d:4711", o.peers/250, o.peers%250+1)
}

// fingerprint is the first two pages of the database file: each transaction that commits writes its number on one of
// them.
func (o *office) fingerprint(tb testing.TB) string {
	tb.Helper()
	f := must(os.Open(filepath.Join(o.dir, store.FileName)))(tb)
	defer f.Close()
	pages := make([]byte, 2*os.Getpagesize())
	must(io.ReadFull(f, pages))(tb)
	return string(pages)
}

// logBook keeps what is logged.
type logBook struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logBook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

// take returns the lines logged since the last call.
func (l *logBook) take(tb testing.TB) []obj {
	tb.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	var lines []obj
	for line := range bytes.Lines(l.buf.Bytes()) {
		var o obj
		if err := json.Unmarshal(line, &o); err != nil {
			tb.Fatalf("log line %q: %v", line, err)
		}
		lines = append(lines, o)
	}
	l.buf.Reset()
	return lines
}

// call is a request to be made.
type call struct {
	method, path string
	token        string      // "" for none; anything with a space is the whole Authorization header
	body         any         // nil, string or []byte as they are, a form, or anything else as JSON
	header       http.Header // more headers
	from         string      // the client's address and port; "" for the one most tests share
	chunked      bool        // whether the length of the body is not stated
}

func (c call) request(tb testing.TB) *http.Request {
	tb.Helper()
	var raw []byte
	kind := "application/json"
	switch b := c.body.(type) {
	case nil:
		kind = ""
	case string:
		raw = []byte(b)
	case []byte:
		raw = b
	case interface {
		encode(testing.TB) ([]byte, string)
	}: // a form
		raw, kind = b.encode(tb)
	default:
		raw = must(json.Marshal(b))(tb)
	}
	r := httptest.NewRequestWithContext(tb.Context(), c.method, c.path, bytes.NewReader(raw))
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	switch {
	case strings.Contains(c.token, " "):
		r.Header.Set("Authorization", c.token)
	case c.token != "":
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	for name, values := range c.header {
		r.Header[name] = values
	}
	if c.from != "" {
		r.RemoteAddr = c.from
	}
	if c.chunked {
		r.ContentLength = -1
	}
	return r
}

// answer is what came back, and what the server logged meanwhile.
type answer struct {
	status int
	header http.Header
	body   []byte
	log    []obj
}

// do makes a request and holds the answer against openapi.yaml and the log
// against the marks of what is secret. Every test goes through it.
func (o *office) do(tb testing.TB, c call) answer {
	tb.Helper()
	o.log.take(tb)
	r, rec := c.request(tb), httptest.NewRecorder()
	o.server.ServeHTTP(rec, r)
	a := answer{status: rec.Code, header: rec.Result().Header, body: rec.Body.Bytes(), log: o.log.take(tb)}
	checkAnswer(tb, c.request(tb), a) // anew: the body of r is read
	checkLog(tb, a.log)
	return a
}

// must is do for a request that has to succeed.
func (o *office) must(tb testing.TB, c call) answer {
	tb.Helper()
	a := o.do(tb, c)
	if a.status != http.StatusOK {
		tb.Fatalf("%s %s: %d %s", c.method, c.path, a.status, a.body)
	}
	return a
}

// checkLog looks for what must never be logged.
func checkLog(tb testing.TB, lines []obj) {
	tb.Helper()
	for _, line := range lines {
		text := fmt.Sprint(line)
		for _, secret := range []string{passwordMark, numberMark, addressMark, nameMark, "eyJ"} {
			if strings.Contains(text, secret) {
				tb.Errorf("the log holds %q: %s", secret, text)
			}
		}
		if printedKey.MatchString(text) {
			tb.Errorf("the log holds a member key: %s", text)
		}
	}
}

// firstCandidate returns the first candidate of the first question of an election.
func firstCandidate(election obj) obj {
	return election["questions"].([]any)[0].(obj)["candidates"].([]any)[0].(obj)
}

func (a answer) json(tb testing.TB) obj {
	tb.Helper()
	var o obj
	if err := json.Unmarshal(a.body, &o); err != nil {
		tb.Fatalf("answer %q: %v", a.body, err)
	}
	return o
}

// text is a text field of the answer, named by its path with dots.
func (a answer) text(tb testing.TB, path string) string {
	tb.Helper()
	var at any = a.json(tb)
	for name := range strings.SplitSeq(path, ".") {
		o, _ := at.(obj)
		at = o[name]
	}
	s, ok := at.(string)
	if !ok {
		tb.Fatalf("no text %s in %s", path, a.body)
	}
	return s
}

// list is the items of a list.
func (a answer) list(tb testing.TB) []any {
	tb.Helper()
	items, ok := a.json(tb)["items"].([]any)
	if !ok {
		tb.Fatalf("no list: %s", a.body)
	}
	return items
}

// column is one text field of each item of a list.
func (a answer) column(tb testing.TB, name string) []string {
	tb.Helper()
	column := []string{}
	for _, item := range a.list(tb) {
		column = append(column, item.(obj)[name].(string))
	}
	return column
}

// scenario is a request and what must come of it.
type scenario struct {
	name string
	call
	want  int
	code  string // of a refusal
	field string // the one field that a refusal names
}

// try runs scenarios in turn on one office. After a refusal, and after a
// method that only reads, no transaction may have committed.
func (o *office) try(t *testing.T, scenarios []scenario) {
	t.Helper()
	for _, s := range scenarios {
		t.Run(s.name, func(t *testing.T) {
			before := o.fingerprint(t)
			a := o.do(t, s.call)
			if a.status != s.want {
				t.Fatalf("%s %s: status %d, want %d: %s", s.method, s.path, a.status, s.want, a.body)
			}
			if s.want < 400 && !slices.Contains([]string{"GET", "HEAD", "OPTIONS"}, s.method) {
				return
			}
			if o.fingerprint(t) != before {
				t.Error("the database file changed")
			}
			if s.code != "" {
				checkRefusal(t, a, s.code, s.field)
			}
		})
	}
}

// checkRefusal compares the code of a problem and the field it names. Its sentence must have all facts.
func checkRefusal(tb testing.TB, a answer, code, field string) {
	tb.Helper()
	p := a.json(tb)
	if p["code"] != code {
		tb.Errorf("code %v, want %s: %s", p["code"], code, a.body)
	}
	if detail, _ := p["detail"].(string); strings.Contains(detail, "{") {
		tb.Errorf("a sentence lacks a fact: %s", a.body)
	}
	if field == "" {
		return
	}
	errs, _ := p["errors"].([]any)
	if len(errs) != 1 || errs[0].(obj)["field"] != field {
		tb.Errorf("want the field %q alone: %s", field, a.body)
	}
}

// matcher is a value that need not be known exactly.
type matcher func(any) bool

func pattern(expr string) matcher {
	re := regexp.MustCompile(expr)
	return func(v any) bool { s, ok := v.(string); return ok && re.MatchString(s) }
}

var (
	anID     = pattern(`^[a-z2-7]{25}[aeimquy4]$`)
	aTime    = pattern(`^2031-05-0\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$`) // whole milliseconds on the tests' clock
	aHash    = pattern(`^[0-9a-f]{64}$`)
	aToken   = pattern(`^eyJ[\w-]+\.[\w-]+\.[\w-]{43}$`)
	aVersion = pattern(`^[0-9a-f]{24}$`)
	aCode    = pattern(`^[A-Z2-7]{16}$`)
	aSeal    = pattern(`^ostrakon/seal/4\nelection [a-z2-7]{26}\n(.+\n){11,12}\n— ostrakon/[a-z2-7]{26} .+\n(—` +
		` ostrakon/[a-z2-7]{26}/holder/[1-9] .+\n)+$`)
	aReason = pattern(`.{10,}`)
)

// checkJSON compares an answer with what it should be, field by field; want may hold matchers.
func checkJSON(tb testing.TB, a answer, want any) {
	tb.Helper()
	var got any
	if err := json.Unmarshal(a.body, &got); err != nil {
		tb.Fatalf("answer %q: %v", a.body, err)
	}
	for _, d := range differences("", got, want) {
		tb.Error(d)
	}
}

func differences(at string, got, want any) (found []string) {
	switch w := want.(type) {
	case matcher:
		if !w(got) {
			found = append(found, fmt.Sprintf("%s is %v", at, got))
		}
	case obj:
		g, ok := got.(obj)
		if !ok {
			return []string{fmt.Sprintf("%s is %v, want an object", at, got)}
		}
		for name := range g {
			// The tests of versions know which one it must be.
			if _, known := w[name]; !known && !(name == "etag" && aVersion(g[name])) {
				found = append(found, fmt.Sprintf("%s.%s is there: %v", at, name, g[name]))
			}
		}
		for name := range w {
			if _, there := g[name]; !there {
				found = append(found, fmt.Sprintf("%s.%s is missing", at, name))
				continue
			}
			found = append(found, differences(at+"."+name, g[name], w[name])...)
		}
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return []string{fmt.Sprintf("%s is %v, want %d items", at, got, len(w))}
		}
		for i := range w {
			found = append(found, differences(fmt.Sprintf("%s[%d]", at, i), g[i], w[i])...)
		}
	case int:
		return differences(at, got, float64(w))
	default:
		if !reflect.DeepEqual(got, want) {
			found = append(found, fmt.Sprintf("%s is %#v, want %#v", at, got, want))
		}
	}
	return found
}
