package handlers_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ostrakon/handlers"
	"ostrakon/handlers/registrar"
	"ostrakon/handlers/worker"
	"ostrakon/ocr"
	"ostrakon/ocr/raster"
)

func TestVerifyID(t *testing.T) {
	w := newWorld(t, readsCards(t, registrar.PolicyNumber))
	card := cardOf(cardNumber, cardName, cardBirth)
	t.Run("answers what a readable card says, and a token to register with", func(t *testing.T) {
		checkJSON(t, w.must(t, w.show(t, card)),
			changed(card, obj{"identityField": "nationalId", "verificationToken": aToken, "expiresAt": aTime}))
	})
	t.Run("answers hints and no token for one that is not", func(t *testing.T) {
		dark := changed(cardOf("", "", ""), obj{
			"scheme": nil, "verdict": "unreadable",
			"hints": []any{obj{"code": "glare", "text": "Turn the light off or tilt the card."}},
		})
		checkJSON(t, w.must(t, w.show(t, dark)), dark)
	})
	t.Run("answers a token for one without a readable name", func(t *testing.T) {
		w.read(t, cardOf(cardNumber, "", cardBirth))
	})
	t.Run("a token is no session", func(t *testing.T) {
		w.try(t, []scenario{{"profile", profile("Bearer " + w.read(t, card)), 401, "token_invalid", ""}})
	})
	t.Run("writes nothing to the disk", func(t *testing.T) {
		before := w.fingerprint(t)
		w.read(t, card)
		if w.fingerprint(t) != before {
			t.Error("the database file changed")
		}
	})
}

func TestVerifyIDNamesTheFieldOfTheNumber(t *testing.T) {
	w := newWorld(t, readsCards(t, registrar.PolicyNumber), func(o *handlers.Options) {
		o.NationalID, _ = ocr.SchemeNamed("ke-id")
		o.VoterID, _ = ocr.SchemeNamed("in-epic")
	})
	for scheme, c := range map[string]struct{ number, field string }{"ke-id": {"12345678", "nationalId"},
		"in-epic": {"ABC1234566", "voterId"}} {
		a := w.must(t, w.show(t, changed(cardOf(c.number, cardName, cardBirth), obj{"scheme": scheme})))
		if got := a.text(t, "identityField"); got != c.field {
			t.Errorf("%s belongs in %s", scheme, got)
		}
		w.must(t, w.attempt("", registration(obj{
			"email": scheme + addressMark, "fullName": cardName, "dateOfBirth": cardBirth, "nationalId": nil, c.field: c.number,
			"verificationToken": a.text(t, "verificationToken"),
		}), 200, "", "").call)
	}
}

func TestVerifyIDRefusesBadImages(t *testing.T) {
	w := newWorld(t, readsCards(t, registrar.PolicyNumber))
	no := func(name string, image []byte, code string) scenario {
		return scenario{name, call{method: "POST", path: "/api/auth/verify-id", body: form{{"card", image}},
			from: w.elsewhere()}, 400, code, ""}
	}
	w.try(t, []scenario{
		no("an empty one", nil, "image_missing"),
		no("text", []byte("a card"), "image_unsupported"),
		no("a GIF", []byte("GIF89a\x01\x00\x01\x00"), "image_unsupported"),
		no("a TIFF", tiff(), "image_unsupported"),
		no("a PDF that calls itself JPEG", []byte("%PDF-1.7"), "image_unsupported"),
		no("a JPEG that is cut off in its header", smallJPEG(t)[:20], "image_damaged"),
		no("a PNG that is cut off in its header", pngHeader(20, 50)[:20], "image_damaged"),
		no("a PNG that says it has 900 megapixels", pngHeader(30_000, 30_000), "image_too_large"),
		no("a PNG that is 30,000 pixels wide", pngHeader(30_000, 1), "image_too_large"),
		no("a PNG of four thousand million pixels a side", pngHeader(1<<32-1, 1<<32-1), "image_damaged"),
		no("a JPEG of a thousand scans", manyScans(t, 1000), "image_unsupported"),
		no("an animated WebP", []byte("RIFF\x1a\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x02"+strings.Repeat("\x00", 9)),
			"image_unsupported"),
		{"one that turns out to be damaged", w.order(t, "damaged"), 400, "image_damaged", ""},
		{"one of more than 12 MiB", call{method: "POST", path: "/api/auth/verify-id", from: w.elsewhere(),
			body: form{{"card", append(pngHeader(20, 50), make([]byte, raster.MaxBytes)...)}}}, 413, "body_too_large", ""},
		{"no image", call{method: "POST", path: "/api/auth/verify-id", from: w.elsewhere(), body: form{}}, 400,
			"image_missing", ""},
		{"two images", call{method: "POST", path: "/api/auth/verify-id", from: w.elsewhere(),
			body: form{{"front", smallPNG(t)}, {"back", smallPNG(t)}}}, 400, "invalid_multipart", ""},
		{"no form", call{method: "POST", path: "/api/auth/verify-id", from: w.elsewhere(), body: smallPNG(t)}, 400,
			"invalid_multipart", ""},
	})
}

// manyScans is a JPEG whose first scan is there n times.
func manyScans(tb testing.TB, n int) []byte {
	tb.Helper()
	jpeg := smallJPEG(tb)
	at := bytes.Index(jpeg, []byte{0xff, 0xda})
	scan := jpeg[at : len(jpeg)-2]
	return slices.Concat(jpeg[:at], bytes.Repeat(scan, n), jpeg[len(jpeg)-2:])
}

// Whatever a photograph does to its reader, the server answers and reads the next one.
func TestVerifyIDOutlivesItsReader(t *testing.T) {
	t.Parallel()
	hasty := worker.New(worker.Options{Command: []string{os.Args[0], asReader}, Workers: 1,
		Budget: 500 * time.Millisecond})
	t.Cleanup(func() { hasty.Close() })
	for what, cards := range map[string]*worker.Pool{"crash": poolOf(t, os.Args[0], asReader),
		"fail": poolOf(t, os.Args[0], asReader), "starve": poolOf(t, os.Args[0], asReader), "hang": hasty} {
		t.Run(what, func(t *testing.T) {
			w := newWorld(t, func(o *handlers.Options) { o.Cards = cards })
			a := w.do(t, w.order(t, what))
			status, code, level := http.StatusBadRequest, "image_unreadable", "WARN"
			if what == "hang" || what == "starve" { // what got no CPU time says nothing about the photo
				status, code, level = http.StatusServiceUnavailable, "busy", "ERROR"
			}
			if a.status != status || (code == "busy") != (a.header.Get("Retry-After") != "") {
				t.Errorf("%d %v %s", a.status, a.header, a.body)
			}
			checkRefusal(t, a, code, "")
			if len(a.log) != 1 || a.log[0]["level"] != level || a.log[0]["request"] != a.header.Get("X-Request-Id") {
				t.Errorf("the operator is told %v", a.log)
			}
			w.read(t, cardOf(cardNumber, cardName, cardBirth))
		})
	}
}

func TestVerifyIDWithoutAReader(t *testing.T) {
	t.Run("that is switched off", func(t *testing.T) {
		w := newWorld(t)
		w.try(t, []scenario{
			{"a good image", w.order(t, ""), 503, "ocr_unavailable", ""},
			{"a bad one", call{method: "POST", path: "/api/auth/verify-id", body: form{{"card", tiff()}}, from: w.elsewhere()},
				400, "image_unsupported", ""},
		})
	})
	for name, command := range map[string][]string{
		"that cannot be started":   {filepath.Join(t.TempDir(), "nothing")},
		"that dies when it starts": {os.Args[0], "-test.run=^$"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, func(o *handlers.Options) { o.Cards = poolOf(t, command...) })
			a := w.do(t, w.order(t, ""))
			checkRefusal(t, a, "ocr_unavailable", "")
			if a.status != 503 || a.log[0]["level"] != "ERROR" ||
				!strings.Contains(a.log[0]["error"].(string), "cannot be started") {
				t.Errorf("%d, and the operator is told %v", a.status, a.log)
			}
		})
	}
	t.Run("that got no CPU time to start", func(t *testing.T) {
		starved := func() ([]string, error) { return nil, worker.ErrStarved }
		pool := worker.New(worker.Options{Command: []string{os.Args[0], asReader}, More: starved})
		t.Cleanup(func() { pool.Close() })
		w := newWorld(t, func(o *handlers.Options) { o.Cards = pool })
		w.try(t, []scenario{{"a good image", w.order(t, ""), 503, "ocr_unavailable", ""}})
		if text := w.metrics(t); !strings.Contains(text, `ostrakon_cards_total{outcome="failed"} 1`) {
			t.Errorf("it is not counted as a failure in\n%s", text)
		}
	})
	t.Run("that is closed", func(t *testing.T) {
		pool := poolOf(t, os.Args[0], asReader)
		pool.Close()
		w := newWorld(t, func(o *handlers.Options) { o.Cards = pool })
		w.try(t, []scenario{{"a good image", w.order(t, ""), 503, "ocr_unavailable", ""}})
	})
}

// Two hundred photographs at once: a few are read, the others are told to come back.
func TestVerifyIDUnderACrowd(t *testing.T) {
	const crowd, most = 200, 7 // one is read, six wait
	w := newWorld(t, readsCards(t, registrar.PolicyNumber))
	goAhead := filepath.Join(t.TempDir(), "go")
	body := photograph(t, told{File: goAhead, Reading: []byte(`{"verdict":"unreadable","hints":[]}`)})
	w.read(t, cardOf(cardNumber, cardName, cardBirth)) // the reader is there
	answers := make(chan answer)
	for range crowd {
		c := call{method: "POST", path: "/api/auth/verify-id", body: body, from: w.elsewhere()}
		r := c.request(t)
		go func() {
			rec := httptest.NewRecorder()
			w.server.ServeHTTP(rec, r)
			answers <- answer{status: rec.Code, header: rec.Result().Header, body: rec.Body.Bytes()}
		}()
	}
	count := make(map[int]int)
	for n := range crowd {
		if n == crowd-most { // whoever is not turned away now has a place
			noError(t, os.WriteFile(goAhead, nil, 0o600))
		}
		a := <-answers
		count[a.status]++
		if a.status == http.StatusServiceUnavailable &&
			(!strings.Contains(string(a.body), `"busy"`) || a.header.Get("Retry-After") == "") {
			t.Errorf("%v %s", a.header, a.body)
		}
	}
	if count[200] < 1 || count[200] > most || count[200]+count[503] != crowd {
		t.Errorf("answered %v", count)
	}
	w.read(t, cardOf(cardNumber, cardName, cardBirth))
}
