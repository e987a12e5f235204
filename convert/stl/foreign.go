package stl

import (
	"bytes"
	"strings"

	"ostrakon/convert/remark"
)

// foreignBinary is the error for a file of another kind, judged by its first bytes; nil if it knows of none.
func foreignBinary(data []byte) *Error {
	for _, kind := range []struct {
		magic  string
		kind   remark.Kind
		format string
	}{
		{"PK\x03\x04", remark.Archive, "ZIP"},
		{"PK\x05\x06", remark.EmptyArchive, "ZIP"},
		{"\x1f\x8b", remark.Archive, "gzip"},
		{"BZh", remark.Archive, "bzip2"},
		{"\xfd7zXZ\x00", remark.Archive, "xz"},
		{"\x28\xb5\x2f\xfd", remark.Archive, "Zstandard"},
		{"7z\xbc\xaf\x27\x1c", remark.Archive, "7-Zip"},
		{"Rar!\x1a\x07", remark.Archive, "RAR"},
		{"\x89PNG\r\n", remark.OtherFile, "PNG"},
		{"\xff\xd8\xff", remark.OtherFile, "JPEG"},
		{"GIF8", remark.OtherFile, "GIF"},
		{"RIFF", remark.OtherFile, "RIFF (WebP)"},
		{"%PDF-", remark.OtherFile, "PDF"},
		{"glTF", remark.AlreadyGLTF, ""},
		{"ply\n", remark.OtherModel, "PLY"},
		{"ply\r", remark.OtherModel, "PLY"},
		{"Kaydara FBX Binary", remark.OtherModel, "FBX"},
		{"BLENDER", remark.OtherModel, "Blender"},
		{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", remark.OLEDocument, ""},
		{"3D Geometry File Format", remark.OtherModel, "Rhino"},
		{"AC10", remark.OtherModel, "DWG"},
		{"PXR-USDC", remark.OtherModel, "USD"},
		{"\x00\x05\x16\x07", remark.AppleDouble, ""},
		{"\xff\xfe\x00\x00", remark.UTF32Text, ""},
		{"\x00\x00\xfe\xff", remark.UTF32Text, ""},
		{"\x7fELF", remark.Program, ""},
		{"MZ\x90", remark.Program, ""},
	} {
		if bytes.HasPrefix(data, []byte(kind.magic)) {
			if kind.magic == "PK\x03\x04" && isPackagedModel(data) {
				return foreign(remark.OtherModel, "3MF")
			}
			return foreign(kind.kind, kind.format)
		}
	}
	if len(data) > 512 && string(data[257:262]) == "ustar" {
		return foreign(remark.Archive, "tar")
	}
	return nil
}

func isPackagedModel(data []byte) bool {
	start := data[:min(len(data), 65536)]
	return bytes.Contains(start, []byte("3D/3dmodel.model")) || bytes.Contains(start, []byte("3dmanufacturing"))
}

// foreignText is the same for text, by its opening.
func foreignText(text []byte) *Error {
	if err := foreignBinary(text); err != nil {
		return err // small archives may have few control characters, PLY and PDF begin as text
	}
	start := bytes.ToLower(bytes.TrimLeft(text[skipMark(text):][:min(len(text)-skipMark(text), 4096)], "\t\n\v\f\r \x00"))
	has := func(s string) bool { return bytes.Contains(start, []byte(s)) }
	for _, kind := range []struct {
		prefix string
		kind   remark.Kind
		format string
	}{
		{"version https://git-lfs", remark.GitLFSPointer, ""},
		{"<!doctype html", remark.WebPage, ""},
		{"<html", remark.WebPage, ""},
		{"iso-10303-21", remark.OtherModel, "STEP"},
		{"#vrml", remark.OtherModel, "VRML"},
		{"; fbx", remark.OtherModel, "FBX"},
		{"#usda", remark.OtherModel, "USD"},
		{"# vtk datafile", remark.OtherModel, "VTK"},
		{"**abcdefghijklmnopqrstuvwxyz", remark.OtherModel, "Parasolid"},
		{"$meshformat", remark.OtherModel, "Gmsh"},
		{"[internetshortcut]", remark.WebShortcut, ""},
		{"0\nsection", remark.OtherModel, "DXF"},
		{"0\r\nsection", remark.OtherModel, "DXF"},
		{"mesh", remark.OtherModel, "MESH"},
	} {
		if bytes.HasPrefix(start, []byte(kind.prefix)) {
			return foreign(kind.kind, kind.format)
		}
	}
	switch {
	case len(start) == 0:
		return nil
	case start[0] == '<' && has("<html"):
		return refuse(remark.WebPage, nil)
	case start[0] == '<' && has("<amf"):
		return foreign(remark.OtherModel, "AMF")
	case start[0] == '<' && has("<collada"):
		return foreign(remark.OtherModel, "COLLADA")
	case start[0] == '<':
		return foreign(remark.OtherFile, "XML")
	case (start[0] == '{' || start[0] == '[') && has(`"asset"`):
		return refuse(remark.AlreadyGLTF, nil)
	case start[0] == '{' || start[0] == '[':
		return foreign(remark.OtherFile, "JSON")
	case len(text) > 80 && text[72] == 'S' && strings.TrimLeft(string(text[73:80]), " 0") == "1":
		return foreign(remark.OtherModel, "IGES") // lines are numbered in their last columns
	}
	return foreignWord(text)
}

// foreignWord is the same for text, by its first word after comments.
func foreignWord(text []byte) *Error {
	p := skipComments(text, skipMark(text))
	end, _ := word(text, p)
	if end == len(text) {
		return nil
	}
	switch string(text[p:min(end, p+16)]) {
	case "v", "vn", "vt", "f", "o", "g", "s", "mtllib", "usemtl":
		return foreign(remark.OtherModel, "OBJ")
	case "OFF", "COFF", "NOFF", "CNOFF", "STOFF":
		return foreign(remark.OtherModel, "OFF")
	case "G0", "G1", "G21", "G28", "G90", "M73", "M82", "M83", "M104", "M107", "M140", "M190":
		return refuse(remark.GCode, nil)
	}
	return nil
}

// notText is the error for text that is not ASCII STL.
func notText(text []byte) *Error {
	if err := foreignText(text); err != nil {
		return err
	}
	return refuse(remark.OtherText, nil)
}

// foreign is the error for a file of another kind, in a format if the kind has several.
func foreign(kind remark.Kind, format string) *Error {
	if format == "" {
		return refuse(kind, nil)
	}
	return refuse(kind, remark.Params{"format": format})
}
