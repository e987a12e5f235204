// Package input checks the fields of what people and programs send, and gathers every fault, so that one answer
// names them all.
//
//	faults.go   the gatherer, and a choice from a list
//	fields.go   texts, names, e-mail addresses, phone numbers, dates of birth and time zones
//	scripts.go  characters that cannot be seen, and words that mix scripts
package input
