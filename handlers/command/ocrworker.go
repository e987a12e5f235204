package command

import (
	"context"
	"errors"
	"slices"
	"time"

	"ostrakon/handlers/worker"
	"ostrakon/ocr"
	"ostrakon/ocr/card"
	"ostrakon/ocr/lines"
	"ostrakon/ocr/raster"
)

// OCRWorker reads the photos of cards that the server sends, and answers with readings as JSON.
// People do not call it: the server starts it for one photo or many, and may kill it at any time.
func OCRWorker(ctx context.Context, a *App, args []string) error {
	if err := worker.Confine(worker.MemoryLimit); err != nil {
		return err
	}
	return a.serveCards(ctx, args)
}

func (a *App) serveCards(ctx context.Context, args []string) error {
	f := a.flags("ocr-worker", "")
	national := f.String("national-id", "any", "`kind` of national identity number")
	voter := f.String("voter-id", "any", "`kind` of voter number")
	budget := f.Duration("budget", worker.Budget, "CPU `time` after which the server gives a photograph up")
	details := f.Bool("v", false, "answer with what a reading is from, too")
	if _, err := a.parse(f, args, 0, 0); err != nil {
		return err
	}
	var schemes []ocr.Scheme
	for _, kind := range slices.Compact([]string{*national, *voter}) {
		scheme, err := ocr.SchemeNamed(kind)
		if err != nil {
			return UsageError{err}
		}
		if kind != ocr.None {
			schemes = append(schemes, scheme)
		}
	}
	engine, err := lines.New()
	if err != nil {
		return err
	}
	reader, err := card.New(engine, time.Now(), *budget/2, worker.Spent)
	if err != nil {
		return err
	}
	if err := worker.Isolate(worker.Needs{}); err != nil {
		return err
	}
	return worker.Serve(ctx, a.Stdin, a.Stdout, func(ctx context.Context, photograph []byte) (any, error) {
		img, err := raster.Decode(photograph)
		if err != nil {
			return nil, err
		}
		reading, err := reader.Read(ctx, img, schemes...)
		if errors.Is(err, card.ErrStarved) {
			return nil, worker.ErrStarved
		}
		if err != nil || !*details {
			return reading, err
		}
		return struct {
			card.Reading
			Details card.Details `json:"details"`
		}{reading, reading.Details}, nil
	})
}
