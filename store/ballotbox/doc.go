// Package ballotbox seals ballots. It is pure: no database, no HTTP, no clock.
//
// While an election runs the database holds only sealed ballots, all of one
// size; the key that opens them is kept elsewhere (see keyring). A sealed ballot is
//
//	nonce (12 random bytes) ‖ ChaCha20-Poly1305(key, nonce, ballot, ad)
//	ballot = version (1) ‖ code (10) ‖ candidate id (16)          27 bytes
//	ad     = "ostrakon/ballot/1\0" ‖ election id                  binds the ballot to its election
//
// The receipt of a cast ballot names it without telling what is in it:
//
//	leaf = SHA-256(0x00 ‖ "ostrakon/cast/1\0" ‖ election id ‖ SHA-256(sealed ballot))
//
// (0x00 is the leaf prefix of RFC 6962) and carries the code, ten random bytes
// in base32 that are shown to the voter once and kept only inside the sealed ballot.
package ballotbox
