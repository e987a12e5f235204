package picture

import (
	"bytes"
	"errors"
	"image/jpeg"
	"slices"
	"strings"
	"testing"
)

func TestScansThatADecoderMeetsAreCounted(t *testing.T) {
	data := progressive(16, 16, 65)
	before := func(b ...byte) []byte { // puts bytes before every SOS
		sos := []byte{0xff, markerSOS}
		return bytes.ReplaceAll(data, sos, append(b, sos...))
	}
	uploads := map[string][]byte{
		"plain":           data,
		"fill bytes":      before(0xff, 0xff),
		"padding":         before(0x00, 0x01, 0x02),
		"stuffed bytes":   before(0xff, 0x00),
		"restart markers": before(0xff, markerRST0, 0xff, markerRST7),
		"comments":        before(segment(0xfe, 0xff, markerEOI)...),
	}
	for name, data := range uploads {
		t.Run(name, func(t *testing.T) {
			if _, err := jpeg.Decode(bytes.NewReader(data)); err != nil {
				t.Fatalf("the decoder does not meet the scans: %v", err)
			}
			if err := checkScans(data); !errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), "65 scans") {
				t.Errorf("%v, want ErrUnsupported with 65 scans", err)
			}
		})
	}
}

func TestScansThatADecoderNeverMeetsAreNotCounted(t *testing.T) {
	scans := bytes.Repeat(segment(markerSOS, 1, 1, 0, 0, 63, 0), 100)
	plain := encodeJPEG(t, quarters(96, 64), 90)
	uploads := map[string][]byte{
		"in a thumbnail":   withSegments(plain, segment(markerAPP1, scans...)),
		"behind the image": slices.Concat(plain, []byte{0x00, 0x02}, scans), // the two bytes would pass for a length
	}
	for name, data := range uploads {
		t.Run(name, func(t *testing.T) {
			if err := Check(data); err != nil {
				t.Error(err)
			}
			normalize(t, data)
		})
	}
}

func TestSequentialScansCannotPassForProgressive(t *testing.T) {
	data := sequential(16, 16, 3, 5)
	end := len(data) - 2
	data = slices.Concat(data[:end], frame(markerSOF2, 16, 16, 3), data[end:])
	if err := Check(data); !errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), "5 scans, at most 4") {
		t.Errorf("%v, want ErrUnsupported", err)
	}
}
