package browser

import (
	"bytes"
	"fmt"
	"strings"

	"ostrakon/store/ballotbox"
)

const (
	accounts  = "Accounts of 2026"
	fee       = "Fee of 2027"
	floor     = "A second boathouse"
	clubBoard = "Board"
	runOff    = clubBoard + ", second round"
)

// draft makes an election for a purpose with a title and one more field.
func (d *clubDay) draft(purpose, title, label, value string) {
	p := d.admin
	p.click("link", p.w("admin.nav.elections"))
	p.click("link", p.w("admin.elections.new"))
	p.click("link", p.w("paper.purpose."+purpose))
	p.fill(p.w("admin.election.title"), title)
	p.fill(p.w(label), value)
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

// others cast the ballots of those who come by other ways than a page: the third to the tenth of the list.
func (d *clubDay) others(id string, marks func(i int) []int) {
	for i := 2; i < 10; i++ {
		name := clubPerson(i)
		if d.tokens[name] == "" {
			d.tokens[name] = d.hall.tokenOf(d.slips[name])
		}
		castSealed(d.hall, id, d.tokens[name], marks(i)...)
	}
}

// yes are the marks of a ballot for a motion.
func yes(int) []int { return []int{1, 0, 0} }

// castBy fills in the ballot that a voter sees, and casts it.
func castBy(p *page, role string, answers ...string) {
	p.t.Helper()
	for _, answer := range answers {
		p.choose(role, answer)
	}
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
		castBy(v, "radio", v.w("shell.option.yes"))
	}
	d.others(d.ids[accounts], yes)
	d.hall.keep("day hall")
	d.count(accounts, 10, p.w("outcome.ending.passed", "yes", 11, "no", 0))
}

// amendedMotion opens a second vote, cancels it for an amendment while a voter reads it, and counts the amended one.
func (d *clubDay) amendedMotion() {
	p := d.admin
	d.draft("motion", fee, "paper.text", "The fee is 240 francs.")
	d.open()
	for _, v := range d.voters {
		comesNext(v, fee)
	}
	d.others(d.ids[fee], yes)
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
		castBy(v, "radio", v.w("shell.option.no"))
	}
	d.others(d.ids[fee], yes)
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
		castBy(v, "radio", v.w("shell.option.yes"))
	}
	v := d.voters[0]
	for range clubProxies()[0] { // the pages say which of them is next
		v.clickStart("link", v.w("voter.paper.vote", "name", ""))
		v.until("the ballot of somebody else", `document.querySelector(".ballot-whose")`)
		v.keep("day proxy")
		castBy(v, "radio", v.w("shell.option.no"))
	}
	d.others(d.ids[floor], yes)
	d.count(floor, 12, p.w("outcome.ending.passed", "yes", 11, "no", 2))
}

// tie elects a board of two. Two people share the place of the second seat.
func (d *clubDay) tie() {
	p := d.admin
	d.draft("several", clubBoard, "paper.seats.label", "2")
	p.fill(p.w("paper.names"), "1. Praxilla\n2. Korinna\n3. Erinna\n4. Nossis")
	p.click("button", p.w("paper.names.add"))
	p.see(p.w("paper.names.added", "n", 4))
	d.open()
	for i, v := range d.voters {
		comesNext(v, clubBoard)
		castBy(v, "checkbox", "Praxilla", []string{"Korinna", "Erinna"}[i])
	}
	d.others(d.ids[clubBoard], func(i int) []int {
		second := []int{3, 1, 2, 1, 2, 1, 2, 0}[i-2] // the first, whose ballot counts for two votes, is for Nossis
		marks := []int{1, 0, 0, 0}
		marks[second] = 1
		return marks
	})
	d.count(clubBoard, 10, p.w("outcome.ending.tie", "names", "Korinna and Erinna", "n", 1))
	p.see(p.w("outcome.ending.elected", "names", "Praxilla", "n", 1))
}

// holdAgain makes the next round among those who are tied, with the button on the page of the result.
func (d *clubDay) holdAgain() {
	p := d.admin
	p.keep("day tie")
	p.click("button", p.w("paper.round.make", "names", "Korinna and Erinna"))
	p.heading(runOff)
	d.ids[runOff] = strings.TrimPrefix(p.route(), "#elections/")
	d.open()
	for _, v := range d.voters {
		comesNext(v, runOff)
		castBy(v, "radio", "Korinna")
	}
	d.others(d.ids[runOff], func(i int) []int { return []int{i % 2, 1 - i%2} })
	d.count(runOff, 10, p.w("outcome.ending.elected", "names", "Korinna", "n", 1))
}

// readMinutes reads the minutes of all votes: who was present and represented, with which weights, and who has sealed
// the result although a sheet is lost. The page has checked the bundle.
func (d *clubDay) readMinutes() {
	p := d.admin
	for _, title := range d.counted {
		p.click("link", p.w("admin.nav.elections"))
		p.click("link", title)
		p.clickStart("link", p.w("admin.results.minutes"))
		p.see(p.w("minutes.seal.checked"))
		p.see(p.w("minutes.electorate.present", "n", clubPresent+clubRepresented()))
		p.see(attendance(p))
		p.see(p.w("minutes.weight", "n", clubPresent+clubRepresented()-1, "weight", 1) + " and " +
			p.w("minutes.weight", "n", 1, "weight", 2))
		p.see(p.w("minutes.server") + ", Zoe Abbot and Kim Reed")
		p.keep("day minutes " + title)
	}
}

// archive has a member save the bundles of all votes from the board, where the browser has counted again. The program
// finds them right too.
func (d *clubDay) archive() {
	member := d.hall
	for _, title := range d.counted {
		member.visit("/board/" + d.ids[title])
		member.see(member.w("board.bundle.passed"))
		member.unfold("board.auditors")
		member.clickStart("link", strings.TrimSuffix(member.w("board.result.download", "size", ""), ")"))
		raw := member.saved("ostrakon-" + d.ids[title] + ".zip")
		bundle := must(ballotbox.ReadBundle(bytes.NewReader(raw), int64(len(raw))))(d.t)
		if checks := ballotbox.Verify(bundle, ballotbox.Evidence{}); !ballotbox.Valid(checks) {
			d.t.Errorf("%s: %+v", title, checks)
		}
	}
	member.keep("day board")
}
