package makers

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"time"

	"ostrakon/convert"
	"ostrakon/convert/spool"
	"ostrakon/handlers/models"
	"ostrakon/handlers/rest"
	"ostrakon/store/refusal"
)

// GetFile serves a converted file, or ranges of it. A whole file goes compressed to clients that take gzip. The content
// of a name never changes, so the name is the ETag, and that of the copy is the ETag of the compressed bytes.
func (a *API) GetFile(w http.ResponseWriter, r *rest.Request) error {
	whole := len(r.Header.Values("Range")) == 0
	d, err := a.open(r.Params.ByName("filename"), whole && a.options.Server.Gzip(r.Header.Values("Accept-Encoding")))
	if err != nil {
		return refusalOf(err)
	}
	defer d.Close()
	h := w.Header()
	h.Set("Content-Type", mediaTypeOf(d.name))
	h.Set("Content-Disposition", mime.FormatMediaType(dispositionOf(d.name), map[string]string{"filename": d.title}))
	h.Set("Content-Security-Policy", rest.UploadedPolicy)
	h.Set("Vary", "Accept-Encoding")
	etag := d.name
	if d.packed {
		etag = spool.Packed(etag)
		h.Set("Content-Encoding", "gzip")
		h.Set("Content-Length", strconv.FormatInt(d.size, 10)) // ServeContent leaves it to its caller then
	}
	h.Set("Cache-Control", fmt.Sprintf("private, max-age=%d, immutable", int(d.fresh.Seconds())))
	return rest.RespondRanges(w, r, etag, d.size, d)
}

// freshOfKept is how long clients may use a kept model before they ask again: it may be removed.
const freshOfKept = time.Hour

// download is a file on its way out.
type download struct {
	io.ReadSeekCloser
	name, title string
	packed      bool
	size        int64         // bytes of what is read
	fresh       time.Duration // how long clients may use it without asking again
}

// open opens a kept model or, if there is none of the name, a converted file. Errors: spool.ErrNotFound.
func (a *API) open(name string, packed bool) (download, error) {
	if m, found := a.Models.Find(name); found {
		d := download{name: name, title: m.Title + path.Ext(name), size: m.Size, fresh: freshOfKept}
		if packed && m.Packed > 0 {
			d.packed, d.size = true, m.Packed
		}
		f, err := a.Models.Read(m, d.packed)
		if !errors.Is(err, fs.ErrNotExist) { // else it was removed meanwhile
			d.ReadSeekCloser = f
			return d, err
		}
	}
	d, err := a.Spool.Open(name, packed)
	if err != nil {
		return download{}, err
	}
	return download{d, d.Name, d.Title, d.Packed, d.Size, d.Expires.Sub(a.options.Server.Now())}, nil
}

// Keep keeps a converted model of one file for an administrator. note notes it, see models.Shelf.
func (a *API) Keep(name, by string, note func(models.Model) error) (models.Model, error) {
	if extension := path.Ext(name); extension != ".glb" && a.Spool.Has(name) {
		return models.Model{}, refusal.Invalid("file", refusal.NotChoice, refusal.Facts{"choices": []string{".glb"}})
	}
	m := models.Model{Name: name, By: by, At: a.options.Server.Now().UTC().Truncate(time.Second)}
	m, err := a.Models.Keep(a.Spool, m, note)
	return m, refusalOf(err)
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
	case ".usdz":
		return convert.MediaTypeUSDZ
	case ".png":
		return convert.MediaTypePNG
	}
	return convert.MediaTypeBin
}

// dispositionOf says whether browsers save a file: iPhones show a USDZ file only where they need not.
func dispositionOf(name string) string {
	if path.Ext(name) == ".usdz" {
		return "inline"
	}
	return "attachment"
}
