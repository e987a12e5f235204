package worker

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
)

// child is a running process and its pipes.
type child struct {
	command []string // program and arguments
	cmd     *exec.Cmd
	in      *os.File // its standard input
	out     *os.File // its standard output
	gone    chan struct{}
	asked   int // photographs
}

// start starts a child. What it prints to standard error is dropped: a stack
// trace can quote a photograph.
func start(command, env []string) (*child, error) {
	childIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, childOut, err := os.Pipe()
	if err != nil {
		childIn.Close()
		in.Close()
		return nil, err
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append([]string{}, env...) // nil would be the parent's
	cmd.Stdin, cmd.Stdout = childIn, childOut
	cmd.SysProcAttr = attributes()
	err = cmd.Start()
	childIn.Close()
	childOut.Close()
	if err != nil {
		in.Close()
		out.Close()
		return nil, err
	}
	c := &child{command: command, cmd: cmd, in: in, out: out, gone: make(chan struct{})}
	go func() {
		_ = cmd.Wait() // how it ended is in cmd.ProcessState
		killGroup(cmd.Process.Pid)
		close(c.gone)
	}()
	return c, nil
}

// alive reports whether the child has not ended yet.
func (c *child) alive() bool {
	select {
	case <-c.gone:
		return false
	default:
		return true
	}
}

// greet waits until the child is ready.
func (c *child) greet() error {
	kind, _, err := readFrame(c.out, 0)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrCrashed, err)
	case kind != kindHello:
		return fmt.Errorf("%w: it does not say hello", ErrCrashed)
	}
	return nil
}

// ask sends a photograph and waits for the answer.
func (c *child) ask(photograph []byte) (json.RawMessage, error) {
	if err := writeFrame(c.in, kindImage, photograph); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCrashed, err)
	}
	kind, payload, err := readFrame(c.out, maxAnswer)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrCrashed, err)
	case kind == kindAnswer && json.Valid(payload):
		return payload, nil
	case refusal(kind) != nil && len(payload) == 0:
		return nil, refusal(kind)
	default:
		return nil, fmt.Errorf("%w: its answer is none", ErrCrashed)
	}
}

// kill ends the child, waits until it is gone with all that it started, and
// reports how it ended.
func (c *child) kill() string {
	_ = c.cmd.Process.Kill() // fails if it has ended
	<-c.gone
	c.in.Close()
	c.out.Close()
	return c.cmd.ProcessState.String()
}
