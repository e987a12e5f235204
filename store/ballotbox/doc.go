// Package ballotbox keeps an election secret while it runs and makes it checkable afterwards. It is
// pure: no database, no HTTP, no clock. This page is the protocol. BUNDLE.md describes the files, and
// verify.py is a second program that checks them. ‖ joins bytes, and "\0" is one zero byte.
//
// # While the election runs
//
// Holders have the election's keys: n of them, of whom t open the ballots together. In the custody
// of the server there is one, the server. Package sealing says how keys are drawn and ballots are
// sealed to them, on the voter's device, and opened. The manifest, canonical JSON (RFC 8785),
// freezes what is voted on: the questions of the paper with their rules and options, the quorum, the
// roll with its weights, the holders' keys, the witnesses and the installation's Ed25519 key.
//
//	manifest hash  mh = SHA-256("ostrakon/manifest/4\0" ‖ manifest)
//
// The manifest comes from the server, so people compare its keys. Each holder has keys for 31 numbers, under one root
// (RFC 6962), and a path ties those of this election to it. The key number is the same for a whole assembly, and is
// known, on paper, before anybody votes:
//
//	key number = SHA-256("ostrakon/keys/4\0" ‖ threshold (1) ‖ roots of the holders ‖ signing key), its first 10 bytes
//
// A paper has one mark, a byte, for each option (see tally.Rules.Valid), questions in order. Every
// sealed ballot of an election has sealing.Size bytes, so its length tells nothing. Its tag binds it
// to the person whose paper it is, so that it cannot be cast for anybody else:
//
//	tag  = SHA-256("ostrakon/tag/4\0" ‖ pad ‖ id of the person)
//	leaf = SHA-256(0x00 ‖ "ostrakon/cast/4\0" ‖ election id ‖ class (2) ‖ tag ‖ SHA-256(sealed) ‖ commitment (32))
//
// Where the count is to be proved, the commitment is that of seed, tag and marks (Manifest.Commitment). Elsewhere it is
// zero.
//
// The class, and with it weight and groups of the person, comes from the roll: it is outside the seal and inside the
// leaf, by which the receipt names the sealed ballot. A question can be for some groups. All ballots have the marks of
// all questions, and those of other groups are zero. Holders never see the pad, and the server keeps only the tag. The
// receipt is the installation's promise that the leaf will be in the log:
//
//	signature = Ed25519("ostrakon/receipt/4\0" ‖ election id ‖ leaf)
//
// # The poll book
//
// With a poll book a ballot needs a key from a slip that the registrar, and not the server, has handed out. The
// manifest has the hash of all lines: one for each paper, with the keys of its slips. In the tag the key takes the
// place of the id. Beside the ballot the device signs a stub. A hash ties it to the leaf, and hides the leaf:
//
//	bound = SHA-256("ostrakon/bound/4\0" ‖ pad of the stub ‖ leaf)
//	stub  = Ed25519("ostrakon/stub/4\0" ‖ election id ‖ mh ‖ bound), by a key of the line
//
// The server checks the stub and forgets its pad. There must be one stub for each ballot, by a line of its class. So
// nobody can add a ballot for somebody who kept their slip, and nobody can find a person's leaf by their line. A voter
// keeps line and pad. They prove that a ballot was left out or swapped, even where the server has signed no receipt.
//
// # The log
//
// The log is the Merkle tree of RFC 6962 over the manifest, the ballots and the end:
//
//	open leaf = SHA-256(0x00 ‖ "ostrakon/open/4\0" ‖ mh)
//	end leaf  = SHA-256(0x00 ‖ "ostrakon/end/4\0" ‖ SHA-256(text of the seal or cancellation))
//
// Ballots enter in epochs of ten or more, sorted within the epoch, so that a place in the log does not show when a
// ballot arrived. With the open leaf, after each epoch and after the end the installation signs a checkpoint (C2SP
// tlog-checkpoint, signed-note) under the origin and key name "ostrakon/<election id>". Witnesses cosign those that
// extend what they saw (C2SP tlog-cosignature). As the last one covers manifest, ballots and seal, a second manifest or
// a second seal is a fork. When the end is moved, or the election is cancelled, the installation signs a notice with
// the reason.
//
// # The count
//
// A box has all that a count needs: the sealed ballots without their voters, in the order of the log. Holders
// count it in a process of the server or at a table (Box.Count). All ballots are opened in memory. A ballot is valid if
// sealing its seed and marks again gives its bytes, so that any t holders find the same, and if its marks are a valid
// paper. Every other ballot is invalid: its weight is all that is published of it. The codes of the valid ones are
// sorted, so that no code is next to a paper. Papers are not published: a ranking that nobody else has is a signature.
// The evidence (counts.txt) has only what the count of each question used, and the result follows from it
// (Manifest.Recount). Ties are drawn in an order to which each ballot's code contributes, so that nobody can know or
// steer it. The seal binds everything together, and t holders sign it:
//
//	ballots hash = SHA-256("ostrakon/ballots/4\0" ‖ leaves of the ballots, sorted)
//	notices hash = SHA-256("ostrakon/notices/4\0" ‖ notices.json)
//	counts hash  = SHA-256("ostrakon/counts/4\0" ‖ counts.txt)
//	codes root   = RFC 6962 root over "ostrakon/codes/4\0" ‖ code, sorted
//	stubs hash   = SHA-256("ostrakon/pollbook/4\0" ‖ pollbook.txt), with a poll book
//	proof hash   = SHA-256("ostrakon/proof/4\0" ‖ SHA-256(invalid.txt) ‖ SHA-256(proof.bin)), with a proof
//	result hash  = SHA-256("ostrakon/result/4\0" ‖ result), result in canonical JSON
//	draw         = options by ascending SHA-256("ostrakon/draw/4\0" ‖ codes root ‖ election id ‖ option id)
//
// The installation checks the count as any verifier does, and adds its signature (Box.Accept). Neither its key alone
// nor fewer than t holders can seal a count. Then the sealed ballots are deleted and the keys are destroyed. Nothing is
// left that could connect a leaf, and so a receipt, with a vote.
//
// # The proof of the count
//
// Without a proof, t holders vouch that they opened the ballots rightly. With one, a ballot is valid only if its
// commitment is that of its seed, tag and marks. Who counts names the leaves of all others (invalid.txt), and proves
// that the rest have committed to valid papers which add up to counts.txt (proof.bin, package proof). It shows nothing
// else of them. So all holders and the server together cannot move a vote. They can leave out ballots that they name,
// and a device that kept its random bytes can show that such a ballot was valid.
//
// Proved are questions whose marks are added up, by votes or by yes and no. For others the holders vouch, and for
// printed papers who entered them. Who may vote must be a frozen roll, since the proof has a size that a bundle takes.
// Any t holders write the same bytes. A proof about a part of the same ballots would open them, so nobody who has
// counted a log may count it without some of its ballots: holders open shares of the public log alone, and nothing is
// proved where voting went on after a backup was restored, nor by a second count that finds other ballots valid.
//
// # Map
//
//	manifest.go  what is frozen                      canon.go    canonical JSON
//	custody.go   who holds the key: a row for each   signer.go   signed notes, checkpoints
//	question.go  the paper, and marks on it          cosign.go   cosignatures of witnesses
//	groups.go    who is asked which question         counts.go   the evidence, counts.txt
//	roll.go      the hash of a frozen roll           notice.go   a moved end, a cancellation
//	recount.go   a second count of a kept box        translation.go  texts in other languages
//	receipt.go   ids and receipts                    tree.go     Merkle roots and proofs
//	cast.go      the leaves of the log               zip.go      archives in their one form
//	box.go       the box and the count, as zips      bundle.go   the public files, as a zip
//	pollbook.go  lines and stubs of the poll book    pollcheck.go a stub for each ballot
//	paper.go     printed papers beside the ballots   weight.go   votes with decimals
//	boxcheck.go  comparing a box before a count      holder.go   holders and witnesses
//	opening.go   opening a box, accepting a count    seal.go     the seal of a count
//	count.go     the result                          verify.go   the offline verifier
//	receiptcheck.go what a receipt shows             proof.go    what is proved, and the proof
//	proofcheck.go checking a proof
//	keynumber.go the number by which keys are compared
//	files.go     verify.py and BUNDLE.md, as the board hands them out
package ballotbox
