// Package card reads the photograph of an identity card: its number, its holder's names and date of birth, its expiry.
//
// The way of a photograph, each step only if those before leave something open and the time budget allows it:
//
//	zone       the machine-readable zone, in four turns (ocr/ocrb); where there is one, the print
//	           is only compared with it
//	outline    four straight edges: two cards are told here, and read no further. Where there is no
//	           zone, a card that lies turned is cut out of the photograph and made straight, and its
//	           zone is looked for again
//	upright    the direction of the lines; the photograph is turned, cut to what is printed and
//	           levelled. If that reads badly it is turned by 180 degrees, then mirrored (for the
//	           hint), then turned by 90 and 270
//	labels     what is right of or below the labels of names, dates and the schemes' numbers, or above
//	           them where a page labels from below, and all lines up to the next label. A number in the
//	           grouping of its kind needs no label, nor does a name above a birth
//	again      the place of the number alone, laid out anew in two or three ways, with the scheme's
//	           characters; names that are in doubt
//	flattened  the page without its shadows, and its number again
//	agree      the number that most readings agree on; a number with check digits counts double
//	conclude   fields, verdict, hints
//
// A zone of a state that has none of the schemes ends the reading as well: neither its number nor one that is printed
// beside it is of them. Print never overrules the zone: it contradicts it, or fills what it lacks.
//
// What is not certain is not answered: an empty field and the verdict "unreadable" cost a second
// photograph, a false number costs trust. The picture is never binarised: that costs accuracy.
//
// Files:
//
//	reading.go     Reading, what it says and how certain; hints
//	reader.go      Reader, the time budget
//	views.go       the photograph and the cards in it; the zone
//	upright.go     from photograph to page
//	print.go       the order of the steps, what a page says
//	text.go        words of an engine -> segments; distance of texts
//	labels.go      the vocabulary of labels, and their tolerant comparison
//	captions.go    labels on a page, and where values are from them
//	extract.go     values beside labels: names
//	script.go      lines in Greek or Cyrillic that were read as Latin
//	dates.go       dates and the labels that they belong to; day and month
//	unlabelled.go  a name whose label, or the label of whose other part, is missing
//	number.go      numbers of the schemes on a page; agreement of readings
//	shows.go       whether a second reading of a number may be what the first read
//	again.go       single lines, read again
//	kinds.go       types of document in a zone
//	contradict.go  zone against print
//	hints.go       what would help
//	conclude.go    all of it -> Reading
//
// What was tuned, and on what, as far as it is known. Drawn cards are of the generator whose cards
// TestSharedCards reads; specimens are public pictures of real documents; the set is that of TestSet.
// What is a choice was set by judgement, and no card moved it.
//
//	leastZone 0.5                             specimens: above it no zone that agrees by check digits is misread
//	pageSide 1200                             drawn: 1400 reads no better
//	goodText 60, goodLabels 2                 drawn: upside down they are below 40, in a mirror below 55
//	variants (again.go)                       choices: a line a tenth lower and wider, higher and narrower, as it is
//	plainWeight to decided (number.go)          drawn: no number wrong, then most right
//	sureName 0.88                             drawn: names with a letter wrong
//	leastBirth 0.8                            drawn: a zero with a stroke that reads 8
//	leastDate 0.5, dateShare 0.7              drawn: issue dates beside births
//	surePrint 0.85                            drawn, with zone and print of two people
//	leastConfidence 0.3                       drawn: grain at the edges of values
//	tolerated (labels.go)                     drawn: labels misread against values that resemble one
//	gaps in heights of text (text, extract, dates)  drawn, and the tests' own layouts
//	maxLines, leastWords (extract.go), a third (script.go), short  choices: custom, and what letters have in common
//	closeEnough, muchGlare, sharpEnough       drawn, of their four levels
//	askew 10, held 0.3, viewSide 1400         the set; askew is above what Skew levels
//	photoSide 2400, smallSide 1000, inkSide   choices: cost against what is legible
//	oldest, youngest, lasting, longAgo, farthest, leastDigits, maxRunWords  choices: law and custom
//	patience, maxAgain, maxCandidates, leastSide, maxLabelWords  choices: bounds
package card
