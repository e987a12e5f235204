package ocrb

import (
	"image"
	"slices"
)

// Bounds on what is looked at: a photograph of text has some thousand components.
const (
	maxRuns       = 150_000
	maxComponents = 4_000
)

// box is the bounding box of a component, exclusive at the far ends.
type box struct{ x0, y0, x1, y1 int }

// run is a stretch of dark pixels in one line, end exclusive.
type run struct{ y, x0, x1 int }

// page is an image made ready for finding what is dark on it.
type page struct {
	*image.Gray          // beginning at the origin
	sums        []uint32 // of the pixels above and left of each, with a row and column of zeros first
}

func newPage(img *image.Gray) *page { return &page{img, integral(img)} }

// components finds the connected dark parts (eight neighbours) of the size of a
// character or of some that touch. Dark is a pixel below its surroundings' mean by more than
// the share. Of an image with too many parts none are returned: that is noise, not print.
func (p *page) components(share float64) []box {
	runs := p.darkRuns(share)
	if len(runs) > maxRuns {
		return nil
	}
	joined := newSets(len(runs))
	above := 0
	for i, r := range runs {
		for above < i && (runs[above].y < r.y-1 || runs[above].y == r.y-1 && runs[above].x1 < r.x0) {
			above++
		}
		for k := above; k < i && runs[k].y == r.y-1 && runs[k].x0 <= r.x1; k++ {
			joined.join(k, i)
		}
	}
	boxes := make([]box, len(runs)) // at the root of each component
	for i, r := range runs {
		b := &boxes[joined.root(i)]
		if b.y1 == 0 {
			*b = box{r.x0, r.y, r.x1, r.y + 1}
		}
		*b = box{min(b.x0, r.x0), b.y0, max(b.x1, r.x1), max(b.y1, r.y+1)}
	}
	found := slices.DeleteFunc(boxes, func(b box) bool { return !plausible(b) })
	if len(found) > maxComponents {
		return nil
	}
	return found
}

// sets are disjoint sets of indices, each known by its lowest.
type sets []int

func newSets(n int) sets {
	s := make(sets, n)
	for i := range s {
		s[i] = i
	}
	return s
}

func (s sets) root(i int) int {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

func (s sets) join(i, j int) {
	a, b := s.root(i), s.root(j)
	s[max(a, b)] = min(a, b)
}

// plausible reports whether a component may be a character or a few that touch.
func plausible(b box) bool {
	w, h := b.x1-b.x0, b.y1-b.y0
	return min(w, h) >= 2 && max(w, h) >= 6 && min(w, h) <= 90 && max(w, h) <= 500
}

// darkRuns thresholds the image, smoothed over three pixels each way, against the
// mean of a window around each pixel.
func (p *page) darkRuns(share float64) []run {
	w, h := p.Rect.Dx(), p.Rect.Dy()
	radius := max(max(w, h)/45, 8)
	keep := float32(1 - share)
	means, values := make([]float32, w), make([]float32, w)
	var runs []run
	for y := range h {
		p.means(means, y, radius)
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
func (p *page) means(out []float32, y, radius int) {
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

// integral makes a page's sums. They fit: 2^32 is more than 255 times twelve million pixels.
func integral(img *image.Gray) []uint32 {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	sums := make([]uint32, (w+1)*(h+1))
	for y := range h {
		above, here := sums[y*(w+1)+1:(y+1)*(w+1)], sums[(y+1)*(w+1)+1:(y+2)*(w+1)]
		sum := uint32(0)
		for x, v := range img.Pix[y*img.Stride : y*img.Stride+w] {
			sum += uint32(v)
			here[x] = above[x] + sum
		}
	}
	return sums
}
