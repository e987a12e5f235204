package makers

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"ostrakon/convert"
	"ostrakon/convert/spool"
	"ostrakon/handlers/rest"
	"ostrakon/store/refusal"
)

// GetFile serves a converted file, or ranges of it. A whole file goes compressed to clients that take gzip. The content
// of a name never changes, so the name is the ETag, and that of the copy is the ETag of the compressed bytes.
func (a *API) GetFile(w http.ResponseWriter, r *rest.Request) error {
	whole := len(r.Header.Values("Range")) == 0
	d, err := a.Spool.Open(r.Params.ByName("filename"), whole && a.options.Server.Gzip(r.Header.Values("Accept-Encoding")))
	if err != nil {
		return refusalOf(err)
	}
	defer d.Close()
	rest.Listening(w)
	h := w.Header()
	h.Set("Content-Type", mediaTypeOf(d.Name))
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": d.Title}))
	h.Set("Content-Security-Policy", rest.UploadedPolicy)
	h.Set("Vary", "Accept-Encoding")
	etag := d.Name
	if d.Packed {
		etag = spool.Packed(etag)
		h.Set("Content-Encoding", "gzip")
		h.Set("Content-Length", strconv.FormatInt(d.Size, 10)) // ServeContent leaves it to its caller then
	}
	h.Set("ETag", `"`+etag+`"`)
	left := d.Expires.Sub(a.options.Server.Now())
	h.Set("Cache-Control", fmt.Sprintf("private, max-age=%d, immutable", int(left.Seconds())))
	if !strings.HasPrefix(r.Header.Get("Range"), "bytes=") {
		r.Header.Del("Range") // other units are ignored (RFC 9110, 14.2)
	}
	out := &rangeWriter{PacedWriter: rest.NewPacedWriter(w)}
	http.ServeContent(out, r.Request, "", time.Time{}, d)
	if out.refused != nil {
		h.Del("Content-Disposition")
		return out.refused.With(refusal.Facts{"size": d.Size, "etag": etag})
	}
	return nil
}

// ReadFile reads a small converted file.
func (a *API) ReadFile(name string) ([]byte, error) {
	d, err := a.Spool.Open(name, false)
	if err != nil {
		return nil, refusalOf(err)
	}
	defer d.Close()
	return io.ReadAll(d)
}

// mediaTypeOf returns the media type of a file that Open has found.
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

// rangeWriter holds back the refusals of http.ServeContent, so that they can be answered as problems.
type rangeWriter struct {
	*rest.PacedWriter
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
