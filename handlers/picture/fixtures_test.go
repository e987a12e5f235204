package picture

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

	"github.com/disintegration/imaging"
)

// The colours of the corners of a test image, from the top left clockwise, and white.
var (
	red   = color.NRGBA{R: 230, A: 255}
	green = color.NRGBA{G: 200, A: 255}
	blue  = color.NRGBA{B: 230, A: 255}
	black = color.NRGBA{A: 255}
	white = color.NRGBA{R: 255, G: 255, B: 255, A: 255}
)

// quarters is an image whose quarters are, clockwise from the top left, red,
// green, blue and black: each of the eight orientations looks different.
func quarters(width, height int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := [2][2]color.NRGBA{{red, green}, {black, blue}}[2*y/height][2*x/width]
			img.SetNRGBA(x, y, c)
		}
	}
	return img
}

func encodeJPEG(tb testing.TB, img image.Image, quality int) []byte {
	tb.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: quality}); err != nil {
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

// encodeAs encodes img in a format that the package must refuse.
func encodeAs(tb testing.TB, img image.Image, format imaging.Format) []byte {
	tb.Helper()
	var out bytes.Buffer
	if err := imaging.Encode(&out, img, format); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

// Markers of a JPEG stream, the byte after 0xff (ITU-T T.81, table B.1).
const (
	markerSOF2 = 0xc2 // frame header, progressive
	markerEOI  = 0xd9
	markerSOS  = 0xda
	markerAPP1 = 0xe1
)

// markersOf is the markers of a JPEG of one scan.
func markersOf(data []byte) []byte {
	var markers []byte
	for rest := data[2:]; !bytes.HasSuffix(markers, []byte{markerSOS}); rest = rest[2+binary.BigEndian.Uint16(rest[2:]):] {
		markers = append(markers, rest[1])
	}
	return markers
}

// segment is one segment of a JPEG stream.
func segment(marker byte, payload ...byte) []byte {
	return append(binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(payload)+2)), payload...)
}

// withSegments puts segments right behind the SOI of a JPEG.
func withSegments(data []byte, segments ...[]byte) []byte {
	return slices.Concat(data[:2], slices.Concat(segments...), data[2:])
}

// exif is an EXIF segment: a maker's name, then the orientation.
func exif(order binary.AppendByteOrder, orientation uint16) []byte {
	tiff := []byte("II*\x00")
	if order.String() == binary.BigEndian.String() {
		tiff = []byte("MM\x00*")
	}
	tiff = order.AppendUint32(tiff, 8)
	tiff = order.AppendUint16(tiff, 2)
	tiff = exifEntry(order, tiff, 0x010f, 2, 4, [4]byte([]byte("Cam\x00")))
	var value [4]byte
	copy(value[:], order.AppendUint16(nil, orientation))
	tiff = exifEntry(order, tiff, 0x0112, 3, 1, value)
	tiff = order.AppendUint32(tiff, 0)
	return segment(markerAPP1, append([]byte("Exif\x00\x00"), tiff...)...)
}

func exifEntry(order binary.AppendByteOrder, tiff []byte, tag, kind uint16, count uint32, value [4]byte) []byte {
	tiff = order.AppendUint16(tiff, tag)
	tiff = order.AppendUint16(tiff, kind)
	tiff = order.AppendUint32(tiff, count)
	return append(tiff, value[:]...)
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
	return append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", append(ihdr, 8, 2, 0, 0, 0))...)
}

// interlaced is a grey PNG of one pixel in Adam7 order: one pass, the others empty.
func interlaced(tb testing.TB) []byte {
	tb.Helper()
	data := encodePNG(tb, image.NewGray(image.Rect(0, 0, 1, 1)))
	const ihdr = 8 + 8
	header := append(bytes.Clone(data[ihdr:ihdr+12]), 1)
	return slices.Concat(data[:8], chunk("IHDR", header), data[ihdr+13+4:])
}

// withChunks puts chunks right behind the header of a PNG.
func withChunks(data []byte, chunks ...[]byte) []byte {
	const header = 8 + 12 + 13
	return slices.Concat(data[:header], slices.Concat(chunks...), data[header:])
}

// jpegOfSize is a JPEG whose header states a size that its pixels do not have.
func jpegOfSize(tb testing.TB, width, height uint16) []byte {
	tb.Helper()
	data := encodeJPEG(tb, quarters(8, 8), 90)
	sof := bytes.Index(data, []byte{0xff, 0xc0})
	binary.BigEndian.PutUint16(data[sof+5:], height)
	binary.BigEndian.PutUint16(data[sof+7:], width)
	return data
}
