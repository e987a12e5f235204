package raster

import (
	"encoding/binary"
	"image"
	"image/color"
	"slices"
	"testing"
)

// quarters is a picture whose quarters are, clockwise from the top left, white,
// light, dark and black: each of the eight orientations looks different.
func quarters(width, height int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.SetGray(x, y, color.Gray{[2][2]uint8{{255, 170}, {0, 85}}[2*y/height][2*x/width]})
		}
	}
	return img
}

// corners are the greys near the corners of a picture, clockwise from the top
// left, as 0 to 3: the picture was compressed.
func corners(img *image.Gray) [4]uint8 {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	var out [4]uint8
	for i, p := range []image.Point{{2, 2}, {w - 3, 2}, {w - 3, h - 3}, {2, h - 3}} {
		out[i] = uint8((int(img.GrayAt(p.X, p.Y).Y) + 42) / 85)
	}
	return out
}

// mustDecode decodes a photograph that is good.
func mustDecode(tb testing.TB, data []byte) *image.Gray {
	tb.Helper()
	img, err := Decode(data)
	if err != nil {
		tb.Fatal(err)
	}
	return img
}

// riff is one chunk of a WebP.
func riff(name string, data []byte) []byte {
	out := append(binary.LittleEndian.AppendUint32([]byte(name), uint32(len(data))), data...)
	return append(out, make([]byte, len(data)&1)...)
}

// webpOf is a WebP of chunks.
func webpOf(chunks ...[]byte) []byte {
	return riff("RIFF", append([]byte("WEBP"), slices.Concat(chunks...)...))
}

// vp8l is the lossless bitstream of a picture of a single grey (RFC 9649, 3):
// five prefix codes of one symbol each, and no bit for any pixel.
func vp8l(width, height int, grey uint8) []byte {
	var bits, n uint64
	out := []byte{0x2f}
	put := func(value uint64, width uint64) {
		bits |= value << n
		for n += width; n >= 8; n -= 8 {
			out = append(out, byte(bits))
			bits >>= 8
		}
	}
	put(uint64(width-1), 14)
	put(uint64(height-1), 14)
	put(0, 1+3)   // no alpha, version 0
	put(0, 1+1+1) // no transform, no colour cache, one group of codes
	for _, symbol := range []uint8{grey, grey, grey, 255} {
		put(0b101, 3) // a simple code of one symbol of eight bits
		put(uint64(symbol), 8)
	}
	put(0b0001, 4) // distances: a simple code of one symbol of one bit, 0
	put(0, 16)
	return riff("VP8L", out)
}

// vp8x is the header of an extended WebP.
func vp8x(flags byte, width, height int) []byte {
	w, h := uint32(width-1), uint32(height-1)
	return riff("VP8X", []byte{flags, 0, 0, 0, byte(w), byte(w >> 8), byte(w >> 16), byte(h), byte(h >> 8), byte(h >> 16)})
}
