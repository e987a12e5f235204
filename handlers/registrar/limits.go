package registrar

import (
	"time"

	"ostrakon/store"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// The checks that settings add to those of a policy.
const (
	checkLeastAge = "least_age"    // the person is old enough
	checkInDate   = "card_in_date" // the card has not expired
)

// Birth names what is done with the date of birth of a registration.
type Birth string

// The answers. A date of birth that nobody asks for is taken all the same.
const (
	BirthRequired Birth = "required" // nobody registers without one
	BirthCompared Birth = "compared" // with the card or the roll, if it is there
	BirthUnused   Birth = "unused"
)

// Birth returns what these rules do with the date of birth of a registration.
func (r Rules) Birth() Birth {
	switch {
	case r.LeastAge > 0:
		return BirthRequired
	case r.Policy == PolicyNumber:
		return BirthUnused
	}
	return BirthCompared
}

// examineAge refuses whoever is younger than the least age, and whoever does not say when they were born.
func (r Rules) examineAge(reg *store.Registration, wrong *input.Faults) {
	born, err := time.Parse(time.DateOnly, reg.DateOfBirth)
	facts := refusal.Facts{"age": r.LeastAge}
	switch {
	case r.LeastAge == 0:
	case reg.DateOfBirth == "":
		wrong.Add("dateOfBirth", refusal.BirthRequired, facts)
	case err != nil: // CheckPerson says so
	case born.AddDate(r.LeastAge, 0, 0).Format(time.DateOnly) > r.today:
		wrong.Add("dateOfBirth", refusal.TooYoung, facts)
	default:
		reg.Checks = append(reg.Checks, store.AdmissionCheck{Name: checkLeastAge, Passed: true})
	}
}

// examineExpiry refuses a card that has expired, where cards are asked for. A card without a date passes: many have
// none.
func (r Rules) examineExpiry(c *Card, reg *store.Registration, wrong *input.Faults) {
	switch {
	case !r.RefuseExpired || r.Policy != PolicyCard || c == nil || c.Fault != nil || c.Until == "":
	case r.today[:min(len(c.Until), len(r.today))] > c.Until: // of a year or a month, its end counts
		wrong.Add("verificationToken", refusal.CardExpired, nil)
	default:
		reg.Checks = append(reg.Checks, store.AdmissionCheck{Name: checkInDate, Passed: true})
	}
}
