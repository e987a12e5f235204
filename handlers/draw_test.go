package handlers_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"ostrakon/handlers"
)

// operation is one method of one path of the API document.
type operation struct {
	path, method string
	*openapi3.Operation
}

// takesJSON reports whether the body of an operation is JSON.
func takesJSON(op *openapi3.Operation) bool {
	return op.RequestBody != nil && op.RequestBody.Value.Content.Get("application/json") != nil
}

// drawer draws requests: some that their operation carries out, most of them spoiled a little.
type drawer struct {
	*rand.Rand
	tb         testing.TB
	operations []operation
	examples   map[string]example // by method and path of the document
	tokens     []string
	ids        []string // of things of every kind
	words      []any    // values that some field takes
}

func newDrawer(tb testing.TB, w *world, operations []operation, random *rand.Rand) *drawer {
	tb.Helper()
	d := &drawer{Rand: random, tb: tb, operations: operations, examples: make(map[string]example)}
	for _, e := range w.examples(tb) {
		d.examples[e.Method+" "+handlers.Templated(e.Path)] = e
	}
	d.tokens = []string{
		"", w.admin.token, w.second.token, w.ada.token, w.ben.token, w.cleo.token, "Bearer", "Bearer ",
		"Basic " + w.ada.token, "eyJ.eyJ.eyJ",
		w.expiredToken(tb, w.ada, "USER"), w.endedToken(tb, w.admin, "ADMIN"), w.sign(tb, w.sessionClaims(w.ada, "ADMIN")),
		"ä" + w.ada.token,
	}
	d.ids = []string{w.admin.id, w.ada.id, w.ben.id, w.entry, w.leaf, w.photo, w.key, unknownID}
	for _, c := range []contest{w.draft, w.active, w.completed, w.counted} {
		d.ids = append(append(d.ids, c.id), c.candidates...)
	}
	for _, id := range d.ids {
		d.words = append(d.words, id)
	}
	d.words = append(d.words, w.ada.email, w.second.email, rightPassword, freshPassword, numberOf(1), numberOf(9),
		"ACTIVE", "COMPLETED", "ADMIN", "custom-glb")
	return d
}

// oneIn is true once in n times.
func (d *drawer) oneIn(n int) bool { return d.IntN(n) == 0 }

func pick[T any](d *drawer, from []T) T { return from[d.IntN(len(from))] }

// draw draws a request.
func (d *drawer) draw() call {
	op := pick(d, d.operations)
	e, known := d.examples[op.method+" "+op.path]
	if !known {
		d.tb.Fatalf("there is no example of %s %s", op.method, op.path)
	}
	c := e.call
	c.path = d.pathOf(op, c.path)
	c.header = maps.Clone(c.header)
	if c.header == nil {
		c.header = make(http.Header)
	}
	if query := d.query(op); query != "" {
		c.path += "?" + query
	}
	if d.oneIn(4) {
		c.token = pick(d, d.tokens)
	}
	if op.RequestBody != nil || d.oneIn(12) {
		d.spoilBody(&c, op)
	}
	if d.oneIn(15) {
		c.method = pick(d, []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "get", "BREW"})
	}
	for name, values := range map[string][]string{
		"Accept": {"*/*", "text/html", "image/webp;q=1", ",;"}, "If-None-Match": {"*", `"x"`, "x"},
		"Range":  {"bytes=0-1", "bytes=9-", "lines=1"},
		"Origin": {"https://elsewhere.example", "null"}, "Accept-Encoding": {"gzip", "br;q=1, *;q=0"},
	} {
		if d.oneIn(25) {
			c.header.Set(name, pick(d, values))
		}
	}
	c.from = fmt.Sprintf("198.18.0.%d", d.IntN(250))
	c.chunked = d.oneIn(20)
	return c
}

// pathOf fills the parameters of a path: most often with those of the example.
func (d *drawer) pathOf(op operation, example string) string {
	steps, values := strings.Split(op.path, "/"), strings.Split(example, "/")
	for i, step := range steps {
		if !strings.HasPrefix(step, "{") {
			continue
		}
		switch {
		case d.oneIn(6):
			steps[i] = pick(d, d.ids)
		case d.oneIn(12):
			steps[i] = pick(d, malformedIDs())
		case d.oneIn(12):
			steps[i] = url.PathEscape(pick(d, oddTexts()))
		default:
			steps[i] = values[i]
		}
	}
	return strings.Join(steps, "/")
}

func (d *drawer) query(op operation) string {
	var parts []string
	add := func(name, value string) {
		parts = append(parts, url.QueryEscape(name)+"="+url.QueryEscape(value))
	}
	for _, p := range op.Parameters {
		if p.Value.In != "query" || d.oneIn(2) {
			continue
		}
		value := fmt.Sprint(d.valid(p.Value.Schema.Value, 0))
		if d.oneIn(3) {
			value = pick(d, append(oddTexts(), "0", "-1", "1e9", "201", "true", "TRUE", pick(d, d.ids)))
		}
		add(p.Value.Name, value)
		if d.oneIn(20) {
			add(p.Value.Name, value)
		}
	}
	if d.oneIn(15) {
		add(pick(d, []string{"surprise", "Limit", "limit ", "", "limit[]"}), pick(d, oddTexts()))
	}
	if d.oneIn(30) {
		parts = append(parts, pick(d, []string{"%zz", "a;b", "=", "&&", "limit", "a=%00", "a=%ff"}))
	}
	return strings.Join(parts, "&")
}

// valid draws a value that a schema allows, as far as its types, enums and bounds say.
func (d *drawer) valid(s *openapi3.Schema, depth int) any {
	switch {
	case s == nil || depth > 6:
		return nil
	case len(s.Enum) > 0:
		return pick(d, s.Enum)
	case len(s.OneOf) > 0:
		return d.valid(pick(d, s.OneOf).Value, depth+1)
	case len(s.AllOf) > 0:
		return d.valid(pick(d, s.AllOf).Value, depth+1)
	case s.Type == nil:
		return pick(d, d.words)
	}
	switch kind := pick(d, s.Type.Slice()); kind {
	case "null":
		return nil
	case "boolean":
		return d.oneIn(2)
	case "integer", "number":
		low, high := 0.0, 1000.0
		if s.Min != nil {
			low = *s.Min
		}
		if s.Max != nil {
			high = *s.Max
		}
		return int(low) + d.IntN(max(1, int(high-low)+1))
	case "array":
		list := []any{}
		for range d.IntN(4) {
			list = append(list, d.valid(s.Items.Value, depth+1))
		}
		return list
	case "object":
		o := obj{}
		for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
			if slices.Contains(s.Required, name) || d.oneIn(2) {
				o[name] = d.valid(s.Properties[name].Value, depth+1)
			}
		}
		return o
	}
	switch s.Format {
	case "date":
		return time.Date(1900+d.IntN(140), time.Month(1+d.IntN(12)), 1+d.IntN(28), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
	case "date-time":
		return time.Date(2031, 5, 1+d.IntN(60), d.IntN(24), 0, 0, 0, time.UTC).Format(time.RFC3339)
	case "email":
		return fmt.Sprintf("drawn%d%s", d.IntN(1000), addressMark)
	}
	if d.oneIn(2) {
		return pick(d, d.words)
	}
	return strings.Repeat(pick(d, []string{"a", "Zoë ", "7", "題"}), 1+d.IntN(12))
}

// odd draws a value that hardly any field takes.
func (d *drawer) odd() any {
	raw := func(text string) any { return json.RawMessage(text) }
	return pick(d, []any{
		nil, true, 0, -1, 7.5, raw("1e400"), raw("-0"), raw("123456789012345678901234567890"), []any{}, []any{nil}, obj{},
		obj{"a": obj{}},
		raw(`{"a":1,"a":2}`), raw(`"\ud800"`), raw(`"\udc00\ud800"`), raw(`"\u0000"`),
		raw(strings.Repeat("[", 500) + strings.Repeat("]", 500)),
		pick(d, oddTexts()), pick(d, oddTexts()), pick(d, d.words), pick(d, d.words), strings.Repeat("w", 300),
		strings.Repeat("long ", 9000),
	})
}

// oddTexts are texts that a form rarely gets.
func oddTexts() []string {
	return []string{
		"", " ", "null", "0", "-1", "a\x00b", "\ufeff", "\u202eabc", "e\u0301", "é", "<b>&amp;</b>", `"'\`,
		"../../etc/passwd", "%2e%2e", "a/b", "\r\nX: y",
		"2031-02-30", "2031-02-28", "0000-00-00", "1984-3-17", "2031-05-01T25:00:00Z", "2031-05-01T10:00:00", "x@", "@",
		"x@y", "👩🏽‍🚀", "٣", "\xff\xfe",
		strings.Repeat("é", 200), strings.Repeat("x", 2000),
	}
}

// spoilBody gives a request a body: its example, or one of its schema, changed in no or a few ways.
func (d *drawer) spoilBody(c *call, op operation) {
	var content openapi3.Content
	if op.RequestBody != nil {
		content = op.RequestBody.Value.Content
	}
	var raw []byte
	kind := "application/json"
	switch o, isObject := c.body.(obj); {
	case isObject && takesJSON(op.Operation):
		raw = d.object(o, content.Get("application/json").Schema.Value)
	case content["text/csv"] != nil:
		kind, raw = "text/csv", d.table()
	default:
		raw, kind = d.form(c.body)
	}
	for d.oneIn(10) {
		raw = d.spoilBytes(raw)
	}
	if d.oneIn(15) {
		kind = pick(d, []string{
			"", "text/plain", "application/json; charset=utf-8", "application/json;charset=latin1",
			"application/x-www-form-urlencoded", "text/csv",
			"multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; boundary=x", "a/b/c", ";",
			"APPLICATION/JSON",
		})
	}
	c.body = raw
	c.header.Set("Content-Type", kind)
	if kind == "" {
		c.header.Del("Content-Type")
	}
}

func (d *drawer) object(example obj, schema *openapi3.Schema) []byte {
	o := maps.Clone(example)
	if d.oneIn(3) {
		if drawn, ok := d.valid(schema, 0).(obj); ok {
			o = drawn
		}
	}
	names := slices.Sorted(maps.Keys(schema.Properties))
	for len(names) > 0 && d.oneIn(2) {
		name := pick(d, names)
		switch {
		case d.oneIn(4):
			delete(o, name)
		case d.oneIn(8):
			o[pick(d, []string{"surprise", "", "__proto__", strings.ToUpper(name), name + "\x00"})] = d.odd()
		case d.oneIn(3):
			o[name] = d.valid(schema.Properties[name].Value, 0)
		default:
			o[name] = d.odd()
		}
	}
	raw := must(json.Marshal(o))(d.tb)
	if len(names) > 0 && d.oneIn(25) { // a member twice
		raw = append([]byte(fmt.Sprintf("{%q:null,", pick(d, names))), raw[1:]...)
	}
	return raw
}

// spoilBytes changes a body whatever it is.
func (d *drawer) spoilBytes(raw []byte) []byte {
	at := d.IntN(len(raw) + 1)
	switch d.IntN(9) {
	case 0:
		return append([]byte("\ufeff"), raw...)
	case 1:
		return raw[:at]
	case 2:
		return append(raw, pick(d, []string{"{}", "x", "\x00", " ", "\n\n"})...)
	case 3:
		return slices.Insert(slices.Clone(raw), at,
			[]byte(pick(d, []string{"\x00", "\xff", "\"", "\r\n", "\\ud800", ","}))...)
	case 4:
		return nil
	case 5:
		return []byte(pick(d, []string{"null", "[]", `"text"`, "7", "{", "{}", "[{}]", "\xff\xfe{\x00}\x00"}))
	case 6:
		return bytes.Repeat([]byte(pick(d, []string{"[", `{"a":`, " "})), 12_000)
	case 7:
		return append(raw, bytes.Repeat([]byte(" "), 70_000)...)
	}
	return bytes.ToUpper(raw)
}

// table is a roll to import.
func (d *drawer) table() []byte {
	columns := []string{"full_name", "national_id", "voter_id", "date_of_birth", "member", "email", "surprise", ""}
	d.Shuffle(len(columns), func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
	if d.oneIn(2) {
		columns = []string{"full_name", "national_id", "date_of_birth", "member"}
	}
	columns = columns[:1+d.IntN(len(columns))]
	separator := pick(d, []string{",", ",", ";", "\t"})
	lines := []string{strings.Join(columns, separator)}
	for n := range d.IntN(5) {
		var cells []string
		for range columns {
			cells = append(cells, pick(d, append(oddTexts(), "Emil Sand", numberOf(50+n), "1984-03-17", "M-9",
				`"quoted, ""twice"""`)))
		}
		lines = append(lines, strings.Join(cells, separator))
	}
	return []byte(strings.Join(lines, pick(d, []string{"\n", "\r\n", "\r"})))
}

// form is a form with a file, or with none or several.
func (d *drawer) form(example any) (raw []byte, kind string) {
	switch f := example.(type) {
	case form:
		switch d.IntN(5) {
		case 0:
			f = append(f, f...)
		case 1:
			f = form{{pick(d, oddTexts()[:8]),
				pick(d, [][]byte{nil, []byte("GIF89a"), pngHeader(60000, 60000), smallJPEG(d.tb)[:90], []byte("<svg/>")})}}
		case 2:
			f = nil
		}
		return f.encode(d.tb)
	case modelForm:
		f = slices.Clone(f)
		for d.oneIn(2) {
			name := pick(d, []string{"method", "file", "shading", "async", "units", "merge", "surprise", "color", ""})
			f = append(f, field{name, pick(d, []string{"", "x.stl", "../x"}),
				[]byte(pick(d, append(oddTexts(), "custom", "meshlib", "1", "#ff0000")))})
		}
		d.Shuffle(len(f), func(i, j int) { f[i], f[j] = f[j], f[i] })
		return f.encode(d.tb)
	}
	return []byte(pick(d, oddTexts())), pick(d, []string{"text/plain", "application/json"})
}
