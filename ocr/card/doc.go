// Package card reads the photograph of an identity card: its number, its holder's names and date of
// birth, its expiry.
//
// The way of a photograph, each step only if those before leave something open and the time budget
// allows it:
//
//	zone       the machine-readable zone, in four turns (ocr/ocrb); where there is one, the print
//	           is only compared with it
//	outline    where there is no zone, four straight edges: a card that lies turned is cut out of the
//	           photograph and made straight, and its zone is looked for again
//	upright    the direction of the lines; the photograph is turned, cut to what is printed and
//	           levelled. Its upper third is read first, as sparse text, which shows whether it is
//	           upside down, then the rest. If that reads badly it is turned by 180 degrees, then
//	           mirrored (for the hint), then turned by 90 and 270
//	labels     what is right of or below the labels of names, dates and the schemes' numbers, or
//	           above them where a page labels from below; place and age where a label is missing
//	again      the place of the number alone, at 36 and 52 pixels, with the scheme's characters;
//	           names and dates that are in doubt
//	flattened  the page without its shadows, read as columns, and its number again
//	vote       the number that most readings agree on; one with check digits counts double
//	conclude   fields, verdict, hints
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
//	extract.go     values beside labels: names
//	dates.go       dates and the labels that they belong to; day and month
//	unlabelled.go  a name, a part of a name whose label is missing
//	number.go      numbers of the schemes on a page; the vote
//	again.go       single lines, read again
//	kinds.go       types of document
//	contradict.go  zone against print
//	hints.go       what would help
//	conclude.go    all of it -> Reading
package card
