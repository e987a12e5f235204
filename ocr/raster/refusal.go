package raster

import (
	"errors"
	"fmt"
	"image/jpeg"
	"image/png"
	"strings"
)

// The kinds of refusal, to compare with errors.Is.
var (
	// ErrEmpty: there are no bytes.
	ErrEmpty = errors.New("the image is empty")
	// ErrUnsupported: no JPEG, PNG or WebP, or a variant that is refused (animation, many scans).
	ErrUnsupported = errors.New("the image is of an unsupported kind")
	// ErrTooLarge: more bytes, pixels or pixels a side than are accepted.
	ErrTooLarge = errors.New("the image is too large")
	// ErrDamaged: the image begins well, but cannot be decoded to its end.
	ErrDamaged = errors.New("the image is damaged")
)

// Reason is why an image is refused, for programs and for pages in other languages. Only this package makes one.
type Reason struct {
	code     string
	kind     error
	sentence string // English; facts are in braces by name
}

// String returns the code of the reason: "pdf", "too_many_scans" and so on.
func (r Reason) String() string { return r.code }

// The reasons. The names in braces are the facts that come with each.
var (
	reasonEmpty    = Reason{"empty", ErrEmpty, "The file is empty."}
	reasonFormat   = Reason{"format", ErrUnsupported, "This kind of image is not accepted. Choose a {formats} file."}
	reasonHEIC     = Reason{"heic", ErrUnsupported, "This is a HEIC or AVIF picture. Save it as a JPEG, and choose that."}
	reasonPDF      = Reason{"pdf", ErrUnsupported, "This is a PDF. Save its page as a JPEG or PNG, or photograph it."}
	reasonTIFF     = Reason{"tiff", ErrUnsupported, "This is a TIFF picture. Save it as a JPEG or PNG, and choose that."}
	reasonAnimated = Reason{"animated", ErrUnsupported, "The WebP is animated. Save a single picture."}
	reasonScans    = Reason{"too_many_scans", ErrUnsupported,
		"The JPEG has {scans} scans; at most {maxScans} are accepted. Save it again with another program."}
	reasonCoding = Reason{"coding", ErrUnsupported,
		"The image uses a coding that is not supported here. Save it again with another program."}
	reasonBytes = Reason{"too_many_bytes", ErrTooLarge, "The file has {bytes} bytes; at most {maxBytes} are accepted."}
	reasonSide  = Reason{"too_long_side", ErrTooLarge,
		"The image is {width} x {height} pixels; at most {maxSide} a side are accepted."}
	reasonPixels = Reason{"too_many_pixels", ErrTooLarge,
		"The image has {pixels} pixels; at most {maxPixels} are accepted."}
	reasonDamaged = Reason{"damaged", ErrDamaged, "The image cannot be read: the file is damaged or incomplete."}
)

// Facts are the facts of a refusal by name: numbers of the header and the limits, never content.
type Facts map[string]any

// Error is an image that is refused. It wraps ErrEmpty, ErrUnsupported, ErrTooLarge or ErrDamaged.
type Error struct {
	Reason Reason
	Facts  Facts // nil where the reason says it all

	cause error // what the decoder said; for the log alone
}

// Message is the refusal as an English sentence.
func (e *Error) Message() string {
	var facts []string
	for name, value := range e.Facts {
		text := fmt.Sprint(value)
		if list, ok := value.([]string); ok {
			last := len(list) - 1
			text = strings.Join(list[:last], ", ") + " or " + list[last]
		}
		facts = append(facts, "{"+name+"}", text)
	}
	return strings.NewReplacer(facts...).Replace(e.Reason.sentence)
}

// Error returns the sentence and what the decoder said.
func (e *Error) Error() string {
	if e.cause == nil {
		return e.Message()
	}
	return e.Message() + " (" + e.cause.Error() + ")"
}

// Unwrap returns the kind of the refusal.
func (e *Error) Unwrap() error { return e.Reason.kind }

// recovered, deferred, turns a decoder's panic into ErrDamaged, without its words, which may quote the content.
func recovered(err *error) {
	if recover() != nil {
		*err = &Error{Reason: reasonDamaged, cause: errors.New("the decoder panicked")}
	}
}

// decoderError is the refusal that an error of a decoder stands for.
func decoderError(err error) error {
	if errors.Is(err, png.UnsupportedError("dimension overflow")) {
		return &Error{Reason: reasonSide, Facts: Facts{"width": "2^31", "height": "2^31", "maxSide": MaxSide}, cause: err}
	}
	_, unsupportedJPEG := errors.AsType[jpeg.UnsupportedError](err)
	_, unsupportedPNG := errors.AsType[png.UnsupportedError](err)
	if unsupportedJPEG || unsupportedPNG {
		return &Error{Reason: reasonCoding, cause: err}
	}
	return &Error{Reason: reasonDamaged, cause: err}
}
