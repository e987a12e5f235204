package raster

import (
	"image"
	"testing"
)

func TestFlattenTakesShadowsAway(t *testing.T) {
	img := page(700, 450)
	for i, w := 0, img.Rect.Dx(); i < len(img.Pix); i++ { // a lamp at its left: the right is half as bright
		img.Pix[i] = uint8(int(img.Pix[i]) * (2*w - i%w) / (2 * w))
	}
	flat := Flatten(img)
	for _, x := range []int{10, 350, 690} { // the margin above the text
		if v := flat.GrayAt(x, 10).Y; v < 230 {
			t.Errorf("the paper at %d is %d", x, v)
		}
	}
	if dark := quantile(flat, 0.02); dark > 80 {
		t.Errorf("the ink is %d", dark)
	}
}

func TestMeasure(t *testing.T) {
	sharp := page(1400, 900)
	t.Run("a blurred page is less sharp", func(t *testing.T) {
		blurred := Scale(Scale(sharp, 140, 90), 1400, 900)
		s, b := Measure(sharp).Sharpness, Measure(blurred).Sharpness
		if s < 300 || b > 60 {
			t.Errorf("sharp is %.0f, blurred %.0f", s, b)
		}
	})
	t.Run("a blown-out spot is glare", func(t *testing.T) {
		spot := Crop(sharp, sharp.Rect)
		for y := 200; y < 500; y++ {
			for x := 400; x < 820; x++ {
				spot.Pix[y*spot.Stride+x] = 255
			}
		}
		if g := Measure(spot).Glare; g < 0.08 || g > 0.11 { // a tenth of the picture
			t.Errorf("glare is %.3f", g)
		}
		if g := Measure(sharp).Glare; g != 0 {
			t.Errorf("without it: %.3f", g)
		}
	})
	t.Run("white paper is no glare", func(t *testing.T) {
		white := Crop(sharp, sharp.Rect)
		paper := quantile(sharp, 0.99)
		for i, v := range white.Pix {
			white.Pix[i] = uint8(min(int(v)*255/paper, 255))
		}
		if g := Measure(white).Glare; g != 0 {
			t.Errorf("glare is %.3f", g)
		}
	})
	t.Run("the side is the card's, not the photograph's", func(t *testing.T) {
		table := image.NewGray(image.Rect(0, 0, 3000, 2000))
		for i := range table.Pix {
			table.Pix[i] = 120
		}
		for y := range 900 {
			copy(table.Pix[(y+500)*table.Stride+700:], sharp.Pix[y*1400:][:1400])
		}
		if side := Measure(table).CardSide; side < 900 || side > 1450 {
			t.Errorf("side is %d, the card has 1400", side)
		}
	})
}
