package handlers_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/golang-jwt/jwt/v5"

	"ostrakon/handlers"
)

// The tests of this file walk the route table: each takes the example of every route and spoils it
// in one way.

func TestEveryRouteAnswersItsExample(t *testing.T) {
	for i, rt := range handlers.Routes() {
		t.Run(rt.Method+" "+rt.Path, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			e := w.examples(t)[i]
			a := w.do(t, e.call)
			if a.status != e.want {
				t.Fatalf("status %d, want %d: %s", a.status, e.want, a.body)
			}
			if e.code != "" {
				checkRefusal(t, a, e.code, "")
			}
		})
	}
}

func TestEveryClosedRouteRefusesBadTokens(t *testing.T) {
	w := newWorld(t)
	for _, e := range w.examples(t) {
		if e.Access == "public" {
			continue
		}
		as, role := w.ada, "USER"
		if e.Access == "ADMIN" {
			as, role = w.admin, "ADMIN"
		}
		claims := w.sessionClaims(as, role)
		none := signWith(t, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, claims)
		bad := []scenario{
			{name: "no token", code: "token_missing"},
			{name: "expired", call: call{token: w.expiredToken(t, as, role)}, code: "token_expired"},
			{name: "garbage", call: call{token: "Bearer garbage"}, code: "token_invalid"},
			{name: "empty", call: call{token: "Bearer "}, code: "token_invalid"},
			{name: "other scheme", call: call{token: "Basic " + e.token}, code: "token_invalid"},
			{name: "other key", call: call{token: signWith(t, jwt.SigningMethodHS256, []byte(strings.Repeat("k", 32)), claims)},
				code: "token_invalid"},
			{name: "alg none", call: call{token: none}, code: "token_invalid"},
			{name: "ended epoch", call: call{token: w.endedToken(t, as, role)}, code: "token_invalid"},
		}
		for i := range bad {
			token := bad[i].token
			bad[i].call, bad[i].want = e.call, 401
			bad[i].token = token
			bad[i].name = e.Method + " " + e.Path + "/" + bad[i].name
		}
		w.try(t, bad)
	}
}

// bodyFaults are bodies that no JSON route takes.
func bodyFaults(good []byte) []scenario {
	open, rest := good[:1], string(good[1:])
	return []scenario{
		{name: "empty", call: call{body: ""}, want: 400, code: "malformed_json"},
		{name: "cut off", call: call{body: good[:len(good)-1]}, want: 400, code: "malformed_json"},
		{name: "array", call: call{body: "[" + string(good) + "]"}, want: 400, code: "malformed_json"},
		{name: "null", call: call{body: "null"}, want: 400, code: "malformed_json"},
		{name: "string", call: call{body: `"{}"`}, want: 400, code: "malformed_json"},
		{name: "trailing data", call: call{body: string(good) + "{}"}, want: 400, code: "malformed_json"},
		{name: "trailing rubbish", call: call{body: string(good) + "?"}, want: 400, code: "malformed_json"},
		{name: "not UTF-8", call: call{body: string(open) + "\"\xff\":1," + rest}, want: 400, code: "malformed_json"},
		{name: "nested without end", call: call{body: strings.Repeat(`{"a":`, 3000)}, want: 400, code: "malformed_json"},
		{name: "unknown field", call: call{body: `{"surprise":1,` + rest}, want: 400, code: "validation_failed",
			field: "surprise"},
		{name: "unknown field of a strange name", call: call{body: `{"a\"\n<b>":1,` + rest}, want: 400,
			code: "validation_failed", field: "a\"\n<b>"},
		{name: "unknown field without a name", call: call{body: `{"":1,` + rest}, want: 400, code: "validation_failed",
			field: ""},
		{name: "too large", call: call{body: "{" + strings.Repeat(" ", 64<<10) + rest}, want: 413, code: "body_too_large"},
	}
}

func TestEveryJSONRouteRefusesBadBodies(t *testing.T) {
	w := newWorld(t)
	for _, e := range w.examples(t) {
		body, isJSON := e.body.(obj)
		if !isJSON {
			continue
		}
		good := must(json.Marshal(body))(t)
		faults := bodyFaults(good)
		op := theDescription(t).doc.Paths.Value(handlers.Templated(e.Path)).GetOperation(e.Method)
		described := op.RequestBody.Value.Content.Get("application/json").Schema.Value.Properties
		for name := range described {
			_, given := e.body.(obj)[name]
			if !given && !slices.Contains([]string{"nationalId", "memberKey", "verificationToken", "answers", "paper",
				"stubPad", "voteKey", "stub", "commitment", "each", "kind", "list", "since", "peopleThreshold"}, name) {
				t.Errorf("the example of %s %s lacks %s", e.Method, e.Path, name)
			}
		}
		for _, field := range slices.Sorted(maps.Keys(described)) {
			if field != "marks" { // these are numbers
				faults = append(faults, wrongType(t, body, field, []int{1}))
			}
			example := body[field]
			switch field {
			case "peopleThreshold": // no example has one
				example = obj{}
			case "weight": // may have decimals
				faults = append(faults, wrongType(t, body, field, "yes"), wrongType(t, body, field, true))
				continue
			}
			switch example.(type) {
			case string, nil:
				faults = append(faults, wrongType(t, body, field, 7), wrongType(t, body, field, true),
					wrongType(t, body, field, obj{"a": 1}))
			case int:
				faults = append(faults, wrongType(t, body, field, "yes"), wrongType(t, body, field, true),
					wrongType(t, body, field, 0.5))
			default:
				faults = append(faults, wrongType(t, body, field, "yes"), wrongType(t, body, field, 1))
			}
		}
		for i, f := range faults {
			token := e.token
			switch { // these bodies may be left out
			case f.name == "empty" && e.Path == "/api/auth/logout":
				f.want, token = 200, w.signIn(t, w.ada.email, w.ada.name).token // of a session that may end
			case f.name == "empty" && (strings.HasSuffix(e.Path, "/duplicate") || strings.HasSuffix(e.Path, "/second-round")):
				f.want, f.code = e.want, e.code
			case f.name == "too large" && e.Method == "PUT" &&
				(e.Path == adminElections+"/:id" || e.Path == adminElections+"/:id/questions/:questionId"):
				f.want, f.code = e.want, e.code
			}
			spoiled := f.body
			f.call = e.call
			f.token, f.body, f.from, f.name = token, spoiled, w.elsewhere(), e.Method+" "+e.Path+"/"+f.name
			faults[i] = f
		}
		w.try(t, faults)
	}
}

// wrongType is a body in which one field has a value of another type.
func wrongType(t *testing.T, body obj, field string, value any) scenario {
	t.Helper()
	spoiled := maps.Clone(body)
	spoiled[field] = value
	return scenario{name: fmt.Sprintf("%s of type %T", field, value), call: call{body: spoiled}, want: 400,
		code: "validation_failed", field: field}
}

func TestEveryRouteAnswersNotFoundToUnknownIDs(t *testing.T) {
	w := newWorld(t)
	for _, e := range w.examples(t) {
		for step := range strings.SplitSeq(e.Path, "/") {
			if !strings.HasPrefix(step, ":") {
				continue
			}
			var unknown []scenario
			for _, id := range append(malformedIDs(), unknownID, w.ada.id, w.counted.id, w.counted.candidates[0]) {
				if step == ":filename" {
					id += ".jpg"
				}
				steps := strings.Split(e.path, "/")
				steps[slices.Index(strings.Split(e.Path, "/"), step)] = id
				path := strings.Join(steps, "/")
				if path == e.path || id == w.ada.id && step == ":userId" || id == w.counted.id && step == ":id" ||
					id == w.counted.candidates[0] && !strings.Contains(e.Path, ":id") && step == ":candidateId" {
					continue // that one is there
				}
				s := scenario{name: e.Method + " " + e.Path + "/" + step + "=" + id, call: e.call, want: 404, code: "not_found"}
				s.path, s.from = path, w.elsewhere()
				unknown = append(unknown, s)
				if what, _ := w.do(t, s.call).json(t)["params"].(obj)["what"].(string); what == "" {
					t.Errorf("%s: the refusal does not say what is missing", s.name)
				}
			}
			w.try(t, unknown)
		}
	}
}

func TestEveryPathRefusesOtherMethods(t *testing.T) {
	w := newWorld(t)
	for _, e := range w.examples(t) {
		takes := []string{"OPTIONS"}
		for _, rt := range handlers.Routes() {
			// by a router that comes first
			shadowed := strings.Contains(rt.Path, "/:entryId") && !strings.Contains(e.Path, "/:entryId")
			if !covers(rt.Path, e.Path) || shadowed || slices.Contains(takes, rt.Method) {
				continue
			}
			if takes = append(takes, rt.Method); rt.Method == "GET" {
				takes = append(takes, "HEAD")
			}
		}
		want := slices.Sorted(slices.Values(takes))
		for _, method := range []string{"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"} {
			if slices.Contains(takes, method) && method != "OPTIONS" {
				continue
			}
			t.Run(method+" "+e.Path, func(t *testing.T) {
				before := w.fingerprint(t)
				c := e.call
				c.method, c.from = method, w.elsewhere()
				a := w.do(t, c)
				if method == "OPTIONS" && a.status != http.StatusNoContent ||
					method != "OPTIONS" && a.status != http.StatusMethodNotAllowed {
					t.Errorf("status %d: %s", a.status, a.body)
				}
				if got := slices.Sorted(slices.Values(strings.Split(a.header.Get("Allow"), ", "))); !slices.Equal(got, want) {
					t.Errorf("Allow is %v, want %v", got, want)
				}
				if w.fingerprint(t) != before {
					t.Error("the database file changed")
				}
			})
		}
	}
}

// covers reports whether the path of a route is one of a pattern too: /roll/export is one of
// /roll/:entryId.
func covers(pattern, path string) bool {
	steps, others := strings.Split(pattern, "/"), strings.Split(path, "/")
	for i, s := range steps {
		if i >= len(others) || s != others[i] && !strings.HasPrefix(s, ":") {
			return false
		}
	}
	return len(steps) == len(others)
}

func TestEveryGETAnswersHEADAlike(t *testing.T) {
	w := newWorld(t)
	for _, e := range w.examples(t) {
		if e.Method != "GET" || e.want != http.StatusOK {
			continue
		}
		t.Run(e.Path, func(t *testing.T) {
			get := w.must(t, e.call)
			head := e.call
			head.method = "HEAD"
			a := w.must(t, head)
			if strings.HasSuffix(e.Path, "/audit/export") { // it notes itself
				get.header.Del("Content-Length")
				a.header.Del("Content-Length")
			}
			for _, h := range []http.Header{get.header, a.header} {
				h.Del("X-Request-Id")
			}
			if !maps.EqualFunc(get.header, a.header, slices.Equal) {
				t.Errorf("HEAD %v\nGET  %v", a.header, get.header)
			}
		})
	}
}

func TestEveryRouteRefusesOtherParameters(t *testing.T) {
	w := newWorld(t)
	var bad []scenario
	for _, e := range w.examples(t) {
		if slices.Contains(e.Query, "*") {
			continue // conversions name their options; see TestConvertRefuses
		}
		with := func(query, field string) {
			c := e.call
			c.path, _, _ = strings.Cut(c.path, "?")
			c.path += "?" + query
			bad = append(bad, scenario{e.Method + " " + c.path, c, 400, "query_malformed", field})
		}
		with("bogus=1", "bogus")
		with("bogus", "bogus")
		with("=1", "")
		if len(e.Query) > 0 {
			name := e.Query[0]
			with(name+"=1&"+strings.ToUpper(name)+"=1", strings.ToUpper(name))
			with(name+"=1&"+name+"=1", name)
		}
	}
	w.try(t, bad)
}

func TestUnknownPathsAreProblemsBelowAPI(t *testing.T) {
	w := newWorld(t)
	var unknown []scenario
	for _, path := range []string{
		"/api", "/api/", "/api/nothing", "/api/auth", "/api/auth/login/", "/api/admin/users/", "/api/user/ballots",
		"/api/admin/elections/a/b/c/d/e",
		"/api/a%20b", "/api/%C3%A9", "/api/%ff", "/api/%3Cscript%3E", "/api/../etc/passwd", "/api/%2e%2e%2f%2e%2e%2fetc",
		"/api/user/profile/photo/%2e%2e%2f" + w.photo, "/api/user/profile/photo/x/" + w.photo,
		"/api/user/profile/photo//" + w.photo,
	} {
		for _, method := range []string{"GET", "POST", "DELETE"} {
			unknown = append(unknown, scenario{name: method + " " + path, call: call{method: method, path: path}, want: 404,
				code: "route_not_found"})
		}
	}
	w.try(t, unknown)
}
