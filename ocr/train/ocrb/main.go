// Command ocrb makes the weights of package ocr/ocrb, and the atlas of glyphs that its tests draw zones
// from. go generate in ocr/ocrb runs it. It takes some minutes on two processors.
//
// The glyphs are those of OCRBS.otf in Debian's package fonts-ocr-b: drawn by Norbert Schwarz
// (1995, 2010; "you may freely use, modify and/or distribute this file, without limitation"), made
// into a font by Matthew Skala, who put his work into the public domain. Of its sisters, OCRBE has
// the same outlines in a box, and the others lack 8 and < for x/image/font/sfnt.
package main

import (
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"

	"ostrakon/ocr/mrz"
	"ostrakon/ocr/ocrb/net"
	"ostrakon/ocr/train"
)

// The seeds of training and of the samples held back.
const (
	trainingSeed = 9303
	heldOutSeed  = 1831
	heldOut      = 20000
)

func main() { train.Main(run) }

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("ocrb", flag.ContinueOnError)
	dir := flags.String("out", filepath.Join("..", "ocrb"), "directory for weights.bin and testdata/atlas.png")
	font := flags.String("font", "/usr/share/fonts/opentype/ocr-b/OCRBS.otf", "an OCR-B font")
	if err := flags.Parse(args); err != nil {
		return err
	}
	f, err := openFace(*font)
	if err != nil {
		return err
	}
	if err := writeAtlas(filepath.Join(*dir, "testdata", "atlas.png"), f); err != nil {
		return err
	}
	g, err := hang(f)
	if err != nil {
		return err
	}
	l := newLearner(trainingSeed)
	held := &maker{g, heldOutSeed}
	l.learn(&maker{g, trainingSeed}, func(done int) {
		fmt.Fprintf(out, "%5d of %d batches: %.2f %% right\n", done, batches, 100*accuracy(l.layers, held, heldOut/10))
	})
	weights := encode(l.layers)
	fmt.Fprintf(out, "held out: %.2f %% right of %d\n", 100*accuracy(l.layers, held, heldOut), heldOut)
	return os.WriteFile(filepath.Join(*dir, "weights.bin"), weights, 0o644)
}

// encode writes layers as net.Decode reads them.
func encode(layers []net.Layer) []byte {
	data := []byte(net.Magic)
	for _, l := range layers {
		for row := range l.Out {
			data = train.AppendRow(data, l.Weights[row*l.In:(row+1)*l.In], l.Biases[row])
		}
	}
	return data
}

// accuracy returns the share of the first samples that the network, its weights as bytes, gets right.
func accuracy(layers []net.Layer, m *maker, samples int) float64 {
	n, err := net.Decode(encode(layers))
	if err != nil {
		panic(err) // encode and Decode disagree
	}
	right := 0
	var c net.Cell
	for i := range samples {
		class := m.sample(uint64(i), &c)
		scores := n.Scores(&c)
		best := 0
		for k, s := range scores {
			if s > scores[best] {
				best = k
			}
		}
		if best == class {
			right++
		}
	}
	return float64(right) / float64(samples)
}

// writeAtlas puts the glyphs of a face side by side, in the order of mrz.Symbols: each in a
// tile of the size of a cell, two pixels a sample.
func writeAtlas(name string, f *face) error {
	const zoom = 2
	atlas := image.NewGray(image.Rect(0, 0, net.Width*zoom*len(mrz.Symbols), net.Height*zoom))
	for i, r := range mrz.Symbols {
		p, err := f.draw(r)
		if err != nil {
			return err
		}
		soft := p.blurred(0.3)
		for y := range net.Height * zoom {
			for x := range net.Width * zoom {
				const step = fine / zoom
				at := ((y*step)+margin*fine+step/2)*pictureWidth + x*step + margin*fine + step/2
				atlas.SetGray(i*net.Width*zoom+x, y, color.Gray{Y: uint8(255 - 255*soft[at])})
			}
		}
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(file, atlas); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}
