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
	name := func(f *input.Faults, value *string) { f.Name("x", value, 1, 10) }
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
		{"nothing that is seen", line, "\u200d", "\u200d", refusal.InvisibleCharacters},
		{"nothing but a blank of Braille", line, "\u2800", "\u2800", refusal.InvisibleCharacters},
		{"two lines", line, "a\nb", "a\nb", refusal.NotSingleLine},
		{"a long line", line, "12345678901", "12345678901", refusal.TooLong},
		{"two lines of a text", text, "a\nb", "a\nb", nil},
		{"a bell", text, "a\a", "a\a", refusal.ControlCharacters},
		{"right to left", text, "a\u202eb", "a\u202eb", refusal.InvisibleCharacters},
		{"a filler", text, "a\u3164", "a\u3164", refusal.InvisibleCharacters},
		{"a joiner in Latin", text, "An\u200dna", "An\u200dna", refusal.InvisibleCharacters},
		{"a joiner in Persian", text, "علی\u200cرضا", "علی\u200cرضا", nil},
		{"two joiners", text, "علی\u200c\u200cرضا", "علی\u200c\u200cرضا", refusal.InvisibleCharacters},
		{"a joiner in Sinhala", text, "ශ්\u200dරී", "ශ්\u200dරී", nil},
		{"a joiner after a vowel", text, "की\u200dर", "की\u200dर", refusal.InvisibleCharacters},
		{"a joiner of pictures", text, "👩🏽\u200d⚕\ufe0f", "👩🏽\u200d⚕\ufe0f", nil},
		{"a variant of a letter", text, "葛\U000e0100", "葛\U000e0100", nil},
		{"a variant of a variant", text, "葛\U000e0100\U000e0101", "葛\U000e0100\U000e0101",
			refusal.InvisibleCharacters},
		{"a variant of a key", text, "1\ufe0f\u20e3", "1\ufe0f\u20e3", nil},
		{"a variant of nothing", text, "A\ufe0f", "A\ufe0f", refusal.InvisibleCharacters},
		{"a joiner of graphemes", text, "A\u034f", "A\u034f", refusal.InvisibleCharacters},
		{"two scripts of Japanese", name, "あけみ 山ノ内", "あけみ 山ノ内", nil},
		{"three scripts and Latin", name, "Tシャツ屋さん", "Tシャツ屋さん", nil},
		{"Korean", name, "金 철수", "金 철수", nil},
		{"Thai and Latin", name, "ทีมA", "ทีมA", nil},
		{"a Cyrillic word by a Latin one", name, "Иван IV", "Иван IV", nil},
		{"a hyphen", name, "IT-отдел", "IT-отдел", nil},
		{"accents", name, "Zoë Ōé Ærø", "Zoë Ōé Ærø", nil},
		{"Arabic with marks", name, "مُحَمَّد", "مُحَمَّد", nil},
		{"Cyrillic in Latin", name, "\u0410nna", "\u0410nna", refusal.MixedScripts},
		{"Latin in Cyrillic", name, "Ив\u0061н", "Ив\u0061н", refusal.MixedScripts},
		{"Greek in Latin", name, "\u039fmar", "\u039fmar", refusal.MixedScripts},
		{"Greek in Cyrillic", name, "\u039fлег", "\u039fлег", refusal.MixedScripts},
		{"Cherokee in Latin", name, "\u13aada", "\u13aada", refusal.MixedScripts},
		{"Hebrew in Arabic", name, "مאم", "مאم", refusal.MixedScripts},
		{"no UTF-8", text, "a\xff", "a\xff", refusal.NotUTF8},
		{"an address", email, " a@b.example ", "a@b.example", nil},
		{"no address", email, "a", "a", refusal.NotEmail},
		{"an address with an invisible character", email, "admin\u200b@x.example", "admin\u200b@x.example",
			refusal.InvisibleCharacters},
		{"an address with a joiner", email, "admin\u200c@x.example", "admin\u200c@x.example", refusal.InvisibleCharacters},
		{"an address with a selector", email, "admin\ufe0f@x.example", "admin\ufe0f@x.example",
			refusal.InvisibleCharacters},
		{"a Cyrillic letter before the @", email, "\u0430dmin@x.example", "\u0430dmin@x.example", refusal.MixedScripts},
		{"a Cyrillic letter in a domain", email, "admin@ex\u0430mple.org", "admin@ex\u0430mple.org", refusal.MixedScripts},
		{"a Cyrillic domain", email, "иван@пример.com", "иван@пример.com", nil},
		{"an address with accents", email, "zoë@münchen.example", "zoë@münchen.example", nil},
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
