package rest

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

// Decode reads a JSON object strictly; see Unmarshal.
func (r *Request) Decode(w http.ResponseWriter, into any) error {
	raw, err := r.ReadBody(w, MaxJSON)
	if err != nil {
		return err
	}
	return Unmarshal(raw, into)
}

// DecodeChange reads the change of a record as Decode does. It accepts the fields that an answer shows and
// nobody can set, as long as they are unchanged: many clients read a record, change it and send all of it
// back. A field that has changed meanwhile is refused, since the client has not seen that change. shown
// reads the record as answers show it. limit bounds the body, in bytes.
func (r *Request) DecodeChange(w http.ResponseWriter, limit int64, into any, shown func() (any, error)) error {
	raw, err := r.ReadBody(w, limit)
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
	err := errors.Join(json.Unmarshal(a, &values[0]), json.Unmarshal(b, &values[1]))
	return err == nil && reflect.DeepEqual(values[0], values[1])
}

// DecodeOptional reads a body as Decode does, unless there is none.
func (r *Request) DecodeOptional(w http.ResponseWriter, into any) error {
	raw, err := r.ReadBody(w, MaxJSON)
	if err != nil || len(raw) == 0 {
		return err
	}
	return Unmarshal(raw, into)
}

// MaxNamed bounds the fields that a refusal of a body names.
const MaxNamed = 100

// Unmarshal reads a JSON object into a struct, and nothing else: each member at most once, under
// the exact name of a field. Package encoding/json takes the last of several, in any case, so two
// programs could read one ballot differently. The refusal names all members that are wrong.
func Unmarshal(raw []byte, into any) error {
	return unmarshal(raw, into, unknownField)
}

// unknownField refuses every member that the struct has no field for.
func unknownField(string, json.RawMessage) (*refusal.Fault, error) { return refusal.UnknownField, nil }

// unmarshal reads a JSON object as Unmarshal does. extra returns the fault of a member that the struct has no
// field for.
func unmarshal(raw []byte, into any, extra extraMember) error {
	if !utf8.Valid(raw) {
		return refusal.JSONNotUTF8
	}
	if !IsObject(bytes.TrimLeft(raw, " \t\r\n")) {
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
	return faults[:min(len(faults), MaxNamed)].Err()
}

// extraMember returns the fault of a member that a struct has no field for, or nil if it has none.
type extraMember func(name string, value json.RawMessage) (*refusal.Fault, error)

func isNull(raw []byte) bool { return string(raw) == "null" }

// IsObject reports whether valid JSON is an object.
func IsObject(raw []byte) bool { return len(raw) > 0 && raw[0] == '{' }

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

// Members yields the members of an object, which is valid JSON, in its order. A member that is there twice comes twice.
func Members(object []byte) iter.Seq2[string, json.RawMessage] {
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
	for name, value := range Members(raw) {
		field, known := fields[name]
		switch seen[name]++; {
		case seen[name] == 2:
			faults.Add(Clip(name), refusal.Repeated, nil)
		case seen[name] > 2:
		case hasLoneSurrogate(value):
			faults.Add(Clip(name), refusal.NotUTF8, nil)
		case !known:
			fault, err := extra(name, value)
			if err != nil {
				return nil, err
			}
			if fault != nil {
				faults.Add(Clip(name), fault, nil)
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
		value, null := o.Present(raw)
		if null {
			return nil
		}
		return readMember(name, raw, value)
	}
	hasFields := field.Kind() == reflect.Struct || field.Kind() == reflect.Map
	if _, reads := at.(json.Unmarshaler); !reads && hasFields && IsObject(raw) {
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

// hasLoneSurrogate reports whether valid JSON has an escape such as \ud800, which is half of a character, without the
// other half. No text in UTF-8 has that character, and package encoding/json takes U+FFFD in its place.
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

// escaped returns the code unit of UTF-16 that valid JSON begins with as an escape, or -1.
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
	if want.Kind() == reflect.Int && reflect.PointerTo(want).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return refusal.NotWeight // the only numbers with decimals
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

// Optional is a field that may be absent (leave as it is) or null (clear).
type Optional[T any] struct {
	Set, Null bool
	Value     T
}

// optionalField is an Optional of any type, or a field of the caller that knows what null means.
type optionalField interface {
	// Present notes that the field is there, and returns what its value is read into.
	Present(raw []byte) (value reflect.Value, null bool)
}

// Present notes that the field is there, and returns what its value is read into.
func (o *Optional[T]) Present(raw []byte) (value reflect.Value, null bool) {
	o.Set, o.Null = true, isNull(raw)
	return reflect.ValueOf(&o.Value).Elem(), o.Null
}

// Clearable returns the change that a field asks for: nil for none, or a new value, which is zero for null.
func (o Optional[T]) Clearable() *T {
	if !o.Set {
		return nil
	}
	return &o.Value
}

// Required returns the change that a field asks for, and refuses null.
func (o Optional[T]) Required(field string, faults *input.Faults) *T {
	if o.Null {
		faults.Add(field, refusal.Null, nil)
	}
	return o.Clearable()
}

// UTC returns the change that a time asks for, in whole milliseconds of UTC, as it is kept. It refuses a
// year that RFC 3339 cannot write in UTC, and the zero time, which means none.
func UTC(o Optional[time.Time], field string, faults *input.Faults) *time.Time {
	t := o.Clearable()
	if t == nil || o.Null {
		return t
	}
	*t = t.UTC().Truncate(time.Millisecond)
	if y := t.Year(); y < 1970 || y > 9999 {
		faults.Add(field, refusal.YearOutOfRange, refusal.Facts{"min": 1970, "max": 9999})
	}
	return t
}
