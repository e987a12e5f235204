package handlers_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ostrakon/handlers"
	"ostrakon/store"
	"ostrakon/store/storetest"
)

const adminModels = "/api/admin/models"

// solidGLB is the form of a conversion to one file.
func solidGLB() []field {
	return []field{{"file", "Grüner Kranich.stl", terrain(10)}, text("method", "custom-glb"), text("level", "compact")}
}

// keptModel converts a model and keeps it, and returns the name of its file.
func (w *world) keptModel(tb testing.TB) string {
	tb.Helper()
	name := path.Base(w.converted(tb, solidGLB()...)[".glb"])
	w.must(tb, w.post(adminModels, obj{"file": name}))
	return name
}

// models is the list of kept models.
func (w *world) models(tb testing.TB) []any {
	tb.Helper()
	return w.must(tb, w.get(adminModels)).json(tb)["items"].([]any)
}

// modelFiles are the names in the directory of kept models.
func (o *office) modelFiles(tb testing.TB) (names []string) {
	tb.Helper()
	for _, e := range must(os.ReadDir(filepath.Join(o.dir, "converted-models")))(tb) {
		names = append(names, e.Name())
	}
	return names
}

func TestAKeptModelStaysAfterTheHour(t *testing.T) {
	w := newHouse(t)
	url := w.converted(t, solidGLB()...)[".glb"]
	name := path.Base(url)
	before := w.must(t, get(url))
	kept := w.must(t, w.post(adminModels, obj{"file": name})).json(t)
	line := w.lastAudit(t)
	if line["action"] != "installation.model_kept" || line["detail"].(obj)["title"] != "Grüner Kranich" ||
		line["detail"].(obj)["file"] != name {
		t.Errorf("audit: %v", line)
	}
	w.must(t, w.post(adminModels, obj{"file": name})) // again: nothing changes
	if again := w.lastAudit(t); again["seq"] != line["seq"] {
		t.Errorf("audit: %v", again)
	}
	w.advance(2 * time.Hour)
	after := w.must(t, get(url))
	if !bytes.Equal(after.body, before.body) {
		t.Error("the kept model is another one")
	}
	for _, header := range []string{"ETag", "Content-Disposition", "Content-Type", "Vary", "Content-Security-Policy",
		"Access-Control-Allow-Origin"} {
		if got, want := after.header.Get(header), before.header.Get(header); got != want {
			t.Errorf("%s is %q, was %q", header, got, want)
		}
	}
	if got := after.header.Get("Cache-Control"); got != "private, max-age=3600, immutable" {
		t.Errorf("Cache-Control is %q", got)
	}
	ask := get(url)
	ask.header = http.Header{"Accept-Encoding": {"gzip"}}
	packed := w.must(t, ask)
	if packed.header.Get("Content-Encoding") != "gzip" || len(packed.body) >= len(before.body) {
		t.Errorf("%d of %d bytes, %v", len(packed.body), len(before.body), packed.header)
	}
	ask.header.Set("Range", "bytes=0-3")
	if part := w.do(t, ask); part.status != http.StatusPartialContent || string(part.body) != "glTF" {
		t.Errorf("a part is %d, %q", part.status, part.body)
	}
	ask.header = http.Header{"If-None-Match": {after.header.Get("ETag")}}
	if again := w.do(t, ask); again.status != http.StatusNotModified {
		t.Errorf("asked again: %d", again.status)
	}
	if list := w.models(t); len(list) != 1 || len(differences("kept", list[0], kept)) > 0 ||
		kept["bytes"] != float64(len(before.body)+len(packed.body)) {
		t.Errorf("the list is %v, kept was %v", list, kept)
	}
}

func TestAModelIsKeptUntilSomebodyRemovesIt(t *testing.T) {
	w := newHouse(t)
	name := w.keptModel(t)
	w.must(t, w.remove(adminModels+"/"+name))
	if line := w.lastAudit(t); line["action"] != "installation.model_removed" || line["detail"].(obj)["file"] != name {
		t.Errorf("audit: %v", line)
	}
	if len(w.models(t)) > 0 || len(w.modelFiles(t)) > 0 {
		t.Errorf("left are %v, %v", w.models(t), w.modelFiles(t))
	}
	w.must(t, get("/api/files/"+name)) // of the conversion
	w.advance(2 * time.Hour)
	w.try(t, []scenario{
		{"read", get("/api/files/" + name), 404, "not_found", ""},
		{"removed again", w.remove(adminModels + "/" + name), 404, "not_found", ""},
		{"kept again", w.post(adminModels, obj{"file": name}), 404, "not_found", ""},
	})
}

func TestOnlyConvertedModelsOfOneFileAreKept(t *testing.T) {
	w := newWorld(t)
	pair := w.converted(t, stl(tetrahedron()), text("method", "custom"))
	keep := func(name string, file any, status int, code, field string) scenario {
		return scenario{name, w.post(adminModels, obj{"file": file}), status, code, field}
	}
	tries := []scenario{
		keep("nothing", "", 400, "validation_failed", "file"),
		keep("a number", 1, 400, "validation_failed", "file"),
		keep("a .gltf", path.Base(pair[".gltf"]), 400, "validation_failed", "file"),
		keep("a .bin", path.Base(pair[".bin"]), 400, "validation_failed", "file"),
		keep("unknown", strings.Repeat("a", 26)+".glb", 404, "not_found", ""),
		keep("above", "../ostrakon.db", 404, "not_found", ""),
		keep("absolute", "/etc/passwd", 404, "not_found", ""),
		keep("a zero byte", "a\x00.glb", 404, "not_found", ""),
		{"a voter keeps one", call{method: "POST", path: adminModels, token: w.ada.token, body: obj{"file": "x"}}, 403,
			"role_required", ""},
		{"a guest lists them", get(adminModels), 401, "token_missing", ""},
	}
	for _, name := range []string{"..%2f..%2fostrakon.db", "%2e%2e", strings.Repeat("a", 26) + ".json", "x.glb"} {
		tries = append(tries, scenario{"removes " + name, w.remove(adminModels + "/" + name), 404, "", ""})
	}
	w.try(t, tries)
	if names := w.modelFiles(t); len(names) > 0 {
		t.Errorf("there are %v", names)
	}
}

func TestKeptModelsAreThereAfterARestart(t *testing.T) {
	w := newHouse(t)
	name := w.keptModel(t)
	dir := filepath.Join(w.dir, "converted-models")
	base := strings.TrimSuffix(name, ".glb")
	other := strings.Repeat("b", 26)
	for _, left := range []string{other + ".glb", other + ".glb.gz", other + ".json.part", base + ".glb.part"} {
		noError(t, os.WriteFile(filepath.Join(dir, left), []byte("half"), 0o600))
	}
	broken := strings.Repeat("c", 26)
	for _, left := range []string{broken + ".json", broken + ".glb", "notes.txt"} {
		noError(t, os.WriteFile(filepath.Join(dir, left), []byte("half"), 0o600))
	}
	noError(t, w.server.Close())
	again := must(handlers.New(t.Context(), w.store,
		handlers.Options{Now: w.clock.Now, Passwords: cheap, Conversions: convertsIn(filepath.Join(w.dir, "converted"))}))(t)
	w.server = again
	w.must(t, get("/api/files/"+name))
	if list := w.models(t); len(list) != 1 || list[0].(obj)["title"] != "Grüner Kranich" {
		t.Errorf("the list is %v", list)
	}
	want := []string{base + ".glb", base + ".glb.gz", base + ".json", broken + ".glb", broken + ".json", "notes.txt"}
	slices.Sort(want)
	if got := w.modelFiles(t); !slices.Equal(got, want) {
		t.Errorf("there are %v, want %v", got, want)
	}
}

func TestBackupsHaveNoModels(t *testing.T) {
	w := newWorld(t)
	w.keptModel(t)
	a := w.must(t, w.backup(obj{"password": rightPassword}))
	if got := entries(t, a.body); !slices.Equal(got, []string{store.FileName}) {
		t.Errorf("the backup holds %v", got)
	}
}

// putModels puts models into the directory of an office, as an earlier run of the server keeps them.
func putModels(tb testing.TB, dir string, n int, size int64) {
	tb.Helper()
	dir = filepath.Join(dir, "converted-models")
	noError(tb, os.MkdirAll(dir, 0o700))
	for i := range n {
		base := filepath.Join(dir, fmt.Sprintf("%s%c%c", strings.Repeat("a", 24), 'a'+i/26, 'a'+i%26))
		noError(tb, os.WriteFile(base+".json", []byte(`{"title":"one","by":"aaaaaaaaaaaaaaaaaaaaaaaaaa"}`), 0o600))
		f := must(os.Create(base + ".glb"))(tb)
		noError(tb, f.Truncate(size))
		noError(tb, f.Close())
	}
}

func TestKeptModelsHaveLimits(t *testing.T) {
	var lacking atomic.Bool
	for _, c := range []struct {
		name  string
		n     int
		size  int64
		code  string
		facts obj
	}{
		{"of their number", 100, 12, "models_full", obj{"max": 100.}},
		{"of their bytes", 1, 500<<20 - 100, "models_full", obj{"reason": "bytes", "limit": float64(500 << 20)}},
		{"of the disk", 1, 12, "storage_full", obj{"what": "model"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			lacking.Store(false)
			dir := t.TempDir()
			putModels(t, dir, c.n, c.size)
			w := &world{office: openOffice(t, dir, storetest.NewClock(), func(o *handlers.Options) {
				o.Conversions.Space = diskThat(&lacking)
			})}
			w.admin.token = w.must(t, w.setUp(obj{"organisation": "Reed Bed Society"})).text(t, "token")
			name := path.Base(w.converted(t, solidGLB()...)[".glb"])
			lacking.Store(c.code == "storage_full")
			a := w.do(t, w.post(adminModels, obj{"file": name}))
			checkRefusal(t, a, c.code, "")
			for fact, want := range c.facts {
				if got := a.json(t)["params"].(obj)[fact]; got != want {
					t.Errorf("%s is %v, want %v", fact, got, want)
				}
			}
			if got := len(w.models(t)); got != c.n {
				t.Errorf("%d models, want %d", got, c.n)
			}
			if line := w.lastAudit(t); line["action"] == "installation.model_kept" {
				t.Errorf("audit: %v", line)
			}
		})
	}
}
