package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"strings"
	"testing"

	"ostrakon/ocr/raster"
	"ostrakon/ocr/raster/rastertest"

	"github.com/disintegration/imaging"
)

// normalize makes a Picture of data and holds what must be true of every Picture; it returns the
// decoded pixels, too.
func normalize(t *testing.T, data []byte) (Picture, image.Image) {
	t.Helper()
	pic, err := NewDecoder(1).Normalize(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	img, err := jpeg.Decode(bytes.NewReader(pic.JPEG))
	if err != nil {
		t.Fatal(err)
	}
	if size := img.Bounds().Size(); size != image.Pt(pic.Width, pic.Height) {
		t.Errorf("the picture says %d x %d, its JPEG is %v", pic.Width, pic.Height, size)
	}
	if max(pic.Width, pic.Height) > OutputSide || min(pic.Width, pic.Height) < 1 {
		t.Errorf("the picture is %d x %d", pic.Width, pic.Height)
	}
	return pic, img
}

// wantColor compares a pixel as closely as JPEG allows.
func wantColor(t *testing.T, img image.Image, x, y int, want color.Color) {
	t.Helper()
	wr, wg, wb, _ := want.RGBA()
	r, g, b, _ := img.At(x, y).RGBA()
	for _, d := range []int{int(r) - int(wr), int(g) - int(wg), int(b) - int(wb)} {
		if d = d >> 8; d < -24 || d > 24 {
			t.Errorf("pixel %d,%d is %v, want %v", x, y, img.At(x, y), want)
			return
		}
	}
}

func TestRefusals(t *testing.T) {
	small := quarters(16, 16)
	exact := func(w, h uint16) []byte { return jpegOfSize(t, w, h) }
	webp := []byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00")
	arithmetic := bytes.Replace(rastertest.JPEG(t, small, 90), []byte{0xff, 0xc0}, []byte{0xff, 0xc9}, 1)
	twelveBit := rastertest.JPEG(t, small, 90)
	twelveBit[bytes.Index(twelveBit, []byte{0xff, 0xc0})+4] = 12

	tests := []struct {
		name  string
		data  []byte
		want  error
		facts string
	}{
		{"nothing", nil, raster.ErrEmpty, ""},
		{"no bytes", []byte{}, raster.ErrEmpty, ""},
		{"text", []byte("<svg xmlns='http://www.w3.org/2000/svg'/>"), raster.ErrUnsupported, "Choose a JPEG or PNG file"},
		{"one byte of a JPEG", []byte{0xff}, raster.ErrUnsupported, "Choose a JPEG or PNG file"},
		{"TIFF", encodeAs(t, small, imaging.TIFF), raster.ErrUnsupported, "Save it as a JPEG or PNG"},
		{"BMP", encodeAs(t, small, imaging.BMP), raster.ErrUnsupported, "Choose a JPEG or PNG file"},
		{"GIF", encodeAs(t, small, imaging.GIF), raster.ErrUnsupported, "Choose a JPEG or PNG file"},
		{"WebP", webp, raster.ErrUnsupported, "Choose a JPEG or PNG file"},
		{"arithmetic coding", arithmetic, raster.ErrUnsupported, "unknown marker"},
		{"12-bit JPEG", twelveBit, raster.ErrUnsupported, "precision"},
		{"65 progressive scans", rastertest.Progressive(16, 16, 65), raster.ErrUnsupported, "65 scans; at most 64"},
		{"1000 progressive scans of 12 megapixels", rastertest.Progressive(4000, 3000, 1000), raster.ErrUnsupported,
			"1000 scans; at most 64"},
		{"5 sequential scans", rastertest.Sequential(16, 16, 3, 5), raster.ErrUnsupported, "5 scans; at most 4"},
		{"over 6 MiB", append(rastertest.JPEG(t, small, 90), make([]byte, MaxBytes)...), raster.ErrTooLarge,
			"at most 6291456"},
		{"PNG header of 30000 x 30000", rastertest.PNGHeader(30000, 30000), raster.ErrTooLarge,
			"30000 x 30000 pixels; at most 8000 a side"},
		{"PNG header of 2^31-1 x 2^31-1", rastertest.PNGHeader(1<<31-1, 1<<31-1), raster.ErrTooLarge, "dimension overflow"},
		{"JPEG of 65535 x 65535", exact(65535, 65535), raster.ErrTooLarge, "65535 x 65535 pixels; at most 8000 a side"},
		{"one pixel too wide", exact(8001, 1), raster.ErrTooLarge, "8001 x 1 pixels; at most 8000 a side"},
		{"one pixel too high", rastertest.PNGHeader(1, 8001), raster.ErrTooLarge, "1 x 8001 pixels; at most 8000 a side"},
		{"too many pixels", exact(4097, 3072), raster.ErrTooLarge, "12585984 pixels; at most 12582912"},
		{"JPEG of no width", exact(0, 16), raster.ErrDamaged, "0 x 16 pixels"},
		{"JPEG of no height", exact(16, 0), raster.ErrDamaged, "16 x 0 pixels"},
		{"PNG of no width", rastertest.PNGHeader(0, 16), raster.ErrDamaged, "non-positive dimension"},
		{"a JPEG's first bytes and no more", []byte("\xff\xd8\xff"), raster.ErrDamaged, "unexpected EOF"},
		{"a PNG's first bytes and no more", []byte("\x89PNG\r\n\x1a\n"), raster.ErrDamaged, "unexpected EOF"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := check(tt.data); !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.facts) {
				t.Errorf("Check: %v, want %v with %q", err, tt.want, tt.facts)
			}
			pic, err := NewDecoder(1).Normalize(t.Context(), tt.data)
			if !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.facts) {
				t.Errorf("Normalize: %v, want %v with %q", err, tt.want, tt.facts)
			}
			if pic.JPEG != nil || pic.Width != 0 || pic.Height != 0 {
				t.Errorf("Normalize returned a picture with its error")
			}
		})
	}
}

func TestLimitsAreInclusive(t *testing.T) {
	for _, size := range [][2]uint16{{4000, 3000}, {8000, 1500}, {1500, 8000}, {8000, 1}, {1, 8000}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			if err := check(rastertest.PNGHeader(uint32(size[0]), uint32(size[1]))); err != nil {
				t.Errorf("PNG: %v", err)
			}
			if err := check(jpegOfSize(t, size[0], size[1])); err != nil {
				t.Errorf("JPEG: %v", err)
			}
		})
	}
	padded := rastertest.JPEG(t, quarters(16, 16), 90)
	padded = append(padded, make([]byte, MaxBytes-len(padded))...)
	if err := check(padded); err != nil {
		t.Errorf("%d bytes: %v", len(padded), err)
	}
}

func TestTruncatedImageIsDamaged(t *testing.T) {
	files := map[string]struct {
		data  []byte
		magic int
	}{
		"JPEG": {rastertest.JPEG(t, quarters(24, 16), 90), 3},
		"PNG":  {rastertest.PNG(t, quarters(24, 16)), 8},
	}
	for name, f := range files {
		t.Run(name, func(t *testing.T) {
			decoder := NewDecoder(1)
			for n := f.magic; n < len(f.data); n++ {
				if _, err := decoder.Normalize(t.Context(), f.data[:n]); !errors.Is(err, raster.ErrDamaged) {
					t.Fatalf("cut to %d of %d bytes: %v, want ErrDamaged", n, len(f.data), err)
				}
			}
		})
	}
}

func TestPNGWithWrongChecksumIsDamaged(t *testing.T) {
	data := rastertest.PNG(t, quarters(24, 16))
	data[bytes.Index(data, []byte("IDAT"))+6] ^= 1
	if err := check(data); err != nil {
		t.Errorf("Check, which decodes no pixel: %v", err)
	}
	if _, err := NewDecoder(1).Normalize(t.Context(), data); !errors.Is(err, raster.ErrDamaged) {
		t.Errorf("%v, want ErrDamaged", err)
	}
}

func TestSize(t *testing.T) {
	tests := []struct{ width, height, wantWidth, wantHeight int }{
		{1, 1, 1, 1},
		{30, 20, 30, 20},
		{640, 640, 640, 640},
		{640, 1, 640, 1},
		{641, 641, 640, 640},
		{800, 400, 640, 320},
		{400, 800, 320, 640},
		{8000, 1, 640, 1},
		{1, 8000, 1, 640},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%dx%d becomes %dx%d", tt.width, tt.height, tt.wantWidth, tt.wantHeight), func(t *testing.T) {
			img := quarters(tt.width, tt.height)
			for _, data := range [][]byte{rastertest.JPEG(t, img, 90), rastertest.PNG(t, img)} {
				pic, _ := normalize(t, data)
				if pic.Width != tt.wantWidth || pic.Height != tt.wantHeight {
					t.Errorf("got %dx%d", pic.Width, pic.Height)
				}
			}
		})
	}
}

func TestColoursOfEveryKind(t *testing.T) {
	src := quarters(64, 64)
	grey := image.NewGray(src.Rect)
	paletted := image.NewPaletted(src.Rect, color.Palette{red, green, blue, black})
	deep := image.NewNRGBA64(src.Rect)
	for y := range 64 {
		for x := range 64 {
			grey.Set(x, y, src.At(x, y))
			paletted.Set(x, y, src.At(x, y))
			deep.Set(x, y, src.At(x, y))
		}
	}
	tests := []struct {
		name   string
		data   []byte
		pixels image.Image
	}{
		{"JPEG", rastertest.JPEG(t, src, 95), src},
		{"grey JPEG", rastertest.JPEG(t, grey, 95), grey},
		{"progressive JPEG of 64 scans", rastertest.Progressive(64, 64, 64), image.NewUniform(color.Gray{Y: 128})},
		{"sequential JPEG of 4 scans", rastertest.Sequential(64, 64, 3, 4), image.NewUniform(color.Gray{Y: 128})},
		{"CMYK JPEG", rastertest.Sequential(64, 64, 4, 1), image.NewUniform(color.CMYK{C: 128, M: 128, Y: 128, K: 127})},
		{"PNG", rastertest.PNG(t, src), src},
		{"grey PNG", rastertest.PNG(t, grey), grey},
		{"PNG of 16 bits", rastertest.PNG(t, deep), src},
		{"PNG with a palette", rastertest.PNG(t, paletted), src},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, got := normalize(t, tt.data)
			for _, p := range []image.Point{{8, 8}, {56, 8}, {56, 56}, {8, 56}} {
				wantColor(t, got, p.X, p.Y, tt.pixels.At(p.X, p.Y))
			}
		})
	}
}

func TestColourIndexBeyondThePalette(t *testing.T) {
	img := image.NewPaletted(image.Rect(0, 0, 800, 8), color.Palette{white, red})
	for i := range img.Pix {
		img.Pix[i] = 200
	}
	got := fit(img)
	wantColor(t, got, 4, 4, color.Black)
}

func TestTransparencyBecomesWhite(t *testing.T) {
	for _, side := range []int{64, 800} { // as it is, and shrunk
		t.Run(fmt.Sprintf("%d pixels", side), func(t *testing.T) {
			img := quarters(side, side)
			half := color.NRGBA{R: 200, A: 128}
			for y := range side / 2 {
				for x := range side / 2 {
					img.SetNRGBA(x, y, color.NRGBA{R: 12, G: 34, B: 56}) // a colour that must not show
					img.SetNRGBA(x+side/2, y, half)
				}
			}
			pic, got := normalize(t, rastertest.PNG(t, img))
			q := pic.Width / 4
			wantColor(t, got, q, q, color.White)
			wantColor(t, got, 3*q, q, color.NRGBA{R: 227, G: 127, B: 127, A: 255})
			wantColor(t, got, 3*q, 3*q, blue)
			wantColor(t, got, q, 3*q, black)
		})
	}
}

func TestNoMetadataIsKept(t *testing.T) {
	const secret = "52.5163 N 13.3777 E"
	text := []byte(secret)
	img := quarters(96, 64)
	uploads := map[string][]byte{
		"JPEG": append(rastertest.WithSegments(rastertest.JPEG(t, img, 90),
			rastertest.Exif(binary.BigEndian, 1),
			rastertest.Segment(rastertest.MarkerAPP1, append([]byte("Exif\x00\x00"), text...)...),
			rastertest.Segment(rastertest.MarkerAPP1, append([]byte("http://ns.adobe.com/xap/1.0/\x00"), text...)...),
			rastertest.Segment(0xe2, append([]byte("ICC_PROFILE\x00\x01\x01"), text...)...),
			rastertest.Segment(0xed, append([]byte("Photoshop 3.0\x00"), text...)...),
			rastertest.Segment(0xfe, text...),
		), text...),
		"PNG": append(rastertest.WithChunks(rastertest.PNG(t, img),
			rastertest.Chunk("tEXt", append([]byte("Comment\x00"), text...)),
			rastertest.Chunk("eXIf", append([]byte("MM\x00*\x00\x00\x00\x08\x00\x00"), text...)),
		), text...),
	}
	for name, data := range uploads {
		t.Run(name, func(t *testing.T) {
			if !bytes.Contains(data, text) {
				t.Fatal("the upload does not hold the text")
			}
			pic, _ := normalize(t, data)
			if bytes.Contains(pic.JPEG, text) || bytes.Contains(pic.JPEG, []byte("Exif")) {
				t.Error("the picture holds metadata of the upload")
			}
			var markers []byte
			for rest := pic.JPEG[2:]; !bytes.HasSuffix(markers, []byte{rastertest.MarkerSOS}); {
				markers, rest = append(markers, rest[1]), rest[2+binary.BigEndian.Uint16(rest[2:]):]
			}
			// Tables, frame, scan: no application segment and no comment.
			if want := []byte{0xdb, 0xc0, 0xc4, rastertest.MarkerSOS}; !bytes.Equal(markers, want) {
				t.Errorf("segments % x, want % x", markers, want)
			}
			if !bytes.HasSuffix(pic.JPEG, []byte{0xff, rastertest.MarkerEOI}) {
				t.Error("the picture does not end with its image")
			}
		})
	}
}

func TestPictureIsStable(t *testing.T) {
	data := rastertest.PNG(t, quarters(700, 500))
	first, _ := normalize(t, data)
	second, _ := normalize(t, data)
	if !bytes.Equal(first.JPEG, second.JPEG) {
		t.Error("the same upload gave two pictures")
	}
	if err := check(first.JPEG); err != nil {
		t.Errorf("a picture is no good upload: %v", err)
	}
}
