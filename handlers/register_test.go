package handlers_test

import (
	"strings"
	"testing"

	"ostrakon/handlers"
	"ostrakon/ocr"
)

// registration is a good one with some fields set anew; nil removes a field.
func registration(fields obj) obj {
	return changed(obj{
		"email": "dan" + addressMark, "password": rightPassword, "fullName": "Dan Yılmaz", "nationalId": numberMark + "4711",
	}, fields)
}

// attempt is a registration from an address of its own.
func (o *office) attempt(name string, body obj, want int, code, field string) scenario {
	return scenario{name, call{method: "POST", path: "/api/auth/register", body: body, from: o.elsewhere()}, want, code,
		field}
}

func TestRegister(t *testing.T) {
	w := newWorld(t)
	t.Run("answers the user and the checks that admitted them", func(t *testing.T) {
		a := w.must(t, w.attempt("", registration(obj{
			"email": " Dan@Example.org ", "fullName": "  Dan\u0131 Yılmaz ", "phone": "+44 20 7946 0018",
			"dateOfBirth": "1984-03-17",
		}), 200, "", "").call)
		admission := obj{"policy": "number", "checks": []any{obj{"name": "identity_number", "outcome": "passed"}},
			"at": aTime}
		checkJSON(t, a, obj{
			"user": obj{
				"id": anID, "email": "Dan@Example.org", "fullName": "Dan\u0131 Yılmaz", "phone": "+44 20 7946 0018",
				"dateOfBirth": "1984-03-17",
				"role":        "USER", "status": "ACTIVE", "identity": obj{"kind": "NATIONAL_ID", "lastFour": "4711"},
				"admission": admission, "onRoll": false, "hasPassword": true, "createdAt": aTime, "updatedAt": aTime,
			},
			"admission": admission,
		})
		if a := w.login(t, "dan"+addressMark, rightPassword); a.status != 200 {
			t.Errorf("the new voter cannot sign in: %s", a.body)
		}
	})
	t.Run("takes a voter ID instead", func(t *testing.T) {
		a := w.must(t, w.attempt("", registration(
			obj{"email": "eve" + addressMark, "nationalId": nil, "voterId": "zq 81-99.88/77"}), 200, "", "").call)
		if a.text(t, "user.identity.kind") != "VOTER_ID" || a.text(t, "user.identity.lastFour") != "8877" {
			t.Errorf("%s", a.body)
		}
	})
	t.Run("a taken number is taken as a number of the other kind", func(t *testing.T) {
		w.try(t, []scenario{w.attempt("", registration(
			obj{"email": "fay" + addressMark, "nationalId": nil, "voterId": numberOf(1)}), 400, "identity_taken", "voterId")})
	})
}

func TestRegisterRefuses(t *testing.T) {
	w := newWorld(t)
	no := func(name string, fields obj, field string) scenario {
		return w.attempt(name, registration(fields), 400, "validation_failed", field)
	}
	w.try(t, []scenario{
		w.attempt("a taken address", registration(obj{"email": w.ada.email}), 400, "email_taken", "email"),
		w.attempt("a taken address in another case", registration(obj{"email": strings.ToUpper(w.ada.email)}), 400,
			"email_taken", "email"),
		w.attempt("a taken address with space around it", registration(obj{"email": "\t" + w.ada.email + " "}), 400,
			"email_taken", "email"),
		w.attempt("an administrator's address", registration(obj{"email": w.admin.email}), 400, "email_taken", "email"),
		w.attempt("a taken number", registration(obj{"nationalId": numberOf(1)}), 400, "identity_taken", "nationalId"),
		w.attempt("a taken number in another spacing", registration(obj{"nationalId": "zq-81 00.01"}), 400, "identity_taken",
			"nationalId"),
		no("both numbers", obj{"voterId": numberMark + "4712"}, ""),
		no("neither number", obj{"nationalId": nil}, "nationalId"),
		no("an empty number", obj{"nationalId": ""}, "nationalId"),
		no("a number of four characters", obj{"nationalId": numberMark}, "nationalId"),
		no("a number of 21 characters", obj{"nationalId": strings.Repeat(numberMark, 5) + "1"}, "nationalId"),
		no("a number with other characters", obj{"nationalId": numberMark + "47#11"}, "nationalId"),
		no("a number of 60 kilobytes", obj{"nationalId": strings.Repeat(numberMark, 15_000)}, "nationalId"),
		no("a token that nobody issued", obj{"verificationToken": "eyJhbGciOiJub25lIn0.e30."}, "verificationToken"),
		no("no address", obj{"email": nil}, "email"),
		no("no address but a name", obj{"email": "Dan <dan" + addressMark + ">"}, "email"),
		no("an address without a host", obj{"email": "dan@"}, "email"),
		no("an address of 255 bytes", obj{"email": strings.Repeat("d", 243) + addressMark}, "email"),
		no("no name", obj{"fullName": nil}, "fullName"),
		no("a name of spaces", obj{"fullName": " \t "}, "fullName"),
		no("a name of 121 characters", obj{"fullName": strings.Repeat("ı", 121)}, "fullName"),
		no("a name of two lines", obj{"fullName": "Dan\nYılmaz"}, "fullName"),
		no("a name with a control character", obj{"fullName": "Dan\u0000Yılmaz"}, "fullName"),
		no("a birthday that was not", obj{"dateOfBirth": "1999-02-29"}, "dateOfBirth"),
		no("a birthday to come", obj{"dateOfBirth": "2031-05-03"}, "dateOfBirth"),
		no("a birthday with a time", obj{"dateOfBirth": "1999-02-28T00:00:00Z"}, "dateOfBirth"),
		no("a phone number of letters", obj{"phone": "CALL ME"}, "phone"),
		no("a phone number of four digits", obj{"phone": "(1) 234"}, "phone"),
		no("a phone number of 21 characters", obj{"phone": "+44 20 7946 0018 0018"}, "phone"),
	})
	t.Run("both numbers, and names both", func(t *testing.T) {
		a := w.do(t, w.attempt("", registration(obj{"voterId": numberMark + "4712"}), 400, "", "").call)
		checkJSON(t, a, changed(a.json(t), obj{"errors": []any{
			obj{"field": "nationalId", "code": "one_number_only", "message": aReason},
			obj{"field": "voterId", "code": "one_number_only", "message": aReason},
		}}))
	})
	t.Run("several fields, and names them all", func(t *testing.T) {
		a := w.do(t, w.attempt("", registration(obj{"email": "dan", "phone": "x", "fullName": ""}), 400, "", "").call)
		checkJSON(t, a, changed(a.json(t), obj{"errors": []any{
			obj{"field": "email", "code": "not_email", "message": aReason},
			obj{"field": "fullName", "code": "required", "message": aReason},
			obj{"field": "phone", "code": "phone_characters", "message": aReason},
		}}))
	})
}

func TestRegisterRefusesWeakPasswords(t *testing.T) {
	w := newWorld(t)
	var weak []scenario
	for name, password := range map[string]string{
		"of nine characters":   "plover-12",
		"of 201 characters":    strings.Repeat("plover", 33) + "123",
		"of one character":     strings.Repeat("p", 12),
		"that is common":       "Password123",
		"that is the name":     "dan yılmaz",
		"that is the address":  "DAN" + addressMark,
		"that is empty":        "",
		"that is its own name": "\u0064an yılmaz",
		"of the organisation":  "reed bed society 1",
	} {
		weak = append(weak, w.attempt(name, registration(obj{"password": password}), 400, "validation_failed", "password"))
	}
	w.try(t, weak)
}

func TestRegisterGoesByTheSchemes(t *testing.T) {
	w := newWorld(t, func(o *handlers.Options) {
		o.NationalID, _ = ocr.SchemeNamed("ke-id")
		o.VoterID, _ = ocr.SchemeNamed("in-epic")
	})
	w.try(t, []scenario{
		w.attempt("a national ID of letters", registration(nil), 400, "validation_failed", "nationalId"),
		w.attempt("a voter ID of the national kind", registration(obj{"nationalId": nil, "voterId": "1234567"}), 400,
			"validation_failed", "voterId"),
		w.attempt("a national ID of the scheme", registration(obj{"nationalId": "1234 567"}), 200, "", ""),
		w.attempt("a voter ID of the scheme",
			registration(obj{"email": "eve" + addressMark, "nationalId": nil, "voterId": "abc 1234566"}), 200, "", ""),
	})
}
