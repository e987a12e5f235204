// Package stl reads STL files, binary and ASCII, as they are found in the wild.
//
//	data ──▶ sniff ──▶ binary: records moved together in place ──▶ colours ──▶ Model
//	           │
//	           ├─────▶ ASCII: cut before facets, parsed on all cores ────────▶ Model
//	           │
//	           └─────▶ anything else: an *Error that says what it looks like
//
// Where to look:
//
//	model.go      what a file holds: Model, Solid, Bounds
//	error.go      why a file was refused, and where
//	read.go       Read, and what both forms end with
//	sniff.go      binary, ASCII or something else, by evidence
//	foreign.go    what the something else looks like
//	binary.go     damage to binary files and its repair; records moved together in place
//	records.go    Records: the 50-byte records, part by part, of files that are not held
//	colour.go     the meanings of a record's attribute
//	ascii.go      chunks of text, several at a time, and their joining
//	text.go       ReadText: chunks of files that are not held, if nothing about them is odd
//	section.go    one chunk: the tolerant parser, word by word
//	facet.go      the fast parser of a facet of the usual shape
//	words.go      blanks, words, lines, comments and names
//	number.go     numbers in the notations of some programs only
//	measure.go    bounds and degenerate facets
//	assemble.go   Assemble: a Model of what other packages read
//	skin.go       Skin: textures on the facets of a Model
//
// Damage that leaves no doubt about the facets is repaired, and a warning (package remark) says so, at most one of each
// kind for a file. A file without one usable facet is always an error. Normals are not kept: in many files they are
// zero, not of unit length or flipped, and the order of the corners gives them anyway.
package stl
