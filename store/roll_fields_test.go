package store

import (
	"cmp"
	"reflect"
	"strings"
	"testing"
	"time"

	"ostrakon/store/search"
	"ostrakon/store/words"
)

// A field is one row, whose heads no other row has, with words in each language where people can say something.
func TestEveryFieldOfTheRollIsHeadedInEveryLanguage(t *testing.T) {
	seen := map[string]string{}
	for _, f := range RollFields() {
		for _, head := range f.Heads() {
			if folded := strings.Join(search.Words(head), " "); folded != head {
				t.Errorf("%s: the head %q is not folded to %q", f.Column, head, folded)
			}
			if other := cmp.Or(seen[head], f.Column); other != f.Column {
				t.Errorf("%q heads %s and %s", head, other, f.Column)
			}
			seen[head] = f.Column
		}
		if f.At != nil && len(f.Heads()) <= len(words.Codes()) {
			t.Errorf("%s has only the heads %q", f.Name, f.Heads())
		}
	}
}

// What a cell of a table says is read in any language, and means one thing.
func TestWordsOfTablesMeanOneThing(t *testing.T) {
	seen := map[string]string{}
	note := func(meaning, word string) {
		if folded := search.Fold(word); folded != word {
			t.Errorf("%s: %q is not folded to %q", meaning, word, folded)
		}
		if other := cmp.Or(seen[word], meaning); other != meaning {
			t.Errorf("%q means %s and %s", word, other, meaning)
		}
		seen[word] = meaning
	}
	for _, answer := range []string{"yes", "no"} {
		for _, word := range words.InTables(answer) {
			note(answer, word)
		}
	}
	for _, l := range words.Languages() {
		for _, word := range l.Called {
			note(l.Code, word)
		}
		if read := readLanguage(l.Name); read != l.Code {
			t.Errorf("%s is read as %s", l.Name, read)
		}
	}
}

// What RollLine can say is in a row, and what a row changes makes a record another.
func TestEveryFieldOfTheRollHasARow(t *testing.T) {
	fields, said := rollFields(time.Now()), map[any]bool{}
	var l RollLine
	for _, f := range fields {
		if f.At != nil {
			f.Clear(&l)
			said[f.At(&l)] = true
		}
	}
	v := reflect.ValueOf(&l).Elem()
	for i := range v.NumField() {
		field, name := v.Field(i), v.Type().Field(i).Name
		isField := field.Kind() == reflect.Pointer || field.Kind() == reflect.Slice && name != "Problems"
		if isField && !said[field.Addr().Interface()] {
			t.Errorf("no row has %s", name)
		}
	}
	for i := range reflect.TypeFor[rollRecord]().NumField() {
		compareRecords(t, reflect.TypeFor[rollRecord]().Field(i))
	}
}

// compareRecords expects records that differ in one field to differ.
func compareRecords(t *testing.T, field reflect.StructField) {
	t.Helper()
	if field.Anonymous {
		for i := range field.Type.NumField() {
			compareRecords(t, field.Type.Field(i))
		}
		return
	}
	var one, other rollRecord
	v := reflect.ValueOf(&other).Elem().FieldByName(field.Name)
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(field.Type.Elem()))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(field.Type, 1, 1))
	case reflect.String:
		v.SetString("other")
	case reflect.Int:
		v.SetInt(1)
	case reflect.Bool:
		v.SetBool(true)
	default:
		v.Set(reflect.ValueOf(time.Now()))
	}
	if one.same(other) != (field.Name == "UpdatedAt") {
		t.Errorf("records that differ in %s are the same: %t", field.Name, one.same(other))
	}
}
