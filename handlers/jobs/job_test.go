package jobs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"ostrakon/convert/stl"
)

func TestAJobTellsHowFarItIsAndWhatItCameTo(t *testing.T) {
	f := newFixture(t, Options{Workers: 1})
	release := f.occupy()
	j := f.Start(f.admit(t, "c"), f.input())
	found, err := f.Job(j.ID)
	if err != nil || found != j {
		t.Fatal("the job is not found by its id", err)
	}
	if s := j.State(); s.Status != Waiting {
		t.Errorf("it begins as %+v", s)
	}
	release()
	<-j.ended
	if s := j.State(); s.Status != Done || s.Conversion == nil || s.Conversion.Facets != 4 {
		t.Errorf("it ends as %+v", s)
	}
	f.wantFiles(t, 2) // the model and its compressed copy
}

func TestClosingEndsTheJobs(t *testing.T) {
	f := newFixture(t, Options{Workers: 1})
	release := f.occupy()
	defer release()
	j := f.Start(f.admit(t, "c"), f.input())
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
		noError(t, f.Remove(t.Context(), id))
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
	waiting := f.Start(f.admit(t, "c"), f.input())
	gone(waiting.ID)
	if s := waiting.State(); s.Status != Failed || !errors.Is(s.Err, ErrNotFound) {
		t.Errorf("it ends as %+v", s)
	}
	if len(f.outcomes) != 1 || !errors.Is(f.outcomes[0].Err, context.Canceled) {
		t.Errorf("told of %+v", f.outcomes)
	}
	release()

	done := f.Start(f.admit(t, "c"), f.input())
	<-done.ended
	gone(done.ID)

	// Whenever it comes, before, during or after the conversion, nothing is left.
	for range 50 {
		gone(f.Start(f.admit(t, "c"), f.input()).ID)
	}
}

// Whoever asks for a conversion whose files had to make room reads that it is gone, and no link to
// nothing.
func TestAJobWhoseFilesMadeRoomIsGone(t *testing.T) {
	f := newFixture(t, Options{Workers: 1})
	j := f.Start(f.admit(t, "c"), f.input())
	<-j.ended
	f.spool.Remove(j.State().Conversion.Files[0].Name)
	if _, err := f.Job(j.ID); !errors.Is(err, ErrNotFound) {
		t.Errorf("it is found: %v", err)
	}
}

// A small file may take long, too. Neither a client that has gone nor the end of the server waits for it.
func TestASmallUploadThatTakesLongIsEnded(t *testing.T) {
	f := newFixture(t, Options{Workers: 1, Command: []string{os.Args[0], asStuck}})
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, cancel)
	if _, err := f.Convert(ctx, f.admit(t, "c"), f.input()); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want %v", err, context.Canceled)
	}
	j := f.Start(f.admit(t, "c"), f.input())
	f.Close()
	if s := j.State(); s.Status != Failed || !errors.Is(s.Err, context.Canceled) {
		t.Errorf("it ends as %+v", s)
	}
	f.wantFiles(t, 0)
}

// What is announced as large has to arrive in some minutes, so that nobody holds places for hours with
// what is just not slow.
func TestLargeUploadsHaveToArriveFaster(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	f := newFixture(t, Options{Workers: 1, Queue: 1, Memory: 1 << 30, Now: func() time.Time { return now }})
	for _, announced := range []int64{512 << 20, 1 << 20} {
		p := must(f.Admit(fmt.Sprint(announced), announced, func() {}))(t)
		defer p.Leave()
		noError(t, p.Arrived(slowRate*11))
	}
	now = now.Add(slowTime)
	f.admit(t, "new").Leave()
	f.admit(t, "newer").Leave()
	if f.places.byClient[fmt.Sprint(512<<20)] != 0 || f.places.byClient[fmt.Sprint(1<<20)] != 1<<20+besideFile {
		t.Errorf("places: %v", f.places.byClient)
	}
}

func TestAJobThatFailsSaysWhy(t *testing.T) {
	f := newFixture(t, Options{})
	in := f.input()
	in.Data = []byte("<!doctype html><title>404</title>")
	j := f.Start(f.admit(t, "c"), in)
	<-j.ended
	s := j.State()
	var e *stl.Error
	if s.Status != Failed || !errors.As(s.Err, &e) {
		t.Errorf("it ends as %+v", s)
	}
	if f.outcomes[0].Job != j.ID {
		t.Errorf("told of %+v", f.outcomes)
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
	j := f.Start(f.admit(t, "c"), f.input())
	<-j.ended
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
			p, err := f.Admit(fmt.Sprint(i), -1, func() {})
			if err == nil {
				_, err = f.Convert(t.Context(), p, f.input())
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	f.wantFiles(t, 2*40) // each model and its compressed copy
}
