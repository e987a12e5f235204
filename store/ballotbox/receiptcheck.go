package ballotbox

import (
	"errors"
	"fmt"
	"slices"

	"ostrakon/store/sealing"
)

func (v *bundleVerifier) receipt(n NamedReceipt) {
	says, err := "", n.Err
	if err == nil {
		says, err = v.receiptSays(&n.Receipt)
	}
	v.note("receipt "+n.Name, says, err)
}

// receiptSays checks a receipt, and says what it shows.
func (v *bundleVerifier) receiptSays(r *Receipt) (string, error) {
	leaf, signature, err := r.check(v.m)
	if err != nil {
		return "", err
	}
	code, err := sealing.ParseCode(r.Code)
	if err != nil && r.Code != "" {
		return "", err
	}
	at := slices.Index(v.leaf, leaf)
	key, tied := v.stubOf(r, leaf)
	switch {
	case tied && at < 0:
		return "", errors.New("the poll book has the stub of its ballot, and the cast log has no such ballot: the " +
			"ballot was left out, this is the proof, even without the signature")
	case !promised(v.m, leaf, signature):
		return "", errors.New("its signature is not by the key of the manifest")
	case at < 0 && v.backupAt != "":
		return "", fmt.Errorf("the signed leaf is not in the cast log: the ballot was cast after %s and lost when a backup "+
			"was restored, or left out", v.backupAt)
	case at < 0:
		return "", errors.New("the signed leaf is not in the cast log: the ballot was left out, this is the proof")
	case r.Line > 0 && !tied:
		return "", fmt.Errorf("line %d of the poll book has no stub of this ballot", r.Line)
	case r.Line > 0 && sealing.TagOf(sealing.Pad(r.Pad), string(key[:])) != v.b.Leaves[at].Tag:
		return "", errors.New("its ballot is not bound to the key that signed its stub: it was cast for somebody else")
	}
	whose, err := v.castFor(r, v.b.Leaves[at].Tag)
	if err != nil {
		return "", err
	}
	says := "its ballot is in the cast log" + whose
	if r.Code == "" || len(v.b.Seal) == 0 { // nothing was counted
		return says, nil
	}
	if !slices.Contains(v.b.Codes, code) {
		if slices.Contains(v.found, code) {
			return "", errors.New("its code is not among those of the seal, and those who counted again found it: the first " +
				"count is wrong")
		}
		return "", errors.New("its code is not among those counted: the ballot did not open or was not valid, or the code " +
			"is another's")
	}
	return says + ", and its code among those counted", nil
}

// castFor checks for whom the ballot with a tag was cast, if the receipt says it.
func (v *bundleVerifier) castFor(r *Receipt, tag sealing.Tag) (string, error) {
	switch {
	case r.Line > 0:
		return fmt.Sprintf(", with the stub of line %d", r.Line), nil
	case r.Owner == "":
		return "", nil
	case sealing.TagOf(sealing.Pad(r.Pad), r.Owner) != tag:
		return "", errors.New("its ballot is not bound to the person whom it names: it was cast for somebody else")
	case v.people == nil:
		return ", cast for " + r.Owner, nil
	}
	name, found := v.people[r.Owner]
	if !found {
		return "", fmt.Errorf("its ballot was cast for %s, who is not on the roll", r.Owner)
	}
	return fmt.Sprintf(", cast for %q (%s)", name, r.Owner), nil
}

// stubOf is the key that signed the stub on the receipt's line, and whether that stub is bound to the leaf.
func (v *bundleVerifier) stubOf(r *Receipt, leaf Hash) (key VoteKey, tied bool) {
	at := slices.IndexFunc(v.b.Stubs, func(s Stub) bool { return s.Line == r.Line })
	if at < 0 || v.b.Stubs[at].Bound != Bound(sealing.Pad(r.StubPad), leaf) {
		return key, false
	}
	return stubKey(v.b.Credentials, v.b.Stubs[at])
}
