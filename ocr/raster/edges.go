package raster

import (
	"cmp"
	"image"
	"math"
	"slices"
)

// edge is a straight edge of a picture: the points for which x cos + y sin is its distance.
type edge struct {
	angle    float64 // of its normal, in radians, 0 to pi
	distance float64
	votes    int
}

// maxEdges bounds the edges that go on, those of most points first.
const maxEdges = 36

// edges finds straight edges by a Hough transform in which a point votes only for lines across which greys rise there.
func edges(img *image.Gray) []edge {
	const (
		angles = 180 // of a degree
		spread = 2   // degrees by which the direction of a rise may be wrong
		least  = 8   // rise, in greys over two pixels
		votes  = 24  // points of an edge
	)
	w, h := img.Rect.Dx(), img.Rect.Dy()
	reach := int(math.Hypot(float64(w), float64(h))) + 1
	var sin, cos [angles]float64
	for i := range sin {
		sin[i], cos[i] = math.Sincos(float64(i) * math.Pi / angles)
	}
	counts := make([]int32, angles*2*reach)
	for y := 1; y < h-1; y++ {
		for x := 1; x < w-1; x++ {
			at := y*img.Stride + x
			dx, dy := int(img.Pix[at+1])-int(img.Pix[at-1]), int(img.Pix[at+img.Stride])-int(img.Pix[at-img.Stride])
			if dx*dx+dy*dy < least*least {
				continue
			}
			direction := int(math.Round(math.Atan2(float64(dy), float64(dx))*angles/math.Pi)) + 2*angles
			for i := direction - spread; i <= direction+spread; i++ {
				a := i % angles
				counts[a*2*reach+reach+int(math.Round(float64(x)*cos[a]+float64(y)*sin[a]))]++
			}
		}
	}
	var found []edge
	for i, n := range counts {
		if n >= votes && isPeak(counts, i, 2*reach, int32(n)) {
			found = append(found, edge{float64(i/(2*reach)) * math.Pi / angles, float64(i%(2*reach) - reach), int(n)})
		}
	}
	slices.SortStableFunc(found, func(a, b edge) int { return cmp.Compare(b.votes, a.votes) })
	return found[:min(len(found), maxEdges)]
}

// isPeak reports whether no count nearby is greater.
func isPeak(counts []int32, at, width int, n int32) bool {
	const near, turned = 3, 3
	for a := -turned; a <= turned; a++ {
		for d := -near; d <= near; d++ {
			i := at + a*width + d
			if i >= 0 && i < len(counts) && (counts[i] > n || counts[i] == n && i < at) {
				return false
			}
		}
	}
	return true
}

func (e edge) meet(o edge) (Point, bool) {
	s1, c1 := math.Sincos(e.angle)
	s2, c2 := math.Sincos(o.angle)
	det := c1*s2 - s1*c2
	if math.Abs(det) < 0.3 {
		return Point{}, false
	}
	return Point{(e.distance*s2 - o.distance*s1) / det, (o.distance*c1 - e.distance*c2) / det}, true
}

// frames are the four-sided figures between two pairs of edges that are about parallel.
func frames(all []edge, width, height int) (out [][]Point) {
	const parallel = 16 * math.Pi / 180
	least := 0.1 * float64(max(width, height))
	var pairs [][2]edge
	for i, e := range all {
		for _, o := range all[i+1:] {
			turn := math.Remainder(e.angle-o.angle, math.Pi)
			distance := o.distance
			if math.Abs(e.angle-o.angle) > math.Pi/2 {
				distance = -distance
			}
			if math.Abs(turn) < parallel && math.Abs(e.distance-distance) > least/2 {
				pairs = append(pairs, [2]edge{e, o})
			}
		}
	}
	for i, p := range pairs {
		for _, q := range pairs[i+1:] {
			if math.Abs(math.Remainder(p[0].angle-q[0].angle, math.Pi)) < math.Pi/3 {
				continue
			}
			var corners []Point
			for _, meeting := range [4][2]edge{{p[0], q[0]}, {p[0], q[1]}, {p[1], q[1]}, {p[1], q[0]}} {
				c, ok := meeting[0].meet(meeting[1])
				if !ok || c.X < 0 || c.Y < 0 || c.X >= float64(width) || c.Y >= float64(height) {
					break
				}
				corners = append(corners, c)
			}
			if len(corners) < 4 {
				continue
			}
			if area(corners) < 0 {
				slices.Reverse(corners)
			}
			out = append(out, corners)
		}
	}
	return out
}
