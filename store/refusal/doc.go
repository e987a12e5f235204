// Package refusal is the catalogue of everything that the server refuses, and the one place where a refusal is worded.
//
//	problems.go    why a request as a whole is refused: code, status, sentence, facts
//	counting.go    the same for counts by sheets
//	slips.go       the same for slips and poll books
//	papers.go      the same for printed papers
//	proof.go       the same for proofs of the count
//	signin.go      the same for the second fact at a slip, and for links of a members' portal
//	nominations.go the same for nominations
//	hands.go       the same for shows of hands
//	provider.go    the same for signing in with a provider
//	conversion.go  the same for conversions, files and the service itself
//	faults.go      what can be wrong with one field: code, sentence, facts
//	refusal.go     Problem and Fault, and the errors that are made of them
//	sentence.go    a sentence and its facts, written for people
//
// A program goes by the code and the facts. A person reads the sentence, in English; a page in another language makes
// its own from code and facts. To add a refusal, add a value here, use it, and add its sentence to the other languages
// of the pages. Only this package can make a Problem or a Fault.
package refusal
