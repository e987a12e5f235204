package stl

import (
	"bytes"
	"strings"
)

// foreignBinary names the kind of file that data is, by its first bytes, or returns "".
func foreignBinary(data []byte) string {
	for _, kind := range []struct{ magic, name string }{
		{"PK\x03\x04", "a ZIP archive; unpack it and send the STL file inside"},
		{"PK\x05\x06", "an empty ZIP archive"},
		{"\x1f\x8b", "a gzip archive; unpack it first"},
		{"BZh", "a bzip2 archive; unpack it first"},
		{"\xfd7zXZ\x00", "an xz archive; unpack it first"},
		{"\x28\xb5\x2f\xfd", "a Zstandard archive; unpack it first"},
		{"7z\xbc\xaf\x27\x1c", "a 7-Zip archive; unpack it first"},
		{"Rar!\x1a\x07", "a RAR archive; unpack it first"},
		{"\x89PNG\r\n", "a PNG image"},
		{"\xff\xd8\xff", "a JPEG image"},
		{"GIF8", "a GIF image"},
		{"RIFF", "a RIFF file, perhaps a WebP image"},
		{"%PDF-", "a PDF document"},
		{"glTF", "a binary glTF model (GLB), which needs no conversion"},
		{"ply\n", "a PLY model"},
		{"ply\r", "a PLY model"},
		{"Kaydara FBX Binary", "an FBX model"},
		{"BLENDER", "a Blender file; export it as STL first"},
		{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an OLE document, perhaps of a CAD program; export it as STL first"},
		{"3D Geometry File Format", "a Rhino model; export it as STL first"},
		{"AC10", "a DWG drawing; export the model as STL"},
		{"PXR-USDC", "a USD model"},
		{"\x00\x05\x16\x07", "what macOS keeps beside a file (AppleDouble, its name begins with ._), not the file itself"},
		{"\xff\xfe\x00\x00", "UTF-32 text; save it as UTF-8"},
		{"\x00\x00\xfe\xff", "UTF-32 text; save it as UTF-8"},
		{"\x7fELF", "a program"},
		{"MZ\x90", "a program"},
	} {
		if bytes.HasPrefix(data, []byte(kind.magic)) {
			if kind.magic == "PK\x03\x04" && isPackagedModel(data) {
				return "a 3MF model"
			}
			return kind.name
		}
	}
	if len(data) > 512 && string(data[257:262]) == "ustar" {
		return "a tar archive; unpack it first"
	}
	return ""
}

func isPackagedModel(data []byte) bool {
	start := data[:min(len(data), 65536)]
	return bytes.Contains(start, []byte("3D/3dmodel.model")) || bytes.Contains(start, []byte("3dmanufacturing"))
}

// foreignText names the kind of text, by its opening, or returns "".
func foreignText(text []byte) string {
	if name := foreignBinary(text); name != "" {
		return name // small archives may have few control characters, PLY and PDF begin as text
	}
	start := bytes.ToLower(bytes.TrimLeft(text[skipMark(text):][:min(len(text)-skipMark(text), 4096)], "\t\n\v\f\r \x00"))
	has := func(s string) bool { return bytes.Contains(start, []byte(s)) }
	for _, kind := range []struct{ prefix, name string }{
		{"version https://git-lfs", "a Git LFS pointer, not the model itself; fetch the file with git lfs pull"},
		{"<!doctype html", "a web page (HTML), perhaps the page around a download link"},
		{"<html", "a web page (HTML), perhaps the page around a download link"},
		{"iso-10303-21", "a STEP model; export it as STL first"},
		{"#vrml", "a VRML model"},
		{"; fbx", "an FBX model"},
		{"#usda", "a USD model"},
		{"# vtk datafile", "a VTK file"},
		{"**abcdefghijklmnopqrstuvwxyz", "a Parasolid model; export it as STL first"},
		{"$meshformat", "a Gmsh mesh; export it as STL first"},
		{"[internetshortcut]", "a shortcut to a web page, not the file it leads to"},
		{"0\nsection", "a DXF drawing"},
		{"0\r\nsection", "a DXF drawing"},
		{"mesh", "a mesh of another format"},
	} {
		if bytes.HasPrefix(start, []byte(kind.prefix)) {
			return kind.name
		}
	}
	switch {
	case len(start) == 0:
		return ""
	case start[0] == '<' && has("<html"):
		return "a web page (HTML), perhaps the page around a download link"
	case start[0] == '<' && has("<amf"):
		return "an AMF model; export it as STL first"
	case start[0] == '<' && has("<collada"):
		return "a COLLADA model; export it as STL first"
	case start[0] == '<':
		return "XML, perhaps a model of another format"
	case (start[0] == '{' || start[0] == '[') && has(`"asset"`):
		return "a glTF model, which needs no conversion"
	case start[0] == '{' || start[0] == '[':
		return "JSON"
	case len(text) > 80 && text[72] == 'S' && strings.TrimLeft(string(text[73:80]), " 0") == "1":
		return "an IGES model; export it as STL first" // lines are numbered in their last columns
	}
	return foreignWord(text)
}

// foreignWord names the kind of text by its first word after comments.
func foreignWord(text []byte) string {
	p := skipComments(text, skipMark(text))
	end, _ := word(text, p)
	if end == len(text) {
		return ""
	}
	switch string(text[p:min(end, p+16)]) {
	case "v", "vn", "vt", "f", "o", "g", "s", "mtllib", "usemtl":
		return "an OBJ model"
	case "OFF", "COFF", "NOFF", "CNOFF", "STOFF":
		return "an OFF model"
	case "G0", "G1", "G21", "G28", "G90", "M73", "M82", "M83", "M104", "M107", "M140", "M190":
		return "G-code, the instructions for a printer"
	}
	return ""
}

// notText is the error for text that is not ASCII STL.
func notText(text []byte) *Error {
	if name := foreignText(text); name != "" {
		return refuse(ErrNotSTL, "This is not an STL file: it looks like %s.", name)
	}
	return refuse(ErrNotSTL, "This is not an STL file: it is text without the words of one (solid, facet, vertex).")
}
