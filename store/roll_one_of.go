package store

import (
	"slices"

	"ostrakon/store/input"
	"ostrakon/store/kv"
)

// In an election of districts each person has exactly one district. An import checks it for the whole roll, with the
// people who were on it before.

// mostMisplaced is how many people a report names.
const mostMisplaced = 100

// Misplaced says who breaks the rule that each person is in exactly one of some groups.
type Misplaced struct {
	None    int             `json:"none"`    // people in none of the groups
	Several int             `json:"several"` // people in more than one
	People  []WronglyPlaced `json:"people"`  // the first of both, by name
}

// WronglyPlaced is a person in none or several of some groups.
type WronglyPlaced struct {
	FullName string   `json:"fullName"`
	Member   string   `json:"member,omitempty"`
	Groups   []string `json:"groups"` // of those that the rule names
}

func (m *Misplaced) count() int {
	if m == nil {
		return 0
	}
	return m.None + m.Several
}

// check normalises the rules. Errors: refusal.ValidationFailed for "oneOf".
func (r *ImportRules) check() error {
	var faults input.Faults
	if checkGroups(&faults, &r.OneOf); len(faults) > 0 {
		faults[0].Name = "oneOf"
	}
	return faults.Err()
}

// noteMisplaced puts into the report who is not in exactly one of some groups. It needs all lines on the roll.
func (im *rollImport) noteMisplaced(groups []string) error {
	if len(groups) == 0 || im.report.Refused+im.report.Asked > 0 {
		return nil
	}
	out := &Misplaced{People: []WronglyPlaced{}}
	im.report.Misplaced = out
	for k := range kv.Walk(im.tx, bucketRollByName, nil) {
		rec, err := rollTable.Get(im.tx, kv.LastID[RollID](k))
		if err != nil {
			return err
		}
		in := slices.DeleteFunc(slices.Clone(rec.Groups), func(g string) bool { return !slices.Contains(groups, g) })
		switch len(in) {
		case 0:
			out.None++
		case 1:
			continue
		default:
			out.Several++
		}
		if len(out.People) < mostMisplaced {
			out.People = append(out.People, WronglyPlaced{rec.FullName, rec.Member, append([]string{}, in...)})
		}
	}
	return nil
}
