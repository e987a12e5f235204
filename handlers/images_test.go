package handlers_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"mime/multipart"
	"testing"
)

// part is one part of a form: a file of that name.
type part struct {
	name string
	data []byte
}

// form is a multipart body.
type form []part

// encode returns the body and its media type.
func (f form) encode(tb testing.TB) ([]byte, string) {
	tb.Helper()
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	for _, p := range f {
		file := must(w.CreateFormFile(p.name, p.name+".jpg"))(tb)
		must(file.Write(p.data))(tb)
	}
	noError(tb, w.Close())
	return out.Bytes(), w.FormDataContentType()
}

// gradient is an image that is not the same everywhere.
func gradient(width, height int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.Set(x, y, color.RGBA{uint8(x * 5), uint8(y * 7), 120, 255})
		}
	}
	return img
}

func encodeJPEG(tb testing.TB, img image.Image) []byte {
	tb.Helper()
	var out bytes.Buffer
	noError(tb, jpeg.Encode(&out, img, nil))
	return out.Bytes()
}

// smallJPEG is a photo of 40 by 30 pixels.
func smallJPEG(tb testing.TB) []byte { return encodeJPEG(tb, gradient(40, 30)) }

// smallPNG is a photo of 20 by 50 pixels.
func smallPNG(tb testing.TB) []byte {
	tb.Helper()
	var out bytes.Buffer
	noError(tb, png.Encode(&out, gradient(20, 50)))
	return out.Bytes()
}

// tiff is the head of a TIFF file.
func tiff() []byte { return append([]byte("II*\x00\x08\x00\x00\x00"), make([]byte, 200)...) }

// pngHeader is a PNG that states a size and ends there.
func pngHeader(width, height uint32) []byte {
	ihdr := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("IHDR"), width), height)
	ihdr = append(ihdr, 8, 2, 0, 0, 0)
	out := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), ihdr...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(ihdr))
}
