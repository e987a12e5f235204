package rastertest

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/jpeg"
	"image/png"
	"slices"
	"testing"
)

// JPEG encodes img at a quality of 1 to 100.
func JPEG(tb testing.TB, img image.Image, quality int) []byte {
	tb.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: quality}); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

// PNG encodes img.
func PNG(tb testing.TB, img image.Image) []byte {
	tb.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

// Markers of a JPEG stream, the byte after 0xff (ITU-T T.81, table B.1).
const (
	markerSOF0  = 0xc0 // frame header, baseline
	MarkerSOF2  = 0xc2 // frame header, progressive
	markerDHT   = 0xc4
	MarkerEOI   = 0xd9
	MarkerSOS   = 0xda
	markerDQT   = 0xdb
	MarkerAPP1  = 0xe1
	markerAPP14 = 0xee
)

// Segment is one segment of a JPEG stream.
func Segment(marker byte, payload ...byte) []byte {
	return append(binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(payload)+2)), payload...)
}

// WithSegments puts segments right behind the SOI of a JPEG.
func WithSegments(data []byte, segments ...[]byte) []byte {
	return slices.Concat(data[:2], slices.Concat(segments...), data[2:])
}

// TIFF is an Exif structure: a maker's name, then the orientation of 1 to 8.
func TIFF(order binary.AppendByteOrder, orientation uint16) []byte {
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

// Exif is a JPEG segment of a TIFF.
func Exif(order binary.AppendByteOrder, orientation uint16) []byte {
	return Segment(MarkerAPP1, append([]byte("Exif\x00\x00"), TIFF(order, orientation)...)...)
}

// Tables of a JPEG in which every coefficient is zero.
var (
	quantOnes = Segment(markerDQT, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...)
	// dcZero: the code 0 says "no difference".
	dcZero = Segment(markerDHT, append(append([]byte{0x00, 1}, make([]byte, 15)...), 0x00)...)
	// acEnd: the code 0 says "the rest of the block is zero".
	acEnd = Segment(markerDHT, append(append([]byte{0x10, 1}, make([]byte, 15)...), 0x00)...)
	// acRun: the code 0 says "the rest of 2^14 blocks is zero, and of as many more as the next 14 bits say".
	acRun = Segment(markerDHT, append(append([]byte{0x10, 1}, make([]byte, 15)...), 0xe0)...)
)

// Frame is a JPEG's frame header: components without subsampling.
func Frame(marker byte, width, height uint16, components byte) []byte {
	payload := binary.BigEndian.AppendUint16([]byte{8}, height)
	payload = append(binary.BigEndian.AppendUint16(payload, width), components)
	for id := byte(1); id <= components; id++ {
		payload = append(payload, id, 0x11, 0)
	}
	return Segment(marker, payload...)
}

// Progressive is a grey progressive JPEG of one DC scan and scans-1 AC scans of a few bytes each.
func Progressive(width, height uint16, scans int) []byte {
	blocks := (int(width) + 7) / 8 * ((int(height) + 7) / 8)
	dc := append(Segment(MarkerSOS, 1, 1, 0, 0, 0, 0), make([]byte, blocks/8+1)...)
	ac := append(Segment(MarkerSOS, 1, 1, 0, 1, 63, 0), make([]byte, (blocks/(1<<14)+1)*2)...)
	return slices.Concat([]byte{0xff, 0xd8}, quantOnes, Frame(MarkerSOF2, width, height, 1), dcZero, acRun,
		dc, bytes.Repeat(ac, scans-1), []byte{0xff, MarkerEOI})
}

// Sequential is a baseline JPEG of as many scans, each of all components: one (grey), three (YCbCr) or four (YCCK).
func Sequential(width, height uint16, components byte, scans int) []byte {
	blocks := (int(width) + 7) / 8 * ((int(height) + 7) / 8)
	adobe := Segment(markerAPP14, []byte("Adobe\x00\x64\x00\x00\x00\x00\x02")...)
	selectors := []byte{components}
	for id := byte(1); id <= components; id++ {
		selectors = append(selectors, id, 0)
	}
	scan := append(Segment(MarkerSOS, append(selectors, 0, 63, 0)...), make([]byte, int(components)*blocks/4+1)...)
	return slices.Concat([]byte{0xff, 0xd8}, adobe, quantOnes, Frame(markerSOF0, width, height, components), dcZero, acEnd,
		bytes.Repeat(scan, scans), []byte{0xff, MarkerEOI})
}

// Chunk is one chunk of a PNG.
func Chunk(name string, data []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	out = append(append(out, name...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// PNGHeader is a PNG that ends behind its header: 8 bits, RGB.
func PNGHeader(width, height uint32) []byte {
	ihdr := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)
	return append([]byte("\x89PNG\r\n\x1a\n"), Chunk("IHDR", append(ihdr, 8, 2, 0, 0, 0))...)
}

// WithChunks puts chunks right behind the header of a PNG.
func WithChunks(data []byte, chunks ...[]byte) []byte {
	const header = 8 + 12 + 13
	return slices.Concat(data[:header], slices.Concat(chunks...), data[header:])
}
