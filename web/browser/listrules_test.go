package browser

import (
	"strings"
	"testing"
)

// A secretary prepares a works council: rules, two lists, their candidates by names, the minority and the order.
func TestListsArePrepared(t *testing.T) {
	t.Parallel()
	s := startServer(t, "serve", "-time-zone", "UTC")
	s.setUp()
	p := newPage(t, newBrowser(t), s, "administrator", desktop)
	p.visit("/admin")
	p.signIn(adminEmail, password)
	p.click("link", p.w("admin.elections.new"))
	p.click("link", p.w("paper.purpose.lists"))
	p.fill(p.w("admin.election.title"), "Works council")
	p.fill(p.w("paper.seats.label"), "3")
	p.clickStart("DisclosureTriangle", p.w("paper.new.more"))
	p.clickStart("checkbox", p.w("admin.election.shuffle")) // off: only then can the lists be moved
	p.judge("new election with lists")
	p.look("new election with lists")
	p.click("button", p.w("admin.election.new.submit"))
	p.heading("Works council")
	p.see(p.w("paper.lists.lacks"))
	p.see(p.w("paper.lists.none"))
	p.judge("draft without lists")
	p.fill(p.w("paper.lists.names"), "1. Red\n2. Blue")
	p.click("button", p.w("paper.lists.names.add"))
	p.see(p.w("paper.lists.names.added", "n", 2))
	p.see(p.w("paper.lists.lacks"))
	for list, names := range map[string]string{"Red": "Ron\nRia\nRob", "Blue": "Ben\nBea"} {
		p.fill(p.w("paper.names.of", "title", list), names)
		p.pressFormOf(p.w("paper.names.of", "title", list))
		p.see(p.w("paper.names.added", "n", strings.Count(names, "\n")+1))
	}
	p.judge("draft with lists")
	p.look("draft with lists")
	setListRules(p)

	p.choose("checkbox", p.w("paper.list.minority")+" Bea")
	p.until("Bea to be of the minority",
		`[...document.querySelectorAll("input[type=checkbox]")].some((box) => box.checked)`)
	p.click("button", p.w("paper.candidate.up", "name", "Bea"))
	p.until("Bea to be first", `document.querySelectorAll(".list-names")[1].querySelector("strong").textContent === "Bea"`)
	p.click("button", p.w("paper.list.up", "name", "Blue"))
	p.until("Blue to be first", `document.querySelector(".list-entry .entry-name").textContent === "Blue"`)
	p.until("the focus to be on Blue", `document.activeElement.closest(".list-entry").textContent.startsWith("Blue")`)
	for _, size := range []device{{320, 700, false}, phone} {
		p.resize(size)
		p.judge("lists on a phone")
	}
	p.look("lists on a phone")
	p.click("link", p.w("admin.candidates.edit")+" Bea")
	p.pick(p.w("paper.list"), "Red")
	p.judge("candidate of a list")
	p.look("candidate of a list")
	p.click("button", p.w("admin.save"))
	p.see(p.w("admin.candidate.saved", "name", "Bea"))
	p.until("Bea to be last of Red", `document.querySelectorAll(".list-names")[1].textContent.includes("Bea")`)
	p.click("button", p.w("admin.candidates.remove")+" Blue")
	p.see(p.w("paper.list.remove.lead", "n", 1))
	p.judge("dialog to remove a list")
	p.click("button", p.w("admin.candidates.remove"))
	p.see(p.w("paper.lists", "n", 1))
	p.see("has one list only")
	p.judge("draft with one list")
}

// setListRules chooses free marks with a bar, and seats for the minority.
func setListRules(p *page) {
	p.t.Helper()
	p.click("link", p.w("paper.edit.long"))
	p.seeNot(p.w("paper.lists.marks"))
	p.choose("radio", p.w("paper.lists.ballot.free"))
	p.fill(p.w("paper.lists.marks"), "4")
	p.fill(p.w("paper.each"), "2")
	p.fill(p.w("paper.lists.bar"), "51")
	p.fill(p.w("paper.lists.least"), "1")
	p.judge("rules of lists")
	p.look("rules of lists")
	p.click("button", p.w("admin.save"))
	p.see(p.w("paper.number", "max", 50))
	p.fill(p.w("paper.lists.bar"), "5")
	p.click("button", p.w("admin.save"))
	p.heading("Works council")
	p.see(p.w("paper.lists.bar.is", "bar", 5))
	p.see(p.w("paper.lists.least.is", "n", 1))
}

// pressFormOf presses the button of the form that a field is in.
func (p *page) pressFormOf(label string) {
	p.t.Helper()
	var pressed bool
	p.on(p.find(exactly(label, label+" "+p.w("shell.optional")), label, "textbox"), `function () {
		this.form.requestSubmit();
		return true;
	}`, &pressed)
}
