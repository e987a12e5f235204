package handlers

import (
	"errors"
	"fmt"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"

	"ostrakon/convert"
	"ostrakon/store/refusal"
)

// getFile serves a converted file, or ranges of it. The content of a name never changes, so the
// name is the ETag.
func (s *Server) getFile(w http.ResponseWriter, r *request) error {
	d, err := s.conversions.spool.Open(r.params.ByName("filename"))
	if err != nil {
		return err
	}
	defer d.Close()
	listening(w)
	h := w.Header()
	h.Set("Content-Type", mediaTypeOf(d.Name))
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": d.Title}))
	h.Set("Content-Security-Policy", uploadedPolicy)
	h.Set("ETag", `"`+d.Name+`"`)
	h.Set("Cache-Control", fmt.Sprintf("private, max-age=%d, immutable", int(d.Expires.Sub(s.now()).Seconds())))
	if !strings.HasPrefix(r.Header.Get("Range"), "bytes=") {
		r.Header.Del("Range") // other units are ignored (RFC 9110, 14.2)
	}
	out := &rangeWriter{pacedWriter: newPacedWriter(w)}
	http.ServeContent(out, r.Request, "", time.Time{}, d)
	if out.refused != nil {
		h.Del("Content-Disposition")
		return out.refused.With(refusal.Facts{"size": d.Size, "etag": d.Name})
	}
	return nil
}

// mediaTypeOf is the media type of a file that Open has found.
func mediaTypeOf(name string) string {
	switch path.Ext(name) {
	case ".glb":
		return convert.MediaTypeGLB
	case ".gltf":
		return convert.MediaTypeGLTF
	case ".png":
		return convert.MediaTypePNG
	}
	return convert.MediaTypeBin
}

// rangeWriter holds back the refusals of http.ServeContent, so that they can be answered as
// problems.
type rangeWriter struct {
	*pacedWriter
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
		w.pacedWriter.WriteHeader(status)
	}
}

// Write passes on everything except the text of refusals.
func (w *rangeWriter) Write(b []byte) (int, error) {
	if w.refused != nil {
		return 0, errRefused
	}
	return w.pacedWriter.Write(b)
}
