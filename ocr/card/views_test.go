package card

import (
	"context"
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ostrakon/ocr"
)

// A card that fills a twentieth of a photograph of twelve megapixels is read however it is turned, and
// what was read can be seen.
func TestSmallCardOnLargePhotograph(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(12, 2026))
	p := invent(t, rng, "es-dni")
	s := newSheet(t, rng)
	drawAbove(s, p)
	photo := image.NewGray(image.Rect(0, 0, 4000, 3000))
	draw.Draw(photo, photo.Rect, image.NewUniform(color.Gray{70}), image.Point{}, draw.Src)
	// a paper
	draw.Draw(photo, image.Rect(300, 200, 1500, 1900), image.NewUniform(color.Gray{230}), image.Point{}, draw.Src)
	lay(photo, s.img, image.Pt(2100, 1600), 38)
	reading := must(newReader(t).Read(t.Context(), photo, schemeNamed(t, p.scheme)))(t)
	from := reading.Details
	if reading.Number.Value != p.number || !ocr.SameName(p.given+" "+p.surname, reading.Names.FullName.Value) {
		t.Errorf("read %+v, want %+v; from %v", reading, p, from)
	}
	if len(from.Lines) < 8 || len(from.Steps) < 3 || from.Zone != nil {
		t.Errorf("details are %v", from)
	}
}

// A zone is looked for in the photograph at any rate, but in no other view once the budget is spent.
func TestViewsAfterTheBudget(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		spent bool
		want  []string
	}{
		{"budget left", false, []string{"zone", "outline", "zone"}},
		{"budget spent", true, []string{"zone"}},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if test.spent {
			cancel()
		}
		s := session{ctx: ctx, reader: patient(t, nil), photo: image.NewGray(image.Rect(0, 0, 400, 300))}
		s.findViews()
		var steps []string
		for _, step := range s.details.Steps {
			steps = append(steps, step.Name)
		}
		if !slices.Equal(steps, test.want) || len(s.views) != 1 {
			t.Errorf("%s: the steps are %v, want %v; there are %d views", test.name, steps, test.want, len(s.views))
		}
	}
}

// lay lays a card on a photograph, turned clockwise by degrees.
func lay(photo, card *image.Gray, middle image.Point, degrees float64) {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	for y := range photo.Rect.Dy() {
		for x := range photo.Rect.Dx() {
			dx, dy := float64(x-middle.X), float64(y-middle.Y)
			u, v := dx*cos+dy*sin+float64(card.Rect.Dx())/2, dy*cos-dx*sin+float64(card.Rect.Dy())/2
			at := image.Pt(int(u), int(v))
			if !at.In(card.Rect.Inset(1)) {
				continue
			}
			fu, fv := u-float64(at.X), v-float64(at.Y)
			pix := card.Pix[card.PixOffset(at.X, at.Y):]
			upper := float64(pix[0])*(1-fu) + float64(pix[1])*fu
			lower := float64(pix[card.Stride])*(1-fu) + float64(pix[card.Stride+1])*fu
			photo.SetGray(x, y, color.Gray{uint8(upper*(1-fv) + lower*fv)})
		}
	}
}
