package input_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

func TestFaultsAreGathered(t *testing.T) {
	var faults input.Faults
	if err := faults.Err(); err != nil {
		t.Errorf("no fault is %v", err)
	}
	if !input.OneOf(&faults, "a", "x", "x", "y") || input.OneOf(&faults, "b", "z", "x", "y") {
		t.Error("a choice is not what it is")
	}
	faults.Add("c", refusal.Null, nil)
	fields := []refusal.Field{
		refusal.NotChoice.Of("b", refusal.Facts{"choices": []string{"x", "y"}}), refusal.Null.Of("c", nil),
	}
	err := faults.Err()
	if !errors.Is(err, refusal.ValidationFailed) || !reflect.DeepEqual(refusal.FieldsOf(err), fields) {
		t.Errorf("two faults are %v", err)
	}
	if refusal.FieldsOf(errors.New("no refusal")) != nil {
		t.Error("another error names fields")
	}
}

func TestFields(t *testing.T) {
	now := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	line := func(f *input.Faults, value *string) { f.Line("x", value, 1, 10) }
	text := func(f *input.Faults, value *string) { f.Text("x", value, 0, 10) }
	email := func(f *input.Faults, value *string) { f.Email("x", value) }
	phone := func(f *input.Faults, value *string) { f.Phone("x", value) }
	birth := func(f *input.Faults, value *string) { f.DateOfBirth("x", *value, now) }
	zone := func(f *input.Faults, value *string) { f.TimeZone("x", *value) }
	for _, c := range []struct {
		name       string
		check      func(*input.Faults, *string)
		value, has string
		fault      *refusal.Fault
	}{
		{"composed", line, " e\u0301 ", "\u00e9", nil},
		{"blank", line, " ", "", refusal.Required},
		{"nothing that is seen", line, "\u200d", "\u200d", refusal.Required},
		{"two lines", line, "a\nb", "a\nb", refusal.NotSingleLine},
		{"a long line", line, "12345678901", "12345678901", refusal.TooLong},
		{"two lines of a text", text, "a\nb", "a\nb", nil},
		{"a bell", text, "a\a", "a\a", refusal.ControlCharacters},
		{"right to left", text, "a\u202eb", "a\u202eb", refusal.InvisibleCharacters},
		{"a filler", text, "a\u3164", "a\u3164", refusal.InvisibleCharacters},
		{"no UTF-8", text, "a\xff", "a\xff", refusal.NotUTF8},
		{"an address", email, " a@b.example ", "a@b.example", nil},
		{"no address", email, "a", "a", refusal.NotEmail},
		{"an address with a name", email, "A <a@b.example>", "A <a@b.example>", refusal.NotEmail},
		{"a missing address", email, "", "", refusal.Required},
		{"a long address", email, strings.Repeat("a", 250) + "@b.example", strings.Repeat("a", 250) + "@b.example",
			refusal.TooLongBytes},
		{"a number", phone, " +44 (20) 7946 ", "+44 (20) 7946", nil},
		{"no number", phone, "", "", nil},
		{"a name", phone, "Anna", "Anna", refusal.PhoneCharacters},
		{"a short number", phone, "123", "123", refusal.PhoneLength},
		{"a day", birth, "1990-02-28", "1990-02-28", nil},
		{"no day", birth, "", "", nil},
		{"a day that never was", birth, "1990-02-30", "1990-02-30", refusal.NotDate},
		{"a day to come", birth, "2030-01-02", "2030-01-02", refusal.DateOutOfRange},
		{"a day long ago", birth, "1899-12-31", "1899-12-31", refusal.DateOutOfRange},
		{"a zone", zone, "Europe/Rome", "Europe/Rome", nil},
		{"no zone", zone, "", "", refusal.NotTimeZone},
		{"the zone of this computer", zone, "Local", "Local", refusal.NotTimeZone},
	} {
		var faults input.Faults
		value := c.value
		c.check(&faults, &value)
		if value != c.has {
			t.Errorf("%s: %q became %q, want %q", c.name, c.value, value, c.has)
		}
		if len(faults) > 1 || (c.fault == nil) != (len(faults) == 0) || c.fault != nil && faults[0].Fault != c.fault {
			t.Errorf("%s: the faults are %v", c.name, faults.Err())
		}
	}
	if key := input.EmailKey(" A@B.example "); key != "a@b.example" {
		t.Errorf("the key is %q", key)
	}
}
