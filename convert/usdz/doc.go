// Package usdz writes USDZ files, which iPhones and iPads show in the room: a scene in USD's text (USDA), in a ZIP file
// that stores it as it is.
//
//	usdz.go    Scene, and the ZIP file around its text
//	usda.go    the text: stage, meshes and materials
//	number.go  coordinates with as many digits as the scene needs
//	colour.go  the materials of a scene, one for each colour
//	name.go    names that USD takes
//
// The format is that of the USDZ File Format Specification 1.3. Colours are materials, because iPhones draw no colours
// of vertices. The text is made twice, once to count and once to write, so that it is never in memory. The bytes depend
// on nothing but the scene.
package usdz
