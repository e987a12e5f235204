package card

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ostrakon/ocr/raster"
)

// TestHostileImages reads what nobody photographed: damaged files, and pictures that give each step as
// much to do as a picture can. Nothing breaks, and nothing is read from it; five hundred of them where
// every card is read.
func TestHostileImages(t *testing.T) {
	t.Parallel()
	card := must(os.ReadFile(filepath.Join("testdata", "set", "00-portrait-near.jpg")))(t)
	photo := decode(t, filepath.Join("testdata", "set", "00-portrait-near.jpg"))
	reader := *newReader(t)
	kinds, each := hostile(card, photo), 1
	reader.budget = 500 * time.Millisecond
	if everyCard() {
		each = 500/len(kinds) + 1
		reader.budget = 2 * time.Second
	}
	rng := rand.New(rand.NewPCG(1844, 15))
	for name, draw := range kinds {
		for n := range each {
			img, err := raster.Decode(draw(rng))
			if err != nil {
				continue // it was refused
			}
			reading, err := reader.Read(t.Context(), img, schemeNamed(t, "ke-id"))
			if err != nil {
				t.Errorf("%s, number %d: %v", name, n, err)
			}
			if reading.Verdict == Readable && name != "a card with other bytes" {
				t.Errorf("%s, number %d: %+v", name, n, reading)
			}
		}
	}
}

// hostile are the kinds of pictures, each as a file that is drawn. Card is a photograph that can be
// read, and photo its pixels.
func hostile(card []byte, photo *image.Gray) map[string]func(*rand.Rand) []byte {
	return map[string]func(*rand.Rand) []byte{
		"a card cut off": func(rng *rand.Rand) []byte { return card[:rng.IntN(len(card))] },
		"a card with other bytes": func(rng *rand.Rand) []byte {
			other := bytes.Clone(card)
			for range 1 + rng.IntN(200) {
				other[rng.IntN(len(other))] = byte(rng.Uint32())
			}
			return other
		},
		"a size that is not there": func(rng *rand.Rand) []byte {
			other := encode(image.NewGray(image.Rect(0, 0, 8, 8)), 0)
			binary.BigEndian.PutUint32(other[16:], rng.Uint32())
			binary.BigEndian.PutUint32(other[20:], rng.Uint32())
			return other
		},
		"bytes": func(rng *rand.Rand) []byte {
			return drawn(rng, 100, 100, func(int, int) uint8 { return byte(rng.Uint32()) }).Pix
		},
		"noise": func(rng *rand.Rand) []byte {
			return encode(drawn(rng, 900, 700, func(int, int) uint8 { return byte(rng.Uint32()) }), 0)
		},
		"noise, compressed": func(rng *rand.Rand) []byte {
			return encode(drawn(rng, 1400, 1000, func(int, int) uint8 { return byte(rng.Uint32()) }), 1+rng.IntN(99))
		},
		"one grey": func(rng *rand.Rand) []byte {
			shade := byte(rng.Uint32())
			return encode(drawn(rng, 1400, 1000, func(int, int) uint8 { return shade }), 0)
		},
		"a line": func(rng *rand.Rand) []byte {
			return encode(drawn(rng, 1, 7999, func(int, int) uint8 { return byte(rng.Uint32()) }), 0)
		},
		"a strip": func(rng *rand.Rand) []byte {
			return encode(drawn(rng, 7999, 130, func(x, _ int) uint8 { return byte(x / 3 % 2 * 255) }), 0)
		},
		"stripes": func(rng *rand.Rand) []byte {
			width, slope := 1+rng.IntN(12), rng.IntN(5)
			return encode(drawn(rng, 1400, 1000, func(x, y int) uint8 { return byte((y + x*slope/4) / width % 2 * 255) }), 80)
		},
		"squares": func(rng *rand.Rand) []byte {
			width := 1 + rng.IntN(16)
			return encode(drawn(rng, 1400, 1000, func(x, y int) uint8 { return byte((x/width + y/width) % 2 * 255) }), 0)
		},
		"what looks like letters everywhere": func(rng *rand.Rand) []byte {
			width, height := 3+rng.IntN(9), 5+rng.IntN(14)
			return encode(drawn(rng, 1400, 1000, func(x, y int) uint8 {
				if x%(width+3) >= width || y%(height+4) >= height || rng.IntN(3) == 0 {
					return 240
				}
				return 20
			}), 0)
		},
		"a card many times": func(rng *rand.Rand) []byte {
			width, height := photo.Rect.Dx(), photo.Rect.Dy()
			return encode(drawn(rng, 2400, 1800, func(x, y int) uint8 { return photo.GrayAt(x*9%width, y*9%height).Y }), 70)
		},
		"cards within cards": func(rng *rand.Rand) []byte {
			img := drawn(rng, 1600, 1200, func(int, int) uint8 { return 90 })
			for at := 10; at < 580; at += 4 + rng.IntN(30) {
				shade := image.White
				if rng.IntN(2) == 0 {
					shade = image.Black
				}
				draw.Draw(img, image.Rect(at, at*3/4, 1600-at, 1200-at*3/4), shade, image.Point{}, draw.Src)
			}
			return encode(img, 0)
		},
	}
}

// drawn is a picture, at least half as large as width and height, of what shade gives each pixel.
func drawn(rng *rand.Rand, width, height int, shade func(x, y int) uint8) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, width-rng.IntN(width/2+1), height-rng.IntN(height/2+1)))
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			img.Pix[y*img.Stride+x] = shade(x, y)
		}
	}
	return img
}

// encode is a picture as a JPEG of some quality, or as a PNG.
func encode(img *image.Gray, quality int) []byte {
	var b bytes.Buffer
	var err error
	if quality > 0 {
		err = jpeg.Encode(&b, img, &jpeg.Options{Quality: quality})
	} else {
		err = png.Encode(&b, img)
	}
	if err != nil {
		panic(err) // into memory
	}
	return b.Bytes()
}
