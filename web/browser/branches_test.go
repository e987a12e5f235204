package browser

import "testing"

// The election of the demo in which each branch elects its delegate, and the one before.
const (
	federation     = "Federation day"
	lastFederation = "Federation day of last year"
)

// titled answers the id of an election on the board.
func (s *server) titled(title string) string {
	s.t.Helper()
	var page struct{ Items []struct{ ID, Title string } }
	s.call("GET", "/api/board/elections?limit=200", "", nil, &page)
	for _, election := range page.Items {
		if election.Title == title {
			return election.ID
		}
	}
	s.t.Fatalf("%q is not on the board", title)
	return ""
}

// A voter of a branch gets the question for everybody, of which the last answer is nobody, and the one of the branch,
// in which one person stands; and reads the results of both and of the other branches.
func TestAVoterOfABranchAnswersItsQuestions(t *testing.T) {
	t.Parallel()
	s := startServer(t, "demo")
	p := newPage(t, newBrowser(t), s, "ada", phone)
	p.visit("/")
	p.signIn(s.told(demoVoter), demoPassword)
	p.click("link", p.w("voter.card.vote")+" "+p.w("voter.card.vote.in", "title", federation))
	p.heading(federation)
	p.see("Delegate of Riverside")
	p.see(p.w("voter.confirm.hint"))
	for _, other := range []string{"Hillside", "Harbour"} {
		p.seeNot("Delegate of " + other)
	}
	var last string
	p.eval(`document.querySelector("form.ballot fieldset").querySelectorAll("input[type=radio]")[2].labels[0].textContent`,
		&last)
	if squeezed(last) != "None of these" {
		t.Errorf("the last answer is %q", last)
	}
	p.judge("ballot of a branch")
	p.look("ballot of a branch")
	p.choose("radio", "None of these")
	p.choose("radio", p.w("shell.option.yes"))
	p.click("button", p.w("voter.ballot.check"))
	p.heading(p.w("voter.review.title"))
	p.see("Jun Takahashi")
	p.seeNot("Delegate of Harbour")
	p.judge("review of a branch")
	p.look("review of a branch")
	p.click("button", p.w("voter.review.cast"))
	p.heading(p.w("voter.receipt.title"))
	p.judge("receipt of a branch")

	p.visit("/#elections/" + s.titled(lastFederation))
	p.see("Delegate of Harbour")
	p.judge("result of branches")
	p.look("result of branches")
	p.visit("/board/" + s.titled(lastFederation))
	p.see("Delegate of Harbour")
	p.judge("board of branches")
	p.look("board of branches")
}

// The secretary looks at the elections of branches in each state: a draft is a copy of the last one.
func TestTheSecretarySeesElectionsOfBranches(t *testing.T) {
	t.Parallel()
	s := startServer(t, "demo")
	token := s.signIn(s.told(demoAdmin), demoPassword)
	var draft struct{ ID string }
	s.call("POST", "/api/admin/elections/"+s.titled(federation)+"/duplicate", token, fields{}, &draft)
	p := newPage(t, newBrowser(t), s, "secretary", desktop)
	p.visit("/admin#elections/" + s.titled(lastFederation) + "/results")
	p.signIn(s.told(demoAdmin), demoPassword)
	for state, path := range map[string]string{
		"draft of branches":   "/admin#elections/" + draft.ID,
		"running of branches": "/admin#elections/" + s.titled(federation),
		"counted of branches": "/admin#elections/" + s.titled(lastFederation),
		"results of branches": "/admin#elections/" + s.titled(lastFederation) + "/results",
		"minutes of branches": "/admin#elections/" + s.titled(lastFederation) + "/minutes",
	} {
		p.visit(path)
		p.see("Delegate of Harbour")
		p.judge(state)
		p.look(state)
	}
}
