package raster

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"testing"
)

// onTable lays a card on a table, its middle at a point, turned clockwise.
func onTable(table, card *image.Gray, x, y, degrees float64) {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	w, h := float64(card.Rect.Dx()), float64(card.Rect.Dy())
	for v := range table.Rect.Dy() {
		for u := range table.Rect.Dx() {
			dx, dy := float64(u)-x, float64(v)-y
			cx, cy := dx*cos+dy*sin+w/2, dy*cos-dx*sin+h/2
			if cx >= 0 && cy >= 0 && cx < w && cy < h {
				table.SetGray(u, v, card.GrayAt(int(cx), int(cy)))
			}
		}
	}
}

// A card is found on a table, small, turned, on top of a paper of nearly its own grey, beside dark
// things, and comes out straight.
func TestOutlines(t *testing.T) {
	card := Crop(page(700, 440), image.Rect(0, 0, 700, 440))
	for i := range card.Pix {
		card.Pix[i] = card.Pix[i] / 4 * 3
	}
	for _, degrees := range []float64{0, 12, -31, 44} {
		table := image.NewGray(image.Rect(0, 0, 2000, 1500))
		draw.Draw(table, table.Rect, image.NewUniform(color.Gray{90}), image.Point{}, draw.Src)
		draw.Draw(table, image.Rect(1000, 200, 1900, 800), image.NewUniform(color.Gray{222}), image.Point{}, draw.Src)
		draw.Draw(table, image.Rect(300, 900, 800, 1300), image.NewUniform(color.Gray{20}), image.Point{}, draw.Src)
		onTable(table, card, 900, 750, degrees)
		found := Outlines(table)
		if len(found) == 0 {
			t.Errorf("turned by %.0f degrees: nothing found", degrees)
			continue
		}
		o := found[0]
		if math.Abs(o.Turn-degrees) > 1.5 || math.Abs(o.Share-700*440/3e6) > 0.01 {
			t.Errorf("turned by %.0f degrees: found one of %.1f degrees that fills %.3f", degrees, o.Turn, o.Share)
		}
		straight := Scale(Straighten(table, o, 700), 700, 440)
		if d := difference(Crop(card, image.Rect(20, 20, 680, 420)), Crop(straight, image.Rect(20, 20, 680, 420))); d > 25 {
			t.Errorf("turned by %.0f degrees: straightened, it differs by %.1f greys", degrees, d)
		}
	}
}

// What has no outline gives none, and nothing is too small or too odd to look at.
func TestNoOutlines(t *testing.T) {
	for name, img := range map[string]*image.Gray{
		"nothing": image.NewGray(image.Rectangle{}), "a dot": image.NewGray(image.Rect(0, 0, 1, 1)),
		"a line": image.NewGray(image.Rect(0, 0, 8000, 2)), "one grey": image.NewGray(image.Rect(0, 0, 900, 600)),
		"a page to its edges": page(900, 600),
	} {
		if found := Outlines(img); len(found) > 0 {
			t.Errorf("%s: found %v", name, found)
		}
	}
	if got := Straighten(page(90, 60), Outline{}, 100); !got.Rect.Empty() {
		t.Errorf("an outline without a size gives %v", got.Rect)
	}
}
