package handlers

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"ostrakon/handlers/picture"
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
		return store.Image{}, err
	}
	return store.Image{Data: p.JPEG, MediaType: "image/jpeg", Width: p.Width, Height: p.Height}, nil
}

// receive reads an uploaded image of at most so many bytes, if there is room for one more.
func (s *Server) receive(w http.ResponseWriter, r *request, most int64) ([]byte, error) {
	select {
	case s.uploads <- struct{}{}:
		defer func() { <-s.uploads }()
		return r.image(w, most)
	default:
		return nil, refusal.BusyImages
	}
}

// image reads the one image of a multipart body; its part may have any name.
func (r *request) image(w http.ResponseWriter, most int64) ([]byte, error) {
	r.Body = http.MaxBytesReader(w, r.Body, most+maxForm)
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
