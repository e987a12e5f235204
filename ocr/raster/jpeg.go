package raster

import (
	"bytes"
	"encoding/binary"
	"iter"
)

// The largest number of scans of a JPEG. A decoder visits every block of the image in every scan, and a scan of nothing
// takes a few bytes: the time to decode grows with scans times pixels, not with the size of the file.
const (
	// maxSequentialScans is one for each component: a second would only replace the first.
	maxSequentialScans = 4
	// maxProgressiveScans is far above the ten or so that encoders write.
	maxProgressiveScans = 64
)

// Markers of a JPEG stream, the byte after 0xff (ITU-T T.81, table B.1).
const (
	markerSOF2 = 0xc2 // frame header, progressive
	markerRST0 = 0xd0
	markerRST7 = 0xd7
	markerEOI  = 0xd9
	markerSOS  = 0xda
	markerAPP1 = 0xe1
)

// checkScans refuses a JPEG that has more scans than its mode needs.
func checkScans(data []byte) error {
	scans, limit := 0, maxSequentialScans
	for marker := range segments(data) {
		switch {
		case marker == markerSOS:
			scans++
		case marker == markerSOF2 && scans == 0: // behind a scan it comes too late to save the time
			limit = maxProgressiveScans
		}
	}
	if scans > limit {
		return &Error{Reason: reasonScans, Facts: Facts{"scans": scans, "maxScans": limit}}
	}
	return nil
}

// progressive reports whether a JPEG is, anywhere: a decoder that finds it so keeps all coefficients.
func progressive(data []byte) bool {
	for marker := range segments(data) {
		if marker == markerSOF2 {
			return true
		}
	}
	return false
}

// segments yields the marker and the payload of each segment of a JPEG stream,
// up to the end of the image or to the first segment that is cut short.
//
// It steps just as image/jpeg does, so that no scan is missed: it passes over bytes up to the next marker, and with
// them entropy-coded data, in which 0xff is always followed by zero or a restart marker. What is inside a segment (a
// thumbnail) or behind the image (a video, a second picture) has markers that a decoder does not meet.
func segments(data []byte) iter.Seq2[byte, []byte] {
	return func(yield func(byte, []byte) bool) {
		rest := data[2:] // behind SOI
		for {
			i := bytes.IndexByte(rest, 0xff)
			if i < 0 || i+1 == len(rest) {
				return
			}
			marker := rest[i+1]
			if marker == 0xff { // fill byte; the marker is still to come
				rest = rest[i+1:]
				continue
			}
			rest = rest[i+2:]
			if marker == 0 || markerRST0 <= marker && marker <= markerRST7 {
				continue
			}
			if marker == markerEOI || len(rest) < 2 {
				return
			}
			length := int(binary.BigEndian.Uint16(rest)) // counts its own two bytes
			if length < 2 || length > len(rest) || !yield(marker, rest[2:length]) {
				return
			}
			rest = rest[length:]
		}
	}
}
