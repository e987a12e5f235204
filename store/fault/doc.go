// Package fault says what is wrong with one field of a request: to programs by
// a code and the facts, to people by a sentence made of both. A page that
// speaks another language words the code anew.
//
//	fault.go  Fault: a code with its facts, and the sentence
//	codes.go  every code, with its sentence in English
package fault
