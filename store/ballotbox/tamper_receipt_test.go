package ballotbox

import (
	"encoding/base64"
	"slices"
	"strings"
)

func receiptTampering() []tampering {
	receipt := []string{"receipt r3.json"}
	edited := func(edit func(*NamedReceipt)) func(*held) {
		return func(h *held) {
			edit(&h.receipts[3])
			h.bring.Receipts = h.receipts[2:5]
		}
	}
	const code = "its code does not follow from its salt and the client's nonce"
	return []tampering{
		{"the office leaves a ballot out and seals the rest", func(h *held) {
			h.bring.Receipts = h.receipts[2:5]
			at := leafOf(h, h.receipts[3])
			h.bundle.Leaves = slices.Delete(h.bundle.Leaves, at, at+1)
			h.opened, h.bundle.Codes = h.opened[1:], h.bundle.Codes[1:]
			h.recount()
			h.reseal(h.signer.signNote)
			h.bring.Receipts = h.bring.Receipts[1:2]
		}, "the signed leaf is not in the cast log", receipt},
		{"the office puts another ballot in place of one", func(h *held) {
			h.bring.Receipts = h.receipts[3:4]
			h.bundle.Leaves[leafOf(h, h.receipts[3])].Sealed = Hash{1}
			h.reseal(h.signer.signNote)
		}, "the signed leaf is not in the cast log", receipt},
		{"the office publishes another code in place of one", func(h *held) {
			h.bring.Receipts = h.receipts[3:4]
			at := slices.Index(h.bundle.Codes, must(ParseCode(h.receipts[3].Receipt.Code)))
			h.bundle.Codes[at] = NewCode(NewSalt(), "")
			SortCodes(h.bundle.Codes)
			h.reseal(h.signer.signNote)
		}, "its signed code is not among those", receipt},
		{"a receipt has another code", edited(func(r *NamedReceipt) { r.Receipt.Code = NewCode(NewSalt(), "").String() }), code, receipt},
		{"a receipt has another's code", func(h *held) {
			h.receipts[3].Receipt.Code = h.receipts[4].Receipt.Code
			h.bring.Receipts = h.receipts[2:5]
		}, code, receipt},
		{"a receipt has no code", edited(func(r *NamedReceipt) { r.Receipt.Code = "" }), "is not a code of 16 characters", receipt},
		{"a receipt has a code with a line end", edited(func(r *NamedReceipt) { r.Receipt.Code += "\n" }), "is not a code of 16 characters", receipt},
		{"a receipt has another salt", edited(func(r *NamedReceipt) { r.Receipt.CodeSalt = strings.Repeat("ab", 16) }), code, receipt},
		{"a receipt has no salt", edited(func(r *NamedReceipt) { r.Receipt.CodeSalt = "" }), "", receipt},
		{"a receipt's salt is in capitals", edited(func(r *NamedReceipt) { r.Receipt.CodeSalt = strings.ToUpper(r.Receipt.CodeSalt) }), "is not", receipt},
		{"a receipt has another nonce", edited(func(r *NamedReceipt) { r.ClientNonce += "x" }), code, receipt},
		{"a receipt has no nonce where there was one", edited(func(r *NamedReceipt) { r.ClientNonce = "" }), code, receipt},
		{"a receipt's signature is forged", edited(func(r *NamedReceipt) {
			r.Receipt = other().Receipt(r.Receipt.ElectionID, must(ParseHash(r.Receipt.Leaf)), must(ParseCode(r.Receipt.Code)), must(ParseSalt(r.Receipt.CodeSalt)))
		}), "its signature is not by the key of the manifest", receipt},
		{"a bit of a receipt's signature is flipped", edited(func(r *NamedReceipt) {
			raw := must(base64.StdEncoding.DecodeString(r.Receipt.Signature))
			raw[20] ^= 4
			r.Receipt.Signature = base64.StdEncoding.EncodeToString(raw)
		}), "its signature is not by the key of the manifest", receipt},
		{"a receipt's signature is short", edited(func(r *NamedReceipt) { r.Receipt.Signature = r.Receipt.Signature[:84] }), "", receipt},
		{"a receipt has another's leaf", func(h *held) {
			h.receipts[3].Receipt.Leaf = h.receipts[4].Receipt.Leaf
			h.bring.Receipts = h.receipts[2:5]
		}, "its signature is not by the key of the manifest", receipt},
		{"a receipt is of another election", edited(func(r *NamedReceipt) { r.Receipt.ElectionID = idOf("another") }), "it is of another election", receipt},
		{"a receipt's leaf is in capitals", edited(func(r *NamedReceipt) { r.Receipt.Leaf = strings.ToUpper(r.Receipt.Leaf) }), "is not 64 hexadecimal digits", receipt},
	}
}

// leafOf is the place of a receipt's ballot in the log.
func leafOf(h *held, r NamedReceipt) int {
	return slices.Index(leavesOf(h.manifest.ElectionID, h.bundle.Leaves), must(ParseHash(r.Receipt.Leaf)))
}

func earlierTampering() []tampering {
	earlier := []string{"checkpoint c10.txt"}
	bring := func(change func(*held)) func(*held) {
		return func(h *held) {
			h.bring.Checkpoints = h.checkpoints
			change(h)
		}
	}
	kept := func(h *held, signed []byte) { h.bring.Checkpoints = []NamedCheckpoint{{"c10.txt", signed}} }
	return []tampering{
		{"the office puts another ballot into a log of which somebody has a checkpoint", bring(func(h *held) {
			h.bundle.Leaves[4].Sealed = Hash{1}
			h.reseal(h.signer.signNote)
		}), "at 10 ballots the log had another root", earlier},
		{"the office orders a log anew of which somebody has a checkpoint", bring(func(h *held) {
			slices.Reverse(h.bundle.Leaves)
			h.reseal(h.signer.signNote)
		}), "at 10 ballots the log had another root", earlier},
		{"the office cuts a log of which somebody has a checkpoint", bring(func(h *held) {
			b := h.bundle
			b.Leaves, h.opened, b.Codes = b.Leaves[:9], h.opened[:9], b.Codes[:9]
			h.recount()
			h.reseal(h.signer.signNote)
		}), "it is of 10 cast ballots, the bundle has only 9: the log was cut", earlier},
		{"an earlier checkpoint is of another election", func(h *held) {
			kept(h, must(h.signer.Checkpoint(idOf("another"), h.seal().Cast)))
		}, notSigned, earlier},
		{"an earlier checkpoint is signed with another key", func(h *held) { kept(h, h.checkpointAt(10, other().signNote)) }, notSigned, earlier},
		{"an earlier checkpoint is empty", func(h *held) { kept(h, nil) }, "signed", earlier},
		{"an earlier checkpoint is of more ballots than a number holds", func(h *held) {
			text := h.manifest.origin() + "\n99999999999999999999\n" + base64.StdEncoding.EncodeToString(make([]byte, 32)) + "\n"
			kept(h, must(h.signer.signNote(h.manifest.origin(), text)))
		}, "", earlier},
	}
}
