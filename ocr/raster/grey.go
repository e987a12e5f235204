package raster

import (
	"image"
	"image/draw"
)

// grey returns the luma of an image, laid on white. It may keep the image's own luma plane.
func grey(img image.Image) *image.Gray {
	switch img := img.(type) {
	case *image.Gray:
		return img
	case *image.YCbCr:
		return &image.Gray{Pix: img.Y, Stride: img.YStride, Rect: img.Rect}
	case *image.Paletted:
		return greyPaletted(img)
	}
	b := img.Bounds()
	out := image.NewGray(image.Rect(0, 0, b.Dx(), b.Dy()))
	row := image.NewRGBA(image.Rect(0, 0, b.Dx(), 1)) // row by row: the whole in RGBA would be 48 MB more
	for y := range b.Dy() {
		draw.Draw(row, row.Rect, image.White, image.Point{}, draw.Src)
		draw.Draw(row, row.Rect, img, image.Pt(b.Min.X, b.Min.Y+y), draw.Over)
		line := out.Pix[y*out.Stride:][:b.Dx()]
		for x := range line {
			line[x] = luma(row.Pix[4*x], row.Pix[4*x+1], row.Pix[4*x+2])
		}
	}
	return out
}

// greyPaletted looks each index up; one beyond the palette is black, where [image.Paletted] would panic.
func greyPaletted(img *image.Paletted) *image.Gray {
	var table [256]uint8
	for i, c := range img.Palette {
		r, g, b, a := c.RGBA()
		white := 0xffff - a // what shows through; the colours are premultiplied
		table[i] = luma(uint8((r+white)>>8), uint8((g+white)>>8), uint8((b+white)>>8))
	}
	out := image.NewGray(image.Rect(0, 0, img.Rect.Dx(), img.Rect.Dy()))
	for y := range img.Rect.Dy() {
		from := img.Pix[y*img.Stride:][:img.Rect.Dx()]
		for x, index := range from {
			out.Pix[y*out.Stride+x] = table[index]
		}
	}
	return out
}

// luma weighs the primaries as JFIF does, in 16-bit fixed point.
func luma(r, g, b uint8) uint8 {
	return uint8((19595*uint32(r) + 38470*uint32(g) + 7471*uint32(b) + 1<<15) >> 16)
}
