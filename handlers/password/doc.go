// Package password turns passwords into stored strings, and says whether a password is the right one.
//
//	file         what is in it
//	hasher.go    Hasher: Hash, Verify and VerifyAbsent behind a bounded number of slots; Params
//	aside.go     Serve: a child that computes while something else is more urgent, and what it is asked
//	phc.go       the stored string, read and written; ErrMalformed
//	check.go     Check: which passwords a person may choose
//	common.txt   the most common passwords of ten characters or more, one a line, in lower case
//
// # What is stored
//
// A PHC string: the function, its version, its parameters, a random salt of 16 bytes and a tag of
// 32 bytes, in unpadded base64.
//
//	$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$…
//
// The function is Argon2id (RFC 9106). [DefaultParams] are those of the OWASP Password Storage Cheat Sheet: 19 MiB, two
// passes, one lane. Every string has its parameters, so they can be raised at any time: Verify says which strings are
// stale, and the caller hashes the password again while it has it.
//
// # What a stranger can cost us
//
// Each computation keeps its memory until it ends, and cannot be interrupted. So a [Hasher] runs a fixed number at
// once, and half as many while something more urgent is under way; the others wait in the order of coming, and stop
// waiting when their context ends. Meanwhile a child process computes (Hasher.Aside): in the server, a computation
// would run at the priority of the votes, as Argon2id starts goroutines, and its memory would make the server collect
// garbage, which votes wait for. A server has one Hasher. A password of more than 1024 bytes is refused before any
// work. A stored string is read within bounds, so that a restored or edited database cannot ask for an endless
// computation.
//
// # What the time of an answer reveals
//
// Tags are compared in constant time. [Hasher.VerifyAbsent] does the work of Verify for an account that does not exist.
// An account whose string is stale takes the time of its old parameters, until its owner next signs in.
//
// # Characters
//
// A password is a string of any Unicode characters. It is first brought to Normalization Form C, as in the OpaqueString
// profile of RFC 8265, so that "é" typed on two keyboards is the same password. Case and spaces count.
package password
