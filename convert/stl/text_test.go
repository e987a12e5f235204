package stl

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// asRead asks that a text is read by sections as it is read as a whole, or not at all.
func asRead(t *testing.T, text []byte, about int) (read bool) {
	t.Helper()
	got := must(readSections(bytes.NewReader(text), int64(len(text)), about))(t)
	if got == nil {
		return false
	}
	want, err := Read(bytes.Clone(text))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("sections of %d bytes: %d facets, solids %+v, warnings %v\nread as a whole: %+v, %v", about, got.Facets(),
			got.Solids, got.Warnings, want, err)
	}
	return true
}

func TestReadTextBySections(t *testing.T) {
	part := asciiSTL("part", sphere(2000), 'e', 6)
	flat := []byte("solid\nfacet normal 0 0 0\nouter loop\nvertex 1 1 1\nvertex 1 1 1\nvertex 2 2 " +
		"2\nendloop\nendfacet\nendsolid\n")
	for _, c := range []struct {
		name string
		text []byte
		read bool
	}{
		{"one solid", part, true},
		{"two solids", append(asciiSTL("first", sphere(1000), 'f', 6), part...), true},
		{"a facet without area", append(bytes.Clone(part), flat...), true},
		{"a mark before it", append([]byte("\xef\xbb\xbf"), part...), true},
		{"lines that end with CR LF", bytes.ReplaceAll(part, []byte("\n"), []byte("\r\n")), true},
		{"numbers with decimal commas", bytes.ReplaceAll(part, []byte("."), []byte(",")), false},
		{"all on one line", bytes.ReplaceAll(part, []byte("\n"), []byte(" ")), false},
		{"cut off", part[:len(part)*3/4], false},
		{"an empty solid", append(bytes.Clone(part), "solid none\nendsolid none\n"...), false},
		{"a number that is not finite", bytes.Replace(part, []byte("e+00\n      vertex"), []byte("e+99\n      vertex"), 1),
			false},
		{"binary", binarySTL("solid", sphere(2000)), false},
		{"short", part[:500], false},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, about := range []int{300, 1000, 4096, 20_000} {
				if read := asRead(t, c.text, about); read != c.read && about < len(c.text)/2 {
					t.Errorf("sections of %d bytes: read is %v", about, read)
				}
			}
		})
	}
}

// No shared file is read by sections otherwise than as a whole.
func TestReadTextOfSharedFiles(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(sharedFiles, "*", "*.stl"))
	if err != nil || len(files) == 0 {
		t.Skipf("the collection of STL files is not beside the repository: %v", err)
	}
	read := 0
	for _, name := range files {
		text := must(os.ReadFile(name))(t)
		if IsExact(text, int64(len(text))) || len(text) > 4<<20 {
			continue
		}
		if asRead(t, text, 2048) {
			read++
		}
	}
	if read == 0 {
		t.Error("none is read by sections")
	}
}

// FuzzReadText holds sections of few bytes against the whole.
func FuzzReadText(f *testing.F) {
	f.Add(asciiSTL("part", sphere(20), 'e', 6), uint8(30))
	f.Add([]byte(strings.Repeat("solid a\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 "+
		"0\nendloop\nendfacet\nendsolid a\n", 6)), uint8(0))
	f.Fuzz(func(t *testing.T, text []byte, about uint8) { asRead(t, text, 100+int(about)) })
}
