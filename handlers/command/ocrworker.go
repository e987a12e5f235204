package command

import (
	"context"
	"fmt"
	"image"
	"os"
	"slices"
	"time"

	"ostrakon/handlers/worker"
	"ostrakon/ocr"
	"ostrakon/ocr/card"
	"ostrakon/ocr/raster"
	"ostrakon/ocr/tess"
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
	name := f.String("engine", "embedded", "what reads the printed `text`: embedded, native or off")
	cache := f.String("cache", "", "`directory` of compiled code, for its owner alone")
	program := f.String("tesseract", "tesseract", "`program` of the native engine")
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
		schemes = append(schemes, scheme)
	}
	native := *name == "native"
	if native { // before the engine, which then shows whether its program runs in isolation
		if err := worker.Isolate(worker.Needs{Programs: programPlaces()}); err != nil {
			return err
		}
	}
	engine, err := textEngine(ctx, *name, *cache, *program)
	if err != nil {
		return err
	}
	if engine != nil {
		defer engine.Close()
	}
	reader, err := card.New(engine, time.Now(), *budget/2, worker.Spent)
	if err != nil {
		return err
	}
	if !native {
		if err := worker.Isolate(worker.Needs{}); err != nil {
			return err
		}
	}
	return worker.Serve(ctx, a.Stdin, a.Stdout, func(ctx context.Context, photograph []byte) (any, error) {
		img, err := raster.Decode(photograph)
		if err != nil {
			return nil, err
		}
		reading, from, err := reader.Explain(ctx, img, schemes...)
		if err != nil || !*details {
			return reading, err
		}
		return struct {
			card.Reading
			Details card.Details `json:"details"`
		}{reading, from}, nil
	})
}

// programPlaces are where systems keep programs and what these read; tesseract and its model are there.
func programPlaces() []string {
	return []string{"/bin", "/lib", "/lib32", "/lib64", "/usr", "/opt", "/nix/store", "/gnu/store", "/etc/ld.so.cache", os.DevNull}
}

// textEngine makes the engine of a name; it is nil for "off". The engine reads an empty picture at
// once, so that whatever is slow the first time is done before the first photo.
func textEngine(ctx context.Context, name, cache, program string) (engine tess.Engine, err error) {
	switch name {
	case "embedded":
		engine, err = tess.NewEmbedded(cache)
	case "native":
		engine, err = tess.NewNative(ctx, program)
	case "off":
		return nil, nil
	default:
		return nil, Usagef("there is no engine %q: choose embedded, native or off", name)
	}
	if err != nil {
		return nil, err
	}
	if _, err := engine.Read(ctx, image.NewGray(image.Rect(0, 0, 64, 64)), tess.Sparse, ""); err != nil {
		engine.Close()
		return nil, fmt.Errorf("the engine %s: %w", name, err)
	}
	return engine, nil
}
