package store

import (
	"regexp"
	"strings"

	"ostrakon/store/ballotbox"
	"ostrakon/store/input"
	"ostrakon/store/refusal"
)

// unclearWeight matches what may be thousands, or a number with three decimals.
var unclearWeight = regexp.MustCompile(`^[1-9][0-9]{0,2}[.,][0-9]{3}$`)

// readWeight reads a weight with a decimal point or a decimal comma, and notes what is wrong with it.
func readWeight(field, cell string, faults *input.Faults) *ballotbox.Weight {
	if unclearWeight.MatchString(cell) {
		whole := strings.NewReplacer(".", "", ",", "").Replace(cell)
		faults.Add(field, refusal.RollWeightUnclear, refusal.Facts{"text": cell, "whole": whole, "decimal": cell + "0"})
		return nil
	}
	w, err := ballotbox.ParseWeight(strings.Replace(cell, ",", ".", 1))
	if err != nil {
		faults.Add(field, refusal.NotWeight, nil)
		return nil
	}
	return &w
}

// weightCell writes a weight so that readWeight reads the same.
func weightCell(w ballotbox.Weight) string {
	text := w.String()
	if unclearWeight.MatchString(text) {
		text += "0"
	}
	return text
}
