package handlers_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"image/jpeg"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ostrakon/ocr/raster"
	"ostrakon/store"
)

// uploads are the routes that take an image, as requests that would succeed.
func (w *world) uploads(tb testing.TB) []example {
	tb.Helper()
	var all []example
	for _, e := range w.examples(tb) {
		if _, ok := e.body.(form); ok {
			all = append(all, e)
		}
	}
	if len(all) != 6 {
		tb.Fatalf("%d routes take an image, want 6", len(all))
	}
	return all
}

func TestUploadsRefuse(t *testing.T) {
	w := newWorld(t)
	good := smallJPEG(t)
	whole, kind := form{{"image", good}}.encode(t)
	multipart := http.Header{"Content-Type": {kind}}
	tooLong := append(bytes.Clone(good), make([]byte, raster.MaxBytes)...) // of any upload
	faults := []scenario{
		{name: "no body", call: call{body: nil}, want: 400, code: "invalid_multipart"},
		{name: "JSON", call: call{body: obj{"image": "x"}}, want: 400, code: "invalid_multipart"},
		{name: "a bare image", call: call{body: good, header: http.Header{"Content-Type": {"image/jpeg"}}}, want: 400,
			code: "invalid_multipart"},
		{name: "multipart without a boundary",
			call: call{body: whole, header: http.Header{"Content-Type": {"multipart/form-data"}}}, want: 400,
			code: "invalid_multipart"},
		{name: "another boundary", call: call{body: whole,
			header: http.Header{"Content-Type": {"multipart/form-data; boundary=x"}}}, want: 400, code: "invalid_multipart"},
		{name: "an empty body", call: call{body: "", header: multipart}, want: 400, code: "invalid_multipart"},
		{name: "a form cut off in the image", call: call{body: whole[:len(whole)/2], header: multipart}, want: 400,
			code: "invalid_multipart"},
		{name: "a form cut off before its end", call: call{body: whole[:len(whole)-6], header: multipart}, want: 400,
			code: "invalid_multipart"},
		{name: "a form without a part", call: call{body: form{}}, want: 400, code: "image_missing"},
		{name: "an empty part", call: call{body: form{{"image", nil}}}, want: 400, code: "image_missing"},
		{name: "two parts", call: call{body: form{{"image", good}, {"image", good}}}, want: 400, code: "invalid_multipart"},
		{name: "a part beside the image", call: call{body: form{{"image", good}, {"note", []byte("me")}}}, want: 400,
			code: "invalid_multipart"},
		{name: "a TIFF named .jpg", call: call{body: form{{"image", tiff()}}}, want: 400, code: "image_unsupported"},
		{name: "text", call: call{body: form{{"image", []byte("<svg/>")}}}, want: 400, code: "image_unsupported"},
		{name: "a JPEG cut off in its head", call: call{body: form{{"image", good[:100]}}}, want: 400, code: "image_damaged"},
		{name: "a PNG of 30000 pixels a side", call: call{body: form{{"image", pngHeader(30_000, 30_000)}}}, want: 400,
			code: "image_too_large"},
		{name: "a PNG of 25 megapixels", call: call{body: form{{"image", pngHeader(6144, 4097)}}}, want: 400,
			code: "image_too_large"},
		{name: "an image over 12 MiB", call: call{body: form{{"image", tooLong}}}, want: 413, code: "body_too_large"},
		{name: "a form over 12 MiB", call: call{body: form{{strings.Repeat("name", 8_000), tooLong[:raster.MaxBytes]}}},
			want: 413, code: "body_too_large"},
	}
	for _, e := range w.uploads(t) {
		scenarios := append([]scenario(nil), faults...)
		if e.Path != "/api/auth/verify-id" { // which looks at the head alone
			scenarios = append(scenarios,
				scenario{name: "a JPEG cut off", call: call{body: form{{"image", good[:len(good)-300]}}}, want: 400,
					code: "image_damaged"},
				scenario{name: "a PNG that ends behind its head", call: call{body: form{{"image", pngHeader(30, 30)}}}, want: 400,
					code: "image_damaged"})
		}
		for i, s := range scenarios {
			body, header := s.body, s.header
			s.call = e.call
			s.body, s.header, s.from = body, header, w.elsewhere()
			s.name = e.Path + "/" + s.name
			scenarios[i] = s
		}
		w.try(t, scenarios)
	}
}

func TestUploadsTakeUpTo6MiB(t *testing.T) {
	w := newWorld(t)
	good := smallJPEG(t)
	padded := append(good, make([]byte, 6<<20-len(good))...)
	w.must(t, call{method: "POST", path: "/api/user/profile/photo", token: w.ada.token, body: form{{"any name", padded}}})
}

// fetchPhoto fetches a photo and compares it with what an answer said of it.
func (w *world) fetchPhoto(tb testing.TB, said obj, token string) answer {
	tb.Helper()
	a := w.must(tb, call{method: "GET", path: said["url"].(string), token: token})
	cfg := must(jpeg.DecodeConfig(bytes.NewReader(a.body)))(tb)
	sum := sha256.Sum256(a.body)
	if float64(cfg.Width) != said["width"] || float64(cfg.Height) != said["height"] ||
		hex.EncodeToString(sum[:]) != said["sha256"] {
		tb.Errorf("the photo has %d x %d pixels and hash %x, the answer said %v", cfg.Width, cfg.Height, sum, said)
	}
	for name, want := range map[string]string{
		"Content-Type": "image/jpeg", "Content-Length": strconv.Itoa(len(a.body)), "X-Content-Type-Options": "nosniff",
		"Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
	} {
		if got := a.header.Get(name); got != want {
			tb.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	return a
}

func TestCandidatePhoto(t *testing.T) {
	w := newWorld(t)
	c := w.contest(t, "Photo board")
	byElection, byCandidate := candidatesPath(c, c.candidates[0], "photo"),
		"/api/admin/candidates/"+c.candidates[0]+"/image"
	record := candidatesOf(c, "Photo board", adminCandidates)[0].(obj)
	photo := func(width, height int) obj {
		return obj{"url": "/api/admin/candidates/" + c.candidates[0] + "/photo", "mediaType": "image/jpeg", "width": width,
			"height": height, "sha256": aHash}
	}

	a := w.must(t, w.post(byElection, form{{"file", smallPNG(t)}}))
	checkJSON(t, a, changed(record, obj{"photo": photo(20, 50)}))
	first := w.fetchPhoto(t, a.json(t)["photo"].(obj), w.admin.token)
	a = w.must(t, w.put(byCandidate, form{{"file", encodeJPEG(t, gradient(1280, 320))}}))
	checkJSON(t, a, changed(record, obj{"photo": photo(640, 160)}))
	second := w.fetchPhoto(t, a.json(t)["photo"].(obj), w.admin.token)
	if first.header.Get("ETag") == second.header.Get("ETag") {
		t.Error("two photos with one ETag")
	}
	if got := second.header.Get("Cache-Control"); got != "private, no-cache" {
		t.Errorf("Cache-Control %q", got)
	}

	asVoter := call{method: "GET", path: "/api/user/elections/candidates/" + c.candidates[0] + "/photo",
		token: w.ada.token}
	w.try(t, []scenario{
		{"voters do not see one of a DRAFT", asVoter, 404, "not_found", ""},
		{"a candidate without a photo has none", w.get("/api/admin/candidates/" + c.candidates[1] + "/photo"), 404,
			"not_found", ""},
		{"refuses a candidate of another election",
			w.post(candidatesPath(w.draft, c.candidates[0], "photo"), form{{"file", smallPNG(t)}}), 404, "not_found", ""},
	})
	w.move(t, c, "ACTIVE")
	w.try(t, []scenario{
		{"refuses an ACTIVE election", w.post(byElection, form{{"file", smallPNG(t)}}), 400, "election_not_draft", ""},
		{"refuses an ACTIVE election by the candidate too", w.put(byCandidate, form{{"file", smallPNG(t)}}), 400,
			"election_not_draft", ""},
		{"refuses a COMPLETED election",
			w.put("/api/admin/candidates/"+w.counted.candidates[0]+"/image", form{{"file", smallPNG(t)}}), 400,
			"election_not_draft", ""},
	})
	seen := w.must(t, call{method: "GET", path: userElections + c.id, token: w.ada.token}).json(t)
	said := firstCandidate(seen)["photo"].(obj)
	if said["url"] != asVoter.path {
		t.Errorf("a voter is told %v", said["url"])
	}
	if a := w.fetchPhoto(t, said, w.ada.token); !bytes.Equal(a.body, second.body) {
		t.Error("voters see another photo")
	}
}

func TestPhotosAnswerIfNoneMatch(t *testing.T) {
	w := newWorld(t)
	for _, c := range []call{
		{method: "GET", path: "/api/user/profile/photo/" + w.photo},
		{method: "GET", path: "/api/user/elections/candidates/" + w.active.candidates[0] + "/photo", token: w.ada.token},
		w.get("/api/admin/candidates/" + w.draft.candidates[0] + "/photo"),
	} {
		etag := w.must(t, c).header.Get("ETag")
		for sent, want := range map[string]int{
			etag: 304, "W/" + etag: 304, "*": 304, `"x", ` + etag: 304, `"x",W/` + etag + `,"y"`: 304,
			`"x"`: 200, strings.Trim(etag, `"`): 200, "": 200,
		} {
			c.header = http.Header{"If-None-Match": {sent}}
			a := w.do(t, c)
			if a.status != want || a.header.Get("ETag") != etag || (len(a.body) > 0) != (want == 200) {
				t.Errorf("%s, If-None-Match %s: %d, %d bytes", c.path, sent, a.status, len(a.body))
			}
		}
		// Statuses that the API does not have must not come of headers that nobody needs here.
		for name, value := range map[string]string{"Range": "bytes=0-9", "If-Match": `"x"`,
			"If-Unmodified-Since": "Thu, 01 Jan 1970 00:00:00 GMT"} {
			c.header = http.Header{name: {value}}
			if a := w.must(t, c); len(a.body) < 100 {
				t.Errorf("%s: %d bytes", name, len(a.body))
			}
		}
		c.header = http.Header{"Range": {"bytes=99999-"}}
		w.must(t, c)
	}
}

func TestProfilePhoto(t *testing.T) {
	w := newWorld(t)
	upload := call{method: "POST", path: "/api/user/profile/photo", token: w.ada.token, body: form{{"me", smallJPEG(t)}}}
	a := w.must(t, upload)
	filename := a.text(t, "photo.filename")
	checkJSON(t, a, changed(votersRecord(w.ada, numberOf(1)), obj{"photo": obj{
		"filename": pattern(`^[a-z2-7]{26}\.jpg$`), "url": "/api/user/profile/photo/" + filename, "mediaType": "image/jpeg",
		"width": 40, "height": 30, "sha256": aHash,
	}}))
	photo := w.fetchPhoto(t, a.json(t)["photo"].(obj), "")
	if got := photo.header.Get("Cache-Control"); got != "public, max-age=86400" {
		t.Errorf("Cache-Control %q", got)
	}

	fetch := func(name string) scenario {
		return scenario{name, call{method: "GET", path: "/api/user/profile/photo/" + name}, 404, "not_found", ""}
	}
	id := strings.TrimSuffix(filename, ".jpg")
	active := must(w.store.Election(t.Context(), store.ElectionID(w.active.id)))(t)
	w.try(t, []scenario{
		fetch(id), fetch(id + ".JPG"), fetch(id + ".jpeg"), fetch(id + ".jpg.jpg"), fetch(".jpg"), fetch(id + ".jpg%00"),
		fetch(id + "%00.jpg"),
		fetch(strings.ToUpper(id) + ".jpg"), fetch(".%2e"), fetch("..%5c" + filename), fetch("%20" + filename),
		fetch("~root.jpg"),
		fetch(w.ada.id + ".jpg"), fetch(w.active.id + ".jpg"), fetch(w.active.candidates[0] + ".jpg"),
		fetch(string(active.Questions[0].Candidates[0].Photo.ID) + ".jpg"), // which is not public
	})

	t.Run("replaces the one before", func(t *testing.T) {
		next := w.must(t, upload).text(t, "photo.filename")
		w.must(t, call{method: "GET", path: "/api/user/profile/photo/" + next})
		w.try(t, []scenario{fetch(filename)})
	})
}

func TestPhotosAreRemoved(t *testing.T) {
	w := newWorld(t)
	c := w.contest(t, "Removal board")
	remove := func(path, token string) call { return call{method: "DELETE", path: path, token: token} }
	photo := form{{"photo", smallJPEG(t)}}
	own, candidate := "/api/user/profile/photo", candidatesPath(c, c.candidates[0], "photo")
	ofUser := "/api/admin/users/" + w.ada.id + "/photo"
	for _, step := range []struct {
		name        string
		set, remove call
	}{
		{"one's own", call{method: "POST", path: own, token: w.ada.token, body: photo}, remove(own, w.ada.token)},
		{"a user's, by an administrator", call{method: "POST", path: own, token: w.ada.token, body: photo},
			remove(ofUser, w.admin.token)},
		{"a candidate's in a DRAFT", w.post(candidate, photo), remove(candidate, w.admin.token)},
	} {
		t.Run(step.name, func(t *testing.T) {
			shown := w.must(t, step.set).json(t)["photo"].(obj)
			checkJSON(t, w.must(t, step.remove), obj{"deleted": true})
			w.try(t, []scenario{
				{"its address is unknown", w.get(shown["url"].(string)), 404, "not_found", ""},
				{"nothing is left to remove", step.remove, 404, "not_found", ""},
			})
		})
	}
	if a := w.must(t, call{method: "GET", path: "/api/user/profile", token: w.ada.token}); a.json(t)["photo"] != nil {
		t.Errorf("the profile says %s", a.body)
	}
	actions := w.must(t, w.get("/api/admin/audit?limit=3")).column(t, "action")
	if !slices.Contains(actions, "user.photo_removed") || !slices.Contains(actions, "candidate.photo_removed") {
		t.Errorf("the audit says %v", actions)
	}
	w.try(t, []scenario{
		{"of a user who is not there", remove("/api/admin/users/"+unknownID+"/photo", w.admin.token), 404, "not_found", ""},
		{"of a candidate, with an empty election id",
			remove("/api/admin/elections//candidates/"+c.candidates[0]+"/photo", w.admin.token), 404, "not_found", ""},
		{"of a candidate past DRAFT", remove(candidatesPath(w.active, w.active.candidates[0], "photo"), w.admin.token), 400,
			"election_not_draft", ""},
	})
}

func TestVerifyIDTakesNoCardYet(t *testing.T) {
	w := newWorld(t)
	for name, image := range map[string][]byte{"JPEG": smallJPEG(t), "PNG": smallPNG(t)} {
		before := w.fingerprint(t)
		a := w.do(t, call{method: "POST", path: "/api/auth/verify-id", body: form{{"card", image}}})
		if a.status != 503 || a.header.Get("Retry-After") != "3600" {
			t.Errorf("%s: %d, Retry-After %s", name, a.status, a.header.Get("Retry-After"))
		}
		checkRefusal(t, a, "ocr_unavailable", "")
		if w.fingerprint(t) != before {
			t.Error("the image was stored")
		}
	}
}

func TestUploadsBeyondWhatMemoryAllowsAreToldToComeBack(t *testing.T) {
	w := newWorld(t)
	var scenarios []scenario
	for _, e := range w.uploads(t) {
		s := scenario{name: e.Path, call: e.call, want: 503, code: "busy"}
		s.from = w.elsewhere()
		scenarios = append(scenarios, s)
	}
	release := w.server.FillUploads()
	w.try(t, scenarios)
	release()
	for _, e := range w.uploads(t)[1:] {
		if res := w.do(t, e.call); res.status == 503 {
			t.Errorf("%s: still busy when the places are free again", e.Path)
		}
	}
}

func TestASlowImageGivesItsPlaceToAnother(t *testing.T) {
	w := newWorld(t)
	defer w.server.FillUploads()()
	w.advance(11 * time.Second)
	if res := w.do(t, w.uploads(t)[1].call); res.status != 200 {
		t.Errorf("answered %d %s", res.status, res.body)
	}
}

// Why an image is refused comes as a code and facts beside the sentence.
func TestRefusedImagesSayWhy(t *testing.T) {
	w := newWorld(t)
	for name, c := range map[string]struct {
		image  []byte
		detail string
		params obj
	}{
		"a scan": {tiff(), "This is a TIFF picture. Save it as a JPEG or PNG, and choose that.",
			obj{"reason": "tiff", "formats": []any{"JPEG", "PNG"}}},
		"another kind": {[]byte("GIF89a"), "This kind of image is not accepted. Choose a JPEG or PNG file.",
			obj{"reason": "format", "formats": []any{"JPEG", "PNG"}}},
		"a long side": {pngHeader(8001, 1), "The image is 8001 x 1 pixels; at most 8000 a side are accepted.", obj{
			"reason": "too_long_side", "width": 8001.0, "height": 1.0, "maxSide": 8000.0, "maxBytes": float64(6 << 20),
			"maxPixels": float64(12 << 20),
		}},
	} {
		a := w.do(t, call{method: "POST", path: "/api/user/profile/photo", token: w.ada.token,
			body: form{{"image", c.image}}})
		c.params["detail"] = c.detail
		if got := a.json(t); got["detail"] != c.detail || !reflect.DeepEqual(got["params"], c.params) {
			t.Errorf("%s: %s", name, a.body)
		}
	}
}
