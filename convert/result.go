package convert

import (
	"ostrakon/convert/notice"
	"ostrakon/convert/stl"
)

// File is one file that a conversion wrote.
type File struct {
	Name      string
	MediaType string // model/gltf+json, model/gltf-binary or application/octet-stream
	Size      int64  // bytes
}

// The media types of the files.
const (
	MediaTypeGLTF = "model/gltf+json"
	MediaTypeGLB  = "model/gltf-binary"
	MediaTypeBin  = "application/octet-stream"
)

// Result tells what a conversion made.
type Result struct {
	Options    Options
	Format     stl.Format // of the input
	Files      []File     // the one to open first, then the ones it names
	Facets     int        // in the output
	Vertices   int        // in the output
	Solids     int        // in the input
	Dropped    int        // facets left out because a corner was not finite
	Degenerate int        // facets without area
	Bounds     stl.Bounds // in units of the input, before the root node's scale and rotation
	InputSize  int64      // bytes
	OutputSize int64      // bytes of all files
	Warnings   []notice.Notice
}
