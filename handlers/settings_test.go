package handlers_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"ostrakon/handlers"
	"ostrakon/handlers/registrar"
	"ostrakon/ocr"
	"ostrakon/store/storetest"
)

// newHouse is an office with an administrator and without an election.
func newHouse(tb testing.TB, change ...func(*handlers.Options)) *world {
	tb.Helper()
	w := &world{office: newOffice(tb, change...)}
	w.admin.token = w.must(tb, w.setUp(obj{"organisation": "Reed Bed Society"})).text(tb, "token")
	return w
}

// aList is a list that is not empty.
var aList matcher = func(v any) bool { all, ok := v.([]any); return ok && len(all) > 0 }

// settings is a request to change settings.
func (w *world) settings(body any) call {
	return call{method: "PUT", path: "/api/admin/settings", token: w.admin.token, body: body}
}

func TestSettings(t *testing.T) {
	w := newHouse(t)
	get := call{method: "GET", path: "/api/admin/settings", token: w.admin.token}
	want := obj{
		"organisation": "Reed Bed Society", "language": "en", "timeZone": "UTC", "fixed": []any{},
		"identity": obj{"policy": "number", "nationalId": "any", "voterId": "any", "leastAge": 0.0,
			"refuseExpired": false, "secondFact": "none"},
		"pages": obj{"convert": true, "docs": true}, "sites": []any{}, "kinds": aList,
		"keepDays": obj{"applications": 0, "accounts": 0, "rolls": 0},
	}
	before := w.must(t, get)
	checkJSON(t, before, want)
	want = obj{
		"organisation": "Riverside Rowing", "language": "fr", "timeZone": "Europe/Paris",
		"contact": "Olu, room 3\nor by phone", "address": "https://vote.example.org:8443",
		"identity": obj{"policy": "roll", "nationalId": "ee-isik", "voterId": "none", "leastAge": 16.0,
			"refuseExpired": true, "secondFact": "dateOfBirth"},
		"pages": obj{"convert": false, "docs": true}, "fixed": []any{}, "kinds": aList,
		"sites":    []any{"https://club.example", "http://club.example:8080"},
		"keepDays": obj{"applications": 90, "accounts": 400, "rolls": 0},
	}
	checkJSON(t, w.must(t, w.settings(obj{
		"organisation": " Riverside Rowing ", "language": "fr", "timeZone": "Europe/Paris",
		"contact": "Olu, room 3\nor by phone", "address": "https://vote.example.org:8443/",
		"identity": obj{"policy": "roll", "nationalId": "ee-isik", "leastAge": 16, "refuseExpired": true,
			"secondFact": "dateOfBirth"},
		"pages":    obj{"convert": false},
		"sites":    []any{" https://Club.example/ ", "http://club.example:8080", "https://club.example"},
		"keepDays": obj{"applications": 90, "accounts": 400},
	})), want)
	after := w.must(t, get)
	checkJSON(t, after, want)
	info := w.must(t, call{method: "GET", path: "/api/info"}).json(t)
	if info["language"] != "fr" || info["contact"] != want["contact"] || info["address"] != want["address"] ||
		info["identity"].(obj)["policy"] != "roll" ||
		len(differences("pages", info["pages"], want["pages"])) > 0 {
		t.Errorf("info: %v", info)
	}
	if _, found := w.must(t, w.settings(obj{"contact": nil, "address": nil})).json(t)["contact"]; found {
		t.Error("the contact is still there")
	}
	w.must(t, w.settings(w.must(t, get).body)) // read, and sent back unchanged
	last := w.must(t, call{method: "GET", path: "/api/admin/audit?limit=2", token: w.admin.token}).list(t)
	for i, fields := range []string{"contact, address", "organisation, language, timeZone, contact, address, policy, " +
		"nationalId, leastAge, refuseExpired, secondFact, convert, keepApplications, keepAccounts, sites"} {
		line := last[i].(obj)
		if line["action"] != "settings.changed" || line["detail"].(obj)["fields"] != fields {
			t.Errorf("line %d of the audit list: %v, want %s", i, line, fields)
		}
	}
}

// The rules that people register by are those of the settings at that moment.
func TestThePolicyOfTheSettingsApplies(t *testing.T) {
	w := newHouse(t)
	w.must(t, w.settings(obj{"identity": obj{"policy": "roll"}}))
	w.try(t, []scenario{w.attempt("who is not on the roll", registration(nil), 400, "admission_refused", "nationalId")})
	w.must(t, w.settings(obj{"identity": obj{"policy": "number", "nationalId": "ee-isik"}}))
	w.try(t, []scenario{w.attempt("another kind of number", registration(nil), 400, "validation_failed", "nationalId")})
	w.must(t, w.settings(obj{"identity": obj{"nationalId": "any"}}))
	w.must(t, w.attempt("", registration(nil), 200, "", "").call)
}

// The refusal says the least age, and the page learns beforehand that a date of birth is needed.
func TestTheLeastAgeOfTheSettingsApplies(t *testing.T) {
	w := newHouse(t)
	identity := func() obj {
		return w.must(t, call{method: "GET", path: "/api/info"}).json(t)["identity"].(obj)
	}
	if in := identity(); in["birth"] != "unused" || in["leastAge"] != 0.0 {
		t.Errorf("without a least age: %v", in)
	}
	w.must(t, w.settings(obj{"identity": obj{"leastAge": 16}}))
	if in := identity(); in["birth"] != "required" || in["leastAge"] != 16.0 {
		t.Errorf("with a least age: %v", in)
	}
	young := w.attempt("too young", registration(obj{"dateOfBirth": "2016-01-01"}), 400, "validation_failed",
		"dateOfBirth")
	w.try(t, []scenario{young,
		w.attempt("no date of birth", registration(obj{"dateOfBirth": nil}), 400, "validation_failed", "dateOfBirth"),
		w.attempt("too young, with a review", registration(obj{"dateOfBirth": "2016-01-01", "askForReview": true}), 400,
			"validation_failed", "dateOfBirth"),
	})
	if a := w.do(t, young.call); !strings.Contains(string(a.body), "at least 16 years") {
		t.Errorf("refused with %s", a.body)
	}
	w.must(t, w.attempt("", registration(obj{"dateOfBirth": "2015-01-01"}), 200, "", "").call)
}

func TestSettingsAreChecked(t *testing.T) {
	w := newWorld(t)
	refuse := func(name string, body any, field string) scenario {
		return scenario{name, w.settings(body), 400, "validation_failed", field}
	}
	scenarios := []scenario{
		refuse("no organisation", obj{"organisation": ""}, "organisation"),
		refuse("null for an organisation", obj{"organisation": nil}, "organisation"),
		refuse("an organisation on two lines", obj{"organisation": "Reed\nBed"}, "organisation"),
		refuse("a language without pages", obj{"language": "la"}, "language"),
		refuse("a time zone of nowhere", obj{"timeZone": "Mars/Utopia"}, "timeZone"),
		refuse("a contact of 301 characters", obj{"contact": strings.Repeat("x", 301)}, "contact"),
		refuse("an unknown policy", obj{"identity": obj{"policy": "vibes"}}, "policy"),
		refuse("an empty policy", obj{"identity": obj{"policy": ""}}, "policy"),
		refuse("null for a policy", obj{"identity": obj{"policy": nil}}, "policy"),
		refuse("null for the identity", obj{"identity": nil}, "identity"),
		refuse("an unknown kind", obj{"identity": obj{"voterId": "xx-none"}}, "voterId"),
		refuse("a least age below 0", obj{"identity": obj{"leastAge": -1}}, "leastAge"),
		refuse("a least age of 100", obj{"identity": obj{"leastAge": 100}}, "leastAge"),
		refuse("a least age in words", obj{"identity": obj{"leastAge": "16"}}, "leastAge"),
		refuse("half a year", obj{"identity": obj{"leastAge": 16.5}}, "leastAge"),
		refuse("null for a least age", obj{"identity": obj{"leastAge": nil}}, "leastAge"),
		refuse("a number for yes", obj{"identity": obj{"refuseExpired": 1}}, "refuseExpired"),
		refuse("null for the second fact", obj{"identity": obj{"secondFact": nil}}, "secondFact"),
		refuse("a page that is not text", obj{"pages": obj{"convert": "no"}}, "convert"),
		refuse("an unknown page", obj{"pages": obj{"board": false}}, "board"),
		refuse("days below none", obj{"keepDays": obj{"rolls": -1}}, "rolls"),
		refuse("days of more than a century", obj{"keepDays": obj{"accounts": 36_526}}, "accounts"),
		refuse("half a day", obj{"keepDays": obj{"applications": 0.5}}, "applications"),
		refuse("null for days", obj{"keepDays": obj{"applications": nil}}, "applications"),
		refuse("days of what nobody keeps", obj{"keepDays": obj{"photos": 1}}, "photos"),
		refuse("cards, which nobody reads", obj{"identity": obj{"policy": "card", "nationalId": "ee-isik"}}, "policy"),
		refuse("what no flag says", obj{"fixed": []string{"timeZone"}}, "fixed"),
	}
	for _, site := range []string{"", "club.example", "https://", "ftp://club.example", "https://*.club.example", "*",
		"https://club.example/page", "https://a@club.example", "https://club.example;script-src", "https://club.example'",
		"https://club.example, https://x.example", "https://a b", "https://[::1]", "https://clüb.example", "'self'",
		"data:", "https://club.example:port", "https://club.example:123456", "https://-.example-", "https://a\nb",
		"https://" + strings.Repeat("x", 193)} {
		scenarios = append(scenarios, refuse("the site "+site, obj{"sites": []any{site}}, "sites"))
	}
	many := []any{}
	for i := range 21 {
		many = append(many, fmt.Sprintf("https://site%d.example", i))
	}
	scenarios = append(scenarios, refuse("21 sites", obj{"sites": many}, "sites"),
		refuse("null for sites", obj{"sites": nil}, "sites"), refuse("sites that are no list", obj{"sites": "x"}, "sites"),
		refuse("a site that is a number", obj{"sites": []any{1}}, "sites"))
	for _, address := range []string{"vote.example.org", "ftp://vote.example.org", "http://",
		"https://vote.example.org/club", "https://x@vote.example.org", "https://vote.example.org?x",
		"https://vote.example.org#x", "https://vöte.example.org", "javascript:alert(1)", "http://a b",
		strings.Repeat("http://x", 30)} {
		scenarios = append(scenarios, refuse("the address "+address, obj{"address": address}, "address"))
	}
	w.try(t, append(scenarios, scenario{"a voter", call{method: "GET", path: "/api/admin/settings", token: w.ada.token},
		403, "role_required", ""}))
}

func TestWhoMayVoteStaysWhileAnElectionIsOpen(t *testing.T) {
	w := newHouse(t)
	c := w.contest(t, "Chair")
	w.move(t, c, "ACTIVE")
	w.try(t, []scenario{
		{"the policy", w.settings(obj{"identity": obj{"policy": "roll"}}), 400, "election_open", ""},
		{"the least age", w.settings(obj{"identity": obj{"leastAge": 16}}), 400, "election_open", ""},
		{"a kind of number", w.settings(obj{"identity": obj{"nationalId": "ee-isik"}}), 400, "election_open", ""},
	})
	w.must(t, w.settings(obj{"contact": "Olu", "identity": obj{"policy": "number"}}))
	w.move(t, c, "COMPLETED")
	w.must(t, w.settings(obj{"identity": obj{"policy": "roll"}}))
}

func TestWhatWasSetAtTheStartStays(t *testing.T) {
	w := newHouse(t, func(o *handlers.Options) {
		o.Policy, o.TimeZone = registrar.PolicyRoll, "UTC"
		o.VoterID, _ = ocr.SchemeNamed("ee-isik")
	})
	a := w.must(t, call{method: "GET", path: "/api/admin/settings", token: w.admin.token}).json(t)
	if !slices.Equal(a["fixed"].([]any), []any{"timeZone", "identity.policy", "identity.voterId"}) {
		t.Errorf("fixed: %v", a["fixed"])
	}
	w.try(t, []scenario{
		{"the policy", w.settings(obj{"identity": obj{"policy": "number"}}), 400, "validation_failed", "policy"},
		{"the kind of voter ID", w.settings(obj{"identity": obj{"voterId": "any"}}), 400, "validation_failed", "voterId"},
		{"the time zone", w.settings(obj{"timeZone": "Europe/Paris"}), 400, "validation_failed", "timeZone"},
	})
	w.must(t, w.settings(obj{"timeZone": "UTC", "identity": obj{"policy": "roll", "nationalId": "in-aadhaar"}}))
	if in, err := w.store.Settings(t.Context()); err != nil || in.Policy != "" || in.NationalID != "in-aadhaar" {
		t.Errorf("the store has %+v, %v", in, err)
	}
}

func TestLogo(t *testing.T) {
	w := newWorld(t)
	at := call{method: "POST", path: "/api/admin/settings/logo", token: w.admin.token}
	get := call{method: "GET", path: "/api/logo"}
	remove := call{method: "DELETE", path: at.path, token: w.admin.token}
	w.try(t, []scenario{
		{"before there is one", get, 404, "not_found", ""},
		{"nothing to remove", remove, 404, "not_found", ""},
	})
	at.body = form{{"logo", smallJPEG(t)}}
	logo := w.must(t, at).json(t)["logo"].(obj)
	shown := w.must(t, call{method: "GET", path: "/api/info"}).text(t, "logo")
	if shown != logo["url"] {
		t.Errorf("info says %s, the settings %v", shown, logo)
	}
	a := w.must(t, call{method: "GET", path: shown})
	if a.header.Get("Content-Type") != "image/jpeg" || len(a.body) == 0 {
		t.Errorf("%d bytes of %s", len(a.body), a.header.Get("Content-Type"))
	}
	if again := w.do(t, call{method: "GET", path: shown,
		header: http.Header{"If-None-Match": {a.header.Get("ETag")}}}); again.status != http.StatusNotModified {
		t.Errorf("the same logo again: %d", again.status)
	}
	w.must(t, at) // in place of the one before
	w.must(t, remove)
	w.try(t, []scenario{{"after it was removed", get, 404, "not_found", ""}})
}

func TestSetUpTakesSettingsAlong(t *testing.T) {
	o := newOffice(t)
	o.try(t, []scenario{
		{"an unknown policy", o.setUp(obj{"identity": obj{"policy": "vibes"}}), 400, "validation_failed", "policy"},
		{"an unknown language", o.setUp(obj{"language": "la"}), 400, "validation_failed", "language"},
	})
	o.must(t, o.setUp(obj{"language": "de", "contact": "Olu, room 3",
		"identity": obj{"policy": "roll", "nationalId": "in-aadhaar", "voterId": "in-epic"}}))
	info := o.must(t, call{method: "GET", path: "/api/info"}).json(t)
	identity := info["identity"].(obj)
	if info["language"] != "de" || info["contact"] != "Olu, room 3" || identity["policy"] != "roll" ||
		identity["voterId"].(obj)["scheme"] != "in-epic" {
		t.Errorf("info: %v", info)
	}
}

// What an office says of itself outlives a restart.
func TestSettingsAreKept(t *testing.T) {
	dir, clock := t.TempDir(), storetest.NewClock()
	t.Run("before", func(t *testing.T) {
		o := openOffice(t, dir, clock)
		o.must(t, o.setUp(obj{"identity": obj{"policy": "roll"}}))
	})
	t.Run("after", func(t *testing.T) {
		if policy := openOffice(t, dir, clock).must(t, call{method: "GET", path: "/api/info"}).text(t,
			"identity.policy"); policy != "roll" {
			t.Errorf("the policy is %s", policy)
		}
	})
}

// No page may be framed at first. Sites of the settings may frame the page of one model, and no other.
func TestOnlyThePageOfAModelIsFramed(t *testing.T) {
	w := newHouse(t)
	ancestors := func(path string) string {
		a := w.must(t, get(path))
		_, found, _ := strings.Cut(a.header.Get("Content-Security-Policy"), "frame-ancestors ")
		found, _, _ = strings.Cut(found, ";")
		return found
	}
	others := []string{"/", "/admin", "/convert", "/board", "/docs", "/healthz", "/api/info"}
	for _, path := range append(others, "/view", "/view?file="+strings.Repeat("a", 26)+".glb") {
		if got := ancestors(path); got != "'none'" {
			t.Errorf("%s may be framed by %s", path, got)
		}
	}
	w.must(t, w.settings(obj{"sites": []any{"https://club.example", "http://10.0.0.7:8080"}}))
	for _, path := range append(others, "/api/files/"+w.keptModel(t)) {
		if got := ancestors(path); got != "'none'" {
			t.Errorf("%s may be framed by %s", path, got)
		}
	}
	if got := ancestors("/view"); got != "https://club.example http://10.0.0.7:8080" {
		t.Errorf("/view may be framed by %s", got)
	}
	if got := w.must(t, get("/view")).header.Get("X-Frame-Options"); got != "" {
		t.Errorf("/view has X-Frame-Options %s", got)
	}
	w.must(t, w.settings(obj{"sites": []any{}}))
	if got := ancestors("/view"); got != "'none'" {
		t.Errorf("/view may be framed by %s", got)
	}
}
