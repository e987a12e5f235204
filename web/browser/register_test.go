package browser

import "testing"

// Registration asks for no date of birth where nobody needs one, and for one where there is a least age.
func TestRegistrationAsksOnlyForWhatIsNeeded(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	p := newPage(t, newBrowser(t), s, "dora", phone)
	p.visit("/#register")
	p.see(p.w("voter.register.title"))
	p.seeNot(p.w("voter.birth"))
	p.seeNot(p.w("voter.phone"))

	s.call("PUT", "/api/admin/settings", token, fields{"identity": fields{"leastAge": 16}}, &fields{})
	born := func(day string) {
		t.Helper()
		var set bool
		p.eval(`(() => {
			const field = document.querySelector("input[type=date]");
			field.value = "`+day+`";
			return field.dispatchEvent(new Event("input", { bubbles: true }));
		})()`, &set)
	}
	p.guard.expect("400 (Bad Request)")
	p.reload()
	p.see(p.w("voter.birth.age", "age", 16))
	p.fill(p.w("voter.number"), "KM 123 456")
	p.fill(p.w("voter.name"), "Dora Voter")
	p.fill(p.w("shell.email"), "dora@example.org")
	p.fill(p.w("shell.password"), password)
	p.click("button", p.w("voter.register"))
	p.see(p.w("shell.birth.missing"))
	born("2020-02-29")
	p.click("button", p.w("voter.register"))
	p.see("You must be at least 16 years old to register here.")
	p.judge("too young to register")
	born("1990-02-28")
	p.click("button", p.w("voter.register"))
	p.see(p.w("voter.register.welcome", "name", "Dora Voter"))
}
