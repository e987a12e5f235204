package raster

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// of is a picture from rows of digits, 0 black and 9 nearly white.
func of(rows ...string) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, len(rows[0]), len(rows)))
	for y, row := range rows {
		for x, digit := range row {
			img.SetGray(x, y, color.Gray{uint8(digit-'0') * 28})
		}
	}
	return img
}

// text writes a picture down as of reads it.
func text(img *image.Gray) string {
	var out []string
	for y := range img.Rect.Dy() {
		row := make([]byte, img.Rect.Dx())
		for x := range row {
			row[x] = '0' + img.GrayAt(x, y).Y/28
		}
		out = append(out, string(row))
	}
	return strings.Join(out, " ")
}

func TestTurn(t *testing.T) {
	img := of("123", "456")
	for quarters, want := range map[int]string{
		0: "123 456", 1: "41 52 63", 2: "654 321", 3: "36 25 14", 4: "123 456", -1: "36 25 14", 401: "41 52 63",
	} {
		if got := text(Turn(img, quarters)); got != want {
			t.Errorf("%d quarters: %q, want %q", quarters, got, want)
		}
	}
	large := page(700, 450)
	if back := Turn(Turn(Turn(large, 1), 1), 2); !slices.Equal(back.Pix, large.Pix) {
		t.Error("four quarters are not the picture")
	}
}

func TestCrop(t *testing.T) {
	img := of("1234", "5678", "1234")
	for want, r := range map[string]image.Rectangle{
		"67 23":          image.Rect(1, 1, 3, 3),
		"8 4":            image.Rect(3, 1, 99, 99),
		"1234 5678 1234": image.Rect(-9, -9, 9, 9),
		"":               image.Rect(50, 50, 60, 60),
	} {
		if got := text(Crop(img, r)); got != want {
			t.Errorf("%v: %q, want %q", r, got, want)
		}
	}
	part := Crop(img, image.Rect(1, 1, 3, 3))
	part.Pix[0] = 0
	if text(img) != "1234 5678 1234" {
		t.Error("the part is not a picture of its own")
	}
}

func TestScale(t *testing.T) {
	t.Run("shrinking averages", func(t *testing.T) {
		if got := text(Scale(of("1199", "1199", "5533", "5533"), 2, 2)); got != "19 53" {
			t.Errorf("%q", got)
		}
	})
	t.Run("a single grey stays what it is", func(t *testing.T) {
		img := image.NewGray(image.Rect(0, 0, 97, 61))
		for i := range img.Pix {
			img.Pix[i] = 201
		}
		for _, size := range []image.Point{{1, 1}, {13, 7}, {48, 30}, {60, 60}, {97, 61}, {98, 62}, {400, 3}} {
			out := Scale(img, size.X, size.Y)
			if out.Rect.Max != size {
				t.Errorf("bounds are %v, want %v", out.Rect, size)
			}
			if slices.ContainsFunc(out.Pix, func(v uint8) bool { return v != 201 }) {
				t.Errorf("to %v: not 201 everywhere", size)
			}
		}
	})
	t.Run("enlarging and shrinking again comes back", func(t *testing.T) {
		img := page(300, 200)
		back := Scale(Scale(img, 900, 600), 300, 200)
		if d := difference(img, back); d > 5 {
			t.Errorf("the mean difference is %.1f greys", d)
		}
	})
	t.Run("fit keeps the proportions", func(t *testing.T) {
		for want, img := range map[image.Point]*image.Gray{
			{1400, 700}: image.NewGray(image.Rect(0, 0, 200, 100)),
			{467, 1400}: image.NewGray(image.Rect(0, 0, 1000, 3000)),
			{1400, 1}:   image.NewGray(image.Rect(0, 0, 8000, 1)),
			{0, 0}:      image.NewGray(image.Rectangle{}),
		} {
			if got := Fit(img, 1400).Rect.Max; got != want {
				t.Errorf("%v becomes %v, want %v", img.Rect.Max, got, want)
			}
		}
	})
}

func TestRotate(t *testing.T) {
	img := page(700, 450)
	if d := difference(img, Rotate(img, 0)); d != 0 {
		t.Errorf("by nothing: %.2f greys", d)
	}
	middle := image.Rect(60, 60, 640, 390)
	if d := difference(Crop(img, middle), Crop(Rotate(Rotate(img, 5), -5), middle)); d > 8 {
		t.Errorf("there and back: %.1f greys", d)
	}
	point := image.NewGray(image.Rect(0, 0, 201, 201))
	point.SetGray(180, 100, color.Gray{255})
	turned := Rotate(point, 5) // clockwise: what is right of the centre goes down
	x, y := 100+80*math.Cos(5*math.Pi/180), 100+80*math.Sin(5*math.Pi/180)
	if turned.GrayAt(int(x+0.5), int(y+0.5)).Y < 100 {
		t.Errorf("the point is not at %.1f, %.1f", x, y)
	}
}

func TestProfiles(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 60, 40))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	for _, x := range []int{10, 15, 20} { // three strokes of two by three
		draw.Draw(img, image.Rect(x, 20, x+2, 23), image.Black, image.Point{}, draw.Src)
	}
	for y, share := range Rows(img) {
		want := 0.0
		if y >= 20 && y < 23 {
			want = 6.0 / 60
		}
		if share != want {
			t.Errorf("row %d has %v ink, want %v", y, share, want)
		}
	}
	for x, share := range Columns(img) {
		want := 0.0
		if x == 10 || x == 11 || x == 15 || x == 16 || x == 20 || x == 21 {
			want = 3.0 / 40
		}
		if share != want {
			t.Errorf("column %d has %v ink, want %v", x, share, want)
		}
	}
}

// A page is found level, or as it was turned, in all four directions.
func TestSkewAndDirection(t *testing.T) {
	for _, size := range []image.Point{{700, 450}, {1800, 1200}} {
		img := page(size.X, size.Y)
		for _, degrees := range []float64{-7.5, -3, -0.4, 0, 1.3, 5, 8} {
			turned := Rotate(img, degrees)
			if got := Skew(turned); math.Abs(got-degrees) > 0.3 {
				t.Errorf("%v, turned by %.1f degrees: skew is %.1f", size, degrees, got)
			}
			for quarters := range 4 {
				if got := Horizontal(Turn(turned, quarters)); got != (quarters%2 == 0) {
					t.Errorf("%v, turned by %.1f degrees and %d quarters: horizontal is %v", size, degrees, quarters, got)
				}
			}
		}
	}
	if blank := image.NewGray(image.Rect(0, 0, 300, 200)); Skew(blank) != 0 {
		t.Error("a blank page has a skew")
	}
}

// Nothing here minds a picture of any size.
func TestOddSizes(t *testing.T) {
	for _, size := range []image.Point{{0, 0}, {1, 1}, {1, 50}, {50, 1}, {2, 3}, {8000, 1}, {1, 8000}} {
		img := image.NewGray(image.Rectangle{Max: size})
		Horizontal(img)
		Skew(img)
		Measure(img)
		Rows(img)
		Columns(img)
		for _, out := range []*image.Gray{Flatten(img), Rotate(img, 3), Turn(img, 2)} {
			if out.Rect.Max != size {
				t.Errorf("%v becomes %v", size, out.Rect.Max)
			}
		}
	}
}

// difference is the mean difference of two pictures of a size, in greys.
func difference(a, b *image.Gray) float64 {
	sum := 0.0
	for i, v := range a.Pix {
		sum += math.Abs(float64(v) - float64(b.Pix[i]))
	}
	return sum / float64(len(a.Pix))
}

// page is a light page with lines of text on it, all over.
func page(width, height int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, width, height))
	draw.Draw(img, img.Rect, image.NewUniform(color.Gray{225}), image.Point{}, draw.Src)
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		panic(err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: float64(height) / 22, DPI: 72})
	if err != nil {
		panic(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	pen := font.Drawer{Dst: img, Src: image.NewUniform(color.Gray{40}), Face: face}
	for y := height / 8; y < height*15/16; y += height / 12 {
		pen.Dot = fixed.P(width/20, y)
		for pen.Dot.X < fixed.I(width*3/4) {
			word := make([]byte, 3+random.IntN(6))
			for i := range word {
				word[i] = byte('A' + random.IntN(26))
			}
			pen.DrawString(string(word) + " ")
		}
	}
	return img
}
