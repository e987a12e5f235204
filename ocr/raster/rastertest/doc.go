// Package rastertest makes the images that tests of uploads need: JPEG and PNG files put together
// segment by segment, among them some that no encoder would write.
//
//	images.go  files from an encoder, and from Exif, JPEG segments and PNG chunks
package rastertest
