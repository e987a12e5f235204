// Package directory lists people by name and finds them by the words that belong to them.
//
//	directory.go  the three indexes of a directory, and the search in them
//	fold.go       words of a text, comparable across case, accents and width
package directory
