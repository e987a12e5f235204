package handlers

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"ostrakon/ocr/card"
	"ostrakon/ocr/raster"
	"ostrakon/ocr/worker"
	"ostrakon/store/fault"
)

// readingView is a reading with, if it is readable, the token to register with.
type readingView struct {
	card.Reading
	IdentityField     string    `json:"identityField,omitempty"` // the field of a registration that the number belongs in
	VerificationToken string    `json:"verificationToken,omitempty"`
	ExpiresAt         time.Time `json:"expiresAt,omitzero"`
}

// verifyID reads a photograph of an identity card. Nothing of it is kept: what
// was read goes to the client, and comes back as a token only this server can make.
func (s *Server) verifyID(w http.ResponseWriter, r *request) error {
	if retry, ok := s.limits.verifyID.Allow(r.client); !ok {
		return rateLimited(retry)
	}
	photograph, err := s.receive(w, r)
	if err != nil {
		return err
	}
	if err := raster.Check(photograph); err != nil {
		return photographProblem(err)
	}
	if s.cards == nil {
		return &problem{Code: "ocr_unavailable", Detail: "This server does not read identity cards.", Params: fault.Params{"reason": "off"}, retryAfter: 3600}
	}
	listening(w)
	ready := patient(w)
	defer ready()
	raw, err := s.cards.Read(r.Context(), photograph)
	s.meter.card(err)
	if err != nil {
		if failedToRead(err) {
			s.log.LogAttrs(r.Context(), slog.LevelWarn, "a card could not be read", slog.String("request", r.id), slog.String("error", err.Error()))
		}
		return photographProblem(err)
	}
	v := readingView{}
	if err := json.Unmarshal(raw, &v.Reading); err != nil {
		return fmt.Errorf("answer of the reader of cards: %w", err)
	}
	if v.Verdict == card.Readable {
		v.IdentityField = s.registrar.FieldOf(v.Scheme)
		if v.VerificationToken, v.ExpiresAt, err = s.issueReading(s.registrar.Read(v.Reading)); err != nil {
			return err
		}
	}
	return respond(w, v)
}

// failedToRead reports whether a child broke off over a photograph, not before
// it. The operator is told, since the next photograph may do the same.
func failedToRead(err error) bool {
	return !errors.Is(err, worker.ErrStart) &&
		(errors.Is(err, worker.ErrTimeout) || errors.Is(err, worker.ErrCrashed) || errors.Is(err, worker.ErrFailed))
}

// photographProblem tells what is wrong with a photograph, or with reading it.
func photographProblem(err error) error {
	switch {
	case errors.Is(err, raster.ErrEmpty):
		return &problem{Code: "image_missing", Detail: "The image is empty."}
	case errors.Is(err, raster.ErrUnsupported):
		return &problem{Code: "image_unsupported", Detail: "This photograph is not accepted: " + err.Error() + ".", Params: fault.Params{"formats": []string{"JPEG", "PNG", "WebP"}}}
	case errors.Is(err, raster.ErrTooLarge):
		return &problem{Code: "image_too_large", Detail: "The image is too large: at most 6 MiB, 12 megapixels and 8000 pixels a side are accepted.", Params: fault.Params{
			"maxBytes": raster.MaxBytes, "maxPixels": raster.MaxPixels, "maxSide": raster.MaxSide,
		}}
	case errors.Is(err, raster.ErrDamaged):
		return &problem{Code: "image_damaged", Detail: "The image cannot be read: the file is damaged or incomplete."}
	case errors.Is(err, worker.ErrBusy):
		return &problem{Code: "busy", Detail: "Too many cards are being read at the moment. Try again in a few seconds.", Params: fault.Params{"what": "cards"}, retryAfter: 5}
	case failedToRead(err):
		return &problem{Code: "image_unreadable", Detail: "This image could not be read in the time there is. Photograph the card again, closer and in even light."}
	case errors.Is(err, worker.ErrStart), errors.Is(err, worker.ErrClosed):
		return fmt.Errorf("%w (%w)", &problem{Code: "ocr_unavailable", Detail: "This server cannot read identity cards just now.", Params: fault.Params{"reason": "failed"}, retryAfter: 60}, err)
	}
	return err
}
