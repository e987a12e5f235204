package picture

import (
	"image"
	"math"
	"sync/atomic"
)

// samples is how many samples a pixel has along each side.
const samples = 2

type raster struct {
	side   int
	depth  []float32    // how near each is, more is nearer
	colour []uint32     // red, green and blue, and covered; 0: nothing is there
	visits atomic.Int64 // of facets to samples so far
	most   int64        // of them
}

// covered says that there is a facet at a sample.
const covered = 1 << 24

// band is a run of rows of a raster, which one goroutine draws.
type band struct {
	*raster
	from, to int
}

func (r *raster) band(worker, n int) band {
	return band{r, r.side * worker / n, r.side * (worker + 1) / n}
}

type drawing struct {
	Solid
	camera   *camera
	light    lights
	base     [4]float32
	textures []Texture
	seen     [][3]float32
}

func (d *drawing) corners(facet int) (a, b, c uint32) {
	if d.Indices == nil {
		return uint32(3 * facet), uint32(3*facet + 1), uint32(3*facet + 2)
	}
	return d.Indices[3*facet], d.Indices[3*facet+1], d.Indices[3*facet+2]
}

// visitsAtOnce is how many samples a band visits before it looks whether all have visited enough.
const visitsAtOnce = 1 << 20

func (d *drawing) draw(b band) {
	facets := len(d.Indices) / 3
	if d.Indices == nil {
		facets = len(d.seen) / 3
	}
	visits := 0
	defer func() { b.visits.Add(int64(visits)) }()
	for f := range facets {
		if visits > visitsAtOnce {
			if b.visits.Add(int64(visits)) > b.most {
				return
			}
			visits = 0
		}
		i, j, k := d.corners(f)
		t := triangle{d.seen[i], d.seen[j], d.seen[k]}
		if max(t[0][1], t[1][1], t[2][1]) < float32(b.from) || min(t[0][1], t[1][1], t[2][1]) >= float32(b.to) {
			continue
		}
		if e, ok := t.edges(); ok {
			visits += d.fill(b, &t, &e, f, [3]uint32{i, j, k})
		}
	}
}

// triangle is where the corners of a facet are seen.
type triangle [3][3]float32

// plane is a value that grows evenly over the picture.
type plane struct{ x, y, at float64 }

func (p *plane) on(x, y float64) float64 { return p.at + x*p.x + y*p.y }

// edges are how much each corner counts at a place: below none outside. ok is false for a triangle without area.
func (t *triangle) edges() (e [3]plane, ok bool) {
	x := [3]float64{float64(t[0][0]), float64(t[1][0]), float64(t[2][0])}
	y := [3]float64{float64(t[0][1]), float64(t[1][1]), float64(t[2][1])}
	area := (x[1]-x[0])*(y[2]-y[0]) - (x[2]-x[0])*(y[1]-y[0])
	if !(math.Abs(area) > 1e-9) {
		return e, false
	}
	for k := range 3 {
		l, m := (k+1)%3, (k+2)%3
		e[k].x, e[k].y = (y[l]-y[m])/area, (x[m]-x[l])/area
		e[k].at = (x[l]*y[m] - x[m]*y[l]) / area
	}
	return e, true
}

// fill draws a facet into a band and returns how many samples it visits but one. The nearer, or first, facet wins.
func (d *drawing) fill(b band, t *triangle, e *[3]plane, facet int, corner [3]uint32) (visits int) {
	left := max(0, int(math.Ceil(float64(min(t[0][0], t[1][0], t[2][0]))-0.5)))
	right := min(b.side-1, int(math.Floor(float64(max(t[0][0], t[1][0], t[2][0]))-0.5)))
	top := max(b.from, int(math.Ceil(float64(min(t[0][1], t[1][1], t[2][1]))-0.5)))
	bottom := min(b.to-1, int(math.Floor(float64(max(t[0][1], t[1][1], t[2][1]))-0.5)))
	const outside = -1e-9 // so that no sample on a border belongs to neither side
	var s *surface        // once a sample shows it
	for row := top; row <= bottom; row++ {
		y := float64(row) + 0.5
		for column := left; column <= right; column++ {
			x := float64(column) + 0.5
			u, v, w := e[0].on(x, y), e[1].on(x, y), e[2].on(x, y)
			if u < outside || v < outside || w < outside {
				continue
			}
			near := float32(u*float64(t[0][2]) + v*float64(t[1][2]) + w*float64(t[2][2]))
			at := row*b.side + column
			if b.colour[at] != 0 && near <= b.depth[at] {
				continue
			}
			b.depth[at] = near
			if s == nil {
				s = d.surface(facet, corner)
			}
			b.colour[at] = s.at([3]float64{u, v, w})
		}
	}
	return max(1, (bottom-top+1)*(right-left+1)) - 1
}

// resolve makes the pixels of some rows from their samples.
func (r *raster) resolve(img *image.NRGBA, from, to int) {
	for y := from; y < to; y++ {
		for x := range img.Rect.Dx() {
			var sum [3]uint32
			n := uint32(0)
			for k := range samples * samples {
				c := r.colour[(samples*y+k/samples)*r.side+samples*x+k%samples]
				if c != 0 {
					n++
					sum[0], sum[1], sum[2] = sum[0]+c&255, sum[1]+c>>8&255, sum[2]+c>>16&255
				}
			}
			if n == 0 {
				continue
			}
			p := img.Pix[img.PixOffset(x, y):]
			for k := range 3 {
				p[k] = uint8((sum[k] + n/2) / n)
			}
			p[3] = uint8(n * 255 / (samples * samples))
		}
	}
}
