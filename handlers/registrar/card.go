package registrar

import (
	"crypto/hmac"
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
)

// Reading is what a verification token keeps of a card: of the number only its HMAC.
type Reading struct {
	Number []byte `json:"num"`
	Name   string `json:"name"`
	Birth  string `json:"birth,omitempty"` // YYYY-MM-DD
}

// Card is the card that an applicant shows a verification token of.
type Card struct {
	Reading
	Token store.VerificationToken
	Fault *refusal.Fault // why the token is not accepted; nil if it is
}

// Read returns the data that is kept of a card.
func (r *Registrar) Read(c card.Reading) Reading {
	kept := Reading{
		Number: r.store.ReadingMAC(c.Number.Value), Name: c.Names.FullName.Value, Birth: c.DateOfBirth.Value,
	}
	if _, err := time.Parse(time.DateOnly, kept.Birth); err != nil {
		kept.Birth = "" // a year alone cannot be compared
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

// examineCard holds the registration against the card. The policy of the card requires one; under
// every policy, one that is there must agree.
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
		if reg.MemberKey == "" {
			reg.Checks = append(reg.Checks,
				store.AdmissionCheck{Name: checkCardNumber, Passed: hmac.Equal(a.Card.Number, r.store.ReadingMAC(reg.Number))})
		}
		reg.Checks = append(reg.Checks, a.Card.agrees(a.FullName, a.DateOfBirth)...)
	}
}

// agrees compares a card with what was typed. A card without a readable date of birth passes; one
// without a readable name does not.
func (c Reading) agrees(name, birth string) []store.AdmissionCheck {
	checks := []store.AdmissionCheck{{Name: checkCardName, Passed: ocr.SameName(name, c.Name)}}
	if c.Birth != "" {
		checks = append(checks, store.AdmissionCheck{Name: checkCardBirth, Passed: birth == c.Birth})
	}
	return checks
}
