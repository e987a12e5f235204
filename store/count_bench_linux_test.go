package store_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ostrakon/store"
	"ostrakon/store/sealing"
	"ostrakon/store/storetest"
)

// BenchmarkCloseAndCount closes and counts an election of 100,000 ballots, or as many as
// OSTRAKON_BALLOTS says, with the program as counting process; the sealing of the ballots is not
// timed. It reports how much memory each process had at most, the test for the server without the
// pages of the database's file, and how much time of the processors both took. With holders it
// reports how long "ostrakon count" takes too.
func BenchmarkCloseAndCount(b *testing.B) {
	ballots := 100_000
	if n, err := strconv.Atoi(os.Getenv("OSTRAKON_BALLOTS")); err == nil {
		ballots = n
	}
	program := filepath.Join(b.TempDir(), "ostrakon")
	if out, err := exec.CommandContext(b.Context(), "go", "build", "-o", program, "ostrakon").CombinedOutput(); err !=
		nil {
		b.Fatalf("%v\n%s", err, out)
	}
	b.Run("server", func(b *testing.B) { closeAndCount(b, program, ballots, 0) })
	b.Run("two_of_three", func(b *testing.B) { closeAndCount(b, program, ballots, 2) })
}

func closeAndCount(b *testing.B, program string, ballots, threshold int) {
	if b.N > 1 {
		b.Fatal("an election is counted once: give -benchtime 1x")
	}
	child := &measuredChild{b: b, program: program, gone: make(chan struct{})}
	s := storetest.New(b, store.Options{Counter: child.start})
	store.NoSync(s)
	e, secrets := store.Election{}, map[int]*sealing.Secret(nil)
	if threshold == 0 {
		e = running(b, s, "Ada", "Grace", "Zoe")
	} else {
		e, secrets = held(b, s, threshold, threshold+1, "Ada", "Grace", "Zoe")
	}
	store.FillBox(b, s, e.ID, voters(b, s, ballots),
		func(n int) store.CandidateID { return e.Questions[0].Candidates[n*n%3].ID })
	extend(b, s)
	debug.FreeOSMemory()
	before := processorTime(b)
	b.ResetTimer()
	storetest.Advance(b, s, e.ID, store.Completed)
	if threshold > 0 {
		must(s.StartCount(b.Context(), storetest.Admin, e.ID))(b)
		b.StopTimer()
		countAtATable(b, program, s, e.ID, secrets)
		b.StartTimer()
		for n := range secrets {
			if n > threshold {
				delete(secrets, n)
			}
		}
		storetest.CountWith(b, s, e.ID, secrets)
	}
	r := must(s.CalculateResults(b.Context(), storetest.Admin, e.ID))(b)
	b.StopTimer()
	<-child.gone
	if r.Turnout.Ballots != ballots || r.Invalid != 0 {
		b.Fatalf("counted %+v, %d invalid", r.Turnout, r.Invalid)
	}
	b.ReportMetric((processorTime(b) - before + child.took).Seconds(), "cpu-s")
	b.ReportMetric(float64(child.peak)/1e6, "child-MB")
	b.ReportMetric(float64(child.server)/1e6, "server-MB")
}

// countAtATable counts a box with the program, and reports how long that takes.
func countAtATable(b *testing.B, program string, s *store.Store, id store.ElectionID, secrets map[int]*sealing.Secret) {
	b.Helper()
	dir := b.TempDir()
	file := must(os.Create(filepath.Join(dir, "box.zip")))(b)
	noError(b, must(s.BallotBox(b.Context(), id))(b).Write(file))
	file.Close()
	saved := filepath.Join(dir, "saved.txt")
	noError(b, os.WriteFile(saved, must(s.Checkpoint(b.Context(), id))(b), 0o600))
	cmd := exec.CommandContext(b.Context(), program, "count", file.Name(), "-checkpoint", saved, "-out",
		filepath.Join(dir, "count.zip"))
	cmd.Stdin = strings.NewReader(secrets[1].Sheet() + "\n" + secrets[2].Sheet() + "\n")
	began := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	b.ReportMetric(time.Since(began).Seconds(), "table-s")
	b.ReportMetric((cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), "table-cpu-s")
}

// measuredChild is a counting process; its figures can be read when it is gone.
type measuredChild struct {
	b       *testing.B
	program string
	peak    int64 // of its memory, in bytes
	server  int64 // most anonymous memory of this process whenever the child told something
	took    time.Duration
	gone    chan struct{}
	cmd     *exec.Cmd
	out     io.Reader
	io.Writer
}

func (c *measuredChild) start(ctx context.Context) (io.ReadWriteCloser, error) {
	c.cmd = exec.CommandContext(ctx, c.program, "count-worker")
	in, err := c.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.out, c.Writer = out, in
	return c, c.cmd.Start()
}

// Read measures the memory of both, too. That of the child is not its getrusage(2), which begins
// with the peak of the process that started it.
func (c *measuredChild) Read(p []byte) (int, error) {
	n, err := c.out.Read(p)
	if err == nil {
		c.peak = max(c.peak, memoryOf(c.b, c.cmd.Process.Pid, "VmHWM"))
	}
	c.server = max(c.server, memoryOf(c.b, os.Getpid(), "RssAnon"))
	return n, err
}

// Close ends the process, whose count has come or will not come.
func (c *measuredChild) Close() error {
	defer close(c.gone)
	_ = c.cmd.Process.Kill() // fails if it has ended
	err := c.cmd.Wait()
	c.took = c.cmd.ProcessState.UserTime() + c.cmd.ProcessState.SystemTime()
	return err
}

// processorTime is the time that the processors have worked for this process.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	noError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// memoryOf is a line of /proc/PID/status (proc(5)), in bytes; 0 for a process that has ended.
func memoryOf(b *testing.B, pid int, name string) int64 {
	return sizeIn(must(os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)))(b), name)
}

// sizeIn is a line of a process's status, in bytes; 0 for a process that has ended.
func sizeIn(status []byte, name string) (size int64) {
	for line := range strings.Lines(string(status)) {
		if _, err := fmt.Sscanf(line, name+": %d kB", &size); err == nil {
			return size * 1024
		}
	}
	return 0
}
