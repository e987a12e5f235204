package ocrb

import (
	"image"
	"math"
	"slices"

	"ostrakon/ocr/mrz"
	"ostrakon/ocr/ocrb/net"
)

// beyond is how many cells before and behind a row are looked at: it may have lost some, or caught dirt.
const beyond = 3

// strip is the scores of a row in the order of reading, from beyond its ends.
type strip struct {
	lens   *lens
	scores [][net.Classes]float64
	first  int // index of the first score in the grid's own count
}

// blurred is the likeness below which a row is not text that the network knows.
const blurred = -2.2

// readBlock reads a block both ways and decodes the better one. ok is false where it is not a zone.
func (r *Reader) readBlock(img *image.Gray, b block, vertical bool) (Reading, bool) {
	forward := r.lenses(img, b, vertical, false)
	backward := r.lenses(img, b, vertical, true)
	better, reversed := forward, false
	likeness := r.likenessOf(forward)
	if other := r.likenessOf(backward); other > likeness {
		better, reversed, likeness = backward, true, other
	}
	if likeness < blurred {
		return Reading{}, false
	}
	// Lines follow each other downward: along x, reading forward, that is the block's order, and each turn reverses it.
	if reversed != vertical {
		slices.Reverse(better)
	}
	var strips []strip
	for _, l := range better {
		r.focus(l)
		strips = append(strips, r.strip(l))
	}
	rows, ok := frame(strips)
	if !ok {
		return Reading{}, false
	}
	decoded, err := mrz.Decode(rows)
	if err != nil {
		return Reading{}, false
	}
	reading := Reading{Lines: decoded.Lines, Scores: rows, Fit: decoded.Fit}
	if vertical {
		reading.Turn = 90
	}
	if reversed {
		reading.Turn += 180
	}
	doubt := min(decoded.Overruled-doubtful, 0)
	reading.Confidence = math.Exp(decoded.Fit+doubt/2) * decoded.Margin
	reading.NameConfidence = math.Exp(decoded.Unchecked)
	// In a clear picture what is plain to see stands; in a poor one the network errs as plainly.
	cells := float64(len(rows) * len(rows[0]))
	others := (decoded.Fit*cells - decoded.Overruled) / cells
	if decoded.Overruled < contradiction && others > plain {
		reading.Lines = decoded.Seen
	}
	return reading, true
}

// How much less likely a symbol may be than what its cell looks like: beyond doubtful it costs
// confidence, beyond contradiction, where the other cells are plain on the mean, it does not stand.
const (
	doubtful      = -3.0
	contradiction = -5.0
	plain         = -0.1
)

// lenses makes one for each grid, with the capitals' height of the whole block.
func (r *Reader) lenses(img *image.Gray, b block, vertical, reversed bool) []*lens {
	var heights []float64
	for _, g := range b {
		heights = append(heights, g.height)
	}
	height := quantileOf(heights, 0.99)
	var made []*lens
	for _, g := range b {
		l := &lens{img: img, grid: g, vertical: vertical, reversed: reversed, height: height}
		l.expose()
		made = append(made, l)
	}
	return made
}

func (r *Reader) likenessOf(lenses []*lens) float64 {
	sum := 0.0
	for _, l := range lenses {
		sum += r.likeness(l, 4)
	}
	return sum / float64(len(lenses))
}

// strip looks at every cell of a row.
func (r *Reader) strip(l *lens) strip {
	s := strip{lens: l, first: -beyond}
	for i := -beyond; i < l.grid.cells+beyond; i++ {
		s.scores = append(s.scores, r.look(l, i))
	}
	if l.reversed {
		slices.Reverse(s.scores)
	}
	return s
}

// frame picks the layout whose cells look most like symbols, and cuts the strips to its width.
func frame(strips []strip) ([][]mrz.Scores, bool) {
	widths := []int{36, 44}
	if len(strips) == 3 {
		widths = []int{30}
	}
	var best [][]mrz.Scores
	bestSum := math.Inf(-1)
	for _, width := range widths {
		var rows [][]mrz.Scores
		sum := 0.0
		for _, s := range strips {
			at, score := s.window(width)
			if at < 0 {
				sum = math.Inf(-1)
				break
			}
			sum += score
			row := make([]mrz.Scores, width)
			for i := range row {
				for k := range row[i] {
					row[i][k] = max(s.scores[at+i][k], worst-2)
				}
			}
			rows = append(rows, row)
		}
		if sum > bestSum {
			best, bestSum = rows, sum
		}
	}
	return best, best != nil
}

// window finds the best place for a line of a width in a strip, -1 if it is too short.
func (s strip) window(width int) (at int, score float64) {
	n := len(s.scores)
	if n < width {
		return -1, 0
	}
	// Inside counts against outside, cell by cell: a sum of differences.
	gain := make([]float64, n+1)
	outside := 0.0
	for i, c := range s.scores {
		in, out := max(likeliest(c), worst), max(c[net.Reject], worst)
		gain[i+1] = gain[i] + in - out
		outside += out
	}
	at = 0
	for i := range n - width + 1 {
		if gain[i+width]-gain[i] > gain[at+width]-gain[at] {
			at = i
		}
	}
	return at, outside + gain[at+width] - gain[at]
}
