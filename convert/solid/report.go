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

	Edges [][2][3]float32 `json:"edges,omitempty"` // two ends of each open edge, as many as Of was asked for

	millimetres float64 // of a unit
}

// maxVertices is the least number of vertices of which there is no report: no output holds as many.
const maxVertices = 1 << 29

// Box is the smallest box, parallel to the axes, that holds every vertex.
type Box struct{ Min, Max [3]float32 }

// Of reports on the solids of a file, each welded on its own, and in a box together. If some of them are open, and
// fewer edges are where they are taken as pieces of one surface, they are. unit is the name of the file's unit, and
// millimetres its length. It keeps the places of the first open edges, up to a number. The report is nil if there is no
// facet, or if there are 2^29 vertices or more.
func Of(solids []mesh.Mesh, box Box, unit string, millimetres float64, places int) *Report {
	facets, vertices := 0, 0
	for _, m := range solids {
		facets, vertices = facets+m.Facets(), vertices+m.Vertices()
	}
	if vertices >= maxVertices || facets == 0 {
		return nil
	}
	found := survey(solids, box, places)
	if len(solids) > 1 && found.faults() > 0 {
		if joined := survey([]mesh.Mesh{join(solids, facets)}, box, places); joined.faults() < found.faults() {
			found = joined
		}
	}
	r := &Report{
		Unit: unit, Facets: facets, Solids: len(solids), Shells: found.shells, Cavities: found.cavities,
		OpenEdges: found.open, NonManifoldEdges: found.nonManifold, FlippedEdges: found.flipped,
		Watertight: found.faults() == 0 && found.shells > 0, Orientation: found.orientation(), Area: found.area,
		Edges: found.places, millimetres: millimetres,
	}
	for k := range 3 {
		r.Size[k] = float64(box.Max[k]) - float64(box.Min[k])
	}
	r.UnitHint = unitHint(max(r.Size[0], r.Size[1], r.Size[2]), unit, millimetres)
	if volume, ok := found.enclosed(); ok {
		r.Volume = &volume
		r.Weigh(Materials())
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

func survey(solids []mesh.Mesh, box Box, places int) findings {
	var all findings
	var volume, area sum
	for _, m := range solids {
		if len(solids) > 1 {
			box.Min, box.Max = mesh.Bounds(m.Positions)
		}
		s := newSurface(m, box)
		volume.add(s.volume)
		area.add(s.area)
		e := s.countEdges(places - len(all.places))
		all.edgeCounts.merge(e.edgeCounts)
		all.places = append(all.places, e.places...)
		all.shells += e.shells
		if e.closed() {
			f := s.facing(e)
			all.inward += f.inward
			all.cavities += f.cavities
		}
		memory.Free(m.Memory, e.forest)
	}
	all.volume, all.area = volume.total(), area.total()
	return all
}

// faults are the edges at which the surface is not that of a body.
func (f *findings) faults() int { return f.open + f.nonManifold }

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
