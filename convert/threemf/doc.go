// Package threemf reads 3MF files: the core specification 1.3 of the 3MF Consortium, with the colours
// of the materials extension 1.2 and the paths of the production extension 1.1.
//
//	package.go   Read: the parts of the package, from the relationship that names the first
//	document.go  a model part: its unit, objects and build items
//	about.go     whose work it is
//	colour.go    base materials, colour groups, and the colours of triangles
//	texture.go   textures, and the pictures that they show
//	mixture.go   composite materials and multiproperties, as colours
//	slicer.go    what slicers write beside the models: volumes, what they are for, and the colours of extruders
//	paint.go     triangles that are painted for an extruder
//	build.go     build items, components and volumes to facets at their places
//	xml.go       the tags of an XML file, one at a time
//
// Each mesh that is built becomes a solid, with the name of its object or of the one around it.
// Objects that are no model (support, for example) are left out. The beams of lattices and
// what boolean operations make are not read. Slices are passed over: the mesh beside them is read.
//
// # Bounds
//
//	a tag                        maxTag bytes; elements lie at most maxDepth deep
//	model parts                  maxParts, which unpack to the limit of the caller together
//	objects, groups, textures    maxResources, and as many objects and volumes of a slicer
//	settings of a slicer         maxSettings
//	components and build items   maxPlaces, before and after components multiply them, with volumes
//	components in components     maxNested deep; an object that contains itself is refused
//	facets                       maxFacets, after components multiplied them
//	pictures of textures         as package texture says; maxTextures that show them
//
// XML is read through a window of maxTag bytes, and document types are refused, so nothing expands.
package threemf
