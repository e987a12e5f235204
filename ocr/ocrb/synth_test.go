package ocrb

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"ostrakon/ocr/mrz"
	"ostrakon/ocr/ocrb/net"
)

// photo says how an invented card is photographed.
type photo struct {
	pitch       float64 // pixels from character to character
	tilt        float64 // degrees
	turn        int     // quarter turns clockwise
	perspective float64 // how much smaller the far side is
	blur        int     // passes of a box of three pixels
	noise       float64 // deviation, in grey values
	contrast    float64 // grey values between paper and ink
	pattern     float64 // depth of the security print under the zone, in grey values
	quality     int     // of the JPEG
}

// level draws a photo of about a difficulty.
func level(rng *rand.Rand, name string) photo {
	between := func(low, high float64) float64 { return low + (high-low)*rng.Float64() }
	p := photo{turn: rng.IntN(4)}
	switch name {
	case "clean":
		p.pitch, p.contrast, p.quality = between(18, 24), 190, 90
	case "moderate":
		p.pitch, p.tilt, p.perspective = between(14, 26), between(-5, 5), between(-0.03, 0.03)
		p.blur, p.noise, p.contrast, p.pattern, p.quality = rng.IntN(2), between(0, 7), between(110, 180), between(0, 15),
			65+rng.IntN(25)
	case "hard":
		p.pitch, p.tilt, p.perspective = between(10, 20), between(-8, 8), between(-0.06, 0.06)
		p.blur, p.noise, p.contrast, p.pattern, p.quality = 1+rng.IntN(3), between(4, 16), between(60, 130), between(5, 25),
			45+rng.IntN(25)
	}
	return p
}

// atlas reads the glyphs that the trainer put side by side.
func atlas(tb testing.TB) *image.Gray {
	tb.Helper()
	data, err := os.ReadFile("testdata/atlas.png")
	if err != nil {
		tb.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		tb.Fatal(err)
	}
	return img.(*image.Gray)
}

// Pixels of the atlas to a sample of a cell.
const zoom = 2

// card is a sheet measured in characters: the zone's lines at its foot, other print above.
type card struct {
	atlas         *image.Gray
	lines         []string
	other         []string // larger print above the zone
	width, height float64
	leading       float64 // from line to line
}

func newCard(atlas *image.Gray, lines []string) card {
	width := float64(len(lines[0])) + 4
	return card{atlas: atlas, lines: lines,
		other: []string{"REPUBLIC OF UTOPIA", "IDENTITY CARD", "SURNAME", "BIRTH 12 08 1974"},
		width: width, height: width / 1.5, leading: 2.3}
}

// ink is the coverage at a point of the card.
func (c *card) ink(x, y float64) float64 {
	foot := c.height - 2.2
	for i, text := range c.lines {
		base := foot - float64(len(c.lines)-1-i)*c.leading
		if math.Abs(y-base) < c.leading/2 {
			return c.glyph(text, x-2, (y-base)*net.PitchSamples)
		}
	}
	for i, text := range c.other {
		base := 3 + 3*float64(i)
		if math.Abs(y-base) < 1.4 {
			return 0.8 * c.glyph(text, (x-c.width*0.4)/1.3, (y-base)*net.PitchSamples/1.3)
		}
	}
	if x > 2 && x < c.width*0.3 && y > 3 && y < c.height*0.6 {
		return 0.5 + 0.2*math.Sin(x)*math.Sin(y) // a portrait, of sorts
	}
	return 0
}

// glyph is the coverage of a text at a place in characters from its start, and in samples from its
// middle.
func (c *card) glyph(text string, at, down float64) float64 {
	i := int(math.Floor(at))
	if i < 0 || i >= len(text) || text[i] == ' ' {
		return 0
	}
	u := ((at-float64(i)-0.5)*net.PitchSamples + net.Width/2) * zoom
	v := (down + net.Height/2) * zoom
	if u < 0 || v < 0 || u >= net.Width*zoom || v >= net.Height*zoom {
		return 0
	}
	tile := strings.IndexByte(mrz.Symbols, text[i]) * net.Width * zoom
	return 1 - float64(c.atlas.GrayAt(tile+int(u), int(v)).Y)/255
}

// shoot photographs a card on a dark table.
func (c *card) shoot(rng *rand.Rand, p photo) *image.Gray {
	w, h := int((c.width+4)*p.pitch), int((c.height+4)*p.pitch)
	sin, cos := math.Sincos(p.tilt * math.Pi / 180)
	phase := rng.Float64() * 6
	out := image.NewGray(image.Rect(0, 0, w, h))
	for py := range h {
		for px := range w {
			v := 0.0
			for k := range 2 { // two points a pixel
				x := (float64(px) + 0.25 + 0.5*float64(k) - float64(w)/2) / p.pitch
				y := (float64(py) + 0.25 + 0.5*float64(k) - float64(h)/2) / p.pitch
				x, y = x*cos+y*sin, y*cos-x*sin
				depth := 1 + p.perspective*(x/c.width+y/c.height)
				x, y = x/depth+c.width/2, y/depth+c.height/2
				if x < 0 || y < 0 || x > c.width || y > c.height {
					v += 60
					continue
				}
				paper := 215 - p.pattern*(1+math.Sin(2.1*x+1.7*math.Sin(y)+phase)*math.Sin(5*y))/2
				v += paper - p.contrast*c.ink(x, y)
			}
			out.Pix[py*out.Stride+px] = grey(v/2 + p.noise*rng.NormFloat64())
		}
	}
	for range p.blur {
		out = soften(out)
	}
	for range p.turn {
		out = quarter(out)
	}
	return compress(out, p.quality)
}

func grey(v float64) uint8 { return uint8(min(max(v, 0), 255)) }

// soften averages three by three pixels.
func soften(img *image.Gray) *image.Gray {
	out := image.NewGray(img.Rect)
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			sum := 0
			for k := range 9 {
				sx := min(max(x+k%3-1, 0), img.Rect.Dx()-1)
				sy := min(max(y+k/3-1, 0), img.Rect.Dy()-1)
				sum += int(img.Pix[sy*img.Stride+sx])
			}
			out.Pix[y*out.Stride+x] = uint8(sum / 9)
		}
	}
	return out
}

// quarter turns an image clockwise.
func quarter(img *image.Gray) *image.Gray {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, h, w))
	for y := range h {
		for x := range w {
			out.Pix[x*out.Stride+h-1-y] = img.Pix[y*img.Stride+x]
		}
	}
	return out
}

func compress(img *image.Gray, quality int) *image.Gray {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: quality}); err != nil {
		panic(err) // a buffer takes everything
	}
	decoded, err := jpeg.Decode(&b)
	if err != nil {
		panic(err) // what was just encoded
	}
	return decoded.(*image.Gray)
}

// invent makes up the zone of a card: TD1, TD2 or TD3.
func invent(rng *rand.Rand) []string {
	pick := func(from string, n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = from[rng.IntN(len(from))]
		}
		return string(b)
	}
	const capitals, digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
	pad := func(s string, width int) string { return (s + strings.Repeat("<", width))[:width] }
	check := func(s string) string { return s + string(mrz.CheckDigit(s)) }
	names := pick(capitals, 3+rng.IntN(7)) + "<<" + pick(capitals, 3+rng.IntN(5)) + "<" + pick(capitals, 4)
	state := []string{"UTO", "EST", "D<<", "NLD", "KEN", "IND"}[rng.IntN(6)]
	number := check(pick(capitals, 2) + pick(digits, 7))
	birth := check(pick(digits, 1) + pick("123456789", 1) + "0" + pick("123456789", 1) + "1" + pick(digits, 1))
	expiry := check("3" + pick(digits, 1) + "1" + pick("012", 1) + "2" + pick("012345678", 1))
	sex := pick("MF<", 1)
	switch rng.IntN(3) {
	case 0:
		first := "I<" + state + number + pad(pick(digits, rng.IntN(13)), 15)
		second := birth + sex + expiry + state + strings.Repeat("<", 11)
		second += string(mrz.CheckDigit(first[5:] + second[:7] + second[8:15] + second[18:]))
		return []string{first, second, pad(names, 30)}
	case 1:
		second := number + state + birth + sex + expiry + strings.Repeat("<", 7)
		return []string{pad("I<"+state+names, 36), second + string(mrz.CheckDigit(second[:10]+second[13:20]+second[21:]))}
	}
	second := number + state + birth + sex + expiry + check(pad(pick(digits, 11), 14))
	return []string{pad("P<"+state+names, 44), second + string(mrz.CheckDigit(second[:10]+second[13:20]+second[21:]))}
}
