package registrar_test

import (
	"slices"
	"testing"
	"time"

	"ostrakon/handlers/registrar"
	"ostrakon/ocr/card"
	"ostrakon/store"
	"ostrakon/store/refusal"
	"ostrakon/store/storetest"
)

// applicant is a person with an identity number who typed everything right.
func applicant() registrar.Applicant {
	return registrar.Applicant{Email: "dan@example.org", FullName: "Dan Yılmaz", DateOfBirth: "1984-03-17",
		NationalID: new("zq 81-4711")}
}

func TestExamineNamesEveryWrongField(t *testing.T) {
	st := storetest.New(t, store.Options{})
	for name, c := range map[string]struct {
		policy registrar.Policy
		change func(*registrar.Applicant)
		want   []string // field and code
	}{
		"nothing": {"number", func(*registrar.Applicant) {}, nil},
		"no number": {"number", func(a *registrar.Applicant) { a.NationalID = nil },
			[]string{"nationalId number_required"}},
		"no number or key": {"roll", func(a *registrar.Applicant) { a.NationalID = nil },
			[]string{"nationalId number_or_key_required"}},
		"two numbers": {"number", func(a *registrar.Applicant) { a.VoterID = new("x") },
			[]string{"nationalId one_number_only", "voterId one_number_only"}},
		"a malformed number": {"number", func(a *registrar.Applicant) { a.NationalID = new("zq") },
			[]string{"nationalId number_malformed"}},
		"a key, by the number": {"number", byKey("0000-0000-0000-0000"), []string{"memberKey member_key_not_taken"}},
		"a malformed key":      {"roll", byKey("0000"), []string{"memberKey member_key_malformed"}},
		"no card":              {"card", func(*registrar.Applicant) {}, []string{"verificationToken verification_required"}},
		"an expired token": {"number", func(a *registrar.Applicant) {
			a.Card = &registrar.Card{Fault: refusal.VerificationExpired}
		}, []string{"verificationToken verification_expired"}},
		"personal fields": {"number", func(a *registrar.Applicant) { a.Email, a.FullName = "dan", "" },
			[]string{"email not_email", "fullName required"}},
	} {
		t.Run(name, func(t *testing.T) {
			a := applicant()
			c.change(&a)
			_, wrong, err := registrar.New(st, registrar.Rules{Policy: c.policy}, storetest.NewClock().Now).Examine(t.Context(),
				a)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range wrong {
				got = append(got, f.Name+" "+f.Fault.Code())
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

func byKey(key string) func(*registrar.Applicant) {
	return func(a *registrar.Applicant) { a.NationalID, a.MemberKey = nil, new(key) }
}

// A card holds what was typed against what was read, and a failed check names its field.
func TestExamineComparesTheCard(t *testing.T) {
	o := newOffice(t, registrar.Rules{Policy: registrar.PolicyCard})
	shown := &registrar.Card{
		Reading: o.Read(card.Reading{
			Scheme: "any", Number: card.Field{Value: "ZQ814711"},
			Names:       card.Names{FullName: card.Field{Value: "YILMAZ DAN", Source: card.MRZ}},
			DateOfBirth: card.Field{Value: "1984-03-17", Source: card.MRZ},
		}),
		Token: store.VerificationToken{ID: "a", Expires: time.Now()},
	}
	for name, c := range map[string]struct {
		change func(*registrar.Applicant)
		want   string // the field that is named
	}{
		"all of it":     {func(*registrar.Applicant) {}, ""},
		"as voter ID":   {func(a *registrar.Applicant) { a.NationalID, a.VoterID = nil, a.NationalID }, ""},
		"the number":    {func(a *registrar.Applicant) { a.NationalID = new("ZQ814712") }, "nationalId"},
		"the name":      {func(a *registrar.Applicant) { a.FullName = "Dana Quillon" }, "fullName"},
		"the birth":     {func(a *registrar.Applicant) { a.DateOfBirth = "1984-03-18" }, "dateOfBirth"},
		"another voter": {func(a *registrar.Applicant) { a.NationalID, a.VoterID = nil, new("ZQ814712") }, "voterId"},
	} {
		t.Run(name, func(t *testing.T) {
			a := applicant()
			a.Card = shown
			c.change(&a)
			reg, wrong, err := o.Examine(t.Context(), a)
			if len(wrong) > 0 || err != nil {
				t.Fatal(wrong, err)
			}
			failed, field := registrar.Failed(reg, reg.Checks), ""
			if len(failed) > 0 {
				field = failed[0].Name
			}
			if field != c.want || len(failed) > 1 {
				t.Errorf("named %v, want %q", failed, c.want)
			}
		})
	}
}
