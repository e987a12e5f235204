package handlers_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"ostrakon/convert/remark"
	"ostrakon/handlers"
	"ostrakon/store/refusal"
)

func TestEveryRouteIsDescribed(t *testing.T) {
	doc := theDescription(t).doc
	known := make(map[string]bool)
	for _, rt := range handlers.Routes() {
		name := rt.Method + " " + handlers.Templated(rt.Path)
		known[name] = true
		item := doc.Paths.Value(handlers.Templated(rt.Path))
		if item == nil || item.GetOperation(rt.Method) == nil {
			t.Errorf("openapi.yaml has no %s", name)
			continue
		}
		op := item.GetOperation(rt.Method)
		if op.Security == nil {
			t.Errorf("%s states no security", name)
			continue
		}
		takes := []string{}
		for _, p := range op.Parameters {
			if p.Value.In == "query" {
				takes = append(takes, p.Value.Name)
			}
		}
		if known := slices.Sorted(slices.Values(rt.Query)); !slices.Contains(known, "*") &&
			!slices.Equal(known, slices.Sorted(slices.Values(takes))) {
			t.Errorf("%s takes %v in its query, openapi.yaml says %v", name, rt.Query, takes)
		}
		want := openapi3.SecurityRequirements{}
		switch rt.Access {
		case "signed-in":
			want = openapi3.SecurityRequirements{{"bearerAuth": {}}}
		case "USER", "ADMIN":
			want = openapi3.SecurityRequirements{{"bearerAuth": {rt.Access}}}
		}
		if !reflect.DeepEqual(*op.Security, want) {
			t.Errorf("%s is for %s, openapi.yaml says %v", name, rt.Access, *op.Security)
		}
	}
	for path, item := range doc.Paths.Map() {
		for method := range item.Operations() {
			if !known[method+" "+path] {
				t.Errorf("there is no route for %s %s", method, path)
			}
		}
	}
}

// Whatever a client can see is listed: each problem with its status and summary, each fault with
// its sentence.
func TestEveryCodeIsDescribed(t *testing.T) {
	doc := theDescription(t).doc
	problems, _ := doc.Extensions["x-problems"].(map[string]any)
	for _, p := range refusal.Problems() {
		entry, _ := problems[p.Code()].(map[string]any)
		if fmt.Sprint(entry["status"]) != strconv.Itoa(p.Status()) || entry["title"] != p.Title() {
			t.Errorf("%s is described as %v", p.Code(), entry)
		}
		if !slices.Contains(doc.Components.Schemas["ProblemCode"].Value.Enum, any(p.Code())) {
			t.Errorf("%s is no ProblemCode", p.Code())
		}
	}
	faults, _ := doc.Extensions["x-faults"].(map[string]any)
	check := func(code, text string) {
		entry, _ := faults[code].(map[string]any)
		if entry["message"] != text {
			t.Errorf("%s says %q, x-faults %v", code, text, entry)
		}
		if !slices.Contains(doc.Components.Schemas["FieldCode"].Value.Enum, any(code)) {
			t.Errorf("%s is no FieldCode", code)
		}
	}
	for _, f := range refusal.Faults() {
		check(f.Code(), f.Text())
	}
	for _, k := range remark.OptionFaults() {
		check(k.Code(), k.Text())
	}
}

// Clients are made from the names of operations. testdata/operations.txt has each with its method and path; the list
// only grows while the version is 1.
func TestOperationsKeepTheirNames(t *testing.T) {
	described := make(map[string]bool)
	for path, item := range theDescription(t).doc.Paths.Map() {
		for method, op := range item.Operations() {
			described[op.OperationID+" "+method+" "+path] = true
		}
	}
	for kept := range strings.Lines(string(must(os.ReadFile("testdata/operations.txt"))(t))) {
		kept = strings.TrimSuffix(kept, "\n")
		if !described[kept] {
			t.Errorf("clients call %s, which is not described", kept)
		}
		delete(described, kept)
	}
	for added := range described {
		t.Errorf("testdata/operations.txt lacks the line %s", added)
	}
}

// The catalogue says which operations answer a problem by their names: each must be one.
func TestProblemsNameOperations(t *testing.T) {
	known := make(map[string]bool)
	for _, item := range theDescription(t).doc.Paths.Map() {
		for _, op := range item.Operations() {
			known[op.OperationID] = true
		}
	}
	for _, p := range refusal.Problems() {
		for _, name := range p.Operations() {
			if !known[name] {
				t.Errorf("%s comes from %q, which is no operation", p.Code(), name)
			}
		}
	}
}

// Routes and methods that do not exist are refused before any operation is found, so no operation
// lists these codes.
var codesOfNoOperation = []string{"route_not_found", "method_not_allowed"}

func TestEveryCodeStandsWithItsStatus(t *testing.T) {
	listed := make(map[string]bool)
	for path, item := range theDescription(t).doc.Paths.Map() {
		for method, op := range item.Operations() {
			for status := range op.Responses.Map() {
				if status != "default" && status >= "400" {
					t.Errorf("%s %s has problems of status %s beside those of default", method, path, status)
				}
			}
			for status, codes := range codesOf(op) {
				for _, code := range codes {
					listed[code] = true
					if got := strconv.Itoa(problemOf(code).Status()); got != status {
						t.Errorf("%s %s lists %s with %s, its status is %s", method, path, code, status, got)
					}
				}
			}
		}
	}
	for _, p := range refusal.Problems() {
		code := p.Code()
		if listed[code] == slices.Contains(codesOfNoOperation, code) {
			t.Errorf("%s: listed by an operation is %t", code, listed[code])
		}
	}
}

func TestDescriptionIsServedInBothForms(t *testing.T) {
	o := newOffice(t)
	source := must(handlers.OpenAPI())(t)
	asYAML := o.must(t, call{method: "GET", path: "/api/openapi.yaml"})
	if !bytes.Equal(asYAML.body, source) || asYAML.header.Get("Content-Type") != "application/yaml" {
		t.Error("openapi.yaml is not served as it is completed")
	}
	asJSON := o.must(t, call{method: "GET", path: "/api/openapi.json"})
	served := must(openapi3.NewLoader().LoadFromData(asJSON.body))(t)
	if served.Paths.Len() != theDescription(t).doc.Paths.Len() || asJSON.header.Get("Content-Type") != "application/json" {
		t.Error("openapi.json is another document")
	}
	for _, plain := range []answer{asJSON, asYAML} {
		again := call{method: "GET", path: "/api/openapi.json", header: http.Header{"Accept-Encoding": {"br, gzip"}}}
		if plain.header.Get("Content-Type") == "application/yaml" {
			again.path = "/api/openapi.yaml"
		}
		r := again.request(t)
		w := httptest.NewRecorder()
		o.server.ServeHTTP(w, r)
		if w.Header().Get("Content-Encoding") != "gzip" || w.Header().Get("ETag") == plain.header.Get("ETag") ||
			w.Body.Len() > len(plain.body)/4 {
			t.Errorf("%s: compressed, %d of %d bytes with %v", again.path, w.Body.Len(), len(plain.body), w.Header())
		}
		in := must(gzip.NewReader(w.Body))(t)
		if whole, err := io.ReadAll(in); err != nil || !bytes.Equal(whole, plain.body) {
			t.Errorf("%s is another document when it is compressed: %v", again.path, err)
		}
		for _, held := range []string{plain.header.Get("ETag"), w.Header().Get("ETag")} {
			again.header = http.Header{"If-None-Match": {held}}
			if held != plain.header.Get("ETag") {
				again.header.Set("Accept-Encoding", "gzip")
			}
			a := o.do(t, again)
			if a.status != http.StatusNotModified || len(a.body) > 0 || a.header.Get("Content-Encoding") != "" ||
				a.header.Get("Vary") != "Accept-Encoding" {
				t.Errorf("%s, held as %s: %d %v", again.path, held, a.status, a.header)
			}
		}
	}
	problems := asJSON.json(t)["x-problems"].(obj)
	for _, p := range refusal.Problems() {
		if _, found := problems[p.Code()]; !found {
			t.Errorf("the type of %s points nowhere", p.Code())
		}
	}
}

// What code generators stumble over: members that only alternatives require, numbers that become
// float32, and bodies without a schema.
func TestGeneratorsUnderstandTheDescription(t *testing.T) {
	doc := theDescription(t).doc
	for name, s := range doc.Components.Schemas {
		for _, alternative := range s.Value.OneOf {
			if len(alternative.Value.Properties) == 0 && alternative.Ref == "" {
				t.Errorf("%s has alternatives that differ in what they require", name)
			}
		}
		for member, p := range s.Value.Properties {
			if p.Ref == "" && p.Value.Type.Is("number") && p.Value.Format != "double" {
				t.Errorf("%s.%s is a number of no format", name, member)
			}
		}
		if s.Value.Type.Is("number") && s.Value.Format != "double" {
			t.Errorf("%s is a number of no format", name)
		}
	}
	for name, p := range doc.Components.Parameters {
		if doc.Components.Schemas[name] != nil && p.Value.Schema.Ref != "#/components/schemas/"+name {
			t.Errorf("%s names a parameter and another schema, which cannot both be types of a client", name)
		}
	}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			for status, r := range op.Responses.Map() {
				for mediaType, content := range r.Value.Content {
					if content.Schema == nil && mediaType != "multipart/byteranges" {
						t.Errorf("%s %s: %s of %s has no schema", method, path, mediaType, status)
					}
				}
			}
		}
	}
}

// Examples of schemas have every member that is required, and none that is not described. The loader checks those of
// bodies.
func TestExamplesHaveTheirForm(t *testing.T) {
	doc := must(openapi3.NewLoader().LoadFromData(must(handlers.OpenAPI())(t)))(t)
	for _, s := range doc.Components.Schemas {
		closeSchema(s)
	}
	check := func(name string, s *openapi3.Schema) {
		for _, example := range s.Examples {
			if err := s.VisitJSON(example, openapi3.MultiErrors()); err != nil {
				t.Errorf("an example of %s: %v", name, err)
			}
		}
	}
	for name, s := range doc.Components.Schemas {
		check(name, s.Value)
		for member, p := range s.Value.Properties {
			if p.Ref == "" {
				check(name+"."+member, p.Value)
			}
		}
	}
}
