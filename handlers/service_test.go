package handlers_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"ostrakon/handlers"
	"ostrakon/store"
)

func TestInfo(t *testing.T) {
	w := newWorld(t)
	scheme := obj{"scheme": "any", "description": "5 to 20 letters and digits"}
	checkJSON(t, w.must(t, call{method: "GET", path: "/api/info"}), obj{
		"name": "Ostrakon", "version": "test", "organisation": "Reed Bed Society", "timeZone": "UTC", "setupRequired": false,
		"slips": true, "rehearsal": false, "mail": false, "links": false, "language": "en",
		"pages":      obj{"convert": true, "docs": true},
		"signingKey": pattern(`^[A-Za-z0-9+/]{43}=$`),
		"identity": obj{"policy": "number", "cards": false, "memberKeys": false, "register": true,
			"nationalId": scheme, "voterId": scheme, "birth": "unused", "leastAge": 0.0},
	})
}

func TestHealth(t *testing.T) {
	o := newOffice(t)
	checkJSON(t, o.must(t, call{method: "GET", path: "/healthz"}), obj{"status": "ok"})
	checkJSON(t, o.must(t, call{method: "GET", path: "/readyz"}), obj{"status": "ready"})
}

func TestWithoutItsStoreTheServerIsAliveButNotReady(t *testing.T) {
	// The office's store is closed, as at the end of a server's life.
	o := &office{dir: t.TempDir(), log: new(logBook)}
	o.store = must(store.Open(t.Context(), o.dir, store.Options{}))(t)
	o.server = must(handlers.New(t.Context(), o.store, handlers.Options{
		Version: "test", Passwords: cheap, Logger: slog.New(slog.NewJSONHandler(o.log, nil)),
		Conversions: convertsIn(filepath.Join(o.dir, "converted")),
	}))(t)
	noError(t, o.store.Close())
	o.must(t, call{method: "GET", path: "/healthz"})
	o.try(t, []scenario{
		{"not ready", call{method: "GET", path: "/readyz"}, 503, "not_ready", ""},
		{"busy", call{method: "POST", path: "/api/auth/login",
			body: obj{"email": "ada" + addressMark, "password": rightPassword}}, 503, "busy", ""},
	})
}

func TestEverythingElseIsAPage(t *testing.T) {
	o := newOffice(t)
	for path, want := range map[string]int{"/": 200, "/nothing": 404, "/metrics": 404, "/.git/config": 404,
		"/healthz/x": 404, "/apix": 404, "//api/info": 404} {
		a := o.do(t, call{method: "GET", path: path})
		if a.status != want || a.header.Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("%s: %d of %s", path, a.status, a.header.Get("Content-Type"))
		}
	}
	if a := o.do(t, call{method: "POST", path: "/"}); a.status != http.StatusMethodNotAllowed ||
		a.header.Get("Allow") == "" {
		t.Errorf("POST /: %d", a.status)
	}
}

func TestEveryAnswerIsNamedAndGuarded(t *testing.T) {
	o := newOffice(t)
	seen := make(map[string]bool)
	for _, path := range []string{"/", "/api/info", "/api/nothing", "/api/admin/users", "/healthz", "/api/openapi.yaml"} {
		a := o.do(t, call{method: "GET", path: path})
		id := a.header.Get("X-Request-Id")
		if len(id) != 16 || seen[id] {
			t.Errorf("%s: request id %q", path, id)
		}
		seen[id] = true
		if a.header.Get("X-Content-Type-Options") != "nosniff" || a.header.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: %v", path, a.header)
		}
	}
}

func TestTheCheckerNoticesWrongAnswers(t *testing.T) {
	r := httptest.NewRequest("GET", "/healthz", nil)
	good := answer{status: 200, body: []byte(`{"status":"ok"}`), header: http.Header{
		"Content-Type": {"application/json"}, "X-Request-Id": {"x"}, "X-Content-Type-Options": {"nosniff"},
		"Referrer-Policy":              {"no-referrer"},
		"Content-Security-Policy":      {"base-uri 'none'; frame-ancestors 'none'"},
		"Cross-Origin-Resource-Policy": {"same-origin"},
	}}
	for name, spoil := range map[string]func(*answer){
		"an unknown field":     func(a *answer) { a.body = []byte(`{"status":"ok","more":1}`) },
		"a missing field":      func(a *answer) { a.body = []byte(`{}`) },
		"another value":        func(a *answer) { a.body = []byte(`{"status":"fine"}`) },
		"another media type":   func(a *answer) { a.header.Set("Content-Type", "text/plain") },
		"an unlisted status":   func(a *answer) { a.status = 202 },
		"no id of the request": func(a *answer) { a.header.Del("X-Request-Id") },
		"guessed media types":  func(a *answer) { a.header.Del("X-Content-Type-Options") },
		"a page in a frame":    func(a *answer) { a.header.Del("Content-Security-Policy") },
		"shared with any page": func(a *answer) { a.header.Set("Cross-Origin-Resource-Policy", "cross-origin") },
		"a cookie":             func(a *answer) { a.header.Set("Set-Cookie", "a=b") },
	} {
		a := good
		a.header = good.header.Clone()
		tb := &witness{TB: t}
		if checkAnswer(tb, r, a); tb.failed {
			t.Fatal("a good answer is refused")
		}
		spoil(&a)
		if checkAnswer(tb, r, a); !tb.failed {
			t.Errorf("%s goes unnoticed", name)
		}
	}
}

// witness is a test that notes failures instead of failing.
type witness struct {
	testing.TB
	failed bool
}

func (w *witness) Errorf(string, ...any) { w.failed = true }
