package mesh

import (
	"runtime"

	"ostrakon/convert/memory"
)

// Mesh is an indexed triangle mesh of one solid.
type Mesh struct {
	Positions []float32    // x y z of each vertex
	Normals   []float32    // x y z of each vertex, of unit length; nil if there are none
	Colors    [][4]uint8   // sRGB and alpha of each vertex; nil if there are none
	Coords    [][2]float32 // u and v in the texture of each vertex, from the upper left; nil if there are none
	Indices   []uint32     // three a facet, counter-clockwise from outside

	// Memory lends slices to the stages, which return a slice when they replace it. Memory may be nil.
	Memory *memory.Arena
}

// Vertices is the number of vertices.
func (m Mesh) Vertices() int { return len(m.Positions) / 3 }

// Facets is the number of triangles.
func (m Mesh) Facets() int { return len(m.Indices) / 3 }

// Below this many facets a goroutine costs more than it brings.
const facetsPerWorker = 16 << 10

// More workers gain little: Weld compares their chunks in pairs, and Crease keeps a count per vertex for each.
const maxWorkers = 8

// workersFor is the number of workers that pay for a mesh. No result depends on it.
func workersFor(facets int) int {
	return max(1, min(runtime.GOMAXPROCS(0), maxWorkers, facets/facetsPerWorker))
}

// share is the part of total items that a worker of n takes: [from, to).
func share(total, worker, n int) (from, to int) { return total * worker / n, total * (worker + 1) / n }
