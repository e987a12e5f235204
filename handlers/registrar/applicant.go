package registrar

import (
	"context"

	"ostrakon/ocr"
	"ostrakon/store"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// Applicant is what a person typed who wants to vote. Of NationalID, VoterID and MemberKey exactly
// one must be there; nil means that it was left out.
type Applicant struct {
	Email, FullName, DateOfBirth, Phone string
	NationalID, VoterID, MemberKey      *string
	Card                                *Card // nil: none was photographed
	AskForReview                        bool  // an administrator is to decide if a check fails
}

// checkNumber is the check that an identity number is valid in its scheme.
const checkNumber = "identity_number"

// Examine holds what a person typed against the rules, and makes of it what the store registers.
// It lists every field that is wrong. The password is the caller's to check and to fill in.
func (r *Registrar) Examine(ctx context.Context, a Applicant) (store.Registration, input.Faults, error) {
	rules, err := r.Rules(ctx)
	if err != nil {
		return store.Registration{}, nil, err
	}
	var wrong input.Faults
	reg := store.Registration{
		Email: a.Email, FullName: a.FullName, DateOfBirth: a.DateOfBirth, Phone: a.Phone,
		Policy: string(rules.Policy), OnRoll: rules.Policy == PolicyRoll, Agrees: a.isEntry, Review: a.AskForReview,
	}
	rules.identify(a, &reg, &wrong)
	if reg.Number != "" {
		reg.Checks = append(reg.Checks, store.AdmissionCheck{Name: checkNumber, Passed: true})
		if !agreesWithNumber(rules.scheme(reg.Kind), reg.Number, reg.DateOfBirth) {
			wrong.Add("dateOfBirth", refusal.BirthDiffers, nil)
		}
	}
	rules.examineAge(&reg, &wrong)
	r.examineCard(rules.Policy, a, &reg, &wrong)
	rules.examineExpiry(a.Card, &reg, &wrong)
	return reg, append(wrong, refusal.FieldsOf(r.store.CheckPerson(reg))...), nil
}

// isEntry reports whether the applicant is the person of an entry of the roll. If the roll has a
// date of birth, the applicant must have typed the same.
func (a Applicant) isEntry(e store.RollEntry) bool {
	return ocr.SameName(a.FullName, e.FullName) && (e.DateOfBirth == "" || e.DateOfBirth == a.DateOfBirth)
}

// identify reads the identity number or the member key.
func (r Rules) identify(a Applicant, reg *store.Registration, wrong *input.Faults) {
	var given []string
	var typed string
	for _, f := range []struct {
		name  string
		typed *string
	}{{fieldNationalID, a.NationalID}, {fieldVoterID, a.VoterID}, {fieldMemberKey, a.MemberKey}} {
		if f.typed != nil {
			given, typed = append(given, f.name), *f.typed
		}
	}
	switch {
	case len(given) == 0 && r.Policy == PolicyRoll:
		wrong.Add(fieldNationalID, refusal.NumberOrKeyRequired, nil)
	case len(given) == 0:
		wrong.Add(fieldNationalID, refusal.NumberRequired, nil)
	case len(given) > 1:
		for _, name := range given {
			wrong.Add(name, refusal.OneNumberOnly, nil)
		}
	case given[0] == fieldMemberKey:
		r.readKey(typed, reg, wrong)
	default:
		reg.Kind = kindOf(given[0])
		reg.Number = readNumber(r.scheme(reg.Kind), given[0], typed, wrong)
	}
}

func (r Rules) readKey(typed string, reg *store.Registration, wrong *input.Faults) {
	var ok bool
	reg.MemberKey, ok = store.ParseMemberKey(typed)
	switch {
	case r.Policy != PolicyRoll:
		wrong.Add(fieldMemberKey, refusal.MemberKeyNotTaken, nil)
	case !ok:
		wrong.Add(fieldMemberKey, refusal.MemberKeyMalformed, nil)
	}
}

// readNumber is the compact form of a number that was typed, or "" for one that is wrong.
func readNumber(scheme ocr.Scheme, field, typed string, wrong *input.Faults) string {
	compact, broken := scheme.Compact(typed)
	fault := refusal.NumberMalformed
	switch {
	case broken == "":
		return compact
	case scheme.Name == ocr.None:
		wrong.Add(field, refusal.NumberNotTaken, nil)
		return ""
	case broken == ocr.RuleChecksum:
		fault = refusal.NumberChecksumWrong
	case broken == ocr.RuleDate:
		fault = refusal.NumberDateWrong
	}
	wrong.Add(field, fault, describe(scheme))
	return ""
}

// Failed lists what a person is told when a registration fails checks: the field of each check
// that failed, never what it was compared with.
func Failed(reg store.Registration, checks []store.AdmissionCheck) input.Faults {
	identity := fieldNationalID
	switch {
	case reg.MemberKey != "":
		identity = fieldMemberKey
	case reg.Kind == store.VoterID:
		identity = fieldVoterID
	}
	var wrong input.Faults
	for _, c := range checks {
		if c.Passed {
			continue
		}
		switch c.Name {
		case checkCardNumber:
			wrong.Add(identity, refusal.CardNumberDiffers, nil)
		case checkCardName:
			wrong.Add("fullName", refusal.CardNameDiffers, nil)
		case checkCardBirth:
			wrong.Add("dateOfBirth", refusal.CardBirthDiffers, nil)
		case store.CheckRoll:
			wrong.Add(identity, refusal.NotOnRoll, nil)
		}
	}
	return wrong
}
