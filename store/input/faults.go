package input

import (
	"slices"

	"ostrakon/store/refusal"
)

// Faults gathers the fields of an input that are wrong. The zero value is ready to use.
type Faults []refusal.Field

// Add notes a fault of a field.
func (f *Faults) Add(field string, fault *refusal.Fault, facts refusal.Facts) {
	*f = append(*f, fault.Of(field, facts))
}

// Err returns refusal.ValidationFailed with the faults, or nil if there are no faults.
func (f Faults) Err() error {
	if len(f) == 0 {
		return nil
	}
	return refusal.ValidationFailed.In(f...)
}

// OneOf reports whether a field is one of its choices, and notes a fault if it is not.
func OneOf[T ~string](f *Faults, field string, value T, choices ...T) bool {
	if slices.Contains(choices, value) {
		return true
	}
	var names []string
	for _, c := range choices {
		names = append(names, string(c))
	}
	f.Add(field, refusal.NotChoice, refusal.Facts{"choices": names})
	return false
}
