package stl

import (
	"bytes"
	"strings"

	"ostrakon/convert/notice"
)

// foreignBinary is the error for data that is a file of another kind, judged by its first bytes;
// nil if it knows of none.
func foreignBinary(data []byte) *Error {
	for _, kind := range []struct {
		magic  string
		kind   notice.Kind
		format string
	}{
		{"PK\x03\x04", notice.Archive, "ZIP"},
		{"PK\x05\x06", notice.EmptyArchive, "ZIP"},
		{"\x1f\x8b", notice.Archive, "gzip"},
		{"BZh", notice.Archive, "bzip2"},
		{"\xfd7zXZ\x00", notice.Archive, "xz"},
		{"\x28\xb5\x2f\xfd", notice.Archive, "Zstandard"},
		{"7z\xbc\xaf\x27\x1c", notice.Archive, "7-Zip"},
		{"Rar!\x1a\x07", notice.Archive, "RAR"},
		{"\x89PNG\r\n", notice.OtherFile, "PNG"},
		{"\xff\xd8\xff", notice.OtherFile, "JPEG"},
		{"GIF8", notice.OtherFile, "GIF"},
		{"RIFF", notice.OtherFile, "RIFF (WebP)"},
		{"%PDF-", notice.OtherFile, "PDF"},
		{"glTF", notice.AlreadyGLTF, ""},
		{"ply\n", notice.OtherModel, "PLY"},
		{"ply\r", notice.OtherModel, "PLY"},
		{"Kaydara FBX Binary", notice.OtherModel, "FBX"},
		{"BLENDER", notice.OtherModel, "Blender"},
		{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", notice.OLEDocument, ""},
		{"3D Geometry File Format", notice.OtherModel, "Rhino"},
		{"AC10", notice.OtherModel, "DWG"},
		{"PXR-USDC", notice.OtherModel, "USD"},
		{"\x00\x05\x16\x07", notice.AppleDouble, ""},
		{"\xff\xfe\x00\x00", notice.UTF32Text, ""},
		{"\x00\x00\xfe\xff", notice.UTF32Text, ""},
		{"\x7fELF", notice.Program, ""},
		{"MZ\x90", notice.Program, ""},
	} {
		if bytes.HasPrefix(data, []byte(kind.magic)) {
			if kind.magic == "PK\x03\x04" && isPackagedModel(data) {
				return foreign(notice.OtherModel, "3MF")
			}
			return foreign(kind.kind, kind.format)
		}
	}
	if len(data) > 512 && string(data[257:262]) == "ustar" {
		return foreign(notice.Archive, "tar")
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
		kind   notice.Kind
		format string
	}{
		{"version https://git-lfs", notice.GitLFSPointer, ""},
		{"<!doctype html", notice.WebPage, ""},
		{"<html", notice.WebPage, ""},
		{"iso-10303-21", notice.OtherModel, "STEP"},
		{"#vrml", notice.OtherModel, "VRML"},
		{"; fbx", notice.OtherModel, "FBX"},
		{"#usda", notice.OtherModel, "USD"},
		{"# vtk datafile", notice.OtherModel, "VTK"},
		{"**abcdefghijklmnopqrstuvwxyz", notice.OtherModel, "Parasolid"},
		{"$meshformat", notice.OtherModel, "Gmsh"},
		{"[internetshortcut]", notice.WebShortcut, ""},
		{"0\nsection", notice.OtherModel, "DXF"},
		{"0\r\nsection", notice.OtherModel, "DXF"},
		{"mesh", notice.OtherModel, "MESH"},
	} {
		if bytes.HasPrefix(start, []byte(kind.prefix)) {
			return foreign(kind.kind, kind.format)
		}
	}
	switch {
	case len(start) == 0:
		return nil
	case start[0] == '<' && has("<html"):
		return refuse(notice.WebPage, nil)
	case start[0] == '<' && has("<amf"):
		return foreign(notice.OtherModel, "AMF")
	case start[0] == '<' && has("<collada"):
		return foreign(notice.OtherModel, "COLLADA")
	case start[0] == '<':
		return foreign(notice.OtherFile, "XML")
	case (start[0] == '{' || start[0] == '[') && has(`"asset"`):
		return refuse(notice.AlreadyGLTF, nil)
	case start[0] == '{' || start[0] == '[':
		return foreign(notice.OtherFile, "JSON")
	case len(text) > 80 && text[72] == 'S' && strings.TrimLeft(string(text[73:80]), " 0") == "1":
		return foreign(notice.OtherModel, "IGES") // lines are numbered in their last columns
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
		return foreign(notice.OtherModel, "OBJ")
	case "OFF", "COFF", "NOFF", "CNOFF", "STOFF":
		return foreign(notice.OtherModel, "OFF")
	case "G0", "G1", "G21", "G28", "G90", "M73", "M82", "M83", "M104", "M107", "M140", "M190":
		return refuse(notice.GCode, nil)
	}
	return nil
}

// notText is the error for text that is not ASCII STL.
func notText(text []byte) *Error {
	if err := foreignText(text); err != nil {
		return err
	}
	return refuse(notice.OtherText, nil)
}

// foreign is the error for a file of another kind, in a format if the kind has several.
func foreign(kind notice.Kind, format string) *Error {
	if format == "" {
		return refuse(kind, nil)
	}
	return refuse(kind, notice.Params{"format": format})
}
