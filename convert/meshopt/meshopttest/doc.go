// Package meshopttest decodes the two bit streams of EXT_meshopt_compression, so that tests can
// compare what was encoded with what comes back. It shares no code with the encoders: what both
// would get wrong alike is found by npm's decoder, in TestAgainstMeshoptimizer.
//
//	triangles.go  mode TRIANGLES
//	vertices.go   mode ATTRIBUTES
package meshopttest
