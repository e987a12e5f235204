package raster

import (
	"cmp"
	"image"
	"math"
	"slices"
)

// Point is a place in a picture, in pixels from its top left corner.
type Point struct{ X, Y float64 }

// Outline is the edge of something that may be a card.
type Outline struct {
	// Corners go clockwise. The side from the first to the second is the nearest to a row of the picture.
	Corners [4]Point
	Share   float64 // of the picture that is inside, 0 to 1
	Turn    float64 // of the first side, in degrees clockwise: -45 to 45
	Bend    float64 // by how much of their length opposite sides differ, 0 in a picture from straight above
	clear   float64 // share of the edge that is to be seen
}

const (
	outlineSide = 480  // long side at which outlines are looked for
	leastShare  = 0.01 // of the picture that a card fills
	maxOutlines = 3
)

// Outlines finds up to three things of a card's shape, the clearest first, which the picture's edge does not cut.
//
// Whatever is lighter or darker than the table is one part of some threshold; where things touch, edges remain.
func Outlines(img *image.Gray) []Outline {
	if min(img.Rect.Dx(), img.Rect.Dy()) < 2 {
		return nil
	}
	small := soft(Fit(img, outlineSide))
	var found []Outline
	take := func(mask []bool) {
		for _, hull := range hulls(mask, small.Rect.Dx()) {
			if o, ok := outline(small, hull); ok {
				found = append(found, o)
			}
		}
	}
	mask := make([]bool, len(small.Pix))
	const step = 18 // greys
	for level := 24; level < 255; level += step {
		for _, light := range []bool{true, false} {
			for i, v := range small.Pix {
				mask[i] = (int(v) >= level) == light
			}
			take(mask)
		}
	}
	for _, corners := range frames(edges(small), small.Rect.Dx(), small.Rect.Dy()) {
		if o, ok := outline(small, corners); ok {
			found = append(found, o)
		}
	}
	found = distinct(small, found)
	zoom := float64(img.Rect.Dx()) / float64(small.Rect.Dx())
	for i := range found {
		for j, p := range found[i].Corners {
			found[i].Corners[j] = Point{p.X * zoom, p.Y * zoom}
		}
	}
	return found
}

// soft averages over three by three pixels.
func soft(img *image.Gray) *image.Gray {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := image.NewGray(img.Rect)
	copy(out.Pix, img.Pix)
	for y := 1; y < h-1; y++ {
		for x := 1; x < w-1; x++ {
			sum := 0
			for _, row := range [3][]uint8{img.Pix[(y-1)*img.Stride+x-1:], img.Pix[y*img.Stride+x-1:],
				img.Pix[(y+1)*img.Stride+x-1:]} {
				sum += int(row[0]) + int(row[1]) + int(row[2])
			}
			out.Pix[y*out.Stride+x] = uint8(sum / 9)
		}
	}
	return out
}

// hulls returns the clockwise convex hulls of large parts of a mask off its edge. It clears the mask.
func hulls(mask []bool, width int) (out [][]Point) {
	height := len(mask) / width
	part := make([]int, 0, len(mask))
	for start, set := range mask {
		if !set {
			continue
		}
		part = append(part[:0], start)
		mask[start] = false
		for i := 0; i < len(part); i++ {
			at := part[i]
			for _, next := range [4]int{at - width, at - 1, at + 1, at + width} {
				if next >= 0 && next < len(mask) && mask[next] {
					mask[next] = false
					part = append(part, next)
				}
			}
		}
		if float64(len(part)) < leastShare/4*float64(len(mask)) {
			continue
		}
		if hull, ok := hullOf(part, width, height); ok {
			out = append(out, hull)
		}
	}
	return out
}

// hullOf is the convex hull of pixels by Andrew's monotone chain; ok is false where they touch the picture's edge.
func hullOf(part []int, width, height int) (hull []Point, ok bool) {
	first, last := make([]int, height), make([]int, height)
	for _, at := range part {
		x, y := at%width, at/width
		if x == 0 || y == 0 || x == width-1 || y == height-1 {
			return nil, false
		}
		if first[y] == 0 || x < first[y] {
			first[y] = x
		}
		last[y] = max(last[y], x)
	}
	side := func(edge []int, down bool) {
		from := len(hull)
		for i := range height {
			y := i
			if !down {
				y = height - 1 - i
			}
			if edge[y] == 0 {
				continue
			}
			p := Point{float64(edge[y]), float64(y)}
			for len(hull) > from+1 && turned(hull[len(hull)-2], hull[len(hull)-1], p) <= 0 {
				hull = hull[:len(hull)-1]
			}
			hull = append(hull, p)
		}
	}
	side(last, true)
	side(first, false)
	hull = slices.Compact(hull)
	return hull, len(hull) > 3
}

// turned is twice the area of a triangle, above 0 if it goes clockwise.
func turned(a, b, c Point) float64 { return (b.X-a.X)*(c.Y-a.Y) - (b.Y-a.Y)*(c.X-a.X) }

// area of a polygon that goes clockwise.
func area(polygon []Point) float64 {
	sum := 0.0
	for i, p := range polygon {
		q := polygon[(i+1)%len(polygon)]
		sum += p.X*q.Y - p.Y*q.X
	}
	return sum / 2
}

// fourSided takes sides off a convex polygon, the one that adds the least area first, until it has four.
func fourSided(hull []Point) ([]Point, bool) {
	for len(hull) > 4 {
		best, added, corner := -1, math.Inf(1), Point{}
		n := len(hull)
		for i := range hull {
			a, b, c, d := hull[(i+n-1)%n], hull[i], hull[(i+1)%n], hull[(i+2)%n]
			p, ok := crossing(a, b, d, c)
			if !ok {
				continue
			}
			if more := turned(b, p, c) / 2; more >= 0 && more < added {
				best, added, corner = i, more, p
			}
		}
		if best < 0 {
			return nil, false
		}
		hull[best] = corner
		hull = slices.Delete(hull, (best+1)%n, (best+1)%n+1)
	}
	return hull, len(hull) == 4
}

// crossing is where the line from a through b meets that from d through c, beyond both.
func crossing(a, b, d, c Point) (Point, bool) {
	ux, uy, vx, vy := b.X-a.X, b.Y-a.Y, c.X-d.X, c.Y-d.Y
	det := vx*uy - ux*vy
	if math.Abs(det) < 1e-9 {
		return Point{}, false
	}
	wx, wy := d.X-a.X, d.Y-a.Y
	s, t := (vx*wy-vy*wx)/det, (ux*wy-uy*wx)/det
	return Point{a.X + s*ux, a.Y + s*uy}, s >= 1 && t >= 1
}

// outline judges whether the hull of a part is that of a card.
func outline(img *image.Gray, hull []Point) (Outline, bool) {
	const (
		full         = 0.93        // share of the four-sided figure that the hull fills
		least, most  = 1.25, 1.9   // long side to short: 1.42 and 1.59 are those of cards
		even         = 0.7         // shorter of two opposite sides to the longer
		square       = math.Pi / 6 // by how much a corner may differ from a right angle
		clear, aSide = 0.8, 0.5    // share of the edge, and of each side of it, that is to be seen
	)
	within := area(hull)
	corners, ok := fourSided(slices.Clone(hull))
	if !ok || within < full*area(corners) {
		return Outline{}, false
	}
	o := fromTop(corners)
	o.Share = within / float64(len(img.Pix))
	top, right, bottom, left := o.sides()
	wide, high := (top+bottom)/2, (left+right)/2
	ratio := max(wide, high) / min(wide, high)
	if o.Share < leastShare || ratio < least || ratio > most || min(top, bottom) < even*max(top, bottom) ||
		min(left, right) < even*max(left, right) {
		return Outline{}, false
	}
	o.Bend = max(math.Abs(top-bottom)/wide, math.Abs(left-right)/high)
	for i, p := range o.Corners {
		before, after := o.Corners[(i+3)%4], o.Corners[(i+1)%4]
		corner := math.Atan2(after.Y-p.Y, after.X-p.X) - math.Atan2(before.Y-p.Y, before.X-p.X)
		if math.Abs(math.Remainder(corner+math.Pi/2, 2*math.Pi)) > square {
			return Outline{}, false
		}
		seen := visible(img, p, after)
		if seen < aSide {
			return Outline{}, false
		}
		o.clear += seen / 4
	}
	return o, o.clear >= clear
}

// printed reports whether something is printed inside an outline: greys rise and fall there.
func printed(img *image.Gray, o Outline) bool {
	const (
		probes = 48
		rise   = 12   // greys from one probe to the next
		share  = 0.02 // of the probes
	)
	m := ontoOutline(o.Corners)
	rises, last := 0, uint8(0)
	for i := range probes * probes {
		u, v := 0.05+0.9*float64(i%probes)/probes, 0.05+0.9*float64(i/probes)/probes
		d := m[6]*u + m[7]*v + 1
		grey := bilinear(img, int((m[0]*u+m[1]*v+m[2])/d*(1<<16)), int((m[3]*u+m[4]*v+m[5])/d*(1<<16)))
		if i%probes > 0 && max(grey, last)-min(grey, last) >= rise {
			rises++
		}
		last = grey
	}
	return float64(rises) >= share*probes*probes
}

// fromTop begins with the corner from which a side goes along the rows.
func fromTop(corners []Point) (o Outline) {
	best := math.Inf(1)
	for i, p := range corners {
		q := corners[(i+1)%4]
		if turn := math.Atan2(q.Y-p.Y, q.X-p.X) * 180 / math.Pi; math.Abs(turn) < math.Abs(best) {
			best = turn
			for j := range o.Corners {
				o.Corners[j] = corners[(i+j)%4]
			}
		}
	}
	o.Turn = best
	return o
}

func (o Outline) sides() (top, right, bottom, left float64) {
	length := func(i, j int) float64 {
		return math.Hypot(o.Corners[j].X-o.Corners[i].X, o.Corners[j].Y-o.Corners[i].Y)
	}
	return length(0, 1), length(1, 2), length(2, 3), length(3, 0)
}

// visible is the share of a side that parts two greys.
func visible(img *image.Gray, from, to Point) float64 {
	const (
		probes = 40
		reach  = 3 // pixels to either side
		apart  = 7 // greys
	)
	dx, dy := to.X-from.X, to.Y-from.Y
	length := math.Hypot(dx, dy)
	nx, ny := -dy/length, dx/length
	at := func(x, y float64) int {
		u, v := min(max(int(x+0.5), 0), img.Rect.Dx()-1), min(max(int(y+0.5), 0), img.Rect.Dy()-1)
		return int(img.Pix[v*img.Stride+u])
	}
	seen := 0
	for i := range probes {
		t := 0.08 + 0.84*(float64(i)+0.5)/probes // the corners are round
		x, y := from.X+t*dx, from.Y+t*dy
		inside, outside := at(x+reach*nx, y+reach*ny), at(x-reach*nx, y-reach*ny)
		if inside-outside >= apart || outside-inside >= apart {
			seen++
		}
	}
	return float64(seen) / probes
}

// distinct keeps the clearest of outlines that are about the same, without portraits and blank ones.
func distinct(img *image.Gray, found []Outline) (kept []Outline) {
	const same, part = 0.75, 0.2 // of the greater share
	slices.SortStableFunc(found, func(a, b Outline) int { return cmp.Compare(b.clear, a.clear) })
	for _, o := range found {
		covered := slices.ContainsFunc(kept, func(k Outline) bool {
			return (k.holds(o) || o.holds(k)) && min(o.Share, k.Share) > same*max(o.Share, k.Share)
		})
		within := slices.ContainsFunc(found, func(k Outline) bool { return k.holds(o) && o.Share < part*k.Share })
		if !covered && !within && printed(img, o) {
			if kept = append(kept, o); len(kept) == maxOutlines {
				break
			}
		}
	}
	return kept
}

// holds reports whether the middle of another outline is inside.
func (o Outline) holds(other Outline) bool {
	middle := Point{}
	for _, p := range other.Corners {
		middle.X += p.X / 4
		middle.Y += p.Y / 4
	}
	for i, p := range o.Corners {
		if turned(p, o.Corners[(i+1)%4], middle) < 0 {
			return false
		}
	}
	return true
}

// Apart reports whether two outlines are of two cards: neither holds the middle of the other, they are of about one
// size, where a passport is twice a card, and of the shape of one; and no third that has this shape holds both, as a
// card holds its portrait and what is printed beside it.
func Apart(all []Outline) bool {
	const (
		least, most = 1.38, 1.75 // long side to short: a portrait has 1.33
		alike       = 0.4        // of the greater share
	)
	var cards []Outline
	for _, o := range all {
		top, right, bottom, left := o.sides()
		wide, high := top+bottom, left+right
		if ratio := max(wide, high) / min(wide, high); ratio >= least && ratio <= most {
			cards = append(cards, o)
		}
	}
	for i, o := range cards {
		for _, p := range cards[i+1:] {
			whole := func(w Outline) bool { return w.holds(o) && w.holds(p) }
			if !o.holds(p) && !p.holds(o) && min(o.Share, p.Share) >= alike*max(o.Share, p.Share) &&
				!slices.ContainsFunc(cards, whole) {
				return true
			}
		}
	}
	return false
}
