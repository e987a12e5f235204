package picture

import (
	"bytes"
	"encoding/binary"
	"image"

	"github.com/disintegration/imaging"
)

// orientation is the value of the EXIF tag Orientation (CIPA DC-008, tag
// 0x0112): which sides of the scene the first row and the first column of the
// stored pixels are.
type orientation uint16

// Orientations by the scene's side that is in the first row, then the one in
// the first column.
const (
	upright     orientation = 1 + iota // top, left
	mirrored                           // top, right
	upsideDown                         // bottom, right
	flipped                            // bottom, left
	transposed                         // left, top
	turnedLeft                         // right, top
	transverse                         // right, bottom
	turnedRight                        // left, bottom
)

// apply returns img as the scene was.
func (o orientation) apply(img *image.NRGBA) *image.NRGBA {
	switch o {
	case mirrored:
		return imaging.FlipH(img)
	case upsideDown:
		return imaging.Rotate180(img)
	case flipped:
		return imaging.FlipV(img)
	case transposed:
		return imaging.Transpose(img)
	case turnedLeft:
		return imaging.Rotate270(img)
	case transverse:
		return imaging.Transverse(img)
	case turnedRight:
		return imaging.Rotate90(img)
	default:
		return img
	}
}

// jpegOrientation returns the orientation that the EXIF segment of a JPEG
// states; upright if there is none, or none that can be understood.
func jpegOrientation(data []byte) orientation {
	for marker, payload := range segments(data) {
		if marker == markerSOS { // application segments stand before the first scan
			break
		}
		if marker != markerAPP1 { // XMP lives in APP1, too
			continue
		}
		if tiff, ok := bytes.CutPrefix(payload, []byte("Exif\x00\x00")); ok {
			return tiffOrientation(tiff)
		}
	}
	return upright
}

// tiffOrientation looks the tag up in the first directory of a TIFF structure
// (TIFF 6.0, section 2): header, offset of the directory, entries of 12 bytes.
func tiffOrientation(tiff []byte) orientation {
	const (
		tagOrientation = 0x0112
		typeShort      = 3
		entrySize      = 12
	)
	if len(tiff) < 8 {
		return upright
	}
	var order binary.ByteOrder
	switch string(tiff[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return upright
	}
	offset := uint64(order.Uint32(tiff[4:]))
	if offset+2 > uint64(len(tiff)) {
		return upright
	}
	directory := tiff[offset:]
	entries := directory[2:]
	for n := order.Uint16(directory); n > 0 && len(entries) >= entrySize; n-- {
		entry := entries[:entrySize]
		entries = entries[entrySize:]
		if order.Uint16(entry) != tagOrientation {
			continue
		}
		value := orientation(order.Uint16(entry[8:]))
		if order.Uint16(entry[2:]) != typeShort || order.Uint32(entry[4:]) != 1 || value < upright || value > turnedRight {
			return upright
		}
		return value
	}
	return upright
}
