// Package simplify makes a mesh of fewer facets that stays near the surface it was: edges become vertices, the cheapest
// first. The cost of an edge is that of Garland and Heckbert (1997), "Surface simplification using quadric error
// metrics": the squared distance from the new vertex to the planes of the facets that its two vertices stand for,
// weighted by area, at the place where it is least. Further planes keep borders, sharp edges and edges between colours.
//
//	simplify.go  Mesh, and the memory it holds
//	order.go     vertices and facets in the order of space
//	surface.go   what is left of the mesh, and which corners are at which vertex
//	weigh.go     the quadric of each vertex, and the planes that keep edges
//	quadric.go   sums of squared distances
//	pass.go      one pass: rank the edges, try the cheapest, leave out what is gone
//	collapse.go  one edge: may it go, and where does its vertex come
//
// There is no queue. A pass ranks all edges, sorts the cheapest, and collapses those that are apart from each other,
// so that no rank is out of date. Chunks of neighbours are worked on at the same time, by as many workers as there are
// cores, and then the edges between chunks one after the other. The chunks depend on the mesh alone, and so does the
// result.
package simplify
