package command

import (
	"strings"

	"rsc.io/qr"
)

// halfBlocks draws a QR code with its margin in characters that are two modules high. Light modules are blocks,
// or dark ones if dark is set.
func halfBlocks(code *qr.Code, dark bool) string {
	const margin = 4
	end := code.Size + margin
	var out strings.Builder
	for y := -margin; y < end; y += 2 {
		for x := -margin; x < end; x++ {
			upper, lower := code.Black(x, y) == dark, y+1 < end && code.Black(x, y+1) == dark
			switch {
			case upper && lower:
				out.WriteRune('█')
			case upper:
				out.WriteRune('▀')
			case lower:
				out.WriteRune('▄')
			default:
				out.WriteByte(' ')
			}
		}
		out.WriteByte('\n')
	}
	return out.String()
}
