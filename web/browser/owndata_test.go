package browser

import (
	"encoding/json"
	"testing"
)

// Who has an account by a slip, and who has registered, save what is kept about them; so does an administrator.
func TestSaveOwnData(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	email := s.register("Dora Voter")
	chromium := newBrowser(t)
	saved := func(p *page, button, name string) {
		t.Helper()
		p.click("button", p.w(button))
		var data struct{ Account struct{ FullName string } }
		if err := json.Unmarshal(p.saved("my-data.json"), &data); err != nil || data.Account.FullName != name {
			t.Errorf("%s saved the data of %q, %v", name, data.Account.FullName, err)
		}
	}

	dora := newPage(t, chromium, s, "dora", phone)
	dora.visit("/#profile")
	dora.signIn(email, password)
	dora.see(dora.w("voter.data.lead"))
	saved(dora, "voter.data.button", "Dora Voter")
	dora.judge("profile with a copy of the data")

	key := s.slips(token, "Noor Haddad")["Noor Haddad"]
	noor := newPage(t, chromium, s, "noor", phone)
	noor.visit("/#key=" + key)
	noor.click("button", noor.w("voter.slip.yes"))
	noor.heading(noor.w("voter.elections"))
	noor.visit("/#profile")
	saved(noor, "voter.data.button", "Noor Haddad")

	admin := newPage(t, chromium, s, "administrator", desktop)
	admin.visit("/admin#people/admins")
	admin.signIn(adminEmail, password)
	admin.click("link", "Theano Registrar")
	saved(admin, "admin.person.data", "Theano Registrar")
}
