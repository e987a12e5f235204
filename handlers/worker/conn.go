package worker

import (
	"errors"
	"fmt"
	"io"

	"ostrakon/store/frame"
)

// kindHello is of the frame that a child begins with; what follows is up to what it does.
const kindHello = 'h'

// Conn is one side of the pipes between parent and child.
type Conn struct {
	in  io.Reader
	out io.Writer
}

// Accept returns the child's end of the connection. It tells the parent that the child is ready, so the child prepares
// whatever takes long before it calls Accept.
func Accept(in io.Reader, out io.Writer) (Conn, error) {
	c := Conn{in, out}
	return c, c.Send(kindHello, nil)
}

// ServeEach is the child's side: it accepts the connection, and calls one for each exchange until in ends. Errors:
// those of in, out and one.
func ServeEach(in io.Reader, out io.Writer, one func(Conn) error) error {
	c, err := Accept(in, out)
	for err == nil {
		err = one(c)
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// Send sends a frame. Its errors are ErrCrashed: the other side is gone.
func (c Conn) Send(kind byte, payload []byte) error {
	if err := frame.Write(c.out, kind, payload); err != nil {
		return fmt.Errorf("%w: %w", ErrCrashed, err)
	}
	return nil
}

// Receive waits for a frame of at most limit bytes. Its errors are ErrCrashed, with io.EOF if the other side is gone.
func (c Conn) Receive(limit int) (kind byte, payload []byte, err error) {
	if kind, payload, err = frame.Read(c.in, limit); err != nil {
		return 0, nil, fmt.Errorf("%w: %w", ErrCrashed, err)
	}
	return kind, payload, nil
}
