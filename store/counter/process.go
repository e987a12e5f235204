package counter

import (
	"context"
	"io"
	"net"
	"os/exec"

	"ostrakon/store/subprocess"
)

// StartFunc starts a child and connects to it. Closing the connection ends the child, and so does the end of ctx.
type StartFunc func(ctx context.Context) (io.ReadWriteCloser, error)

// InProcess is a child that is no process, for tests and tools: its memory is that of the caller.
func InProcess(ctx context.Context) (io.ReadWriteCloser, error) {
	parent, end := net.Pipe()
	go func() {
		defer end.Close()
		_ = Serve(ctx, end, end) // the parent sees that the connection ends
	}()
	return parent, nil
}

// Command starts a program that calls Serve on its standard input and output. Its standard error is dropped.
func Command(program string, args ...string) StartFunc {
	return func(ctx context.Context) (io.ReadWriteCloser, error) {
		p, err := subprocess.Start(exec.CommandContext(ctx, program, args...))
		if err != nil {
			return nil, err
		}
		return &process{Reader: p.Out, Writer: p.In, child: p}, nil
	}
}

// process is a running child as a connection.
type process struct {
	io.Reader // from the child
	io.Writer // to the child
	child     *subprocess.Process
}

// Close kills the child and waits until it is gone.
func (p *process) Close() error {
	p.child.Kill()
	return nil
}
