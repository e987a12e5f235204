package handlers

import (
	"bufio"
	"io"
	"net/http"
	"sync"
	"time"
)

// The server's time-outs are for small requests. Files may take longer, as long
// as they keep moving: the deadline of a connection is moved with them. The
// errors of http.ResponseController are passed over, since without deadlines
// there is nothing to move.

const (
	paceBytes = 64 << 10         // so many bytes
	paceTime  = 30 * time.Second // must move in this time
	readAhead = 256 << 10
)

// patient lifts the deadline of the answer while the request is worked on.
// What it returns sets it again, for the answer itself.
func patient(w http.ResponseWriter) (answering func()) {
	control := http.NewResponseController(w)
	control.SetWriteDeadline(time.Time{})
	return func() { control.SetWriteDeadline(time.Now().Add(paceTime)) }
}

// listening lifts the deadline of reading, which while an answer is made would
// be taken for a client that has gone.
func listening(w http.ResponseWriter) {
	http.NewResponseController(w).SetReadDeadline(time.Time{})
}

// pacedBody is a body that may take as long as it needs, provided that it keeps coming.
type pacedBody struct {
	*bufio.Reader // reads in large pieces: multipart asks for 4 KiB at a time
	io.Closer
}

// pacer paces bodies. It keeps their buffers for the next ones: small uploads
// that come fast would have little else collected as garbage.
type pacer struct{ buffers sync.Pool }

// pace paces the body of a request. Call done when it is read.
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

// pacedWriter is an answer that may take as long as it needs, provided that the client keeps taking it.
type pacedWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	left    int // bytes until the deadline is moved
}

func newPacedWriter(w http.ResponseWriter) *pacedWriter {
	return &pacedWriter{ResponseWriter: w, control: http.NewResponseController(w)}
}

// Write moves the deadline with what is written.
func (p *pacedWriter) Write(b []byte) (int, error) {
	if p.left <= 0 {
		p.left = paceBytes
		p.control.SetWriteDeadline(time.Now().Add(paceTime))
	}
	n, err := p.ResponseWriter.Write(b)
	p.left -= n
	return n, err
}
