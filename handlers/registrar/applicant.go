package registrar

import (
	"errors"

	"ostrakon/ocr"
	"ostrakon/store"
	"ostrakon/store/fault"
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
func (r *Registrar) Examine(a Applicant) (store.Registration, []store.FieldError) {
	var wrong faults
	reg := store.Registration{
		Email: a.Email, FullName: a.FullName, DateOfBirth: a.DateOfBirth, Phone: a.Phone,
		Policy: string(r.Policy), OnRoll: r.Policy == PolicyRoll, Agrees: a.isEntry, Review: a.AskForReview,
	}
	r.identify(a, &reg, &wrong)
	if reg.Number != "" {
		reg.Checks = append(reg.Checks, store.Check{Name: checkNumber, Passed: true})
		if !agreesWithNumber(r.scheme(reg.Kind), reg.Number, reg.DateOfBirth) {
			wrong.add("dateOfBirth", fault.BirthDiffers, nil)
		}
	}
	r.examineCard(a, &reg, &wrong)
	var invalid *store.ValidationError
	if errors.As(r.store.CheckPerson(reg), &invalid) {
		wrong = append(wrong, invalid.Fields...)
	}
	return reg, wrong
}

// isEntry reports whether the applicant is the person of an entry of the roll. If the roll has a
// date of birth, the applicant must have typed the same.
func (a Applicant) isEntry(e store.RollEntry) bool {
	return ocr.SameName(a.FullName, e.FullName) && (e.DateOfBirth == "" || e.DateOfBirth == a.DateOfBirth)
}

// identify reads the identity number or the member key.
func (r *Registrar) identify(a Applicant, reg *store.Registration, wrong *faults) {
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
		wrong.add(fieldNationalID, fault.NumberOrKeyRequired, nil)
	case len(given) == 0:
		wrong.add(fieldNationalID, fault.NumberRequired, nil)
	case len(given) > 1:
		for _, name := range given {
			wrong.add(name, fault.OneNumberOnly, nil)
		}
	case given[0] == fieldMemberKey:
		r.readKey(typed, reg, wrong)
	default:
		reg.Kind = kindOf(given[0])
		reg.Number = readNumber(r.scheme(reg.Kind), given[0], typed, wrong)
	}
}

func (r *Registrar) readKey(typed string, reg *store.Registration, wrong *faults) {
	var ok bool
	reg.MemberKey, ok = store.ParseMemberKey(typed)
	switch {
	case r.Policy != PolicyRoll:
		wrong.add(fieldMemberKey, fault.MemberKeyNotTaken, nil)
	case !ok:
		wrong.add(fieldMemberKey, fault.MemberKeyMalformed, nil)
	}
}

// readNumber is the compact form of a number that was typed, or "" for one that is wrong.
func readNumber(scheme ocr.Scheme, field, typed string, wrong *faults) string {
	compact, ok := scheme.Compact(typed)
	if ok {
		return compact
	}
	if broken := scheme.Validate(compact); broken == ocr.RuleChecksum || broken == ocr.RuleDate {
		params := describe(scheme)
		params["rule"], params["detail"] = broken, "the date of birth in it does not exist"
		if broken == ocr.RuleChecksum {
			params["detail"] = "its check digits do not fit (" + scheme.Checksum + ")"
		}
		wrong.add(field, fault.NumberCheckFailed, params)
		return ""
	}
	wrong.add(field, fault.NumberMalformed, describe(scheme))
	return ""
}

// Failed lists what a person is told when a registration fails checks: the field of each check
// that failed, never what it was compared with.
func Failed(reg store.Registration, checks []store.Check) []store.FieldError {
	identity := fieldNationalID
	switch {
	case reg.MemberKey != "":
		identity = fieldMemberKey
	case reg.Kind == store.VoterID:
		identity = fieldVoterID
	}
	var wrong faults
	for _, c := range checks {
		if c.Passed {
			continue
		}
		switch c.Name {
		case checkCardNumber:
			wrong.add(identity, fault.CardNumberDiffers, nil)
		case checkCardName:
			wrong.add("fullName", fault.CardNameDiffers, nil)
		case checkCardBirth:
			wrong.add("dateOfBirth", fault.CardBirthDiffers, nil)
		case store.CheckRoll:
			wrong.add(identity, fault.NotOnRoll, nil)
		}
	}
	return wrong
}
