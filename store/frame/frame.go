package frame

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

const (
	header = 5
	joined = 4 << 10 // bytes up to which a payload goes with its header in one write
)

// ErrGarbled means that what came is no frame, or not one that was expected.
var ErrGarbled = errors.New("not a frame that was expected")

// Write writes a frame. Errors: those of w.
func Write(w io.Writer, kind byte, payload []byte) error {
	start := binary.BigEndian.AppendUint32(append(make([]byte, 0, header+min(len(payload), joined)), kind),
		uint32(len(payload)))
	if len(payload) <= joined {
		_, err := w.Write(append(start, payload...))
		return err
	}
	if _, err := w.Write(start); err != nil {
		return err
	}
	_, err := w.Write(payload)
	return err
}

// Read reads a frame of at most limit bytes. Errors: io.EOF, which means that there is none; ErrGarbled; those of r.
func Read(r io.Reader, limit int) (kind byte, payload []byte, err error) {
	var start [header]byte
	if _, err := io.ReadFull(r, start[:]); err != nil {
		return 0, nil, err
	}
	length := binary.BigEndian.Uint32(start[1:])
	if uint64(length) > uint64(limit) {
		return 0, nil, fmt.Errorf("%w: %d bytes, at most %d are accepted", ErrGarbled, length, limit)
	}
	payload = make([]byte, length)
	if _, err := io.ReadFull(r, payload); err != nil {
		return 0, nil, fmt.Errorf("%w: cut short", ErrGarbled)
	}
	return start[0], payload, nil
}
