package browser

import (
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

const clubName = "Riverside Makers’ Co-operative and Rowing Club"

// TestSettings sets an installation up in steps, changes its settings, and sees what voters see of
// it: the name and logo of the organisation before the product, and only the pages it shows.
func TestSettings(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve", "-ocr", "on")
	chromium := newBrowser(t)
	voter := newPage(t, chromium, s, "voter", phone)
	voter.visit("/")
	voter.heading(voter.w("shell.setup.title"))
	voter.seeNot(voter.w("voter.register.link"))
	voter.judge("before set-up")
	voter.look("before set-up")

	admin := newPage(t, chromium, s, "administrator", desktop)
	admin.visit(s.told(setupURL))
	admin.click("button", admin.w("settings.setup.next"))
	admin.see(admin.w("admin.setup.organisation.missing"))
	admin.look("set-up, organisation")
	setUpAs(admin, clubName, "roll", true)
	admin.see(admin.w("settings.policy.now", "policy", admin.w("settings.policy.roll")))
	admin.see(clubName)
	admin.look("elections")

	admin.click("link", admin.w("admin.nav.settings"))
	admin.heading(admin.w("settings.title"))
	admin.judge("settings")
	admin.look("settings")
	admin.fill(admin.w("settings.contact"), "Olu, room 3")
	admin.fill(admin.w("settings.address"), "vote.example.org")
	admin.choose("radio", admin.w("settings.policy.card"))
	egypt := admin.w("settings.kind", "country", "Egypt", "name", "eg-nid")
	admin.pick(admin.w("settings.nationalId"), egypt)
	admin.see(admin.w("settings.read.none"))
	admin.click("button", admin.w("settings.save"))
	admin.see(admin.w("settings.kind.unread", "kind", egypt))
	admin.pick(admin.w("settings.nationalId"), admin.w("settings.kind.any"))
	admin.see(admin.w("settings.read.zone"))
	admin.choose("radio", admin.w("settings.policy.number"))
	admin.click("checkbox", admin.w("settings.convert"))
	admin.click("checkbox", admin.w("settings.docs"))
	admin.guard.expect("400 (Bad Request)")
	admin.click("button", admin.w("settings.save"))
	admin.see("Enter the address of a server")
	admin.fill(admin.w("settings.address"), "https://vote.example.org")
	admin.click("button", admin.w("settings.save"))
	admin.see(admin.w("settings.saved"))
	admin.see(admin.w("settings.policy.open"))
	admin.file(admin.w("settings.logo.choose"), logoFile(t))
	admin.see(admin.w("settings.logo.other"))
	admin.until("the logo in the masthead", `document.querySelector(".brand img.brand-logo")?.naturalWidth > 0`)
	admin.judge("settings with a logo")
	admin.look("settings with a logo")

	for _, at := range []device{phone, desktop} {
		voter.resize(at)
		voter.visit("/")
		voter.heading(voter.w("voter.welcome.of", "organisation", clubName))
		voter.see(clubName)
		voter.seeNot(voter.w("shell.nav.convert"))
		voter.seeNot(voter.w("shell.nav.docs"))
		voter.until("the whole name", `(({scrollHeight, clientHeight}) => scrollHeight <= clientHeight +`+
			` 1)(document.getElementById("organisation"))`)
		voter.judge("welcome")
	}
	voter.look("welcome")
}

// setUpAs walks the steps of the set-up, on the page that the server's link leads to.
func setUpAs(p *page, organisation, policy string, judged bool) {
	p.t.Helper()
	judge := func(state string) {
		p.t.Helper()
		if judged {
			p.judge(state)
		}
	}
	p.heading(p.w("admin.setup.title"))
	judge("set-up, organisation")
	p.fill(p.w("admin.setup.organisation"), organisation)
	p.click("button", p.w("settings.setup.next"))
	p.see(p.w("settings.language.hint"))
	judge("set-up, language")
	p.click("button", p.w("settings.setup.next"))
	p.see(p.w("settings.policy.roll.hint"))
	judge("set-up, who may vote")
	if policy != "roll" {
		p.choose("radio", p.w("settings.policy."+policy))
		p.click("button", p.w("settings.setup.next"))
		p.see(p.w("settings.kind.missing"))
		p.pick(p.w("settings.nationalId"), p.w("settings.kind.any"))
		p.see(p.w("settings.read.zone"))
	}
	p.click("button", p.w("settings.setup.next"))
	p.fill(p.w("admin.setup.name"), "Theano Registrar")
	p.fill(p.w("shell.email"), adminEmail)
	p.fill(p.w("shell.password"), password)
	judge("set-up, account")
	p.click("button", p.w("admin.setup.submit"))
	p.see(p.w("admin.setup.success"))
}

// logoFile draws a logo.
func logoFile(t *testing.T) string {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 300, 200))
	for x := range 300 {
		for y := range 200 {
			img.Set(x, y, color.RGBA{R: 30, G: uint8(x / 2), B: 160, A: 255})
		}
	}
	path := filepath.Join(t.TempDir(), "logo.png")
	f := must(os.Create(path))(t)
	defer f.Close()
	noError(t, png.Encode(f, img))
	return path
}
