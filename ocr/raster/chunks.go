package raster

import (
	"encoding/binary"
	"iter"
)

const (
	pngMagic   = "\x89PNG\r\n\x1a\n"
	webpHeader = 12 // "RIFF", a length, "WEBP"
)

// pngChunks yields the type and the data of each chunk of a PNG (ISO/IEC
// 15948, 5.3), up to the first that is cut short. Checksums are the decoder's.
func pngChunks(data []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		const overhead = 12 // length, type, checksum
		rest := data[len(pngMagic):]
		for len(rest) >= overhead {
			length := uint64(binary.BigEndian.Uint32(rest))
			if length > uint64(len(rest)-overhead) || !yield(string(rest[4:8]), rest[8:8+length]) {
				return
			}
			rest = rest[overhead+length:]
		}
	}
}

// webpChunks yields the type and the data of each chunk of a WebP (RFC 9649, 2.3), up to one that is cut short.
func webpChunks(data []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		rest := data[webpHeader:]
		for len(rest) >= 8 {
			length := uint64(binary.LittleEndian.Uint32(rest[4:]))
			if length > uint64(len(rest)-8) || !yield(string(rest[:4]), rest[8:8+length]) {
				return
			}
			rest = rest[min(uint64(len(rest)), 8+length+length&1):] // chunks begin at even offsets
		}
	}
}

// animatedWebP reports whether a WebP says that it is animated, or has frames.
func animatedWebP(data []byte) bool {
	const animationFlag = 1 << 1
	for kind, payload := range webpChunks(data) {
		switch {
		case kind == "VP8X" && len(payload) > 0 && payload[0]&animationFlag != 0:
			return true
		case kind == "ANIM" || kind == "ANMF":
			return true
		}
	}
	return false
}
