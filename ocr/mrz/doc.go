// Package mrz knows the machine-readable zone of identity documents, as text: the two or three lines of OCR-B that ICAO
// Doc 9303 (8th edition, 2021) lays out, and what nations do differently.
//
//	check.go     the 37 symbols and the check digit (9303-3, section 4.9)
//	layout.go    TD1, TD2, TD3, MRV-A, MRV-B and the old French card, as data
//	states.go    codes of states and organisations (9303-3, section 5)
//	parse.go     lines -> Document: every field with its value and check
//	date.go      two-digit years, unknown days
//	names.go     surname and given names
//	national.go  where states put the holder's own number, each with its source
//	decode.go    scores of cells -> the most probable text that satisfies every check
//	solve.go     the best text under the check digits: a search over sums modulo ten
//	grammar.go   names, which have no check digit: words and fillers
//	variant.go   what a layout allows, as the tokens that decode.go chooses among
//	tokens.go    the tokens: symbols, dates, codes
//
// A check digit proves that a line was read as it was printed (it misses one
// wrong reading in ten, a composite digit one in ten of those). It is arithmetic
// that anybody can do, not a signature: it says nothing about who printed the line.
//
// What was tuned: the priors and thresholds of Decode, all logarithms. It was done on drawn zones and
// on public pictures of real documents together; which of these moved which is not recorded.
//
//	unseen -3.6       not tuned: one in 37
//	implausible -6    a token that tells two layouts of one size apart
//	rare -3           document codes other than the usual, sex X
//	veryRare -6       unknown days and months
//	seldom -1         a letter among the digits of a document number
//	unusual -5        an O among them, where 0 is meant
//	expiryWindow 50   a choice, in years
package mrz
