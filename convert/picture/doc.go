// Package picture draws a still picture of a solid: from three quarters in front and somewhat above,
// lit from the upper left, on nothing, so that it lies on any background.
//
//	picture.go  Draw: the picture of the meshes of a file, and Write: as a PNG
//	camera.go   where corners come to lie
//	raster.go   triangles to samples, the nearest of each (z-buffer)
//	surface.go  the colour of a facet at a sample
//	shade.go    the same in the light
//
// Each pixel is the mean of two by two samples. The memory held beside the meshes is 8 bytes a
// sample and 12 bytes a vertex of the largest mesh. Rows are shared among the cores.
package picture
