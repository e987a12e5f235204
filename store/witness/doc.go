// Package witness watches the cast log of an election from another computer, and cosigns what only
// grew. It knows checkpoints and proofs, and neither a network nor a store of elections.
//
//	key.go    the key of a witness, and cosignatures (C2SP tlog-cosignature, cosignature/v1)
//	sight.go  what a board shows, compared with what it showed before
//	dir.go    the directory in which a witness remembers, and keeps proofs
//
// A witness remembers what it saw before it cosigns it. What contradicts that is an [Alarm]: it is
// never cosigned, and both sides of the contradiction are kept.
package witness
