package ballotbox

import (
	"fmt"
	"strconv"
	"strings"
)

// Weight is how many votes a ballot counts for, or several together, in ten-thousandths of a vote. Texts and JSON have
// it in votes, as a decimal number.
type Weight int

// Weights of a person are from one ten-thousandth of a vote to MaxWeight.
const (
	Vote        Weight = 10_000
	MaxWeight          = 1_000_000 * Vote
	MaxDecimals        = 4
)

// String writes the votes with a point before decimals, which do not end in zeros.
func (w Weight) String() string {
	votes := strconv.Itoa(int(w / Vote))
	if part := w % Vote; part != 0 {
		votes += "." + strings.TrimRight(fmt.Sprintf("%0*d", MaxDecimals, part), "0")
	}
	return votes
}

// ParseWeight reads votes with at most four decimals, which may end in zeros.
func ParseWeight(text string) (Weight, error) {
	votes, part, decimal := strings.Cut(text, ".")
	n, err := strconv.ParseUint(votes+part+strings.Repeat("0", max(0, MaxDecimals-len(part))), 10, 52)
	if err != nil || votes == "" || len(part) > MaxDecimals || decimal && part == "" {
		return 0, fmt.Errorf("the weight %q is no number of votes with at most %d decimals", text, MaxDecimals)
	}
	return Weight(n), nil
}

// MarshalJSON writes the votes as a number.
func (w Weight) MarshalJSON() ([]byte, error) { return []byte(w.String()), nil }

// UnmarshalJSON reads a number of votes, without an exponent.
func (w *Weight) UnmarshalJSON(raw []byte) (err error) {
	*w, err = ParseWeight(string(raw))
	return err
}

// unitOf is the unit of weights with so many decimals.
func unitOf(decimals int) Weight {
	unit := Vote
	for range decimals {
		unit /= 10
	}
	return unit
}

// Weight is that of so many votes in the unit of the electorate.
func (e *Electorate) Weight(units int) Weight { return Weight(units) * unitOf(e.WeightDecimals) }

// Votes is the weight of so many votes in the unit of the manifest.
func (m *Manifest) Votes(units int) Weight {
	if m.Electorate == nil {
		return Weight(units) * Vote
	}
	return m.Electorate.Weight(units)
}
