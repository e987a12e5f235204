package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"ostrakon/handlers/mailer/mailertest"
)

const (
	wayMembers = 35 // on the roll: numbers 0 to 34
	wayMailed  = 12 // of them have an e-mail address: numbers 0 to 11
)

// way is a general assembly on its way from the roll to the minutes.
type way struct {
	t        *testing.T
	server   *server
	post     *mailertest.Server
	chromium context.Context
	admin    *page
	total    effort            // of the administrator up to the opening
	id       string            // of the election
	slips    map[string]string // member keys by name
	links    map[string]string // by e-mail address
}

// A secretary holds a general assembly by the pages alone, once on a phone and once on a desktop: from the set-up to
// the minutes, with the roll from a workbook, slips, invitations by e-mail, a rehearsal, 30 of 35 voters, and
// reminders.
func TestFromRollToMinutes(t *testing.T) {
	t.Parallel()
	for name, on := range map[string]device{"phone": phone, "desktop": desktop} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, chromium := startServer(t, "serve"), newBrowser(t)
			w := &way{t: t, server: s, post: mailertest.Start(t), chromium: chromium,
				admin: newPage(t, chromium, s, "secretary", on)}
			w.setUp()
			w.importRoll()
			w.draft()
			p := w.admin
			p.click("link", p.w("steps.rehearsal.link"))
			p.click("button", p.w("steps.rehearsal.start"))
			p.heading(p.w("steps.rehearsal.running"))
			voter := invented(p, w.chromium)
			cast(voter, ballotOf(0))
			p.click("button", p.w("steps.rehearsal.end"))
			p.see(p.w("steps.rehearsal.ended"))
			w.total = w.total.plus(w.spent("rehearsal"))
			w.makeSlips()
			w.open()
			w.invite()
			w.vote()
			w.remind()
			w.close()
			w.minutes()
		})
	}
}

// spent logs what a part of the way took.
func (w *way) spent(part string) effort {
	did := w.admin.spent()
	w.t.Logf("%s: %v", part, did)
	return did
}

// member is the name of a person on the roll by number.
func member(i int) string {
	first := []string{"Ada", "Benoît", "Chiara", "Dawit", "Élise", "Fatima", "Goran"}
	last := []string{"Okafor", "Lindqvist", "Marsh", "Ångström", "Núñez"}
	return first[i%len(first)] + " " + last[i/len(first)]
}

// address is the e-mail address of a person on the roll by number.
func address(i int) string { return fmt.Sprintf("member%d@example.org", i) }

// setUp sets the server up in four steps, and then the address on links, and the mail server.
func (w *way) setUp() {
	p := w.admin
	p.visit(w.server.told(setupURL))
	setUpAs(p, clubName, "roll", false)
	w.total = w.total.plus(w.spent("set-up"))
	p.click("link", p.w("admin.nav.settings"))
	p.fill(p.w("settings.contact"), "Olu Adeyemi, 020 7946 0018")
	p.fill(p.w("settings.address"), publicAddress)
	p.click("button", p.w("settings.save"))
	p.see(p.w("settings.saved"))
	p.click("link", p.w("admin.nav.mail"))
	p.heading(p.w("mail.title"))
	mailServer(p, w.post)
	w.total = w.total.plus(w.spent("settings and mail server"))
}

// importRoll imports the members from a workbook. Some have an e-mail address, and one of them reads French.
func (w *way) importRoll() {
	p := w.admin
	lines := [][]string{{"Nom", "N° de membre", "Courriel", "Langue"}}
	for i := range wayMembers {
		line := []string{member(i), fmt.Sprint("M-", i), "", ""}
		if i < wayMailed {
			line[2], line[3] = address(i), "en"
		}
		lines = append(lines, line)
	}
	lines[1][3] = "fr"
	p.click("link", p.w("admin.nav.elections"))
	p.click("link", p.w("roll.import"))
	p.file(p.w("roll.import.choose"), written(w.t, "members.xlsx", workbook(w.t, lines...)))
	p.see(p.w("roll.import.ready"))
	p.click("button", p.w("roll.import.go"))
	p.heading(p.w("roll.import.done"))
	w.total = w.total.plus(w.spent("roll"))
}

// The candidates of the three questions that have some, in the order of the paper.
func treasurers() []string { return []string{"Praxilla", "Korinna", "Telesilla"} }
func committee() []string  { return []string{"Solon", "Bias", "Thales", "Chilon", "Pittakos"} }
func board() []string      { return []string{"Sappho", "Alkaios", "Erinna"} }

// draft makes the election of four questions, and looks at the ballot as voters see it.
func (w *way) draft() {
	p := w.admin
	p.click("link", p.w("admin.nav.elections"))
	p.click("link", p.w("admin.elections.new"))
	p.click("link", p.w("paper.purpose.one"))
	p.fill(p.w("admin.election.title"), assembly)
	p.clickStart("DisclosureTriangle", p.w("paper.new.more"))
	p.time(p.w("admin.election.closesAt"), 48*time.Hour)
	p.click("button", p.w("admin.election.new.submit"))
	p.heading(assembly)
	var route string
	p.eval("location.hash", &route)
	w.id = strings.TrimPrefix(route, "#elections/")

	addCandidates(p, treasurers()...) // to the question that every election begins with
	w.add("motion", "Accounts of 2026", p.w("paper.text"),
		"The assembly approves the accounts of 2026 and the budget of 2027.")
	p.click("link", p.w("paper.back"))
	w.add("several", "Committee", p.w("paper.seats.label"), "3")
	addCandidates(p, committee()...)
	p.click("link", p.w("paper.back"))
	w.add("proportion", "Board", p.w("paper.seats.label"), "2")
	addCandidates(p, board()...)
	p.click("link", p.w("paper.back"))
	p.clickStart("link", p.w("paper.edit")+" "+assembly)
	p.fill(p.w("admin.election.title"), "Treasurer")
	p.click("button", p.w("admin.save"))
	p.click("link", p.w("paper.back"))
	p.heading(p.w("paper.questions", "n", 4))
	w.total = w.total.plus(w.spent("ballot"))

	p.click("link", p.w("steps.preview.link"))
	p.heading(p.w("steps.preview"))
	mark(p, ballotOf(0), func() {}) // they stand together
	p.click("button", p.w("steps.preview.check"))
	p.see(p.w("steps.preview.complete"))
	p.click("button", p.w("steps.preview.right"))
	p.see(p.w("steps.preview.seen"))
	w.total = w.total.plus(w.spent("preview"))
}

// add adds a question for a purpose, with a title and what another field wants.
func (w *way) add(purpose, title, label, value string) {
	p := w.admin
	p.click("link", p.w("paper.add"))
	p.click("link", p.w("paper.purpose."+purpose))
	p.fill(p.w("admin.election.title"), title)
	p.fill(label, value)
	p.click("button", p.w("paper.add"))
	p.heading(title)
}

// makeSlips makes the slips, and reads the keys from them.
func (w *way) makeSlips() {
	w.slips = map[string]string{}
	for _, slip := range w.admin.savesSlips(wayMembers) {
		w.slips[slip[0]] = slip[1]
		if slip[2] != publicAddress {
			w.t.Errorf("the slip of %s has the address %q", slip[0], slip[2])
		}
	}
	if len(w.slips) != wayMembers {
		w.t.Fatalf("%d slips for %d people", len(w.slips), wayMembers)
	}
	w.total = w.total.plus(w.spent("slips"))
}

// open opens the election. Until then the pages may have taken less than five minutes.
func (w *way) open() {
	p := w.admin
	p.click("link", p.w("admin.nav.elections"))
	p.click("link", assembly)
	p.click("button", p.w("admin.election.open"))
	p.see(p.w("admin.open.roll"))
	p.click("button", p.w("admin.open.yes"))
	p.see(p.w("admin.open.done"))
	w.total = w.total.plus(w.spent("opening"))
	w.t.Logf("from set-up to open: %v", w.total)
	if took := w.total.seconds(); took >= 300 {
		w.t.Errorf("from set-up to open takes %.0f s, want less than 300", took)
	}
}

// invite sends the invitations, and keeps their links.
func (w *way) invite() {
	p := w.admin
	p.click("link", p.w("mail.invite"))
	p.heading(p.w("mail.invite.title"))
	send(p, "mail.invite.confirm", wayMailed)
	p.see(p.w("mail.invite.without", "n", wayMembers-wayMailed))
	w.links = map[string]string{}
	for _, m := range w.post.Await(1 + wayMailed)[1:] {
		w.links[m.To] = m.Link()
		if french := strings.HasPrefix(m.Text, "Bonjour"); french != (m.To == address(0)) {
			w.t.Errorf("%s was written to in another language: %q", m.To, m.Text)
		}
	}
	if len(w.links) != wayMailed {
		w.t.Fatalf("links went to %d people, want %d", len(w.links), wayMailed)
	}
}

// ballot is what somebody chooses: names, and the answer to the motion.
type ballot struct {
	treasurer, motion string
	committee         []string
	board             []string // by rank
}

// ballotOf is what the voter of a number from 0 to 29 chooses.
func ballotOf(i int) ballot {
	b := ballot{
		treasurer: treasurers()[[]int{0, 0, 0, 0, 1, 2}[i%6]],
		motion:    []string{"yes", "yes", "yes", "no", "abstain"}[i%5],
		board:     []string{board()[2], board()[1]},
	}
	if i < 14 { // more than the quota of 11
		b.board = []string{board()[0], board()[2]}
	} else if i < 25 {
		b.board = board()[1:2]
	}
	for at, chosen := range []bool{i%10 != 9, i%3 != 2, i%2 == 0, i%4 == 1, i == 7} {
		if chosen {
			b.committee = append(b.committee, committee()[at])
		}
	}
	return b
}

// marks are those of a ballot in the order of the paper.
func (b ballot) marks() (marks []int) {
	add := func(options []string, chosen ...string) {
		for _, option := range options {
			mark := 0
			if slices.Contains(chosen, option) {
				mark = 1
			}
			marks = append(marks, mark)
		}
	}
	add(treasurers(), b.treasurer)
	add([]string{"yes", "no", "abstain"}, b.motion)
	add(committee(), b.committee...)
	for _, name := range board() {
		marks = append(marks, slices.Index(b.board, name)+1)
	}
	return marks
}

// mark fills a ballot in, and calls onward between its questions.
func mark(p *page, b ballot, onward func()) {
	p.t.Helper()
	p.choose("radio", b.treasurer)
	onward()
	p.choose("radio", p.w("shell.option."+b.motion))
	onward()
	for _, name := range b.committee {
		p.choose("checkbox", name)
	}
	onward()
	for i, name := range b.board {
		p.clickStart("button", name)
		p.find(exactly(name+" "+p.w("voter.rank.place", "n", i+1)), name+" with a rank", "button")
	}
}

// cast fills the ballot in that is shown, and casts it.
func cast(p *page, b ballot) {
	p.t.Helper()
	p.see(assembly)
	mark(p, b, p.onward)
	p.click("button", p.w("voter.ballot.check"))
	p.heading(p.w("voter.review.title"))
	p.click("button", p.w("voter.review.cast"))
	p.heading(p.w("voter.receipt.title"))
}

// voters are the numbers on the roll of those who vote: all but 10 and 11, who have an e-mail address, and 32 to 34.
func voters() []int {
	var numbers []int
	for i := range 32 {
		if i != 10 && i != 11 {
			numbers = append(numbers, i)
		}
	}
	return numbers
}

// vote lets 30 people vote, in browsers of their own, several at a time. Two come by the link in their e-mail, one by
// a slip that they scan, and one holds a slip to the tablet in the hall: they press all that voters press. The others
// vote from these browsers too, where the page's own modules sign them in by their slips, and seal and cast.
func (w *way) vote() {
	ways := []string{"link", "slip", "tablet", "link"}
	w.t.Run("voters", func(t *testing.T) {
		for at, how := range ways {
			t.Run(fmt.Sprint(how, " ", at), func(t *testing.T) {
				t.Parallel()
				p := newPage(t, w.chromium, w.server, fmt.Sprint("voter ", at), []device{phone, desktop}[at%2])
				w.voteBy(p, how, at)
				for rest := at + len(ways); rest < len(voters()); rest += len(ways) {
					castSealed(p, w.id, p.tokenOf(w.slips[member(voters()[rest])]), ballotOf(rest).marks()...)
				}
			})
		}
	})
	w.admin.visit("/admin#elections/" + w.id)
	w.admin.see(w.admin.w("shell.turnout", "ballots", len(voters()), "n", wayMembers, "share", "85.7%"))
}

// voteBy is the way of the voter of a number from the invitation to the receipt.
func (w *way) voteBy(p *page, how string, at int) {
	name := member(voters()[at])
	switch how {
	case "link":
		if at == 0 {
			p.prefer("fr-CH")
			p.words = readWords(p.t, "fr")
		}
		p.visit(w.links[address(voters()[at])])
	case "slip":
		p.visit("/#key=" + w.slips[name])
	case "tablet":
		p.visit("/#kiosk")
		p.fill(p.w("shell.slip"), publicAddress+"/#key="+w.slips[name])
		p.key(kb.Enter)
	}
	p.heading(p.w("voter.slip.ask", "name", name))
	p.click("button", p.w("voter.slip.yes"))
	cast(p, ballotOf(at))
	if how == "tablet" {
		p.click("button", p.w("voter.kiosk.done"))
		p.heading(p.w("voter.kiosk"))
	}
}

// tokenOf signs somebody in by a slip, as the page does.
func (p *page) tokenOf(key string) (token string) {
	p.t.Helper()
	p.eval(fmt.Sprintf(`fetch("/api/auth/key",
		{ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ key: %q }) })
		.then((answer) => answer.json()).then(({ token }) => token ?? "")`, key), &token)
	if token == "" {
		p.t.Fatalf("%s: a slip does not sign in", p.name)
	}
	return token
}

// remind reminds the two who have an e-mail address and have not voted, and nobody else.
func (w *way) remind() {
	p := w.admin
	p.click("link", p.w("mail.invite"))
	p.choose("radio", p.w("mail.kind.reminder"))
	send(p, "mail.remind.confirm", 2)
	var reminded []string
	for _, m := range w.post.Await(1 + wayMailed + 2)[1+wayMailed:] {
		reminded = append(reminded, m.To)
	}
	slices.Sort(reminded)
	if want := []string{address(10), address(11)}; !slices.Equal(reminded, want) {
		w.t.Errorf("reminders went to %v, want %v", reminded, want)
	}
	p.wantMail(wayMailed+2, 0, 0)
}

// close closes the voting, and counts.
func (w *way) close() {
	p := w.admin
	p.click("link", p.w("admin.nav.elections"))
	p.click("link", assembly)
	p.click("button", p.w("admin.election.close"))
	p.click("button", p.w("admin.close.yes"))
	p.see(p.w("admin.close.done"))
	p.click("button", p.w("admin.election.count"))
	p.click("button", p.w("admin.count.yes"))
	p.see(p.w("admin.count.done"))
}

// minutes reads the minutes, and compares their figures with the ballots.
func (w *way) minutes() {
	p := w.admin
	p.clickStart("link", p.w("admin.results.minutes"))
	p.heading(assembly)
	p.see(p.w("minutes.seal.checked"))
	p.see(p.w("shell.turnout", "ballots", len(voters()), "n", wayMembers, "share", "85.7%"))
	want := map[string]int{}
	for i := range voters() {
		b := ballotOf(i)
		want["Treasurer, "+b.treasurer]++
		want["Accounts of 2026, "+p.w("shell.option."+b.motion)]++
		for _, name := range b.committee {
			want["Committee, "+name]++
		}
		want["Board, "+b.board[0]]++ // first choices
	}
	p.see(p.w("outcome.ending.passed", "yes", want["Accounts of 2026, Yes"], "no", want["Accounts of 2026, No"]))
	p.see(p.w("outcome.ending.elected", "names", "Praxilla", "n", 1))
	p.judge("minutes of the assembly")
	p.look("minutes of the assembly")

	got, elected := map[string]int{}, []string{}
	for _, line := range p.savesTable()[1:] {
		n, err := strconv.Atoi(line[10])
		if err != nil {
			w.t.Errorf("a figure of %q: %v", line, err)
		}
		got[line[1]+", "+line[7]] = n
		if line[11] == p.w("outcome.elected") {
			elected = append(elected, line[7])
		}
	}
	if !maps.Equal(got, want) {
		w.t.Errorf("the figures are %v, want %v", got, want)
	}
	if want := []string{"Praxilla", "Solon", "Bias", "Thales", "Sappho", "Alkaios"}; !slices.Equal(elected, want) {
		w.t.Errorf("%v are elected, want %v", elected, want)
	}
	p.click("button", p.w("minutes.json"))
	var figures struct {
		Title   string
		Cast    int
		Turnout struct{ Ballots, Electorate int }
	}
	noError(w.t, json.Unmarshal(p.saved("ostrakon-*.json"), &figures))
	if figures.Title != assembly || figures.Cast != len(voters()) || figures.Turnout.Ballots != len(voters()) ||
		figures.Turnout.Electorate != wayMembers {
		w.t.Errorf("the figures as JSON are %+v", figures)
	}
}
