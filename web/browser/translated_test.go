package browser

import "testing"

// An administrator writes a vote in two languages. Voters and the board read theirs, and the first where one is
// missing.
func TestVotersReadTheVoteInTheirLanguage(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	id := s.draftElection(token, "Keeper of the kiln", "Ask the board", "Praxilla")
	chromium := newBrowser(t)
	admin := newPage(t, chromium, s, "administrator", phone)
	admin.visit("/admin#elections/" + id + "/edit")
	admin.signIn(adminEmail, password)
	admin.clickStart("DisclosureTriangle", admin.w("admin.translations"))
	french := func(label string) string {
		return admin.w("admin.translations.field", "label", label, "language", "French")
	}
	admin.click("DisclosureTriangle", "French")
	admin.fill(french(admin.w("admin.election.title")), "Responsable du four")
	admin.look("election in other languages")
	admin.judge("election in other languages")
	admin.click("button", admin.w("admin.save"))
	admin.see(admin.w("admin.saved"))
	admin.clickStart("link", admin.w("admin.candidates.edit")+" Ask the board")
	admin.clickStart("DisclosureTriangle", admin.w("admin.translations"))
	admin.click("DisclosureTriangle", "French")
	admin.fill(french(admin.w("admin.candidate.name")), "Demander au comité")
	admin.click("button", admin.w("admin.save"))
	admin.see(admin.w("admin.candidate.saved", "name", "Ask the board"))
	s.open(token, id)

	voter := newPage(t, chromium, s, "ada", phone)
	voter.prefer("fr")
	voter.words = readWords(t, "fr")
	voter.visit("/")
	voter.signIn(s.register("Ada Voter"), password)
	voter.see("Responsable du four")
	voter.visit("/#elections/" + id)
	voter.heading("Responsable du four")
	voter.see("Praxilla")
	voter.choose("radio", "Demander au comité")
	voter.judge("ballot in French")
	voter.click("button", voter.w("voter.ballot.check"))
	voter.see("Demander au comité")
	voter.click("button", voter.w("voter.review.cast"))
	voter.heading(voter.w("voter.receipt.title"))

	s.call("PUT", "/api/admin/elections/"+id+"/status", token, fields{"status": "COMPLETED"}, &fields{})
	s.call("POST", "/api/admin/elections/"+id+"/calculate-results", token, fields{}, &fields{})
	voter.visit("/board/" + id)
	voter.heading("Responsable du four")
	voter.see("Demander au comité")
	voter.judge("board in French")
	voter.prefer("de")
	voter.visit("/board/" + id)
	voter.heading("Keeper of the kiln")
	voter.see("Ask the board")
}
