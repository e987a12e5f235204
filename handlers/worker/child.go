package worker

import (
	"bufio"
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"ostrakon/store/subprocess"
)

// Child is a running process and what goes over its pipes.
type Child struct {
	Conn
	command []string // program and arguments
	process *subprocess.Process
	said    *head // its standard error; nil: dropped
	asked   int   // exchanges
	retired bool  // is ended after this one
	yielded bool  // runs where nothing else wants the core
}

// Retire has the child ended after this exchange, because it took much memory.
func (c *Child) Retire() { c.retired = true }

// yield has all threads of the child run only where nothing else wants the core, for the rest of its
// life: to gain a priority takes a privilege.
func (c *Child) yield() {
	if !c.yielded {
		stepBack(c.process.PID())
		c.yielded = true
	}
}

// start starts a child. What it prints to standard error is dropped unless listen is set: a stack
// trace can quote what the child was given.
func start(command []string, listen bool) (*Child, error) {
	cmd := exec.Command(command[0], command[1:]...)
	c := &Child{command: command}
	if listen {
		c.said = new(head)
		cmd.Stderr = c.said
	}
	var err error
	if c.process, err = subprocess.Start(cmd); err != nil {
		return nil, err
	}
	c.Conn = Conn{bufio.NewReader(c.process.Out), c.process.In}
	return c, nil
}

// alive reports whether the child has not ended yet.
func (c *Child) alive() bool {
	select {
	case <-c.process.Gone:
		return false
	default:
		return true
	}
}

// greet waits until the child is ready.
func (c *Child) greet() error {
	kind, _, err := c.Receive(0)
	if err == nil && kind != kindHello {
		err = fmt.Errorf("%w: it does not say hello", ErrCrashed)
	}
	return err
}

// kill ends the child, waits until it is gone with all that it started, and reports how it ended: an
// ErrMemory if that is why it ended by itself.
func (c *Child) kill(byItself bool) error {
	how, said := c.process.Kill().String(), c.said.String()
	switch {
	case strings.Contains(said, "out of memory"), strings.Contains(said, "cannot allocate memory"),
		// Go's collector does not look whether it got memory; elsewhere a fault is a panic
		strings.HasPrefix(said, "SIGSEGV"),
		byItself && strings.HasPrefix(how, "signal: killed"): // by the kernel, which needed the memory
		return fmt.Errorf("%w (%s)", ErrMemory, how)
	case said != "":
		return fmt.Errorf("%s: %s", how, said)
	}
	return errors.New(how)
}

// head keeps the beginning of what is written to it.
type head struct{ strings.Builder }

// headSize is how much a head keeps, in bytes: the message of a panic, and who called whom.
const headSize = 4 << 10

func (h *head) Write(p []byte) (int, error) {
	h.Builder.Write(p[:min(len(p), headSize-h.Len())])
	return len(p), nil
}

func (h *head) String() string {
	if h == nil {
		return ""
	}
	return h.Builder.String()
}
