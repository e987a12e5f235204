package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"testing"

	"ostrakon/ocr/raster"
	"ostrakon/store/frame"
)

// frames is a stream of frames.
func frames(t *testing.T, images ...string) *bytes.Buffer {
	t.Helper()
	var b bytes.Buffer
	for _, image := range images {
		noError(t, frame.Write(&b, kindImage, []byte(image)))
	}
	return &b
}

func TestServe(t *testing.T) {
	in, parent := io.Pipe()
	child, out := io.Pipe()
	done := make(chan error)
	go func() {
		done <- Serve(t.Context(), in, out, func(_ context.Context, image []byte) (any, error) {
			switch string(image) {
			case "good":
				return map[string]int{"number": 7}, nil
			case "odd":
				return make(chan int), nil // not JSON
			case "busy":
				return nil, ErrStarved
			case "damaged":
				return nil, fmt.Errorf("row 3: %w", raster.ErrDamaged)
			}
			return nil, errors.New("no idea")
		})
	}()
	if kind, payload, err := frame.Read(child, 0); kind != kindHello || len(payload) != 0 || err != nil {
		t.Fatalf("it begins with %q, %q, %v", kind, payload, err)
	}
	for _, c := range []struct {
		image, answer string
		err           error
	}{
		{"good", `{"number":7}`, nil},
		{"damaged", "", raster.ErrDamaged},
		{"busy", "", ErrStarved},
		{"odd", "", ErrFailed},
		{"else", "", ErrFailed},
	} {
		must(parent.Write(frames(t, c.image).Bytes()))(t)
		kind, payload, err := frame.Read(child, maxAnswer)
		if err != nil || string(payload) != c.answer || !errors.Is(refusal(kind), c.err) {
			t.Errorf("%s: %q, %q, %v", c.image, kind, payload, err)
		}
	}
	parent.Close()
	if err := <-done; err != nil {
		t.Errorf("at the end of its input: %v", err)
	}
}

// A child whose input is no stream of frames gives up; it does not wait, and
// does not take the memory that a length promises.
func TestServeGarbage(t *testing.T) {
	for name, input := range map[string]string{
		"not a frame":        "GET / HTTP/1.1\r\n",
		"another kind":       "x\x00\x00\x00\x00",
		"a length too large": "i\xff\xff\xff\xff",
		"cut short":          "i\x00\x00\x00\x05abc",
		"half a header":      "i\x00",
	} {
		t.Run(name, func(t *testing.T) {
			err := Serve(t.Context(), bytes.NewReader([]byte(input)), io.Discard, obey)
			if !errors.Is(err, frame.ErrGarbled) && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("error is %v", err)
			}
		})
	}
}

// A reading notices that its parent is gone.
func TestServeParentGone(t *testing.T) {
	in, parent := io.Pipe()
	noticed := make(chan struct{})
	done := make(chan error)
	go func() {
		done <- Serve(t.Context(), in, io.Discard, func(ctx context.Context, _ []byte) (any, error) {
			close(noticed)
			<-ctx.Done()
			return nil, ctx.Err()
		})
	}()
	must(parent.Write(frames(t, "image").Bytes()))(t)
	<-noticed
	parent.Close()
	if err := <-done; err != nil {
		t.Errorf("error is %v", err)
	}
}

func TestServeEndsWithItsContext(t *testing.T) {
	in, _ := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Serve(ctx, in, io.Discard, obey); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}
