// Package lines reads printed Latin text: from grey pixels to words with their places and how certain
// they are. It is for cards, where a page is lines in any arrangement.
//
//	lines.go    Reader: a page, or one line again; Word
//	segment.go  dark components (package raster) -> segments: runs of print on one line, where their
//	            capitals stand and how high they are
//	decode.go   scores of the network -> characters
//	words.go    characters -> words; what ink they leave unexplained
//	net         a strip of 24 rows for each segment, and the network that transcribes it; its weights
//	            are weights.bin, which ocr/train/lines makes
//
// A page costs some tenths of a second, of which the network takes most: about a million multiplications a character,
// in integers. What is read depends on the picture alone. A Reader works within bounds for any picture: sizes,
// components, segments and strips all have a cap, and it looks at its context before each segment.
//
// A word is as certain as its least certain character, and that as the share of the scores that it has,
// together with the same letter under other accents. Ink as high as a letter that no character explains
// halves it: a letter that got lost is the error that scores do not show.
//
// What was set, and on what:
//
//	ink 0.1, links and slopes (segment.go)      the layouts of the tests of package card, and its set
//	quantiles of tops and feet (fit)            choices: shares of capitals, descenders and marks in text
//	doubt 0.5, tolerance, letter, high (words.go)  choices: parts of the height of capitals
//	maxSegments, maxColumns                     choices: several times what a card has
//	reach, leastContrast (net/strip.go)         choices, before training
//
// go generate makes weights.bin from type in Debian's free fonts, which the map of ocr/train/lines names.
// Reading needs no font.
package lines

//go:generate env GOEXPERIMENT=simd go -C ../train run ./lines
