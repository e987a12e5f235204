package handlers_test

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
)

// planned is the import of a table with a plan of how to read it.
func (w *world) planned(tb testing.TB, query string, plan any, lines ...string) call {
	tb.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	file := must(form.CreateFormFile("file", "list.csv"))(tb)
	must(file.Write([]byte(strings.Join(lines, "\n"))))(tb)
	must(must(form.CreateFormField("plan"))(tb).Write(must(json.Marshal(plan))(tb)))(tb)
	noError(tb, form.Close())
	return call{method: "POST", path: "/api/admin/roll" + query, token: w.admin.token, body: body.Bytes(),
		header: http.Header{"Content-Type": {form.FormDataContentType()}}}
}

func TestAnImportWaitsForAnswersAndIsTakenBack(t *testing.T) {
	w := newWorld(t)
	table := []string{"Club of 2031", "Name,E-mail,Shoe size", "Dora Brandt,dora@example.org,40",
		"Emil Sand,e@example.org,44", "Total,2,"}
	answer := func(line int, choice string, more obj) obj { return changed(obj{"line": line, "choice": choice}, more) }
	before := w.fingerprint(t)
	a := w.must(t, w.planned(t, "?dryRun=true", obj{}, table...)).json(t)
	first := a["lines"].([]any)[0].(obj)
	if a["headRow"] != 2. || a["asked"] != 2. || first["question"] != "person" ||
		first["candidates"].([]any)[0].(obj)["entryId"] != w.entry || len(a["missing"].([]any)) != 3 {
		t.Errorf("%v", a)
	}
	w.try(t, []scenario{
		{"an import that waits", w.planned(t, "", obj{}, table...), 400, "roll_undecided", ""},
		{"an unknown answer", w.planned(t, "", obj{"answers": []any{answer(3, "perhaps", nil)}}, table...), 400,
			"validation_failed", "choice"},
		{"a plan of more", w.planned(t, "", obj{"hats": 3}, table...), 400, "validation_failed", "hats"},
		{"somebody to remove who is there", w.planned(t, "", obj{"allSame": true, "remove": []any{w.entry},
			"answers": []any{answer(5, "skip", nil)}}, table...), 400, "validation_failed", "remove"},
	})
	if w.fingerprint(t) != before {
		t.Error("the database file changed")
	}
	w.move(t, w.active, "COMPLETED") // Ben and Cleo have voted in it
	missing := a["missing"].([]any)[0].(obj)["entryId"]
	done := w.must(t, w.planned(t, "", obj{"headRow": nil, "remove": []any{missing}, "answers": []any{
		answer(3, "same", obj{"entryId": w.entry}), answer(5, "skip", nil)}}, table...)).json(t)
	if done["imported"] != true || done["updated"] != 1. || done["added"] != 1. || done["removed"] != 1. ||
		done["leftOut"] != 1. {
		t.Errorf("%v", done)
	}
	last := w.must(t, w.get("/api/admin/roll")).json(t)["lastImport"].(obj)
	if last["id"] != done["importId"] || last["undoable"] != true {
		t.Errorf("%v", last)
	}
	undo := w.post("/api/admin/roll/undo", obj{"id": done["importId"]})
	checkJSON(t, w.must(t, undo), obj{"removed": 1, "restored": 2, "kept": 0})
	w.try(t, []scenario{{"once is enough", undo, 400, "import_not_undoable", ""}})
	if got := w.walk(t, w.get("/api/admin/roll")); len(got) != 4 {
		t.Errorf("%v", got)
	}
}

func TestAnImportNamesPeopleInNoneOrSeveralDistricts(t *testing.T) {
	w := newWorld(t)
	table := []string{"full_name,member,district", "Hugo Stein,7,North", "Ida Berg,8,North; South"}
	plan := obj{"oneOf": []any{"North", "South"}, "allSame": true}
	a := w.must(t, w.planned(t, "?dryRun=true", plan, table...)).json(t)["misplaced"].(obj)
	if a["none"] != 4. || a["several"] != 1. || len(a["people"].([]any)) != 5 {
		t.Errorf("%v", a)
	}
	w.try(t, []scenario{
		{"people without a district", w.planned(t, "", plan, table...), 400, "roll_misplaced", ""},
		{"a group in two", w.planned(t, "", obj{"oneOf": []any{"A;B"}}, table...), 400, "validation_failed", "oneOf"},
		{"no list", w.planned(t, "", obj{"oneOf": "North"}, table...), 400, "validation_failed", "oneOf"},
	})
	if got := w.walk(t, w.get("/api/admin/roll")); len(got) != 4 {
		t.Errorf("%d people on the roll", len(got))
	}
}

func TestAPersonOfANameOnTheRollIsAddedOnRequest(t *testing.T) {
	w := newWorld(t)
	const entries = "/api/admin/roll/entries"
	a := w.do(t, w.post(entries, obj{"fullName": "Brandt Dora"}))
	if a.status != 400 || a.text(t, "code") != "perhaps_same_person" ||
		a.json(t)["params"].(obj)["entries"].([]any)[0] != w.entry {
		t.Errorf("%d %s", a.status, a.body)
	}
	w.must(t, w.post(entries, obj{"fullName": "Brandt Dora", "samePerson": false}))
}

func TestTheRollIsSavedAsASpreadsheet(t *testing.T) {
	w := newWorld(t)
	for _, path := range []string{"/api/admin/roll/export?format=xlsx",
		adminElections + "/" + w.active.id + "/voters/export?format=xlsx"} {
		a := w.must(t, w.get(path))
		if !bytes.HasPrefix(a.body, []byte("PK")) || !strings.Contains(a.header.Get("Content-Disposition"), ".xlsx") {
			t.Errorf("%s: %v, %.20q", path, a.header, a.body)
		}
	}
	w.try(t, []scenario{{"of old", w.get("/api/admin/roll/export?format=xls"), 400, "validation_failed", "format"}})
}
