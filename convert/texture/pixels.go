package texture

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"

	"ostrakon/convert/mesh"
)

const (
	maxCost  = 72 << 20 // bytes that decoding may take: 4096 by 4096 pixels of 8 bits a channel
	fineSide = 1024     // pixels that are kept along a side
)

// Pixels are colours of a picture, a regular choice of them if it is large. A nil *Pixels is light grey.
type Pixels struct {
	width, height int
	colours       [][4]uint8 // sRGB and alpha, from the top left
}

// Pixels decodes the picture. It returns nil if that takes much memory, or the picture is damaged.
func (m Image) Pixels() (p *Pixels) {
	if m.cost > maxCost {
		return nil
	}
	defer func() {
		if recover() != nil { // a decoder came upon damage that it did not expect
			p = nil
		}
	}()
	decode := png.Decode
	if m.MediaType == JPEG {
		decode = jpeg.Decode
	}
	img, err := decode(bytes.NewReader(m.Data))
	if err != nil {
		return nil
	}
	return choose(img)
}

func choose(img image.Image) *Pixels {
	box := img.Bounds()
	step := (max(box.Dx(), box.Dy()) + fineSide - 1) / fineSide
	p := &Pixels{width: (box.Dx() + step - 1) / step, height: (box.Dy() + step - 1) / step}
	for y := box.Min.Y; y < box.Max.Y; y += step {
		for x := box.Min.X; x < box.Max.X; x += step {
			c := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
			p.colours = append(p.colours, [4]uint8{c.R, c.G, c.B, c.A})
		}
	}
	return p
}

// At is the colour at a place, from (0, 0) at the top left to (1, 1); beyond the edges it is that of the edge.
func (p *Pixels) At(u, v float64) [4]uint8 {
	if p == nil {
		return lightGrey()
	}
	x, y := int(u*float64(p.width)), int(v*float64(p.height))
	return p.colours[min(max(y, 0), p.height-1)*p.width+min(max(x, 0), p.width-1)]
}

func lightGrey() [4]uint8 { return [4]uint8{204, 204, 204, 255} }

// Mean is the mean colour, in linear light, which is opaque.
func (p *Pixels) Mean() [4]uint8 {
	if p == nil {
		return lightGrey()
	}
	var sum [3]float64
	for _, c := range p.colours {
		linear := mesh.LinearColor(c)
		for k := range sum {
			sum[k] += float64(linear[k]) / float64(len(p.colours))
		}
	}
	return [4]uint8{mesh.Level(sum[0]), mesh.Level(sum[1]), mesh.Level(sum[2]), 255}
}
