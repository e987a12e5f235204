package browser

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

const heldTitle = "Treasurer of the harbour"

// An election whose keys three people hold, each on a phone of their own: from the choice of the holders to the board
// that has counted again.
func TestThreeHoldersMakeKeysAndCount(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve")
	chromium := newBrowser(t)
	token := s.setUp()
	id := s.draftElection(token, heldTitle, "Sappho", "Alkaios")
	admin := newPage(t, chromium, s, "administrator", desktop)
	admin.visit("/admin")
	admin.signIn(adminEmail, password)
	nameWitness(admin, id)
	// Three holders are named, of whom two are needed.
	admin.visit("/admin#elections/" + id)
	admin.see(admin.w("holder.key.server"))
	admin.judge("draft, the server holds the key")
	admin.click("link", admin.w("holder.key.choose"))
	admin.heading(admin.w("holder.key.title"))
	admin.choose("radio", admin.w("holder.custody.server"))
	admin.seeNot(admin.w("holder.names"))
	admin.choose("radio", admin.w("holder.custody.holders"))
	admin.click("button", admin.w("admin.save"))
	admin.see(admin.w("holder.names.missing"))
	admin.fill(admin.w("holder.names"), "Zoe Abbot\nKim Reed\nLee Marsh")
	admin.holds(admin.w("holder.threshold"), "2")
	admin.see(admin.w("holder.loss", "n", 2))
	admin.judge("names of holders")
	admin.look("names")
	admin.click("button", admin.w("admin.save"))
	admin.see(admin.w("holder.saved"))

	var holders []*page
	var sheets []string
	for i, name := range []string{"Zoe Abbot", "Kim Reed", "Lee Marsh"} {
		holder := newPage(t, chromium, s, strings.Fields(name)[0], phone)
		sheets = append(sheets, makeKey(holder, invite(admin, name, i == 0), name, i == 0))
		holders = append(holders, holder)
		if i < 2 {
			holder.see(holder.w("holder.number.waiting", "names", []string{"Kim Reed and Lee Marsh", "Lee Marsh"}[i]))
		}
		if i < 2 {
			admin.see(admin.w("holder.invite.again", "name", name))
		}
	}
	tryKeyNumber(s, token, id, holders, sheets)
	admin.see(admin.w("holder.assembly", "title", heldTitle, "n", 30))
	admin.see(admin.w("holder.assembly.new"))
	admin.seeNot(admin.w("holder.invite.again", "name", "Lee Marsh"))
	admin.judge("all keys are ready")
	// The election opens, and its certificate is printed.
	admin.visit("/admin#elections/" + id)
	admin.click("button", admin.w("admin.election.open"))
	admin.see(admin.w("holder.loss", "n", 2))
	admin.judge("dialog to open with holders")
	admin.click("button", admin.w("admin.open.yes"))
	admin.see(admin.w("holder.opened"))
	admin.judge("open election with holders")
	admin.look("open")
	admin.click("link", admin.w("holder.certificate.title"))
	admin.see(admin.w("holder.certificate.hash"))
	admin.judge("opening certificate")
	admin.look("certificate")
	// The link of a sheet leads to the election that waits for it, and the key leaves the address.
	p := holders[0]
	p.visit("/board#/sheet/" + strings.ReplaceAll(sheets[0], " ", ""))
	p.see(p.w("holder.use.try", "title", heldTitle))
	p.see(p.w("holder.use.kept"))
	p.judge("a sheet that is used")
	p.look("used")
	var address string
	if p.eval("location.hash", &address); address != "#/sheet" {
		p.t.Errorf("the address has %q", address)
	}
	p.click("button", p.w("holder.use.forget"))
	p.see(p.w("holder.use.find"))
	// A holder tries a sheet.
	p.visit("/board#/try/" + id)
	p.fill(p.w("holder.sheet.label"), "A234 9")
	p.click("button", p.w("holder.try.run"))
	p.see(p.w("holder.sheet.odd", "character", "9"))
	p.fill(p.w("holder.sheet.label"), "A234")
	p.click("button", p.w("holder.try.run"))
	p.see(p.w("holder.sheet.length", "n", 4))
	p.fill(p.w("holder.sheet.label"), stranger)
	p.click("button", p.w("holder.try.run"))
	p.see(p.w("holder.sheet.stranger"))
	p.judge("a sheet of nobody")
	p.fill(p.w("holder.sheet.label"), "ostrakon-key:"+sheets[0])
	p.key("\r") // as a scanner ends
	p.see(p.w("holder.try.right", "number", 1, "name", "Zoe Abbot"))
	p.judge("a sheet is right")
	p.look("tried")

	for i, name := range []string{"Ada Voter", "Benjamin Voter", "Cleo Voter"} {
		castSealed(holders[i], id, s.signIn(s.register(name), password), [][]int{{1, 0}, {1, 0}, {0, 1}}[i]...)
	}
	s.call("PUT", "/api/admin/elections/"+id+"/status", token, fields{"status": "COMPLETED"}, &fields{})
	countHeld(newPage(t, chromium, s, "hall", desktop), admin, id, holders, sheets)

	anyone := newPage(t, chromium, s, "anyone", phone)
	anyone.visit("/board/" + id)
	anyone.see(anyone.w("outcome.ending.elected", "names", "Sappho", "n", 1))
	anyone.see(anyone.w("board.bundle.passed"))
	anyone.judge("board, counted with sheets")
}

// tryKeyNumber has holders compare the key number that their pages show once all keys are made. One has closed the page
// and types in the sheet, after that of nobody.
func tryKeyNumber(s *server, token, id string, holders []*page, sheets []string) {
	s.t.Helper()
	var kept struct {
		Assembly struct{ KeyNumber string }
		Holders  []struct{ Tried bool }
	}
	path := "/api/admin/elections/" + id + "/holders"
	s.call("GET", path, token, nil, &kept)
	for i, p := range holders {
		if i == 1 {
			p.reload()
			p.see(p.w("holder.invitation.late"))
		}
		p.see(p.w("holder.number.title"))
		p.see(strings.Join(regexp.MustCompile(`.{4}`).FindAllString(kept.Assembly.KeyNumber[:16], -1), " "))
		if i == 1 {
			p.fill(p.w("holder.sheet.label"), stranger)
			p.click("button", p.w("holder.number.send"))
			p.see(p.w("holder.number.stranger"))
			p.fill(p.w("holder.sheet.label"), sheets[i])
			p.judge("a sheet for the key number")
			p.keep("key number with a sheet")
			p.click("button", p.w("holder.number.send"))
		} else {
			p.judge("the key number")
			p.keep("key number")
			p.click("button", p.w("holder.number.written"))
		}
		p.see(p.w("holder.number.tried"))
	}
	s.call("GET", path, token, nil, &kept)
	for i, h := range kept.Holders {
		if !h.Tried {
			s.t.Errorf("the sheet of holder %d is not tried", i+1)
		}
	}
}

// invite makes the invitation of a holder and answers its address.
func invite(p *page, name string, judged bool) string {
	p.t.Helper()
	p.click("button", p.w("holder.invite", "name", name))
	var address string
	p.until("the invitation of "+name,
		fmt.Sprintf(`document.querySelector('pre[aria-label=%q]')`, p.w("holder.invite.qr", "name", name)))
	p.eval(fmt.Sprintf(`document.querySelector('pre[aria-label=%q]').textContent`, p.w("holder.invite.qr", "name", name)),
		&address)
	if judged {
		p.judge("an invitation")
		p.look("invitation")
	}
	return address
}

// makeKey follows an invitation and answers the key sheet as it is on the screen.
func makeKey(p *page, address, name string, judged bool) string {
	p.t.Helper()
	look := func(state string) {
		p.t.Helper()
		if judged {
			p.judge(state)
			p.look(state)
		}
	}
	p.visit(address)
	p.see(p.w("holder.make.lead", "name", name, "title", heldTitle))
	p.see(p.w("holder.make.loopback"))
	look("invited")
	p.click("button", p.w("holder.make.draw"))
	p.heading(p.w("holder.sheet.title"))
	look("key sheet")
	var sheet string
	p.eval(`[...document.querySelectorAll(".key-groups li")].map((li) => li.textContent).join(" ")`, &sheet)
	if groups := strings.Fields(sheet); len(groups) != 14 {
		p.t.Fatalf("the sheet has the groups %q", groups)
	}
	p.reload() // nothing is lost
	p.see(strings.Fields(sheet)[13])
	if judged {
		typeBack(p, sheet)
	}
	p.click("button", p.w("holder.sheet.save"))
	if saved := string(p.saved("key-sheet-*.txt")); !strings.Contains(saved, sheet) {
		p.t.Errorf("%s: the file has another key", name)
	}
	p.click("button", p.w("holder.sheet.next"))
	p.heading(p.w("holder.back.title"))
	look("typed in part")
	p.click("button", p.w("holder.back.send"))
	p.see(p.w("holder.sheet.missing"))
	if typed := typeGroups(p, sheet); typed != 12 {
		p.t.Errorf("%s: %d characters are asked for", name, typed)
	}
	p.click("button", p.w("holder.back.send"))
	p.heading(p.w("holder.done.title"))
	look("key is ready")
	var kept int
	p.eval("sessionStorage.length", &kept)
	if kept != 0 {
		p.t.Errorf("%s: the browser keeps something", name)
	}
	return sheet
}

// typeBack types a sheet as a holder does who copied it by hand: all of it is asked for.
func typeBack(p *page, sheet string) {
	p.t.Helper()
	p.click("button", p.w("holder.sheet.next"))
	p.heading(p.w("holder.back.title"))
	p.seeNot(strings.Fields(sheet)[0])
	p.fill(p.w("holder.sheet.label"), changedGroup(sheet, 4))
	p.click("button", p.w("holder.back.send"))
	p.see(p.w("holder.back.differs", "n", 5))
	p.judge("typed wrong")
	p.click("button", p.w("holder.back.show"))
	p.heading(p.w("holder.sheet.title"))
}

// typeGroups types the groups of a sheet that a holder is asked for, and answers how many characters these have.
func typeGroups(p *page, sheet string) (typed int) {
	p.t.Helper()
	for n, group := range strings.Fields(sheet) {
		label := p.w("holder.back.group", "n", n+1)
		var asked bool
		p.eval(fmt.Sprintf(`[...document.querySelectorAll("label")].some((label) => label.textContent === %q)`, label),
			&asked)
		if asked {
			p.fillKey(label, strings.ReplaceAll(strings.ToLower(group), "o", "0"))
			typed += len(group)
		}
	}
	return typed
}

// changedGroup is a sheet with another character in a group.
func changedGroup(sheet string, group int) string {
	groups := strings.Fields(sheet)
	first := "A"
	if groups[group][:1] == first {
		first = "B"
	}
	groups[group] = first + groups[group][1:]
	return strings.Join(groups, " ")
}

// stranger is a sheet of no holder: of a secret of 32 zeros.
const stranger = "AAAA AAAA AAAA AAAA AAAA AAAA AAAA AAAA AAAA AAAA AAAA AAAA AAAG E453"

// castSealed casts a ballot that the page seals, with the modules that seal those of voters.
func castSealed(p *page, id, token string, marks ...int) {
	p.t.Helper()
	quoted, _ := json.Marshal(marks)
	var status int
	p.eval(fmt.Sprintf(`(async () => {
		const board = await (await fetch("/board")).text();
		const [assets] = /\/assets\/[0-9a-f]+\//.exec(board);
		const module = (name) => import(assets + "lib/" + name + ".js");
		const [{ makeBallot }, { readFrozen }, { tagOf }, { base64 }] =
			await Promise.all(["sealed", "ballot", "receipt", "bytes"].map(module));
		const headers = { Authorization: "Bearer %[2]s", "Content-Type": "application/json" };
		const frozen = readFrozen(await (await fetch("/api/board/elections/%[1]s/manifest")).text());
		const { papers: [{ owner, class: number }] } =
			await (await fetch("/api/user/elections/%[1]s", { headers })).json();
		const { sealed, pad, commitment } = makeBallot(frozen, {
			random: crypto.getRandomValues(new Uint8Array(32)), marks: Uint8Array.from(%[3]s), class: number, owner,
		});
		const body = JSON.stringify({ sealed: base64(sealed), pad: base64(pad), tag: base64(tagOf(pad, owner)),
			commitment: commitment && base64(commitment) });
		return (await fetch("/api/user/elections/%[1]s/ballots", { method: "POST", headers, body })).status;
	})()`, id, token, quoted), &status)
	if status != 200 {
		p.t.Fatalf("a sealed ballot was answered with %d", status)
	}
}

// compareBox types a sheet and goes on to the ballot box, which the holder compares.
func compareBox(p *page, sheet string) {
	p.t.Helper()
	p.see(p.w("holder.count.give"))
	p.fillKey(p.w("holder.sheet.label"), sheet)
	p.click("button", p.w("holder.count.give.send"))
}

// openShares types a sheet, compares the ballot box with that of the hall and opens the shares of the holder.
func openShares(p *page, sheet, root string) {
	p.t.Helper()
	compareBox(p, sheet)
	p.heading(p.w("holder.count.compare"))
	p.see(root)
	p.click("button", p.w("holder.count.same"))
}

// countHeld counts with the sheets of the second and third holder, while the hall sees the ballot box.
func countHeld(hall, admin *page, id string, holders []*page, sheets []string) {
	admin.t.Helper()
	hall.visit("/board/" + id + "#hall")
	hall.see(hall.w("board.hall.box", "n", 3))
	root := hall.text(".hall-result .code")
	hall.look("closed")
	for _, holder := range holders {
		holder.visit("/board#/count/" + id)
		holder.see(holder.w("holder.count.none"))
	}
	holders[0].judge("nobody has started the count")
	admin.visit("/admin#elections/" + id)
	admin.see(admin.w("holder.table.title"))
	admin.judge("closed election with holders")
	admin.look("closed")
	admin.click("button", admin.w("holder.count.start"))
	admin.see(admin.w("holder.count.shares", "n", 0, "of", 2))
	admin.judge("the count waits")
	admin.look("waiting")

	kim, lee := holders[1], holders[2]
	compareBox(kim, stranger)
	kim.see(kim.w("holder.sheet.stranger"))
	compareBox(kim, sheets[1])
	kim.heading(kim.w("holder.count.compare"))
	kim.see(root)
	kim.judge("the ballot box is compared")
	kim.look("compare")
	kim.click("button", kim.w("holder.count.same"))
	kim.see(kim.w("holder.count.thanks", "name", "Kim Reed"))
	kim.judge("one holder has opened the shares")
	kim.look("given")
	admin.see(admin.w("holder.count.given", "names", "Kim Reed"))
	lee.see(lee.w("holder.count.given", "names", "Kim Reed"))
	compareBox(lee, sheets[1])
	lee.see(lee.w("holder.sheet.given", "name", "Kim Reed"))
	refusesAnotherBox(lee, id, sheets[2])

	// An administrator ends it, and the holders begin again.
	admin.click("button", admin.w("holder.count.stop"))
	admin.see(admin.w("holder.count.stop.lead"))
	admin.judge("dialog to stop the count")
	admin.run(chromedp.Click(`dialog button[type=submit]`, chromedp.ByQuery))
	kim.see(kim.w("holder.count.none"))
	kim.seeNot(kim.w("holder.count.thanks", "name", "Kim Reed"))
	kim.judge("the count is stopped")
	admin.click("button", admin.w("holder.count.start"))
	kim.see(kim.w("holder.count.shares", "n", 0, "of", 2))
	openShares(kim, sheets[1], root)
	kim.see(kim.w("holder.count.thanks", "name", "Kim Reed"))
	// The process that counts ends, and the count starts again.
	admin.server.expect("a count by holders failed")
	admin.server.killCount()
	kim.see(kim.w("holder.count.failed"))
	kim.judge("the count broke off")
	kim.look("broke off")
	admin.see(admin.w("holder.count.failed"))
	admin.judge("the count broke off")
	admin.look("broke off")
	admin.click("button", admin.w("holder.count.restart"))
	kim.see(kim.w("holder.count.shares", "n", 0, "of", 2))
	openShares(kim, sheets[1], root)
	kim.see(kim.w("holder.count.thanks", "name", "Kim Reed"))
	lee.visit("/board#/sheet/" + strings.ReplaceAll(sheets[2], " ", ""))
	lee.click("link", lee.w("holder.use.count", "title", heldTitle))
	lee.click("button", lee.w("holder.count.give.send")) // the sheet is there
	lee.click("button", lee.w("holder.count.same"))

	// Both see the same result, and sign it.
	for _, holder := range []*page{kim, lee} {
		holder.heading(holder.w("holder.count.sign"))
		holder.see(holder.w("outcome.ending.elected", "names", "Sappho", "n", 1))
		holder.see(root)
	}
	kim.judge("the result is signed")
	kim.look("sign")
	admin.see(admin.w("holder.count.signatures", "n", 0, "of", 2))
	admin.judge("the count is signed")
	kim.click("button", kim.w("holder.count.sign.send"))
	kim.see(kim.w("holder.count.signed", "name", "Kim Reed"))
	kim.judge("one holder has signed")
	lee.reload() // and the sheet is typed again
	openShares(lee, sheets[2], root)
	lee.click("button", lee.w("holder.count.sign.send"))
	for _, holder := range []*page{kim, lee} {
		holder.see(holder.w("holder.count.done"))
	}
	lee.judge("counted")
	lee.look("counted")
	admin.see(admin.w("admin.count.done"))
	admin.see(admin.w("outcome.ending.elected", "names", "Sappho", "n", 1))
}

// refusesAnotherBox shows a holder's page a log of another root than it remembers.
func refusesAnotherBox(p *page, id, sheet string) {
	p.t.Helper()
	var done bool
	other := strings.Repeat("5eed0b0e", 8)
	p.eval(fmt.Sprintf(`localStorage.setItem("ostrakon.root.%s", JSON.stringify(%q)) === undefined`, id, other), &done)
	compareBox(p, sheet)
	p.see(p.w("holder.count.other", "hash", strings.TrimSpace(strings.Repeat("5eed0b0e ", 8))))
	p.judge("another ballot box")
	p.look("another box")
	p.eval(`localStorage.clear() === undefined`, &done)
	p.reload()
}

// look sees that nothing is wider than the screen at the width that the test does not have, and keeps pictures of a
// state at two widths and in both colours, where they are wanted.
func (p *page) look(state string) {
	p.t.Helper()
	own, other := desktop, phone
	if p.touch {
		own, other = phone, desktop
	}
	if dir := os.Getenv("OSTRAKON_SCREENSHOTS"); dir != "" {
		p.pictures(filepath.Join(dir, p.name+"-"+strings.ReplaceAll(state, " ", "-")))
	} else {
		p.resize(other)
		p.isNarrow(state)
	}
	p.resize(own)
}
