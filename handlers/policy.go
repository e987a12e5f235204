package handlers

import (
	"crypto/hmac"
	"fmt"
	"slices"
	"time"

	"ostrakon/ocr"
	"ostrakon/store"
	"ostrakon/store/fault"
)

// Policy says by what a voter is admitted. Nobody is admitted by a weaker rule
// than the policy, save by an administrator's decision.
type Policy string

// The policies.
const (
	PolicyNumber Policy = "number" // a valid identity number that nobody registered with before
	PolicyCard   Policy = "card"   // besides, the card was read and says what is typed
	PolicyRoll   Policy = "roll"   // the number, or a member key, is on the electoral roll under the name that is typed
)

// ParsePolicy reads a policy; the error of an unknown one lists those there are.
func ParsePolicy(text string) (Policy, error) {
	all := []Policy{PolicyNumber, PolicyCard, PolicyRoll}
	if !slices.Contains(all, Policy(text)) {
		return "", fmt.Errorf("unknown policy %q: choose one of %s, %s and %s", text, all[0], all[1], all[2])
	}
	return Policy(text), nil
}

// The checks that an admission names, beside store.CheckRoll.
const (
	checkNumber     = "identity_number" // it is one of its scheme
	checkCardNumber = "card_number"     // it is the one on the card
	checkCardName   = "card_name"       // the name is the one on the card
	checkCardBirth  = "card_birth"      // the date of birth is the one on the card
)

// cardChecks holds what was typed against what was read from a card; mac stands
// for the number that was typed, nil for a member key. A card whose date of
// birth could not be read is not held against the person; one without a name is.
func cardChecks(r reading, in registration, mac []byte) []store.Check {
	var checks []store.Check
	if mac != nil {
		checks = append(checks, store.Check{Name: checkCardNumber, Passed: slices.ContainsFunc(r.Numbers, func(read []byte) bool { return hmac.Equal(read, mac) })})
	}
	checks = append(checks, store.Check{Name: checkCardName, Passed: ocr.SameName(in.FullName, r.Name)})
	if r.Birth != "" {
		checks = append(checks, store.Check{Name: checkCardBirth, Passed: in.DateOfBirth.value == r.Birth})
	}
	return checks
}

// onRollAs reports whether the person who registers is the one of an entry of
// the roll. A date of birth that the roll holds must be the one that is typed.
func onRollAs(in registration) func(store.RollEntry) bool {
	return func(e store.RollEntry) bool {
		return ocr.SameName(in.FullName, e.FullName) && (e.DateOfBirth == "" || e.DateOfBirth == in.DateOfBirth.value)
	}
}

// refusal tells a person which checks their registration failed. numberField
// is the field their number or key came in. What a check was held against is never told.
func refusal(checks []store.Check, numberField string) *problem {
	p := &problem{Code: string(store.ErrNotAdmitted.Code), Detail: "The registration was checked and not admitted. Correct what is named, or ask with askForReview that an administrator decides."}
	for _, c := range checks {
		if c.Passed {
			continue
		}
		switch c.Name {
		case checkCardNumber:
			p.Errors = append(p.Errors, faultOf(numberField, fault.CardNumberDiffers, nil))
		case checkCardName:
			p.Errors = append(p.Errors, faultOf("fullName", fault.CardNameDiffers, nil))
		case checkCardBirth:
			p.Errors = append(p.Errors, faultOf("dateOfBirth", fault.CardBirthDiffers, nil))
		case store.CheckRoll:
			p.Errors = append(p.Errors, faultOf(numberField, fault.NotOnRoll, nil))
		}
	}
	return p
}

// agreesWithNumber reports whether a date of birth, if there is one, may be
// that of the holder of a number, if the number tells something of it.
func agreesWithNumber(scheme ocr.Scheme, compact, birth string) bool {
	told, ok := scheme.Birth(compact)
	day, err := time.Parse(time.DateOnly, birth)
	return !ok || err != nil || told.Agrees(ocr.Date{Year: day.Year(), Month: day.Month(), Day: day.Day()})
}
