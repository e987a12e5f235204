package browser

import (
	"strings"
	"time"
)

// stop is a state of a page that people meet: at an address, or, without one, where the stop before it has led.
type stop struct {
	path, what string
	then       func(p *page) // what is done there first; such stops are only for pictures
}

// alike is for an address that looks as another one does: nothing is done there.
func alike(*page) {}

// to presses what has the texts of these keys, one after the other, until the text of the last one is shown.
func to(keys ...string) func(p *page) {
	return func(p *page) {
		p.t.Helper()
		for _, key := range keys[:len(keys)-1] {
			p.press(exactly(squeezed(p.w(key))), key, "button", "link", "radio", "DisclosureTriangle")
		}
		p.see(p.w(keys[len(keys)-1]))
	}
}

// fills types into the field of a label, and goes on as [to] does.
func fills(label, value string, keys ...string) func(p *page) {
	return func(p *page) {
		p.t.Helper()
		p.fill(p.w(label), value)
		to(keys...)(p)
	}
}

// markAll gives the question on the page some marks.
const markAll = `(() => {
	const form = document.querySelector("form.ballot");
	form.querySelector("input[type=radio]")?.click();
	for (const box of [...form.querySelectorAll("input[type=checkbox]")].slice(0, 3)) box.click();
	for (const name of [...form.querySelectorAll(".rank-press")].slice(2, 5)) name.click();
	return true;
})()`

func markBallot(p *page) {
	p.t.Helper()
	var done bool
	p.eval(markAll, &done)
}

// markNext goes on to the next question, and gives it some marks.
func markNext(p *page) {
	p.t.Helper()
	at := p.route()
	p.onward()
	p.wait("the next question", func() bool { return p.route() != at })
	p.settled()
	markBallot(p)
}

// world is the sample organisation, with what it lacks to have a stop for everything.
type world struct {
	*server
	token      string            // of the administrator
	elections  map[string]string // ids by title
	person     string            // id of somebody with an account
	entry      string            // id of somebody on the electoral roll
	slips      map[string]string // member keys by name
	invitation string            // token of the invitation of a key holder
	reset      string            // token of a link to choose a new password
}

const (
	thisYear  = "General assembly"
	safety    = "Safety officer"
	onRoll    = "Treasurer of the co-operative"
	uncounted = "Opening hours in winter"
	cancelled = "Name of the new boat"
)

const members = `full_name,date_of_birth,member,email,address,weight,proxy_for,present
Salma Haddad,1984-03-17,M-101,salma@riverside.example,"1 Potters Row, Reading RG1 4QD",1,,yes
Ben Lind,1979-11-02,M-102,ben@riverside.example,"22 Mill Lane, Reading RG1 7XA",2,M-104,yes
Cleo Marsh,,M-103,,"Flat 3, 8 Castle Hill, Reading RG1 5DJ",1,,
Dora Brandt-Castellano,1961-06-30,M-104,dora@riverside.example,,1,,
Emil Hartmann,1990-01-09,M-105,emil@riverside.example,,1,,yes
`

// furnish gives the sample organisation what it lacks.
func furnish(s *server) *world {
	s.t.Helper()
	w := &world{server: s, token: s.signIn(s.told(demoAdmin), demoPassword), elections: map[string]string{},
		slips: map[string]string{}}
	w.call("PUT", "/api/admin/settings", w.token,
		fields{"address": publicAddress, "contact": "Olu Adeyemi, in the office, 020 7946 0018"}, &fields{})
	w.call("PUT", "/api/admin/mail", w.token,
		fields{"host": "127.0.0.1", "port": 9, "security": "none", "from": "office@riverside.example"}, &fields{})
	var report struct {
		Lines []struct{ FullName, MemberKey string }
	}
	w.call("POST", "/api/admin/roll?memberKeys=true", w.token, []byte(members), &report)
	for _, line := range report.Lines {
		w.slips[line.FullName] = line.MemberKey
	}
	var entry struct{ ID string }
	w.call("POST", "/api/admin/roll/entries", w.token,
		fields{"fullName": "Giulia Castellano", "email": "giulia@riverside.example", "language": "fr"}, &entry)
	w.entry = entry.ID
	treasurer := w.draftElection(w.token, onRoll, "Samir Haddad", "Ingrid Solberg")
	w.call("PUT", "/api/admin/elections/"+treasurer, w.token,
		fields{"settings": fields{"electorate": "roll", "maxProxies": 2}, "closesAt": time.Now().Add(48 * time.Hour)},
		&fields{})
	w.open(w.token, treasurer)
	var mail struct{ Texts struct{ Invitation any } }
	w.call("GET", "/api/admin/mail", w.token, nil, &mail)
	w.call("POST", "/api/admin/elections/"+treasurer+"/invitations", w.token,
		fields{"kind": "invitation", "texts": mail.Texts.Invitation}, &fields{})
	closed := w.openElection(w.token, uncounted, "From eight to six", "From ten to eight")
	w.call("PUT", "/api/admin/elections/"+closed+"/status", w.token, fields{"status": "COMPLETED"}, &fields{})
	ended := w.openElection(w.token, cancelled, "Kingfisher", "Otter")
	w.call("POST", "/api/admin/elections/"+ended+"/cancel", w.token,
		fields{"reason": "One name was missing on the ballot."}, &fields{})
	held := w.draftElection(w.token, heldTitle, "Sappho Mitsotaki", "Alkaios Papadopoulos")
	path := "/api/admin/elections/" + held + "/holders"
	w.call("PUT", path, w.token, fields{"threshold": 2, "holders": []fields{{"name": "Zoe Abbot"}, {"name": "Kim Reed"}}},
		&fields{})
	var invitation struct{ Token string }
	w.call("POST", path+"/1/invitation", w.token, fields{}, &invitation)
	w.invitation = invitation.Token
	var elections struct{ Items []struct{ ID, Title string } }
	s.call("GET", "/api/admin/elections", w.token, nil, &elections)
	for _, e := range elections.Items {
		w.elections[e.Title] = e.ID
	}
	var people struct{ Items []struct{ ID, Role string } }
	s.call("GET", "/api/admin/users?query=okafor", w.token, nil, &people)
	w.person = people.Items[0].ID
	var link struct{ Token string }
	s.call("POST", "/api/admin/users/"+w.person+"/reset", w.token, fields{}, &link)
	w.reset = link.Token
	return w
}

// visit is a person of the tour: who they are, and where they go.
type visit struct {
	who, email string // without an e-mail address they are not signed in
	at         *server
	stops      []stop
}

// visits are all pages, and of each page all views that have an address or that people come to.
func (w *world) visits() []visit {
	empty := startServer(w.t, "serve", "-data", w.t.TempDir())
	return []visit{
		{"stranger", "", w.server, w.stranger()},
		{"voter", w.told(demoVoter), w.server, w.voter()},
		{"slip", "", w.server, w.slip()},
		{"kiosk", "", w.server, []stop{{"/#kiosk", "tablet", nil},
			{"", "tablet asks", fills("shell.slip", w.slips["Salma Haddad"], "voter.slip.go", "voter.slip.yes")}}},
		{"administrator", w.told(demoAdmin), w.server, w.administrator()},
		{"holder", "", w.server, w.holder()},
		{"founder", "", empty, founder(empty)},
	}
}

// founder sets a server up, and sees what has nothing in it yet.
func founder(s *server) []stop {
	_, setUp, _ := strings.Cut(s.told(setupURL), "#")
	return []stop{
		{"/", "server that is not set up", nil}, {"/admin#" + setUp, "set-up, organisation", to("admin.setup.title")},
		{"", "set-up, language", fills("admin.setup.organisation", "Kerameikos Makers", "settings.setup.next",
			"settings.language.hint")},
		{"", "set-up, who may vote", to("settings.setup.next", "settings.policy.roll.hint")},
		{"", "set-up, account", to("settings.setup.next", "admin.setup.name")},
		{"", "set-up is done", func(p *page) {
			p.fill(p.w("admin.setup.name"), "Theano Registrar")
			p.fill(p.w("shell.email"), adminEmail)
			fills("shell.password", password, "admin.setup.submit", "admin.setup.success")(p)
		}},
		{"/admin#people", "only one person", alike}, {"/admin#roll", "roll without anybody", to("roll.none")},
		{"/admin#mail", "e-mail is not set up", alike},
		{"/board", "board without elections", nil},
	}
}

func (w *world) stranger() []stop {
	nothing := strings.Repeat("a", 26)
	board := func(title string) string { return "/board/" + w.elections[title] }
	return []stop{
		{"/", "welcome", nil}, {"", "sign-in without a slip", to("voter.slip.without", "shell.signIn")},
		{"/#register", "registration", nil},
		{"", "registration lacks everything", to("voter.register", "shell.form.problem")},
		{"/#forgotten", "forgotten password", nil},
		{"", "link is on its way", fills("shell.email", "ada@example.org", "voter.forgotten.submit",
			"voter.forgotten.sent.next")},
		{"/#reset=" + w.reset, "new password", nil},
		{"/admin", "sign-in of administrators", nil}, {"/convert", "convert", nil}, {"", "convert, with a solid", openSolid},
		{"/docs", "reference", nil}, {"/nothing", "no such page", nil},
		{"/board", "board", nil}, {"/board/" + nothing, "board without the election", nil},
		{board(thisYear), "board, open", nil}, {"", "board, open, auditors", auditors},
		{board(lastYear), "board, counted", nil}, {"", "board, counted, auditors", auditors},
		{board(uncounted), "board, closed", nil}, {board(cancelled), "board, cancelled", nil},
		{board(lastYear) + "#minutes", "minutes on the board", nil},
		{"/board#hall", "hall", nil}, {board(lastYear) + "#hall", "hall, result", nil},
		{"/board#/watch/" + w.elections[thisYear], "watch", nil},
		{"/#key=0000-0000-0000-0000", "slip that does not work", nil},
	}
}

func (w *world) voter() []stop {
	election := func(title string) string { return "/#elections/" + w.elections[title] }
	return []stop{
		{"/", "elections", nil}, {"/#profile", "profile", nil},
		{"", "deletion", to("voter.delete.button", "voter.delete.title")},
		{"/#elections/" + strings.Repeat("a", 26), "no such election", nil},
		{election(thisYear), "election, open", nil}, {election(lastYear), "results", nil},
		{election(uncounted), "election, closed", nil}, {election(cancelled), "election, cancelled", nil},
		{election(onRoll), "election for others", nil},
	}
}

// slip is somebody who votes with a slip, in an election of several questions.
func (w *world) slip() []stop {
	paper := "/#elections/" + w.elections[thisYear]
	return []stop{
		{"/#key=" + w.slips["Ben Lind"], "whose slip", nil},
		{"", "elections of a slip", to("voter.slip.yes", "voter.elections")},
		{"/#elections/" + w.elections[onRoll], "weight and proxy", nil}, {"/#profile", "profile of a slip", alike},
		{paper, "ballot", nil}, {"", "ballot, begun", markBallot},
		{"", "ballot, several", markNext}, {"", "ballot, ranks", markNext},
		{"", "ballot, ranks in order", to("voter.rank.order", "voter.rank.above")},
		{"", "ballot, solids", markNext},
		{"", "review", to("voter.ballot.check", "voter.review.title")},
		{"", "check of the device", to("voter.review.check", "voter.device.title")},
		{"", "receipt", to("voter.device.back", "voter.review.cast", "voter.receipt.title")},
		{"", "voted", to("voter.back", "voter.elections.current")},
	}
}

// openSolid converts a solid that is not watertight.
func openSolid(p *page) {
	p.t.Helper()
	p.guard.expect("GPU stall due to ReadPixels") // a picture of WebGL without a graphics card
	p.file(p.w("convert.choose"), openBox(p.t))
	p.see(p.w("convert.report.notClosed"))
}

// auditors opens what a board has for auditors.
func auditors(p *page) {
	p.t.Helper()
	p.unfold("board.auditors")
}

// letters chooses letters in place of slips.
func letters(p *page) {
	p.t.Helper()
	p.choose("radio", p.w("roll.slips.layout.letters"))
	p.see(p.w("roll.letter.label"))
}

func (w *world) administrator() []stop {
	stops := []stop{
		{"/", "voters' page of an administrator", nil}, {"/admin", "elections", nil},
		{"/admin#elections/new", "what a new election decides", nil},
		{"/admin#elections/new/block", "new election", nil}, {"/admin#motion", "motion", nil},
		{"/admin#people", "people", nil}, {"/admin#people/waiting", "people who wait", alike},
		{"/admin#people/" + w.person, "person", nil}, {"/admin#people/" + w.person + "/edit", "edit a person", nil},
		{"/admin#roll", "roll", nil}, {"/admin#roll/import", "import of a roll", nil},
		{"/admin#roll/new", "new person on the roll", nil}, {"/admin#roll/" + w.entry, "person on the roll", alike},
		{"/admin#roll/slips", "slips", nil}, {"", "slips are made", to("roll.slips.make", "roll.slips.once")},
		{"", "letters", letters},
		{"/admin#join", "join", nil}, {"/admin#mail", "e-mail", nil}, {"/admin#mail/waiting", "e-mail that waits", alike},
		{"/admin#backup", "backup", nil}, {"/admin#settings", "settings", nil},
		{"/admin#audit", "audit", nil}, {"/admin#nothing", "nothing", alike},
	}
	for _, election := range []struct {
		title        string
		parts, alike []string
	}{
		{safety, []string{"", "key", "preview", "rehearsal", "witnesses", "candidates/new", "questions/new",
			"questions/new/motion", "questions/new/stv"}, []string{"edit", "voters", "questions/new/plurality"}},
		{heldTitle, []string{"key"}, nil},
		{thisYear, []string{"", "voters"}, []string{"key"}},
		{onRoll, []string{"invitations"}, []string{"", "voters"}},
		{uncounted, []string{""}, nil},
		{cancelled, []string{""}, nil},
		{lastYear, []string{"", "results", "minutes", "certificate"}, []string{"key"}},
	} {
		path := "/admin#elections/" + w.elections[election.title]
		add := func(part string, then func(p *page)) {
			stops = append(stops, stop{strings.TrimSuffix(path+"/"+part, "/"),
				strings.TrimSuffix(election.title+", "+part, ", "), then})
		}
		for _, part := range election.parts {
			add(part, nil)
		}
		for _, part := range election.alike {
			add(part, alike)
		}
	}
	at := func(title string) string { return "/admin#elections/" + w.elections[title] }
	return append(stops,
		stop{at(safety) + "/rehearsal", "rehearsal runs", to("steps.rehearsal.start", "steps.rehearsal.running")},
		stop{"", "rehearsal has ended", to("steps.rehearsal.end", "steps.rehearsal.ended")},
		stop{at(safety), "dialog to open", to("admin.election.open", "admin.open.noReturn")},
		stop{at(thisYear), "dialog to close", to("admin.election.close", "admin.close.noReturn")},
		stop{at(onRoll), "dialog to move the end", to("admin.election.moveEnd", "admin.save")},
		stop{at(thisYear), "dialog to cancel", to("admin.election.cancel", "shell.cancel")},
		stop{at(uncounted), "dialog to count", to("admin.election.count", "admin.count.public")},
		stop{"/admin#motion", "motion from the floor", func(p *page) {
			p.fill(p.w("motion.title"), "Buy the second kiln")
			p.fill(p.w("motion.text"), "The assembly buys the second kiln for at most 4,000 and pays it from the reserve.")
		}},
		stop{"", "motion is open", to("motion.open", "motion.opened")},
	)
}

// holder is a key holder, from the invitation to the key.
func (w *world) holder() []stop {
	var sheet string
	return []stop{
		{"/board#/key/" + w.invitation, "invited", nil},
		{"", "key sheet", func(p *page) {
			to("holder.make.draw", "holder.sheet.title")(p)
			p.eval(`[...document.querySelectorAll(".key-groups li")].map((li) => li.textContent).join(" ")`, &sheet)
		}},
		{"", "typed back", to("holder.sheet.save", "holder.sheet.next", "holder.back.title")},
		{"", "key is ready", func(p *page) {
			typeGroups(p, sheet)
			to("holder.back.send", "holder.done.title")(p)
		}},
		{"/board#/sheet", "no key sheet yet", nil},
		{"", "a key sheet that waits", fills("holder.sheet.label", stranger, "holder.use.find", "holder.use.title")},
		{"/board#/count/" + w.elections[heldTitle], "count has not begun", nil},
		{"/board#/try/" + w.elections[heldTitle], "nothing to try a key on", nil},
	}
}
