package raster

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"slices"

	"golang.org/x/image/webp"
)

// Limits are what somebody accepts of an image.
type Limits struct {
	Bytes       int // of the file
	Pixels      int // width times height; of a PNG with 16 bits a channel, half as many
	Progressive int // the same of a progressive JPEG, at most Pixels
	Side        int // width, and height, in pixels
	WebP        bool
	CMYK        int // the same of a JPEG in CMYK, of which a decoder makes two pictures
}

// Formats lists the formats that are accepted.
func (l Limits) Formats() []string {
	formats := []string{"JPEG", "PNG"}
	if l.WebP {
		formats = append(formats, "WebP")
	}
	return formats
}

// Header is what can be known of an image before its pixels are decoded. To stand upright, the pixels are turned
// clockwise by Turns quarters, and then left and right change places if it is Mirrored.
type Header struct {
	Turns    int // 0 to 3
	Mirrored bool

	decode func(io.Reader) (image.Image, error)
}

// Inspect reads the header of an image, whose format is known by its first bytes: JPEG, PNG or WebP. What it accepts
// may be decoded; it can still be damaged further on.
//
// The error is an [*Error].
func Inspect(data []byte, accept Limits) (Header, error) {
	isWebP := len(data) >= webpHeader && string(data[:4]) == "RIFF" && string(data[8:webpHeader]) == "WEBP"
	switch {
	case len(data) == 0:
		return Header{}, &Error{Reason: reasonEmpty}
	case len(data) > accept.Bytes:
		return Header{}, &Error{Reason: reasonBytes, Facts: Facts{"bytes": len(data), "maxBytes": accept.Bytes}}
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		return accept.jpeg(data)
	case bytes.HasPrefix(data, []byte(pngMagic)):
		return accept.png(data)
	case isWebP && accept.WebP:
		return accept.webp(data)
	}
	if reason, known := foreign(data); known {
		return Header{}, &Error{Reason: reason}
	}
	return Header{}, &Error{Reason: reasonFormat, Facts: Facts{"formats": accept.Formats()}}
}

// foreign is the reason to refuse a format for which there is something to do, by its first bytes.
func foreign(data []byte) (Reason, bool) {
	brands := []string{"heic", "heix", "heim", "heis", "hevc", "mif1", "msf1", "avif", "avis"}
	switch {
	case bytes.HasPrefix(data, []byte("%PDF-")):
		return reasonPDF, true
	case bytes.HasPrefix(data, []byte("II*\x00")), bytes.HasPrefix(data, []byte("MM\x00*")):
		return reasonTIFF, true
	case len(data) >= 12 && string(data[4:8]) == "ftyp" && slices.Contains(brands, string(data[8:12])):
		return reasonHEIC, true
	}
	return Reason{}, false
}

func (l Limits) jpeg(data []byte) (Header, error) {
	if progressive(data) {
		l.Pixels = l.Progressive
	}
	cfg, err := l.config(jpeg.DecodeConfig, data)
	if err != nil {
		return Header{}, err
	}
	if cfg.ColorModel == color.CMYKModel {
		l.Pixels = min(l.Pixels, l.CMYK)
		if _, err := l.config(jpeg.DecodeConfig, data); err != nil {
			return Header{}, err
		}
	}
	if err := checkScans(data); err != nil {
		return Header{}, err
	}
	return jpegOrientation(data).header(jpeg.Decode), nil
}

func (l Limits) png(data []byte) (Header, error) {
	cfg, err := l.config(png.DecodeConfig, data)
	if err != nil {
		return Header{}, err
	}
	switch cfg.ColorModel {
	case color.Gray16Model, color.RGBA64Model, color.NRGBA64Model:
		l.Pixels /= 2
		if _, err := l.config(png.DecodeConfig, data); err != nil {
			return Header{}, err
		}
	}
	return chunkOrientation(pngChunks(data), "eXIf", "").header(png.Decode), nil
}

func (l Limits) webp(data []byte) (Header, error) {
	if animatedWebP(data) {
		return Header{}, &Error{Reason: reasonAnimated}
	}
	if _, err := l.config(webp.DecodeConfig, data); err != nil {
		return Header{}, err
	}
	return chunkOrientation(webpChunks(data), "EXIF", exifHeader).header(webp.Decode), nil
}

// config reads the header of an image and compares its size with the limits.
func (l Limits) config(read func(io.Reader) (image.Config, error), data []byte) (cfg image.Config, err error) {
	defer recovered(&err)
	cfg, err = read(bytes.NewReader(data))
	if err != nil {
		return image.Config{}, decoderError(err)
	}
	w, h := cfg.Width, cfg.Height
	switch {
	case w < 1 || h < 1: // a JPEG may say so, and then give its height behind the first scan
		return image.Config{}, &Error{Reason: reasonDamaged, cause: fmt.Errorf("its header says %d x %d pixels", w, h)}
	case w > l.Side || h > l.Side:
		return image.Config{}, &Error{Reason: reasonSide, Facts: Facts{"width": w, "height": h, "maxSide": l.Side}}
	case w*h > l.Pixels:
		return image.Config{}, &Error{Reason: reasonPixels,
			Facts: Facts{"width": w, "height": h, "pixels": w * h, "maxPixels": l.Pixels}}
	}
	return cfg, nil
}

// Decode decodes the pixels of the header's data, as stored. A panic of the decoder is damage.
//
// The error is an [*Error].
func (h Header) Decode(data []byte) (img image.Image, err error) {
	defer recovered(&err)
	if img, err = h.decode(bytes.NewReader(data)); err != nil {
		return nil, decoderError(err)
	}
	return img, nil
}
