package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// club is a roll of many people: with groups, weights and one proxy.
func club(people int) []byte {
	var table strings.Builder
	table.WriteString("full_name,member,groups,weight,proxy_for,present\n")
	for i := range people {
		holds, present := "", "no"
		if i == 0 {
			holds, present = "M-0002", "yes"
		}
		fmt.Fprintf(&table, "Member %04d of the Potters,M-%04d,%s,%s,%s,%s\n", i+1, i+1, []string{"North", "South"}[i%2],
			[]string{"1", "2.5"}[i%2], holds, present)
	}
	return []byte(table.String())
}

// onPaper does what a test wants to see as it is printed.
func (p *page) onPaper(do func()) {
	p.t.Helper()
	p.run(emulation.SetEmulatedMedia().WithMedia("print"))
	do()
	p.run(emulation.SetEmulatedMedia().WithMedia(""))
}

// wellBroken finds nothing of the screen on the paper of a list, its head on every page, and no line in two parts.
func (p *page) wellBroken() {
	p.t.Helper()
	p.onPaper(func() {
		var shown []string
		p.eval(`[...document.querySelectorAll("button, input, nav, header.masthead, .admin-head, .lead, footer")]
			.filter((node) => node.checkVisibility()).map((node) => node.outerHTML.slice(0, 80))`, &shown)
		if len(shown) > 0 {
			p.t.Errorf("the paper has what is for the screen: %q", shown)
		}
		p.until("heads on each page", `getComputedStyle(document.querySelector(".sheet thead")).display ===
			"table-header-group" && document.querySelector(".sheet-about").checkVisibility()`)
		p.until("whole lines", `[...document.querySelectorAll(".sheet tbody tr")].every((line) =>
			getComputedStyle(line).breakInside === "avoid" && line.checkVisibility())`)
		p.resize(device{width: 703, height: 1032}) // A4 without its margins
		p.until("whole columns", `document.querySelector(".sheet table").getBoundingClientRect().right <= innerWidth`)
		p.resize(desktop)
	})
}

// The attendance list has everybody on the roll, by name, with a place to sign. A4 and Letter print it.
func TestPrintTheAttendanceList(t *testing.T) {
	t.Parallel()
	const people = 450 // three answers of the server
	_, p := newOffice(t)
	token := p.server.signIn(adminEmail, password)
	p.server.call("POST", "/api/admin/roll", token, club(people), &fields{})
	p.click("link", p.w("admin.nav.roll"))
	p.click("link", p.w("roll.sheet.print"))
	p.heading(p.w("roll.sheet.attendance"))
	end := p.w("roll.sheet.attendance.end", "n", people, "present", 1)
	p.see(end + " " + p.w("roll.sheet.votes", "votes", "787.5"))
	var lines [][]string
	p.eval(`[...document.querySelectorAll(".sheet tbody tr")].map((line) =>
		[...line.cells].map((cell) => cell.textContent))`, &lines)
	if len(lines) != people {
		t.Fatalf("the list has %d lines, want %d", len(lines), people)
	}
	for i, line := range lines {
		if want := fmt.Sprintf("Member %04d of the Potters", i+1); line[0] != want {
			t.Fatalf("line %d is of %q, want %q", i+1, line[0], want)
		}
	}
	for i, want := range []string{
		"Member 0001 of the Potters|M-0001|North|1|Member 0002 of the Potters|✓|",
		"Member 0002 of the Potters|M-0002|South|2.5|" +
			p.w("roll.voters.proxy.votes", "name", "Member 0001 of the Potters") + "||",
	} {
		if got := strings.Join(lines[i], "|"); got != want {
			t.Errorf("line %d is %q, want %q", i+1, got, want)
		}
	}
	p.judgeBoth("attendance list")
	p.wellBroken()
	for _, size := range []struct {
		name          string
		width, height float64
		least, most   int
	}{{"A4", 8.27, 11.69, 18, 26}, {"Letter", 8.5, 11, 19, 28}} {
		paper := p.printed(size.width, size.height)
		if n := pagesIn(paper); n < size.least || n > size.most {
			t.Errorf("%d people take %d pages of %s, want %d to %d", people, n, size.name, size.least, size.most)
		}
	}
}

// The lists of one election have everybody too, and nothing of the screen: who has voted, and a place to sign.
func TestPrintWhoHasVoted(t *testing.T) {
	t.Parallel()
	const people = 230
	_, p := newOffice(t)
	token := p.server.signIn(adminEmail, password)
	p.server.call("POST", "/api/admin/roll", token, club(people), &fields{})
	id := p.server.draftElection(token, ballotTitle, "Praxilla", "Korinna")
	p.server.call("PUT", "/api/admin/elections/"+id, token,
		fields{"title": ballotTitle, "settings": fields{"electorate": "roll", "maxProxies": 1}}, &fields{})
	p.server.open(token, id)
	p.visit("/admin#elections/" + id + "/voters/waiting")
	p.heading(p.w("roll.voters.title"))
	p.click("link", p.w("roll.sheet.voters"))
	p.heading(p.w("roll.voters.waiting"))
	p.see(p.w("roll.sheet.voters.end", "n", people, "voted", 0))
	p.until("everybody is there", fmt.Sprintf(`document.querySelectorAll(".sheet tbody tr").length === %d`, people))
	p.until("the election is named", fmt.Sprintf(`document.querySelector(".sheet-about").textContent.includes(%q)`,
		ballotTitle+": "+p.w("roll.voters.waiting")))
	p.judgeBoth("who has not voted, for paper")
	p.wellBroken()

	p.visit("/admin#elections/" + id + "/voters")
	p.heading(p.w("roll.voters.title"))
	p.click("link", p.w("roll.sheet.print"))
	p.heading(p.w("roll.sheet.attendance"))
	p.see(p.w("roll.sheet.attendance.end", "n", people, "present", 1))
	p.until("a place to sign for everybody", fmt.Sprintf(
		`document.querySelectorAll(".sheet tbody tr .sheet-signature:empty").length === %d`, people))
	p.see(p.w("roll.voters.proxy.votes", "name", "Member 0001 of the Potters"))
	p.judge("attendance list of an election")
	p.wellBroken()
}
