package stl

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"ostrakon/convert/remark"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestForeignFilesAreNamed(t *testing.T) {
	padded := func(s string) string { return s + strings.Repeat("\x00\x01\xfe", 200) }
	for _, c := range []struct{ name, file, says string }{
		{"ZIP", padded("PK\x03\x04\x14\x00"), "ZIP"},
		{"3MF", padded("PK\x03\x04\x14\x00\x00\x00") + "3D/3dmodel.model", "3MF"},
		{"gzip", padded("\x1f\x8b\x08"), "gzip"},
		{"HTML", "\n<!DOCTYPE html><html><body>Download facet and vertex", "web page"},
		{"HTML without doctype", "<HTML><head>", "web page"},
		{"XML", `<?xml version="1.0"?><X3D><facet vertex="1"/></X3D>`, "XML"},
		{"AMF", `<?xml version="1.0"?><amf unit="millimeter"><facet/><vertex/></amf>`, "AMF"},
		{"COLLADA", `<?xml version="1.0"?><COLLADA version="1.4.1"/>`, "COLLADA"},
		{"tar", "part.stl" + strings.Repeat("\x00", 249) + "ustar" + strings.Repeat("\x00", 250) + tetrahedron(), "tar"},
		{"UTF-32", "\xff\xfe\x00\x00s\x00\x00\x00o\x00\x00\x00l\x00\x00\x00", "UTF-32"},
		{"Rhino", padded("3D Geometry File Format        4"), "Rhino"},
		{"DWG", padded("AC1032"), "DWG"},
		{"macOS's file beside a file", padded("\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X"), "macOS"},
		{"shortcut", "[InternetShortcut]\r\nURL=https://example.org/part.stl\r\n", "shortcut"},
		{"VTK", "# vtk DataFile Version 3.0\nsurface\nASCII\n", "VTK"},
		{"Parasolid", "**ABCDEFGHIJKLMNOPQRSTUVWXYZ\n**PARASOLID", "Parasolid"},
		{"IGES", strings.Repeat(" ", 72) + "S      1\n1H,,1H;,4Hpart", "IGES"},
		{"OFF with a comment", "OFF # cube\n8 6 0\n", "OFF"},
		{"OFF with colours", "COFF\n8 6 0\n", "OFF"},
		{"PNG", padded("\x89PNG\r\n\x1a\n"), "PNG"},
		{"JPEG", padded("\xff\xd8\xff\xe0"), "JPEG"},
		{"PDF", "%PDF-1.4\n" + padded(""), "PDF"},
		{"OBJ", "# Blender\nmtllib a.mtl\no Cube\nv 1 1 1\n", "OBJ"},
		{"OBJ at once", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "OBJ"},
		{"PLY", "ply\nformat ascii 1.0\nelement vertex 8\nelement facet 6\n", "PLY"},
		{"binary PLY", padded("ply\nformat binary_little_endian 1.0\n"), "PLY"},
		{"glTF", `{"asset": {"version": "2.0"}}`, "glTF"},
		{"GLB", padded("glTF\x02\x00\x00\x00"), "glTF"},
		{"JSON", `{"error": "not found"}`, "JSON"},
		{"Git LFS pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", "Git LFS"},
		{"STEP", "ISO-10303-21;\nHEADER;", "STEP"},
		{"G-code", "; made by a slicer\nG28\nG1 X1\n", "G-code"},
		{"text", "Dear colleague, here is the part.\n", "text without"},
		{"noise", string(noise(5000)), "it is not text"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Read([]byte(c.file))
			if !strings.HasPrefix(fmt.Sprint(err), "This is not an STL, 3MF, OBJ or PLY file: it ") ||
				!strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v, want it to say %q", err, c.says)
			}
		})
	}
}

func noise(n int) []byte {
	b := make([]byte, n)
	random := rand.NewChaCha8([32]byte{1})
	_, _ = random.Read(b)
	return b
}

func TestShortFilesAreErrors(t *testing.T) {
	for file, want := range map[string]remark.Kind{
		"": remark.Empty, "s": remark.OtherText, "\x00": remark.TooShort, "\xef\xbb\xbf": remark.OtherText,
		"solid": remark.NoFacets,
		"facet": remark.CutInFirstFacet, "solid\n": remark.NoFacets, " \n\t": remark.OtherText, "\xff\xfe": remark.OtherText,
		strings.Repeat("\x00", 83): remark.TooShort,
	} {
		t.Run(strconv.Quote(file), func(t *testing.T) {
			_, err := Read([]byte(file))
			refusal(t, err, want)
		})
	}
}

// FuzzRead asks that any bytes are an *Error or a model that keeps its promises.
func FuzzRead(f *testing.F) {
	usual := tetrahedron()
	corners := sphere(20)
	for _, seed := range []string{
		"", "s", "solid", usual, strings.ToUpper(usual), strings.ReplaceAll(usual, "\n", " "),
		strings.ReplaceAll(usual, ".", ","), usual[:200],
		"solid a\n" + oneFacet + "endsolid\nsolid b\n" + oneFacet, oneFacet,
		"# c\nfacet\nvertex 0 0 0 vertex 1 0 0 vertex 1 1 0 vertex 0 1 0 endloop",
		"\xff\xfes\x00o\x00l\x00i\x00d\x00", "\xef\xbb\xbf" + usual, strings.ReplaceAll(oneFacet, "1", "1e40"),
		strings.ReplaceAll(oneFacet, "1", "nan"),
		string(binarySTL("solid x", corners)), string(binarySTL("COLOR=\xff\x00\x00\x80", corners, 1, 0x8000)),
		string(binarySTL("ATF ", corners, 0xffff, 0)),
		string(binarySTL("", corners)[:500]), string(withCount(binarySTL("", corners), 0)),
		string(withCount(binarySTL("", corners), 1<<31)), "PK\x03\x04", "v 0 0 0\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			data = nil
		}
		m, err := Read(bytes.Clone(data))
		if err != nil {
			var e *Error
			if m != nil || !errors.As(err, &e) || e.Offset < 0 {
				t.Fatalf("model %v, error %#v", m, err)
			}
			checkFacts(t, e.Remark)
			return
		}
		check(t, m)
		again, err := Read(bytes.Clone(data))
		if err != nil || !slices.Equal(again.Corners, m.Corners) {
			t.Fatalf("a second reading differs: %v", err)
		}
	})
}
