package ballotbox

import (
	"bytes"
	"encoding/base64"
	"slices"
	"strings"
	"testing"
)

// cosign adds lines of the first witnesses to the checkpoint, as they were at some time.
func (h *held) cosign(n int, at uint64) {
	for i := range n {
		h.bundle.Checkpoint = append(h.bundle.Checkpoint,
			cosigned(witness(i), witnessKey(i), at, NoteText(h.bundle.Checkpoint))...)
	}
}

// witnessTampering spoils the cosignatures of an election that names three witnesses, of whom two
// are needed.
func witnessTampering() []tampering {
	witnesses := []string{"witnesses"}
	const few = "of its witnesses have cosigned the checkpoint, 2 are needed"
	// lines replaces the lines of witnesses.
	lines := func(of func(h *held, text string) string) func(*held) {
		return func(h *held) {
			*h = *holdWith(watched, 5, 4, 3)
			h.bundle.Checkpoint = append(h.checkpointAt(14, h.signer.signNote), of(h, NoteText(h.bundle.Checkpoint))...)
		}
	}
	line := func(n int, at uint64, text string) string { return cosigned(witness(n), witnessKey(n), at, text) }
	renamed := func(w Witness, name string) Witness { return Witness{name, w.Key} }
	return []tampering{
		{"no witness has cosigned", lines(func(*held, string) string { return "" }), "0 " + few, witnesses},
		{"one witness has cosigned", lines(func(_ *held, text string) string { return line(1, 1, text) }), "1 " + few,
			witnesses},
		{"one witness has cosigned twice",
			lines(func(_ *held, text string) string { return line(1, 1, text) + line(1, 2, text) }), "1 " + few, witnesses},
		{"a witness has cosigned another checkpoint", lines(func(h *held, text string) string {
			return line(0, 1, text) + line(1, 1, NoteText(h.checkpoints[1].Signed))
		}), notSigned, witnesses},
		{"a witness's time is edited", lines(func(_ *held, text string) string {
			edited := editSignature([]byte(line(1, 1, text)), func(s []byte) { s[11] ^= 1 })
			return line(0, 1, text) + string(edited)
		}), notSigned, witnesses},
		{"a third witness's line is wrong", lines(func(_ *held, text string) string {
			return line(0, 1, text) + line(1, 1, text) + line(2, 1, text+"x")
		}), notSigned, witnesses},
		{"a witness has cosigned with another's key", lines(func(_ *held, text string) string {
			return line(0, 1, text) + cosigned(witness(1), witnessKey(2), 1, text)
		}), notSigned, witnesses},
		{"a stranger has cosigned under a witness's name", lines(func(_ *held, text string) string {
			return line(0, 1, text) + cosigned(renamed(witness(7), witness(1).Name), witnessKey(7), 1, text)
		}), "1 " + few, witnesses},
		{"strangers have cosigned", lines(func(_ *held, text string) string { return line(7, 1, text) + line(8, 1, text) }),
			"0 " + few, witnesses},
		{"a witness has cosigned under another name", lines(func(_ *held, text string) string {
			return line(0, 1, text) + cosigned(renamed(witness(1), "w1"), witnessKey(1), 1, text)
		}), "1 " + few, witnesses},
		{"a witness has signed as logs do", lines(func(_ *held, text string) string {
			signed := must(must(NewSigner(filled(41, 32))).signNote(witness(1).Name, text))
			return line(0, 1, text) + lineOf(signed, 0)
		}), "1 " + few, witnesses},
		{"a witness's line has no time", lines(func(_ *held, text string) string {
			short := editLine(line(1, 1, text), func(s []byte) []byte { return append(s[:4:4], s[12:]...) })
			return line(0, 1, text) + short
		}), notSigned, witnesses},
		{"a witness's line has a byte more", lines(func(_ *held, text string) string {
			return line(0, 1, text) + editLine(line(1, 1, text), func(s []byte) []byte { return append(s, 0) })
		}), notSigned, witnesses},
		{"the last two witnesses have cosigned, among strangers, at the ends of time",
			lines(func(_ *held, text string) string {
				return line(8, 1, text) + line(2, 0, text) + line(7, 5, text) + line(1, 1<<64-1, text)
			}), "", nil},
		{"no witness is named, and a line is wrong", func(h *held) {
			h.bundle.Checkpoint = append(h.bundle.Checkpoint, line(0, 1, "x\n")...)
		}, "", nil},
	}
}

// cosignedTampering are checkpoints that three witnesses have cosigned, and that do not hold.
func cosignedTampering() []tampering {
	return []tampering{
		{"witnesses have cosigned a checkpoint that the office has not signed", func(h *held) {
			*h = *holdWith(watched, 5, 4, 3)
			h.bundle.Checkpoint = h.checkpointAt(14, other().signNote)
			h.cosign(3, 1)
		}, notSigned, []string{"checkpoint", "witnesses"}},
		{"witnesses have cosigned what is no checkpoint", func(h *held) {
			*h = *holdWith(watched, 5, 4, 3)
			h.bundle.Checkpoint = bytes.Clone(h.bundle.Seal)
			h.cosign(3, 1)
		}, "not a checkpoint of", []string{"checkpoint", "witnesses"}},
		{"witnesses have cosigned another log", func(h *held) {
			*h = *holdWith(watched, 5, 4, 3)
			h.bundle.Checkpoint = must(h.signer.Checkpoint(h.manifest.ElectionID, Checkpoint{14, Hash{1}}))
			h.cosign(3, 1)
		}, "its root is", []string{"checkpoint"}},
	}
}

// editLine edits the key hash and signature of a signature line.
func editLine(line string, edit func([]byte) []byte) string {
	var out string
	editSignature([]byte(line), func(raw []byte) {
		at := strings.LastIndex(line, " ") + 1
		out = line[:at] + base64.StdEncoding.EncodeToString(edit(raw)) + "\n"
	})
	return out
}

const notCancelled = "not a cancellation in the form of version 4"

// stop cancels an election whose end was moved, and changes something afterwards.
func stop(change func(*held)) func(*held) {
	return func(h *held) {
		h.notice("2026-05-02T18:00:00Z", "Snow")
		h.cancel("No hall")
		change(h)
	}
}

// lastNotice replaces the last notice.
func (h *held) lastNotice(signed []byte) { h.bundle.Notices[len(h.bundle.Notices)-1] = string(signed) }

// cancelForms are cancellations that the office has signed in other forms.
func cancelForms() []tampering {
	signed := func(text string) func(*held) {
		return stop(office(func(h *held) {
			text := strings.NewReplacer("E\n", h.manifest.ElectionID+"\n", "M\n", h.manifest.hash.String()+"\n").Replace(text)
			h.lastNotice(must(h.signer.signNote(h.manifest.origin(), text)))
		}))
	}
	return []tampering{
		{"a cancellation is of another election",
			signed("ostrakon/cancelled/4\nelection " + idOf("another") + "\nmanifest M\nreason x\n"), notCancelled, unsealed()},
		{"a cancellation is of another manifest",
			signed("ostrakon/cancelled/4\nelection E\nmanifest " + Hash{1}.String() + "\nreason x\n"), notCancelled, unsealed()},
		{"a cancellation has no reason", signed("ostrakon/cancelled/4\nelection E\nmanifest M\nreason \n"), notCancelled,
			unsealed()},
		{"a cancellation has a reason of 501 characters",
			signed("ostrakon/cancelled/4\nelection E\nmanifest M\nreason " + strings.Repeat("é", 501) + "\n"), notCancelled,
			unsealed()},
		{"a cancellation has two reasons", signed("ostrakon/cancelled/4\nelection E\nmanifest M\nreason x\nreason y\n"),
			notCancelled, unsealed()},
		{"a cancellation is of version 1", signed("ostrakon/cancelled/1\nelection E\nmanifest M\nreason x\n"), notCancelled,
			unsealed()},
		{"a cancellation has a reason of 500 characters",
			signed("ostrakon/cancelled/4\nelection E\nmanifest M\nreason " + strings.Repeat("é", 500) + "\n"), "", nil},
	}
}

// cancelTampering spoils elections that were cancelled.
func cancelTampering() []tampering {
	counted := func(change func(h *held, b *Bundle)) func(*held) { // with parts of a count
		return func(h *held) {
			b := *h.bundle
			h.cancel("No hall")
			change(h, &b)
		}
	}
	return []tampering{
		{"a cancelled election", stop(func(*held) {}), "", nil},
		{"a cancellation is dropped", stop(office(func(h *held) { h.bundle.Notices = h.bundle.Notices[:1] })), notCancelled,
			unsealed()},
		{"all notices of a cancelled election are dropped", stop(office(func(h *held) { h.bundle.Notices = nil })), "neither",
			unsealed()},
		{"a cancellation is signed with another key", stop(office(func(h *held) {
			h.lastNotice(must(other().Cancellation(h.manifest.ElectionID, h.manifest.hash, "No hall")))
		})), notSigned, unsealed()},
		{"a cancellation is signed by holders", stop(office(func(h *held) {
			h.lastNotice(must(h.manifest.signSeal(NoteText(h.bundle.end()), h.secrets)))
		})), notSigned, unsealed()},
		{"a cancellation is not the last notice", stop(office(func(h *held) { slices.Reverse(h.bundle.Notices) })),
			notCancelled, unsealed()},
		{"a cancellation is there twice",
			stop(office(func(h *held) { h.bundle.Notices = append(h.bundle.Notices, h.bundle.Notices[1]) })), "notice 2",
			[]string{"notices"}},
		{"a cancellation is edited", stop(
			func(h *held) {
				h.lastNotice([]byte(
					strings.Replace(h.bundle.Notices[1], "No", "Yes", 1)))
			}), notSigned, unsealed()},
		{"another cancellation than the end of the log", stop(func(h *held) {
			h.lastNotice(must(h.signer.Cancellation(h.manifest.ElectionID, h.manifest.hash, "x")))
		}), "its root is", []string{"checkpoint"}},
		{"the log of a cancelled election has no end",
			stop(func(h *held) { h.bundle.Checkpoint = h.checkpointAt(13, h.signer.signNote) }), "its size is 13",
			[]string{"checkpoint"}},
		{"a leaf of a cancelled election is dropped", stop(func(h *held) { h.bundle.Leaves = h.bundle.Leaves[1:] }),
			"its size is 14, the log has 13", []string{"checkpoint"}},
		{"the office drops a leaf of a cancelled election, whose voter has a receipt", stop(office(func(h *held) {
			h.bring.Receipts = h.receipts[3:4]
			at := leafOf(h, h.receipts[3])
			h.bundle.Leaves = slices.Delete(h.bundle.Leaves, at, at+1)
		})), "the signed leaf is not in the cast log", []string{"receipt r3.json"}},
		{"a leaf of a cancelled election is there twice",
			stop(office(func(h *held) { h.bundle.Leaves[1] = h.bundle.Leaves[0] })), "is there twice", []string{"cast log"}},
		{"a leaf of a cancelled election has a class that does not exist",
			stop(office(func(h *held) { h.bundle.Leaves[1].Class = 2 })),
			"of class 2, which has 0 people", []string{"cast log"}},
		{"a notice of a cancelled election is edited",
			stop(office(func(h *held) { h.bundle.Notices[0] = strings.Replace(h.bundle.Notices[0], "Snow", "Rain", 1) })),
			notSigned, []string{"notices"}},
		{"a cancelled election has codes", counted(func(h *held, b *Bundle) { h.bundle.Codes = b.Codes }), "there is a count",
			[]string{"codes"}},
		{"a cancelled election has counts", counted(func(h *held, b *Bundle) { h.bundle.Counts = b.Counts }),
			"there is a count", []string{"counts"}},
		{"a cancelled election has a result", counted(func(h *held, b *Bundle) { h.bundle.Result = b.Result }),
			"there is a count", []string{"result"}},
		{"a cancelled election has a seal", counted(func(h *held, b *Bundle) { h.bundle.Seal = b.Seal }),
			"the hash of notices.json", []string{"notices", "checkpoint", "codes", "counts", "result"}},
		{"a counted election has a cancellation", func(h *held) {
			signed := must(h.signer.Cancellation(h.manifest.ElectionID, h.manifest.hash, "x"))
			h.bundle.Notices = append(h.bundle.Notices, string(signed))
			h.reseal(h.signer.signNote)
		}, "notice 1", []string{"notices"}},
	}
}

// A witness whom the verifier knows must have cosigned, whomever the manifest names.
func TestAWitnessThatIsGivenMustHaveCosigned(t *testing.T) {
	named, unnamed := holdWith(watched, 2, 1), hold(2, 1)
	unnamed.cosign(2, 7)
	interpreter, found := python(t)
	for name, c := range map[string]struct {
		of    *held
		given []Witness
		fails bool
	}{
		"one that is named":               {named, []Witness{witness(1)}, false},
		"one that has not cosigned":       {named, []Witness{witness(1), witness(5)}, true},
		"one of no manifest":              {unnamed, []Witness{witness(0), witness(1)}, false},
		"one that is not there":           {unnamed, []Witness{witness(0), witness(2)}, true},
		"one with the name of another":    {unnamed, []Witness{{witness(0).Name, witness(5).Key}}, true},
		"one with another's name, beside": {named, []Witness{{witness(0).Name, witness(5).Key}}, true},
	} {
		h := *c.of
		h.bring = Evidence{Witnesses: c.given}
		want := []string(nil)
		if c.fails {
			want = []string{"witnesses"}
		}
		if v := goVerdict(&h); !slices.Equal(v.fails, want) {
			t.Errorf("%s: %q fail: %s", name, v.fails, v.says["witnesses"])
		}
		if found {
			run := runBatch(t, interpreter, []*held{&h})[0]
			if v := parseVerdict(t, run.Out, run.Status); !slices.Equal(v.fails, want) {
				t.Errorf("verify.py: %s: %q fail: %s", name, v.fails, v.says["witnesses"])
			}
		}
	}
}
