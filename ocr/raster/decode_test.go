package raster

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io"
	"slices"
	"strings"
	"testing"

	"ostrakon/ocr/raster/rastertest"
)

func TestDecode(t *testing.T) {
	grey := quarters(96, 64)
	rgb := image.NewRGBA(grey.Rect)
	seeThrough := image.NewNRGBA(grey.Rect) // black where opaque, and the more transparent the lighter
	deep, deepGrey := image.NewNRGBA64(grey.Rect), image.NewGray16(grey.Rect)
	indexed := image.NewPaletted(grey.Rect, color.Palette{color.White, color.Gray{170}, color.Gray{85}, color.Transparent})
	for y := range 64 {
		for x := range 96 {
			v := grey.GrayAt(x, y).Y
			rgb.Set(x, y, color.Gray{v})
			deep.Set(x, y, color.Gray{v})
			deepGrey.Set(x, y, color.Gray{v})
			seeThrough.SetNRGBA(x, y, color.NRGBA{A: 255 - v})
			indexed.SetColorIndex(x, y, 3-v/85)
		}
	}
	white := [4]uint8{3, 2, 1, 0}
	for name, c := range map[string]struct {
		data []byte
		want [4]uint8
	}{
		"grey JPEG":        {rastertest.JPEG(t, grey, 90), white},
		"colour JPEG":      {rastertest.JPEG(t, rgb, 90), white},
		"grey PNG":         {rastertest.PNG(t, grey), white},
		"colour PNG":       {rastertest.PNG(t, rgb), white},
		"PNG of 16 bits":   {rastertest.PNG(t, deep), white},
		"grey of 16 bits":  {rastertest.PNG(t, deepGrey), white},
		"CMYK JPEG":        {rastertest.Sequential(96, 64, 4, 1), [4]uint8{1, 1, 1, 1}},
		"transparent PNG":  {rastertest.PNG(t, seeThrough), white},
		"palette PNG":      {rastertest.PNG(t, indexed), [4]uint8{3, 2, 1, 3}}, // transparent is white
		"progressive JPEG": {rastertest.Progressive(96, 64, 64), [4]uint8{2, 2, 2, 2}},
		"lossless WebP":    {webpOf(vp8l(96, 64, 170)), [4]uint8{2, 2, 2, 2}},
		"extended WebP":    {webpOf(vp8x(0, 96, 64), vp8l(96, 64, 85)), [4]uint8{1, 1, 1, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			img := mustDecode(t, c.data)
			if img.Rect != grey.Rect {
				t.Errorf("bounds are %v", img.Rect)
			}
			if got := corners(img); got != c.want {
				t.Errorf("corners are %v, want %v", got, c.want)
			}
		})
	}
}

// deepHeader is a PNG with 16 bits a channel that ends behind its header.
func deepHeader(width, height uint32) []byte {
	data := rastertest.PNGHeader(width, height)
	ihdr := data[len(pngMagic)+8:][:13]
	ihdr[8] = 16
	return slices.Concat(data[:len(pngMagic)], rastertest.Chunk("IHDR", ihdr))
}

func TestRefused(t *testing.T) {
	photo := rastertest.JPEG(t, quarters(96, 64), 90)
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"nothing":                       {nil, ErrEmpty},
		"too many bytes":                {append(photo, make([]byte, MaxBytes)...), ErrTooLarge},
		"GIF":                           {[]byte("GIF89a\x01\x00\x01\x00"), ErrUnsupported},
		"a web page":                    {[]byte("<html>card.jpg</html>"), ErrUnsupported},
		"another RIFF":                  {[]byte("RIFF\x04\x00\x00\x00WAVE"), ErrUnsupported},
		"a magic number and no more":    {photo[:3], ErrDamaged},
		"JPEG cut in its header":        {photo[:100], ErrDamaged},
		"PNG cut in its header":         {rastertest.PNGHeader(10, 10)[:20], ErrDamaged},
		"WebP cut in its header":        {webpOf(vp8l(9, 9, 0))[:16], ErrDamaged},
		"JPEG without a size":           {rastertest.Sequential(0, 0, 1, 1), ErrDamaged},
		"JPEG of 65 progressive scans":  {rastertest.Progressive(16, 16, 65), ErrUnsupported},
		"JPEG of 1000 scans, 12 MP":     {rastertest.Progressive(4096, 3072, 1000), ErrUnsupported},
		"JPEG of five sequential scans": {rastertest.Sequential(16, 16, 3, 5), ErrUnsupported},
		"JPEG too wide":                 {rastertest.Sequential(8001, 1, 1, 1), ErrTooLarge},
		"a PDF":                         {[]byte("%PDF-1.7\n"), ErrUnsupported},
		"a HEIC":                        {[]byte("\x00\x00\x00\x18ftypheic\x00\x00"), ErrUnsupported},
		"an AVIF":                       {[]byte("\x00\x00\x00\x18ftypavif\x00\x00"), ErrUnsupported},
		"a TIFF":                        {[]byte("MM\x00*\x00\x00"), ErrUnsupported},
		"a JPEG in CMYK of 12 MP":       {rastertest.Sequential(4096, 3072, 4, 1), ErrTooLarge},
		"a PNG of 16 bits of 13 MP":     {deepHeader(4096, 3200), ErrTooLarge},
		"PNG of 30000 a side":           {rastertest.PNGHeader(30000, 30000), ErrTooLarge},
		"PNG of 2^31 a side":            {rastertest.PNGHeader(1<<31-1, 1<<31-1), ErrTooLarge},
		"PNG of one pixel too many":     {rastertest.PNGHeader(6144, 4097), ErrTooLarge},
		"a progressive JPEG of as many": {rastertest.Progressive(4096, 3073, 2), ErrTooLarge},
		"animated WebP": {webpOf(vp8x(1<<1, 9, 9), riff("ANIM", make([]byte, 6)), riff("ANMF", nil)),
			ErrUnsupported},
		"WebP with hidden frames": {webpOf(vp8x(0, 9, 9), riff("ANMF", nil), vp8l(9, 9, 0)), ErrUnsupported},
		"WebP of 16384 a side":    {webpOf(vp8l(16384, 16384, 0)), ErrTooLarge},
		"WebP of 2^24 a side":     {webpOf(vp8x(0, 1<<24, 64)), ErrTooLarge},
		"JPEG without a scan": {slices.Concat([]byte{0xff, 0xd8}, rastertest.Frame(0xc0, 16, 16, 1),
			[]byte{0xff, markerEOI}), ErrDamaged},
	} {
		t.Run(name, func(t *testing.T) {
			err := Check(c.data)
			if err == nil {
				_, err = Decode(c.data)
			}
			if !errors.Is(err, c.want) {
				t.Errorf("error is %v, want %v", err, c.want)
			}
		})
	}
}

// These pass the header checks and fail over the pixels.
func TestDamaged(t *testing.T) {
	photo, drawing := rastertest.JPEG(t, quarters(96, 64), 90), rastertest.PNG(t, quarters(96, 64))
	for name, data := range map[string][]byte{
		"JPEG cut in its pixels":     photo[:len(photo)-40],
		"PNG cut in its pixels":      drawing[:len(drawing)-30],
		"PNG without pixels":         append(rastertest.PNGHeader(96, 64), rastertest.Chunk("IEND", nil)...),
		"PNG with a wrong checksum":  flip(drawing, len(drawing)-20),
		"WebP whose frame is larger": webpOf(vp8x(0, 9, 9), vp8l(4000, 3000, 0)),
		"WebP without a frame":       webpOf(vp8x(0, 9, 9)),
		"WebP cut in its pixels":     webpOf(riff("VP8L", vp8l(9, 9, 0)[8:14])),
		"JPEG whose scan has no tables": slices.Concat([]byte{0xff, 0xd8}, rastertest.Frame(0xc0, 16, 16, 1),
			rastertest.Segment(markerSOS, 1, 1, 0, 0, 63, 0), []byte{0, 0}),
	} {
		t.Run(name, func(t *testing.T) {
			if err := Check(data); err != nil {
				t.Fatalf("it does not come that far: %v", err)
			}
			if _, err := Decode(data); !errors.Is(err, ErrDamaged) {
				t.Errorf("error is %v, want %v", err, ErrDamaged)
			}
		})
	}
}

func flip(data []byte, at int) []byte {
	out := bytes.Clone(data)
	out[at] ^= 0xff
	return out
}

// A bomb in a chunk that is not the picture is never inflated: it is there as
// declared, and decoding takes no notice.
func TestAncillaryBombsAreSkipped(t *testing.T) {
	drawing := rastertest.PNG(t, quarters(96, 64))
	deflated := bytes.Repeat([]byte{0}, 1<<20) // nothing that zlib would take
	for _, name := range []string{"iCCP", "zTXt", "iTXt"} {
		bomb := rastertest.WithChunks(drawing, rastertest.Chunk(name, append([]byte("profile\x00\x00"), deflated...)))
		if got := corners(mustDecode(t, bomb)); got != [4]uint8{3, 2, 1, 0} {
			t.Errorf("%s: corners are %v", name, got)
		}
	}
}

func TestOrientation(t *testing.T) {
	// The scene's corners by the stored ones, which are 3, 2, 1, 0.
	scenes := map[uint16][4]uint8{
		1: {3, 2, 1, 0}, 2: {2, 3, 0, 1}, 3: {1, 0, 3, 2}, 4: {0, 1, 2, 3},
		5: {3, 0, 1, 2}, 6: {0, 3, 2, 1}, 7: {1, 2, 3, 0}, 8: {2, 1, 0, 3},
	}
	for value, want := range scenes {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			exif := rastertest.TIFF(order, value)
			for format, data := range map[string][]byte{
				"JPEG": rastertest.WithSegments(rastertest.JPEG(t, quarters(96, 64), 90),
					rastertest.Segment(markerAPP1, append([]byte(exifHeader), exif...)...)),
				"PNG": rastertest.WithChunks(rastertest.PNG(t, quarters(96, 64)), rastertest.Chunk("eXIf", exif)),
			} {
				t.Run(fmt.Sprintf("%s %d %v", format, value, order), func(t *testing.T) {
					img := mustDecode(t, data)
					if got := corners(img); got != want {
						t.Errorf("corners are %v, want %v", got, want)
					}
					if turned := img.Rect.Dy() > img.Rect.Dx(); turned != (value >= 5) {
						t.Errorf("bounds are %v", img.Rect)
					}
				})
			}
		}
	}
	t.Run("WebP", func(t *testing.T) {
		for _, prefix := range []string{"", exifHeader} {
			exif := append([]byte(prefix), rastertest.TIFF(binary.LittleEndian, 6)...)
			img := mustDecode(t, webpOf(vp8x(1<<3, 96, 64), vp8l(96, 64, 85), riff("EXIF", exif)))
			if img.Rect.Dx() != 64 {
				t.Errorf("bounds are %v", img.Rect)
			}
		}
	})
}

func TestOrientationThatCannotBeUnderstoodIsUpright(t *testing.T) {
	good := rastertest.TIFF(binary.LittleEndian, 6)
	edit := func(offset int, b ...byte) []byte {
		out := bytes.Clone(good)
		copy(out[offset:], b)
		return out
	}
	const entry = 8 + 2 + 12 // the orientation is the second entry
	for name, data := range map[string][]byte{
		"nothing":                   nil,
		"value 0":                   rastertest.TIFF(binary.LittleEndian, 0),
		"value 9":                   rastertest.TIFF(binary.BigEndian, 9),
		"neither byte order":        edit(0, 'X', 'X'),
		"directory beyond the end":  edit(4, 0xff, 0xff, 0xff, 0xff),
		"directory at the very end": edit(4, byte(len(good)-1)),
		"more entries than bytes":   edit(8, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
		"no entries":                edit(8, 0, 0),
		"type is not SHORT":         edit(entry+2, 4),
		"count is not one":          edit(entry+4, 2),
		"cut inside the entry":      good[:entry+8],
	} {
		if got := tiffOrientation(data); got != asStored {
			t.Errorf("%s: %d", name, got)
		}
	}
}

func TestScansThatADecoderMeetsAreCounted(t *testing.T) {
	data := rastertest.Progressive(16, 16, 65)
	before := func(b ...byte) []byte { // puts bytes before every SOS
		sos := []byte{0xff, markerSOS}
		return bytes.ReplaceAll(data, sos, append(b, sos...))
	}
	for name, data := range map[string][]byte{
		"plain":           data,
		"fill bytes":      before(0xff, 0xff),
		"padding":         before(0x00, 0x01, 0x02),
		"stuffed bytes":   before(0xff, 0x00),
		"restart markers": before(0xff, markerRST0, 0xff, markerRST7),
		"comments":        before(rastertest.Segment(0xfe, 0xff, markerEOI)...),
	} {
		if _, err := jpeg.Decode(bytes.NewReader(data)); err != nil {
			t.Fatalf("%s: the decoder does not meet the scans: %v", name, err)
		}
		if err := Check(data); !errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), "65 scans") {
			t.Errorf("%s: %v, want ErrUnsupported with 65 scans", name, err)
		}
	}
}

func TestScansThatADecoderNeverMeetsAreNotCounted(t *testing.T) {
	scans := bytes.Repeat(rastertest.Segment(markerSOS, 1, 1, 0, 0, 63, 0), 100)
	plain := rastertest.JPEG(t, quarters(96, 64), 90)
	for name, data := range map[string][]byte{
		"in a thumbnail":   rastertest.WithSegments(plain, rastertest.Segment(markerAPP1, scans...)),
		"behind the image": slices.Concat(plain, []byte{0x00, 0x02}, scans), // the two bytes would pass for a length
	} {
		if err := Check(data); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		mustDecode(t, data)
	}
}

func TestSequentialScansCannotPassForProgressive(t *testing.T) {
	data := rastertest.Sequential(16, 16, 3, 5)
	end := len(data) - 2
	data = slices.Concat(data[:end], rastertest.Frame(markerSOF2, 16, 16, 3), data[end:])
	if err := Check(data); !errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), "5 scans; at most 4") {
		t.Errorf("%v, want ErrUnsupported", err)
	}
}

// Whatever comes in, the answer is a picture within the limits or one of the
// four errors.
func FuzzDecode(f *testing.F) {
	for _, seed := range [][]byte{
		rastertest.JPEG(f, quarters(24, 16), 90), rastertest.PNG(f, quarters(24, 16)), rastertest.Progressive(16, 16, 3),
		rastertest.Sequential(16, 16, 3, 1),
		webpOf(vp8l(24, 16, 99)), webpOf(vp8x(1<<3, 24, 16), vp8l(24, 16, 9),
			riff("EXIF", rastertest.TIFF(binary.LittleEndian, 8))),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		img, err := Decode(data)
		switch {
		case err == nil:
			if r := img.Rect; r.Min != (image.Point{}) || r.Empty() || r.Dx() > MaxSide || r.Dy() > MaxSide ||
				r.Dx()*r.Dy() > MaxPixels {
				t.Errorf("bounds are %v", r)
			}
		case !slices.ContainsFunc([]error{ErrEmpty, ErrUnsupported, ErrTooLarge, ErrDamaged},
			func(e error) bool { return errors.Is(err, e) }):
			t.Errorf("error is %v", err)
		}
	})
}

func TestADecoderThatPanicsHasComeUponDamage(t *testing.T) {
	h := Header{decode: func(io.Reader) (image.Image, error) { panic("the content") }}
	if _, err := h.Decode([]byte("x")); !errors.Is(err, ErrDamaged) || strings.Contains(err.Error(), "content") {
		t.Errorf("Decode: %v, want ErrDamaged without the panic's words", err)
	}
	if _, err := CardLimits().config(func(io.Reader) (image.Config, error) { panic("the content") },
		[]byte("x")); !errors.Is(err, ErrDamaged) {
		t.Errorf("config: %v, want ErrDamaged", err)
	}
}

func TestLimitsAreTheCallers(t *testing.T) {
	small := rastertest.JPEG(t, quarters(96, 64), 90)
	wide := Limits{Bytes: MaxBytes, Pixels: MaxPixels, Side: MaxSide}
	for name, tc := range map[string]struct {
		data   []byte
		accept Limits
		want   error
	}{
		"as many bytes":  {small, Limits{Bytes: len(small), Pixels: 96 * 64, Side: 96}, nil},
		"a byte less":    {small, Limits{Bytes: len(small) - 1, Pixels: 96 * 64, Side: 96}, ErrTooLarge},
		"a pixel less":   {small, Limits{Bytes: len(small), Pixels: 96*64 - 1, Side: 96}, ErrTooLarge},
		"a shorter side": {small, Limits{Bytes: len(small), Pixels: 96 * 64, Side: 95}, ErrTooLarge},
		"CMYK, refused":  {rastertest.Sequential(16, 16, 4, 1), wide, ErrTooLarge},
		"CMYK, accepted": {rastertest.Sequential(16, 16, 4, 1),
			Limits{Bytes: MaxBytes, Pixels: MaxPixels, Side: MaxSide, CMYK: 256}, nil},
		"16 bits, refused":  {deepHeader(16, 16), Limits{Bytes: MaxBytes, Pixels: 511, Side: MaxSide}, ErrTooLarge},
		"16 bits, accepted": {deepHeader(16, 16), Limits{Bytes: MaxBytes, Pixels: 512, Side: MaxSide}, nil},
		"WebP, refused":     {webpOf(vp8l(96, 64, 85)), wide, ErrUnsupported},
		"WebP, accepted":    {webpOf(vp8l(96, 64, 85)), CardLimits(), nil},
	} {
		if _, err := Inspect(tc.data, tc.accept); !errors.Is(err, tc.want) {
			t.Errorf("%s: %v, want %v", name, err, tc.want)
		}
	}
}
