package texture

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
)

const pngMagic = "\x89PNG\r\n\x1a\n"

var errDamaged = errors.New("texture: the picture is damaged")

// cleanPNG keeps the chunks that decide about the pixels, with their checksums.
func cleanPNG(data []byte) ([]byte, error) {
	const overhead = 12 // length, type and checksum
	out := make([]byte, 0, len(data))
	out = append(out, pngMagic...)
	for rest := data[len(pngMagic):]; len(rest) >= overhead; {
		length := uint64(binary.BigEndian.Uint32(rest))
		if length > uint64(len(rest)-overhead) {
			return nil, errDamaged
		}
		chunk := rest[:overhead+length]
		rest = rest[len(chunk):]
		kind := string(chunk[4:8])
		switch kind {
		case "IHDR", "PLTE", "IDAT", "IEND", "tRNS":
		default:
			if chunk[4]&0x20 == 0 { // one that a reader must know
				return nil, errDamaged
			}
			continue
		}
		if sum := chunk[len(chunk)-4:]; crc32.ChecksumIEEE(chunk[4:len(chunk)-4]) != binary.BigEndian.Uint32(sum) {
			return nil, errDamaged
		}
		out = append(out, chunk...)
		if kind == "IEND" {
			return out, nil
		}
	}
	return nil, errDamaged // it has no end
}
