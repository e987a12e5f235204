package solid

import (
	"ostrakon/convert/memory"
	"ostrakon/convert/mesh"
)

// Orientation says to which side facets run counter-clockwise.
type Orientation string

// The orientations.
const (
	Outward Orientation = "outward" // as STL wants it; shells of cavities face what they enclose
	Inward  Orientation = "inward"  // all facets are inside out
	Mixed   Orientation = "mixed"   // neighbours, or shells, disagree
	Unknown Orientation = "unknown" // neighbours agree, but the surface is open: it has no inside
)

// Report is what is known of the solids of a file. Lengths are in its unit.
type Report struct {
	Unit             string      `json:"unit"` // what one unit of the file was taken for
	UnitHint         *UnitHint   `json:"unit_hint,omitempty"`
	Facets           int         `json:"facets"`
	Solids           int         `json:"solids"` // as the file names them
	Shells           int         `json:"shells"` // surfaces connected by edges
	Cavities         int         `json:"cavities"`
	Size             [3]float64  `json:"size"` // of the box around all
	Watertight       bool        `json:"watertight"`
	OpenEdges        int         `json:"open_edges"`         // of one facet
	NonManifoldEdges int         `json:"non_manifold_edges"` // of more than two facets
	FlippedEdges     int         `json:"flipped_edges"`      // of two facets that face opposite sides
	Orientation      Orientation `json:"orientation"`
	Volume           *float64    `json:"volume,omitempty"` // absent where the surface encloses none
	Area             float64     `json:"area"`
	Weights          []Weight    `json:"weights,omitempty"` // of the volume, if it is there

	// Open are the first MaxOpen open edges, two points each.
	Open [][2][3]float32 `json:"-"`
}

// MaxOpen is the largest number of open edges whose places a report keeps.
const MaxOpen = 10_000

// maxVertices is the largest number of vertices of a mesh that can be reported on. A mesh of as
// many does not fit into any output.
const maxVertices = 1 << 29

// Of reports on the solids of a file, each welded on its own. If some of them are open, and closed
// together, they are taken as pieces of one surface. unit is the name of the file's unit, and
// millimetres its length. The report is nil if a mesh has 2^29 vertices or more.
func Of(solids []mesh.Mesh, unit string, millimetres float64) *Report {
	facets, vertices := 0, 0
	for _, m := range solids {
		facets, vertices = facets+m.Facets(), vertices+m.Vertices()
	}
	if vertices >= maxVertices || facets == 0 {
		return nil
	}
	found := survey(solids)
	if len(solids) > 1 && found.faults() > 0 {
		if joined := survey([]mesh.Mesh{join(solids, facets)}); joined.faults() < found.faults() {
			found = joined
		}
	}
	r := &Report{
		Unit: unit, Facets: facets, Solids: len(solids), Shells: found.shells, Cavities: found.cavities,
		Size: sizeOf(solids), OpenEdges: found.open, NonManifoldEdges: found.nonManifold, FlippedEdges: found.flipped,
		Watertight: found.faults() == 0 && found.shells > 0, Orientation: found.orientation(), Area: found.area, Open: found.places,
	}
	r.UnitHint = unitHint(max(r.Size[0], r.Size[1], r.Size[2]), unit, millimetres)
	if volume, ok := found.enclosed(); ok {
		r.Volume = &volume
		r.Weights = weights(volume * millimetres * millimetres * millimetres / 1000)
	}
	return r
}

// findings are what the meshes of a file come to.
type findings struct {
	edgeCounts
	places           [][2][3]float32 // of open edges
	volume, area     float64         // of all shells; what faces inward counts below zero
	shells           int
	inward, cavities int // shells of negative volume, and those of them that lie in another
}

func survey(solids []mesh.Mesh) findings {
	var all findings
	var volume, area sum
	for _, m := range solids {
		s := newSurface(m)
		volume.add(s.volume)
		area.add(s.area)
		e := s.countEdges(MaxOpen - len(all.places))
		all.edgeCounts.merge(e.edgeCounts)
		all.places = append(all.places, e.places...)
		all.shells += e.shells
		if e.closed() {
			f := s.facing(e)
			all.inward += f.inward
			all.cavities += f.cavities
		}
	}
	all.volume, all.area = volume.total(), area.total()
	return all
}

// faults are the edges at which the surface is not that of a body.
func (f *findings) faults() int { return f.open + f.nonManifold }

// orientation is that of all shells together.
func (f *findings) orientation() Orientation {
	switch {
	case f.flipped > 0 || f.unbalanced > 0 && f.open == 0:
		return Mixed
	case f.open > 0 || f.shells == 0:
		return Unknown
	case f.inward == f.cavities:
		return Outward
	case f.inward == f.shells:
		return Inward
	default:
		return Mixed
	}
}

// enclosed is the volume inside, if facets agree about where that is.
func (f *findings) enclosed() (float64, bool) {
	switch f.orientation() {
	case Outward:
		return f.volume, true
	case Inward:
		return -f.volume, true
	default:
		return 0, false
	}
}

// join welds the facets of all solids together.
func join(solids []mesh.Mesh, facets int) mesh.Mesh {
	corners := memory.Make[float32](9 * facets)[:0]
	for _, m := range solids {
		for _, v := range m.Indices {
			corners = append(corners, m.Positions[3*v:3*v+3]...)
		}
	}
	return mesh.Weld(corners)
}

func sizeOf(solids []mesh.Mesh) (size [3]float64) {
	least, greatest := mesh.Bounds(solids[0].Positions)
	for _, m := range solids[1:] {
		lo, hi := mesh.Bounds(m.Positions)
		for k := range 3 {
			least[k], greatest[k] = min(least[k], lo[k]), max(greatest[k], hi[k])
		}
	}
	for k := range 3 {
		size[k] = float64(greatest[k]) - float64(least[k])
	}
	return size
}
