package texture

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"slices"
	"strings"
	"testing"
)

// quarters is red and green above, blue and white below.
func quarters(width, height int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	colours := [4]color.NRGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}}
	for y := range height {
		for x := range width {
			img.SetNRGBA(x, y, colours[2*(2*y/height)+2*x/width])
		}
	}
	return img
}

func pngOf(tb testing.TB, img image.Image) []byte {
	tb.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

func jpegOf(tb testing.TB, img image.Image) []byte {
	tb.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: 95}); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

func chunk(kind, data string) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	out = append(append(out, kind...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

func segment(marker byte, data string) []byte {
	return append(binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(2+len(data))), data...)
}

// laden is a PNG with chunks that say more than the pixels.
func laden(tb testing.TB, img image.Image) []byte {
	plain := pngOf(tb, img)
	const header = 8 + 25
	return slices.Concat(plain[:header], chunk("tEXt", "Author\x00SECRET"), chunk("eXIf", "SECRET"),
		chunk("iCCP", "SECRET\x00\x00x"), chunk("acTL", "SECRET!!"), plain[header:], []byte("SECRET"))
}

// ladenJPEG is a JPEG with segments that say more than the pixels.
func ladenJPEG(tb testing.TB, img image.Image) []byte {
	plain := jpegOf(tb, img)
	return slices.Concat(plain[:2], segment(markerAPP0, "JFIF\x00\x01\x02\x00\x00\x01\x00\x01\x02\x01SECRET"),
		segment(0xe1, "Exif\x00\x00SECRET"), segment(0xe2, "ICC_PROFILE\x00SECRET"), segment(markerCOM, "SECRET"),
		plain[2:], []byte("SECRET"))
}

func TestPixelsStayAndMetadataGoes(t *testing.T) {
	img := quarters(16, 8)
	for name, c := range map[string]struct{ laden, plain []byte }{
		"PNG":  {laden(t, img), pngOf(t, img)},
		"JPEG": {ladenJPEG(t, img), jpegOf(t, img)},
	} {
		got, ok := Clean(c.laden, MaxPixels)
		if !ok || got.Width != 16 || got.Height != 8 || got.MediaType != "image/"+strings.ToLower(name) {
			t.Fatalf("%s: %t, %+v", name, ok, got)
		}
		if bytes.Contains(got.Data, []byte("SECRET")) {
			t.Errorf("%s: metadata stayed", name)
		}
		plain, _ := Clean(c.plain, MaxPixels)
		if name == "PNG" && !bytes.Equal(got.Data, c.plain) || !bytes.Equal(plain.Data, c.plain) {
			t.Errorf("%s: %d bytes became %d", name, len(c.plain), len(got.Data))
		}
		if !slices.Equal(got.Pixels().colours, plain.Pixels().colours) {
			t.Errorf("%s: other pixels", name)
		}
	}
}

// What is transparent, progressive or coded as RGB stays so.
func TestWhatDecidesAboutPixelsStays(t *testing.T) {
	glass := image.NewPaletted(image.Rect(0, 0, 2, 2), color.Palette{color.NRGBA{1, 2, 3, 0}, color.NRGBA{9, 8, 7, 255}})
	got, ok := Clean(pngOf(t, glass), MaxPixels)
	if !ok || got.Pixels().At(0, 0) != [4]uint8{1, 2, 3, 0} {
		t.Errorf("%t, %v", ok, got.Pixels())
	}
	plain := jpegOf(t, quarters(16, 16))
	adobe := slices.Concat(plain[:2], segment(markerAPP14, "Adobe\x00\x64\x00\x00\x00\x00\x00"), plain[2:])
	got, ok = Clean(adobe, MaxPixels)
	if !ok || !bytes.Equal(got.Data, adobe) {
		t.Errorf("%t, %d bytes of %d", ok, len(got.Data), len(adobe))
	}
}

func TestPicturesThatCannotBeShownAreRefused(t *testing.T) {
	plain, photo := pngOf(t, quarters(16, 16)), jpegOf(t, quarters(16, 16))
	wrong := bytes.Clone(plain)
	wrong[len(wrong)-20] ^= 1
	scan := photo[bytes.Index(photo, []byte{0xff, markerSOS}):]
	many := bytes.Clone(photo[:len(photo)-2])
	for range 5 {
		many = append(many, scan[:len(scan)-2]...)
	}
	for name, data := range map[string][]byte{
		"nothing":             nil,
		"text":                []byte("GIF89a"),
		"a PNG cut short":     plain[:len(plain)-13],
		"a PNG of its header": plain[:33],
		"wrong checksum":      wrong,
		"an unknown chunk":    slices.Concat(plain[:33], chunk("ABCD", ""), plain[33:]),
		"a JPEG cut short":    photo[:len(photo)-2],
		"a cut segment":       photo[:30],
		"scans":               append(many, 0xff, markerEOI),
		"long sides":          pngOf(t, image.NewPaletted(image.Rect(0, 0, MaxSide+1, 1), color.Palette{color.Black})),
		"bytes":               make([]byte, MaxBytes+1),
	} {
		if got, ok := Clean(data, MaxPixels); ok {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if _, ok := Clean(plain, 16*16); !ok {
		t.Error("a picture of the most pixels was refused")
	}
	if _, ok := Clean(plain, 16*16-1); ok {
		t.Error("a picture of more pixels was taken")
	}
}

func TestColoursOfPlaces(t *testing.T) {
	img, _ := Clean(pngOf(t, quarters(3000, 2400)), MaxPixels)
	p := img.Pixels()
	if p.width != 1000 || p.height != 800 {
		t.Errorf("%d by %d", p.width, p.height)
	}
	for at, want := range map[[2]float64][4]uint8{
		{0.1, 0.1}: {255, 0, 0, 255}, {0.9, 0.1}: {0, 255, 0, 255}, {0.1, 0.9}: {0, 0, 255, 255},
		{2, 2}: {255, 255, 255, 255}, {-1, -1}: {255, 0, 0, 255}, {1, 0}: {0, 255, 0, 255},
	} {
		if got := p.At(at[0], at[1]); got != want {
			t.Errorf("%v at %v, want %v", got, at, want)
		}
	}
	if got := p.Mean(); got != [4]uint8{188, 188, 188, 255} { // half of the light is there in each channel
		t.Errorf("the mean is %v", got)
	}
	deep, _ := Clean(pngOf(t, image.NewGray16(image.Rect(0, 0, 4000, 4000))), MaxPixels)
	if len(deep.Data) == 0 || deep.Pixels() != nil {
		t.Error("a picture that takes much memory was decoded")
	}
}

// FuzzTexture asks that a picture has the same pixels when it is cleaned, and loses nothing when it is cleaned again.
func FuzzTexture(f *testing.F) {
	f.Add(laden(f, quarters(4, 4)))
	f.Add(ladenJPEG(f, quarters(8, 8)))
	f.Fuzz(func(t *testing.T, data []byte) {
		const pixels = 1 << 16
		got, ok := Clean(data, pixels)
		if !ok {
			return
		}
		again, ok := Clean(got.Data, pixels)
		if !ok || !bytes.Equal(again.Data, got.Data) || again.Width != got.Width || again.Height != got.Height {
			t.Fatalf("%t: %d bytes became %d", ok, len(got.Data), len(again.Data))
		}
		before, after := Image{Data: data, MediaType: got.MediaType}.Pixels(), got.Pixels()
		if before != nil && (after == nil || !slices.Equal(before.colours, after.colours)) {
			t.Error("other pixels")
		}
	})
}
