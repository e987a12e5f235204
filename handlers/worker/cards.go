package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"ostrakon/ocr/raster"
	"ostrakon/store/frame"
)

// MemoryLimit bounds the data of a child that reads cards, in bytes. Reading a card takes 50 MB; the photographs that
// decode at the greatest cost, 12 million pixels of progressive JPEG or 24 of PNG, some 300.
const MemoryLimit = 768 << 20

// ErrFailed means that the child lives, and could not read the photograph.
var ErrFailed = errors.New("the photograph could not be read")

// Each photograph is answered by one frame. From refused on, its kind stands for an error, by its place in refusals.
const (
	kindImage   = 'i'
	kindAnswer  = 'a'
	kindRefused = '0'
	maxAnswer   = 64 << 10 // bytes; a reading takes one or two thousand
)

// refusals are the errors that a child can answer with.
func refusals() []error {
	return []error{raster.ErrEmpty, raster.ErrUnsupported, raster.ErrTooLarge, raster.ErrDamaged, ErrStarved, ErrFailed}
}

// refusalKind is the kind of frame that stands for err.
func refusalKind(err error) byte {
	known := refusals()
	i := slices.IndexFunc(known, func(e error) bool { return errors.Is(err, e) })
	if i < 0 {
		i = len(known) - 1
	}
	return kindRefused + byte(i)
}

// refusal is the error that a kind of frame stands for; nil if there is none.
func refusal(kind byte) error {
	known := refusals()
	if i := int(kind) - kindRefused; i >= 0 && i < len(known) {
		return known[i]
	}
	return nil
}

// Read has a photograph read and returns the child's answer. One whose header package raster refuses
// takes no place in the queue. No error quotes the photograph.
//
// Errors: those of raster.Decode, ErrFailed, those of Do.
func (p *Pool) Read(ctx context.Context, photograph []byte) (answer json.RawMessage, err error) {
	if err := raster.Check(photograph); err != nil {
		return nil, err
	}
	more, err := p.more()
	if err != nil {
		return nil, err
	}
	err = p.Do(ctx, more, func(c *Child) (err error) {
		answer, err = c.read(photograph)
		return err
	})
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// read sends a photograph and waits for the answer.
func (c *Child) read(photograph []byte) (json.RawMessage, error) {
	if err := c.Send(kindImage, photograph); err != nil {
		return nil, err
	}
	kind, payload, err := c.Receive(maxAnswer)
	switch {
	case err != nil:
		return nil, err
	case kind == kindAnswer && json.Valid(payload):
		return payload, nil
	case refusal(kind) != nil && len(payload) == 0:
		return nil, refusal(kind)
	}
	return nil, fmt.Errorf("%w: its answer is none", ErrCrashed)
}

// Warm starts a child and waits until it is ready, so that the first photograph need not, and fails
// as that would. The child ends when it has been idle.
//
// Errors: ErrStart, ErrClosed, ctx.Err().
func (p *Pool) Warm(ctx context.Context) error {
	more, err := p.more()
	if err != nil {
		return err
	}
	s, err := p.take(ctx)
	if err != nil {
		return err
	}
	defer func() { p.slots <- s }()
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.rest()
	return s.ready(ctx, more)
}

// more are the arguments of a child now.
func (p *Pool) more() ([]string, error) {
	if p.options.More == nil {
		return nil, nil
	}
	more, err := p.options.More()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrStart, err)
	}
	return more, nil
}

// Serve is the child's side: it answers each photograph that comes from in with what read makes of it, as JSON to out,
// until in ends or ctx does. An error of read is answered by the sentinel of package raster that it wraps, by
// [ErrStarved], or else by [ErrFailed]; its words stay in the child. A panic of read is left to end the process: what
// it left behind cannot be trusted.
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
	if _, err := Accept(in, out); err != nil {
		return err
	}
	for {
		select {
		case image := <-images:
			kind, payload := answer(ctx, image, read)
			if err := frame.Write(out, kind, payload); err != nil {
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
		kind, image, err := frame.Read(in, raster.MaxBytes)
		switch {
		case err != nil:
			return err
		case kind != kindImage:
			return fmt.Errorf("%w: kind %q", frame.ErrGarbled, kind)
		}
		select {
		case images <- image:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// answer is the frame that answers a photograph.
func answer(ctx context.Context, image []byte, read func(context.Context, []byte) (any, error)) (kind byte,
	payload []byte) {
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
