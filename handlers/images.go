package handlers

import (
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"ostrakon/handlers/picture"
	"ostrakon/handlers/rest"
	"ostrakon/ocr/raster"
	"ostrakon/store"
	"ostrakon/store/refusal"
)

// imageWait is how long a request waits for its turn to decode an image.
const imageWait = 10 * time.Second

// readPhoto reads an uploaded photo and makes the image that is kept.
func (s *Server) readPhoto(w http.ResponseWriter, r *request) (store.Image, error) {
	data, err := s.receive(w, r, picture.MaxBytes)
	if err != nil {
		return store.Image{}, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), imageWait)
	defer cancel()
	p, err := s.pictures.Normalize(ctx, data)
	if err != nil {
		return store.Image{}, imageRefusal(err, picture.Limits())
	}
	return store.Image{Data: p.JPEG, MediaType: "image/jpeg", Width: p.Width, Height: p.Height}, nil
}

// receive reads an uploaded image of at most so many bytes, if there is room for one more.
func (s *Server) receive(w http.ResponseWriter, r *request, most int64) ([]byte, error) {
	arrival := s.uploads.admit(func() { rest.Interrupt(w) })
	if arrival == nil {
		return nil, refusal.BusyImages
	}
	data, err := r.image(w, most)
	if !s.uploads.leave(arrival) {
		return nil, refusal.BusyImages
	}
	return data, err
}

// maxUploads bounds how many images are received at once, and so their memory: each has at most raster.MaxBytes. An
// image that takes longer than slowUpload gives its place to another when no place is free.
const (
	maxUploads = 16
	slowUpload = 10 * time.Second
)

// arrivals are the images that are being received.
type arrivals struct {
	now func() time.Time

	mu    sync.Mutex
	first []*arrival // in the order of coming
}

type arrival struct {
	since     time.Time
	interrupt func()
}

// admit takes a place, if there is one or a slow image gives up its own: it is interrupted. End it
// with leave. It is nil if there is none.
func (all *arrivals) admit(interrupt func()) *arrival {
	all.mu.Lock()
	defer all.mu.Unlock()
	a := &arrival{all.now(), interrupt}
	if len(all.first) == maxUploads {
		oldest := all.first[0]
		if a.since.Sub(oldest.since) < slowUpload {
			return nil
		}
		all.first = all.first[1:]
		oldest.interrupt()
	}
	all.first = append(all.first, a)
	return a
}

// leave gives the place back, and reports whether it had not been given to another.
func (all *arrivals) leave(a *arrival) bool {
	all.mu.Lock()
	defer all.mu.Unlock()
	before := len(all.first)
	all.first = slices.DeleteFunc(all.first, func(other *arrival) bool { return other == a })
	return len(all.first) < before
}

// image reads the one image of a multipart body; its part may have any name.
func (r *request) image(w http.ResponseWriter, most int64) ([]byte, error) {
	r.Body = http.MaxBytesReader(w, r.Body, most+rest.MaxForm)
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, refusal.FormNotMultipart
	}
	var data []byte
	for found := false; ; found = true {
		part, err := parts.NextPart()
		if err == io.EOF && found {
			return data, nil
		}
		if err == io.EOF {
			return nil, refusal.ImageMissing
		}
		if err != nil {
			return nil, multipartProblem(err, most)
		}
		if found {
			return nil, refusal.FormTooManyParts
		}
		if data, err = io.ReadAll(http.MaxBytesReader(w, part, most)); err != nil {
			return nil, multipartProblem(err, most)
		}
	}
}

func multipartProblem(err error, most int64) error {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return &http.MaxBytesError{Limit: most}
	}
	return refusal.FormDamaged
}

// imageRefusal makes a refusal of the error of an image that cannot be read within limits. Other errors stay as
// they are.
func imageRefusal(err error, accept raster.Limits) error {
	refused, explained := errors.AsType[*raster.Error](err)
	facts := make(refusal.Facts)
	if explained {
		facts["reason"], facts["detail"] = refused.Reason.String(), refused.Message()
		maps.Copy(facts, refused.Facts)
	}
	unsupported, tooLarge := refusal.ImageUnsupported, refusal.ImageTooLarge
	if explained {
		unsupported, tooLarge = refusal.ImageUnsupportedFor, refusal.ImageTooLargeFor
	}
	switch {
	case errors.Is(err, raster.ErrEmpty):
		return refusal.ImageMissing
	case errors.Is(err, raster.ErrUnsupported):
		return unsupported.With(refusal.Facts{"formats": accept.Formats()}).With(facts)
	case errors.Is(err, raster.ErrTooLarge):
		limits := refusal.Facts{"maxBytes": accept.Bytes, "maxPixels": accept.Pixels, "maxSide": accept.Side}
		return tooLarge.With(limits).With(facts)
	case errors.Is(err, raster.ErrDamaged):
		return refusal.ImageDamaged
	}
	return err
}

// respondPhoto answers with an image, or passes on the error of reading it.
func respondPhoto(w http.ResponseWriter, r *request, p store.Photo, data []byte, cache string, err error) error {
	if err != nil {
		return err
	}
	w.Header().Set("Content-Security-Policy", rest.UploadedPolicy)
	rest.RespondKept(w, r.Request, p.MediaType, cache, p.SHA256, data)
	return nil
}
