// Package obj reads OBJ files, the text format of Wavefront, and the colours of their materials from MTL files.
//
//	obj.go        Read: objects, groups, faces and their materials
//	vertices.go   the vertices and their colours, before the faces
//	line.go       lines, words and the numbers of vertices
//	materials.go  MTL files
//
// Faces of any number of corners are read, with the numbers of their vertices from the start or, negative, from the
// last one. Each object becomes a solid, or each group where there are no objects. A face has the colours of its
// vertices (v x y z r g b), or else the colour Kd of its material. Textures, lines, points and free-form surfaces are
// left out, with a warning.
//
// The text is read twice, first for the vertices, so that the facets are counted before anything is made for them.
package obj
