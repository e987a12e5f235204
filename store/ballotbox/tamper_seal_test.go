package ballotbox

import (
	"encoding/base64"
	"math/big"
	"regexp"
	"slices"
	"strings"
)

// resign signs an edited text in place of the seal, with the keys of the office and enough holders,
// and ends the log with it.
func resign(h *held, edit func(text string) string) {
	h.bundle.Seal = h.signedBy(h.signer.signNote, edit(h.seal().text()), h.enough())
	h.recheckpoint(h.signer.signNote)
}

// resealed puts a seal with other signatures in place of that of the bundle. The log has its end.
func resealed(sign func(h *held, text string) []byte) func(*held) {
	return func(h *held) { h.bundle.Seal = sign(h, h.seal().text()) }
}

// other is the key of somebody else.
func other() *Signer { return must(NewSigner(filled(8, 32))) }

func sealTampering() []tampering {
	return []tampering{
		{"the seal is that of another election", resealed(func(h *held, text string) []byte {
			return h.signedBy(func(_, text string) ([]byte,
				error) {
				return h.signer.signNote("ostrakon/"+idOf("another"), text)
			}, text, h.enough())
		}), notSigned, unsealed()},
		{"the seal is signed with another key under its own name", resealed(func(h *held, text string) []byte {
			return h.signedBy(other().signNote, text, h.enough())
		}), notSigned, unsealed()},
		{"the seal is signed with another key in the office's name", resealed(func(h *held, text string) []byte {
			return h.signedBy(pretending(h.signer.Public()), text, h.enough())
		}), notSigned, unsealed()},
		{"a bit of the seal's signature is flipped", func(h *held) {
			h.bundle.Seal = editSignature(h.bundle.Seal, func(s []byte) { s[40] ^= 1 })
		}, notSigned, unsealed()},
		{"the seal's signature is in its second form, S + L", func(h *held) {
			h.bundle.Seal = editSignature(h.bundle.Seal, func(s []byte) {
				order, _ := new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989",
					10)
				slices.Reverse(s[36:])
				new(big.Int).Add(new(big.Int).SetBytes(s[36:]), order).FillBytes(s[36:])
				slices.Reverse(s[36:])
			})
		}, notSigned, unsealed()},
		{"the seal has no signature", func(h *held) { h.bundle.Seal = []byte(h.seal().text()) }, "signed", unsealed()},
		{"the seal is empty", func(h *held) { h.bundle.Seal = nil }, "neither a seal nor a cancellation", unsealed()},
		{"the seal is a line feed", func(h *held) { h.bundle.Seal = []byte("\n") }, "signed", unsealed()},
		{"the seal is the checkpoint", func(h *held) { h.bundle.Seal = h.bundle.Checkpoint }, "0 holders have signed it",
			unsealed()},
		{"the seal is the checkpoint, signed by all", func(h *held) {
			h.bundle.Seal = h.signedBy(h.signer.signNote, NoteText(h.bundle.Checkpoint), h.secrets)
		}, "not a seal in the form of version 4", unsealed()},
		{"the seal has a line more", func(h *held) { resign(h, func(s string) string { return s + "note x\n" }) },
			"not a seal in the form of version 4", unsealed()},
		{"the seal has lines in another order", func(h *held) {
			resign(h, func(s string) string {
				lines := strings.SplitAfter(s, "\n")
				lines[1], lines[2] = lines[2], lines[1]
				return strings.Join(lines, "")
			})
		}, "not a seal in the form of version 4", unsealed()},
		{"the seal is of version 1", func(h *held) {
			resign(h, func(s string) string { return strings.Replace(s, "seal/4", "seal/1", 1) })
		}, "not a seal in the form of version 4", unsealed()},
	}
}

// editSignature edits the key hash and signature of a note.
func editSignature(signed []byte, edit func([]byte)) []byte {
	text := string(signed)
	at := strings.LastIndex(text, " ") + 1
	raw := must(base64.StdEncoding.DecodeString(strings.TrimSpace(text[at:])))
	edit(raw)
	return []byte(text[:at] + base64.StdEncoding.EncodeToString(raw) + "\n")
}

// sealFieldTampering edits each field of the seal: first in the file, then by the office itself.
func sealFieldTampering() []tampering {
	someHash := Hash{1}.String()
	var ways []tampering
	for _, f := range []struct {
		name, value, says string
		fails             []string
	}{
		{"election", idOf("another"), "the manifest's election is", []string{"seal"}},
		{"election", strings.ToUpper(idOf("another")), "not a seal", unsealed()},
		{"election", "", "not a seal", unsealed()},
		{"manifest", someHash, "the manifest's hash is", []string{"seal"}},
		{"castSize", "12", "the number of leaves is 13, the seal says 12", []string{"cast log"}},
		{"castRoot", someHash, "the root of the cast log is", []string{"cast log"}},
		{"ballots", someHash, "the hash of the ballots is", []string{"cast log"}},
		{"notices", someHash, "the hash of notices.json is", []string{"notices"}},
		{"counts", someHash, "the hash of counts.txt is", []string{"counts", "result"}},
		{"codesRoot", someHash, "the root of the codes is", []string{"codes"}},
		{"result", someHash, "the hash of result.json is", []string{"result"}},
		{"exports", "0", "", nil}, // only those who counted can say how it was
		{"exports", "-1", "not a seal", unsealed()},
		{"exports", "01", "not a seal", unsealed()},
		{"exports", "", "not a seal", unsealed()},
		{"countedAt", "2026-05-04T00:00:00Z", "", nil},
		{"countedAt", "", "not a seal", unsealed()},
		{"countedAt", "yesterday", "not a seal", unsealed()},
		{"countedAt", "2026-02-29T00:00:00Z", "not a seal", unsealed()},
		{"countedBy", "server", "", nil},
		{"countedBy", "nobody", "not a seal", unsealed()},
		{"countedBy", "Table", "not a seal", unsealed()},
	} {
		line := regexp.MustCompile(`(?m)^` + f.name + ` .*$`)
		edit := func(text string) string { return line.ReplaceAllString(text, f.name+" "+f.value) }
		ways = append(ways,
			tampering{f.name + " in the seal is edited to " + f.value,
				func(h *held) { h.bundle.Seal = []byte(edit(string(h.bundle.Seal))) }, notSigned, unsealed()},
			tampering{f.name + " in the seal is edited by the office and its holders to " + f.value,
				func(h *held) { resign(h, edit) }, f.says, f.fails})
	}
	return ways
}

// last is the checkpoint of the whole log.
func (h *held) last() Checkpoint { return Checkpoint{int64(len(h.log())), MerkleRoot(h.log())} }

func checkpointTampering() []tampering {
	checkpoint := []string{"checkpoint"}
	signed := func(edit func(*Checkpoint)) func(*held) {
		return func(h *held) {
			c := h.last()
			edit(&c)
			h.bundle.Checkpoint = must(h.signer.Checkpoint(h.manifest.ElectionID, c))
		}
	}
	return []tampering{
		{"the checkpoint is signed with another key",
			func(h *held) { h.bundle.Checkpoint = h.checkpointAt(14, other().signNote) }, notSigned, checkpoint},
		{"the checkpoint is of another election", func(h *held) {
			h.bundle.Checkpoint = must(h.signer.Checkpoint(idOf("another"), h.last()))
		}, notSigned, checkpoint},
		{"the checkpoint's text is of another election", func(h *held) {
			h.bundle.Checkpoint = must(h.signer.signNote(h.manifest.origin(), h.last().text("ostrakon/"+idOf("another"))))
		}, "not a checkpoint of", checkpoint},
		{"the checkpoint is the seal", func(h *held) { h.bundle.Checkpoint = h.bundle.Seal }, "not a checkpoint of",
			checkpoint},
		{"the checkpoint is signed by holders alone", func(h *held) {
			h.bundle.Checkpoint = must(h.manifest.signSeal(NoteText(h.bundle.Checkpoint), h.secrets))
		}, notSigned, checkpoint},
		{"the checkpoint has another size", signed(func(c *Checkpoint) { c.Size++ }), "its size is 15, the log has 14",
			checkpoint},
		{"the checkpoint has another root", signed(func(c *Checkpoint) { c.Root[0] ^= 1 }), "its root is", checkpoint},
		{"the checkpoint has a size below zero", signed(func(c *Checkpoint) { c.Size = -14 }), "", checkpoint},
		{"the checkpoint's root is edited", func(h *held) {
			text := strings.Split(string(h.bundle.Checkpoint), "\n")
			text[2] = base64.StdEncoding.EncodeToString(make([]byte, 32))
			h.bundle.Checkpoint = []byte(strings.Join(text, "\n"))
		}, notSigned, checkpoint},
		{"the checkpoint is an earlier one", func(h *held) { h.bundle.Checkpoint = h.checkpoints[1].Signed },
			"its size is 11, the log has 14", checkpoint},
		{"the checkpoint is that of the opening", func(h *held) { h.bundle.Checkpoint = h.checkpoints[0].Signed },
			"its size is 1, the log has 14", checkpoint},
	}
}

// seize makes everything anew under another key, as somebody would who has taken over the server
// but not what voters and onlookers keep.
func seize(h *held) {
	h.remanifest(func(m *Manifest) { m.SigningKey = other().Public() })
	changeVote(h)
	h.reseal(other().signNote)
}

func keyTampering() []tampering {
	return []tampering{
		{"all is signed anew by another key, and the office's key is known", func(h *held) {
			h.bring.SigningKey = Fingerprint(h.signer.Public())
			seize(h)
		}, "the manifest names the key", []string{"signing key"}},
		{"all is signed anew by another key, and a voter has a receipt", func(h *held) {
			h.bring.Receipts = h.receipts[3:4]
			seize(h)
		}, "its signature is not by the key of the manifest", []string{"receipt r3.json"}},
		{"all is signed anew by another key, and somebody has an earlier checkpoint", func(h *held) {
			h.bring.Checkpoints = h.checkpoints
			seize(h)
		}, notSigned, []string{"checkpoint c1.txt", "checkpoint c11.txt"}},
	}
}
