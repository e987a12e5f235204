// Package licences has the licences of the code and data of others in the program.
//
// licences.txt is made from the licences of the modules in Go's module cache, from that of Go itself, and from
// embedded.txt, which is written by hand and covers embedded data. After a change of go.mod, make it again:
//
//	go test ./handlers/licences -update
package licences

import _ "embed"

//go:embed licences.txt
var text string

// Text returns all licences, as UTF-8.
func Text() string { return text }
