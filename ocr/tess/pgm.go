package tess

import (
	"fmt"
	"image"
	"strings"
	"unicode"
)

// resolution is what engines are given, in dots per inch: about that of a card
// of 85.6 mm at 1000 to 1400 pixels. Left alone they guess it from the text.
const resolution = "300"

// noInversion keeps engines from reading every line that they are unsure of
// again, as white on black: ornament and print on its head took twice the
// time, and the values of cards are black on white.
const noInversion = "0"

// pgm encodes img as a binary portable greymap (Netpbm, P5), the one image
// format whose reader has nothing to be attacked.
func pgm(img *image.Gray) []byte {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := fmt.Appendf(make([]byte, 0, w*h+32), "P5\n%d %d\n255\n", w, h)
	for y := range h {
		out = append(out, img.Pix[y*img.Stride:][:w]...)
	}
	return out
}

// vet refuses what no engine can be given.
func vet(img *image.Gray, alphabet string) error {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	if w < 1 || h < 1 || w*h > MaxPixels {
		return fmt.Errorf("%w: %d x %d pixels, at most %d are accepted", ErrPicture, w, h, MaxPixels)
	}
	if len(alphabet) > maxAlphabet || strings.ContainsFunc(alphabet, unicode.IsControl) {
		return fmt.Errorf("%w: an alphabet of %d bytes, at most %d, all printable, are accepted", ErrPicture, len(alphabet), maxAlphabet)
	}
	return nil
}
