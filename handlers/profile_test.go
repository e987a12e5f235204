package handlers_test

import (
	"strings"
	"testing"
)

func TestGetProfile(t *testing.T) {
	w := newWorld(t)
	checkJSON(t, w.must(t, call{method: "GET", path: "/api/user/profile", token: w.ada.token}), votersRecord(w.ada, numberOf(1)))
}

func TestUpdateProfile(t *testing.T) {
	w := newWorld(t)
	put := func(body any) call {
		return call{method: "PUT", path: "/api/user/profile", token: w.ada.token, body: body}
	}
	record := votersRecord(w.ada, numberOf(1))
	for _, s := range []struct {
		name string
		body any
		want obj
	}{
		{"sets what is given", obj{"fullName": "Ada Lind", "phone": "+1 (212) 555-0100", "dateOfBirth": "1984-03-17"},
			obj{"fullName": "Ada Lind", "phone": "+1 (212) 555-0100", "dateOfBirth": "1984-03-17"}},
		{"leaves what is absent", obj{"phone": "12345"}, obj{"phone": "12345"}},
		{"changes nothing for an empty object", obj{}, nil},
		{"needs no password for the same address", obj{"email": w.ada.email}, nil},
		{"clears by null", `{"phone":null,"dateOfBirth":null}`, obj{"phone": nil, "dateOfBirth": nil}},
		{"sets a new address with the password", obj{"email": "ada" + addressMark, "currentPassword": rightPassword}, obj{"email": "ada" + addressMark}},
	} {
		t.Run(s.name, func(t *testing.T) {
			record = changed(record, s.want)
			checkJSON(t, w.must(t, put(s.body)), record)
			checkJSON(t, w.must(t, call{method: "GET", path: "/api/user/profile", token: w.ada.token}), record)
		})
	}
	if a := w.login(t, "ada"+addressMark, rightPassword); a.status != 200 {
		t.Errorf("the new address does not sign in: %s", a.body)
	}
	if a := w.login(t, w.ada.email, rightPassword); a.status != 401 {
		t.Errorf("the old address: %d", a.status)
	}

	no := func(name string, body any, code, field string) scenario {
		return scenario{"refuses " + name, put(body), 400, code, field}
	}
	w.try(t, []scenario{
		no("a new address without the password", obj{"email": "new" + addressMark}, "wrong_password", "currentPassword"),
		no("a new address with a wrong password", obj{"email": "new" + addressMark, "currentPassword": freshPassword}, "wrong_password", "currentPassword"),
		no("a taken address", obj{"email": strings.ToUpper(w.ben.email), "currentPassword": rightPassword}, "email_taken", "email"),
		no("a bad address", obj{"email": "x", "currentPassword": rightPassword}, "validation_failed", "email"),
		no("null for the address", `{"email":null,"currentPassword":"`+rightPassword+`"}`, "validation_failed", "email"),
		no("null for the name", `{"fullName":null}`, "validation_failed", "fullName"),
		no("an empty name", obj{"fullName": ""}, "validation_failed", "fullName"),
		no("a role", obj{"role": "ADMIN"}, "validation_failed", "role"),
		no("a status", obj{"status": "ACTIVE"}, "validation_failed", "status"),
		no("a password", obj{"password": freshPassword}, "validation_failed", "password"),
	})
}
