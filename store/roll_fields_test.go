package store

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ostrakon/store/search"
)

// A field is one row, whose heads no other row has, with words in each language where people can say something.
func TestEveryFieldOfTheRollIsHeadedInEveryLanguage(t *testing.T) {
	seen := map[string]string{}
	for _, f := range RollFields() {
		for language, words := range f.Heads {
			if !slices.Contains(LanguageCodes(), language) {
				t.Errorf("%s has heads in %s", f.Column, language)
			}
			for word := range strings.SplitSeq(words, "|") {
				if folded := strings.Join(search.Words(word), " "); folded != word {
					t.Errorf("%s: the head %q is not folded to %q", f.Column, word, folded)
				}
				if other, twice := seen[word]; twice {
					t.Errorf("%q heads %s and %s", word, other, f.Column)
				}
				seen[word] = f.Column
			}
		}
		if name := strings.ReplaceAll(f.Column, "_", " "); seen[name] != f.Column {
			t.Errorf("an exported column %s is not read again", f.Column)
		}
		for _, language := range LanguageCodes() {
			if f.Heads[language] == "" && f.At != nil {
				t.Errorf("%s has no heads in %s", f.Name, language)
			}
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
