package ballotbox

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"time"

	"ostrakon/store/sealing"
)

func TestABundleSurvivesItsFile(t *testing.T) {
	for name, b := range map[string]*Bundle{
		"empty": {Manifest: []byte{}, Checkpoint: []byte{}, Seal: []byte{}, Notices: []string{},
			Counts: []byte{}, Result: []byte{}, Proof: []byte{}, Recounts: []string{}},
		"of an empty election": hold(0, 0).bundle,
		"of an assembly":       assembly().bundle,
		"that was cancelled":   stopped().bundle,
		"with a value of zeros": {Manifest: []byte("m"), Checkpoint: []byte("c"), Seal: []byte("s"),
			Notices: []string{awkward}, Counts: []byte("0"), Codes: []sealing.Code{{}},
			Leaves: []Cast{{Class: 1}}, Result: []byte("r"), Invalid: []Hash{{}}, Proof: []byte{0},
			Recounts: []string{awkward}},
	} {
		var out bytes.Buffer
		if err := b.Write(&out); err != nil {
			t.Fatal(err)
		}
		got, err := read(out.Bytes())
		if err != nil || !reflect.DeepEqual(got, b) {
			t.Errorf("a bundle %s is read as %+v, %v", name, got, err)
		}
	}
}

// Other people open a bundle with what they have, so the standard library must read our form.
func TestABundleIsAZipOfItsFiles(t *testing.T) {
	h := hold(1, 0)
	h.notice("2026-05-02T18:00:00Z", "x")
	file := h.file()
	want := []entry{
		{"manifest.json", string(h.bundle.Manifest)}, {"checkpoint.txt", string(h.bundle.Checkpoint)},
		{"seal.txt", string(h.bundle.Seal)},
		{"notices.json", string(must(canonical(h.bundle.Notices)))},
		{"counts.txt", "0 0 invalid\n1 1 papers\n1 0 blank\n1 1 votes 1\n1 0 votes 2\n"},
		{"codes.txt", h.bundle.Codes[0].String() + "\n"},
		{"leaves.txt", fmt.Sprintf("1 %x %x\n", h.bundle.Leaves[0].Tag[:], h.bundle.Leaves[0].Sealed[:])},
		{"result.json", string(h.bundle.Result)}, {"invalid.txt", ""}, {"proof.bin", ""}, {"credentials.txt", ""},
		{"pollbook.txt", ""}, {"handed.txt", ""}, {"recounts.json", "[]"},
	}
	var got []entry
	for _, f := range must(zip.NewReader(bytes.NewReader(file), int64(len(file)))).File {
		got = append(got, entry{f.Name, string(must(io.ReadAll(must(f.Open()))))}) // checks size and CRC
		if f.Method != zip.Store || !f.Modified.Equal(time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)) || len(f.Extra) > 0 ||
			f.Flags != 0x800 {
			t.Errorf("%s: %+v", f.Name, f.FileHeader)
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

func TestADiskThatIsFullIsNoticed(t *testing.T) {
	h := hold(3, 2)
	for room := range len(h.file()) / 50 {
		if err := h.bundle.Write(&small{room: room * 50}); !errors.Is(err, io.ErrShortWrite) {
			t.Fatalf("%d bytes: %v", room*50, err)
		}
	}
}

// small is a disk with room for so many bytes.
type small struct{ room int }

func (s *small) Write(p []byte) (int, error) {
	if s.room -= len(p); s.room < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

func TestABundleHasACap(t *testing.T) {
	if _, err := ReadBundle(strings.NewReader(""), maxBundle+1); !errors.Is(err, ErrBundle) ||
		!strings.Contains(err.Error(), "more than") {
		t.Errorf("a file that is too large: %v", err)
	}
	b := &Bundle{Manifest: make([]byte, maxBundle), Counts: []byte{0}}
	if err := b.Write(io.Discard); err == nil {
		t.Error("a bundle is written that nobody reads")
	}
}

func TestWhatIsNoBundleIsNamed(t *testing.T) {
	for _, raw := range []string{"", "PK", "no zip at all", strings.Repeat("\x00", 5000)} {
		if _, err := read([]byte(raw)); !errors.Is(err, ErrBundle) {
			t.Errorf("%.20q: %v", raw, err)
		}
	}
	if _, err := ReadBundle(strings.NewReader("short"), 100); !errors.Is(err, ErrBundle) {
		t.Errorf("a file that is shorter than it says: %v", err)
	}
}

// Every byte of a bundle matters: with any one changed it is no bundle, or one that does not hold.
func TestNoByteOfABundleCanBeChanged(t *testing.T) {
	h := assembly()
	h.bringAll()
	raw := h.file()
	for at := 0; at < len(raw); at += 7 {
		changed := bytes.Clone(raw)
		changed[at] ^= 1 << (at % 8)
		if b, err := read(changed); err == nil && Valid(Verify(b, h.bring)) {
			t.Errorf("byte %d is changed, and all holds", at)
		}
	}
}
