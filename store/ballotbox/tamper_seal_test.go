package ballotbox

import (
	"encoding/base64"
	"math/big"
	"regexp"
	"slices"
	"strings"
)

// resign signs an edited text in place of the seal, with the office's key.
func resign(h *held, edit func(text string) string) {
	h.bundle.Seal = must(h.signer.signNote(h.manifest.origin(), edit(h.seal().text())))
}

// other is the key of somebody else.
func other() *Signer { return must(NewSigner(filled(8, 32))) }

func sealTampering() []tampering {
	return []tampering{
		{"the seal is that of another election", func(h *held) {
			h.bundle.Seal = must(h.signer.signNote("ostrakon/"+idOf("another"), h.seal().text()))
		}, notSigned, unsealed()},
		{"the seal is signed with another key under its own name", func(h *held) { h.bundle.Seal = must(other().signNote(h.manifest.origin(), h.seal().text())) }, notSigned, unsealed()},
		{"the seal is signed with another key in the office's name", func(h *held) {
			h.bundle.Seal = must(pretending(h.signer.Public())(h.manifest.origin(), h.seal().text()))
		}, notSigned, unsealed()},
		{"a bit of the seal's signature is flipped", func(h *held) {
			h.bundle.Seal = editSignature(h.bundle.Seal, func(s []byte) { s[40] ^= 1 })
		}, notSigned, unsealed()},
		{"the seal's signature is in its second form, S + L", func(h *held) {
			h.bundle.Seal = editSignature(h.bundle.Seal, func(s []byte) {
				order, _ := new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)
				slices.Reverse(s[36:])
				new(big.Int).Add(new(big.Int).SetBytes(s[36:]), order).FillBytes(s[36:])
				slices.Reverse(s[36:])
			})
		}, notSigned, unsealed()},
		{"the seal has no signature", func(h *held) { h.bundle.Seal = []byte(h.seal().text()) }, "signed", unsealed()},
		{"the seal is empty", func(h *held) { h.bundle.Seal = nil }, "signed", unsealed()},
		{"the seal is the checkpoint", func(h *held) { h.bundle.Seal = h.bundle.Checkpoint }, "not a seal in the form of version 3", unsealed()},
		{"the seal has a line more", func(h *held) { resign(h, func(s string) string { return s + "note x\n" }) }, "not a seal in the form of version 3", unsealed()},
		{"the seal has lines in another order", func(h *held) {
			resign(h, func(s string) string {
				lines := strings.SplitAfter(s, "\n")
				lines[1], lines[2] = lines[2], lines[1]
				return strings.Join(lines, "")
			})
		}, "not a seal in the form of version 3", unsealed()},
		{"the seal is of version 1", func(h *held) {
			resign(h, func(s string) string { return strings.Replace(s, "seal/3", "seal/1", 1) })
		}, "not a seal in the form of version 3", unsealed()},
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
		{"manifest", someHash, "the manifest's hash is", []string{"seal"}},
		{"castSize", "11", "its size is 12, the seal says 11", []string{"checkpoint", "cast log"}},
		{"castRoot", someHash, "its root is", []string{"checkpoint", "cast log"}},
		{"notices", someHash, "the hash of notices.json is", []string{"notices"}},
		{"counts", someHash, "the hash of counts.txt is", []string{"counts", "result"}},
		{"codesRoot", someHash, "the root of the codes is", []string{"codes"}},
		{"result", someHash, "the hash of result.json is", []string{"result"}},
	} {
		line := regexp.MustCompile(`(?m)^` + f.name + ` .*$`)
		edit := func(text string) string { return line.ReplaceAllString(text, f.name+" "+f.value) }
		ways = append(ways,
			tampering{f.name + " in the seal is edited", func(h *held) { h.bundle.Seal = []byte(edit(string(h.bundle.Seal))) }, notSigned, unsealed()},
			tampering{f.name + " in the seal is edited by the office", func(h *held) { resign(h, edit) }, f.says, f.fails})
	}
	return ways
}

func checkpointTampering() []tampering {
	checkpoint := []string{"checkpoint"}
	signed := func(edit func(*Checkpoint)) func(*held) {
		return func(h *held) {
			c := h.seal().Cast
			edit(&c)
			h.bundle.Checkpoint = must(h.signer.Checkpoint(h.manifest.ElectionID, c))
		}
	}
	return []tampering{
		{"the checkpoint is signed with another key", func(h *held) { h.bundle.Checkpoint = h.checkpointAt(12, other().signNote) }, notSigned, checkpoint},
		{"the checkpoint is of another election", func(h *held) {
			h.bundle.Checkpoint = must(h.signer.Checkpoint(idOf("another"), h.seal().Cast))
		}, notSigned, checkpoint},
		{"the checkpoint's text is of another election", func(h *held) {
			h.bundle.Checkpoint = must(h.signer.signNote(h.manifest.origin(), h.seal().Cast.text("ostrakon/"+idOf("another"))))
		}, "not a checkpoint of", checkpoint},
		{"the checkpoint is the seal", func(h *held) { h.bundle.Checkpoint = h.bundle.Seal }, "not a checkpoint of", checkpoint},
		{"the checkpoint has another size", signed(func(c *Checkpoint) { c.Size++ }), "its size is 13, the seal says 12", checkpoint},
		{"the checkpoint has another root", signed(func(c *Checkpoint) { c.Root[0] ^= 1 }), "its root is", checkpoint},
		{"the checkpoint has a size below zero", signed(func(c *Checkpoint) { c.Size = -12 }), "", checkpoint},
		{"the checkpoint's root is edited", func(h *held) {
			text := strings.Split(string(h.bundle.Checkpoint), "\n")
			text[2] = base64.StdEncoding.EncodeToString(make([]byte, 32))
			h.bundle.Checkpoint = []byte(strings.Join(text, "\n"))
		}, notSigned, checkpoint},
		{"the checkpoint is an earlier one", func(h *held) { h.bundle.Checkpoint = h.checkpoints[0].Signed }, "its root is", checkpoint},
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
		}, notSigned, []string{"checkpoint c10.txt"}},
	}
}
