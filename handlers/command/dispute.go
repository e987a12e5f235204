package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"ostrakon/store/ballotbox"
)

// markDigits writes marks with two digits each.
func markDigits(marks []byte) string {
	var digits strings.Builder
	for _, mark := range marks {
		fmt.Fprintf(&digits, "%02d", mark)
	}
	return digits.String()
}

// write keeps what a ballot follows from in a new file, for its owner alone.
func (r revealed) write(path string) error {
	raw, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return writeNew(path, func(f *os.File) error {
		_, err := f.Write(raw)
		return err
	})
}

// dispute checks what became of the kept ballot in a bundle of which everything else was checked.
func (r revealed) dispute(b *ballotbox.Bundle, checks []ballotbox.Check) ballotbox.Check {
	number, err := r.wronged(b)
	if !ballotbox.Valid(checks) { // anybody can make such a bundle
		err = errors.New("it shows nothing, since the bundle itself fails a check")
	}
	return ballotbox.Check{
		Name: "dispute", Err: err, Says: "the kept ballot, number " + number + ", is in the log and was counted",
	}
}

// wronged returns the number of the kept ballot, and why it was not counted. A kept file gives one ballot alone, since
// all bytes of the ballot and its commitment follow from it. With marks that are not valid it gives a ballot without a
// commitment, which is not in the log. So nobody can make a kept file for a ballot that was invalid.
func (r revealed) wronged(b *ballotbox.Bundle) (number string, err error) {
	m, err := ballotbox.ParseManifest(b.Manifest)
	if err != nil {
		return "", err
	}
	if len(b.Proof) == 0 {
		return "", errors.New("it shows nothing: the count of this election is not proved, so the bundle does not " +
			"say which ballots are invalid")
	}
	leaf, _, err := r.sealAgain(m)
	if err != nil {
		return "", fmt.Errorf("it shows nothing: %w", err)
	}
	number = leaf.BallotNumber()
	cast := func(c ballotbox.Cast) bool { return c.Leaf(m.ElectionID) == leaf }
	switch {
	case !slices.ContainsFunc(b.Leaves, cast):
		return number, fmt.Errorf("it shows nothing: the file gives the ballot %s, which is not in the log", number)
	case slices.Contains(b.Invalid, leaf):
		return number, fmt.Errorf("the ballot %s is in the log, and it is valid: sealed again, its bytes and its commitment "+
			"are the same. The count names it invalid. So %s did not tell the truth about it, and the vote is missing "+
			"from the result", number, counters(m))
	}
	return number, nil
}

// counters names those who vouch for the ballots that a count leaves out.
func counters(m *ballotbox.Manifest) string {
	if !m.Custody.Traits().Sheets {
		return "the server, which has the key,"
	}
	return "the holders of the keys who signed the count"
}
