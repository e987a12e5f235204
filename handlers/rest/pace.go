package rest

import (
	"bufio"
	"io"
	"net/http"
	"sync"
	"time"
)

// The time-outs of the server are for small requests. A file may take longer as long as it keeps
// moving: each piece moves the deadline of the connection. Errors of http.ResponseController are
// ignored: without deadlines there is nothing to move.

// PaceBytes must move in paceTime.
const (
	PaceBytes = 64 << 10
	paceTime  = 30 * time.Second
	readAhead = 256 << 10

	maxDrained  = 16 << 20
	drainedTime = 10 * time.Second
)

// Drain reads what is left of a body that is refused, up to a limit. Many clients send all of a
// ReadBody before they look for an answer: if the server closed the connection meanwhile, they would see
// a broken connection and no refusal. A client that waits for 100 Continue sees the refusal at once.
func Drain(w http.ResponseWriter, r *http.Request, body io.Reader) {
	if r.ContentLength > maxDrained || r.Header.Get("Expect") != "" {
		return
	}
	http.NewResponseController(w).SetReadDeadline(time.Now().Add(drainedTime))
	io.CopyN(io.Discard, body, maxDrained) // what fails here fails for the answer too
}

// Patient removes the deadline of the answer while the server works on the request. The function
// that it returns sets the deadline again, for sending the answer.
func Patient(w http.ResponseWriter) (answering func()) {
	control := http.NewResponseController(w)
	control.SetWriteDeadline(time.Time{})
	return func() { control.SetWriteDeadline(time.Now().Add(paceTime)) }
}

// Listening removes the deadline for reading. If it passed while the server makes the answer, the
// client would seem to have gone.
func Listening(w http.ResponseWriter) {
	http.NewResponseController(w).SetReadDeadline(time.Time{})
}

// Interrupt ends a read of the body that waits for the client.
func Interrupt(w http.ResponseWriter) {
	http.NewResponseController(w).SetReadDeadline(time.Unix(1, 0))
}

// PacedBody is a body that may take long, as long as it keeps coming.
type PacedBody struct {
	*bufio.Reader // reads in large pieces: multipart asks for 4 KiB at a time
	io.Closer
}

// Pacer paces bodies. It keeps their buffers for the next bodies: for small uploads, buffers would be
// most of the garbage. The zero value is ready to use.
type Pacer struct{ buffers sync.Pool }

// Pace paces the body of a request. Call done when the body has been read.
func (p *Pacer) Pace(w http.ResponseWriter, body io.ReadCloser) (paced PacedBody, done func()) {
	buffered, _ := p.buffers.Get().(*bufio.Reader)
	if buffered == nil {
		buffered = bufio.NewReaderSize(nil, readAhead)
	}
	buffered.Reset(&pacedReader{Reader: body, control: http.NewResponseController(w)})
	return PacedBody{buffered, body}, func() {
		buffered.Reset(nil)
		p.buffers.Put(buffered)
	}
}

type pacedReader struct {
	io.Reader
	control *http.ResponseController
	left    int // bytes until the deadline is moved
}

func (p *pacedReader) Read(b []byte) (int, error) {
	if p.left <= 0 {
		p.left = PaceBytes
		p.control.SetReadDeadline(time.Now().Add(paceTime))
	}
	n, err := p.Reader.Read(b)
	p.left -= n
	return n, err
}

// PacedWriter is an answer that may take long, as long as the client keeps reading it.
type PacedWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	left    int // bytes until the deadline is moved
}

func NewPacedWriter(w http.ResponseWriter) *PacedWriter {
	return &PacedWriter{ResponseWriter: w, control: http.NewResponseController(w)}
}

// Write writes, and moves the deadline.
func (p *PacedWriter) Write(b []byte) (int, error) {
	if p.left <= 0 {
		p.left = PaceBytes
		p.control.SetWriteDeadline(time.Now().Add(paceTime))
	}
	n, err := p.ResponseWriter.Write(b)
	p.left -= n
	return n, err
}
