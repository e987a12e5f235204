package handlers_test

import (
	"maps"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

// votersRecord is a voter as the world registered them, for checkJSON.
func votersRecord(p person, number string) obj {
	return obj{
		"id": p.id, "email": p.email, "fullName": p.name, "role": "USER", "status": "ACTIVE",
		"identity": obj{"kind": "NATIONAL_ID", "lastFour": number[len(number)-4:]},
		"admission": obj{
			"policy": "number", "checks": []any{obj{"name": "identity_number", "outcome": "passed"}}, "at": aTime,
		},
		"onRoll": true, "hasPassword": true, "createdAt": aTime, "updatedAt": aTime,
	}
}

// adminsRecord is an administrator as the world made them.
func adminsRecord(p person) obj {
	return obj{"id": p.id, "email": p.email, "fullName": p.name, "role": "ADMIN", "status": "ACTIVE", "onRoll": false,
		"hasPassword": true, "createdAt": aTime, "updatedAt": aTime}
}

// changed is a copy of an object with some fields set anew; nil removes a field.
func changed(o obj, fields obj) obj {
	out := maps.Clone(o)
	for name, value := range fields {
		if out[name] = value; value == nil {
			delete(out, name)
		}
	}
	return out
}

// login asks for a session, from an address of its own.
func (o *office) login(tb testing.TB, email, password string) answer {
	tb.Helper()
	return o.do(tb, call{method: "POST", path: "/api/auth/login", from: o.elsewhere(),
		body: obj{"email": email, "password": password}})
}

func TestLogin(t *testing.T) {
	w := newWorld(t)
	t.Run("answers a session", func(t *testing.T) {
		before := w.fingerprint(t)
		a := w.login(t, w.ada.email, rightPassword)
		checkJSON(t, a, obj{"token": aToken, "tokenType": "Bearer", "expiresAt": aTime,
			"user": votersRecord(w.ada, numberOf(1))})
		expires, err := time.Parse(time.RFC3339, a.text(t, "expiresAt"))
		if left := expires.Sub(w.clock.Now()).Round(time.Second); err != nil || left < 12*time.Hour-2*time.Second ||
			left > 12*time.Hour {
			t.Errorf("expires in %v (%v), want 12 hours", left, err)
		}
		w.must(t, call{method: "GET", path: "/api/user/profile", token: a.text(t, "token")})
		if w.fingerprint(t) != before {
			t.Error("signing in changed the file")
		}
		if got := a.header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("Cache-Control %q", got)
		}
	})
	t.Run("serves administrators too", func(t *testing.T) {
		checkJSON(t, w.login(t, w.admin.email, rightPassword),
			obj{"token": aToken, "tokenType": "Bearer", "expiresAt": aTime, "user": adminsRecord(w.admin)})
	})
	for _, email := range []string{strings.ToUpper(w.ada.email), "  " + w.ada.email + "\t", "ｖoter1" + addressMark} {
		t.Run("takes "+email, func(t *testing.T) {
			if a := w.login(t, email, rightPassword); a.status != 200 || a.text(t, "user.id") != w.ada.id {
				t.Errorf("%d %s", a.status, a.body)
			}
		})
	}
	t.Run("older sessions go on", func(t *testing.T) {
		w.must(t, call{method: "GET", path: "/api/user/profile", token: w.ada.token})
	})
}

func TestLoginRefuses(t *testing.T) {
	w := newWorld(t)
	w.must(t, call{method: "PUT", path: "/api/admin/users/" + w.cleo.id, token: w.admin.token,
		body: obj{"status": "SUSPENDED"}})
	login := func(name string, body any, want int, code, field string) scenario {
		return scenario{name, call{method: "POST", path: "/api/auth/login", body: body, from: w.elsewhere()}, want, code,
			field}
	}
	w.try(t, []scenario{
		login("a wrong password", obj{"email": w.ada.email, "password": "a plover astray"}, 401, "invalid_credentials", ""),
		login("a password of another case", obj{"email": w.ada.email, "password": strings.ToUpper(rightPassword)}, 401,
			"invalid_credentials", ""),
		login("an unknown address", obj{"email": "nobody" + addressMark, "password": rightPassword}, 401,
			"invalid_credentials", ""),
		login("what is no address", obj{"email": "\x00", "password": rightPassword}, 401, "invalid_credentials", ""),
		login("a password of 60 kilobytes", obj{"email": w.ada.email, "password": strings.Repeat("plover", 10_000)}, 401,
			"invalid_credentials", ""),
		login("a suspended account", obj{"email": w.cleo.email, "password": rightPassword}, 403, "account_suspended", ""),
		login("a suspended account with a wrong password", obj{"email": w.cleo.email, "password": freshPassword}, 401,
			"invalid_credentials", ""),
		login("no address", obj{"password": rightPassword}, 400, "validation_failed", "email"),
		login("no password", obj{"email": w.ada.email}, 400, "validation_failed", "password"),
		login("null for an address", obj{"email": nil, "password": rightPassword}, 400, "validation_failed", "email"),
	})
	t.Run("unknown addresses and wrong passwords alike", func(t *testing.T) {
		texts := make(map[string]bool)
		for _, email := range []string{w.ada.email, "nobody" + addressMark} {
			a := w.login(t, email, "a plover astray")
			texts[strings.ReplaceAll(string(a.body), a.header.Get("X-Request-Id"), "")] = true
		}
		if len(texts) != 1 {
			t.Errorf("two answers: %v", texts)
		}
	})
}

func TestBodiesUpTo64KiBAreRead(t *testing.T) {
	w := newWorld(t)
	body := `{"email":"` + w.ada.email + `","password":"` + rightPassword + `"}`
	padded := body + strings.Repeat(" ", 64<<10-len(body))
	w.must(t, call{method: "POST", path: "/api/auth/login", body: padded})
	if a := w.do(t, call{method: "POST", path: "/api/auth/login", body: padded + " "}); a.status !=
		http.StatusRequestEntityTooLarge {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// standing tells whether a token is still accepted.
func (w *world) standing(tb testing.TB, token string) bool {
	tb.Helper()
	a := w.do(tb, call{method: "GET", path: "/api/user/profile", token: token}) // an administrator has none: 403
	if a.status == http.StatusUnauthorized {
		checkRefusal(tb, a, "token_invalid", "")
	}
	return a.status != http.StatusUnauthorized
}

func TestLogout(t *testing.T) {
	for name, body := range map[string]any{"without a body": nil, "with an empty object": obj{},
		"with everywhere false": obj{"everywhere": false}} {
		t.Run(name+" ends this session alone", func(t *testing.T) {
			w := newWorld(t)
			other := w.signIn(t, w.ada.email, w.ada.name) // in the same second
			checkJSON(t, w.must(t, call{method: "POST", path: "/api/auth/logout", token: w.ada.token, body: body}),
				obj{"everywhere": false})
			if w.standing(t, w.ada.token) {
				t.Error("the session goes on")
			}
			if !w.standing(t, other.token) {
				t.Error("the other session ended")
			}
		})
	}
	t.Run("of unknown length without a body ends this session", func(t *testing.T) {
		w := newWorld(t)
		checkJSON(t, w.must(t, call{method: "POST", path: "/api/auth/logout", token: w.ada.token, chunked: true}),
			obj{"everywhere": false})
		if w.standing(t, w.ada.token) {
			t.Error("the session goes on")
		}
	})
	t.Run("lasts if the server is killed after the answer", func(t *testing.T) {
		w := newWorld(t)
		w.must(t, call{method: "POST", path: "/api/auth/logout", token: w.ada.token})
		copied := t.TempDir()
		noError(t, os.CopyFS(copied, os.DirFS(w.dir)))
		w.office = openOffice(t, copied, w.clock)
		if w.standing(t, w.ada.token) || !w.standing(t, w.ben.token) {
			t.Error("the session goes on, or another ended")
		}
	})
	t.Run("everywhere ends every token of this user alone", func(t *testing.T) {
		w := newWorld(t)
		other := w.signIn(t, w.ada.email, w.ada.name)
		checkJSON(t, w.must(t, call{method: "POST", path: "/api/auth/logout", token: w.ada.token,
			body: obj{"everywhere": true}}), obj{"everywhere": true})
		if w.standing(t, w.ada.token) || w.standing(t, other.token) {
			t.Error("a token outlived it")
		}
		if !w.standing(t, w.ben.token) || !w.standing(t, w.signIn(t, w.ada.email, w.ada.name).token) {
			t.Error("ended too much")
		}
	})
	t.Run("is open to administrators", func(t *testing.T) {
		w := newWorld(t)
		w.must(t, call{method: "POST", path: "/api/auth/logout", token: w.admin.token, body: obj{"everywhere": true}})
		if w.standing(t, w.admin.token) {
			t.Error("the token outlived it")
		}
	})
}

// An account that signs in and out without end fills no disk, and keeps nobody else from signing out.
func TestSignOutsAreLimitedByAccount(t *testing.T) {
	w := newWorld(t)
	ended := 0
	for ; ended < 1000; ended++ {
		again := w.signIn(t, w.ada.email, w.ada.name)
		a := w.do(t, call{method: "POST", path: "/api/auth/logout", token: again.token})
		if a.status == http.StatusTooManyRequests {
			checkRefusal(t, a, "rate_limited", "")
			break
		}
	}
	if ended != 60 {
		t.Errorf("%d sessions ended", ended)
	}
	for _, body := range []any{obj{"everywhere": true}, nil} {
		token := map[bool]string{true: w.ada.token, false: w.ben.token}[body != nil]
		w.must(t, call{method: "POST", path: "/api/auth/logout", token: token, body: body})
	}
}

func TestChangePassword(t *testing.T) {
	w := newWorld(t)
	for _, p := range []person{w.ada, w.admin} {
		t.Run("answers the one session that stands, for "+p.name, func(t *testing.T) {
			other := w.signIn(t, p.email, p.name)
			a := w.must(t, call{method: "POST", path: "/api/auth/password", token: p.token,
				body: obj{"currentPassword": rightPassword, "newPassword": freshPassword}})
			record := adminsRecord(p)
			if p == w.ada {
				record = votersRecord(p, numberOf(1))
			}
			checkJSON(t, a, obj{"token": aToken, "tokenType": "Bearer", "expiresAt": aTime, "user": record})
			if w.standing(t, p.token) || w.standing(t, other.token) {
				t.Error("an older token outlived it")
			}
			if !w.standing(t, a.text(t, "token")) {
				t.Error("the new token is refused")
			}
			if got := w.login(t, p.email, rightPassword); got.status != 401 {
				t.Errorf("the old password: %d", got.status)
			}
			if got := w.login(t, p.email, freshPassword); got.status != 200 {
				t.Errorf("the new password: %d", got.status)
			}
		})
	}
	change := func(name string, body obj, code, field string) scenario {
		return scenario{name, call{method: "POST", path: "/api/auth/password", token: w.ben.token, body: body}, 400, code,
			field}
	}
	w.try(t, []scenario{
		change("refuses a wrong current password", obj{"currentPassword": "a plover astray", "newPassword": freshPassword},
			"wrong_password", "currentPassword"),
		change("refuses no current password", obj{"newPassword": freshPassword}, "wrong_password", "currentPassword"),
		change("refuses a short password", obj{"currentPassword": rightPassword, "newPassword": "plover"},
			"validation_failed", "newPassword"),
		change("refuses the owner's address", obj{"currentPassword": rightPassword, "newPassword": w.ben.email},
			"validation_failed", "newPassword"),
		change("refuses no new password", obj{"currentPassword": rightPassword}, "validation_failed", "newPassword"),
	})
}
