package handlers_test

import (
	"slices"
	"strings"
	"testing"
)

// bySlip asks for a session with a member key, from an address of its own.
func (o *office) bySlip(key string) call {
	return call{method: "POST", path: "/api/auth/key", from: o.elsewhere(), body: obj{"key": key}}
}

func TestASlipSignsIn(t *testing.T) {
	w := newWorld(t)
	a := w.must(t, w.bySlip(w.key))
	day := pattern(`T00:00:00Z$`)
	dora := obj{
		"id": anID, "fullName": "Dora Brandt", "dateOfBirth": "1984-03-17", "role": "USER", "status": "ACTIVE",
		"admission": obj{"policy": "roll", "checks": []any{obj{"name": "electoral_roll", "outcome": "passed"}}, "at": day},
		"onRoll":    true, "hasPassword": false, "createdAt": day, "updatedAt": day,
	}
	checkJSON(t, a, obj{"token": aToken, "tokenType": "Bearer", "expiresAt": aTime, "user": dora})
	first := person{id: a.text(t, "user.id"), token: a.text(t, "token")}
	w.vote(t, first, w.active, 0)
	if again := w.must(t, w.bySlip(" "+strings.ToLower(strings.ReplaceAll(w.key, "-", " ")))); again.text(t, "user.id") !=
		first.id {
		t.Errorf("signed in as another: %s", again.body)
	}
	w.must(t, call{method: "GET", path: "/api/user/profile", token: first.token})
	for _, line := range w.log.take(t) {
		if line["user"] == first.id || line["route"] == "/api/auth/key" && line["msg"] == "request" {
			t.Errorf("the log tells who came: %v", line)
		}
	}
}

func TestASlipIsLookedAtBeforeItSignsIn(t *testing.T) {
	w := newWorld(t)
	look := func(key any) call {
		return call{method: "POST", path: "/api/auth/key/person", from: w.elsewhere(), body: obj{"key": key}}
	}
	accounts := func() int {
		all := w.must(t, call{method: "GET", path: "/api/admin/users", token: w.admin.token})
		return strings.Count(string(all.body), "fullName")
	}
	before := accounts()
	checkJSON(t, w.must(t, look(strings.ToLower(w.key))), obj{"fullName": "Dora Brandt", "asks": "none"})
	if after := accounts(); after != before {
		t.Errorf("%d accounts after a look at a slip, %d before", after, before)
	}
	id := w.must(t, w.bySlip(w.key)).text(t, "user.id")
	checkJSON(t, w.must(t, look(w.key)), obj{"fullName": "Dora Brandt", "asks": "none"})
	w.must(t, call{method: "PUT", path: "/api/admin/users/" + id, token: w.admin.token, body: obj{"status": "SUSPENDED"}})
	w.try(t, []scenario{
		{"no key", look(nil), 400, "validation_failed", "key"},
		{"a typing error", look(w.key[:len(w.key)-1] + "?"), 400, "validation_failed", "key"},
		{"nobody's key", look("0000-0000-0000-0000"), 401, "key_unknown", ""},
		{"somebody suspended", look(w.key), 403, "account_suspended", ""},
	})
	wrong, at := look("0000-0000-0000-0000"), w.elsewhere()
	wrong.from = at
	for range 101 {
		w.do(t, wrong)
	}
	wrong = w.bySlip("0000-0000-0000-0000")
	wrong.from = at
	if a := w.do(t, wrong); a.status != 429 {
		t.Errorf("looks at nobody's keys do not count: %s", a.body)
	}
}

func TestSlipsAreRefused(t *testing.T) {
	w := newWorld(t)
	first := w.must(t, w.bySlip(w.key)).text(t, "user.id")
	w.must(t, call{method: "PUT", path: "/api/admin/users/" + first, token: w.admin.token,
		body: obj{"status": "SUSPENDED"}})
	at := w.elsewhere()
	ask := func(key any) call {
		return call{method: "POST", path: "/api/auth/key", from: at, body: obj{"key": key}}
	}
	w.try(t, []scenario{
		{"no key", ask(nil), 400, "validation_failed", "key"},
		{"a typing error", ask(w.key[:len(w.key)-1] + "?"), 400, "validation_failed", "key"},
		{"a long text", ask(strings.Repeat("0", 1000)), 400, "validation_failed", "key"},
		{"nobody's key", ask("0000-0000-0000-0000"), 401, "key_unknown", ""},
		{"somebody suspended", ask(w.key), 403, "account_suspended", ""},
	})
	wrong := w.do(t, ask("0"+w.key[1:]))
	if strings.HasPrefix(w.key, "0") {
		wrong = w.do(t, ask("1"+w.key[1:]))
	}
	if !strings.Contains(string(wrong.body), "One of the 16 letters and digits is wrong") {
		t.Errorf("one wrong character: %s", wrong.body)
	}
	w.must(t, call{method: "PUT", path: "/api/admin/users/" + first, token: w.admin.token, body: obj{"status": "ACTIVE"}})
	t.Run("nobody's keys alone count, and keep nobody out", func(t *testing.T) {
		for range 101 {
			w.do(t, ask("0000-0000-0000-0001"))
		}
		for n := 1; w.do(t, ask("0000-0000-0000-0000")).status != 429; n++ {
			if n > 110 {
				t.Fatal("nobody's keys do not count")
			}
		}
		w.must(t, ask(w.key))
	})
}

// Whoever has no password cannot sign in with one, whatever it is.
func TestAnAccountWithoutAPassword(t *testing.T) {
	w := newWorld(t)
	a := w.must(t, w.bySlip(w.key))
	token := a.text(t, "token")
	put := func(fields obj) call {
		return call{method: "PUT", path: "/api/user/profile", token: token, body: fields}
	}
	password := func(token string, fields obj) call {
		return call{method: "POST", path: "/api/auth/password", token: token, body: fields}
	}
	w.must(t, put(obj{"phone": "+44 20 7946 0018"}))
	dora := "dora" + addressMark
	checkUser := w.must(t, put(obj{"email": dora}))
	if checkUser.text(t, "email") != dora || checkUser.json(t)["hasPassword"] != false {
		t.Errorf("%s", checkUser.body)
	}
	var told []string
	for _, email := range []string{dora, "nobody" + addressMark, " "} {
		a := w.login(t, email, rightPassword)
		told = append(told, strings.ReplaceAll(string(a.body), a.header.Get("X-Request-Id"), ""))
	}
	if slices.Sort(told); a.status != 200 || len(slices.Compact(told)) != 1 {
		t.Errorf("the answers tell apart: %v", told)
	}
	token = w.must(t, password(token, obj{"newPassword": rightPassword})).text(t, "token")
	w.must(t, password(token, obj{"newPassword": freshPassword})) // forgotten, with the slip at hand
	signed := w.login(t, dora, freshPassword)
	if signed.status != 200 || signed.text(t, "user.id") != a.text(t, "user.id") {
		t.Fatalf("%d %s", signed.status, signed.body)
	}
	byPassword := signed.text(t, "token")
	w.try(t, []scenario{{"a session by password needs it", password(byPassword, obj{"newPassword": rightPassword}), 400,
		"wrong_password", "currentPassword"}})
	token = byPassword
	w.try(t, []scenario{{"so does another address", put(obj{"email": "other" + addressMark}), 400, "wrong_password",
		"currentPassword"}})
}

func TestKeysInBulk(t *testing.T) {
	w := newWorld(t)
	ask := func(body obj) call { return w.post("/api/admin/roll/keys", body) }
	a := w.must(t, ask(obj{"which": "none"}))
	if got := a.column(t, "fullName"); !slices.Equal(got, []string{"Cleo Haddad", "Ben Lind", "Ada Okafor"}) {
		t.Errorf("keys for %v", got)
	}
	ada := a.list(t)[2].(obj)["memberKey"].(string)
	if who := w.must(t, w.bySlip(ada)).text(t, "user.id"); who != w.ada.id {
		t.Errorf("her slip signs in %s", who)
	}
	a = w.must(t, ask(obj{"which": "unused"}))
	if got := a.column(t, "fullName"); !slices.Equal(got, []string{"Dora Brandt", "Cleo Haddad", "Ben Lind"}) {
		t.Errorf("keys for %v", got)
	}
	checkJSON(t, w.must(t, ask(obj{"which": "entries", "entries": []any{w.entry}})), obj{"items": []any{
		obj{"entryId": w.entry, "fullName": "Dora Brandt", "member": "M-7", "memberKey": printed},
	}})
	checkJSON(t, w.must(t, ask(obj{"which": "none"})), obj{"items": []any{}})
	w.try(t, []scenario{
		{"another group", ask(obj{"which": "all"}), 400, "validation_failed", "which"},
		{"entries that are not named", ask(obj{"which": "entries"}), 400, "validation_failed", "entries"},
		{"entries that are not asked for", ask(obj{"which": "none", "entries": []any{w.entry}}), 400, "validation_failed",
			"entries"},
		{"nobody's entry", ask(obj{"which": "entries", "entries": []any{unknownID}}), 404, "not_found", ""},
	})
}
