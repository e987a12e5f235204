package raster

import (
	"image"
	"math"
)

// Straighten returns what is inside an outline as from straight above, its first side on top, with a narrow rim. The
// long side has longSide pixels, or twice those in the picture if that is less.
func Straighten(img *image.Gray, o Outline, longSide int) *image.Gray {
	const rim = 0.01 // of the size
	top, right, bottom, left := o.sides()
	wide, high := (top+bottom)/2, (left+right)/2
	zoom := min(float64(longSide)/max(wide, high), 2)
	if zoom < 0.67 { // bilinear would skip pixels
		img, o = shrunk(img, o, zoom)
		wide, high, zoom = wide*zoom, high*zoom, 1
	}
	w, h := int(wide*zoom*(1+2*rim)+0.5), int(high*zoom*(1+2*rim)+0.5)
	if w < 1 || h < 1 {
		return image.NewGray(image.Rectangle{})
	}
	m := ontoOutline(o.Corners)
	out := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		v := (float64(y)+0.5)/float64(h)*(1+2*rim) - rim
		for x := range w {
			u := (float64(x)+0.5)/float64(w)*(1+2*rim) - rim
			d := m[6]*u + m[7]*v + 1
			const one = 1 << 16
			out.Pix[y*out.Stride+x] = bilinear(img, int((m[0]*u+m[1]*v+m[2])/d*one), int((m[3]*u+m[4]*v+m[5])/d*one))
		}
	}
	return out
}

// shrunk is the picture around an outline at a smaller size, and the outline there.
func shrunk(img *image.Gray, o Outline, zoom float64) (*image.Gray, Outline) {
	box := image.Rectangle{}
	for _, p := range o.Corners {
		box = box.Union(image.Rect(int(p.X), int(p.Y), int(p.X)+1, int(p.Y)+1))
	}
	box = box.Inset(-max(box.Dx(), box.Dy()) / 32).Intersect(img.Rect)
	part := Crop(img, box)
	small := Scale(part, max(int(float64(box.Dx())*zoom), 1), max(int(float64(box.Dy())*zoom), 1))
	zx, zy := float64(small.Rect.Dx())/float64(box.Dx()), float64(small.Rect.Dy())/float64(box.Dy())
	for i, p := range o.Corners {
		o.Corners[i] = Point{(p.X - float64(box.Min.X)) * zx, (p.Y - float64(box.Min.Y)) * zy}
	}
	return small, o
}

// ontoOutline is the projective map of the unit square onto four corners (Heckbert, Fundamentals of Texture Mapping and
// Image Warping, 1989, section 2.2.3): its coefficients row by row, but for the last, which is 1.
func ontoOutline(c [4]Point) [8]float64 {
	sx, sy := c[0].X-c[1].X+c[2].X-c[3].X, c[0].Y-c[1].Y+c[2].Y-c[3].Y
	dx1, dy1, dx2, dy2 := c[1].X-c[2].X, c[1].Y-c[2].Y, c[3].X-c[2].X, c[3].Y-c[2].Y
	det := dx1*dy2 - dx2*dy1
	if math.Abs(det) < 1e-9 {
		det = 1e-9
	}
	g, h := (sx*dy2-dx2*sy)/det, (dx1*sy-sx*dy1)/det
	return [8]float64{
		c[1].X - c[0].X + g*c[1].X, c[3].X - c[0].X + h*c[3].X, c[0].X,
		c[1].Y - c[0].Y + g*c[1].Y, c[3].Y - c[0].Y + h*c[3].Y, c[0].Y,
		g, h,
	}
}
