package registrar

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"ostrakon/ocr"
	"ostrakon/store"
	"ostrakon/store/input"
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

// policies lists the policies.
func policies() []Policy { return []Policy{PolicyNumber, PolicyCard, PolicyRoll} }

// ParsePolicy reads a policy; the error for an unknown one lists those there are.
func ParsePolicy(text string) (Policy, error) {
	all := policies()
	if !slices.Contains(all, Policy(text)) {
		return "", fmt.Errorf("unknown policy %q: choose one of %s, %s and %s", text, all[0], all[1], all[2])
	}
	return Policy(text), nil
}

// anyKind is the kind of number of an installation that names none.
const anyKind = "any"

// Rules decide whom an installation admits as voters.
type Rules struct {
	Policy     Policy
	NationalID ocr.Scheme // kind of national ID number
	VoterID    ocr.Scheme // kind of voter ID number

	LeastAge      int    // in years; 0 for none
	RefuseExpired bool   // a card that has expired is none
	today         string // YYYY-MM-DD, in the time zone of the installation, where one of the two counts
}

// Summary describes the rules to the operator, in one line.
func (r Rules) Summary() string {
	text := fmt.Sprintf("identity: %s, national ID %s, voter ID %s", r.Policy, r.NationalID.Name, r.VoterID.Name)
	if r.Open() {
		text += ", so anyone can register with invented letters and digits"
	}
	return text
}

// Open reports whether anybody can register with invented letters and digits.
func (r Rules) Open() bool {
	return r.Policy == PolicyNumber && (r.NationalID.Name == anyKind || r.VoterID.Name == anyKind)
}

// CardsOfAnyKind reports whether cards are asked for, but of no kind of number: among numbers of any
// kind, too many other texts on a card look like one.
func (r Rules) CardsOfAnyKind() bool {
	named := func(scheme ocr.Scheme) bool { return scheme.Name != anyKind && scheme.Name != ocr.None }
	return r.Policy == PolicyCard && !named(r.NationalID) && !named(r.VoterID)
}

// Unread lists the kinds of number that no photo of a card gives, under the policy that asks for one.
func (r Rules) Unread() (kinds []ocr.Scheme) {
	for _, kind := range []ocr.Scheme{r.NationalID, r.VoterID} {
		if r.Policy == PolicyCard && kind.Name != ocr.None && kind.ReadFrom() == ocr.Nowhere {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// KindsOverlap reports whether a number could be of both kinds: then its holder would keep a person with the same
// number of the other kind from registering. An organisation that names no kind takes any number once, in either field.
func (r Rules) KindsOverlap() bool {
	return (r.NationalID.Name != anyKind || r.VoterID.Name != anyKind) && r.NationalID.Overlaps(r.VoterID)
}

// Registrar applies the rules of an installation.
type Registrar struct {
	fixed Rules
	store *store.Store
	now   func() time.Time
}

// New makes the registrar of a store. What fixed has goes before the settings of the store; its
// zero value fixes nothing. now is the clock by which years of two digits are
// read, and by which the holder of a number is born and not too old.
func New(st *store.Store, fixed Rules, now func() time.Time) *Registrar {
	return &Registrar{fixed, st, now}
}

// Rules are how voters are admitted now: what was fixed, then what the settings say, then the
// policy of the number and any kind of number, or no voter ID number where the kind of national ID number is named. An
// unknown name in the settings is an error.
func (r *Registrar) Rules(ctx context.Context) (Rules, error) {
	set, err := r.store.Settings(ctx)
	if err != nil {
		return Rules{}, err
	}
	return r.Under(set)
}

// Under are the rules under settings that the caller has read, as Rules has them.
func (r *Registrar) Under(set store.Settings) (Rules, error) {
	rules, wrong := r.rulesOf(set)
	return rules, wrong.Err()
}

// rulesOf are the rules under some settings, and what is wrong with their names.
func (r *Registrar) rulesOf(set store.Settings) (rules Rules, wrong input.Faults) {
	rules = r.fixed
	if rules.Policy == "" {
		rules.Policy = cmp.Or(Policy(set.Policy), PolicyNumber)
	}
	input.OneOf(&wrong, "policy", rules.Policy, policies()...)
	choose := func(scheme *ocr.Scheme, field, name string) {
		var err error
		if scheme.Name == "" {
			*scheme, err = ocr.SchemeNamed(name)
		}
		if err != nil || field == fieldNationalID && scheme.Name == ocr.None {
			wrong.Add(field, refusal.UnknownKind, nil)
		}
		*scheme = scheme.On(r.now())
	}
	rules.LeastAge, rules.RefuseExpired = set.LeastAge, set.RefuseExpired
	if rules.LeastAge > 0 || rules.RefuseExpired {
		rules.today = set.Day(r.now())
	}
	choose(&rules.NationalID, fieldNationalID, cmp.Or(set.NationalID, anyKind))
	second := ocr.None
	if rules.NationalID.Name == anyKind {
		second = anyKind
	}
	choose(&rules.VoterID, fieldVoterID, cmp.Or(set.VoterID, second))
	return rules, wrong
}

// CheckChange lists what is wrong with the names in a change of the settings. cards says whether the
// server reads any cards.
func (r *Registrar) CheckChange(ctx context.Context, c store.SettingsChange, cards bool) (input.Faults, error) {
	if c.Policy == nil && c.NationalID == nil && c.VoterID == nil {
		return nil, nil
	}
	set, err := r.store.Settings(ctx)
	if err != nil {
		return nil, err
	}
	c.Apply(&set)
	rules, wrong := r.rulesOf(set)
	switch {
	case rules.Policy == PolicyCard && !cards:
		wrong.Add("policy", refusal.CardsNotRead, nil)
	case rules.CardsOfAnyKind():
		wrong.Add(fieldNationalID, refusal.CardNeedsKind, nil)
	case rules.KindsOverlap():
		wrong.Add(fieldVoterID, refusal.KindsOverlap, nil)
	}
	for _, kind := range rules.Unread() {
		wrong.Add(rules.FieldOf(kind.Name), refusal.KindUnread, nil)
	}
	return wrong, nil
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

// scheme returns the scheme of a kind of number.
func (r Rules) scheme(kind store.IdentityKind) ocr.Scheme {
	if kind == store.VoterID {
		return r.VoterID
	}
	return r.NationalID
}

// describe returns the facts about a scheme.
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
