// Package ballotbox keeps an election secret while it runs and makes it checkable afterwards. It is
// pure: no database, no HTTP, no clock. This page is the protocol. BUNDLE.md describes the files,
// and verify.py is a second program that checks them.
//
// # While the election runs
//
// An election has a secret of 64 bytes: the seed of an HPKE private key (RFC 9180; MLKEM768X25519,
// HKDF-SHA256, ChaCha20-Poly1305, base mode) and a tie seed of 32 bytes. It is drawn when the
// election opens and never enters the database. The manifest, canonical JSON (RFC 8785), freezes
// what is voted on: rules, candidates with the hashes of their photos, the public key, the
// installation's Ed25519 key and a commitment to the tie seed.
//
//	manifest hash  mh = SHA-256("ostrakon/manifest/1\0" ‖ manifest)
//	tie commitment    = SHA-256("ostrakon/tieseed/1\0" ‖ tie seed)
//
// A ballot is 27 bytes, and every sealed ballot has SealedSize bytes:
//
//	ballot = 0x01 ‖ code (10) ‖ candidate id (16)
//	enc, context = HPKE.SetupBaseS(public key, info = "ostrakon/ballot/1\0" ‖ election id ‖ mh)
//	key    = context.Export("ostrakon/ballot-key/1\0" ‖ ballot salt, 32)
//	sealed = enc (1120) ‖ ballot salt (16) ‖ ChaCha20-Poly1305(key, nonce = 0, aad = "", ballot)
//	code   = first 10 bytes of SHA-256("ostrakon/code/1\0" ‖ salt (16) ‖ client's nonce)
//
// The server draws the salt and the client the nonce (0 to 64 bytes), so neither side alone chooses
// the code. The receipt names the sealed ballot by its leaf in the cast log. It carries the
// installation's promise that the leaf will be there, and that the code will be among those
// counted:
//
//	leaf      = SHA-256(0x00 ‖ "ostrakon/cast/1\0" ‖ election id ‖ SHA-256(sealed))
//	signature = Ed25519("ostrakon/receipt/1\0" ‖ election id ‖ leaf ‖ code)
//
// The cast log is the Merkle tree of RFC 6962 over the leaves. Leaves enter in epochs of ten or
// more (the last may be smaller), sorted within the epoch, so that a place in the log does not show
// when a ballot arrived. After each epoch the installation signs a checkpoint (C2SP
// tlog-checkpoint, signed-note) under the origin and key name "ostrakon/<election id>".
//
// # The close
//
// Every sealed ballot is in the log, and there are as many ballots as marked voters. All are opened
// in memory. Choices and codes are sorted separately, so that no choice is next to its code. The
// choices are counted (Count), and one signed seal binds everything together:
//
//	ballots root = RFC 6962 root over "ostrakon/counted/1\0" ‖ candidate id, sorted
//	codes root   = RFC 6962 root over "ostrakon/codes/1\0" ‖ code, sorted
//	result hash  = SHA-256("ostrakon/result/1\0" ‖ result), result in canonical JSON
//	draw         = the tied candidate with the smallest SHA-256("ostrakon/draw/1\0" ‖ tie seed ‖ election id ‖ candidate id)
//
// (ids as text in the draw, as 16 bytes in the ballots). Then the sealed ballots are deleted and
// the secret is destroyed. Nothing is left that could connect a leaf, and so a receipt, with a
// choice.
//
// # Map
//
//	key.go       the secret; sealing and opening     canon.go   canonical JSON
//	manifest.go  what is frozen                      signer.go  signed notes, checkpoints
//	receipt.go   codes, leaves, receipts             tree.go    Merkle roots and proofs
//	count.go     the result and its seal             bundle.go  the public files, as a zip
//	verify.go    the offline verifier                sheet.go   recovery sheets of a secret
//	roll.go      the hash of a frozen electoral roll
package ballotbox
