// Package audit keeps the list of who did what. Each line has a hash that depends on all lines before it, so that a
// line which was changed or dropped shows.
//
//	actor.go  who did something, and to what
//	chain.go  the lines, their hashes, and a check of them
//	list.go   the index of the list, and parts of the list
package audit
