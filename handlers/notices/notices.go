// Package notices has the licences of what others wrote and the program contains.
//
// notices.txt has all of them. It is made from the licences of the modules in Go's module cache, of Go
// itself, and from embedded.txt, which is written by hand: what is in none of these files, as it is data. After a change of go.mod, make notices.txt again:
//
//	go test ./handlers/notices -update
package notices

import _ "embed"

//go:embed notices.txt
var text string

// Text is all notices, as UTF-8.
func Text() string { return text }
