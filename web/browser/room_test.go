package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A room of phones comes to a kit with a certificate of its own: the page Join says what to compare, and the camera of
// a tablet works, since the connection is secure. It speaks of the cards that the kit reads while people register with
// a number, and no longer once they come with slips.
func TestARoomJoinsWithTheCertificateOfTheKit(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve", "-tls", "-ocr", "on")
	_, setupToken, _ := strings.Cut(s.told(setupURL), "#setup=")
	s.origin = strings.Replace(s.origin, "127.0.0.1", "kit.local", 1)
	p := newPage(t, newBrowser(t, chromedp.Flag("host-resolver-rules", "MAP kit.local 127.0.0.1"),
		chromedp.Flag("ignore-certificate-errors", true)), s, "secretary", desktop)
	p.visit("/#setup=" + setupToken)
	setUpAs(p, "Kerameikos Makers", "number", false)
	p.see(p.w("admin.elections.none"))

	p.visit("/admin#join")
	p.heading(p.w("admin.join.title"))
	p.see(strings.TrimPrefix(s.origin, "http://"))
	p.see(p.w("admin.join.needs.warning"))
	p.see(p.w("admin.join.needs.camera"))
	p.see(p.w("admin.join.safe.own"))
	var print string
	p.eval(`document.querySelector(".poster-print .hash").textContent`, &print)
	if groups := strings.Fields(print); len(groups) != 16 ||
		!strings.Contains(s.output.String(), strings.Join(groups[:8], " ")+"\n  "+strings.Join(groups[8:], " ")) {
		t.Errorf("the poster has the fingerprint %q, and the banner another", print)
	}
	for _, screen := range []device{narrow, phone, desktop} {
		p.resize(screen)
		p.judge("join, own certificate")
	}

	var holds struct {
		Camera   bool
		Protocol string
		Trust    []string
	}
	p.eval(`(async () => {
		const answer = await fetch("/api/certificate");
		return {
			camera: isSecureContext && Boolean(navigator.mediaDevices.getUserMedia),
			protocol: performance.getEntriesByType("navigation")[0].nextHopProtocol,
			trust: [answer.headers.get("Content-Type"), document.querySelector("a[href='/api/certificate']").textContent],
		};
	})()`, &holds)
	if !holds.Camera || holds.Protocol != "h2" ||
		strings.Join(holds.Trust, " ") != "application/x-x509-ca-cert "+p.w("admin.join.trust.get") {
		t.Errorf("%+v", holds)
	}

	p.click("link", p.w("admin.nav.settings"))
	p.choose("radio", p.w("settings.policy.roll"))
	p.click("button", p.w("settings.save"))
	p.see(p.w("settings.saved"))
	p.click("link", p.w("admin.nav.join"))
	p.see(p.w("admin.join.needs.warning"))
	p.seeNot(p.w("admin.join.needs.camera"))
}

// A secretary lets the room in by a button, sees the address for phones, and shuts the room out again.
func TestLetTheRoomInByAButton(t *testing.T) {
	t.Parallel()
	_, p := newOffice(t)
	p.click("link", p.w("admin.nav.join"))
	p.see(p.w("admin.join.local"))
	p.judgeBoth("join, this computer alone")
	p.choose("radio", p.w("admin.room.how.none"))
	p.click("button", p.w("admin.room.open"))
	p.see(p.w("admin.room.open.until"))
	p.see(p.w("admin.join.local.care"))
	p.judgeBoth("asking whether to let the room in")
	p.click("button", p.w("shell.cancel"))
	p.see(p.w("admin.join.local"))

	p.choose("radio", p.w("admin.room.how.own"))
	p.click("button", p.w("admin.room.open"))
	p.seeNot(p.w("admin.join.local.care"))
	p.guard.expect("400 (Bad Request)") // where this machine has no network
	p.click("button", p.w("admin.room.open"))
	p.until("an answer", `!document.querySelector("dialog:not(:has(.notice))")`)
	if p.now(`document.querySelector("dialog")`) {
		t.Skip("this machine has no network address")
	}
	p.see(p.w("admin.room.opened"))
	p.see(p.w("admin.room.lead"))
	p.see(p.w("admin.join.needs.warning"))
	p.until("the address for phones", `/^https:/.test(document.querySelector(".poster-url").textContent)`)
	p.judgeBoth("join, the room is let in")
	p.reload()
	p.see(p.w("admin.room.lead"))
	p.click("button", p.w("admin.room.close"))
	p.see(p.w("admin.room.close.lead"))
	p.click("button", p.w("admin.room.close"))
	p.see(p.w("admin.room.closed"))
	p.see(p.w("admin.join.local"))
	p.click("link", p.w("admin.nav.audit"))
	p.see("let the room in")
	p.see("shut the room out")
}
