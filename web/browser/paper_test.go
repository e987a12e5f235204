package browser

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

const assembly = "General assembly"

// A paper of three questions by clicks: a motion, a committee and a board, from the draft to the results.
func TestPaperOfThreeQuestions(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve", "-time-zone", "UTC")
	s.setUp()
	voter := s.register("Dora Voter")
	p := newPage(t, newBrowser(t), s, "administrator", desktop)
	p.visit("/admin")
	p.signIn(adminEmail, password)
	// The draft ends in two days.
	p.click("link", p.w("admin.elections.new"))
	p.click("link", p.w("paper.purpose.one"))
	p.fill(p.w("admin.election.title"), assembly)
	p.clickStart("DisclosureTriangle", p.w("paper.new.more"))
	p.time(p.w("admin.election.closesAt"), 48*time.Hour)
	p.clickStart("checkbox", p.w("admin.election.shuffle")) // off: only then can the candidates be moved
	p.choose("radio", p.w("admin.election.electorate.roll"))
	p.pick(p.w("paper.quorum.part"), p.w("paper.part.quarter"))
	p.see(p.w("paper.quorum.example", "n", 25, "people", 100))
	p.pick(p.w("paper.quorum.of"), p.w("paper.quorum.of.both"))
	p.see(p.w("paper.quorum.weights", "part", p.w("paper.part.quarter")))
	p.judge("new election with all settings")
	p.choose("radio", p.w("admin.election.electorate.open"))
	p.seeNot(p.w("paper.quorum.part"))
	p.click("button", p.w("admin.election.new.submit"))
	p.heading(assembly)

	addMotion(p)
	// The question that every election begins with becomes the committee.
	p.click("link", assembly)
	p.clickStart("link", p.w("paper.edit")+" "+assembly)
	p.heading(p.w("paper.edit.title", "title", assembly))
	p.click("link", p.w("paper.rule.another"))
	p.heading(p.w("paper.rule.change", "title", assembly))
	p.judge("another rule")
	p.click("link", p.w("paper.purpose.several"))
	p.heading(p.w("paper.edit.title", "title", assembly))
	p.fill(p.w("admin.election.title"), "Committee")
	p.fill(p.w("paper.seats.label"), "5")
	p.judge("committee")
	p.click("button", p.w("admin.save"))
	p.heading("Committee")
	p.see(p.w("paper.seats", "rule",
		p.w("paper.rule", "purpose", p.w("paper.purpose.several"), "rule", p.w("paper.rule.block")), "n", 5))
	addCandidates(p, "Sappho", "Korinna", "Praxilla", "Telesilla", "Erinna", "Nossis")
	p.judge("question with candidates")

	p.click("link", p.w("paper.back"))
	p.click("link", p.w("paper.add"))
	p.click("link", p.w("paper.purpose.proportion"))
	p.fill(p.w("admin.election.title"), "Board")
	p.fill(p.w("paper.seats.label"), "2")
	p.judge("board by proportion")
	p.click("button", p.w("paper.add"))
	p.see(p.w("paper.added"))
	addCandidates(p, "Solon", "Kleisthenes", "Perikles")
	p.click("button", p.w("paper.candidate.up", "name", "Perikles"))
	p.until("Perikles to be second", `document.querySelectorAll(".candidate-name")[1].textContent === "Perikles"`)
	p.click("link", p.w("paper.back"))
	orderQuestions(p)

	for _, size := range []device{{320, 700, false}, phone} {
		p.resize(size)
		p.judge("draft of three questions on a phone")
	}
	p.resize(desktop)
	p.click("button", p.w("admin.election.open"))
	p.see(p.w("paper.open", "n", 3))
	p.see(p.w("paper.warning.few_papers", "n", 1))
	p.judge("dialog to open three questions")
	p.click("button", p.w("admin.open.yes"))
	p.see(p.w("admin.open.done"))
	p.judge("open election of three questions")
	// The end moves to a later time: everyone reads why.
	p.click("button", p.w("admin.election.moveEnd"))
	p.heading(p.w("paper.end.title", "title", assembly))
	p.fill(p.w("paper.reason"), "The hall is closed until noon.")
	p.click("button", p.w("paper.end.yes"))
	p.see(p.w("paper.end.closesAt.early"))
	p.judge("dialog to move the end")
	p.time(p.w("paper.end.closesAt"), 72*time.Hour)
	p.click("button", p.w("paper.end.yes"))
	p.see(p.w("paper.end.done"))
	p.see("The hall is closed until noon.")
	p.judge("open election with a moved end")
	closeAssembly(p, voter)
}

// time fills the field of a time with one from now.
func (p *page) time(label string, in time.Duration) {
	p.t.Helper()
	var set bool
	p.on(p.find(exactly(label, label+" "+p.w("shell.optional")), label, "DateTime"), `function () {
		this.value = "`+time.Now().UTC().Add(in).Format("2006-01-02T15:04")+`";
		this.dispatchEvent(new Event("input", { bubbles: true }));
		return true;
	}`, &set)
	if !set {
		p.t.Fatalf("%s: the field %q takes no time", p.name, label)
	}
	p.did = p.did.plus(effort{presses: 1, fields: 1, letters: len("210320260915")})
}

// addMotion adds a motion that needs three quarters.
func addMotion(p *page) {
	p.t.Helper()
	p.click("link", p.w("paper.add"))
	p.heading(p.w("paper.add"))
	p.judge("purposes")
	p.click("link", p.w("paper.purpose.motion"))
	p.fill(p.w("admin.election.title"), "Accounts of 2026")
	p.pick(p.w("paper.threshold.part"), p.w("paper.part.own"))
	p.click("button", p.w("paper.add"))
	p.see(p.w("paper.part.wrong"))
	p.judge("motion that lacks its threshold")
	p.fill(p.w("paper.part.fraction"), "3/5")
	p.see(p.w("paper.example.motion.decided", "people", 100, "abstain", 11, "n", 54))
	p.pick(p.w("paper.threshold.part"), p.w("paper.part.threeQuarters"))
	p.see(p.w("paper.example.motion.decided", "people", 100, "abstain", 11, "n", 67))
	p.pick(p.w("paper.threshold.basis"), p.w("paper.of.motion.cast"))
	p.see(p.w("paper.example.motion.cast", "people", 100, "n", 75))
	p.pick(p.w("paper.threshold.basis"), p.w("paper.of.motion.decided"))
	p.judge("motion")
	p.click("button", p.w("paper.add"))
	p.heading("Accounts of 2026")
	p.heading(p.w("paper.answers.title"))
	p.seeNot(p.w("admin.candidates.add"))
	p.judge("question of a motion")
}

// pick chooses an option of a list that opens, by its words.
func (p *page) pick(label, option string) {
	p.t.Helper()
	quoted, _ := json.Marshal(option)
	var picked bool
	p.on(p.find(exactly(label), label, "combobox"), `function () {
		const found = [...this.options].find(({ label }) => label.replaceAll("\u2011", "-") === `+string(quoted)+`);
		if (!found) return false;
		this.value = found.value;
		this.dispatchEvent(new Event("change", { bubbles: true }));
		return true;
	}`, &picked)
	if !picked {
		p.t.Fatalf("%s: the list %q has no option %q", p.name, label, option)
	}
	p.did = p.did.plus(effort{presses: 2, fields: 1}) // one to open the list, one for the option
}

// addCandidates adds candidates to the question that is shown.
func addCandidates(p *page, names ...string) {
	p.t.Helper()
	for _, name := range names {
		p.click("link", p.w("admin.candidates.add"))
		p.fill(p.w("admin.candidate.name"), name)
		p.click("button", p.w("admin.candidates.add"))
		p.see(p.w("admin.candidate.saved", "name", name))
	}
}

// orderQuestions moves the motion up, and removes a question that was added in error.
func orderQuestions(p *page) {
	p.t.Helper()
	p.heading(p.w("paper.questions", "n", 3))
	p.judge("draft of three questions")
	p.click("button", p.w("paper.question.up", "name", "Accounts of 2026"))
	p.until("the motion to be first",
		`document.querySelector(".questions .entry-name").textContent === "Accounts of 2026"`)

	p.click("link", p.w("paper.add"))
	p.clickStart("DisclosureTriangle", p.w("paper.rule.others", "n", 2))
	p.click("link", p.w("paper.rule.star"))
	p.fill(p.w("admin.election.title"), "Place of the feast")
	p.click("button", p.w("paper.add"))
	p.heading("Place of the feast")
	p.click("link", p.w("paper.back"))
	p.see(p.w("paper.lacks", "n", 2))
	p.judge("draft with a question that lacks candidates")
	p.click("button", p.w("paper.remove")+" Place of the feast")
	p.see(p.w("paper.remove.lead.empty"))
	p.judge("dialog to remove a question")
	p.click("button", p.w("paper.remove"))
	p.until("the question to be gone", `document.querySelectorAll(".questions > li").length === 3`)
}

// closeAssembly lets one person vote, and counts.
func closeAssembly(p *page, voter string) {
	p.t.Helper()
	var route string
	p.eval("location.hash", &route)
	id := strings.TrimPrefix(route, "#elections/")
	p.server.answer(id, p.server.signIn(voter, password))

	p.click("button", p.w("admin.election.close"))
	p.click("button", p.w("admin.close.yes"))
	p.see(p.w("admin.close.done"))
	p.click("button", p.w("admin.election.count"))
	p.click("button", p.w("admin.count.yes"))
	p.see(p.w("admin.count.done"))
	p.see(p.w("outcome.ending.passed", "yes", 1, "no", 0))
	p.see(p.w("outcome.agreed.alone"))
	p.heading("Committee")
	p.heading("Board")
	p.judge("results of three questions")
}

// answer casts a vote for the first options of every question, in order.
func (s *server) answer(id, token string) {
	s.t.Helper()
	var election struct {
		Questions []struct {
			ID, Method string
			Max        int
			Candidates []struct{ ID string }
		}
	}
	s.call("GET", "/api/user/elections/"+id, token, nil, &election)
	answers := fields{}
	for _, question := range election.Questions {
		marks := fields{}
		for i, candidate := range question.Candidates {
			switch {
			case i >= question.Max:
				marks[candidate.ID] = "00"
			case question.Method == "stv":
				marks[candidate.ID] = "0" + string(rune('1'+i))
			default:
				marks[candidate.ID] = "01"
			}
		}
		answers[question.ID] = marks
	}
	s.call("POST", "/api/user/elections/"+id+"/vote", token, fields{"answers": answers}, &fields{})
}

// An election that went wrong is cancelled with a reason, which everyone reads.
func TestElectionIsCancelled(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	id := s.openElection(token, ballotTitle, "Praxilla", "Korinna")
	email := s.register("Dora Voter")
	chromium := newBrowser(t)
	p := newPage(t, chromium, s, "administrator", phone)
	p.visit("/admin#elections/" + id)
	p.signIn(adminEmail, password)
	p.heading(ballotTitle)
	p.click("button", p.w("admin.election.cancel"))
	p.heading(p.w("paper.cancel.title", "title", ballotTitle))
	p.see(p.w("paper.cancel.noReturn"))
	p.click("button", p.w("paper.cancel.yes"))
	p.see(p.w("paper.reason.missing"))
	p.judge("dialog to cancel")
	const reason = "A candidate is missing."
	p.fill(p.w("paper.reason"), reason)
	p.click("button", p.w("paper.cancel.yes"))
	p.see(p.w("paper.cancel.done"))
	p.see(reason)
	p.judge("cancelled election")
	p.visit("/admin")
	p.click("button", p.w("admin.elections.filter.EARLIER"))
	p.see(p.w("admin.elections.next.CANCELLED"))

	dora := newPage(t, chromium, s, "dora", phone)
	dora.visit("/#elections/" + id)
	dora.signIn(email, password)
	dora.see(reason)
	dora.judge("voter, cancelled election")
	dora.visit("/board/" + id)
	dora.see(reason)
	dora.judge("board, cancelled election")
}

// In two questions nobody has more than half: each second round is one click away, and one of the clicks is the next
// step.
func TestSecondRound(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	token := s.setUp()
	half := fields{"more": []int{1, 2}, "of": "decided"}
	id := s.paper(token, assembly, []fields{
		{"title": ballotTitle, "method": "plurality", "threshold": half, "keepThreshold": true},
		{"title": "Keeper of the kiln", "method": "plurality", "threshold": half},
	}, [][]string{{"Praxilla", "Korinna", "Nossis"}, {"Solon", "Perikles"}})
	s.open(token, id)
	path := "/api/admin/elections/" + id
	var election struct {
		Questions []struct {
			ID         string
			Candidates []struct{ ID string }
		}
	}
	s.call("GET", path, token, nil, &election)
	for i, name := range []string{"Dora Voter", "Ada Voter"} {
		answers := fields{}
		for _, q := range election.Questions {
			marks := fields{}
			for at, c := range q.Candidates {
				marks[c.ID] = "00"
				if at == i {
					marks[c.ID] = "01"
				}
			}
			answers[q.ID] = marks
		}
		s.call("POST", "/api/user/elections/"+id+"/vote", s.signIn(s.register(name), password), fields{"answers": answers},
			&fields{})
	}
	s.call("PUT", path+"/status", token, fields{"status": "COMPLETED"}, &fields{})
	s.call("POST", path+"/calculate-results", token, fields{}, &fields{})

	p := newPage(t, newBrowser(t), s, "administrator", desktop)
	p.visit("/admin#elections/" + id + "/results")
	p.signIn(adminEmail, password)
	p.heading(p.w("paper.round", "title", ballotTitle))
	p.heading(p.w("paper.round", "title", "Keeper of the kiln"))
	again := p.w("paper.round.make", "names", "Praxilla and Korinna")
	p.next("results that need second rounds", again)
	p.click("button", again)
	p.see(p.w("paper.round.done"))
	p.see("Praxilla")
	p.see("Korinna")
	p.seeNot("Nossis")
	p.heading(p.w("paper.round.second", "title", ballotTitle))
	p.see(p.w("paper.needs.kept",
		"rule", p.w("paper.rule", "purpose", p.w("paper.purpose.one"), "rule", p.w("paper.rule.plurality")),
		"threshold", p.w("paper.threshold.of", "part", p.w("paper.part.half"), "of", p.w("paper.of.decided"))))
	p.judge("draft of a second round")
}
