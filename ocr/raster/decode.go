package raster

import "image"

// Limits of a photograph.
const (
	// MaxBytes is the largest file, in bytes.
	MaxBytes = 12 << 20
	// MaxPixels is the largest width times height: 24 megapixels, as telephones take them.
	MaxPixels = 24 << 20
	// maxProgressive is that of a progressive JPEG, whose decoder keeps 12 bytes more of a pixel.
	maxProgressive = 12 << 20
	// maxCMYK is that of a JPEG in CMYK: if it is progressive, too, its decoder takes 28 bytes of a pixel.
	maxCMYK = 10 << 20
	// MaxSide is the largest width and the largest height, in pixels.
	MaxSide = 8000
)

// CardLimits are those of a photograph of a card.
func CardLimits() Limits {
	return Limits{Bytes: MaxBytes, Pixels: MaxPixels, Progressive: maxProgressive, CMYK: maxCMYK, Side: MaxSide,
		WebP: true}
}

// Check reports whether data may be decoded: a known format by its first bytes, within the limits, of a supported kind.
// It reads headers and decodes no pixel; a photograph that passes can still be damaged further on.
//
// The error is an [*Error].
func Check(data []byte) error {
	_, err := Inspect(data, CardLimits())
	return err
}

// Decode returns a photograph in grey, upright by its Exif orientation.
//
// Errors: those of [Check].
func Decode(data []byte) (img *image.Gray, err error) {
	defer recovered(&err) // a colour index beyond its palette panics only here
	head, err := Inspect(data, CardLimits())
	if err != nil {
		return nil, err
	}
	decoded, err := head.Decode(data)
	if err != nil {
		return nil, err
	}
	return upright(grey(decoded), head), nil
}

func upright(img *image.Gray, h Header) *image.Gray {
	if h.Turns > 0 {
		img = Turn(img, h.Turns)
	}
	if h.Mirrored {
		img = Mirror(img)
	}
	return img
}
