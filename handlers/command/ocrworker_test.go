package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"os"
	"testing"
	"time"

	"ostrakon/handlers/worker"
	"ostrakon/ocr/card"
	"ostrakon/ocr/raster"
)

// The test program is its own ocr-worker.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "ocr-worker" {
		a := &App{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
		if err := OCRWorker(context.Background(), a, os.Args[2:]); err != nil {
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func TestOCRWorker(t *testing.T) {
	var blank bytes.Buffer
	if err := png.Encode(&blank, image.NewGray(image.Rect(0, 0, 1000, 630))); err != nil {
		t.Fatal(err)
	}
	pool := func(args ...string) *worker.Pool {
		p := worker.New(worker.Options{Command: append([]string{os.Args[0], "ocr-worker"}, args...), Budget: time.Hour})
		t.Cleanup(func() { p.Close() })
		return p
	}
	p := pool()
	answer, err := p.Read(t.Context(), blank.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	var reading card.Reading
	if err := json.Unmarshal(answer, &reading); err != nil {
		t.Fatal(err)
	}
	if reading.Verdict != card.Unreadable {
		t.Errorf("a blank picture is %q", reading.Verdict)
	}
	if _, err := p.Read(t.Context(), blank.Bytes()[:60]); !errors.Is(err, raster.ErrDamaged) {
		t.Errorf("a damaged picture: %v", err)
	}
	for _, args := range [][]string{{"-national-id", "xx-none"}, {"card.jpg"}} {
		if err := pool(args...).Warm(t.Context()); !errors.Is(err, worker.ErrStart) {
			t.Errorf("%v: %v", args, err)
		}
	}
}
