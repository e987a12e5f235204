package browser

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// paintCode draws a canvas as a camera with a number of pixels a row sees a table, with the QR code of a text askew on
// it, or without a code for an empty text.
const paintCode = `(async (text, width) => {
	const module = document.querySelector("script[type=module]").src.replace(/joined\/.*/, "lib/qr.js");
	const rows = text === "" ? [] : (await import(module)).qrMatrix(text);
	const canvas = document.createElement("canvas");
	[canvas.width, canvas.height] = [width, width * 3 / 4];
	const pen = canvas.getContext("2d");
	pen.scale(width / 4000, width / 4000);
	const light = pen.createLinearGradient(0, 0, 4000, 3000);
	light.addColorStop(0, "#887766");
	light.addColorStop(1, "#443322");
	pen.fillStyle = light;
	pen.fillRect(0, 0, 4000, 3000);
	pen.translate(1700, 700);
	pen.rotate(0.4);
	pen.fillStyle = "#ddd";
	pen.fillRect(-200, -200, 1500, 1600);
	pen.fillStyle = "#222";
	rows.forEach((row, r) => row.forEach((dark, c) => { if (dark) pen.fillRect(30 * c, 30 * r, 30.5, 30.5); }));
	return canvas;
})`

// photoOf writes a photo of 12 megapixels of a code, or of a piece of paper without one, to a file.
func (p *page) photoOf(text string) string {
	p.t.Helper()
	var url string
	p.eval(fmt.Sprintf(`%s(%q, 4000).then((canvas) => canvas.toDataURL("image/jpeg", 0.7))`, paintCode, text), &url)
	_, encoded, _ := strings.Cut(url, ",")
	content := must(base64.StdEncoding.DecodeString(encoded))(p.t)
	name := filepath.Join(p.t.TempDir(), "photo.jpg")
	if err := os.WriteFile(name, content, 0o600); err != nil {
		p.t.Fatal(err)
	}
	return name
}

// Where the page has a camera and the browser reads no codes, the page reads what the camera sees.
func TestKioskReadsASlipBeforeItsCamera(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	keys := s.slips(token, "Noor Haddad")
	s.openElection(token, ballotTitle, "Praxilla", "Korinna")
	p := newPage(t, newBrowser(t), s, "camera", phone)
	p.visit("/#kiosk")
	p.heading(p.w("voter.kiosk"))
	var ready bool
	p.eval(fmt.Sprintf(`%s(%q, 1280).then((canvas) => {
		setInterval(() => canvas.getContext("2d").fillRect(0, 0, 1, 1), 100); // a stream has what changes
		navigator.mediaDevices.getUserMedia = async () => canvas.captureStream();
		globalThis.BarcodeDetector = undefined;
		return true;
	})`, paintCode, s.origin+"/#key="+keys["Noor Haddad"]), &ready)
	p.click("button", p.w("shell.scan"))
	p.says("Noor Haddad")
}

// A tablet over plain HTTP has no camera in its pages, and its browser reads no codes: a photo of a slip tells whose it
// is. One without a code is said to have none, a file that is no photo too, and typing goes on.
func TestKioskReadsASlipInAPhoto(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	keys := s.slips(token, "Noor Haddad", "Ben Lind")
	s.openElection(token, ballotTitle, "Praxilla", "Korinna")
	away := *s
	_, port, _ := strings.Cut(strings.TrimPrefix(s.origin, "http://"), ":")
	away.origin = "http://club.example:" + port
	p := newPage(t, newBrowser(t, chromedp.Flag("host-resolver-rules", "MAP club.example 127.0.0.1")), &away, "kiosk",
		phone)
	p.visit("/#kiosk")
	p.see(p.w("voter.kiosk.lead"))
	p.look("photo")
	p.judge("kiosk that takes photos")
	code, none := p.photoOf(away.origin+"/#key="+keys["Noor Haddad"]), p.photoOf("")
	empty := filepath.Join(t.TempDir(), "empty.jpg")
	if err := os.WriteFile(empty, bytes.Repeat([]byte("no photo"), 100), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{none, empty} {
		p.file(p.w("shell.scan.photo"), file)
		p.see(p.w("shell.scan.none"))
	}
	p.look("no code")
	p.judge("photo without a code")
	p.run(emulation.SetCPUThrottlingRate(4))
	from := time.Now()
	p.file(p.w("shell.scan.photo"), code)
	p.heading(p.w("voter.slip.ask", "name", "Noor Haddad"))
	t.Logf("from a photo of 12 megapixels to the name, on a processor slowed 4 times: %v", time.Since(from))
	p.says("Noor Haddad")
	p.run(emulation.SetCPUThrottlingRate(1))
	p.votes()
	p.click("button", p.w("voter.kiosk.done"))
	p.heading(p.w("voter.kiosk"))
	p.fill(p.w("shell.slip"), keys["Ben Lind"])
	p.click("button", p.w("voter.slip.go"))
	p.says("Ben Lind")
}
