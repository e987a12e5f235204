package solid

import (
	"math"
	"runtime"

	"ostrakon/convert/cores"
	"ostrakon/convert/mesh"
)

// blockFacets is how many facets are measured, and looked at for the edges of a run of vertices, together.
const blockFacets = 128

// facetsPerWorker is the number of facets below which a goroutine costs more than it brings.
const facetsPerWorker = 16 << 10

// surface is a mesh with what one pass over its facets finds.
type surface struct {
	mesh.Mesh
	workers      int
	centre       [3]float64 // of the box
	spans        []span     // of each block of facets
	volume, area float64
	thin         int // facets that name a vertex twice
}

// span is the least and the greatest vertex of a block of facets.
type span struct{ low, high uint32 }

// measured is what the facets of a block add.
type measured struct {
	volume, area float64
	thin         int
}

// newSurface measures a mesh. Volume counts from the middle of a box, lest it be a difference of large numbers.
func newSurface(m mesh.Mesh, box Box) *surface {
	blocks := (m.Facets() + blockFacets - 1) / blockFacets
	s := &surface{Mesh: m, workers: max(1, min(runtime.GOMAXPROCS(0), m.Facets()/facetsPerWorker)),
		spans: make([]span, blocks)}
	for k := range 3 {
		s.centre[k] = (float64(box.Min[k]) + float64(box.Max[k])) / 2
	}
	sums := make([]measured, blocks)
	cores.Run(s.workers, func(w int) {
		for b := blocks * w / s.workers; b < blocks*(w+1)/s.workers; b++ {
			s.spans[b], sums[b] = s.measure(s.block(b))
		}
	})
	// In order of file, whatever the number of cores.
	var volume, area sum
	for _, block := range sums {
		volume.add(block.volume)
		area.add(block.area)
		s.thin += block.thin
	}
	s.volume, s.area = volume.total()/6, area.total()/2
	return s
}

func (s *surface) block(b int) []uint32 {
	return s.Indices[3*blockFacets*b : min(3*blockFacets*(b+1), len(s.Indices))]
}

// measure adds up a block: six times the signed volume between the facets and the centre, and twice the area.
func (s *surface) measure(block []uint32) (at span, sum measured) {
	at.low = math.MaxUint32
	centre := s.centre
	for len(block) >= 3 {
		a, b, c := block[0], block[1], block[2]
		block = block[3:]
		at.low, at.high = min(at.low, a, b, c), max(at.high, a, b, c)
		if a == b || b == c || c == a {
			sum.thin++
			continue
		}
		p, q, r := (*[3]float32)(s.Positions[3*a:]), (*[3]float32)(s.Positions[3*b:]), (*[3]float32)(s.Positions[3*c:])
		x, y, z := float64(p[0]), float64(p[1]), float64(p[2])
		ux, uy, uz := float64(q[0])-x, float64(q[1])-y, float64(q[2])-z
		vx, vy, vz := float64(r[0])-x, float64(r[1])-y, float64(r[2])-z
		// Products are rounded on their own, so that every machine finds the same.
		nx := float64(uy*vz) - float64(uz*vy)
		ny := float64(uz*vx) - float64(ux*vz)
		nz := float64(ux*vy) - float64(uy*vx)
		sum.volume += float64((x-centre[0])*nx) + float64((y-centre[1])*ny) + float64((z-centre[2])*nz)
		sum.area += math.Sqrt(float64(nx*nx) + float64(ny*ny) + float64(nz*nz))
	}
	return at, sum
}

// sum adds numbers and keeps what rounding takes from them (Neumaier, 1974).
type sum struct{ rounded, lost float64 }

func (s *sum) add(v float64) {
	t := s.rounded + v
	if math.Abs(s.rounded) >= math.Abs(v) {
		s.lost += s.rounded - t + v
	} else {
		s.lost += v - t + s.rounded
	}
	s.rounded = t
}

func (s *sum) total() float64 { return s.rounded + s.lost }
