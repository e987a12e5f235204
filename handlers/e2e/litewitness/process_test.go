package litewitness

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"testing"
	"time"
)

// build builds a program of the module in a directory.
func build(t *testing.T, dir, to, pkg string) {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-C", dir, "-o", to, pkg).CombinedOutput(); err != nil {
		t.Fatalf("build %s: %v\n%s", pkg, err, out)
	}
}

// process is a program that runs until the test stops it or ends.
type process struct {
	*exec.Cmd
	mu    sync.Mutex
	text  bytes.Buffer
	more  chan struct{} // has one when there is more text
	ended chan struct{} // closed when the process has ended
}

// start starts a program.
func start(t *testing.T, cmd *exec.Cmd) *process {
	t.Helper()
	p := &process{Cmd: cmd, more: make(chan struct{}, 1), ended: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = p, p
	noError(t, cmd.Start())
	go func() {
		cmd.Wait() // the test looks at what the process said
		close(p.ended)
	}()
	t.Cleanup(func() {
		p.stop()
		if t.Failed() {
			t.Logf("%s said:\n%s", filepath.Base(cmd.Path), p)
		}
	})
	return p
}

// Write keeps what the process says.
func (p *process) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case p.more <- struct{}{}:
	default:
	}
	return p.text.Write(text)
}

// String returns all that the process has said.
func (p *process) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.String()
}

// until waits until the process has said something, which it returns.
func (p *process) until(t *testing.T, says string) []string {
	t.Helper()
	for {
		if m := regexp.MustCompile(says).FindStringSubmatch(p.String()); m != nil {
			return m
		}
		select {
		case <-p.more:
		case <-p.ended:
			t.Fatalf("%s has ended", filepath.Base(p.Path))
		}
	}
}

// reach waits until the process takes connections at an address.
func (p *process) reach(t *testing.T, address string) {
	t.Helper()
	for {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			conn.Close()
			return
		}
		select {
		case <-p.ended:
			t.Fatalf("%s has ended", filepath.Base(p.Path))
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// stop interrupts the process and waits for its end.
func (p *process) stop() {
	p.Process.Signal(os.Interrupt) // fails if it has ended
	<-p.ended
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
