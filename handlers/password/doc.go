// Package password turns passwords into stored strings and answers whether a password is the right one.
//
//	file         what is in it
//	hasher.go    Hasher: Hash, Verify and VerifyAbsent behind a bounded number of slots; Params
//	phc.go       the stored string, read and written; ErrMalformed
//	check.go     Check: which passwords a person may choose
//	common.txt   the commonest passwords of ten characters or more, one a line, lower case
//
// # What is stored
//
// A PHC string: the function, its version, its parameters, a random salt of 16 bytes and a tag of 32 bytes, in
// unpadded base64.
//
//	$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$…
//
// The function is Argon2id (RFC 9106). [DefaultParams] are those of the OWASP Password Storage Cheat Sheet: 19 MiB, two
// passes, one lane. The parameters travel with every string, so they can be raised at any time: Verify says which
// strings are stale, and the caller hashes the password anew while it has it in hand.
//
// # What a stranger can cost us
//
// Each computation holds its memory until it ends and cannot be interrupted. A [Hasher] therefore admits a fixed number at
// once; the others wait, and stop waiting when their context ends. One server shares one Hasher. A password above 1024
// bytes is refused before any work, and a stored string is read under bounds, so that a restored or edited database
// cannot ask for a computation without end.
//
// # What time tells
//
// Tags are compared in constant time. [Hasher.VerifyAbsent] does the work of Verify for an account that does not exist.
// An account whose string is stale takes the time of its old parameters, until its owner next signs in.
//
// # Characters
//
// A password is a string of Unicode characters, any of them. It is brought to Normalization Form C first, as the
// OpaqueString profile of RFC 8265 does, so that "é" typed on two keyboards is one password. Case and spaces count.
package password
