package tess

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Native is the tesseract program of the machine, run once a picture.
type Native struct {
	mu      sync.Mutex
	closed  bool
	program string
}

// NewNative returns an engine that runs a program, named by path or as found
// in PATH. It must be Tesseract 4 or later with the English model.
//
// Errors: ErrUnavailable, ctx.Err().
func NewNative(ctx context.Context, program string) (*Native, error) {
	path, err := exec.LookPath(program)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	n := &Native{program: path}
	languages, err := n.run(ctx, nil, "--list-langs")
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("%w: %s: %w", ErrUnavailable, path, err)
	case !slices.Contains(strings.Fields(string(languages)), "eng"):
		return nil, fmt.Errorf("%w: %s has no model for eng", ErrUnavailable, path)
	}
	return n, nil
}

// Read reads img; see [Engine]. The program is killed when ctx ends.
func (n *Native) Read(ctx context.Context, img *image.Gray, mode Mode, alphabet string) ([]Word, error) {
	if err := vet(img, alphabet); err != nil {
		return nil, err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if n.closed {
		return nil, fmt.Errorf("%w: it is closed", ErrFailed)
	}
	args := []string{"stdin", "stdout", "-l", "eng", "--psm", strconv.Itoa(int(mode)), "--dpi", resolution, "-c", "tessedit_do_invert=" + noInversion, "-c", "tessedit_create_hocr=1"}
	if alphabet != "" {
		args = append(args, "-c", "tessedit_char_whitelist="+alphabet)
	}
	document, err := n.run(ctx, pgm(img), args...)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrFailed, err)
	}
	return parseHOCR(document, img.Rect)
}

// run runs the program with an input and returns its output. What it says on
// its error stream is dropped: it is about the picture.
func (n *Native) run(ctx context.Context, input []byte, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, n.program, args...)
	cmd.Env = []string{"LC_ALL=C", "OMP_THREAD_LIMIT=1"} // one thread: more gain little and take the other cores
	if dir, ok := os.LookupEnv("TESSDATA_PREFIX"); ok {
		cmd.Env = append(cmd.Env, "TESSDATA_PREFIX="+dir)
	}
	cmd.Stdin = bytes.NewReader(input)
	var out bounded
	cmd.Stdout = &out
	cmd.WaitDelay = time.Second // for what the program may have started itself
	if err := cmd.Run(); err != nil {
		return nil, err
	}
	return out.data, nil
}

// Close makes Read fail; there is nothing to free.
func (n *Native) Close() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.closed = true
	return nil
}

// bounded keeps up to maxHOCR bytes and refuses more.
type bounded struct{ data []byte }

func (b *bounded) Write(p []byte) (int, error) {
	if len(b.data)+len(p) > maxHOCR {
		return 0, errors.New("its answer is too long")
	}
	b.data = append(b.data, p...)
	return len(p), nil
}
