package ocrb

import (
	"errors"
	"image"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"ostrakon/ocr/mrz"
)

var today = time.Date(2026, 1, 15, 0, 0, 0, 0, time.UTC)

func newReader(tb testing.TB) *Reader {
	tb.Helper()
	r, err := New()
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// tally counts how readings went.
type tally struct{ cards, right, wrong int }

// Invented cards, distorted from seeds, are read; what is misread has not the confidence of what is
// read well.
func TestInventedCards(t *testing.T) {
	r, glyphs := newReader(t), atlas(t)
	for _, c := range []struct {
		level string
		cards int
		floor float64
	}{{"clean", 8, 1}, {"moderate", 16, 1}, {"hard", 24, 0.85}} {
		t.Run(c.level, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(31, uint64(len(c.level))))
			var got tally
			for range c.cards / thinned() {
				lines := invent(rng)
				sheet := newCard(glyphs, lines)
				p := level(rng, c.level)
				reading, err := r.Read(sheet.shoot(rng, p), today)
				got.cards++
				switch {
				case err != nil:
					t.Logf("nothing found: %+v", p)
				case slices.Equal(reading.Lines, lines):
					got.right++
					if reading.Turn != 90*p.turn {
						t.Errorf("turned by %d, read as %d", 90*p.turn, reading.Turn)
					}
				default:
					t.Logf("fit %.2f confidence %.2f: %+v\n%q read as\n%q", reading.Fit, reading.Confidence, p, lines, reading.Lines)
					if min(reading.Confidence, reading.NameConfidence) > sure {
						got.wrong++
					}
				}
			}
			t.Logf("%d of %d right", got.right, got.cards)
			if float64(got.right) < c.floor*float64(got.cards) || got.wrong > 0 {
				t.Errorf("%+v, floor %v", got, c.floor)
			}
		})
	}
}

// thinned is what the samples are divided by: all of them take long, and are read where
// OSTRAKON_LONG is set.
func thinned() int {
	switch {
	case os.Getenv("OSTRAKON_LONG") != "":
		return 1
	case raceDetector:
		return 5
	}
	return 3
}

// sure is a confidence above which a reading is not wrong.
const sure = 0.5

func noise(seed uint64, w, h int) *image.Gray {
	rng := rand.New(rand.NewPCG(seed, 1))
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		img.Pix[i] = uint8(rng.UintN(256))
	}
	return img
}

func flat(w, h int, v uint8) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		img.Pix[i] = v
	}
	return img
}

// stripes of the pitch of print are the worst case for what looks for rows.
func stripes(w, h int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		x, y := i%w, i/w
		img.Pix[i] = grey(128 + 120*math.Sin(float64(x)/2.5)*math.Sin(float64(y)/3))
	}
	return img
}

func TestNothingIsReadWhereNothingIs(t *testing.T) {
	r := newReader(t)
	for name, img := range map[string]*image.Gray{
		"white page": flat(1400, 900, 255), "black page": flat(1400, 900, 0), "noise": noise(1, 1400, 900),
		"soft noise": soften(soften(soften(noise(2, 1400, 900)))),
		"stripes":    stripes(1400, 900), "one pixel": flat(1, 1, 9), "one line": flat(4000, 1, 9),
		"narrow": noise(3, 3000, 20),
		"empty":  flat(0, 0, 0), "large": noise(4, 4000, 3000),
	} {
		if reading, err := r.Read(img, today); !errors.Is(err, ErrNoZone) {
			t.Errorf("%s: read %q, error %v", name, reading.Lines, err)
		}
	}
}

func TestMirroredCardIsNotRead(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	sheet := newCard(atlas(t), invent(rng))
	img := sheet.shoot(rng, level(rng, "clean"))
	for y := range img.Rect.Dy() {
		slices.Reverse(img.Pix[y*img.Stride : y*img.Stride+img.Rect.Dx()])
	}
	if reading, err := newReader(t).Read(img, today); !errors.Is(err, ErrNoZone) {
		t.Errorf("read %q, error %v", reading.Lines, err)
	}
}

// A zone whose check digits are wrong in print is given as it is, not made right.
func TestWrongCheckDigitsAreReportedAsPrinted(t *testing.T) {
	lines := []string{"P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<17"}
	rng := rand.New(rand.NewPCG(7, 8))
	sheet := newCard(atlas(t), lines)
	reading, err := newReader(t).Read(sheet.shoot(rng, level(rng, "clean")), today)
	if err != nil || !slices.Equal(reading.Lines, lines) {
		t.Fatalf("read %q, error %v", reading.Lines, err)
	}
	if reading.Document.Composite != mrz.Failed || reading.Confidence > sure {
		t.Errorf("composite %s, confidence %v", reading.Document.Composite, reading.Confidence)
	}
}

// A sub-image is read like a copy of it.
func TestSubImage(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	lines := invent(rng)
	sheet := newCard(atlas(t), lines)
	img := sheet.shoot(rng, photo{pitch: 22, contrast: 180, quality: 90})
	b := img.Rect
	b.Min = b.Min.Add(image.Pt(11, 7))
	reading, err := newReader(t).Read(img.SubImage(b).(*image.Gray), today)
	if err != nil || !slices.Equal(reading.Lines, lines) {
		t.Errorf("read %q, error %v", reading.Lines, err)
	}
}

func FuzzRead(f *testing.F) {
	r := newReader(f)
	f.Add([]byte("ostrakon"), uint8(40), uint8(3))
	f.Add([]byte{0, 255, 255, 0}, uint8(255), uint8(1))
	f.Fuzz(func(t *testing.T, pixels []byte, width, repeat uint8) {
		w := int(width)%200 + 1
		h := min(len(pixels)*(int(repeat)%8+1)/w, 200)
		img := image.NewGray(image.Rect(0, 0, w, h))
		for i := range img.Pix {
			img.Pix[i] = pixels[i%len(pixels)]
		}
		if reading, err := r.Read(img, today); err == nil {
			t.Errorf("read %q in noise", reading.Lines)
		}
	})
}

func BenchmarkRead(b *testing.B) {
	rng := rand.New(rand.NewPCG(11, 12))
	sheet := newCard(atlas(b), []string{"P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<",
		"L898902C36UTO7408122F1204159ZE184226B<<<<<10"})
	r := newReader(b)
	for _, c := range []struct {
		name string
		img  *image.Gray
	}{
		{"card", sheet.shoot(rng, photo{pitch: 27, tilt: 2, noise: 4, contrast: 150, quality: 80})},
		{"noise", noise(1, 1400, 900)}, {"white", flat(1400, 900, 255)}, {"stripes", stripes(1400, 900)},
		{"noise of 12 megapixels", noise(2, 4000, 3000)},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				r.Read(c.img, today)
			}
		})
	}
}
