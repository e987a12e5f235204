// Command cardset makes the cards in ocr/card/testdata/set: sixty cards, passports and visas of people who do
// not exist, printed in five layouts and photographed by a simulation, with what they say beside them
// in truth.json. Run it in ocr/train:
//
//	go run ./cardset
//
// It needs the fonts of Debian's packages fonts-dejavu and fonts-liberation, and gives the same bytes
// each time on one kind of processor and one version of those. A set made anew is another set: the
// counts in the test of the set are of the one that is committed.
//
//	main.go     sixty cards, each with its holder, layout and photograph
//	people.go   nations: their names, labels and kind of number; holders
//	sheet.go    the paper: print, lines, the glyphs of the zone
//	layouts.go  five ways to lay out a card
//	zone.go     the lines of machine-readable zones (ICAO 9303)
//	camera.go   where a card lies, in perspective; the table
//	photo.go    what lens, light, sensor and JPEG do to a picture
package main
