package browser

import "testing"

// An administrator sets how long data is kept, and reads when an account is deleted what stays and until when.
func TestTheSettingsSayHowLongDataIsKept(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	s.setUp()
	s.register("Dan Finch")
	p := newPage(t, newBrowser(t), s, "theano", desktop)
	p.visit("/admin#settings")
	p.signIn(adminEmail, password)
	rolls := p.w("settings.keep.rolls")
	p.fill(rolls, "36526")
	p.click("button", p.w("settings.save"))
	p.see(p.w("settings.keep.number", "max", "36,525"))
	deletes := func(state, says string) {
		p.visit("/admin#people")
		p.click("link", "Dan Finch")
		p.click("button", p.w("admin.person.delete"))
		p.see(says)
		p.judge(state)
		p.look(state)
		p.click("button", p.w("shell.cancel"))
	}
	deletes("deletion while rolls stay", p.w("admin.person.delete.stays.forever"))
	p.visit("/admin#settings")
	p.fill(rolls, "400")
	p.judge("how long data is kept")
	p.look("how long data is kept")
	p.click("button", p.w("settings.save"))
	p.see(p.w("settings.saved"))
	deletes("deletion while rolls go", p.w("admin.person.delete.stays.frozen", "n", 400))
	p.visit("/admin#settings")
	p.holds(rolls, "400")
	p.fill(rolls, "")
	p.click("button", p.w("settings.save"))
	p.see(p.w("settings.saved"))
	p.reload()
	p.holds(rolls, "")
}
