package handlers_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"ostrakon/handlers"
	"ostrakon/store/refusal"
	"ostrakon/web"
)

// description is the API's description as it is served, and once more with schemas that take no
// more of an answer than they describe: clients have to expect new fields, tests do not.
type description struct {
	doc    *openapi3.T
	router routers.Router // of the strict one
	// the problems that were held against it, so that the same one again takes no time; see sameProblem
	agreed *sync.Map
}

var described = sync.OnceValues(func() (d description, err error) {
	source, err := handlers.OpenAPI()
	if err != nil {
		return d, err
	}
	if d.doc, err = openapi3.NewLoader().LoadFromData(source); err != nil {
		return d, err
	}
	if err = d.doc.Validate(context.Background()); err != nil {
		return d, err
	}
	strict, err := openapi3.NewLoader().LoadFromData(source)
	if err != nil {
		return d, err
	}
	for _, item := range strict.Paths.Map() {
		for _, op := range item.Operations() {
			for _, response := range op.Responses.Map() {
				for _, media := range response.Value.Content {
					closeSchema(media.Schema)
				}
			}
		}
	}
	d.agreed = new(sync.Map)
	for _, table := range []string{"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "text/csv"} {
		openapi3filter.RegisterBodyDecoder(table, openapi3filter.FileBodyDecoder) // its CSV takes no semicolons
	}
	// The validator of 3.1 compiles a schema for every answer, in two fifths of the time of all tests.
	// That of 3.0 knows what this description says, types with null and all; it knows no const.
	strict.OpenAPI = "3.0.3"
	d.router, err = gorillamux.NewRouter(strict)
	return d, err
})

// closeSchema makes a schema, and those within it, refuse fields that are not described. What
// extends another schema is left to that one.
func closeSchema(ref *openapi3.SchemaRef) {
	if ref == nil || ref.Value == nil {
		return
	}
	s := ref.Value
	if s.AdditionalProperties.Has != nil || s.AdditionalProperties.Schema != nil {
		closeSchema(s.AdditionalProperties.Schema)
		return // open on purpose, or closed already
	}
	if len(s.Properties) > 0 && len(s.AllOf) == 0 {
		closed := false
		s.AdditionalProperties.Has = &closed
	}
	for _, part := range s.Properties {
		closeSchema(part)
	}
	for _, parts := range []openapi3.SchemaRefs{s.AllOf, s.AnyOf, s.OneOf, {s.Items}} {
		for _, part := range parts {
			closeSchema(part)
		}
	}
}

func theDescription(tb testing.TB) description {
	tb.Helper()
	d, err := described()
	if err != nil {
		tb.Fatalf("openapi.yaml: %v", err)
	}
	return d
}

// checkAnswer holds an answer against the description: headers, media type, body, and for an error
// its shape and whether the operation lists its code. A request that succeeded must be one that the
// description allows.
func checkAnswer(tb testing.TB, r *http.Request, a answer) {
	tb.Helper()
	checkGuards(tb, r, a)
	asked := r.Clone(r.Context())
	if r.Method == http.MethodHead {
		asked.Method = http.MethodGet
	}
	route, params, err := theDescription(tb).router.FindRoute(asked)
	switch {
	case errors.Is(err, routers.ErrPathNotFound), strings.Contains(strings.ToLower(r.URL.EscapedPath()), "%2f"):
		// The server takes an encoded slash for a slash; the router of the description does not.
		if strings.HasPrefix(r.URL.Path, "/api/") {
			checkProblem(tb, r, a)
		}
		return
	case errors.Is(err, routers.ErrMethodNotAllowed):
		if r.Method != http.MethodOptions {
			checkProblem(tb, r, a)
		}
		return
	case err != nil:
		tb.Fatal(err)
	}
	if a.status == http.StatusBadRequest && bytes.Contains(a.body, []byte(`"query_malformed"`)) {
		checkProblem(tb, r, a)
		return
	}
	kind := r.Header.Get("Content-Type")
	in := &openapi3filter.RequestValidationInput{Request: asked, PathParams: params, Route: route,
		Options: &openapi3filter.Options{
			AuthenticationFunc: openapi3filter.NoopAuthenticationFunc, SkipSettingDefaults: true,
			// the validator's CSV has as many cells in every line
			ExcludeRequestBody: strings.HasPrefix(kind, "multipart/") || kind == "text/csv",
		}}
	if a.status == http.StatusOK {
		if err := openapi3filter.ValidateRequest(r.Context(), in); err != nil {
			tb.Errorf("%s %s succeeded, but is not described so: %v", r.Method, r.URL.Path, err)
		}
	}
	if a.status >= 400 {
		code := checkProblem(tb, r, a)
		if !slices.Contains(codesOf(route.Operation)[strconv.Itoa(a.status)], code) {
			tb.Errorf("%s %s: %d does not list %s in x-codes", asked.Method, route.Path, a.status, code)
		}
		if _, again := theDescription(tb).agreed.LoadOrStore(asked.Method+" "+route.Path+" "+sameProblem(tb, a),
			true); again {
			return
		}
	}
	if a.status < 400 && route.Operation.Responses.Status(a.status) == nil {
		tb.Errorf("%s %s answered %d, which is not described", r.Method, r.URL.Path, a.status)
	}
	out := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: in, Status: a.status, Header: a.header, Body: io.NopCloser(bytes.NewReader(a.body)),
		Options: &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true},
	}
	if err := openapi3filter.ValidateResponse(r.Context(), out); err != nil {
		tb.Errorf("%s %s answered %d %s\nnot as described: %v", r.Method, r.URL.Path, a.status, a.body, err)
	}
}

// checkGuards checks what every answer has: a name, the headers that keep browsers from taking it for
// something else, and no cookie.
func checkGuards(tb testing.TB, r *http.Request, a answer) {
	tb.Helper()
	wrong := func(name string) { tb.Errorf("%s %s: %s is %q", r.Method, r.URL.Path, name, a.header.Values(name)) }
	bare := a.status == http.StatusNotModified // the copy that the client has says how to treat it
	for name, want := range map[string]string{
		"X-Request-Id": "", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
		"Cross-Origin-Resource-Policy": "",
	} {
		if got := a.header.Get(name); want == "" && got == "" || want != "" && got != want && !bare {
			wrong(name)
		}
	}
	framed := r.URL.Path == web.ViewURL // by sites of the settings
	if policy := a.header.Get("Content-Security-Policy"); !bare && (!strings.Contains(policy, "base-uri 'none'") ||
		!framed && !strings.Contains(policy, "frame-ancestors 'none'")) {
		wrong("Content-Security-Policy")
	}
	shared, forAll := a.header.Get("Cross-Origin-Resource-Policy") == "cross-origin",
		a.header.Get("Access-Control-Allow-Origin") == "*"
	if shared != forAll {
		wrong("Cross-Origin-Resource-Policy")
	}
	if a.header.Get("Set-Cookie") != "" || a.header.Get("Access-Control-Allow-Credentials") != "" {
		tb.Errorf("%s %s: %v", r.Method, r.URL.Path, a.header)
	}
	if len(a.body) > 0 && a.header.Get("Content-Type") == "" {
		wrong("Content-Type")
	}
}

// sameProblem is all of a problem but what checkProblem holds against the request.
func sameProblem(tb testing.TB, a answer) string {
	tb.Helper()
	p, headers := a.json(tb), a.header.Clone()
	delete(p, "instance")
	delete(p, "requestId")
	headers.Del("X-Request-Id")
	return fmt.Sprint(a.status, headers, p)
}

// checkProblem checks what the schema cannot: that the fields of a problem agree with the request
// and each other.
func checkProblem(tb testing.TB, r *http.Request, a answer) (code string) {
	tb.Helper()
	if got := a.header.Get("Content-Type"); got != "application/problem+json" {
		tb.Fatalf("%s %s: %d of type %q: %s", r.Method, r.URL.Path, a.status, got, a.body)
	}
	p := a.json(tb)
	code, _ = p["code"].(string)
	if problemOf(code) == nil {
		tb.Fatalf("%s %s: there is no code %q", r.Method, r.URL.Path, code)
	}
	want := obj{
		"code": code, "type": "/api/openapi.json#/x-problems/" + code, "status": float64(a.status),
		"title":    problemOf(code).Title(),
		"instance": r.URL.EscapedPath(), "requestId": a.header.Get("X-Request-Id"),
	}
	for name, value := range want {
		if p[name] != value {
			tb.Errorf("%s %s: %s is %v, want %v", r.Method, r.URL.Path, name, p[name], value)
		}
	}
	if problemOf(code).Status() != a.status {
		tb.Errorf("%s with status %d", code, a.status)
	}
	if got := a.header.Get("Cache-Control"); got != "no-store" {
		tb.Errorf("Cache-Control of a problem is %q", got)
	}
	checkFacts(tb, "x-problems", code, p["params"])
	fields, _ := p["errors"].([]any)
	for _, f := range fields {
		checkField(tb, code, f.(obj))
	}
	switch challenge, wait := a.header.Get("WWW-Authenticate"), a.header.Get("Retry-After"); {
	case (challenge == "Bearer") != (a.status == 401):
		tb.Errorf("%d with WWW-Authenticate %q", a.status, challenge)
	case (wait != "") != (a.status == 429 || a.status == 503):
		tb.Errorf("%d with Retry-After %q", a.status, wait)
	case a.status == 405 && a.header.Get("Allow") == "":
		tb.Error("405 without Allow")
	}
	return code
}

// problemOf is the problem of a code; nil if there is none.
func problemOf(code string) *refusal.Problem {
	for _, p := range refusal.Problems() {
		if p.Code() == code {
			return p
		}
	}
	return nil
}

// checkField checks that what is said of a field has a code that is described, and its facts.
func checkField(tb testing.TB, problem string, f obj) {
	tb.Helper()
	switch code, _ := f["code"].(string); {
	case code == problem:
		checkFacts(tb, "x-problems", code, f["params"])
	default:
		checkFacts(tb, "x-faults", code, f["params"])
	}
	if message, _ := f["message"].(string); fact.MatchString(message) {
		tb.Errorf("the message of field %v lacks a fact: %s", f["field"], message)
	}
}

// fact is the place of a fact in a message.
var fact = regexp.MustCompile(`\{(\w+)\}`)

// checkFacts checks that a list of the description has a code, with the facts that come with it.
func checkFacts(tb testing.TB, list, code string, params any) {
	tb.Helper()
	entries, _ := theDescription(tb).doc.Extensions[list].(map[string]any)
	entry, known := entries[code].(map[string]any)
	if !known {
		tb.Errorf("%s does not list %q", list, code)
	}
	facts, _ := params.(obj)
	for name := range facts {
		if !slices.Contains(listOf(entry["params"]), name) {
			tb.Errorf("%s of %s does not list the fact %s", list, code, name)
		}
	}
}

func listOf(value any) []string {
	var list []string
	items, _ := value.([]any)
	for _, item := range items {
		list = append(list, fmt.Sprint(item))
	}
	return list
}

// codesOf is the codes, by status, of the problems that an operation answers.
func codesOf(op *openapi3.Operation) map[string][]string {
	byStatus := make(map[string][]string)
	listed, _ := op.Responses.Default().Value.Extensions["x-codes"].(map[string]any)
	for status, codes := range listed {
		byStatus[status] = listOf(codes)
	}
	return byStatus
}
