// Package meshopt writes the two bit streams of the glTF extension EXT_meshopt_compression that a
// triangle mesh needs, and puts a mesh into the order in which those streams are small.
//
// The way of a mesh through the package:
//
//	indices ─ OptimiseOrder ─ OptimiseFetch ─┬─ EncodeTriangles ─ mode TRIANGLES
//	                                         │
//	attributes ─────────── Remap (by fetch) ─┴─ EncodeVertices ── mode ATTRIBUTES
//
//	file           what is in it
//	order.go       OptimiseOrder: moves facets so that each follows its neighbours
//	walk.go        the walk over the mesh by which it finds that order
//	fetch.go       OptimiseFetch: numbers vertices as the facets first name them; Remap
//	triangles.go   EncodeTriangles: a facet by what it shares with those just seen
//	vertices.go    EncodeVertices: the bytes of a vertex by those of the one before
//	octahedral.go  FilterOctahedral: a unit normal in two numbers instead of three
//
// EncodeTriangles may rotate a facet so that another of its corners comes first; its winding stays.
// EncodeVertices is exact to the byte.
//
// Every function works on plain slices and keeps no state between calls. Functions may run at the same time on the
// vertices and the facets of one primitive, or on several primitives. The same input always gives the same bytes.
//
// The streams are those of Appendix A ("Bitstream") of the extension, the filter is that of Appendix B.
package meshopt
