// Package ocr knows identity documents: the kinds of identity number, and what
// a number of each looks like.
//
//	scheme.go  kinds of identity number: normal form and pattern
package ocr
