package handlers_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ostrakon/handlers"
	"ostrakon/handlers/makers"
)

// get is a guest's GET.
func get(path string) call { return call{method: "GET", path: path} }

// converted converts a file and returns the URLs of what became of it, by extension.
func (o *office) converted(tb testing.TB, fields ...field) map[string]string {
	tb.Helper()
	urls := make(map[string]string)
	for _, f := range o.must(tb, convertCall(fields...)).json(tb)["files"].([]any) {
		url := f.(obj)["url"].(string)
		urls[filepath.Ext(url)] = url
	}
	return urls
}

// filesIn is what is in the directory of converted files.
func (o *office) filesIn(tb testing.TB) []string {
	tb.Helper()
	entries := must(os.ReadDir(filepath.Join(o.dir, "converted")))(tb)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func (o *office) wantNoFiles(tb testing.TB) {
	tb.Helper()
	if names := o.filesIn(tb); len(names) > 0 {
		tb.Errorf("files are left: %v", names)
	}
}

func TestConvertedFilesAreServedAsWhatTheyAre(t *testing.T) {
	o := newOffice(t)
	pair := o.converted(t, stl(tetrahedron()), text("method", "custom"))
	glb := o.converted(t, field{"file", "Naïve gear.STL", tetrahedron()}, text("method", "custom-glb"))[".glb"]
	usdz := o.converted(t, stl(tetrahedron()), text("as", "usdz"))[".usdz"]
	for _, c := range []struct{ url, mediaType, disposition, begins string }{
		{usdz, "model/vnd.usdz+zip", `inline; filename=part.usdz`, "PK"},
		{pair[".gltf"], "model/gltf+json", `attachment; filename=part.gltf`, "{"},
		{pair[".bin"], "application/octet-stream", `attachment; filename=` + filepath.Base(pair[".bin"]), ""},
		{glb, "model/gltf-binary", `attachment; filename*=utf-8''Na%C3%AFve%20gear.glb`, "glTF"},
	} {
		a := o.must(t, get(c.url))
		for name, want := range map[string]string{
			"Content-Type": c.mediaType, "Content-Disposition": c.disposition, "X-Content-Type-Options": "nosniff",
			"Content-Length": strconv.Itoa(len(a.body)), "Accept-Ranges": "bytes",
			"Cache-Control": "private, max-age=3599, immutable",
		} {
			if got := a.header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", c.url, name, got, want)
			}
		}
		if !strings.HasPrefix(string(a.body), c.begins) {
			t.Errorf("%s begins with %q", c.url, a.body[:10])
		}
	}
	gltf := o.must(t, get(pair[".gltf"])).json(t)
	if uri := gltf["buffers"].([]any)[0].(obj)["uri"]; uri != filepath.Base(pair[".bin"]) {
		t.Errorf("the .gltf names %v, not the .bin beside it", uri)
	}
}

// A whole file goes compressed, once for all, to clients that take gzip, and parts as they are.
func TestWholeFilesAreServedCompressed(t *testing.T) {
	o := newOffice(t)
	for _, option := range []field{text("method", "custom"), text("method", "custom-glb"), text("as", "usdz")} {
		for _, f := range o.must(t, convertCall(stl(terrain(10)), option)).json(t)["files"].([]any) {
			said := f.(obj)
			ask := get(said["url"].(string))
			plain := o.must(t, ask)
			ask.header = http.Header{"Accept-Encoding": {"br, gzip"}}
			packed := o.must(t, ask)
			for name, want := range map[string]string{
				"Content-Encoding": "gzip", "Content-Length": fmt.Sprint(said["gzip_size"]),
				"Content-Type": plain.header.Get("Content-Type"), "Vary": "Accept-Encoding",
			} {
				if got := packed.header.Get(name); got != want {
					t.Errorf("%s: %s is %q, want %q", ask.path, name, got, want)
				}
			}
			unpacked := must(io.ReadAll(must(gzip.NewReader(bytes.NewReader(packed.body)))(t)))(t)
			if !bytes.Equal(unpacked, plain.body) || len(packed.body) >= len(plain.body) {
				t.Errorf("%s: %d bytes packed, %d plain, %d unpacked", ask.path, len(packed.body), len(plain.body), len(unpacked))
			}
			if packed.header.Get("ETag") == plain.header.Get("ETag") {
				t.Errorf("%s: both have the ETag %s", ask.path, plain.header.Get("ETag"))
			}
			ask.header.Set("If-None-Match", packed.header.Get("ETag"))
			if again := o.do(t, ask); again.status != http.StatusNotModified || again.header.Get("Content-Encoding") != "" {
				t.Errorf("%s: asked again, %d with %v", ask.path, again.status, again.header)
			}
			ask.header = http.Header{"Accept-Encoding": {"gzip"}, "Range": {"bytes=0-3"}}
			part := o.do(t, ask)
			if part.status != http.StatusPartialContent || part.header.Get("Content-Encoding") != "" ||
				!bytes.Equal(part.body, plain.body[:4]) {
				t.Errorf("%s: a part is %d, %q", ask.path, part.status, part.body)
			}
		}
	}
}

func TestPartsOfFilesAreServed(t *testing.T) {
	w := newWorld(t)
	t.Run("a converted file", func(t *testing.T) {
		w.checkParts(t, w.converted(t, stl(terrain(10)), text("method", "custom-glb"))[".glb"])
	})
	t.Run("a bundle", func(t *testing.T) { w.checkParts(t, seeBoard(w.counted, "bundle").path) })
}

func (o *office) checkParts(t *testing.T, url string) {
	whole := o.must(t, get(url))
	size := len(whole.body)
	last := strconv.Itoa(size - 1)
	for _, c := range []struct {
		ask, says string
		status    int
		from, to  int
	}{
		{"bytes=0-3", "bytes 0-3/" + strconv.Itoa(size), 206, 0, 4},
		{"bytes=4-", "bytes 4-" + last + "/" + strconv.Itoa(size), 206, 4, size},
		{"bytes=-5", "bytes " + strconv.Itoa(size-5) + "-" + last + "/" + strconv.Itoa(size), 206, size - 5, size},
		{"bytes=8-999999999", "bytes 8-" + last + "/" + strconv.Itoa(size), 206, 8, size},
		{"bytes=0-" + last, "bytes 0-" + last + "/" + strconv.Itoa(size), 206, 0, size},
		{"lines=1-2", "", 200, 0, size},
	} {
		ranged := get(url)
		ranged.header = http.Header{"Range": {c.ask}}
		a := o.do(t, ranged)
		if a.status != c.status || a.header.Get("Content-Range") != c.says || !bytes.Equal(a.body, whole.body[c.from:c.to]) {
			t.Errorf("%s: %d, Content-Range %q, %d bytes", c.ask, a.status, a.header.Get("Content-Range"), len(a.body))
		}
	}
	several := get(url)
	several.header = http.Header{"Range": {"bytes=0-3,8-11"}}
	if a := o.do(t, several); a.status != 206 || !strings.HasPrefix(a.header.Get("Content-Type"), "multipart/byteranges") {
		t.Errorf("two ranges: %d %s", a.status, a.header.Get("Content-Type"))
	}
	for _, ask := range []string{"bytes=" + strconv.Itoa(size) + "-", "bytes=9-3", "bytes=x"} {
		c := get(url)
		c.header = http.Header{"Range": {ask}}
		a := o.do(t, c)
		if a.status != 416 {
			t.Fatalf("%s: %d", ask, a.status)
		}
		checkRefusal(t, a, "range_not_satisfiable", "")
	}
}

func TestCopiesOfFilesNeedNotBeSentAgain(t *testing.T) {
	w := newWorld(t)
	one := w.converted(t, stl(tetrahedron()), text("method", "custom-glb"))[".glb"]
	other := w.converted(t, stl(tetrahedron()), text("method", "custom-glb"))[".glb"]
	t.Run("a converted file", func(t *testing.T) { w.checkCopies(t, one, other) })
	w.must(t, w.calculate(w.completed))
	t.Run("a bundle", func(t *testing.T) {
		w.checkCopies(t, seeBoard(w.counted, "bundle").path, seeBoard(w.completed, "bundle").path)
	})
}

func (o *office) checkCopies(t *testing.T, url, other string) {
	etag := o.must(t, get(url)).header.Get("ETag")
	ask := func(header, value string) answer {
		c := get(url)
		c.header = http.Header{header: {value}, "Range": {"bytes=0-3"}}
		return o.do(t, c)
	}
	for _, c := range []struct {
		header, value string
		want          int
	}{
		{"If-None-Match", etag, 304}, {"If-None-Match", "W/" + etag, 304}, {"If-None-Match", "*", 304},
		{"If-None-Match", `"other"`, 206},
		{"If-Range", etag, 206}, {"If-Range", `"other"`, 200}, {"If-Match", etag, 206}, {"If-Match", `"other"`, 412},
	} {
		if a := ask(c.header, c.value); a.status != c.want {
			t.Errorf("%s %s: %d, want %d", c.header, c.value, a.status, c.want)
		}
	}
	checkRefusal(t, ask("If-Match", `"other"`), "precondition_failed", "")
	if o.must(t, get(other)).header.Get("ETag") == etag {
		t.Error("two files have one ETag")
	}
}

func TestNoOtherFileIsServed(t *testing.T) {
	o := newOffice(t)
	url := o.converted(t, stl(tetrahedron()), text("method", "custom-glb"))[".glb"]
	name := filepath.Base(url)
	var unknown []scenario
	refuse := func(path, code string) {
		unknown = append(unknown, scenario{path[:min(len(path), 60)], get(path), 404, code, ""})
	}
	for _, other := range []string{
		strings.Repeat("a", 26) + ".glb", strings.ToUpper(name), name + ".part", name + "%00", name + "%20", "%20" + name,
		name[:25] + ".glb", "a" + name,
		strings.TrimSuffix(name, ".glb"), strings.TrimSuffix(name, ".glb") + ".bin", "..", ".", "%2e%2e", "ostrakon.db",
		"%5c..%5costrakon.db", strings.Repeat("a", 5000) + ".glb",
		"%ff%fe.glb", "con", "nul.glb", "*", name + ":stream", "~",
	} {
		refuse("/api/files/"+other, "not_found")
	}
	for _, other := range []string{"../ostrakon.db", "..%2fostrakon.db", "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
		"%2fetc%2fpasswd", "x/" + name, "/" + name, "./" + name, name + "/", ""} {
		refuse("/api/files/"+other, "route_not_found")
	}
	o.try(t, unknown)
	o.must(t, get(url))
}

func TestFilesExpire(t *testing.T) {
	o := newOffice(t, func(opts *handlers.Options) { opts.Conversions.TTL = 10 * time.Minute })
	a := o.must(t, convertCall(stl(tetrahedron())))
	until, err := time.Parse(time.RFC3339, a.text(t, "expires_at"))
	if err != nil || until.Sub(o.clock.Now()) > 10*time.Minute || until.Sub(o.clock.Now()) < 9*time.Minute {
		t.Errorf("it expires at %v: %v", until, err)
	}
	o.advance(9 * time.Minute)
	o.must(t, get(a.text(t, "download_url")))
	o.advance(time.Minute)
	gone := o.do(t, get(a.text(t, "download_url")))
	if gone.status != 404 {
		t.Errorf("status %d", gone.status)
	}
	checkRefusal(t, gone, "not_found", "")
}

func TestFilesOfAnEarlierRunAreRemoved(t *testing.T) {
	o := newOffice(t)
	url := o.converted(t, stl(tetrahedron()), text("method", "custom-glb"))[".glb"]
	foreign := filepath.Join(o.dir, "converted", "notes.txt")
	noError(t, os.WriteFile(foreign, []byte("keep me"), 0o600))
	if _, err := handlers.New(t.Context(), o.store,
		handlers.Options{Passwords: cheap, Conversions: makers.Options{Dir: filepath.Join(o.dir, "converted")}}); err != nil {
		t.Fatal(err)
	}
	if names := o.filesIn(t); !slices.Equal(names, []string{"notes.txt"}) {
		t.Errorf("left are %v", names)
	}
	if a := o.do(t, get(url)); a.status < 400 {
		t.Errorf("status %d", a.status)
	}
}

func TestAnyPageMayConvert(t *testing.T) {
	o := newOffice(t)
	id := o.started(t, stl(tetrahedron()))
	calls := append([]call{
		convertCall(stl(tetrahedron())), get("/api/conversion-methods"), get("/api/conversions/" + id),
		get(o.converted(t, stl(tetrahedron()))[".gltf"]),
	},
		convertCall(), get("/api/files/nothing"), get("/api/files/"), get("/api/conversions/nothing"),
		get("/api/conversions/nothing/at/all"))
	for _, c := range calls {
		for _, method := range []string{c.method, "OPTIONS", "DELETE"} {
			c.method, c.header = method, http.Header{"Origin": {"https://elsewhere.example"}}
			a := o.do(t, c)
			if got := a.header.Get("Access-Control-Allow-Origin"); got != "*" {
				t.Errorf("%s %s: %d with Access-Control-Allow-Origin %q", method, c.path, a.status, got)
			}
			if a.header.Get("Access-Control-Allow-Credentials") != "" || a.header.Get("Set-Cookie") != "" {
				t.Errorf("%s %s: %v", method, c.path, a.header)
			}
			for _, name := range []string{"ETag", "Content-Range", "Content-Disposition", "Location", "Retry-After"} {
				if !strings.Contains(a.header.Get("Access-Control-Expose-Headers"), name) {
					t.Errorf("%s %s: %s is not exposed", method, c.path, name)
				}
			}
		}
	}
	for _, path := range []string{"/api/convert/", "/api/convert-stl/", "/api/convert-stls", "/api/filesystem",
		"/api/conversion-methods/x", "/api/auth/login"} {
		if got := o.do(t, get(path)).header.Get("Access-Control-Allow-Origin"); got != "" {
			t.Errorf("%s: Access-Control-Allow-Origin %q", path, got)
		}
	}
}

func TestPreflightsAreAnswered(t *testing.T) {
	o := newOffice(t)
	for path, methods := range map[string]string{
		"/api/convert": "OPTIONS, POST", "/api/convert-stl": "OPTIONS, POST", "/api/conversion-methods": "GET, HEAD, OPTIONS",
		"/api/files/x": "GET, HEAD, OPTIONS", "/api/conversions/x": "DELETE, GET, HEAD, OPTIONS",
	} {
		a := o.do(t, call{method: "OPTIONS", path: path, header: http.Header{
			"Origin": {"https://elsewhere.example"}, "Access-Control-Request-Method": {"POST"},
			"Access-Control-Request-Headers": {"x-upload-id"},
		}})
		for name, want := range map[string]string{
			"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": methods,
			"Access-Control-Allow-Headers": "*, Authorization", "Access-Control-Max-Age": "86400",
		} {
			if got := a.header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
		if a.status != http.StatusNoContent || len(a.body) != 0 {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	if a := o.do(t, call{method: "OPTIONS", path: "/api/auth/login"}); a.header.Get("Access-Control-Allow-Methods") != "" {
		t.Error("pages of other origins may sign in")
	}
}
