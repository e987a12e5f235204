package registrar

import (
	"crypto/hmac"
	"slices"
	"time"

	"ostrakon/ocr"
	"ostrakon/ocr/card"
	"ostrakon/store"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// The checks against a card.
const (
	checkCardNumber = "card_number" // the number is the one on the card
	checkCardName   = "card_name"   // so is the name
	checkCardBirth  = "card_birth"  // so is the date of birth
	checkCardZone   = "card_zone"   // the card has a name in machine-readable lines to compare
)

// Reading is what a verification token keeps of a card: of the number only its HMAC. Name and date of birth are those
// of the machine-readable lines: print fills the form, and is compared with nothing.
type Reading struct {
	Number []byte `json:"num"`
	Name   string `json:"name,omitempty"`  // "" if no such lines have one that is sure
	Birth  string `json:"birth,omitempty"` // YYYY-MM-DD
	Until  string `json:"until,omitempty"` // when the card expires, by its machine-readable lines: YYYY-MM-DD or less
}

// Card is the card that an applicant shows a verification token of.
type Card struct {
	Reading
	Token store.VerificationToken
	Fault *refusal.Fault // why the token is not accepted; nil if it is
}

// Read returns the data that is kept of a card.
func (r *Registrar) Read(c card.Reading) Reading {
	kept := Reading{Number: r.store.ReadingMAC(c.Number.Value)}
	if c.Names.FullName.Source == card.MRZ {
		kept.Name = c.Names.FullName.Value
	}
	if _, err := time.Parse(time.DateOnly, c.DateOfBirth.Value); err == nil && c.DateOfBirth.Source == card.MRZ {
		kept.Birth = c.DateOfBirth.Value // a year alone cannot be compared
	}
	if c.Expiry.Source == card.MRZ && c.Expiry.Check != card.Failed {
		kept.Until = c.Expiry.Value
	}
	return kept
}

// FieldOf is the field of a registration that a number of a scheme belongs in.
func (r Rules) FieldOf(scheme string) string {
	if scheme != r.NationalID.Name && scheme == r.VoterID.Name {
		return fieldVoterID
	}
	return fieldNationalID
}

// examineCard holds the registration against the card where the policy is that of the card, which requires one. Under
// every other policy it notes what agrees and refuses nothing: whoever corrects a misread card registers as without it.
func (r *Registrar) examineCard(policy Policy, a Applicant, reg *store.Registration, wrong *input.Faults) {
	switch {
	case a.Card == nil && policy == PolicyCard && a.AskForReview:
		reg.Checks = append(reg.Checks, store.AdmissionCheck{Name: checkCardNumber})
	case a.Card == nil && policy == PolicyCard:
		wrong.Add("verificationToken", refusal.VerificationRequired, nil)
	case a.Card == nil:
	case a.Card.Fault != nil:
		wrong.Add("verificationToken", a.Card.Fault, nil)
	default:
		reg.Token = &a.Card.Token
		checks := r.compare(a.Card.Reading, reg)
		failed := func(c store.AdmissionCheck) bool { return !c.Passed }
		if policy != PolicyCard {
			reg.Checks = append(reg.Checks, slices.DeleteFunc(checks, failed)...)
			return
		}
		if a.Card.Name == "" {
			reg.Review = reg.Review || !slices.ContainsFunc(checks, failed) // a person looks
			checks = append(checks, store.AdmissionCheck{Name: checkCardZone})
		}
		reg.Checks = append(reg.Checks, checks...)
	}
}

// compare holds what was typed against what a card says, as far as it says anything.
func (r *Registrar) compare(c Reading, reg *store.Registration) (checks []store.AdmissionCheck) {
	if reg.MemberKey == "" {
		checks = append(checks,
			store.AdmissionCheck{Name: checkCardNumber, Passed: hmac.Equal(c.Number, r.store.ReadingMAC(reg.Number))})
	}
	if c.Name != "" {
		checks = append(checks, store.AdmissionCheck{Name: checkCardName, Passed: ocr.SameName(reg.FullName, c.Name)})
	}
	if c.Birth != "" {
		checks = append(checks, store.AdmissionCheck{Name: checkCardBirth, Passed: reg.DateOfBirth == c.Birth})
	}
	return checks
}
