// Package search lists people by name and finds them by the words that belong to them.
//
//	search.go  the three indexes of people, and the search in them
//	fold.go    words of a text, comparable across case, accents and width
package search
