package handlers_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"ostrakon/handlers"
)

// hour ends the hour of the log, and returns the counts of it.
func (o *office) hour(tb testing.TB) []obj {
	tb.Helper()
	o.log.take(tb)
	o.clock.Set(o.clock.Now().Truncate(time.Hour).Add(time.Hour))
	o.server.ServeHTTP(httptest.NewRecorder(), call{method: "GET", path: "/healthz"}.request(tb))
	return o.log.take(tb)
}

func TestEveryRequestOfAnAdministratorIsOneLogLine(t *testing.T) {
	w := newWorld(t)
	took := matcher(func(v any) bool { f, ok := v.(float64); return ok && f > 0 })
	for name, c := range map[string]struct {
		call
		route string
		user  any
	}{
		"a list": {w.get("/api/admin/elections?limit=77"), "/api/admin/elections", w.admin.id},
		"a password": {call{method: "POST", path: "/api/auth/password", token: w.second.token,
			body: obj{"currentPassword": rightPassword, "newPassword": freshPassword}}, "/api/auth/password", w.second.id},
		"sign-in": {call{method: "POST", path: "/api/auth/login",
			body: obj{"email": w.admin.email, "password": rightPassword}}, "/api/auth/login", nil},
		"failed sign-in": {call{method: "POST", path: "/api/auth/login",
			body: obj{"email": w.admin.email, "password": "not the plover"}}, "/api/auth/login", nil},
		"a guest": {call{method: "GET", path: "/api/admin/elections"}, "/api/admin/elections", nil},
		"a maker": {call{method: "GET", path: "/api/conversion-methods"}, "/api/conversion-methods", nil},
		"no file": {call{method: "GET", path: "/api/files/x.glb"}, "/api/files/:filename", nil},
	} {
		c.from = "203.0.113.9:1"
		a := w.do(t, c.call)
		if len(a.log) != 1 {
			t.Fatalf("%s: %d lines: %v", name, len(a.log), a.log)
		}
		want := obj{
			"time": aTime, "level": "INFO", "msg": "request", "method": c.method, "route": c.route, "status": a.status,
			"bytes": len(a.body),
			"ms":    took, "request": a.header.Get("X-Request-Id"), "client": "203.0.113.9",
		}
		if c.user != nil {
			want["user"] = c.user
		}
		for _, d := range differences(name, a.log[0], want) {
			t.Error(d)
		}
	}
}

func TestOtherRequestsAreCountedByTheHour(t *testing.T) {
	w := newWorld(t)
	w.hour(t)
	vote := ballot(w.ada, w.active.id, w.active.candidates[0])
	w.clock.Set(time.Date(2031, 5, 1, 15, 47, 12, 345e6, time.UTC))
	// ends the hour before
	w.server.ServeHTTP(httptest.NewRecorder(), call{method: "GET", path: "/api/conversion-methods"}.request(t))
	refused := ballot(w.ben, w.active.id, w.active.candidates[0])
	for name, c := range map[string]call{
		"cast": vote, "refused": refused, "malformed": ballotOf(w, "{"),
		"of a guest": ballot(person{}, w.active.id, w.active.candidates[0]),
		"sealed":     castBallot(w.cleo, w.active, w.sealedFor(t, w.active, w.cleo.id, 1, 0)),
		"of an expired session": {method: "GET", path: "/api/user/profile",
			token: w.expiredToken(t, w.ada, "USER")},
		"sign-in": {method: "POST", path: "/api/auth/login",
			body: obj{"email": w.ada.email, "password": rightPassword}},
		"failed sign-in": {method: "POST", path: "/api/auth/login",
			body: obj{"email": w.ada.email, "password": "not the plover"}},
		"sign-in of nobody": {method: "POST", path: "/api/auth/login",
			body: obj{"email": "nobody" + addressMark, "password": rightPassword}},
		"a voter where administrators go": {method: "GET", path: "/api/admin/elections", token: w.ada.token},
		"a page":                          {method: "GET", path: "/"},
		"the board":                       {method: "GET", path: "/api/board/elections"},
		"nothing":                         {method: "GET", path: "/api/nothing"},
		"a method that strangers make":    {method: "STRANGE", path: "/admin"},
	} {
		c.from = "203.0.113.9:4711"
		if a := w.do(t, c); len(a.log) != 0 {
			t.Errorf("%s is logged at once: %v", name, a.log)
		}
	}
	// whose session ends
	if a := w.do(t, call{method: "POST", path: "/api/auth/logout", token: w.cleo.token}); len(a.log) != 0 {
		t.Errorf("sign-out is logged at once: %v", a.log)
	}
	counted := func(method, route string, status, count int) any {
		return obj{"time": "2031-05-01T15:00:00Z", "level": "INFO", "msg": "requests of an hour", "method": method,
			"route": route, "status": status, "count": count}
	}
	var got []any
	for _, line := range w.hour(t) {
		got = append(got, line)
	}
	for _, d := range differences("log", got, []any{
		counted("GET", "/api/admin/elections", 403, 1),
		counted("POST", "/api/auth/login", 200, 1),
		counted("POST", "/api/auth/login", 401, 2),
		counted("POST", "/api/auth/logout", 200, 1),
		counted("GET", "/api/board/elections", 200, 1),
		counted("POST", handlers.CastBallotPath, 200, 1),
		counted("POST", handlers.CastVotePath, 200, 1),
		counted("POST", handlers.CastVotePath, 400, 2),
		counted("POST", handlers.CastVotePath, 401, 1),
		counted("GET", "/api/user/profile", 401, 1),
		counted("any", "none", 404, 1),
		counted("GET", "pages", 200, 1),
		counted("any", "pages", 405, 1),
	}) {
		t.Error(d)
	}
	if lines := w.hour(t); len(lines) != 1 || lines[0]["count"] != 1. {
		t.Errorf("an hour of one request is logged as %v", lines)
	}
	t.Run("the hour that has begun comes when the server ends", func(t *testing.T) {
		w.log.take(t)
		if err := w.server.Close(); err != nil {
			t.Error(err)
		}
		if lines := w.log.take(t); len(lines) != 1 || lines[0]["route"] != "/healthz" {
			t.Errorf("the last lines are %v", lines)
		}
	})
}

// The marks of what is secret are looked for by do itself; here is what only
// the vote must not tell, in any line of any level.
func TestFailedVotesDoNotTellTheChoice(t *testing.T) {
	w := damaged(t, func(w *world, tx *bolt.Tx) error {
		return tx.Bucket([]byte("manifests")).Put([]byte(w.active.id), []byte("{}"))
	})
	a := w.do(t, ballot(w.ada, w.active.id, w.active.candidates[0]))
	text := fmt.Sprint(a.log)
	at, _ := a.log[0]["time"].(string)
	if a.status != 500 || len(a.log) != 1 || a.log[0]["request"] != a.header.Get("X-Request-Id") ||
		!strings.HasSuffix(at, ":00:00Z") {
		t.Errorf("%d %s", a.status, text)
	}
	for _, secret := range []string{w.ada.id, w.ada.name, w.active.candidates[0], "192.0.2.1"} {
		if strings.Contains(text, secret) {
			t.Errorf("the log tells %s: %s", secret, text)
		}
	}
}

func TestAPanicIsA500AndALogLine(t *testing.T) {
	o := newOffice(t)
	o.server.Answer(func(http.ResponseWriter, *http.Request) { panic("a plain fault") })
	a := o.do(t, call{method: "GET", path: "/api/info"})
	if a.status != http.StatusInternalServerError || strings.Contains(string(a.body), "plain fault") {
		t.Errorf("%d %s", a.status, a.body)
	}
	checkRefusal(t, a, "internal", "")
	if !slices.ContainsFunc(a.log, func(line obj) bool {
		stack, _ := line["stack"].(string)
		return line["msg"] == "panic" && line["level"] == "ERROR" && line["panic"] == "a plain fault" &&
			line["request"] == a.header.Get("X-Request-Id") && strings.Contains(stack, "log_test.go")
	}) {
		t.Errorf("no line tells of the panic: %v", a.log)
	}
	if lines := o.hour(t); !slices.ContainsFunc(lines, func(line obj) bool { return line["status"] == 500. }) {
		t.Errorf("the request is counted as %v", lines)
	}
	t.Run("unless the answer has begun", func(t *testing.T) {
		o.server.Answer(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusOK)
			panic("later")
		})
		rec := httptest.NewRecorder()
		o.server.ServeHTTP(rec, httptest.NewRequest("GET", "/api/info", nil))
		if rec.Code != http.StatusOK || rec.Body.Len() != 0 {
			t.Errorf("%d %s", rec.Code, rec.Body)
		}
	})
	t.Run("unless a handler gives up on a client that has gone", func(t *testing.T) {
		o.server.Answer(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
		defer func() {
			if v := recover(); v != http.ErrAbortHandler {
				t.Errorf("recovered %v", v)
			}
		}()
		o.server.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/api/info", nil))
	})
}

func TestAClientThatLeftIsNoError(t *testing.T) {
	w := newWorld(t)
	for name, c := range map[string]call{
		"reading": {method: "GET", path: "/api/user/profile", token: w.ada.token},
		"login":   {method: "POST", path: "/api/auth/login", body: obj{"email": w.ada.email, "password": rightPassword}},
		"voting":  ballot(w.ada, w.active.id, w.active.candidates[0]),
	} {
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		w.log.take(t)
		w.server.ServeHTTP(httptest.NewRecorder(), c.request(t).WithContext(gone))
		for _, line := range w.log.take(t) {
			if line["level"] != "INFO" {
				t.Errorf("%s: %v", name, line)
			}
		}
	}
}

func TestATimeThatRunsOutIsBusy(t *testing.T) {
	w := newWorld(t)
	for _, c := range []call{
		{method: "POST", path: "/api/auth/login", body: obj{"email": w.ada.email, "password": rightPassword}},
		ballot(w.ada, w.active.id, w.active.candidates[0]),
		{method: "POST", path: "/api/user/profile/photo", token: w.ada.token, body: form{{"me", smallJPEG(t)}}},
	} {
		late, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
		defer cancel()
		r, rec := c.request(t).WithContext(late), httptest.NewRecorder()
		w.server.ServeHTTP(rec, r)
		a := answer{status: rec.Code, header: rec.Result().Header, body: rec.Body.Bytes()}
		checkAnswer(t, r, a)
		checkRefusal(t, a, "busy", "")
	}
}
