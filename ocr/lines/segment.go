package lines

import (
	"cmp"
	"image"
	"math"
	"slices"

	"ostrakon/ocr/lines/net"
	"ostrakon/ocr/raster"
)

// ink is how much darker than its surroundings print is, at least.
const ink = 0.1

// What is read of a page, the longest segments first: a card has some 60, of 4,000 columns in all.
const (
	maxSegments = 250
	maxColumns  = 16_000
)

// segment is a run of components that may be print on one line.
type segment struct {
	parts []image.Rectangle // from left to right
	box   image.Rectangle
	place net.Place
	unit  float64 // height of capitals, in pixels
	line  int
}

// segments finds what may be print on a page, or a part of one with this longer side, line by line from the top.
func segments(img *image.Gray, side int) []segment {
	shades := raster.NewShades(img)
	shades.Around = max(side/45, 8)
	parts := shades.Components(ink)
	tallest := side / 12
	parts = slices.DeleteFunc(parts,
		func(b image.Rectangle) bool { return b.Dy() < 5 || b.Dy() > tallest || b.Dx() > 30*b.Dy() })
	slices.SortFunc(parts, func(a, b image.Rectangle) int {
		return cmp.Or(a.Min.X-b.Min.X, a.Min.Y-b.Min.Y, a.Max.X-b.Max.X)
	})
	linked := raster.NewSets(len(parts))
	for i := range parts {
		if next := onward(parts, i, tallest); next >= 0 {
			linked.Join(i, next)
		}
	}
	chains := make([][]image.Rectangle, len(parts))
	for i, p := range parts {
		at := linked.Root(i)
		chains[at] = append(chains[at], p)
	}
	var out []segment
	for _, c := range chains {
		if s, ok := fit(c); ok {
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b segment) int { return b.box.Dx() - a.box.Dx() })
	out = apart(out[:min(len(out), maxSegments)])
	columns := 0.0
	for i, s := range out {
		if columns += (s.place.Right - s.place.Left) * s.place.Zoom(); columns > maxColumns {
			out = out[:i]
			break
		}
	}
	return inLines(out)
}

// onward finds the part that follows the i-th on its line, -1 if none does.
func onward(parts []image.Rectangle, i, tallest int) int {
	p := parts[i]
	best, bestCost := -1, math.MaxInt
	for j := i + 1; j < len(parts) && parts[j].Min.X <= p.Max.X+2*tallest; j++ {
		q := parts[j]
		low, high := min(p.Dy(), q.Dy()), max(p.Dy(), q.Dy())
		shared := min(p.Max.Y, q.Max.Y) - max(p.Min.Y, q.Min.Y)
		gap := q.Min.X - p.Max.X
		if q.Max.X <= p.Max.X || 10*shared < 6*low || 10*high > 24*low || gap > 5*high/4 || 2*gap < -low {
			continue
		}
		// the middles of two lines differ by more than their letters do
		off := p.Min.Y + p.Max.Y - q.Min.Y - q.Max.Y
		if off = max(off, -off) / 2; off <= high/2 {
			if cost := gap + 2*off; cost < bestCost {
				best, bestCost = j, cost
			}
		}
	}
	return best
}

// fit finds where capitals stand and how high they are.
func fit(parts []image.Rectangle) (segment, bool) {
	s := segment{parts: parts}
	for _, p := range parts {
		s.box = s.box.Union(p)
	}
	if s.box.Dx() < s.box.Dy()/3 || s.box.Dy() < 6 {
		return s, false
	}
	slope := s.slope()
	var tops, bottoms []float64
	for _, p := range parts {
		shift := slope * (float64(p.Min.X+p.Max.X)/2 - float64(s.box.Min.X))
		for range 1 + p.Dx()/max(p.Dy(), 1) { // letters that touch count as so many
			tops = append(tops, float64(p.Min.Y)-shift)
			bottoms = append(bottoms, float64(p.Max.Y)-shift)
		}
	}
	slices.Sort(tops)
	slices.Sort(bottoms)
	// capitals and digits, or long small letters, are a fifth at least; marks on capitals and descenders are fewer
	base, top := bottoms[(len(bottoms)-1)*45/100], tops[len(tops)*18/100]
	high := base - top
	if high < 7 {
		return s, false
	}
	s.place = net.Place{
		Left: float64(s.box.Min.X) - 0.45*high, Right: float64(s.box.Max.X) + 0.45*high, Cap: high, Slope: slope, Stretch: 1,
	}
	s.unit = high
	s.place.Base = base + slope*(s.place.Left-float64(s.box.Min.X))
	return s, true
}

// slope is the median of those between the feet of parts that are far from each other.
func (s *segment) slope() float64 {
	const steepest = 0.08
	half := len(s.parts) / 2
	if len(s.parts) < 5 || s.box.Dx() < 4*s.box.Dy() {
		return 0
	}
	var slopes []float64
	for i := range s.parts[half:] {
		for _, of := range []func(image.Rectangle) int{func(r image.Rectangle) int { return r.Min.Y },
			func(r image.Rectangle) int { return r.Max.Y }} {
			p, q := s.parts[i], s.parts[half+i]
			slopes = append(slopes, float64(of(q)-of(p))/float64(max(q.Min.X+q.Max.X-p.Min.X-p.Max.X, 1))*2)
		}
	}
	slices.Sort(slopes)
	return min(max((slopes[(len(slopes)-1)/2]+slopes[len(slopes)/2])/2, -steepest), steepest)
}

// apart drops segments that lie within a longer one: dots, accents, the insides of letters.
func apart(all []segment) []segment {
	var out []segment
	for _, s := range all {
		if !slices.ContainsFunc(out, func(o segment) bool {
			common := s.box.Intersect(o.box)
			return common.Dx()*common.Dy()*2 > s.box.Dx()*s.box.Dy()
		}) {
			out = append(out, s)
		}
	}
	return out
}

// inLines numbers segments by lines, from the top, and orders each line from left to right.
func inLines(all []segment) []segment {
	slices.SortStableFunc(all, func(a, b segment) int { return a.box.Min.Y + a.box.Max.Y - b.box.Min.Y - b.box.Max.Y })
	lines := 0
	for i := range all {
		all[i].line = -1
		for j := i - 1; j >= max(i-12, 0) && all[i].line < 0; j-- {
			p, q := all[j], all[i]
			shared := min(p.box.Max.Y, q.box.Max.Y) - max(p.box.Min.Y, q.box.Min.Y)
			if 10*shared >= 6*min(p.box.Dy(), q.box.Dy()) && 10*max(p.box.Dy(), q.box.Dy()) <= 22*min(p.box.Dy(), q.box.Dy()) {
				all[i].line = p.line
			}
		}
		if all[i].line < 0 {
			all[i].line = lines
			lines++
		}
	}
	slices.SortStableFunc(all, func(a, b segment) int { return cmp.Or(a.line-b.line, a.box.Min.X-b.box.Min.X) })
	return all
}
