// Package subprocess starts a child process that has only two pipes of its parent and ends with it.
package subprocess

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
)

// Process is a child and this side of its pipes.
type Process struct {
	In  *os.File // where its standard input comes from
	Out *os.File // where its standard output goes to
	// Gone is closed when the child has ended.
	Gone <-chan struct{}
	cmd  *exec.Cmd
}

// Start starts a child in its own group, with an empty environment and two pipes. Errors are the system's.
func Start(cmd *exec.Cmd) (*Process, error) {
	theirIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, theirIn.Close(), in.Close())
	}
	cmd.Env = []string{} // nil would be the parent's
	cmd.Stdin, cmd.Stdout = theirIn, theirOut
	cmd.SysProcAttr = attributes()
	started, gone := make(chan error), make(chan struct{})
	go func() {
		// To the kernel, the parent is the starting thread (prctl(2), PR_SET_PDEATHSIG). Go ends no locked thread.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait() // how it ended is in cmd.ProcessState
			killGroup(cmd.Process.Pid)
			close(gone)
		}
	}()
	err = <-started
	theirIn.Close()
	theirOut.Close()
	if err != nil {
		return nil, errors.Join(err, in.Close(), out.Close())
	}
	return &Process{In: in, Out: out, Gone: gone, cmd: cmd}, nil
}

// PID is the number of the process.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Kill kills the child and what it started, waits, closes the pipes, and returns how the child ended.
func (p *Process) Kill() *os.ProcessState {
	_ = p.cmd.Process.Kill() // fails if it has ended
	<-p.Gone
	p.In.Close()
	p.Out.Close()
	return p.cmd.ProcessState
}
