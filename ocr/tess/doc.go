// Package tess reads printed text with Tesseract's LSTM recogniser, through one
// interface with two engines behind it.
//
//	tess.go      Engine, Mode, Word: what both engines offer
//	embedded.go  Embedded: Tesseract 5.3 as WebAssembly, in this process
//	native.go    Native: the tesseract program of the machine
//	hocr.go      both answer in hOCR, which is parsed here
//	pgm.go       pictures on their way to either: pixels of our own, as PGM
//
// The engines are given grey pictures of at most [MaxPixels], never bytes from
// outside: no codec of Tesseract's image library meets a stranger's file.
//
// Embedded cannot be interrupted: WebAssembly code runs to its end whatever
// becomes of the context, and its memory grows and never shrinks. It belongs in
// a process that can be killed. Its language model is in eng.traineddata.gz;
// README.md says where that comes from.
package tess
