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

func TestEveryRequestIsOneLogLine(t *testing.T) {
	w := newWorld(t)
	a := w.must(t, call{method: "GET", path: "/api/user/elections/active?limit=77", token: w.ada.token, from: "203.0.113.9:1"})
	if len(a.log) != 1 {
		t.Fatalf("%d lines: %v", len(a.log), a.log)
	}
	took := matcher(func(v any) bool { f, ok := v.(float64); return ok && f > 0 })
	for _, d := range differences("line", a.log[0], obj{
		"time": aTime, "level": "INFO", "msg": "request", "method": "GET", "route": "/api/user/elections/active", "status": 200, "bytes": len(a.body),
		"ms": took, "request": a.header.Get("X-Request-Id"), "client": "203.0.113.9", "user": w.ada.id,
	}) {
		if !strings.HasPrefix(d, "line.time") { // the log has a clock of finer grain
			t.Error(d)
		}
	}
	if _, told := w.must(t, call{method: "GET", path: "/healthz"}).log[0]["user"]; told {
		t.Error("a guest is logged as a user")
	}
	for path, route := range map[string]string{"/api/nothing": "", "/": "pages", "/api/user/profile/photo/" + w.photo: "/api/user/profile/photo/:filename"} {
		if line := w.do(t, call{method: "GET", path: path}).log[0]; line["route"] != route {
			t.Errorf("%s is logged as %v", path, line["route"])
		}
	}
}

func TestTheLogLineOfAVoteTellsNeitherWhoNorWhen(t *testing.T) {
	w := newWorld(t)
	vote := ballot(w.ada, w.active.id, w.active.candidates[0])
	for name, c := range map[string]call{
		"cast":        vote,
		"refused":     ballot(w.ben, w.active.id, w.active.candidates[0]),
		"malformed":   ballotOf(w, "{"),
		"of too much": ballotOf(w, `{"candidateId":"`+w.active.candidates[0]+`","surprise":1}`),
		"of a guest":  ballot(person{}, w.active.id, w.active.candidates[0]),
		"of an admin": ballot(w.admin, w.active.id, w.active.candidates[0]),
	} {
		w.clock.Set(time.Date(2031, 5, 1, 15, 47, 12, 345e6, time.UTC))
		c.from = "203.0.113.9:4711"
		a := w.do(t, c)
		if len(a.log) != 1 {
			t.Fatalf("%s: %d lines", name, len(a.log))
		}
		for _, d := range differences(name, a.log[0], obj{
			"time": "2031-05-01T15:00:00Z", "level": "INFO", "msg": "request", "method": "POST", "route": handlers.CastVotePath, "status": a.status,
		}) {
			t.Error(d)
		}
	}
}

// The marks of what is secret are looked for by do itself; here is what only
// the vote must not tell, in any line of any level.
func TestFailedVotesDoNotTellTheChoice(t *testing.T) {
	w := damaged(t, func(w *world, tx *bolt.Tx) error {
		return tx.Bucket([]byte("manifests")).Put([]byte(w.active.id), []byte("{}"))
	})
	a := w.do(t, ballot(w.ada, w.active.id, w.active.candidates[0]))
	text := fmt.Sprint(a.log)
	if a.status != 500 || len(a.log) != 2 {
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
		return line["msg"] == "panic" && line["level"] == "ERROR" && line["panic"] == "a plain fault" && line["request"] == a.header.Get("X-Request-Id") && strings.Contains(stack, "log_test.go")
	}) {
		t.Errorf("no line tells of the panic: %v", a.log)
	}
	if last := a.log[len(a.log)-1]; last["msg"] != "request" || last["status"] != 500. {
		t.Errorf("the request is logged as %v", last)
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
