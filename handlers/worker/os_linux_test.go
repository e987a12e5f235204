package worker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// A child that takes too much memory is ended by the kernel, alone, and the
// next photograph is read.
func TestChildOutOfMemory(t *testing.T) {
	p, _ := testPool(t, "confined", 1)
	before := mustRead(t, p, "before").Process
	if _, err := p.Read(t.Context(), photograph("eat")); !errors.Is(err, ErrCrashed) {
		t.Errorf("error is %v, want %v", err, ErrCrashed)
	}
	if mustRead(t, p, "after").Process == before {
		t.Error("the child lived on")
	}
}

// Every thread of a confined child has its lowered priority, not only the
// first, and none can leave a core dump.
func TestConfine(t *testing.T) {
	p, _ := testPool(t, "confined", 1)
	process := mustRead(t, p, "hello").Process
	for thread, fields := range threadsOf(t, process) {
		if nice := fields[16]; nice != fmt.Sprint(niceness) {
			t.Errorf("thread %s has niceness %s", thread, nice)
		}
	}
	limits := must(os.ReadFile(fmt.Sprintf("/proc/%d/limits", process)))(t)
	said := strings.Join(strings.Fields(string(limits)), " ")
	if !strings.Contains(said, "Max core file size 0 0 bytes") {
		t.Error("a core dump is not among the limits")
	}
	var most int64
	_, rest, _ := strings.Cut(said, "Max data size ")
	if _, err := fmt.Sscan(rest, &most); err != nil || most < MemoryLimit || most > MemoryLimit+1<<30 {
		t.Errorf("data is limited to %d bytes, %v; the child may take %d more than it begins with", most, err,
			int64(MemoryLimit))
	}
}

// threadsOf is what the kernel tells of each thread of a process behind its name (proc(5), stat).
func threadsOf(t *testing.T, process int) map[string][]string {
	t.Helper()
	threads := must(os.ReadDir(fmt.Sprintf("/proc/%d/task", process)))(t)
	told := make(map[string][]string)
	for _, thread := range threads {
		stat := must(os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/stat", process, thread.Name())))(t)
		_, fields, _ := strings.Cut(string(stat), ") ")
		told[thread.Name()] = strings.Fields(fields)
	}
	return told
}

// Children run where nothing else wants the core from the moment on when the server wants the cores,
// those that run and those that start.
func TestYield(t *testing.T) {
	voting := false
	p := newPool(Options{Command: command("confined"), Yield: func() bool { return voting }}, newClock().timing())
	defer p.Close()
	policies := func(order, want string) {
		t.Helper()
		for thread, fields := range threadsOf(t, mustRead(t, p, order).Process) {
			if fields[38] != want {
				t.Errorf("%s: thread %s has policy %s, want %s", order, thread, fields[38], want)
			}
			var cores unix.CPUSet
			id, _ := strconv.Atoi(thread)
			if err := unix.SchedGetaffinity(id, &cores); err != nil ||
				voting != (cores == otherCores()) && runtime.NumCPU() > 1 {
				t.Errorf("%s: thread %s has %d of %d cores, %v", order, thread, cores.Count(), runtime.NumCPU(), err)
			}
		}
	}
	policies("quiet", fmt.Sprint(unix.SCHED_NORMAL))
	voting = true
	policies("voting", fmt.Sprint(unix.SCHED_IDLE))
	if _, err := p.Read(t.Context(), photograph("eat")); !errors.Is(err, ErrCrashed) {
		t.Errorf("error is %v, want %v", err, ErrCrashed)
	}
	policies("another", fmt.Sprint(unix.SCHED_IDLE))
}

// The CPU time that a child is told to have spent is what it spent, and none while it waits.
func TestCPUTime(t *testing.T) {
	p, _ := testPool(t, "", 1)
	process := mustRead(t, p, "hello").Process
	before := must(cpuTime(process))(t)
	mustRead(t, p, "work")
	after, err := cpuTime(process)
	if err != nil || after-before < work-2*time.Second/ticks || after-before > 100*work {
		t.Errorf("%v and %v, %v; it worked for %v", before, after, err, work)
	}
	if _, err := cpuTime(-1); err == nil {
		t.Error("no process has a time")
	}
}

// A file that the parent has open, its database, is not open in the child.
func TestChildInheritsNoFile(t *testing.T) {
	kept := must(os.Create(filepath.Join(t.TempDir(), "database")))(t)
	defer kept.Close()
	p, _ := testPool(t, "", 1)
	dir := fmt.Sprintf("/proc/%d/fd/", mustRead(t, p, "hello").Process)
	files := must(os.ReadDir(dir))(t)
	for _, f := range files {
		if target, err := os.Readlink(dir + f.Name()); err != nil || target == kept.Name() {
			t.Errorf("file %s is %s, %v", f.Name(), target, err)
		}
	}
}

// Children that are stopped when their client goes, or the server ends, are gone like others, and none stays stopped.
func TestStoppedChildrenEnd(t *testing.T) {
	turns := NewTurns()
	p := newPool(Options{Command: command(""), Turns: turns}, newClock().timing())
	defer p.Close()
	hang := func(ctx context.Context) (process int, voted func(), end chan error) {
		process = mustRead(t, p, "before").Process
		end = make(chan error, 1)
		go func() {
			_, err := p.Read(ctx, photograph("hang"))
			end <- err
		}()
		for len(p.slots) > 0 {
			runtime.Gosched()
		}
		voted = turns.Vote()
		for threadsOf(t, process)[strconv.Itoa(process)][0] != "T" { // stopped
			runtime.Gosched()
		}
		return process, voted, end
	}
	ctx, cancel := context.WithCancel(t.Context())
	process, voted, end := hang(ctx)
	cancel()
	if err := <-end; !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
	voted()
	after, voted, end := hang(t.Context())
	noError(t, p.Close())
	if err := <-end; !errors.Is(err, ErrClosed) {
		t.Errorf("error is %v", err)
	}
	voted()
	for _, process := range []int{process, after} {
		if err := unix.Kill(process, 0); !errors.Is(err, unix.ESRCH) {
			t.Errorf("process %d: %v", process, err)
		}
	}
}
