// Package words holds every word that the program shows to people, as data: a list of languages, and a folder of texts
// for each. It imports nothing of this module. The store and the handlers import it; the pages get its Files from the
// server.
//
//	languages.json         a row a language: its own name, its locale for numbers and dates, the direction in which it
//	                       is written, what a cell of a table may call it, and its plural forms
//	<language>/<part>.json key -> text, or key -> plural forms (see Forms), one text a line, in the order of en/
//	<language>/made_from.txt  the hash of the English text from which each text was made; see made.go
//	words.go               reads them; check.go says what is wrong with them
//	part.go                reads and writes the file of a part in its order; po/ makes files for translators
//
// A key begins with the name of its part. Parts are for voters (VotersParts), which every language has, or for
// administrators and makers. A language has all of the second kind or none, and pages of administrators and makers
// offer only those that have them. English lacks the part "refusals": the server itself says in English what it
// refuses.
package words
