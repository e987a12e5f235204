package counter

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
)

// StartFunc starts a child and connects to it. Closing the connection ends the child, and so does
// the end of ctx.
type StartFunc func(ctx context.Context) (io.ReadWriteCloser, error)

// InProcess is a child that is no process, for tests and tools: its memory is that of the caller.
func InProcess(ctx context.Context) (io.ReadWriteCloser, error) {
	parent, child := net.Pipe()
	go func() {
		defer child.Close()
		_ = Serve(ctx, child, child) // the parent sees that the connection ends
	}()
	return parent, nil
}

// Command starts a program that calls Serve on its standard input and output.
func Command(program string, args ...string) StartFunc {
	return func(ctx context.Context) (io.ReadWriteCloser, error) {
		return start(exec.CommandContext(ctx, program, args...))
	}
}

// process is a running child and its pipes.
type process struct {
	io.Reader // from the child
	io.Writer // to the child
	cmd       *exec.Cmd
	pipes     []io.Closer
	gone      chan struct{}
}

// start starts a child with an empty environment. What it prints to standard error is dropped.
func start(cmd *exec.Cmd) (*process, error) {
	childIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, childOut, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, childIn.Close(), in.Close())
	}
	cmd.Env = []string{} // nil would be the parent's
	cmd.Stdin, cmd.Stdout = childIn, childOut
	cmd.SysProcAttr = attributes()
	err = cmd.Start()
	childIn.Close()
	childOut.Close()
	if err != nil {
		return nil, errors.Join(err, in.Close(), out.Close())
	}
	p := &process{Reader: out, Writer: in, cmd: cmd, pipes: []io.Closer{in, out}, gone: make(chan struct{})}
	go func() {
		_ = cmd.Wait() // whoever reads sees that the pipe ends
		close(p.gone)
	}()
	return p, nil
}

// Close kills the child and waits until it is gone.
func (p *process) Close() error {
	_ = p.cmd.Process.Kill() // fails if it has ended
	<-p.gone
	var errs []error
	for _, pipe := range p.pipes {
		errs = append(errs, pipe.Close())
	}
	return errors.Join(errs...)
}
