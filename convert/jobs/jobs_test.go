package jobs

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"ostrakon/convert"
	"ostrakon/convert/spool"
	"ostrakon/convert/stl"
)

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
	var err error
	if f.spool, err = spool.Open(f.dir, spool.Options{TTL: time.Hour, Now: opts.Now}); err != nil {
		t.Fatal(err)
	}
	opts.Done = func(o Outcome) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.outcomes = append(f.outcomes, o)
	}
	f.Converter = New(f.spool, opts)
	t.Cleanup(func() {
		f.Close()
		f.spool.Close()
		if f.places.taken != (load{}) || len(f.places.byClient) != 0 {
			t.Errorf("places are still taken: %+v, %+v", f.places.taken, f.places.byClient)
		}
		if f.Running() != 0 {
			t.Errorf("%d conversions still run", f.Running())
		}
	})
	return f
}

func (f *fixture) admit(t *testing.T, client string, bytes int64) *Place {
	t.Helper()
	p, err := f.Admit(client, bytes)
	if err != nil {
		t.Fatal(err)
	}
	return p
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

func input() Input {
	return Input{Data: tetrahedron(), FileName: "part.stl", Options: options(convert.CustomGLB)}
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
		in := input()
		in.Options = options(method)
		p := f.admit(t, "c", 300)
		conv, err := f.Convert(t.Context(), p, in)
		if err != nil {
			t.Fatal(err)
		}
		p.Leave() // again, as a deferred call may
		if len(conv.Files) != files || conv.Facets != 4 || !conv.Expires.Equal(now.Add(time.Hour)) {
			t.Errorf("%s: %d files, %d facets, until %v", method, len(conv.Files), conv.Facets, conv.Expires)
		}
		for _, file := range conv.Files {
			d, err := f.spool.Open(file.Name)
			if err != nil {
				t.Fatal(err)
			}
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
	unreadable := input()
	unreadable.Data = []byte("PK\x03\x04 this is a zip")
	wrong := input()
	wrong.Options.Level = convert.Level("best")
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		name string
		ctx  context.Context
		in   Input
		is   func(error) bool
	}{
		{"not an STL file", t.Context(), unreadable, func(err error) bool { var e *stl.Error; return errors.As(err, &e) && !errors.Is(err, ErrFailed) }},
		{"a wrong option", t.Context(), wrong, func(err error) bool { var e *convert.OptionError; return errors.As(err, &e) }},
		{"the client has gone", gone, input(), func(err error) bool { return errors.Is(err, context.Canceled) && !errors.Is(err, ErrFailed) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := f.Convert(c.ctx, f.admit(t, "c", 300), c.in); !c.is(err) {
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
	if err := os.RemoveAll(f.dir); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Convert(t.Context(), f.admit(t, "c", 300), input()); !errors.Is(err, ErrFailed) || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

func TestWaitingEndsWhenTheClientGoes(t *testing.T) {
	f := newFixture(t, Options{Workers: 1})
	defer f.occupy()()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := f.Convert(ctx, f.admit(t, "c", 300), input()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}

func TestPlacesAreBounded(t *testing.T) {
	f := newFixture(t, Options{Workers: 2, Queue: 4, Bytes: 1000})
	var taken []*Place
	for i := range 6 {
		taken = append(taken, f.admit(t, fmt.Sprint(i), 10))
	}
	if _, err := f.Admit("late", 10); !errors.Is(err, ErrBusy) {
		t.Errorf("a seventh upload: %v, want ErrBusy", err)
	}
	taken[0].Leave()
	taken[0].Leave() // frees no second place
	taken[0] = f.admit(t, "late", 10)
	if _, err := f.Admit("later", 10); !errors.Is(err, ErrBusy) {
		t.Errorf("a seventh upload: %v, want ErrBusy", err)
	}
	for _, p := range taken {
		p.Leave()
	}
}

func TestBytesAreBounded(t *testing.T) {
	f := newFixture(t, Options{Workers: 2, Queue: 20, Bytes: 1000})
	first := f.admit(t, "a", 900)
	second := f.admit(t, "b", 50)
	if _, err := f.Admit("c", 60); !errors.Is(err, ErrBusy) {
		t.Errorf("1010 of 1000 bytes: %v, want ErrBusy", err)
	}
	if err := second.Grow(110); !errors.Is(err, ErrBusy) {
		t.Errorf("grown to 1010 of 1000 bytes: %v, want ErrBusy", err)
	}
	for _, size := range []int64{100, 20} { // not given back before it leaves
		if err := second.Grow(size); err != nil {
			t.Error(err)
		}
	}
	if _, err := f.Admit("c", 1); !errors.Is(err, ErrBusy) {
		t.Errorf("1001 of 1000 bytes: %v, want ErrBusy", err)
	}
	first.Leave()
	third := f.admit(t, "c", 900)
	second.Leave()
	third.Leave()
}

func TestOneClientTakesNoMoreThanHalf(t *testing.T) {
	f := newFixture(t, Options{Workers: 2, Queue: 6, Bytes: 1000})
	var taken []*Place
	for range 4 {
		taken = append(taken, f.admit(t, "greedy", 10))
	}
	if _, err := f.Admit("greedy", 10); !errors.Is(err, ErrBusy) {
		t.Errorf("a fifth of eight places: %v, want ErrBusy", err)
	}
	taken = append(taken, f.admit(t, "other", 900)) // a first upload may be large
	if _, err := f.Admit("other", 10); !errors.Is(err, ErrBusy) {
		t.Errorf("more than half of the bytes: %v, want ErrBusy", err)
	}
	for _, p := range taken {
		p.Leave()
	}
}

func TestAJobTellsHowFarItIsAndWhatItCameTo(t *testing.T) {
	f := newFixture(t, Options{Workers: 1})
	release := f.occupy()
	j := f.Start(f.admit(t, "c", 300), input())
	found, err := f.Job(j.ID)
	if err != nil || found != j {
		t.Fatal("the job is not found by its id", err)
	}
	if s := j.State(); s.Version != 1 || s.Status != Waiting {
		t.Errorf("it begins as %+v", s)
	}
	release()
	version, stages := 0, []Status{}
	for {
		s, err := j.Next(t.Context(), version)
		if err != nil || s.Version <= version {
			t.Fatalf("after version %d came %+v: %v", version, s, err)
		}
		version, stages = s.Version, append(stages, s.Status)
		if s.Fraction < 0 || s.Fraction > 1 {
			t.Errorf("fraction %v", s.Fraction)
		}
		if s.Ended() {
			break
		}
	}
	if s := j.State(); s.Status != Done || s.Conversion == nil || s.Conversion.Facets != 4 {
		t.Errorf("it ends as %+v, after %v", s, stages)
	}
	f.wantFiles(t, 1)
}

func TestNextEndsWithItsContext(t *testing.T) {
	f := newFixture(t, Options{Workers: 1})
	defer f.occupy()()
	j := f.Start(f.admit(t, "c", 300), input())
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if s, err := j.Next(ctx, 1); !errors.Is(err, context.DeadlineExceeded) || s.Version != 1 {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestClosingEndsTheJobs(t *testing.T) {
	f := newFixture(t, Options{Workers: 1})
	release := f.occupy()
	defer release()
	j := f.Start(f.admit(t, "c", 300), input())
	f.Close()
	if s := j.State(); s.Status != Failed || !errors.Is(s.Err, context.Canceled) {
		t.Errorf("it ends as %+v", s)
	}
	f.wantFiles(t, 0)
}

func TestARemovedJobEndsAndLeavesNothing(t *testing.T) {
	f := newFixture(t, Options{Workers: 1})
	gone := func(id string) {
		t.Helper()
		if err := f.Remove(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		if f.Admitted() != 0 {
			t.Errorf("%d places are taken", f.Admitted())
		}
		if _, err := f.Job(id); !errors.Is(err, ErrNotFound) {
			t.Errorf("it is found: %v", err)
		}
		if err := f.Remove(t.Context(), id); !errors.Is(err, ErrNotFound) {
			t.Errorf("removed again: %v", err)
		}
		f.wantFiles(t, 0)
	}
	release := f.occupy()
	waiting := f.Start(f.admit(t, "c", 300), input())
	gone(waiting.ID)
	if s := waiting.State(); s.Status != Failed || !errors.Is(s.Err, ErrNotFound) {
		t.Errorf("it ends as %+v", s)
	}
	if len(f.outcomes) != 1 || !errors.Is(f.outcomes[0].Err, context.Canceled) {
		t.Errorf("told of %+v", f.outcomes)
	}
	release()

	done := f.Start(f.admit(t, "c", 300), input())
	finish(t, done)
	gone(done.ID)

	// Whenever it comes, before, during or after the conversion, nothing is left.
	for range 50 {
		gone(f.Start(f.admit(t, "c", 300), input()).ID)
	}
}

func TestAJobThatFailsSaysWhy(t *testing.T) {
	f := newFixture(t, Options{})
	in := input()
	in.Data = []byte("<!doctype html><title>404</title>")
	j := f.Start(f.admit(t, "c", 300), in)
	s := finish(t, j)
	var e *stl.Error
	if s.Status != Failed || !errors.As(s.Err, &e) {
		t.Errorf("it ends as %+v", s)
	}
	if f.outcomes[0].Job != j.ID {
		t.Errorf("told of %+v", f.outcomes)
	}
}

func finish(t *testing.T, j *Job) State {
	t.Helper()
	for version := 0; ; {
		s, err := j.Next(t.Context(), version)
		if err != nil {
			t.Fatal(err)
		}
		if s.Ended() {
			return s
		}
		version = s.Version
	}
}

func TestJobsAreForgottenWithTheirFiles(t *testing.T) {
	var mu sync.Mutex
	now := time.Unix(1_000_000, 0)
	f := newFixture(t, Options{Now: func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		return now
	}})
	j := f.Start(f.admit(t, "c", 300), input())
	finish(t, j)
	if _, err := f.Job(j.ID); err != nil {
		t.Error(err)
	}
	mu.Lock()
	now = now.Add(time.Hour)
	mu.Unlock()
	for _, id := range []string{j.ID, "", "x", "../" + j.ID} {
		if _, err := f.Job(id); !errors.Is(err, ErrNotFound) {
			t.Errorf("job %q: %v, want ErrNotFound", id, err)
		}
	}
}

func TestTheJobsRememberedAreBounded(t *testing.T) {
	l := jobList{byID: make(map[string]*Job)}
	now := time.Unix(1_000_000, 0)
	for i := range 3 * maxRemembered {
		j := &Job{ID: fmt.Sprint(i)}
		l.add(j, now)
		l.ended(j, now.Add(time.Hour))
	}
	l.forget(now)
	if len(l.byID) != maxRemembered || len(l.order) != maxRemembered {
		t.Errorf("%d jobs by id, %d by age", len(l.byID), len(l.order))
	}
	if _, err := l.find(fmt.Sprint(3*maxRemembered-1), now); err != nil {
		t.Error("the latest is forgotten")
	}
}

func TestConversionsRunSideBySide(t *testing.T) {
	f := newFixture(t, Options{Workers: 4, Queue: 100})
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			p, err := f.Admit(fmt.Sprint(i), 300)
			if err == nil {
				_, err = f.Convert(t.Context(), p, input())
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	f.wantFiles(t, 40)
}
