package worker

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// A frame is a kind (one byte), a length (four, big-endian) and as many bytes. The child begins with
// a frame of kind hello; what follows is up to what it does.
const (
	frameHeader = 5
	joinedFrame = 4 << 10 // up to here header and payload are one write
	kindHello   = 'h'
)

// Conn is one side of the pipes between parent and child.
type Conn struct {
	in  io.Reader
	out io.Writer
}

// Accept is the child's side. It says that the child is ready, so what takes long to prepare is done
// before it.
func Accept(in io.Reader, out io.Writer) (Conn, error) {
	c := Conn{in, out}
	return c, c.Send(kindHello, nil)
}

// Send sends a frame. Its errors are ErrCrashed: the other side is gone.
func (c Conn) Send(kind byte, payload []byte) error {
	if err := writeFrame(c.out, kind, payload); err != nil {
		return fmt.Errorf("%w: %w", ErrCrashed, err)
	}
	return nil
}

// Receive waits for a frame of at most limit bytes. Its errors are ErrCrashed, with io.EOF if the
// other side is gone.
func (c Conn) Receive(limit int) (kind byte, payload []byte, err error) {
	if kind, payload, err = readFrame(c.in, limit); err != nil {
		return 0, nil, fmt.Errorf("%w: %w", ErrCrashed, err)
	}
	return kind, payload, nil
}

func writeFrame(w io.Writer, kind byte, payload []byte) error {
	header := binary.BigEndian.AppendUint32(append(make([]byte, 0, frameHeader+joinedFrame), kind), uint32(len(payload)))
	if len(payload) <= joinedFrame {
		_, err := w.Write(append(header, payload...))
		return err
	}
	if _, err := w.Write(header); err != nil {
		return err
	}
	_, err := w.Write(payload)
	return err
}

// readFrame reads a frame of at most limit bytes. io.EOF means that there is none, errGarbled that
// what comes is no frame.
func readFrame(r io.Reader, limit int) (kind byte, payload []byte, err error) {
	var header [frameHeader]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return 0, nil, err
	}
	length := binary.BigEndian.Uint32(header[1:])
	if uint64(length) > uint64(limit) {
		return 0, nil, fmt.Errorf("%w: %d bytes, at most %d are accepted", errGarbled, length, limit)
	}
	payload = make([]byte, length)
	if _, err := io.ReadFull(r, payload); err != nil {
		return 0, nil, fmt.Errorf("%w: cut short", errGarbled)
	}
	return header[0], payload, nil
}

var errGarbled = errors.New("not a frame")
