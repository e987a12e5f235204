package handlers_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestBodiesAreReadStrictly(t *testing.T) {
	w := newWorld(t)
	first, second := w.active.candidates[0], w.active.candidates[1]
	vote := call{method: "POST", path: "/api/user/elections/" + w.active.id + "/vote", token: w.ada.token}
	person := call{method: "PUT", path: "/api/user/profile", token: w.ada.token}
	election := call{method: "PUT", path: "/api/admin/elections/" + w.draft.id, token: w.admin.token}
	order := call{method: "PUT", path: "/api/admin/elections/" + w.draft.id + "/candidates", token: w.admin.token}
	with := func(c call, body string) call {
		c.body = body
		return c
	}
	w.try(t, []scenario{
		{"two choices", with(vote, `{"candidateId":"`+first+`","candidateId":"`+second+`"}`), 400, "validation_failed",
			"candidateId"},
		{"the same choice twice", with(vote, `{"candidateId":"`+first+`","candidateId":"`+first+`"}`), 400,
			"validation_failed", "candidateId"},
		{"a choice written twice in two ways", with(vote, `{"candidateId":"`+first+`","candidateI\u0064":"`+second+`"}`), 400,
			"validation_failed", "candidateId"},
		{"a choice in another case", with(vote, `{"candidateid":"`+first+`"}`), 400, "validation_failed", "candidateid"},
		{"a field in two cases", with(person, `{"fullName":"First","FullName":"Second"}`), 400, "validation_failed",
			"FullName"},
		{"a field of an embedded struct twice", with(person, `{"fullName":"First","fullName":"Second"}`), 400,
			"validation_failed", "fullName"},
		{"a field in a field twice", with(election, `{"settings":{"electorate":"roll","electorate":"open"}}`), 400,
			"validation_failed", "electorate"},
		{"a field in a field in another case", with(election, `{"settings":{"Electorate":"roll"}}`), 400, "validation_failed",
			"Electorate"},
		{"an object twice", with(election, `{"settings":{"electorate":"roll"},"settings":{}}`), 400, "validation_failed",
			"settings"},
		{"half of a character", with(person, `{"fullName":"Ada \ud83d Okafor"}`), 400, "validation_failed", "fullName"},
		{"two second halves of one", with(election, `{"title":"\udc00\udc00"}`), 400, "validation_failed", "title"},
		{"half of one at the end", with(election, `{"title":"\uD800"}`), 400, "validation_failed", "title"},
		{"half of one before an escape", with(election, `{"title":"\ud800\u0041"}`), 400, "validation_failed", "title"},
		{"half of one in a list", with(order, `{"order":["`+first+`","\udbff"]}`), 400, "validation_failed", "order"},
		{"two objects in place of one", with(election, `{"title":"A"}{"title":"B"}`), 400, "malformed_json", ""},
	})
}

func TestEveryFieldAtFaultIsNamedAtOnce(t *testing.T) {
	w := newWorld(t)
	a := w.do(t, call{method: "PUT", path: "/api/admin/elections/" + w.draft.id, token: w.admin.token, body: `{
		"foo": 1, "title": 5, "bar": {"title": 1}, "settings": {"shuffleCandidates": "yes", "colour": 1, "electorate": 2},
		"opensAt": "soon", "title": "again", "title": "and again", "timeZone": null}`})
	if a.status != 400 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	var got []string
	for _, e := range a.json(t)["errors"].([]any) {
		got = append(got, fmt.Sprint(e.(obj)["field"], " ", e.(obj)["code"]))
	}
	want := []string{
		"foo unknown_field", "title not_string", "bar unknown_field", "shuffleCandidates not_boolean", "colour unknown_field",
		"electorate not_string", "opensAt not_time", "title repeated",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	t.Run("but not at its whole length", func(t *testing.T) {
		long := strings.Repeat("n", 60_000)
		a := w.do(t, call{method: "PUT", path: "/api/user/profile", token: w.ada.token, body: `{"` + long + `":1}`})
		if a.status != 400 || len(a.body) > 1000 {
			t.Errorf("%d with %d bytes", a.status, len(a.body))
		}
	})
	t.Run("but no more than a hundred", func(t *testing.T) {
		var body strings.Builder
		for i := range 5000 {
			fmt.Fprintf(&body, `,"f%d":1`, i)
		}
		a := w.do(t, call{method: "PUT", path: "/api/user/profile", token: w.ada.token, body: "{" + body.String()[1:] + "}"})
		if n := len(a.json(t)["errors"].([]any)); a.status != 400 || n != 100 {
			t.Errorf("%d with %d errors", a.status, n)
		}
	})
}

// Many clients read a record, change it, and send all of it back.
func TestWhatGETAnswersCanBeSentBack(t *testing.T) {
	w := newWorld(t)
	for name, record := range map[string]struct {
		path, token string
		of          func() obj
	}{
		"an account":  {"/api/admin/users/" + w.ben.id, w.admin.token, nil}, // with a photo
		"a profile":   {"/api/user/profile", w.ada.token, nil},
		"an election": {adminElections + "/" + w.draft.id, w.admin.token, nil},
		"a candidate": {candidatesPath(w.draft, w.draft.candidates[0]), w.admin.token, func() obj {
			return firstCandidate(w.must(t, w.get(adminElections+"/"+w.draft.id)).json(t))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			read := func() obj {
				if record.of != nil {
					return record.of()
				}
				return w.must(t, call{method: "GET", path: record.path, token: record.token}).json(t)
			}
			put := func(body obj) call { return call{method: "PUT", path: record.path, token: record.token, body: body} }
			before := read()
			checkJSON(t, w.must(t, put(before)), changed(before, obj{"updatedAt": read()["updatedAt"]}))
			now := read()
			w.try(t, []scenario{
				{"not with another id", put(changed(now, obj{"id": unknownID})), 400, "validation_failed", "id"},
				{"not with another time", put(changed(now, obj{"createdAt": "2031-01-01T00:00:00Z"})), 400, "validation_failed",
					"createdAt"},
				{"not with a field of nobody", put(changed(now, obj{"surprise": nil, "unknown": 1})), 400, "validation_failed",
					"unknown"},
			})
		})
	}
}
