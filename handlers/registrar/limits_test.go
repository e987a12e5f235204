package registrar_test

import (
	"slices"
	"testing"

	"ostrakon/handlers/registrar"
	"ostrakon/ocr/card"
	"ostrakon/store"
	"ostrakon/store/storetest"
)

// wrongIn lists the fields and codes that are wrong in a registration, and the checks that it passed.
func (o office) wrongIn(t *testing.T, a registrar.Applicant) (wrong, passed []string) {
	t.Helper()
	reg, faults, err := o.Examine(t.Context(), a)
	noError(t, err)
	for _, f := range faults {
		wrong = append(wrong, f.Name+" "+f.Fault.Code())
	}
	for _, c := range reg.Checks {
		if c.Passed {
			passed = append(passed, c.Name)
		}
	}
	return wrong, passed
}

func (o office) set(t *testing.T, c store.SettingsChange) {
	t.Helper()
	must(o.store.ChangeSettings(t.Context(), storetest.Admin, c))(t)
}

// The clock says noon of 2031-05-01 in UTC.
func TestOnlyWhoIsOldEnoughRegisters(t *testing.T) {
	for name, c := range map[string]struct {
		least int
		zone  string
		birth string
		wrong []string
	}{
		"no least age, and no date":    {0, "UTC", "", nil},
		"no least age":                 {0, "UTC", "2031-04-08", nil},
		"no date":                      {16, "UTC", "", []string{"dateOfBirth birth_required"}},
		"no day that there was":        {16, "UTC", "2001-02-29", []string{"dateOfBirth not_date"}},
		"the birthday":                 {16, "UTC", "2015-05-01", nil},
		"the day before the birthday":  {16, "UTC", "2015-05-02", []string{"dateOfBirth too_young"}},
		"the birthday, where it is":    {16, "Pacific/Kiritimati", "2015-05-02", nil},
		"a young child":                {16, "UTC", "2031-04-08", []string{"dateOfBirth too_young"}},
		"a leap day, in a common year": {15, "UTC", "2016-02-29", nil},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOffice(t, registrar.Rules{})
			o.set(t, store.SettingsChange{LeastAge: &c.least, TimeZone: &c.zone})
			a := applicant()
			a.DateOfBirth = c.birth
			wrong, passed := o.wrongIn(t, a)
			if !slices.Equal(wrong, c.wrong) || slices.Contains(passed, "least_age") != (c.least > 0 && c.wrong == nil) {
				t.Errorf("wrong %q, passed %q", wrong, passed)
			}
		})
	}
}

func TestACardThatHasExpiredIsRefusedWhereCardsAreAskedFor(t *testing.T) {
	expired := []string{"verificationToken card_expired"}
	for name, c := range map[string]struct {
		policy  registrar.Policy
		refuses bool
		until   string
		source  card.Source
		wrong   []string
	}{
		"the last day":               {"card", true, "2031-05-01", card.MRZ, nil},
		"the day after":              {"card", true, "2031-04-30", card.MRZ, expired},
		"the month":                  {"card", true, "2031-05", card.MRZ, nil},
		"the month after":            {"card", true, "2031-04", card.MRZ, expired},
		"the year":                   {"card", true, "2031", card.MRZ, nil},
		"the year after":             {"card", true, "2030", card.MRZ, expired},
		"no date":                    {"card", true, "", "", nil},
		"print, which proves little": {"card", true, "2030-01-01", card.Visual, nil},
		"a setting that is off":      {"card", false, "2030-01-01", card.MRZ, nil},
		"a policy without cards":     {"number", true, "2030-01-01", card.MRZ, nil},
	} {
		t.Run(name, func(t *testing.T) {
			o := newOffice(t, registrar.Rules{Policy: c.policy})
			o.set(t, store.SettingsChange{RefuseExpired: &c.refuses})
			a := applicant()
			a.Card = &registrar.Card{Reading: o.Read(card.Reading{
				Scheme: "any", Number: card.Field{Value: "ZQ814711"},
				Names:  card.Names{FullName: card.Field{Value: "YILMAZ DAN", Source: card.MRZ}},
				Expiry: card.Field{Value: c.until, Source: c.source},
			})}
			if wrong, passed := o.wrongIn(t, a); !slices.Equal(wrong, c.wrong) ||
				slices.Contains(passed, "card_in_date") != (c.policy == "card" && c.refuses && c.wrong == nil &&
					c.source == card.MRZ) {
				t.Errorf("wrong %q, passed %q", wrong, passed)
			}
		})
	}
}

func TestADateOfBirthIsAskedForOnlyWhereItIsUsed(t *testing.T) {
	for _, c := range []struct {
		policy registrar.Policy
		least  int
		want   registrar.Birth
	}{
		{"number", 0, registrar.BirthUnused}, {"card", 0, registrar.BirthCompared}, {"roll", 0, registrar.BirthCompared},
		{"number", 18, registrar.BirthRequired}, {"roll", 16, registrar.BirthRequired},
	} {
		if got := (registrar.Rules{Policy: c.policy, LeastAge: c.least}).Birth(); got != c.want {
			t.Errorf("%s with the least age %d: %s, want %s", c.policy, c.least, got, c.want)
		}
	}
}
