// Package convert turns STL, 3MF, OBJ and PLY files into glTF 2.0 and USDZ. Convert does it all; this is the way of the
// data:
//
//	            bytes of the upload, held once, or a file
//	              │
//	              ├─ exact binary files, indexed ─ stl.Records: some thousand facets at a time
//	              │                                  │
//	read          ├─ 3MF ───────────────── threemf.Read
//	              ├─ OBJ, PLY ──────────── obj.Read, ply.Read
//	              ├─ custom, custom-glb ── stl.Read: │ binary facets move together in place
//	              └─ meshlib ───────────── hschendel/stl, of exact binary files; else stl.Read
//	              │                                  │
//	            stl.Model: corners, colours,         │
//	            solids, bounds, warnings             │
//	              │                                  │
//	              ├─ shading flat ───────────────────┼────────────┐
//	weld          ▼ mesh.Weld: one vertex a place ◀──┘ mesh.Welder│
//	simplify      ▼ simplify.Mesh, with a budget           │
//	normals       ▼ mesh.Smooth or Crease; mesh.Paint: colours    │
//	              │                                               │
//	encode        ├─ USDZ ──────────────── usdz.Pack: text, and nothing of what follows
//	              ├─ standard, positions ─ mesh.Split             │ normals and colours
//	              ├─ quantized ─────────── mesh.Quantise          │ made while written
//	              └─ compact ───────────── mesh.Quantise          │
//	              │                        meshopt.Optimise…      │
//	              │                        meshopt.Encode…        │
//	            primitives: accessors over sections of known size ◀
//	              │
//	lay out       ▼ document: nodes, meshes, accessors, views; JSON by qmuntal/gltf
//	              │
//	write         ├─ meshlib, custom ── .bin from the slices, then the .gltf that names it
//	              └─ custom-glb ─────── .glb: header, JSON, the sections from the slices
//
// Where to look:
//
//	options.go    what can be asked for; requests that ask
//	table.go      the table of options: to add one, see options there
//	values.go     choices, numbers, switches and texts of the table
//	methods.go    the methods and the table as a listing
//	convert.go    Convert, ConvertFile, their stages and their result
//	source.go     the bytes of the upload, or the file; or what is packed in it
//	read.go       reading and welding; units of 3MF
//	polygons.go   OBJ and PLY: how they are told from others
//	meshlib.go    the guards around the library that reads
//	report.go     the report of the solids, from the welded meshes
//	budget.go     fewer facets, if the options have a budget
//	parts.go      from a model to primitives, by shading and level
//	thumbnail.go  the picture of the solids, from the shaded meshes
//	shape.go      the accessors of a primitive
//	skin.go       textures: primitives, images and materials
//	compact.go    the same for level compact
//	section.go    bytes that are made while they are written
//	pump.go       making and writing side by side
//	document.go   the glTF document
//	usdz.go       the USDZ file in place of all that, and its largest number of facets
//	container.go  .glb, and .gltf with .bin; full disks, cancellation, progress
//
// The steps before those of this package are unpack (gzip and ZIP), stl, threemf, obj, ply and texture (reading), mesh
// (geometry over plain slices) and meshopt (the compressed streams); solid reports on what is welded, and picture
// draws it. They have memory and workers below them; each can be read and measured on its own. Package remark
// lists what is said about files and options. spool keeps the files for the server. Geometry is in memory once:
// what is written comes from the slices of the last step, through buffers of a few hundred kilobytes.
package convert
