package handlers_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"testing"
)

// archived is a ZIP archive with one file.
func archived(tb testing.TB, name string, data []byte) []byte {
	tb.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	entry, err := w.Create(name)
	if err == nil {
		_, err = entry.Write(data)
	}
	if err := errors.Join(err, w.Close()); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

func gzipped(tb testing.TB, data []byte) []byte {
	tb.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err := w.Write(data)
	if err := errors.Join(err, w.Close()); err != nil {
		tb.Fatal(err)
	}
	return out.Bytes()
}

func TestEveryFormatIsConvertedAndInspected(t *testing.T) {
	o := newOffice(t)
	large := terrain(100) // goes to the child as a file, packed or not
	for fileName, c := range map[string]struct {
		data   []byte
		facets int
		format string
	}{
		"part.stl":     {tetrahedron(), 4, "binary"},
		"part.STLB":    {tetrahedron(), 4, "binary"},
		"part.stla":    {[]byte(asciiTetrahedron), 2, "ascii"},
		"part.stl.gz":  {gzipped(t, tetrahedron()), 4, "binary"},
		"part.zip":     {archived(t, "../parts/wedge.stl", []byte(asciiTetrahedron)), 2, "ascii"},
		"large.stl":    {large, 20_000, "binary"},
		"large.stl.gz": {gzipped(t, large), 20_000, "binary"},
		"large.zip":    {archived(t, "large.stl", large), 20_000, "binary"},
	} {
		form := modelForm{{"file", fileName, c.data}}
		for _, path := range []string{"/api/convert", "/api/convert-stl", "/api/inspect"} {
			a := o.must(t, call{method: "POST", path: path, body: form})
			got := a.json(t)
			report := got["report"].(obj)
			if got["format"] != c.format || report["facets"] != float64(c.facets) || got["input_size"] != float64(len(c.data)) {
				t.Errorf("%s to %s: %s", fileName, path, a.body)
			}
		}
	}
}
