// Package ocr knows identity documents: the kinds of identity number and what each looks like, when two names are one
// person's, and how dates are printed. It is arithmetic and tables alone: the packages below it read images, and import
// it, never the other way round.
//
//	scheme.go         a kind of number: Validate, Format, and the list of all kinds
//	typed.go          Compact: numbers as people write them
//	scheme_*.go       the kinds: a table for each continent, a line for each kind
//	place.go          where a photo has the number
//	shape.go          what may be at each position
//	checksum*.go      check digits, by their published algorithms: those of many kinds, and of one
//	birth.go          the date of birth and the sex that some numbers hold
//	birthplan.go      where they are in a number, and of which century
//	initials.go       the letters of the holder's name that some numbers hold
//	states.go         the countries of the kinds, as machine-readable zones name them
//	repair.go         a misread number -> the valid ones it may be
//	names.go          SameName: what is forgiven between a typed name and a read one
//	transliterate.go  ICAO Doc 9303-3 and ELOT 743, as tables
//	fold.go           capitals without accents
//	dates.go          FindDates: dates in a line of print
//	months.go         names of months
//
// A number has one compact form, and that form alone is compared and kept, whatever people and cards write: a
// personnummer with or without its century, a number with or without the version of the card. A check digit is enforced
// where its algorithm is published and every number in use satisfies it: South Korea, Denmark, Iceland and Latvia have
// given out numbers that do not.
//
// # From an image to a reading
//
// The image of a card goes through these packages:
//
//	bytes ── raster ──> grey pixels ──┬─ ocrb ──> cells ── mrz ──> document ──┐
//	                                  └─ lines ─> words ───────────────────── card ──> Reading
//
//	raster  takes JPEG, PNG and WebP from strangers: magic bytes, caps before decoding,
//	        orientation, one grey plane; scales, turns and deskews it
//	ocrb    reads OCR-B, the font of the machine-readable zone: components, a monospaced grid, a
//	        small network that scores every cell for all 37 symbols
//	mrz     decodes those scores to the likeliest text that satisfies a layout and its check digits
//	        (TD1, TD2, TD3, MRV), and parses it: names, number, dates, and optional data with the
//	        kind of number that this package knows
//	lines   reads the rest of the print: components, segments of lines, a small convolutional network
//	        that transcribes each of them
//	weights keeps the weights of both networks as bytes
//	card    decides: the zone first, in four turns. Without one, or for a number that is only
//	        printed, it levels the card, finds the labels of the scheme among the words, reads the
//	        line of the number again with the scheme's Alphabet, and takes a majority of what
//	        Repair makes of each; a valid check digit counts double. FindDates and Birth give the
//	        date of birth and cross-check it
//	worker  does all this in a child process of the same binary, because decoding cannot be
//	        interrupted: the parent looks at the header of the image, queues, and kills a child
//	        that takes too long. No part of an image goes to a disk or a log
//
// A Reading gives each field with its source (the zone or the print), whether a check digit
// confirms it, and how certain it is. What is not certain is left out, not guessed, and so is a
// number on which the zone and the print disagree. A reading is what the card shows: anybody can
// compute check digits, so it does not prove that a card is genuine.
//
// What a person types then has to match what was read: the number in its compact form, the name
// by SameName, the date of birth exactly.
package ocr
