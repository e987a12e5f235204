package texture

import (
	"bytes"
	"encoding/binary"
)

// The markers of a JPEG: the byte after 0xff (T.81, table B.1).
const (
	markerSOF2  = 0xc2 // frame header, progressive
	markerRST0  = 0xd0
	markerRST7  = 0xd7
	markerEOI   = 0xd9
	markerSOS   = 0xda
	markerAPP0  = 0xe0
	markerAPP14 = 0xee
	markerAPP15 = 0xef
	markerJPG0  = 0xf0
	markerCOM   = 0xfe
)

// A decoder goes through all pixels for each scan, and a scan of nothing takes a few bytes.
const (
	maxScans            = 4 // one a component
	maxProgressiveScans = 64
)

// cleanJPEG keeps the segments that decide about the pixels, and what is between them. It goes from marker to marker as
// image/jpeg does.
func cleanJPEG(data []byte) (out []byte, progressive bool, err error) {
	out = append(make([]byte, 0, len(data)), data[:2]...)
	scans, inScan := 0, false
	for rest := data[2:]; ; {
		at := bytes.IndexByte(rest, 0xff)
		if at < 0 || at+1 == len(rest) {
			return nil, false, errDamaged
		}
		if inScan {
			out = append(out, rest[:at]...)
		}
		marker := rest[at+1]
		switch {
		case marker == 0xff: // a fill byte, after which the marker comes
			rest = rest[at+1:]
			continue
		case marker == 0 || marker >= markerRST0 && marker <= markerRST7:
			if inScan {
				out = append(out, rest[at:at+2]...)
			}
			rest = rest[at+2:]
			continue
		case marker == markerEOI:
			limit := maxScans
			if progressive {
				limit = maxProgressiveScans
			}
			if scans == 0 || scans > limit {
				return nil, false, errDamaged
			}
			return append(out, 0xff, markerEOI), progressive, nil
		}
		rest = rest[at:]
		if len(rest) < 4 {
			return nil, false, errDamaged
		}
		end := 2 + int(binary.BigEndian.Uint16(rest[2:])) // which counts its own two bytes
		if end < 4 || end > len(rest) {
			return nil, false, errDamaged
		}
		out = append(out, keptOf(marker, rest[:end])...)
		progressive = progressive || marker == markerSOF2
		if inScan = marker == markerSOS; inScan {
			scans++
		}
		rest = rest[end:]
	}
}

// keptOf is what stays of a segment: nothing of comments, and of what applications say only how colours are coded.
func keptOf(marker byte, segment []byte) []byte {
	const head, jfif = 4, 14
	switch payload := segment[head:]; {
	case marker == markerAPP0 && len(payload) >= jfif && bytes.HasPrefix(payload, []byte("JFIF\x00")):
		kept := append([]byte{0xff, markerAPP0, 0, 2 + jfif}, payload[:jfif-2]...)
		return append(kept, 0, 0) // without the small picture
	case marker == markerAPP14 && bytes.HasPrefix(payload, []byte("Adobe")):
		return segment
	case marker >= markerAPP0 && marker <= markerAPP15, marker >= markerJPG0 && marker <= markerCOM:
		return nil
	}
	return segment
}
