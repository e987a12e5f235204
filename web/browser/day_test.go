package browser

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// clubDay is the assembly of a club, from the set-up of its server to the archive.
type clubDay struct {
	t        *testing.T
	server   *server
	chromium context.Context
	admin    *page
	token    string            // of the secretary, for what a test takes as given
	slips    map[string]string // member keys by name
	tokens   map[string]string // by name, of those who come by other ways than a page
	holders  []*page
	sheets   []string
	hall     *page
	voters   [2]*page          // the first two of the list, who vote by hand
	ids      map[string]string // of elections by title
	counted  []string          // titles
}

// The secretary of a club, who has never seen the program, holds the assembly by the pages alone: from the club's own
// lists to the bundles of five votes. One of them is amended, one comes from the floor with proxies, and one ends in a
// tie and is held again. Each of three holders has one key sheet for the day, and one of them loses it.
func TestTheDayOfAClub(t *testing.T) {
	t.Parallel()
	s, chromium := startServer(t, "serve"), newBrowser(t)
	d := &clubDay{t: t, server: s, chromium: chromium, admin: newAttentive(t, chromium, s, "secretary", desktop),
		slips: make(map[string]string), tokens: make(map[string]string), ids: make(map[string]string)}
	d.step("set-up", d.setUp)
	d.step("lists", d.importLists)
	d.step("key sheets", d.makeSheets)
	d.step("slips", d.makeSlips)
	d.step("a lost sheet", d.loseSheet)
	d.step("presence", d.tick)
	d.step("first vote", d.firstVote)
	d.step("amended motion", d.amendedMotion)
	d.step("motion from the floor", d.floorMotion)
	d.step("tie", d.tie)
	d.step("run-off", d.holdAgain)
	d.step("minutes", d.readMinutes)
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

// makeSheets makes the first election, and the key sheets of the three holders.
func (d *clubDay) makeSheets() {
	p := d.admin
	d.draft("motion", accounts, "paper.text", "The assembly approves the accounts of 2026.")
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
	shown := d.admin.savesSlips(clubPeople)
	d.admin.keep("day slips")
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

// loseSheet has the third holder come without the key sheet: no page keeps it.
func (d *clubDay) loseSheet() {
	lost := d.holders[2]
	lost.visit("/board#/sheet")
	lost.holds(lost.w("holder.sheet.label"), "")
	d.sheets = d.sheets[:2]
}

// tick marks those who come as present: some by hand, and the others as given.
func (d *clubDay) tick() {
	p := d.admin
	p.click("link", p.w("admin.nav.roll"))
	for i := 1; i <= 3; i++ {
		p.fill(p.w("roll.search"), clubPerson(i))
		p.until("only "+clubPerson(i), `document.querySelectorAll("main table input[type=checkbox]").length === 1`)
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

// judge compares what the day took with what it may take. That nobody had to repair anything is seen by the pages, on
// which no sentence about an error may appear.
func (d *clubDay) judge() {
	if want := []string{accounts, fee, floor, clubBoard, runOff}; !slices.Equal(d.counted, want) {
		d.t.Errorf("%q are counted, want %q", d.counted, want)
	}
	all := d.admin.did
	keys := 0
	for _, p := range append(slices.Clone(d.holders), d.admin, d.voters[0], d.voters[1]) {
		keys += p.did.keys
	}
	d.t.Logf("the secretary: %v; characters of keys that anybody types: %d", all, keys)
	if all.presses > 150 {
		d.t.Errorf("the secretary presses %d times in a day of five votes, want at most 150", all.presses)
	}
	if keys > 240 {
		d.t.Errorf("%d characters of keys are typed in a day, want at most 240", keys)
	}
}
