package handlers_test

import (
	"strings"
	"testing"
)

func TestInspectionReportsOnTheSolid(t *testing.T) {
	o := newOffice(t)
	inspect := func(query string, fields ...field) call {
		return call{method: "POST", path: "/api/inspect" + query, body: modelForm(fields)}
	}
	report := obj{
		"unit": "mm", "facets": 4, "solids": 1, "shells": 1, "cavities": 0, "size": []any{10, 20, 30}, "watertight": true,
		"open_edges": 0, "non_manifold_edges": 0, "flipped_edges": 0, "orientation": "outward", "volume": 1000,
		"area": matcher(func(v any) bool { return v.(float64) == 900 }), "weights": aList,
	}
	checkJSON(t, o.must(t, inspect("", stl(tetrahedron()))), obj{
		"report": report, "format": "binary", "dropped": 0, "degenerate": 0,
		"bounds":     obj{"min": []any{0, 0, 0}, "max": []any{10, 20, 30}},
		"input_size": 284, "warnings": []any{},
	})

	a := o.must(t, inspect("?edges=1", stl([]byte(asciiTetrahedron)), text("unit", "m")))
	open := a.json(t)["report"].(obj)
	if open["watertight"] != false || open["unit"] != "m" ||
		len(open["edges"].([]any)) != int(open["open_edges"].(float64)) || open["volume"] != nil {
		t.Errorf("of an open file: %s", a.body)
	}
	if a := o.must(t, inspect("", stl([]byte(asciiTetrahedron)))); a.json(t)["report"].(obj)["edges"] != nil {
		t.Errorf("edges that nobody asked for: %s", a.body)
	}
	if a := o.must(t, convertCall(stl(tetrahedron()), text("report", "0"))); a.json(t)["report"] != nil {
		t.Errorf("a report that nobody wanted: %s", a.body)
	}
	a = o.must(t, convertCall(stl(tetrahedron()), text("thumbnail", "64")))
	at := a.text(t, "thumbnail_url")
	if img := o.must(t, call{method: "GET", path: at}); img.header.Get("Content-Type") != "image/png" ||
		!strings.HasPrefix(string(img.body), "\x89PNG") {
		t.Errorf("the picture is %q", img.header)
	}
	for _, c := range []call{
		inspect("?edges=some", stl(tetrahedron())), inspect("?level=compact", stl(tetrahedron())),
		inspect("?async=1", stl(tetrahedron())), inspect(""),
		inspect("", stl([]byte("%PDF"))),
	} {
		if a := o.do(t, c); a.status < 400 || a.status >= 500 {
			t.Errorf("%s: %d %s", c.path, a.status, a.body)
		}
	}
}
