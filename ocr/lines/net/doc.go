// Package net is the network that transcribes strips of print: a strip of 24 rows in, the scores of
// each symbol for each two columns out. Package lines uses it; the program ocr/train/lines makes its weights.
//
//	symbols.go  what is told apart
//	strip.go    a place in a picture -> a strip: level, at one height, without its light
//	shape.go    the layers: four convolutions over the strip, two along it, one to the scores
//	net.go      the layers in integers, and their weights as bytes
package net
