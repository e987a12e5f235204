package store

import "ostrakon/store/slip"

// A member key is 15 random symbols and a check symbol, such as K7QM-2XJ9-TTPC-0WDV, printed on a slip.

// newMemberKey draws a member key.
func newMemberKey() string {
	symbols := slip.Draw()
	return slip.Grouped(symbols + slip.Check(symbols))
}

// ParseMemberKey brings a typed member key into the form in which keys are compared. ok reports whether it could have
// been printed. The key is "" unless only its check symbol is wrong.
func ParseMemberKey(typed string) (key string, ok bool) {
	key, ok = slip.Symbols(typed)
	if !ok {
		return "", false
	}
	last := len(key) - 1
	return key, slip.Check(key[:last]) == key[last:]
}
