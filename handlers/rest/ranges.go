package rest

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"ostrakon/store/refusal"
)

// RespondRanges answers with content of size bytes, whole or in the ranges that the client asks for (RFC 9110, section
// 14). It takes as long as the client needs that goes on reading. The caller has set the headers that describe the
// content. Errors: refusal.RangeNotSatisfiable, refusal.PreconditionFailed.
func RespondRanges(w http.ResponseWriter, r *Request, etag string, size int64, content io.ReadSeeker) error {
	Listening(w)
	w.Header().Set("ETag", `"`+etag+`"`)
	if !strings.HasPrefix(r.Header.Get("Range"), "bytes=") {
		r.Header.Del("Range") // other units are ignored
	}
	out := &rangeWriter{PacedWriter: NewPacedWriter(w)}
	http.ServeContent(out, r.Request, "", time.Time{}, content)
	if out.refused != nil {
		w.Header().Del("Content-Disposition")
		return out.refused.With(refusal.Facts{"size": size, "etag": etag})
	}
	return nil
}

// rangeWriter holds back the refusals of http.ServeContent, so that they can be answered as problems.
type rangeWriter struct {
	*PacedWriter
	refused *refusal.Problem
}

var errRefused = errors.New("the request was refused")

// WriteHeader passes on everything except refusals.
func (w *rangeWriter) WriteHeader(status int) {
	switch status {
	case http.StatusRequestedRangeNotSatisfiable:
		w.refused = refusal.RangeNotSatisfiable
	case http.StatusPreconditionFailed:
		w.refused = refusal.PreconditionFailed
	default:
		w.PacedWriter.WriteHeader(status)
	}
}

// Write passes on everything except the text of refusals.
func (w *rangeWriter) Write(b []byte) (int, error) {
	if w.refused != nil {
		return 0, errRefused
	}
	return w.PacedWriter.Write(b)
}
