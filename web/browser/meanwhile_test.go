package browser

import "testing"

// secondAdministrator makes an account beside the first one, and answers its token.
func (s *server) secondAdministrator(token, name string) string {
	s.t.Helper()
	var found struct{ Items []struct{ ID string } }
	email := s.register(name)
	s.call("GET", "/api/admin/users?query="+email, token, nil, &found)
	s.call("PUT", "/api/admin/users/"+found.Items[0].ID, token, fields{"role": "ADMIN"}, &fields{})
	return s.signIn(email, password)
}

// Anna changes each kind of record while its form is open in another window: the page says so, shows both, and keeps
// what was typed.
func TestAChangeOfAnotherAdministratorIsShownBesideMine(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	anna := s.secondAdministrator(token, "Anna Zeta")
	id := s.draftElection(token, "Board", "Ada", "Ben")
	var election struct {
		Questions []struct {
			ID         string
			Candidates []struct{ ID string }
		}
	}
	path := "/api/admin/elections/" + id
	s.call("GET", path, token, nil, &election)
	question := election.Questions[0]
	var entry struct{ ID string }
	s.call("POST", "/api/admin/roll/entries", token, fields{"fullName": "Dora Brandt", "member": "M-1"}, &entry)

	p := newPage(t, newBrowser(t), s, "administrator", desktop)
	p.visit("/admin")
	p.signIn(adminEmail, password)
	p.heading(p.w("admin.elections.title"))
	for _, edit := range []struct {
		route, path    string
		theirs         fields
		typed, changed string // labels of the field that is typed into here, and of the one that Anna changes
		saved          string
	}{
		{"elections/" + id + "/edit", path, fields{"title": "Board of 2027"}, p.w("admin.election.description"),
			p.w("admin.election.title"), p.w("admin.saved")},
		{"elections/" + id + "/questions/" + question.ID + "/plurality", path + "/questions/" + question.ID,
			fields{"title": "Who leads us?"}, p.w("paper.text"), p.w("admin.election.title"), p.w("admin.saved")},
		{"elections/" + id + "/candidates/" + question.Candidates[0].ID,
			path + "/candidates/" + question.Candidates[0].ID, fields{"affiliation": "Rowers"},
			p.w("admin.candidate.description"), p.w("admin.candidate.affiliation"), p.w("admin.candidate.saved", "name", "Ada")},
		{"roll/" + entry.ID, "/api/admin/roll/" + entry.ID, fields{"member": "M-7"}, p.w("roll.field.email"),
			p.w("roll.field.member"), p.w("roll.person.saved", "name", "Dora Brandt")},
		{"settings", "/api/admin/settings", fields{"contact": "Anna, room 4"}, p.w("admin.setup.organisation"),
			p.w("settings.contact"), p.w("settings.saved")},
	} {
		typed, save := "typed@example.org", p.w("admin.save")
		if edit.route == "settings" {
			save = p.w("settings.save")
		}
		p.visit("/admin#" + edit.route)
		p.find(exactly(edit.typed, edit.typed+" "+p.w("shell.optional")), edit.typed, textRoles...)
		s.call("PUT", edit.path, anna, edit.theirs, &fields{})
		p.guard.expect("412 (Precondition Failed)")
		p.fill(edit.typed, typed)
		p.fill(edit.changed, "Mine")
		p.click("button", save)
		p.see("Anna Zeta changed “" + edit.changed + "”")
		p.see("Mine")
		p.judge("a change meanwhile")
		if edit.route == "settings" {
			p.look("a change meanwhile")
		}
		p.click("button", p.w("admin.meanwhile.back"))
		p.holds(edit.typed, typed)
		p.click("button", save)
		p.see("Anna Zeta changed “" + edit.changed + "”")
		p.click("button", p.w("admin.save"))
		p.see(p.w("admin.meanwhile.missing"))
		p.choose("radio", p.w("admin.meanwhile.theirs"))
		p.click("button", p.w("admin.save"))
		p.see(edit.saved)
	}
}
