package handlers_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ostrakon/store"
	"ostrakon/store/storetest"
)

func TestGetUser(t *testing.T) {
	w := newWorld(t)
	checkJSON(t, w.must(t, w.get("/api/admin/users/"+w.ada.id)), votersRecord(w.ada, numberOf(1)))
	checkJSON(t, w.must(t, w.get("/api/admin/users/"+w.second.id)), adminsRecord(w.second))
}

func TestSearchUsers(t *testing.T) {
	w := newWorld(t)
	w.must(t, call{method: "PUT", path: "/api/user/profile", token: w.cleo.token,
		body: obj{"fullName": "Zoë Łukasz-Haddad", "phone": "+44 20 7946 0018"}})
	byName := []string{w.ada.id, w.ben.id, w.admin.id, w.second.id, w.cleo.id}
	for query, want := range map[string][]string{
		"": byName, "   ": byName, "ada": {w.ada.id}, "OKA": {w.ada.id}, "zoe": {w.cleo.id}, "lukasz hadd": {w.cleo.id},
		"2079": nil, "442079": {w.cleo.id},
		"7946": {w.cleo.id}, "voter2": {w.ben.id}, w.ben.email: {w.ben.id}, "ada lind": nil, "ADA okafor voter1": {w.ada.id},
		"nobody": nil, "!!!": nil,
		"%": nil, "'; DROP TABLE users": nil, "..": nil, strings.Repeat("a ", 127): {w.ada.id}, strings.Repeat("х", 254): nil,
		"\x00": nil,
	} {
		a := w.must(t, w.get("/api/admin/users?query="+url.QueryEscape(query)))
		got := a.column(t, "id")
		if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
			t.Errorf("query %q finds %v, want %v", query, got, want)
		}
	}
	t.Run("in the order of names, page by page", func(t *testing.T) {
		if got := w.walk(t, w.get("/api/admin/users?limit=2")); !slices.Equal(got, byName) {
			t.Errorf("walked %v, want %v", got, byName)
		}
		if got := w.walk(t, w.get("/api/admin/users?query=example&limit=2")); len(got) != 5 {
			t.Errorf("walked %v of a search", got)
		}
	})
	t.Run("shows each user whole", func(t *testing.T) {
		checkJSON(t, w.must(t, w.get("/api/admin/users?query=ada")),
			obj{"items": []any{votersRecord(w.ada, numberOf(1))}, "pending": 0})
	})
	w.try(t, w.badPages("/api/admin/users", w.admin.token))
	w.try(t, w.badPages("/api/admin/users?query=example", w.admin.token))
	w.try(t, []scenario{
		{"refuses a query of 255 characters", w.get("/api/admin/users?query=" + strings.Repeat("a", 255)), 400,
			"validation_failed", "query"},
		{"refuses a query that is not UTF-8", w.get("/api/admin/users?query=%ff%fe"), 400, "validation_failed", "query"},
		{"refuses a cursor of another search",
			w.get("/api/admin/users?query=ada&after=" +
				w.must(t, w.get("/api/admin/users?query=example&limit=1")).text(t, "next")), 400, "validation_failed", "after"},
	})
}

func TestPendingApplicationsAreFound(t *testing.T) {
	w := newWorld(t)
	var applied []string
	for _, name := range []string{"Aron Alm", "Berit Alm", "Carl Berg"} {
		r := storetest.Registration(100 + len(applied))
		r.FullName, r.Checks, r.Review = name, []store.AdmissionCheck{{Name: "card_name"}}, true
		u := must(w.store.Register(t.Context(), r))(t)
		applied = append(applied, string(u.ID))
	}
	pending := func(want ...string) {
		t.Helper()
		if got := w.walk(t, w.get("/api/admin/users?pending=true&limit=1")); !slices.Equal(got, want) {
			t.Errorf("walked %v, want %v", got, want)
		}
		for _, path := range []string{"/api/admin/users?pending=true&limit=1", "/api/admin/users?query=nobody",
			"/api/admin/users?pending=false"} {
			if got := w.must(t, w.get(path)).json(t)["pending"]; got != float64(len(want)) {
				t.Errorf("%s counts %v, want %d", path, got, len(want))
			}
		}
	}
	pending(applied...)
	if got := w.must(t, w.get("/api/admin/users?pending=true&query=alm")).column(t, "id"); !slices.Equal(got,
		applied[:2]) {
		t.Errorf("a search finds %v, want %v", got, applied[:2])
	}
	w.must(t, w.post("/api/admin/users/"+applied[1]+"/admission", obj{"decision": "refuse", "reason": "Not a member."}))
	w.must(t, w.post("/api/admin/users/"+applied[0]+"/admission", obj{"decision": "admit", "reason": "Known to us."}))
	pending(applied[2])
	w.try(t, w.badPages("/api/admin/users?pending=true", w.admin.token))
	w.try(t, []scenario{{"refuses a wish of another kind", w.get("/api/admin/users?pending=yes"), 400, "validation_failed",
		"pending"}})
}

func TestUpdateUser(t *testing.T) {
	w := newWorld(t)
	path := "/api/admin/users/" + w.ada.id
	record := votersRecord(w.ada, numberOf(1))
	for _, s := range []struct {
		name string
		body any
		want obj
	}{
		{"sets what is given", obj{"fullName": " Ada Okafor-Lind ", "phone": "+1 (212) 555-0100",
			"dateOfBirth": "1984-03-17"},
			obj{"fullName": "Ada Okafor-Lind", "phone": "+1 (212) 555-0100", "dateOfBirth": "1984-03-17"}},
		{"sets the address without a password", obj{"email": "ada" + addressMark}, obj{"email": "ada" + addressMark}},
		{"changes nothing for an empty object", obj{}, nil},
		{"clears by null", `{"phone":null,"dateOfBirth":null}`, obj{"phone": nil, "dateOfBirth": nil}},
	} {
		t.Run(s.name, func(t *testing.T) {
			record = changed(record, s.want)
			checkJSON(t, w.must(t, w.put(path, s.body)), record)
			checkJSON(t, w.must(t, w.get(path)), record)
			if !w.standing(t, w.ada.token) {
				t.Error("the session ended")
			}
		})
	}
	no := func(name string, body any, code, field string) scenario {
		return scenario{"refuses " + name, w.put(path, body), 400, code, field}
	}
	w.try(t, []scenario{
		no("null for the name", `{"fullName":null}`, "validation_failed", "fullName"),
		no("null for the address", `{"email":null}`, "validation_failed", "email"),
		no("null for the role", `{"role":null}`, "validation_failed", "role"),
		no("null for the status", `{"status":null}`, "validation_failed", "status"),
		no("null for the password", `{"password":null}`, "validation_failed", "password"),
		no("an unknown role", obj{"role": "OWNER"}, "validation_failed", "role"),
		no("an unknown status", obj{"status": "GONE"}, "validation_failed", "status"),
		no("a weak password", obj{"password": "plover"}, "validation_failed", "password"),
		no("a taken address", obj{"email": strings.ToUpper(w.ben.email)}, "email_taken", "email"),
		no("an identity number", obj{"nationalId": numberOf(9)}, "validation_failed", "nationalId"),
		no("a bad field among good ones", obj{"fullName": "Never", "phone": "x"}, "validation_failed", "phone"),
	})
	t.Run("sets the password, which ends the sessions", func(t *testing.T) {
		checkJSON(t, w.must(t, w.put(path, obj{"password": freshPassword})), record)
		if w.standing(t, w.ada.token) {
			t.Error("the session goes on")
		}
		if a := w.login(t, "ada"+addressMark, freshPassword); a.status != 200 {
			t.Errorf("%d %s", a.status, a.body)
		}
	})
}

func TestSuspendedUsersAreOut(t *testing.T) {
	w := newWorld(t)
	path := "/api/admin/users/" + w.ada.id
	checkJSON(t, w.must(t, w.put(path, obj{"status": "SUSPENDED"})),
		changed(votersRecord(w.ada, numberOf(1)), obj{"status": "SUSPENDED"}))
	w.try(t, []scenario{
		{"the token has ended", call{method: "GET", path: "/api/user/profile", token: w.ada.token}, 401, "token_invalid", ""},
		{"and casts no vote", ballot(w.ada, w.active.id, w.active.candidates[0]), 401, "token_invalid", ""},
	})
	if got := w.must(t, w.get(adminElections+"/"+w.active.id)).json(t)["turnout"].(obj)["electorate"]; got != 2. {
		t.Errorf("electorate %v", got)
	}
	w.must(t, w.put(path, obj{"status": "ACTIVE"}))
	if w.standing(t, w.ada.token) {
		t.Error("the old token is good again")
	}
	if a := w.login(t, w.ada.email, rightPassword); a.status != 200 {
		t.Errorf("cannot sign in again: %s", a.body)
	}
}

func TestAChangeOfRoleEndsTokens(t *testing.T) {
	w := newWorld(t)
	checkJSON(t, w.must(t, w.put("/api/admin/users/"+w.ada.id, obj{"role": "ADMIN"})),
		changed(votersRecord(w.ada, numberOf(1)), obj{"role": "ADMIN"}))
	if w.standing(t, w.ada.token) {
		t.Error("the voter's token is still good")
	}
	promoted := w.signIn(t, w.ada.email, w.ada.name)
	w.must(t, call{method: "GET", path: "/api/admin/users", token: promoted.token})
	w.must(t, w.put("/api/admin/users/"+w.ada.id, obj{"role": "USER"}))
	w.try(t, []scenario{{"demoted", call{method: "GET", path: "/api/admin/users", token: promoted.token}, 401,
		"token_invalid", ""}})
}

func TestTheLastAdministratorStays(t *testing.T) {
	w := newWorld(t)
	w.must(t, w.put("/api/admin/users/"+w.second.id, obj{"status": "SUSPENDED"}))
	path := "/api/admin/users/" + w.admin.id
	w.try(t, []scenario{
		{"not demoted", w.put(path, obj{"role": "USER"}), 400, "last_admin", ""},
		{"not suspended", w.put(path, obj{"status": "SUSPENDED"}), 400, "last_admin", ""},
		{"not even with a new name", w.put(path, obj{"fullName": "Gone", "status": "SUSPENDED"}), 400, "last_admin", ""},
	})
	w.must(t, w.put("/api/admin/users/"+w.second.id, obj{"status": "ACTIVE"}))
	w.must(t, w.put(path, obj{"role": "USER"}))
}

func TestUsersAreFilteredAndCounted(t *testing.T) {
	w := newWorld(t)
	w.must(t, w.put("/api/admin/users/"+w.cleo.id, obj{"status": "SUSPENDED"}))
	ada, ben, cleo, office, second := w.ada.id, w.ben.id, w.cleo.id, w.admin.id, w.second.id
	for query, want := range map[string][]string{
		"?sort=name":                          {ada, ben, cleo, office, second},
		"?sort=-name":                         {second, office, cleo, ben, ada},
		"?role=USER":                          {ada, ben, cleo},
		"?role=ADMIN&sort=-name":              {second, office},
		"?status=SUSPENDED":                   {cleo},
		"?status=ACTIVE":                      {ada, ben, office, second},
		"?role=USER&status=ACTIVE&sort=-name": {ben, ada},
		"?role=ADMIN&status=SUSPENDED":        {},
		"?pending=true":                       {},
	} {
		a := w.must(t, w.get("/api/admin/users"+query))
		if got := a.column(t, "id"); !slices.Equal(got, want) || a.json(t)["total"] != float64(len(want)) {
			t.Errorf("%s lists %v of %v, want %v", query, got, a.json(t)["total"], want)
		}
		if got := w.walk(t, w.get("/api/admin/users"+query+"&limit=1")); !slices.Equal(got, want) && len(want) > 0 {
			t.Errorf("%s walks over %v, want %v", query, got, want)
		}
	}
	found := w.must(t, w.get("/api/admin/users?query=voter&status=ACTIVE"))
	if got := slices.Sorted(slices.Values(found.column(t, "id"))); !slices.Equal(got,
		slices.Sorted(slices.Values([]string{ada, ben}))) || found.json(t)["total"] != nil {
		t.Errorf("a search in a filter: %s", found.body)
	}
	w.try(t, []scenario{
		{"refuses an unknown role", w.get("/api/admin/users?role=GUEST"), 400, "validation_failed", "role"},
		{"refuses an unknown status", w.get("/api/admin/users?status=active"), 400, "validation_failed", "status"},
		{"refuses an unknown order", w.get("/api/admin/users?sort=email"), 400, "validation_failed", "sort"},
	})
}

func TestTheRollIsFilteredAndCounted(t *testing.T) {
	w := newWorld(t)
	everybody := w.must(t, w.get("/api/admin/roll")).column(t, "fullName")
	for query, want := range map[string][]string{
		"?registered=true":            {w.cleo.name, w.ben.name, w.ada.name},
		"?registered=false":           {"Dora Brandt"},
		"?registered=true&sort=-name": {w.ada.name, w.ben.name, w.cleo.name},
		"?sort=name":                  everybody,
	} {
		a := w.must(t, w.get("/api/admin/roll"+query))
		if got := a.column(t, "fullName"); !slices.Equal(got, want) || a.json(t)["total"] != float64(len(want)) {
			t.Errorf("%s lists %v of %v, want %v", query, got, a.json(t)["total"], want)
		}
	}
	if a := w.must(t, w.get("/api/admin/roll?registered=true&query=brandt")); len(a.list(t)) != 0 ||
		a.json(t)["total"] != nil {
		t.Errorf("a search in a filter: %s", a.body)
	}
	w.try(t, []scenario{{"refuses what is neither", w.get("/api/admin/roll?registered=maybe"), 400, "validation_failed",
		"registered"}})
}

func TestTheAuditLogIsFilteredAndCounted(t *testing.T) {
	w := newWorld(t)
	w.must(t, w.put("/api/admin/users/"+w.ada.id, obj{"phone": "12345"}))
	all := w.must(t, w.get("/api/admin/audit?limit=200")).list(t)
	about := func(e obj, id string) bool {
		detail, _ := e["detail"].(obj)
		return e["subject"].(obj)["id"] == id || detail["election"] == id
	}
	for query, matches := range map[string]func(e obj) bool{
		"?kind=candidate":            func(e obj) bool { return e["subject"].(obj)["kind"] == "candidate" },
		"?kind=roll":                 func(e obj) bool { return e["subject"].(obj)["kind"] == "roll" },
		"?subject=" + w.draft.id:     func(e obj) bool { return about(e, w.draft.id) },
		"?subject=" + w.ada.id:       func(e obj) bool { return about(e, w.ada.id) },
		"?actor=" + w.ben.id:         func(e obj) bool { return e["actor"].(obj)["id"] == w.ben.id },
		"?actor=command":             func(e obj) bool { return e["actor"].(obj)["kind"] == "command" },
		"?subject=" + unknownID:      func(obj) bool { return false },
		"?subject=" + w.ada.id + "x": func(obj) bool { return false },
		"?kind=user&actor=" + w.admin.id: func(e obj) bool {
			return e["subject"].(obj)["kind"] == "user" && e["actor"].(obj)["id"] == w.admin.id
		},
	} {
		want := []any{}
		for _, e := range all {
			if matches(e.(obj)) {
				want = append(want, e)
			}
		}
		a := w.must(t, w.get("/api/admin/audit"+query+"&limit=200"))
		if got := a.list(t); !reflect.DeepEqual(got, want) {
			t.Errorf("%s lists %v, want %v", query, got, want)
		}
		total := any(float64(len(want)))
		if strings.Contains(query, "&") {
			total = nil
		}
		if got := a.json(t)["total"]; got != total {
			t.Errorf("%s: total %v, want %v", query, got, total)
		}
		slices.Reverse(want)
		if got := w.must(t, w.get("/api/admin/audit"+query+"&limit=200&sort=seq")).list(t); !reflect.DeepEqual(got, want) {
			t.Errorf("%s&sort=seq lists %v, want %v", query, got, want)
		}
	}
	w.try(t, []scenario{{"refuses an unknown kind", w.get("/api/admin/audit?kind=vote"), 400, "validation_failed",
		"kind"}})
}

func TestTheAuditLogIsExported(t *testing.T) {
	w := newWorld(t)
	w.must(t, w.put("/api/admin/users/"+w.ada.id, obj{"fullName": "=Ada"}))
	listed := w.must(t, w.get("/api/admin/audit?sort=seq&limit=200")).list(t)
	table := func(query string) [][]string {
		t.Helper()
		a := w.must(t, w.get("/api/admin/audit/export"+query))
		if got := a.header.Get("Content-Disposition"); got != `attachment; filename="audit-log.csv"` {
			t.Errorf("saved as %q", got)
		}
		rows, err := csv.NewReader(bytes.NewReader(a.body)).ReadAll()
		if err != nil || len(rows) == 0 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		return rows[1:]
	}
	rows := table("")
	if len(rows) != len(listed)+1 { // and the export
		t.Fatalf("%d lines, want %d", len(rows), len(listed)+1)
	}
	for i, e := range listed {
		e := e.(obj)
		if want := []string{fmt.Sprint(e["seq"]), e["at"].(string), e["action"].(string),
			e["hash"].(string)}; !slices.Equal(want, []string{rows[i][0], rows[i][1], rows[i][5], rows[i][10]}) {
			t.Errorf("line %d is %q, want %q", i, rows[i], want)
		}
	}
	changed, export := rows[len(listed)-1], rows[len(listed)]
	if want := []string{"user", w.admin.id, "user.updated", "user", w.ada.id, "'=Ada",
		`{"fields":"fullName"}`}; !slices.Equal(want, slices.Concat(changed[2:4], changed[5:10])) {
		t.Errorf("the change is %q, want %q", changed, want)
	}
	if export[5] != "installation.audit_exported" || export[3] != w.admin.id || export[4] == "" {
		t.Errorf("the last line is %q", export)
	}
	for _, row := range table("?subject=" + w.active.id) {
		if row[7] != w.active.id && !strings.Contains(row[9], w.active.id) {
			t.Errorf("not of the election: %q", row)
		}
	}
	w.try(t, []scenario{{"refuses an unknown kind", w.get("/api/admin/audit/export?kind=vote"), 400, "validation_failed",
		"kind"}})
}

func TestAuditTellsWhatWasDone(t *testing.T) {
	w := newWorld(t)
	by := func(p person) obj { return obj{"kind": "user", "id": p.id} }
	on := func(kind, id string) obj { return obj{"kind": kind, "id": id} }
	w.must(t, w.put("/api/admin/users/"+w.ada.id, obj{"phone": "12345", "fullName": "Ada O."}))
	w.must(t, w.remove(adminElections+"/"+w.draft.id))
	w.vote(t, w.cleo, w.active, 0) // leaves no entry
	a := w.must(t, w.get("/api/admin/audit?limit=5"))
	items := a.list(t)
	last := items[0].(obj)["seq"].(float64)
	head := a.json(t)["head"].(obj)
	checkJSON(t, a, obj{"next": pattern(`.`), "total": last, "head": obj{"seq": last, "hash": aHash}, "items": []any{
		obj{"seq": last, "at": aTime, "actor": by(w.admin), "action": "election.deleted",
			"subject": on("election", w.draft.id), "detail": obj{"title": "Draft board", "candidates": "2"},
			"hash": head["hash"]},
		obj{"seq": last - 1, "at": aTime, "actor": by(w.admin), "action": "user.updated", "subject": on("user", w.ada.id),
			"detail": obj{"fields": "fullName phone"}, "hash": aHash},
		obj{"seq": last - 2, "at": aTime, "actor": by(w.admin), "action": "roll.imported", "subject": obj{"kind": "roll"},
			"detail": obj{"added": "1", "updated": "0", "unchanged": "0"}, "hash": aHash},
		obj{"seq": last - 3, "at": aTime, "actor": by(w.admin), "action": "election.counted",
			"subject": on("election", w.counted.id), "detail": obj{"result": aHash}, "hash": aHash},
		obj{"seq": last - 4, "at": aTime, "actor": by(w.admin), "action": "election.completed",
			"subject": on("election", w.counted.id), "hash": aHash},
	}})
	t.Run("without gaps down to the first", func(t *testing.T) {
		c := w.get("/api/admin/audit?limit=7")
		for seq, path := last, c.path; ; {
			a := w.must(t, c)
			for _, item := range a.list(t) {
				if item.(obj)["seq"] != seq {
					t.Fatalf("seq %v, want %v", item.(obj)["seq"], seq)
				}
				seq--
			}
			next, more := a.json(t)["next"].(string)
			if !more {
				if seq != 0 {
					t.Errorf("the list ends above %v", seq)
				}
				return
			}
			c.path = path + "&after=" + next
		}
	})
	w.try(t, w.badPages("/api/admin/audit", w.admin.token))
}

// Whoever has the whole list can compute every hash from what the document of the API says.
func TestTheHashesOfTheAuditListFollow(t *testing.T) {
	w := newWorld(t)
	w.must(t, w.put("/api/admin/users/"+w.ada.id, obj{"fullName": "Ada <O&K> Okafor"}))
	w.must(t, w.put(adminElections+"/"+w.draft.id, obj{"title": "Draft <&> more"}))
	w.must(t, w.remove(adminElections+"/"+w.draft.id)) // its title is in the list
	var list struct {
		Items []json.RawMessage
		Head  struct{ Hash string }
	}
	noError(t, json.Unmarshal(w.must(t, w.get("/api/admin/audit?sort=seq&limit=200")).body, &list))
	before := make([]byte, sha256.Size)
	for n, item := range list.Items {
		bare := regexp.MustCompile(`,"hash":"[0-9a-f]{64}"}$`).ReplaceAll(item, []byte("}"))
		sum := sha256.Sum256(slices.Concat([]byte("ostrakon/audit/4\x00"), before, bare))
		before = sum[:]
		if !strings.HasSuffix(string(item), `,"hash":"`+hex.EncodeToString(before)+`"}`) {
			t.Fatalf("entry %d has another hash than %x: %s", n+1, before, item)
		}
	}
	if list.Head.Hash != hex.EncodeToString(before) || len(list.Items) < 20 {
		t.Errorf("after %d entries the head is %s, want %x", len(list.Items), list.Head.Hash, before)
	}
}

func TestGetProfile(t *testing.T) {
	w := newWorld(t)
	checkJSON(t, w.must(t, call{method: "GET", path: "/api/user/profile", token: w.ada.token}),
		votersRecord(w.ada, numberOf(1)))
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
		{"sets a new address with the password", obj{"email": "ada" + addressMark, "currentPassword": rightPassword},
			obj{"email": "ada" + addressMark}},
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
		no("a new address with a wrong password", obj{"email": "new" + addressMark, "currentPassword": freshPassword},
			"wrong_password", "currentPassword"),
		no("a taken address", obj{"email": strings.ToUpper(w.ben.email), "currentPassword": rightPassword}, "email_taken",
			"email"),
		no("a bad address", obj{"email": "x", "currentPassword": rightPassword}, "validation_failed", "email"),
		no("null for the address", `{"email":null,"currentPassword":"`+rightPassword+`"}`, "validation_failed", "email"),
		no("null for the name", `{"fullName":null}`, "validation_failed", "fullName"),
		no("an empty name", obj{"fullName": ""}, "validation_failed", "fullName"),
		no("a role", obj{"role": "ADMIN"}, "validation_failed", "role"),
		no("a status", obj{"status": "SUSPENDED"}, "validation_failed", "status"),
		no("a password", obj{"password": freshPassword}, "validation_failed", "password"),
	})
}
