package ballotbox

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

// FuzzReadBundle: whatever a file holds, it is refused or read; what is read is written and read as
// the same, and can be verified to some end.
func FuzzReadBundle(f *testing.F) {
	for _, h := range []*held{hold(TieStated, 2, 1), hold(TieDraw, 0, 0)} {
		f.Add(h.file())
		f.Add(h.file()[:len(h.file())/2])
		for _, e := range unzip(h.file()) {
			h.zipped = nil
			h.rewrite(e.name, func(s string) string { return strings.ReplaceAll(s, "a", "\r") })
			f.Add(h.zipped)
		}
	}
	f.Add(oversized(10, strings.Repeat("x", 1000)))
	f.Fuzz(func(t *testing.T, raw []byte) {
		b, err := read(raw)
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := b.Write(&out); err != nil {
			t.Fatal(err)
		}
		again, err := read(out.Bytes())
		if err != nil || !reflect.DeepEqual(again, b) {
			t.Errorf("written and read it is %+v, %v\nwas %+v", again, err, b)
		}
		if Valid(Verify(b, Evidence{})) {
			Verify(b, Evidence{Receipts: []NamedReceipt{{}}, Checkpoints: []NamedCheckpoint{{Signed: b.Checkpoint}}})
		}
	})
}

// FuzzParseManifest: what is read as a manifest has one form, and an election can be held by it.
func FuzzParseManifest(f *testing.F) {
	for _, h := range []*held{open(TieStated, 2), open(TieDraw, 5)} {
		f.Add(h.bundle.Manifest)
	}
	for _, way := range manifestForms() {
		h := open(TieStated, 2)
		if way.do(h); h.zipped != nil {
			f.Add([]byte(unzip(h.zipped)[0].content))
		} else {
			f.Add(h.bundle.Manifest)
		}
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := ParseManifest(raw)
		if err != nil {
			return
		}
		if again, err := canonical(m); err != nil || !bytes.Equal(again, raw) {
			t.Errorf("%s, %v\nhas another form: %s", raw, err, again)
		}
		if _, result, err := Count(m, votesFor(m, 1, 1), filled(1, 32)); err != nil {
			t.Errorf("cannot be counted: %v", err)
		} else if _, err := ParseResult(result); err != nil {
			t.Errorf("%s: %v", result, err)
		}
		_, _ = NewBox(m) // a public key of the right size may still be none
	})
}

// FuzzOpenNote: what opens as a checkpoint or a seal has its one form, and under it a signature.
func FuzzOpenNote(f *testing.F) {
	h := hold(TieStated, 7, 6)
	f.Add(h.bundle.Checkpoint)
	f.Add(h.bundle.Seal)
	f.Add(h.checkpoints[0].Signed)
	for _, way := range append(sealTampering(), checkpointTampering()...) {
		h := hold(TieStated, 5, 4, 3)
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
		if s, err := h.manifest.openSeal(raw); err == nil {
			rest, found := strings.CutPrefix(string(raw), s.text()+"\n")
			if !found || !strings.Contains(rest, mark) {
				t.Errorf("%q opens as %+v", raw, s)
			}
		}
	})
}
