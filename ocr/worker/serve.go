package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"ostrakon/ocr/raster"
)

// Serve is the child's side: it answers each photograph that comes from in with
// what read makes of it, as JSON to out, until in ends or ctx does. An error of
// read is answered by the sentinel of package raster that it wraps, or else by
// [ErrFailed]; its words stay in the child. A panic of read is left to end the
// process: what it left behind cannot be trusted.
//
// Serve says that it is ready first, so what takes long to prepare is done
// before it. The context given to read ends when the parent is gone.
//
// Errors: those of in and out, ctx.Err(). The end of in is none.
func Serve(ctx context.Context, in io.Reader, out io.Writer, read func(context.Context, []byte) (any, error)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	images := make(chan []byte)
	go func() { cancel(receive(ctx, in, images)) }()
	if err := writeFrame(out, kindHello, nil); err != nil {
		return err
	}
	for {
		select {
		case image := <-images:
			kind, payload := answer(ctx, image, read)
			if err := writeFrame(out, kind, payload); err != nil {
				return err
			}
		case <-ctx.Done():
			if cause := context.Cause(ctx); !errors.Is(cause, io.EOF) {
				return cause
			}
			return nil
		}
	}
}

// receive passes photographs on until there is no more; io.EOF is a clean end.
func receive(ctx context.Context, in io.Reader, images chan<- []byte) error {
	for {
		kind, image, err := readFrame(in, raster.MaxBytes)
		switch {
		case err != nil:
			return err
		case kind != kindImage:
			return fmt.Errorf("%w: kind %q", errGarbled, kind)
		}
		select {
		case images <- image:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// answer is the frame that answers a photograph.
func answer(ctx context.Context, image []byte, read func(context.Context, []byte) (any, error)) (kind byte, payload []byte) {
	reading, err := read(ctx, image)
	if err != nil {
		return refusalKind(err), nil
	}
	payload, err = json.Marshal(reading)
	if err != nil || len(payload) > maxAnswer {
		return refusalKind(ErrFailed), nil
	}
	return kindAnswer, payload
}
