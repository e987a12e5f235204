package ballotbox

import (
	"strings"

	"ostrakon/store/sealing"
)

// lineOf is a signature line of a note.
func lineOf(signed []byte, number int) string {
	_, lines, _ := strings.Cut(string(signed), "\n\n")
	return strings.SplitAfter(lines, "\n")[number]
}

// signedBySome signs a seal with the office's key and those of some holders.
func signedBySome(numbers ...int) func(h *held, text string) []byte {
	return func(h *held, text string) []byte { return h.signedBy(h.signer.signNote, text, h.bySome(numbers...)) }
}

// holderTampering are seals that not enough holders have signed, of an election that needs two of
// three.
func holderTampering() []tampering {
	const few = "holders have signed it, 2 are needed"
	by := signedBySome
	as := func(number int) func(h *held, text string) []byte { // a stranger signs with a holder's name
		return func(h *held, text string) []byte {
			forged := must(must(NewSigner(filled(9, 32))).signNote(h.manifest.holderName(number), text))
			return append(by(3)(h, text), lineOf(forged, 0)...)
		}
	}
	return []tampering{
		{"no holder has signed the seal", resealed(by()), "0 " + few, unsealed()},
		{"one holder has signed the seal", resealed(by(2)), "1 " + few, unsealed()},
		{"holders have signed the seal, but not the office", resealed(func(h *held, text string) []byte {
			return must(h.manifest.signSeal(text, h.secrets))
		}), notSigned, unsealed()},
		{"one holder has signed the seal twice", resealed(func(h *held, text string) []byte {
			signed := by(2)(h, text)
			return append(signed, lineOf(signed, 1)...)
		}), "1 " + few, unsealed()},
		{"the office has signed the seal as a holder", resealed(func(h *held, text string) []byte {
			signed := must(h.signer.signNote(h.manifest.holderName(1), text))
			return append(by(3)(h, text), lineOf(signed, 0)...)
		}), "1 " + few, unsealed()},
		{"a holder has signed the seal under another's name", resealed(func(h *held, text string) []byte {
			return append(by(3)(h, text), strings.Replace(lineOf(by(2)(h, text), 1), "/holder/2", "/holder/1", 1)...)
		}), "1 " + few, unsealed()},
		{"a stranger has signed the seal under a holder's name", resealed(as(1)), "1 " + few, unsealed()},
		{"a stranger has signed the seal as holder 4", resealed(as(4)), "1 " + few, unsealed()},
		{"a holder's line has a number with a zero", resealed(func(h *held, text string) []byte {
			return append(by(3)(h, text), strings.Replace(lineOf(by(2)(h, text), 1), "/holder/2", "/holder/02", 1)...)
		}), "1 " + few, unsealed()},
		{"the third holder's line is wrong", resealed(func(h *held, text string) []byte {
			forged := editSignature(by(1)(h, text), func(s []byte) { s[20] ^= 1 })
			return append(by(2, 3)(h, text), lineOf(forged, 1)...)
		}), notSigned, unsealed()},
		{"a holder's right line comes after a wrong one", resealed(func(h *held, text string) []byte {
			forged := editSignature(by(1)(h, text), func(s []byte) { s[20] ^= 1 })
			return append(append(by(2)(h, text), lineOf(forged, 1)...), lineOf(by(1)(h, text), 1)...)
		}), notSigned, unsealed()},
		{"a holder of another election has signed", resealed(func(h *held, text string) []byte {
			line := strings.Replace(lineOf(by(2)(h, text), 1), h.manifest.ElectionID, idOf("another"), 1)
			return append(by(3)(h, text), line...)
		}), "1 " + few, unsealed()},
		{"holders 3 and 1 have signed the seal, in this order", func(h *held) {
			text := h.seal().text()
			h.bundle.Seal = append(by(3)(h, text), lineOf(by(1)(h, text), 1)...)
		}, "", nil},
		{"all holders have signed the seal, and a stranger", func(h *held) {
			text := h.seal().text()
			signed := must(must(NewSigner(filled(9, 32))).signNote("stranger.example", text))
			h.bundle.Seal = append(by(1, 2, 3)(h, text), lineOf(signed, 0)...)
		}, "", nil},
	}
}

// secondSeals are seals of another count or manifest that not enough holders have signed.
func secondSeals() []tampering {
	const few = "holders have signed it, 2 are needed"
	by, stranger := signedBySome, must(sealing.ParseSecret(filled(77, sealing.SecretSize)))
	return []tampering{
		{"the office seals a second count without holders", func(h *held) {
			changeVote(h)
			h.bundle.Seal = by()(h, h.seal().text())
			h.recheckpoint(h.signer.signNote)
		}, "0 " + few, unsealed()},
		{"the office seals a second count with one holder", func(h *held) {
			changeVote(h)
			h.bundle.Seal = by(1)(h, h.seal().text())
			h.recheckpoint(h.signer.signNote)
		}, "1 " + few, unsealed()},
		{"the holders' lines are those of another count", func(h *held) {
			lines := lineOf(h.bundle.Seal, 1) + lineOf(h.bundle.Seal, 2)
			changeVote(h)
			h.bundle.Seal = append(by()(h, h.seal().text()), lines...)
			h.recheckpoint(h.signer.signNote)
		}, notSigned, unsealed()},
		{"the manifest names a stranger in place of a holder", func(h *held) {
			h.remanifest(func(m *Manifest) { m.Holders[2] = holderFor("Mary", stranger, keyIndex) })
		}, "1 " + few, unsealed()},
		{"the manifest needs three holders, and two have signed", func(h *held) {
			h.remanifest(func(m *Manifest) { m.Threshold = 3 })
			h.recount()
			h.bundle.Seal = by(1, 2)(h, h.seal().text())
			h.recheckpoint(h.signer.signNote)
		}, "2 holders have signed it, 3 are needed", unsealed()},
	}
}
