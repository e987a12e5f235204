package browser

import "testing"

// An administrator on a phone edits a post for which one person stands, and one whose last answer is nobody, and opens
// both; a voter finds nobody last, and says yes to the person who stands.
func TestPostsWithOneCandidateOrNobody(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	id := s.paper(token, "Posts", []fields{{"title": "Treasurer", "method": "confirm"},
		{"title": "Chair", "method": "plurality"}}, [][]string{{"Ada Lind"}, {"Bo Berg", "Cleo Marsh", "None of these"}})
	path := "/api/admin/elections/" + id
	var election struct {
		Questions []struct {
			ID   string
			Last bool
		}
	}
	s.call("GET", path, token, nil, &election)
	chromium := newBrowser(t)
	p := newPage(t, chromium, s, "administrator", phone)
	p.visit("/admin")
	p.signIn(adminEmail, password)
	question := "/admin#elections/" + id + "/questions/"
	p.visit(question + election.Questions[0].ID + "/edit")
	p.heading(p.w("paper.edit.title", "title", "Treasurer"))
	p.see(p.w("paper.threshold.part"))
	p.seeNot(p.w("paper.last.hint")) // nobody can be last where one stands
	p.judge("form of yes or no to each")
	p.look("form of yes or no to each")
	p.visit(question + election.Questions[1].ID + "/edit")
	p.heading(p.w("paper.edit.title", "title", "Chair"))
	p.choose("checkbox", p.w("paper.last", "name", "None of these"))
	p.judge("form of a question whose last answer is nobody")
	p.look("form of a question whose last answer is nobody")
	p.click("button", p.w("admin.save"))
	p.heading("Chair")
	p.judge("question whose last answer is nobody")
	if s.call("GET", path, token, nil, &election); !election.Questions[1].Last || election.Questions[0].Last {
		t.Errorf("the questions are %+v", election.Questions)
	}
	s.open(token, id)

	email := s.register("Dora Voter")
	v := newPage(t, chromium, s, "dora", phone)
	v.visit("/#elections/" + id)
	v.signIn(email, password)
	v.visit("/#elections/" + id)
	v.see("None of these")
	var last string
	v.eval(`[...document.querySelectorAll("form.ballot fieldset")].at(-1).querySelectorAll("input[type=radio]")[2]`+
		`.labels[0].textContent`, &last)
	if squeezed(last) != "None of these" {
		t.Errorf("the last answer is %q", last)
	}
	v.choose("radio", v.w("shell.option.yes"))
	v.choose("radio", "None of these")
	v.judge("ballot with one candidate and with nobody")
	v.click("button", v.w("voter.ballot.check"))
	v.heading(v.w("voter.review.title"))
	v.click("button", v.w("voter.review.cast"))
	v.heading(v.w("voter.receipt.title"))
	wantBallots(v, id, 1)
}
