// Package polygon makes facets of the faces of OBJ and PLY files.
//
//	build.go  Builder: faces over vertices that they share, and the Model of them
//	cut.go    Cutter: polygons to triangles
package polygon
