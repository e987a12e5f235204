package net

import (
	"errors"
	"image"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"unicode/utf8"
)

// committed reads the weights of the product.
func committed(t *testing.T) []byte {
	t.Helper()
	data, err := os.ReadFile("../weights.bin")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestShapesFitTogether(t *testing.T) {
	channels, rows := 1, Height
	for i, s := range Shapes() {
		if s.In != channels || s.Rows != rows || s.Whole && s.High != rows || s.Wide/2*s.Dilation > rim {
			t.Errorf("layer %d takes %d channels of %d rows, and gets %d of %d", i, s.In, s.Rows, channels, rows)
		}
		if s.Whole {
			rows = 1
		}
		channels, rows = s.Out, rows/s.PoolY
	}
	if channels != Outputs() || rows != 1 {
		t.Errorf("%d outputs of %d rows", channels, rows)
	}
	seen := map[rune]bool{}
	for _, r := range Symbols() {
		if seen[r] || r == utf8.RuneError {
			t.Errorf("%c twice", r)
		}
		seen[r] = true
	}
}

func TestDecodeRefusesOtherWeights(t *testing.T) {
	data := committed(t)
	if _, err := Decode(data); err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string][]byte{
		"nothing": nil, "another magic": []byte("OCRB1"), "cut short": data[:len(data)-1],
		"too long": append(slices.Clone(data), 0),
	} {
		if _, err := Decode(bad); !errors.Is(err, ErrWeights) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What is read at a place does not depend on how long the strip is.
func TestScoresAreLocal(t *testing.T) {
	n, err := Decode(committed(t))
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(5, 5))
	long := Strip{Columns: 120, Pix: make([]uint8, 120*Height)}
	for i := range long.Pix {
		long.Pix[i] = uint8(rng.IntN(256))
	}
	short := Strip{Columns: 78}
	for y := range Height {
		short.Pix = append(short.Pix, long.Pix[y*long.Columns:y*long.Columns+short.Columns]...)
	}
	a, b := n.Scores(long), n.Scores(short)
	if len(a) != long.Columns/Step*Outputs() || len(b) != short.Columns/Step*Outputs() {
		t.Fatalf("%d and %d scores", len(a), len(b))
	}
	far := (short.Columns/Step - 12) * Outputs() // further left than the layers reach
	if !slices.Equal(a[:far], b[:far]) {
		t.Error("the scores of a place change with what is far from it")
	}
}

func TestCut(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 200, 100))
	for i := range img.Pix {
		img.Pix[i] = 200
	}
	for y := 40; y < 60; y++ { // a bar as high as capitals
		for x := 90; x < 110; x++ {
			img.Pix[y*img.Stride+x] = 40
		}
	}
	s := Cut(img, Place{Left: 60, Right: 140, Base: 60, Cap: 20, Stretch: 1})
	if s.Columns != 58 || len(s.Pix) != 58*Height {
		t.Fatalf("%d columns, %d bytes", s.Columns, len(s.Pix))
	}
	middle := s.Columns / 2
	if ink := s.Pix[12*s.Columns+middle]; ink < 190 || s.Pix[12*s.Columns+4] > 8 || s.Pix[1*s.Columns+middle] > 40 ||
		s.Pix[22*s.Columns+middle] > 40 {
		t.Errorf("ink %d in the middle; the strip is %v", ink, s.Pix)
	}
	for name, p := range map[string]Place{
		"no size": {}, "backwards": {Left: 90, Right: 10, Base: 60, Cap: 20, Stretch: 1},
		"endless": {Right: 1e6, Base: 60, Cap: 20, Stretch: 1},
		"giant":   {Right: 100, Base: 60, Cap: 1e9, Stretch: 1}, "narrow": {Right: 1, Base: 60, Cap: 40, Stretch: 1},
	} {
		if s := Cut(img, p); s.Columns != 0 {
			t.Errorf("%s: %d columns", name, s.Columns)
		}
	}
	if s := Cut(img, Place{Left: -50, Right: 250, Base: -3, Cap: 20, Stretch: 1}); s.Columns == 0 {
		t.Error("a place that reaches out of the picture is not cut")
	}
}
