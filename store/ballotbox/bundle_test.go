package ballotbox

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
)

func TestABundleSurvivesItsFile(t *testing.T) {
	for name, b := range map[string]*Bundle{
		"empty":                 {Manifest: []byte{}, Checkpoint: []byte{}, Seal: []byte{}, Result: []byte{}},
		"of an empty election":  hold(TieStated, 0, 0).bundle,
		"of twelve ballots":     hold(TieDraw, 4, 4, 4).bundle,
		"with a value of zeros": {Manifest: []byte("m"), Checkpoint: []byte("c"), Seal: []byte("s"), Result: []byte("r"), Leaves: []Hash{{}}, Ballots: []Choice{{}}, Codes: []Code{{}}},
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

func TestTheFilesOfABundle(t *testing.T) {
	h := hold(TieStated, 1, 0)
	want := []entry{
		{"manifest.json", string(h.bundle.Manifest)}, {"checkpoint.txt", string(h.bundle.Checkpoint)},
		{"seal.txt", string(h.bundle.Seal)}, {"result.json", string(h.bundle.Result)},
		{"leaves.txt", h.receipts[0].Receipt.Leaf + "\n"}, {"ballots.txt", h.manifest.Candidates[0].ID + "\n"}, {"codes.txt", h.receipts[0].Receipt.Code + "\n"},
	}
	if got := unzip(h.file()); !reflect.DeepEqual(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

func TestTheOrderOfFilesInAZipTellsNothing(t *testing.T) {
	h := hold(TieStated, 1, 2)
	entries := unzip(h.file())
	entries[0], entries[6] = entries[6], entries[0]
	h.zipped = zipOf(entries)
	if v := goVerdict(h); len(v.fails) > 0 {
		t.Errorf("%q fail", v.fails)
	}
}

func TestADiskThatIsFullIsNoticed(t *testing.T) {
	h := hold(TieStated, 3, 2)
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

// oversized is a bundle whose first file has a size in its header that is not that of its content.
func oversized(declared uint64, content string) []byte {
	var packed, out bytes.Buffer
	f := must(flate.NewWriter(&packed, flate.BestCompression))
	must(io.WriteString(f, content))
	f.Close()
	z := zip.NewWriter(&out)
	w := must(z.CreateRaw(&zip.FileHeader{Name: "manifest.json", Method: zip.Deflate, CompressedSize64: uint64(packed.Len()), UncompressedSize64: declared}))
	must(w.Write(packed.Bytes()))
	z.Close()
	return out.Bytes()
}

func TestAFileIsNotReadBeyondItsCap(t *testing.T) {
	if _, err := read(oversized(maxBundleFile+1, "x")); !errors.Is(err, ErrBundle) || !strings.Contains(err.Error(), "more than") {
		t.Errorf("a file that says it is too large: %v", err)
	}
	if _, err := read(oversized(10, strings.Repeat("x", 1<<20))); !errors.Is(err, ErrBundle) || !errors.Is(err, zip.ErrFormat) {
		t.Errorf("a file that is larger than it says: %v", err)
	}
}

func TestWhatIsNoBundleIsNamed(t *testing.T) {
	for _, raw := range []string{"", "PK", "no zip at all", strings.Repeat("\x00", 5000)} {
		if _, err := read([]byte(raw)); !errors.Is(err, ErrBundle) {
			t.Errorf("%.20q: %v", raw, err)
		}
	}
}
