// Package solid reports on what a mesh encloses: whether it is watertight, how large and heavy it
// is, and where it is open. It works on meshes as mesh.Weld makes them, which it only reads, and
// its answers are the same on any number of cores.
//
//	report.go    Of: the report of the solids of a file
//	measure.go   volume and area, as sums that keep their digits
//	edges.go     the facets at each edge: open, non-manifold and flipped edges
//	table.go     the table that finds the edges of a run of vertices
//	shells.go    facets connected by edges, and which way each shell faces
//	unit.go      the unit that a file was probably written in
//	material.go  the weight in materials that things are printed from
//
// An edge is a pair of vertices; facets that name a vertex twice have no part in it. The bytes held meanwhile are 4 a
// facet and 32 a vertex of the run at work, which is a small part of a mesh whose facets are in an order.
package solid
