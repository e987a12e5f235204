package jobs

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"ostrakon/convert"
	"ostrakon/convert/spool"
	"ostrakon/convert/stl"
	"ostrakon/handlers/worker"
)

// asChild is the argument that makes the test program a child; the others are those of a converter.
const asChild = "run-as-converting-child"

// asStuck makes it a child that takes an upload and never ends.
const asStuck = "run-as-stuck-child"

func TestMain(m *testing.M) {
	if len(os.Args) == 8 && os.Args[1] == asStuck {
		if _, err := worker.Accept(os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
		time.Sleep(time.Hour)
	}
	if len(os.Args) == 8 && os.Args[1] == asChild {
		memory, err := strconv.ParseInt(os.Args[3], 10, 64)
		if err == nil {
			err = worker.Confine(memory + raceMemory)
		}
		if err == nil {
			err = worker.Isolate(worker.Needs{Files: os.Args[5]})
		}
		if err == nil {
			err = Serve(os.Stdin, os.Stdout)
		}
		if err != nil {
			os.Exit(1)
		}
		syscall.Exit(0) // with the race detector os.Exit takes a second
	}
	os.Exit(m.Run())
}

// fixture is a converter with the spool it writes to.
type fixture struct {
	*Converter
	spool    *spool.Spool
	dir      string
	mu       sync.Mutex
	outcomes []Outcome
}

func newFixture(t *testing.T, opts Options) *fixture {
	t.Helper()
	f := &fixture{dir: t.TempDir()}
	f.spool = must(spool.Open(f.dir, spool.Options{TTL: time.Hour, Now: opts.Now}))(t)
	if opts.Command == nil {
		opts.Command = []string{os.Args[0], asChild}
	}
	opts.Done = func(o Outcome) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.outcomes = append(f.outcomes, o)
	}
	f.Converter = New(f.spool, opts)
	t.Cleanup(func() {
		if err := errors.Join(f.Close(), f.spool.Close()); err != nil {
			t.Error(err)
		}
		if f.places.taken != 0 || len(f.places.byClient) != 0 || len(f.places.arriving) != 0 {
			t.Errorf("places are still taken: %+v", &f.places)
		}
		if f.Running() != 0 {
			t.Errorf("%d conversions still run", f.Running())
		}
	})
	return f
}

func (f *fixture) admit(t *testing.T, client string) *Place {
	t.Helper()
	return must(f.Admit(client, -1, func() {}))(t)
}

// tetrahedron is a binary STL file of four facets.
func tetrahedron() []byte {
	corners := [4][3]float32{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	out := bytes.NewBuffer(make([]byte, 80))
	binary.Write(out, binary.LittleEndian, uint32(4))
	for _, facet := range [4][3]int{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}} {
		binary.Write(out, binary.LittleEndian, [3]float32{})
		for _, corner := range facet {
			binary.Write(out, binary.LittleEndian, corners[corner])
		}
		binary.Write(out, binary.LittleEndian, uint16(0))
	}
	return out.Bytes()
}

// options are those of a request that names nothing but the method.
func options(m convert.Method) convert.Options {
	o, err := convert.ParseOptions(map[string]string{"method": string(m)})
	if err != nil {
		panic(err)
	}
	return o
}

func (f *fixture) input() Input {
	return Input{Files: f.Begin(), Data: tetrahedron(), FileName: "part.stl", Options: options(convert.CustomGLB)}
}

// large is an upload in a file: the tetrahedron so many times over.
func (f *fixture) large(t *testing.T, times int) Input {
	t.Helper()
	in := f.input()
	in.Upload = must(in.Files.Upload())(t)
	file := tetrahedron()
	binary.LittleEndian.PutUint32(file[80:], uint32(4*times))
	must(in.Upload.Write(slices.Concat(file[:84], bytes.Repeat(file[84:], times))))(t)
	in.Data = nil
	return in
}

// occupy takes all workers, and returns what gives them back.
func (f *fixture) occupy() (release func()) {
	for range cap(f.workers) {
		f.workers <- struct{}{}
	}
	return func() {
		for range cap(f.workers) {
			<-f.workers
		}
	}
}

func (f *fixture) wantFiles(t *testing.T, want int) {
	t.Helper()
	entries, err := os.ReadDir(f.dir)
	if err != nil || len(entries) != want {
		t.Errorf("%d files, want %d: %v", len(entries), want, err)
	}
}

func TestConvertKeepsTheFilesAndLeavesThePlace(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	f := newFixture(t, Options{Now: func() time.Time { return now }})
	for method, files := range map[convert.Method]int{convert.CustomGLB: 1, convert.Custom: 2, convert.MeshLib: 2} {
		in := f.input()
		in.Options = options(method)
		p := f.admit(t, "c")
		conv := must(f.Convert(t.Context(), p, in))(t)
		p.Leave() // again, as a deferred call may
		if len(conv.Files) != files || conv.Facets != 4 || !conv.Expires.Equal(now.Add(time.Hour)) {
			t.Errorf("%s: %d files, %d facets, until %v", method, len(conv.Files), conv.Facets, conv.Expires)
		}
		for _, file := range conv.Files {
			d := must(f.spool.Open(file.Name, false))(t)
			if d.Size != file.Size {
				t.Errorf("%s has %d bytes, said to be %d", file.Name, d.Size, file.Size)
			}
			d.Close()
		}
	}
	if len(f.outcomes) != 3 || f.outcomes[0].Err != nil || f.outcomes[0].InputSize != 284 || f.outcomes[0].Job != "" {
		t.Errorf("told of %+v", f.outcomes)
	}
}

func TestWhatGoesWrongLeavesNoFile(t *testing.T) {
	f := newFixture(t, Options{})
	unreadable := f.input()
	unreadable.Data = []byte("PK\x03\x04 this is a zip")
	wrong := f.input()
	wrong.Options.Level = convert.Level("best")
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		name string
		ctx  context.Context
		in   Input
		is   func(error) bool
	}{
		{"not an STL file", t.Context(), unreadable,
			func(err error) bool { var e *stl.Error; return errors.As(err, &e) && !errors.Is(err, ErrFailed) }},
		{"a wrong option", t.Context(), wrong,
			func(err error) bool { var e *convert.OptionError; return errors.As(err, &e) }},
		{"the client has gone", gone, f.input(),
			func(err error) bool { return errors.Is(err, context.Canceled) && !errors.Is(err, ErrFailed) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.in.Files = f.Begin()
			if _, err := f.Convert(c.ctx, f.admit(t, "c"), c.in); !c.is(err) {
				t.Errorf("error %v", err)
			}
			f.wantFiles(t, 0)
			if last := f.outcomes[len(f.outcomes)-1]; last.Conversion != nil || !c.is(last.Err) {
				t.Errorf("told of %+v", last)
			}
		})
	}
}

func TestAFailureToWriteIsMarked(t *testing.T) {
	f := newFixture(t, Options{})
	in := f.input()
	noError(t, os.RemoveAll(f.dir))
	if _, err := f.Convert(t.Context(), f.admit(t, "c"), in); !errors.Is(err, ErrFailed) ||
		!errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

// A large upload is read from its file, and its child is ended after it.
func TestALargeUploadIsConvertedFromItsFile(t *testing.T) {
	f := newFixture(t, Options{Workers: 1})
	var stages []string
	in := f.large(t, 1000)
	conv, err := f.children.convert(t.Context(), &in, func(stage string, _ float64) { stages = append(stages, stage) })
	if err != nil || conv.Facets != 4000 || len(stages) == 0 || stages[0] != convert.StageReading {
		t.Errorf("%+v, %v, %v", conv, stages, err)
	}
	in.Files.Discard()
	f.wantFiles(t, 0)
	if len(conv.Files) != 1 {
		t.Errorf("files %v", conv.Files)
	}
}

func TestWaitingEndsWhenTheClientGoes(t *testing.T) {
	f := newFixture(t, Options{Workers: 1})
	defer f.occupy()()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := f.Convert(ctx, f.admit(t, "c"), f.input()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}

func TestPlacesAreBounded(t *testing.T) {
	f := newFixture(t, Options{Workers: 2, Queue: 4})
	var taken []*Place
	for i := range 6 {
		taken = append(taken, f.admit(t, fmt.Sprint(i)))
	}
	if _, err := f.Admit("late", -1, func() {}); !errors.Is(err, ErrBusy) {
		t.Errorf("a seventh upload: %v, want ErrBusy", err)
	}
	taken[0].Leave()
	taken[0].Leave() // frees no second place
	taken[0] = f.admit(t, "late")
	if _, err := f.Admit("later", -1, func() {}); !errors.Is(err, ErrBusy) {
		t.Errorf("a seventh upload: %v, want ErrBusy", err)
	}
	for _, p := range taken {
		p.Leave()
	}
}

func TestOneClientTakesNoMoreThanHalf(t *testing.T) {
	f := newFixture(t, Options{Workers: 2, Queue: 6})
	var taken []*Place
	for range 4 {
		taken = append(taken, f.admit(t, "greedy"))
	}
	if _, err := f.Admit("greedy", -1, func() {}); !errors.Is(err, ErrBusy) {
		t.Errorf("a fifth of eight places: %v, want ErrBusy", err)
	}
	for _, p := range append(taken, f.admit(t, "other")) {
		p.Leave()
	}
}

// Small files wait for a worker, however many there are at once: a class is behind one address.
func TestAHundredSmallUploadsOfOneAddressAreConverted(t *testing.T) {
	f := newFixture(t, Options{Workers: 2})
	release := f.occupy()
	var wg sync.WaitGroup
	for range 100 {
		p := must(f.Admit("school", SmallUpload, func() {}))(t)
		noError(t, p.Received())
		in := f.input()
		wg.Go(func() {
			if _, err := f.Convert(t.Context(), p, in); err != nil {
				t.Error(err)
			}
		})
	}
	if got := f.Admitted(); got != 100 {
		t.Errorf("%d wait", got)
	}
	release()
	wg.Wait()
	f.wantFiles(t, 200)
}

// A cleaner of temporary directories may remove that of the converted files, and somebody may make it again.
func TestConversionsGoOnInADirectoryThatWasMadeAgain(t *testing.T) {
	f := newFixture(t, Options{Workers: 1})
	for _, again := range []func(string) error{
		os.RemoveAll,
		func(dir string) error { return errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o700)) },
	} {
		must(f.Convert(t.Context(), f.admit(t, "c"), f.input()))(t)
		noError(t, again(f.dir))
		must(f.Convert(t.Context(), f.admit(t, "c"), f.input()))(t)
		must(f.Convert(t.Context(), f.admit(t, "c"), f.large(t, 10_000)))(t)
	}
}

// Uploads that hardly arrive keep nobody out, whatever they announce: who comes takes the place of
// the slowest. Uploads that arrive well, or have arrived, keep theirs.
func TestSlowUploadsGiveTheirPlacesAway(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	f := newFixture(t, Options{Workers: 2, Queue: 4, Memory: 1 << 30, Now: func() time.Time { return now }})
	interrupted := make(map[string]int)
	var all []*Place
	for _, client := range []string{"a", "b"} {
		for range 3 {
			p := must(f.Admit(client, -1, func() { interrupted[client]++ }))(t)
			all = append(all, p)
		}
	}
	arrive := func(p *Place, rate int) {
		noError(t, p.Arrived(rate*9))
	}
	for i, rate := range []int{2200, 2000, 2200, 1 << 20, 2200, 2200} {
		arrive(all[i], rate)
	}
	if err := all[4].Received(); err != nil { // it is complete, and waits
		t.Fatal(err)
	}
	now = now.Add(slowTime - 1)
	if _, err := f.Admit("new", -1, func() {}); !errors.Is(err, ErrBusy) {
		t.Errorf("nothing is known about their rate: %v", err)
	}
	now = now.Add(1)
	for range 2 { // a client has at most half
		all = append(all, f.admit(t, "new"))
	}
	if len(interrupted) == 0 || !errors.Is(all[1].Arrived(1), ErrBusy) || !errors.Is(all[1].Received(), ErrBusy) {
		t.Error("the slowest keeps its place")
	}
	all = append(all, f.admit(t, "new"), f.admit(t, "newer"))
	if interrupted["a"] != 3 || interrupted["b"] != 1 {
		t.Errorf("interrupted: %v", interrupted)
	}
	if _, err := f.Admit("newest", -1, func() {}); !errors.Is(err, ErrBusy) {
		t.Errorf("a place of an upload that arrives well, or has: %v", err)
	}
	if err := errors.Join(all[3].Arrived(1), all[3].Received()); err != nil {
		t.Error(err)
	}
	for _, p := range all {
		p.Leave()
	}
}

// must returns v and ends the test if err is not nil.
func must[T any](v T, err error) func(testing.TB) T {
	return func(tb testing.TB) T {
		tb.Helper()
		noError(tb, err)
		return v
	}
}

// noError ends the test if err is not nil.
func noError(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}
