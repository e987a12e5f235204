// Package mesh turns the corners of a facet soup, as an STL file holds them, into vertices, normals and indices, as
// glTF wants them. Every stage is a function over plain slices, and its result is the same on any number of cores:
//
//	corners ─┬─ Weld, Welder ── Smooth or Crease ── Paint ─┬─ Split
//	         │                                             └─ Quantise
//	         └─ FlatNormals, a run at a time, for unindexed meshes
//
//	stage           file         what it does
//	                mesh.go      the mesh itself
//	Weld            weld.go      one vertex for corners at one place, by a table (table.go)
//	Welder          weld.go      the same for facets that come a few at a time
//	FlatNormals     facet.go     the normal of each facet, from its winding
//	Smooth, Crease  crease.go    normals of vertices, which are split at edges
//	                group.go     the facets around a vertex that share a normal
//	Paint           color.go     colours of facets to vertices (paint.go); sRGB to linear light
//	Wrap, Layers    texture.go   texture coordinates of corners to vertices; the facets of each texture
//	Split           split.go     primitives that 16-bit indices serve
//	Quantise        quantise.go  16-bit positions and 8-bit normals, KHR_mesh_quantization
//
// The stages after Weld take over the mesh that they are given, and may reuse its memory, or give it
// back to the arena that it came from (Mesh.Memory). Large meshes are shared among goroutines;
// small ones, of which a server has many at a time, are not. These are the bytes a facet that a
// stage holds besides what it is given, for a closed surface up to one that shares nothing:
//
//	Weld            34 to 100 of which indices 12 and vertices 6 to 36, which are returned
//	Crease          30 to 90  of which normals 6 to 36; 36 if nothing is shared
//	Split           2 to 100  vertices again, if they are not there in order
//	Quantise        6 to 36
//
// Units are those of the file throughout. Only quantised positions have a step of their own, which their node undoes.
package mesh
