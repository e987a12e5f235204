// Package ply reads PLY files, the Polygon File Format of Stanford: text, and binary in both orders of bytes.
//
//	ply.go     Read: the vertices, and the faces over them
//	header.go  elements and their properties, as the header announces them
//	text.go    the values of a text file
//	binary.go  the values of a binary file
//
// The vertices have x, y and z of any type, and may have a colour (red, green, blue, alpha; also diffuse_red and
// so on), of integers to 255 or of fractions. The faces list their vertices as vertex_indices or vertex_index, and
// strips of triangles too. Other elements and properties are passed over.
//
// Counts of the header are claims: an element that the rest of the file could not hold is refused before anything is
// made for it.
package ply
