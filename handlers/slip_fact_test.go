package handlers_test

import (
	"fmt"
	"testing"
	"time"
)

// born asks for a session with the key of the world's slip and a date of birth.
func (w *world) born(date any) call {
	c := w.bySlip(w.key)
	c.body = obj{"key": w.key, "dateOfBirth": date}
	return c
}

// asksForBirth opens an election for people whose slips ask for the date of birth too.
func asksForBirth(t *testing.T) *world {
	t.Helper()
	w := newHouse(t)
	w.ada = w.voter(t, "Ada Okafor", 1)
	w.must(t, w.settings(obj{"identity": obj{"policy": "roll", "secondFact": "dateOfBirth"}}))
	dora := w.enrol(t, "?memberKeys=true", "full_name,date_of_birth,member", "Dora Brandt,1984-03-17,M-7",
		"Bo Berg,,")[0].(obj)
	w.entry, w.key = dora["entryId"].(string), dora["memberKey"].(string)
	w.active = w.contest(t, "Active board")
	w.move(t, w.active, "ACTIVE")
	return w
}

// Somebody finds a slip and tries a thousand dates of birth from a hundred addresses, the right one among them.
func TestAFoundSlipDoesNotVote(t *testing.T) {
	w := asksForBirth(t)
	var addresses [100]string
	for i := range addresses {
		addresses[i] = w.elsewhere()
	}
	day := time.Date(1982, time.June, 21, 0, 0, 0, 0, time.UTC) // the 635th day after it is the right one
	told := make(map[string]int)
	for n := range 1000 {
		guess := w.born(day.AddDate(0, 0, n).Format(time.DateOnly))
		guess.from = addresses[n%len(addresses)]
		a := w.do(t, guess)
		if a.status == 200 {
			t.Fatalf("guess %d signs in: %s", n, a.body)
		}
		told[fmt.Sprint(a.status, " ", a.text(t, "code"))]++
	}
	if told["400 second_fact_wrong"] != 4 || told["403 second_fact_locked"] != 996 {
		t.Errorf("a thousand guesses were told: %v", told)
	}
	entry := call{method: "GET", path: "/api/admin/roll/" + w.entry, token: w.admin.token}
	if n := w.must(t, entry).json(t)["wrongAnswers"]; n != 5.0 {
		t.Errorf("%v wrong answers are counted", n)
	}
	w.try(t, []scenario{
		{"the owner", w.born("1984-03-17"), 403, "second_fact_locked", ""},
		{"a look at the slip", call{method: "POST", path: "/api/auth/key/person", from: w.elsewhere(),
			body: obj{"key": w.key}}, 403, "second_fact_locked", ""},
		{"a voter", call{method: "DELETE", path: "/api/admin/roll/" + w.entry + "/wrong-answers", token: w.ada.token}, 403,
			"role_required", ""},
	})
	w.must(t, call{method: "DELETE", path: "/api/admin/roll/" + w.entry + "/wrong-answers", token: w.admin.token})
	a := w.must(t, w.born("1984-03-17"))
	w.vote(t, person{id: a.text(t, "user.id"), token: a.text(t, "token")}, w.active, 0)
	if _, some := w.must(t, entry).json(t)["wrongAnswers"]; some {
		t.Error("wrong answers are counted after a right one")
	}
}

func TestSecondFactsAreChecked(t *testing.T) {
	w := asksForBirth(t)
	look := w.must(t, call{method: "POST", path: "/api/auth/key/person", from: w.elsewhere(), body: obj{"key": w.key}})
	checkJSON(t, look, obj{"fullName": "Dora Brandt", "asks": "dateOfBirth"})
	member := w.bySlip(w.key)
	member.body = obj{"key": w.key, "member": "M-1"}
	register := registration(obj{"memberKey": w.key, "nationalId": nil})
	w.try(t, []scenario{
		{"no fact", w.bySlip(w.key), 400, "validation_failed", "dateOfBirth"},
		{"another fact", member, 400, "validation_failed", "dateOfBirth"},
		{"no date", w.born("soon"), 400, "validation_failed", "dateOfBirth"},
		{"a number", w.born(1984), 400, "validation_failed", "dateOfBirth"},
		w.attempt("registering with the key", register, 400, "validation_failed", "memberKey"),
		{"another setting while an election is open", w.settings(obj{"identity": obj{"secondFact": "none"}}), 400,
			"election_open", ""},
		{"a fact that there is not", w.settings(obj{"identity": obj{"secondFact": "email"}}), 400, "validation_failed",
			"secondFact"},
	})
	if a := w.do(t, w.born("1984-03-18")); a.status != 400 || a.text(t, "code") != "second_fact_wrong" {
		t.Errorf("a wrong date: %s", a.body)
	}
	checkJSON(t, w.must(t, call{method: "GET", path: "/api/admin/roll/lacking", token: w.admin.token}),
		obj{"dateOfBirth": 1, "member": 1})
	w.must(t, w.born("1984-03-17"))
}
