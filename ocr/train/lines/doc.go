// Command lines makes the weights of package ocr/lines: it draws lines of print, spoils them as cameras do,
// and teaches the network to transcribe them. go generate in ocr/lines runs it. It takes some forty minutes
// of one processor of amd64, where GOEXPERIMENT=simd makes it ten times as fast.
//
//	main.go          the run; weights as bytes; the lines held back are judged
//	text.go          what lines say: names of syllables, dates, numbers, labels
//	fonts.go         the faces
//	draw.go          type on paper, a camera, and the place where a reader finds the line
//	learn.go         Adam; the network in training
//	layer.go         a layer, forwards and backwards
//	ctc.go           the loss
//	kernel_simd.go   the arithmetic, eight columns at a time
//	kernel_plain.go  the same where the processor or the compiler cannot
//
// The faces are those of these packages of Debian 12, each free to use for this: fonts-dejavu (Bitstream
// Vera's licence), fonts-liberation2, fonts-noto-core, fonts-lato, fonts-cantarell, fonts-inconsolata,
// fonts-crosextra-carlito, fonts-paratype (SIL Open Font License), fonts-croscore, fonts-open-sans,
// fonts-roboto-unhinted, fonts-crosextra-caladea (Apache License 2.0), fonts-freefont-ttf (GNU GPL 3 with
// the exception for fonts), fonts-oxygen (GNU GPL 3 with that exception, or OFL), fonts-hack (MIT),
// fonts-go (the licence of Go), fonts-urw-base35 (GNU AGPL 3 with an exception for documents).
package main
