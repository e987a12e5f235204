package raster

import (
	"bytes"
	"encoding/binary"
	"image"
	"io"
	"iter"
)

// orientation is the value of the Exif tag Orientation (CIPA DC-008, tag 0x0112): which sides of the scene the first
// row and the first column of the stored pixels are.
type orientation uint16

// Orientations by the scene's side that is in the first row, then the one in the first column.
const (
	asStored    orientation = 1 + iota // top, left
	mirrored                           // top, right
	upsideDown                         // bottom, right
	flipped                            // bottom, left
	transposed                         // left, top
	turnedLeft                         // right, top
	transverse                         // right, bottom
	turnedRight                        // left, bottom
)

// header says how pixels of this orientation are brought upright.
func (o orientation) header(decode func(io.Reader) (image.Image, error)) Header {
	h := [...]Header{
		mirrored: {Mirrored: true}, upsideDown: {Turns: 2}, flipped: {Turns: 2, Mirrored: true},
		transposed: {Turns: 1, Mirrored: true}, turnedLeft: {Turns: 1}, transverse: {Turns: 3, Mirrored: true},
		turnedRight: {Turns: 3},
	}[o]
	h.decode = decode
	return h
}

// exifHeader comes before the TIFF structure in JPEG, and in some WebP.
const exifHeader = "Exif\x00\x00"

func jpegOrientation(data []byte) orientation {
	for marker, payload := range segments(data) {
		if marker == markerSOS { // application segments come before the first scan
			break
		}
		if marker != markerAPP1 { // XMP lives in APP1, too
			continue
		}
		if tiff, ok := bytes.CutPrefix(payload, []byte(exifHeader)); ok {
			return tiffOrientation(tiff)
		}
	}
	return asStored
}

// chunkOrientation looks in the chunks of a name, where a header may come before the TIFF structure.
func chunkOrientation(chunks iter.Seq2[string, []byte], name, header string) orientation {
	for kind, payload := range chunks {
		if kind == name {
			return tiffOrientation(bytes.TrimPrefix(payload, []byte(header)))
		}
	}
	return asStored
}

// tiffOrientation looks the tag up in the first directory of a TIFF structure (TIFF 6.0, section 2): header, offset of
// the directory, entries of 12 bytes. What cannot be understood is as stored.
func tiffOrientation(tiff []byte) orientation {
	const (
		tagOrientation = 0x0112
		typeShort      = 3
		entrySize      = 12
	)
	if len(tiff) < 8 {
		return asStored
	}
	var order binary.ByteOrder
	switch string(tiff[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return asStored
	}
	offset := uint64(order.Uint32(tiff[4:]))
	if offset+2 > uint64(len(tiff)) {
		return asStored
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
		if order.Uint16(entry[2:]) != typeShort || order.Uint32(entry[4:]) != 1 || value < asStored || value > turnedRight {
			return asStored
		}
		return value
	}
	return asStored
}
