package browser

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ostrakon/store/ballotbox"
)

// clubDay is the assembly of a club, from the set-up of its server to the archive.
type clubDay struct {
	t        *testing.T
	server   *server
	chromium context.Context
	admin    *page
	token    string            // of the secretary, for what a test takes as given
	slips    map[string]string // member keys by name
	holders  []*page
	sheets   []string
	hall     *page
	voters   [2]*page          // the first two of the list, who vote by hand
	ids      map[string]string // of elections by title
	counted  []string          // titles
}

// The secretary of a club, who has never seen the program, holds the assembly by the pages alone: from the club's own
// lists to the bundles of three votes, of which one is amended and one comes from the floor with proxies. Each of three
// holders has one key sheet for the day, and one of them loses it.
func TestTheDayOfAClub(t *testing.T) {
	t.Parallel()
	s, chromium := startServer(t, "serve"), newBrowser(t)
	d := &clubDay{t: t, server: s, chromium: chromium, admin: newAttentive(t, chromium, s, "secretary", desktop),
		slips: make(map[string]string), ids: make(map[string]string)}
	d.step("set-up", d.setUp)
	d.step("lists", d.importLists)
	d.step("key sheets", d.makeSheets)
	d.step("slips", d.makeSlips)
	d.step("presence", d.tick)
	d.step("first vote", d.firstVote)
	d.step("amended motion", d.amendedMotion)
	d.step("motion from the floor", d.floorMotion)
	d.step("archive", d.archive)
	d.judge()
}

// setUp walks the set-up, and says where phones find the server.
func (d *clubDay) setUp() {
	p := d.admin
	p.visit(d.server.told(setupURL))
	setUpAs(p, "Ruderclub Krähe", "roll", false)
	p.click("link", p.w("admin.nav.settings"))
	p.fill(p.w("settings.contact"), "Theano Registrar")
	p.fill(p.w("settings.address"), publicAddress)
	p.click("button", p.w("settings.save"))
	p.see(p.w("settings.saved"))
	d.token = d.server.signIn(adminEmail, password)
}

// importLists brings the club's lists onto the roll: as they are, a second time, corrected, and with one who joins
// late. Each takes three presses at most.
func (d *clubDay) importLists() {
	p := d.admin
	all := strings.Join([]string{p.w("roll.ask.all.totals", "n", 1), p.w("roll.ask.all.faults", "n", 2),
		p.w("roll.ask.all.otherDay", "n", 3)}, " · ")
	everybody := clubVoters + clubPassive
	d.list("members.xlsx", workbook(d.t, clubList(inDays)...), everybody, all)
	d.list("members.csv", semicolons(d.t, clubList(inDots)), everybody, all)
	d.list("corrected.xlsx", workbook(d.t, correctedList()...), clubVoters, p.w("roll.import.missing.all"))
	d.list("late.csv", semicolons(d.t, lateList()), clubPeople, "another")
}

// list imports a table with one press for its questions, if it changes anything, and sees how many people are on the
// roll then.
func (d *clubDay) list(name string, table []byte, people int, answer string) {
	p := d.admin
	p.click("link", p.w("admin.nav.roll"))
	p.click("link", p.w("roll.import"))
	before := p.did.presses
	p.file(p.w("roll.import.choose"), written(d.t, name, table))
	p.heading(p.w("roll.import.report"))
	if answer == "another" {
		p.choose("radio", p.w("roll.ask.another"))
	} else {
		p.click("button", answer)
	}
	p.keep("day " + name)
	p.until(name+" to be read", `(() => {
		const words = document.querySelector(".import-reason").textContent;
		return [`+quoted(p.w("roll.import.ready"))+", "+quoted(p.w("roll.import.nothing"))+`].includes(words);
	})()`)
	if p.now(`!document.querySelector(".import-bar button").disabled`) {
		p.click("button", p.w("roll.import.go"))
		p.heading(p.w("roll.import.done"))
	}
	if presses := p.did.presses - before - 1; presses > 3 { // without the choice in the dialog of the browser
		d.t.Errorf("%s takes %d presses, want at most 3", name, presses)
	} else {
		d.t.Logf("%s: %d presses", name, presses)
	}
	p.click("link", p.w("admin.nav.roll"))
	p.see(p.w("roll.size", "n", people, "registered", 0, "present", 0))
}

const (
	accounts = "Accounts of 2026"
	fee      = "Fee of 2027"
	floor    = "A second boathouse"
)

// draft makes an election of a motion.
func (d *clubDay) draft(title, text string) {
	p := d.admin
	p.click("link", p.w("admin.nav.elections"))
	p.click("link", p.w("admin.elections.new"))
	p.click("link", p.w("paper.purpose.motion"))
	p.fill(p.w("admin.election.title"), title)
	p.fill(p.w("paper.text"), text)
	if len(d.ids) == 0 { // the others are held as the one before
		p.clickStart("DisclosureTriangle", p.w("paper.new.more"))
		p.choose("radio", p.w("admin.election.electorate.present"))
		p.fill(p.w("paper.proxies"), "2")
	}
	p.keep("day new " + title)
	p.click("button", p.w("admin.election.new.submit"))
	p.heading(title)
	d.ids[title] = strings.TrimPrefix(p.route(), "#elections/")
}

// makeSheets makes the first election, and the key sheets of the three holders.
func (d *clubDay) makeSheets() {
	p := d.admin
	d.draft(accounts, "The assembly approves the accounts of 2026.")
	p.click("link", p.w("holder.key.choose"))
	p.fill(p.w("holder.names"), "Zoe Abbot\nKim Reed\nLee Marsh")
	p.click("button", p.w("admin.save"))
	p.see(p.w("holder.saved"))
	p.guard.expect("Phones cannot reach this server yet") // nor can they reach a test
	for i, name := range []string{"Zoe Abbot", "Kim Reed", "Lee Marsh"} {
		h := newAttentive(d.t, d.chromium, d.server, strings.Fields(name)[0], phone)
		h.guard.expect(h.w("holder.make.loopback")) // the test has no other address
		h.visit(invite(p, name, false))
		h.click("button", h.w("holder.make.draw"))
		h.heading(h.w("holder.sheet.title"))
		if i == 0 {
			h.look("day key sheet")
		}
		var sheet string
		h.eval(`[...document.querySelectorAll(".key-groups li")].map((li) => li.textContent).join(" ")`, &sheet)
		h.click("button", h.w("holder.sheet.save"))
		h.click("button", h.w("holder.sheet.next"))
		typeGroups(h, sheet)
		h.click("button", h.w("holder.back.send"))
		h.heading(h.w("holder.done.title"))
		d.holders, d.sheets = append(d.holders, h), append(d.sheets, sheet)
	}
	p.see(p.w("holder.assembly", "title", accounts, "n", 30))
}

// makeSlips makes the slips of everybody and reads their keys. Meanwhile the holders write down the key number.
func (d *clubDay) makeSlips() {
	p := d.admin
	p.click("link", p.w("admin.nav.roll"))
	p.click("link", p.w("roll.slips"))
	p.click("button", p.w("roll.slips.make"))
	p.heading(p.w("roll.slips.made", "n", clubPeople))
	p.click("button", p.w("roll.slips.save")) // once all are drawn
	p.see(p.w("roll.slips.saved"))
	p.keep("day slips")
	var shown [][2]string
	p.eval(`[...document.querySelectorAll(".slip-card")].map((slip) => [".slip-name", ".slip-key"]`+
		`.map((part) => slip.querySelector(part).textContent))`, &shown)
	for _, slip := range shown {
		d.slips[slip[0]] = slip[1]
	}
	if len(shown) != clubPeople || len(d.slips) != clubPeople-1 {
		d.t.Fatalf("%d slips with %d names for %d people, two of whom have one name", len(shown), len(d.slips), clubPeople)
	}
	for _, h := range d.holders {
		h.heading(h.w("holder.number.title"))
		h.click("button", h.w("holder.number.written"))
		h.see(h.w("holder.number.tried"))
	}
}

// tick marks those who come as present: some by hand, and the others as given.
func (d *clubDay) tick() {
	p := d.admin
	p.click("link", p.w("admin.nav.roll"))
	for i := 1; i <= 3; i++ {
		p.fill(p.w("roll.search"), clubPerson(i))
		p.choose("checkbox", p.w("roll.present.of", "name", clubPerson(i)))
		p.see(p.w("roll.size", "n", clubPeople, "registered", 0, "present", i))
	}
	var roll struct{ Items []struct{ ID, Member string } }
	d.server.call("GET", "/api/admin/roll?limit=200", d.token, nil, &roll)
	for i := range clubPresent {
		for _, person := range roll.Items {
			if person.Member == clubNumber(i) {
				d.server.call("PUT", "/api/admin/roll/"+person.ID+"/present", d.token, fields{"present": true}, &fields{})
			}
		}
	}
}

// open opens the draft that the secretary sees, once it says who votes.
func (d *clubDay) open() {
	p := d.admin
	p.guard.expect("Only 1 person has the weight 2") // a warning that keeps nobody from opening
	p.see(attendance(p))
	p.keep("day draft " + p.text("h1"))
	p.click("button", p.w("admin.election.open"))
	p.click("button", p.w("admin.open.yes"))
	p.see(p.w("holder.opened"))
}

// others cast the ballots, all for the motion, of those who come by other ways than a page: the third to the tenth of
// the list.
func (d *clubDay) others(id string) {
	for i := 2; i < 10; i++ {
		castSealed(d.hall, id, d.hall.tokenOf(d.slips[clubPerson(i)]), 1, 0, 0)
	}
}

// castBy fills in the ballot that a voter sees, and casts it.
func castBy(p *page, answer string) {
	p.t.Helper()
	p.choose("radio", answer)
	p.click("button", p.w("voter.ballot.check"))
	p.heading(p.w("voter.review.title"))
	p.click("button", p.w("voter.review.cast"))
	p.heading(p.w("voter.receipt.title"))
}

// comesNext takes a voter from a receipt to the vote that is open now.
func comesNext(p *page, title string) {
	p.t.Helper()
	p.see(p.w("voter.next", "title", title))
	p.click("button", p.w("voter.receipt.save"))
	p.click("button", p.w("voter.card.vote"))
	p.heading(title)
}

// firstVote opens the first vote, to which voters come with their slips, and counts it.
func (d *clubDay) firstVote() {
	p := d.admin
	d.hall = newAttentive(d.t, d.chromium, d.server, "hall", desktop)
	d.hall.visit("/board#hall")
	d.hall.heading(d.hall.w("board.hall.none"))
	p.click("link", p.w("admin.nav.elections"))
	p.see(p.w("steps.ballot.motion"))
	p.click("link", accounts)
	d.open()
	for i := range d.voters {
		v := newAttentive(d.t, d.chromium, d.server, fmt.Sprint("voter ", i), phone)
		d.voters[i] = v
		v.visit("/#key=" + d.slips[clubPerson(i)])
		v.click("button", v.w("voter.slip.yes"))
		v.heading(accounts)
		castBy(v, v.w("shell.option.yes"))
	}
	d.others(d.ids[accounts])
	d.hall.keep("day hall")
	d.count(accounts, 10, p.w("outcome.ending.passed", "yes", 11, "no", 0))
}

// amendedMotion opens a second vote, cancels it for an amendment while a voter reads it, and counts the amended one.
func (d *clubDay) amendedMotion() {
	p := d.admin
	d.draft(fee, "The fee is 240 francs.")
	d.open()
	for _, v := range d.voters {
		comesNext(v, fee)
	}
	d.others(d.ids[fee])
	p.click("button", p.w("admin.election.cancel"))
	p.fill(p.w("paper.reason"), "The assembly amends the motion.")
	p.click("button", p.w("paper.cancel.yes"))
	p.see(p.w("paper.cancel.done"))
	p.keep("day cancelled")
	p.click("button", p.w("steps.duplicate"))
	p.see(p.w("steps.duplicate.done"))
	p.click("link", p.w("paper.edit.long"))
	p.fill(p.w("paper.text"), "The fee is 220 francs.")
	p.click("button", p.w("admin.save"))
	p.see(p.w("steps.open.ready"))
	p.keep("day amended")
	d.ids[fee] = strings.TrimPrefix(p.route(), "#elections/")
	d.open()
	for _, v := range d.voters {
		v.see(v.w("voter.next.over"))
		v.keep("day over")
		v.click("button", v.w("voter.card.vote"))
		v.see("The fee is 220 francs.")
		castBy(v, v.w("shell.option.no"))
	}
	d.others(d.ids[fee])
	d.count(fee, 10, p.w("outcome.ending.passed", "yes", 9, "no", 2))
}

// floorMotion opens a motion from the floor, in which the first of the list votes for two who are absent.
func (d *clubDay) floorMotion() {
	p := d.admin
	p.click("link", p.w("admin.nav.elections"))
	p.click("link", p.w("admin.elections.motion"))
	p.holds(p.w("paper.proxies"), "2") // as in the election before
	p.fill(p.w("motion.title"), floor)
	p.fill(p.w("motion.text"), "The board looks for a second boathouse.")
	p.keep("day motion")
	p.click("button", p.w("motion.open"))
	p.see(p.w("motion.opened"))
	p.see(attendance(p))
	d.ids[floor] = strings.TrimPrefix(p.route(), "#elections/")
	for _, v := range d.voters {
		comesNext(v, floor)
		castBy(v, v.w("shell.option.yes"))
	}
	v := d.voters[0]
	for range clubProxies()[0] { // the pages say which of them is next
		v.clickStart("link", v.w("voter.paper.vote", "name", ""))
		v.until("the ballot of somebody else", `document.querySelector(".ballot-whose")`)
		v.keep("day proxy")
		castBy(v, v.w("shell.option.no"))
	}
	d.others(d.ids[floor])
	d.count(floor, 12, p.w("outcome.ending.passed", "yes", 11, "no", 2))
}

// count closes the vote that the secretary sees, and counts it with the sheets of two holders. These type them once.
func (d *clubDay) count(title string, ballots int, ending string) {
	p := d.admin
	p.click("button", p.w("admin.election.turnout.now"))
	p.see(p.w("admin.election.turnout.ballots", "n", ballots))
	p.click("button", p.w("admin.election.close"))
	p.click("button", p.w("admin.close.yes"))
	p.see(p.w("admin.close.done"))
	p.click("button", p.w("holder.count.start"))
	p.see(p.w("holder.count.shares", "n", 0, "of", 2))
	p.keep("day count")
	for i, h := range d.holders[:2] {
		if len(d.counted) == 0 {
			h.visit("/board#/count/" + d.ids[title])
			h.fillKey(h.w("holder.sheet.label"), d.sheets[i])
		} else {
			h.click("link", h.w("holder.use.count", "title", title))
		}
		h.click("button", h.w("holder.count.give.send"))
		h.heading(h.w("holder.count.compare"))
		h.keep("day compare")
		h.click("button", h.w("holder.count.same"))
	}
	for _, h := range d.holders[:2] {
		h.heading(h.w("holder.count.sign"))
		h.see(ending)
		h.click("button", h.w("holder.count.sign.send"))
	}
	for _, h := range d.holders[:2] {
		h.see(h.w("holder.count.done"))
		h.click("link", h.w("holder.count.others"))
	}
	p.see(p.w("admin.count.done"))
	p.see(ending)
	d.counted = append(d.counted, title)
}

// archive checks the bundles of all votes.
func (d *clubDay) archive() {
	for _, title := range d.counted {
		raw := d.server.ask("GET", "/api/board/elections/"+d.ids[title]+"/bundle", "", nil)
		bundle := must(ballotbox.ReadBundle(bytes.NewReader(raw), int64(len(raw))))(d.t)
		if checks := ballotbox.Verify(bundle, ballotbox.Evidence{}); !ballotbox.Valid(checks) {
			d.t.Errorf("%s: %+v", title, checks)
		}
	}
}

// judge compares what the day took with what it may take.
func (d *clubDay) judge() {
	all := d.admin.did
	keys := 0
	for _, p := range append(slices.Clone(d.holders), d.admin, d.voters[0], d.voters[1]) {
		keys += p.did.keys
	}
	d.t.Logf("the secretary: %v; characters of keys that anybody types: %d", all, keys)
	if keys > 240 {
		d.t.Errorf("%d characters of keys are typed in a day, want at most 240", keys)
	}
}
