package handlers_test

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ostrakon/handlers"
	"ostrakon/handlers/registrar"
	"ostrakon/store/ballotbox"
)

func TestImportRoll(t *testing.T) {
	w := newWorld(t)
	a := w.must(t, w.enrolment("?memberKeys=true", "Full name,National ID,Member number,Born",
		`"Sand, Emil",zq-81 0005,E-1,25.04.1990`, "Fay Dunn,,E-2,", "Ada Okafor,"+numberOf(1)+",,"))
	line := func(n int, name, outcome string, more obj) obj {
		return changed(obj{"line": n, "fullName": name, "outcome": outcome, "entryId": anID, "registered": false,
			"otherName": false}, more)
	}
	checkJSON(t, a, obj{
		"dryRun": false, "imported": true, "added": 2, "updated": 0, "unchanged": 1, "refused": 0, "lines": []any{
			line(2, "Sand, Emil", "added", obj{"member": "E-1",
				"values": obj{"nationalId": "…0005", "member": "E-1", "dateOfBirth": "1990-04-25"}}),
			line(3, "Fay Dunn", "added", obj{"member": "E-2", "memberKey": printed, "values": obj{"member": "E-2"}}),
			line(4, "Ada Okafor", "unchanged", obj{"registered": true, "values": obj{"nationalId": "…0001"}}),
		},
		"skipped": []any{}, "columns": []any{
			obj{"head": "Full name", "field": "fullName", "sample": []any{"Sand, Emil", "Fay Dunn", "Ada Okafor"}},
			obj{"head": "National ID", "field": "nationalId", "sample": []any{"zq-81 0005", numberOf(1)}},
			obj{"head": "Member number", "field": "member", "sample": []any{"E-1", "E-2"}},
			obj{"head": "Born", "field": "dateOfBirth", "sample": []any{"25.04.1990"}},
		},
		"missing": []any{
			obj{"entryId": w.entry, "fullName": "Dora Brandt", "member": "M-7"},
			obj{"entryId": anID, "fullName": "Cleo Haddad"}, obj{"entryId": anID, "fullName": "Ben Lind"},
		},
		"importId": anID, "asked": 0, "leftOut": 0, "removed": 0, "repaired": 0, "headRow": 1,
	})
}

func TestImportRollRefusesWhatIsNoTable(t *testing.T) {
	w := newWorld(t)
	no := func(name, table string) scenario {
		return scenario{name, w.enrolment("", table), 400, "validation_failed", "roll"}
	}
	w.try(t, []scenario{
		no("nothing", ""),
		no("a column it does not know", "full_name,shoe_size\nEmil,44"),
		{"a dry run of perhaps", w.enrolment("?dryRun=perhaps", "full_name\nEmil"), 400, "validation_failed", "dryRun"},
		{"keys of perhaps", w.enrolment("?memberKeys=1", "full_name\nEmil"), 400, "validation_failed", "memberKeys"},
		{"4 MiB", w.enrolment("", "full_name\n"+strings.Repeat("A", 4<<20)), 413, "body_too_large", ""},
	})
}

// One wrong line keeps the others out. The refusal names every fault with its line.
func TestImportRollTakesAllLinesOrNone(t *testing.T) {
	w := newWorld(t)
	table := []string{"full_name,date_of_birth,national_id", "Emil Sand,soon,Z", "Fay Dunn,,ZQ810006", "Gil Moor,,"}
	before := w.fingerprint(t)
	a := w.do(t, w.enrolment("", table...))
	if a.status != http.StatusBadRequest || w.fingerprint(t) != before {
		t.Fatalf("%d %s", a.status, a.body)
	}
	fault := func(line int, field, code string, more obj) obj {
		return changed(obj{"line": line, "field": field, "code": code, "message": aReason}, more)
	}
	checkJSON(t, a, changed(a.json(t), obj{"code": "roll_refused", "params": obj{"refused": 1}, "errors": []any{
		fault(2, "dateOfBirth", "not_date", nil),
		fault(2, "nationalId", "number_malformed", obj{"params": a.json(t)["errors"].([]any)[1].(obj)["params"]}),
	}}))
	t.Run("and a dry run shows all of them", func(t *testing.T) {
		a := w.must(t, w.enrolment("?dryRun=true", table...)).json(t)
		if a["imported"] != false || a["refused"] != 1. || a["added"] != 2. || len(a["lines"].([]any)) != 3 {
			t.Errorf("%v", a)
		}
	})
}

func TestADryRunChangesNothing(t *testing.T) {
	w := newWorld(t)
	w.enrol(t, "", "full_name,national_id,member", "Emil Sand,"+numberOf(5)+",E-1")
	table := []string{"full_name,national_id,member", "Emil Sand,,E-1", "Fay Dunn,,E-2",
		"Emil Sander," + numberOf(5) + ","}
	before := w.fingerprint(t)
	a := w.must(t, w.enrolment("?dryRun=true&memberKeys=true", table[0], table[2]))
	if a.json(t)["dryRun"] != true || a.json(t)["imported"] != false || a.json(t)["added"] != 1. ||
		strings.Contains(string(a.body), "memberKey") {
		t.Errorf("%s", a.body)
	}
	if w.fingerprint(t) != before {
		t.Error("the database file changed")
	}
	t.Run("and an import tells the same, and does it", func(t *testing.T) {
		for i, want := range []string{"unchanged", "added", "updated"} {
			query := "?dryRun=false"
			if want == "added" {
				query += "&memberKeys=true"
			}
			line := w.enrol(t, query, table[0], table[i+1])[0].(obj)
			if line["outcome"] != want || (line["memberKey"] != nil) != (want == "added") {
				t.Errorf("%s: %v", table[i+1], line)
			}
		}
	})
}

// Accounts there are already are tied to the roll, if the names agree.
func TestImportRollKnowsWhoHasRegistered(t *testing.T) {
	w := newWorld(t)
	w.must(t, w.attempt("", registration(nil), 200, "", "").call)
	w.must(t, w.attempt("", registration(
		obj{"email": "eve" + addressMark, "nationalId": numberMark + "4712", "fullName": "Eve Stone"}), 200, "", "").call)
	lines := w.enrol(t, "", "full_name,national_id", "Yilmaz Dan,"+numberMark+"4711", "Steve Stone,"+numberMark+"4712")
	for i, other := range []bool{false, true} {
		if l := lines[i].(obj); l["registered"] != true || l["otherName"] != other {
			t.Errorf("%v", l)
		}
	}
	for query, onRoll := range map[string]bool{"dan": true, "eve": false} {
		if u := w.must(t, w.get("/api/admin/users?query="+query)).list(t)[0].(obj); u["onRoll"] != onRoll {
			t.Errorf("%v", u)
		}
	}
}

func TestMemberKeysAreReissued(t *testing.T) {
	w := newWorld(t, func(o *handlers.Options) { o.Policy = registrar.PolicyRoll })
	path := "/api/admin/roll/" + w.entry + "/key"
	a := w.must(t, w.post(path, nil))
	fresh := a.text(t, "memberKey")
	checkJSON(t, a, obj{"memberKey": printed, "entry": obj{
		"id": w.entry, "fullName": "Dora Brandt", "dateOfBirth": "1984-03-17", "member": "M-7", "weight": 1, "hasKey": true,
		"keyUsed": false, "present": false, "createdAt": aTime, "updatedAt": aTime,
	}})
	w.try(t, []scenario{w.attempt("the old one ends", w.keyHolder(nil), 400, "admission_refused", "memberKey")})
	w.must(t, w.attempt("", w.keyHolder(obj{"memberKey": fresh}), 200, "", "").call)
	if again := w.must(t, w.post(path, nil)).text(t, "memberKey"); again == fresh {
		t.Error("no new key for who has registered")
	}
}

var printed = pattern(`^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$`)

func TestSearchRoll(t *testing.T) {
	w := newWorld(t)
	for query, want := range map[string][]string{
		"": {"Dora Brandt", "Cleo Haddad", "Ben Lind", "Ada Okafor"}, "?query=DÓR": {"Dora Brandt"},
		"?query=m-7": {"Dora Brandt"}, "?query=brandt+do": {"Dora Brandt"},
		"?query=nobody": {}, "?query=ada+lind": {},
	} {
		if got := w.must(t, w.get("/api/admin/roll"+query)).column(t, "fullName"); !slices.Equal(got, want) {
			t.Errorf("%s finds %v", query, got)
		}
	}
	if got := w.walk(t, w.get("/api/admin/roll?limit=1")); len(got) != 4 {
		t.Errorf("walked %v", got)
	}
	w.try(t, append(w.badPages("/api/admin/roll", w.admin.token),
		scenario{"a query of 255 letters", w.get("/api/admin/roll?query=" + strings.Repeat("q", 255)), 400,
			"validation_failed", "query"},
		scenario{"a query that is not UTF-8", w.get("/api/admin/roll?query=%ff"), 400, "validation_failed", "query"},
	))
}

func TestTheRollHasWeightsAndProxies(t *testing.T) {
	w := newWorld(t)
	w.enrol(t, "", "full_name,national_id,member,weight,proxy_for", "Emil Sand,ZQ810005,E-1,3,m-7; Ж-2",
		"Жанна Фролова,ZQ810006,Ж-2,,")
	a := w.must(t, w.get("/api/admin/roll?query=emil")).json(t)
	entry := a["items"].([]any)[0].(obj)
	for _, d := range differences("entry", obj{"weight": entry["weight"], "proxyFor": entry["proxyFor"]},
		obj{"weight": 3, "proxyFor": []any{"M-7", "Ж-2"}}) {
		t.Error(d)
	}
	if a["weighted"] != 1. {
		t.Errorf("%v", a)
	}
	refused := w.do(t, w.enrolment("", "full_name,national_id,weight,proxy_for", "Gil Moor,ZQ810007,many,M-7",
		"Hal Moor,ZQ810008,1,M-7"))
	checkJSON(t, refused, changed(refused.json(t), obj{"code": "roll_refused", "errors": []any{
		obj{"line": 2, "field": "weight", "code": "not_weight",
			"message": "Enter a number from 0.0001 to 1,000,000 with at most four decimals."},
		obj{
			"line": 3, "field": "proxyFor", "code": "roll_proxy_taken", "params": obj{"member": "M-7", "holder": "Emil Sand"},
			"message": "Member “M-7” gave their vote to Emil Sand. Only one person can have it.",
		},
	}}))
	w.must(t, w.remove("/api/admin/roll/"+w.entry))
	if got := w.must(t, w.get("/api/admin/roll?query=emil")).list(t)[0].(obj)["proxyFor"]; len(got.([]any)) != 1 {
		t.Errorf("after a giver left: %v", got)
	}
}

func TestPeopleAreAddedAndCorrectedOneByOne(t *testing.T) {
	w := newWorld(t)
	const entries = "/api/admin/roll/entries"
	a := w.must(t, w.post(entries, obj{
		"fullName": "Emil Sand", "nationalId": "zq-81 0005", "voterId": "V 710005", "member": "E-1",
		"email": "emil" + addressMark, "language": "fr",
		"address": "Rue du Port 4\n29200 Brest", "weight": 3, "proxyFor": []any{"m-7"},
	}))
	want := obj{
		"id": anID, "fullName": "Emil Sand", "member": "E-1", "identity": obj{"kind": "NATIONAL_ID", "lastFour": "0005"},
		"secondIdentity": obj{"kind": "VOTER_ID", "lastFour": "0005"},
		"email":          "emil" + addressMark, "language": "fr", "address": "Rue du Port 4\n29200 Brest", "weight": 3,
		"proxyFor": []any{"M-7"}, "proxies": []any{obj{"id": anID, "fullName": "Dora Brandt"}}, "hasKey": false,
		"keyUsed": false,
		"present": false, "createdAt": aTime, "updatedAt": aTime,
	}
	checkJSON(t, a, want)
	path := "/api/admin/roll/" + a.text(t, "id")
	checkJSON(t, w.must(t, w.get(path)), want)
	whole := w.must(t, w.get(path)).json(t) // as a client that sends all of it back
	whole["weight"], whole["proxyFor"], whole["email"], whole["voterId"], whole["fullName"] = nil, nil, "", nil,
		"Emil Sand-Moor"
	checkJSON(t, w.must(t, w.put(path, whole)), changed(want, obj{
		"weight": 1, "proxyFor": nil, "proxies": nil, "email": nil, "secondIdentity": nil, "fullName": "Emil Sand-Moor",
	}))
	w.try(t, []scenario{
		{"no name", w.post(entries, obj{"member": "E-2"}), 400, "validation_failed", "fullName"},
		{"no name any more", w.put(path, obj{"fullName": nil}), 400, "validation_failed", "fullName"},
		{"a number of somebody else", w.post(entries, obj{"fullName": "Fay Dunn", "nationalId": "ZQ810005"}), 400,
			"validation_failed", "nationalId"},
		{"a number that is none", w.put(path, obj{"voterId": "!"}), 400, "validation_failed", "voterId"},
		{"another key", w.put(path, obj{"hasKey": true}), 400, "validation_failed", "hasKey"},
		{"nobody", w.get("/api/admin/roll/" + w.ada.id), 404, "not_found", ""},
		{"perhaps present", w.put(path+"/present", obj{"present": nil}), 400, "validation_failed", "present"},
		{"present or not", w.put(path+"/present", obj{}), 400, "validation_failed", "present"},
		{"a list of perhaps", w.get("/api/admin/roll?present=perhaps"), 400, "validation_failed", "present"},
		{"a list of lost keys", w.get("/api/admin/roll?key=lost"), 400, "validation_failed", "key"},
	})
	if w.must(t, w.put(path+"/present", obj{"present": true})).json(t)["present"] != true {
		t.Error("not present")
	}
	list := w.must(t, w.get("/api/admin/roll?present=true"))
	if l := list.json(t); !slices.Equal(list.column(t, "fullName"), []string{"Emil Sand-Moor"}) || l["total"] != 1. ||
		l["present"] != 1. || !reflect.DeepEqual(l["keys"], obj{"none": 4., "unused": 1., "used": 0.}) {
		t.Errorf("%v", l)
	}
	checkJSON(t, w.must(t, w.remove("/api/admin/roll/present")), obj{"cleared": 1})
	if got := w.must(t, w.get("/api/admin/roll?key=unused")).column(t, "fullName"); !slices.Equal(got,
		[]string{"Dora Brandt"}) {
		t.Errorf("unused keys: %v", got)
	}
}

func TestExportRoll(t *testing.T) {
	w := newWorld(t)
	table := []string{"full_name,national_id,member", "=HYPERLINK(1),ZQ810005,+1"}
	for i := range 450 { // more than two pages of the store
		table = append(table, fmt.Sprintf("Zed Moor,ZQ81%04d,Z-%d", 1000+i, i))
	}
	w.enrol(t, "", table...)
	a := w.must(t, w.get("/api/admin/roll/export"))
	if got := a.header.Get("Content-Disposition"); got != `attachment; filename="electoral-roll.csv"` {
		t.Errorf("saved as %q", got)
	}
	text, marked := strings.CutPrefix(string(a.body), "\ufeff")
	in := csv.NewReader(strings.NewReader(text))
	in.Comma = ';'
	rows, err := in.ReadAll()
	if err != nil || !marked || len(rows) != 1+4+len(table)-1 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	named := make(map[string][]string)
	for _, r := range rows {
		named[r[1]] = r[2:]
	}
	for name, want := range map[string][]string{
		"full_name": {"last_name", "date_of_birth", "member", "number_ends", "has_key", "registered", "weight", "proxy_for",
			"groups", "email", "language", "address", "present", "key_used"},
		"'=HYPERLINK(1)": {"", "", "'+1", "0005", "false", "false", "1", "", "", "", "", "", "false", "false"},
		"Ada Okafor":     {"", "", "", "0001", "false", "true", "1", "", "", "", "", "", "false", "false"},
		"Dora Brandt":    {"", "1984-03-17", "M-7", "", "true", "false", "1", "", "", "", "", "", "false", "false"},
	} {
		if !slices.Equal(named[name], want) {
			t.Errorf("%s: %q, want %q", name, named[name], want)
		}
	}
	if strings.Contains(string(a.body), "ZQ81") {
		t.Error("the export holds numbers")
	}
}

func TestRemoveRollEntries(t *testing.T) {
	w := newWorld(t)
	of := func(name string) call {
		return w.remove("/api/admin/roll/" + w.must(t, w.get("/api/admin/roll?query="+name)).column(t, "id")[0])
	}
	w.try(t, []scenario{{"not of who has voted in an ACTIVE election", of("ben"), 400, "roll_in_use", ""}})
	frozen := w.contest(t, "Frozen board")
	w.must(t, w.put(adminElections+"/"+frozen.id, obj{"settings": obj{"electorate": "roll"}}))
	w.move(t, frozen, "ACTIVE")
	w.try(t, []scenario{{"not of whom an ACTIVE election froze", of("dora"), 400, "roll_in_use", ""}})
	w.move(t, frozen, "COMPLETED")
	for _, name := range []string{"dora", "ada"} {
		c := of(name)
		checkJSON(t, w.must(t, c), obj{"deleted": true})
		w.try(t, []scenario{{"and once is enough", c, 404, "not_found", ""}})
	}
	if u := w.must(t, profile("Bearer "+w.ada.token)).json(t); u["onRoll"] != false || u["admission"] == nil {
		t.Errorf("the account: %v", u)
	}
}

// An election for the people on the roll, from the import to the offline check of its bundle.
func TestAnElectionForThePeopleOnTheRoll(t *testing.T) {
	w := newWorld(t, func(o *handlers.Options) { o.Policy = registrar.PolicyRoll })
	cleo := w.must(t, w.get("/api/admin/roll?query=cleo")).column(t, "id")[0]
	w.must(t, w.remove("/api/admin/roll/"+cleo))
	c := w.contest(t, "Club board")
	path := adminElections + "/" + c.id
	w.must(t, w.put(path, obj{"settings": obj{"electorate": "roll"}}))
	w.try(t, []scenario{{"there is no frozen roll in DRAFT", w.get(path + "/electorate"), 404, "not_found", ""}})
	w.move(t, c, "ACTIVE")
	w.try(t, []scenario{
		{"who is not on the roll does not vote", ballot(w.cleo, c.id, c.candidates[0]), 403, "not_in_electorate", ""},
		{"there is no frozen roll where everybody votes", w.get(adminElections + "/" + w.active.id + "/electorate"), 404,
			"not_found", ""},
	})
	w.enrol(t, "", "full_name,national_id", "Cleo Haddad,"+numberOf(3))
	w.try(t, []scenario{{"nor who came onto it later", ballot(w.cleo, c.id, c.candidates[0]), 403, "not_in_electorate",
		""}})

	w.must(t, w.attempt("", w.keyHolder(nil), 200, "", "").call)
	dora := w.signIn(t, "dora"+addressMark, "Dora Brandt")
	for place, voter := range []person{w.ada, dora} {
		w.vote(t, voter, c, place)
	}
	turnout := w.must(t, w.get(path)).json(t)["turnout"]
	for _, d := range differences("turnout", turnout, obj{"ballots": 2, "electorate": 3, "share": 2. / 3}) {
		t.Error(d)
	}
	m := w.opened(t, c)
	if got := w.electorate(t, c); m.Electorate == nil || !reflect.DeepEqual(got, *m.Electorate) || got.Size != 3 ||
		m.Version != 4 {
		t.Errorf("the roll that is exported is %+v, the manifest says %+v", got, m.Electorate)
	}
	w.move(t, c, "COMPLETED")
	w.must(t, w.post(path+"/calculate-results", nil))
	w.checkBundle(t, c, ballotbox.Evidence{})
	if got := w.electorate(t, c); !reflect.DeepEqual(got, *m.Electorate) {
		t.Errorf("after the count the roll is %+v", got)
	}
}

// electorate is the frozen roll of an election, hashed from its export.
func (w *world) electorate(tb testing.TB, c contest) ballotbox.Electorate {
	tb.Helper()
	a := w.must(tb, w.get(adminElections+"/"+c.id+"/electorate"))
	rows := must(csv.NewReader(strings.NewReader(string(a.body))).ReadAll())(tb)
	hash := ballotbox.NewRollHasher(nil)
	for _, r := range rows[1:] {
		weight := must(ballotbox.ParseWeight(r[4]))(tb)
		e := ballotbox.Elector{ID: r[0], FullName: r[1], DateOfBirth: r[2], Member: r[3], Weight: weight}
		if r[5] != "" {
			e.ProxyFor = strings.Split(r[5], ",")
		}
		hash.Add(e)
	}
	return hash.Electorate()
}

func TestWhoHasVotedIsListedAndSaved(t *testing.T) {
	w := newWorld(t)
	path := adminElections + "/" + w.active.id + "/voters"
	a := w.must(t, w.get(path+"?state=voted"))
	checkJSON(t, a, obj{
		"items": []any{obj{"userId": w.ben.id, "fullName": "Ben Lind", "email": w.ben.email, "registered": true,
			"present": false, "hasVoted": true, "onPaper": false}}})
	if got := w.must(t, w.get(path+"?state=waiting")).column(t, "fullName"); !slices.Equal(got,
		[]string{"Ada Okafor", "Cleo Haddad"}) {
		t.Errorf("waiting: %v", got)
	}
	if got := w.must(t, w.get(path+"?query=oka")).column(t, "fullName"); !slices.Equal(got, []string{"Ada Okafor"}) {
		t.Errorf("found: %v", got)
	}
	if got := w.must(t, w.get(path+"?limit=2")).json(t); len(got["items"].([]any)) != 2 || got["next"] == nil {
		t.Errorf("a page: %v", got)
	}
	ofRoll := w.must(t, w.get(adminElections+"/"+w.counted.id+"/voters")).json(t)["items"].([]any)
	if first := ofRoll[0].(obj); len(ofRoll) != 3 || first["entryId"] == nil || first["userId"] != nil ||
		first["hasVoted"] != true {
		t.Errorf("of a frozen roll: %v", ofRoll)
	}
	saved := w.must(t, w.get(path+"/export?state=waiting"))
	want := "\ufefffull_name;member;email;registered;present;has_voted;on_paper;proxy\nAda Okafor;;" + w.ada.email +
		";true;false;false;false;\nCleo Haddad;;" + w.cleo.email + ";true;false;false;false;\n"
	if string(saved.body) != want {
		t.Errorf("saved\n%s", saved.body)
	}
	w.try(t, []scenario{
		{"a state there is not", w.get(path + "?state=late"), 400, "validation_failed", "state"},
		{"an election there is not", w.get(adminElections + "/" + w.ada.id + "/voters"), 404, "not_found", ""},
	})
}

func TestAnElectionForThosePresent(t *testing.T) {
	w := newWorld(t)
	path := adminElections + "/" + w.draft.id
	w.must(t, w.put(path, obj{"settings": obj{"electorate": "present"}}))
	w.try(t, []scenario{{"nobody is there", w.put(path+"/status", obj{"status": "ACTIVE"}), 400, "nobody_present",
		"electorate"}})
	w.must(t, w.put("/api/admin/roll/"+w.entry+"/present", obj{"present": true}))
	w.move(t, w.draft, "ACTIVE")
	if got := w.electorate(t, w.draft); got.Size != 1 {
		t.Errorf("frozen: %+v", got)
	}
}

func TestAnElectionForNobodyDoesNotOpen(t *testing.T) {
	w := newWorld(t)
	for _, id := range w.walk(t, w.get("/api/admin/roll")) {
		if w.do(t, w.remove("/api/admin/roll/"+id)).status != 200 { // ben has voted
			w.move(t, w.active, "COMPLETED")
			w.must(t, w.remove("/api/admin/roll/"+id))
		}
	}
	w.must(t, w.put(adminElections+"/"+w.draft.id, obj{"settings": obj{"electorate": "roll"}}))
	w.try(t, []scenario{{"", w.put(adminElections+"/"+w.draft.id+"/status", obj{"status": "ACTIVE"}), 400, "roll_empty",
		"electorate"}})
}
