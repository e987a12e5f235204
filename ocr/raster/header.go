package raster

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/webp"
)

// Limits are what somebody accepts of an image.
type Limits struct {
	Bytes  int // of the file
	Pixels int // width times height
	Side   int // width, and height, in pixels
	WebP   bool
	CMYK   bool // in a JPEG
}

// Header is what can be known of an image before its pixels are decoded. To
// stand upright, the pixels are turned clockwise by Turns quarters, and then
// left and right change places if it is Mirrored.
type Header struct {
	Turns    int // 0 to 3
	Mirrored bool

	decode func(io.Reader) (image.Image, error)
}

// Inspect reads the header of an image, whose format its first bytes tell:
// JPEG, PNG or WebP. What it accepts may be decoded; it can still be damaged
// further on.
//
// Errors: [ErrEmpty], [ErrUnsupported], [ErrTooLarge], [ErrDamaged].
func Inspect(data []byte, accept Limits) (Header, error) {
	isWebP := len(data) >= webpHeader && string(data[:4]) == "RIFF" && string(data[8:webpHeader]) == "WEBP"
	switch {
	case len(data) == 0:
		return Header{}, ErrEmpty
	case len(data) > accept.Bytes:
		return Header{}, fmt.Errorf("%w: %d bytes, at most %d are accepted", ErrTooLarge, len(data), accept.Bytes)
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		return accept.jpeg(data)
	case bytes.HasPrefix(data, []byte(pngMagic)):
		return accept.png(data)
	case isWebP && accept.WebP:
		return accept.webp(data)
	case accept.WebP:
		return Header{}, fmt.Errorf("%w: neither JPEG nor PNG nor WebP", ErrUnsupported)
	default:
		return Header{}, fmt.Errorf("%w: neither JPEG nor PNG", ErrUnsupported)
	}
}

func (l Limits) jpeg(data []byte) (Header, error) {
	cfg, err := l.config(jpeg.DecodeConfig, data)
	if err != nil {
		return Header{}, err
	}
	if cfg.ColorModel == color.CMYKModel && !l.CMYK {
		return Header{}, fmt.Errorf("%w: a JPEG in CMYK", ErrUnsupported)
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
		return Header{}, fmt.Errorf("%w: a PNG of 16 bits a channel, at most 8 are accepted", ErrUnsupported)
	}
	return pngOrientation(data).header(png.Decode), nil
}

func (l Limits) webp(data []byte) (Header, error) {
	if animatedWebP(data) {
		return Header{}, fmt.Errorf("%w: an animated WebP", ErrUnsupported)
	}
	if _, err := l.config(webp.DecodeConfig, data); err != nil {
		return Header{}, err
	}
	return webpOrientation(data).header(webp.Decode), nil
}

// config reads the header of an image and holds its size against the limits.
func (l Limits) config(read func(io.Reader) (image.Config, error), data []byte) (cfg image.Config, err error) {
	defer recovered(&err)
	cfg, err = read(bytes.NewReader(data))
	if err != nil {
		return image.Config{}, refusal(err)
	}
	w, h := cfg.Width, cfg.Height
	switch {
	case w < 1 || h < 1: // a JPEG may say so, and then give its height behind the first scan
		return image.Config{}, fmt.Errorf("%w: its header says %d x %d pixels", ErrDamaged, w, h)
	case w > l.Side || h > l.Side:
		return image.Config{}, fmt.Errorf("%w: %d x %d pixels, at most %d a side are accepted", ErrTooLarge, w, h, l.Side)
	case w*h > l.Pixels:
		return image.Config{}, fmt.Errorf("%w: %d x %d = %d pixels, at most %d are accepted", ErrTooLarge, w, h, w*h, l.Pixels)
	}
	return cfg, nil
}

// Decode decodes the pixels of the data that the header is of, as they are
// stored. A decoder that panics has come upon damage.
//
// Errors: those of [Inspect].
func (h Header) Decode(data []byte) (img image.Image, err error) {
	defer recovered(&err)
	if img, err = h.decode(bytes.NewReader(data)); err != nil {
		return nil, refusal(err)
	}
	return img, nil
}

// recovered, deferred, makes ErrDamaged of a decoder's panic. The panic's own
// words are dropped: they may quote the content.
func recovered(err *error) {
	if recover() != nil {
		*err = fmt.Errorf("%w: the decoder gave up", ErrDamaged)
	}
}

// refusal wraps an error of a decoder in the sentinel that it stands for.
func refusal(err error) error {
	if errors.Is(err, png.UnsupportedError("dimension overflow")) {
		return fmt.Errorf("%w: %w", ErrTooLarge, err)
	}
	_, unsupportedJPEG := errors.AsType[jpeg.UnsupportedError](err)
	_, unsupportedPNG := errors.AsType[png.UnsupportedError](err)
	if unsupportedJPEG || unsupportedPNG {
		return fmt.Errorf("%w: %w", ErrUnsupported, err)
	}
	return fmt.Errorf("%w: %w", ErrDamaged, err)
}
