package tess

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// page is black print on light paper, 40 pixels high, a line every 80 pixels.
func page(tb testing.TB, lines ...string) *image.Gray {
	tb.Helper()
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		tb.Fatal(err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: 40, DPI: 72})
	if err != nil {
		tb.Fatal(err)
	}
	img := image.NewGray(image.Rect(0, 0, 800, 80*len(lines)))
	draw.Draw(img, img.Rect, image.NewUniform(color.Gray{235}), image.Point{}, draw.Src)
	pen := font.Drawer{Dst: img, Src: image.Black, Face: face}
	for i, line := range lines {
		pen.Dot = fixed.P(40, 80*i+55)
		pen.DrawString(line)
	}
	return img
}

// lines joins words to lines of text.
func lines(words []Word) []string {
	var out []string
	for _, w := range words {
		if w.Line >= len(out) {
			out = append(out, make([]string, w.Line+1-len(out))...)
		}
		out[w.Line] = strings.TrimSpace(out[w.Line] + " " + w.Text)
	}
	return out
}

// testEngine is what every engine keeps to. It closes the engine.
func testEngine(t *testing.T, e Engine) {
	card := []string{"IDENTITY CARD", "Name: MARIA LINDQVIST", "Number 77351356"}
	mustRead := func(img *image.Gray, mode Mode, alphabet string) []Word {
		t.Helper()
		words, err := e.Read(t.Context(), img, mode, alphabet)
		if err != nil {
			t.Fatal(err)
		}
		return words
	}
	for _, mode := range []Mode{Column, Sparse} {
		img := page(t, card...)
		words := mustRead(img, mode, "")
		if got := lines(words); strings.Join(got, "|") != strings.Join(card, "|") {
			t.Errorf("mode %d reads %q", mode, got)
		}
		for i, w := range words {
			if w.Confidence < 0.8 || w.Confidence > 1 {
				t.Errorf("%q is read with confidence %v", w.Text, w.Confidence)
			}
			if !w.Box.In(img.Rect) || w.Box.Min.Y/80 != w.Line || i > 0 && words[i-1].Line == w.Line && words[i-1].Box.Max.X > w.Box.Min.X {
				t.Errorf("%q of line %d is at %v", w.Text, w.Line, w.Box)
			}
		}
	}
	if got := lines(mustRead(page(t, card[1]), Line, "")); len(got) != 1 || got[0] != card[1] {
		t.Errorf("one line: %q", got)
	}
	if got := lines(mustRead(page(t, "O0 S5 I1 B8 4711"), Line, "0123456789")); strings.Trim(strings.Join(got, ""), "0123456789 ") != "" || !strings.Contains(strings.Join(got, ""), "4711") {
		t.Errorf("with digits alone: %q", got)
	}
	if got := mustRead(page(t, "", ""), Sparse, ""); len(got) != 0 {
		t.Errorf("a blank page: %v", got)
	}
	inner := page(t, "", card[1], "").SubImage(image.Rect(0, 0, 700, 200)).(*image.Gray)
	if got := lines(mustRead(inner, Column, "")); len(got) != 1 || got[0] != card[1] {
		t.Errorf("a part of a picture: %q", got)
	}
	testEngineRefuses(t, e)
}

func testEngineRefuses(t *testing.T, e Engine) {
	img := page(t, "4711")
	for name, c := range map[string]struct {
		img      *image.Gray
		alphabet string
	}{
		"an empty picture":         {image.NewGray(image.Rectangle{}), ""},
		"a picture too large":      {image.NewGray(image.Rect(0, 0, 2049, 2048)), ""},
		"an alphabet too long":     {img, strings.Repeat("x", maxAlphabet+1)},
		"an alphabet with a break": {img, "01\n23"},
	} {
		if _, err := e.Read(t.Context(), c.img, Line, c.alphabet); !errors.Is(err, ErrPicture) {
			t.Errorf("%s: error is %v", name, err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.Read(ended, img, Line, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("when nobody waits any more: error is %v", err)
	}
	if _, err := e.Read(t.Context(), img, Line, ""); err != nil {
		t.Errorf("after all that: %v", err)
	}
	for range 2 {
		if err := e.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	}
	if _, err := e.Read(t.Context(), img, Line, ""); !errors.Is(err, ErrFailed) {
		t.Errorf("when closed: error is %v", err)
	}
}

func TestNative(t *testing.T) {
	if _, err := exec.LookPath("tesseract"); err != nil {
		t.Skip("the program tesseract is not installed: the native engine is not tested")
	}
	e, err := NewNative(t.Context(), "tesseract")
	if err != nil {
		t.Fatal(err)
	}
	testEngine(t, e)
}

func TestNativeUnavailable(t *testing.T) {
	other, err := os.Executable() // a program, but not that one
	if err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{filepath.Join(t.TempDir(), "tesseract"), other} {
		if _, err := NewNative(t.Context(), program); !errors.Is(err, ErrUnavailable) {
			t.Errorf("error is %v", err)
		}
	}
}

func TestEmbedded(t *testing.T) {
	cache := filepath.Join(t.TempDir(), "cache")
	start := func() *Embedded {
		t.Helper()
		e, err := NewEmbedded(cache)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	compiled := func() (string, os.FileInfo) {
		t.Helper()
		files, err := filepath.Glob(filepath.Join(cache, "*", "*"))
		if err != nil || len(files) != 1 {
			t.Fatalf("files in the cache: %v, %v", files, err)
		}
		info, err := os.Stat(files[0])
		if err != nil {
			t.Fatal(err)
		}
		return files[0], info
	}
	testEngine(t, start())
	file, first := compiled()
	t.Run("the compiled module is used again", func(t *testing.T) {
		e := start()
		defer e.Close()
		for i := range maxInstances + 2 { // of each alphabet an instance
			words, err := e.Read(t.Context(), page(t, "4711"), Line, "0123456789"[:8+i%3]+strings.Repeat("-", i))
			if err != nil || len(words) != 1 || words[0].Text != "4711" {
				t.Errorf("%v, %v", words, err)
			}
		}
		if len(e.instances) != maxInstances {
			t.Errorf("%d instances are kept, want %d", len(e.instances), maxInstances)
		}
		if _, again := compiled(); !os.SameFile(first, again) || !again.ModTime().Equal(first.ModTime()) {
			t.Error("it was compiled again")
		}
	})
	t.Run("a damaged one is made again", func(t *testing.T) {
		if err := os.WriteFile(file, []byte("damaged"), 0o600); err != nil {
			t.Fatal(err)
		}
		e := start()
		defer e.Close()
		if words, err := e.Read(t.Context(), page(t, "4711"), Line, ""); err != nil || len(words) != 1 {
			t.Errorf("%v, %v", words, err)
		}
		if _, again := compiled(); again.Size() != first.Size() {
			t.Errorf("it has %d bytes, the first had %d", again.Size(), first.Size())
		}
	})
	t.Run("a directory that cannot be made", func(t *testing.T) {
		if _, err := NewEmbedded(filepath.Join(file, "cache")); !errors.Is(err, ErrUnavailable) {
			t.Errorf("error is %v", err)
		}
	})
}
