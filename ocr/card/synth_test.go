package card

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"ostrakon/ocr"
	"ostrakon/ocr/mrz"
	"ostrakon/ocr/raster"
)

// person is an invented holder of a card.
type person struct {
	surname, given string
	birth, expiry  string // ISO 8601
	scheme         string
	number         string // compact
	document       string // number of the card
}

// invent makes up a person with a valid number of a scheme.
func invent(tb testing.TB, rng *rand.Rand, scheme string) person {
	tb.Helper()
	surnames := strings.Fields("Novak Ferreira Okafor Lindgren Castellano Banerjee Petrov Haugen Mwangi Duarte Keller " +
		"Takahashi Moreau O'Neill Smith-Barnes")
	given := strings.Fields("Clara Tomas Adaeze Henrik Giulia Rohan Irina Sindre Wambui Paulo Greta Kenji Amelie " +
		"Niamh Oliver")
	p := person{
		surname: surnames[rng.IntN(len(surnames))], given: given[rng.IntN(len(given))], scheme: scheme,
		birth:    fmt.Sprintf("%04d-%02d-%02d", 1945+rng.IntN(60), 1+rng.IntN(12), 1+rng.IntN(28)),
		expiry:   fmt.Sprintf("%04d-%02d-%02d", 2027+rng.IntN(8), 1+rng.IntN(12), 1+rng.IntN(28)),
		document: fmt.Sprintf("%c%c%07d", 'A'+rng.IntN(26), 'A'+rng.IntN(26), rng.IntN(1e7)),
	}
	if rng.IntN(2) == 0 {
		p.given += " " + given[rng.IntN(len(given))]
	}
	p.number = validNumber(tb, rng, scheme, p.birth)
	return p
}

// validNumber draws numbers of a scheme's shape until one is valid.
func validNumber(tb testing.TB, rng *rand.Rand, scheme, birth string) string {
	tb.Helper()
	s := schemeNamed(tb, scheme)
	yymmdd := strings.ReplaceAll(birth, "-", "")[2:]
	century := map[string]string{"19": "3", "20": "5"}[birth[:2]]
	shape := map[string]string{
		"es-dni": "########@", "in-epic": "@@@#######", "ke-id": "########", "br-cpf": "###########",
		"pl-pesel": yymmdd + "#####", "ee-isik": century + yymmdd + "####", "za-id": yymmdd + "####08#",
		"ng-nin": "###########",
	}[scheme]
	for range 100_000 {
		number := strings.Map(func(r rune) rune {
			switch r {
			case '#':
				return '0' + rng.Int32N(10)
			case '@':
				return 'A' + rng.Int32N(26)
			}
			return r
		}, shape)
		if s.Validate(number) == "" {
			return number
		}
	}
	tb.Fatalf("no valid number of the scheme %s has the shape %q", scheme, shape)
	return ""
}

func schemeNamed(tb testing.TB, name string) ocr.Scheme {
	tb.Helper()
	return must(ocr.SchemeNamed(name))(tb)
}

// sheet is a card while it is drawn: 1000 by 630 pixels.
type sheet struct {
	tb  testing.TB
	img *image.Gray
	ttf []byte
}

func newSheet(tb testing.TB, rng *rand.Rand) *sheet {
	s := &sheet{tb, image.NewGray(image.Rect(0, 0, 1000, 630)),
		[][]byte{goregular.TTF, gomedium.TTF, gobold.TTF, gomono.TTF}[rng.IntN(4)]}
	paper := uint8(205 + rng.IntN(45))
	phase := rng.Float64() * 6
	for y := range 630 { // a guilloche, faint
		for x := range 1000 {
			wave := math.Sin(float64(y)/3 + 6*math.Sin(float64(x)/90+phase))
			s.img.Pix[y*s.img.Stride+x] = paper - uint8(6+6*wave)
		}
	}
	draw.Draw(s.img, image.Rect(40, 150, 250, 430), image.NewUniform(color.Gray{150}), image.Point{}, draw.Src)
	return s
}

// print writes a text with its baseline at a point and returns where it ends.
func (s *sheet) print(x, y int, size float64, text string) int {
	s.tb.Helper()
	f := must(opentype.Parse(s.ttf))(s.tb)
	face := must(opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone}))(s.tb)
	defer face.Close()
	d := font.Drawer{Dst: s.img, Src: image.NewUniform(color.Gray{25}), Face: face, Dot: fixed.P(x, y)}
	d.DrawString(text)
	return d.Dot.X.Ceil()
}

// zone writes the lines of a machine-readable zone, in the glyphs of the zone reader's atlas.
func (s *sheet) zone(lines []string) {
	s.tb.Helper()
	data := must(os.ReadFile("../ocrb/testdata/atlas.png"))(s.tb)
	decoded := must(png.Decode(bytes.NewReader(data)))(s.tb)
	atlas := decoded.(*image.Gray)
	wide := atlas.Rect.Dx() / len(mrz.Symbols)
	pitch := 940 / float64(len(lines[0]))
	zoom := pitch / (float64(wide) * 14 / 16) // a tile is 16 samples wide, the pitch 14
	top := 620 - len(lines)*52
	draw.Draw(s.img, image.Rect(0, top, 1000, 630), image.NewUniform(color.Gray{240}), image.Point{}, draw.Src)
	for i, line := range lines {
		for j := range len(line) {
			at := strings.IndexByte(mrz.Symbols, line[j]) * wide
			tile := raster.Crop(atlas, image.Rect(at, 0, at+wide, atlas.Rect.Dy()))
			tile = raster.Scale(tile, int(float64(wide)*zoom), int(float64(atlas.Rect.Dy())*zoom))
			corner := image.Pt(30+int(float64(j)*pitch), top+6+i*50)
			for y := range tile.Rect.Dy() {
				for x := range tile.Rect.Dx() {
					if p := corner.Add(image.Pt(x, y)); p.In(s.img.Rect) {
						s.img.SetGray(p.X, p.Y, color.Gray{min(s.img.GrayAt(p.X, p.Y).Y, tile.GrayAt(x, y).Y)})
					}
				}
			}
		}
	}
}

// layouts are the ways in which the tests' cards are laid out.
func layouts() map[string]func(*sheet, person) {
	return map[string]func(*sheet, person){"above": drawAbove, "inline": drawInline, "columns": drawColumns,
		"licence": drawLicence, "pairs": drawPairs}
}

// numberLabel is what the card of a scheme prints beside the number.
func numberLabel(p person) string {
	labels := map[string]string{"in-epic": "EPIC No", "br-cpf": "CPF", "pl-pesel": "PESEL",
		"ee-isik": "Isikukood / Personal code", "ng-nin": "NIN", "es-dni": "DNI NÚM"}
	if l, ok := labels[p.scheme]; ok {
		return l
	}
	return "ID Number"
}

func printedDate(iso string) string { return iso[8:] + "." + iso[5:7] + "." + iso[:4] }

// drawAbove has small labels in two languages above the values.
func drawAbove(s *sheet, p person) {
	s.print(290, 60, 34, "REPUBLIC OF UTOPIA")
	s.print(290, 98, 22, "IDENTITY CARD")
	number := ocr.Scheme.Format(schemeNamed(s.tb, p.scheme), p.number)
	for i, f := range [][2]string{
		{"Surname / Nom", strings.ToUpper(p.surname)}, {"Given names / Prénoms", strings.ToUpper(p.given)},
		{"Date of birth / Né(e) le", printedDate(p.birth)},
		{numberLabel(p), number}, {"Date of expiry", printedDate(p.expiry)},
	} {
		s.print(290, 150+i*92, 18, f[0])
		s.print(290, 188+i*92, 30, f[1])
	}
	s.print(700, 150, 18, "Document No.")
	s.print(700, 188, 28, p.document)
	s.print(700, 334, 18, "Sex")
	s.print(700, 372, 28, "F")
}

// drawInline has the value behind its label.
func drawInline(s *sheet, p person) {
	s.print(200, 60, 34, "ELECTORAL COMMISSION OF UTOPIA")
	s.print(60, 110, 26, "VOTER IDENTITY CARD")
	for i, text := range []string{
		numberLabel(p) + ": " + p.number, "Name: " + p.given + " " + p.surname, "Date of Birth: " + printedDate(p.birth),
		"Gender: Female", "Valid until: " + printedDate(p.expiry),
	} {
		s.print(290, 190+i*82, 30, text)
	}
}

// drawColumns has a column of labels and one of values.
func drawColumns(s *sheet, p person) {
	s.print(290, 60, 34, "REINO DE UTOPIA")
	for i, f := range [][2]string{
		{"Apellidos", strings.ToUpper(p.surname)}, {"Nombre", strings.ToUpper(p.given)},
		{"Fecha de nacimiento", printedDate(p.birth)},
		{numberLabel(p), p.number}, {"Válido hasta", printedDate(p.expiry)},
	} {
		end := s.print(270, 160+i*85, 22, f[0])
		s.print(max(600, end+40), 160+i*85, 28, f[1])
	}
}

// tenYearsBefore is when a card was issued that expires on a day.
func tenYearsBefore(expiry string) string {
	year, err := strconv.Atoi(expiry[:4])
	if err != nil {
		panic(err)
	}
	return strconv.Itoa(year-10) + expiry[4:]
}

// drawLicence writes the month first, beside short labels; the issue alone shows it.
func drawLicence(s *sheet, p person) {
	monthFirst := func(iso string) string { return iso[5:7] + "/" + iso[8:] + "/" + iso[:4] }
	s.print(200, 60, 34, "STATE OF UTOPIA")
	s.print(60, 110, 26, "DRIVER LICENSE")
	for i, text := range []string{
		numberLabel(p) + ": " + p.number, "Surname: " + p.surname, "Given names: " + p.given,
		"DOB " + monthFirst(p.birth) + "      SEX F",
		"ISS " + monthFirst(tenYearsBefore(p.expiry)[:8]+"28") + "      EXP " + monthFirst(p.expiry),
	} {
		s.print(290, 190+i*82, 30, text)
	}
}

// drawPairs has two columns, and the date of issue in the row of the label of the birth.
func drawPairs(s *sheet, p person) {
	s.print(290, 50, 30, "REPUBLIC OF UTOPIA")
	for i, f := range [][2]string{
		{"Surname", strings.ToUpper(p.surname)}, {"Given names", strings.ToUpper(p.given)},
		{"Date of birth", printedDate(p.birth)}, {numberLabel(p), p.number},
	} {
		s.print(290, 150+i*92, 20, f[0])
		s.print(290, 190+i*92, 30, f[1])
	}
	for i, f := range [][2]string{
		{"Sex", "F"}, {"Document No.", p.document}, {"Date of issue", printedDate(tenYearsBefore(p.expiry))},
		{"Date of expiry", printedDate(p.expiry)},
	} {
		s.print(700, 112+i*92, 20, f[0])
		s.print(700, 150+i*92, 30, f[1])
	}
}

// zoneLines is the zone of a TD1 card of a state whose optional data hold the number.
func zoneLines(p person, state string) []string {
	fill := func(text string, n int) string { return (text + strings.Repeat("<", n))[:n] }
	six := func(iso string) string { return strings.ReplaceAll(iso, "-", "")[2:] }
	checked := func(text string) string { return text + string(mrz.CheckDigit(text)) }
	upper := "I<" + state + checked(p.document) + fill(p.number, 15)
	middle := checked(six(p.birth)) + "F" + checked(six(p.expiry)) + state + fill("", 11)
	all := upper[5:] + middle[:7] + middle[8:15] + middle[18:29]
	letters := strings.NewReplacer(" ", "<", "-", "<", "'", "")
	name := letters.Replace(strings.ToUpper(p.surname)) + "<<" + letters.Replace(strings.ToUpper(p.given))
	return []string{upper, middle + string(mrz.CheckDigit(all)), fill(name, 30)}
}

// drawZoned has a Polish zone that says what zone says, and print that says what p says.
func drawZoned(s *sheet, p, zone person) {
	s.print(290, 50, 30, "REPUBLIC OF UTOPIA")
	for i, f := range [][2]string{
		{"Surname", p.surname}, {"Given names", p.given}, {"Date of birth", printedDate(p.birth)}, {numberLabel(p), p.number},
	} {
		s.print(290, 100+i*92, 18, f[0])
		s.print(290, 138+i*92, 30, f[1])
	}
	s.zone(zoneLines(zone, "POL"))
}

// shot says how a card is photographed.
type shot struct {
	tilt     float64 // degrees
	turn     int     // quarter turns
	margin   int     // pixels of table around the card
	shrink   float64 // of the size
	blur     int     // passes of a box of three pixels
	noise    float64 // deviation, in grey levels
	gradient float64 // grey levels from left to right
	glare    bool    // in the corner
	quality  int     // of the JPEG
}

// shots draws a photograph of a difficulty.
func shots(rng *rand.Rand, level string) shot {
	between := func(low, high float64) float64 { return low + (high-low)*rng.Float64() }
	switch level {
	case "clean":
		return shot{shrink: 1, quality: 92}
	case "moderate":
		return shot{tilt: between(-4, 4), turn: 2 * rng.IntN(2), margin: 40, shrink: between(0.9, 1.2), blur: rng.IntN(2),
			noise: 3, gradient: 40, quality: 80}
	}
	return shot{tilt: between(-6, 6), turn: rng.IntN(4), margin: 120, shrink: between(0.8, 1.1), blur: 1, noise: 6,
		gradient: 60, glare: true, quality: 60}
}

// shoot photographs a card.
func shoot(tb testing.TB, rng *rand.Rand, card *image.Gray, p shot) *image.Gray {
	tb.Helper()
	size := card.Rect.Size().Add(image.Pt(2*p.margin, 2*p.margin))
	img := image.NewGray(image.Rectangle{Max: size})
	draw.Draw(img, img.Rect, image.NewUniform(color.Gray{80}), image.Point{}, draw.Src)
	draw.Draw(img, card.Rect.Add(image.Pt(p.margin, p.margin)), card, image.Point{}, draw.Src)
	img = raster.Rotate(img, p.tilt)
	img = raster.Scale(img, int(float64(size.X)*p.shrink), int(float64(size.Y)*p.shrink))
	for range p.blur {
		img = soften(img)
	}
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			v := float64(img.GrayAt(x, y).Y) - p.gradient*float64(x)/float64(img.Rect.Dx()) + p.noise*rng.NormFloat64()
			if p.glare {
				v += 300 * math.Exp(-math.Hypot(float64(x-img.Rect.Dx()), float64(y-img.Rect.Dy()))/60)
			}
			img.SetGray(x, y, color.Gray{uint8(min(max(v, 0), 255))})
		}
	}
	var data bytes.Buffer
	noError(tb, jpeg.Encode(&data, raster.Turn(img, p.turn), &jpeg.Options{Quality: p.quality}))
	return must(raster.Decode(data.Bytes()))(tb)
}

// soften averages over three by three pixels.
func soften(img *image.Gray) *image.Gray {
	out := image.NewGray(img.Rect)
	copy(out.Pix, img.Pix)
	for y := 1; y < img.Rect.Dy()-1; y++ {
		for x := 1; x < img.Rect.Dx()-1; x++ {
			sum := 0
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					sum += int(img.Pix[(y+dy)*img.Stride+x+dx])
				}
			}
			out.Pix[y*out.Stride+x] = uint8(sum / 9)
		}
	}
	return out
}
