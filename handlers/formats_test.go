package handlers_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"strings"
	"testing"

	shapes "ostrakon/convert/bench"
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
	noError(tb, errors.Join(err, w.Close()))
	return out.Bytes()
}

func gzipped(tb testing.TB, data []byte) []byte {
	tb.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err := w.Write(data)
	noError(tb, errors.Join(err, w.Close()))
	return out.Bytes()
}

func TestEveryFormatIsConvertedAndInspected(t *testing.T) {
	o := newOffice(t)
	large := terrain(100) // goes to the child as a file, packed or not
	drawer := must(os.ReadFile("../convert/testdata/drawer.3mf"))(t)
	gem, tile := must(os.ReadFile("../convert/testdata/gem.ply"))(t), must(os.ReadFile("../convert/testdata/tile.obj"))(t)
	lantern := must(os.ReadFile("../convert/testdata/lantern.zip"))(t)
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
		"drawer.3mf":   {drawer, 36, "3mf"},
		"renamed.zip":  {drawer, 36, "3mf"},
		"gem.ply":      {gem, 8, "ply"},
		"gem.ply.gz":   {gzipped(t, gem), 8, "ply"},
		"tile.OBJ":     {tile, 4, "obj"},
		"tile.obj.gz":  {gzipped(t, tile), 4, "obj"},
		"lantern.zip":  {lantern, 32, "obj"},
		"large.obj":    {append(tile, bytes.Repeat([]byte("f 1 2 3 4\n"), 100_000)...), 200_004, "obj"},
	} {
		form := modelForm{{"file", fileName, c.data}}
		for _, path := range []string{"/api/convert", "/api/convert-stl", "/api/inspect"} {
			a := o.do(t, call{method: "POST", path: path, body: form})
			got := a.json(t)
			named := strings.Contains(strings.ToLower(fileName), ".obj") || strings.Contains(fileName, ".ply")
			if path == "/api/convert-stl" && named {
				if a.status != 400 || got["code"] != "file_type_unsupported" {
					t.Errorf("%s to %s: %d %s", fileName, path, a.status, a.body)
				}
				continue
			}
			if refused := map[string]string{"3mf": "not_stl_3mf", "obj": "not_stl"}[c.format]; refused != "" &&
				path == "/api/convert-stl" {
				if a.status != 400 || got["code"] != "file_unreadable" || got["params"].(obj)["reason"] != refused ||
					!strings.Contains(a.text(t, "detail"), "POST /api/convert") {
					t.Errorf("%s to %s: %d %s", fileName, path, a.status, a.body)
				}
				continue
			}
			report, ok := got["report"].(obj)
			if a.status != 200 || !ok || got["format"] != c.format || report["facets"] != float64(c.facets) ||
				got["input_size"] != float64(len(c.data)) {
				t.Errorf("%s to %s: %s", fileName, path, a.body)
			}
		}
	}
}

// The unit of the request comes before that of a 3MF file, which comes before millimetres.
func TestUnitOfAThreeMFFile(t *testing.T) {
	o := newOffice(t)
	drawer := must(os.ReadFile("../convert/testdata/drawer.3mf"))(t)
	for unit, want := range map[string]string{"": "in", "cm": "cm"} {
		form := modelForm{{"file", "drawer.3mf", drawer}, text("unit", unit)}
		a := o.must(t, call{method: "POST", path: "/api/convert?async=0", body: form}).json(t)
		if used := a["options"].(obj)["unit"]; used != want || a["report"].(obj)["unit"] != want {
			t.Errorf("unit %q: %v, report %v", unit, used, a["report"])
		}
	}
}

func TestHostileThreeMFFilesAreRefused(t *testing.T) {
	o := newOffice(t)
	for reason, data := range map[string][]byte{
		"package_no_model":     archived(t, "_rels/.rels", []byte("<Relationships/>")),
		"package_missing_part": archived(t, "[Content_Types].xml", nil),
		"xml_document_type":    archived(t, "_rels/.rels", []byte(`<!DOCTYPE a><a/>`)),
		"packed_damaged":       archived(t, "_rels/.rels", nil)[:40],
	} {
		for _, path := range []string{"/api/convert", "/api/inspect"} {
			a := o.do(t, call{method: "POST", path: path, body: modelForm{{"file", "part.3mf", data}}})
			if a.status != 400 || a.json(t)["params"].(obj)["reason"] != reason {
				t.Errorf("%s: %d %s, want %s", path, a.status, a.body, reason)
			}
		}
	}
}

// A refusal for the name of a file lists what the address takes, and no more.
func TestNamesThatAreRefusedHearWhatIsTaken(t *testing.T) {
	o := newOffice(t)
	for path, takes3MF := range map[string]bool{"/api/convert-stl": false, "/api/convert": true, "/api/inspect": true} {
		a := o.do(t, call{method: "POST", path: path, body: modelForm{{"file", "a.txt", []byte("text")}}})
		if detail := a.text(t, "detail"); a.status != 400 || !strings.Contains(detail, ".stl.gz") ||
			strings.Contains(detail, ".3mf") != takes3MF {
			t.Errorf("%s: %d %s", path, a.status, detail)
		}
		damaged := modelForm{{"file", "part.3mf", []byte("QK\x03\x04" + strings.Repeat("\x00\x01", 200))}}
		if detail := o.do(t, call{method: "POST", path: path, body: damaged}).text(t, "detail"); !strings.
			Contains(detail, "3MF") {
			t.Errorf("%s: a damaged 3MF file hears %q", path, detail)
		}
	}
}

// A budget of facets is met, and the answer says how.
func TestABudgetOfFacets(t *testing.T) {
	scan := shapes.Binary(shapes.Scan, 2_000)
	form := modelForm{{"file", "part.stl", scan}, text("facets", "500"), text("method", "custom-glb")}
	a := newOffice(t).must(t, call{method: "POST", path: "/api/convert", body: form}).json(t)
	done := a["simplified"].(obj)
	if a["facets"] != 500.0 || done["to"] != 500.0 || done["from"] != a["report"].(obj)["facets"] ||
		!(done["error_mm"].(float64) > 0) || a["options"].(obj)["facets"] != 500.0 {
		t.Errorf("%v facets, %v, options %v", a["facets"], done, a["options"])
	}
}

// A project of two plates gives the first, or the one that the request names.
func TestPlatesOfAProject(t *testing.T) {
	o := newOffice(t)
	project := must(os.ReadFile("../convert/testdata/bambustudio.3mf"))(t)
	for _, path := range []string{"/api/convert", "/api/inspect"} {
		for plate, want := range map[string]float64{"": 1, "2": 2} {
			form := modelForm{{"file", "lamp.3mf", project}, text("plate", plate)}
			a := o.must(t, call{method: "POST", path: path, body: form}).json(t)
			if a["plate"] != want || a["plates"] != 2.0 {
				t.Errorf("%s, plate %q: plate %v of %v", path, plate, a["plate"], a["plates"])
			}
		}
		a := o.do(t, call{method: "POST", path: path, body: modelForm{{"file", "lamp.3mf", project}, text("plate", "3")}})
		if a.status != 400 || a.json(t)["params"].(obj)["reason"] != "model_no_plate" {
			t.Errorf("%s, plate 3: %d %s", path, a.status, a.body)
		}
	}
}
