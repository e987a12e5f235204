package browser

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// zone is the machine-readable zone of a card of type TD1 (ICAO 9303-5) with a Spanish number among its optional data.
var zone = []string{
	"I<ESPKM7041985852417063V<<<<<<",
	"8403179F3309265ESP<<<<<<<<<<<1",
	"CASTELLANO<<GIULIA<MARIA<<<<<<",
}

// Where only the holders of cards are admitted, the photograph of one fills the form; what was read is there to be
// corrected, and what contradicts the card is refused beside its field. Cards are read with a low priority, which
// takes minutes beside the other tests: so this one runs before them.
func TestRegisterByThePhotographOfACard(t *testing.T) {
	s := startServer(t, "serve", "-identity", "card", "-national-id", "es-dni", "-ocr", "on", "-ocr-time", "1h")
	s.setUp()
	p := newPage(t, newBrowser(t), s, "giulia", phone)
	p.guard.expect("400 (Bad Request)")
	p.visit("/#register")
	p.see("a Spanish DNI: eight digits and a letter")
	p.fill(p.w("shell.email"), "giulia@example.org")
	p.fill(p.w("shell.password"), password)

	p.file(p.w("voter.card.choose"), written(t, "notes.jpg", []byte("no photograph")))
	p.see("This kind of image is not accepted. Choose a JPEG, PNG or WebP file.")
	p.file(p.w("voter.card.choose"), photographOfCard(t, zone...))
	p.see(p.w("voter.card.read"))
	p.holds(p.w("voter.number"), "52417063V")
	p.holds(p.w("voter.birth"), "1984-03-17")
	p.see(p.w("voter.read.checked"))
	p.judge("card read")
	p.file(p.w("voter.card.choose"), photographOfCard(t, "", "")) // another card, which cannot be read
	p.see(p.w("voter.card.unreadable.required"))
	p.holds(p.w("voter.number"), "") // nothing is left of the first
	p.holds(p.w("voter.name"), "")
	p.holds(p.w("voter.birth"), "")
	p.file(p.w("voter.card.choose"), photographOfCard(t, zone[0], zone[1], "CASTELLANO<<GIULIA<MARIA<ELENA"))
	p.see(p.w("voter.card.unreadable.required")) // the name may be cut off, so that there is nothing to compare
	p.see(p.w("voter.hint.name_not_found"))
	p.holds(p.w("voter.number"), "52417063V")
	p.holds(p.w("voter.name"), "")
	p.file(p.w("voter.card.take"), photographOfCard(t, zone...))
	p.see(p.w("voter.card.read"))
	p.holds(p.w("voter.number"), "52417063V")

	p.fill(p.w("voter.name"), "Somebody Else")
	p.click("button", p.w("voter.register"))
	p.see("This is not the name that was read from the card.")
	p.judge("another name than the card's")
	p.fill(p.w("voter.name"), "Giulia María Castellano")
	p.click("button", p.w("voter.register"))
	p.see(p.w("voter.register.welcome", "name", "Giulia María Castellano"))
}

// A photograph for which the server has no time is sent again without a hand's turn, until somebody cancels.
func TestThePhotographOfACardWaitsForABusyServer(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve", "-identity", "number", "-national-id", "es-dni", "-ocr", "on")
	s.setUp()
	var busy atomic.Int32
	front := inFront(t, s, func(w http.ResponseWriter, r *http.Request) bool {
		if r.URL.Path != "/api/auth/verify-id" {
			return false
		}
		_, _ = io.Copy(io.Discard, r.Body)
		if busy.Add(-1) >= 0 {
			w.Header().Set("Content-Type", "application/problem+json")
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = io.WriteString(w, `{"status":503,"code":"busy","title":"Busy","params":{"what":"cards","retryAfter":1}}`)
			return true
		}
		const none = `{"value":"","check":"none","confidence":0}`
		_, _ = io.WriteString(w, `{"documentType":`+none+`,"number":`+none+`,"names":{"fullName":`+none+`,"surname":`+none+
			`,"givenNames":`+none+`},"dateOfBirth":`+none+`,"expiry":`+none+`,"verdict":"unreadable","hints":[]}`)
		return true
	})
	p := newPage(t, newBrowser(t), front, "patient", phone)
	p.guard.expect("503 (Service Unavailable)")
	p.visit("/#register")
	waits := func(next int) string { return p.w("voter.card.busy", "i", next, "n", 8) }
	busy.Store(2)
	p.file(p.w("voter.card.choose"), photographOfCard(t, zone...))
	p.see(waits(2))
	p.judge("waiting for a busy server")
	p.see(waits(3))
	p.see(p.w("voter.card.unreadable"))

	busy.Store(1000)
	p.file(p.w("voter.card.choose"), photographOfCard(t, zone...))
	p.see(waits(2))
	p.click("button", p.w("shell.cancel"))
	p.until("the notice is gone", `!document.querySelector(".card-outcome").hasChildNodes()`)
	busy.Store(0)
	p.file(p.w("voter.card.choose"), photographOfCard(t, zone...))
	p.see(p.w("voter.card.unreadable"))
}

// photographOfCard draws a card as large as a telephone takes it: the lines of its zone in the glyphs that the reader
// is tested with.
func photographOfCard(t *testing.T, zone ...string) string {
	t.Helper()
	const (
		symbols = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<" // in the order of the atlas
		pitch   = 28                                      // pixels from character to character
		leading = 50                                      // pixels from line to line
	)
	drawn := must(os.ReadFile(filepath.Join("..", "..", "ocr", "ocrb", "testdata", "atlas.png")))(t)
	atlas := must(png.Decode(bytes.NewReader(drawn)))(t)
	size := atlas.Bounds().Size()
	size.X /= len(symbols)
	card := image.NewGray(image.Rect(0, 0, 1000, 630))
	draw.Draw(card, card.Rect, image.NewUniform(color.Gray{240}), image.Point{}, draw.Src)
	// the portrait
	draw.Draw(card, image.Rect(60, 80, 280, 380), image.NewUniform(color.Gray{150}), image.Point{}, draw.Src)
	for i, line := range zone {
		for j, symbol := range line {
			glyph := image.Pt(strings.IndexRune(symbols, symbol)*size.X, 0)
			at := image.Pt(80+j*pitch, 440+i*leading)
			// The tiles of neighbours overlap by a blank margin.
			draw.Draw(card, image.Rectangle{at, at.Add(image.Pt(pitch, size.Y))}, atlas,
				glyph.Add(image.Pt((size.X-pitch)/2, 0)), draw.Src)
		}
	}
	var out bytes.Buffer
	noError(t, jpeg.Encode(&out, card, &jpeg.Options{Quality: 92}))
	return written(t, "card.jpg", out.Bytes())
}
