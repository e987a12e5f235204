package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"io"

	"github.com/disintegration/imaging"
)

// Limits of an upload, and the size of what is made of it.
const (
	// MaxBytes is the largest upload, in bytes.
	MaxBytes = 6 << 20
	// MaxPixels is the largest width times height of an upload.
	MaxPixels = 12 << 20
	// MaxSide is the largest width and the largest height of an upload, in pixels.
	MaxSide = 8000
	// OutputSide is the largest width and the largest height of a [Picture], in pixels.
	OutputSide = 640
)

// quality is the JPEG quality of a [Picture], on image/jpeg's scale of 1 to 100.
const quality = 85

// What can be wrong with an upload. Errors of this package wrap one of these
// and add the facts; compare with [errors.Is].
var (
	// ErrEmpty: the upload has no bytes.
	ErrEmpty = errors.New("the image is empty")
	// ErrUnsupported: neither JPEG nor PNG, or a kind of them that is not
	// accepted: 16 bits a channel, too many scans, arithmetic coding.
	ErrUnsupported = errors.New("the image is of an unsupported kind")
	// ErrTooLarge: more than MaxBytes, MaxPixels or MaxSide.
	ErrTooLarge = errors.New("the image is too large")
	// ErrDamaged: the image begins well, but cannot be decoded to its end.
	ErrDamaged = errors.New("the image is damaged")
)

// Picture is a JPEG (baseline, quality 85, three components) without metadata,
// at most [OutputSide] pixels wide and high, and its size in pixels.
type Picture struct {
	JPEG          []byte
	Width, Height int
}

// Decoder makes Pictures, a bounded number at a time. It is safe for
// concurrent use.
type Decoder struct {
	slots chan struct{}
}

// NewDecoder returns a Decoder that holds the pixels of at most concurrency
// images at once (at least one). At the limit of [MaxPixels] one image needs
// about 30 MB as an ordinary photograph, 60 MB as a PNG, 180 MB as a progressive
// JPEG with chroma in full, and at the worst, a progressive JPEG in CMYK, 340 MB.
func NewDecoder(concurrency int) *Decoder {
	return &Decoder{slots: make(chan struct{}, max(concurrency, 1))}
}

// Check reports whether data may be decoded: JPEG or PNG by its first bytes,
// within the limits, of a supported kind. It reads headers and decodes no
// pixel, so that an image that passes can still be damaged further on.
//
// Errors: [ErrEmpty], [ErrUnsupported], [ErrTooLarge], [ErrDamaged].
func Check(data []byte) error {
	_, err := inspect(data)
	return err
}

// Normalize makes a Picture of a JPEG or PNG: turned upright by its EXIF
// orientation, shrunk to [OutputSide] but never enlarged, transparency laid on
// white. What [Check] refuses is refused at once; then Normalize waits for
// a slot, and returns ctx.Err() if ctx ends first. An image that has its slot
// is finished even if ctx ends.
//
// Errors: [ErrEmpty], [ErrUnsupported], [ErrTooLarge], [ErrDamaged], ctx.Err().
func (d *Decoder) Normalize(ctx context.Context, data []byte) (Picture, error) {
	head, err := inspect(data)
	if err != nil {
		return Picture{}, err
	}
	select {
	case d.slots <- struct{}{}:
		defer func() { <-d.slots }()
	case <-ctx.Done():
		return Picture{}, ctx.Err()
	}
	if err := ctx.Err(); err != nil { // select is free to choose the slot although ctx has ended
		return Picture{}, err
	}
	img, err := decode(head.decode, data)
	if err != nil {
		return Picture{}, err
	}
	return encode(head.orientation.apply(fit(img)))
}

// header is what can be known of an image before its pixels are decoded.
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
	case bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")):
		return inspectPNG(data)
	default:
		return header{}, fmt.Errorf("%w: neither JPEG nor PNG", ErrUnsupported)
	}
}

func inspectJPEG(data []byte) (header, error) {
	if _, err := config(jpeg.DecodeConfig, data); err != nil {
		return header{}, err
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
	return header{decode: png.Decode, orientation: upright}, nil
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

// decode decodes the pixels of data, which inspect has accepted.
func decode(read func(io.Reader) (image.Image, error), data []byte) (img image.Image, err error) {
	defer recovered(&err)
	img, err = read(bytes.NewReader(data))
	if err != nil {
		return nil, refusal(err)
	}
	return img, nil
}

// recovered, deferred, makes ErrDamaged of a decoder's panic.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("%w: the decoder gave up: %v", ErrDamaged, p)
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

// fit shrinks img to OutputSide. A colour index beyond the palette would panic
// in a goroutine of the imaging library, where no recover reaches and the whole
// server would end, so a palette is made long enough for every index first.
func fit(img image.Image) *image.NRGBA {
	if p, ok := img.(*image.Paletted); ok {
		for len(p.Palette) < 256 {
			p.Palette = append(p.Palette, color.Black)
		}
	}
	return imaging.Fit(img, OutputSide, OutputSide, imaging.Lanczos)
}

// encode lays img on white and encodes it.
func encode(img *image.NRGBA) (Picture, error) {
	flat := image.NewRGBA(img.Rect)
	draw.Draw(flat, flat.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(flat, flat.Rect, img, img.Rect.Min, draw.Over)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, flat, &jpeg.Options{Quality: quality}); err != nil {
		return Picture{}, fmt.Errorf("encode a picture: %w", err)
	}
	return Picture{JPEG: out.Bytes(), Width: flat.Rect.Dx(), Height: flat.Rect.Dy()}, nil
}
