package e2e

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"os"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// drawCard draws an identity card with labels above their values, as large as on the photo of a
// phone.
func drawCard(number, name, birth string) ([]byte, error) {
	img := image.NewRGBA(image.Rect(0, 0, 1200, 760))
	draw.Draw(img, img.Bounds(), image.NewUniform(color.RGBA{236, 240, 236, 255}), image.Point{}, draw.Src)
	// the portrait
	draw.Draw(img, image.Rect(60, 200, 340, 560), image.NewUniform(color.RGBA{170, 178, 186, 255}), image.Point{},
		draw.Src)
	for _, line := range []struct {
		ttf  []byte
		size float64
		at   image.Point
		text string
	}{
		{gobold.TTF, 44, image.Pt(60, 100), "IDENTITY CARD"},
		{goregular.TTF, 26, image.Pt(400, 220), "Name"}, {gobold.TTF, 40, image.Pt(400, 270), name},
		{goregular.TTF, 26, image.Pt(400, 340), "Date of birth"}, {gobold.TTF, 40, image.Pt(400, 390), birth},
		{goregular.TTF, 26, image.Pt(400, 460), "National ID No"}, {gobold.TTF, 40, image.Pt(400, 510), number},
	} {
		if err := write(img, line.ttf, line.size, line.at, line.text); err != nil {
			return nil, err
		}
	}
	var out bytes.Buffer
	err := jpeg.Encode(&out, img, &jpeg.Options{Quality: 92})
	return out.Bytes(), err
}

func write(img draw.Image, ttf []byte, size float64, at image.Point, text string) error {
	parsed, err := opentype.Parse(ttf)
	if err != nil {
		return err
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		return err
	}
	d := font.Drawer{Dst: img, Src: image.NewUniform(color.RGBA{24, 28, 32, 255}), Face: face, Dot: fixed.P(at.X, at.Y)}
	d.DrawString(text)
	return face.Close()
}

func cardCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: card FILE NUMBER NAME BIRTH")
	}
	raw, err := drawCard(args[1], args[2], args[3])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), raw, 0o600))
}
