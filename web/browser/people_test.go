package browser

import "testing"

// Two of three owners are against a motion for which the third has most of the shares.
func TestMotionByPeopleAndByWeights(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	dora, ada := s.register("Dora Voter"), s.register("Ada Voter") // with these numbers
	table := "full_name,national_id,weight\nDora Voter,KM079190,500\nAda Voter,KM071271,200\nNoor Haddad,KM000002,100\n"
	s.call("POST", "/api/admin/roll", token, []byte(table), &fields{})
	id := s.paper(token, "Roof", []fields{{"title": "A new roof", "method": "motion"}}, [][]string{nil})
	path := "/api/admin/elections/" + id
	s.call("PUT", path, token, fields{"settings": fields{"electorate": "roll"}}, &fields{})

	p := newPage(t, newBrowser(t), s, "administrator", desktop)
	p.visit("/admin#elections/" + id)
	p.signIn(adminEmail, password)
	p.click("link", p.w("paper.edit.long"))
	p.click("DisclosureTriangle", p.w("paper.people.title"))
	p.see(p.w("paper.people.hint"))
	p.pick(p.w("paper.people.part"), p.w("paper.part.half"))
	p.pick(p.w("paper.people.basis"), p.w("paper.of.people.decided"))
	p.judge("motion by people and by weights")
	p.click("button", p.w("admin.save"))
	p.see(p.w("admin.saved"))
	p.see(p.w("paper.passes.people", "rule", p.w("paper.rule", "purpose", p.w("paper.purpose.motion"),
		"rule", p.w("paper.rule.motion")), "threshold", "more than half of the yes and no votes",
		"people", "more than half of the people who say yes or no"))
	p.click("button", p.w("admin.election.open"))
	p.see(p.w("paper.warning.people_beside_weights", "question", "A new roof"))
	p.click("button", p.w("admin.open.yes"))
	p.see(p.w("admin.open.done"))

	var election struct {
		Questions []struct {
			ID         string
			Candidates []struct{ ID string }
		}
	}
	s.call("GET", path, token, nil, &election)
	q := election.Questions[0]
	for i, email := range []string{dora, ada} {
		marks := fields{}
		for at, c := range q.Candidates {
			marks[c.ID] = "00"
			if at == i {
				marks[c.ID] = "01"
			}
		}
		s.call("POST", "/api/user/elections/"+id+"/vote", s.signIn(email, password),
			fields{"answers": fields{q.ID: marks}}, &fields{})
	}
	s.call("PUT", path+"/status", token, fields{"status": "COMPLETED"}, &fields{})
	s.call("POST", path+"/calculate-results", token, fields{}, &fields{})
	for _, size := range []device{desktop, phone} {
		p.resize(size)
		p.visit("/admin#elections/" + id + "/results")
		p.see(p.w("outcome.byPeople.people", "yes", 1, "no", 1))
		p.see(p.w("outcome.byPeople.count", "n", 1))
		p.judge("result by people and by weights")
	}
	p.visit("/admin#elections/" + id + "/minutes")
	p.see(p.w("minutes.unit.people"))
	p.judge("minutes of a motion by people and by weights")
}
