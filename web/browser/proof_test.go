package browser

import (
	"encoding/base64"
	"testing"

	"ostrakon/store/ballotbox"
	"ostrakon/store/sealing"
)

// The count of an election is proved, from the choice at its opening to the check on the board. A question by ranks is
// only vouched for. A ballot whose device commits to something else is called invalid, and its voter sees that.
func TestProveACount(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	keys := s.slips(token, "Noor Haddad", "Ben Lind", "Cleo Marsh")
	id := s.paper(token, ballotTitle, []fields{{"title": "Chair"}, {"title": "Colour", "method": "stv", "min": 0}},
		[][]string{{"Praxilla", "Korinna"}, {"Red", "Blue"}})
	s.call("PUT", "/api/admin/elections/"+id, token, fields{"settings": fields{"electorate": "roll"}}, &fields{})
	chromium := newBrowser(t)
	admin := newPage(t, chromium, s, "administrator", desktop)
	choosesProof(admin, s, id)

	noor := newPage(t, chromium, s, "noor", phone)
	noor.visit("/#key=" + keys["Noor Haddad"])
	noor.says("Noor Haddad")
	toReview(noor)
	makesAgain(noor, newPage(t, chromium, s, "second device", phone))
	noor.click("button", noor.w("voter.review.cast"))
	noor.heading(noor.w("voter.receipt.title"))
	noor.see(noor.w("voter.receipt.proved"))
	noor.judge("receipt of an election with a proof")
	noor.look("receipt")
	noor.click("button", noor.w("voter.receipt.save"))
	s.answer(id, noor.tokenOf(keys["Ben Lind"]))
	m := must(ballotbox.ParseManifest(s.ask("GET", "/api/board/elections/"+id+"/manifest", "", nil)))(t)
	wrong := s.castWrongly(m, noor.tokenOf(keys["Cleo Marsh"]))
	s.call("PUT", "/api/admin/elections/"+id+"/status", token, fields{"status": "COMPLETED"}, &fields{})
	s.call("POST", "/api/admin/elections/"+id+"/calculate-results", token, fields{}, &fields{})

	noor.visit("/#elections/" + id)
	noor.see(noor.w("outcome.proved"))
	noor.see(noor.w("outcome.vouched.server"))
	noor.judge("results with a proof")
	noor.look("results")
	admin.visit("/admin#elections/" + id + "/results")
	admin.see(admin.w("outcome.proved"))
	for _, of := range []struct {
		name string
		kind device
	}{{"board", desktop}, {"board on a phone", phone}} {
		p := newPage(t, chromium, s, of.name, of.kind)
		p.visit("/board/" + id)
		p.see(p.w("outcome.proved"))
		p.see(p.w("outcome.vouched.server"))
		p.see(p.w("board.bundle.passed"))
		checkReceipt(p, wrong, "calledInvalid", "board.step.calledInvalid")
		p.see(p.w("board.verdict.calledInvalid", "command", "ostrakon seal -keep"))
		p.unfold("board.auditors")
		p.unfoldAll("details details")
		p.see(p.w("board.bundle.proof.title"))
		p.judge("an election with a proof")
		p.look("proof")
	}
}

// choosesProof sees the choice at the opening, changes it twice, and opens voting.
func choosesProof(p *page, s *server, id string) {
	p.t.Helper()
	proof := func() (chosen *bool) {
		var election struct{ Settings struct{ Proof *bool } }
		s.call("GET", "/api/admin/elections/"+id, s.signIn(adminEmail, password), nil, &election)
		return election.Settings.Proof
	}
	p.visit("/admin#elections/" + id)
	p.signIn(adminEmail, password)
	p.see(p.w("steps.proof.hint"))
	p.see(p.w("steps.proof.without", "names", "Colour"))
	p.judge("the choice of a proof")
	p.look("choice")
	for _, want := range []bool{false, true} {
		p.click("checkbox", p.w("steps.proof"))
		p.wait("the choice to be saved", func() bool {
			chosen := proof()
			return chosen != nil && *chosen == want
		})
	}
	p.reload()
	p.click("button", p.w("admin.election.open"))
	p.click("button", p.w("admin.open.yes"))
	p.see(p.w("admin.open.done"))
}

// makesAgain makes the ballot of the review on a second device.
func makesAgain(p, second *page) {
	p.t.Helper()
	shown := p.number()
	p.click("button", p.w("voter.review.check"))
	p.heading(p.w("voter.device.title"))
	var address string
	p.eval(`document.querySelector("pre").textContent`, &address)
	second.visit(address)
	second.heading(second.w("board.device.title"))
	if got := second.number(); got != shown {
		p.t.Errorf("the second device made %s, want %s", got, shown)
	}
	p.click("button", p.w("voter.device.back"))
	p.heading(p.w("voter.review.title"))
}

// castWrongly casts a ballot that commits to something else, and answers its receipt.
func (s *server) castWrongly(m *ballotbox.Manifest, token string) (receipt fields) {
	s.t.Helper()
	var election struct{ Papers []struct{ Owner string } }
	path := "/api/user/elections/" + m.ElectionID
	s.call("GET", path, token, nil, &election)
	owner := election.Papers[0].Owner
	pad, seed := sealing.Device([32]byte{1})
	tag := sealing.TagOf(pad, owner)
	sealed := must(must(m.SealingBox())(s.t).Seal(seed, []byte{1, 0, 0, 0}, tag))(s.t)
	text := base64.StdEncoding.EncodeToString
	s.call("POST", path+"/ballots", token, fields{"sealed": text(sealed), "pad": text(pad[:]), "tag": text(tag[:]),
		"commitment": text(append([]byte{1}, make([]byte, 31)...))}, &receipt)
	receipt["code"], receipt["pad"], receipt["owner"] = seed.Code(tag).String(), text(pad[:]), owner
	return receipt
}
