package ballotbox

import (
	"crypto/rand"
	"encoding/base64"
	"slices"
	"strings"

	"ostrakon/store/sealing"
)

func receiptTampering() []tampering {
	receipt, edited := []string{"receipt r3.json"}, editedReceipt
	return []tampering{
		{"the office leaves a ballot out and seals the rest", func(h *held) {
			h.bring.Receipts = h.receipts[2:5]
			at := leafOf(h, h.receipts[3])
			h.bundle.Leaves = slices.Delete(h.bundle.Leaves, at, at+1)
			h.opened = h.opened[1:]
			h.recount()
			h.reseal(h.signer.signNote)
			h.bring.Receipts = h.bring.Receipts[1:2]
		}, "the signed leaf is not in the cast log", receipt},
		{"the office leaves a ballot out and says that a backup was restored", func(h *held) {
			h.resumed("2026-05-01T12:00:00Z", "A disk broke")
			h.bring.Receipts = h.receipts[3:4]
			at := leafOf(h, h.receipts[3])
			h.bundle.Leaves = slices.Delete(h.bundle.Leaves, at, at+1)
			h.opened = slices.Delete(h.opened, 3, 4)
			h.recount()
			h.reseal(h.signer.signNote)
		}, "lost when a backup was restored, or left out", receipt},
		{"the office puts another ballot in place of one", func(h *held) {
			h.bring.Receipts = h.receipts[3:4]
			h.bundle.Leaves[leafOf(h, h.receipts[3])].Sealed = Hash{1}
			h.reseal(h.signer.signNote)
		}, "the signed leaf is not in the cast log", receipt},
		{"the office publishes another code in place of one", func(h *held) {
			h.bring.Receipts = h.receipts[3:4]
			rand.Read(h.opened[3].Code[:])
			h.recount()
			h.reseal(h.signer.signNote)
		}, "its code is not among those counted", receipt},
		{"the office calls the ballot of a voter invalid", func(h *held) {
			h.bring.Receipts = h.receipts[3:4]
			h.opened = slices.Delete(h.opened, 3, 4)
			h.recount()
			h.reseal(h.signer.signNote)
		}, "its code is not among those counted", receipt},
		{"the office binds a voter's ballot to somebody else", func(h *held) {
			h.bring.Receipts = h.receipts[3:4]
			h.bundle.Leaves[leafOf(h, h.receipts[3])].Tag = sealing.TagOf(sealing.Pad(h.receipts[3].Receipt.Pad),
				idOf("somebody else"))
			h.reseal(h.signer.signNote)
		}, "the signed leaf is not in the cast log", receipt},
		{"a receipt's signature is forged", edited(func(r *NamedReceipt) {
			r.Receipt.Signature = other().Receipt(r.Receipt.ElectionID, must(ParseHash(r.Receipt.Leaf))).Signature
		}), "its signature is not by the key of the manifest", receipt},
		{"a bit of a receipt's signature is flipped", edited(func(r *NamedReceipt) {
			raw := must(base64.StdEncoding.DecodeString(r.Receipt.Signature))
			raw[20] ^= 4
			r.Receipt.Signature = base64.StdEncoding.EncodeToString(raw)
		}), "its signature is not by the key of the manifest", receipt},
		{"a receipt's signature is short", edited(func(r *NamedReceipt) { r.Receipt.Signature = r.Receipt.Signature[:84] }),
			"", receipt},
		{"a receipt has another's leaf", func(h *held) {
			h.receipts[3].Receipt.Leaf = h.receipts[4].Receipt.Leaf
			h.bring.Receipts = h.receipts[2:5]
		}, "its signature is not by the key of the manifest", receipt},
		{"a receipt is of another election", edited(func(r *NamedReceipt) { r.Receipt.ElectionID = idOf("another") }),
			"it is of another election", receipt},
		{"a receipt's leaf is in capitals",
			edited(func(r *NamedReceipt) { r.Receipt.Leaf = strings.ToUpper(r.Receipt.Leaf) }), "is not 64 hexadecimal digits",
			receipt},
	}
}

// editedReceipt brings the receipt of ballot 3 after a change, among others.
func editedReceipt(edit func(*NamedReceipt)) func(*held) {
	return func(h *held) {
		edit(&h.receipts[3])
		h.bring.Receipts = h.receipts[2:5]
	}
}

// keptTampering spoils what the voter's device added to a receipt.
func keptTampering() []tampering {
	receipt, edited := []string{"receipt r3.json"}, editedReceipt
	return []tampering{
		{"a receipt has another code", edited(func(r *NamedReceipt) { r.Receipt.Code = sealing.Code{1}.String() }),
			"its code is not among those counted", receipt},
		{"a receipt has a code that is none", edited(func(r *NamedReceipt) { r.Receipt.Code = "A" }),
			"is not a code of 16 characters", receipt},
		{"a receipt has a code with a line end", edited(func(r *NamedReceipt) { r.Receipt.Code += "\n" }),
			"is not a code of 16 characters", receipt},
		{"a receipt has a code in small letters",
			edited(func(r *NamedReceipt) { r.Receipt.Code = "a" + strings.ToLower(r.Receipt.Code[1:]) }),
			"is not a code of 16 characters", receipt},
		{"a receipt names another person", edited(func(r *NamedReceipt) { r.Receipt.Owner = idOf("owner 4") }),
			"cast for somebody else", receipt},
		{"a receipt has another's pad", edited(func(r *NamedReceipt) { r.Receipt.Pad = filled(7, sealing.PadSize) }),
			"cast for somebody else", receipt},
		{"a receipt has a short pad", edited(func(r *NamedReceipt) { r.Receipt.Pad = r.Receipt.Pad[1:] }),
			"its pad has 15 bytes", receipt},
		{"a receipt has a person that is none", edited(func(r *NamedReceipt) { r.Receipt.Owner = "Ada" }), "is not an id",
			receipt},
	}
}

// leafOf is the place of a receipt's ballot in the log.
func leafOf(h *held, r NamedReceipt) int {
	return slices.Index(leavesOf(h.manifest.ElectionID, h.bundle.Leaves), must(ParseHash(r.Receipt.Leaf)))
}

func earlierTampering() []tampering {
	opening, earlier := "checkpoint c1.txt", "checkpoint c11.txt"
	bring := func(change func(*held)) func(*held) {
		return func(h *held) {
			h.bring.Checkpoints = h.checkpoints
			change(h)
		}
	}
	kept := func(h *held, signed []byte) { h.bring.Checkpoints = []NamedCheckpoint{{"c11.txt", signed}} }
	return []tampering{
		{"the office puts another ballot into a log of which somebody has a checkpoint", bring(office(func(h *held) {
			h.bundle.Leaves[4].Sealed = Hash{1}
		})), "at 11 leaves the log had another root", []string{earlier}},
		{"the office orders a log anew of which somebody has a checkpoint", bring(office(func(h *held) {
			slices.Reverse(h.bundle.Leaves)
		})), "at 11 leaves the log had another root", []string{earlier}},
		{"the office cuts a log of which somebody has a checkpoint", bring(office(func(h *held) {
			h.bundle.Leaves, h.opened = h.bundle.Leaves[:8], h.opened[:8]
			h.recount()
		})), "it is of 11 leaves, the log has only 10", []string{earlier}},
		{"the office ends a log where somebody has a checkpoint of a ballot", bring(office(func(h *held) {
			h.bundle.Leaves, h.opened = h.bundle.Leaves[:9], h.opened[:9]
			h.recount()
		})), "at 11 leaves the log had another root", []string{earlier}},
		{"the office opens an election with a second manifest", bring(office(func(h *held) {
			h.remanifest(func(m *Manifest) { m.Title += "!" })
			h.recount()
		})), "at 1 leaves the log had another root", []string{opening, earlier}},
		{"the office and its holders seal a second count", func(h *held) {
			h.bring.Checkpoints = []NamedCheckpoint{{"c14.txt", h.bundle.Checkpoint}}
			changeVote(h)
			h.reseal(h.signer.signNote)
		}, "at 14 leaves the log had another root", []string{"checkpoint c14.txt"}},
		{"the office cancels an election that was counted", func(h *held) {
			h.bring.Checkpoints = []NamedCheckpoint{{"c14.txt", h.bundle.Checkpoint}}
			h.cancel("They won")
		}, "at 14 leaves the log had another root", []string{"checkpoint c14.txt"}},
		{"an earlier checkpoint is of another election", func(h *held) {
			kept(h, must(h.signer.Checkpoint(idOf("another"), h.seal().Cast)))
		}, notSigned, []string{earlier}},
		{"an earlier checkpoint is signed with another key", func(h *held) { kept(h, h.checkpointAt(11, other().signNote)) },
			notSigned, []string{earlier}},
		{"an earlier checkpoint is empty", func(h *held) { kept(h, nil) }, "signed", []string{earlier}},
		{"an earlier checkpoint is of no leaf", func(h *held) { kept(h, h.checkpointAt(0, h.signer.signNote)) },
			"it is of no leaf", []string{earlier}},
		{"an earlier checkpoint is of more ballots than a number holds", func(h *held) {
			text := h.manifest.origin() + "\n99999999999999999999\n" + base64.StdEncoding.EncodeToString(make([]byte, 32)) + "\n"
			kept(h, must(h.signer.signNote(h.manifest.origin(), text)))
		}, "", []string{earlier}},
	}
}
