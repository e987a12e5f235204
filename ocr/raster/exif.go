package raster

import (
	"bytes"
	"encoding/binary"
	"image"
	"io"
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
	h := Header{decode: decode}
	switch o {
	case mirrored:
		h.Mirrored = true
	case upsideDown:
		h.Turns = 2
	case flipped:
		h.Turns, h.Mirrored = 2, true
	case transposed:
		h.Turns, h.Mirrored = 1, true
	case turnedLeft:
		h.Turns = 1
	case transverse:
		h.Turns, h.Mirrored = 3, true
	case turnedRight:
		h.Turns = 3
	}
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

func pngOrientation(data []byte) orientation {
	for kind, payload := range pngChunks(data) {
		if kind == "eXIf" {
			return tiffOrientation(payload)
		}
	}
	return asStored
}

func webpOrientation(data []byte) orientation {
	for kind, payload := range webpChunks(data) {
		if kind == "EXIF" {
			return tiffOrientation(bytes.TrimPrefix(payload, []byte(exifHeader)))
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
