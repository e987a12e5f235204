package mrz

import (
	"strings"
	"time"
)

// token is a run of cells that is chosen as one: a symbol, a day, a code.
type token struct {
	line, col int
	options   []option
	digit     digit
}

// digit says which check digit a token is.
type digit int

const (
	noDigit        digit = iota
	ownDigit             // of its group
	compositeDigit       // of the zone
)

// option is a text that a token may have, and how much rarer than the others it is, as a natural logarithm.
type option struct {
	text  string
	prior float64
}

// The priors: what is rarely met must be seen clearly to be believed.
const (
	rare     = -3.0 // unusual document codes, sex X
	veryRare = -6.0 // unknown days and months
	seldom   = -1.0 // a letter among the digits of a number
	unusual  = -5.0 // the letter O there: issuers avoid it
)

func plain(symbols string) []option {
	var found []option
	for i := range len(symbols) {
		found = append(found, option{text: symbols[i : i+1]})
	}
	return found
}

const (
	digits     = "0123456789"
	alphabetic = "ABCDEFGHIJKLMNOPQRSTUVWXYZ<"
)

// symbols makes a token of each cell of a span.
func symbols(at span, options []option) []token {
	var found []token
	for col := at.from; col < at.to; col++ {
		found = append(found, token{at.line, col, options, noDigit})
	}
	return found
}

// numberTokens may be any symbols; after the third cell digits are likelier than
// letters. Two O for two 0, and letters for digits of the same value modulo ten, pass check digits.
func numberTokens(at span) []token {
	const prefix = 3
	found := symbols(at, plain(Symbols))
	late := plain(Symbols)
	for c := byte('A'); c <= 'Z'; c++ {
		late[index(c)].prior = seldom
	}
	late[index('O')].prior = unusual
	for i := prefix; i < len(found); i++ {
		found[i].options = late
	}
	return found
}

// yearDays lists MMDD of every day of a leap year, of unknown days, and of an unknown month.
func yearDays() []option {
	found := []option{{text: "<<<<", prior: veryRare}}
	for day := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC); day.Year() == 2000; day = day.AddDate(0, 0, 1) {
		if day.Day() == 1 {
			found = append(found, option{text: day.Format("01") + "<<", prior: veryRare})
		}
		found = append(found, option{text: day.Format("0102")})
	}
	return found
}

// codeTokens are the document code: its first letter, then a filler or a letter.
func codeTokens(at span, kinds string) []token {
	second := []option{{text: "<"}}
	for _, o := range plain(strings.TrimSuffix(alphabetic, "<")) {
		o.prior = rare
		if o.text == "D" || o.text == "P" {
			o.prior = 0
		}
		second = append(second, o)
	}
	return []token{{at.line, at.from, plain(kinds), noDigit}, {at.line, at.from + 1, second, noDigit}}
}

// stateOptions are the codes of states, padded with fillers.
func stateOptions() []option {
	var found []option
	for _, code := range states() {
		found = append(found, option{text: code})
	}
	return found
}
