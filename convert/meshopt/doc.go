// Package meshopt writes and reads the two bit streams of the glTF extension
// EXT_meshopt_compression that a triangle mesh needs, and puts a mesh into the
// order in which those streams are small.
//
// The way of a mesh through the package:
//
//	indices ─ OptimiseOrder ─ OptimiseFetch ─┬─ EncodeTriangles ─ mode TRIANGLES
//	                                         │
//	attributes ─────────── Remap (by fetch) ─┴─ EncodeVertices ── mode ATTRIBUTES
//
// OptimiseOrder moves facets so that each follows its neighbours, OptimiseFetch
// numbers the vertices in the order in which the facets first name them, and
// Remap carries each attribute array into that numbering. The encoders then
// find small differences: the one between a facet and the edges just seen, the
// other between the bytes of one vertex and the next.
//
// EncodeTriangles may turn a facet so that another of its corners comes first;
// its winding stays. EncodeVertices is exact byte for byte. FilterOctahedral
// prepares unit normals for the filter OCTAHEDRAL, which stores a direction in
// two numbers instead of three.
//
// Every function works on plain slices, keeps no state between calls and may
// run beside others: the vertices and the facets of one primitive, or several
// primitives, at the same time. The same input always gives the same bytes.
//
// The decoders take bytes from anywhere. They never write outside what the
// caller gave, and answer a stream that breaks the rules with an *Error.
//
// The streams are those of Appendix A ("Bitstream") of the extension, the
// filter that of Appendix B.
package meshopt
