package handlers

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

const (
	paceBytes = 64 << 10         // so many bytes
	paceTime  = 30 * time.Second // must move in this time
	readAhead = 256 << 10

	maxDrained  = 16 << 20
	drainedTime = 10 * time.Second
)

// drain reads what is left of a body that is refused, up to a limit. Many clients send all of a
// body before they look for an answer: if the server closed the connection meanwhile, they would see
// a broken connection and no refusal. A client that waits for 100 Continue sees the refusal at once.
func drain(w http.ResponseWriter, r *http.Request, body io.Reader) {
	if r.ContentLength > maxDrained || r.Header.Get("Expect") != "" {
		return
	}
	http.NewResponseController(w).SetReadDeadline(time.Now().Add(drainedTime))
	io.CopyN(io.Discard, body, maxDrained) // what fails here fails for the answer too
}

// patient removes the deadline of the answer while the server works on the request. The function
// that it returns sets the deadline again, for sending the answer.
func patient(w http.ResponseWriter) (answering func()) {
	control := http.NewResponseController(w)
	control.SetWriteDeadline(time.Time{})
	return func() { control.SetWriteDeadline(time.Now().Add(paceTime)) }
}

// listening removes the deadline for reading. If it passed while the server makes the answer, the
// client would seem to have gone.
func listening(w http.ResponseWriter) {
	http.NewResponseController(w).SetReadDeadline(time.Time{})
}

// interrupt ends a read of the body that waits for the client.
func interrupt(w http.ResponseWriter) {
	http.NewResponseController(w).SetReadDeadline(time.Unix(1, 0))
}

// pacedBody is a body that may take long, as long as it keeps coming.
type pacedBody struct {
	*bufio.Reader // reads in large pieces: multipart asks for 4 KiB at a time
	io.Closer
}

// pacer paces bodies. It keeps their buffers for the next ones: for small uploads they would be
// most of the garbage.
type pacer struct{ buffers sync.Pool }

// pace paces the body of a request. Call done when the body has been read.
func (p *pacer) pace(w http.ResponseWriter, body io.ReadCloser) (paced pacedBody, done func()) {
	buffered, _ := p.buffers.Get().(*bufio.Reader)
	if buffered == nil {
		buffered = bufio.NewReaderSize(nil, readAhead)
	}
	buffered.Reset(&pacedReader{Reader: body, control: http.NewResponseController(w)})
	return pacedBody{buffered, body}, func() {
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
		p.left = paceBytes
		p.control.SetReadDeadline(time.Now().Add(paceTime))
	}
	n, err := p.Reader.Read(b)
	p.left -= n
	return n, err
}

// pacedWriter is an answer that may take long, as long as the client keeps reading it.
type pacedWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	left    int // bytes until the deadline is moved
}

func newPacedWriter(w http.ResponseWriter) *pacedWriter {
	return &pacedWriter{ResponseWriter: w, control: http.NewResponseController(w)}
}

// Write writes, and moves the deadline.
func (p *pacedWriter) Write(b []byte) (int, error) {
	if p.left <= 0 {
		p.left = paceBytes
		p.control.SetWriteDeadline(time.Now().Add(paceTime))
	}
	n, err := p.ResponseWriter.Write(b)
	p.left -= n
	return n, err
}
