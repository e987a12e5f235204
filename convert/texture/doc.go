// Package texture cleans the pictures that surfaces show: PNG (ISO/IEC 15948) and JPEG (ITU-T T.81).
//
//	texture.go  Clean: a picture without metadata; Image and its limits
//	png.go      the chunks of a PNG that are kept
//	jpeg.go     the segments of a JPEG that are kept
//	pixels.go   Pixels: the colours of a picture, for drawings
//
// Nothing is encoded again: the pixels of a cleaned picture are those of the file, to the bit. What says where, when,
// by whom or with what it was made stays behind, as do colour profiles, which glTF ignores.
//
// Before anything is decoded, the header is read and its size compared with the limits.
package texture
