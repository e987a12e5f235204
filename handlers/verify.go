package handlers

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"ostrakon/handlers/rest"
	"ostrakon/handlers/worker"
	"ostrakon/ocr/card"
	"ostrakon/ocr/raster"
	"ostrakon/store/refusal"
)

// readingView is a reading and, if it is readable, the token to register with.
type readingView struct {
	card.Reading
	IdentityField     string    `json:"identityField,omitempty"` // the field of a registration for the number
	VerificationToken string    `json:"verificationToken,omitempty"`
	ExpiresAt         time.Time `json:"expiresAt,omitzero"`
}

// verifyID reads a photo of an identity card. The server keeps nothing of it: the reading goes to
// the client, and comes back in a token that only this server can make.
func (s *Server) verifyID(w http.ResponseWriter, r *request) error {
	if retry, ok := s.limits.verifyID.Allow(r.Client); !ok {
		return rest.RateLimited(retry)
	}
	photograph, err := s.receive(w, r, raster.MaxBytes)
	if err != nil {
		return err
	}
	if err := raster.Check(photograph); err != nil {
		return photographProblem(err)
	}
	if s.cards == nil {
		return refusal.CardsOff
	}
	rest.Listening(w)
	ready := rest.Patient(w)
	defer ready()
	raw, err := s.cards.Read(r.Context(), photograph)
	s.meter.card(err)
	if err != nil {
		if failedToRead(err) {
			s.logFault(r.Context(), exchangeOf(w), slog.LevelWarn, "a card could not be read", slog.String("error", err.Error()))
		}
		return photographProblem(err)
	}
	v := readingView{}
	if err := json.Unmarshal(raw, &v.Reading); err != nil {
		return fmt.Errorf("answer of the reader of cards: %w", err)
	}
	if v.Verdict == card.Readable {
		rules, err := s.registrar.Rules(r.Context())
		if err != nil {
			return err
		}
		v.IdentityField = rules.FieldOf(v.Scheme)
		v.VerificationToken, v.ExpiresAt, err = s.issueReading(s.registrar.Read(v.Reading))
		if err != nil {
			return err
		}
	}
	return rest.Respond(w, v, nil)
}

// failedToRead reports whether a child process failed on a photo, not before it. The log says so,
// since the next photo may do the same.
func failedToRead(err error) bool {
	return !errors.Is(err, worker.ErrStart) &&
		(errors.Is(err, worker.ErrTimeout) || errors.Is(err, worker.ErrCrashed) || errors.Is(err, worker.ErrFailed))
}

// photographProblem returns the refusal of a photograph that could not be read.
func photographProblem(err error) error {
	switch {
	case errors.Is(err, worker.ErrStart), errors.Is(err, worker.ErrClosed): // for whatever reason
		return fmt.Errorf("%w (%w)", refusal.CardsFailing, err)
	case errors.Is(err, worker.ErrBusy):
		return refusal.BusyCards
	case errors.Is(err, worker.ErrStarved):
		return fmt.Errorf("%w (%w)", refusal.BusyCards, err)
	case failedToRead(err):
		return refusal.ImageUnreadable
	}
	return imageRefusal(err, raster.CardLimits())
}
