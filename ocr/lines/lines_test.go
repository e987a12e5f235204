package lines

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"ostrakon/ocr/raster"
)

func newReader(tb testing.TB) *Reader {
	tb.Helper()
	r, err := New()
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// paper is a blank page.
func paper(width, height int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, width, height))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	return img
}

// print writes a text with its baseline at a point.
func print(tb testing.TB, img *image.Gray, x, y int, size float64, text string) {
	tb.Helper()
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		tb.Fatal(err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		tb.Fatal(err)
	}
	defer face.Close()
	d := font.Drawer{Dst: img, Src: image.NewUniform(color.Gray{30}), Face: face, Dot: fixed.P(x, y)}
	d.DrawString(text)
}

// texts joins the words of each line.
func texts(words []Word) []string {
	var out []string
	last := -1
	for _, w := range words {
		if w.Line != last {
			out = append(out, w.Text)
		} else {
			out[len(out)-1] += " " + w.Text
		}
		last = w.Line
	}
	return out
}

// specimen is a page of lines of several sizes.
func specimen(tb testing.TB) (*image.Gray, []string) {
	tb.Helper()
	img := paper(1000, 640)
	want := []string{"REPUBLIC OF UTOPIA", "Surname", "MWANGI CLARA", "Date of birth", "13.07.1988", "529.982.247-25",
		"Rafael Smith-Barnes"}
	for i, text := range want {
		print(tb, img, 80+20*i, 80+80*i, []float64{40, 22, 34}[i%3], text)
	}
	return img, want
}

func TestPage(t *testing.T) {
	img, want := specimen(t)
	words, err := newReader(t).Page(t.Context(), img)
	if err != nil {
		t.Fatal(err)
	}
	if got := texts(words); !slices.Equal(got, want) {
		t.Errorf("read %q, want %q", got, want)
	}
	for _, w := range words {
		if w.Confidence < 0.5 || w.Confidence > 1 {
			t.Errorf("%q is %.2f certain", w.Text, w.Confidence)
		}
		if dark := darkest(img, w.Box); dark > 60 || w.Box.Dx() < 8*len(w.Text) || !w.Box.In(img.Rect) {
			t.Errorf("%q is said to be at %v", w.Text, w.Box)
		}
	}
}

func darkest(img *image.Gray, box image.Rectangle) uint8 {
	least := uint8(255)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			least = min(least, img.GrayAt(x, y).Y)
		}
	}
	return least
}

// A page that lies a little askew is read as well.
func TestPageAskew(t *testing.T) {
	img, want := specimen(t)
	for _, degrees := range []float64{-1.5, 1} {
		words, err := newReader(t).Page(t.Context(), raster.Rotate(img, degrees))
		if got := texts(words); err != nil || !slices.Equal(got, want) {
			t.Errorf("at %v degrees: read %q, %v; want %q", degrees, got, err, want)
		}
	}
}

func TestLine(t *testing.T) {
	img := paper(700, 200)
	print(t, img, 40, 60, 30, "Number")
	print(t, img, 40, 110, 30, "X704 5582")
	r := newReader(t)
	box := image.Rect(40, 86, 210, 112)
	for _, alphabet := range []string{"0123456789 ", "XOS "} {
		for _, v := range []Variant{{1, 1}, {0.9, 1.1}, {1.08, 0.94}} {
			words, err := r.Line(t.Context(), img, box, v, alphabet)
			if err != nil || len(words) == 0 {
				t.Fatalf("read %+v, %v", words, err)
			}
			for _, w := range words {
				if strings.Trim(w.Text, alphabet) != "" || w.Line != 0 || !w.Box.Overlaps(box) {
					t.Errorf("read %+v with the characters %q", w, alphabet)
				}
			}
		}
	}
	words, err := r.Line(t.Context(), img, box, Variant{1, 1}, "")
	if got := texts(words); err != nil || !slices.Equal(got, []string{"X704 5582"}) {
		t.Errorf("read %q, %v", got, err)
	}
	if words, err := r.Line(t.Context(), img, image.Rect(500, 20, 600, 50), Variant{1, 1}, ""); err != nil ||
		len(words) > 0 {
		t.Errorf("read %+v, %v, where nothing is", words, err)
	}
}

// A letter that gets lost at the end of a word leaves ink that nothing explains.
func TestInkWithoutALetterIsADoubt(t *testing.T) {
	var parts []image.Rectangle
	for i := range 6 {
		parts = append(parts, image.Rect(10+22*i, 10, 28+22*i, 30))
	}
	s, ok := fit(parts)
	if !ok {
		t.Fatal("that is a line")
	}
	read := func(count int) Word {
		var letters []letter
		for i := range count {
			at := int((float64(19+22*i) - s.place.Left) * s.place.Zoom() / 2)
			letters = append(letters, letter{'A', at, at + 1, 0.99})
		}
		return s.word(letters, 0, count)
	}
	if w := read(6); w.Confidence < 0.9 {
		t.Errorf("six of six letters: %+v", w)
	}
	if w := read(5); w.Confidence > 0.6 {
		t.Errorf("five of six letters: %+v", w)
	}
}

func TestContextEnds(t *testing.T) {
	img, _ := specimen(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := newReader(t)
	if words, err := r.Page(ctx, img); err != context.Canceled || words != nil {
		t.Errorf("page: %d words, %v", len(words), err)
	}
	if words, err := r.Line(ctx, img, img.Rect, Variant{1, 1}, ""); err != context.Canceled || words != nil {
		t.Errorf("line: %d words, %v", len(words), err)
	}
}

// Several goroutines may use a Reader, and read the same.
func TestTogether(t *testing.T) {
	img, want := specimen(t)
	r := newReader(t)
	var wait sync.WaitGroup
	for range 3 {
		wait.Go(func() {
			words, err := r.Page(t.Context(), img)
			if got := texts(words); err != nil || !slices.Equal(got, want) {
				t.Errorf("read %q, %v", got, err)
			}
		})
	}
	wait.Wait()
}

// hostile is a picture that no camera makes.
func hostile(rng *rand.Rand, n int) *image.Gray {
	width, height := 1+rng.IntN(400), 1+rng.IntN(300)
	switch n % 10 {
	case 0:
		width, height = 1+rng.IntN(3000), 1
	case 1:
		width, height = 1, 1+rng.IntN(3000)
	case 2:
		width, height = rng.IntN(2), rng.IntN(2)
	case 3:
		width, height = 3000+rng.IntN(3000), 1+rng.IntN(40)
	}
	img := image.NewGray(image.Rect(0, 0, width, height))
	coarse, depth := 1+rng.IntN(24), 1+rng.IntN(256)
	for y := range height {
		for x := range width {
			v := uint8(0) // all ink
			switch n / 10 % 5 {
			case 1:
				v = uint8(rng.IntN(depth))
			case 2:
				v = uint8(255 * ((x/coarse + y/coarse) % 2))
			case 3:
				v = uint8(128 + 127*math.Sin(float64(x*y)/float64(coarse*20)))
			case 4:
				v = uint8(255 * min(1, (x*7919/coarse^y*104729/coarse)%5))
			}
			img.Pix[y*img.Stride+x] = v
		}
	}
	if n%7 == 0 && width > 8 && height > 8 { // a JPEG that was cut off or written over
		var data bytes.Buffer
		if jpeg.Encode(&data, img, &jpeg.Options{Quality: 30}) == nil {
			raw := data.Bytes()
			for range 20 {
				raw[300+rng.IntN(max(len(raw)-300, 1))%len(raw)] ^= uint8(rng.IntN(256))
			}
			if broken, err := raster.Decode(raw); err == nil {
				return broken
			}
		}
	}
	return img
}

// Pictures that nobody should send do no harm, sixty of them or five hundred where OSTRAKON_LONG is set.
func TestHostilePictures(t *testing.T) {
	count := 60
	if os.Getenv("OSTRAKON_LONG") != "" {
		count = 500
	}
	r := newReader(t)
	for n := range count {
		rng := rand.New(rand.NewPCG(77, uint64(n)))
		harmless(t, r, hostile(rng, n), image.Rect(rng.IntN(500)-100, rng.IntN(400)-100, rng.IntN(500), rng.IntN(400)))
	}
}

// harmless reads a page and a line, and checks what any reading has to be.
func harmless(t *testing.T, r *Reader, img *image.Gray, box image.Rectangle) {
	t.Helper()
	page, err := r.Page(t.Context(), img)
	if err != nil {
		t.Fatal(err)
	}
	line, err := r.Line(t.Context(), img, box, Variant{0.9, 1.1}, "0123456789")
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range append(page, line...) {
		if w.Text == "" || w.Confidence < 0 || w.Confidence > 1 || w.Box.Empty() ||
			!w.Box.In(img.Rect.Inset(-img.Rect.Dx()-img.Rect.Dy())) {
			t.Errorf("%+v in a picture of %v", w, img.Rect)
		}
	}
}

func FuzzReader(f *testing.F) {
	f.Add(uint16(40), []byte("#  # ### # #"))
	f.Add(uint16(1), bytes.Repeat([]byte{0, 255}, 200))
	f.Add(uint16(300), bytes.Repeat([]byte{255, 255, 0}, 3000))
	r, err := New()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, width uint16, pix []byte) {
		w := 1 + int(width)%2000
		img := image.NewGray(image.Rect(0, 0, w, min(len(pix)/w, 500)))
		copy(img.Pix, pix)
		harmless(t, r, img, image.Rect(0, 0, w/2, len(pix)/w))
	})
}

func BenchmarkPage(b *testing.B) {
	img, _ := specimen(b)
	r := newReader(b)
	for b.Loop() {
		if _, err := r.Page(b.Context(), img); err != nil {
			b.Fatal(err)
		}
	}
}
