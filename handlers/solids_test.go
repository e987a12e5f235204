package handlers_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image/png"
	"net/http"
	"slices"
	"strings"
	"testing"

	"ostrakon/handlers"
	"ostrakon/store"
	"ostrakon/store/storetest"
)

// trophy makes an election in DRAFT whose first candidate is a solid. To convert one takes long.
func (w *world) trophy(tb testing.TB) contest {
	tb.Helper()
	c := w.contest(tb, "Trophy")
	still := store.Image{Data: []byte("a picture"), MediaType: "image/png", Width: 640, Height: 640}
	if _, err := w.store.SetCandidateSolid(tb.Context(), storetest.Admin, store.ElectionID(c.id),
		store.CandidateID(c.candidates[0]), still, []byte("glTF")); err != nil {
		tb.Fatal(err)
	}
	return c
}

func TestACandidatesSolidIsConverted(t *testing.T) {
	w := newWorld(t)
	c := w.contest(t, "Trophy")
	byElection, asAdmin := candidatesPath(c, c.candidates[0], "solid"), "/api/admin/candidates/"+c.candidates[0]+"/solid"
	w.try(t, []scenario{{"there is none", w.get(asAdmin), 404, "not_found", ""}})

	a := w.must(t, w.post(byElection, modelForm{stl(tetrahedron())}))
	said := a.json(t)
	checkJSON(t, a, changed(candidatesOf(c, "Trophy", adminCandidates)[0].(obj), obj{
		"photo": obj{"url": "/api/admin/candidates/" + c.candidates[0] + "/photo", "mediaType": "image/png", "width": 640,
			"height": 640, "sha256": aHash},
		"solid": obj{"url": asAdmin, "mediaType": "model/gltf-binary", "size": said["solid"].(obj)["size"], "sha256": aHash},
	}))
	glb := w.must(t, w.get(asAdmin))
	if sum := fmt.Sprintf("%x", sha256.Sum256(glb.body)); sum != said["solid"].(obj)["sha256"] ||
		float64(len(glb.body)) != said["solid"].(obj)["size"] {
		t.Errorf("the solid has %d bytes and the hash %s, the answer said %v", len(glb.body), sum, said["solid"])
	}
	if !bytes.HasPrefix(glb.body, []byte("glTF")) || !bytes.Contains(glb.body, []byte("EXT_meshopt_compression")) {
		t.Errorf("the solid begins with %q", glb.body[:min(80, len(glb.body))])
	}
	for name, want := range map[string]string{"Content-Type": "model/gltf-binary",
		"Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
		"Cache-Control":           "private, no-cache"} {
		if got := glb.header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	again := w.get(asAdmin)
	again.header = http.Header{"If-None-Match": {glb.header.Get("ETag")}}
	if a := w.do(t, again); a.status != http.StatusNotModified || len(a.body) > 0 {
		t.Errorf("answered %d with %d bytes", a.status, len(a.body))
	}
	still := must(png.Decode(bytes.NewReader(w.must(t, w.get("/api/admin/candidates/"+c.candidates[0]+"/photo")).body)))(t)
	if _, _, _, alpha := still.At(still.Bounds().Dx()/2, still.Bounds().Dy()/2).RGBA(); still.Bounds().Dx() != 640 ||
		alpha == 0 {
		t.Errorf("the picture is %v, with nothing in the middle: %v", still.Bounds(), alpha == 0)
	}

	asVoter := call{method: "GET", path: "/api/user/elections/candidates/" + c.candidates[0] + "/solid",
		token: w.ada.token}
	onBoard := seeBoard(c, "candidates/"+c.candidates[0]+"/solid")
	w.try(t, []scenario{
		{"voters do not see one of a DRAFT", asVoter, 404, "not_found", ""},
		{"nor does anyone", onBoard, 404, "not_found", ""},
	})
	w.move(t, c, "ACTIVE")
	seen := w.must(t, call{method: "GET", path: userElections + c.id, token: w.ada.token}).json(t)
	if said := firstCandidate(seen)["solid"].(obj); said["url"] != asVoter.path {
		t.Errorf("a voter is told %v", said["url"])
	}
	for _, see := range []call{asVoter, onBoard} {
		if a := w.must(t, see); !bytes.Equal(a.body, glb.body) {
			t.Errorf("%s is another solid", see.path)
		}
	}
	if got := w.opened(t, c).Questions[0].Options[0].SolidSHA256; got != fmt.Sprintf("%x", sha256.Sum256(glb.body)) {
		t.Errorf("the manifest says %s", got)
	}
	w.try(t, []scenario{
		{"refuses an ACTIVE election", w.post(byElection, modelForm{stl(tetrahedron())}), 400, "election_not_draft", ""},
		{"removes none of an ACTIVE election", call{method: "DELETE", path: byElection, token: w.admin.token}, 400,
			"election_not_draft", ""},
		{"a candidate without one", seeBoard(c, "candidates/"+c.candidates[1]+"/solid"), 404, "not_found", ""},
	})
}

func TestACandidatesSolidIsRefusedInWords(t *testing.T) {
	w := newWorld(t)
	of := func(c contest) string { return candidatesPath(c, c.candidates[0], "solid") }
	w.try(t, []scenario{
		{"no file", w.post(of(w.draft), modelForm{}), 400, "file_missing", "file"},
		{"no STL file", w.post(of(w.draft), modelForm{stl([]byte("%PDF"))}), 400, "file_unreadable", "file"},
		{"facets over each other", w.post(of(w.draft),
			modelForm{stl(binarySTL(slices.Repeat([]facet{{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}},
				2000)...))}), 400, "solid_too_large", "file"},
		{"an option", w.post(of(w.draft), modelForm{stl(tetrahedron()), text("level", "standard")}), 400, "validation_failed",
			"level"},
		{"in the background", w.post(of(w.draft), modelForm{stl(tetrahedron()), text("async", "1")}), 400,
			"validation_failed", "async"},
		{"a candidate of another election",
			w.post(candidatesPath(w.draft, w.active.candidates[0], "solid"), modelForm{stl([]byte("%PDF"))}), 404, "not_found",
			""},
		{"an election that is open", w.post(of(w.active), modelForm{stl([]byte("%PDF"))}), 400, "election_not_draft", ""},
	})
	if a := w.must(t, w.get("/api/admin/candidates/"+w.draft.candidates[0]+"/photo")); a.header.Get("Content-Type") !=
		"image/jpeg" {
		t.Error("a refusal changed the photo")
	}

	c := w.trophy(t)
	remove := call{method: "DELETE", path: of(c), token: w.admin.token}
	w.must(t, remove)
	w.try(t, []scenario{
		{"it is gone", w.get("/api/admin/candidates/" + c.candidates[0] + "/solid"), 404, "not_found", ""},
		{"and its picture", w.get("/api/admin/candidates/" + c.candidates[0] + "/photo"), 404, "not_found", ""},
		{"it cannot go twice", remove, 404, "not_found", ""},
	})
}

// A solid takes a place as any conversion does, and leaves no file where conversions are kept.
func TestACandidatesSolidTakesAPlace(t *testing.T) {
	w := newWorld(t, func(opts *handlers.Options) {
		opts.Conversions.Workers, opts.Conversions.Queue, opts.Conversions.Cap = 1, 1, 400_000
	})
	upload := w.post(candidatesPath(w.draft, w.draft.candidates[0], "solid"), modelForm{stl(tetrahedron())})
	release := w.server.FillConversions(t)
	checkRefusal(t, w.do(t, upload), "busy", "")
	release()
	w.must(t, upload)
	w.wantNoFiles(t)
	upload.body = modelForm{stl(terrain(100))} // a megabyte
	a := w.do(t, upload)
	checkRefusal(t, a, "solid_too_large", "file")
	if detail := a.text(t, "detail"); !strings.Contains(detail, "Simplify it") {
		t.Errorf("it says %q", detail)
	}
	w.wantNoFiles(t)
}
