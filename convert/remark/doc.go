// Package remark lists everything that a conversion can say about a file or an option. Each thing
// is a Kind: a code for programs, an English sentence, and the names of the facts in that sentence.
//
//	remark.go    Kind, and Remark: a kind with the facts of one case
//	warnings.go  what was odd about a file that was converted all the same
//	refusals.go  why a file could not be read
//	options.go   what is wrong with an option
//	json.go      remarks from one process to another
//
// Readers attach the facts. Sentences are made at the edge: here in English, and by a page in its
// own language from the code and the facts.
package remark
