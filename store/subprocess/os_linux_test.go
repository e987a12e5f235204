package subprocess

import (
	"bufio"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
)

// The first thread of a process never ends, so no test may have it: it is the main function's.
func init() { runtime.LockOSThread() }

// As a child, the test's program says that it is there and echoes lines until its input ends.
func TestMain(m *testing.M) {
	if len(os.Args) < 2 || os.Args[1] != "echo" {
		os.Exit(m.Run())
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		os.Stdout.WriteString(lines.Text() + "\n")
	}
}

// A child outlives the thread of the goroutine that had it started, such as one that is nicer for
// good and ends.
func TestThreadThatEnds(t *testing.T) {
	var p *Process
	var err error
	thread, over := 0, make(chan struct{})
	go func() {
		defer close(over)
		runtime.LockOSThread() // for good
		thread = syscall.Gettid()
		p, err = Start(exec.Command(os.Args[0], "echo"))
	}()
	<-over
	if err != nil {
		t.Fatal(err)
	}
	defer p.Kill()
	for syscall.Tgkill(os.Getpid(), thread, 0) == nil { // until the thread is gone
		runtime.Gosched()
	}
	if _, err := p.In.WriteString("hello\n"); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(p.Out).ReadString('\n'); err != nil || line != "hello\n" {
		t.Errorf("the child says %q, %v", line, err)
	}
}

func TestKill(t *testing.T) {
	p, err := Start(exec.Command(os.Args[0], "echo"))
	if err != nil {
		t.Fatal(err)
	}
	if how := p.Kill(); how.String() != "signal: killed" {
		t.Errorf("it ended by %v", how)
	}
	select {
	case <-p.Gone:
	default:
		t.Error("it is not said to be gone")
	}
	if err := syscall.Kill(p.PID(), 0); err != syscall.ESRCH {
		t.Errorf("process %d: %v", p.PID(), err)
	}
}

func TestNoProgram(t *testing.T) {
	if _, err := Start(exec.Command("/nowhere/at/all")); err == nil {
		t.Error("a program that is not there was started")
	}
}
