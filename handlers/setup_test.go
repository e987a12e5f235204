package handlers_test

import (
	"strings"
	"testing"

	"ostrakon/handlers"
)

// setUp is a request to make the first administrator; nil removes a field.
func (o *office) setUp(fields obj) call {
	return call{method: "POST", path: "/api/auth/setup", from: o.elsewhere(), body: changed(obj{
		"setupToken": o.server.SetupToken(), "email": "office" + addressMark, "password": rightPassword,
		"fullName": "Olu Office",
	}, fields)}
}

func TestSetUp(t *testing.T) {
	o := newOffice(t)
	info := call{method: "GET", path: "/api/info"}
	before := o.must(t, info).json(t)
	if kinds, _ := before["kinds"].([]any); before["setupRequired"] != true || len(kinds) < 10 ||
		len(o.server.SetupToken()) != 26 {
		t.Fatal("a new office does not ask for set-up, or offers no kinds of number")
	}
	refuse := func(name string, fields obj, want int, code, field string) scenario {
		return scenario{name, o.setUp(fields), want, code, field}
	}
	o.try(t, []scenario{
		refuse("a wrong token", obj{"setupToken": strings.Repeat("A", 26)}, 403, "setup_closed", ""),
		refuse("an empty token", obj{"setupToken": ""}, 403, "setup_closed", ""),
		refuse("no token", obj{"setupToken": nil}, 403, "setup_closed", ""),
		refuse("the token and more", obj{"setupToken": o.server.SetupToken() + "A"}, 403, "setup_closed", ""),
		refuse("a weak password", obj{"password": "plover"}, 400, "validation_failed", "password"),
		refuse("no address", obj{"email": nil}, 400, "validation_failed", "email"),
		refuse("no name", obj{"fullName": nil}, 400, "validation_failed", "fullName"),
		refuse("an organisation of 121 characters", obj{"organisation": strings.Repeat("x", 121)}, 400, "validation_failed",
			"organisation"),
		refuse("a time zone of nowhere", obj{"timeZone": "Mars/Utopia"}, 400, "validation_failed", "timeZone"),
		refuse("the zone of this computer", obj{"timeZone": "Local"}, 400, "validation_failed", "timeZone"),
		refuse("a path", obj{"timeZone": "../../etc/passwd"}, 400, "validation_failed", "timeZone"),
	})

	a := o.must(t, o.setUp(obj{"organisation": " Reed Bed Society ", "timeZone": "Asia/Kathmandu"}))
	checkJSON(t, a, obj{"token": aToken, "tokenType": "Bearer", "expiresAt": aTime, "user": obj{
		"id": anID, "email": "office" + addressMark, "fullName": "Olu Office", "role": "ADMIN", "status": "ACTIVE",
		"onRoll": false, "hasPassword": true, "createdAt": aTime, "updatedAt": aTime,
	}})
	o.must(t, call{method: "GET", path: "/api/admin/users", token: a.text(t, "token")})
	after := o.must(t, info).json(t)
	if after["setupRequired"] != false || after["organisation"] != "Reed Bed Society" ||
		after["timeZone"] != "Asia/Kathmandu" || after["kinds"] != nil {
		t.Errorf("info after set-up: %v", after)
	}
	o.try(t, []scenario{refuse("the token a second time", obj{"email": "second" + addressMark}, 403, "setup_closed", "")})
}

func TestSetUpTokenIsOfOneStart(t *testing.T) {
	w := newWorld(t)
	if w.server.SetupToken() != "" {
		t.Error("an office with an administrator has a set-up token")
	}
	w.try(t, []scenario{{"no token is not the token of an office that has none", w.setUp(obj{"setupToken": ""}), 403,
		"setup_closed", ""}})
}

func TestSetUpClosesWhenACommandMakesAnAdministrator(t *testing.T) {
	o := newOffice(t)
	if err := o.server.CreateAdmin(t.Context(),
		handlers.AdminRequest{Email: "second" + addressMark, Password: rightPassword, FullName: "Sam Second"}); err != nil {
		t.Fatal(err)
	}
	o.try(t, []scenario{{"the right token", o.setUp(nil), 403, "setup_closed", ""}})
}

func TestCreateAdminSaysWhatIsWrong(t *testing.T) {
	w := newWorld(t)
	for want, in := range map[string]handlers.AdminRequest{
		"email: Enter an e-mail address such as ada@example.org.": {Email: "x", Password: rightPassword,
			FullName: "X"},
		"email: This e-mail address is already registered.": {Email: w.ada.email, Password: rightPassword,
			FullName: "X"},
		"password: A password needs at least 10 characters; this one has 6.": {Email: "x" + addressMark, Password: "plover",
			FullName: "X"},
		"fullName: This is required.": {Email: "x" + addressMark,
			Password: rightPassword},
	} {
		before := w.fingerprint(t)
		if err := w.server.CreateAdmin(t.Context(), in); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
		if w.fingerprint(t) != before {
			t.Error("the database file changed")
		}
	}
}
