package convert

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"ostrakon/convert/stl"
)

// errFull is what the test's disk says when it is full.
var errFull = errors.New("no space left on device")

// limited is a disk that takes so many writes, over all files, and then
// fails; short disks take half of the write that fails.
type limited struct {
	left  int
	short bool
	count int
}

func (l *limited) create(string, int64) (io.Writer, error) { return l, nil }

func (l *limited) Write(p []byte) (int, error) {
	l.count++
	if l.left--; l.left >= 0 {
		return len(p), nil
	}
	if l.short {
		return len(p) / 2, nil // as no writer may, and some do
	}
	return 0, errFull
}

func TestFullDiskIsAnErrorAtEveryWrite(t *testing.T) {
	data := surface(16_000)
	for _, o := range variants() {
		t.Run(variantName(o), func(t *testing.T) {
			all := &limited{left: 1 << 30}
			must(Convert(context.Background(), bytes.Clone(data), o, "out", all.create, nil))(t)
			for n := range all.count {
				for _, short := range []bool{false, true} {
					disk := &limited{left: n, short: short}
					r, err := Convert(context.Background(), bytes.Clone(data), o, "out", disk.create, nil)
					want := errFull
					if short {
						want = io.ErrShortWrite
					}
					if r != nil || !errors.Is(err, want) {
						t.Fatalf("write %d of %d failed, Convert says %v", n+1, all.count, err)
					}
					if disk.count != n+1 {
						t.Errorf("%d writes after the one that failed", disk.count-n-1)
					}
				}
			}
		})
	}
}

func TestFailureToCreateIsAnError(t *testing.T) {
	for _, failing := range []string{".bin", ".gltf"} {
		create := func(name string, _ int64) (io.Writer, error) {
			if strings.HasSuffix(name, failing) {
				return nil, errFull
			}
			return new(bytes.Buffer), nil
		}
		if _, err := Convert(context.Background(), cube("a"), defaults(Custom), "out", create, nil); !errors.Is(err,
			errFull) {
			t.Errorf("%s cannot be created, Convert says %v", failing, err)
		}
	}
}

func TestCancellationStopsAtEveryStage(t *testing.T) {
	data := surface(16_000)
	for _, o := range variants() {
		for _, at := range []string{StageReading, StageWelding, StageNormals, StageEncoding, StageWriting} {
			ctx, cancel := context.WithCancel(context.Background())
			reached := false
			progress := func(stage string, fraction float64) {
				if stage == at {
					reached = true
					cancel()
				}
			}
			f := folder{}
			_, err := Convert(ctx, bytes.Clone(data), o, "out", f.create, progress)
			cancel()
			// The last report comes when everything is written.
			if reached && !errors.Is(err, context.Canceled) && at != StageWriting {
				t.Errorf("%s: cancelled while %s, Convert says %v", variantName(o), at, err)
			}
		}
	}
}

func TestCancellationStopsTheWriting(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stop := func(stage string, fraction float64) {
		if stage == StageWriting {
			cancel()
		}
	}
	f := folder{}
	_, err := Convert(ctx, surface(60_000), defaults(Custom), "out", f.create, stop)
	if !errors.Is(err, context.Canceled) || f["out.bin"].Len() > pieceBytes {
		t.Errorf("%d bytes written, then %v", f["out.bin"].Len(), err)
	}
}

func TestOutputsOverFourGiBAreRefusedBeforeTheyAreWritten(t *testing.T) {
	huge := section{size: 3 << 30, make: func(func(int) []uint64, func(piece) bool) { t.Error("written") }}
	d := newDocument(nil, &stl.Model{}, defaults(CustomGLB), "")
	d.addSection(huge)
	d.addSection(huge)
	nothing := func(string, int64) (io.Writer, error) {
		t.Error("a file was created")
		return io.Discard, nil
	}
	for name, write := range map[string]func(*output) error{
		"x.glb": func(out *output) error { return out.writeGLB(d, "x") },
		"x.bin": func(out *output) error { return out.writePair(d, "x") },
	} {
		err := write(&output{ctx: context.Background(), create: nothing, report: func(float64) {}})
		var e *SizeError
		if !errors.As(err, &e) || e.File != name || e.Size < 6<<30 || !strings.Contains(err.Error(), "4294967295") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSectionThatIsNotAsLongAsItSaidIsAnError(t *testing.T) {
	lie := stored(make([]byte, 4))
	lie.size = 8
	d := newDocument(nil, &stl.Model{}, defaults(Custom), "x.bin")
	d.addSection(lie)
	f := folder{}
	out := &output{ctx: context.Background(), create: f.create, report: func(float64) {}}
	if err := out.writePair(d, "x"); err == nil || !strings.Contains(err.Error(), "4 bytes where the header says 8") {
		t.Errorf("got %v", err)
	}
}

func TestBaseNamesLeadNowhereElse(t *testing.T) {
	for _, base := range []string{"", ".", "..", "../x", "a/b", "/x"} {
		f := folder{}
		if _, err := Convert(context.Background(), cube("a"), defaults(Custom), base, f.create, nil); err == nil ||
			len(f) > 0 {
			t.Errorf("base %q: %v, %d files", base, err, len(f))
		}
	}
}

func TestComputedSectionsAreWhatOneChunkWouldBe(t *testing.T) {
	fill := func(dst [][2]uint16, first int) {
		for i := range dst {
			dst[i] = [2]uint16{uint16(3*first + i), uint16((3*first + i) >> 16)}
		}
	}
	const groups = 100_000
	s := computed(groups, 3, fill)
	var got bytes.Buffer
	noError(t, pump(&got, []section{s}, s.size))
	if int64(got.Len()) != s.size {
		t.Fatalf("%d bytes, said %d", got.Len(), s.size)
	}
	for i := 0; i < got.Len(); i += 4 {
		b := got.Bytes()[i:]
		if n := int(b[0]) | int(b[1])<<8 | int(b[2])<<16; n != i/4 {
			t.Fatalf("element %d is %d", i/4, n)
		}
	}
}
