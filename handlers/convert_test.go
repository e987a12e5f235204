package handlers_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ostrakon/handlers"
)

// field is a part of the form of a conversion: a file if it has a file name.
type field struct {
	name, fileName string
	data           []byte
}

// modelForm is the form of a conversion.
type modelForm []field

func (f modelForm) encode(tb testing.TB) ([]byte, string) {
	tb.Helper()
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	for _, p := range f {
		disposition := fmt.Sprintf(`form-data; name="%s"`, p.name)
		if p.fileName != "" {
			disposition += fmt.Sprintf(`; filename="%s"`, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(p.fileName))
		}
		part, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition}})
		if err == nil {
			_, err = part.Write(p.data)
		}
		if err != nil {
			tb.Fatal(err)
		}
	}
	noError(tb, w.Close())
	return out.Bytes(), w.FormDataContentType()
}

// stl is the file of a form.
func stl(data []byte) field { return field{"file", "part.stl", data} }

// text is a field of a form.
func text(name, value string) field { return field{name: name, data: []byte(value)} }

// convertCall is a guest's conversion.
func convertCall(fields ...field) call {
	return call{method: "POST", path: "/api/convert-stl", body: modelForm(fields)}
}

// facet is three corners.
type facet [3][3]float32

// binarySTL is a binary STL file.
func binarySTL(facets ...facet) []byte {
	out := binary.LittleEndian.AppendUint32(make([]byte, 80, 84+50*len(facets)), uint32(len(facets)))
	for _, f := range facets {
		out = append(out, make([]byte, 12)...)
		for _, corner := range f {
			for _, x := range corner {
				out = binary.LittleEndian.AppendUint32(out, math.Float32bits(x))
			}
		}
		out = append(out, 0, 0)
	}
	return out
}

// tetrahedron has four facets and four corners.
func tetrahedron() []byte {
	a, b, c, d := [3]float32{0, 0, 0}, [3]float32{10, 0, 0}, [3]float32{0, 20, 0}, [3]float32{0, 0, 30}
	return binarySTL(facet{a, c, b}, facet{a, b, d}, facet{a, d, c}, facet{b, c, d})
}

// terrain is a binary STL file of 2·n² facets.
func terrain(n int) []byte {
	height := func(x, y int) [3]float32 {
		return [3]float32{float32(x), float32(y), float32(3 * math.Sin(float64(x)/7) * math.Cos(float64(y)/5))}
	}
	facets := make([]facet, 0, 2*n*n)
	for x := range n {
		for y := range n {
			facets = append(facets, facet{height(x, y), height(x+1, y), height(x, y+1)},
				facet{height(x+1, y), height(x+1, y+1), height(x, y+1)})
		}
	}
	return binarySTL(facets...)
}

const asciiTetrahedron = `solid tetra
facet normal 0 0 0
outer loop
vertex 0 0 0
vertex 0 20 0
vertex 10 0 0
endloop
endfacet
facet normal 0 0 0
outer loop
vertex 0 0 0
vertex 10 0 0
vertex 0 0 30
endloop
endfacet
endsolid tetra
`

func TestConversionAnswersWhatItMade(t *testing.T) {
	o := newOffice(t)
	name := pattern(`^[a-z2-7]{26}\.(glb|gltf|bin|usdz)$`)
	file := func(extension, mediaType string) obj {
		return obj{"name": pattern(`\` + extension + `$`), "url": pattern(`^/api/files/[a-z2-7]{26}\` + extension + `$`),
			"media_type": mediaType, "size": matcher(func(v any) bool { return v.(float64) > 40 }),
			"gzip_size": matcher(func(v any) bool { return v.(float64) > 20 })}
	}
	gltf := []any{file(".gltf", "model/gltf+json"), file(".bin", "application/octet-stream")}
	flat := obj{"as": "gltf", "unit": "mm", "up": "z", "shading": "flat"}
	for _, c := range []struct {
		method  string
		fields  []field
		files   []any
		options obj
	}{
		{"meshlib", nil, gltf, flat},
		{"custom", []field{text("method", "custom")}, gltf, flat},
		{"custom-glb", []field{text("method", "custom-glb")}, []any{file(".glb", "model/gltf-binary")},
			obj{"as": "gltf", "unit": "mm", "up": "z", "shading": "crease", "angle": 30, "level": "standard"}},
		{"custom-glb", []field{text("level", "compact"), text("normals", "none")}, []any{file(".glb", "model/gltf-binary")},
			obj{"as": "gltf", "unit": "mm", "up": "z", "shading": "none", "level": "compact", "normals": "none"}},
		{"custom-glb", []field{text("method", "custom-glb"), text("level", "positions"), text("unit", "in"), text("up", "y"),
			text("name", "Wedge ≥ 3")}, []any{file(".glb", "model/gltf-binary")},
			obj{"as": "gltf", "unit": "in", "up": "y", "shading": "none", "level": "positions", "name": "Wedge ≥ 3"}},
		{"meshlib", []field{text("method", "meshlib"), text("as", "usdz")}, []any{file(".usdz", "model/vnd.usdz+zip")},
			obj{"as": "usdz", "unit": "mm", "up": "z", "shading": "flat"}},
		{"custom-glb", []field{text("as", "usdz")}, []any{file(".usdz", "model/vnd.usdz+zip")},
			obj{"as": "usdz", "unit": "mm", "up": "z", "shading": "crease", "angle": 30}},
	} {
		t.Run(fmt.Sprint(c.method, c.fields), func(t *testing.T) {
			a := o.must(t, convertCall(append(c.fields, stl(tetrahedron()))...))
			positive := matcher(func(v any) bool { return v.(float64) > 0 })
			checkJSON(t, a, obj{
				"download_url": pattern(`^/api/files/`), "files": c.files, "method": c.method, "options": c.options,
				"format": "binary",
				"facets": 4, "vertices": positive, "solids": 1, "dropped": 0, "degenerate": 0,
				"bounds": obj{"min": []any{0, 0, 0}, "max": []any{10, 20, 30}}, "input_size": 284, "output_size": positive,
				"duration_ms": positive, "expires_at": aTime, "warnings": []any{},
				"report": matcher(func(v any) bool { return v.(obj)["volume"] == 1000.0 && v.(obj)["unit"] == c.options["unit"] }),
			})
			if files := a.json(t)["files"].([]any); files[0].(obj)["url"] != a.text(t, "download_url") ||
				!name(files[0].(obj)["name"]) {
				t.Errorf("download_url is not the first file: %s", a.body)
			}
		})
	}
}

func TestFieldsMayStandAnywhere(t *testing.T) {
	o := newOffice(t)
	file := stl(tetrahedron())
	upper := field{"file", "PART.STL", tetrahedron()}
	query := func(q string, fields ...field) call {
		c := convertCall(fields...)
		c.path += "?" + q
		return c
	}
	for name, c := range map[string]struct {
		call
		method string
	}{
		"before the file":            {convertCall(text("method", "custom"), file), "custom"},
		"after the file":             {convertCall(file, text("method", "custom")), "custom"},
		"in the query":               {query("method=custom", file), "custom"},
		"in both, the same":          {query("method=custom", file, text("method", "custom")), "custom"},
		"some here, some there":      {query("method=custom-glb", text("level", "positions"), file), "custom-glb"},
		"empty":                      {convertCall(text("method", ""), text("unit", ""), file), "meshlib"},
		"an extension in upper case": {convertCall(upper), "meshlib"},
		"a body of unknown length": {call{method: "POST", path: "/api/convert-stl",
			body: modelForm{file, text("method", "custom")}, chunked: true}, "custom"},
		"async turned off":              {query("async=0", file, text("async", "0")), "meshlib"},
		"a file name that is a path":    {convertCall(field{"file", "../../etc/cron.d/x.stl", tetrahedron()}), "meshlib"},
		"a file name that is not UTF-8": {convertCall(field{"file", "\xff\xfe.stl", tetrahedron()}), "meshlib"},
		"a token that is garbage": {call{method: "POST", path: "/api/convert-stl", body: modelForm{file},
			token: "garbage"}, "meshlib"},
		"ASCII": {convertCall(stl([]byte(asciiTetrahedron))), "meshlib"},
		"a boundary that the file has too": {convertCall(stl(append(tetrahedron(), "\r\n--"...)), text("method", "custom")),
			"custom"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := o.must(t, c.call).text(t, "method"); got != c.method {
				t.Errorf("method %s, want %s", got, c.method)
			}
		})
	}
}

// badForms are forms that are refused before the file is looked at.
func badForms() []scenario {
	file := stl(tetrahedron())
	refuse := func(name, code, fault string, fields ...field) scenario {
		return scenario{name, convertCall(fields...), 400, code, fault}
	}
	query := func(name, q, fault string, fields ...field) scenario {
		s := refuse(name, "validation_failed", fault, fields...)
		s.path += "?" + q
		return s
	}
	raw := func(name, code, contentType, body string) scenario {
		return scenario{name, call{method: "POST", path: "/api/convert-stl", body: body,
			header: http.Header{"Content-Type": {contentType}}}, 400, code, ""}
	}
	many := []field{file}
	for i := range 17 {
		many = append(many, text(fmt.Sprint("f", i), "x"))
	}
	return []scenario{
		refuse("no part", "file_missing", "file"),
		refuse("no file", "file_missing", "file", text("method", "custom")),
		refuse("two files", "file_repeated", "file", file, file),
		refuse("two files apart", "file_repeated", "file", file, text("method", "custom"), file),
		refuse("a file of another part", "invalid_multipart", "", field{"model", "part.stl", tetrahedron()}),
		refuse("an empty file", "file_empty", "file", stl(nil)),
		refuse("no file name", "file_type_unsupported", "file", text("file", string(tetrahedron()))),
		refuse("an OBJ file", "file_type_unsupported", "file", field{"file", "part.obj", tetrahedron()}),
		refuse("no extension", "file_type_unsupported", "file", field{"file", "part", tetrahedron()}),
		refuse("another extension behind", "file_type_unsupported", "file", field{"file", "part.stl.exe", tetrahedron()}),
		refuse("a NUL in the file name", "invalid_multipart", "", field{"file", "part.stl\x00", tetrahedron()}),
		refuse("an unknown method", "validation_failed", "method", text("method", "assimp"), file),
		refuse("a method in upper case", "validation_failed", "method", text("method", "CUSTOM"), file),
		refuse("an unknown unit", "validation_failed", "unit", file, text("unit", "furlong")),
		refuse("an unknown axis", "validation_failed", "up", file, text("up", "x")),
		refuse("an unknown shading", "validation_failed", "shading", text("method", "custom"), file,
			text("shading", "gouraud")),
		refuse("an unknown level", "validation_failed", "level", text("method", "custom-glb"), file, text("level", "best")),
		refuse("a level of a method without", "validation_failed", "level", file, text("method", "custom"),
			text("level", "compact")),
		refuse("an angle that is none", "validation_failed", "angle", text("method", "custom-glb"), file,
			text("angle", "NaN")),
		refuse("an angle beyond", "validation_failed", "angle", text("method", "custom-glb"), file, text("angle", "181")),
		refuse("an angle without creases", "validation_failed", "angle", file, text("angle", "30")),
		refuse("a name that is too long", "validation_failed", "name", file, text("name", strings.Repeat("x", 201))),
		refuse("a name that is not UTF-8", "validation_failed", "name", file, text("name", "\xff")),
		refuse("a name with a line break", "validation_failed", "name", file, text("name", "a\nb")),
		refuse("a plate of no number", "validation_failed", "plate", file, text("plate", "0")),
		refuse("too few facets", "validation_failed", "facets", file, text("facets", "3")),
		refuse("an unknown field", "validation_failed", "colour", file, text("colour", "red")),
		refuse("a field twice", "validation_failed", "unit", text("unit", "mm"), file, text("unit", "mm")),
		refuse("a value that is too long", "validation_failed", "method", text("method", strings.Repeat("x", 5000)), file),
		refuse("a strange async", "validation_failed", "async", file, text("async", "maybe")),
		refuse("many fields", "invalid_multipart", "", many...),
		query("form and query disagree", "method=custom", "method", text("method", "custom-glb"), file),
		query("form empty, query not", "method=custom", "method", text("method", ""), file),
		query("form and query disagree on an option", "unit=m", "unit", file, text("unit", "mm")),
		query("an unknown parameter", "colour=red", "colour", file),
		query("a parameter twice", "method=custom&method=custom", "method", file),
		query("an unknown method in the query", "method=assimp", "method", file),
		query("a parameter that is too long", "name="+strings.Repeat("x", 2000), "name", file),
		refuse("a part without a name", "invalid_multipart", "", text("", "x"), file),
		raw("no form", "invalid_multipart", "application/octet-stream", string(tetrahedron())),
		raw("no type", "invalid_multipart", "", "x"),
		raw("a form without a boundary", "invalid_multipart", "multipart/form-data", "x"),
		raw("a form of another kind", "invalid_multipart", "application/x-www-form-urlencoded", "method=custom"),
		raw("a form that is empty", "invalid_multipart", "multipart/form-data; boundary=b", ""),
		raw("a form that breaks off", "invalid_multipart", "multipart/form-data; boundary=b",
			"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.stl\"\r\n\r\nsolid"),
		raw("headers without end", "invalid_multipart", "multipart/form-data; boundary=b",
			"--b\r\n"+strings.Repeat("X: y\r\n", 20000)),
	}
}

func TestBadFormsAreRefused(t *testing.T) { newOffice(t).try(t, badForms()) }

// A query of which a part cannot be read must not count as one that does not say it.
func TestQueriesThatCannotBeReadAreRefused(t *testing.T) {
	o := newOffice(t)
	for _, query := range []string{"method=%zz", "method=custom;level=x", "%"} {
		for _, c := range []call{convertCall(stl(tetrahedron())), get("/api/conversion-methods"), get("/api/nowhere"),
			get("/")} {
			c.path += "?" + query
			a := o.do(t, c)
			if a.status != 400 {
				t.Fatalf("%s %s: %d", c.method, c.path, a.status)
			}
			checkRefusal(t, a, "query_malformed", "")
		}
	}
}

// badFiles are files that no model can be read from.
func badFiles() map[string][]byte {
	nan := float32(math.NaN())
	infinite := float32(math.Inf(1))
	flatFacet := facet{{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}
	lying := binarySTL()
	copy(lying[80:], "\xff\xff\xff\xff")
	return map[string][]byte{
		"one byte": []byte("s"),
		"a zip archive": append([]byte("PK\x03\x04\x14\x00\x00\x00\x08\x00"),
			bytes.Repeat([]byte("\x9c\x01\xfe"), 100)...),
		"a page": []byte("<!DOCTYPE html><html><head><title>404 Not Found</title></head><body>Not " +
			"Found</body></html>"),
		"an LFS pointer": []byte("version https://git-lfs.github.com/spec/v1\noid " +
			"sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n"),
		"a PNG image":              append([]byte("\x89PNG\r\n\x1a\n"), make([]byte, 300)...),
		"text":                     []byte("Dear printer, please print a cube."),
		"a binary cut in the head": tetrahedron()[:60],
		"2³²-1 facets announced":   append(lying, make([]byte, 116-len(lying)%2)...)[:200],
		"no facet":                 binarySTL(),
		"no facet, in ASCII":       []byte("solid nothing\nendsolid nothing\n"),
		"NaN alone":                binarySTL(facet{{nan, 0, 0}, {0, 1, 0}, {0, 0, 1}}),
		"infinities alone":         binarySTL(facet{{infinite, 0, 0}, {0, 1, 0}, {0, 0, 1}}),
		"degenerate facets alone":  binarySTL(flatFacet, flatFacet),
		"facet, facet, facet":      bytes.Repeat([]byte("facet\n"), 100_000),
		"a line of 1 MB":           append([]byte("solid "), bytes.Repeat([]byte("x"), 1<<20)...),
	}
}

func TestBadFilesAreRefusedByEveryMethod(t *testing.T) {
	o := newOffice(t)
	var refused []scenario
	for name, data := range badFiles() {
		for _, method := range []string{"meshlib", "custom", "custom-glb"} {
			refused = append(refused, scenario{method + "/" + name, convertCall(stl(data), text("method", method)), 400,
				"file_unreadable", "file"})
		}
	}
	o.try(t, refused)
	o.wantNoFiles(t)
}

func TestOddFilesAreConvertedWithWarnings(t *testing.T) {
	o := newOffice(t)
	wrong := tetrahedron()
	wrong[80] = 9
	nan := float32(math.NaN())
	broken := append(binarySTL(facet{{nan, 0, 0}, {0, 1, 0}, {0, 0, 1}}, facet{{0, 0, 0}, {0, 1, 0}, {0, 0, 1}}),
		tetrahedron()[84:]...)
	broken[80] = 6
	for name, data := range map[string][]byte{
		"truncated": terrain(5)[:2000], "wrong count": wrong, "trailing bytes": append(tetrahedron(), "and more"...),
		"a facet dropped": broken,
	} {
		t.Run(name, func(t *testing.T) {
			if a := o.must(t, convertCall(stl(data))); len(a.json(t)["warnings"].([]any)) == 0 {
				t.Errorf("no warning: %s", a.body)
			}
		})
	}
}

func TestANoteAboutTheReaderIsNoWarning(t *testing.T) {
	o := newOffice(t)
	list := o.must(t, convertCall(stl([]byte(asciiTetrahedron)), text("method", "meshlib"))).json(t)["warnings"].([]any)
	if len(list) != 1 || list[0].(obj)["code"] != "own_reader" || list[0].(obj)["severity"] != "info" {
		t.Errorf("%v", list)
	}
}

// What is odd about a file, or wrong with it, comes as a code and facts beside the sentence.
func TestNoticesComeWithTheirFacts(t *testing.T) {
	o := newOffice(t)
	joined := slices.Concat(tetrahedron(), tetrahedron(), tetrahedron())
	for _, w := range o.must(t, convertCall(stl(joined))).json(t)["warnings"].([]any) {
		if w := w.(obj); w["code"] == "joined_files" {
			want := obj{
				"code": "joined_files", "severity": "warning", "params": obj{"bytes": 568.0, "facets": 4.0, "n": 2.0, "more": 8.0},
				"message": "568 bytes after the last of 4 facets were ignored: 2 more binary STL files, of 8 facets in all.",
			}
			if !reflect.DeepEqual(w, want) {
				t.Errorf("%v, want %v", w, want)
			}
			joined = nil
		}
	}
	if joined != nil {
		t.Error("nothing says that files were joined")
	}
	for _, c := range []struct {
		file []byte
		want obj
	}{
		{badFiles()["a zip archive"], obj{
			"reason": "packed_damaged", "format": "ZIP",
			"detail": "The ZIP file is damaged, or was cut off on its way.",
		}},
		{[]byte("solid\nfacet\nouter loop\nvertex 1 two 3\n"), obj{
			"reason": "not_a_coordinate", "text": "two", "line": 4.0,
			"detail": "Line 4: No facet could be read: “two” is not a coordinate.",
		}},
	} {
		a := o.do(t, convertCall(stl(c.file)))
		if got := a.json(t)["params"]; a.status != 400 || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%d with %v, want %v", a.status, got, c.want)
		}
		if got := a.text(t, "detail"); got != c.want["detail"] {
			t.Errorf("the detail is %q", got)
		}
	}
}

func TestTooLargeAFileIsRefused(t *testing.T) {
	const limit = 10_000
	o := newOffice(t, func(opts *handlers.Options) { opts.Conversions.MaxSTL = limit })
	large := make([]byte, limit+1)
	announced := convertCall(stl(large), text("method", "custom"))
	unannounced := announced
	unannounced.chunked = true
	huge := convertCall(stl(make([]byte, 100*limit)))
	hugeUnannounced := huge
	hugeUnannounced.chunked = true
	o.try(t, []scenario{
		{"by one byte", announced, 413, "body_too_large", ""},
		{"by one byte, of unknown length", unannounced, 413, "body_too_large", ""},
		{"by far", huge, 413, "body_too_large", ""},
		{"by far, of unknown length", hugeUnannounced, 413, "body_too_large", ""},
	})
	if a := o.do(t, announced); !strings.Contains(a.text(t, "detail"), "10,000 bytes") {
		t.Errorf("the limit is not named: %s", a.body)
	}
	fitting := terrain(14)[:limit]
	if a := o.do(t, convertCall(stl(fitting))); a.status != 200 {
		t.Errorf("a file of the limit: %d %s", a.status, a.body)
	}
}

func TestBusyIsSaidBeforeTheBodyIsRead(t *testing.T) {
	o := newOffice(t, func(opts *handlers.Options) { opts.Conversions.Workers, opts.Conversions.Queue = 1, 1 })
	release := o.server.FillConversions(t)
	a := o.do(t, convertCall(stl(tetrahedron())))
	if a.status != 503 || a.header.Get("Retry-After") == "" {
		t.Errorf("status %d, Retry-After %q: %s", a.status, a.header.Get("Retry-After"), a.body)
	}
	checkRefusal(t, a, "busy", "")
	release()
	o.must(t, convertCall(stl(tetrahedron())))
}

func TestNoRoomForTheFilesIsSaid(t *testing.T) {
	var lacking atomic.Bool
	o := newOffice(t, func(opts *handlers.Options) {
		opts.Conversions.Cap = 900_000
		opts.Conversions.Space = diskThat(&lacking)
	})
	o.must(t, convertCall(stl(tetrahedron()), text("method", "custom-glb")))
	lacking.Store(true)
	for _, n := range []int{20, 80} { // small, and in a file
		checkRefusal(t, o.do(t, convertCall(stl(terrain(n)), text("method", "custom-glb"))), "storage_full", "")
	}
	o.wantNoFiles(t) // older ones have made room for the election
	a := o.do(t, convertCall(stl(terrain(20)), text("method", "custom-glb")))
	if a.status != 503 || a.header.Get("Retry-After") != "60" {
		t.Fatalf("status %d, Retry-After %q: %s", a.status, a.header.Get("Retry-After"), a.body)
	}
	lacking.Store(false)
	o.must(t, convertCall(stl(tetrahedron()), text("method", "custom-glb")))
	for _, n := range []int{80, 140} { // what it becomes never fits, and the file itself
		a := o.do(t, convertCall(stl(terrain(n)), text("method", "meshlib")))
		if a.status != 400 || a.header.Get("Retry-After") != "" {
			t.Errorf("status %d, Retry-After %q: %s", a.status, a.header.Get("Retry-After"), a.body)
		}
		checkRefusal(t, a, "storage_too_small", "")
	}
}

// diskThat is a disk without room for converted files while lacking is set.
func diskThat(lacking *atomic.Bool) func(string) (free, total int64, err error) {
	return func(string) (free, total int64, err error) {
		if lacking.Load() {
			return 1 << 30, 1 << 40, nil
		}
		return 1 << 39, 1 << 40, nil
	}
}

func TestConversionMethodsAreListed(t *testing.T) {
	o := newOffice(t, func(opts *handlers.Options) { opts.Conversions.MaxSTL, opts.Conversions.TTL = 5000, time.Minute })
	a := o.must(t, call{method: "GET", path: "/api/conversion-methods"})
	list := a.json(t)
	if list["default"] != "meshlib" || list["max_file_size"] != 5000.0 || list["kept_seconds"] != 60.0 {
		t.Errorf("%s", a.body)
	}
	var names []string
	for _, m := range list["methods"].([]any) {
		names = append(names, m.(obj)["name"].(string))
	}
	if strings.Join(names, " ") != "meshlib custom custom-glb" {
		t.Errorf("methods %v", names)
	}
}
