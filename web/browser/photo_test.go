package browser

import (
	"strings"
	"testing"
)

// A photo goes as it came, after a question: by its owner, by an administrator, and from a candidate of a draft.
func TestRemoveAPhoto(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	email := s.register("Dora Voter")
	var draft struct{ ID string }
	s.call("POST", "/api/admin/elections", token, fields{"title": ballotTitle}, &draft)
	chromium := newBrowser(t)

	dora := newPage(t, chromium, s, "dora", phone)
	dora.visit("/#profile")
	dora.signIn(email, password)
	addPhoto := func() {
		t.Helper()
		dora.file(dora.w("voter.profile.photo.choose"), photo(t, 0))
		dora.portraits(1)
	}
	addPhoto()
	dora.judge("profile with a photo")
	removePhoto(dora)
	dora.portraits(0)
	addPhoto()

	admin := newPage(t, chromium, s, "administrator", desktop)
	admin.visit("/admin#people")
	admin.signIn(adminEmail, password)
	names := `[...document.querySelectorAll("tbody th")].map((th) => th.textContent)`
	admin.until("people by name", names+`.length === 2 && `+names+`.join() === `+names+`.sort().join()`)
	admin.click("button", admin.w("admin.people.name"))
	admin.until("people from the last name",
		names+`.length === 2 && `+names+`.join() === `+names+`.sort().reverse().join()`)
	admin.click("link", "Dora Voter")
	admin.portraits(1)
	removePhoto(admin)
	admin.portraits(0)

	admin.visit("/admin#elections/" + draft.ID + "/candidates/new")
	admin.fill(admin.w("admin.candidate.name"), "Sappho")
	admin.file(admin.w("admin.photo.choose"), photo(t, 1))
	admin.see(admin.w("admin.photo.crop.hint"))
	admin.click("button", admin.w("admin.candidates.add"))
	admin.see(admin.w("admin.candidate.saved", "name", "Sappho"))
	admin.click("link", admin.w("admin.candidates.edit")+" Sappho")
	admin.heading(admin.w("admin.candidates.edit.title", "name", "Sappho"))
	removePhoto(admin)
	admin.click("link", ballotTitle)
	admin.heading(ballotTitle)
	admin.portraits(0)
	admin.click("link", admin.w("admin.nav.audit"))
	admin.see("removed the photo of Dora Voter.")
	admin.see("removed the photo of Sappho from " + ballotTitle + ".")

	admin.click("link", "Dora Voter")
	admin.click("link", admin.w("admin.person.audit"))
	admin.see("removed the photo of Dora Voter.")
	admin.seeNot("removed the photo of a candidate of " + ballotTitle + ".")
	admin.click("button", admin.w("audit.when"))
	admin.until("the audit log from its beginning",
		`document.querySelector("[aria-sort=ascending]") && document.querySelector("tbody`+
			` td").textContent.includes("registered")`)
	admin.click("button", admin.w("audit.export"))
	if table := string(admin.saved("audit-log.csv")); !strings.Contains(table, "user.photo_removed") ||
		strings.Contains(table, "candidate.photo_removed") {
		t.Errorf("the audit log of one person is %s", table)
	}
}

// removePhoto presses the button below a photo, and says yes.
func removePhoto(p *page) {
	p.t.Helper()
	p.click("button", p.w("shell.photo.remove"))
	p.heading(p.w("shell.photo.remove.title"))
	p.judgeIn("dialog to remove a photo", "light")
	p.click("button", p.w("shell.photo.remove"))
	p.until("the dialog to close", `!document.querySelector("dialog")`)
	p.settled()
	p.seeNot(p.w("shell.photo.remove"))
}
