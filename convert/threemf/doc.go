// Package threemf reads the models of 3MF files: the core specification 1.3, with base materials,
// and the colour groups of the materials extension 1.2.
//
//	document.go  3D/3dmodel.model as XML: objects, colours and build items
//	build.go     build items and components to solids with their transforms
//
// Counts are bounded before and after components multiply them, and a component that contains itself
// is refused.
package threemf
