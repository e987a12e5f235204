package worker

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"ostrakon/ocr/raster"
)

// A frame is a kind (one byte), a length (four, big-endian) and as many bytes.
// The child begins with a frame of kind hello; then each photograph is answered
// by one frame.
const (
	frameHeader = 5
	maxAnswer   = 64 << 10 // bytes; a reading takes one or two thousand
)

// Kinds of frame. From refused on, a kind stands for an error, by its place in
// refusals.
const (
	kindHello   = 'h'
	kindImage   = 'i'
	kindAnswer  = 'a'
	kindRefused = '0'
)

// refusals are the errors that a child can answer with.
func refusals() []error {
	return []error{raster.ErrEmpty, raster.ErrUnsupported, raster.ErrTooLarge, raster.ErrDamaged, ErrFailed}
}

// refusalKind is the kind of frame that stands for err.
func refusalKind(err error) byte {
	known := refusals()
	i := slices.IndexFunc(known, func(e error) bool { return errors.Is(err, e) })
	if i < 0 {
		i = len(known) - 1
	}
	return kindRefused + byte(i)
}

// refusal is the error that a kind of frame stands for; nil if there is none.
func refusal(kind byte) error {
	known := refusals()
	if i := int(kind) - kindRefused; i >= 0 && i < len(known) {
		return known[i]
	}
	return nil
}

func writeFrame(w io.Writer, kind byte, payload []byte) error {
	header := binary.BigEndian.AppendUint32([]byte{kind}, uint32(len(payload)))
	if _, err := w.Write(header); err != nil {
		return err
	}
	if len(payload) == 0 { // a write of nothing to a pipe waits for a reader on some systems
		return nil
	}
	_, err := w.Write(payload)
	return err
}

// readFrame reads a frame of at most limit bytes. io.EOF means that there is
// none, errGarbled that what comes is no frame.
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
