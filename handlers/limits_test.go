package handlers_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"
)

// exhaust repeats a request from one address until it is refused for being asked too often, and
// returns how many were served before and when to try again.
func (w *world) exhaust(t *testing.T, c call) (served int, retryAfter time.Duration) {
	t.Helper()
	for ; served < 1000; served++ {
		before := w.fingerprint(t)
		a := w.do(t, c)
		if a.status != http.StatusTooManyRequests {
			continue
		}
		checkRefusal(t, a, "rate_limited", "")
		if w.fingerprint(t) != before {
			t.Error("the database file changed")
		}
		seconds, err := strconv.Atoi(a.header.Get("Retry-After"))
		if err != nil || seconds < 1 {
			t.Errorf("Retry-After %q", a.header.Get("Retry-After"))
		}
		return served, time.Duration(seconds) * time.Second
	}
	t.Fatal("there is no limit")
	return 0, 0
}

func TestLimitsByAddress(t *testing.T) {
	for name, limit := range map[string]struct {
		path  string
		body  any
		burst int
		every time.Duration
	}{
		"login": {"/api/auth/login", obj{"email": "voter1" + addressMark, "password": rightPassword}, 100,
			time.Second},
		"guesses at many accounts": {"/api/auth/login", new(guesses), 100, time.Second},
		"set-up":                   {"/api/auth/setup", obj{"setupToken": "guess"}, 100, time.Second},
		"register":                 {"/api/auth/register", obj{"email": "x"}, 60, 2 * time.Second},
		"verify-id":                {"/api/auth/verify-id", form{}, 5, 12 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			c := call{method: "POST", path: limit.path, body: limit.body, from: w.elsewhere()}
			served, retry := w.exhaust(t, c)
			// The clock goes on a little with each request, which may earn one more.
			if served < limit.burst || served > limit.burst+1 || retry > limit.every {
				t.Errorf("%d requests served, then none for %v; want %d and at most %v", served, retry, limit.burst, limit.every)
			}
			elsewhere := c
			elsewhere.from = w.elsewhere()
			if a := w.do(t, elsewhere); a.status == http.StatusTooManyRequests {
				t.Error("another address is refused too")
			}
			w.advance(retry)
			if a := w.do(t, c); a.status == http.StatusTooManyRequests {
				t.Error("refused when the time was over")
			}
		})
	}
}

// guesses is the body of a sign-in, each time at another account.
type guesses int

func (g *guesses) encode(testing.TB) ([]byte, string) {
	*g++
	return fmt.Appendf(nil, `{"email":"nobody%d%s","password":"a plover astray"}`, *g, addressMark), "application/json"
}

// loginFrom asks for a session from an address.
func (w *world) loginFrom(tb testing.TB, from, email, password string) answer {
	tb.Helper()
	return w.do(tb, call{method: "POST", path: "/api/auth/login", from: from,
		body: obj{"email": email, "password": password}})
}

// fail makes n attempts to sign in with a wrong password from an address.
func (w *world) fail(t *testing.T, from, email string, n int) {
	t.Helper()
	for i := range n {
		if a := w.loginFrom(t, from, email, "a plover astray"); a.status != http.StatusUnauthorized {
			t.Fatalf("attempt %d for %s: %d %s", i+1, email, a.status, a.body)
		}
	}
}

// Eight addresses send one wrong password a second each; the owners sign in from addresses that the
// server has never seen.
func TestStrangersKeepNobodyOut(t *testing.T) {
	w := newWorld(t)
	for _, p := range []person{w.ada, w.admin} {
		var attackers []string
		for range 8 {
			attackers = append(attackers, w.elsewhere())
		}
		for second := range 300 {
			for _, from := range attackers {
				guess := call{method: "POST", path: "/api/auth/login", from: from,
					body: obj{"email": p.email, "password": "a plover astray"}}
				w.server.ServeHTTP(httptest.NewRecorder(), guess.request(t))
			}
			w.advance(time.Second)
			if second%60 == 59 {
				w.signIn(t, p.email, p.name) // fails the test unless it is answered 200
			}
		}
		if a := w.loginFrom(t, attackers[0], p.email, rightPassword); a.status != http.StatusTooManyRequests {
			t.Errorf("an attacker may go on: %d %s", a.status, a.body)
		}
		w.must(t, call{method: "POST", path: "/api/auth/password", token: p.token, from: attackers[0],
			body: obj{"currentPassword": rightPassword, "newPassword": freshPassword}})
	}
}

func TestFailedAttemptsAreLimitedByAccountAndAddress(t *testing.T) {
	w := newWorld(t)
	from := w.elsewhere()
	for _, email := range []string{w.ada.email, "nobody" + addressMark} {
		w.fail(t, from, email, 10)
		a := w.loginFrom(t, from, email, rightPassword)
		if a.status != http.StatusTooManyRequests || a.header.Get("Retry-After") == "" {
			t.Errorf("%s: %d %s", email, a.status, a.body)
		}
		checkRefusal(t, a, "rate_limited", "")
	}
	t.Run("others sign in", func(t *testing.T) {
		if a := w.loginFrom(t, from, w.ben.email, rightPassword); a.status != 200 {
			t.Errorf("%d %s", a.status, a.body)
		}
	})
	t.Run("the owner signs in from elsewhere", func(t *testing.T) { w.signIn(t, w.ada.email, w.ada.name) })
	t.Run("sessions go on", func(t *testing.T) { w.must(t, profile("Bearer "+w.ada.token)) })
	t.Run("one attempt is earned in five minutes", func(t *testing.T) {
		w.advance(5 * time.Minute)
		if a := w.loginFrom(t, from, w.ada.email, rightPassword); a.status != 200 {
			t.Errorf("%d %s", a.status, a.body)
		}
		w.fail(t, from, w.ada.email, 1)
		if a := w.loginFrom(t, from, w.ada.email, rightPassword); a.status != http.StatusTooManyRequests {
			t.Errorf("%d %s", a.status, a.body)
		}
	})
}

// A password that is asked for again has attempts of its own, for the account and wherever it is
// typed.
func TestFailedConfirmationsAreLimitedByAccount(t *testing.T) {
	w := newWorld(t)
	change := func(current string) call {
		return call{
			method: "POST", path: "/api/auth/password", token: w.ada.token, from: w.elsewhere(),
			body: obj{"currentPassword": current, "newPassword": freshPassword},
		}
	}
	for range 10 {
		if a := w.do(t, change("a plover astray")); a.status != http.StatusBadRequest {
			t.Fatalf("%d %s", a.status, a.body)
		}
	}
	w.try(t, []scenario{
		{"change of password", change(rightPassword), 429, "rate_limited", ""},
		{"change of address", call{method: "PUT", path: "/api/user/profile", token: w.ada.token,
			body: obj{"email": "new" + addressMark, "currentPassword": rightPassword}}, 429, "rate_limited", ""},
	})
	t.Run("signing in has others", func(t *testing.T) { w.signIn(t, w.ada.email, w.ada.name) })
	t.Run("one attempt is earned in ten seconds", func(t *testing.T) {
		w.advance(10 * time.Second)
		w.must(t, change(rightPassword))
	})
}

func TestWaysToWriteAnAddressShareTheirAttempts(t *testing.T) {
	w := newWorld(t)
	for _, email := range []string{w.ada.email, "nobody" + addressMark} {
		upper, from := strings.ToUpper(email), w.elsewhere()
		for _, way := range []string{email, upper, " " + email, email + "\n", "\t" + upper + "\u3000",
			strings.Replace(email, "e", "ｅ", 1)} {
			w.fail(t, from, way, 1)
		}
		w.fail(t, from, email, 4)
		for _, way := range []string{email, "  " + upper, strings.Replace(email, "o", "ｏ", 1)} {
			if a := w.loginFrom(t, from, way, rightPassword); a.status != http.StatusTooManyRequests {
				t.Errorf("%q has attempts of its own: %d", way, a.status)
			}
		}
	}
}

func TestGoodAttemptsAreNotCounted(t *testing.T) {
	w := newWorld(t)
	for range 30 {
		w.signIn(t, w.ada.email, w.ada.name)
	}
	w.fail(t, w.elsewhere(), w.ada.email, 10)
}

// Attempts that run at the same time must end with the account's attempts spent, whether it exists
// or not.
func TestParallelAttemptsAreCounted(t *testing.T) {
	w := newWorld(t)
	for _, email := range []string{w.ada.email, "nobody" + addressMark} {
		attempt := call{method: "POST", path: "/api/auth/login", body: obj{"email": email, "password": "a plover astray"}}
		statuses := make(chan int)
		for range 40 {
			r := attempt.request(t)
			go func() {
				rec := httptest.NewRecorder()
				w.server.ServeHTTP(rec, r)
				statuses <- rec.Code
			}()
		}
		for range 40 {
			if s := <-statuses; s != http.StatusUnauthorized && s != http.StatusTooManyRequests {
				t.Errorf("%s: status %d", email, s)
			}
		}
		w.try(t, []scenario{{"then none for " + email, attempt, 429, "rate_limited", ""}})
	}
}
