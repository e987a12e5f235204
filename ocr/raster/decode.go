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

// Limits of a photograph.
const (
	// MaxBytes is the largest file, in bytes.
	MaxBytes = 6 << 20
	// MaxPixels is the largest width times height.
	MaxPixels = 12 << 20
	// MaxSide is the largest width and the largest height, in pixels.
	MaxSide = 8000
)

// What can be wrong with a photograph. Errors of [Check] and [Decode] wrap one
// of these and add the facts of the header, never anything of the content.
var (
	// ErrEmpty: there are no bytes.
	ErrEmpty = errors.New("the image is empty")
	// ErrUnsupported: not JPEG, PNG or WebP, or a kind of them that is not
	// accepted: 16 bits a channel, CMYK, animation, too many scans.
	ErrUnsupported = errors.New("the image is of an unsupported kind")
	// ErrTooLarge: more than MaxBytes, MaxPixels or MaxSide.
	ErrTooLarge = errors.New("the image is too large")
	// ErrDamaged: the image begins well, but cannot be decoded to its end.
	ErrDamaged = errors.New("the image is damaged")
)

// Check reports whether data may be decoded: a known format by its first
// bytes, within the limits, of a supported kind. It reads headers and decodes
// no pixel; a photograph that passes can still be damaged further on.
//
// Errors: [ErrEmpty], [ErrUnsupported], [ErrTooLarge], [ErrDamaged].
func Check(data []byte) error {
	_, err := inspect(data)
	return err
}

// Decode returns a photograph in grey, upright by its Exif orientation.
//
// Errors: those of [Check].
func Decode(data []byte) (*image.Gray, error) {
	head, err := inspect(data)
	if err != nil {
		return nil, err
	}
	img, err := head.pixels(data)
	if err != nil {
		return nil, err
	}
	return head.orientation.apply(img), nil
}

// header is what can be known of a photograph before its pixels are decoded.
type header struct {
	decode      func(io.Reader) (image.Image, error)
	orientation orientation
}

// inspect does the work of Check.
func inspect(data []byte) (header, error) {
	switch {
	case len(data) == 0:
		return header{}, ErrEmpty
	case len(data) > MaxBytes:
		return header{}, fmt.Errorf("%w: %d bytes, at most %d are accepted", ErrTooLarge, len(data), MaxBytes)
	case bytes.HasPrefix(data, []byte("\xff\xd8\xff")):
		return inspectJPEG(data)
	case bytes.HasPrefix(data, []byte(pngMagic)):
		return inspectPNG(data)
	case len(data) >= webpHeader && string(data[:4]) == "RIFF" && string(data[8:webpHeader]) == "WEBP":
		return inspectWebP(data)
	default:
		return header{}, fmt.Errorf("%w: neither JPEG nor PNG nor WebP", ErrUnsupported)
	}
}

func inspectJPEG(data []byte) (header, error) {
	cfg, err := config(jpeg.DecodeConfig, data)
	if err != nil {
		return header{}, err
	}
	if cfg.ColorModel == color.CMYKModel { // a progressive one would take 340 MB
		return header{}, fmt.Errorf("%w: a JPEG in CMYK", ErrUnsupported)
	}
	if err := checkScans(data); err != nil {
		return header{}, err
	}
	return header{decode: jpeg.Decode, orientation: jpegOrientation(data)}, nil
}

func inspectPNG(data []byte) (header, error) {
	cfg, err := config(png.DecodeConfig, data)
	if err != nil {
		return header{}, err
	}
	switch cfg.ColorModel {
	case color.Gray16Model, color.RGBA64Model, color.NRGBA64Model:
		return header{}, fmt.Errorf("%w: a PNG of 16 bits a channel, at most 8 are accepted", ErrUnsupported)
	}
	return header{decode: png.Decode, orientation: pngOrientation(data)}, nil
}

func inspectWebP(data []byte) (header, error) {
	if animatedWebP(data) {
		return header{}, fmt.Errorf("%w: an animated WebP", ErrUnsupported)
	}
	if _, err := config(webp.DecodeConfig, data); err != nil {
		return header{}, err
	}
	return header{decode: webp.Decode, orientation: webpOrientation(data)}, nil
}

// config reads the header of an image and holds its size against the limits.
func config(read func(io.Reader) (image.Config, error), data []byte) (cfg image.Config, err error) {
	defer recovered(&err)
	cfg, err = read(bytes.NewReader(data))
	if err != nil {
		return image.Config{}, refusal(err)
	}
	w, h := cfg.Width, cfg.Height
	switch {
	case w < 1 || h < 1: // a JPEG may say so, and then give its height behind the first scan
		return image.Config{}, fmt.Errorf("%w: its header says %d x %d pixels", ErrDamaged, w, h)
	case w > MaxSide || h > MaxSide:
		return image.Config{}, fmt.Errorf("%w: %d x %d pixels, at most %d a side are accepted", ErrTooLarge, w, h, MaxSide)
	case w*h > MaxPixels:
		return image.Config{}, fmt.Errorf("%w: %d x %d = %d pixels, at most %d are accepted", ErrTooLarge, w, h, w*h, MaxPixels)
	}
	return cfg, nil
}

// pixels decodes data, which inspect has accepted.
func (h header) pixels(data []byte) (img *image.Gray, err error) {
	defer recovered(&err)
	decoded, err := h.decode(bytes.NewReader(data))
	if err != nil {
		return nil, refusal(err)
	}
	return grey(decoded), nil
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
