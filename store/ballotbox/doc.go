// Package ballotbox keeps an election secret while it runs and makes it checkable afterwards. It is
// pure: no database, no HTTP, no clock. This page is the protocol. BUNDLE.md describes the files,
// and verify.py is a second program that checks them.
//
// # While the election runs
//
// An election has a secret of 32 bytes: the seed of an HPKE private key (RFC 9180; MLKEM768X25519,
// HKDF-SHA256, ChaCha20-Poly1305, base mode). It is drawn when the election opens and never enters
// the database. The manifest, canonical JSON (RFC 8785), freezes what is voted on: the questions of
// the paper with their rules and options, the quorum, the roll with its weights, the public key and
// the installation's Ed25519 key.
//
//	manifest hash  mh = SHA-256("ostrakon/manifest/3\0" ‖ manifest)
//
// A paper has one mark, a byte, for each option (see tally.Rules.Valid), questions in order. Every
// sealed ballot of an election has SealedSize bytes, so its length tells nothing:
//
//	ballot = 0x03 ‖ code (10) ‖ marks
//	enc, context = HPKE.SetupBaseS(public key, info = "ostrakon/ballot/3\0" ‖ election id ‖ mh)
//	key    = context.Export("ostrakon/ballot-key/3\0" ‖ ballot salt, 32)
//	sealed = enc (1120) ‖ ballot salt (16) ‖ ChaCha20-Poly1305(key, nonce = 0, aad = "", ballot)
//	code   = first 10 bytes of SHA-256("ostrakon/code/3\0" ‖ salt (16) ‖ client's nonce)
//
// The server draws the salt and the client the nonce (0 to 64 bytes), so neither side alone chooses
// the code. The weight of a ballot comes from the roll: it is outside the seal and inside the leaf,
// by which the receipt names the sealed ballot in the cast log. The receipt carries the
// installation's promise that the leaf will be there, and that the code will be among those opened:
//
//	leaf      = SHA-256(0x00 ‖ "ostrakon/cast/3\0" ‖ election id ‖ weight (4) ‖ SHA-256(sealed))
//	signature = Ed25519("ostrakon/receipt/3\0" ‖ election id ‖ leaf ‖ code)
//
// The cast log is the Merkle tree of RFC 6962 over the leaves. Leaves enter in epochs of ten or
// more (the last may be smaller), sorted within the epoch, so that a place in the log does not show
// when a ballot arrived. After each epoch the installation signs a checkpoint (C2SP
// tlog-checkpoint, signed-note) under the origin and key name "ostrakon/<election id>". When the
// end is moved, it signs a notice with the new end and the reason in the same way.
//
// # The close
//
// Every sealed ballot is in the log, and there are as many ballots as marked papers. All are opened
// in memory, and the codes are sorted, so that no code is next to a paper. Papers are not
// published: a ranking that nobody else has is a signature. The evidence (counts.txt) has only what
// the count of each question used, and the result follows from it (Recount). Ties are drawn in an
// order to which each ballot's code contributes, so that nobody can know or steer it. One signed
// seal binds everything together:
//
//	notices hash = SHA-256("ostrakon/notices/3\0" ‖ notices.json)
//	counts hash  = SHA-256("ostrakon/counts/3\0" ‖ counts.txt)
//	codes root   = RFC 6962 root over "ostrakon/codes/3\0" ‖ code, sorted
//	result hash  = SHA-256("ostrakon/result/3\0" ‖ result), result in canonical JSON
//	draw         = options by ascending SHA-256("ostrakon/draw/3\0" ‖ codes root ‖ election id ‖ option id)
//
// Then the sealed ballots are deleted and the secret is destroyed. Nothing is left that could
// connect a leaf, and so a receipt, with a vote.
//
// # Map
//
//	key.go       the secret; sealing and opening     canon.go   canonical JSON
//	manifest.go  what is frozen                      signer.go  signed notes, checkpoints
//	question.go  the paper, and marks on it          notice.go  a moved end
//	receipt.go   codes, ids, receipts                tree.go    Merkle roots and proofs
//	cast.go      what is published of a ballot       roll.go    the hash of a frozen electoral roll
//	count.go     the result                          counts.go  the evidence, counts.txt
//	seal.go      the seal of a count                 bundle.go  the public files, as a zip
//	verify.go    the offline verifier                sheet.go   recovery sheets of a secret
package ballotbox
