package ocrb

import (
	_ "embed"
	"errors"
	"fmt"
	"image"
	"math"
	"time"

	"ostrakon/ocr/mrz"
	"ostrakon/ocr/ocrb/net"
	"ostrakon/ocr/raster"
)

//go:embed weights.bin
var weights []byte

// ErrNoZone is returned for an image in which no machine-readable zone is found.
var ErrNoZone = errors.New("no machine-readable zone in the image")

// leastFit is the fit, a mean logarithm, below which cells do not look like a zone.
const leastFit = -0.9

// sureFit ends the search: cells this clear are those of a zone.
const sureFit = -0.35

// Reader reads zones. It may be used by several goroutines.
type Reader struct{ network *net.Network }

// New makes a Reader. An error means that the program was built with other weights than its network's.
func New() (*Reader, error) {
	n, err := net.Decode(weights)
	if err != nil {
		return nil, fmt.Errorf("weights of the zone reader: %w", err)
	}
	return &Reader{n}, nil
}

// Reading is a zone as it was read. A reading to rely on has both confidences above a half and a Document that holds.
type Reading struct {
	Lines          []string
	Scores         [][]mrz.Scores // of each cell of each line: what it looked like before the check digits
	Fit            float64        // mean logarithm of the probabilities of the symbols: near 0 is clear
	Confidence     float64        // 0 to 1, of what check digits cover: how clear it is, and how far any other text is
	NameConfidence float64        // 0 to 1, of the rest, names above all: that of the least clear symbol
	Turn           int            // clockwise turn of the card, in degrees: 0, 90, 180 or 270
	Document       mrz.Document
}

// attempt is one way to prepare the image.
type attempt struct {
	side  int     // longer side, in pixels
	share float64 // how much darker than its surroundings ink is
}

// Read finds and reads the zone of a card in an image of any size. Dates are resolved against today (mrz.Parse).
// Doubtful symbols are chosen so that all check digits agree; where that would overrule a symbol that is plain to see,
// the zone is given as seen, and a check digit of the Document fails. The error is ErrNoZone.
func (r *Reader) Read(img *image.Gray, today time.Time) (Reading, error) {
	longer := max(img.Rect.Dx(), img.Rect.Dy())
	if min(img.Rect.Dx(), img.Rect.Dy()) < 16 {
		return Reading{}, ErrNoZone
	}
	best := Reading{Fit: math.Inf(-1)}
	var shrunk *raster.Shades
	for _, a := range []attempt{{1400, 0.1}, {1400, 0.05}, {1400, 0.2}, {2400, 0.1}} {
		if a.side > 1400 && longer <= 1400 {
			continue
		}
		if side := min(a.side, longer); shrunk == nil || max(shrunk.Rect.Dx(), shrunk.Rect.Dy()) != side {
			shrunk = raster.NewShades(shrink(img, side))
		}
		r.try(shrunk, a.share, today, &best)
		if best.Fit > sureFit {
			break
		}
	}
	if best.Fit < leastFit {
		return Reading{}, ErrNoZone
	}
	return best, nil
}

// try looks along both axes and keeps the best reading.
func (r *Reader) try(p *raster.Shades, share float64, today time.Time, best *Reading) {
	found := p.Components(share)
	for _, vertical := range []bool{false, true} {
		var grids []grid
		for _, row := range rows(along(found, vertical)) {
			if g, ok := fitGrid(row); ok {
				grids = append(grids, g)
			}
		}
		for _, b := range blocks(grids) {
			reading, ok := r.readBlock(p.Gray, b, vertical)
			if !ok || reading.Fit <= best.Fit {
				continue
			}
			document, err := mrz.Parse(reading.Lines, today)
			if err != nil {
				continue
			}
			reading.Document = document
			*best = reading
			if best.Fit > sureFit {
				return
			}
		}
	}
}
