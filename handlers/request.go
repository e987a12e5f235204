package handlers

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/julienschmidt/httprouter"

	"ostrakon/store"
	"ostrakon/store/fault"
)

// request is a request on its way to a handler, with what was found out about it.
type request struct {
	*http.Request
	id     string            // names the request in answers and logs
	client string            // the client's address, for limits
	params httprouter.Params // of the route
	user   store.User        // who asks; zero on public routes
}

// maxJSON bounds a JSON body, in bytes.
const maxJSON = 64 << 10

// maxQuery bounds a search for people, in characters.
const maxQuery = 254

// maxForm is what a multipart body may have beside the image, in bytes.
const maxForm = 16 << 10

// body reads the request's body up to a limit in bytes.
func (r *request) body(w http.ResponseWriter, limit int64) ([]byte, error) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	var tooLarge *http.MaxBytesError
	if err != nil && !errors.As(err, &tooLarge) {
		return nil, malformedJSON("incomplete", "The request ended before its body was complete.")
	}
	return raw, err
}

// decode reads a JSON object strictly: no field it does not know, nothing after it.
func (r *request) decode(w http.ResponseWriter, into any) error {
	raw, err := r.body(w, maxJSON)
	if err != nil {
		return err
	}
	return unmarshal(raw, into)
}

// decodeOptional is decode for a body that may be left out.
func (r *request) decodeOptional(w http.ResponseWriter, into any) error {
	raw, err := r.body(w, maxJSON)
	if err != nil || len(raw) == 0 {
		return err
	}
	return unmarshal(raw, into)
}

// malformedJSON is the problem of a body that is no JSON object, for a reason that programs know too.
func malformedJSON(reason, detail string) error {
	return &problem{Code: "malformed_json", Detail: detail, Params: fault.Params{"reason": reason}}
}

// badForm is the problem of a form, for a reason that programs know too.
func badForm(reason, detail string) *problem {
	return &problem{Code: "invalid_multipart", Detail: detail, Params: fault.Params{"reason": reason}}
}

func unmarshal(raw []byte, into any) error {
	if !utf8.Valid(raw) {
		return malformedJSON("not_utf8", "The body is not valid UTF-8.")
	}
	if trimmed := bytes.TrimLeft(raw, " \t\r\n"); len(trimmed) == 0 || trimmed[0] != '{' {
		return malformedJSON("not_object", "The body must be one JSON object.")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return jsonProblem(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return malformedJSON("trailing_data", "There is something after the JSON object.")
	}
	return nil
}

// jsonProblem says what is wrong with a JSON body in the client's words.
func jsonProblem(err error) error {
	var wrongType *json.UnmarshalTypeError
	var own *problem
	switch quoted, unknown := strings.CutPrefix(err.Error(), "json: unknown field "); {
	case unknown:
		name, _ := strconv.Unquote(quoted) // encoding/json has quoted it
		return invalid(name, fault.UnknownField, nil)
	case errors.As(err, &own):
		return own
	case errors.As(err, &wrongType):
		// The path to the field has the Go names of embedded structs in it: only its end is the client's word.
		return invalid(wrongType.Field[strings.LastIndexByte(wrongType.Field, '.')+1:], mustBe(wrongType), nil)
	}
	return malformedJSON("syntax", "The body is not valid JSON.")
}

func mustBe(wrong *json.UnmarshalTypeError) fault.Code {
	switch {
	case wrong.Type == reflect.TypeFor[time.Time]():
		return fault.NotTime
	case wrong.Type.Kind() == reflect.Bool:
		return fault.NotBoolean
	case wrong.Type.Kind() == reflect.Struct:
		return fault.NotObject
	}
	return fault.NotString
}

// optional is a field that may be absent (leave as it is) or null (clear).
type optional[T any] struct {
	set, null bool
	value     T
}

// UnmarshalJSON notes that the field is there.
func (o *optional[T]) UnmarshalJSON(raw []byte) error {
	o.set = true
	if o.null = bytes.Equal(raw, []byte("null")); o.null {
		return nil
	}
	err := json.Unmarshal(raw, &o.value)
	var wrongType *json.UnmarshalTypeError
	if err != nil && !errors.As(err, &wrongType) { // a time that does not parse says so in a way of its own
		err = &json.UnmarshalTypeError{Value: "string", Type: reflect.TypeFor[T]()}
	}
	return err
}

// clearable is the change that a field asks for: nil, or a new value, the zero one for null.
func (o optional[T]) clearable() *T {
	if !o.set {
		return nil
	}
	return &o.value
}

// required is the change that a field asks for; null is refused.
func (o optional[T]) required(field string, faults *[]fieldProblem) *T {
	if o.null {
		*faults = append(*faults, faultOf(field, fault.Null, nil))
	}
	return o.clearable()
}

// utc is the change that a time asks for, as it is kept: whole milliseconds of
// UTC. A year that RFC 3339 cannot write in UTC is refused, and so is the zero time, which stands for none.
func utc(o optional[time.Time], field string, faults *[]fieldProblem) *time.Time {
	t := o.clearable()
	if t == nil || o.null {
		return t
	}
	*t = t.UTC().Truncate(time.Millisecond)
	if y := t.Year(); y < 1970 || y > 9999 {
		*faults = append(*faults, faultOf(field, fault.YearOutOfRange, fault.Params{"min": 1970, "max": 9999}))
	}
	return t
}

// page reads limit and after.
func (r *request) page() (store.Page, error) {
	q := r.URL.Query()
	p := store.Page{After: q.Get("after")}
	if text := q.Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > store.MaxPage {
			return p, invalid("limit", fault.NotInteger, fault.Params{"min": 1, "max": store.MaxPage})
		}
		p.Limit = n
	}
	return p, nil
}

// search reads the page and the words of a search for people.
func (r *request) search() (store.Page, string, error) {
	page, err := r.page()
	query := r.URL.Query().Get("query")
	if err == nil && (!utf8.ValidString(query) || utf8.RuneCountInString(query) > maxQuery) {
		err = invalid("query", fault.QueryInvalid, fault.Params{"max": maxQuery})
	}
	return page, query, err
}

// flag reads a query parameter that is true, false or absent.
func (r *request) flag(name string, faults *[]fieldProblem) bool {
	switch r.URL.Query().Get(name) {
	case "true":
		return true
	case "", "false":
		return false
	}
	*faults = append(*faults, faultOf(name, fault.NotBoolean, nil))
	return false
}

// clip shortens what a client sent to what can be shown.
func clip(s string) string {
	const most = 80
	if len(s) > most {
		return strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
