package browser

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// places answers where pieces of a line begin and end on the screen, from left to right: two numbers for each piece,
// or null while no text of the page has all of them.
const places = `((pieces) => {
	const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) {
		const { data } = texts.currentNode;
		if (!pieces.every((piece) => data.includes(piece))) continue;
		return pieces.flatMap((piece) => {
			const range = document.createRange();
			range.setStart(texts.currentNode, data.indexOf(piece));
			range.setEnd(texts.currentNode, data.indexOf(piece) + piece.length);
			const { left, right } = range.getBoundingClientRect();
			return [left, right];
		});
	}
	return null;
})`

// reads sees that a line stands on the screen as its pieces are in turn, from left to right.
func (p *page) reads(pieces ...string) {
	p.t.Helper()
	quoted := must(json.Marshal(pieces))(p.t)
	var at []float64
	p.until("the line of "+pieces[0], places+"("+string(quoted)+")")
	p.eval(places+"("+string(quoted)+")", &at)
	for i := 2; i < len(at); i += 2 {
		if at[i] < at[i-1]-1 {
			p.t.Errorf("%s: %q is not to the right of %q: they are at %v", p.name, pieces[i/2], pieces[i/2-1], at)
		}
	}
}

// Names that run from right to left move no words of an English sentence, nor do they push a page sideways.
func TestSentencesKeepTheirOrderAroundNamesOfTheWorld(t *testing.T) {
	t.Parallel()
	const voter, first, second = "محمد علي 1", "محمد الأول", "שרה לוי"
	s := startServer(t, "serve")
	token := s.setUp()
	keys := s.slips(token, voter)
	id := s.paper(token, ballotTitle, []fields{{"title": ballotTitle, "method": "star"}},
		[][]string{{first, second, "Ada"}})
	s.open(token, id)

	p := newPage(t, newBrowser(t), s, "muhammad", phone)
	p.visit("/#key=" + keys[voter])
	p.heading(p.w("voter.slip.ask", "name", voter))
	p.reads("Are you", voter, "?")
	p.says(voter)
	p.clickStart("radio", p.w("voter.star.stars", "n", 1)) // of the first candidate
	p.click("button", p.w("voter.ballot.check"))
	p.heading(p.w("voter.review.title"))
	p.reads(first, ":", "1", "star")
	p.reads(second, ":", "0", "stars")
	p.judge("names of the world")
}

// The longest names and addresses break where they have to.
func TestLongNamesPushNoPageSideways(t *testing.T) {
	t.Parallel()
	name := strings.Repeat("Wolfeschlegelstein", 5) + "ab"               // 92 letters without a break
	email := strings.Repeat("a", 60) + "@" + "members.riverside.example" // 86
	s := startServer(t, "serve")
	token := s.setUp()
	s.slips(token, name)
	var found struct{ Items []struct{ ID string } }
	s.call("GET", "/api/admin/roll", token, nil, &found)
	s.call("PUT", "/api/admin/roll/"+found.Items[0].ID, token, fields{"fullName": name, "email": email,
		"member": strings.Repeat("M", 40)}, &fields{})
	s.call("POST", "/api/auth/register", "", fields{"fullName": name + " II", "email": "b" + email, "password": password,
		"nationalId": "KM004711"}, &fields{})
	id := s.openElection(token, strings.Repeat("Assembly", 20), name, "Ada")
	held := s.draftElection(token, "Held", name, "Ada")
	s.call("PUT", "/api/admin/elections/"+held+"/holders", token,
		fields{"threshold": 1, "holders": []fields{{"name": name}, {"name": "Kim"}}}, &fields{})

	p := newPage(t, newBrowser(t), s, "theano", phone)
	p.visit("/admin")
	p.signIn(adminEmail, password)
	for _, path := range []string{"roll", "people", "audit", "elections/" + id + "/voters", "elections/" + held + "/key",
		"elections/" + id, "elections/" + held + "/candidates/new", "mail"} {
		p.visit("/admin#" + path)
		for _, width := range []int64{390, 768, 1280} {
			p.resize(device{width, 844, false})
			p.isNarrow(fmt.Sprintf("%s, %d pixels wide", path, width))
		}
	}
}
