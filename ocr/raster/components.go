package raster

import (
	"image"
	"slices"
)

// Bounds on what is looked at: a photograph of text has some thousand components.
const (
	maxRuns       = 150_000
	maxComponents = 4_000
)

// run is a stretch of dark pixels in one line, end exclusive.
type run struct{ y, x0, x1 int }

// Shades is an image made ready for finding what is dark on it.
type Shades struct {
	*image.Gray          // beginning at the origin
	Around      int      // how far from a pixel its surroundings reach
	sums        []uint32 // of the pixels above and left of each, with a row and column of zeros first
}

// NewShades makes an image of at most 12 megapixels ready.
func NewShades(img *image.Gray) *Shades {
	return &Shades{img, max(max(img.Rect.Dx(), img.Rect.Dy())/45, 8), integral(img)}
}

// Components finds the connected dark parts (eight neighbours) of the size of a
// character or of some that touch. Dark is a pixel below its surroundings' mean by more than
// the share. Of an image with too many parts none are returned: that is noise, not print.
func (p *Shades) Components(share float64) []image.Rectangle {
	runs := p.darkRuns(share)
	if len(runs) > maxRuns {
		return nil
	}
	joined := NewSets(len(runs))
	above := 0
	for i, r := range runs {
		for above < i && (runs[above].y < r.y-1 || runs[above].y == r.y-1 && runs[above].x1 < r.x0) {
			above++
		}
		for k := above; k < i && runs[k].y == r.y-1 && runs[k].x0 <= r.x1; k++ {
			joined.Join(k, i)
		}
	}
	boxes := make([]image.Rectangle, len(runs)) // at the root of each component
	for i, r := range runs {
		b := &boxes[joined.Root(i)]
		*b = b.Union(image.Rect(r.x0, r.y, r.x1, r.y+1))
	}
	found := slices.DeleteFunc(boxes, func(b image.Rectangle) bool {
		w, h := b.Dx(), b.Dy()
		return min(w, h) < 2 || max(w, h) < 6 || min(w, h) > 90 || max(w, h) > 500
	})
	if len(found) > maxComponents {
		return nil
	}
	return found
}

// Sets are disjoint sets of indices, each known by its lowest.
type Sets []int

// NewSets makes a set of each index below n.
func NewSets(n int) Sets {
	s := make(Sets, n)
	for i := range s {
		s[i] = i
	}
	return s
}

// Root is the lowest index of the set of one.
func (s Sets) Root(i int) int {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

// Join makes one set of those of two indices.
func (s Sets) Join(i, j int) {
	a, b := s.Root(i), s.Root(j)
	s[max(a, b)] = min(a, b)
}

// darkRuns thresholds the image, smoothed over three pixels each way, against the mean of a window around each pixel.
func (p *Shades) darkRuns(share float64) []run {
	w, h := p.Rect.Dx(), p.Rect.Dy()
	keep := float32(1 - share)
	means, values := make([]float32, w), make([]float32, w)
	var runs []run
	for y := range h {
		p.means(means, y, p.Around)
		p.means(values, y, 1)
		start := -1
		for x, v := range values {
			dark := v < means[x]*keep-2
			if dark == (start >= 0) {
				continue
			}
			if dark {
				start = x
				continue
			}
			runs = append(runs, run{y: y, x0: start, x1: x})
			start = -1
		}
		if start >= 0 {
			runs = append(runs, run{y: y, x0: start, x1: w})
		}
		if len(runs) > maxRuns {
			return runs
		}
	}
	return runs
}

// means averages, for each pixel of a line, the window of a radius around it.
func (p *Shades) means(out []float32, y, radius int) {
	w, h := p.Rect.Dx(), p.Rect.Dy()
	y0, y1 := max(y-radius, 0), min(y+radius+1, h)
	top, bottom := p.sums[y0*(w+1):(y0+1)*(w+1)], p.sums[y1*(w+1):(y1+1)*(w+1)]
	at := func(x int) {
		x0, x1 := max(x-radius, 0), min(x+radius+1, w)
		sum := bottom[x1] - top[x1] - bottom[x0] + top[x0]
		out[x] = float32(sum) / float32((x1-x0)*(y1-y0))
	}
	inner := min(radius, w)
	for x := range inner {
		at(x)
	}
	share := 1 / float32((2*radius+1)*(y1-y0))
	for x := inner; x < w-radius; x++ {
		x0, x1 := x-radius, x+radius+1
		out[x] = float32(bottom[x1]-top[x1]-bottom[x0]+top[x0]) * share
	}
	for x := max(w-radius, inner); x < w; x++ {
		at(x)
	}
}
