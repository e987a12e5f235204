package handlers_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"ostrakon/handlers"
	"ostrakon/handlers/registrar"
	"ostrakon/ocr"
)

// passed are checks that were passed, as an answer lists them.
func passed(names ...string) []any {
	var checks []any
	for _, name := range names {
		checks = append(checks, obj{"name": name, "outcome": "passed"})
	}
	return checks
}

// holder is a registration of the person on the card; extra fields are set anew.
func holder(token string, extra obj) obj {
	return changed(registration(obj{"fullName": "Dan Quillon-Yılmaz", "dateOfBirth": cardBirth,
		"verificationToken": token}), extra)
}

func TestRegisterByCard(t *testing.T) {
	w := newWorld(t, readsCards(t, registrar.PolicyCard))
	card := cardOf(cardNumber, cardName, cardBirth)
	t.Run("admits who is on the card", func(t *testing.T) {
		a := w.must(t, w.attempt("", holder(w.read(t, card), obj{"nationalId": "zq 81-47.11"}), 200, "", "").call)
		want := obj{"policy": "card", "checks": passed("identity_number", "card_number", "card_name", "card_birth"),
			"at": aTime}
		if got := a.json(t)["admission"]; len(differences("admission", got, want)) > 0 {
			t.Errorf("admitted by %v", got)
		}
		if strings.Contains(string(a.body), cardNumber) {
			t.Errorf("the answer holds the whole number: %s", a.body)
		}
	})
	t.Run("refuses the same person in another spacing", func(t *testing.T) {
		again := w.read(t, card)
		w.try(t, []scenario{w.attempt("", holder(again, obj{"email": "dan2" + addressMark, "nationalId": "ZQ/81/4711"}), 400,
			"identity_taken", "nationalId")})
	})
	t.Run("takes a card without a date of birth, or with a year alone", func(t *testing.T) {
		for i, birth := range []string{"", "1984"} {
			number := fmt.Sprint(numberMark, 6000+i)
			a := w.must(t, w.attempt("", holder(w.read(t, cardOf(number, cardName, birth)),
				obj{"email": fmt.Sprint("x", i, addressMark), "nationalId": number, "dateOfBirth": nil}), 200, "", "").call)
			if checks := a.json(t)["admission"].(obj)["checks"].([]any); !reflect.DeepEqual(checks,
				passed("identity_number", "card_number", "card_name")) {
				t.Errorf("checks %v", checks)
			}
		}
	})
	t.Run("refuses the same card for a number of another kind", func(t *testing.T) {
		w.try(t, []scenario{w.attempt("", holder(w.read(t, card),
			obj{"email": "eve" + addressMark, "nationalId": nil, "voterId": cardNumber}), 400, "identity_taken", "voterId")})
	})
}

func TestRegisterByCardRefuses(t *testing.T) {
	w := newWorld(t, readsCards(t, registrar.PolicyCard))
	token := w.read(t, cardOf(cardNumber, cardName, cardBirth))
	soon := w.clock.Now()
	forged := func(key []byte, method jwt.SigningMethod, change jwt.MapClaims) string {
		c := jwt.MapClaims{
			"num": [][]byte{[]byte("?")}, "name": cardName, "iss": "ostrakon:" + w.store.InstallationID(),
			"aud": []string{"ostrakon-reading"},
			"iat": soon.Unix(), "exp": soon.Add(time.Minute).Unix(), "jti": "x",
		}
		for name, value := range change {
			c[name] = value
		}
		var k any = key
		if method == jwt.SigningMethodNone {
			k = jwt.UnsafeAllowNoneSignatureType
		}
		return signWith(t, method, k, c)
	}
	no := func(name string, body obj, code, field string) scenario {
		return w.attempt(name, body, 400, code, field)
	}
	bad := func(name, token string) scenario {
		return no(name, holder(token, nil), "validation_failed", "verificationToken")
	}
	own := w.store.TokenKey()
	w.try(t, []scenario{
		no("no token", registration(nil), "validation_failed", "verificationToken"),
		bad("an empty token", ""),
		bad("garbage", "eyJhbGciOiJub25lIn0.e30."),
		bad("a session token", w.ada.token),
		bad("a token of another key", forged([]byte(strings.Repeat("k", 32)), jwt.SigningMethodHS256, nil)),
		bad("a token without a signature", forged(nil, jwt.SigningMethodNone, nil)),
		bad("a token of another algorithm", forged(own, jwt.SigningMethodHS512, nil)),
		bad("a token without an id", forged(own, jwt.SigningMethodHS256, jwt.MapClaims{"jti": ""})),
		bad("a token of another installation",
			forged(own, jwt.SigningMethodHS256, jwt.MapClaims{"iss": "ostrakon:elsewhere"})),
		bad("a token of another audience", forged(own, jwt.SigningMethodHS256, jwt.MapClaims{"aud": "ostrakon-session"})),
		bad("a token of 3000 characters", token+strings.Repeat("A", 3000)),
		no("a token of another number", holder(token, obj{"nationalId": numberMark + "4712"}), "admission_refused",
			"nationalId"),
		no("a token of another name", holder(token, obj{"fullName": "Dana Quillon"}), "admission_refused", "fullName"),
		no("a token of another date of birth", holder(token, obj{"dateOfBirth": "1984-03-18"}), "admission_refused",
			"dateOfBirth"),
		no("no date of birth where the card has one", holder(token, obj{"dateOfBirth": nil}), "admission_refused",
			"dateOfBirth"),
		no("a member key", holder(token, obj{"nationalId": nil, "memberKey": w.key}), "validation_failed", "memberKey"),
	})
	t.Run("and names all that does not agree", func(t *testing.T) {
		a := w.do(t, w.attempt("", holder(token,
			obj{"nationalId": numberMark + "4712", "fullName": "Someone Else", "dateOfBirth": "1984-03-18"}), 400, "", "").call)
		checkJSON(t, a, changed(a.json(t), obj{"code": "admission_refused", "errors": []any{
			obj{"field": "nationalId", "code": "card_number_differs", "message": aReason},
			obj{"field": "fullName", "code": "card_name_differs", "message": aReason},
			obj{"field": "dateOfBirth", "code": "card_birth_differs", "message": aReason},
		}}))
		for _, secret := range []string{cardNumber, nameMark, cardBirth} {
			if strings.Contains(string(a.body), secret) {
				t.Errorf("the refusal tells %s: %s", secret, a.body)
			}
		}
	})
	t.Run("an expired token", func(t *testing.T) {
		w.clock.Set(soon.Add(16 * time.Minute))
		w.try(t, []scenario{bad("after a quarter of an hour", token)})
		w.clock.Set(soon.Add(time.Minute))
	})
	t.Run("but a refusal does not spend the token", func(t *testing.T) {
		w.must(t, w.attempt("", holder(token, nil), 200, "", "").call)
	})
	t.Run("a token that was used", func(t *testing.T) {
		w.try(t, []scenario{no("by the same person", holder(token, obj{"email": "dan2" + addressMark}), "verification_spent",
			"verificationToken")})
	})
}

// printedCard is the card of these tests without machine-readable lines; extra fields are set anew.
func printedCard(number, name, birth string) obj {
	c := cardOf(number, "", "")
	return changed(c, obj{"number": datum(number, "visual", "passed"), "dateOfBirth": datum(birth, "visual", "none"),
		"names": changed(c["names"].(obj), obj{"fullName": datum(name, "visual", "none")})})
}

// Print proves no name: the number is compared, and an administrator decides.
func TestACardWithoutMachineReadableLinesGoesToReview(t *testing.T) {
	w := newWorld(t, readsCards(t, registrar.PolicyCard))
	for what, card := range map[string]obj{
		"a misread name":      printedCard(cardNumber, "YLIMAZ DUN", "1984-08-17"),
		"no name":             printedCard(cardNumber, "", ""),
		"a zone without name": cardOf(cardNumber, "", cardBirth),
	} {
		t.Run(what, func(t *testing.T) {
			token := w.read(t, card)
			w.try(t, []scenario{w.attempt("another number", holder(token, obj{"nationalId": numberMark + "4712"}), 400,
				"admission_refused", "nationalId")})
			checks := passed("identity_number", "card_number")
			if what == "a zone without name" {
				w.try(t, []scenario{w.attempt("another date of birth", holder(token, obj{"dateOfBirth": "1984-03-18"}), 400,
					"admission_refused", "dateOfBirth")})
				checks = passed("identity_number", "card_number", "card_birth")
			}
			a := w.must(t, w.attempt("", holder(token, obj{"email": strings.ReplaceAll(what, " ", "") + addressMark}), 200, "",
				"").call)
			want := obj{"policy": "card", "checks": append(checks, obj{"name": "card_zone", "outcome": "failed"}), "at": aTime}
			for _, d := range differences("application", a.json(t)["application"], want) {
				t.Error(d)
			}
		})
	}
}

func TestACorrectedReadingRegistersAsWithoutAPhoto(t *testing.T) {
	w := newWorld(t, readsCards(t, registrar.PolicyNumber))
	for i, c := range []struct {
		card   obj
		checks []any
	}{
		{printedCard(numberMark+"4710", "YLIMAZ DUN", "1984-08-17"), passed("identity_number", "card_number")},
		{cardOf(numberMark+"4711", "YLIMAZ DUN", "1984-08-17"), passed("identity_number", "card_number")},
		{cardOf(numberMark+"9999", cardName, cardBirth), passed("identity_number", "card_name", "card_birth")},
	} {
		a := w.must(t, w.attempt("", holder(w.read(t, c.card), obj{"email": fmt.Sprint("x", i, addressMark),
			"nationalId": fmt.Sprint(numberMark, 4710+i)}), 200, "", "").call)
		want := obj{"policy": "number", "checks": c.checks, "at": aTime}
		for _, d := range differences("admission", a.json(t)["admission"], want) {
			t.Error(d)
		}
	}
}

func TestANumberMustAgreeWithTheDateOfBirthInIt(t *testing.T) {
	w := newWorld(t, func(o *handlers.Options) { o.NationalID, _ = ocr.SchemeNamed("pl-pesel") })
	w.try(t, []scenario{
		w.attempt("another date", registration(obj{"nationalId": "44051401359", "dateOfBirth": "1944-05-15"}), 400,
			"validation_failed", "dateOfBirth"),
		w.attempt("a wrong check digit", registration(obj{"nationalId": "44051401358"}), 400, "validation_failed",
			"nationalId"),
		w.attempt("the same date", registration(obj{"nationalId": "44051401359", "dateOfBirth": "1944-05-14"}), 200, "", ""),
	})
}

func TestTheHolderOfANumberLives(t *testing.T) {
	w := newWorld(t, func(o *handlers.Options) { o.NationalID, _ = ocr.SchemeNamed("se-pnr") })
	w.try(t, []scenario{
		w.attempt("not born yet", registration(obj{"nationalId": "20991224-1230"}), 400, "validation_failed", "nationalId"),
		w.attempt("too old", registration(obj{"nationalId": "671212+6413"}), 400, "validation_failed", "nationalId"),
		w.attempt("another century", registration(obj{"nationalId": "040424-1473", "dateOfBirth": "1904-04-24"}), 400,
			"validation_failed", "dateOfBirth"),
		w.attempt("the year in two digits", registration(obj{"nationalId": "671212-6413", "dateOfBirth": "1967-12-12"}), 200,
			"", ""),
		w.attempt("and in four", registration(
			obj{"nationalId": "196712126413", "dateOfBirth": "1967-12-12",
				"email": "other" + addressMark}), 400, "identity_taken", "nationalId"),
	})
}

// voterOfTheRoll is a registration of Emil Sand, who is on the roll of these tests by his number.
func voterOfTheRoll(fields obj) obj {
	return changed(obj{
		"email": "emil" + addressMark, "password": rightPassword, "fullName": "emil SAND", "dateOfBirth": "1990-04-25",
		"nationalId": "zq81 0005",
	}, fields)
}

// keyHolder is a registration of Dora Brandt, who has a member key.
func (w *world) keyHolder(fields obj) obj {
	return changed(obj{"email": "dora" + addressMark, "password": rightPassword, "fullName": "Brandt, Dora",
		"dateOfBirth": "1984-03-17", "memberKey": w.key}, fields)
}

func newRollWorld(t *testing.T) *world {
	t.Helper()
	w := newWorld(t, readsCards(t, registrar.PolicyRoll))
	w.enrol(t, "", "full_name,date_of_birth,national_id", "Emil Sand,1990-04-25,"+numberOf(5))
	return w
}

func TestRegisterByRoll(t *testing.T) {
	w := newRollWorld(t)
	admitted := func(t *testing.T, body obj, checks []any) answer {
		t.Helper()
		a := w.must(t, w.attempt("", body, 200, "", "").call)
		want := obj{"policy": "roll", "checks": checks, "at": aTime}
		for _, d := range differences("admission", a.json(t)["admission"], want) {
			t.Error(d)
		}
		if a.json(t)["user"].(obj)["onRoll"] != true {
			t.Errorf("not tied to the roll: %s", a.body)
		}
		return a
	}
	t.Run("by the number, the name in another order", func(t *testing.T) {
		admitted(t, voterOfTheRoll(nil), passed("identity_number", "electoral_roll"))
	})
	t.Run("by a member key, as people type it", func(t *testing.T) {
		typed := strings.ToLower(strings.ReplaceAll(w.key, "-", " "))
		a := admitted(t, w.keyHolder(obj{"memberKey": typed}), passed("electoral_roll"))
		if a.json(t)["user"].(obj)["identity"] != nil {
			t.Errorf("a number from nowhere: %s", a.body)
		}
	})
	t.Run("and the administrator sees who has", func(t *testing.T) {
		a := w.must(t, w.get("/api/admin/roll?query=dora"))
		if a.json(t)["entries"] != 5. || a.json(t)["registered"] != 5. || a.column(t, "user")[0] == "" {
			t.Errorf("%s", a.body)
		}
	})
	t.Run("by a card too", func(t *testing.T) {
		w.enrol(t, "?memberKeys=true", "full_name,national_id", "Dan "+nameMark+" Yilmaz,"+cardNumber)
		admitted(t, holder(w.read(t, cardOf(cardNumber, cardName, cardBirth)), nil),
			passed("identity_number", "card_number", "card_name", "card_birth", "electoral_roll"))
	})
}

func TestRegisterByRollRefuses(t *testing.T) {
	w := newRollWorld(t)
	stranger := registration(obj{"nationalId": numberMark + "9999"})
	no := func(name string, body obj, code, field string) scenario {
		return w.attempt(name, body, 400, code, field)
	}
	broken := w.key[:len(w.key)-1] + map[bool]string{true: "1", false: "0"}[w.key[len(w.key)-1] == '0']
	w.try(t, []scenario{
		no("a number that is not on it", stranger, "admission_refused", "nationalId"),
		no("a number that is not on it, of the other kind", voterOfTheRoll(obj{"nationalId": nil, "voterId": "ZQ99999"}),
			"admission_refused", "voterId"),
		no("another name", voterOfTheRoll(obj{"fullName": "Emilia Sand"}), "admission_refused", "nationalId"),
		no("another date of birth", voterOfTheRoll(obj{"dateOfBirth": "1990-04-26"}), "admission_refused", "nationalId"),
		no("no date of birth where the roll has one", voterOfTheRoll(obj{"dateOfBirth": nil}), "admission_refused",
			"nationalId"),
		no("an entry that is taken", registration(obj{"nationalId": numberOf(1), "fullName": w.ada.name}),
			"already_registered", "nationalId"),
		no("an entry that is taken, under another name", registration(obj{"nationalId": numberOf(1), "fullName": w.ben.name}),
			"admission_refused", "nationalId"),
		no("a key that was never issued", w.keyHolder(obj{"memberKey": "0000-0000-0000-0000"}), "admission_refused",
			"memberKey"),
		no("a key of another name", w.keyHolder(obj{"fullName": "Dana Brandt"}), "admission_refused", "memberKey"),
		no("a key with a slip", w.keyHolder(obj{"memberKey": broken}), "validation_failed", "memberKey"),
		no("half a key", w.keyHolder(obj{"memberKey": w.key[:9]}), "validation_failed", "memberKey"),
		no("a number and a key", w.keyHolder(obj{"nationalId": numberOf(5)}), "validation_failed", ""),
		no("neither", w.keyHolder(obj{"memberKey": nil}), "validation_failed", "nationalId"),
	})
	// Whoever tries to find out who is on the roll gets one answer, to the letter.
	t.Run("and does not tell what is on it", func(t *testing.T) {
		told := func(body obj) obj {
			p := w.do(t, w.attempt("", body, 400, "", "").call).json(t)
			delete(p, "requestId")
			return p
		}
		want := told(stranger)
		for name, body := range map[string]obj{
			"another name":          voterOfTheRoll(obj{"fullName": "Emilia Sand"}),
			"another date of birth": voterOfTheRoll(obj{"dateOfBirth": "1990-04-26"}),
			"taken, another name":   registration(obj{"nationalId": numberOf(1), "fullName": w.ben.name}),
		} {
			if got := told(body); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: %v\nnobody: %v", name, got, want)
			}
		}
	})
	t.Run("a key that was used", func(t *testing.T) {
		w.must(t, w.attempt("", w.keyHolder(nil), 200, "", "").call)
		w.try(t, []scenario{no("", w.keyHolder(obj{"email": "dora2" + addressMark}), "already_registered", "memberKey")})
	})
}

func TestMemberKeysNeedTheRoll(t *testing.T) {
	w := newWorld(t)
	w.try(t, []scenario{w.attempt("", w.keyHolder(nil), 400, "validation_failed", "memberKey")})
}

func TestAskingForAReview(t *testing.T) {
	w := newRollWorld(t)
	if a := w.must(t, w.attempt("", voterOfTheRoll(obj{"askForReview": true}), 200, "", "").call); a.json(
		t)["application"] != nil {
		t.Errorf("who is admitted does not apply: %s", a.body)
	}
	applied := w.must(t, w.attempt("", registration(obj{"askForReview": true}), 200, "", "").call)
	application := obj{
		"policy": "roll", "checks": []any{obj{"name": "identity_number", "outcome": "passed"},
			obj{"name": "electoral_roll", "outcome": "failed"}}, "at": aTime,
	}
	dan := person{id: applied.text(t, "user.id"), email: "dan" + addressMark, name: "Dan Yılmaz"}
	record := obj{
		"id": dan.id, "email": dan.email, "fullName": dan.name, "role": "USER", "status": "ACTIVE",
		"identity":    obj{"kind": "NATIONAL_ID", "lastFour": "4711"},
		"application": application, "onRoll": false, "hasPassword": true, "createdAt": aTime, "updatedAt": aTime,
	}
	checkJSON(t, applied, obj{"user": record, "application": application})
	dan = w.signIn(t, dan.email, dan.name)
	w.try(t, []scenario{{"who applied cannot vote", ballot(dan, w.active.id, w.active.candidates[0]), 403, "role_required",
		""}})
	path := "/api/admin/users/" + dan.id
	checkJSON(t, w.must(t, w.get(path)), record)

	decide := func(decision, reason string) call {
		return w.post(path+"/admission", obj{"decision": decision, "reason": reason})
	}
	w.try(t, []scenario{
		{"a decision without a reason", decide("admit", ""), 400, "validation_failed", "reason"},
		{"a reason of two letters", decide("admit", "ok"), 400, "validation_failed", "reason"},
		{"a reason of 501 letters", decide("admit", strings.Repeat("ö", 501)), 400, "validation_failed", "reason"},
		{"another decision", decide("wait", "I am not sure."), 400, "validation_failed", "decision"},
	})
	admission := obj{"policy": "manual", "checks": application["checks"], "at": aTime}
	decision := obj{"admitted": true, "reason": "Joined last week.", "at": aTime}
	admitted := changed(record, obj{"admission": admission, "decision": decision})
	checkJSON(t, w.must(t, decide("admit", "Joined last week.")), admitted)
	checkJSON(t, w.must(t, profile("Bearer "+dan.token)), admitted)
	w.vote(t, dan, w.active, 0)
	checkJSON(t, w.must(t, decide("refuse", "Left the club.")),
		changed(record, obj{"decision": obj{"admitted": false, "reason": "Left the club.", "at": aTime}}))
	w.try(t, []scenario{{"who was refused cannot vote", ballot(dan, w.active.id, w.active.candidates[0]), 403,
		"role_required", ""}})

	entry := w.must(t, w.get("/api/admin/audit?limit=1")).list(t)[0].(obj)
	for _, d := range differences("audit", entry, obj{
		"seq": entry["seq"], "at": aTime, "actor": obj{"kind": "user", "id": w.admin.id}, "action": "user.refused",
		"subject": obj{"kind": "user", "id": dan.id}, "detail": obj{"reason": "Left the club."}, "hash": aHash,
	}) {
		t.Error(d)
	}
}

// An application holds no number back: the one it belongs to registers, and the other cannot be
// admitted any more.
func TestAnApplicationDoesNotBlockTheNumber(t *testing.T) {
	w := newRollWorld(t)
	thief := w.must(t, w.attempt("",
		voterOfTheRoll(obj{"email": "thief" + addressMark, "fullName": "A. Thief", "askForReview": true}), 200, "",
		"").call).text(t, "user.id")
	w.must(t, w.attempt("", voterOfTheRoll(nil), 200, "", "").call)
	w.try(t, []scenario{
		{"the thief", w.post("/api/admin/users/"+thief+"/admission", obj{"decision": "admit", "reason": "Says he is Emil."}),
			400, "identity_taken", ""},
	})
}

func TestAReviewIsAskedForWithoutACard(t *testing.T) {
	w := newWorld(t, readsCards(t, registrar.PolicyCard))
	a := w.must(t, w.attempt("", registration(obj{"askForReview": true}), 200, "", "").call)
	want := obj{"policy": "card", "checks": []any{obj{"name": "identity_number", "outcome": "passed"},
		obj{"name": "card_number", "outcome": "failed"}}, "at": aTime}
	for _, d := range differences("application", a.json(t)["application"], want) {
		t.Error(d)
	}
}

func TestInfoTellsThePolicy(t *testing.T) {
	for policy, want := range map[registrar.Policy]obj{
		registrar.PolicyCard: {"policy": "card", "cards": true, "memberKeys": false},
		registrar.PolicyRoll: {"policy": "roll", "cards": true, "memberKeys": true},
	} {
		w := newWorld(t, readsCards(t, policy), func(o *handlers.Options) { o.NationalID, _ = ocr.SchemeNamed("in-aadhaar") })
		got := w.must(t, call{method: "GET", path: "/api/info"}).json(t)["identity"].(obj)
		for name, value := range want {
			if got[name] != value {
				t.Errorf("%s: %s is %v", policy, name, got[name])
			}
		}
		if raw, _ := json.Marshal(got["nationalId"]); !strings.Contains(string(raw), `"in-aadhaar"`) ||
			!strings.Contains(string(raw), "digits") {
			t.Errorf("the kind of number is %s", raw)
		}
	}
}
