package registrar

import (
	"fmt"
	"slices"
	"time"

	"ostrakon/ocr"
	"ostrakon/store"
	"ostrakon/store/refusal"
)

// Policy says how voters are admitted. Nobody is admitted by a weaker rule than the policy, except
// by an administrator's decision.
type Policy string

// The policies.
const (
	PolicyNumber Policy = "number" // a valid identity number that nobody has registered with
	PolicyCard   Policy = "card"   // also a photo of a card that says what the person typed
	PolicyRoll   Policy = "roll"   // a number or member key that is on the electoral roll, under the same name
)

// ParsePolicy reads a policy; the error for an unknown one lists those there are.
func ParsePolicy(text string) (Policy, error) {
	all := []Policy{PolicyNumber, PolicyCard, PolicyRoll}
	if !slices.Contains(all, Policy(text)) {
		return "", fmt.Errorf("unknown policy %q: choose one of %s, %s and %s", text, all[0], all[1], all[2])
	}
	return Policy(text), nil
}

// Rules are how an installation admits voters. The zero value is ready to use.
type Rules struct {
	Policy     Policy     // "" means PolicyNumber
	NationalID ocr.Scheme // kind of national ID number; the zero value means "any"
	VoterID    ocr.Scheme // kind of voter ID number; the zero value means "any"
}

// Summary says, in one line for the operator, how voters are admitted.
func (r Rules) Summary() string {
	text := fmt.Sprintf("identity: %s, national ID %s, voter ID %s", r.Policy, r.NationalID.Name, r.VoterID.Name)
	if r.Policy == PolicyNumber && (r.NationalID.Name == "any" || r.VoterID.Name == "any") {
		text += ", so anyone can register with invented letters and digits"
	}
	return text
}

// Registrar applies the rules of an installation.
type Registrar struct {
	Rules
	store *store.Store
}

// New makes the registrar of a store.
func New(st *store.Store, rules Rules) (*Registrar, error) {
	if rules.Policy == "" {
		rules.Policy = PolicyNumber
	}
	for _, scheme := range []*ocr.Scheme{&rules.NationalID, &rules.VoterID} {
		if scheme.Name != "" {
			continue
		}
		var err error
		if *scheme, err = ocr.SchemeNamed("any"); err != nil {
			return nil, err
		}
	}
	return &Registrar{rules, st}, nil
}

// The fields of a registration, and the columns of the roll, that hold a number.
const (
	fieldNationalID = "nationalId"
	fieldVoterID    = "voterId"
	fieldMemberKey  = "memberKey"
)

// kindOf is the kind of number that a field holds.
func kindOf(field string) store.IdentityKind {
	if field == fieldVoterID {
		return store.VoterID
	}
	return store.NationalID
}

// scheme is what numbers of a kind look like.
func (r Rules) scheme(kind store.IdentityKind) ocr.Scheme {
	if kind == store.VoterID {
		return r.VoterID
	}
	return r.NationalID
}

// faults gathers what is wrong with an input.
type faults []refusal.Field

func (f *faults) add(field string, fault *refusal.Fault, facts refusal.Facts) {
	*f = append(*f, fault.Of(field, facts))
}

// describe says what a number of a scheme looks like.
func describe(scheme ocr.Scheme) refusal.Facts {
	return refusal.Facts{"scheme": scheme.Name, "description": scheme.Description}
}

// agreesWithNumber reports whether the holder of a number can have a date of birth. Many numbers
// say nothing about it, and birth may be "".
func agreesWithNumber(scheme ocr.Scheme, compact, birth string) bool {
	inNumber, ok := scheme.Birth(compact)
	day, err := time.Parse(time.DateOnly, birth)
	return !ok || err != nil || inNumber.Agrees(ocr.Date{Year: day.Year(), Month: day.Month(), Day: day.Day()})
}
