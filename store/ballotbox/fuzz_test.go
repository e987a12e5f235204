package ballotbox

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"ostrakon/store/sealing"
)

// FuzzReadBundle: whatever a file holds, it is refused or read; what is read is written as the same
// bytes, and can be verified to some end.
func FuzzReadBundle(f *testing.F) {
	for _, h := range []*held{hold(2, 1), hold(0, 0), assembly(), stopped()} {
		f.Add(h.file())
		f.Add(h.file()[:len(h.file())/2])
		for _, e := range entriesOf(h.bundle) {
			h.zipped = nil
			h.rewrite(e.name, func(s string) string { return strings.ReplaceAll(s, "a", "\r") })
			f.Add(h.zipped)
		}
	}
	for _, way := range zipTampering() {
		h := hold(2, 1)
		way.do(h)
		f.Add(h.zipped)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		b, err := read(raw)
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := b.Write(&out); err != nil || !bytes.Equal(out.Bytes(), raw) {
			t.Errorf("read and written it has other bytes (%v)", err)
		}
		if Valid(Verify(b, Evidence{})) {
			Verify(b, Evidence{Receipts: []NamedReceipt{{}}, Checkpoints: []NamedCheckpoint{{Signed: b.Checkpoint}}})
		}
	})
}

// FuzzReadBox: whatever a file holds, it is refused or read as a box that is written as the same
// bytes, and a count of it comes to an end.
func FuzzReadBox(f *testing.F) {
	for _, edit := range []func(*Manifest){nil, byServer} {
		c := closing(edit, 2, 1)
		b, _ := c.box()
		file := fileOf(f, b.Write)
		f.Add(file)
		f.Add(file[:len(file)/2])
		for _, e := range []string{"", "x", string(file[len(file)/2:])} {
			f.Add(form([]entry{{"box.json", `{"electionId":"` + c.manifest.ElectionID + `","exports":0,"version":4}`},
				{"manifest.json", string(b.Manifest)}, {"checkpoint.txt", string(b.Checkpoint)}, {"notices.json", "[]"},
				{"seal.txt", ""}, {"codes.txt", ""}, {"ballots.bin", e}}))
		}
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		b, err := readBox(raw)
		if err != nil {
			return
		}
		if again := fileOf(t, b.Write); !bytes.Equal(again, raw) {
			t.Error("read and written it has other bytes")
		}
		secrets := map[int]*sealing.Secret{1: secret(1), 2: secret(2)}
		if count, err := b.Count(t.Context(), secrets, CountedByTable, closeAt(), func(int) {}); err == nil {
			if _, err := b.Accept(count, nil, must(NewSigner(filled(1, 32)))); err == nil && len(count.Codes) > 0 {
				t.Error("a count of ballots is accepted for an empty log")
			}
		}
	})
}

// FuzzReadCount: whatever a file holds, it is refused or read as a count that is written as the same
// bytes, and nothing is accepted that the holders have not signed.
func FuzzReadCount(f *testing.F) {
	c := closing(nil, 2, 1)
	b, log := c.box()
	for _, by := range [][]int{{1, 2}, {1, 2, 3}} {
		file := fileOf(f, c.counted(f, b, by...).Write)
		f.Add(file)
		f.Add(file[:len(file)/2])
	}
	good := c.counted(f, b, 1, 2)
	f.Fuzz(func(t *testing.T, raw []byte) {
		count, err := ReadCount(bytes.NewReader(raw), int64(len(raw)))
		if err != nil {
			return
		}
		if again := fileOf(t, count.Write); !bytes.Equal(again, raw) {
			t.Error("read and written it has other bytes")
		}
		if sealed, err := b.Accept(count, log, c.signer); err == nil && sealed.Text != NoteText(good.Seal) {
			t.Errorf("accepted:\n%s", sealed.Seal)
		}
	})
}

// FuzzParseManifest: what is read as a manifest has one form, and an election can be held by it.
func FuzzParseManifest(f *testing.F) {
	for _, h := range []*held{open(2, nil), open(5, nil), assembly()} {
		f.Add(h.bundle.Manifest)
	}
	for _, way := range manifestForms() {
		h := open(2, nil)
		way.do(h)
		f.Add(h.bundle.Manifest)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := ParseManifest(raw)
		if err != nil {
			return
		}
		if again, err := canonical(m); err != nil || !bytes.Equal(again, raw) {
			t.Errorf("%s, %v\nhas another form: %s", raw, err, again)
		}
		if m.SealedSize != sealing.Size(len(m.Holders), m.OptionCount()) {
			t.Errorf("%d options in %d bytes", m.OptionCount(), m.SealedSize)
		}
		c, err := m.Count(nil, nil, PapersIn{})
		if err != nil {
			t.Fatalf("cannot be counted: %v", err)
		}
		if again, err := m.Recount(nil, nil, c.Counts, c.Raw); err != nil || !bytes.Equal(again.Raw, c.Raw) {
			t.Errorf("counted again: %v", err)
		}
		_, _ = m.SealingBox() // a public key of the right size may still be none
	})
}

// FuzzOpenNote: what opens as a checkpoint or a seal has its one form, and under it a signature.
func FuzzOpenNote(f *testing.F) {
	h := hold(7, 6)
	f.Add(h.bundle.Checkpoint)
	f.Add(h.bundle.Seal)
	f.Add(h.checkpoints[0].Signed)
	for _, way := range append(sealTampering(), checkpointTampering()...) {
		h := hold(5, 4, 3)
		way.do(h)
		f.Add(h.bundle.Seal)
		f.Add(h.bundle.Checkpoint)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		mark := "— " + h.manifest.origin() + " "
		if c, err := h.manifest.OpenCheckpoint(raw); err == nil {
			rest, found := strings.CutPrefix(string(raw), c.text(h.manifest.origin())+"\n")
			if !found || !strings.Contains(rest, mark) {
				t.Errorf("%q opens as %v", raw, c)
			}
		}
		if s, _, err := h.manifest.openSeal(raw); err == nil {
			rest, found := strings.CutPrefix(string(raw), s.text()+"\n")
			if !found || !strings.Contains(rest, mark) {
				t.Errorf("%q opens as %+v", raw, s)
			}
		}
	})
}

// FuzzParseReceipt: what is read as a receipt has its members and no others, each once and in one form.
func FuzzParseReceipt(f *testing.F) {
	h := hold(5, 4)
	for _, form := range receiptForms(h.receipts[1].Receipt, h.receipts[3].Receipt) {
		f.Add([]byte(form.text))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		r, err := ParseReceipt(raw)
		if err != nil {
			return
		}
		bare := strings.NewReplacer(" ", "", "\t", "", "\n", "", "\r", "")
		again := string(must(json.Marshal(r)))
		if len(bare.Replace(string(raw))) != len(bare.Replace(again)) {
			t.Errorf("%q is read as %s", raw, again)
		}
	})
}

// FuzzParseCounts: what is read as counts.txt has one form, and a recount of it comes to an end.
func FuzzParseCounts(f *testing.F) {
	h := assembly()
	f.Add(h.bundle.Counts)
	for line := range strings.Lines(string(h.bundle.Counts)) {
		f.Add([]byte(strings.Replace(string(h.bundle.Counts), line, "", 1)))
		f.Add([]byte(strings.Replace(string(h.bundle.Counts), line, line+line, 1)))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		e, err := h.manifest.parseCounts(raw, len(h.bundle.Codes))
		if err != nil {
			return
		}
		if again := e.file(h.manifest); !bytes.Equal(again, raw) {
			t.Errorf("%q\nhas another form: %q", raw, again)
		}
		c, err := h.manifest.Recount(h.bundle.Leaves, h.bundle.Codes, raw, h.bundle.Result)
		if err == nil && !bytes.Equal(c.Counts, raw) {
			t.Errorf("counted again it has other evidence: %q", c.Counts)
		}
	})
}
