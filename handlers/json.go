package handlers

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"maps"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// decode reads a JSON object strictly; see unmarshal.
func (r *request) decode(w http.ResponseWriter, into any) error {
	raw, err := r.body(w, maxJSON)
	if err != nil {
		return err
	}
	return unmarshal(raw, into, unknownField)
}

// decodeChange is decode for a change of a record. It accepts the fields that an answer shows and
// nobody can set, as long as they are unchanged: many clients read a record, change it and send all
// of it back. One that has changed meanwhile is refused, since the client has not seen that change.
// shown reads the record as answers show it. limit bounds the body, in bytes: maxJSON, or maxPaper
// where the record has the questions of an election.
func (r *request) decodeChange(w http.ResponseWriter, limit int64, into any, shown func() (any, error)) error {
	raw, err := r.body(w, limit)
	if err != nil {
		return err
	}
	var fields map[string]reflect.Value
	return unmarshal(raw, into, func(name string, value json.RawMessage) (*refusal.Fault, error) {
		if fields == nil {
			record, err := shown()
			if err != nil {
				return nil, err
			}
			fields = fieldsOf(reflect.ValueOf(record))
		}
		field, known := fields[name]
		if !known {
			return refusal.UnknownField, nil
		}
		have, err := json.Marshal(field.Interface())
		if err != nil || sameJSON(have, value) {
			return nil, err
		}
		return refusal.ReadOnly, nil
	})
}

// sameJSON reports whether two texts of JSON have the same value.
func sameJSON(a, b []byte) bool {
	var values [2]any
	return errors.Join(json.Unmarshal(a, &values[0]), json.Unmarshal(b, &values[1])) == nil && reflect.DeepEqual(values[0], values[1])
}

// unknownField is the fault of every member that the struct has no field for.
func unknownField(string, json.RawMessage) (*refusal.Fault, error) { return refusal.UnknownField, nil }

// decodeOptional is decode for a body that may be missing.
func (r *request) decodeOptional(w http.ResponseWriter, into any) error {
	raw, err := r.body(w, maxJSON)
	if err != nil || len(raw) == 0 {
		return err
	}
	return unmarshal(raw, into, unknownField)
}

// maxNamed is how many fields a refusal of a body names at most.
const maxNamed = 100

// unmarshal reads a JSON object into a struct, and nothing else: each member at most once, under
// the exact name of a field. Package encoding/json takes the last of several, in any case, so two
// programs could read one ballot differently. All members that are wrong are named at once. extra
// says what is wrong with a member that the struct has no field for.
func unmarshal(raw []byte, into any, extra extraMember) error {
	if !utf8.Valid(raw) {
		return refusal.JSONNotUTF8
	}
	if !isObject(bytes.TrimLeft(raw, " \t\r\n")) {
		return refusal.JSONNotObject
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	var object json.RawMessage
	if err := d.Decode(&object); err != nil {
		return refusal.JSONSyntax
	}
	if _, err := d.Token(); err != io.EOF {
		return refusal.JSONTrailingData
	}
	faults, err := readObject(object, fieldsOf(reflect.ValueOf(into).Elem()), extra)
	if err != nil {
		return err
	}
	return faults[:min(len(faults), maxNamed)].Err()
}

// extraMember returns the fault of a member that a struct has no field for, or nil if it has none.
type extraMember func(name string, value json.RawMessage) (*refusal.Fault, error)

func isNull(raw []byte) bool { return string(raw) == "null" }

func isObject(raw []byte) bool { return len(raw) > 0 && raw[0] == '{' }

// fieldsOf returns the fields of a struct and of the structs embedded in it by their names in JSON, or what the
// pointers of a map point to by its keys.
func fieldsOf(v reflect.Value) map[string]reflect.Value {
	fields := make(map[string]reflect.Value)
	if v.Kind() == reflect.Map {
		for name, at := range v.Seq2() {
			fields[name.String()] = at.Elem()
		}
		return fields
	}
	for i := range v.NumField() {
		if v.Type().Field(i).Anonymous {
			maps.Copy(fields, fieldsOf(v.Field(i)))
			continue
		}
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		fields[name] = v.Field(i)
	}
	return fields
}

// members are the members of an object, which is valid JSON, in its order. One that is there twice
// comes twice.
func members(object []byte) iter.Seq2[string, json.RawMessage] {
	return func(yield func(string, json.RawMessage) bool) {
		d := json.NewDecoder(bytes.NewReader(object))
		d.Token() // the brace; valid JSON has no token that is an error
		for d.More() {
			name, _ := d.Token()
			var value json.RawMessage
			d.Decode(&value)
			if !yield(name.(string), value) {
				return
			}
		}
	}
}

// readObject reads the members of an object, which is valid JSON, into fields.
func readObject(raw []byte, fields map[string]reflect.Value, extra extraMember) (faults input.Faults, err error) {
	seen := make(map[string]int)
	for name, value := range members(raw) {
		field, known := fields[name]
		switch seen[name]++; {
		case seen[name] == 2:
			faults.Add(clip(name), refusal.Repeated, nil)
		case seen[name] > 2:
		case hasLoneSurrogate(value):
			faults.Add(clip(name), refusal.NotUTF8, nil)
		case !known:
			fault, err := extra(name, value)
			if err != nil {
				return nil, err
			}
			if fault != nil {
				faults.Add(clip(name), fault, nil)
			}
		default:
			faults = append(faults, readMember(name, value, field)...)
		}
	}
	return faults, nil
}

// readMember reads one value into its field.
func readMember(name string, raw []byte, field reflect.Value) []refusal.Field {
	at := field.Addr().Interface()
	if o, ok := at.(optionalField); ok {
		value, null := o.present(raw)
		if null {
			return nil
		}
		return readMember(name, raw, value)
	}
	hasFields := field.Kind() == reflect.Struct || field.Kind() == reflect.Map
	if _, reads := at.(json.Unmarshaler); !reads && hasFields && isObject(raw) {
		faults, _ := readObject(raw, fieldsOf(field), unknownField) // which never fails
		return faults
	}
	if isNull(raw) && field.Kind() != reflect.Pointer && !hasFields {
		return []refusal.Field{refusal.Null.Of(name, nil)} // package encoding/json would leave the field as it is
	}
	err := json.Unmarshal(raw, at)
	if err == nil {
		return nil
	}
	wrong := &json.UnmarshalTypeError{Type: field.Type()} // for a time that does not parse, which is another error
	errors.As(err, &wrong)
	return []refusal.Field{mustBe(wrong.Type).Of(name, nil)}
}

// hasLoneSurrogate reports whether valid JSON has an escape such as \ud800, which is half of a
// character, without the other half. No text in UTF-8 has that character, and package encoding/json
// takes U+FFFD in its place.
func hasLoneSurrogate(raw []byte) bool {
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		first := escaped(raw[i:])
		i++ // what is escaped may be a backslash
		if !utf16.IsSurrogate(first) {
			continue
		}
		if utf16.DecodeRune(first, escaped(raw[i+5:])) == utf8.RuneError {
			return true
		}
		i += 10
	}
	return false
}

// escaped is the code unit of UTF-16 that valid JSON begins with as an escape, or -1.
func escaped(raw []byte) rune {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return -1
	}
	unit, _ := strconv.ParseUint(string(raw[2:6]), 16, 16)
	return rune(unit)
}

func mustBe(want reflect.Type) *refusal.Fault {
	if want == reflect.TypeFor[time.Time]() {
		return refusal.NotTime
	}
	switch want.Kind() {
	case reflect.Bool:
		return refusal.NotBoolean
	case reflect.Int:
		return refusal.NotNumber
	case reflect.Struct, reflect.Map:
		return refusal.NotObject
	case reflect.Slice:
		return refusal.NotList
	}
	return refusal.NotString
}

// optional is a field that may be absent (leave as it is) or null (clear).
type optional[T any] struct {
	set, null bool
	value     T
}

// optionalField is an optional of any type.
type optionalField interface {
	// present notes that the field is there, and returns what its value is read into.
	present(raw []byte) (value reflect.Value, null bool)
}

func (o *optional[T]) present(raw []byte) (value reflect.Value, null bool) {
	o.set, o.null = true, isNull(raw)
	return reflect.ValueOf(&o.value).Elem(), o.null
}

// clearable is the change that a field asks for: nil for none, or a new value, which is zero for
// null.
func (o optional[T]) clearable() *T {
	if !o.set {
		return nil
	}
	return &o.value
}

// required is the change that a field asks for; null is refused.
func (o optional[T]) required(field string, faults *input.Faults) *T {
	if o.null {
		faults.Add(field, refusal.Null, nil)
	}
	return o.clearable()
}

// utc is the change that a time asks for, in whole milliseconds of UTC, as it is kept. It refuses a
// year that RFC 3339 cannot write in UTC, and the zero time, which means none.
func utc(o optional[time.Time], field string, faults *input.Faults) *time.Time {
	t := o.clearable()
	if t == nil || o.null {
		return t
	}
	*t = t.UTC().Truncate(time.Millisecond)
	if y := t.Year(); y < 1970 || y > 9999 {
		faults.Add(field, refusal.YearOutOfRange, refusal.Facts{"min": 1970, "max": 9999})
	}
	return t
}
