// Package sealing seals ballots on a device, so that only a threshold of key holders can open them together. It knows
// holders and bytes, but no election, no person and no clock. The pages do the same in JavaScript
// (web/static/lib/sealing.js). ‖ joins bytes, "\0" is one zero byte, and HKDF is HKDF-SHA256 (RFC 5869).
//
// # Keys of a holder
//
// Each holder draws 32 bytes for an assembly, a day of up to 30 elections, and keeps them as a sheet. From them comes a
// secret for each election by its number, and for number 0, which is for rehearsals:
//
//	prk    = HKDF-Extract(salt = none, the 32 bytes of the sheet)
//	secret = HKDF-Expand(prk, "ostrakon/assembly/4\0" ‖ byte(number), 32)
//	sheet  = base32(the 32 bytes ‖ first 3 bytes of SHA-256("ostrakon/sheet/4\0" ‖ the 32 bytes))
//
// Both key pairs of a holder come from the secret:
//
//	prk          = HKDF-Extract(none, secret)
//	X-Wing seed  = HKDF-Expand(prk, "ostrakon/holder-kem/4\0", 32)
//	Ed25519 seed = HKDF-Expand(prk, "ostrakon/holder-sign/4\0", 32)
//
// # A ballot
//
// A device draws 32 bytes. They give the ballot's pad and seed:
//
//	prk  = HKDF-Extract(none, the 32 bytes)
//	pad  = HKDF-Expand(prk, "ostrakon/pad/4\0", 16)
//	seed = HKDF-Expand(prk, "ostrakon/seed/4\0", 32)
//	tag  = SHA-256("ostrakon/tag/4\0" ‖ pad ‖ id of the person whose paper it is)
//	code = first 10 bytes of SHA-256("ostrakon/code/4\0" ‖ seed ‖ tag)
//
// The seed, the tag and the marks, one byte for each option, give all else that is random in a ballot for n
// holders of whom t are needed. eid is the election's id and mh the hash of its manifest:
//
//	prk = HKDF-Extract(none, seed ‖ marks)
//	salt (16) ‖ ballot key (32) ‖ c_1 … c_{t-1} (32 each) ‖ eseed_1 … eseed_n (64 each)
//	    = HKDF-Expand(prk, "ostrakon/draws/4\0" ‖ eid ‖ mh ‖ tag, 16 + 32t + 64n)
//	share_i = ballot key + c_1·i + c_2·i² + …, byte by byte in GF(2^8)
//	enc_i, context_i = HPKE.SetupBaseS(key of holder i, info = "ostrakon/ballot/4\0" ‖ eid ‖ mh ‖ byte(i)),
//	    with X-Wing's EncapsulateDerand(key of holder i, eseed_i)
//	wrapped_i = ChaCha20-Poly1305(context_i.Export("ostrakon/share/4\0" ‖ salt, 32), nonce = 0, aad = "", share_i)
//	sealed = salt ‖ enc_1 (1120) ‖ wrapped_1 (48) ‖ … ‖ enc_n ‖ wrapped_n ‖
//	    ChaCha20-Poly1305(ballot key, nonce = 0, aad = tag, 0x04 ‖ seed ‖ marks)
//
// The length depends on n and the number of options alone. Every key is used once, so nonces can be
// zero: a seed that is used again with other marks or another tag gives another salt, key and encapsulation.
// The tag binds the ballot and its code to one person, and holders do not see the pad, so they cannot tell whom.
//
// A holder needs salt ‖ enc_i ‖ wrapped_i alone to open share_i, and whoever has t shares and the ballot opens it.
//
// Holders who open a ballot seal its seed and marks again and compare the bytes. Otherwise a voter could make a ballot
// that holders 1 and 2 open but holders 1 and 3 do not. A server that holds the one key itself need not, and seals what
// it puts into its file together with one encapsulation (Batch).
//
// # Not promised
//
// Buffers with secrets that this package makes are cleared after use, where it is simple. Copies remain in memory: keys
// that the standard library has expanded, the state of ciphers and hashes, registers, stacks that have grown, the
// Secret itself, and whatever callers keep. Only the end of the process removes them all. What depends on a secret
// takes the same time for all secrets, apart from whether a ballot opens.
//
// # Caveats
//
// Never take the random bytes of Device for two ballots of one person: they have one code, and their bytes show whether
// their marks are equal.
//
// Give an Opener again = true wherever holders open ballots. Without it, one voter can make a ballot that some holders
// read and others do not, and the count depends on who came.
//
// A Box seals for the public keys that it is given, whoever has them. Compare them with the manifest, and the manifest
// with the opening certificate: a server that gives out its own keys can open every ballot.
//
// Open returns the marks that were sealed, which may be no valid vote. Check them against the paper.
//
// A Pad is the voter's alone: it shows whose a sealed ballot is. Never store it.
//
// An Opener keeps state between calls and must not be used by two goroutines at once.
//
// # Map
//
//	holder.go  a holder's secret, keys and sheet     assembly.go  the secrets of an assembly, from a sheet
//	kem.go     X-Wing                                hpke.go      HPKE: exported keys, single messages
//	shamir.go  shares of a key                       device.go    pad, seed, tag and code of a ballot
//	box.go     sealing ballots                       open.go      opening ballots
//	share.go   opening shares apart from ballots
package sealing
