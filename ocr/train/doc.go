// Package train holds what the programs below it share. They make what package ocr and its tests read, and
// are a module of their own: the product is built, vetted and tested without them.
//
//	ocrb      makes ocr/ocrb/weights.bin and the atlas of glyphs that tests draw zones from, in some minutes
//	lines     makes ocr/lines/weights.bin, in some forty minutes of one processor
//	cardset   makes the cards in ocr/card/testdata/set
//	train.go  the start of a program, batches, a Gaussian, weights as bytes
//
// go generate in ocr/ocrb and ocr/lines runs the first two. On one kind of processor, and with one version
// of the fonts, each program writes the same bytes every time. ".ci/long train" builds, vets and tests this
// module, trains both networks, and compares the weights with the committed ones.
package train
