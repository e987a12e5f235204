// Package mesh turns the corners of a facet soup, as an STL file holds them,
// into vertices, normals and indices, as glTF wants them. Every stage is a
// function over plain slices, deterministic on any number of cores:
//
//	corners ─┬─ Weld ── Smooth or Crease ── Paint ─┬─ Split
//	         │                                     └─ Quantise
//	         └─ FlatNormals, a run at a time, for unindexed meshes
//
//	stage           file         what it does
//	Weld            weld.go      one vertex for corners at one place, by a table (table.go)
//	FlatNormals     facet.go     the normal of each facet, from its winding
//	Smooth, Crease  crease.go    normals of vertices, which are split at edges
//	Paint           color.go     colours of facets to vertices; sRGB to linear light
//	Split           split.go     primitives that 16-bit indices serve
//	Quantise        quantise.go  16-bit positions and 8-bit normals, KHR_mesh_quantization
//
// A stage takes over the mesh that it is given, and may reuse its memory. Large meshes are shared among
// goroutines (parallel.go); small ones, of which a server has many at a time, are not. Beside the corners
// a stage holds, in bytes a facet of a closed surface, or of one that shares nothing:
//
//	Weld            16 to 38  of which indices 12 and vertices none: they lie where the corners were
//	Crease          46 to 66  of which normals 6 to 36; 36 if nothing is shared
//	Split           0 to 72   vertices again, if they are not there in order
//	Quantise        6 to 36
//
// Units are those of the file throughout; only the quantised positions have a
// step of their own, which their node undoes.
package mesh
