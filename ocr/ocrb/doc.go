// Package ocrb reads the machine-readable zone in the photograph of a card: from
// grey pixels to the scores of cells, and through package mrz to a document.
//
//	reader.go      Reader: tries, in order, the ways a zone may lie; Reading
//	shrink.go      the photograph at a bounded size
//	rows.go        components (package raster) -> rows of text, along either axis
//	grid.go        a row -> an even grid of cells, pitch to a fraction of a pixel
//	block.go       rows one under the other -> the lines of a zone
//	cells.go       a cell of the grid -> samples -> scores
//	net            the network that scores samples; its weights are weights.bin
//
// Rows are looked for along both axes, and each block is tried both ways up, so a card may lie in
// any of four turns, tilted by up to about eight degrees, in mild perspective. Time is bounded:
// sizes, components, rows and blocks all have a cap.
//
// go generate makes weights.bin, and the atlas of the tests, from the glyphs of Debian's package fonts-ocr-b.
// ocr/train/ocrb names their authors and terms: free to use and modify without limitation. Reading needs no font.
package ocrb

//go:generate go -C ../train run ./ocrb
