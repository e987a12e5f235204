package browser

import "testing"

// An administrator invites a deputy by a link, who chooses a password and is one. A second link is withdrawn.
func TestADeputyIsInvitedByALink(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	s.setUp()
	chromium := newBrowser(t)
	p := newPage(t, chromium, s, "administrator", desktop)
	p.visit("/admin#people")
	p.signIn(adminEmail, password)
	p.heading(p.w("admin.people.title"))
	const name = "Bea Deputy"
	invite := func() (link string) {
		t.Helper()
		p.click("button", p.w("admin.invite"))
		p.fill(p.w("admin.person.name"), name)
		p.inspect("whom to invite")
		p.click("button", p.w("admin.invite.submit"))
		p.heading(p.w("admin.invite.made", "name", name))
		p.inspect("the link of an invitation")
		p.eval(`document.querySelector("dialog[open] code").textContent`, &link)
		p.click("button", p.w("admin.person.reset.close"))
		p.heading(p.w("admin.invite.open"))
		return link
	}
	link := invite()
	p.inspect("people, one invited")

	bea := newPage(t, chromium, s, "deputy", phone)
	bea.visit(link)
	bea.heading(bea.w("admin.invited.title"))
	bea.inspect("invited")
	bea.guard.expect("400 (Bad Request)")
	bea.fill(bea.w("shell.email"), "bea@example.org")
	bea.fill(bea.w("shell.password"), "short")
	bea.click("button", bea.w("admin.invited.submit"))
	bea.see("10")
	bea.fill(bea.w("shell.password"), password)
	bea.click("button", bea.w("admin.invited.submit"))
	bea.see(bea.w("admin.invited.done"))
	bea.heading(bea.w("admin.elections.title"))
	s.signIn("bea@example.org", password)

	p.reload()
	p.see(name)
	p.seeNot(p.w("admin.invite.open"))
	late := invite()
	p.click("button", p.w("admin.invite.withdraw"))
	p.heading(p.w("admin.invite.withdraw.title", "name", name))
	p.click("button", p.w("admin.invite.withdraw"))
	p.see(p.w("admin.invite.withdraw.done", "name", name))
	bea.guard.expect("400 (Bad Request)")
	bea.visit(late)
	bea.heading(bea.w("admin.invited.title"))
	bea.fill(bea.w("shell.email"), "bea2@example.org")
	bea.fill(bea.w("shell.password"), password)
	bea.click("button", bea.w("admin.invited.submit"))
	bea.see("withdrawn")
}
