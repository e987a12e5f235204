package raster

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
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

func encodeJPEG(tb testing.TB, img image.Image) []byte {
	tb.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: 90}); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

func encodePNG(tb testing.TB, img image.Image) []byte {
	tb.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
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

// segment is one segment of a JPEG stream.
func segment(marker byte, payload ...byte) []byte {
	return append(binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(payload)+2)), payload...)
}

// withSegments puts segments right behind the SOI of a JPEG.
func withSegments(data []byte, segments ...[]byte) []byte {
	return slices.Concat(data[:2], slices.Concat(segments...), data[2:])
}

// tiff is an Exif structure: a maker's name, then the orientation.
func tiff(order binary.AppendByteOrder, orientation uint16) []byte {
	out := []byte("II*\x00")
	if order.String() == binary.BigEndian.String() {
		out = []byte("MM\x00*")
	}
	out = order.AppendUint32(out, 8)
	out = order.AppendUint16(out, 2)
	entry := func(tag, kind uint16, count uint32, value []byte) {
		out = order.AppendUint16(out, tag)
		out = order.AppendUint16(out, kind)
		out = order.AppendUint32(out, count)
		out = append(append(out, value...), 0, 0, 0, 0)[:len(out)+4]
	}
	entry(0x010f, 2, 4, []byte("Cam\x00"))
	entry(0x0112, 3, 1, order.AppendUint16(nil, orientation))
	return order.AppendUint32(out, 0)
}

// Tables of a JPEG in which every coefficient is zero.
var (
	quantOnes = segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...)
	// dcZero: the code 0 says "no difference".
	dcZero = segment(0xc4, append(append([]byte{0x00, 1}, make([]byte, 15)...), 0x00)...)
	// acEnd: the code 0 says "the rest of the block is zero".
	acEnd = segment(0xc4, append(append([]byte{0x10, 1}, make([]byte, 15)...), 0x00)...)
	// acRun: the code 0 says "the rest of 2^14 blocks is zero, and of as many more as the next 14 bits say".
	acRun = segment(0xc4, append(append([]byte{0x10, 1}, make([]byte, 15)...), 0xe0)...)
)

// frame is a JPEG's frame header: components without subsampling.
func frame(marker byte, width, height uint16, components byte) []byte {
	payload := binary.BigEndian.AppendUint16([]byte{8}, height)
	payload = append(binary.BigEndian.AppendUint16(payload, width), components)
	for id := byte(1); id <= components; id++ {
		payload = append(payload, id, 0x11, 0)
	}
	return segment(marker, payload...)
}

// progressive is a grey progressive JPEG of one DC scan and scans-1 AC scans, in
// which a scan takes a few bytes whatever the size.
func progressive(width, height uint16, scans int) []byte {
	blocks := (int(width) + 7) / 8 * ((int(height) + 7) / 8)
	dc := append(segment(markerSOS, 1, 1, 0, 0, 0, 0), make([]byte, blocks/8+1)...)
	ac := append(segment(markerSOS, 1, 1, 0, 1, 63, 0), make([]byte, (blocks/(1<<14)+1)*2)...)
	return slices.Concat([]byte{0xff, 0xd8}, quantOnes, frame(markerSOF2, width, height, 1), dcZero, acRun,
		dc, bytes.Repeat(ac, scans-1), []byte{0xff, markerEOI})
}

// sequential is a baseline JPEG of as many scans, each of all components: one
// (grey), three (YCbCr) or four (YCCK).
func sequential(width, height uint16, components byte, scans int) []byte {
	blocks := (int(width) + 7) / 8 * ((int(height) + 7) / 8)
	adobe := segment(0xee, []byte("Adobe\x00\x64\x00\x00\x00\x00\x02")...)
	selectors := []byte{components}
	for id := byte(1); id <= components; id++ {
		selectors = append(selectors, id, 0)
	}
	scan := append(segment(markerSOS, append(selectors, 0, 63, 0)...), make([]byte, int(components)*blocks/4+1)...)
	return slices.Concat([]byte{0xff, 0xd8}, adobe, quantOnes, frame(0xc0, width, height, components), dcZero, acEnd,
		bytes.Repeat(scan, scans), []byte{0xff, markerEOI})
}

// chunk is one chunk of a PNG.
func chunk(name string, data []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	out = append(append(out, name...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// pngHeader is a PNG that ends behind its header: 8 bits, RGB.
func pngHeader(width, height uint32) []byte {
	ihdr := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)
	return append([]byte(pngMagic), chunk("IHDR", append(ihdr, 8, 2, 0, 0, 0))...)
}

// withChunks puts chunks right behind the header of a PNG.
func withChunks(data []byte, chunks ...[]byte) []byte {
	const header = 8 + 12 + 13
	return slices.Concat(data[:header], slices.Concat(chunks...), data[header:])
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
