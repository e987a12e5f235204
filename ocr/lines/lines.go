package lines

import (
	"context"
	_ "embed"
	"fmt"
	"image"
	"strings"

	"ostrakon/ocr/lines/net"
	"ostrakon/ocr/raster"
)

//go:embed weights.bin
var weights []byte

// Word is a word that was read.
type Word struct {
	Text       string
	Box        image.Rectangle // in pixels of the picture that was read
	Confidence float64         // that of its least certain character, 0 to 1
	Line       int             // words of one line share the number; lines count from 0
}

// Reader reads print. It may be used by several goroutines.
type Reader struct {
	network *net.Network
	symbols []rune
	bases   []rune
}

// New makes a Reader. An error means that the program was built with other weights than its network's.
func New() (*Reader, error) {
	n, err := net.Decode(weights)
	if err != nil {
		return nil, fmt.Errorf("weights of the line reader: %w", err)
	}
	r := &Reader{network: n, symbols: net.Symbols()}
	for _, s := range r.symbols {
		r.bases = append(r.bases, bare(s))
	}
	return r, nil
}

// Page reads the words of a page, whose lines run nearly along the rows, line by line. The error is ctx.Err().
func (r *Reader) Page(ctx context.Context, img *image.Gray) ([]Word, error) {
	var words []Word
	for _, s := range segments(img, max(img.Rect.Dx(), img.Rect.Dy())) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		words = append(words, r.read(img, s, "")...)
	}
	return words, nil
}

// Variant is one of the ways in which a line is read again: how the strip is laid on it.
type Variant struct {
	Zoom, Stretch float64 // factors of the height of its capitals in the strip, and of its width
}

// Line reads the line of print in a box of a page, in characters of alphabet unless it is empty, or returns ctx.Err().
func (r *Reader) Line(ctx context.Context, img *image.Gray, box image.Rectangle, v Variant, alphabet string) ([]Word,
	error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	around := box.Inset(-max(box.Dy(), 8)).Intersect(img.Rect)
	if around.Empty() {
		return nil, nil
	}
	part := raster.Crop(img, around)
	inner := box.Sub(around.Min)
	var best segment
	for _, s := range segments(part, max(img.Rect.Dx(), img.Rect.Dy())) {
		common := s.box.Intersect(inner)
		if common.Dy()*2 < min(inner.Dy(), s.box.Dy()) || common.Dx()*2 < s.box.Dx() {
			continue
		}
		if best.parts == nil {
			best = s
			continue
		}
		if joined, ok := fit(append(best.parts, s.parts...)); ok {
			best = joined
		}
	}
	if best.parts == nil {
		return nil, nil
	}
	best.place.Cap /= v.Zoom
	best.place.Stretch = v.Stretch * v.Zoom
	words := r.read(part, best, alphabet)
	for i := range words {
		words[i].Box = words[i].Box.Add(around.Min)
		words[i].Line = 0
	}
	return words, nil
}

func (r *Reader) read(img *image.Gray, s segment, alphabet string) []Word {
	strip := net.Cut(img, s.place)
	if strip.Columns == 0 {
		return nil
	}
	var allowed func(rune) bool
	if alphabet != "" {
		allowed = func(c rune) bool { return strings.ContainsRune(alphabet, c) }
	}
	letters := decode(r.network.Scores(strip), r.symbols, r.bases, allowed)
	var words []Word
	begin := 0
	for i := 0; i <= len(letters); i++ {
		if i < len(letters) && letters[i].symbol != ' ' {
			continue
		}
		if i > begin {
			words = append(words, s.word(letters, begin, i))
		}
		begin = i + 1
	}
	return words
}
